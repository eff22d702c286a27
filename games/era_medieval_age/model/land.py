"""Geometry of a domain: pieces, walls, areas, groups.

The geometry is derived from the piece ids, never stored. A piece id holds the kind of the piece,
the top left cell of its bounding box and its rotation: `church-g7-90`. A domain is a sorted list of
such ids. Sets of cells are bit sets (`Cells`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache

from msgspec import Struct

from games.core.prompts.grid import Cell, Cells, Grid, Rotation
from games.core.prompts.option_table import cell_at, cell_name
from games.era_medieval_age.model.catalog import KEEP, PIECES, RULES, SCORCHED

GRID = Grid(RULES.rows, RULES.cols)
TURNS: dict[str, dict[int, Rotation]] = {
    kind: {turn.degrees: turn for turn in GRID.rotations(piece.cells)}
    for kind, piece in PIECES.items()
}


class PlacedPiece(Struct, frozen=True):
    """Piece in a domain, parsed from its id.

    (`row`, `col`) is the top left cell of its bounding box, `turn` its rotation in degrees. The
    piece covers `cells`; `near` are the cells next to it.
    """

    id: str
    kind: str
    row: int
    col: int
    turn: int
    cells: Cells
    near: Cells


@lru_cache(12_000)
def piece_id(kind: str, row: int, col: int, turn: int = 0) -> str:
    """Return the id of a piece: `church-g7-90`.

    The top left cell of its bounding box is (row, col); `turn` is clockwise, in degrees.
    """
    return f"{kind}-{cell_name(row, col)}-{turn}"


@lru_cache(12_000)
def placed(piece: str) -> PlacedPiece:
    """Parse a piece id. Raises KeyError or ValueError if it is invalid."""
    kind, cell, turn = piece.split("-")
    row, col = cell_at(cell)
    cells = GRID.place(TURNS[kind][int(turn)], row, col)
    return PlacedPiece(piece, kind, row, col, int(turn), cells, GRID.adjacent(cells))


def place_order(piece: str) -> tuple[int, int, str]:
    """Return the sort key of a piece id by its place: row by row, as a reader finds it."""
    one = placed(piece)
    return one.row, one.col, piece


class Land:
    """Geometry of one domain, derived from its pieces.

    - `taken`, `free`: the cells that any piece covers, and all other cells
    - `walls`: the cells that walls and keeps cover
    - `scorched`: the cells that scorched earth covers
    - `counts`: number of pieces by kind
    """

    def __init__(self, pieces: Sequence[str]) -> None:
        self.pieces = [placed(piece) for piece in pieces]
        self.taken = self.walls = self.scorched = 0
        self.counts = dict.fromkeys(PIECES, 0)
        for one in self.pieces:
            self.taken |= one.cells
            self.counts[one.kind] += 1
            if PIECES[one.kind].barrier:
                self.walls |= one.cells
            elif one.kind == SCORCHED:
                self.scorched |= one.cells
        self.free: Cells = GRID.board & ~self.taken

    @cached_property
    def inside(self) -> Cells:
        """Return the cells enclosed by walls and keeps (rules 4.3)."""
        return enclosed(self.walls)

    @cached_property
    def area(self) -> int:
        """Return the number of walled cells that count (rules 4.5)."""
        return (self.inside & ~self.scorched).bit_count()

    @property
    def buildings(self) -> Iterator[PlacedPiece]:
        """Return the buildings in id order, with keeps; walls are no buildings."""
        return (one for one in self.pieces if PIECES[one.kind].sort == "building")

    def walled(self, one: PlacedPiece) -> bool:
        """Return whether a building is in a walled area; keeps always are (rules 4.4)."""
        return one.kind == KEEP or one.cells & self.inside != 0

    @cached_property
    def unwalled(self) -> list[PlacedPiece]:
        """Return the buildings outside walls, which Attack and scorched earth may remove."""
        return [one for one in self.buildings if not self.walled(one)]

    @cached_property
    def grouped(self) -> list[PlacedPiece]:
        """Return the buildings that Disease counts (rules 5.4).

        Such a building is next to another building. It is neither a hospital nor next to a
        hospital. Disease ignores keeps, also as neighbors.
        """
        buildings = [one for one in self.buildings if one.kind != KEEP]
        hospital_cells = built = 0
        for one in buildings:
            built |= one.cells
            if PIECES[one.kind].heals:
                hospital_cells |= one.cells
        return [
            one
            for one in buildings
            if one.near & built and not one.near & hospital_cells and not PIECES[one.kind].heals
        ]

    @cached_property
    def dice(self) -> dict[str, int]:
        """Return the number of dice per color that the buildings grant."""
        return {PIECES[kind].die: n for kind, n in self.counts.items() if PIECES[kind].die}

    def at(self, cell: Cell) -> PlacedPiece | None:
        """Return the piece that covers a cell (row, column), or None if the cell is empty."""
        bit = GRID.cell_mask(*cell)
        return next((one for one in self.pieces if one.cells & bit), None)


@lru_cache(4096)
def enclosed(walls: Cells) -> Cells:
    """Return the cells that the barriers `walls` enclose (rules 4.3)."""
    return GRID.enclosed(walls)


@lru_cache(4096)
def _land(pieces: tuple[str, ...]) -> Land:
    return Land(pieces)


def land(pieces: Sequence[str]) -> Land:
    """Return the geometry of a domain with `pieces`, cached."""
    return _land(tuple(pieces))


def market_cells(one: PlacedPiece, free: Cells) -> int:
    """Return the number of cells in `free` next to a market (rules 6.2)."""
    return (one.near & free).bit_count()


@lru_cache(4096)
def scorch_sites(pieces: tuple[str, ...]) -> dict[Cell, tuple[str, ...]]:
    """Return the legal cells for scorched earth, each with the buildings to remove.

    A cell is the top left one of the piece; the buildings are ids. If the piece fits on free land,
    nothing is removed. Otherwise a place is legal unless another place removes only a part of the
    same buildings (rules 5.4 Treason; rulings R14, R31).
    """
    domain = _land(pieces)
    turn = TURNS[SCORCHED][0]
    outside = GRID.board & ~domain.inside
    free = GRID.fitting_corners(turn, domain.free & outside)
    if free:
        return dict.fromkeys(GRID.cells(free), ())
    removable = domain.unwalled
    usable = outside & ~domain.taken  # free, or covered by removable buildings
    for one in removable:
        usable |= one.cells
    sites = {}
    for cell in GRID.cells(GRID.fitting_corners(turn, usable)):
        covered = GRID.place(turn, *cell)
        sites[cell] = frozenset(one.id for one in removable if one.cells & covered)
    losses = set(sites.values())
    return {
        cell: tuple(sorted(lost))
        for cell, lost in sites.items()
        if not any(other < lost for other in losses)
    }
