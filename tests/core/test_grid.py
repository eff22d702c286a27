"""Cells as bits: turns, fits, floods and neighbors equal a naive computation."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from games.core.prompts.grid import Grid
from games.core.prompts.option_table import OTHER, PlacementPicker, cell_at, cell_name
from games.core.prompts.prompt import Option, why_illegal
from games.core.state.rng import Rng
from games.core.text.messages import literal

SMALL = Grid(6, 9)
SHAPES = {
    "i": [(0, 0), (0, 1), (0, 2)],
    "l": [(0, 0), (1, 0), (2, 0), (2, 1)],
    "s": [(0, 1), (0, 2), (1, 0), (1, 1)],
    "u": [(0, 0), (0, 2), (1, 0), (1, 1), (1, 2)],
}


def some_cells(rng: Rng, grid: Grid, share: int) -> set[tuple[int, int]]:
    return {cell for cell in product(range(grid.rows), range(grid.cols)) if rng.below(100) < share}


def test_cells_come_in_reading_order_and_back() -> None:
    some = {(0, 0), (5, 8), (2, 3)}
    assert list(SMALL.cells(SMALL.from_cells(some))) == sorted(some)
    assert SMALL.board.bit_count() == 54
    assert not SMALL.board & SMALL.ring


@pytest.mark.parametrize(("shape", "turns"), [("i", 2), ("l", 4), ("s", 2), ("u", 4)])
def test_turns_are_distinct_and_clockwise(shape: str, turns: int) -> None:
    found = SMALL.rotations(SHAPES[shape])
    assert len(found) == turns
    assert [turn.degrees for turn in found] == [0, 90, 180, 270][:turns]
    if shape == "l":
        assert found[1].cells == ((0, 0), (0, 1), (0, 2), (1, 0))


@pytest.mark.parametrize("share", [0, 15, 40, 70])
def test_fits_is_the_plain_way(share: int) -> None:
    rng = Rng.of(share)
    for shape in SHAPES.values():
        for turn in SMALL.rotations(shape):
            taken = some_cells(rng, SMALL, share)
            free = set(product(range(6), range(9))) - taken
            plain = {
                (row, col)
                for row, col in product(range(6), range(9))
                if all((row + r, col + c) in free for r, c in turn.cells)
            }
            assert set(SMALL.cells(SMALL.fitting_corners(turn, SMALL.from_cells(free)))) == plain
            for row, col in plain:
                assert set(SMALL.cells(SMALL.place(turn, row, col))) == {
                    (row + r, col + c) for r, c in turn.cells
                }


@pytest.mark.parametrize("seed", range(30))
def test_enclosed_is_the_plain_flood(seed: int) -> None:
    rng = Rng.of(seed)
    walls = some_cells(rng, SMALL, 30 + seed)
    seen, todo = {(-1, -1)}, [(-1, -1)]
    while todo:
        row, col = todo.pop()
        for r, c in product((row - 1, row, row + 1), (col - 1, col, col + 1)):
            if -1 <= r <= 6 and -1 <= c <= 9 and (r, c) not in seen | walls:
                seen.add((r, c))
                todo.append((r, c))
    plain = set(product(range(6), range(9))) - seen - walls
    assert set(SMALL.cells(SMALL.enclosed(SMALL.from_cells(walls)))) == plain


def test_near_is_by_edges_and_stays_on_the_board() -> None:
    assert set(SMALL.cells(SMALL.adjacent(SMALL.from_cells([(0, 8)])))) == {(0, 7), (1, 8)}
    assert set(SMALL.cells(SMALL.adjacent(SMALL.from_cells([(2, 2), (2, 3)])))) == {
        (1, 2),
        (1, 3),
        (3, 2),
        (3, 3),
        (2, 1),
        (2, 4),
    }


@pytest.mark.parametrize("seed", range(12))
def test_lee_looks_in_four_directions(seed: int) -> None:
    rng = Rng.of(seed)
    some = some_cells(rng, SMALL, 8 + seed)
    ways = ((1, 0), (-1, 0), (0, 1), (0, -1))
    seen = {
        (row, col): sum(
            any((row + dr * k, col + dc * k) in some for k in range(1, 9)) for dr, dc in ways
        )
        for row, col in product(range(6), range(9))
        if (row, col) not in some
    }
    three, four = SMALL.enclosed_by(SMALL.from_cells(some))
    assert set(SMALL.cells(three)) == {cell for cell, n in seen.items() if n >= 3}
    assert set(SMALL.cells(four)) == {cell for cell, n in seen.items() if n == 4}


def test_groups_hang_together_by_edges() -> None:
    some = SMALL.from_cells([(0, 0), (0, 1), (1, 2), (4, 4), (5, 4)])
    assert [part.bit_count() for part in SMALL.groups(some)] == [2, 1, 2]


def test_touches_finds_where_a_shape_meets_cells() -> None:
    turn = SMALL.rotations(SHAPES["i"])[0]
    assert set(SMALL.cells(SMALL.touching_corners(turn, SMALL.from_cells([(3, 4)])))) == {
        (3, 2),
        (3, 3),
        (3, 4),
    }


def test_cells_are_named_by_column_and_row() -> None:
    assert (cell_name(6, 6), cell_at("g7")) == ("g7", (6, 6))
    assert all(cell_at(cell_name(*cell)) == cell for cell in product(range(14), range(14)))


def places(sites: list[tuple[int, int]], best: list[tuple[int, int]]) -> PlacementPicker:
    return PlacementPicker(
        SMALL,
        SMALL.from_cells(sites),
        best,
        lambda row, col, first: Option(cell_name(row, col), literal("!" if first else "")),
        lambda row: Option(f"r{row + 1}", literal(row)),
        Option(OTHER, literal("other")),
        (literal("1"), literal("2"), literal("3")),
    )


def test_places_lead_from_proposals_or_by_row_and_column() -> None:
    sites = [(0, 0), (0, 8), (3, 2), (5, 5)]
    asked = places(sites, [(3, 2)])
    assert [option.key for option in asked.choose().options] == ["c4", OTHER]
    assert [option.key for option in asked.choose(OTHER).options] == ["r1", "r4", "r6"]
    assert [option.key for option in asked.choose(OTHER, "r1").options] == ["a1", "i1"]
    assert [
        asked.names_a_place(where)
        for where in ((), ("c4",), (OTHER,), (OTHER, "r1"), (OTHER, "r1", "a1"))
    ] == [False, True, False, False, True]


def test_a_row_lists_its_own_places_and_none_of_the_next() -> None:
    asked = places([(3, 2), (3, 8), (4, 0), (4, 1), (4, 2)], [(3, 2)])
    assert [option.key for option in asked.choose(OTHER, "r4").options] == ["c4", "i4"]
    assert [option.key for option in asked.choose(OTHER, "r5").options] == ["a5", "b5", "c5"]


def test_places_without_more_than_the_proposals_have_no_other() -> None:
    assert [
        option.key for option in places([(0, 0), (3, 2)], [(3, 2), (0, 0)]).choose().options
    ] == [
        "c4",
        "a1",
    ]


def test_any_place_may_be_named_at_once_though_few_are_listed() -> None:
    form = places([(0, 0), (3, 2), (5, 5)], [(3, 2)]).choose()
    assert [why_illegal(form, key) is None for key in ("c4", "f6", "a1", OTHER)] == [True] * 4
    wrong: list[Any] = ["b1", "z9", "a7", "j1", "", "a", "a0", "a01", "A1", 3, None, ["a1"]]
    assert all(why_illegal(form, key) for key in wrong)
    assert form == places([(0, 0), (3, 2), (5, 5)], [(3, 2)]).choose()
    assert [option.key for option in places([(0, 0)], [(0, 0)]).choose(OTHER).options] == ["r1"]
