"""Search for the best use of goods at a set of construction sites.

A plan is a set of works (construction actions) that a purse can pay together. Goods in the
warehouse may be traded; goods in the traded area may not. `wild` goods stand for the goods that
pieces in reserve may still bring. What a work yields does not depend on the purse. So all plans
form one tree, and each purse searches the part of the tree that it can pay.
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
from games.tadmor.ai.evaluate import Valuation, player_with_unlimited_goods
from games.tadmor.model.catalog import COLORS, PARTS, RULES, SPACES, WORKS
from games.tadmor.model.state import Player, TadmorState
from games.tadmor.rules.goods.costs import tower_prices
from games.tadmor.rules.goods.purse import ZERO, Purse, Vec, needed_trades, plus, vec
from games.tadmor.rules.missions.missions import MISSIONS

_MAX_MISSIONS = 4  # hand missions considered in a plan
_TOWERS = ("tower_single", "tower_double")
_TIE_TOLERANCE = 1e-9  # points; a plan must be better by more than this to replace an earlier one
_Step = tuple[str, ...]


class Site(NamedTuple):
    """Site where the seat's piece can build: a space, or a private tile.

    `at` is the id of the space or tile. The piece does one of `actions`.
    """

    at: str
    actions: tuple[str, ...]


class PlanStage(Struct, eq=False):
    """Node of the plan tree: the works done so far.

    - `cost` is the price of all works, `spent` the number of goods in it.
    - `gain` is the value of the works without the tower and the missions; `worth` is the total
      value without the goods left.
    - After these works: `tower` height, number of completed missions (`done`), number of temple
      `parts` built, number of missions `drawn`, `rare` goods taken, hand missions used (`cards`),
      and whether points have paid for a rare good this turn (`credit`, I9).
    - `steps` are the paths of the works, without the goods left out of a price.
    - `children` caches the next nodes, by site and action.
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
    steps: tuple[_Step, ...] = ()
    worth: float = 0.0
    children: dict[tuple[str, str], list[PlanStage]] | None = None


class _Budget:
    """Purse of one search, with the best plan found so far."""

    def __init__(self, valuation: Valuation, purse: Purse, first: PlanStage) -> None:
        self.valuation, self.purse, self.total = valuation, purse, purse.total
        if valuation.kind_bonuses:
            self.total += sum(purse.store[give] * (n - 1) for give, _, n in purse.rates)
        self.best_value, self.best_plan = float("-inf"), first
        self.goods = plus(purse.store, purse.traded)
        self.affordable: dict[Vec, bool] = {}
        self.value_left: dict[Vec, float] = {}

    def can_pay(self, cost: Vec) -> bool:
        """Return whether the purse can pay `cost`, with trades if needed."""
        if (payable := self.affordable.get(cost)) is None:
            payable = self.affordable[cost] = (
                all(map(le, cost, self.goods)) or needed_trades(self.purse, cost) is not None
            )
        return payable

    def consider(self, stage: PlanStage) -> None:
        """Store `stage` as the best plan if its value exceeds that of the best plan so far."""
        if (goods_left_value := self.value_left.get(stage.cost)) is None:
            goods_left_value = self.value_left[stage.cost] = self.valuation.remaining_value(
                self.purse, stage.cost
            )
        value = stage.worth + goods_left_value
        if value > self.best_value + _TIE_TOLERANCE:
            self.best_value, self.best_plan = value, stage


