"""Moves in both worlds: equal as far as the viewer can tell.

Behind other players' screens they may differ.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from games.core.engine import walk
from games.core.engine.game import find
from games.core.engine.history import HistoryRow
from games.core.state.events import seen_in_row
from games.core.state.rng import Rng
from games.core.text.messages import Path as Way
from games.core.text.messages import Seat
from tests.contract import playouts
from tests.leaks.twin_matches import MINUTE, Pos, Twins

TRIES = (
    10  # moves that are looked at, until one is found that tells the viewer the same in both worlds
)
SECRET = 2  # steps behind a screen, at most, for each world


class Going(NamedTuple):
    """Steps of one seat in each world, and the resulting positions."""

    seat: Seat
    one: list[Way]
    two: list[Way]


def known(pos: Pos, viewer: Seat | None) -> tuple[Any, ...]:
    """Return what a viewer may know of a position, as its game says."""
    game = find(pos.game)
    return (
        game.view(pos, viewer),
        walk.actors(pos),
        walk.optional_actors(pos),
        [bool(lane) for lane in pos.lanes],
        pos.outcome,
    )


def told(steps: list[walk.MoveResult], viewer: Seat | None) -> bytes:
    """Return what a viewer is told of some steps."""
    heard = [
        event
        for step in steps
        for event in (one.seen_by(viewer) for one in step.events)
        if event is not None
    ]
    return msgspec.json.encode(heard)


def hidden(pos: Pos) -> bytes:
    """Return a position without its random streams: it differs if more than the future does."""
    other = find(pos.game).codec.clone(pos)
    other.rng = []
    return find(pos.game).codec.encode(other)


def played(pos: Pos, seat: Seat, path: Way) -> walk.MoveResult | None:
    """Return the result of a step, or None if it is illegal."""
    try:
        return walk.submit(pos, seat, path)
    except walk.IllegalMoveError:
        return None


def next_going(one: Pos, two: Pos, viewer: Seat | None, rng: Rng) -> Going | str | None:
    """Return the next moves; None if none keeps the worlds equal for the viewer.

    Then something comes to light by the rules. A `str` says what the engine itself leaks.
    """
    for _ in range(TRIES):
        if not walk.actors(one):
            return None
        seat = playouts.mover(one, rng)
        screened = seat != viewer and one.lanes[seat] and two.lanes[seat]
        found: Going | str | None
        if screened and rng.below(3):
            found = _behind_a_screen(one, two, seat, viewer, rng)
        else:
            found = _in_the_open(one, two, seat, viewer, rng)
        if found is not None:
            return found
    return None


def _in_the_open(
    one: Pos, two: Pos, seat: Seat, viewer: Seat | None, rng: Rng
) -> Going | str | None:
    """Return the same step in both worlds, or steps that read the same to the viewer."""
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
    """Return whether a step tells the viewer nothing: not final, and nothing is revealed."""
    same = [bool(lane) for lane in pos.lanes] == [bool(lane) for lane in step.pos.lanes]
    return same and viewer is not None and viewer not in step.barrier


def _behind_a_screen(one: Pos, two: Pos, seat: Seat, viewer: Seat | None, rng: Rng) -> Going | None:
    """Return different steps in each world of which the viewer is told the same."""
    ways, steps, ends = [], [], []
    for pos in (one, two):
        count, some, made, now = rng.below(SECRET + 1), list[Way](), list[walk.MoveResult](), pos
        for _ in range(count):
            if not now.lanes[seat]:
                break
            path = walk.random_move(now, seat, rng)
            step = walk.submit(now, seat, path)
            some.append(path)
            made.append(step)
            now = step.pos
        ways.append(some)
        steps.append(made)
        ends.append(now)
    minutes = itertools.zip_longest(
        *([told([step], viewer) for step in made] for made in steps), fillvalue=told([], viewer)
    )
    heard = all(
        one == two for one, two in minutes
    )  # and when: the minute of what is told is no secret
    if not (ways[0] or ways[1]) or not heard or known(ends[0], viewer) != known(ends[1], viewer):
        return None
    return Going(seat, *ways)


async def happen(twins: Twins, going: Going) -> tuple[bool, list[Way]]:
    """Make the moves in both worlds and publish them; return what `ordered` says."""
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
    """Return whether the viewer still cannot tell the worlds apart after the standing orders.

    Also what the own order of the viewer answered first in each world.
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
    """Return the rows that standing orders wrote after the last step of a user."""
    own = list(itertools.takewhile(lambda row: row.by == "order", reversed(rows)))
    return own[::-1]


def heard(rows: Sequence[HistoryRow], viewer: Seat | None) -> list[Any]:
    """Return what a viewer was told in some rows."""
    return [
        raw for row in rows for one in row.events if (raw := seen_in_row(one, viewer)) is not None
    ]
