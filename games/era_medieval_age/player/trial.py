"""Building turns tried out in thought: the round is played to its end, others building as *firm* would, and the table weighed.

While it is built nothing is hidden and no luck comes any more before the next throws, so that one trial of each turn is enough.
"""

from __future__ import annotations

from heapq import nlargest
from typing import Any

from games.core import walk
from games.core.messages import Path, Seat
from games.core.position import Position
from games.core.rules import find
from games.era_medieval_age.model.catalog import PIECES
from games.era_medieval_age.model.state import EraState
from games.era_medieval_age.player.decide import at_once
from games.era_medieval_age.player.outlook import Outlook
from games.era_medieval_age.player.prospects import share
from games.era_medieval_age.player.turns import Turn, Turns, way
from games.era_medieval_age.rules.domain.building import Build

Pos = Position[EraState, Any]
Rank = tuple[float, float, int]     # how good a turn seems: the win, points if the game goes on, few kinds
WIDTH = 24      # so many turns are tried at the most
NEAR = 0.4      # and none that seems to win so much more rarely than the best


def build(guess: Pos, seat: Seat, out: Outlook, hammers: int) -> Path:
    """The first step of the building turn after which the seat stands best at the end of the round; alone, of the one that seems
    best."""
    if not hammers or out.n == 1:
        return step(out, Turns(out, hammers).best())
    likely = _likely(out, hammers)
    return step(out, likely[0] if len(likely) == 1 else max(likely, key=lambda turn: share(after(guess, seat, turn), seat)))


def _likely(out: Outlook, hammers: int) -> list[Turn]:
    """The turns worth a trial, what seems best first; of turns that build the same, one."""
    turns = Turns(out, hammers)
    found: dict[Any, tuple[Rank, Turn]] = {}
    for turn in turns.all():
        built = turn.ring.walls[: turn.walls] if turn.ring else (), tuple(turn.kinds.items())
        rank = turns.value(turn), turn.going, -len(turn.kinds)
        if built not in found or rank > found[built][0]:
            found[built] = rank, turn
    best = nlargest(WIDTH, found.values(), key=lambda one: one[0])
    return [turn for rank, turn in best if rank[0] > best[0][0][0] - NEAR]


def step(out: Outlook, turn: Turn) -> Path:
    """The first step of a turn: its walls, then the building of most points; `pass` where nothing is left."""
    if turn.walls and turn.ring:
        return way(turn.ring.walls[0])
    if not turn.kinds:
        return ("pass",)
    kind = max(turn.kinds, key=lambda one: (PIECES[one].points, out.worth(one)))
    return way(out.ground.best(kind))


def after(guess: Pos, seat: Seat, turn: Turn) -> Pos:
    """The position at the end of the round in which a seat builds like that, in a copy."""
    world: Pos = find(guess.game).codec.clone(guess)
    began = world.state.round
    for piece in turn.ring.walls[: turn.walls] if turn.ring else ():
        walk.apply(world, seat, way(piece))
    kinds = [kind for kind, n in turn.kinds.items() for _ in range(n)]
    while kinds:
        out = Outlook(world.state, seat, world.options)
        kind = max(kinds, key=lambda one: (PIECES[one].points, out.worth(one)))
        kinds.remove(kind)
        if site := out.ground.best(kind):
            walk.apply(world, seat, way(site))
    if isinstance(world.stack[-1], Build) and world.stack[-1].seat == seat:
        walk.apply(world, seat, ("pass",))
    while world.outcome is None and world.state.round == began:
        other = walk.actors(world)[0]
        walk.apply(world, other, at_once(world, other))
    return world
