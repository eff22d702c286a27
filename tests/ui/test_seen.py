"""The picture beside a grouped form letters only the places of the open group."""

from __future__ import annotations

from app.play.panel_builder import letters, marks
from games.core.prompts.prompt import Option, SelectPrompt
from games.core.text.messages import literal
from tests.ui.panels import panel_of
from ui.views.panel.forms import PanelViewState
from ui.views.panel.presenter import visible_panel

FORM = SelectPrompt(
    tuple(
        Option(f"s{k}", literal(f"s{k}"), group=literal("land" if k % 2 else "sea"), spot=f"s{k}")
        for k in range(14)
    ),
    literal("Where?"),
)


def test_an_open_group_shows_its_own_places_under_the_letters_of_their_buttons() -> None:
    seen = visible_panel(panel_of(FORM), PanelViewState(group=1))
    named = letters(FORM)
    assert [(mark.spot, mark.letter) for mark in marks(seen.asked)] == [
        (f"s{k}", named[f"s{k}"]) for k in range(1, 14, 2)
    ]


def test_while_no_group_is_open_all_places_are_there() -> None:
    assert visible_panel(panel_of(FORM), PanelViewState()).asked == FORM
    few = SelectPrompt(FORM.options[:6], literal("Where?"))
    assert visible_panel(panel_of(few), PanelViewState(group=0)).asked == few


def test_ticked_places_are_marked_as_chosen() -> None:
    several = SelectPrompt(FORM.options[:4], literal("Which?"), max=3)
    assert [(mark.spot, mark.tone) for mark in marks(several, ["s1", "s3"])] == [
        ("s0", "legal"),
        ("s1", "chosen"),
        ("s2", "legal"),
        ("s3", "chosen"),
    ]


def test_the_place_from_which_the_options_start_has_a_mark_of_its_own() -> None:
    few = FORM.options[:2]
    onward = SelectPrompt(few, literal("Where to?"), origin="s9")
    assert [(mark.spot, mark.tone) for mark in marks(onward)] == [
        ("s0", "legal"),
        ("s1", "legal"),
        ("s9", "origin"),
    ]
    back = SelectPrompt(few, literal("Where to?"), origin="s1")
    assert marks(back) == marks(SelectPrompt(few, literal("Where to?")))
