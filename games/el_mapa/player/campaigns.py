"""How a computer player makes war: prizes that are guarded or somebody else's, whom it musters for them, where armies march."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from games.core.messages import Path
from games.core.table import Table
from games.el_mapa.model.catalog import BUILDINGS, TROOPS
from games.el_mapa.model.holdings import can_pay, income, recruits
from games.el_mapa.model.state import Group, MapState, Troops, head, ordered
from games.el_mapa.model.terrain import reading
from games.el_mapa.player import defence
from games.el_mapa.player.evaluate import Valuation
from games.el_mapa.player.ground import REACH
from games.el_mapa.player.odds import levies, outcome, triumph, union
from games.el_mapa.rules.castles.hiring import payable
from games.el_mapa.rules.moving.paths import fresh, reach

WAIT = 2                     # so many rounds a muster may take


class Aim(NamedTuple):
    """A campaign that needs more troops than stand ready: hire `some` at `base` against `target`, over `wait` rounds."""

    target: str
    base: str
    some: Troops
    wait: int
    worth: float


class War:
    """What a seat could fight for, at a position that stands still: whom to fear, and the prizes."""

    def __init__(self, v: Valuation) -> None:
        self.v = v
        self.threats = defence.threats(v)
        self.prizes = prizes(v, self.threats)

    @cached_property
    def aim(self) -> Aim | None:
        """The campaign to hire troops for, None when none is worth it; prizes that troops standing ready could win do not
        count."""
        return aim(self.v, self.prizes)


def prizes(v: Valuation, threats: Mapping[str, float]) -> dict[str, float]:
    """Cells worth a campaign, guarded or a rival's: what standing there would bring, the points for who falls, and what they
    threaten."""
    s = v.s
    found = {}
    taken = (cell for cell, owner in s.owners.items() if owner != v.seat)
    for cell in reading(s.board, {*taken, *v.foes}):
        if cell in s.turn.entries:
            continue
        foe = v.foes.get(cell)
        worth = v.claim_worth(cell) + (0.0 if foe is None else triumph(v, cell))
        worth += threats.get(cell, 0.0) if foe is not None else 0.0
        if worth > v.weights.prize:
            found[cell] = worth
    return found


def soon(v: Valuation, steps: int, moves: int = 2) -> float:
    """How much a prize counts that is so many steps away: each turn on the way takes a part of it; the game may end first."""
    turns = -(-steps // moves)
    return float(v.weights.later ** max(0, turns - 1)) if turns <= v.left else 0.0


# --- mustering ----------------------------------------------------------------------------------------------------------


def aim(v: Valuation, found: Mapping[str, float]) -> Aim | None:
    """The best campaign for which troops are to be hired at a village: as few as can win the prize, now or in a round or two."""
    s = v.s
    best: Aim | None = None
    stacks, villages = s.players[v.seat].stacks, s.villages(v.seat)
    pools = {cell: _pools(v, cell) for cell in villages}
    for target, prize in found.items():
        steps = v.ground.far(target)
        near = {cell: soon(v, steps[cell]) for cell in villages if cell in steps}
        if max(near.values(), default=0.0) * prize <= (best.worth if best else 0.0):
            continue
        ready = (some for at, some in stacks.items() if steps.get(at, REACH + 1) <= REACH)
        if any(outcome(v, target, some, prize, later=True) > 0 for some in ready):
            continue                            # who is near enough can go already
        for cell, counts in near.items():
            if counts * prize <= (best.worth if best else 0.0):
                continue
            for wait, some in pools[cell]:
                worth = outcome(v, target, union(stacks.get(cell, {}), some), prize, later=True)
                if worth > 0:
                    worth *= counts * v.weights.later ** wait
                    if best is None or worth > best.worth:
                        best = Aim(target, cell, some, wait, worth)
                    break
    return best


def _pools(v: Valuation, cell: str) -> list[tuple[int, Troops]]:
    """Ever more troops that a village can send out, each with the rounds to wait for them: those that can be paid now, then those
    to come."""
    s = v.s
    found = [(0, some) for some in levies(payable(s, v.seat, cell))]
    now = head(found[-1][1]) if found else 0
    gold, brings = s.players[v.seat].goods["gold"], income(s, v.seat)["gold"]
    each = recruits(s.castles[cell], v.pos.options).get("levy", 0)
    for wait in range(1, min(WAIT, v.left - 1) + 1):
        n = min(s.castles[cell].reserve.get("levy", 0) + wait * each, gold + wait * brings)
        if n > now:
            now = n
            found.append((wait, {"levy": n}))
    return found


def muster(war: War) -> Path | None:
    """Troops for a prize that is worth more than the next building's coming a turn later."""
    v, target = war.v, war.aim
    if target is None:
        return None
    goods = v.s.players[v.seat].goods
    ready = next((worth for worth, _, name in v.wishes if can_pay(goods, BUILDINGS[name].cost)), 0.0)
    if target.worth <= (0.2 if v.left < 2 else max(2.0, v.weights.patience * ready)):
        return None
    most = payable(v.s, v.seat, target.base)
    some = ordered({kind: min(n, most.get(kind, 0)) for kind, n in target.some.items()})
    return ("hire", target.base, some) if some else None


def held(v: Valuation, target: Aim | None, cell: str, some: Troops) -> float:
    """What it costs a campaign when troops go elsewhere from where it gathers: a turn for each that has to be trained anew."""
    if target is None or target.base != cell:
        return 0.0
    return target.worth * (1 - v.weights.later ** head(some))


# --- marching -----------------------------------------------------------------------------------------------------------


def march(
    v: Valuation, t: Table[MapState], origins: Sequence[str], least: float, found: Mapping[str, float],
) -> tuple[Path | None, float]:
    """The best way of a whole army towards a prize that it would win but does not reach this turn, if worth more than `least`."""
    best: Path | None = None
    top = least
    armies = [(cell, some, min(TROOPS[kind].moves for kind in some))
              for cell in origins for some in (fresh(v.s, v.seat, cell),)]
    for target, prize in found.items():
        steps = v.ground.far(target)
        for cell, some, moves in armies:
            if not moves < steps.get(cell, REACH + 1) <= REACH:
                continue
            counts = soon(v, steps[cell], moves)
            if v.weights.on_the_way * prize * counts <= top:
                continue                        # not even without a loss
            worth = v.weights.on_the_way * outcome(v, target, some, prize, later=True) * counts
            if worth <= top or (worth := worth - defence.exposed(v, cell, some)) <= top:
                continue
            near = reach(t, v.seat, Group(some, cell, cell, moves), v.ground.onward)
            free = [other for other in near if other not in v.foes and steps.get(other, REACH) < steps[cell]]
            if free:
                _, _, stop = min((steps[other], v.s.board.at[other], other) for other in free)
                best, top = ("move", cell, dict(some), stop), worth
    return best, top
