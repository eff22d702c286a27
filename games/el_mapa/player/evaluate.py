"""What a computer player thinks of a position: what cells, buildings, goods and troops are worth. Points are the measure of all;
a gold coin is more than half of one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from math import log1p
from typing import Any, TypeVar

from games.core.messages import Seat
from games.core.position import Position
from games.el_mapa.model.catalog import BUILDINGS, TILES, TROOPS, level_of
from games.el_mapa.model.holdings import looks, sources
from games.el_mapa.model.state import NEUTRAL, MapState, Troops, head
from games.el_mapa.player.ground import Ground
from games.el_mapa.player.weights import WEIGHTS, Weights
from games.el_mapa.rules.castles.building import free_spaces
from games.el_mapa.rules.ending.endings import limit_of
from games.el_mapa.rules.ending.scoring import score
from games.el_mapa.rules.moving.exploring import claims

R = TypeVar("R")
Pos = Position[MapState, Any]
GOODS = ("gold", "wood", "stone")
MINES = ("wood", "stone", "gold")                          # as `Weights.mines` has them
SPACES_BELOW = 9             # buildings under a wonder
FADES = 0.82                 # what draws scouts counts so much of it a step away


class Valuation:
    """A position in one seat's eyes, while it stands still: what is asked again and again is worked out once."""

    def __init__(self, pos: Pos, seat: Seat, weights: Weights = WEIGHTS) -> None:
        self.pos, self.s, self.seat, self.weights = pos, pos.state, seat, weights
        self.ladder: bool = pos.options["troop_levels"] == "ladder"
        self._known: dict[Any, Any] = {}
        self._claims: dict[str, float] = {}

    def once(self, key: tuple[Any, ...], work: Callable[[], R]) -> R:
        """What `work` finds; the next time what it found: for those who ask of many things, such as fights."""
        if key not in self._known:
            self._known[key] = work()
        found: R = self._known[key]
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
        found = {cell: seat for seat, one in enumerate(self.s.players) if seat != self.seat for cell in one.stacks}
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
        return {kind: self.weights.troop + self.expense(facts.cost) for kind, facts in TROOPS.items()}

    def price(self, some: Mapping[str, int]) -> float:
        """What troops are worth to their owner with so many rounds left: in the last one they have nothing to wait for."""
        full = 0.0
        for kind, n in some.items():
            full += n * self._each[kind]
        return full * min(1.0, (self.left - 1) / self.weights.service)

    def expense(self, cost: Mapping[str, int]) -> float:
        """What a cost is worth in points."""
        return sum(float(getattr(self.weights, good)) * n for good, n in cost.items())

    @cached_property
    def shooters(self) -> set[Seat]:
        """The seats that have archers anywhere on the map."""
        return {
            seat for seat, player in enumerate(self.s.players)
            if any(TROOPS[kind].shoots for troops in player.stacks.values() for kind in troops)
        }

    def stake(self, cell: str) -> float:
        """What holding a cell's mine, tower and village until the end brings."""
        return self.once(("stake", cell), lambda: self._stake(cell))

    def _stake(self, cell: str) -> float:
        s, left, weights = self.s, self.left, self.weights
        tile = TILES[s.kind(cell)]
        worth = weights.mines[MINES.index(tile.mine)] * left if tile.mine else 0.0
        worth += weights.tower * tile.tower * left * 0.5 if tile.tower else 0
        if tile.village:
            worth += weights.village + weights.sites * left
            castle = s.castles.get(cell)
            worth += sum(self.house_points(name) for name in castle.spaces.values()) if castle else 0
        return worth

    def claim_worth(self, cell: str) -> float:
        """What standing on a cell would bring: mines, towers, treasures, villages, from now on; more if somebody else loses
        them."""
        if cell not in self._claims:
            self._claims[cell] = self._claim_worth(cell)
        return self._claims[cell]

    def _claim_worth(self, cell: str) -> float:
        s, owner = self.s, self.s.owners.get(cell)
        if (owner == self.seat and cell not in s.chests) or not s.open(cell) or not claims(s, self.seat, cell):
            return 0.0
        worth = 0.0 if owner == self.seat else self.stake(cell) * (1 if owner is None else self.swing)
        return worth + self.weights.chest * s.chests.get(cell, 0)

    def house_points(self, name: str) -> float:
        """The points of a building at the end, a wonder's by what it counts now (rules 10.2)."""
        facts = BUILDINGS[name]
        plain = facts.level + facts.points
        return plain + facts.per * sources(self.s, self.seat, name, self.pos.options) if facts.wonder else plain

    def house_worth(self, cell: str, name: str) -> float:
        """What a building would bring until the end: points, income, troops, movement."""
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
        if not facts.wonder and len(s.castles[cell].spaces) < SPACES_BELOW:
            worth += weights.carries                            # every building carries a wonder in the end
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
        s, ground, at = self.s, self.ground, self.ground.places
        cells, ways = ground.mesh
        here = [self.weights.flip * n for n in ground.edge]
        for cell in {*ground.sites, *s.chests} & at.keys():
            here[at[cell]] += self.claim_worth(cell)
        for cell, foe in self.foes.items():
            others = s.garrisons[cell] if foe == NEUTRAL else s.players[foe].stacks[cell]
            here[at[cell]] *= 0.7 if strength(others) < 1.5 * self.force else 0.1
        for _ in range(5):                          # what lies further counts less with each step
            here = [
                max(worth, FADES * max(map(here.__getitem__, way))) if way else worth
                for worth, way in zip(here, ways, strict=True)
            ]
        return dict(zip(cells, here, strict=True))

    def sight(self, way: tuple[str, ...]) -> int:
        """How many tiles a group turns up on its way."""
        return len(self.ground.unseen[way[0]].union(*[self.ground.unseen[cell] for cell in way[1:]]))


def rounds_left(pos: Pos, weights: Weights = WEIGHTS) -> int:
    """How many rounds are likely to come, this one included: until enough castles carry a wonder or the map is known."""
    s = pos.state
    if s.ending:
        return 1
    bare = sorted(SPACES_BELOW + 1 - len(one.spaces) for one in s.castles.values() if len(one.spaces) <= SPACES_BELOW)
    need = pos.n - s.raised                     # wonders that are still to be built; each castle carries one
    build = bare[need - 1] * weights.dawdle if need <= len(bare) else weights.usual_rounds
    towers = sum(looks(s, seat) for seat in s.alive())
    explore = log1p(weights.sight * s.up.count("0") / max(1, towers)) / weights.sight
    usual = max(2, round(min(build, explore)))
    limit = limit_of(pos.options)
    return min(usual, limit - s.round + 1) if limit else usual


def strength(some: Troops) -> int:
    """How strong troops are, roughly: hit points by damage."""
    return sum(n * TROOPS[kind].hp * TROOPS[kind].damage for kind, n in some.items())


def spoils(some: Mapping[str, int], left: Mapping[str, int], ladder: bool) -> int:
    """Points for those of `some` who are no longer among `left` (rules 8.8); `ladder`: by the option `troop_levels`."""
    return sum(level_of(kind, ladder) * (n - left.get(kind, 0)) for kind, n in some.items())

