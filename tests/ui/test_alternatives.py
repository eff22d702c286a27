"""Buttons that replace the last answer: another army, without going back first."""

from __future__ import annotations

from app.model.match import Breadcrumb
from games.core.prompts.prompt import Option, SelectPrompt
from games.core.text.messages import literal
from tests.ui.panels import buttons, faults, match_of, panel_of
from ui.custom_ids import PanelAct, PanelId, decode
from ui.i18n import Translator
from ui.views.panel.panel import render_panel

ES = Translator.of(match_of())
TARGETS = tuple(Option(key, literal(key.upper())) for key in ("c2", "c3"))
OTHERS = (Option("c8", literal("C8 (2)")), Option("w1", literal("W1 (1)")))


def test_each_has_a_button_that_answers_the_previous_question():
    panel = panel_of(
        SelectPrompt(TARGETS, alternatives=("c8", "w1")),
        path=("move", "c4"),
        crumbs=(Breadcrumb(literal("Mover"), forced=True), Breadcrumb(literal("C4"), forced=False)),
        alternatives=OTHERS,
    )
    message = render_panel(panel, ES)
    assert list(faults(message)) == []
    found = {b.label: decode(b.id) for b in buttons(message)}
    assert [label for label in found if label.startswith("⇄ ")] == ["⇄ C8 (2)", "⇄ W1 (1)"]
    assert "‹ Volver" in found, "it looks different from a button that replaces the answer"
    read = found["⇄ C8 (2)"]
    assert isinstance(read, PanelId)
    assert (read.act, read.arg, read.depth) == (PanelAct.PICK, "c8", 1)
    target = found["C2"]
    assert isinstance(target, PanelId)
    assert target.depth == 2
