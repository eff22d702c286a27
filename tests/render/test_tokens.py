"""Counted things: tokens tell kinds apart in grey by their icon, cubes have three sides, a row is as wide as it says."""

from __future__ import annotations

import pytest
from PIL import Image, ImageDraw

from render import tokens
from render.canvas import Canvas
from render.text import Style

STYLE = Style("alegreya-sans-900", 38, (20, 20, 20))
RED, GREY = (200, 67, 47), (140, 140, 150)


def cross(size: int) -> Image.Image:
    mask = Image.new("L", (size, size))
    ImageDraw.Draw(mask).line((0, 0, size, size), fill=255, width=size // 4)
    return mask


def test_a_token_shows_its_colour_and_its_icon_and_leaves_the_plain_disc_alone() -> None:
    plain = tokens.disc(48, RED).tobytes()
    drawn = tokens.token(cross(64), 48, RED)
    assert drawn.size == (48, 48)
    assert drawn.getpixel((24, 24))[:3] == tokens.CREAM
    assert drawn.getpixel((30, 16))[:3] == RED
    assert drawn.getpixel((1, 1))[3] == 0
    assert tokens.disc(48, RED).tobytes() == plain


def test_the_sides_of_a_cube_differ_in_brightness() -> None:
    grey = tokens.cube(60, GREY).convert("L")
    top, left, right = (grey.getpixel(at) for at in ((30, 16), (15, 38), (45, 38)))
    assert top > left + 20 > right + 40


@pytest.mark.parametrize("items", [[], [("3", RED)], [("3", RED), ("", GREY), ("12", RED)]])
def test_a_row_ends_where_its_width_says(items: list[tuple[str, tuple[int, int, int]]]) -> None:
    canvas = Canvas(Image.new("RGB", (600, 100), (255, 255, 255)))
    row = [(tokens.disc(44, colour), n) for n, colour in items]
    end = tokens.tally(canvas, 20, 50, row, STYLE, 16)
    assert end == pytest.approx(20 + tokens.tally_width(row, STYLE, 16))
    boxes = [one.box for one in canvas.noted]
    assert len(boxes) == len(items) + sum(bool(n) for n, _ in items)
    assert not any(a.meets(b) for i, a in enumerate(boxes) for b in boxes[:i])
