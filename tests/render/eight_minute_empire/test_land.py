"""Places of pieces measured with masks: every region, both sides, all numbers of pieces and towers."""

from __future__ import annotations

import functools
from collections.abc import Iterator

import pytest
from PIL import Image, ImageChops, ImageDraw, ImageStat

from games.core.views.scene import Mark
from render.base.layout import Rect
from render.eight_minute_empire.layers import chart
from render.eight_minute_empire.layers.chart import BOARD, Slots
from render.eight_minute_empire.pieces import sprites
from render.eight_minute_empire.pieces.style import LAYOUT
from render.parts import markers
from render.pictures import drawing
from tests.render.eight_minute_empire.staged import scene, view
from tests.render.scenes import boxes, gray, names

Box = tuple[float, float, float, float]
BOARD_SIZE = round(chart.WIDTH * BOARD), round(chart.HEIGHT * BOARD)
SIDES = {"a": 25, "b": 23}
MOST, SEATS, FEW = (
    7,
    5,
    3,
)  # things in a region, of which so many are armies; so few have room for all their towers
BODY, FOOT = 0.85, 0.75  # how much of a piece is over its region, and of its lower half over land
CROWD_BODY, CROWD_FOOT = 0.78, 0.65  # the same with a preview beside five armies
TOWER = 0.7  # how much of a tower is over land where few stand


@functools.cache
def land(side: str, name: str = "") -> Image.Image:
    """Return the mask of a region on the whole board, or of all land."""
    out = Image.new("L", BOARD_SIZE)
    for one in [name] if name else chart.regions(side):
        cut = chart.cutout(side, one, BOARD)
        own = Image.new("L", BOARD_SIZE)
        own.paste(cut.mask, (cut.x, cut.y))
        out = ImageChops.lighter(out, own)
    return out


def share(mask: Image.Image, box: Box, disc: bool = False) -> float:
    """Return how much of a box, or of the disc in it, is over a mask."""
    left, top, right, bottom = (round(v) for v in box)
    shape = Image.new("L", (right - left, bottom - top), 0 if disc else 255)
    if disc:
        ImageDraw.Draw(shape).ellipse((0, 0, right - left - 1, bottom - top - 1), fill=255)
    return ImageStat.Stat(mask.crop((left, top, right, bottom)), shape).mean[0] / 255


def every() -> Iterator[tuple[str, str, int, int, Slots]]:
    """Yield every region with every number of things and of towers among them."""
    for side in SIDES:
        for name, region in chart.regions(side).items():
            for things in range(1, MOST + 1):
                for towers in range(things + 1):
                    yield side, name, things, towers, region.slots_for(things, towers)


def test_every_piece_stands_on_its_own_land() -> None:
    """The disc of each piece; and its lower half, on which it stands. Hanging over the coast looks like drowning."""
    seen = set()
    for side, name, things, towers, slots in every():
        seen.add((side, name, things, towers))
        own = land(side, name)
        for x, y in slots.at:
            x, y, half = x * BOARD, y * BOARD, slots.size / 2
            body, foot = (BODY, FOOT) if things <= SEATS else (CROWD_BODY, CROWD_FOOT)
            assert share(own, (x - half, y - half, x + half, y + half), disc=True) >= body, (
                side,
                name,
                things,
                towers,
            )
            assert share(land(side), (x - half * 0.6, y, x + half * 0.6, y + half * 0.9)) >= foot, (
                side,
                name,
                things,
                towers,
            )
    assert len(seen) == sum(SIDES.values()) * sum(n + 1 for n in range(1, MOST + 1))


def test_towers_stand_before_land_where_few_pieces_are() -> None:
    """A tower's foot is behind its piece, on land; where many crowd on a northern coast, its top is seen before the sea."""
    for side, name, things, towers, slots in every():
        for x, y in slots.at[:towers] if things <= FEW and towers < FEW else ():
            x, y, wide, rise = (
                x * BOARD,
                y * BOARD,
                slots.size * 0.3,
                sprites.rise(slots.size, slots.low),
            )
            tower = (x - wide, y - rise, x + wide, y - slots.size * 0.45)
            assert share(land(side), tower) >= TOWER, (side, name, things, towers)


@pytest.mark.parametrize("side", SIDES)
def test_a_code_stands_on_its_region_or_a_line_leads_to_it(side: str) -> None:
    """The line begins beside the code, crosses sea alone and ends on the region's own land."""
    beside = 0
    for name, region in chart.regions(side).items():
        x, y = region.label[0] * BOARD, region.label[1] * BOARD
        code, line = (x - 12, y - 8, x + 12, y + 8), chart.line_from_code(side, name)
        if line is None:
            assert share(land(side, name), code) > 0.95, name
            continue
        beside += 1
        (ax, ay), (bx, by) = line
        way = [(ax + (bx - ax) * k / 20, ay + (by - ay) * k / 20) for k in range(21)]
        met = [
            {
                one
                for one in chart.regions(side)
                if gray(land(side, one), (round(a * BOARD), round(b * BOARD))) > 128
            }
            for a, b in way
        ]
        assert met[0] <= {name}
        assert set().union(*met) == met[-1] == {name}
    assert beside > 4


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("towers", range(1, SEATS + 1))
def test_no_tower_hides_a_code(side: str, towers: int) -> None:
    """A code that a tower covers is drawn again over it, where no piece stands."""
    regions = chart.regions(side)
    crowd = {name: dict.fromkeys(range(SEATS), 1) for name in regions}
    towns = {name: dict.fromkeys(range(towers), 2) for name in regions}
    canvas = drawing.paint(scene(view(SEATS, side, armies=crowd, cities=towns), "map"))
    place = LAYOUT.rect("aside.map")
    stand = [box for _, box in boxes(canvas, "tower")]
    again = set(names(canvas, "code"))
    covered = set()
    for name, region in regions.items():
        x, y = (place.x + region.label[0] * BOARD, place.y + region.label[1] * BOARD)
        code = Rect(round(x - 22), round(y - 11), 44, 22)
        assert not any(code.inset(3).meets(box.inset(3)) for _, box in boxes(canvas, "army")), name
        if any(code.inset(2).meets(box) for box in stand):
            covered.add(name.upper())
    assert covered <= again


@pytest.mark.parametrize("side", SIDES)
def test_what_is_drawn_stands_where_the_slots_say_however_many_there_are(side: str) -> None:
    """Five armies with their towers in every region, one of them marked: all as large as a phone needs."""
    regions = chart.regions(side)
    crowd, towns = ({name: dict.fromkeys(range(SEATS), n) for name in regions} for n in (12, 2))
    seen = view(SEATS, side, armies=crowd, cities=towns)
    canvas = drawing.paint(scene(seen, "map", marks=(Mark("c4" if side == "a" else "e1", "A"),)))
    armies = boxes(canvas, "army")
    assert len(armies) == SEATS * len(regions)
    assert min(box.w for _, box in armies) >= markers.MIN_MARK_PX
    assert len(boxes(canvas, "tower")) == SEATS * len(regions)
    assert {name for name, _ in armies} == set(regions)
