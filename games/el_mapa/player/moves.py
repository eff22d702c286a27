"""Where a computer player's groups could go, and what that brings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.core.messages import Path
from games.core.table import Table
from games.el_mapa.model.catalog import TROOPS
from games.el_mapa.model.state import NEUTRAL, Group, MapState, Troops, head, marching, ordered
from games.el_mapa.player import campaigns, defence, odds
from games.el_mapa.player.evaluate import Valuation
from games.el_mapa.rules.moving.paths import fresh, reach

Way = tuple[str, ...]
SCOUTS = 2                    # so many may wander


def moves(war: campaigns.War, t: Table[MapState], origins: Sequence[str]) -> Iterator[tuple[float, Path]]:
    """Every move of this turn to a cell in reach, and what it brings."""
    v = war.v
    for cell in origins:
        ways: dict[int, list[tuple[str, float]]] = {}
        for some in groups(fresh(v.s, v.seat, cell)):
            points = min(TROOPS[kind].moves for kind in some)
            if points not in ways:
                found = reach(t, v.seat, Group(some, cell, cell, points), v.ground.onward)
                ways[points] = [(stop, _seen(v, stop, way)) for stop, way in found.items()]
            kept, risks = campaigns.held(v, war.aim, cell, some), dict[str, float]()
            idle = v.weights.idle * head(some)
            for stop, seen in ways[points]:
                foe = v.foes.get(stop)
                beaten = "" if foe is None or foe == NEUTRAL else stop
                if beaten not in risks:
                    risks[beaten] = defence.exposed(v, cell, some, beaten)
                if foe is None:
                    worth = _stands(v, cell, stop, some, seen) - kept - risks[beaten] - idle
                else:
                    worth = _attacks(v, stop, some, seen) - kept - risks[beaten]
                    worth += war.threats.get(beaten, 0.0) if worth > 0 else 0.0
                yield worth, ("move", cell, some, stop)


def groups(here: Troops) -> Iterator[Troops]:
    """Groups that may be worth sending: all, all but one, one of the cheapest, each kind alone."""
    some = ordered(here)
    seen: list[Troops] = []
    first = next(iter(some))
    less = {kind: n - (kind == first) for kind, n in some.items() if n - (kind == first)}
    alone, halves = ({kind: n} for kind, n in some.items()), ({kind: n // 2} for kind, n in some.items())
    for tried in (some, less, {first: 1}, *alone, *halves):
        group = {kind: n for kind, n in tried.items() if n}
        if group and group not in seen:
            seen.append(group)
            yield group


def _seen(v: Valuation, target: str, way: Way) -> float:
    """What a group gains on its way, whoever goes: tiles turned up, and what is taken where nobody stands."""
    return v.weights.flip * v.sight(way) + (v.claim_worth(target) if target not in v.foes else 0.0)


def _stands(v: Valuation, start: str, target: str, some: Troops, seen: float) -> float:
    """What going where nobody stands brings: what is seen and taken, and that troops are better in the one place than in the
    other. Armies go where something is to be won, not to look around."""
    beyond = v.weights.scouting * (v.pull.get(target, 0.0) - v.pull.get(start, 0.0)) if head(some) <= SCOUTS else 0.0
    return seen + beyond + (defence.relief(v, target, some) if target in v.s.castles else 0.0)


def _attacks(v: Valuation, target: str, some: Troops, seen: float) -> float:
    """What a fight brings: who falls on either side, and what is taken."""
    entered = target in v.s.turn.entries
    mine = odds.union(some, v.s.players[v.seat].stacks.get(target, {})) if entered else some   # more of us wait for this battle
    foe, others = odds.guards(v, target)
    left, rest = odds.clash(v, target, v.seat, mine, foe, others)
    lost = v.price({kind: n - left.get(kind, 0) for kind, n in mine.items()})
    if rest:
        return -0.5 if entered else -1.0 - lost
    return seen - lost + odds.triumph(v, target) + v.claim_worth(target) if left else seen - lost


def onward(v: Valuation, t: Table[MapState]) -> Path:
    """A group on its way: on to something better, or it stops."""
    group = marching(v.s)
    best, top = "", v.claim_worth(group.at) + 0.2
    for target, way in reach(t, v.seat, group).items() if group.points > 0 else ():
        seen = _seen(v, target, way)
        fight, some = target in v.foes, group.troops
        worth = _attacks(v, target, some, seen) if fight else _stands(v, group.at, target, some, seen)
        if worth > top:
            best, top = target, worth
    return ("go", best) if best else ("stop",)
