"""Moves in both worlds that look the same to the viewer.

Behind other players' screens the moves may differ.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from games.core.engine import walk
from games.core.engine.game import find
from games.core.engine.history import BY_ORDERS, HistoryRow
from games.core.state.events import seen_in_log
from games.core.state.rng import Rng
from games.core.text.messages import Path as Way
from games.core.text.messages import Seat
from tests.contract import playouts
from tests.leaks.twin_matches import MINUTE, Pos, Twins

MAX_TRIES = (
    10  # most moves that are tried, to find one that shows the viewer the same in both worlds
)
MAX_SCREENED_MOVES = 2  # most moves behind a screen in each world


class Going(NamedTuple):
    """Moves of one seat in each world."""

    seat: Seat
    one: list[Way]
    two: list[Way]


def known(pos: Pos, viewer: Seat | None) -> tuple[Any, ...]:
    """Return what the game lets a viewer know of a position."""
    game = find(pos.game)
    return (
        game.view(pos, viewer),
        walk.actors(pos),
        walk.optional_actors(pos),
        [bool(lane) for lane in pos.lanes],
        pos.outcome,
    )


def told(steps: list[walk.MoveResult], viewer: Seat | None) -> bytes:
    """Return the events of some moves that a viewer sees."""
    heard = [
        event
        for step in steps
        for event in (one.seen_by(viewer) for one in step.events)
        if event is not None
    ]
    return msgspec.json.encode(heard)


def hidden(pos: Pos) -> bytes:
    """Return a position without its random streams, to compare everything but future luck."""
    other = find(pos.game).codec.clone(pos)
    other.rng = []
    return find(pos.game).codec.encode(other)


def played(pos: Pos, seat: Seat, path: Way) -> walk.MoveResult | None:
    """Return the result of a move, or None if it is illegal."""
    try:
        return walk.submit(pos, seat, path)
    except walk.IllegalMoveError:
        return None


def next_going(one: Pos, two: Pos, viewer: Seat | None, rng: Rng) -> Going | str | None:
    """Return the next moves; None if none keeps the worlds equal for the viewer.

    None means that the rules reveal something. A `str` describes what the engine itself leaks.
    """
    for _ in range(MAX_TRIES):
        if not walk.actors(one):
            return None
        seat = playouts.mover(one, rng)
        screened = seat != viewer and one.lanes[seat] and two.lanes[seat]
        found: Going | str | None
        if screened and rng.below(3):
            found = _screened_moves(one, two, seat, viewer, rng)
        else:
            found = _open_moves(one, two, seat, viewer, rng)
        if found is not None:
            return found
    return None


def _open_moves(
    one: Pos, two: Pos, seat: Seat, viewer: Seat | None, rng: Rng
) -> Going | str | None:
    """Return the same move in both worlds, or moves that look the same to the viewer."""
    path = walk.random_move(one, seat, rng)
    here, there = played(one, seat, path), played(two, seat, path)
    assert here is not None
    if there is None:
        if seat == viewer:
            return f"what seat {seat} may do: {path}"
        other = walk.random_move(two, seat, rng)
        there, path_two = played(two, seat, other), other
    else:
        path_two = path
    if there is None:
        return None
    if known(here.pos, viewer) == known(there.pos, viewer) and told([here], viewer) == told(
        [there], viewer
    ):
        return Going(seat, [path], [path_two])
    if (
        path == path_two
        and _tells_nothing(one, here, viewer)
        and _tells_nothing(two, there, viewer)
    ):
        return f"a step that is final for nobody who looks: {path}"
    return None


def _tells_nothing(pos: Pos, step: walk.MoveResult, viewer: Seat | None) -> bool:
    """Return whether a move is invisible to the viewer: not final for them, nothing revealed."""
    same = [bool(lane) for lane in pos.lanes] == [bool(lane) for lane in step.pos.lanes]
    return same and viewer is not None and viewer not in step.barrier


def _screened_moves(one: Pos, two: Pos, seat: Seat, viewer: Seat | None, rng: Rng) -> Going | None:
    """Return different moves in each world that look the same to the viewer."""
    paths, steps, ends = [], [], []
    for pos in (one, two):
        count, own_paths, own_steps, current = (
            rng.below(MAX_SCREENED_MOVES + 1),
            list[Way](),
            list[walk.MoveResult](),
            pos,
        )
        for _ in range(count):
            if not current.lanes[seat]:
                break
            path = walk.random_move(current, seat, rng)
            step = walk.submit(current, seat, path)
            own_paths.append(path)
            own_steps.append(step)
            current = step.pos
        paths.append(own_paths)
        steps.append(own_steps)
        ends.append(current)
    minutes = itertools.zip_longest(
        *([told([step], viewer) for step in own_steps] for own_steps in steps),
        fillvalue=told([], viewer),
    )
    same_events = all(
        one == two for one, two in minutes
    )  # the events of each minute must be equal, because their time is no secret
    if (
        not (paths[0] or paths[1])
        or not same_events
        or known(ends[0], viewer) != known(ends[1], viewer)
    ):
        return None
    return Going(seat, *paths)


async def happen(twins: Twins, going: Going) -> tuple[bool, list[Way]]:
    """Make the moves in both worlds, publish them and return the result of `ordered`."""
    before = await rows(twins)
    for at in range(max(len(going.one), len(going.two))):
        for world, ways in zip(twins.both, (going.one, going.two), strict=True):
            world.clock.advance(MINUTE)
            if at < len(ways):
                await world.step(going.seat, ways[at])
    return await ordered(twins, before)


async def rows(twins: Twins) -> list[int]:
    """Return the number of rows in each world."""
    return [len(await world.store.game_log.entries(world.match)) for world in twins.both]


async def ordered(twins: Twins, before: Sequence[int]) -> tuple[bool, list[Way]]:
    """Return whether the worlds still look equal to the viewer after the standing orders.

    Also return, for each world, the first move of the viewer's own standing orders.
    """
    answers = []
    for world, n in zip(twins.both, before, strict=True):
        await world.shown()
        own = at_the_end(
            [entry.row for entry in await world.store.game_log.entries(world.match)][n:]
        )  # what is older was compared
        answers.append(
            (
                tuple(own[0].path) if own and own[0].seat == twins.seat else (),
                heard(own, twins.seat),
            )
        )
    one, two = [(await world.stored()).pos for world in twins.both]
    alike = known(one, twins.seat) == known(two, twins.seat) and answers[0][1] == answers[1][1]
    return alike, [path for path, _ in answers]


def at_the_end(rows: Sequence[HistoryRow]) -> list[HistoryRow]:
    """Return the newest rows that were all written by standing orders."""
    own = list(itertools.takewhile(lambda row: row.by in BY_ORDERS, reversed(rows)))
    return own[::-1]


def heard(rows: Sequence[HistoryRow], viewer: Seat | None) -> list[Any]:
    """Return the events in some rows that a viewer saw."""
    return [
        raw for row in rows for one in row.events if (raw := seen_in_log(one, viewer)) is not None
    ]