class Plans:
    """Tree of plans for the seat of a `Valuation`."""

    def __init__(self, valuation: Valuation) -> None:
        self.valuation, self.s, self.me = valuation, valuation.s, valuation.me
        self.start_value = valuation.tower_value(self.me.tower, self.me.missions)
        self.tower_values: dict[tuple[int, int], float] = {}
        self.first = self._evaluated(
            PlanStage(tower=self.me.tower, done=self.me.missions, credit=self.me.credit)
        )

    def best(self, purse: Purse, sites: list[Site]) -> tuple[float, PlanStage]:
        """Return the value of the best plan that `purse` can pay at `sites`, and the plan.

        The value counts the goods left and the tax.
        """
        order = sorted(sites, key=lambda site: any(one in _TOWERS for one in site.actions))
        budget = _Budget(self.valuation, purse, self.first)
        self._search(budget, order, 0, self.first)
        return budget.best_value, budget.best_plan

    def _search(
        self, budget: _Budget, sites: list[Site], site_index: int, stage: PlanStage
    ) -> None:
        """Offer `stage` to `budget`, then every plan that continues `stage`.

        The plans use the sites from the index `site_index` on.
        """
        if site_index == len(sites):
            budget.consider(stage)
            return
        self._search(budget, sites, site_index + 1, stage)
        at, actions = sites[site_index]
        for action in actions:
            for after in self._children(stage, at, action, budget.total):
                if budget.can_pay(after.cost):
                    self._search(budget, sites, site_index + 1, after)

    def _children(self, stage: PlanStage, at: str, action: str, total: int) -> list[PlanStage]:
        """Return the nodes that follow `stage` by one more `action` at the site `at`.

        For a tower there is one node per number of levels, as long as the price of all works is at
        most `total` goods.
        """
        if stage.children is None:
            stage.children = {}
        key = at, action
        if action not in _TOWERS:
            if (nodes := stage.children.get(key)) is None:
                nodes = stage.children[key] = [
                    self._evaluated(one) for one in self._work_nodes(at, action, stage)
                ]
            return nodes
        nodes = stage.children.setdefault(key, [])
        prices = _tower_prices(stage.tower, tuple(self.me.tiles), action == "tower_double")
        n_affordable = bisect(prices, total - stage.spent, key=lambda one: sum(one[1]))
        place = (at, action) if at not in SPACES else (at,)
        for height, cost in prices[len(nodes) : n_affordable]:
            step = ("tower", *place, str(len(nodes) + 1))
            nodes.append(self._evaluated(_child(stage, cost, 0.0, step, tower=height)))
        return nodes[:n_affordable]

    def _evaluated(self, stage: PlanStage) -> PlanStage:
        key = stage.tower, stage.done
        if (value := self.tower_values.get(key)) is None:
            value = self.tower_values[key] = self.valuation.tower_value(*key)
        stage.worth = stage.gain + value - self.start_value
        return stage

    def _work_nodes(self, at: str, action: str, stage: PlanStage) -> Iterator[PlanStage]:
        """Yield the stages reached from `stage` by one `action` at the site `at`.

        `action` is any construction action except building a tower.
        """
        match action:
            case "traitor":
                yield from self._traitor_nodes(at, stage)
            case "temple":
                yield from self._temple_nodes(at, stage)
            case "rare_good":
                for color in [SPACES[at].color] if at in SPACES else COLORS:
                    yield from self._rare_good_nodes(at, color, stage)
            case "mission":
                yield from self._mission_nodes(at, stage)

    def _traitor_nodes(self, at: str, stage: PlanStage) -> Iterator[PlanStage]:
        valuation, players = self.valuation, self.s.players
        levels = RULES.eras[self.s.era].traitor
        victims = [
            (one.tower, who)
            for who, one in enumerate(players)
            if who != valuation.seat and one.tower and one.tower >= self.me.tower
        ]
        if levels and victims:
            # The loss of one rival helps all the others, so the seat counts only a share of it.
            gain = levels * valuation.level_value / len(players) + valuation.w.levels_destroyed
            _, victim = max(victims)
            yield _child(stage, ZERO, gain, ("traitor", at, f"p{victim}"))

    def _temple_nodes(self, at: str, stage: PlanStage) -> Iterator[PlanStage]:
        me, valuation = self.me, self.valuation
        unfinished = me.unfinished
        place = unfinished[0] if unfinished else len(me.temples)
        built = (me.temples[place] if unfinished else 0) + stage.parts
        if built >= len(PARTS) or not self.s.parts_left(built + 1):
            return
        cost = _reduced_cost(
            vec(RULES.temple[built].cost),
            valuation.powers.reduction.get("temple", 0),
            plus(vec(me.goods), _negated(stage.cost)),
        )
        card = at in SPACES and SPACES[at].mission_card
        bonus = 0 if at in SPACES else valuation.powers.private[at].pp
        gain = (
            valuation.temple_part_value(built) + bonus + (valuation.draw_value() if card else 0.0)
        )
        yield _child(stage, cost, gain, ("temple", at, f"t{place}"), parts=stage.parts + 1)

    def _rare_good_nodes(self, at: str, color: str, stage: PlanStage) -> Iterator[PlanStage]:
        top, me, valuation, powers = (
            self.s.tops[color],
            self.me,
            self.valuation,
            self.valuation.powers,
        )
        if not top or top in stage.rare:
            return
        good = (
            max(
                self.s.pile_tiles(color),
                key=lambda one: valuation.rare_good_value(stage.rare, one, by_action=True),
            )
            if powers.may_choose_rare
            else top
        )
        gain = valuation.rare_good_value(stage.rare, good, by_action=True)
        n = max(0, sum(RULES.rare[color].cost.values()) - powers.reduction.get("rare_good", 0))
        cost = vec(dict.fromkeys(RULES.rare[color].cost, n))
        tile = (good,) if powers.may_choose_rare else ()
        yield _child(stage, cost, gain, ("rare", at, color, "pay", *tile), rare=(*stage.rare, good))
        if powers.points_for_rare and not stage.credit and me.points >= powers.points_for_rare:
            step = ("rare", at, color, "favour", *tile)
            yield _child(
                stage,
                ZERO,
                gain - powers.points_for_rare,
                step,
                rare=(*stage.rare, good),
                credit=True,
            )

    def _mission_nodes(self, at: str, stage: PlanStage) -> Iterator[PlanStage]:
        me, valuation = self.me, self.valuation
        if self.s.deck or self.s.discard:
            yield _child(
                stage,
                ZERO,
                valuation.draw_value(stage.drawn - len(stage.cards)),
                ("mission", at, "draw"),
                drawn=stage.drawn + 1,
            )
        hand = [card for card in me.hand if card not in stage.cards]
        for card in sorted(hand, key=lambda one: (-MISSIONS[one].points, one))[:_MAX_MISSIONS]:
            facts = MISSIONS[card]
            purse = plus(vec(me.goods), _negated(stage.cost))
            cost = _reduced_cost(
                vec(facts.cost), valuation.powers.reduction.get("mission", 0), purse
            )
            gain = (
                facts.points
                + valuation.powers.points_per_mission
                + valuation.w.completed_mission * valuation.turns_left
            )
            if valuation.w.return_benefit_share:
                gain += valuation.w.return_benefit_share * valuation.return_gain(card)
            yield _child(
                stage,
                cost,
                gain,
                ("mission", at, card),
                done=stage.done + 1,
                cards=(*stage.cards, card),
            )


