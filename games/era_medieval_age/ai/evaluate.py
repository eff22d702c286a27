"""Values of resources, buildings, walls and the end of the game, in points.

`Valuation` computes for one position what the decisions of an AI player need: how long the
game still lasts, which ring of walls is worth closing (`walls.py` lists them), and what each kind of
building and each stored resource is worth until the end. `decide.py` and `evaluate_dice.py` use it;
`outlook.py` refines it for the harder player.
"""

from __future__ import annotations

from math import exp
from typing import Any, NamedTuple

from games.core.prompts.grid import Cells
from games.core.text.messages import Seat
from games.era_medieval_age.ai.walls import Ring, rings
from games.era_medieval_age.ai.weights import WEIGHTS, Weights
from games.era_medieval_age.model.catalog import (
    BUILDINGS,
    BUYABLE,
    DICE,
    KEEP,
    PIECES,
    RESOURCES,
    RULES,
    WALLS,
)
from games.era_medieval_age.model.land import GRID, TURNS, Land, placed
from games.era_medieval_age.model.state import EraState, Town
from games.era_medieval_age.rules.domain.placement import room_for
from games.era_medieval_age.rules.domain.scoring import standing

# kinds in the order of `Weights.pace`; all others are rare
KINDS_WITH_PACE = ("longhouse", "townhouse", "farm", "lumber_mill", "market", "cathedral", "keep")

Stock = tuple[int, int, int, int]  # number of each resource, in the order of `RESOURCES`
STONE = RESOURCES.index("stone")


class BuildableKind(NamedTuple):
    """Kind of piece that a seat could build, up to `max_copies` times in one turn.

    `value` is the value of one copy in points; the cost is not subtracted.
    """

    value: float
    cost: Stock
    max_copies: int
    kind: str


def rounds_left(s: EraState, n: int, limit: int, w: Weights) -> float:
    """Estimate the rounds left after this one from the pace at which the supply shrinks.

    `n` is the number of seats and `limit` the last round, 0 if there is no limit.
    """
    if n == 1:
        return RULES.solo.rounds - s.round
    markers_left = s.markers - len(s.ended)
    if markers_left <= 0:
        return 0
    pace = dict(zip(KINDS_WITH_PACE, w.pace, strict=True))
    # rounds until each kind of building runs out, the first to run out first
    rounds_by_kind = sorted(
        s.supply[kind] / (n * pace.get(kind, w.rare)) for kind in BUILDINGS if s.supply[kind]
    )
    if rounds_by_kind:
        # The game ends when as many kinds have run out as there are end markers left.
        last_kind = min(markers_left, len(rounds_by_kind)) - 1
        rounds = max(0.5, rounds_by_kind[last_kind] - 1)
    else:
        rounds = 1.0
    return min(rounds, limit - s.round) if limit else rounds


def win_probability(margin: float, scale: float) -> float:
    """Return the probability that a lead of `margin` holds: between 0 and 1, 0.5 for no lead.

    `scale` is the uncertainty of the lead, in the same unit.
    """
    return 1 / (1 + exp(max(-30.0, min(30.0, -margin / scale))))


def without_stone(stock: Stock, n: int) -> Stock:
    """Return the stock with `n` stone less."""
    goods, stone, wood, food = stock
    return goods, stone - n, wood, food


