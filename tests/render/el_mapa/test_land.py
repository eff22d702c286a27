"""The painted map of El Mapa: repaired by block or window, it equals a map painted whole."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from PIL import Image, ImageStat

from games.core.state.rng import Rng
from games.el_mapa import GAME
from games.el_mapa.model.catalog import TILES
from games.el_mapa.views.view import GameView
from render.base import cache, theme
from render.el_mapa.layers import land, tiles
from render.el_mapa.pieces.style import LAYOUT
from render.el_mapa.screens.board import size_of
from tests.render.el_mapa.staged import TABLES, open_map, played

LOOK = theme.load()


@pytest.fixture(autouse=True)
def nothing_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start each test without a cached map."""
    cache.IMAGE_CACHE.drop(lambda key: isinstance(key, land._Window))


def grid(view: GameView, fresh: tuple[str, ...] = ()) -> tiles.Grid:
    """Return the whole map as grid of tiles."""
    known = {tile.cell: tile for tile in view.tiles}
    names = [[f"{chr(97 + c)}{r + 1}" for c in range(view.size)] for r in range(view.size)]
    return tuple(
        tuple(
            tiles.look_of(known[one], LOOK, one in fresh) if one in known else None for one in row
        )
        for row in names
    )


def anew(one: tiles.Grid, size: int, block: tiles.Block | None = None) -> bytes:
    """Return a block cut from the map painted whole."""
    whole = land.paint(one, size, (0, 0, len(one), len(one[0])))
    top, left, bottom, right = block or (0, 0, len(one), len(one[0]))
    return whole.crop((left * size, top * size, right * size, bottom * size)).tobytes()


def turned(pos: Any, lot: Rng, n: int) -> Any:
    """Return the position with more tiles face up, a chest gone, or a village taken."""
    s = pos.state
    hidden = [at for at, up in enumerate(s.up) if up == "0"]
    lot.shuffle(hidden)
    for at in hidden[:n]:
        s.up = s.up[:at] + "1" + s.up[at + 1 :]
    for cell in list(s.chests)[:1]:
        del s.chests[cell]
    villages = [cell for cell in s.shown() if TILES[s.kind(cell)].village]
    s.owners[villages[lot.below(len(villages))]] = lot.below(pos.n)
    return pos


@pytest.mark.parametrize(("n", "layout"), TABLES)
def test_a_map_that_is_mended_is_the_map_painted_anew(n: int, layout: str) -> None:
    pos, lot = GAME.codec.clone(played(n, "start", layout)), Rng.of(n)
    size = size_of(GAME.view(pos, None).size) if n in (2, 4) else 40
    land.land(grid(GAME.view(pos, None)), size)
    before: tuple[str, ...] = ()
    for few in (1, 3):
        view = GAME.view(turned(pos, lot, few), None)
        fresh = tuple(tile.cell for tile in view.tiles if tile.up and tile.cell not in before)[-3:]
        before = tuple(tile.cell for tile in view.tiles if tile.up)
        now = grid(view, fresh)
        assert land.land(now, size).tobytes() == anew(now, size)


@pytest.mark.parametrize(("n", "stage"), [(4, "full"), (5, "late"), (6, "start")])
def test_a_close_look_is_a_part_of_the_whole_map_wherever_it_looks(n: int, stage: str) -> None:
    view, lot = GAME.view(played(n, stage), None), Rng.of(n)
    one = grid(view)
    for at in range(6):
        top, left = lot.below(view.size - 6), lot.below(view.size - 6)
        block = (top, left, top + 7, left + 7)
        assert land.land(one, 60, block).tobytes() == anew(one, 60, block)
        if at % 3 == 2:
            one = grid(GAME.view(turned(GAME.codec.clone(played(n, stage)), lot, 2), None))


