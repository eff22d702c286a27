"""The panels of a lesson fit a phone: text, buttons and at least the top of the picture."""

from __future__ import annotations

import pytest

from app.model.match import User
from tests.page.phone import SCREEN_PX, SENDER_PX, message_px, picture_px
from tests.ui.handler_harness import ANA, HandlerHarness
from tests.ui.tutorial_player import TutorialPlayer
from ui.views.panel.presenter import picture_kind

PICTURE = (1200, 764)  # of all kinds but the board, which a lesson does not show
TOP_OF_PICTURE_PX = 110  # as in tests/page/test_panel_height.py
MOST_PRESSES = 30


@pytest.mark.parametrize("lang", ["en", "es"])
async def test_the_panels_of_the_settlers_lesson_fit_a_phone(handlers: HandlerHarness, lang: str):
    by, too_high, taps = User(ANA.id, ANA.name, lang), dict[tuple[int, int], int](), 0
    pupil = TutorialPlayer(handlers, by)
    await pupil.begin("imperial_settlers")
    hidden = picture_px(PICTURE) - TOP_OF_PICTURE_PX
    async for at in pupil.steps():
        assert picture_kind(at.panel, by) != "board"
        px, taps = SENDER_PX + message_px(at.message, PICTURE) - hidden, at.taps
        if px > SCREEN_PX:
            too_high[at.guide.number, taps] = round(px)
    assert too_high == {}
    assert taps <= MOST_PRESSES


async def test_a_crowded_panel_of_a_lesson_confirms_the_last_move_too(handlers: HandlerHarness):
    pupil = TutorialPlayer(handlers, ANA)
    await pupil.begin("eight_minute_empire")
    told = set[str]()
    async for at in pupil.steps():
        embed = at.message.embed
        assert embed is not None
        told |= {line for line in embed.text.split("\n") if "Guardado: " in line}
    small = [line.removeprefix("-# ") for line in told if line.startswith("-# ")]
    assert "Guardado: Mueves un ejército de C4 a C7." in small
    assert max(map(len, small)) <= 46, "one line on a phone"
    assert any(line.endswith("…") for line in small), "cut if need be"
    assert len(small) < len(told), "where there is room, it is not small"


async def test_a_lesson_offers_no_other_shortcut_than_the_one_it_asks_for(
    handlers: HandlerHarness,
):
    pupil = TutorialPlayer(handlers, ANA)
    await pupil.begin("imperial_settlers")
    seen = set[str]()
    async for at in pupil.steps():
        options = getattr(at.panel.asked, "options", ())
        shortcuts = {one.key for one in options if one.key.startswith("now-")}
        if not at.guide.over:
            assert shortcuts <= set(map(str, at.guide.keys[:1]))
            seen |= shortcuts
    assert len(seen) == 4
