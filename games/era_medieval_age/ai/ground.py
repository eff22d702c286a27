"""Evaluation of building places: walls around, free cells at markets, neighbors, room.

Point changes are exact. `Ground` evaluates sets of places first, and single places only to
choose one.
"""

from __future__ import annotations

from functools import cached_property

from games.core.prompts.grid import Cell, Cells, Rotation
from games.era_medieval_age.ai.weights import Fierce
from games.era_medieval_age.model.catalog import KEEP, PIECES
from games.era_medieval_age.model.land import GRID, TURNS, Land, PlacedBuilding, name, placed

MARKET = "free_orthogonal_neighbour"


class Ground:
    """Domain with a planned ring.

    `court` will be walled with probability `sure`; `shut` is reserved for the ring's walls;
    `shy` are cells better kept for the walls of other rings.
    """

    def __init__(
        self,
        here: Land,
        court: Cells,
        shut: Cells,
        sure: float,
        left: float,
        w: Fierce,
        shy: Cells = 0,
    ) -> None:
        self.here, self.court, self.sure, self.w = here, court & ~here.inside, sure, w
        self.open, self.shy = here.free & ~shut, shy
        self.soon = min(1.0, left)  # weight of free room: less in the last round
        self.sickness = w.crowd * min(3.0, left)
        self.known: dict[str, float] = {}

    @cached_property
    def stalls(self) -> Cells:
        """Return the free cells next to own markets: building there costs a point (rules 6.2)."""
        cells = 0
        for one in self.here.pieces:
            if PIECES[one.kind].bonus == MARKET:
                cells |= one.near
        return cells & self.here.free

    @cached_property
    def built(self) -> Cells:
        """Return the cells of the buildings that Disease considers."""
        cells = 0
        for one in self.here.buildings:
            if one.kind != KEEP:
                cells |= one.cells
        return cells

    @cached_property
    def _alone(self) -> list[PlacedBuilding]:
        """Return the buildings that a neighbor would turn into grouped ones."""
        grouped = {one.id for one in self.here.grouped}
        return [
            one
            for one in self.here.buildings
            if one.kind != KEEP
            and one.id not in grouped
            and not one.near & self._healed
            and not PIECES[one.kind].heals
        ]

    @cached_property
    def _healed(self) -> Cells:
        cells = 0
        for one in self.here.buildings:
            if PIECES[one.kind].heals:
                cells |= one.cells
        return cells

    def worth(self, kind: str) -> float:
        """Return the value of a building of this kind at a good place, or -99 without a place."""
        if kind not in self.known:
            self.known[kind] = self._worth(kind)
        return self.known[kind]

    def _worth(self, kind: str) -> float:
        piece = PIECES[kind]
        if piece.bonus == MARKET:
            return max((self.value(one) for one in self._places(kind, self.open)), default=-99.0)
        best, apart = -99.0, ~(self.stalls | GRID.adjacent(self.built))
        for region, times in self._regions(kind):
            cells = self.open & region
            if not any(GRID.fits(turn, cells) for turn in TURNS[kind].values()):
                continue
            value = piece.points * times - (self._room(kind) if times > 1 else 0.0)
            if value <= best:
                continue
            if not any(GRID.fits(turn, cells & apart) for turn in TURNS[kind].values()):
                value -= min(2 * self.sickness, 1.0)
            best = max(best, value)
        return best

    def _regions(self, kind: str) -> tuple[tuple[Cells, float], ...]:
        """Return parts of the domain with the factor on a building's points there."""
        if kind == KEEP:
            return ((~(self.here.inside | self.court), 2.0), (GRID.board, 1.9))
        outside = ~(self.here.inside | self.court)
        parts = (
            (self.here.inside, 2.0),
            (self.court, 1.0 + self.sure),
            (outside, 1.0),
            (GRID.board, 0.99),
        )
        return tuple(part for part in parts if part[0])

    def _room(self, kind: str) -> float:
        return 0.0 if kind == KEEP else self.w.space * self.soon * len(PIECES[kind].cells)

    def value(self, one: PlacedBuilding) -> float:
        """Return the value of a building at its place."""
        piece, here = PIECES[one.kind], self.here
        value = 0.0 - (one.cells & self.stalls).bit_count()
        if one.kind == KEEP:
            value += 2.0 * piece.points
            value -= self.w.space * self.soon * (one.cells & (here.inside | self.court)).bit_count()
        elif one.cells & here.inside:
            value += 2.0 * piece.points - self._room(one.kind)
        elif one.cells & self.court:
            whole = one.cells & self.court == one.cells
            value += (
                (1.0 + self.sure) * piece.points - self._room(one.kind)
                if whole
                else piece.points - 2.0
            )
        else:
            value += piece.points
        if piece.bonus == MARKET:
            stalls = one.near & self.open
            value += self.w.stall * stalls.bit_count()
            value -= self.w.busy * self.soon * (stalls & (here.inside | self.court)).bit_count()
        return value - self.sickness * self.crowd(one)

    def crowd(self, one: PlacedBuilding) -> int:
        """Return how many more buildings Disease would count with this one."""
        piece = PIECES[one.kind]
        if one.kind == KEEP:
            return 0
        if piece.heals:
            return -sum(1 for other in self.here.grouped if other.near & one.cells)
        own = bool(one.near & self.built) and not one.near & self._healed
        return own + sum(1 for other in self._alone if other.near & one.cells)

    def best(self, kind: str) -> str:
        """Return the piece of this kind at the best place, or "" without a place.

        Ties go to places that keep most room.
        """
        top: tuple[float, str] = (-1e9, "")
        for cells in (self.open, self.here.free):
            for one in self._places(kind, cells):
                spoiled = (one.near & self.here.free).bit_count()
                value = self.value(one) - (
                    0.0 if PIECES[kind].bonus == MARKET else self.w.open_cells * spoiled
                )
                top = max(top, (value - self.w.block * bool(one.cells & self.shy), one.id))
            if top[1]:
                break
        return top[1]

    def _places(self, kind: str, cells: Cells) -> list[PlacedBuilding]:
        found: list[tuple[Rotation, Cell]] = []
        for turn in TURNS[kind].values():
            found += [(turn, cell) for cell in GRID.cells(GRID.fits(turn, cells))]
        return [placed(name(kind, *cell, turn.degrees)) for turn, cell in found]
