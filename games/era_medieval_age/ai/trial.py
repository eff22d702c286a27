"""Search over building turns: simulate each to the end of the round and evaluate.

The others build as the standard player would. During this step nothing is hidden or random
before the next rolls, so one simulation per turn is enough. One search serves a whole turn: it
depends only on the position at the start of the turn, so each step is the same whether the
search is cached or repeated.
"""

from __future__ import annotations

from heapq import nlargest
from typing import Any, cast

from games.core.engine import walk
from games.core.engine.bots import PlanCache, no_time_limit
from games.core.engine.game import HasTime, find
from games.core.state.position import Position
from games.core.text.messages import Path, Seat
from games.era_medieval_age.ai.decide import asked, at_once
from games.era_medieval_age.ai.outlook import Outlook
from games.era_medieval_age.ai.prospects import share
from games.era_medieval_age.ai.turns import BuildTurn, BuildTurns, way
from games.era_medieval_age.model.catalog import PIECES
from games.era_medieval_age.model.land import placed
from games.era_medieval_age.model.state import EraState
from games.era_medieval_age.rules.domain.building import Build

Pos = Position[EraState, Any]
Rank = tuple[
    float, float, int
]  # sort key of a turn: win probability, value if the game goes on, fewer kinds
Pieces = tuple[str, ...]  # pieces that a turn builds, in order
THOUGHTS = PlanCache[Pieces]()
MAX_TRIED_TURNS = (
    16  # maximum, separately for turns that take the last of a kind and turns that don't
)


def build(guess: Pos, seat: Seat, frame: Build, more: HasTime = no_time_limit) -> Path:
    """Return the next step of the best building turn by simulation to the end of the round.

    In a solo game the turn is chosen by evaluation alone. If the steps done differ from the
    plan, search the rest of the turn.
    """
    if guess.n == 1:
        out = Outlook(guess.state, seat, guess.options)
        piece = _next(out, *_parts(BuildTurns(out, frame.hammers).best()))
        return way(piece) if piece else ("pass",)
    codec, done = find(guess.game).codec, tuple(frame.built)
    pieces = _thought(codec.encode(turn_start(guess, seat)), seat, more)
    if pieces[: len(done)] != done:
        now = codec.clone(guess)
        now.rng = [0] * len(now.rng)
        pieces = done + _thought(codec.encode(now), seat, more)
    return way(pieces[len(done)]) if len(pieces) > len(done) else ("pass",)


def turn_start(guess: Pos, seat: Seat) -> Pos:
    """Return a copy of the position at the start of the turn, without its guessed random seed."""
    world: Pos = find(guess.game).codec.clone(guess)
    s, town, frame = world.state, world.state.towns[seat], cast(Build, asked(world, seat))
    for piece in frame.built:
        kind = placed(piece).kind
        town.pieces.remove(piece)
        s.supply[kind] += 1
        for what, n in PIECES[kind].cost.items():
            town.stock[what] += n
    for kind in frame.ended:
        s.ended.remove(kind)
    frame.hammers += len(frame.built)
    frame.built, frame.ended, frame.flipped = [], [], 0
    world.rng = [0] * len(world.rng)
    return world


def _thought(start: bytes, seat: Seat, more: HasTime) -> Pieces:
    """Return the best pieces to build from `start`, cached."""
    return THOUGHTS.for_match(
        (start, seat), lambda: _best(find("era_medieval_age").codec.decode(start), seat, more)
    )


def _best(world: Pos, seat: Seat, more: HasTime) -> Pieces:
    """Return the pieces of the turn with the best win probability.

    Simulates turns while `more()` is true, at least one.
    """
    frame = cast(Build, asked(world, seat))
    likely = (
        _likely(Outlook(world.state, seat, world.options), frame.hammers) if frame.hammers else []
    )
    found: list[tuple[Pos, Pieces]] = []
    for turn in likely:
        if found and not more():
            break
        found.append(after(world, seat, turn))
    return max(found, key=lambda one: share(one[0], seat))[1] if found else ()


def _likely(out: Outlook, hammers: int) -> list[BuildTurn]:
    """Return the turns worth a simulation, one per set of pieces.

    Turns that may end the game are ranked separately: the static value misjudges when to end.
    """
    turns = BuildTurns(out, hammers)
    found: dict[bool, dict[Any, tuple[Rank, BuildTurn]]] = {False: {}, True: {}}
    for turn in turns.all():
        some = found[any(out.s.supply[kind] == n for kind, n in turn.kinds.items())]
        built = turn.ring.walls[: turn.walls] if turn.ring else (), tuple(turn.kinds.items())
        rank = turns.value(turn), turn.going, -len(turn.kinds)
        if built not in some or rank > some[built][0]:
            some[built] = rank, turn
    return [
        turn
        for some in found.values()
        for _, turn in nlargest(MAX_TRIED_TURNS, some.values(), key=lambda one: one[0])
    ]


def _parts(turn: BuildTurn) -> tuple[list[str], list[str]]:
    """Return the walls of a turn and the kinds of its buildings."""
    walls = list(turn.ring.walls[: turn.walls]) if turn.ring else []
    return walls, [kind for kind, n in turn.kinds.items() for _ in range(n)]


def _next(out: Outlook, walls: list[str], kinds: list[str]) -> str:
    """Take the next piece to build: a wall, then the building of most points; "" if done."""
    if walls:
        return walls.pop(0)
    while kinds:
        kind = max(kinds, key=lambda one: (PIECES[one].points, out.worth(one)))
        kinds.remove(kind)
        if site := out.ground.best(kind):
            return site
    return ""


def after(start: Pos, seat: Seat, turn: BuildTurn) -> tuple[Pos, Pieces]:
    """Return a copy of the position after the turn and the rest of the round, and the pieces."""
    world: Pos = find(start.game).codec.clone(start)
    began, built = world.state.round, []
    walls, kinds = _parts(turn)
    while walls or kinds:
        piece = (
            walls.pop(0)
            if walls
            else _next(Outlook(world.state, seat, world.options), walls, kinds)
        )
        if piece:
            walk.apply(world, seat, way(piece))
            built.append(piece)
    frame = world.stack[-1]
    if isinstance(frame, Build) and frame.seat == seat:
        walk.apply(world, seat, ("pass",))
    while world.outcome is None and world.state.round == began:
        other = walk.actors(world)[0]
        walk.apply(world, other, at_once(world, other))
    return world, tuple(built)
