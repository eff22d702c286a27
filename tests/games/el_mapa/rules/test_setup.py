"""Contents of the box and setup of the map (rules 2.4, 3, 4)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from games.core.engine import walk
from games.core.engine.context import StepContext
from games.core.state.rng import Rng
from games.el_mapa import GAME
from games.el_mapa.model.catalog import LAYOUTS, RULES, TILES
from games.el_mapa.model.terrain import connected, sides
from games.el_mapa.rules.flow.setup import lay, orient
from games.el_mapa.rules.moving.exploring import look_around
from tests.games.el_mapa.positions import first_turn, opened

CONTENTS = {  # rules 2.4: by level, what is on the kinds that are not empty (red sides in brackets)
    0: ["mine wood", "mine stone, 1 levy", "village"],
    1: ["1 levy", "1 levy", "1 treasure", "1 treasure, 1 levy"],
    2: [
        "2 treasures, 2 levy",
        "tower 1",
        "village, 2 levy",
        "tower 1, 1 levy",
        "mine wood, 1 levy",
        "1 treasure, 2 soldier",
    ],
    3: [
        "2 levy (1)",
        "2 treasures, 1 soldier, 1 archer",
        "2 treasures, 2 soldier, 2 cavalry",
        "tower 2, 2 soldier",
        "tower 3, 2 cavalry",
        "mine stone, 1 levy, 2 archer (1)",
        "mine gold, 1 soldier (1)",
        "mine gold, 1 treasure, 1 soldier, 1 archer",
    ],
}
EMPTY = {1: [0] * 4, 2: [0] * 6, 3: [0, 0, 1, 1, 1, 1, 1, 1, 2]}
SIZES = {  # rules 4.4: level 1, level 2, level 3
    2: (14, 18, 26),
    3: (21, 30, 40),
    4: (28, 44, 60),
    5: (40, 60, 81),
    6: (48, 72, 118),
}


def words(kind: str) -> str:
    """Return a kind of tile in short words."""
    tile, parts = TILES[kind], []
    parts += [f"mine {tile.mine}"] if tile.mine else []
    parts += [f"tower {tile.tower}"] if tile.tower else []
    parts += ["village"] if tile.village else []
    parts += [f"{tile.treasures} treasure{'s' * (tile.treasures > 1)}"] if tile.treasures else []
    parts += [
        f"{tile.garrison[one]} {one}"
        for one in ("levy", "soldier", "archer", "cavalry")
        if one in tile.garrison
    ]
    return ", ".join(parts) + (f" ({len(tile.closed)})" if tile.closed else "")


@pytest.mark.parametrize("level", [0, 1, 2, 3])
def test_what_is_on_the_tiles(level: int) -> None:
    own = [kind for kind, tile in TILES.items() if tile.level == level]
    assert sorted(words(kind) for kind in own if not TILES[kind].empty) == sorted(CONTENTS[level])
    assert sorted(len(TILES[kind].closed) for kind in own if TILES[kind].empty) == EMPTY.get(
        level, []
    )
    assert all(TILES[kind].copies == 6 for kind in own)


@pytest.mark.parametrize("n", [2, 3, 4, 5, 6])
def test_how_many_cells_of_each_level(n: int) -> None:
    s = first_turn(n).state
    assert (
        tuple(sum(s.board.level[cell] == level for cell in s.board.cells) for level in (1, 2, 3))
        == SIZES[n]
    )
    for home in s.homes:
        assert sorted(
            s.board.mark[cell] for cell in s.board.orthogonal[home] if s.board.mark[cell] in "MP"
        ) == ["M", "P"]
    assert Counter(s.kind(home) for home in s.homes) == {"home_village": n}
    assert (
        sum(one == {"levy": 1} for cell, one in s.garrisons.items() if s.board.mark[cell] == "P")
        == n
    )


def test_the_boxed_map_for_six_leaves_sixteen_cells_void_in_the_middle() -> None:
    rows = [row.split() for row in LAYOUTS["6_boxed"].matrix]
    void = [(row, col) for row in range(16) for col in range(16) if rows[row][col] == "X"]
    assert len(void) == 16
    assert all(4 <= row <= 11 and 4 <= col <= 11 for row, col in void)
    s = first_turn(6, six_player_map="6_boxed").state
    assert all(cell in s.board.at for near in s.board.orthogonal.values() for cell in near)


@pytest.mark.parametrize("n", [2, 3, 4, 5, 6])
def test_every_map_hangs_together_and_red_tiles_lie_every_way(n: int) -> None:
    lies: set[int] = set()
    for seed in range(4):
        s = walk.start(GAME, {}, n, f"lies-{seed}").state
        assert connected(s.board, {cell: s.red(cell) for cell in s.board.cells})
        assert s.breaches == []
        lies |= {s.turns(cell) for cell in s.board.cells if TILES[s.kind(cell)].closed}
        assert {s.turns(cell) for cell in s.board.cells if not TILES[s.kind(cell)].closed} == {0}
    assert lies == {0, 1, 2, 3}


def test_a_map_that_never_hangs_together_is_opened_where_it_is_cut_off() -> None:
    """Two hundred draws, then as printed (4.5): with red lines north and south everywhere, the rows are cut apart."""
    s = opened(2).state
    kind = next(kind for kind, tile in TILES.items() if len(tile.closed) == 2)
    lay(s, dict.fromkeys(s.board.cells, kind))
    orient(Rng.of(1), s, s.board.cells)
    assert RULES.draws == 200
    assert set(s.turned) == {"0"}
    assert s.breaches
    assert connected(s.board, {cell: s.red(cell) for cell in s.board.cells})
    cell = s.breaches[0]
    assert s.red(cell) == 0


def test_a_border_is_closed_when_either_tile_is_closed_there() -> None:
    s = opened(4).state
    walls = Counter[int]()
    for cell in s.board.cells:
        for side, other in s.board.beside[cell].items():
            back = s.board.side(other, cell)
            red = side in sides(s.red(cell)) or back in sides(s.red(other))
            assert s.barred(cell, side, other) is s.barred(other, back, cell) is red
            assert (other in s.open_neighbors(cell)) is not red
            walls[(side in sides(s.red(cell))) + 2 * (back in sides(s.red(other)))] += 1
    assert set(walls) >= {0, 1, 2}


def test_homes_positions_and_first_players_come_by_lot() -> None:
    firsts, homes = set(), set()
    for seed in range(40):
        s = walk.start(GAME, {}, 4, f"lot-{seed}").state
        firsts.add(s.first)
        homes.add(s.homes[0])
        assert s.turn.seat == s.first
    assert firsts == {0, 1, 2, 3}
    assert len(homes) == 4


def test_nobody_has_cards_buildings_or_a_reserve_before_the_first_upkeep() -> None:
    pos = first_turn(3)
    s = pos.state
    assert [player.hand + player.lasting + player.buried for player in s.players] == [[], [], []]
    assert all(
        castle.spaces == {} and castle.reserve == {"levy": 1} and castle.progress == {}
        for castle in s.castles.values()
    )
    assert s.supply == {
        "pyramid": 4,
        "temple_of_midas": 4,
        "temple_of_ares": 4,
        "hanging_gardens": 4,
    }


def test_looking_around_turns_up_all_eight_in_reading_order() -> None:
    pos: Any = first_turn(2)
    s = pos.state
    dark = [one for one in s.board.cells if not any(s.open(other) for other in s.board.around[one])]
    cell = next(one for one in dark if len(s.board.around[one]) == 8)
    t = StepContext(GAME, pos)
    before = s.players[1].tiles
    look_around(t, 1, cell)
    told: Any = t.events[0].public
    assert told.cells == [other for other in s.board.cells if other in s.board.around[cell]]
    assert told.kinds == [s.kind(other) for other in told.cells]
    assert s.players[1].tiles - before == 8
    look_around(t, 0, cell)
    assert len(t.events) == 1, "a tile is turned up once"
