"""Time passes: whose is up, who is to be reminded, what nobody comes to any more. One task sleeps until the earliest of it."""

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
from app.ports.store import Clock, CorruptDataError, Repo, StorageUnavailableError
from app.runtime.cancellation import SHUTDOWN_GRACE_S, cancel_after
from app.runtime.cluster import Cluster
from app.runtime.locks import Locks
from games.core.engine import walk
from games.core.text.messages import Msg, Seat, msg, seat_name

if TYPE_CHECKING:
    from app.ports.store import Notifier, Timer

HEARTBEAT_S = 60.0  # seconds between two signs of life
DOWNTIME_MIN_S = (
    120.0  # seconds from which the bot counts as having been away: that time is nobody's
)
AT_MOST = 50  # answers by default in one missed turn
REMINDER_MERGE_S = 6 * 3600.0  # seconds within which reminders of several tables become one
RECENTLY_ACTIVE_S = (
    120.0  # seconds after a person's tap at the table in which they are not reminded of it
)
RETRY_AFTER_S = 60.0  # seconds until what could not be saved is tried again
REMINDER_GAP_S = (
    time_control.HOUR
)  # a reminder that would follow the ping after quiet hours sooner is left out
log = logging.getLogger(__name__)
Waiting = dict[int, list[tuple[Match, Seat]]]


