"""Campaigns of the AI player: cells worth conquering, hiring troops for them, long marches.

A prize is a cell worth a battle. `prizes` values them, `best_campaign` chooses the one for which a
village should hire troops, and `march` moves armies toward prizes out of reach.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from games.core.engine.context import StepContext
from games.core.text.messages import Path
from games.el_mapa.ai import defence
from games.el_mapa.ai.evaluate import Valuation
from games.el_mapa.ai.ground import MAX_STEPS_TO_PRIZE
from games.el_mapa.ai.odds import growing_groups, outcome, union, victory_worth
from games.el_mapa.model.catalog import BUILDINGS, TROOPS
from games.el_mapa.model.holdings import can_pay, income, recruits
from games.el_mapa.model.state import NEUTRAL, Group, MapState, Troops, ordered, troop_count
from games.el_mapa.model.terrain import reading
from games.el_mapa.rules.castles.hiring import payable
from games.el_mapa.rules.moving.paths import reach, unmoved_troops

MAX_WAIT_ROUNDS = 2  # rounds that a campaign may wait for troops in training


class Campaign(NamedTuple):
    """Campaign that needs more troops: hire `troops` in the village `base` to win `target`.

    `wait_rounds` is the number of rounds until the village can hire them.
    """

    target: str
    base: str
    troops: Troops
    wait_rounds: int
    worth: float


class War:
    """Threats against a seat, and cells worth a campaign, in an unchanging position.

    `threats` has the expected loss by cell of the rival's army, `prizes` the value of each cell
    worth a campaign.
    """

    def __init__(self, v: Valuation) -> None:
        self.v = v
        self.threats = defence.threats(v)
        self.prizes = prizes(v, self.threats)

    @cached_property
    def campaign(self) -> Campaign | None:
        """Return the best campaign that needs more troops, if any."""
        return best_campaign(self.v, self.prizes)


def prizes(v: Valuation, threats: Mapping[str, float]) -> dict[str, float]:
    """Return the value in points of each cell worth a campaign.

    Such a cell has troops of others or a rival's marker. The value is that of claiming the cell,
    plus the points for its defenders and the loss that their army threatens (`threats`, see
    `defence.threats`).
    """
    s, least = v.s, v.weights.min_prize
    found = dict(v.guarded)
    for cell, owner in s.owners.items():
        if owner != v.seat or cell in v.foes:
            found[cell] = v.claim_worth(cell)
    for cell, foe in v.foes.items():
        if foe != NEUTRAL or cell in s.owners:
            found[cell] = v.claim_worth(cell) + victory_worth(v, cell) + threats.get(cell, 0.0)
    return {
        cell: found[cell]
        for cell in reading(s.board, found.keys() - s.turn.entries.keys())
        if found[cell] > least
    }


def prize_discount(v: Valuation, steps: int, moves: int = 2) -> float:
    """Return the factor (0 to 1) on the value of a prize that is `steps` steps away.

    `moves` is the number of steps that the troops make per turn.
    """
    return v.delays[-(-steps // moves)]


# --- hiring troops for a campaign -------------------------------------------------------------


def best_campaign(v: Valuation, found: Mapping[str, float]) -> Campaign | None:
    """Return the best campaign for which a village should hire troops, or None.

    `found` has the values of the prizes by cell. The campaign hires the fewest troops that can win
    one of them, now or after at most `MAX_WAIT_ROUNDS` rounds. Prizes that an army can win without
    new troops are left out.
    """
    s = v.s
    best: Campaign | None = None
    steps = {cell: v.ground.distances_to(cell) for cell in s.villages(v.seat)}
    # (upper bound of the worth, minus its index, target, discount by village); the best first
    upper_bounds = [
        (most * prize, -at, target, discounts)
        for at, (target, prize) in enumerate(found.items())
        for discounts in (
            {cell: prize_discount(v, far[target]) for cell, far in steps.items() if target in far},
        )
        if (most := max(discounts.values(), default=0.0)) > 0
    ]
    best_at = 0  # minus the index of the best target: among equal ones the first is chosen
    for bound, at, target, discounts in sorted(upper_bounds, reverse=True, key=lambda one: one[:2]):
        top = (best.worth, best_at) if best else (0.0, 1)
        if (bound, at) <= top:
            break  # no later campaign can be worth more; of equal ones the first is chosen
        if _can_win_already(v, target, found[target]):
            continue
        for cell, discount in discounts.items():
            if (discount * found[target], at) <= top:
                continue
            campaign = _smallest_campaign(v, target, cell, found[target], discount)
            if campaign and (campaign.worth, at) > top:
                best, best_at, top = campaign, at, (campaign.worth, at)
    return best


def _can_win_already(v: Valuation, target: str, prize: float) -> bool:
    """Return whether an army in range of the cell `target` can win it without new troops.

    `prize` is the value of the cell.
    """
    stacks = v.s.players[v.seat].stacks
    ready = (some for cell, some in stacks.items() if target in v.ground.distances_to(cell))
    return any(outcome(v, target, some, prize, later=True) > 0 for some in ready)


def _smallest_campaign(
    v: Valuation, target: str, cell: str, prize: float, discount: float
) -> Campaign | None:
    """Return the campaign from the village `cell` that wins with the fewest new troops.

    Return None if no campaign wins. `prize` is the value of `target`, and `discount` the factor (at
    most 1) for the turns that the troops need to reach it.
    """
    stack = v.s.players[v.seat].stacks.get(cell, {})
    for wait, some in v.cached(_hireable_groups, cell):
        worth = outcome(v, target, union(stack, some), prize, later=True)
        if worth > 0:
            return Campaign(
                target, cell, some, wait, worth * (discount * v.weights.delay_discount**wait)
            )
    return None


def _hireable_groups(v: Valuation, cell: str) -> list[tuple[int, Troops]]:
    """Return groups of growing size that the village `cell` can hire.

    Each is (rounds to wait, troops). First come the groups that it can hire now (0 rounds), then
    larger groups of levies that it can train and pay in later rounds.
    """
    s = v.s
    groups = [(0, some) for some in growing_groups(payable(s, v.seat, cell))]
    largest = troop_count(groups[-1][1]) if groups else 0
    gold, gold_income = s.players[v.seat].goods["gold"], income(s, v.seat)["gold"]
    trained = recruits(s.castles[cell], v.pos.options).get("levy", 0)
    for wait in range(1, min(MAX_WAIT_ROUNDS, v.rounds_left - 1) + 1):
        n = min(s.castles[cell].reserve.get("levy", 0) + wait * trained, gold + wait * gold_income)
        if n > largest:
            largest = n
            groups.append((wait, {"levy": n}))
    return groups


def muster(war: War) -> Path | None:
    """Return the move that hires troops for the best campaign.

    Return None without a campaign, or if it is worth too little, for example less than a share of
    the best building that the seat can pay.
    """
    v, target = war.v, war.campaign
    if target is None:
        return None
    goods = v.s.players[v.seat].goods
    building = next(
        (worth for worth, _, name in v.possible_buildings if can_pay(goods, BUILDINGS[name].cost)),
        0.0,
    )
    if target.worth <= (
        0.2 if v.rounds_left < 2 else max(2.0, v.weights.building_share * building)
    ):
        return None
    most = payable(v.s, v.seat, target.base)
    some = ordered({kind: min(n, most.get(kind, 0)) for kind, n in target.troops.items()})
    return ("hire", target.base, some) if some else None


def campaign_loss(v: Valuation, campaign: Campaign | None, cell: str, some: Troops) -> float:
    """Return the value that `campaign` loses if troops leave its base `cell`.

    Each troop that leaves must be trained again, which delays the campaign by a turn. The value is
    0 if `cell` is no base.
    """
    if campaign is None or campaign.base != cell:
        return 0.0
    return campaign.worth * (1 - v.weights.delay_discount ** troop_count(some))


# --- marching to distant prizes ---------------------------------------------------------------


def march(
    v: Valuation,
    t: StepContext[MapState],
    origins: Sequence[str],
    least: float,
    found: Mapping[str, float],
) -> tuple[Path | None, float]:
    """Return the best move of a whole army toward a prize out of reach, and its worth.

    `found` are the prizes by cell and `origins` the cells from which the army may start. The army
    must expect to win a prize, and the move must be worth more than `least`; otherwise return None
    and `least`.
    """
    best: Path | None = None
    top = (least, 1)
    # (upper bound of the worth, priority among equals, origin, target, troops, moves per turn, steps)
    marches = []
    goals = [
        (-at * len(origins), target, v.weights.on_the_way * prize)
        for at, (target, prize) in enumerate(found.items())
    ]
    for army, cell in enumerate(origins):
        some, steps = unmoved_troops(v.s, v.seat, cell), v.ground.distances_to(cell)
        moves = min(TROOPS[kind].moves for kind in some)
        for at, target, prize in goals:
            n = steps.get(target, 0)
            if n > moves and (bound := prize * v.delays[-(-n // moves)]) > least:
                marches.append((bound, at - army, cell, target, some, moves, n))
    for bound, at, cell, target, some, moves, n in sorted(
        marches, reverse=True, key=lambda one: one[:2]
    ):
        if (bound, at) <= top:
            break  # no later march is worth more, even if no troop dies
        worth = (
            v.weights.on_the_way
            * outcome(v, target, some, found[target], later=True)
            * prize_discount(v, n, moves)
        )
        if (worth, at) <= top or (worth := worth - defence.exposure_loss(v, cell, some), at) <= top:
            continue
        near, steps = (
            reach(t, v.seat, Group(some, cell, cell, moves), v.ground.onward, v.foes),
            v.ground.distances_to(target),
        )
        free = [
            other
            for other in near
            if other not in v.foes and steps.get(other, MAX_STEPS_TO_PRIZE) < n
        ]
        if free:
            _, _, stop = min((steps[other], v.s.board.at[other], other) for other in free)
            best, top = ("move", cell, dict(some), stop), (worth, at)
    return best, top[0]
