"""How a computer player makes war: prizes that are guarded or somebody else's, whom it musters for them, where armies march."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from games.core.messages import Path, Seat
from games.core.position import Position
from games.core.table import Table
from games.el_mapa.model.catalog import BUILDINGS, TROOPS
from games.el_mapa.model.holdings import can_pay, income, recruits
from games.el_mapa.model.state import Group, MapState, Troops, head, ordered
from games.el_mapa.player import defence, evaluate
from games.el_mapa.player.ground import REACH, far
from games.el_mapa.player.odds import levies, outcome, triumph, union
from games.el_mapa.player.weights import WEIGHTS
from games.el_mapa.rules.castles.hiring import payable
from games.el_mapa.rules.moving.moving import starts
from games.el_mapa.rules.moving.paths import fresh, reach

Pos = Position[MapState, Any]
WAIT = 2                     # so many rounds a muster may take


class Aim(NamedTuple):
    """A campaign that needs more troops than stand ready: hire `some` at `base` against `target`, over `wait` rounds."""

    target: str
    base: str
    some: Troops
    wait: int
    worth: float


def prizes(pos: Pos, seat: Seat, threats: Mapping[str, float]) -> dict[str, float]:
    """Cells worth a campaign, guarded or a rival's: what standing there would bring, the points for who falls, and what they
    threaten."""
    s = pos.state
    found = {}
    for cell in s.board.cells:
        if not s.open(cell) or cell in s.turn.entries:
            continue
        foe, owner = s.foe(cell, seat), s.owners.get(cell, seat)
        if foe is None and owner == seat:
            continue
        worth = evaluate.claim_worth(pos, seat, cell) + (0.0 if foe is None else triumph(pos, seat, cell, {}))
        worth += threats.get(cell, 0.0) if foe is not None else 0.0
        if worth > WEIGHTS.prize:
            found[cell] = worth
    return found


def soon(pos: Pos, steps: int, moves: int = 2) -> float:
    """How much a prize counts that is so many steps away: each turn on the way takes a part of it; the game may end first."""
    turns = -(-steps // moves)
    return float(WEIGHTS.later ** max(0, turns - 1)) if turns <= evaluate.rounds_left(pos) else 0.0


# --- mustering ----------------------------------------------------------------------------------------------------------


def aim(pos: Pos, seat: Seat, found: Mapping[str, float]) -> Aim | None:
    """The best campaign for which troops are to be hired at a village: as few as can win the prize, now or in a round or two."""
    s = pos.state
    best: Aim | None = None
    for target, prize in found.items():
        steps = far(s, target)
        ready = (some for at, some in s.players[seat].stacks.items() if steps.get(at, REACH + 1) <= REACH)
        if any(outcome(pos, seat, target, some, prize, later=True) > 0 for some in ready):
            continue                            # who is near enough can go already
        for cell in s.villages(seat):
            near = soon(pos, steps[cell]) if cell in steps else 0.0
            if near * prize <= (best.worth if best else 0.0):
                continue
            for wait, some in _pools(pos, seat, cell):
                worth = outcome(pos, seat, target, union(s.players[seat].stacks.get(cell, {}), some), prize, later=True)
                if worth > 0:
                    worth *= near * WEIGHTS.later ** wait
                    if best is None or worth > best.worth:
                        best = Aim(target, cell, some, wait, worth)
                    break
    return best


def _pools(pos: Pos, seat: Seat, cell: str) -> Iterator[tuple[int, Troops]]:
    """Ever more troops that a village can send out: those that can be paid now, then those of the rounds to come."""
    s = pos.state
    last: Troops = {}
    for last in levies(payable(s, seat, cell)):
        yield 0, last
    gold, brings = s.players[seat].goods["gold"], income(s, seat)["gold"]
    each = recruits(s.castles[cell], pos.options).get("levy", 0)
    for wait in range(1, min(WAIT, evaluate.rounds_left(pos) - 1) + 1):
        n = min(s.castles[cell].reserve.get("levy", 0) + wait * each, gold + wait * brings)
        if n > head(last):
            last = {"levy": n}
            yield wait, last


def muster(pos: Pos, seat: Seat) -> Path | None:
    """Troops for a prize that is worth more than the next building's coming a turn later."""
    s, left = pos.state, evaluate.rounds_left(pos)
    target = aim(pos, seat, prizes(pos, seat, defence.threats(pos, seat)))
    if target is None:
        return None
    goods = s.players[seat].goods
    ready = next((worth for worth, _, name in evaluate.wishes(pos, seat) if can_pay(goods, BUILDINGS[name].cost)), 0.0)
    if target.worth <= (0.2 if left < 2 else max(2.0, WEIGHTS.patience * ready)):
        return None
    most = payable(s, seat, target.base)
    some = ordered({kind: min(n, most.get(kind, 0)) for kind, n in target.some.items()})
    return ("hire", target.base, some) if some else None


def held(target: Aim | None, cell: str, some: Troops) -> float:
    """What it costs a campaign when troops go elsewhere from where it gathers: a turn for each that has to be trained anew."""
    if target is None or target.base != cell:
        return 0.0
    return target.worth * (1 - WEIGHTS.later ** head(some))


# --- marching -----------------------------------------------------------------------------------------------------------


def march(
    pos: Pos, seat: Seat, t: Table[MapState], least: float, found: Mapping[str, float],
) -> tuple[Path | None, float]:
    """The best way of a whole army towards a prize that it would win but does not reach this turn, if worth more than `least`."""
    s = pos.state
    best: Path | None = None
    top = least
    origins = starts(t, seat)
    for target, prize in found.items():
        steps = far(s, target)
        for cell in origins:
            some = fresh(s, seat, cell)
            moves = min(TROOPS[kind].moves for kind in some)
            if steps.get(cell, REACH + 1) > REACH or steps[cell] <= moves:
                continue
            worth = WEIGHTS.on_the_way * outcome(pos, seat, target, some, prize, later=True) * soon(pos, steps[cell], moves)
            if worth <= top or (worth := worth - defence.exposed(pos, seat, cell, some)) <= top:
                continue
            near = reach(t, seat, Group(some, cell, cell, moves))
            free = [other for other in near if s.foe(other, seat) is None and steps.get(other, REACH) < steps[cell]]
            if free:
                stop = min(free, key=lambda other: (steps[other], s.board.at[other]))
                best, top = ("move", cell, dict(some), stop), worth
    return best, top
