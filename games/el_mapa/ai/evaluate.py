"""Evaluation of a position for the AI player, in points.

`Valuation` values cells, buildings, goods and troops for one seat and caches the results. It gets
the face-up map from `ground.py` and the values of cells from `lands.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from math import log1p
from typing import Any, TypeVar

from msgspec.structs import astuple

from games.core.state.position import Position
from games.core.text.messages import Seat
from games.el_mapa.ai.ground import MAX_STEPS_TO_PRIZE, Ground
from games.el_mapa.ai.lands import (
    Camp,
    Lands,
    Values,
    camps,
    encode,
    guarded,
    lands,
    spread_attraction,
    strength,
    tile_worth,
)
from games.el_mapa.ai.weights import WEIGHTS, Weights
from games.el_mapa.model.catalog import BUILDINGS, KIND_OF, TILES, TROOPS
from games.el_mapa.model.holdings import sources, tower_reveals
from games.el_mapa.model.options import limit_of
from games.el_mapa.model.state import NEUTRAL, MapState, troop_count
from games.el_mapa.rules.castles.building import free_spaces
from games.el_mapa.rules.ending.scoring import score

R = TypeVar("R")
Pos = Position[MapState, Any]
GOODS = ("gold", "wood", "stone")
SPACES_BELOW = 9  # spaces of a castle below the wonder


class Valuation:
    """Evaluation of a position for one seat, in points.

    Results are cached, so the position must not change.
    """

    def __init__(self, pos: Pos, seat: Seat, weights: Weights = WEIGHTS) -> None:
        self.pos, self.s, self.seat, self.weights = pos, pos.state, seat, weights
        self.ladder: bool = pos.options["troop_levels"] == "ladder"
        self.at = pos.state.board.at
        self._cache: dict[Any, Any] = {}  # results of `cached`, by function and arguments
        # caches of single methods that are called often
        self._claim_worths: dict[str, float] = {}  # by cell
        self._holding_worths: dict[str, float] = {}  # by cell
        self._building_points: dict[str, float] = {}  # by building
        self._land_worths: dict[str, float] = {}  # by code of the tile

    def cached(self, function: Callable[..., R], *args: Any) -> R:
        """Return `function(self, *args)`, cached; the arguments must be hashable."""
        key = (function, args)
        found: R | None = self._cache.get(key)
        if found is None:
            found = self._cache[key] = function(self, *args)
        return found

    @cached_property
    def rounds_left(self) -> int:
        """Return the expected number of rounds left, with the current one."""
        return rounds_left(self.pos, self.weights)

    @cached_property
    def swing(self) -> float:
        """Return the value of a point that the seat gains and a rival loses.

        It is 1 plus 1 divided by the number of rivals left: 2 with two players.
        """
        return 1 + 1 / max(1, len(self.s.alive()) - 1)

    @cached_property
    def ground(self) -> Ground:
        """Return the face-up part of the map."""
        return Ground(self.s)

    @cached_property
    def foes(self) -> dict[str, Seat]:
        """Return the seat that holds each cell with troops of others (`NEUTRAL` for garrisons)."""
        found = {
            cell: seat
            for seat, one in enumerate(self.s.players)
            if seat != self.seat
            for cell in one.stacks
        }
        return found | dict.fromkeys(self.s.garrisons, NEUTRAL)

    @cached_property
    def force(self) -> int:
        """Return the number of the seat's troops on the map."""
        return sum(troop_count(troops) for troops in self.s.players[self.seat].stacks.values())

    @cached_property
    def would_end_behind(self) -> bool:
        """Return whether revealing the last tile would end the game while another seat leads."""
        if self.s.ending or self.s.up.count("0") != 1:
            return False
        totals = score(self.pos).total
        return totals[self.seat] < max(totals)

    @cached_property
    def _troop_prices(self) -> dict[str, float]:
        return {
            kind: self.weights.troop + self.expense(facts.cost) for kind, facts in TROOPS.items()
        }

    def price(self, some: Mapping[str, int]) -> float:
        """Return the value of the troops `some` for their owner; 0 in the last round."""
        return self.loss(some.items(), {})

    def loss(self, some: Iterable[tuple[str, int]], left: Mapping[str, int]) -> float:
        """Return the value for their owner of lost troops.

        These are the troops in `some` but not in `left`.
        """
        full, prices = 0.0, self._troop_prices
        for kind, n in some:
            full += (n - left.get(kind, 0)) * prices[kind]
        return full * self._usefulness

    @cached_property
    def _usefulness(self) -> float:
        """Return the share (0 to 1) of a troop's price that the troop can still earn.

        It falls with the number of rounds left.
        """
        return min(1.0, (self.rounds_left - 1) / self.weights.service)

    @cached_property
    def delays(self) -> list[float]:
        """Return the factors on the value of a prize, by turns until it is won.

        The index is the number of turns. The factor is 1 for 0 and 1 turns, falls with each further
        turn, and is 0 if the game ends before the prize is won.
        """
        return [
            float(self.weights.delay_discount ** max(0, n - 1)) if n <= self.rounds_left else 0.0
            for n in range(MAX_STEPS_TO_PRIZE + 1)
        ]

    @cached_property
    def camps(self) -> dict[str, Camp]:
        """Return the neutral troops on the map, by cell."""
        return camps(self._garrisons, self.ladder)

    @cached_property
    def guarded(self) -> dict[str, float]:
        """Return the value of each cell worth a campaign against neutral troops."""
        return guarded(
            self.ground.key,
            self._chests,
            self._garrisons,
            self.rounds_left,
            self._values,
            self.ladder,
        )

    @cached_property
    def lands(self) -> Lands:
        """Return the values of cells as if they had no owner."""
        return lands(self.ground.key, self._chests, self.rounds_left, self._values)

    @cached_property
    def _garrisons(self) -> bytes:
        return encode(self.s.garrisons)

    @cached_property
    def _chests(self) -> bytes:
        return encode(self.s.chests)

    @cached_property
    def _values(self) -> Values:
        return astuple(self.weights)

    def expense(self, cost: Mapping[str, int]) -> float:
        """Return the value, in points, of the goods in `cost`."""
        prices, total = self._good_prices, 0.0
        for good, n in cost.items():
            total += prices[good] * n
        return total

    @cached_property
    def _good_prices(self) -> dict[str, float]:
        return {
            "gold": float(self.weights.gold),
            "wood": float(self.weights.wood),
            "stone": float(self.weights.stone),
        }

    @cached_property
    def shooters(self) -> set[Seat]:
        """Return the seats with archers on the map."""
        return {
            seat
            for seat, player in enumerate(self.s.players)
            if any(TROOPS[kind].shoots for troops in player.stacks.values() for kind in troops)
        }

    def holding_worth(self, cell: str) -> float:
        """Return the value of holding a cell's mine, tower and village until the end."""
        worth = self._holding_worths.get(cell)
        if worth is None:
            code = self.s.kinds[self.at[cell]]
            worth = self._land_worths.get(code)
            if worth is None:
                worth = self._land_worths[code] = tile_worth(
                    TILES[KIND_OF[code]], self.rounds_left, self.weights
                )
            castle = self.s.castles.get(cell)
            if castle is not None:
                worth += sum(self.building_points(name) for name in castle.spaces.values())
            self._holding_worths[cell] = worth
        return worth

    def claim_worth(self, cell: str) -> float:
        """Return the value of claiming a cell: its mine or tower or village, and its treasures.

        The value is higher if a rival loses the cell.
        """
        found = self._claim_worths.get(cell)
        if found is None:
            found = self._claim_worths[cell] = self._claim_worth(cell)
        return found

    def _claim_worth(self, cell: str) -> float:
        s = self.s
        owner = s.owners.get(cell)
        if owner is None:
            return self.lands.free.get(cell, 0.0)
        worth = 0.0 if owner == self.seat else self.holding_worth(cell) * self.swing
        return worth + self.weights.chest * s.chests.get(cell, 0)

    def building_points(self, name: str) -> float:
        """Return the points that a building brings the seat at the end of the game.

        For a wonder, what it counts (see `holdings.sources`) is taken as it is now.
        """
        points = self._building_points.get(name)
        if points is None:
            facts = BUILDINGS[name]
            points = facts.level + facts.points
            points += (
                facts.per * sources(self.s, self.seat, name, self.pos.options)
                if facts.wonder
                else 0
            )
            self._building_points[name] = points
        return points

    def building_worth(self, cell: str, name: str) -> float:
        """Return the value of a building until the end: points, income, troops, movement."""
        worth = self.cached(Valuation._building_worth, name)
        if not BUILDINGS[name].wonder and len(self.s.castles[cell].spaces) < SPACES_BELOW:
            worth += self.weights.step_to_wonder  # a wonder needs all spaces below it
        return worth

    def _building_worth(self, name: str) -> float:
        """Return the value of a building by its own points and effects, wherever it stands.

        Most effects count once per round after this one; revealing tiles counts in this one, too.
        """
        s, facts, weights, rounds = (
            self.s,
            BUILDINGS[name],
            self.weights,
            max(0, self.rounds_left - 1),
        )
        worth = self.building_points(name)
        worth += weights.gold * facts.gold * rounds
        worth += weights.card * facts.cards * rounds if facts.cards else 0
        worth += facts.origins * weights.origin * rounds
        worth += facts.looks * weights.flip * min(rounds + 1, s.up.count("0"))
        worth += weights.trains * rounds if facts.trains else 0
        worth += weights.doubles * rounds if facts.doubles else 0
        if facts.trade and s.castles_with(self.seat, name):
            worth += 0.3  # one more market adds little
        elif facts.trade:
            goods = s.players[self.seat].goods
            worth += weights.market + 0.3 * min(6, goods["wood"] + 2 * goods["stone"])
        return worth

    @cached_property
    def possible_buildings(self) -> list[tuple[float, str, str]]:
        """Return the possible buildings, best first, as (worth, cell, building).

        The worth is the value of the building minus its price. Some buildings may be too expensive
        now.
        """
        s = self.s
        found = []
        for cell in s.villages(self.seat):
            castle = s.castles[cell]
            if castle.built >= int(self.pos.options["build_limit"]):
                continue
            taken = set(castle.spaces.values())
            for name, facts in BUILDINGS.items():
                if name in taken or not s.supply.get(name, 1) or not free_spaces(castle, name):
                    continue
                found.append(
                    (self.building_worth(cell, name) - self.expense(facts.cost), cell, name)
                )
        return sorted(found, reverse=True)

    @cached_property
    def attraction(self) -> dict[str, float]:
        """Return how much each face-up cell attracts troops.

        It is the value of what can be revealed or claimed in the cell or near it. Distant values
        count less, and so do cells with troops of others, mainly strong ones.
        """
        s, edge, flip = self.s, self.ground.edge, self.weights.flip
        beatable = 1.5 * self.force  # troops weaker than this deter little
        attraction = self.lands.attraction.copy()
        for cell in s.owners:
            attraction[cell] = flip * edge[cell] + self.claim_worth(cell)
        for cell, camp in self.camps.items():
            attraction[cell] *= 0.7 if camp.strength < beatable else 0.1
        for seat, player in enumerate(s.players):
            for cell in player.stacks if seat != self.seat else ():
                attraction[cell] *= 0.7 if strength(player.stacks[cell]) < beatable else 0.1
        return spread_attraction(self.ground.key, tuple(attraction.values()))

    def sight(self, way: tuple[str, ...]) -> int:
        """Return how many tiles a group reveals on `way`, a sequence of cells."""
        return self.ground.sight(way)


def rounds_left(pos: Pos, weights: Weights = WEIGHTS) -> int:
    """Return the expected number of rounds left, with the current one.

    The estimate considers how soon enough wonders are built, how soon all tiles are revealed, and
    the round limit.
    """
    s = pos.state
    if s.ending:
        return 1
    to_build = sorted(  # buildings until a wonder is finished, by castle
        SPACES_BELOW + 1 - len(one.spaces)
        for one in s.castles.values()
        if len(one.spaces) <= SPACES_BELOW
    )
    # the game ends with as many wonders as players; a castle can have one
    wonders_missing = pos.n - s.raised
    until_wonders = (
        to_build[wonders_missing - 1] * weights.rounds_per_building
        if wonders_missing <= len(to_build)
        else weights.usual_rounds
    )
    towers = sum(tower_reveals(s, seat) for seat in s.alive())
    # reveals per round start at `towers` and grow by the share `reveal_rate` each round
    until_revealed = (
        log1p(weights.reveal_rate * s.up.count("0") / max(1, towers)) / weights.reveal_rate
    )
    expected = max(2, round(min(until_wonders, until_revealed)))
    limit = limit_of(pos.options)
    return min(expected, limit - s.round + 1) if limit else expected
