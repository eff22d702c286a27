"""Values of resources, buildings, walls and the end of the game, in points."""

from __future__ import annotations

from math import exp
from typing import Any

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

# kinds in the order of `Weights.pace`
PACED = ("longhouse", "townhouse", "farm", "lumber_mill", "market", "cathedral", "keep")

Stock = tuple[int, int, int, int]  # numbers in the order of `RESOURCES`
STONE = RESOURCES.index("stone")
Offer = tuple[float, Stock, int, str]  # value, cost, maximum of copies, kind


def rounds_left(s: EraState, n: int, limit: int, w: Weights) -> float:
    """Estimate the rounds left after this one from the pace at which the supply shrinks."""
    if n == 1:
        return RULES.solo.rounds - s.round
    need = s.markers - len(s.ended)
    if need <= 0:
        return 0
    pace = dict(zip(PACED, w.pace, strict=True))
    rounds_by_kind = sorted(
        s.supply[kind] / (n * pace.get(kind, w.rare)) for kind in BUILDINGS if s.supply[kind]
    )
    left = (
        max(0.5, rounds_by_kind[min(need, len(rounds_by_kind)) - 1] - 1) if rounds_by_kind else 1.0
    )
    return min(left, limit - s.round) if limit else left


def win_probability(margin: float, scale: float) -> float:
    """Return the probability that a lead of `margin` holds: between 0 and 1, 0.5 for no lead.

    `scale` is the uncertainty of the lead, in the same unit.
    """
    return 1 / (1 + exp(max(-30.0, min(30.0, -margin / scale))))


def without_stone(stock: Stock, n: int) -> Stock:
    """Return the stock after paying `n` stone."""
    goods, stone, wood, food = stock
    return goods, stone - n, wood, food


