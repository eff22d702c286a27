"""Rings of walls: what a domain could still close, with which walls, for computer players.

Any rectangle may become a ring: what stands already counts, another area's wall too, so that towns grow by yards, and walls may
stick out. Which ring is worth its walls is for `planning` to say.
"""

from __future__ import annotations

from functools import lru_cache
from heapq import nlargest
from typing import NamedTuple

from games.core.prompts.grid import Cells
from games.era_medieval_age.model.catalog import PIECES, RULES, WALLS
from games.era_medieval_age.model.land import GRID, TURNS, Land, enclosed, name, placed

SIDES_OF = range(2, 10)  # how long and wide a court may be
MOST_WALLS = 4  # no ring is begun that needs more
MAX_WALL_CELLS = max(len(PIECES[kind].cells) for kind in WALLS)
CLOSER_LOOKS = 5  # rings of each number of walls that are worked out

Stock = tuple[
    tuple[str, int], ...
]  # kinds of walls and how many of each are left, the longest first


class Ring(NamedTuple):
    """The walls that are still to be built (ids), the cells that they would enclose anew, and the walled area then."""

    walls: tuple[str, ...]
    court: Cells
    area: int


@lru_cache(1)
def _frames() -> tuple[tuple[Cells, Cells], ...]:
    """All rectangles as (ring, court)."""
    found = []
    for high in SIDES_OF:
        for wide in SIDES_OF:
            for row in range(RULES.rows - high - 1):
                for col in range(RULES.cols - wide - 1):
                    box = GRID.of(
                        (r, c)
                        for r in range(row, row + high + 2)
                        for c in range(col, col + wide + 2)
                    )
                    court = GRID.of(
                        (r, c)
                        for r in range(row + 1, row + high + 1)
                        for c in range(col + 1, col + wide + 1)
                    )
                    found.append((box & ~court, court))
    return tuple(found)


def rings(here: Land, walls: Stock) -> tuple[Ring, ...]:
    """The rings that could be closed with these walls, the most promising of each number of walls."""
    houses = tuple(sorted((one.cells, PIECES[one.kind].points) for one in here.unwalled))
    return _rings(here.walls, here.free, here.scorched, houses, walls)


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
    for missing, court in _closer(barriers, free, scorched, houses):
        pieces = cover(missing, free & ~court, walls)
        if pieces:
            after = enclosed(barriers | _cells(pieces))
            best[missing] = Ring(pieces, after & ~inside, (after & ~scorched).bit_count())
    return tuple(best.values())


@lru_cache(1024)
def _closer(
    barriers: Cells, free: Cells, scorched: Cells, houses: tuple[tuple[Cells, int], ...]
) -> tuple[tuple[Cells, Cells], ...]:
    """What is missing of the frames that would gain most, whichever walls are left, and their courts."""
    inside = enclosed(barriers)
    closed, shut = ~inside & ~scorched & ~barriers, ~(free | barriers)
    found: dict[int, list[tuple[int, Cells, Cells]]] = {}
    for ring, court in _frames():
        if ring & shut:
            continue
        missing = ring & ~barriers
        cells = missing.bit_count()
        if not 0 < cells <= MOST_WALLS * MAX_WALL_CELLS:
            continue
        gain = (court & closed).bit_count()
        if gain > 3:
            least = -(-cells // MAX_WALL_CELLS)
            gain += sum([5 * points for house, points in houses if house & court])
            found.setdefault(least, []).append((gain, missing, court))
    return tuple(
        (missing, court)
        for some in found.values()
        for _, missing, court in nlargest(CLOSER_LOOKS, some)
    )


def _cells(pieces: tuple[str, ...]) -> Cells:
    found = 0
    for piece in pieces:
        found |= placed(piece).cells
    return found


@lru_cache(256)
def _from(corner: Cells) -> dict[str, tuple[tuple[str, Cells], ...]]:
    """The walls of each kind that begin at a cell and do not leave the board: their ids and cells."""
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
    """The fewest walls that fill `missing`; they may stick out where it is free. None when that takes more than `most`."""
    if not missing:
        return ()
    if missing.bit_count() > most * MAX_WALL_CELLS:
        return None
    here, shut = _from(missing & -missing), ~free
    best: tuple[str, ...] | None = None
    limit = most - 1  # walls that may come after the first
    for kind, n in walls:
        for wall, cells in here[kind] if n else ():
            left = missing & ~cells
            if limit < 0 or cells & shut or left.bit_count() > limit * MAX_WALL_CELLS:
                continue
            rest = tuple((other, m - (other == kind)) for other, m in walls) if left else ()
            more = cover(left, free & ~cells, rest, limit)
            if more is not None:
                best = (wall, *more)
                limit = len(more) - 1
    return best
