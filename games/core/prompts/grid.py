"""Rectangle of cells as bits of one int: rotation, placement, enclosure and adjacency.

Bit `(row + 1) * stride + col + 1` is a cell. A ring of cells around the board is the outside,
so no shift wraps into the board. A whole-board operation is a few shifts on a 256-bit int: a
flood fill of a 14 x 14 board takes about 7 us.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

Cell = tuple[int, int]
Cells = int  # set of cells, one bit each


@dataclass(frozen=True)
class Rotation:
    """A shape rotated clockwise by `degrees`, with its bounding box moved to (0, 0).

    `cells` are its (row, column) cells, `height` and `width` its size, `steps` the distances of
    its cells as bits.
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
        self.board: Cells = self.of((row, col) for row in range(rows) for col in range(cols))
        self.ring: Cells = self._all & ~self.board

    def cell_mask(self, row: int, col: int) -> Cells:
        """Return the set of one cell (of the board or its ring)."""
        return 1 << (row + 1) * self.stride + col + 1

    def of(self, cells: Iterable[Cell]) -> Cells:
        """Return the set of these (row, column) cells of the board or its ring; no bounds check."""
        found = 0
        for row, col in cells:
            found |= self.cell_mask(row, col)
        return found

    def cells(self, some: Cells) -> Iterator[Cell]:
        """Yield the (row, column) cells of a set in reading order.

        Cells of the ring have -1, `rows` or `cols`.
        """
        stride = self.stride
        while some:
            low = some & -some
            row, col = divmod(low.bit_length() - 1, stride)
            yield row - 1, col - 1
            some ^= low

    def turns(self, shape: Sequence[Cell]) -> tuple[Rotation, ...]:
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
        return self.of((row + r, col + c) for r, c in turn.cells)

    def fits(self, turn: Rotation, free: Cells) -> Cells:
        """Return where the bounding box of a shape may begin so that all its cells are in `free`.

        A shape has a cell in each column of its box: one that would wrap around falls on the
        ring, which is never free.
        """
        where = free = free & self.board
        if turn.steps[0]:
            where = self.board
        for step in turn.steps:
            where &= free >> step
        return where

    def touches(self, turn: Rotation, some: Cells) -> Cells:
        """Return where the bounding box of a shape may begin so that a cell of it is in `some`."""
        where = 0
        for step in turn.steps:
            where |= some >> step
        return where & self.board

    def adjacent(self, some: Cells) -> Cells:
        """Return the cells of the board that share an edge with one of `some`, without `some`."""
        return (
            (some << 1 | some >> 1 | some << self.stride | some >> self.stride) & self.board & ~some
        )

    def enclosed(self, barriers: Cells) -> Cells:
        """Return the cells that a flood from the outside cannot reach.

        The flood spreads in 8 directions and only `barriers` stop it: two barriers that touch
        at a corner leak, and the edge of the board is no wall.
        """
        stride, open_ = self.stride, self._all & ~barriers
        reached = self.ring
        while True:
            wide = reached | reached << 1 | reached >> 1
            wide = (wide | wide << stride | wide >> stride) & open_
            if wide == reached:
                return open_ & ~reached
            reached = wide

    def enclosed_by(self, some: Cells) -> tuple[Cells, Cells]:
        """Return the free cells that see `some` in at least three directions, and in all four."""
        board, stride = self.board, self.stride
        one = two = three = four = 0
        for across, back in ((1, False), (1, True), (stride, False), (stride, True)):
            seen = some
            for _ in range(self.cols if across == 1 else self.rows):
                seen |= (seen >> across if back else seen << across) & board
            four |= three & seen
            three |= two & seen
            two |= one & seen
            one |= seen
        return three & ~some, four & ~some

    def groups(self, some: Cells) -> list[Cells]:
        """Return the parts of a set that are connected by edges, in reading order."""
        found = []
        while some:
            part, seed = 0, some & -some
            while seed:
                part |= seed
                seed = self.adjacent(part) & some
            found.append(part)
            some &= ~part
        return found
