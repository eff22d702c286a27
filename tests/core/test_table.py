"""Lanes and their streams, nested frames, what a move reveals and for whom it is final."""

from __future__ import annotations

import pytest

from games.core.engine import walk
from games.core.engine.context import StepContext
from games.core.engine.frame import Frame
from games.core.prompts.prompt import IllegalPath
from games.core.state.position import Outcome
from games.core.text.messages import Path, Seat
from tests.core.second_game import FERRY, Played, Resolve, Window
from tests.core.small_game import CELLAR
from tests.core.toy import Said, Say, Toy, toy
from tests.games.asking import version


class Hush(Say, tag="hush"):
    """Frame in a lane: `hello` throws a die, `bye` closes the lane."""

    def apply(self, t: StepContext[Toy], seat: Seat, path: Path) -> None:
        if path == ("hello",):
            t.state.points[seat] = t.rng.below(1000)
        else:
            t.pop()


class Split(Frame[Toy], tag="split"):
    """Frame that forks once, then resolves, with a draw from the shared stream if `luck`."""

    seats: list[int]
    luck: bool = False
    forked: bool = False

    def advance(self, t: StepContext[Toy]) -> None:
        if not self.forked:
            self.forked = True
            t.fork({seat: Hush(seat) for seat in self.seats})
            return
        t.pop()
        if self.luck:
            t.rng.next()
        t.push(Say(0))


class Nested(Frame[Toy], tag="nested"):
    """Frame that tries to fork inside a lane."""

    seat: int

    def advance(self, t: StepContext[Toy]) -> None:
        t.fork({0: Say(0)})


class Tell(Say, tag="tell"):
    """Frame: `hello` reveals to seat 1 alone, `bye` to everybody."""

    def apply(self, t: StepContext[Toy], seat: Seat, path: Path) -> None:
        if path == ("hello",):
            t.reveal(1)
            return
        t.reveal()


def test_lanes_wait_for_all_their_seats_and_for_nobody_else() -> None:
    pos = walk.start(toy(Split | Hush | Say, lambda t: [Split([0, 2])]), {}, 3, 1)
    assert walk.actors(pos) == (0, 2)
    pos = walk.submit(pos, 2, ("bye",)).pos
    assert walk.actors(pos) == (0,)
    assert isinstance(walk.ask(pos, 2), IllegalPath)
    pos = walk.submit(pos, 0, ("bye",)).pos
    assert (walk.actors(pos), pos.lanes) == ((0,), [[], [], []])
    assert type(pos.stack[-1]) is Say


class Host(Say, tag="host"):
    """Frame: `hello` opens lanes for two other seats, and the prompt stays."""

    def apply(self, t: StepContext[Toy], seat: Seat, path: Path) -> None:
        if path == ("hello",):
            t.fork({1: Hush(1), 2: Hush(2)})
        else:
            t.pop()


def test_the_question_beneath_open_lanes_waits_until_they_are_closed() -> None:
    pos = walk.submit(
        walk.start(toy(Host | Hush, lambda t: [Host(0)]), {}, 3, 1), 0, ("hello",)
    ).pos
    assert walk.actors(pos) == (1, 2)
    assert isinstance(walk.ask(pos, 0), IllegalPath), (
        "the seat beneath may not answer while lanes of others are open"
    )
    for seat in (2, 1):
        pos = walk.submit(pos, seat, ("bye",)).pos
    assert walk.actors(pos) == (0,)
    assert not isinstance(walk.ask(pos, 0), IllegalPath)


def test_a_lane_draws_from_the_seats_own_stream() -> None:
    pos = walk.start(toy(Split | Hush | Say, lambda t: [Split([0, 1, 2])]), {}, 3, 1)
    step = walk.submit(pos, 1, ("hello",))
    assert [a == b for a, b in zip(pos.rng, step.pos.rng, strict=True)] == [True, False, True, True]
    assert step.barrier == [1]
    other = walk.submit(walk.submit(pos, 0, ("hello",)).pos, 1, ("hello",)).pos
    assert other.state.points[1] == step.pos.state.points[1]


def test_lanes_do_not_nest() -> None:
    class Forks(Frame[Toy], tag="forks"):
        def advance(self, t: StepContext[Toy]) -> None:
            t.pop()
            t.fork({0: Nested(0)})

    with pytest.raises(RuntimeError, match="do not nest"):
        walk.start(toy(Forks | Nested | Say, lambda t: [Forks()]), {}, 2, 1)


def test_the_barrier_of_quiet_steps_is_empty() -> None:
    pos = walk.start(toy(Split | Hush | Say, lambda t: [Split([0, 1])]), {}, 2, 1)
    assert walk.submit(pos, 1, ("bye",)).barrier == []


