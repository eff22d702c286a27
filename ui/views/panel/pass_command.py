"""Command `/pass`: pass, end or decline at the draft's depth, else at the question's root."""

from __future__ import annotations

from collections.abc import Sequence

from app.model.match import Panel, User
from app.play.game_service import GameService
from games.core.prompts.prompt import (
    ENDINGS,
    AmountPrompt,
    DistributePrompt,
    IllegalPath,
    MoveReady,
    Option,
    SelectPrompt,
    endings,
)
from games.core.text.messages import Msg, Path, listed, literal, msg
from ui.components import Select, SelectOption
from ui.custom_ids import PanelId, decode
from ui.i18n import Translator, plain
from ui.views.panel.confirm_button import confirm, gathers, go_on
from ui.views.panel.forms import MOST_ROWS, PanelViewState, form_rows, missing_fields, name_of

_MAX_SHOWN_OPTIONS = 6  # options named when nothing can be passed


def pass_moves(panel: Panel) -> list[Path]:
    """Return the paths that pass here; with several the user must choose."""
    last = panel.path[-1] if panel.path else None  # a distribution is a dict
    if isinstance(panel.answer, MoveReady) and (
        (isinstance(last, str) and last in ENDINGS) or panel.path[:1] in _roots(panel)
    ):
        return [panel.path]
    here = [(*panel.path, option.key) for option in endings(panel.answer)]
    return here or _roots(panel)


def _roots(panel: Panel) -> list[Path]:
    return [(option.key,) for option in endings(panel.root)]


async def play_pass(tables: GameService, match: str, by: User, click: str | None) -> Panel:
    """Play the pass; a final one must be confirmed by the button or by repeating the command.

    If the pass is ambiguous or impossible, the panel says so and stays unchanged. Raises
    `UserError`.
    """
    panel = await tables.panel(match, by, requested=True)
    if panel.answer is None or panel.match.status != "running":
        return panel
    found, words = pass_moves(panel), Translator.of(panel.match, by.lang)
    if len(found) == 1:
        panel = await tables.play(match, by, found[0], click, sure=False)
        if isinstance(panel.answer, MoveReady) and not panel.committed and panel.notice is None:
            panel.notice = msg("ui.pass.again")
    elif found:
        form = (
            panel.answer
            if isinstance(panel.answer, SelectPrompt) and endings(panel.answer)
            else panel.root
        )
        panel.notice = msg("ui.pass.which", moves=_named(endings(form), panel, words))
    else:
        _explain(panel, words)
    return panel


def _explain(panel: Panel, words: Translator) -> None:
    """Set the reason why nothing passes here: that of a blocked pass, else the open choices."""
    for form in (panel.answer, panel.root):
        shut = (
            [one for one in form.blocked if one.key in ENDINGS]
            if isinstance(form, SelectPrompt)
            else []
        )
        if shut:
            panel.refused, panel.rule = (
                msg("host.blocked", option=shut[0].label, why=shut[0].why),
                shut[0].rule,
            )
            return
    panel.notice = msg("ui.pass.none", moves=_moves(panel, words))


def _named(options: Sequence[Option], panel: Panel, words: Translator) -> Msg:
    return listed(
        [literal(f"«{plain(name_of(option, panel, words))}»") for option in options], "or"
    )


def _moves(panel: Panel, words: Translator) -> Msg:
    if isinstance(panel.answer, AmountPrompt):
        return msg("ui.pass.number", lo=panel.answer.lo, hi=panel.answer.hi)
    named = buttons(panel, words)
    shown = (
        named if len(named) <= _MAX_SHOWN_OPTIONS else [*named[: _MAX_SHOWN_OPTIONS - 1], named[-1]]
    )  # the last one gives the answer
    return listed([literal(f"«{plain(one)}»") for one in shown], "or")


def buttons(panel: Panel, words: Translator) -> list[str]:
    """Return the labels of the buttons or select options that answer the question."""
    form = panel.answer
    if form is None or isinstance(form, MoveReady | IllegalPath):
        return [confirm(panel, words).label]
    last = (
        [go_on(panel, form, words).label]
        if gathers(form) and missing_fields(panel, form) is None
        else []
    )
    if isinstance(form, DistributePrompt):
        return last or [words("ui.panel.go_on_not")]
    rows = form_rows(panel, form, words, PanelViewState(), MOST_ROWS - 1)
    found = [one for row in rows for one in (row.choices if isinstance(row, Select) else row)]
    labels = [
        one.label
        for one in found
        if isinstance(one, SelectOption) or (not one.off and isinstance(decode(one.id), PanelId))
    ]
    why = words("ui.panel.why", n=0).partition("(")[0]
    return [one for one in labels if not one.startswith(("✕", why))] + last
