"""The panel of the six cards fits a phone, also with what rivals did in their turns."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.log.log_page import Recap
from app.model.match import User
from games.core.text.messages import literal
from tests.app.harness import PEOPLE
from tests.page.lessons import lesson_panels
from tests.page.phone import SCREEN_PX, SENDER_PX, message_px
from tests.page.test_panel_height import kind_of, panels, picture_size
from ui.components import Button
from ui.i18n import Translator
from ui.views.panel.forms import PanelViewState
from ui.views.panel.panel import render_panel
from ui.views.panel.recap_lines import recap_forms, room_px

GAME = "eight_minute_empire"
MAX_LESSON_LINES = 3  # of what a step says
LONG = (
    literal(
        "■ Bruno takes the food card for 2 coins, destroys one of ▲ Carla's armies in C8 and "
        "places 1 in C4; takes C8 from ▲ Carla and ● Ana loses Heartland."
    ),
    literal(
        "▲ Carla takes the wood card for free and moves C4→C6→C8 and C4→C7; takes C7 from ● Ana."
    ),
)


@pytest.mark.parametrize("lang", ["es", "en"])
@pytest.mark.parametrize("seats", [2, 5])
def test_the_cards_and_what_rivals_did_fit_a_phone(seats: int, lang: str) -> None:
    shown = [panel for panel in panels(GAME, seats) if kind_of(panel) == "take"]
    assert shown
    for panel in shown:
        words = Translator.of(panel.match, lang)
        pictured = PanelViewState(pictured=True)
        recap = Recap(LONG, 90.0, True, LONG, 0, (LONG[:1],))
        messages = [
            render_panel(panel, words, pictured, form.lines)
            for form in recap_forms(recap, words, with_omitted=True)
        ]
        whole = next((one for one in messages if room_px(one) >= 0), messages[-1])
        assert SENDER_PX + message_px(whole, picture_size(GAME, seats, "take")) <= SCREEN_PX


def test_buttons_of_cards_are_short_below_the_picture_and_whole_without_it() -> None:
    panel = next(panel for panel in panels(GAME, 2) if kind_of(panel) == "take")
    words = Translator.of(panel.match, "en")
    for pictured, most in ((True, 16), (False, 80)):
        message = render_panel(panel, words, PanelViewState(pictured=pictured))
        cards = [
            control.label
            for row in message.rows
            if isinstance(row, tuple)
            for control in row
            if isinstance(control, Button) and control.label[:2] in ("A ", "B ", "C ")
        ]
        assert len(cards) == 3
        assert all(len(label) <= most for label in cards)
        assert all((":" in label) != pictured for label in cards), "the action in words"


@pytest.mark.parametrize("by", PEOPLE[:2], ids=lambda by: by.lang)
async def test_each_step_of_the_lesson_fits_a_phone(tmp_path: Path, by: User) -> None:
    shown = await lesson_panels(tmp_path, GAME, by)
    assert {panel.number: panel.px for panel in shown if panel.px > SCREEN_PX} == {}
    assert [panel.number for panel in shown[:-1] if panel.lines > MAX_LESSON_LINES] == []
