"""Campaigns of the AI player: guarded prizes, troops to hire for them, marches of armies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from games.core.engine.context import StepContext
from games.core.text.messages import Path
from games.el_mapa.ai import defence
from games.el_mapa.ai.evaluate import Valuation
from games.el_mapa.ai.ground import MAX_STEPS_TO_PRIZE
from games.el_mapa.ai.odds import levies, outcome, triumph, union
from games.el_mapa.model.catalog import BUILDINGS, TROOPS
from games.el_mapa.model.holdings import can_pay, income, recruits
from games.el_mapa.model.state import NEUTRAL, Group, MapState, Troops, ordered, troop_count
from games.el_mapa.model.terrain import reading
from games.el_mapa.rules.castles.hiring import payable
from games.el_mapa.rules.moving.paths import fresh, reach

WAIT = 2  # so many rounds a muster may take


class Aim(NamedTuple):
    """Campaign that needs more troops than are ready.

    Hire `some` at `base` against `target`, over `wait` rounds.
    """

    target: str
    base: str
    some: Troops
    wait: int
    worth: float


class War:
    """War options of a seat in an unchanging position: threats and prizes."""

    def __init__(self, v: Valuation) -> None:
        self.v = v
        self.threats = defence.threats(v)
        self.prizes = prizes(v, self.threats)

    @cached_property
    def aim(self) -> Aim | None:
        """Return the campaign to hire troops for, None if none is worth it.

        Prizes that ready troops could win do not count.
        """
        return aim(self.v, self.prizes)


def prizes(v: Valuation, threats: Mapping[str, float]) -> dict[str, float]:
    """Return cells worth a campaign (guarded or a rival's) with their value.

    The value of a cell is that of taking it, the points for its defenders and the threat that
    ends.
    """
    s, least = v.s, v.weights.prize
    found = dict(v.guarded)
    for cell, owner in s.owners.items():
        if owner != v.seat or cell in v.foes:
            found[cell] = v.claim_worth(cell)
    for cell, foe in v.foes.items():
        if foe != NEUTRAL or cell in s.owners:
            found[cell] = v.claim_worth(cell) + triumph(v, cell) + threats.get(cell, 0.0)
    return {
        cell: found[cell]
        for cell in reading(s.board, found.keys() - s.turn.entries.keys())
        if found[cell] > least
    }


def soon(v: Valuation, steps: int, moves: int = 2) -> float:
    """Return the discount of a prize `steps` away: a factor per turn; the game may end first."""
    return v.delays[-(-steps // moves)]


# --- mustering ----------------------------------------------------------------------------------------------------------


def aim(v: Valuation, found: Mapping[str, float]) -> Aim | None:
    """Return the best campaign for which a village should hire troops, if any.

    It hires as few as can win the prize, now or within a round or two.
    """
    s = v.s
    best: Aim | None = None
    steps = {cell: v.ground.far(cell) for cell in s.villages(v.seat)}
    hopes = [
        (most * prize, -at, target, near)
        for at, (target, prize) in enumerate(found.items())
        for near in ({cell: soon(v, far[target]) for cell, far in steps.items() if target in far},)
        if (most := max(near.values(), default=0.0)) > 0
    ]
    first = 0
    for hope, at, target, near in sorted(hopes, reverse=True, key=lambda one: one[:2]):
        top = (best.worth, first) if best else (0.0, 1)
        if (hope, at) <= top:
            break  # no later campaign can be worth more; of equal ones the first counts
        if _can_go_already(v, target, found[target]):
            continue
        for cell, counts in near.items():
            if (counts * found[target], at) <= top:
                continue
            one = _gathered(v, target, cell, found[target], counts)
            if one and (one.worth, at) > top:
                best, first, top = one, at, (one.worth, at)
    return best


def _can_go_already(v: Valuation, target: str, prize: float) -> bool:
    """Return whether an army that is near enough would win a prize without new troops."""
    stacks = v.s.players[v.seat].stacks
    ready = (some for cell, some in stacks.items() if target in v.ground.far(cell))
    return any(outcome(v, target, some, prize, later=True) > 0 for some in ready)


def _gathered(v: Valuation, target: str, cell: str, prize: float, counts: float) -> Aim | None:
    """Return the campaign of the fewest new troops from a village that win.

    `counts` discounts the way to the prize.
    """
    there = v.s.players[v.seat].stacks.get(cell, {})
    for wait, some in v.once(_pools, cell):
        worth = outcome(v, target, union(there, some), prize, later=True)
        if worth > 0:
            return Aim(target, cell, some, wait, worth * (counts * v.weights.later**wait))
    return None


def _pools(v: Valuation, cell: str) -> list[tuple[int, Troops]]:
    """Return growing groups that a village can send out, each with the rounds to wait.

    First those that can be paid now, then those to come.
    """
    s = v.s
    found = [(0, some) for some in levies(payable(s, v.seat, cell))]
    now = troop_count(found[-1][1]) if found else 0
    gold, brings = s.players[v.seat].goods["gold"], income(s, v.seat)["gold"]
    each = recruits(s.castles[cell], v.pos.options).get("levy", 0)
    for wait in range(1, min(WAIT, v.left - 1) + 1):
        n = min(s.castles[cell].reserve.get("levy", 0) + wait * each, gold + wait * brings)
        if n > now:
            now = n
            found.append((wait, {"levy": n}))
    return found


def muster(war: War) -> Path | None:
    """Hire troops for a prize that is worth more than delaying the next building by a turn."""
    v, target = war.v, war.aim
    if target is None:
        return None
    goods = v.s.players[v.seat].goods
    ready = next(
        (worth for worth, _, name in v.wishes if can_pay(goods, BUILDINGS[name].cost)), 0.0
    )
    if target.worth <= (0.2 if v.left < 2 else max(2.0, v.weights.patience * ready)):
        return None
    most = payable(v.s, v.seat, target.base)
    some = ordered({kind: min(n, most.get(kind, 0)) for kind, n in target.some.items()})
    return ("hire", target.base, some) if some else None


def held(v: Valuation, target: Aim | None, cell: str, some: Troops) -> float:
    """Return the cost to a campaign if troops leave its base.

    Each troop that must be trained again costs a turn.
    """
    if target is None or target.base != cell:
        return 0.0
    return target.worth * (1 - v.weights.later ** troop_count(some))


# --- marching -----------------------------------------------------------------------------------------------------------


def march(
    v: Valuation,
    t: StepContext[MapState],
    origins: Sequence[str],
    least: float,
    found: Mapping[str, float],
) -> tuple[Path | None, float]:
    """Return the best move of a whole army toward a prize out of reach this turn.

    The army must expect to win the prize, and the move must be worth more than `least`; the
    second value is its worth.
    """
    best: Path | None = None
    top = (least, 1)
    hopes = []
    goals = [
        (-at * len(origins), target, v.weights.on_the_way * prize)
        for at, (target, prize) in enumerate(found.items())
    ]
    for army, cell in enumerate(origins):
        some, steps = fresh(v.s, v.seat, cell), v.ground.far(cell)
        moves = min(TROOPS[kind].moves for kind in some)
        for at, target, prize in goals:
            n = steps.get(target, 0)
            if n > moves and (hope := prize * v.delays[-(-n // moves)]) > least:
                hopes.append((hope, at - army, cell, target, some, moves, n))
    for hope, at, cell, target, some, moves, n in sorted(
        hopes, reverse=True, key=lambda one: one[:2]
    ):
        if (hope, at) <= top:
            break  # not even without a loss
        worth = (
            v.weights.on_the_way
            * outcome(v, target, some, found[target], later=True)
            * soon(v, n, moves)
        )
        if (worth, at) <= top or (worth := worth - defence.exposed(v, cell, some), at) <= top:
            continue
        near, steps = (
            reach(t, v.seat, Group(some, cell, cell, moves), v.ground.onward, v.foes),
            v.ground.far(target),
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