class Valuation:
    """Values of a seat's prospects, computed once per decision.

    `left` is the number of rounds after this one, `last` whether there is none.
    `resource_factor` is the factor on resources, lower near the end. `ring` is the planned ring,
    `court` its cells, `missing_wall_cells` the cells of the walls that it still needs.
    `unfed_dice` is the number of dice that farms don't feed. `lead` is the lead over the best
    rival, in points. `offers` are the kinds that could be built.
    """

    samples = 24  # random samples for each set of dice to reroll

    def __init__(
        self,
        s: EraState,
        seat: Seat,
        options: dict[str, Any],
        w: Weights = WEIGHTS,
        left: float | None = None,
    ) -> None:
        self.w = w
        self.unit_values = dict(zip(RESOURCES, w.unit, strict=True))
        self.die_values = dict(zip(DICE, w.die, strict=True))
        self.stock_values: dict[Stock, float] = {}
        self.s, self.seat, self.n, self.options = s, seat, len(s.towns), options
        self.town: Town = s.towns[seat]
        self.land: Land = self.town.land
        # expected number of rounds after this one
        self.left = self._rounds() if left is None else left
        self.last = self.left == 0
        self.resource_factor = self._resource_factor()
        # The domains of rivals are hidden until all layouts are revealed (`laid`).
        self.rivals = [town for other, town in enumerate(s.towns) if other != seat and s.laid]
        self.ring, self.ring_worth = self._ring()
        self.court: Cells = self.ring.court if self.ring else 0
        self.missing_wall_cells: Cells = 0
        for piece in self.ring.walls if self.ring else ():
            self.missing_wall_cells |= placed(piece).cells
        self.unfed_dice = max(0, sum(self.land.dice.values()) - self.land.counts["farm"])
        self.lead = self._lead()
        self.offers = self._offers()

    def _rounds(self) -> float:
        return rounds_left(self.s, self.n, self.options["round_limit"], self.w)

    def _resource_factor(self) -> float:
        return 0.0 if self.last else min(1.0, self.w.fade[0] + self.w.fade[1] * self.left)

    def area_worth(self, area: int) -> float:
        """Return the expected points for the largest area, if the walled area has this size.

        It counts the seat's own points and those that the rivals would miss.
        """
        if self.n == 1:
            return RULES.area if area else 0
        top = 0.0
        for town in self.rivals:
            top = max(top, self._expected_area(town.land.area))
        uncertainty = self.w.area[0] + self.w.area[1] * self.left
        return self._majority_points(area - top, RULES.area, uncertainty)

    def _expected_area(self, area: int) -> float:
        """Return the area that a rival who has walled `area` now will have at the end."""
        if self.left < 1.5:
            return area
        return max(area, min(self.w.town_area, area + self.w.rival_area * int(self.left)))

    def culture_worth(self, culture: int) -> float:
        """Return the expected points for the most culture."""
        if self.n == 1:
            return RULES.culture if culture else 0
        top = max((town.culture for town in self.rivals), default=0)
        return (
            self._majority_points(
                culture - top, RULES.culture, self.w.culture[0] + self.w.culture[1] * self.left
            )
            if culture
            else 0
        )

    def _majority_points(self, margin: float, points: int, scale: float) -> float:
        share = 1 / (self.n - 1)
        return points * (
            win_probability(margin + 0.5, scale) + share * win_probability(margin - 0.5, scale)
        )

    def _ring(self) -> tuple[Ring | None, float]:
        """Return the ring with the highest value per wall, and that value."""
        walls = tuple((kind, min(self.s.supply[kind], 4)) for kind in reversed(WALLS))
        best: tuple[float, Ring | None] = (0.0, None)
        now = self.area_worth(self.land.area)
        urgency = self.w.wall + (1 - self.w.wall) * exp(-self.left)
        wanted = self.w.room_a_round * self.left - (self.land.free & self.land.inside).bit_count()
        for ring in rings(self.land, walls):
            n = len(ring.walls)
            doubled = sum(
                PIECES[one.kind].points for one in self.land.unwalled if one.cells & ring.court
            )
            free = (ring.court & self.land.free).bit_count()
            room = self.w.room * max(0.0, min(free, wanted))
            chance = win_probability(self.left + 1.3 - 0.7 * n, 0.5) if n > 1 else 1.0
            value_per_wall = (
                urgency * chance * (self.area_worth(ring.area) - now + doubled + room) / (n + 0.3)
            )
            if value_per_wall > best[0]:
                best = value_per_wall, ring
        return best[1], best[0]

    def _lead(self) -> float:
        """Return the present lead over the best rival, in points; 0 in a solo game."""
        if self.n == 1 or not self.rivals:
            return 0
        points = standing(self.s, self.options)
        return points[self.seat] - max(p for other, p in enumerate(points) if other != self.seat)

    def _offers(self) -> list[Offer]:
        """Return the kinds that could be built, the most valuable first."""
        found = []
        for kind in BUYABLE:
            supply = self.s.supply[kind]
            if not supply or not room_for(tuple(self.town.pieces), kind):
                continue
            cost = tuple(PIECES[kind].cost.get(what, 0) for what in RESOURCES)
            worth, copies = self.worth(kind), min(supply, 2)
            if kind in WALLS:
                copies = (
                    sum(placed(piece).kind == kind for piece in self.ring.walls) if self.ring else 0
                )
            if worth > 0 and copies:
                found.append((worth, (cost[0], cost[1], cost[2], cost[3]), copies, kind))
        return sorted(found, reverse=True)

    def worth(self, kind: str) -> float:
        """Return the value, until the end of the game, of one more piece of a kind."""
        piece, left, land = PIECES[kind], self.left, self.land
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
            points += (
                n
                * left
                * (
                    self.w.farm
                    if what == "food" and self._hungry()
                    else self.unit_values[what] * self.w.income
                )
            )
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
        need = s.markers - len(s.ended)
        return self.w.ending * max(-self.w.hurry, min(self.w.hurry, self.lead)) / need

    def _fits_inside(self, kind: str, area: Cells) -> bool:
        free = self.land.free & area
        return any(GRID.fitting_corners(turn, free) for turn in TURNS[kind].values())

    def _hungry(self) -> bool:
        return sum(self.land.dice.values()) > 3 + self.land.counts["farm"]

    def stock_worth(self, stock: Stock) -> float:
        """Return the value, in points, of stored resources (numbers in track order)."""
        known = self.stock_values.get(stock)
        if known is None:
            known = self.stock_values[stock] = self._stock_value(stock)
        return known

    def _stock_value(self, stock: Stock) -> float:
        """Return the value of stored resources without a cache; callers use `stock_worth`.

        In the last round only what guildhalls score for them counts.
        """
        total = 0.0
        for n, unit, extra in zip(stock, self.w.unit, self.w.extra, strict=True):
            total += self.resource_factor * (unit * n - extra * n * n)
        total += self.resource_factor * self.w.fed * min(stock[3], self.unfed_dice)
        return total + self.w.kept * self.land.counts["guildhall"] * sum(stock) * self.last

    def build_worth(self, stock: Stock, hammers: int) -> float:
        """Return the value of hammers and stock.

        It is the value of the pieces that a greedy choice builds, plus that of the stock left.
        """
        total = 0.0
        counts: dict[str, int] = {}
        for _ in range(hammers):
            gain, pick, now = 0.0, None, self.stock_worth(stock)
            for offer in self.offers:
                worth, cost, copies, kind = offer
                if worth <= gain:
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
                    and counts.get(kind, 0) < copies
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
