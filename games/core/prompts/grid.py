"""Rectangular board whose sets of cells are ints: rotation, placement, enclosure, adjacency.

Bit `(row + 1) * stride + col + 1` is a cell. The board is surrounded by a ring of cells, so a
shift never moves a cell from one edge of the board to the opposite one. An operation on the
whole board is a few shifts of an int: a flood fill of a 14 x 14 board takes about 7 us.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

Cell = tuple[int, int]
Cells = int  # set of cells, one bit each


@dataclass(frozen=True)
class Rotation:
    """A shape rotated clockwise by `degrees`, with its bounding box moved to (0, 0).

    `cells` are its (row, column) cells, `height` and `width` its size. `steps` are the distances
    in bits from the corner of the bounding box to each cell.
    """

    degrees: int
    cells: tuple[Cell, ...]
    height: int
    width: int
    steps: tuple[int, ...]


class Grid:
    """Board of `rows` x `cols` cells; row 0 is at the top, column 0 at the left."""

    def __init__(self, rows: int, cols: int) -> None:
        self.rows, self.cols, self.stride = rows, cols, cols + 2
        self._all = (1 << (rows + 2) * self.stride) - 1
        self.board: Cells = self.from_cells(
            (row, col) for row in range(rows) for col in range(cols)
        )
        self.ring: Cells = self._all & ~self.board

    def cell_mask(self, row: int, col: int) -> Cells:
        """Return the set of one cell (of the board or its ring)."""
        return 1 << (row + 1) * self.stride + col + 1

    def from_cells(self, cells: Iterable[Cell]) -> Cells:
        """Return these (row, column) cells of the board or its ring as a set; no bounds check."""
        bits = 0
        for row, col in cells:
            bits |= self.cell_mask(row, col)
        return bits

    def cells(self, some: Cells) -> Iterator[Cell]:
        """Yield the (row, column) cells of a set in reading order.

        Cells of the ring have row -1 or `rows`, or column -1 or `cols`.
        """
        stride = self.stride
        while some:
            lowest = some & -some
            row, col = divmod(lowest.bit_length() - 1, stride)
            yield row - 1, col - 1
            some ^= lowest

    def rotations(self, shape: Sequence[Cell]) -> tuple[Rotation, ...]:
        """Return the distinct rotations of a shape, clockwise from 0 degrees; no reflections."""
        found: dict[tuple[Cell, ...], Rotation] = {}
        cells = sorted((row, col) for row, col in shape)
        for degrees in (0, 90, 180, 270):
            height, width = 1 + max(row for row, _ in cells), 1 + max(col for _, col in cells)
            steps = tuple(row * self.stride + col for row, col in cells)
            found.setdefault(tuple(cells), Rotation(degrees, tuple(cells), height, width, steps))
            cells = sorted((col, height - 1 - row) for row, col in cells)
        return tuple(found.values())

    def place(self, turn: Rotation, row: int, col: int) -> Cells:
        """Return the cells of a rotated shape whose bounding box begins at (row, col)."""
        return self.from_cells((row + r, col + c) for r, c in turn.cells)

    def fitting_corners(self, turn: Rotation, free: Cells) -> Cells:
        """Return where the bounding box of a shape may begin so that all its cells are in `free`.

        Cells outside the board are never free. A shape is connected, so one that crosses an edge
        of the board has a cell on the ring and does not fit.
        """
        corners, free = self.board, free & self.board
        for step in turn.steps:
            corners &= free >> step
        return corners

    def touching_corners(self, turn: Rotation, some: Cells) -> Cells:
        """Return where the bounding box of a shape may begin so that a cell of it is in `some`."""
        corners = 0
        for step in turn.steps:
            corners |= some >> step
        return corners & self.board

    def adjacent(self, some: Cells) -> Cells:
        """Return the cells of the board that share an edge with one of `some`, without `some`."""
        return (
            (some << 1 | some >> 1 | some << self.stride | some >> self.stride) & self.board & ~some
        )

    def enclosed(self, barriers: Cells) -> Cells:
        """Return the cells that a flood fill from the ring cannot reach.

        The flood spreads in 8 directions and only `barriers` stop it. It passes between two
        barriers that touch only at a corner, and the edge of the board does not stop it.
        """
        stride, passable = self.stride, self._all & ~barriers
        reached = self.ring
        while True:
            wider = reached | reached << 1 | reached >> 1
            wider = (wider | wider << stride | wider >> stride) & passable
            if wider == reached:
                return passable & ~reached
            reached = wider

    def enclosed_by(self, some: Cells) -> tuple[Cells, Cells]:
        """Return the cells that see `some` in at least three directions, and those in all four.

        A cell sees in straight lines along its row and column, to the edge of the board. Cells
        of `some` are left out.
        """
        board, stride = self.board, self.stride
        # The cells that see `some` in at least one direction, two directions, and so on.
        one = two = three = four = 0
        for step, backwards in ((1, False), (1, True), (stride, False), (stride, True)):
            seen = some
            for _ in range(self.cols if step == 1 else self.rows):
                seen |= (seen >> step if backwards else seen << step) & board
            four |= three & seen
            three |= two & seen
            two |= one & seen
            one |= seen
        return three & ~some, four & ~some

    def groups(self, some: Cells) -> list[Cells]:
        """Return the parts of a set whose cells are connected by edges, in reading order."""
        parts = []
        while some:
            part, added = 0, some & -some
            while added:
                part |= added
                added = self.adjacent(part) & some
            parts.append(part)
            some &= ~part
        return parts
