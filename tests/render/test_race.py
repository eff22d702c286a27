"""Race of points: the leader first, scored and projected points as a bar."""

from __future__ import annotations

import pytest
from PIL import Image

from render.base import theme
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.parts import race
from tests.render.eight_minute_empire import staged
from tests.render.scenes import boxes, colour_at, names, overlaps

FRAME = Rect(20, 10, 500, 240)
POINTS = [(64, 101), (44, 84), (88, 110), (72, 116)]


def drawn(
    points: list[tuple[int, int]], frame: Rect = FRAME, palette: str = "default", size: int = 42
) -> Canvas:
    """Return a race on plain paper."""
    look = theme.load(palette)
    canvas = Canvas(Image.new("RGB", (560, 300), look.paper))
    race.draw_race(canvas, staged.scene(staged.view(5)), look, frame, points, size)
    return canvas


def coloured(canvas: Canvas, seat: int, colour: theme.RGB) -> int:
    """Return the width of a color on the line of a seat, right of the piece."""
    box = next(box for about, box in boxes(canvas, "racer") if about == str(seat))
    y = round(box.centre[1])
    return sum(colour_at(canvas.sheet, (x, y)) == colour for x in range(box.x + 52, box.right))


def test_the_leader_stands_first_with_the_points_at_the_end() -> None:
    canvas = drawn(POINTS)
    assert names(canvas, "racer") == ["3", "2", "0", "1"]
    assert names(canvas, "number") == ["116", "110", "101", "84"]
    assert all(box.is_inside(FRAME) for _, box in boxes(canvas, "racer", "number"))
    assert not overlaps(boxes(canvas, "number"))
    ends = [box.right for _, box in boxes(canvas, "number")]
    assert ends == sorted(ends, reverse=True)


@pytest.mark.parametrize("palette", ["default", "contrast"])
def test_what_is_scored_is_solid_and_the_rest_pale(palette: str) -> None:
    canvas, look = drawn(POINTS, palette=palette), theme.load(palette)
    pale_share = race.LAYOUT.float("pale")
    for seat, (scored, projected) in enumerate(POINTS):
        colour = look.seats[seat].colour
        solid = coloured(canvas, seat, colour)
        rest = coloured(canvas, seat, theme.mix(colour, look.paper, pale_share))
        assert solid / (solid + rest) == pytest.approx(scored / projected, abs=0.03)


@pytest.mark.parametrize("points", [[(0, 0)] * 6, [(-3, -5), (4, 2)], [(0, 7), (9, 9)]])
def test_no_points_few_points_and_lost_points_are_drawn(points: list[tuple[int, int]]) -> None:
    canvas = drawn(points)
    assert sorted(names(canvas, "number")) == sorted(
        str(end).replace("-", race.MINUS) for _, end in points
    )
    assert all(box.is_inside(canvas.box) for _, box in boxes(canvas, "number"))


def test_a_narrow_frame_has_no_bars_and_a_low_one_smaller_figures() -> None:
    narrow = drawn(POINTS, Rect(20, 10, 120, 240))
    assert names(narrow, "number") == ["116", "110", "101", "84"]
    assert len({box.right for _, box in boxes(narrow, "number")}) == 1
    low = drawn(POINTS, Rect(20, 10, 500, 80))
    assert not overlaps(boxes(low, "number"))


def test_the_figures_are_large_enough_for_an_embed(written: list[tuple[int, str]]) -> None:
    drawn([(3, 9)] * 5)
    assert {size for size, text in written if text.isdecimal()} == {42}