class Valuation:
    """Values of a seat's prospects, computed once per decision.

    - `rounds_left`: expected rounds after this one; `last`: this is the last round.
    - `resource_factor`: factor on the value of stored resources, lower near the end.
    - `ring`: the planned ring of walls; `court`: the cells inside it; `missing_wall_cells`: the
      cells of the walls that the ring still needs; `ring_worth`: the value of the ring per wall.
    - `unfed_dice`: number of dice that farms don't feed.
    - `lead`: lead over the best rival, in points.
    - `buildable_kinds`: kinds with a place and a positive value, best first. The seat may be unable
      to pay them.
    """

    samples = 24  # random samples for each set of dice to reroll

    def __init__(
        self,
        s: EraState,
        seat: Seat,
        options: dict[str, Any],
        w: Weights = WEIGHTS,
        rounds_left: float | None = None,
    ) -> None:
        self.w = w
        self.unit_values = dict(zip(RESOURCES, w.unit, strict=True))
        self.die_values = dict(zip(DICE, w.die, strict=True))
        self.stock_values: dict[Stock, float] = {}
        self.s, self.seat, self.n, self.options = s, seat, len(s.towns), options
        self.town: Town = s.towns[seat]
        self.land: Land = self.town.land
        self.rounds_left = self._rounds_left() if rounds_left is None else rounds_left
        self.last = self.rounds_left == 0
        self.resource_factor = self._resource_factor()
        # The domains of rivals are hidden until all layouts are revealed.
        self.rivals = [
            town for other, town in enumerate(s.towns) if other != seat and s.layouts_revealed
        ]
        self.ring, self.ring_worth = self._best_ring()
        self.court: Cells = self.ring.court if self.ring else 0
        self.missing_wall_cells: Cells = 0
        for piece in self.ring.walls if self.ring else ():
            self.missing_wall_cells |= placed(piece).cells
        self.unfed_dice = max(0, sum(self.land.dice.values()) - self.land.counts["farm"])
        self.lead = self._lead()
        self.buildable_kinds = self._buildable_kinds()

    def _rounds_left(self) -> float:
        return rounds_left(self.s, self.n, self.options["round_limit"], self.w)

    def _resource_factor(self) -> float:
        return 0.0 if self.last else min(1.0, self.w.fade[0] + self.w.fade[1] * self.rounds_left)

    def area_worth(self, area: int) -> float:
        """Return the expected points for the largest area with `area` walled cells.

        If the seat gets these points, no rival does; a share of them is added for that.
        """
        if self.n == 1:
            return RULES.area if area else 0
        largest_rival_area = 0.0
        for town in self.rivals:
            largest_rival_area = max(largest_rival_area, self._expected_area(town.land.area))
        uncertainty = self.w.area[0] + self.w.area[1] * self.rounds_left
        return self._majority_points(area - largest_rival_area, RULES.area, uncertainty)

    def _expected_area(self, area: int) -> float:
        """Return the area that a rival who has walled `area` now will have at the end."""
        if self.rounds_left < 1.5:
            return area
        return max(area, min(self.w.town_area, area + self.w.rival_area * int(self.rounds_left)))

    def culture_worth(self, culture: int) -> float:
        """Return the expected points for the most culture with `culture` culture.

        If the seat gets these points, no rival does; a share of them is added for that.
        """
        if self.n == 1:
            return RULES.culture if culture else 0
        if not culture:
            return 0
        most_of_rivals = max((town.culture for town in self.rivals), default=0)
        uncertainty = self.w.culture[0] + self.w.culture[1] * self.rounds_left
        return self._majority_points(culture - most_of_rivals, RULES.culture, uncertainty)

    def _majority_points(self, margin: float, points: int, uncertainty: float) -> float:
        """Return the expected points for a majority that brings `points`.

        The seat leads by `margin`, known up to `uncertainty`. The seat gets the points unless it is
        behind. If the seat is ahead, no rival gets them; a share of the points is added for that.
        """
        rival_share = 1 / (self.n - 1)
        return points * (
            win_probability(margin + 0.5, uncertainty)
            + rival_share * win_probability(margin - 0.5, uncertainty)
        )

    def _best_ring(self) -> tuple[Ring | None, float]:
        """Return the ring with the highest value per wall, and this value.

        Returns (None, 0) if there is no ring.
        """
        walls = tuple((kind, min(self.s.supply[kind], 4)) for kind in reversed(WALLS))
        best: tuple[float, Ring | None] = (0.0, None)
        now = self.area_worth(self.land.area)
        urgency = self.w.wall + (1 - self.w.wall) * exp(-self.rounds_left)
        for ring in rings(self.land, walls):
            n = len(ring.walls)
            doubled, room = self._doubled_points(ring), self._room_worth(ring)
            # Two or more walls may take several turns, for which there may be too few rounds.
            chance = win_probability(self.rounds_left + 1.3 - 0.7 * n, 0.5) if n > 1 else 1.0
            value_per_wall = (
                urgency * chance * (self.area_worth(ring.area) - now + doubled + room) / (n + 0.3)
            )
            if value_per_wall > best[0]:
                best = value_per_wall, ring
        return best[1], best[0]

    def _doubled_points(self, ring: Ring) -> int:
        """Return the points that the ring adds by doubling the buildings it encloses."""
        return sum(PIECES[one.kind].points for one in self.land.unwalled if one.cells & ring.court)

    def _room_worth(self, ring: Ring) -> float:
        """Return the value of the free cells that the ring would enclose.

        Future buildings can use only a limited number of walled cells. The free cells that are
        already walled are used first; the others of this number count.
        """
        free = (ring.court & self.land.free).bit_count()
        usable = (
            self.w.room_a_round * self.rounds_left - (self.land.free & self.land.inside).bit_count()
        )
        return self.w.room * max(0.0, min(free, usable))

    def _lead(self) -> float:
        """Return the present lead over the best rival, in points; 0 in a solo game."""
        if self.n == 1 or not self.rivals:
            return 0
        points = standing(self.s, self.options)
        return points[self.seat] - max(p for other, p in enumerate(points) if other != self.seat)

    def _buildable_kinds(self) -> list[BuildableKind]:
        """Return the kinds with a place and a positive value, the most valuable first."""
        found = []
        for kind in BUYABLE:
            supply = self.s.supply[kind]
            if not supply or not room_for(tuple(self.town.pieces), kind):
                continue
            cost = tuple(PIECES[kind].cost.get(what, 0) for what in RESOURCES)
            worth, max_copies = self.worth(kind), min(supply, 2)
            if kind in WALLS:  # only those that the planned ring needs
                ring_walls = self.ring.walls if self.ring else ()
                max_copies = sum(placed(piece).kind == kind for piece in ring_walls)
            if worth > 0 and max_copies:
                found.append(
                    BuildableKind(worth, (cost[0], cost[1], cost[2], cost[3]), max_copies, kind)
                )
        return sorted(found, reverse=True)

    def worth(self, kind: str) -> float:
        """Return the value, until the end of the game, of one more piece of a kind."""
        piece, left, land = PIECES[kind], self.rounds_left, self.land
        if kind in WALLS:
            return self.ring_worth
        points = float(piece.points)
        if kind == KEEP or self._fits_inside(kind, land.inside):
            points *= 2
        elif self.ring and self._fits_inside(kind, self.court):
            points *= 1 + self.w.likely * win_probability(
                left + 1 - 0.6 * len(self.ring.walls), 0.5
            )
        if piece.die:
            points += self.die_values[piece.die] * left + land.counts["cathedral"]
        for what, n in piece.income.items():
            points += n * left * self._income_unit_value(what)
        points += self.w.setting * left * piece.sets
        if piece.heals:
            points += min(len(land.grouped), 4) * self.w.healing * left
        match piece.bonus:
            case "free_orthogonal_neighbour":
                points += self.w.market
            case "stored_resource":
                points += self.w.guildhall[0] + self.w.guildhall[1] * left
            case "culture":
                points += self.town.culture + self.w.church * left * land.counts["church"]
            case "die_owned":
                points += sum(land.dice.values()) + self.w.cathedral * left
        return points

    def ending_value(self, kind: str) -> float:
        """Return the value of taking the last piece of a kind, which may end the game.

        It is positive when the seat leads, negative when it is behind.
        """
        s = self.s
        if self.n == 1 or kind in WALLS or s.supply[kind] > 1 or len(s.ended) >= s.markers:
            return 0
        markers_left = s.markers - len(s.ended)
        counted_lead = max(-self.w.max_lead, min(self.w.max_lead, self.lead))
        return self.w.ending * counted_lead / markers_left

    def _fits_inside(self, kind: str, area: Cells) -> bool:
        free = self.land.free & area
        return any(GRID.fitting_corners(turn, free) for turn in TURNS[kind].values())

    def _income_unit_value(self, what: str) -> float:
        """Return the value, per round, of an income of one unit of `what`."""
        if what == "food" and self._has_hungry_dice():
            return self.w.farm
        return self.unit_values[what] * self.w.income

    def _has_hungry_dice(self) -> bool:
        """Return whether the domain has over 3 dice more than farms, so that food is short."""
        return sum(self.land.dice.values()) > 3 + self.land.counts["farm"]

    def stock_worth(self, stock: Stock) -> float:
        """Return the value of stored resources in points, cached."""
        cached = self.stock_values.get(stock)
        if cached is None:
            cached = self.stock_values[stock] = self._stock_value(stock)
        return cached

    def _stock_value(self, stock: Stock) -> float:
        """Compute the value of stored resources; callers use `stock_worth`, which caches it.

        In the last round the resources are worth only the points that guildhalls score for them.
        """
        total = 0.0
        for n, unit, decline in zip(stock, self.w.unit, self.w.decline, strict=True):
            total += self.resource_factor * (unit * n - decline * n * n)
        total += self.resource_factor * self.w.fed * min(stock[3], self.unfed_dice)
        return total + self.w.kept * self.land.counts["guildhall"] * sum(stock) * self.last

    def build_worth(self, stock: Stock, hammers: int) -> float:
        """Return the value of `hammers` and `stock` in a building turn.

        Each hammer builds the best affordable piece. The value is that of the built pieces plus
        that of the resources left.
        """
        total = 0.0
        counts: dict[str, int] = {}
        for _ in range(hammers):
            gain, pick, now = 0.0, None, self.stock_worth(stock)
            for worth, cost, max_copies, kind in self.buildable_kinds:
                if worth <= gain:  # the others are worth even less
                    break
                goods, stone, wood, food = (
                    stock[0] - cost[0],
                    stock[1] - cost[1],
                    stock[2] - cost[2],
                    stock[3] - cost[3],
                )
                if (
                    goods >= 0
                    and stone >= 0
                    and wood >= 0
                    and food >= 0
                    and counts.get(kind, 0) < max_copies
                ):
                    after = goods, stone, wood, food
                    net = worth - (now - self.stock_worth(after))
                    if net > gain:
                        gain, pick = net, (kind, after, worth)
            if pick is None:
                break
            kind, stock, worth = pick
            counts[kind] = counts.get(kind, 0) + 1
            total += worth
        return total + self.stock_worth(stock)
