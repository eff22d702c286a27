"""Map as a grid: cell names, neighbors, red lines (borders that troops cannot cross), ways.

Cells are named by column letter and row number; `a1` is the top left corner. `Board` has what
depends only on the layout and is computed once. What depends on the tiles, such as red lines, is
passed as arguments.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache

from games.core.prompts.option_table import cell_name
from games.el_mapa.model.catalog import LAYOUTS, SIDES, TILES

STEPS = {"n": (-1, 0), "e": (0, 1), "s": (1, 0), "w": (0, -1)}
OPPOSITE = {"n": "s", "e": "w", "s": "n", "w": "e"}
_BIT = {side: 1 << at for at, side in enumerate(SIDES)}
_AROUND = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))
Cells = int  # a set of cells, one bit each
Sides = int  # a set of sides of a tile, one bit each in the order n e s w


def _beside(names: Mapping[tuple[int, int], str], row: int, col: int) -> dict[str, str]:
    """Return the orthogonal neighbors of the cell in a row and column, by side.

    `names` are the cells by (row, column).
    """
    spots = {side: (row + down, col + right) for side, (down, right) in STEPS.items()}
    return {side: names[spot] for side, spot in spots.items() if spot in names}


def _around(names: Mapping[tuple[int, int], str], row: int, col: int) -> tuple[str, ...]:
    """Return the up to eight neighbors of the cell in a row and column.

    Neighbors at the corners are included. `names` are the cells by (row, column).
    """
    spots = ((row + down, col + right) for down, right in _AROUND)
    return tuple(names[spot] for spot in spots if spot in names)


class Board:
    """Geometry of one layout.

    - `cells`: names of the cells in reading order; `at`: their indexes; `place`: their (row, column).
    - By cell: `mark` (as in `MapLayout.matrix`), `sector`, `level` of its tile; neighbors by side
      (`beside`), as a tuple (`orthogonal`), with corners (`around`).
    - `home`: cell of each home, by mark.
    - `bit`: the bit of each cell in a set of cells; `grid`: the set of all cells.
    """

    def __init__(self, key: str) -> None:
        layout = LAYOUTS[key]
        self.key, self.size, self.positions, self.supplement = (
            key,
            layout.size,
            layout.positions,
            layout.supplement,
        )
        marks = [row.split() for row in layout.matrix]
        sectors = [row.split() for row in layout.sectors]
        square = itertools.product(range(layout.size), repeat=2)
        names = {(row, col): cell_name(row, col) for row, col in square if marks[row][col] != "X"}
        self.cells: tuple[str, ...] = tuple(names.values())
        # row and column
        self.place: dict[str, tuple[int, int]] = {name: spot for spot, name in names.items()}
        # index in `cells`
        self.at: dict[str, int] = {name: at for at, name in enumerate(self.cells)}
        # J1, J2...: home of a player; a digit: level of the tile. "X", no cell, is left out.
        self.mark: dict[str, str] = {name: marks[row][col] for (row, col), name in names.items()}
        self.sector: dict[str, str] = {
            name: sectors[row][col] for (row, col), name in names.items()
        }
        self.level: dict[str, int] = {
            name: int(mark) if mark.isdigit() else 0 for name, mark in self.mark.items()
        }
        # cell by mark (J1, J2...)
        self.home: dict[str, str] = {
            mark: name for name, mark in self.mark.items() if mark[0] == "J"
        }
        # neighbor by side
        self.beside: dict[str, dict[str, str]] = {
            name: _beside(names, *spot) for spot, name in names.items()
        }
        # up to eight neighbors, also those at the corners
        self.around: dict[str, tuple[str, ...]] = {
            name: _around(names, *spot) for spot, name in names.items()
        }
        # For each neighbor: name, index, and the bit of the common border among the sides of the
        # cell and among the sides of the neighbor.
        self.doors: dict[str, tuple[tuple[str, int, Sides, Sides], ...]] = {
            name: tuple(
                (other, self.at[other], _BIT[side], _BIT[OPPOSITE[side]])
                for side, other in near.items()
            )
            for name, near in self.beside.items()
        }
        # up to four neighbors, as in `beside`
        self.orthogonal: dict[str, tuple[str, ...]] = {
            name: tuple(near.values()) for name, near in self.beside.items()
        }

        # One bit per cell. Each row has a spare bit, so that shifted bits do not reach the next row.
        self.stride = layout.size + 1
        self.bit: dict[str, Cells] = {
            name: 1 << row * self.stride + col for (row, col), name in names.items()
        }
        self.grid: Cells = sum(self.bit.values())

    @cached_property
    def hidden(self) -> tuple[str, ...]:
        """Return the cells whose tiles are face down at the start (levels 1 to 3)."""
        return tuple(name for name in self.cells if self.level[name])

    def distance(self, one: str, other: str) -> int:
        """Return the number of orthogonal steps between two cells, whatever is in between."""
        (row, col), (to_row, to_col) = self.place[one], self.place[other]
        return abs(row - to_row) + abs(col - to_col)

    @lru_cache(4096)  # noqa: B019 - boards live for ever
    def within(self, cell: str, steps: int) -> tuple[str, ...]:
        """Return the other cells at most `steps` orthogonal steps away, nearest first."""
        distances = {name: self.distance(cell, name) for name in self.cells}
        return tuple(
            sorted(
                (name for name, n in distances.items() if 0 < n <= steps),
                key=lambda name: (distances[name], self.at[name]),
            )
        )

    def side(self, cell: str, other: str) -> str:
        """Return the side of `cell` on which its neighbor `other` lies.

        Raises KeyError if the cells are no neighbors.
        """
        return _side(self, cell, other)


@lru_cache(4096)
def board(key: str) -> Board:
    """Return the board of a layout by key, built once; raise KeyError for an unknown key."""
    return Board(key)


@lru_cache(4096)
def _side(where: Board, cell: str, other: str) -> str:
    return {name: side for side, name in where.beside[cell].items()}[other]


@lru_cache(4096)
def red(kind: str, turned: int) -> Sides:
    """Return the red sides of a tile after `turned` quarter turns clockwise (rules 3.2)."""
    return sum(_BIT[SIDES[(SIDES.index(side) + turned) % 4]] for side in TILES[kind].closed)


OPEN: tuple[Sides, ...] = (0, 0, 0, 0)
RED: dict[str, tuple[Sides, ...]] = {  # by a tile's code and its quarter turns
    tile.code: tuple(red(kind, turned) for turned in range(4)) if tile.closed else OPEN
    for kind, tile in TILES.items()
}


def sides(some: Sides) -> tuple[str, ...]:
    """Return the sides of a set as a tuple, in the order n e s w."""
    return tuple(side for side in SIDES if some & _BIT[side])


def walled(one: Sides, side: str, other: Sides) -> bool:
    """Return whether the border between two tiles is red.

    `one` are the red sides of a tile, and `other` those of its neighbor on `side`.
    """
    return bool(one & _BIT[side] or other & _BIT[OPPOSITE[side]])


def connected(where: Board, closed: Mapping[str, Sides]) -> bool:
    """Return whether all cells stay connected, so that red lines cut off none.

    `closed` has the red sides of each cell that has any.
    """
    return flood(where, closed) == where.grid


def flood(where: Board, closed: Mapping[str, Sides]) -> Cells:
    """Return the set of cells that can be reached from the first cell.

    `closed` is as in `connected`. The flood fill shifts the bits of all cells at once.
    """
    # Cells that have no red line on their east side or south side.
    east, south, stride, bit = where.grid, where.grid, where.stride, where.bit
    for cell, some in closed.items():
        one = bit[cell]
        if some & _BIT["e"]:
            east &= ~one
        if some & _BIT["w"]:
            east &= ~(one >> 1)
        if some & _BIT["s"]:
            south &= ~one
        if some & _BIT["n"]:
            south &= ~(one >> stride)
    reached, before = bit[where.cells[0]], 0
    while reached != before:
        before = reached
        reached |= (reached & east) << 1 | (reached >> 1) & east
        reached |= (reached & south) << stride | (reached >> stride) & south
        reached &= where.grid
    return reached


def ways(
    start: str,
    points: int,
    onward: Callable[[str], Iterable[str]],
    ends: Callable[[str], bool],
) -> dict[str, tuple[str, ...]]:
    """Return the shortest way to each cell within `points` steps from `start`.

    A way lists its cells in order, without `start`. `onward` returns the cells to which one step
    from a cell leads; earlier ones are preferred among ways of equal length. A way ends in a cell
    for which `ends` is true.
    """
    found: dict[str, tuple[str, ...]] = {}
    edge: list[tuple[str, tuple[str, ...]]] = [(start, ())]
    for _ in range(points):
        next_edge = []
        for cell, way in edge:
            for other in onward(cell):
                if other != start and other not in found:
                    found[other] = (*way, other)
                    if not ends(other):
                        next_edge.append((other, found[other]))
        edge = next_edge
    return found


def reading(where: Board, cells: Iterable[str]) -> list[str]:
    """Return cells in reading order; raise KeyError for a cell that is not on the board."""
    return sorted(cells, key=where.at.__getitem__)


def route(start: str, way: Sequence[str]) -> tuple[str, ...]:
    """Return the steps of a way from `start`, one `a1>b1` per step, for arrows in pictures."""
    return tuple(f"{one}>{other}" for one, other in zip((start, *way), way, strict=False))
