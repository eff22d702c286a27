"""How a computer player makes war: fights in thought, prizes that are guarded or somebody else's, what an own village risks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.core.messages import Path, Seat
from games.core.position import Position
from games.core.table import Table
from games.el_mapa.model.catalog import STRONGEST, TROOPS
from games.el_mapa.model.state import NEUTRAL, Battle, Group, MapState, Side, Troops, add, ordered
from games.el_mapa.model.terrain import ways
from games.el_mapa.player import evaluate
from games.el_mapa.rules.castles.hiring import payable
from games.el_mapa.rules.moving.moving import starts
from games.el_mapa.rules.moving.paths import fresh, reach
from games.el_mapa.rules.strength import strength

Pos = Position[MapState, Any]
ROUNDS_OF_WAR = 30           # more is not fought in thought
PRIZE = 3.0                  # what is worth less is taken in passing
REACH = 14                   # steps to a prize that an army sets out for
PURSE = 0.5                  # of a rival's gold that may go into troops before an army arrives
RISKS = (1.0, 0.8, 0.3)      # that a rival comes who stands there already, who needs one turn, who needs two


def clash(pos: Pos, cell: str, attacker: Seat, some: Troops, defender: Seat, others: Troops) -> tuple[Troops, Troops]:
    """What is left of both sides when nobody flees or plays cards; equal to what came after a standoff."""
    s, ladder = pos.state, pos.options["troop_levels"] == "ladder"
    battle = Battle(cell, [Side(attacker, strength.squads(some)), Side(defender, strength.squads(others))])
    helpers = [strength.support(s, side.seat, cell, pos.options) for side in battle.sides]
    for _ in range(ROUNDS_OF_WAR):
        before = [strength.alive(side) for side in battle.sides]
        step: int | None = strength.next_step(battle)
        while step and all(strength.alive(side) for side in battle.sides):
            strength.exchange(battle, step, helpers, ladder)
            step = strength.next_step(battle, step)
        after = [strength.alive(side) for side in battle.sides]
        if before == after or not all(after):
            break
    return strength.troops(battle.sides[0]), strength.troops(battle.sides[1])


# --- prizes -------------------------------------------------------------------------------------------------------------


def prizes(pos: Pos, seat: Seat) -> dict[str, float]:
    """Cells worth a campaign, guarded or a rival's: what standing there would bring, and the points for who falls."""
    s = pos.state
    found = {}
    for cell in s.board.cells:
        if not s.open(cell) or cell in s.turn.entries:
            continue
        foe, owner = s.foe(cell, seat), s.owners.get(cell, seat)
        if foe is None and owner == seat:
            continue
        worth = evaluate.claim_worth(pos, seat, cell) + (0.0 if foe is None else triumph(pos, seat, cell, {}))
        if worth > PRIZE:
            found[cell] = worth
    return found


def triumph(pos: Pos, seat: Seat, cell: str, left: Troops) -> float:
    """The points for those who fall in a cell, and what a rival loses with them."""
    others = defenders(pos, seat, cell)
    worth = float(evaluate.spoils(others, left, pos.options["troop_levels"] == "ladder"))
    if pos.state.foe(cell, seat) == NEUTRAL:
        return worth
    return worth + (evaluate.swing(pos) - 1) * evaluate.price({kind: n - left.get(kind, 0) for kind, n in others.items()})


