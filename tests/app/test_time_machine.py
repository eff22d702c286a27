"""Time at a table under any order of clicks, votes, substitutes and restarts."""

from __future__ import annotations

import secrets
from unittest.mock import patch

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule

from app.background.deadlines import HEARTBEAT_S, RETRY_AFTER_S
from app.match import ballots
from app.model import time_control
from app.model.match import Pace, User, UserError
from app.model.time_control import DAY, HOUR, MINUTE
from games.core.engine import history, walk
from games.core.state.rng import Rng
from tests.app.app_machine import AppMachine
from tests.app.harness import PEOPLE, STRANGER, AppHarness
from tests.contract.playouts import LONG
from tests.core.small_game import CELLAR

SEATS = 3  # people; a computer player sits with them
EVERYBODY = [*PEOPLE[:SEATS], PEOPLE[3], STRANGER]  # the last two come as substitutes
who = st.integers(0, len(EVERYBODY) - 1)
luck = st.integers(0, 2**32)
PACES = [
    *time_control.PACES.values(),
    Pace("decision", DAY, absent="default"),
    Pace("decision", DAY, weekends=False),
]


class TimeMachine(AppMachine):
    """Three users and an AI player."""

    def attempt(self, work) -> bool:
        """Run an action, if the table allows it."""
        try:
            self.run(work)
        except UserError:
            return False
        finally:
            self.run(self.harness.settle())
        return True

    @initialize(seed=luck, kind=st.sampled_from(PACES))
    def begin(self, seed: int, kind: Pace) -> None:
        async def work() -> str:
            await self.harness.open()
            with patch.object(secrets, "token_hex", lambda n: f"{seed:0{2 * n}x}"):
                table = await self.harness.table(SEATS, 1)
            async with self.app.locks(table.id):
                now = await self.app.lobby.get(table.id)
                now.pace = kind
                time_control.restart_clocks(now, self.harness.clock.now())
                await self.app.moves.save(now)
            await self.harness.settle()
            return table.id

        self.match = self.run(work())

    # --- what people do ---

    def seat(self, person: User) -> int | None:
        seat = self.table().seat_of(person.id)
        return None if seat is None else seat.seat

    @rule(at=who, seed=luck)
    def act(self, at: int, seed: int) -> None:
        """Play a whole step and confirm it if necessary."""
        person, seat, stored = EVERYBODY[at], self.seat(EVERYBODY[at]), self.stored()
        if (
            seat is None
            or stored.match.status != "running"
            or seat not in {*walk.actors(stored.pos), *walk.optional_actors(stored.pos)}
        ):
            return

        async def work() -> None:
            panel = await self.app.game_service.play(
                self.match, person, walk.random_move(stored.pos, seat, Rng.of(seed))
            )
            if not panel.committed and panel.asked is not None:
                await self.app.game_service.confirm(self.match, person, panel.decision)

        self.attempt(work())

    @rule(at=who)
    def look(self, at: int) -> None:
        if self.attempt(
            self.app.game_service.open_or_refresh_panel(self.match, EVERYBODY[at], requested=True)
        ):
            seat = self.table().seat_of(EVERYBODY[at].id)
            assert seat is None or self.table().status != "running" or not seat.has_caretaker, (
                "who taps is there again"
            )

    @rule(at=who)
    def undo(self, at: int) -> None:
        self.attempt(self.app.game_service.undo(self.match, EVERYBODY[at]))

    @rule(at=who, really=st.integers(0, 3))
    def resign(self, at: int, really: int) -> None:
        if not really:
            self.attempt(self.app.game_service.resign(self.match, EVERYBODY[at]))

    @rule(at=who)
    def offer(self, at: int) -> None:
        self.attempt(self.app.substitutes.offer(self.match, EVERYBODY[at]))

    @rule(at=who, seat=st.integers(0, SEATS))
    def sit(self, at: int, seat: int) -> None:
        before = self.table()
        if self.attempt(self.app.substitutes.take_seat(self.match, EVERYBODY[at], seat)):
            assert before.seats[seat].offered
            assert self.seat(EVERYBODY[at]) == seat

    @rule(
        at=who,
        what=st.sampled_from(["skip", "kick", "pause", "pace", "rewind", "end"]),
        arg=st.integers(0, 9),
    )
    def propose(self, at: int, what, arg: int) -> None:
        somebody, clock = str(arg % SEATS), [*time_control.PACES][arg % len(time_control.PACES)]
        said = {"skip": somebody, "kick": somebody, "pace": clock, "rewind": str(arg)}
        self.attempt(self.app.votes.propose(self.match, EVERYBODY[at], what, said.get(what, "")))

    @rule(at=who, yes=st.sampled_from([True, True, True, False]))
    def say(self, at: int, yes: bool) -> None:
        vote = self.table().vote
        if vote is not None:
            self.attempt(self.app.votes.cast(self.match, EVERYBODY[at], yes, ballots.vote_id(vote)))

    @rule(at=who)
    def go_on(self, at: int) -> None:
        if self.attempt(self.app.votes.resume(self.match, EVERYBODY[at])):
            assert not self.table().paused

    @rule(at=who, days=st.integers(0, 3))
    def holiday(self, at: int, days: int) -> None:
        """Begin or end days off."""
        person, vacations = (
            self.run(self.app.users.get(EVERYBODY[at].id, EVERYBODY[at].name)),
            self.app.vacations,
        )
        self.attempt(vacations.begin(person, days) if days else vacations.end(person))

    # --- what happens around them ---

    @rule(
        seconds=st.sampled_from(
            [1.0, MINUTE, 2 * MINUTE + 1, HOUR, 7 * HOUR, DAY, 3 * DAY, 8 * DAY]
        )
    )
    def wait(self, seconds: float) -> None:
        """Advance to the next deadline."""
        end = self.harness.clock.now() + seconds
        while 0 < (wake := self.table().check_at) < end:
            self.step(max(wake, self.harness.clock.now() + 1))
        self.step(end)

    def step(self, to: float) -> None:
        """Assert that who misses a turn had all of their time, or a caretaker."""
        before, rows = self.table(), self.table().rows
        self.run(self.harness.later(to - self.harness.clock.now()))
        after = self.table()
        up = {seat.seat for seat in before.seats if 0 < seat.deadline <= to}
        for then, now in zip(before.seats, after.seats, strict=True):
            assert now.has_caretaker == then.has_caretaker or now.seat in up, (
                "minded before the time was up"
            )
            assert (
                now.missed_deadlines == then.missed_deadlines
                or now.seat in up
                or then.has_caretaker
            ), "a turn missed before the time was up"
            decided = (
                before.vote is not None and after.vote is None
            )  # by whoever is left, for a pause or the end
            assert (
                now.seat not in up
                or now.has_caretaker
                or decided
                or before.pace.absent == "default"
            ), "nobody answers"
        for entry in self.run(self.app.repo.game_log.entries(self.match, rows)):
            assert entry.row.by != "timeout" or entry.row.seat in up, (
                "answered by default before the time was up"
            )

    @rule()
    def just_before(self) -> None:
        """Assert that nobody is rushed a second before the first deadline."""
        before = self.table()
        # a seat that the caretaker plays has a time of its own, after which another miss counts
        times = (
            at for seat in before.seats for at in (seat.deadline, seat.absence_deadline) if at > 0
        )
        first = min(times, default=0.0)
        if first - 1 <= self.harness.clock.now():
            return
        self.run(self.harness.later(first - 1 - self.harness.clock.now()))
        after = self.table()
        assert after.rows == before.rows
        assert [
            (seat.deadline, seat.has_caretaker, seat.missed_deadlines) for seat in after.seats
        ] == [(seat.deadline, seat.has_caretaker, seat.missed_deadlines) for seat in before.seats]

    @rule()
    def restart(self) -> None:
        before = self.table()
        self.run(self.harness.reopen())
        self.run(self.harness.later(0))
        assert [seat.deadline for seat in self.table().seats] == [
            seat.deadline for seat in before.seats
        ], "a restart costs nobody time"

    @rule(hours=st.sampled_from([1, 30, 200]))
    def outage(self, hours: int) -> None:
        """Stop the bot for a while: no time passes for anybody."""

        async def work() -> None:
            await self.app.stop()
            self.harness.clock.at += hours * HOUR
            await self.harness.open()
            await self.harness.later(0)

        before = self.table()
        if (
            self.harness.clock.now() + hours * HOUR - before.changed_at
            > time_control.SLEEP_AFTER_S - DAY
        ):
            return  # who is away for a month finds tables asleep
        self.run(work())
        after = self.table()
        assert after.rows == before.rows
        for then, now in zip(before.seats, after.seats, strict=True):
            assert (
                abs(now.deadline - then.deadline - (hours * HOUR if then.deadline else 0))
                <= HEARTBEAT_S
            )
            assert (now.has_caretaker, now.missed_deadlines) == (
                then.has_caretaker,
                then.missed_deadlines,
            )

    # --- what always holds ---

    @invariant()
    def the_position_is_what_its_rows_fold_to(self) -> None:
        if not hasattr(self, "match"):
            return
        stored = self.stored()
        rows = [entry.row for entry in self.run(self.app.repo.game_log.entries(self.match))]
        _, start = self.run(self.app.repo.game_log.checkpoint(self.match, upto=0))
        folded = history.fold(start, rows, stored.match.seed)
        assert CELLAR.codec.encode(folded) == CELLAR.codec.encode(stored.pos)

    @invariant()
    def who_is_awaited_is_who_must_act_and_it_is_somebody(self) -> None:
        if not hasattr(self, "match"):
            return
        stored = self.stored()
        table = stored.match
        awaited = walk.actors(stored.pos) if table.status == "running" else ()
        assert table.waiting == awaited
        assert awaited or table.status != "running", "the table waits for nobody"
        assert table.paused or not any(table.seats[seat].played_by_ai for seat in awaited), (
            "a computer player has not answered"
        )

    @invariant()
    def time_runs_for_people_who_keep_others_waiting_and_for_nobody_else(self) -> None:
        if not hasattr(self, "match"):
            return
        table, now = self.table(), self.harness.clock.now()
        timed = {seat.seat for seat in time_control.seats_on_clock(table)}
        for seat in table.seats:
            assert bool(seat.deadline) == (seat.awaited and seat.seat in timed), seat
            assert not seat.deadline or (
                now < seat.deadline and seat.waiting_since <= max(now, seat.away_until)
            ), seat
            assert not seat.next_reminder_at or seat.next_reminder_at < seat.deadline, seat

    @invariant()
    def the_table_is_looked_at_in_time(self) -> None:
        if not hasattr(self, "match"):
            return
        table, now = self.table(), self.harness.clock.now()
        assert table.check_at == time_control.next_check_at(
            table
        ) or 0 < table.check_at < time_control.next_check_at(table)
        assert not table.check_at or table.check_at > now - RETRY_AFTER_S
        if table.check_at:
            assert any(
                not timer.off and timer.at <= max(table.check_at, now)
                for timer in self.harness.clock.timers
            )


