"""Search over building turns: each is simulated to the end of the round, then valued.

In the simulation, the other seats build as the standard player would. Nothing is hidden or random
between the building turn and the next rolls, so one simulation per turn suffices. The search
depends only on the position at the start of the turn. So all pieces of a turn follow the same plan,
even if the plan is not cached and is searched again.
"""

from __future__ import annotations

from heapq import nlargest
from typing import Any, cast

from games.core.engine import walk
from games.core.engine.bots import PlanCache, no_time_limit
from games.core.engine.game import HasTime, find
from games.core.state.position import Position
from games.core.text.messages import Path, Seat
from games.era_medieval_age.ai.decide import asking_frame, choose_without_view
from games.era_medieval_age.ai.outlook import Outlook
from games.era_medieval_age.ai.prospects import seat_win_probability
from games.era_medieval_age.ai.turns import BuildTurn, BuildTurns, build_path
from games.era_medieval_age.model.catalog import PIECES
from games.era_medieval_age.model.land import placed
from games.era_medieval_age.model.state import EraState
from games.era_medieval_age.rules.domain.building import Build

Pos = Position[EraState, Any]
# Sort key of a turn: win probability, value if the game goes on, minus the number of kinds.
Rank = tuple[float, float, int]
Pieces = tuple[str, ...]  # ids of the pieces that a turn builds, in order
PLAN_CACHE = PlanCache[Pieces]()
# Limit of simulated turns in each of two groups: those that take the last piece of a kind, which
# may end the game, and the others.
MAX_TRIED_TURNS = 16


def build(position: Pos, seat: Seat, frame: Build, has_time: HasTime = no_time_limit) -> Path:
    """Return the next step of the best building turn.

    In a solo game, turns are valued without simulation. If the pieces built so far differ from the
    plan, the rest of the turn is searched anew.
    """
    if position.n == 1:
        outlook = Outlook(position.state, seat, position.options)
        piece = _take_next_piece(
            outlook, *_walls_and_kinds(BuildTurns(outlook, frame.hammers).best())
        )
        return build_path(piece) if piece else ("pass",)
    # Encoded positions are the keys of the cache of plans.
    codec, done = find(position.game).codec, tuple(frame.built)
    pieces = _cached_pieces(codec.encode(turn_start(position, seat)), seat, has_time)
    if pieces[: len(done)] != done:
        now = codec.clone(position)
        now.rng = [0] * len(now.rng)  # the guessed random state must not be part of the key
        pieces = done + _cached_pieces(codec.encode(now), seat, has_time)
    return build_path(pieces[len(done)]) if len(pieces) > len(done) else ("pass",)


def turn_start(position: Pos, seat: Seat) -> Pos:
    """Return a copy of the position at the start of the seat's turn.

    Its random state is 0, so that it can be the key of a cache.
    """
    world: Pos = find(position.game).codec.clone(position)
    s, town, frame = world.state, world.state.towns[seat], cast(Build, asking_frame(world, seat))
    for piece in frame.built:
        kind = placed(piece).kind
        town.pieces.remove(piece)
        s.supply[kind] += 1
        for what, n in PIECES[kind].cost.items():
            town.stock[what] += n
    for kind in frame.ended:
        s.ended.remove(kind)
    frame.hammers += len(frame.built)
    frame.built, frame.ended, frame.markers_flipped = [], [], 0
    world.rng = [0] * len(world.rng)  # the guessed random state must not be part of a cache key
    return world


def _cached_pieces(start: bytes, seat: Seat, has_time: HasTime) -> Pieces:
    """Return the best pieces to build from the encoded position `start`, cached."""
    return PLAN_CACHE.get_or_compute(
        (start, seat),
        lambda: _best_pieces(find("era_medieval_age").codec.decode(start), seat, has_time),
    )


def _best_pieces(world: Pos, seat: Seat, has_time: HasTime) -> Pieces:
    """Return the pieces of the building turn with the best win probability.

    `world` is the position at the start of the turn. Turns are simulated while `has_time()` is
    true, but at least one is.
    """
    frame = cast(Build, asking_frame(world, seat))
    likely = (
        _likely_turns(Outlook(world.state, seat, world.options), frame.hammers)
        if frame.hammers
        else []
    )
    found: list[tuple[Pos, Pieces]] = []
    for turn in likely:
        if found and not has_time():
            break
        found.append(play_out_round(world, seat, turn))
    return max(found, key=lambda one: seat_win_probability(one[0], seat))[1] if found else ()


def _likely_turns(outlook: Outlook, hammers: int) -> list[BuildTurn]:
    """Return the turns worth a simulation, one per set of pieces.

    These are at most `MAX_TRIED_TURNS` turns that take the last piece of a kind, and as many
    others. Each group has its own limit, because the value without simulation is often wrong for a
    turn that may end the game.
    """
    turns = BuildTurns(outlook, hammers)
    # best turn and its rank, by the pieces built
    going_on: dict[Any, tuple[Rank, BuildTurn]] = {}
    maybe_ending: dict[Any, tuple[Rank, BuildTurn]] = {}
    for turn in turns.all():
        takes_last = any(outlook.s.supply[kind] == n for kind, n in turn.kinds.items())
        best_by_pieces = maybe_ending if takes_last else going_on
        walls = turn.ring.walls[: turn.walls] if turn.ring else ()
        pieces = walls, tuple(turn.kinds.items())
        rank = turns.value(turn), turn.value_if_going_on, -len(turn.kinds)
        if pieces not in best_by_pieces or rank > best_by_pieces[pieces][0]:
            best_by_pieces[pieces] = rank, turn
    return [
        turn
        for best_by_pieces in (going_on, maybe_ending)
        for _, turn in nlargest(MAX_TRIED_TURNS, best_by_pieces.values(), key=lambda one: one[0])
    ]


def _walls_and_kinds(turn: BuildTurn) -> tuple[list[str], list[str]]:
    """Return the ids of the walls of a turn, and the kinds of its buildings.

    A kind is listed once per building.
    """
    walls = list(turn.ring.walls[: turn.walls]) if turn.ring else []
    return walls, [kind for kind, n in turn.kinds.items() for _ in range(n)]


def _take_next_piece(outlook: Outlook, walls: list[str], kinds: list[str]) -> str:
    """Remove the next piece from `walls` or `kinds` and return its id.

    Walls come first, then the building with the most points at its best place. A kind without a
    place is skipped. Returns "" if nothing is left.
    """
    if walls:
        return walls.pop(0)
    while kinds:
        kind = max(kinds, key=lambda one: (PIECES[one].points, outlook.worth(one)))
        kinds.remove(kind)
        if site := outlook.place_values.best(kind):
            return site
    return ""


def play_out_round(start: Pos, seat: Seat, turn: BuildTurn) -> tuple[Pos, Pieces]:
    """Return the position after the turn and the rest of the round, and the pieces built.

    `start` is not changed.
    """
    world: Pos = find(start.game).codec.clone(start)
    began, built = world.state.round, []
    walls, kinds = _walls_and_kinds(turn)
    while walls or kinds:
        # a wall needs no outlook, which is slow to compute
        piece = (
            walls.pop(0)
            if walls
            else _take_next_piece(Outlook(world.state, seat, world.options), walls, kinds)
        )
        if piece:
            walk.apply(world, seat, build_path(piece))
            built.append(piece)
    frame = world.stack[-1]
    if isinstance(frame, Build) and frame.seat == seat:
        walk.apply(world, seat, ("pass",))
    while world.outcome is None and world.state.round == began:
        other = walk.actors(world)[0]
        walk.apply(world, other, choose_without_view(world, other))
    return world, tuple(built)
