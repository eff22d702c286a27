"""What a computer player thinks of a position: what cells, buildings, goods and troops are worth. Points are the measure of all;
a gold coin is more than half of one."""

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
    drawn,
    guarded,
    land,
    lands,
    strength,
    write,
)
from games.el_mapa.ai.weights import WEIGHTS, Weights
from games.el_mapa.model.catalog import BUILDINGS, KIND_OF, TILES, TROOPS
from games.el_mapa.model.holdings import looks, sources
from games.el_mapa.model.state import NEUTRAL, MapState, head
from games.el_mapa.rules.castles.building import free_spaces
from games.el_mapa.rules.ending.endings import limit_of
from games.el_mapa.rules.ending.scoring import score

R = TypeVar("R")
Pos = Position[MapState, Any]
GOODS = ("gold", "wood", "stone")
SPACES_BELOW = 9  # buildings under a wonder


class Valuation:
    """A position in one seat's eyes, while it stands still: what is asked again and again is worked out once."""

    def __init__(self, pos: Pos, seat: Seat, weights: Weights = WEIGHTS) -> None:
        self.pos, self.s, self.seat, self.weights = pos, pos.state, seat, weights
        self.ladder: bool = pos.options["troop_levels"] == "ladder"
        self.at = pos.state.board.at
        self._known: dict[Any, Any] = {}
        self._claims: dict[str, float] = {}
        self._stakes: dict[str, float] = {}
        self._points: dict[str, float] = {}
        self._lands: dict[str, float] = {}

    def once(self, work: Callable[..., R], *what: Any) -> R:
        """What `work` finds of this and `what`, hashable things; the next time what it found: for those who ask of many things,
        such as fights."""
        key = (work, what)
        found: R | None = self._known.get(key)
        if found is None:
            found = self._known[key] = work(self, *what)
        return found

    @cached_property
    def left(self) -> int:
        """How many rounds are likely to come, this one included."""
        return rounds_left(self.pos, self.weights)

    @cached_property
    def swing(self) -> float:
        """What a point taken from somebody else is worth: with two players both sides of it count, with many hardly more than
        one."""
        return 1 + 1 / max(1, len(self.s.alive()) - 1)

    @cached_property
    def ground(self) -> Ground:
        """The map as it is known: its face-up tiles alone."""
        return Ground(self.s)

    @cached_property
    def foes(self) -> dict[str, Seat]:
        """Where others stand, and who: seats, or neutral troops."""
        found = {
            cell: seat
            for seat, one in enumerate(self.s.players)
            if seat != self.seat
            for cell in one.stacks
        }
        return found | dict.fromkeys(self.s.garrisons, NEUTRAL)

    @cached_property
    def force(self) -> int:
        """How many troops the seat has on the map."""
        return sum(head(troops) for troops in self.s.players[self.seat].stacks.values())

    @cached_property
    def hastens(self) -> bool:
        """True when one more tile ends a game in which another leads."""
        if self.s.ending or self.s.up.count("0") != 1:
            return False
        totals = score(self.pos).total
        return totals[self.seat] < max(totals)

    @cached_property
    def _each(self) -> dict[str, float]:
        return {
            kind: self.weights.troop + self.expense(facts.cost) for kind, facts in TROOPS.items()
        }

    def price(self, some: Mapping[str, int]) -> float:
        """What troops are worth to their owner with so many rounds left: in the last one they have nothing to wait for."""
        return self.lost(some.items(), {})

    def lost(self, some: Iterable[tuple[str, int]], left: Mapping[str, int]) -> float:
        """What those of `some` are worth to their owner who are no longer among `left`."""
        full, each = 0.0, self._each
        for kind, n in some:
            full += (n - left.get(kind, 0)) * each[kind]
        return full * self._serve

    @cached_property
    def _serve(self) -> float:
        """How much of their price troops will still earn."""
        return min(1.0, (self.left - 1) / self.weights.service)

    @cached_property
    def delays(self) -> list[float]:
        """What is left of a prize by the turns until it is won: the game may end first."""
        return [
            float(self.weights.later ** max(0, n - 1)) if n <= self.left else 0.0
            for n in range(MAX_STEPS_TO_PRIZE + 1)
        ]

    @cached_property
    def camps(self) -> dict[str, Camp]:
        """The neutral troops that stand on the map."""
        return camps(self._garrisons, self.ladder)

    @cached_property
    def guarded(self) -> dict[str, float]:
        """What is worth a campaign against neutral troops."""
        return guarded(
            self.ground.key, self._chests, self._garrisons, self.left, self._values, self.ladder
        )

    @cached_property
    def lands(self) -> Lands:
        """What nobody owns."""
        return lands(self.ground.key, self._chests, self.left, self._values)

    @cached_property
    def _garrisons(self) -> bytes:
        return write(self.s.garrisons)

    @cached_property
    def _chests(self) -> bytes:
        return write(self.s.chests)

    @cached_property
    def _values(self) -> Values:
        return astuple(self.weights)

    def expense(self, cost: Mapping[str, int]) -> float:
        """What a cost is worth in points."""
        each, found = self._goods, 0.0
        for good, n in cost.items():
            found += each[good] * n
        return found

    @cached_property
    def _goods(self) -> dict[str, float]:
        return {
            "gold": float(self.weights.gold),
            "wood": float(self.weights.wood),
            "stone": float(self.weights.stone),
        }

    @cached_property
    def shooters(self) -> set[Seat]:
        """The seats that have archers anywhere on the map."""
        return {
            seat
            for seat, player in enumerate(self.s.players)
            if any(TROOPS[kind].shoots for troops in player.stacks.values() for kind in troops)
        }

    def stake(self, cell: str) -> float:
        """What holding a cell's mine, tower and village until the end brings."""
        worth = self._stakes.get(cell)
        if worth is None:
            code = self.s.kinds[self.at[cell]]
            worth = self._lands.get(code)
            if worth is None:
                worth = self._lands[code] = land(TILES[KIND_OF[code]], self.left, self.weights)
            castle = self.s.castles.get(cell)
            if castle is not None:
                worth += sum(self.house_points(name) for name in castle.spaces.values())
            self._stakes[cell] = worth
        return worth

    def claim_worth(self, cell: str) -> float:
        """What standing on a cell would bring: mines, towers, treasures, villages, from now on; more if somebody else loses
        them."""
        found = self._claims.get(cell)
        if found is None:
            found = self._claims[cell] = self._claim_worth(cell)
        return found

    def _claim_worth(self, cell: str) -> float:
        s = self.s
        owner = s.owners.get(cell)
        if owner is None:
            return self.lands.free.get(cell, 0.0)
        worth = 0.0 if owner == self.seat else self.stake(cell) * self.swing
        return worth + self.weights.chest * s.chests.get(cell, 0)

    def house_points(self, name: str) -> float:
        """The points of a building at the end, a wonder's by what it counts now (rules 10.2)."""
        found = self._points.get(name)
        if found is None:
            facts = BUILDINGS[name]
            found = facts.level + facts.points
            found += (
                facts.per * sources(self.s, self.seat, name, self.pos.options)
                if facts.wonder
                else 0
            )
            self._points[name] = found
        return found

    def house_worth(self, cell: str, name: str) -> float:
        """What a building would bring until the end: points, income, troops, movement."""
        worth = self.once(Valuation._house_worth, name)
        if not BUILDINGS[name].wonder and len(self.s.castles[cell].spaces) < SPACES_BELOW:
            worth += self.weights.carries  # every building carries a wonder in the end
        return worth

    def _house_worth(self, name: str) -> float:
        s, facts, weights, left = self.s, BUILDINGS[name], self.weights, max(0, self.left - 1)
        worth = self.house_points(name)
        worth += weights.gold * facts.gold * left
        worth += weights.card * facts.cards * left if facts.cards else 0
        worth += facts.origins * weights.origin * left
        worth += facts.looks * weights.flip * min(left + 1, s.up.count("0"))
        worth += weights.trains * left if facts.trains else 0
        worth += weights.doubles * left if facts.doubles else 0
        if facts.trade:
            spare = s.players[self.seat].goods["wood"] + 2 * s.players[self.seat].goods["stone"]
            worth += weights.market + 0.3 * min(6, spare) if not s.count(self.seat, name) else 0.3
        return worth

    @cached_property
    def wishes(self) -> list[tuple[float, str, str]]:
        """Buildings that could stand somewhere, with castle, the best first: worth less price."""
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
                found.append((self.house_worth(cell, name) - self.expense(facts.cost), cell, name))
        return sorted(found, reverse=True)

    @cached_property
    def pull(self) -> dict[str, float]:
        """How much each known cell draws troops to it: what there is to find, take or beat near it, less the further away."""
        s, edge, flip, most = self.s, self.ground.edge, self.weights.flip, 1.5 * self.force
        here = self.lands.draws.copy()
        for cell in s.owners:
            here[cell] = flip * edge[cell] + self.claim_worth(cell)
        for cell, camp in self.camps.items():
            here[cell] *= 0.7 if camp.strength < most else 0.1
        for seat, player in enumerate(s.players):
            for cell in player.stacks if seat != self.seat else ():
                here[cell] *= 0.7 if strength(player.stacks[cell]) < most else 0.1
        return drawn(self.ground.key, tuple(here.values()))

    def sight(self, way: tuple[str, ...]) -> int:
        """How many tiles a group turns up on its way."""
        return self.ground.sight(way)


def rounds_left(pos: Pos, weights: Weights = WEIGHTS) -> int:
    """How many rounds are likely to come, this one included: until enough castles carry a wonder or the map is known."""
    s = pos.state
    if s.ending:
        return 1
    bare = sorted(
        SPACES_BELOW + 1 - len(one.spaces)
        for one in s.castles.values()
        if len(one.spaces) <= SPACES_BELOW
    )
    need = pos.n - s.raised  # wonders that are still to be built; each castle carries one
    build = bare[need - 1] * weights.dawdle if need <= len(bare) else weights.usual_rounds
    towers = sum(looks(s, seat) for seat in s.alive())
    explore = log1p(weights.sight * s.up.count("0") / max(1, towers)) / weights.sight
    usual = max(2, round(min(build, explore)))
    limit = limit_of(pos.options)
    return min(usual, limit - s.round + 1) if limit else usual