def test_a_step_is_final_for_everybody_when_the_tables_stream_moved() -> None:
    pos = walk.start(toy(Split | Hush | Say, lambda t: [Split([0], luck=True)]), {}, 3, 1)
    assert walk.submit(pos, 0, ("bye",)).barrier == [0, 1, 2]


def test_a_step_is_final_for_everybody_when_somebody_else_is_newly_awaited() -> None:
    pos = walk.start(toy(Say, lambda t: [Say(0), Say(0), Say(1)]), {}, 3, 1)
    step = walk.submit(pos, 0, ("bye",))
    assert step.barrier == []
    assert walk.submit(step.pos, 0, ("bye",)).barrier == [0, 1, 2]


def test_a_step_is_final_for_everybody_when_the_game_ended() -> None:
    pos = walk.start(toy(Say, lambda t: [Say(0)]), {}, 3, 1)
    assert walk.submit(pos, 0, ("bye",)).barrier == [0, 1, 2]


def test_reveal_is_final_for_those_it_names_or_for_all() -> None:
    pos = walk.start(toy(Tell, lambda t: [Tell(0)]), {}, 3, 1)
    assert walk.submit(pos, 0, ("hello",)).barrier == [1]
    assert walk.submit(pos, 0, ("bye",)).barrier == [0, 1, 2]


def test_each_viewer_gets_exactly_one_version_of_an_event() -> None:
    pos = walk.start(CELLAR, {}, 3, 1)
    (told,) = walk.submit(pos, 1, ("throw",)).events
    assert told.seen_by(1) != told.seen_by(0) == told.seen_by(None)
    t = StepContext(CELLAR, pos)
    t.emit(None, secret={0: Said("psst")})
    assert [t.events[0].seen_by(viewer) for viewer in (None, 0, 1)] == [None, Said("psst"), None]


def test_end_clears_stack_and_lanes() -> None:
    pos = walk.start(CELLAR, {}, 2, 1)
    StepContext(CELLAR, pos).end(Outcome([1, 2]))
    assert (pos.stack, pos.lanes, walk.actors(pos), walk.optional_actors(pos)) == (
        [],
        [[], []],
        (),
        (),
    )
    assert pos.outcome is not None
    assert pos.outcome.winners == [0]


def test_windows_ask_each_seat_that_could_react_and_nest() -> None:
    """Seat 0 plays, 1 passes, 2 parries; the parry can be parried.

    The card beneath has no effect.
    """
    pos = walk.start(FERRY, {"order": [0, 1, 2]}, 3, 4)
    while any(pos.lanes):
        seat = walk.actors(pos)[0]
        pos = walk.submit(pos, seat, walk.default_path(pos, seat)).pos
    pos.state.hands = [["k1_0"], ["k2_1"], ["k3_2", "k4_3"]]
    pos.state.points = [0, 0, 0]
    pos = walk.submit(pos, 0, ("play", "k1_0")).pos
    assert isinstance(pos.stack[-1], Window)
    assert (walk.actors(pos), walk.optional_actors(pos)) == ((1,), (2,))
    early = walk.submit(pos, 2, ("pass",)).pos  # who waits may pass beforehand
    assert (walk.actors(early), walk.optional_actors(early)) == ((1,), ())
    pos = walk.submit(pos, 1, ("pass",)).pos
    assert walk.actors(pos) == (2,)
    pos = walk.submit(pos, 2, ("parry", "k3_2")).pos
    assert [type(frame) for frame in pos.stack[-3:]] == [Resolve, Resolve, Window]
    assert walk.actors(pos) == (1,)  # seat 0 has no cards any more: public, not asked
    step = walk.submit(pos, 1, ("pass",))
    played = [version(one, Played) for one in step.events]
    assert [(one.card, one.counts) for one in played] == [("k3_2", True), ("k1_0", False)]
    assert step.pos.state.points == [0, 0, 0]


def test_a_campaign_sets_the_table_up_anew_in_the_same_state() -> None:
    games = set()
    for seed in range(12):
        pos = walk.start(FERRY, {"cards": 2}, 2, seed)
        while pos.outcome is None:
            games.add(pos.state.game)
            assert FERRY.audit(pos) == []
            seat = walk.actors(pos)[0]
            walk.apply(pos, seat, walk.default_path(pos, seat))
        assert FERRY.score(pos).total == tuple(
            a + b for a, b in zip(pos.state.points, pos.state.sums, strict=True)
        )
    assert games == {1, 2}
