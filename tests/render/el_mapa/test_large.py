"""Large maps of El Mapa, whole and in quarters, are legible as small as they are shown."""

from __future__ import annotations

import pytest
from msgspec import structs
from PIL import ImageChops

from games.core.prompts.option_table import cell_at
from games.el_mapa import GAME
from games.el_mapa.views.view import GameView
from render.base import cache
from render.base.layout import Rect
from render.base.theme import load
from render.el_mapa.layers import chart, overview, signs
from render.el_mapa.pieces.style import COLOURS, LAYOUT
from render.el_mapa.screens import board, near
from render.pictures.drawing import paint as painted
from tests.render.el_mapa.staged import TABLES, army, open_map, played, steps
from tests.render.scenes import boxes, colour_at, names, outside, overlaps, view_scene
from tools.sight import color_distance

LEGIBLE = {"board": 42, "crop": 34}  # pixels of digits: 14 where shown 400 and 550 wide


def guarded(view: GameView, *cells: str) -> GameView:
    """Return the view with neutral troops in these cells."""
    tiles = tuple(
        structs.replace(tile, garrison=(("levy", 3),)) if tile.cell in cells else tile
        for tile in view.tiles
    )
    return structs.replace(view, tiles=tiles)


@pytest.mark.parametrize(("n", "layout"), TABLES)
def test_quarters_of_a_large_map_show_all_of_it(n: int, layout: str) -> None:
    view = GAME.view(played(n, "late", layout), None)
    parts = [one for one in GAME.closeups(view) if one.id.startswith("map_")]
    assert len(parts) == (4 if view.size >= 12 else 0)
    seen: set[str] = set()
    for one in parts:
        scene = view_scene(view, one.picture, spot=one.spot)
        canvas, frame = painted(scene), near.frame_of(scene)
        here = {tile.cell for tile in view.tiles if frame.holds(tile.cell)}
        first, last = one.spot.split("-")
        assert cell_at(first) == (frame.row, frame.col)
        assert cell_at(last) == (frame.row + frame.rows - 1, frame.col + frame.cols - 1)
        stand = sorted(a.cell for a in chart.armies_of(view) if a.cell in here)
        assert sorted(about.split()[0] for about in names(canvas, "army")) == stand
        assert {about.split()[0] for about in names(canvas, "garrison")} == {
            t.cell for t in chart.garrisons_of(view)
        } & here
        assert outside(canvas) == []
        assert one.words
        seen |= here
    assert not parts or seen == {tile.cell for tile in view.tiles}


def test_digits_on_close_looks_and_on_the_largest_maps_are_legible_in_an_embed(
    written: list[tuple[int, str]],
) -> None:
    numbers = {"71", "72", "73", "74"}  # that nothing else on the picture has
    armies = tuple(army(cell, at, levy=71 + at) for at, cell in enumerate(("a1", "c3", "h8")))
    start = open_map(6)
    tiles = tuple(
        structs.replace(one, garrison=(("levy", 74),)) if one.cell == "c4" else one
        for one in start.tiles
    )
    view = structs.replace(start, armies=armies, tiles=tiles, walls=())
    for kind, spot in (("board", ""), ("crop", "a1-h8")):
        cache.IMAGE_CACHE.drop(lambda _: True)
        written.clear()
        painted(view_scene(view, kind, spot=spot))
        assert {said for _, said in written} >= numbers
        assert min(size for size, said in written if said in numbers) >= LEGIBLE[kind]


def test_the_largest_map_tells_garrisons_where_somebody_could_fight_them() -> None:
    view = structs.replace(open_map(6), walls=())
    cells = ("c4", "c8", "p16", "d2")
    view = structs.replace(guarded(view, *cells), armies=(army("c3", 0, levy=1),))
    assert overview.within_reach(view) & set(cells) == {"c4", "d2"}
    assert {
        about.split()[0] for about in names(painted(view_scene(view, "board")), "garrison")
    } == {
        "c4",
        "d2",
    }
    shut = structs.replace(view, walls=("c3s", "c3e", "b3e", "c2s"))
    assert overview.within_reach(shut) & set(cells) == set(), "red lines hold them"
    ridden = structs.replace(guarded(view, "c6"), armies=(army("c3", 0, cavalry=1),))
    assert "c6" not in overview.within_reach(guarded(ridden, "c5")), (
        "nobody rides on through a garrison"
    )
    assert "c6" in overview.within_reach(
        structs.replace(
            ridden,
            tiles=tuple(
                structs.replace(one, garrison=()) if one.cell in ("c4", "c5") else one
                for one in ridden.tiles
            ),
        )
    )


