"""Values of building places in one domain: walls around, markets, Disease, room left.

`PlaceValues.worth` values a kind quickly, by whole regions of the domain. `PlaceValues.best` compares
all places of a kind to choose one.
"""

from __future__ import annotations

from functools import cached_property

from games.core.prompts.grid import Cell, Cells, Rotation
from games.era_medieval_age.ai.weights import Fierce
from games.era_medieval_age.model.catalog import KEEP, PIECES
from games.era_medieval_age.model.land import GRID, TURNS, Land, PlacedPiece, piece_id, placed

MARKET_BONUS = "free_orthogonal_neighbour"


class PlaceValues:
    """Values of the places of a domain with a planned ring of walls.

    `court` are the cells inside the planned ring, and `closing_probability` is the probability that
    the ring gets closed. `ring_cells` are kept free for the walls of the ring. `other_ring_cells`
    are those of the walls of other possible rings; a building on them costs a penalty.
    """

    def __init__(
        self,
        land: Land,
        court: Cells,
        ring_cells: Cells,
        closing_probability: float,
        rounds_left: float,
        w: Fierce,
        other_ring_cells: Cells = 0,
    ) -> None:
        self.land, self.w = land, w
        self.court, self.closing_probability = court & ~land.inside, closing_probability
        self.buildable, self.other_ring_cells = land.free & ~ring_cells, other_ring_cells
        self.room_weight = min(
            1.0, rounds_left
        )  # weight of free walled cells; lower in the last round
        self.disease_cost = w.crowd * min(3.0, rounds_left)
        self.values_by_kind: dict[str, float] = {}

    @cached_property
    def market_neighbors(self) -> Cells:
        """Return the free cells next to own markets; building there costs a point (rules 6.2)."""
        cells = 0
        for one in self.land.pieces:
            if PIECES[one.kind].bonus == MARKET_BONUS:
                cells |= one.near
        return cells & self.land.free

    @cached_property
    def building_cells(self) -> Cells:
        """Return the cells of all buildings except keeps, which Disease ignores."""
        cells = 0
        for one in self.land.buildings:
            if one.kind != KEEP:
                cells |= one.cells
        return cells

    @cached_property
    def _ungrouped(self) -> list[PlacedPiece]:
        """Return the buildings that Disease would count once they get a neighbor."""
        grouped = {one.id for one in self.land.grouped}
        return [
            one
            for one in self.land.buildings
            if one.kind != KEEP
            and one.id not in grouped
            and not one.near & self._hospital_cells
            and not PIECES[one.kind].heals
        ]

    @cached_property
    def _hospital_cells(self) -> Cells:
        cells = 0
        for one in self.land.buildings:
            if PIECES[one.kind].heals:
                cells |= one.cells
        return cells

    def worth(self, kind: str) -> float:
        """Return the value of a building of this kind at a good place; -99 without a place."""
        if kind not in self.values_by_kind:
            self.values_by_kind[kind] = self._kind_value(kind)
        return self.values_by_kind[kind]

    def _kind_value(self, kind: str) -> float:
        """Compute `worth`: the value of a kind in the best region where it fits.

        Places within a region are compared only for markets. If every place in the region touches
        another building or a market, up to one point is subtracted.
        """
        piece = PIECES[kind]
        if piece.bonus == MARKET_BONUS:
            return max(
                (self.value(one) for one in self._places(kind, self.buildable)), default=-99.0
            )
        best = -99.0
        untouched_cells = ~(self.market_neighbors | GRID.adjacent(self.building_cells))
        for region, factor in self._regions(kind):
            cells = self.buildable & region
            if not any(GRID.fitting_corners(turn, cells) for turn in TURNS[kind].values()):
                continue
            value = piece.points * factor - (self._room_cost(kind) if factor > 1 else 0.0)
            if value <= best:
                continue
            if not any(
                GRID.fitting_corners(turn, cells & untouched_cells) for turn in TURNS[kind].values()
            ):
                value -= min(2 * self.disease_cost, 1.0)
            best = max(best, value)
        return best

    def _regions(self, kind: str) -> tuple[tuple[Cells, float], ...]:
        """Return pairs (cells, factor on the points of a building there), one per region."""
        if kind == KEEP:
            # A Keep counts double everywhere; outside it takes no walled cells.
            return ((~(self.land.inside | self.court), 2.0), (GRID.board, 1.9))
        outside = ~(self.land.inside | self.court)
        regions = (
            (self.land.inside, 2.0),
            (self.court, 1.0 + self.closing_probability),
            (outside, 1.0),
            (GRID.board, 0.99),  # places that are partly inside walls
        )
        return tuple(region for region in regions if region[0])

    def _room_cost(self, kind: str) -> float:
        """Return the value of the walled cells that a building of a kind would cover."""
        return (
            0.0 if kind == KEEP else self.w.walled_cell * self.room_weight * len(PIECES[kind].cells)
        )

    def value(self, one: PlacedPiece) -> float:
        """Return the value of a building at its place."""
        piece, land = PIECES[one.kind], self.land
        value = 0.0 - (one.cells & self.market_neighbors).bit_count()
        if one.kind == KEEP:
            value += 2.0 * piece.points
            value -= (
                self.w.walled_cell
                * self.room_weight
                * (one.cells & (land.inside | self.court)).bit_count()
            )
        elif one.cells & land.inside:
            value += 2.0 * piece.points - self._room_cost(one.kind)
        elif one.cells & self.court:
            fully_inside = one.cells & self.court == one.cells
            value += (
                (1.0 + self.closing_probability) * piece.points - self._room_cost(one.kind)
                if fully_inside
                else piece.points - 2.0  # partly in the court: it stands in the way of the ring
            )
        else:
            value += piece.points
        if piece.bonus == MARKET_BONUS:
            free_neighbors = one.near & self.buildable
            value += self.w.market_cell * free_neighbors.bit_count()
            value -= (
                self.w.market_cell_inside
                * self.room_weight
                * (free_neighbors & (land.inside | self.court)).bit_count()
            )
        return value - self.disease_cost * self.disease_change(one)

    def disease_change(self, one: PlacedPiece) -> int:
        """Return by how much the building `one` would change the number that Disease counts."""
        piece = PIECES[one.kind]
        if one.kind == KEEP:
            return 0
        if piece.heals:
            return -sum(1 for other in self.land.grouped if other.near & one.cells)
        is_counted = bool(one.near & self.building_cells) and not one.near & self._hospital_cells
        return is_counted + sum(1 for other in self._ungrouped if other.near & one.cells)

    def best(self, kind: str) -> str:
        """Return the id of a piece of a kind at its best place; "" if there is none.

        Cells of the planned ring are used only if the piece fits nowhere else. Free cells next to a
        place lower its value, except for markets.
        """
        best: tuple[float, str] = (-1e9, "")
        for cells in (self.buildable, self.land.free):
            for one in self._places(kind, cells):
                free_neighbors = (one.near & self.land.free).bit_count()
                value = self.value(one) - (
                    0.0
                    if PIECES[kind].bonus == MARKET_BONUS
                    else self.w.open_cells * free_neighbors
                )
                best = max(
                    best,
                    (
                        value - self.w.other_ring_cell * bool(one.cells & self.other_ring_cells),
                        one.id,
                    ),
                )
            if best[1]:
                break
        return best[1]

    def _places(self, kind: str, cells: Cells) -> list[PlacedPiece]:
        found: list[tuple[Rotation, Cell]] = []
        for turn in TURNS[kind].values():
            found += [(turn, cell) for cell in GRID.cells(GRID.fitting_corners(turn, cells))]
        return [placed(piece_id(kind, *cell, turn.degrees)) for turn, cell in found]
