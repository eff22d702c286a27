"""Best use of goods at a set of construction sites.

A plan is a set of works that a purse can pay together. Goods in the warehouse may be traded,
traded ones may not. `wild` units stand for goods that pieces not yet placed may bring. The
results of works do not depend on the purse: plans form one tree, and each purse searches as far
as it can pay.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator
from functools import lru_cache
from operator import le
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from games.core.text.messages import Seat
from games.tadmor.ai.evaluate import Valuation, unlimited
from games.tadmor.model.catalog import COLORS, PARTS, RULES, SPACES, WORKS
from games.tadmor.model.state import Player, TadmorState
from games.tadmor.rules.goods.costs import climbs
from games.tadmor.rules.goods.purse import ZERO, Purse, Vec, exchanges, plus, vec
from games.tadmor.rules.missions.missions import MISSIONS

_MOST_CARDS = 4  # hand missions considered in a plan
_TOWERS = ("tower_single", "tower_double")
_EQUAL = 1e-9  # points: of plans closer than this the first one is taken
_Work = tuple[str, ...]


class Site(NamedTuple):
    """Piece on a construction space, or on a private tile that allows any of its `actions`."""

    at: str
    actions: tuple[str, ...]


class PlanStage(Struct, eq=False):
    """Node of the plan tree.

    `cost` is the price so far, `gain` the value besides tower and missions. `steps` are the
    paths without goods left out. `worth` is the total value without the goods kept; `after` are
    the next nodes by site and action.
    """

    cost: Vec = ZERO
    spent: int = 0
    gain: float = 0.0
    tower: int = 0
    done: int = 0
    parts: int = 0
    drawn: int = 0
    rare: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    credit: bool = False
    steps: tuple[_Work, ...] = ()
    worth: float = 0.0
    after: dict[tuple[str, str], list[PlanStage]] | None = None


class _Budget:
    """Purse of a search, and the best plan found so far."""

    def __init__(self, out: Valuation, purse: Purse, first: PlanStage) -> None:
        self.out, self.purse, self.total = out, purse, purse.total
        if out.dear:
            self.total += sum(purse.store[give] * (n - 1) for give, _, n in purse.rates)
        self.top, self.found = float("-inf"), first
        self.have = plus(purse.store, purse.traded)
        self.known: dict[Vec, bool] = {}
        self.kept: dict[Vec, float] = {}

    def pays(self, cost: Vec) -> bool:
        """Return whether the purse can pay a cost, with trades if needed."""
        if (able := self.known.get(cost)) is None:
            able = self.known[cost] = (
                all(map(le, cost, self.have)) or exchanges(self.purse, cost) is not None
            )
        return able

    def weigh(self, stage: PlanStage) -> None:
        """Keep a plan if it is better than the best so far."""
        if (rest := self.kept.get(stage.cost)) is None:
            rest = self.kept[stage.cost] = self.out.rest(self.purse, stage.cost)
        value = stage.worth + rest
        if value > self.top + _EQUAL:
            self.top, self.found = value, stage


class Plans:
    """Tree of plans for the seat of a `Valuation`."""

    def __init__(self, out: Valuation) -> None:
        self.out, self.s, self.me = out, out.s, out.me
        self.start = out.standing(self.me.tower, self.me.missions)
        self.standing: dict[tuple[int, int], float] = {}
        self.first = self._grown(
            PlanStage(tower=self.me.tower, done=self.me.missions, credit=self.me.credit)
        )

    def best(self, purse: Purse, sites: list[Site]) -> tuple[float, PlanStage]:
        """Return the best plan and its value, goods kept and tax included."""
        order = sorted(sites, key=lambda site: any(one in _TOWERS for one in site.actions))
        budget = _Budget(self.out, purse, self.first)
        self._climb(budget, order, 0, self.first)
        return budget.top, budget.found

    def _climb(self, budget: _Budget, sites: list[Site], at: int, stage: PlanStage) -> None:
        """Evaluate every plan at the sites from index `at` on."""
        if at == len(sites):
            budget.weigh(stage)
            return
        self._climb(budget, sites, at + 1, stage)
        where, actions = sites[at]
        for action in actions:
            for after in self._after(stage, where, action, budget.total):
                if budget.pays(after.cost):
                    self._climb(budget, sites, at + 1, after)

    def _after(self, stage: PlanStage, at: str, action: str, total: int) -> list[PlanStage]:
        """Return the nodes with one more work; towers grow as far as `total` goods could pay."""
        if stage.after is None:
            stage.after = {}
        key = at, action
        if action not in _TOWERS:
            if (grown := stage.after.get(key)) is None:
                grown = stage.after[key] = [
                    self._grown(one) for one in self._works(at, action, stage)
                ]
            return grown
        grown = stage.after.setdefault(key, [])
        prices = _heights(stage.tower, tuple(self.me.tiles), action == "tower_double")
        most = bisect(prices, total - stage.spent, key=lambda one: sum(one[1]))
        place = (at, action) if at not in SPACES else (at,)
        for height, cost in prices[len(grown) : most]:
            step = ("tower", *place, str(len(grown) + 1))
            grown.append(self._grown(_then(stage, cost, 0.0, step, tower=height)))
        return grown[:most]

    def _grown(self, stage: PlanStage) -> PlanStage:
        key = stage.tower, stage.done
        if (standing := self.standing.get(key)) is None:
            standing = self.standing[key] = self.out.standing(*key)
        stage.worth = stage.gain + standing - self.start
        return stage

    def _works(self, at: str, action: str, stage: PlanStage) -> Iterator[PlanStage]:
        """Yield the nodes for the possible works at a site."""
        match action:
            case "traitor":
                yield from self._traitor(at, stage)
            case "temple":
                yield from self._temple(at, stage)
            case "rare_good":
                for color in [SPACES[at].color] if at in SPACES else COLORS:
                    yield from self._rare(at, color, stage)
            case "mission":
                yield from self._missions(at, stage)

    def _traitor(self, at: str, stage: PlanStage) -> Iterator[PlanStage]:
        out, n, others = self.out, RULES.eras[self.s.era].traitor, len(self.s.players) - 1
        victims = [
            (one.tower, who)
            for who, one in enumerate(self.s.players)
            if who != out.seat and one.tower and one.tower >= self.me.tower
        ]
        if n and victims:
            gain = n * out.level / (1 + others) + out.w.treason
            yield _then(stage, ZERO, gain, ("traitor", at, f"p{max(victims)[1]}"))

    def _temple(self, at: str, stage: PlanStage) -> Iterator[PlanStage]:
        me, out = self.me, self.out
        unfinished = me.unfinished
        place = unfinished[0] if unfinished else len(me.temples)
        built = (me.temples[place] if unfinished else 0) + stage.parts
        if built >= len(PARTS) or not self.s.stack(built + 1):
            return
        cost = _less(
            vec(RULES.temple[built].cost),
            out.powers.reduction.get("temple", 0),
            plus(vec(me.goods), _neg(stage.cost)),
        )
        card = at in SPACES and SPACES[at].mission_card
        bonus = 0 if at in SPACES else out.powers.private[at].pp
        gain = out.part(built) + bonus + (out.draw() if card else 0.0)
        yield _then(stage, cost, gain, ("temple", at, f"t{place}"), parts=stage.parts + 1)

    def _rare(self, at: str, color: str, stage: PlanStage) -> Iterator[PlanStage]:
        top, me, out, powers = self.s.tops[color], self.me, self.out, self.out.powers
        if not top or top in stage.rare:
            return
        good = (
            max(self.s.pile(color), key=lambda one: out.rare(stage.rare, one, True))
            if powers.chooses
            else top
        )
        gain = out.rare(stage.rare, good, True)
        n = max(0, sum(RULES.rare[color].cost.values()) - powers.reduction.get("rare_good", 0))
        cost = vec(dict.fromkeys(RULES.rare[color].cost, n))
        tile = (good,) if powers.chooses else ()
        yield _then(stage, cost, gain, ("rare", at, color, "pay", *tile), rare=(*stage.rare, good))
        if powers.credit and not stage.credit and me.points >= powers.credit:
            step = ("rare", at, color, "favour", *tile)
            yield _then(
                stage, ZERO, gain - powers.credit, step, rare=(*stage.rare, good), credit=True
            )

    def _missions(self, at: str, stage: PlanStage) -> Iterator[PlanStage]:
        me, out = self.me, self.out
        if self.s.deck or self.s.discard:
            yield _then(
                stage,
                ZERO,
                out.draw(stage.drawn - len(stage.cards)),
                ("mission", at, "draw"),
                drawn=stage.drawn + 1,
            )
        hand = [card for card in me.hand if card not in stage.cards]
        for card in sorted(hand, key=lambda one: (-MISSIONS[one].points, one))[:_MOST_CARDS]:
            facts = MISSIONS[card]
            purse = plus(vec(me.goods), _neg(stage.cost))
            cost = _less(vec(facts.cost), out.powers.reduction.get("mission", 0), purse)
            gain = facts.points + out.powers.on_mission + out.w.done * out.left
            if out.w.perk:
                gain += out.w.perk * out.perk(card)
            yield _then(
                stage,
                cost,
                gain,
                ("mission", at, "complete", card),
                done=stage.done + 1,
                cards=(*stage.cards, card),
            )


def construction_sites(s: TadmorState, seat: Seat) -> list[Site]:
    """Return the sites where a player's pieces can build, one per piece."""
    player = s.players[seat]
    private = [(tile, private_works(player, tile)) for tile in player.placed]
    board = [Site(space.id, (space.action,)) for space in s.on(seat, *WORKS)]
    return board + [Site(tile, actions) for tile, actions in private if actions]


