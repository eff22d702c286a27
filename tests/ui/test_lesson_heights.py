"""The panels of a lesson fit a phone: text, buttons and at least the top of the picture."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.model.match import Panel, User
from games.core.guides.tutorials import Guide, LocalizedText
from games.core.text.messages import Msg, literal, msg, seat_name
from tests.page.phone import SCREEN_PX, SENDER_PX, message_px, picture_px
from tests.ui.handler_harness import ANA, HandlerHarness
from tests.ui.panels import match_of, panel_of, pick
from tests.ui.tutorial_player import TutorialPlayer
from ui.components import Button
from ui.i18n import Translator
from ui.views.panel.forms import PanelViewState
from ui.views.panel.panel import render_panel
from ui.views.panel.presenter import picture_kind
from ui.views.panel.tutorial import with_tutorial

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


def crowded_lesson(saved: Msg, said: str, *, above: bool = False) -> list[str]:
    """Return the lines of a lesson's panel with so many buttons that it must save room.

    `saved` is the move just made, `said` the lesson's text. With `above`, the panel has a recap, so
    that the presenter puts the line about the move above it.
    """
    match = match_of()
    match.seats[0].name = "A_" * 11
    panel: Panel = panel_of(pick(6), match=match, committed_move=None if above else saved)
    panel.guide = Guide(2, 5, LocalizedText({"es": said}), ("o1",))
    words = Translator.of(match, "es")
    recap = [words.with_markup("ui.saved", sentence=saved), "-# Bruno pasa."] if above else []
    message = render_panel(panel, words, PanelViewState(pictured=True), recap)
    links = (Button("Un enlace", url="https://example.org"),) * 2
    message = replace(message, rows=(message.rows[0], *[links] * 2, *message.rows[1:]))
    embed = with_tutorial(message, panel, words, committed_move=saved).embed
    assert embed is not None
    return embed.text.split("\n")


@pytest.mark.parametrize("above", [True, False])
def test_the_line_about_the_last_move_is_small_or_left_out_if_there_is_no_room(above: bool):
    saved = literal("Mueves un ejército.")
    assert "-# Guardado: Mueves un ejército." in crowded_lesson(saved, "Elige.", above=above)
    long_text = "Aquí hace falta mucho texto. " * 9
    lines = crowded_lesson(saved, long_text, above=above)
    assert not any("Guardado" in line for line in lines)
    assert ("-# Bruno pasa." in lines) == above


def test_a_name_is_not_cut_after_the_backslash_of_an_escaped_character():
    for n in range(4):
        saved = msg("host.coach.step", what="Das madera" + "a" * n, how=seat_name(0))
        line = next(line for line in crowded_lesson(saved, "Elige.") if "Guardado" in line)
        assert line.startswith("-# Guardado: Das madera")
        assert line.endswith(("A…", "_…")), line
        assert len(line) <= len("-# ") + 46


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
