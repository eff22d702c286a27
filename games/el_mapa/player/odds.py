"""What a fight would bring: battles fought in thought with the game's own arithmetic, against whoever may stand there by then."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from games.core.messages import Seat
from games.core.position import Position
from games.el_mapa.model.catalog import STRONGEST, TROOPS
from games.el_mapa.model.state import NEUTRAL, Battle, MapState, Side, Troops, add, ordered
from games.el_mapa.player import evaluate
from games.el_mapa.player.weights import WEIGHTS
from games.el_mapa.rules.strength import strength

Pos = Position[MapState, Any]
Some = tuple[tuple[str, int], ...]
ROUNDS_OF_WAR = 30           # more is not fought in thought


def clash(pos: Pos, cell: str, attacker: Seat, some: Troops, defender: Seat, others: Troops) -> tuple[Troops, Troops]:
    """What is left of both sides when nobody flees or plays cards; equal to what came after a standoff."""
    s, options = pos.state, pos.options
    helpers = strength.support(s, attacker, cell, options), strength.support(s, defender, cell, options)
    neutral = attacker == NEUTRAL, defender == NEUTRAL
    left, rest = _fought(tuple(some.items()), tuple(others.items()), neutral, helpers, options["troop_levels"] == "ladder")
    return dict(left), dict(rest)


@lru_cache(20_000)
def _fought(some: Some, others: Some, neutral: tuple[bool, bool], helpers: tuple[int, int], ladder: bool) -> tuple[Some, Some]:
    """The battle by itself: armies meet again and again in thought, and it always ends the same way."""
    seats = [NEUTRAL if one else at for at, one in enumerate(neutral)]
    battle = Battle("", [Side(seat, strength.squads(dict(who))) for seat, who in zip(seats, (some, others), strict=True)])
    for _ in range(ROUNDS_OF_WAR):
        before = [strength.alive(side) for side in battle.sides]
        step: int | None = strength.next_step(battle)
        while step and all(strength.alive(side) for side in battle.sides):
            strength.exchange(battle, step, helpers, ladder)
            step = strength.next_step(battle, step)
        after = [strength.alive(side) for side in battle.sides]
        if before == after or not all(after):
            break
    left, rest = (tuple(strength.troops(side).items()) for side in battle.sides)
    return left, rest


def defenders(pos: Pos, seat: Seat, cell: str, *, later: bool = False) -> Troops:
    """Who stands in the way in a cell; `later` with those whom a village's owner could hire before anybody arrives."""
    s = pos.state
    foe = s.foe(cell, seat)
    some = {} if foe is None else dict(s.garrisons[cell] if foe == NEUTRAL else s.players[foe].stacks[cell])
    castle = s.castles.get(cell)
    if later and castle is not None and castle.owner != seat and foe in (None, castle.owner):
        add(some, hireable(s, cell, max(1, round(WEIGHTS.purse * s.players[castle.owner].goods["gold"]))))
    return ordered(some)


def hireable(s: MapState, cell: str, gold: int) -> Troops:
    """Whom a castle's owner could hire with so much gold, the strongest first."""
    found: Troops = {}
    for kind in reversed(STRONGEST):
        n = min(s.castles[cell].reserve.get(kind, 0), gold // TROOPS[kind].cost["gold"])
        gold -= n * TROOPS[kind].cost["gold"]
        add(found, {kind: n})
    return found


def wary(pos: Pos, foe: Seat, others: Troops) -> Troops:
    """Enemies as a careful mind sees them: whoever holds cards may make a troop count double."""
    if foe == NEUTRAL or not others or not (pos.state.players[foe].hand or pos.state.players[foe].lasting):
        return others
    best = next(kind for kind in STRONGEST if others.get(kind))
    return {**others, best: others[best] + 1}


def triumph(pos: Pos, seat: Seat, cell: str, left: Troops) -> float:
    """The points for those who fall in a cell, and what a rival loses with them."""
    others = defenders(pos, seat, cell)
    worth = float(evaluate.spoils(others, left, pos.options["troop_levels"] == "ladder"))
    if pos.state.foe(cell, seat) == NEUTRAL:
        return worth
    dead = {kind: n - left.get(kind, 0) for kind, n in others.items()}
    return worth + (evaluate.swing(pos) - 1) * evaluate.price(dead, evaluate.rounds_left(pos))


def outcome(pos: Pos, seat: Seat, cell: str, some: Troops, worth: float, *, later: bool = False) -> float:
    """What sending troops against a cell brings: the prize without what falls; less than nothing when it fails."""
    foe = pos.state.foe(cell, seat)
    others = defenders(pos, seat, cell, later=later)
    if not others:
        return worth
    enemy = pos.state.owners[cell] if foe is None else foe
    left, rest = clash(pos, cell, seat, some, enemy, wary(pos, enemy, others))
    lost = evaluate.price({kind: n - left.get(kind, 0) for kind, n in some.items()}, evaluate.rounds_left(pos))
    return worth - lost if left and not rest else -1.0 - lost


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
