"""Rings of walls that a domain could still close, for the AI players.

Every rectangle is a possible ring. Existing barriers count as parts of it, so a ring may extend
a walled area. Walls may stick out of the rectangle. `outlook.py` decides which ring is worth
its walls.
"""

from __future__ import annotations

from functools import lru_cache
from heapq import nlargest
from typing import NamedTuple

from games.core.prompts.grid import Cells
from games.era_medieval_age.model.catalog import PIECES, RULES, WALLS
from games.era_medieval_age.model.land import GRID, TURNS, Land, enclosed, piece_id, placed

COURT_SIDES = range(2, 10)  # possible lengths and widths of a court, the inside of a ring
MAX_WALLS = 4  # rings that need more walls are ignored
MAX_WALL_CELLS = max(len(PIECES[kind].cells) for kind in WALLS)
RECTANGLES_PER_WALL_COUNT = 5  # rectangles examined for each number of walls needed

WallStock = tuple[tuple[str, int], ...]  # (kind of wall, number left), the longest first


class Ring(NamedTuple):
    """Ring that can be closed by building `walls`, which are ids of walls.

    Then the cells of `court` are newly enclosed, and the walled area has `area` cells.
    """

    walls: tuple[str, ...]
    court: Cells
    area: int


@lru_cache(1)
def _rectangles() -> tuple[tuple[Cells, Cells], ...]:
    """Return all rectangles as (ring, court): the border cells and the cells inside."""
    found = []
    for high in COURT_SIDES:
        for wide in COURT_SIDES:
            for row in range(RULES.rows - high - 1):
                for col in range(RULES.cols - wide - 1):
                    box = GRID.from_cells(
                        (r, c)
                        for r in range(row, row + high + 2)
                        for c in range(col, col + wide + 2)
                    )
                    court = GRID.from_cells(
                        (r, c)
                        for r in range(row + 1, row + high + 1)
                        for c in range(col + 1, col + wide + 1)
                    )
                    found.append((box & ~court, court))
    return tuple(found)


def rings(land: Land, walls: WallStock) -> tuple[Ring, ...]:
    """Return the rings that a domain can close with the walls left in the supply.

    `walls` has the number left of each kind. Not all rectangles are tried. They are grouped by the
    minimum number of walls that they need; from each group only the `RECTANGLES_PER_WALL_COUNT`
    most promising ones are tried.
    """
    houses = tuple(sorted((one.cells, PIECES[one.kind].points) for one in land.unwalled))
    return _rings(land.walls, land.free, land.scorched, houses, walls)


@lru_cache(512)
def _rings(
    barriers: Cells,
    free: Cells,
    scorched: Cells,
    houses: tuple[tuple[Cells, int], ...],
    walls: WallStock,
) -> tuple[Ring, ...]:
    inside = enclosed(barriers)
    by_missing_cells: dict[Cells, Ring] = {}  # rectangles with the same missing cells count once
    for missing, court in _promising_rectangles(barriers, free, scorched, houses):
        pieces = cover(missing, free & ~court, walls)
        if pieces:
            after = enclosed(barriers | _cells_of_walls(pieces))
            area = (after & ~scorched).bit_count()
            by_missing_cells[missing] = Ring(pieces, after & ~inside, area)
    return tuple(by_missing_cells.values())


@lru_cache(1024)
def _promising_rectangles(
    barriers: Cells, free: Cells, scorched: Cells, houses: tuple[tuple[Cells, int], ...]
) -> tuple[tuple[Cells, Cells], ...]:
    """Return the most promising rectangles, as (cells of missing walls, cells of the court).

    The rectangles are grouped by the minimum number of walls that they need. From each group the
    best `RECTANGLES_PER_WALL_COUNT` are returned, by newly enclosed cells and points of enclosed
    buildings. `houses` are the buildings as (cells, points). Whether the supply still has the walls
    is not checked.
    """
    inside = enclosed(barriers)
    enclosable, blocked = ~inside & ~scorched & ~barriers, ~(free | barriers)
    # by number of walls needed: (gain, missing cells, court)
    by_walls_needed: dict[int, list[tuple[int, Cells, Cells]]] = {}
    for ring, court in _rectangles():
        if ring & blocked:
            continue
        missing = ring & ~barriers
        cells = missing.bit_count()
        if not 0 < cells <= MAX_WALLS * MAX_WALL_CELLS:
            continue
        gain = (court & enclosable).bit_count()
        if gain > 3:  # fewer new cells are not worth the walls
            walls_needed = -(-cells // MAX_WALL_CELLS)
            gain += sum([5 * points for house, points in houses if house & court])
            by_walls_needed.setdefault(walls_needed, []).append((gain, missing, court))
    return tuple(
        (missing, court)
        for candidates in by_walls_needed.values()
        for _, missing, court in nlargest(RECTANGLES_PER_WALL_COUNT, candidates)
    )


def _cells_of_walls(walls: tuple[str, ...]) -> Cells:
    cells = 0
    for wall in walls:
        cells |= placed(wall).cells
    return cells


@lru_cache(256)
def _walls_at(first_cell: Cells) -> dict[str, tuple[tuple[str, Cells], ...]]:
    """Return the walls that begin with `first_cell` and fit on the board, by kind.

    Each wall is (id, cells).
    """
    row, col = next(GRID.cells(first_cell))
    return {
        kind: tuple(
            (piece_id(kind, row, col, degrees), GRID.place(turn, row, col))
            for degrees, turn in TURNS[kind].items()
            if row + turn.height <= RULES.rows and col + turn.width <= RULES.cols
        )
        for kind in WALLS
    }


@lru_cache(4096)
def cover(
    missing: Cells, free: Cells, walls: WallStock, most: int = MAX_WALLS
) -> tuple[str, ...] | None:
    """Return the fewest walls that fill the cells `missing`, as ids.

    Returns None if this takes more than `most` walls. Walls may cover only cells in `free`, which
    includes `missing`. The search fills the first missing cell in each possible way, and then the
    other cells.
    """
    if not missing:
        return ()
    if missing.bit_count() > most * MAX_WALL_CELLS:
        return None
    walls_on_first_cell, blocked = _walls_at(missing & -missing), ~free
    best: tuple[str, ...] | None = None
    limit = most - 1  # walls allowed after the first
    for kind, n in walls:
        for wall, cells in walls_on_first_cell[kind] if n else ():
            still_missing = missing & ~cells
            too_long = still_missing.bit_count() > limit * MAX_WALL_CELLS
            if limit < 0 or cells & blocked or too_long:
                continue
            walls_left = (
                tuple((other, m - (other == kind)) for other, m in walls) if still_missing else ()
            )
            other_walls = cover(still_missing, free & ~cells, walls_left, limit)
            if other_walls is not None:
                best = (wall, *other_walls)
                limit = len(other_walls) - 1  # from here on only fewer walls are better
    return best