@pytest.mark.parametrize("owner", range(6))
@pytest.mark.parametrize("size", [44, 58])
def test_the_owner_of_a_small_tile_is_told_by_shape_and_the_tile_is_still_seen(
    owner: int, size: int
) -> None:
    made = signs.stamp(load(), owner, round(size * LAYOUT.float("land.stamp")))
    opaque = made.getchannel("A").point([255 * (seen > 230) for seen in range(256)])
    left, top, right, bottom = opaque.getbbox() or (0, 0, 0, 0)
    assert min(right - left, bottom - top) >= 0.75 * size, "as large as the tile lets it be"
    assert max(right - left, bottom - top) <= size
    middle = made.getpixel((made.width // 2, made.height // 2))
    assert isinstance(middle, tuple)
    assert 60 <= middle[3] <= 160, "the drawing shines through"


@pytest.mark.parametrize("size", [44, 50, 58])
@pytest.mark.parametrize("n", [8, 88])
def test_the_shape_of_an_army_is_seen_beside_its_count(size: int, n: int) -> None:
    """The outline of the sign, with its number, tells six armies apart without colors."""
    look = load()
    solid = [
        signs.token(look, seat, n, size)
        .image.getchannel("A")
        .point([255 * (a > 230) for a in range(256)])
        for seat in range(6)
    ]
    for at, one in enumerate(solid):
        left, top, right, bottom = one.getbbox() or (0, 0, 0, 0)
        assert size - 2 <= max(right - left, bottom - top) <= size
        for other in solid[:at]:
            differ = ImageChops.difference(one, other).histogram()[255]
            assert differ >= 0.09 * size * size


@pytest.mark.parametrize("n", [2, 6])
def test_the_tiles_of_a_seat_are_washed_and_a_line_runs_around_them(n: int) -> None:
    start, look = open_map(n), load()
    home = start.homes[0]
    bare = tuple(structs.replace(one, owner=None) for one in start.tiles)
    row, col = cell_at(home)
    beside = f"{chr(97 + col)}{row + 2}" if row + 2 <= start.size else f"{chr(97 + col)}{row}"
    one = structs.replace(start, armies=(), walls=(), tiles=bare)
    two = structs.replace(
        one,
        tiles=tuple(
            structs.replace(tile, owner=1) if tile.cell in (home, beside) else tile for tile in bare
        ),
    )
    frame = board.frame_of(start)
    before, after = (painted(view_scene(view, "board")).sheet for view in (one, two))
    box = frame.box(home)
    corner = box.x + 8, box.y + 8  # the sign of a castle is in the right one
    assert color_distance(colour_at(after, corner), look.seats[1].colour) < color_distance(
        colour_at(before, corner), look.seats[1].colour
    )
    assert color_distance(colour_at(after, (box.x + 2, box.bottom - 8)), look.seats[1].colour) < 3
    seam = box.bottom - 3 if cell_at(beside) > cell_at(home) else box.y + 3
    inner = colour_at(after, (box.x + box.w - 12, seam))
    assert color_distance(inner, look.seats[1].colour) > 10, "none between them"


def test_three_armies_share_a_small_tile_and_castles_have_a_sign_beside_them() -> None:
    view = open_map(6)
    armies = tuple(army("h8", seat, seat == 0, levy=seat + 3) for seat in (0, 1, 2))
    canvas = painted(view_scene(structs.replace(view, armies=armies), "board"))
    frame = board.frame_of(view)
    assert len(names(canvas, "army")) == 3
    assert all(box.is_inside(fight_box(frame, "h8")) for _, box in boxes(canvas, "army"))
    assert overlaps(boxes(canvas, "army")) == []
    assert names(canvas, "castle") == [castle.cell for castle in view.castles]


@pytest.mark.parametrize("size", [44, 50, 58])
@pytest.mark.parametrize("troops", [((0, 3), (1, 12)), ((5, 3), (-1, 1)), ((2, 88), (4, 99))])
def test_a_fight_has_a_line_for_each_side_and_a_red_rim(
    size: int, troops: tuple[tuple[int, int], ...]
) -> None:
    look, (left, top, right, bottom) = load(), signs.SHARED_OUT_PX
    w, h = size + left + right, size + top + bottom
    made = signs.shared(look, troops, w, h)
    sign = made.image.crop((made.pad, made.pad, made.pad + w, made.pad + h)).convert("RGB")
    for (seat, _), y in zip(troops, (5, h - 6), strict=True):
        side = COLOURS["iron"] if seat < 0 else look.seats[seat].colour
        assert color_distance(colour_at(sign, (4, y)), side) < 3, "a corner beside the shape"
    for x in range(4, w - 4):
        assert max(colour_at(sign, (x, h // 2))) < 130, "a dark line between the numbers"
    assert color_distance(colour_at(sign, (w // 2, 0)), COLOURS["fight"]) < 3


def fight_box(frame: chart.MapFrame, cell: str) -> Rect:
    """Return the place of the sign of a fight at a cell of a large map."""
    (left, top, right, bottom), box = signs.SHARED_OUT_PX, frame.box(cell)
    return Rect(box.x - left, box.y - top, box.w + left + right, box.h + top + bottom)


def test_a_castle_and_a_tower_in_a_fight_leave_its_numbers_free() -> None:
    start = open_map(6)
    tower = next(tile.cell for tile in start.tiles if tile.tower and tile.cell[0] not in "ap")
    for cell in (start.homes[1], tower):
        armies = army(cell, 0, True, levy=4), army(cell, 1, True, levy=1)
        canvas = painted(view_scene(structs.replace(start, armies=armies), "board"))
        numbers = [
            (about, Rect(round(box.centre[0]), box.y + 3, box.w // 2, box.h - 6))
            for about, box in boxes(canvas, "army")
        ]
        beside = [one for one in boxes(canvas, "castle", "level", "threat") if one[0] == cell]
        assert [about for about, _ in beside] == [cell]
        assert overlaps([*numbers, *beside]) == []


@pytest.mark.parametrize("n", [4, 6])
def test_the_cost_of_a_step_leaves_castles_and_numbers_of_troops_free(n: int) -> None:
    start = guarded(open_map(n), "b2")
    home, rival = start.homes[:2]
    armies = (
        army("d4", 0, True, levy=3),
        army("d4", 1, levy=12),
        army("d5", 0, levy=17),
        army("f6", 2, levy=8),
        army(rival, 1, levy=9),
    )
    cells = ("b2", "d4", "d5", "e4", "f6", "f5", home, rival)
    view = structs.replace(start, armies=armies)
    canvas = painted(view_scene(view, "board", marks=steps(**dict.fromkeys(cells, 3))))
    assert sorted(names(canvas, "marker")) == sorted(cells)
    assert overlaps(boxes(canvas, "marker", "castle")) == []
    size, costs = board.size_of(start.size), dict(boxes(canvas, "marker"))
    frame = board.frame_of(start)
    for cell in ("b2", "d4", "d5", "f6", rival):
        tile, cost = frame.box(cell), costs[cell]
        inside = min(cost.bottom, tile.bottom) - max(cost.y, tile.y)
        assert inside <= size / 4, f"{cell}: its numbers stay free"
    for cell in ("e4", "f5", home):
        assert costs[cell].is_inside(frame.box(cell))
    assert costs["d5"].y > costs["d4"].bottom, "troops above and below"


@pytest.mark.parametrize("cell", ["a1", "p1", "h8", "a16", "p16"])
def test_banners_on_the_largest_map_leave_each_others_numbers_free(cell: str) -> None:
    row, col = cell_at(cell)
    names_ = [[f"{chr(97 + c)}{r + 1}" for c in range(16)] for r in range(16)]
    beside = [
        names_[r][c]
        for r in range(row - 1, row + 2)
        for c in range(col - 1, col + 2)
        if 0 <= r < 16 and 0 <= c < 16 and (r, c) != (row, col)
    ]
    armies = (
        army(cell, 0, True, levy=12),
        army(cell, 1, levy=99),
        *(army(one, 2, levy=88) for one in beside),
    )
    view = structs.replace(open_map(6), armies=armies)
    canvas = painted(view_scene(view, "board"))
    assert outside(canvas) == []
    frame = board.frame_of(view)
    numbers = [(about, box) for about, box in boxes(canvas, "army")]
    inner = [
        (about, type(box)(box.x + 2, box.y + box.h // 2 - 13, box.w - 4, 26))
        for about, box in numbers
    ]
    assert overlaps(inner) == []
    assert boxes(canvas, "fight") == [(cell, fight_box(frame, cell))]
    for about, box in numbers:
        at = about.split()[0]
        home = fight_box(frame, at) if at == cell else frame.box(at)
        assert box.is_inside(home)


@pytest.mark.parametrize("n", [2, 3, 6])
def test_no_troops_cover_the_level_of_a_tower(n: int) -> None:
    start = open_map(n)
    towers = [tile.cell for tile in start.tiles if tile.tower]
    bare = structs.replace(start, armies=(), walls=())
    for cell in (towers[0], towers[-1]):
        free = painted(view_scene(bare, "board"))
        level = dict(boxes(free, "level"))[cell]
        (x, y), w, h = level.centre, level.w // 5, level.h // 6
        inner = (round(x) - w, round(y) - h, round(x) + w, round(y) + h // 2)
        for there in (
            structs.replace(guarded(bare, cell), armies=()),
            structs.replace(bare, armies=(army(cell, 0, levy=12),)),
        ):
            taken = painted(view_scene(there, "board"))
            assert taken.sheet.crop(inner).tobytes() == free.sheet.crop(inner).tobytes()