def test_a_window_that_moves_on_paints_only_what_it_did_not_show(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one, painted = grid(open_map(4)), []
    real = land.paint

    def paint(grid: tiles.Grid, size: int, block: tiles.Block) -> Image.Image:
        painted.append(block)
        return real(grid, size, block)

    monkeypatch.setattr(land, "paint", paint)
    land.land(one, 60, (2, 2, 9, 9))
    land.land(one, 60, (3, 2, 10, 9))
    land.land(one, 60, (2, 3, 9, 10))
    assert painted == [(2, 2, 9, 9), (9, 2, 10, 9), (2, 9, 9, 10)]
    hidden = (*one[:5], (*one[5][:5], tiles.DrawnTile(False, 2), *one[5][6:]), *one[6:])
    land.land(hidden, 60, (3, 3, 10, 10))
    assert sum((b - t) * (r - c) for t, c, b, r in painted[3:]) <= 7 + 9
    land.land(hidden, 80, (3, 3, 10, 10))
    assert painted[-1] == (3, 3, 10, 10), "another size is another map"


@pytest.mark.parametrize("size", [44, 50, 58, 70, 76, 88])
def test_blocks_of_any_shape_are_painted_as_they_are_in_the_whole(size: int) -> None:
    one, lot = (
        grid(GAME.view(turned(GAME.codec.clone(played(2, "full")), Rng.of(size), 9), None)),
        Rng.of(size),
    )
    whole = land.paint(one, size, (0, 0, 8, 8))
    for _ in range(6):
        top, left = lot.below(8), lot.below(8)
        bottom, right = top + 1 + lot.below(8 - top), left + 1 + lot.below(8 - left)
        part = whole.crop((left * size, top * size, right * size, bottom * size))
        assert land.paint(one, size, (top, left, bottom, right)).tobytes() == part.tobytes()


def test_the_drawings_are_stored_in_the_sizes_of_all_maps() -> None:
    sizes = {*LAYOUT.get("board.tiles").values(), *LAYOUT.get("near.tiles").values()}
    assert set(tiles.stored_sizes()) == sizes
    for size in sizes:
        assert tiles.stored_strip(size).height == size + 2 * tiles.overhang(size)


def test_what_was_painted_is_found_again() -> None:
    whole = grid(open_map(2))

    def with_chest(at: int) -> tiles.Grid:
        row = list(whole[at // 8])
        row[at % 8] = tiles.DrawnTile(False, 1)
        return (*whole[: at // 8], tuple(row), *whole[at // 8 + 1 :])

    first = land.land(with_chest(0), 40)
    assert land.land(with_chest(0), 40) is first
    assert [
        key.size for key, _ in cache.IMAGE_CACHE.items(lambda key: isinstance(key, land._Window))
    ] == [40]


def test_threads_paint_one_map_alike() -> None:
    maps = [
        grid(GAME.view(turned(GAME.codec.clone(played(3, "start")), Rng.of(at), 2), None))
        for at in range(4)
    ]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda one: land.land(one, 60).tobytes(), maps))
    assert found == [anew(one, 60) for one in maps]


def test_every_kind_of_tile_has_a_drawing() -> None:
    for kind, tile in TILES.items():
        for cell in ("a1", "b1", "c2", "d2"):
            view = open_map(2).tiles[0]
            name = tiles.drawing_name(
                type(view)(
                    cell,
                    tile.level,
                    True,
                    kind,
                    tile.land,
                    village=tile.village,
                    home=kind == "home",
                    treasures=tile.treasures,
                )
            )
            drawn = tiles.tile_drawing(name, 60)
            assert drawn.size == (60 + 2 * tiles.overhang(60),) * 2
            assert drawn.getchannel("A").getbbox() is not None, name


def test_roofs_take_the_colour_of_who_owns_the_village() -> None:
    for name in ("home", "village"):
        colours = {tiles.tile_drawing(name, 80, seat.colour).tobytes() for seat in LOOK.seats}
        assert len(colours) == len(LOOK.seats)


def test_what_lies_face_down_looks_the_same_whatever_it_hides() -> None:
    pos = GAME.codec.clone(played(2, "start"))
    before = grid(GAME.view(pos, None))
    s = pos.state
    at = s.up.index("0")
    other = next(code for code in s.kinds if code != s.kinds[at])
    s.kinds = s.kinds[:at] + other + s.kinds[at + 1 :]
    assert grid(GAME.view(pos, None)) == before


def test_the_hole_of_the_boxed_map_is_neither_ground_nor_parchment() -> None:
    view = GAME.view(played(6, "start", "6_boxed"), None)
    one = grid(view)
    holes = [(r, c) for r, row in enumerate(one) for c, tile in enumerate(row) if tile is None]
    assert len(holes) == 16
    sheet, size = land.land(one, 20), 20
    r, c = holes[5]
    spot = sheet.crop((c * size + 4, r * size + 4, c * size + 16, r * size + 16)).resize(
        (1, 1), Image.Resampling.BOX
    )
    assert max(ImageStat.Stat(spot).mean) < 110