def defenders(pos: Pos, seat: Seat, cell: str, *, later: bool = False) -> Troops:
    """Who stands in the way in a cell; `later` with those whom a village's owner could hire before anybody arrives."""
    s = pos.state
    foe = s.foe(cell, seat)
    some = {} if foe is None else dict(s.garrisons[cell] if foe == NEUTRAL else s.players[foe].stacks[cell])
    castle = s.castles.get(cell)
    if later and castle is not None and castle.owner != seat and foe in (None, castle.owner):
        gold = max(1, round(PURSE * s.players[castle.owner].goods["gold"]))
        for kind in reversed(STRONGEST):
            n = min(castle.reserve.get(kind, 0), gold // TROOPS[kind].cost["gold"])
            gold -= n * TROOPS[kind].cost["gold"]
            add(some, {kind: n})
    return ordered(some)


def wary(pos: Pos, foe: Seat, others: Troops) -> Troops:
    """Enemies as a careful mind sees them: whoever holds cards may make a troop count double."""
    if foe == NEUTRAL or not others or not (pos.state.players[foe].hand or pos.state.players[foe].lasting):
        return others
    best = next(kind for kind in STRONGEST if others.get(kind))
    return {**others, best: others[best] + 1}


def outcome(pos: Pos, seat: Seat, cell: str, some: Troops, worth: float, *, later: bool = False) -> float:
    """What sending troops against a cell brings: the prize without what falls; less than nothing when it fails."""
    foe = pos.state.foe(cell, seat)
    others = defenders(pos, seat, cell, later=later)
    if not others:
        return worth
    enemy = pos.state.owners[cell] if foe is None else foe
    left, rest = clash(pos, cell, seat, some, enemy, wary(pos, enemy, others))
    lost = evaluate.price({kind: n - left.get(kind, 0) for kind, n in some.items()})
    return worth - lost if left and not rest else -1.0 - lost


def far(s: MapState, target: str) -> dict[str, int]:
    """Steps from each known cell within reach to a target, over open borders."""
    return {target: 0} | {cell: len(way) for cell, way in ways(target, REACH, s.onward, lambda _: False).items()}


def soon(pos: Pos, steps: int, moves: int = 2) -> float:
    """How much a prize counts that is so many steps away: each turn on the way takes a part of it; the game may end first."""
    turns = -(-steps // moves)
    return float(0.86 ** max(0, turns - 1)) if turns <= evaluate.rounds_left(pos) else 0.0


def muster(pos: Pos, seat: Seat) -> Path | None:
    """Troops for a prize that is worth more than the next building: as few as can win it from a castle."""
    if evaluate.rounds_left(pos) < 2:
        return None
    s = pos.state
    best, top = None, max([3.0, *(worth for worth, _, _ in evaluate.wishes(pos, seat)[:1])])
    for target, prize in prizes(pos, seat).items():
        steps = far(s, target)
        ready = (some for at, some in s.players[seat].stacks.items() if steps.get(at, REACH + 1) <= REACH)
        if any(outcome(pos, seat, target, some, prize, later=True) > 0 for some in ready):
            continue                            # who is near enough can go already
        for cell in s.villages(seat):
            if cell not in steps or steps[cell] > REACH:
                continue
            here = s.players[seat].stacks.get(cell, {})
            for some in levies(payable(s, seat, cell)):
                whole = union(here, some)
                worth = outcome(pos, seat, target, whole, prize, later=True) * soon(pos, steps[cell])
                if worth > top:
                    best, top = ("hire", cell, some), worth
                if worth > 0:
                    break
    return best


def union(here: Troops, some: Troops) -> Troops:
    """Troops together."""
    whole = dict(here)
    add(whole, some)
    return ordered(whole)


def levies(most: Troops) -> Iterator[Troops]:
    """Ever more troops, the cheap ones first, as far as they can be paid."""
    some: Troops = {}
    for kind in ("levy", "archer", "soldier", "cavalry"):
        for _ in range(most.get(kind, 0)):
            some = {**some, kind: some.get(kind, 0) + 1}
            yield ordered(some)
        if some:
            return


def march(pos: Pos, seat: Seat, t: Table[MapState], least: float) -> tuple[Path | None, float]:
    """The best way of a whole army towards a prize that it would win but does not reach this turn, if worth more than `least`."""
    s = pos.state
    best: Path | None = None
    top = least
    origins = starts(t, seat)
    for target, prize in prizes(pos, seat).items():
        steps = far(s, target)
        for cell in origins:
            some = fresh(s, seat, cell)
            moves = min(TROOPS[kind].moves for kind in some)
            if steps.get(cell, REACH + 1) > REACH or steps[cell] <= moves:
                continue
            worth = 0.6 * outcome(pos, seat, target, some, prize, later=True) * soon(pos, steps[cell], moves)
            if worth <= top or (worth := worth - exposed(pos, seat, cell, some)) <= top:
                continue
            near = reach(t, seat, Group(some, cell, cell, moves))
            free = [other for other in near if s.foe(other, seat) is None and steps.get(other, REACH) < steps[cell]]
            if free:
                stop = min(free, key=lambda other: (steps[other], s.board.at[other]))
                best, top = ("move", cell, dict(some), stop), worth
    return best, top


# --- what is to be defended -----------------------------------------------------------------------------------------------


def risk(pos: Pos, seat: Seat, cell: str, some: Troops) -> float:
    """How likely a cell falls with these troops in it: to which rivals who are one or two turns away, fought in thought."""
    s, worst = pos.state, 0.0
    steps: dict[str, int] | None = None
    for other, player in enumerate(s.players):
        for at, army in player.stacks.items() if other != seat else ():
            moves = min(TROOPS[kind].moves for kind in army)
            if s.board.distance(at, cell) > 2 * moves:
                continue
            steps = far(s, cell) if steps is None else steps
            turns = -(-steps.get(at, 99) // moves)
            if turns >= len(RISKS) or worst >= RISKS[turns]:
                continue
            left, rest = clash(pos, cell, other, army, seat, some) if some else (army, {})
            if left and not rest:
                worst = RISKS[turns]
    return worst


def exposed(pos: Pos, seat: Seat, cell: str, some: Troops) -> float:
    """What leaving a cell of one's own with these troops puts at risk."""
    s = pos.state
    if s.owners.get(cell) != seat:
        return 0.0
    here = s.players[seat].stacks.get(cell, {})
    rest = ordered({kind: n - some.get(kind, 0) for kind, n in here.items()})
    after = risk(pos, seat, cell, rest)
    return (after - risk(pos, seat, cell, here)) * evaluate.stake(pos, seat, cell) * evaluate.swing(pos) if after else 0.0


def relief(pos: Pos, seat: Seat, cell: str, some: Troops) -> float:
    """What more troops in an own village keep from falling."""
    s = pos.state
    if cell not in s.castles or s.owners.get(cell) != seat:
        return 0.0
    here = s.players[seat].stacks.get(cell, {})
    before = risk(pos, seat, cell, here)
    saved = before - risk(pos, seat, cell, union(here, some)) if before else 0.0
    return saved * evaluate.stake(pos, seat, cell) * evaluate.swing(pos)


def defend(pos: Pos, seat: Seat) -> Path | None:
    """Troops for a village that would fall without them, as few as hold it."""
    s = pos.state
    best: Path | None = None
    top = max([2.0, *(worth for worth, _, _ in evaluate.wishes(pos, seat)[:1])])
    for cell in s.villages(seat):
        for some in levies(payable(s, seat, cell)):
            worth = relief(pos, seat, cell, some) - evaluate.price(some)
            if worth > top:
                best, top = ("hire", cell, some), worth
    return best
