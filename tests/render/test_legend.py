"""Legends of all games: no number on anything written, frames around what they name."""

from __future__ import annotations

import pytest
from PIL import Image

from games.core.guides import rulebook
from games.core.guides.rulebook import LegendEntry
from games.hosted import GAMES
from render.base import text as writing
from render.base import theme
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.parts import legend
from tests.render.legend_faults import all_faults
from tests.render.scenes import boxes

STYLE = writing.Style(theme.HEAVY, 40, (0, 0, 0))


def picture(width: int = 600, height: int = 400) -> Canvas:
    return Canvas(Image.new("RGB", (width, height), (220, 210, 190)))


def sign(*at: str) -> LegendEntry:
    return LegendEntry({"en": "what it is"}, at)


@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_no_number_covers_a_word_and_each_frame_holds_what_it_names(game: str) -> None:
    found = list(all_faults(game))
    assert len(found) > 10
    for name, one in found:
        assert len(one.numbers) <= rulebook.MAX_SIGNS_PER_PAGE, name
        assert (name, one.covering, one.empty, one.cutting) == (name, (), (), ())


def test_pages_share_the_signs_equally_and_keep_their_numbers() -> None:
    signs = [sign("a"), LegendEntry({"en": "on a button"}), *[sign("b")] * 8]
    assert rulebook.legend_pages(signs) == 2
    pages = [rulebook.legend_page(signs, page) for page in (1, 2)]
    assert [[n for n, _ in page] for page in pages] == [[1, 3, 4, 5, 6], [7, 8, 9, 10]]
    assert rulebook.legend_pages(()) == 1
    assert rulebook.legend_page((), 1) == []


def test_a_number_goes_to_a_margin_if_the_picture_is_full_of_words() -> None:
    canvas = picture()
    for y in range(20, 420, 30):
        canvas.text((0, y), "W" * 30, STYLE)
    canvas.record_region("coin", Rect(560, 180, 30, 30))
    shown = legend.with_callouts(canvas, theme.load("default"), [sign("coin")])
    [(_, disc)] = boxes(shown, "callout")
    margin = legend.LEGEND.int("margin")
    assert shown.sheet.size == (600 + margin, 400), "at the nearest side only"
    assert disc.x >= 600
    assert disc.is_inside(shown.box)


def test_a_number_near_empty_ground_needs_no_margin() -> None:
    canvas = picture()
    canvas.text((300, 200), "words", STYLE)
    canvas.record_region("coin", Rect(250, 170, 30, 30))
    shown = legend.with_callouts(canvas, theme.load("default"), [sign("coin")])
    assert shown.sheet.size == (600, 400)
    [(_, disc)] = boxes(shown, "callout")
    [(_, line)] = boxes(shown, "text")
    assert not disc.meets(line)


def test_a_frame_is_narrower_where_another_line_is_near() -> None:
    canvas = picture()
    canvas.record_region("row", Rect(100, 100, 200, 30))
    canvas.text((120, 160), "NEAR", STYLE)  # its top is 2 pixels below the row
    shown = legend.with_callouts(canvas, theme.load("default"), [sign("row")])
    [(_, frame)] = boxes(shown, "meant")
    [(_, line)] = boxes(shown, "text")
    air = legend.LEGEND.int("air")
    assert (frame.x, frame.y, frame.right) == (100 - air, 100 - air, 300 + air)
    assert frame.bottom <= line.y


def test_a_sign_is_shown_where_its_frame_cuts_no_line() -> None:
    canvas = picture()
    canvas.record_region("coin", Rect(100, 100, 40, 40), "first")
    canvas.text((70, 130), "WIDE", STYLE)  # on both sides of the first coin's edges
    canvas.record_region("coin", Rect(400, 100, 40, 40), "second")
    shown = legend.with_callouts(canvas, theme.load("default"), [sign("coin")])
    [(_, frame)] = boxes(shown, "meant")
    assert frame.x > 350, "the second coin is as good"


def test_a_group_is_the_box_of_all_that_is_drawn_in_it() -> None:
    canvas = picture()
    with canvas.group("both", "1"):
        canvas.paste_centred(Image.new("RGBA", (20, 20), "red"), (110, 110))
        canvas.record_region("coin", Rect(150, 90, 10, 10))
    with canvas.group("nothing"):
        pass
    assert boxes(canvas, "both") == [("1", Rect(100, 90, 60, 30))]
    assert boxes(canvas, "nothing") == []
