"""`/pass`: what passes, ends or declines in the question that is asked, at the half-made choice's depth, else at its root."""

from __future__ import annotations

from collections.abc import Sequence

from app.model.match import Panel, Person
from app.play.game_service import Tables
from games.core.prompts.prompt import ENDINGS, Allot, Amount, Done, Option, Pick, Reject, endings
from games.core.text.messages import Msg, Path, listed, literal, msg
from ui.components import Choice, Menu
from ui.custom_ids import PanelId, decode
from ui.i18n import Words, plain
from ui.views.panel.closing import confirm, gathers, go_on
from ui.views.panel.forms import MOST_ROWS, Show, form_rows, name_of, wanting

_SHOWN = 6  # options that are named where nothing can be passed


def ways(panel: Panel) -> list[Path]:
    """The paths that pass here; several where it is for the person to say which."""
    last = panel.path[-1] if panel.path else None   # what was spread is a dict
    if isinstance(panel.answer, Done) and ((isinstance(last, str) and last in ENDINGS) or panel.path[:1] in _roots(panel)):
        return [panel.path]
    here = [(*panel.path, option.key) for option in endings(panel.answer)]
    return here or _roots(panel)


def _roots(panel: Panel) -> list[Path]:
    return [(option.key,) for option in endings(panel.root)]


async def pass_on(tables: Tables, match: str, by: Person, click: str | None) -> Panel:
    """Play what passes; a final step is shown to be confirmed, by the button or by saying it again. Where it can't be told what,
    the panel says so and stays as it is. Raises `Trouble`."""
    panel = await tables.panel(match, by, tap=True)
    if panel.answer is None or panel.match.status != "running":
        return panel
    found, words = ways(panel), Words.of(panel.match, by.lang)
    if len(found) == 1:
        panel = await tables.play(match, by, found[0], click, sure=False)
        if isinstance(panel.answer, Done) and not panel.committed and panel.notice is None:
            panel.notice = msg("ui.pass.again")
    elif found:
        form = panel.answer if isinstance(panel.answer, Pick) and endings(panel.answer) else panel.root
        panel.notice = msg("ui.pass.which", moves=_named(endings(form), panel, words))
    else:
        _explain(panel, words)
    return panel


def _explain(panel: Panel, words: Words) -> None:
    """Why nothing passes here: the reason of what is blocked, else that something must be chosen; and what may be."""
    for form in (panel.answer, panel.root):
        shut = [one for one in form.blocked if one.key in ENDINGS] if isinstance(form, Pick) else []
        if shut:
            panel.refused, panel.rule = msg("host.blocked", option=shut[0].label, why=shut[0].why), shut[0].rule
            return
    panel.notice = msg("ui.pass.none", moves=_moves(panel, words))


def _named(options: Sequence[Option], panel: Panel, words: Words) -> Msg:
    return listed([literal(f"«{plain(name_of(option, panel, words))}»") for option in options], "or")


def _moves(panel: Panel, words: Words) -> Msg:
    if isinstance(panel.answer, Amount):
        return msg("ui.pass.number", lo=panel.answer.lo, hi=panel.answer.hi)
    named = buttons(panel, words)
    shown = named if len(named) <= _SHOWN else [*named[: _SHOWN - 1], named[-1]]      # the last one gives the answer
    return listed([literal(f"«{plain(one)}»") for one in shown], "or")


def buttons(panel: Panel, words: Words) -> list[str]:
    """Return the labels of the buttons, or of a menu's lines, with which a question is answered: as they stand in the panel."""
    form = panel.answer
    if form is None or isinstance(form, Done | Reject):
        return [confirm(panel, words).label]
    last = [go_on(panel, form, words).label] if gathers(form) and wanting(panel, form) is None else []
    if isinstance(form, Allot):
        return last or [words("ui.panel.go_on_not")]
    rows = form_rows(panel, form, words, Show(), MOST_ROWS - 1)
    found = [one for row in rows for one in (row.choices if isinstance(row, Menu) else row)]
    labels = [one.label for one in found if isinstance(one, Choice) or (not one.off and isinstance(decode(one.id), PanelId))]
    why = words("ui.panel.why", n=0).partition("(")[0]
    return [one for one in labels if not one.startswith(("✕", why))] + last
