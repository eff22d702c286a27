"""Rings of walls that a domain could still close, for the computer players.

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
from games.era_medieval_age.model.land import GRID, TURNS, Land, enclosed, name, placed

SIDES_OF = range(2, 10)  # inner length and width of a ring: that of its court
MOST_WALLS = 4  # rings that need more walls are ignored
MAX_WALL_CELLS = max(len(PIECES[kind].cells) for kind in WALLS)
CLOSER_LOOKS = 5  # rectangles examined per number of walls

Stock = tuple[tuple[str, int], ...]  # (kind of wall, number left), the longest first


class Ring(NamedTuple):
    """Ring: ids of the walls to build, cells newly enclosed, size of the walled area then."""

    walls: tuple[str, ...]
    court: Cells
    area: int


@lru_cache(1)
def _rectangles() -> tuple[tuple[Cells, Cells], ...]:
    """Return all rectangles as (ring, court): the border cells and the cells inside."""
    found = []
    for high in SIDES_OF:
        for wide in SIDES_OF:
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


def rings(land: Land, walls: Stock) -> tuple[Ring, ...]:
    """Return the rings that these walls can close; per number of walls only the best."""
    houses = tuple(sorted((one.cells, PIECES[one.kind].points) for one in land.unwalled))
    return _rings(land.walls, land.free, land.scorched, houses, walls)


@lru_cache(512)
def _rings(
    barriers: Cells,
    free: Cells,
    scorched: Cells,
    houses: tuple[tuple[Cells, int], ...],
    walls: Stock,
) -> tuple[Ring, ...]:
    inside = enclosed(barriers)
    best: dict[Cells, Ring] = {}
    for missing, court in _promising_rectangles(barriers, free, scorched, houses):
        pieces = cover(missing, free & ~court, walls)
        if pieces:
            after = enclosed(barriers | _cells_of(pieces))
            best[missing] = Ring(pieces, after & ~inside, (after & ~scorched).bit_count())
    return tuple(best.values())


@lru_cache(1024)
def _promising_rectangles(
    barriers: Cells, free: Cells, scorched: Cells, houses: tuple[tuple[Cells, int], ...]
) -> tuple[tuple[Cells, Cells], ...]:
    """Return the best rectangles for each number of walls needed, as (missing cells, court).

    Which walls are left in the supply is not checked.
    """
    inside = enclosed(barriers)
    enclosable, blocked = ~inside & ~scorched & ~barriers, ~(free | barriers)
    found: dict[int, list[tuple[int, Cells, Cells]]] = {}
    for ring, court in _rectangles():
        if ring & blocked:
            continue
        missing = ring & ~barriers
        cells = missing.bit_count()
        if not 0 < cells <= MOST_WALLS * MAX_WALL_CELLS:
            continue
        gain = (court & enclosable).bit_count()
        if gain > 3:  # fewer new cells are not worth the walls
            walls_needed = -(-cells // MAX_WALL_CELLS)
            gain += sum([5 * points for house, points in houses if house & court])
            found.setdefault(walls_needed, []).append((gain, missing, court))
    return tuple(
        (missing, court)
        for candidates in found.values()
        for _, missing, court in nlargest(CLOSER_LOOKS, candidates)
    )


def _cells_of(pieces: tuple[str, ...]) -> Cells:
    found = 0
    for piece in pieces:
        found |= placed(piece).cells
    return found


@lru_cache(256)
def _walls_at(corner: Cells) -> dict[str, tuple[tuple[str, Cells], ...]]:
    """Return the walls that start at a cell and stay on the board, by kind: ids and cells."""
    row, col = next(GRID.cells(corner))
    return {
        kind: tuple(
            (name(kind, row, col, degrees), GRID.place(turn, row, col))
            for degrees, turn in TURNS[kind].items()
            if row + turn.height <= RULES.rows and col + turn.width <= RULES.cols
        )
        for kind in WALLS
    }


@lru_cache(4096)
def cover(
    missing: Cells, free: Cells, walls: Stock, most: int = MOST_WALLS
) -> tuple[str, ...] | None:
    """Return the fewest walls that fill `missing`, or None if more than `most` are needed.

    Walls may also cover cells in `free`.
    """
    if not missing:
        return ()
    if missing.bit_count() > most * MAX_WALL_CELLS:
        return None
    walls_from_corner, blocked = _walls_at(missing & -missing), ~free
    best: tuple[str, ...] | None = None
    limit = most - 1  # walls allowed after the first
    for kind, n in walls:
        for wall, cells in walls_from_corner[kind] if n else ():
            left = missing & ~cells
            if limit < 0 or cells & blocked or left.bit_count() > limit * MAX_WALL_CELLS:
                continue
            rest = tuple((other, m - (other == kind)) for other, m in walls) if left else ()
            more = cover(left, free & ~cells, rest, limit)
            if more is not None:
                best = (wall, *more)
                limit = len(more) - 1
    return best