class DeadlineScheduler:
    """Looks at each table when its `wake` has come. All that is due stands in the store: a restart loses nothing of it, and does
    nothing twice."""

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
        """Put off what would have ended while the bot was away, then wait for what comes. `told`: people hear why already."""
        now = self._clock.now()
        if self._cluster.owns(0):
            before = await self._repo.last_heartbeat()
            if before is not None and abs(now - before) > DOWNTIME_MIN_S:
                await self._put_off(now - before, told=told, everywhere=True)
            else:
                await self._repo.save_heartbeat(now)
        self._open = True
        self._expect(now)
        await self._arm()

    async def stop(self, grace: float = SHUTDOWN_GRACE_S) -> None:
        """Look at nothing more; what is under way ends, or is let go after so many seconds. Where it never began, the store may
        be another's: nothing is written."""
        began, self._open = self._open, False
        for timer in (self._timer, self._beat):
            if timer is not None:
                timer.cancel()
        await cancel_after(self._tasks, grace)
        # where the machine's clock was put back, the next start sees it
        if began and self._clock.now() >= self._last and self._cluster.owns(0):
            await self._alive()

    async def idle(self) -> None:
        """Wait until nothing is left to do for now."""
        while self._tasks:
            await asyncio.wait(list(self._tasks))

    def schedule(self, at: float) -> None:
        """A table is to be looked at then; 0: never."""
        if not self._open or not at or (self._at and self._at <= at):
            return
        if self._timer is not None:
            self._timer.cancel()
        self._at = at
        self._timer = self._clock.call_at(at, self._ring)

    def check_now(self) -> None:
        """Some table may be due that was not ours to look at, or was not known to be."""
        self.schedule(self._clock.now())

    def compensate_downtime(self, seconds: float) -> None:
        """Nobody could reach the bot for so long (it slept, or Discord was away): that time does not count."""
        if abs(seconds) > DOWNTIME_MIN_S and self._open:
            self._do(self._away(seconds))

    async def returned(self, departure: RemovedGuild) -> None:
        """Give a guild's tables the time back in which the bot was not there."""
        async with self._turn:
            now = self._clock.now()
            gone = max(0.0, now - departure.at)
            what = _was_away(gone) if gone > DOWNTIME_MIN_S else None
            self._touch(await self._repo.come_back(departure.guild, now, what))
        self.schedule(now)

    # ---- the two timers

    def _ring(self) -> None:
        self._at, self._timer = 0.0, None
        if self._open:
            self._do(self._look())

    def _expect(self, now: float) -> None:
        self._last = now
        self._beat = self._clock.call_at(now + HEARTBEAT_S, lambda: self._pulse(now + HEARTBEAT_S))

    def _pulse(self, expected: float) -> None:
        """A sign of life each minute; one that comes late tells that the machine slept, or that its clock was put forward."""
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
        ):  # it is in the log already, and a minute that seems to be missing is given away
            await self._repo.save_heartbeat(
                self._clock.now()
            )  # a clock put forward by days rings many times before this runs once

    async def _away(self, seconds: float) -> None:
        async with self._turn:
            await self._put_off(seconds)
        await self._arm()

    async def _put_off(
        self, seconds: float, *, told: bool = False, everywhere: bool = False
    ) -> None:
        what = _was_away(seconds) if seconds > 0 and not told else None
        self._touch(
            await self._repo.extend_deadlines(
                seconds, self._clock.now(), what, everywhere=everywhere
            )
        )

    async def _arm(self, earliest: float = 0.0) -> None:
        at = await self._repo.next_wake()
        if at is not None:
            self.schedule(max(at, earliest))

    async def _look(self) -> None:
        """Each table whose time has come; then the reminders of all of them, one for each person."""
        waiting: Waiting = defaultdict(list)
        earliest = 0.0
        try:
            async with self._turn:  # after a sleep nobody's time is up before it was put off
                woken = await self._repo.due_tables(self._clock.now())
            for match in woken:
                try:
                    async with self._locks(match):
                        await self._table(match, waiting)
                except UserError:
                    earliest = (
                        self._clock.now() + RETRY_AFTER_S
                    )  # it is halted now, or rests until the bot or its data are mended
            await self._remind(waiting)
        except (StorageUnavailableError, CorruptDataError):  # it is in the log already
            self.schedule(self._clock.now() + RETRY_AFTER_S)
            return
        except Exception:
            log.exception("a table could not be looked at in its time")
            self.schedule(self._clock.now() + RETRY_AFTER_S)
            return
        await self._arm(earliest)

    # ---- inside a table's lock

    async def _table(self, match: str, waiting: Waiting) -> None:
        table, now = await self._repo.match(match), self._clock.now()
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
        stored = await self._repo.load(match)
        if stored is None or time_control.next_wakeup(stored.match) != table.wake:
            await self._repo.set_reminders(
                match, {}, time_control.next_wakeup(table)
            )  # what is noted was no longer so
            return
        if (after := await self._vote(stored, now)) is not None:
            stored, table = after, after.match
        late = [seat.seat for seat in table.seats if 0 < seat.due <= now]
        if time_control.pass_on(stored.match, now):
            await self._moves.save(stored.match)
        for seat in late:
            stored = await self._missed(stored, seat, now)
        table = stored.match
        if late:
            return
        if now >= table.changed_at + time_control.SLEEP_AFTER_S and not any(
            seat.due for seat in table.seats
        ):
            await self._rest(table, now)
            return
        await self._nudge(table, now, waiting)

    async def _lobby(self, table: Match, now: float) -> None:
        """Nobody has come, or begun: people are told, and a day later the table is closed."""
        if time_control.next_wakeup(table) > now:
            await self._repo.set_reminders(table.id, {}, time_control.next_wakeup(table))
        elif table.warned:
            table.status = "closed"
            await self._moves.save(table)
        else:
            table.warned = True
            await self._moves.save(table)
            if self.notifier is not None:
                await self.notifier.warn_lobby_closing(table)

    async def _vote(self, stored: LoadedMatch, now: float) -> LoadedMatch | None:
        """Carry out what was agreed, end what nobody decided, or have those called who were not to be called yet; None where
        nothing changes."""
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
        """Close a table that every person has left and nobody has come to since."""
        table.status = "closed"
        for seat in table.seats:
            seat.awaited = False
        table.note(
            now, msg("host.unattended", days=round(time_control.ABANDONED / time_control.DAY))
        )
        await self._moves.save(table)

    async def _after_quiet(self, table: Match, now: float, waiting: Waiting) -> None:
        """Ping those whose quiet hours are over and who don't know yet of a silent call in them."""
        pings: dict[Seat, float] = {}
        nudges: dict[Seat, float] = {}
        for seat in table.seats:
            if not 0 < seat.ping_at <= now:
                continue
            person = await self._repo.person(seat.user) if seat.user is not None else None
            pings[seat.seat] = held = _held(seat, person, now)
            playing = table.status == "running" and not table.paused and seat.away <= now
            late = 0 < seat.due <= now
            if person is None or held or late or not playing or not seat.awaited or seat.automatic:
                continue
            waiting[person.id].append((table, seat.seat))
            if 0 < seat.nudge <= now + REMINDER_GAP_S:
                seat.nudge = nudges[seat.seat] = time_control.next_nudge(seat, now + REMINDER_GAP_S)
        if pings:
            await self._repo.pings(table.id, pings)
        if nudges:
            table.wake = time_control.next_wakeup(table)
            await self._repo.set_reminders(table.id, nudges, table.wake)

    async def _missed(self, stored: LoadedMatch, at: Seat, now: float) -> LoadedMatch:
        """The seat's time is up: from now on a caretaker answers, or each question of this turn gets its default. Where that was
        the last who was there, the table sleeps."""
        match, seat = stored.match, stored.match.seats[at]
        if match.status != "running" or not 0 < seat.due <= now:
            return stored
        time_control.clear(seat)
        time_control.count_missed(match, seat, now)
        seat.minded = match.pace.absent == "caretaker"
        if not time_control.anyone_present(
            match
        ):  # computers do not play a game of people to its end among themselves
            match.paused = "asleep"
            match.note(now, msg("host.nobody"))
            return LoadedMatch(await self._moves.save(match), stored.pos)
        if seat.minded:
            match.note(now, msg("host.minded", seat=seat_name(at)))
            return LoadedMatch(await self._moves.save(match), stored.pos)
        match.note(now, msg("host.timeout", seat=seat_name(at)))
        for _ in range(AT_MOST):
            if at not in walk.actors(stored.pos):
                break
            stored = await self._moves.play(
                stored, at, walk.default_path(stored.pos, at), "timeout"
            )
        return stored

    async def _rest(self, table: Match, now: float) -> None:
        """Nobody has done anything for a month: the table sleeps until somebody comes."""
        table.paused = "asleep"
        table.note(
            now, msg("host.asleep", days=round(time_control.SLEEP_AFTER_S / time_control.DAY))
        )
        await self._moves.save(table)

    async def _nudge(self, table: Match, now: float, waiting: Waiting) -> None:
        """Who is to be reminded of the table now, and when next."""
        nudges: dict[Seat, float] = {}
        for seat in table.seats:
            if not 0 < seat.nudge <= now or seat.user is None:
                continue
            person = await self._repo.person(seat.user)
            at = _held(seat, person, now)
            if not at:
                at = time_control.next_nudge(seat, now)
                if person is None or person.prefs.get("pings") != "none":
                    waiting[seat.user].append((table, seat.seat))
            seat.nudge = nudges[seat.seat] = at if at < seat.due else 0.0
        await self._repo.set_reminders(table.id, nudges, time_control.next_wakeup(table))

    async def _others(self, user: int, known: set[str]) -> list[tuple[Match, Seat]]:
        """The other tables of which the person would be reminded before long: they are told of them now, not again so soon."""
        found, now = list[tuple[Match, Seat]](), self._clock.now()
        departed = {one.guild for one in await self._repo.departures()}
        for one in await self._repo.matches(user=user, statuses=("running",)):
            if one.id in known or one.places.guild in departed:
                continue
            async with self._locks(one.id):
                table = await self._repo.match(one.id)
                seat = table.seat_of(user) if table is not None else None
                if (
                    table is None
                    or seat is None
                    or not seat.awaited
                    or not 0 < seat.nudge <= now + REMINDER_MERGE_S
                ):
                    continue
                seat.nudge = time_control.next_nudge(seat, seat.nudge)
                await self._repo.set_reminders(
                    table.id, {seat.seat: seat.nudge}, time_control.next_wakeup(table)
                )
                found.append((table, seat.seat))
        return found

    async def _remind(self, waiting: Waiting) -> None:
        """Whoever wants it so, or has several tables waiting, gets one direct message; the others are called at the table once
        more, as who takes no direct messages is."""
        calls: dict[str, list[Seat]] = defaultdict(list)
        for user, due in waiting.items():
            person = await self._repo.person(user)
            none = (
                person is not None and person.prefs.get("pings") == "none"
            )  # then only a call has brought them here
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
        for match, seats in calls.items():  # all at once: a call takes the place of the one before
            async with self._locks(match):
                for seat in seats:
                    await self._repo.request_ping(match, seat)
        self._touch(calls)


def _was_away(seconds: float) -> Msg:
    """Return what a table's log says of so long an absence of the bot."""
    if seconds >= 2 * time_control.DAY:
        return msg("host.away_days", n=round(seconds / time_control.DAY))
    if seconds >= 2 * time_control.HOUR:
        return msg("host.away_hours", n=round(seconds / time_control.HOUR))
    return msg("host.away", minutes=round(seconds / time_control.MINUTE))


def _by_letter(person: User, waiting: Sequence[tuple[Match, Seat]]) -> bool:
    """Return whether a person is told of these tables in one direct message, not at each table."""
    where, several = person.prefs.get("pings"), len(waiting) > 1
    return not person.dm_closed and (where == "dm" or (several and where != "none"))


def _held(seat: SeatRow, person: User | None, now: float) -> float:
    """Until when a person is not to be reminded: they are there, have put it off, or want their quiet. 0: now is the time."""
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
