"""A rectangle of cells as bits of one int: shapes and their turns, where they fit, what walls enclose, what is adjacent.

Bit `(row + 1) * stride + col + 1` is a cell; a ring of cells around the board is the outside, so that no shift ever wraps into
the board. A whole-board operation is a handful of shifts on a 256-bit int: a flood of a 14 x 14 board takes some 7 us.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

Cell = tuple[int, int]
Cells = int  # a set of cells, one bit each


@dataclass(frozen=True)
class Rotation:
    """A shape turned clockwise by `degrees`, moved so that its box begins at (0, 0): `cells` as (row, column), its `height` and
    `width`, and the `steps` of its cells as distances between bits."""

    degrees: int
    cells: tuple[Cell, ...]
    height: int
    width: int
    steps: tuple[int, ...]


class Grid:
    """A board of `rows` x `cols` cells; row 0 is at the top, column 0 at the left."""

    def __init__(self, rows: int, cols: int) -> None:
        self.rows, self.cols, self.stride = rows, cols, cols + 2
        self._all = (1 << (rows + 2) * self.stride) - 1
        self.board: Cells = self.of((row, col) for row in range(rows) for col in range(cols))
        self.ring: Cells = self._all & ~self.board

    def cell_mask(self, row: int, col: int) -> Cells:
        """The set of one cell (of the board or its ring)."""
        return 1 << (row + 1) * self.stride + col + 1

    def of(self, cells: Iterable[Cell]) -> Cells:
        """The set of these (row, column) cells of the board or its ring; others are not refused."""
        found = 0
        for row, col in cells:
            found |= self.cell_mask(row, col)
        return found

    def cells(self, some: Cells) -> Iterator[Cell]:
        """The (row, column) cells of a set in reading order; those of the ring have -1, `rows` or `cols`."""
        stride = self.stride
        while some:
            low = some & -some
            row, col = divmod(low.bit_length() - 1, stride)
            yield row - 1, col - 1
            some ^= low

    def turns(self, shape: Sequence[Cell]) -> tuple[Rotation, ...]:
        """The distinct turns of a shape, clockwise from 0 degrees; it is never mirrored."""
        found: dict[tuple[Cell, ...], Rotation] = {}
        cells = sorted((row, col) for row, col in shape)
        for degrees in (0, 90, 180, 270):
            height, width = 1 + max(row for row, _ in cells), 1 + max(col for _, col in cells)
            steps = tuple(row * self.stride + col for row, col in cells)
            found.setdefault(tuple(cells), Rotation(degrees, tuple(cells), height, width, steps))
            cells = sorted((col, height - 1 - row) for row, col in cells)
        return tuple(found.values())

    def place(self, turn: Rotation, row: int, col: int) -> Cells:
        """The cells of a turned shape whose box begins at (row, col)."""
        return self.of((row + r, col + c) for r, c in turn.cells)

    def fits(self, turn: Rotation, free: Cells) -> Cells:
        """Where the box of a turned shape may begin so that all its cells are among `free`.

        A shape has a cell in each column of its box: what would wrap over the rim falls on the ring, which is never free.
        """
        where = free = free & self.board
        if turn.steps[0]:
            where = self.board
        for step in turn.steps:
            where &= free >> step
        return where

    def touches(self, turn: Rotation, some: Cells) -> Cells:
        """Where the box of a turned shape may begin so that at least one of its cells is among `some`."""
        where = 0
        for step in turn.steps:
            where |= some >> step
        return where & self.board

    def adjacent(self, some: Cells) -> Cells:
        """The cells of the board that share an edge with one of `some`, without `some`."""
        return (
            (some << 1 | some >> 1 | some << self.stride | some >> self.stride) & self.board & ~some
        )

    def enclosed(self, barriers: Cells) -> Cells:
        """The cells that the outside can't reach: it spreads in 8 directions and only `barriers` stop it, so that two barriers
        that touch at a corner leak, and the rim of the board is no wall."""
        stride, open_ = self.stride, self._all & ~barriers
        reached = self.ring
        while True:
            wide = reached | reached << 1 | reached >> 1
            wide = (wide | wide << stride | wide >> stride) & open_
            if wide == reached:
                return open_ & ~reached
            reached = wide

    def enclosed_by(self, some: Cells) -> tuple[Cells, Cells]:
        """The free cells that have one of `some` in sight in at least three of the four directions, and those in all four."""
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
        """The parts of a set whose cells hang together by edges, in reading order."""
        found = []
        while some:
            part, seed = 0, some & -some
            while seed:
                part |= seed
                seed = self.adjacent(part) & some
            found.append(part)
            some &= ~part
        return found
