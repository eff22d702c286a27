"""Button that gives an answer or confirms a move, marked if it can't be undone. Pure."""

from __future__ import annotations

from app.model.match import Panel
from games.core.prompts.prompt import DistributePrompt, MoveReady, Prompt, SelectPrompt
from ui.components import LABEL, Button, Style, cut
from ui.custom_ids import PanelVerb
from ui.i18n import Translator
from ui.views.panel.forms import missing_fields, verb_control


def gathers(form: Prompt) -> bool:
    """Return whether the prompt's answer is put together in several clicks."""
    return isinstance(form, DistributePrompt) or (
        isinstance(form, SelectPrompt) and (form.min, form.max) != (1, 1)
    )


def go_on(panel: Panel, form: Prompt, words: Translator) -> Button:
    """Return the button that gives the answer put together; ✕ marks an incomplete one."""
    ready = missing_fields(panel, form) is None
    label = words("ui.panel.go_on" if ready else "ui.panel.go_on_not")
    if ready and panel.gives:
        label = words(panel.gives.label) if panel.gives.label else label
        label = cut(f"{label} 🔒" if panel.gives_final else label, LABEL)
    style: Style = "grey" if not ready else "blue" if panel.gives_final else "green"
    return Button(label, verb_control(panel, PanelVerb.GIVE_ANSWER), style)


def confirm(panel: Panel, words: Translator) -> Button:
    """Return the button that commits a finished choice.

    If the move would normally be played at once, the button has the label of that step.
    """
    there, done = verb_control(panel, PanelVerb.CONFIRM), panel.answer
    if panel.final and isinstance(done, MoveReady) and done.instant and done.label:
        return Button(cut(f"{words(done.label)} 🔒", LABEL), there, "blue")
    if panel.final:
        return Button(words("ui.panel.confirm_final"), there, "blue")
    return Button(words("ui.panel.confirm"), there, "green")