async def test_who_was_left_alone_and_is_joined_keeps_nobody_waiting_for_ever(
    harness: AppHarness,
) -> None:
    match = await harness.table(3)
    for person in PEOPLE[:2]:
        await harness.app.game_service.resign(match.id, person)
    await harness.settle()
    carla = (await harness.app.lobby.get(match.id)).seats[2]
    assert (carla.awaited, carla.deadline) == (True, 0.0), "nobody waits for her"
    await harness.later(HOUR)
    await harness.app.substitutes.take_seat(match.id, PEOPLE[3], 0)
    carla = (await harness.app.lobby.get(match.id)).seats[2]
    assert carla.deadline == harness.clock.now() + DAY


async def test_all_who_are_awaited_where_a_table_wakes_have_their_time(harness: AppHarness) -> None:
    match = await harness.table(2)
    async with harness.app.locks(match.id):
        table = await harness.app.lobby.get(match.id)
        table.paused = "asleep"
        await harness.app.moves.save(table)
    assert [seat.deadline for seat in (await harness.app.lobby.get(match.id)).seats] == [0.0, 0.0]
    await harness.say(match, PEOPLE[0], "throw")
    table = await harness.app.lobby.get(match.id)
    assert (
        [bool(seat.deadline) for seat in table.seats]
        == [seat.awaited for seat in table.seats]
        == [True, True]
    )


TestTime = TimeMachine.TestCase
TestTime.settings = settings(
    max_examples=60 if LONG else 20,
    stateful_step_count=30,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=[
        Phase.explicit,
        Phase.reuse,
        Phase.generate,
    ],  # no example is made smaller: that would take minutes
)
