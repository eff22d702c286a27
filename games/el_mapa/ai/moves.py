"""Moves of troops for the AI player, and their values."""

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
    moving_group,
    ordered,
    troop_count,
)
from games.el_mapa.rules.moving.paths import reach, unmoved_troops

Way = tuple[str, ...]
MAX_SCOUTS = 2  # a group of at most so many troops may explore; larger ones move only to gain


def moves(
    war: campaigns.War, t: StepContext[MapState], origins: Sequence[str]
) -> Iterator[tuple[float, Path]]:
    """Yield (value, path) for each move of a sensible group to a cell in reach.

    `origins` are the cells from which groups may start.
    """
    v = war.v
    for cell in origins:
        ways: dict[int, list[tuple[str, Seat | None, float]]] = {}
        for some in groups(unmoved_troops(v.s, v.seat, cell)):
            points = min(TROOPS[kind].moves for kind in some)
            if points not in ways:
                found = reach(t, v.seat, Group(some, cell, cell, points), v.ground.onward, v.foes)
                ways[points] = [
                    (stop, v.foes.get(stop), _seen(v, stop, way)) for stop, way in found.items()
                ]
            campaign_loss = campaigns.campaign_loss(v, war.campaign, cell, some)
            peaceful_cost = v.weights.peaceful_move * troop_count(some)
            peaceful_worth = _peaceful_worth(v, cell, some)
            risk = defence.exposure_loss(v, cell, some)
            for stop, foe, seen in ways[points]:
                if foe is None:
                    worth = peaceful_worth(stop, seen) - campaign_loss - risk - peaceful_cost
                elif foe == NEUTRAL:
                    worth = _attack_worth(v, stop, some, seen) - campaign_loss - risk
                else:
                    worth = (
                        _attack_worth(v, stop, some, seen)
                        - campaign_loss
                        - defence.exposure_loss(v, cell, some, stop)
                    )
                    worth += war.threats.get(stop, 0.0) if worth > 0 else 0.0
                yield worth, ("move", cell, some, stop)


def groups(here: Troops) -> Iterator[Troops]:
    """Yield groups of the troops `here` that may be worth moving, each once.

    They are all troops, all but one of the first kind, one of the first kind, and for each kind all
    of its troops and half of them.
    """
    some = ordered(here)
    yielded: list[Troops] = []
    first = next(iter(some))
    all_but_one = {kind: n - (kind == first) for kind, n in some.items() if n - (kind == first)}
    single_kinds, halves = (
        ({kind: n} for kind, n in some.items()),
        ({kind: n // 2} for kind, n in some.items()),
    )
    for tried in (some, all_but_one, {first: 1}, *single_kinds, *halves):
        group = {kind: n for kind, n in tried.items() if n}
        if group and group not in yielded:
            yielded.append(group)
            yield group


def _seen(v: Valuation, target: str, way: Way) -> float:
    """Return the value of a way: tiles revealed, and the claim of `target` without a battle."""
    return v.weights.flip * v.sight(way) + (v.claim_worth(target) if target not in v.foes else 0.0)


def _peaceful_worth(v: Valuation, start: str, some: Troops) -> Callable[[str, float], float]:
    """Return a function that values moves of `some` troops to cells without a battle.

    Its arguments are the cell and the value of the way there (`_seen`). The function adds the
    protection of an own village. For at most `MAX_SCOUTS` troops, it also adds how much more the
    cell attracts troops than the cell `start`.
    """
    scouts, castles = troop_count(some) <= MAX_SCOUTS, v.s.castles
    attraction, scouting = v.attraction if scouts else {}, v.weights.scouting
    start_attraction = attraction.get(start, 0.0)

    def worth(target: str, seen: float) -> float:
        better_place = (
            scouting * (attraction.get(target, 0.0) - start_attraction) if scouts else 0.0
        )
        return (
            seen
            + better_place
            + (defence.loss_avoided(v, target, some) if target in castles else 0.0)
        )

    return worth


def _attack_worth(v: Valuation, target: str, some: Troops, seen: float) -> float:
    """Return the value of an attack by `some` on `target`; `seen` is that of the way.

    If the attack wins, the value is `seen` plus that of the victory and the claim, minus the
    losses. It is negative if enemies are left.
    """
    entered = target in v.s.turn.entries
    # Own troops that have already entered the cell fight in the same battle.
    own = odds.union(some, v.s.players[v.seat].stacks.get(target, {})) if entered else some
    army = tuple(own.items())
    own_left, foes_left = odds.clash(v, target, v.seat, army, *odds.guards(v, target))
    lost = v.loss(army, own_left)
    if foes_left:
        return -0.5 if entered else -1.0 - lost
    if not own_left:
        return seen - lost
    return seen - lost + odds.victory_worth(v, target) + v.claim_worth(target)


def onward(v: Valuation, t: StepContext[MapState]) -> Path:
    """Return the path that moves the current group on to a better cell, or stops it."""
    group = moving_group(v.s)
    best, top = "", v.claim_worth(group.at) + 0.2
    some = group.troops
    peaceful_worth = _peaceful_worth(v, group.at, some)
    for target, way in reach(t, v.seat, group).items() if group.points > 0 else ():
        seen = _seen(v, target, way)
        worth = (
            _attack_worth(v, target, some, seen)
            if target in v.foes
            else peaceful_worth(target, seen)
        )
        if worth > top:
            best, top = target, worth
    return ("go", best) if best else ("stop",)
