"""Views, prompts, scores and events of a viewer are the same in all positions it cannot tell apart."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from games.core.engine import walk
from games.core.state.rng import Rng
from games.core.text.messages import Path, Seat
from tests.contract import playouts

WORLDS = 3
QUIET = {
    "tadmor",
    "era_medieval_age",
    "imperial_settlers",
    "el_mapa",
}  # games with turns that end without luck
OPEN = {"tadmor"}  # what is answered in lanes there is no secret: everybody hears of it at once


def _learned(match: playouts.Match, step: walk.MoveResult, viewer: Seat | None) -> list[bytes]:
    """Return what a viewer learns of a move, raw and in words."""
    heard = [event for event in (one.seen_by(viewer) for one in step.events) if event is not None]
    return [
        msgspec.json.encode([event, match.game.narrate(event), match.game.changed_spots(event)])
        for event in heard
    ]


@pytest.mark.parametrize(("game", "n", "seed"), playouts.cases(seeds=("one", "two")))
def test_leaks_view_actors_ask_and_score_are_equal_in_every_world(
    game: str, n: int, seed: str
) -> None:
    match, rng = playouts.played(game, n, seed), Rng.of(31)
    for moment in match.some(20):
        pos = moment.pos
        awaited, score = (walk.actors(pos), walk.optional_actors(pos)), match.game.score(pos)
        for viewer in (None, *range(n)):
            view = match.game.view(pos, viewer)
            asked = [] if viewer is None else playouts.prefixes(pos, viewer, Rng.of(1), most=30)
            for _ in range(WORLDS):
                world = playouts.guess(pos, viewer, rng)
                assert match.game.view(world, viewer) == view
                assert (walk.actors(world), walk.optional_actors(world)) == awaited
                assert match.game.score(world) == score
                assert match.game.audit(world) == [], "a guess that could not be"
                if viewer is not None:
                    assert playouts.prefixes(world, viewer, Rng.of(1), most=30) == asked


@pytest.mark.parametrize(("game", "n", "seed"), playouts.cases(seeds=("one", "two")))
def test_barrier_a_step_that_is_not_final_for_a_viewer_tells_them_nothing_new(
    game: str, n: int, seed: str
) -> None:
    """Played from several such positions, it gives equal views, prompts and events to all who could undo."""
    match, rng = playouts.played(game, n, seed), Rng.of(32)
    checked = 0
    for moment in match.some(40):
        for viewer in (moment.seat, *range(n)):
            if viewer in moment.step.barrier:
                continue
            after, told = moment.step.pos, _learned(match, moment.step, viewer)
            view, asked = (
                match.game.view(after, viewer),
                playouts.prefixes(after, viewer, Rng.of(1), 15),
            )
            for _ in range(WORLDS):
                world = playouts.guess(moment.pos, viewer, rng)
                other = _in_world(world, moment.seat, moment.path)
                if other is None:  # another's secret may not allow the move in this world
                    assert viewer != moment.seat
                    continue
                if viewer != moment.seat and _open(other.pos) != _open(after):
                    continue  # that a lane closed is public, and what was done in it depends on its seat's secrets
                checked += 1
                assert viewer not in other.barrier, "whether a step is final would tell a secret"
                assert match.game.view(other.pos, viewer) == view
                assert _learned(match, other, viewer) == told
                assert walk.actors(other.pos) == walk.actors(after)
                assert playouts.prefixes(other.pos, viewer, Rng.of(1), 15) == asked
    assert checked or all(len(m.step.barrier) == n for m in match.moments)


@pytest.mark.parametrize(("game", "n", "seed"), playouts.cases(seeds=("one", "two")))
def test_shown_what_ends_a_turn_and_shows_nothing_may_be_taken_back_without_anybody_knowing_more(
    game: str, n: int, seed: str
) -> None:
    """A move that is final only because another seat is next tells its own seat nothing new."""
    match, rng = playouts.played(game, n, seed), Rng.of(33)
    turns = [m for m in match.moments if m.step.barrier and not m.step.informed]
    for moment in turns if playouts.LONG else turns[:: max(1, len(turns) // 40)]:
        seat, after, told = moment.seat, moment.step.pos, _learned(match, moment.step, moment.seat)
        view, asked = match.game.view(after, seat), playouts.prefixes(after, seat, Rng.of(1), 15)
        for _ in range(WORLDS):
            other = walk.submit(playouts.guess(moment.pos, seat, rng), seat, moment.path)
            assert other.informed == [], "whether it may be taken back would tell a secret"
            assert walk.actors(other.pos) == walk.actors(after), "who is next would tell a secret"
            assert match.game.view(other.pos, seat) == view
            assert _learned(match, other, seat) == told
            assert playouts.prefixes(other.pos, seat, Rng.of(1), 15) == asked
    assert turns or n == 1 or game not in QUIET, "no turn ended without showing anything"


def _in_world(world: playouts.Pos, seat: Seat, path: Path) -> walk.MoveResult | None:
    try:
        return walk.submit(world, seat, path)
    except walk.IllegalMoveError:
        return None


@pytest.mark.parametrize(
    ("game", "n", "seed"),
    [one for one in playouts.cases(seeds=("one", "two")) if one[0] not in OPEN],
)
def test_leaks_of_anothers_lane_a_view_tells_only_open_or_closed(
    game: str, n: int, seed: str
) -> None:
    match = playouts.played(game, n, seed)
    for moment in match.moments:
        before, after = (
            moment.pos,
            moment.step.pos,
        )  # the last answer lets go on what waits beneath, which may open lanes anew
        joined = before.stack != after.stack or before.rng[-1] != after.rng[-1]
        if (
            moment.pos.lanes[moment.seat]
            and _open(moment.pos) == _open(moment.step.pos)
            and not joined
            and moment.step.informed != list(range(n))  # an answer that all may see (Attack)
        ):
            for viewer in (None, *range(n)):
                if viewer != moment.seat:
                    assert match.game.view(moment.pos, viewer) == match.game.view(
                        moment.step.pos, viewer
                    )


def _open(pos: playouts.Pos) -> list[bool]:
    return [bool(lane) for lane in pos.lanes]


@pytest.mark.parametrize(("game", "n", "seed"), playouts.cases())
def test_views_are_pictures_of_their_own(game: str, n: int, seed: str) -> None:
    """A view is plain data and does not change when a move is played in place."""
    match, rng = playouts.played(game, n, seed), Rng.of(34)
    for moment in match.some(15):
        pos = match.game.codec.clone(moment.pos)
        views: list[Any] = [match.game.view(pos, viewer) for viewer in (None, *range(n))]
        before = msgspec.json.encode(views)
        for _ in range(12):
            if pos.outcome is None:
                seat = playouts.mover(pos, rng)
                walk.apply(pos, seat, walk.random_move(pos, seat, rng))
        assert msgspec.json.encode(views) == before


@pytest.mark.parametrize(("game", "n", "seed"), playouts.cases())
def test_neither_views_nor_events_hold_the_streams_of_luck(game: str, n: int, seed: str) -> None:
    match = playouts.played(game, n, seed)
    for moment in match.some(30):
        shown = msgspec.json.encode(
            [match.game.view(moment.pos, viewer) for viewer in (None, *range(n))]
        )
        told = msgspec.json.encode(
            [[one.public, list(one.by_seat.values())] for one in moment.step.events]
        )
        for word in {*moment.pos.rng, *moment.step.pos.rng}:
            assert str(word).encode() not in shown + told
