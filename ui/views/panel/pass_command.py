"""Command `/pass`: makes the move that passes, ends the turn or declines.

The games mark such options by their keys (`ENDINGS`). The command looks for such an option in the
current prompt of the user's draft, then in the first prompt. If it finds none or several, the panel
says so and names the options.
"""

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
    ending_options,
)
from games.core.text.messages import Msg, Path, listed, literal, msg
from ui.components import MAX_ROWS, Select, SelectOption
from ui.custom_ids import PanelId, decode
from ui.i18n import Translator, escape_markup
from ui.views.panel.confirm_button import confirm_button, continue_button, takes_several_clicks
from ui.views.panel.forms import PanelViewState, form_rows, option_label, why_pending_incomplete

_MAX_SHOWN_OPTIONS = 6  # options that are named if none of them passes


def pass_moves(panel: Panel) -> list[Path]:
    """Return the paths of the moves that pass.

    If there are several, the user must choose one. If the begun move is complete and passes, its
    path is the only result. Otherwise the paths are those of the passing options of the current
    prompt or, if it has none, of the first prompt.
    """
    # only a str is an option's key: a distribution is a dict, a choice of several options a list
    last = panel.path[-1] if panel.path else None
    if isinstance(panel.asked, MoveReady) and (
        (isinstance(last, str) and last in ENDINGS) or panel.path[:1] in _passes_at_root(panel)
    ):
        return [panel.path]
    current = [(*panel.path, option.key) for option in ending_options(panel.asked)]
    return current or _passes_at_root(panel)


def _passes_at_root(panel: Panel) -> list[Path]:
    return [(option.key,) for option in ending_options(panel.root)]


async def play_pass(game_service: GameService, match_id: str, by: User, click: str | None) -> Panel:
    """Play the user's move that passes; return the panel.

    `click` is the interaction's id. A pass that can't be undone must be confirmed, by the button or
    by repeating the command. If several options pass, or none, nothing is played and the panel says
    so. Raises `UserError`.
    """
    panel = await game_service.open_or_refresh_panel(match_id, by, requested=True)
    if panel.asked is None or panel.match.status != "running":
        return panel
    found, words = pass_moves(panel), Translator.of(panel.match, by.lang)
    if len(found) == 1:
        panel = await game_service.play(match_id, by, found[0], click, sure=False)
        if isinstance(panel.asked, MoveReady) and not panel.committed and panel.notice is None:
            panel.notice = msg("ui.pass.again")
    elif found:
        prompt = (
            panel.asked
            if isinstance(panel.asked, SelectPrompt) and ending_options(panel.asked)
            else panel.root
        )
        panel.notice = msg(
            "ui.pass.which", moves=_option_list(ending_options(prompt), panel, words)
        )
    else:
        _explain(panel, words)
    return panel


def _explain(panel: Panel, words: Translator) -> None:
    """Set the text of `panel` that says why the user can't pass.

    The text is the reason why a passing option is blocked, else a list of the possible answers.
    """
    for prompt in (panel.asked, panel.root):
        blocked = (
            [option for option in prompt.blocked if option.key in ENDINGS]
            if isinstance(prompt, SelectPrompt)
            else []
        )
        if blocked:
            panel.refused, panel.rule = (
                msg("host.blocked", option=blocked[0].label, why=blocked[0].why),
                blocked[0].rule,
            )
            return
    panel.notice = msg("ui.pass.none", moves=_possible_answers(panel, words))


def _option_list(options: Sequence[Option], panel: Panel, words: Translator) -> Msg:
    return listed(
        [literal(f"«{escape_markup(option_label(option, panel, words))}»") for option in options],
        "or",
    )


def _possible_answers(panel: Panel, words: Translator) -> Msg:
    if isinstance(panel.asked, AmountPrompt):
        return msg("ui.pass.number", lo=panel.asked.lo, hi=panel.asked.hi)
    labels = answer_labels(panel, words)
    if len(labels) > _MAX_SHOWN_OPTIONS:
        # always keep the last label, which may be the Continue button's
        labels = [*labels[: _MAX_SHOWN_OPTIONS - 1], labels[-1]]
    return listed([literal(f"«{escape_markup(label)}»") for label in labels], "or")


def answer_labels(panel: Panel, words: Translator) -> list[str]:
    """Return the labels of the buttons or select options that answer the question."""
    prompt = panel.asked
    if prompt is None or isinstance(prompt, MoveReady | IllegalPath):
        return [confirm_button(panel, words).label]
    last = (
        [continue_button(panel, prompt, words).label]
        if takes_several_clicks(prompt) and why_pending_incomplete(panel, prompt) is None
        else []
    )
    if isinstance(prompt, DistributePrompt):
        return last or [words("ui.panel.go_on")]
    rows = form_rows(panel, prompt, words, PanelViewState(), MAX_ROWS - 1)
    found = [
        component for row in rows for component in (row.choices if isinstance(row, Select) else row)
    ]
    labels = [
        component.label
        for component in found
        if isinstance(component, SelectOption)
        or (not component.disabled and isinstance(decode(component.id), PanelId))
    ]
    # blocked options ("✕ ...") and the button "Why not? (n)" don't answer the question
    why_label = words("ui.panel.why", n=0).partition("(")[0]
    return [label for label in labels if not label.startswith(("✕", why_label))] + last
