"""Deadlines, reminders and abandoned matches; one task sleeps until the earliest event."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable, Coroutine, Iterable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from app.match import ballots
from app.match.moves import Moves
from app.model import time_control
from app.model.match import LoadedMatch, Match, SeatRow, User, UserError
from app.ports.removed_guilds import RemovedGuild
from app.ports.repo import Repo
from app.ports.store import Clock, CorruptDataError, StorageUnavailableError
from app.runtime.cancellation import SHUTDOWN_GRACE_S, cancel_after
from app.runtime.cluster import Cluster
from app.runtime.locks import Locks
from games.core.engine import walk
from games.core.text.messages import Msg, Seat, msg, seat_name

if TYPE_CHECKING:
    from app.ports.store import Notifier, Timer

HEARTBEAT_S = 60.0  # interval between two stored heartbeats
DOWNTIME_MIN_S = 120.0  # a longer gap counts as downtime and is added to all deadlines
MAX_DEFAULT_ANSWERS = 50  # default answers in one missed turn
REMINDER_MERGE_S = 6 * 3600.0  # reminders due within this time are sent as one message
RECENTLY_ACTIVE_S = 120.0  # no reminder for this long after the user's last click in the match
RETRY_AFTER_S = 60.0  # retry delay after a failed save
REMINDER_GAP_S = (
    time_control.HOUR
)  # smallest gap between the ping after quiet hours and the next reminder
log = logging.getLogger(__name__)
Waiting = dict[int, list[tuple[Match, Seat]]]


class DeadlineScheduler:
    """Scheduler that checks each match when its `wake` time has come.

    Everything that is due is in the store: a restart neither loses nor repeats anything.
    """

    def __init__(
        self,
        repo: Repo,
        clock: Clock,
        locks: Locks,
        moves: Moves,
        touch: Callable[[Iterable[str]], None],
        cluster: Cluster,
    ) -> None:
        self._repo, self._clock, self._locks, self._moves, self._touch = (
            repo,
            clock,
            locks,
            moves,
            touch,
        )
        self._cluster = cluster
        self.notifier: Notifier | None = None
        self._at = self._last = 0.0
        self._timer: Timer | None = None
        self._beat: Timer | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._turn = asyncio.Lock()
        self._open = False

    async def start(self, *, told: bool = False) -> None:
        """Extend deadlines by the bot's downtime, then start waiting for what is due.

        With `told` the downtime gets no notice, because the players are already informed.
        """
        now = self._clock.now()
        if self._cluster.owns(0):
            before = await self._repo.deadlines.last_heartbeat()
            if before is not None and abs(now - before) > DOWNTIME_MIN_S:
                await self._extend_deadlines(now - before, told=told, everywhere=True)
            else:
                await self._repo.deadlines.save_heartbeat(now)
        self._open = True
        self._expect(now)
        await self._arm()

    async def stop(self, grace: float = SHUTDOWN_GRACE_S) -> None:
        """Stop checking; cancel running work after `grace` seconds.

        Writes nothing if `start` never ran, because another process may own the store.
        """
        began, self._open = self._open, False
        for timer in (self._timer, self._beat):
            if timer is not None:
                timer.cancel()
        await cancel_after(self._tasks, grace)
        # no heartbeat if the clock was set back: the next start must notice that
        if began and self._clock.now() >= self._last and self._cluster.owns(0):
            await self._alive()

    async def idle(self) -> None:
        """Wait until no work is left for now."""
        while self._tasks:
            await asyncio.wait(list(self._tasks))

    def schedule(self, at: float) -> None:
        """Schedule a check at `at` (Unix seconds), unless an earlier one is set; 0 is ignored."""
        if not self._open or not at or (self._at and self._at <= at):
            return
        if self._timer is not None:
            self._timer.cancel()
        self._at = at
        self._timer = self._clock.call_at(at, self._ring)

    def check_now(self) -> None:
        """Check now whether any match is due, for example one that this process has taken over."""
        self.schedule(self._clock.now())

    def compensate_downtime(self, seconds: float) -> None:
        """Extend deadlines by `seconds` of bot downtime (machine suspended, or Discord down)."""
        if abs(seconds) > DOWNTIME_MIN_S and self._open:
            self._do(self._extend_by_downtime(seconds))

    async def returned(self, departure: RemovedGuild) -> None:
        """Extend the deadlines of a guild's matches by the time the bot was not in the guild."""
        async with self._turn:
            now = self._clock.now()
            gone = max(0.0, now - departure.at)
            what = _was_away(gone) if gone > DOWNTIME_MIN_S else None
            self._touch(await self._repo.retention.mark_returned(departure.guild, now, what))
        self.schedule(now)

    # ---- the two timers

    def _ring(self) -> None:
        self._at, self._timer = 0.0, None
        if self._open:
            self._do(self._check_due_matches())

    def _expect(self, now: float) -> None:
        self._last = now
        self._beat = self._clock.call_at(now + HEARTBEAT_S, lambda: self._pulse(now + HEARTBEAT_S))

    def _pulse(self, expected: float) -> None:
        """Store a heartbeat each minute; treat a late timer as downtime.

        A late timer means that the machine slept or its clock was set forward.
        """
        if not self._open:
            return
        now = self._clock.now()
        self.compensate_downtime(now - expected)
        if not self._tasks and self._cluster.owns(0):
            self._do(self._alive())
        self._expect(now)

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _alive(self) -> None:
        with suppress(
            StorageUnavailableError
        ):  # already logged; a missing heartbeat only makes deadlines a minute longer
            await self._repo.deadlines.save_heartbeat(
                self._clock.now()
            )  # read the clock now: after a jump by days the timer fires often before this runs

    async def _extend_by_downtime(self, seconds: float) -> None:
        async with self._turn:
            await self._extend_deadlines(seconds)
        await self._arm()

    async def _extend_deadlines(
        self, seconds: float, *, told: bool = False, everywhere: bool = False
    ) -> None:
        what = _was_away(seconds) if seconds > 0 and not told else None
        self._touch(
            await self._repo.deadlines.extend(
                seconds, self._clock.now(), what, everywhere=everywhere
            )
        )

    async def _arm(self, earliest: float = 0.0) -> None:
        at = await self._repo.deadlines.next_wake()
        if at is not None:
            self.schedule(max(at, earliest))

    async def _check_due_matches(self) -> None:
        """Check every match that is due, then send the reminders, one message for each person."""
        waiting: Waiting = defaultdict(list)
        earliest = 0.0
        try:
            # wait for `_put_off`: after a sleep no deadline may pass before it is
            # extended
            async with self._turn:
                woken = await self._repo.deadlines.due_matches(self._clock.now())
            for match in woken:
                try:
                    async with self._locks(match):
                        await self._check_match(match, waiting)
                except UserError:
                    earliest = (
                        self._clock.now() + RETRY_AFTER_S
                    )  # the match is halted, or blocked until the bot or its data are repaired
            await self._remind(waiting)
        except (StorageUnavailableError, CorruptDataError):  # already logged
            self.schedule(self._clock.now() + RETRY_AFTER_S)
            return
        except Exception:
            log.exception("deadline check failed")
            self.schedule(self._clock.now() + RETRY_AFTER_S)
            return
        await self._arm(earliest)

    # ---- inside a match's lock

    async def _check_match(self, match: str, waiting: Waiting) -> None:
        table, now = await self._repo.matches.get(match), self._clock.now()
        if table is None or not self._cluster.owns(table.places.guild):
            return
        await self._after_quiet(table, now, waiting)
        if not table.wake or table.wake > now:
            return
        if table.status == "lobby":
            await self._lobby(table, now)
            return
        if (
            table.status == "running"
            and table.paused
            and now >= time_control.next_wakeup(table) > 0
        ):
            await self._close(table, now)
            return
        stored = await self._repo.matches.load(match)
        if stored is None or time_control.next_wakeup(stored.match) != table.wake:
            await self._repo.deadlines.set_reminders(
                match, {}, time_control.next_wakeup(table)
            )  # the stored wake time was stale
            return
        if (after := await self._vote(stored, now)) is not None:
            stored, table = after, after.match
        late = [seat.seat for seat in table.seats if 0 < seat.due <= now]
        if time_control.apply_absences(stored.match, now):
            await self._moves.save(stored.match)
        for seat in late:
            stored = await self._handle_missed_deadline(stored, seat, now)
        table = stored.match
        if late:
            return
        if now >= table.changed_at + time_control.SLEEP_AFTER_S and not any(
            seat.due for seat in table.seats
        ):
            await self._pause_inactive(table, now)
            return
        await self._nudge(table, now, waiting)

    async def _lobby(self, table: Match, now: float) -> None:
        """Warn about a lobby that has not started; close it when the warning has passed."""
        if time_control.next_wakeup(table) > now:
            await self._repo.deadlines.set_reminders(table.id, {}, time_control.next_wakeup(table))
        elif table.warned:
            table.status = "closed"
            await self._moves.save(table)
        else:
            table.warned = True
            await self._moves.save(table)
            if self.notifier is not None:
                await self.notifier.warn_lobby_closing(table)

    async def _vote(self, stored: LoadedMatch, now: float) -> LoadedMatch | None:
        """Execute an accepted vote, end an expired one, or release held pings.

        Returns None if nothing changes.
        """
        match = stored.match
        if match.vote is None:
            return None
        if ballots.goes_back(match):
            return await self._moves.go_back_as_agreed(stored)
        if ballots.lapse(match, now):
            return LoadedMatch(await self._moves.save(match), stored.pos)
        if 0 < match.vote.held <= now:
            match.vote = replace(match.vote, held=0.0)
            return LoadedMatch(await self._moves.save(match, looks=True), stored.pos)
        return None

    async def _close(self, table: Match, now: float) -> None:
        """Close a match that every person has left and nobody has rejoined."""
        table.status = "closed"
        for seat in table.seats:
            seat.awaited = False
        table.note(
            now, msg("host.unattended", days=round(time_control.ABANDONED / time_control.DAY))
        )
        await self._moves.save(table)

    async def _after_quiet(self, table: Match, now: float, waiting: Waiting) -> None:
        """Ping users whose quiet hours are over and who were only notified silently."""
        pings: dict[Seat, float] = {}
        nudges: dict[Seat, float] = {}
        for seat in table.seats:
            if not 0 < seat.ping_at <= now:
                continue
            person = await self._repo.users.get(seat.user) if seat.user is not None else None
            pings[seat.seat] = held = _reminder_held_until(seat, person, now)
            playing = table.status == "running" and not table.paused and seat.away <= now
            late = 0 < seat.due <= now
            if person is None or held or late or not playing or not seat.awaited or seat.automatic:
                continue
            waiting[person.id].append((table, seat.seat))
            if 0 < seat.nudge <= now + REMINDER_GAP_S:
                seat.nudge = nudges[seat.seat] = time_control.next_nudge(seat, now + REMINDER_GAP_S)
        if pings:
            await self._repo.deadlines.set_pings(table.id, pings)
        if nudges:
            table.wake = time_control.next_wakeup(table)
            await self._repo.deadlines.set_reminders(table.id, nudges, table.wake)

    async def _handle_missed_deadline(
        self, stored: LoadedMatch, at: Seat, now: float
    ) -> LoadedMatch:
        """Handle a missed deadline: a caretaker takes over, or the turn gets default answers.

        If no person is left in the match, it is paused.
        """
        match, seat = stored.match, stored.match.seats[at]
        if match.status != "running" or not 0 < seat.due <= now:
            return stored
        time_control.clear(seat)
        time_control.count_missed(match, seat, now)
        seat.minded = match.pace.absent == "caretaker"
        if not time_control.anyone_present(match):  # AI players must not finish a match alone
            match.paused = "asleep"
            match.note(now, msg("host.nobody"))
            return LoadedMatch(await self._moves.save(match), stored.pos)
        if seat.minded:
            match.note(now, msg("host.minded", seat=seat_name(at)))
            return LoadedMatch(await self._moves.save(match), stored.pos)
        match.note(now, msg("host.timeout", seat=seat_name(at)))
        for _ in range(MAX_DEFAULT_ANSWERS):
            if at not in walk.actors(stored.pos):
                break
            stored = await self._moves.play(
                stored, at, walk.default_path(stored.pos, at), "timeout"
            )
        return stored

    async def _pause_inactive(self, table: Match, now: float) -> None:
        """Pause a match without activity for `SLEEP_AFTER_S`, until a player returns."""
        table.paused = "asleep"
        table.note(
            now, msg("host.asleep", days=round(time_control.SLEEP_AFTER_S / time_control.DAY))
        )
        await self._moves.save(table)

    async def _nudge(self, table: Match, now: float, waiting: Waiting) -> None:
        """Collect the users to remind of this match now and schedule their next reminders."""
        nudges: dict[Seat, float] = {}
        for seat in table.seats:
            if not 0 < seat.nudge <= now or seat.user is None:
                continue
            person = await self._repo.users.get(seat.user)
            at = _reminder_held_until(seat, person, now)
            if not at:
                at = time_control.next_nudge(seat, now)
                if person is None or person.prefs.get("pings") != "none":
                    waiting[seat.user].append((table, seat.seat))
            seat.nudge = nudges[seat.seat] = at if at < seat.due else 0.0
        await self._repo.deadlines.set_reminders(table.id, nudges, time_control.next_wakeup(table))

    async def _others(self, user: int, known: set[str]) -> list[tuple[Match, Seat]]:
        """Return the user's other matches whose reminder is due soon, to merge into one message.

        Their own reminders are postponed.
        """
        found, now = list[tuple[Match, Seat]](), self._clock.now()
        departed = {one.guild for one in await self._repo.retention.removed_guilds()}
        for one in await self._repo.matches.find(user=user, statuses=("running",)):
            if one.id in known or one.places.guild in departed:
                continue
            async with self._locks(one.id):
                table = await self._repo.matches.get(one.id)
                seat = table.seat_of(user) if table is not None else None
                if (
                    table is None
                    or seat is None
                    or not seat.awaited
                    or not 0 < seat.nudge <= now + REMINDER_MERGE_S
                ):
                    continue
                seat.nudge = time_control.next_nudge(seat, seat.nudge)
                await self._repo.deadlines.set_reminders(
                    table.id, {seat.seat: seat.nudge}, time_control.next_wakeup(table)
                )
                found.append((table, seat.seat))
        return found

    async def _remind(self, waiting: Waiting) -> None:
        """Send the reminders: one direct message, or a ping in the match's channel.

        Users who prefer direct messages or have several matches waiting get one message. The
        others, and those whose direct messages are closed, are pinged again in the channel.
        """
        calls: dict[str, list[Seat]] = defaultdict(list)
        for user, due in waiting.items():
            person = await self._repo.users.get(user)
            none = (
                person is not None and person.prefs.get("pings") == "none"
            )  # a user without reminders is here only because of a ping after quiet hours
            tables = due if none else due + await self._others(user, {table.id for table, _ in due})
            by_letter = person is not None and _by_letter(person, tables)
            if (
                person is not None
                and by_letter
                and self.notifier is not None
                and await self.notifier.remind(person, tables)
            ):
                continue
            for table, seat in tables:
                calls[table.id].append(seat)
        # one update for all seats, because a new ping replaces the last one
        for match, seats in calls.items():
            async with self._locks(match):
                for seat in seats:
                    await self._repo.deadlines.request_ping(match, seat)
        self._touch(calls)


def _was_away(seconds: float) -> Msg:
    """Return the log notice for a downtime of `seconds`."""
    if seconds >= 2 * time_control.DAY:
        return msg("host.away_days", n=round(seconds / time_control.DAY))
    if seconds >= 2 * time_control.HOUR:
        return msg("host.away_hours", n=round(seconds / time_control.HOUR))
    return msg("host.away", minutes=round(seconds / time_control.MINUTE))


def _by_letter(person: User, waiting: Sequence[tuple[Match, Seat]]) -> bool:
    """Return whether to remind a user in one direct message instead of in each channel."""
    where, several = person.prefs.get("pings"), len(waiting) > 1
    return not person.dm_closed and (where == "dm" or (several and where != "none"))


def _reminder_held_until(seat: SeatRow, person: User | None, now: float) -> float:
    """Return when a user's recent activity, snooze or quiet hours end; 0 to remind now."""
    if now - seat.tapped < RECENTLY_ACTIVE_S:
        return seat.tapped + RECENTLY_ACTIVE_S
    if person is None:
        return 0.0
    later = person.prefs.get("snooze")
    return (
        later
        if isinstance(later, int | float) and later > now
        else time_control.quiet_until(person.prefs, now)
    )