def private_works(player: Player, tile: str) -> tuple[str, ...]:
    """Return the construction actions of a private tile."""
    return tuple(
        choice.action for choice in player.powers.private[tile].choices if choice.action in WORKS
    )


def _then(stage: PlanStage, cost: Vec, gain: float, step: _Work, **changes: Any) -> PlanStage:
    return replace(
        stage,
        cost=plus(stage.cost, cost),
        spent=stage.spent + sum(cost),
        gain=stage.gain + gain,
        steps=(*stage.steps, step),
        after=None,
        **changes,
    )


def _neg(a: Vec) -> Vec:
    return -a[0], -a[1], -a[2], -a[3]


@lru_cache(20_000)
def _less(cost: Vec, n: int, purse: Vec) -> Vec:
    """Return a cost without `n` goods, the scarcest left out."""
    left = list(cost)
    for _ in range(min(n, sum(cost))):
        left[
            max((at for at in range(len(left)) if left[at]), key=lambda at: left[at] - purse[at])
        ] -= 1
    return left[0], left[1], left[2], left[3]


@lru_cache(10_000)
def _heights(tower: int, tiles: tuple[str, ...], double: bool) -> tuple[tuple[int, Vec], ...]:
    """Return the next heights and the total cost of each, for any purse."""
    return tuple(
        (height, vec(cost)) for height, cost in climbs(unlimited(tiles, tower, ()), double, 8)
    )
