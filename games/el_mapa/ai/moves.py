"""Moves of the AI player's groups and their value."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from games.core.engine.context import StepContext
from games.core.text.messages import Path, Seat
from games.el_mapa.ai import campaigns, defence, odds
from games.el_mapa.ai.evaluate import Valuation
from games.el_mapa.model.catalog import TROOPS
from games.el_mapa.model.state import (
    NEUTRAL,
    Group,
    MapState,
    Troops,
    marching,
    ordered,
    troop_count,
)
from games.el_mapa.rules.moving.paths import fresh, reach

Way = tuple[str, ...]
SCOUTS = 2  # largest group that may explore without a target


def moves(
    war: campaigns.War, t: StepContext[MapState], origins: Sequence[str]
) -> Iterator[tuple[float, Path]]:
    """Yield every move of this turn to a cell in reach, with its value."""
    v = war.v
    for cell in origins:
        ways: dict[int, list[tuple[str, Seat | None, float]]] = {}
        for some in groups(fresh(v.s, v.seat, cell)):
            points = min(TROOPS[kind].moves for kind in some)
            if points not in ways:
                found = reach(t, v.seat, Group(some, cell, cell, points), v.ground.onward, v.foes)
                ways[points] = [
                    (stop, v.foes.get(stop), _seen(v, stop, way)) for stop, way in found.items()
                ]
            kept, idle, stands = (
                campaigns.held(v, war.aim, cell, some),
                v.weights.idle * troop_count(some),
                _stands(v, cell, some),
            )
            risk = defence.exposed(v, cell, some)
            for stop, foe, seen in ways[points]:
                if foe is None:
                    worth = stands(stop, seen) - kept - risk - idle
                elif foe == NEUTRAL:
                    worth = _attacks(v, stop, some, seen) - kept - risk
                else:
                    worth = (
                        _attacks(v, stop, some, seen) - kept - defence.exposed(v, cell, some, stop)
                    )
                    worth += war.threats.get(stop, 0.0) if worth > 0 else 0.0
                yield worth, ("move", cell, some, stop)


def groups(here: Troops) -> Iterator[Troops]:
    """Yield groups that may be worth sending.

    These are all troops, all but one, one of the cheapest, each kind alone, half of each kind.
    """
    some = ordered(here)
    seen: list[Troops] = []
    first = next(iter(some))
    less = {kind: n - (kind == first) for kind, n in some.items() if n - (kind == first)}
    alone, halves = (
        ({kind: n} for kind, n in some.items()),
        ({kind: n // 2} for kind, n in some.items()),
    )
    for tried in (some, less, {first: 1}, *alone, *halves):
        group = {kind: n for kind, n in tried.items() if n}
        if group and group not in seen:
            seen.append(group)
            yield group


def _seen(v: Valuation, target: str, way: Way) -> float:
    """Return the gain of a way for any group: tiles revealed, undefended sites taken."""
    return v.weights.flip * v.sight(way) + (v.claim_worth(target) if target not in v.foes else 0.0)


def _stands(v: Valuation, start: str, some: Troops) -> Callable[[str, float], float]:
    """Return a function for the value of moving to an undefended cell.

    Its arguments are the cell and its `_seen` value. It includes how much better the troops are
    placed there. Armies move to win something, not to explore.
    """
    wander, castles = troop_count(some) <= SCOUTS, v.s.castles
    pull, scouting = v.pull if wander else {}, v.weights.scouting
    here = pull.get(start, 0.0)

    def brings(target: str, seen: float) -> float:
        beyond = scouting * (pull.get(target, 0.0) - here) if wander else 0.0
        return seen + beyond + (defence.relief(v, target, some) if target in castles else 0.0)

    return brings


def _attacks(v: Valuation, target: str, some: Troops, seen: float) -> float:
    """Return the value of a fight: losses of both sides, and what is taken."""
    entered = target in v.s.turn.entries
    mine = (
        odds.union(some, v.s.players[v.seat].stacks.get(target, {})) if entered else some
    )  # own troops already wait there for this battle
    army = tuple(mine.items())
    left, rest = odds.clash(v, target, v.seat, army, *odds.guards(v, target))
    lost = v.lost(army, left)
    if rest:
        return -0.5 if entered else -1.0 - lost
    return seen - lost + odds.triumph(v, target) + v.claim_worth(target) if left else seen - lost


def onward(v: Valuation, t: StepContext[MapState]) -> Path:
    """Move a group on to a better cell, or stop it."""
    group = marching(v.s)
    best, top = "", v.claim_worth(group.at) + 0.2
    some = group.troops
    stands = _stands(v, group.at, some)
    for target, way in reach(t, v.seat, group).items() if group.points > 0 else ():
        seen = _seen(v, target, way)
        worth = _attacks(v, target, some, seen) if target in v.foes else stands(target, seen)
        if worth > top:
            best, top = target, worth
    return ("go", best) if best else ("stop",)
