"""Running text: wrapped, shrunk, cut, with icons; windows on large boards."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from render.base import crop, rich_text
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.text import ELLIPSIS, Style
from render.base.texture import Sprite

STYLE = Style("alegreya-sans-700", 30, (20, 20, 20))
TEXT = (
    "Gana {wood}\u00a02 y {stone}\u00a01 por cada Lugar rojo de tu Imperio; después roba una carta."
)


def icon(name: str, size: int) -> Sprite:
    return Image.new(
        "RGBA", (size, size), {"wood": (200, 0, 0, 255), "stone": (0, 0, 200, 255)}[name]
    )


def set_text(words: str, box: Rect, **more: Any) -> tuple[Canvas, Rect]:
    """Return a canvas with this text, and the rectangle that the text covers."""
    canvas = Canvas(Image.new("RGB", (600, 400), (255, 255, 255)))
    return canvas, rich_text.set_text(canvas, box, words, STYLE, icon=icon, **more)


def written(words: str, box: Rect, **more: Any) -> Canvas:
    """Return a canvas with this text."""
    return set_text(words, box, **more)[0]


def test_lines_stay_inside_the_room_and_lose_no_word() -> None:
    lines = rich_text.wrap(TEXT, STYLE, 260)
    assert len(lines) > 2
    assert all(rich_text.line_width(line, STYLE) <= 260 for line in lines)
    assert " ".join("".join(word) for line in lines for word in line) == TEXT


def test_newlines_are_kept_and_an_amount_stays_with_its_icon() -> None:
    assert [len(line) for line in rich_text.wrap("uno dos\n\ntres", STYLE, 900)] == [2, 0, 1]
    assert ("{wood}", "\u00a02") in rich_text.wrap(TEXT, STYLE, 10)[1]


def test_icons_are_drawn_where_they_stand_in_the_text() -> None:
    canvas = written(TEXT, Rect(20, 20, 300, 300))
    found = {colour for _, colour in canvas.sheet.getcolors(1 << 20) or []}
    assert {(200, 0, 0), (0, 0, 200)} <= found


@pytest.mark.parametrize(
    "box", [Rect(10, 10, 300, 200), Rect(10, 10, 180, 120), Rect(10, 10, 120, 60)]
)
def test_text_never_leaves_its_box(box: Rect) -> None:
    canvas = written(TEXT, box, least=18)
    ink = Image.eval(canvas.sheet.convert("L"), lambda v: 255 - v).getbbox()
    assert ink is not None
    assert box.x <= ink[0]
    assert box.y <= ink[1]
    assert ink[2] <= box.right
    assert ink[3] <= box.bottom + 4  # what hangs below the last baseline


def test_what_does_not_fit_shrinks_first_and_is_cut_then() -> None:
    shrunk = written(TEXT, Rect(10, 10, 300, 90), least=14)
    assert not [one for one in shrunk.regions if ELLIPSIS in one.about]
    assert max(one.box.h for one in shrunk.regions) < STYLE.size * 0.7
    assert written(TEXT, Rect(10, 10, 300, 70), least=26).regions[-1].about == ELLIPSIS


def test_a_short_text_can_stand_in_the_middle() -> None:
    _, used = set_text("Hola", Rect(0, 0, 600, 400), anchor="m", middle=True)
    assert abs((used.y + used.bottom) / 2 - 200) <= 1


COORD = st.floats(0, 900)


@given(
    st.lists(st.tuples(COORD, COORD, st.floats(1, 100), st.floats(1, 100)), min_size=1, max_size=4)
)
def test_a_window_shows_all_that_matters_and_nothing_beyond_the_board(
    boxes: list[tuple[float, float, float, float]],
) -> None:
    named = [(x, y, x + w, y + h) for x, y, w, h in boxes]
    found = crop.window_around(named, (1000, 1000), 600, (300, 500), (2, 1.5, 1), air=10)
    assert all(found.shows(box) for box in named)
    assert found.left >= 0
    assert found.top >= 0
    assert found.left + found.width / found.scale <= 1000 + 1e-6
    assert found.top + found.height / found.scale <= 1000 + 1


def test_few_places_are_drawn_large_and_none_means_the_whole_board() -> None:
    near = crop.window_around([(10, 10, 30, 30)], (1000, 1000), 600, (300, 500), (1, 2), air=10)
    assert (near.left, near.top, near.scale, near.height) == (0, 0, 2, 300)
    assert near.at(10, 20) == (20, 40)
    assert crop.window_around([], (1000, 500), 600, (300, 500), (1, 2)) == crop.CropWindow(
        0, 0, 0.6, 600, 300
    )
