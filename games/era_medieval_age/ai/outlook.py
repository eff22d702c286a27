"""Valuation of the harder AI player: buildings by their place, rings as a whole.

`Outlook` refines `evaluate.Valuation`: a building is worth what its best place is worth
(`ground.py`), walls are valued by the ring that they close, and the lead and the rounds left are
estimated from matches between AI players. `turns.py` and `prospects.py` build on it.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from games.core.text.messages import Seat
from games.era_medieval_age.ai.evaluate import (
    STONE,
    BuildableKind,
    Stock,
    Valuation,
    win_probability,
    without_stone,
)
from games.era_medieval_age.ai.ground import PlaceValues
from games.era_medieval_age.ai.walls import Ring, rings
from games.era_medieval_age.ai.weights import FIERCE, SOLO, Fierce
from games.era_medieval_age.model.catalog import BUILDINGS, PIECES, RESOURCES, RULES, WALLS
from games.era_medieval_age.model.land import placed
from games.era_medieval_age.model.state import EraState
from games.era_medieval_age.rules.domain.scoring import standing

MAX_COPIES = 3  # at most so many copies of one kind are considered in one turn
SOLO_SAMPLES = 60  # number of samples with which the solo weights were tuned
MAX_FOOD = RULES.resources["food"].most


class Outlook(Valuation):
    """Valuation with which the harder AI player plays, computed once per decision."""

    w: Fierce
    samples = 160  # random samples per decision about dice

    def __init__(
        self, s: EraState, seat: Seat, options: dict[str, Any], rounds_left: float | None = None
    ) -> None:
        if len(s.towns) == 1:
            self.samples = SOLO_SAMPLES
        self.rings: list[tuple[float, Ring]] = []  # (gain when closed, ring), fewest walls first
        self.best_ring_value = 0.0  # value of the best ring if no wall is built now
        self.build_values: dict[tuple[Stock, int], float] = {}
        super().__init__(s, seat, options, SOLO if len(s.towns) == 1 else FIERCE, rounds_left)

    def _rounds_left(self) -> float:
        """Estimate the rounds left after this one, calibrated on matches of AI players."""
        s, limit, w = self.s, self.options["round_limit"], self.w
        if self.n == 1:
            return RULES.solo.rounds - s.round
        markers_left = s.markers - len(s.ended)
        if markers_left <= 0:
            return 0.0
        # rounds until each kind of building runs out, the first to run out first
        rounds_by_kind = sorted(
            s.supply[kind] / (self.n * pace)
            for kind, pace in zip(BUILDINGS, w.paces, strict=True)
            if s.supply[kind]
        )
        if rounds_by_kind:
            # The game ends when as many kinds have run out as there are end markers left.
            last_kind = min(markers_left, len(rounds_by_kind)) - 1
            rounds = max(
                w.min_rounds, (rounds_by_kind[last_kind] - 1) * w.supply_factors[markers_left - 1]
            )
        else:
            rounds = 1.0
        return min(rounds, limit - s.round) if limit else rounds

    def _resource_factor(self) -> float:
        """Return the factor on the value of resources.

        The factor is low if the game will probably end with this round.
        """
        return super()._resource_factor() * min(1.0, self.rounds_left / self.w.few_rounds)

    @cached_property
    def place_values(self) -> PlaceValues:
        """Return the values of building places if the game goes on, with the planned ring."""
        # tuned apart from `open_ring_walls`, which value the ring itself
        base_walls, walls_per_round, uncertainty = self.w.court_ring_walls
        expected_walls = base_walls + walls_per_round * self.rounds_left
        # probability that the expected walls are enough, by the same curve as the win probability
        closing_probability = (
            win_probability(expected_walls - len(self.ring.walls), uncertainty)
            if self.ring and not self.last
            else 0.0
        )
        wall_cells = 0
        for _, ring in self.rings:
            for piece in ring.walls:
                wall_cells |= placed(piece).cells
        return PlaceValues(
            self.land,
            self.court,
            ring_cells=self.missing_wall_cells,
            closing_probability=closing_probability,
            rounds_left=self.rounds_left,
            w=self.w,
            other_ring_cells=wall_cells & ~self.missing_wall_cells,
        )

    def ring_probability(self, ring: Ring, missing: int) -> float:
        """Return the probability that the last `missing` walls of a ring are built later."""
        if not missing:
            return 1.0
        if self.last:
            return 0.0
        base_walls, walls_per_round, uncertainty = self.w.open_ring_walls
        expected_walls = base_walls + walls_per_round * self.rounds_left
        enough_rounds = win_probability(expected_walls - missing, uncertainty)
        return enough_rounds * float(self._supply_probability(ring) ** (missing / len(ring.walls)))

    def _supply_probability(self, ring: Ring) -> float:
        """Return the probability that a ring's walls stay in the supply long enough."""
        if self.n == 1:
            return 1.0
        kinds = [placed(piece).kind for piece in ring.walls]
        chance = 1.0
        for kind in set(kinds):
            chance *= 1 - self.w.scarce * kinds.count(kind) / self.s.supply[kind]
        return chance

    def walls_worth(self, gain: float, ring: Ring, built: int) -> float:
        """Return the value of building the first `built` walls of a ring now, instead of none.

        `gain` is the value of the closed ring.
        """
        return self._expected_ring_value(gain, ring, len(ring.walls) - built) - self.best_ring_value

    def _expected_ring_value(self, gain: float, ring: Ring, missing: int) -> float:
        """Return the value of a ring that lacks `missing` walls.

        It is `gain`, the value of the closed ring, minus the cost of the missing walls, times the
        probability that the ring gets closed.
        """
        return self.ring_probability(ring, missing) * max(0.0, gain - self.w.wall_cost * missing)

    def _best_ring(self) -> tuple[Ring | None, float]:
        """Store the best ring per number of walls; return the best of all and its gain.

        Stores the rings found in `rings`. Returns (None, 0) if no ring is worth its walls.
        """
        walls = tuple((kind, min(self.s.supply[kind], 4)) for kind in reversed(WALLS))
        now = self.area_worth(self.land.area)
        # by number of walls: gain times probability of the supply, gain, ring
        best: dict[int, tuple[float, float, Ring]] = {}
        for ring in rings(self.land, walls):
            gain = (
                self.area_worth(ring.area)
                - now
                + self._doubled_points(ring)
                + self._room_worth(ring)
            )
            n = len(ring.walls)
            expected_gain = gain * self._supply_probability(ring)
            if expected_gain > best.get(n, (0.0, 0.0, ring))[0]:
                best[n] = expected_gain, gain, ring
        self.rings = [(gain, ring) for _, (_, gain, ring) in sorted(best.items())]
        expected_values = [
            (self._expected_ring_value(gain, ring, len(ring.walls)), gain, ring)
            for gain, ring in self.rings
        ]
        self.best_ring_value, gain, chosen = max(
            expected_values, key=lambda one: one[0], default=(0.0, 0.0, None)
        )
        return (chosen, gain) if self.best_ring_value > 0 else (None, 0.0)

    def _buildable_kinds(self) -> list[BuildableKind]:
        """Return the buildings with a positive value, best first; walls are valued as rings."""
        found = []
        for kind in BUILDINGS:
            worth = self.worth(kind) + self.ending_value(kind) if self.s.supply[kind] else 0.0
            if worth > 0:
                cost = tuple(PIECES[kind].cost.get(what, 0) for what in RESOURCES)
                max_copies = min(self.s.supply[kind], MAX_COPIES)
                found.append(
                    BuildableKind(worth, (cost[0], cost[1], cost[2], cost[3]), max_copies, kind)
                )
        return sorted(found, reverse=True)

    def worth(self, kind: str) -> float:
        """Return the value, until the end, of one more building of a kind at its best place."""
        piece, left, land = PIECES[kind], self.rounds_left, self.land
        points = self.place_values.worth(kind)
        dice = sum(land.dice.values())
        if piece.die:
            points += (
                self.die_values[piece.die] - (self.w.unfed_die if dice >= MAX_FOOD else 0.0)
            ) * left + land.counts["cathedral"]
        for what, n in piece.income.items():
            points += n * left * self._income_unit_value(what)
        points += self.w.setting * left * piece.sets  # dice that it may set each round
        match piece.bonus:
            case "stored_resource":
                points += self.w.guildhall[0] + self.w.guildhall[1] * left
            case "culture":
                points += self.town.culture + self.w.church * left * land.counts["church"]
            case "die_owned":
                points += dice + self.w.cathedral * left
        return points * self.w.favour[BUILDINGS.index(kind)] if points > 0 else points

    def _stock_value(self, stock: Stock) -> float:
        """Return the value of stored resources, including those saved for guildhalls."""
        total = self.resource_factor * self.w.fed * min(stock[3], self.unfed_dice)
        for n, unit, decline in zip(stock, self.w.unit, self.w.decline, strict=True):
            total += self.resource_factor * (unit * n - decline * n * n)
        return total + self.land.counts["guildhall"] * sum(stock) * float(
            self.w.guildhall_fade**self.rounds_left
        )

    def build_worth(self, stock: Stock, hammers: int) -> float:
        """Return the best value of `hammers` and `stock` in a building turn.

        The turn may build walls of one ring; each costs one hammer and one stone.
        """
        best = self._cached_build_worth(stock, hammers)
        for ring_gain, ring in self.rings:
            walls_built = min(len(ring.walls), hammers, stock[STONE])
            if not walls_built:
                continue
            walls_worth = self.walls_worth(ring_gain, ring, walls_built)
            if walls_worth > 0:
                stock_left = without_stone(stock, walls_built)
                rest = self._cached_build_worth(stock_left, hammers - walls_built)
                best = max(best, walls_worth + rest)
        return best

    def _cached_build_worth(self, stock: Stock, hammers: int) -> float:
        key = stock, hammers
        if key not in self.build_values:
            self.build_values[key] = super().build_worth(stock, hammers)
        return self.build_values[key]

    def area_points_at_end(self, area: int) -> float:
        """Return the points for the largest area if the game ends now.

        `area` is the number of the seat's walled cells. If a rival has the largest area, those
        points divided by the number of rivals are subtracted.
        """
        if self.n == 1:
            return RULES.area if area else 0.0
        largest_rival_area = max(town.land.area for town in self.rivals)
        own_has_most = area >= max(1, largest_rival_area)
        rival_has_most = largest_rival_area >= max(1, area)
        return RULES.area * (own_has_most - rival_has_most / (self.n - 1))

    def _lead(self) -> float:
        """Return the expected lead over the best rival, in points, if the game goes on."""
        if self.n == 1 or not self.rivals:
            return 0.0
        expected = [
            points + self.future_value(seat)
            for seat, points in enumerate(standing(self.s, self.options))
        ]
        return expected[self.seat] - max(
            points for seat, points in enumerate(expected) if seat != self.seat
        )

    def future_value(self, seat: Seat) -> float:
        """Return the future value of a seat's dice and stock, in points.

        It is assumed that the game goes on after this round.
        """
        town = self.s.towns[seat]
        dice = sum(n * self.die_values[kind] for kind, n in town.land.dice.items())
        stock = sum(self.unit_values[what] * n for what, n in town.stock.items())
        return self.w.dice_yield * self.rounds_left * dice + self.resource_factor * stock

    def buildable_points(self, seat: Seat) -> float:
        """Estimate the points that a seat can still build in this round."""
        town = self.s.towns[seat]
        goods, stone, wood, food = (town.stock[what] for what in RESOURCES)
        outlook = Outlook(self.s, seat, self.options, 0.0)
        return outlook.build_worth(
            (goods, stone, wood, food), town.total("hammers")
        ) - outlook.stock_worth((goods, stone, wood, food))

    def payment_cost(self, what: str, by: Seat) -> float:
        """Return the cost of giving one unit of `what` to the seat `by`, in points.

        A gain of the seat `by` counts as a part of the cost; Master Jaime (-1) gains nothing.
        """
        before = [self.town.stock[one] for one in RESOURCES]
        after = [n - (one == what) for one, n in zip(RESOURCES, before, strict=True)]
        loss = self.stock_worth((before[0], before[1], before[2], before[3])) - self.stock_worth(
            (after[0], after[1], after[2], after[3])
        )
        is_wasted = by < 0 or self.s.towns[by].stock[what] >= RULES.resources[what].most
        if is_wasted:
            return loss
        value_to_rival = self.w.rival_gain * self.resource_factor * self.unit_values[what]
        return loss + value_to_rival / (self.n - 1)
