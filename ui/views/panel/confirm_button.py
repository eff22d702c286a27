"""Buttons that give an answer or confirm a move; 🔒 marks moves that can't be undone.

Pure functions.
"""

from __future__ import annotations

from app.model.match import Panel
from games.core.prompts.prompt import DistributePrompt, MoveReady, Prompt, SelectPrompt
from games.core.text.messages import Msg
from ui.components import MAX_LABEL_CHARS, Button, Style, cut
from ui.custom_ids import PanelVerb
from ui.i18n import Translator
from ui.views.panel.forms import verb_id, why_pending_incomplete


def takes_several_clicks(prompt: Prompt) -> bool:
    """Return whether an answer takes several clicks, the last on `continue_button`."""
    return isinstance(prompt, DistributePrompt) or (
        isinstance(prompt, SelectPrompt) and (prompt.min, prompt.max) != (1, 1)
    )


def continue_button(panel: Panel, prompt: Prompt, words: Translator) -> Button:
    """Return the button that gives an answer made of several clicks.

    While the answer is incomplete, the label is *What's missing?*, and a click tells what is
    missing.
    """
    ready = why_pending_incomplete(panel, prompt) is None
    label = words("ui.panel.go_on" if ready else "ui.panel.go_on_not")
    if ready and panel.immediate_move:
        label = words(panel.immediate_move.label) if panel.immediate_move.label else label
        label = cut(f"{label} 🔒" if panel.immediate_final else label, MAX_LABEL_CHARS)
    quiet = not ready or (panel.immediate_move is not None and panel.immediate_move.quiet)
    style: Style = "grey" if quiet else "blue" if panel.immediate_final else "green"
    return Button(label, verb_id(panel, PanelVerb.GIVE_ANSWER), style)


def step_label(panel: Panel) -> Msg | None:
    """Return the label of the move's last step if the confirm button shows it, else None."""
    move = panel.asked
    if panel.final and isinstance(move, MoveReady) and move.instant:
        return move.label
    return None


def confirm_button(panel: Panel, words: Translator) -> Button:
    """Return the button that commits a complete move.

    The button has the label of the move's last step if the user is asked only because the move
    can't be undone.
    """
    custom_id, label = verb_id(panel, PanelVerb.CONFIRM), step_label(panel)
    if label is not None:
        return Button(cut(f"{words(label)} 🔒", MAX_LABEL_CHARS), custom_id, "blue")
    if panel.final:
        return Button(words("ui.panel.confirm_final"), custom_id, "blue")
    return Button(words("ui.panel.confirm"), custom_id, "green")
