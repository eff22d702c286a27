"""The painted map of El Mapa: mended by the block it is what it would be painted anew, whichever way a map came about."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from PIL import Image

from games.core.rng import Rng
from games.el_mapa import GAME
from games.el_mapa.catalog import TILES
from games.el_mapa.view import GameView
from render import theme
from render.el_mapa import land
from render.el_mapa.board import size_of
from tests.render.staged_mapa import TABLES, open_map, played

LOOK = theme.load()


@pytest.fixture(autouse=True)
def nothing_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test starts with no painted map at hand."""
    land._painted.clear()


def grid(view: GameView, fresh: tuple[str, ...] = ()) -> land.Grid:
    """The whole map as it is painted."""
    tiles = {tile.cell: tile for tile in view.tiles}
    names = [[f"{chr(97 + c)}{r + 1}" for c in range(view.size)] for r in range(view.size)]
    return tuple(tuple(land.look_of(tiles[one], LOOK, one in fresh) if one in tiles else None for one in row) for row in names)


def anew(one: land.Grid, size: int) -> bytes:
    """Painted whole."""
    return land._paint(one, size, (0, 0, len(one), len(one[0]))).tobytes()


def turned(pos: Any, lot: Rng, n: int) -> Any:
    """The same table with some more tiles face up, or a chest gone, or a village taken."""
    s = pos.state
    hidden = [at for at, up in enumerate(s.up) if up == "0"]
    lot.shuffle(hidden)
    for at in hidden[:n]:
        s.up = s.up[:at] + "1" + s.up[at + 1:]
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


def test_a_close_look_is_mended_too_and_other_windows_are_not_mixed_up() -> None:
    whole = grid(open_map(4))
    first = tuple(row[:7] for row in whole[:7])
    second = tuple(row[1:8] for row in whole[:7])
    hidden = ((*first[0][:3], land.Tile(False, 2), *first[0][4:]), *first[1:])
    for one in (first, second, hidden, first):
        assert land.land(one, 170).tobytes() == anew(one, 170)


def test_what_is_kept_stays_small_and_is_found_again() -> None:
    whole = grid(open_map(2))
    def with_chest(at: int) -> land.Grid:
        row = list(whole[at // 8])
        row[at % 8] = land.Tile(False, 1)
        return (*whole[: at // 8], tuple(row), *whole[at // 8 + 1:])
    first = land.land(with_chest(0), 40)
    assert land.land(with_chest(0), 40) is first
    for at in range(land.KEPT + 3):
        land.land(with_chest(at), 40)
    assert len(land._painted) == land.KEPT


def test_threads_paint_one_map_alike() -> None:
    maps = [grid(GAME.view(turned(GAME.codec.clone(played(3, "start")), Rng.of(at), 2), None)) for at in range(4)]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda one: land.land(one, 60).tobytes(), maps))
    assert found == [anew(one, 60) for one in maps]


def test_every_kind_of_tile_has_a_drawing() -> None:
    for kind, tile in TILES.items():
        for cell in ("a1", "b1", "c2", "d2"):
            view = open_map(2).tiles[0]
            name = land._thing(type(view)(cell, tile.level, True, kind, tile.land, village=tile.village, home=kind == "home",
                                          treasures=tile.treasures))
            drawn = land.thing(name, 60)
            assert drawn.size == (60 + 2 * land.overhang(60),) * 2
            assert drawn.getchannel("A").getbbox() is not None, name


def test_roofs_take_the_colour_of_who_owns_the_village() -> None:
    for name in ("home", "village"):
        colours = {land.thing(name, 80, seat.colour).tobytes() for seat in LOOK.seats}
        assert len(colours) == len(LOOK.seats)


def test_what_lies_face_down_looks_the_same_whatever_it_hides() -> None:
    pos = GAME.codec.clone(played(2, "start"))
    before = grid(GAME.view(pos, None))
    s = pos.state
    at = s.up.index("0")
    other = next(code for code in s.kinds if code != s.kinds[at])
    s.kinds = s.kinds[:at] + other + s.kinds[at + 1:]
    assert grid(GAME.view(pos, None)) == before


def test_the_hole_of_the_boxed_map_is_neither_ground_nor_parchment() -> None:
    view = GAME.view(played(6, "start", "6_boxed"), None)
    one = grid(view)
    holes = [(r, c) for r, row in enumerate(one) for c, tile in enumerate(row) if tile is None]
    assert len(holes) == 16
    sheet, size = land.land(one, 20), 20
    r, c = holes[5]
    spot = sheet.crop((c * size + 4, r * size + 4, c * size + 16, r * size + 16)).resize((1, 1), Image.Resampling.BOX)
    assert max(spot.getpixel((0, 0))) < 110