def construction_sites(s: TadmorState, seat: Seat) -> list[Site]:
    """Return the sites where a player's pieces can build, one per piece."""
    player = s.players[seat]
    private = [(tile, private_works(player, tile)) for tile in player.placed]
    board = [Site(space.id, (space.action,)) for space in s.spaces_of(seat, *WORKS)]
    return board + [Site(tile, actions) for tile, actions in private if actions]


def private_works(player: Player, tile: str) -> tuple[str, ...]:
    """Return the construction actions (`WORKS`) of the private space on a player's tile.

    The result is empty if the space offers only other actions.
    """
    return tuple(
        choice.action for choice in player.powers.private[tile].choices if choice.action in WORKS
    )


def _child(stage: PlanStage, cost: Vec, gain: float, step: _Step, **changes: Any) -> PlanStage:
    return replace(
        stage,
        cost=plus(stage.cost, cost),
        spent=stage.spent + sum(cost),
        gain=stage.gain + gain,
        steps=(*stage.steps, step),
        children=None,
        **changes,
    )


def _negated(a: Vec) -> Vec:
    return -a[0], -a[1], -a[2], -a[3]


@lru_cache(20_000)
def _reduced_cost(cost: Vec, n: int, purse: Vec) -> Vec:
    """Return `cost` without `n` goods: those that `purse` lacks most are left out first."""
    left = list(cost)
    for _ in range(min(n, sum(cost))):
        needed = [kind for kind in range(len(left)) if left[kind]]
        scarcest = max(needed, key=lambda kind: left[kind] - purse[kind])
        left[scarcest] -= 1
    return left[0], left[1], left[2], left[3]


@lru_cache(10_000)
def _tower_prices(tower: int, tiles: tuple[str, ...], double: bool) -> tuple[tuple[int, Vec], ...]:
    """Return (height, total cost) for each height to which the tower can be raised.

    The tower rises by single levels or, if `double`, by two levels at a time; there are at most
    eight such steps. `tower` is the present height and `tiles` the player's upgrades, which can
    reduce the cost. Heights that the player can't pay for are included.
    """
    return tuple(
        (height, vec(cost))
        for height, cost in tower_prices(player_with_unlimited_goods(tiles, tower, ()), double, 8)
    )
