"""Check matches when something is due: deadlines, reminders, votes, abandoned matches.

One timer waits for the earliest time in the store. When it fires, every match that is due is
checked inside its lock (`DeadlineScheduler._check_match`). A missed deadline hands the seat to a
caretaker or gives default answers, as the match's `Pace.absent` says; a caretaker's moves are
played by `AiMoves`. A second timer stores a heartbeat each minute, from which the next start
computes the downtime that is added to all deadlines.
"""

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
from app.ports.errors import CorruptDataError, StorageUnavailableError
from app.ports.removed_guilds import RemovedGuild
from app.ports.repo import Repo
from app.ports.services import Clock
from app.runtime.cancellation import SHUTDOWN_GRACE_S, cancel_after
from app.runtime.cluster import WHOLE_BOT, Cluster
from app.runtime.locks import Locks
from games.core.engine import walk
from games.core.text.messages import Msg, Seat, msg, seat_name

if TYPE_CHECKING:
    from app.ports.services import MatchPublisher, Timer

HEARTBEAT_S = 60.0  # interval between two stored heartbeats
DOWNTIME_MIN_S = 120.0  # a longer gap counts as downtime and is added to all deadlines
MAX_DEFAULT_ANSWERS = 50  # default answers in one missed turn
REMINDER_MERGE_S = 6 * 3600.0  # reminders due within this time are sent as one message
RECENTLY_ACTIVE_S = 120.0  # no reminder for this long after the user's last click in the match
RETRY_AFTER_S = 60.0  # retry delay after a failed save
# seconds that must pass between the ping after quiet hours and the next reminder
REMINDER_GAP_S = time_control.HOUR
log = logging.getLogger(__name__)
Reminders = dict[int, list[tuple[Match, Seat]]]  # by user: the seats to remind them of


class DeadlineScheduler:
    """Scheduler that checks each match when its time `Match.check_at` has come.

    A check sends reminders and handles missed deadlines, expired votes and abandoned matches. All
    times are in the store, so a restart neither loses nor repeats anything. `publish` is called
    with the ids of changed matches, to show them on Discord.
    """

    def __init__(
        self,
        repo: Repo,
        clock: Clock,
        locks: Locks,
        moves: Moves,
        publish: Callable[[Iterable[str]], None],
        cluster: Cluster,
    ) -> None:
        self._repo, self._clock, self._locks, self._moves, self._publish = (
            repo,
            clock,
            locks,
            moves,
            publish,
        )
        self._cluster = cluster
        self.match_publisher: MatchPublisher | None = None
        self._check_at = self._last_beat_at = 0.0  # Unix seconds; 0: none
        self._check_timer: Timer | None = None
        self._beat_timer: Timer | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._extending = asyncio.Lock()
        self._open = False

    async def start(self, *, players_know: bool = False) -> None:
        """Extend all deadlines by the time the bot was down, then start to check them.

        If `players_know` is True, the matches' logs get no notice about the downtime, because they
        already have the notice that a backup was restored.
        """
        now = self._clock.now()
        # one process keeps the heartbeat, and extends the deadlines of all processes' matches
        if self._cluster.owns(WHOLE_BOT):
            before = await self._repo.deadlines.last_heartbeat()
            if before is not None and abs(now - before) > DOWNTIME_MIN_S:
                await self._extend_deadlines(
                    now - before, players_know=players_know, everywhere=True
                )
            else:
                await self._repo.deadlines.save_heartbeat(now)
        self._open = True
        self._schedule_heartbeat(now)
        await self._schedule_next_check()

    async def stop(self, grace: float = SHUTDOWN_GRACE_S) -> None:
        """Stop checking; cancel running work after `grace` seconds.

        Writes nothing if `start` never ran, because another process may own the store.
        """
        was_open, self._open = self._open, False
        for timer in (self._check_timer, self._beat_timer):
            if timer is not None:
                timer.cancel()
        await cancel_after(self._tasks, grace)
        # no heartbeat if the clock was set back, so that the next start notices it
        if was_open and self._clock.now() >= self._last_beat_at and self._cluster.owns(WHOLE_BOT):
            await self._save_heartbeat()

    async def idle(self) -> None:
        """Wait until no task is running."""
        while self._tasks:
            await asyncio.wait(list(self._tasks))

    def schedule(self, at: float) -> None:
        """Schedule a check at `at` (Unix seconds), unless an earlier one is set; 0 is ignored."""
        if not self._open or not at or (self._check_at and self._check_at <= at):
            return
        if self._check_timer is not None:
            self._check_timer.cancel()
        self._check_at = at
        self._check_timer = self._clock.call_at(at, self._on_check_timer)

    def check_now(self) -> None:
        """Check all due matches now, for example after taking over another process's matches."""
        self.schedule(self._clock.now())

    def compensate_downtime(self, seconds: float) -> None:
        """Extend deadlines by `seconds` of bot downtime (machine suspended, or Discord down)."""
        if abs(seconds) > DOWNTIME_MIN_S and self._open:
            self._run_task(self._extend_by_downtime(seconds))

    async def extend_after_return(self, removed: RemovedGuild) -> None:
        """Extend a guild's deadlines by the time between the bot's removal and its return."""
        async with self._extending:
            now = self._clock.now()
            gone = max(0.0, now - removed.at)
            notice = _downtime_notice(gone) if gone > DOWNTIME_MIN_S else None
            self._publish(await self._repo.retention.mark_returned(removed.guild, now, notice))
        self.schedule(now)

    # ---- the two timers

    def _on_check_timer(self) -> None:
        self._check_at, self._check_timer = 0.0, None
        if self._open:
            self._run_task(self._check_due_matches())

    def _schedule_heartbeat(self, now: float) -> None:
        self._last_beat_at = now
        due_at = now + HEARTBEAT_S
        self._beat_timer = self._clock.call_at(due_at, lambda: self._on_beat_timer(due_at))

    def _on_beat_timer(self, expected: float) -> None:
        """Store a heartbeat each minute; treat a late timer as downtime.

        `expected` is when the timer should have fired (Unix seconds). It is late if the machine
        slept or its clock was set forward.
        """
        if not self._open:
            return
        now = self._clock.now()
        self.compensate_downtime(now - expected)
        if not self._tasks and self._cluster.owns(WHOLE_BOT):
            self._run_task(self._save_heartbeat())
        self._schedule_heartbeat(now)

    def _run_task(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _save_heartbeat(self) -> None:
        # the error is already logged; a missing heartbeat makes deadlines a minute longer
        with suppress(StorageUnavailableError):
            # read the clock here: after a jump by days, the timer fires often before this runs
            await self._repo.deadlines.save_heartbeat(self._clock.now())

    async def _extend_by_downtime(self, seconds: float) -> None:
        async with self._extending:
            await self._extend_deadlines(seconds)
        await self._schedule_next_check()

    async def _extend_deadlines(
        self, seconds: float, *, players_know: bool = False, everywhere: bool = False
    ) -> None:
        notice = _downtime_notice(seconds) if seconds > 0 and not players_know else None
        self._publish(
            await self._repo.deadlines.extend(
                seconds, self._clock.now(), notice, everywhere=everywhere
            )
        )

    async def _schedule_next_check(self, earliest: float = 0.0) -> None:
        at = await self._repo.deadlines.next_check_at()
        if at is not None:
            self.schedule(max(at, earliest))

    async def _check_due_matches(self) -> None:
        """Check every match that is due, then send the reminders of all matches."""
        reminders: Reminders = defaultdict(list)
        earliest = 0.0
        try:
            # wait for `_extend_by_downtime`: after the machine slept, deadlines must be extended
            # before they are checked
            async with self._extending:
                due = await self._repo.deadlines.due_matches(self._clock.now())
            for match_id in due:
                try:
                    async with self._locks(match_id):
                        await self._check_match(match_id, reminders)
                except UserError:
                    # the match is halted, or blocked until the bot or its data are repaired
                    earliest = self._clock.now() + RETRY_AFTER_S
            await self._remind(reminders)
        except (StorageUnavailableError, CorruptDataError):  # already logged
            self.schedule(self._clock.now() + RETRY_AFTER_S)
            return
        except Exception:
            log.exception("deadline check failed")
            self.schedule(self._clock.now() + RETRY_AFTER_S)
            return
        await self._schedule_next_check(earliest)

    # ---- inside a match's lock

    async def _check_match(self, match_id: str, reminders: Reminders) -> None:
        """Do everything that is due in a match.

        Adds the reminders that must be sent to `reminders`, which maps a user id to (match, seat)
        pairs.
        """
        match, now = await self._repo.matches.get(match_id), self._clock.now()
        if match is None or not self._cluster.owns(match.places.guild):
            return
        await self._ping_after_quiet_hours(match, now, reminders)
        if not match.check_at or match.check_at > now:
            return
        if match.status == "lobby":
            await self._warn_or_close_lobby(match, now)
            return
        if (
            match.status == "running"
            and match.paused
            and now >= time_control.next_check_at(match) > 0
        ):
            await self._close(match, now)
            return
        stored = await self._repo.matches.load(match_id)
        if stored is None or time_control.next_check_at(stored.match) != match.check_at:
            # the stored `check_at` was outdated
            await self._repo.deadlines.set_reminders(
                match_id, {}, time_control.next_check_at(match)
            )
            return
        if (changed := await self._check_vote(stored, now)) is not None:
            stored, match = changed, changed.match
        late_seats = [seat.seat for seat in match.seats if 0 < seat.deadline <= now]
        if time_control.apply_absences(stored.match, now):
            await self._moves.save(stored.match)
        for seat in late_seats:
            stored = await self._handle_missed_deadline(stored, seat, now)
        match = stored.match
        if late_seats:
            return
        if now >= match.changed_at + time_control.SLEEP_AFTER_S and not any(
            seat.deadline for seat in match.seats
        ):
            await self._pause_inactive(match, now)
            return
        await self._collect_reminders(match, now, reminders)

    async def _warn_or_close_lobby(self, match: Match, now: float) -> None:
        """Warn that an inactive lobby will be closed, or close it after the warning.

        The lobby is closed `LOBBY_WARNING_S` after the warning, unless it has changed since. If
        neither the warning nor the closing is due yet, only the time of the next check is stored.
        """
        if time_control.next_check_at(match) > now:
            await self._repo.deadlines.set_reminders(
                match.id, {}, time_control.next_check_at(match)
            )
        elif match.closing_warned:
            match.status = "closed"
            await self._moves.save(match)
        else:
            match.closing_warned = True
            await self._moves.save(match)
            if self.match_publisher is not None:
                await self.match_publisher.warn_lobby_closing(match)

    async def _check_vote(self, stored: LoadedMatch, now: float) -> LoadedMatch | None:
        """Do what is due in the match's vote; return the match after it.

        This executes an accepted rewind, ends an expired vote, or publishes the match so that users
        whose requests to vote were delayed are asked now. Returns None if nothing has changed.
        `stored` is the match; `now` is in Unix seconds.
        """
        match = stored.match
        if match.vote is None:
            return None
        if ballots.rewind_is_agreed(match):
            return await self._moves.execute_rewind_vote(stored)
        if ballots.end_if_expired(match, now):
            return LoadedMatch(await self._moves.save(match), stored.pos)
        if 0 < match.vote.inform_at <= now:
            match.vote = replace(match.vote, inform_at=0.0)
            # `display_only`: only the pings of the vote change, which is no activity of the match
            return LoadedMatch(await self._moves.save(match, display_only=True), stored.pos)
        return None

    async def _close(self, match: Match, now: float) -> None:
        """Close a match that all human players have left and no other user has joined."""
        match.status = "closed"
        for seat in match.seats:
            seat.awaited = False
        match.note(
            now,
            msg(
                "host.unattended",
                days=round(time_control.CLOSE_ABANDONED_AFTER_S / time_control.DAY),
            ),
        )
        await self._moves.save(match)

    async def _ping_after_quiet_hours(self, match: Match, now: float, reminders: Reminders) -> None:
        """Add the users whose quiet hours are over to `reminders`.

        These are users who were mentioned silently in their quiet hours. Only users who can play
        and still must act are added.
        """
        new_ping_at: dict[Seat, float] = {}  # by seat; 0: the ping is done or not needed
        moved_reminders: dict[Seat, float] = {}  # by seat: the new time of its next reminder
        for seat in match.seats:
            if not 0 < seat.ping_at <= now:
                continue
            person = await self._repo.users.get(seat.user) if seat.user is not None else None
            held_until = new_ping_at[seat.seat] = _reminder_held_until(seat, person, now)
            can_play = match.status == "running" and not match.paused and seat.away_until <= now
            late = 0 < seat.deadline <= now
            must_act = seat.awaited and not seat.played_by_ai
            if person is None or held_until or late or not can_play or not must_act:
                continue
            reminders[person.id].append((match, seat.seat))
            # a regular reminder that would follow this ping too soon is skipped
            if 0 < seat.next_reminder_at <= now + REMINDER_GAP_S:
                seat.next_reminder_at = time_control.next_reminder(seat, now + REMINDER_GAP_S)
                moved_reminders[seat.seat] = seat.next_reminder_at
        if new_ping_at:
            await self._repo.deadlines.set_pings(match.id, new_ping_at)
        if moved_reminders:
            match.check_at = time_control.next_check_at(match)
            await self._repo.deadlines.set_reminders(match.id, moved_reminders, match.check_at)

    async def _handle_missed_deadline(
        self, stored: LoadedMatch, seat_number: Seat, now: float
    ) -> LoadedMatch:
        """Handle the missed deadline of a seat; return the match after it.

        A caretaker takes over, or the turn gets default answers, as `Pace.absent` says. If no human
        player is left in the match, it is paused.
        """
        match, seat = stored.match, stored.match.seats[seat_number]
        if match.status != "running" or not 0 < seat.deadline <= now:
            return stored
        time_control.clear_deadline(seat)
        time_control.count_missed(match, seat, now)
        # From now on an AI player answers for the seat (`SeatRow.played_by_ai`): the commit below
        # wakes `AiMoves`, which plays its moves.
        seat.has_caretaker = match.pace.absent == "caretaker"
        if not time_control.present_seats(match):  # AI players must not finish a match alone
            match.paused = "asleep"
            match.note(now, msg("host.nobody"))
            return LoadedMatch(await self._moves.save(match), stored.pos)
        if seat.has_caretaker:
            match.note(now, msg("host.minded", seat=seat_name(seat_number)))
            return LoadedMatch(await self._moves.save(match), stored.pos)
        match.note(now, msg("host.timeout", seat=seat_name(seat_number)))
        for _ in range(MAX_DEFAULT_ANSWERS):
            if seat_number not in walk.actors(stored.pos):
                break
            stored = await self._moves.play(
                stored, seat_number, walk.default_path(stored.pos, seat_number), "timeout"
            )
        return stored

    async def _pause_inactive(self, match: Match, now: float) -> None:
        """Pause a match after `SLEEP_AFTER_S` of inactivity, until a player returns."""
        match.paused = "asleep"
        match.note(
            now, msg("host.asleep", days=round(time_control.SLEEP_AFTER_S / time_control.DAY))
        )
        await self._moves.save(match)

    async def _collect_reminders(self, match: Match, now: float, reminders: Reminders) -> None:
        """Add the users to remind of this match now to `reminders`, and schedule the next ones."""
        next_reminders: dict[Seat, float] = {}
        for seat in match.seats:
            if not 0 < seat.next_reminder_at <= now or seat.user is None:
                continue
            person = await self._repo.users.get(seat.user)
            at = _reminder_held_until(seat, person, now)
            if not at:
                at = time_control.next_reminder(seat, now)
                if person is None or person.prefs.get("pings") != "none":
                    reminders[seat.user].append((match, seat.seat))
            seat.next_reminder_at = next_reminders[seat.seat] = at if at < seat.deadline else 0.0
        await self._repo.deadlines.set_reminders(
            match.id, next_reminders, time_control.next_check_at(match)
        )

    async def _reminders_due_soon(self, user: int, known: set[str]) -> list[tuple[Match, Seat]]:
        """Return (match, seat) for the user's further reminders that are due soon.

        Soon means within `REMINDER_MERGE_S`. The message that is sent now names these seats too, so
        their own reminders are skipped. Matches whose id is in `known` are left out.
        """
        found, now = list[tuple[Match, Seat]](), self._clock.now()
        guilds_left = {removed.guild for removed in await self._repo.retention.removed_guilds()}
        for match in await self._repo.matches.find(user=user, statuses=("running",)):
            if match.id in known or match.places.guild in guilds_left:
                continue
            async with self._locks(match.id):
                current = await self._repo.matches.get(match.id)
                seat = current.seat_of(user) if current is not None else None
                if (
                    current is None
                    or seat is None
                    or not seat.awaited
                    or not 0 < seat.next_reminder_at <= now + REMINDER_MERGE_S
                ):
                    continue
                seat.next_reminder_at = time_control.next_reminder(seat, seat.next_reminder_at)
                await self._repo.deadlines.set_reminders(
                    current.id,
                    {seat.seat: seat.next_reminder_at},
                    time_control.next_check_at(current),
                )
                found.append((current, seat.seat))
        return found

    async def _remind(self, reminders: Reminders) -> None:
        """Send the reminders: one direct message per user, or a ping in each match's channel.

        Users who prefer direct messages or have several matches waiting get a direct message. The
        others, and users whose direct messages are closed, are pinged in the channels.
        """
        seats_to_ping: dict[str, list[Seat]] = defaultdict(list)  # by match id
        for user, due in reminders.items():
            person = await self._repo.users.get(user)
            # a user who wants no reminders is here only because of a ping after quiet hours
            no_reminders = person is not None and person.prefs.get("pings") == "none"
            waiting = due
            if not no_reminders:
                waiting = due + await self._reminders_due_soon(user, {match.id for match, _ in due})
            if (
                person is not None
                and _by_direct_message(person, waiting)
                and self.match_publisher is not None
                and await self.match_publisher.send_reminder(person, waiting)
            ):
                continue
            for match, seat in waiting:
                seats_to_ping[match.id].append(seat)
        # one update for all seats of a match, because a new ping message replaces the last one
        for match_id, seats in seats_to_ping.items():
            async with self._locks(match_id):
                for seat in seats:
                    await self._repo.deadlines.request_ping(match_id, seat)
        self._publish(seats_to_ping)


def _downtime_notice(seconds: float) -> Msg:
    """Return the log notice for a downtime of `seconds`."""
    if seconds >= 2 * time_control.DAY:
        return msg("host.away_days", n=round(seconds / time_control.DAY))
    if seconds >= 2 * time_control.HOUR:
        return msg("host.away_hours", n=round(seconds / time_control.HOUR))
    return msg("host.away", minutes=round(seconds / time_control.MINUTE))


def _by_direct_message(person: User, matches: Sequence[tuple[Match, Seat]]) -> bool:
    """Return whether to remind a user by one direct message instead of a ping in each channel.

    `matches` has one (match, seat) per match that waits for the user.
    """
    where, several = person.prefs.get("pings"), len(matches) > 1
    return not person.dm_closed and (where == "dm" or (several and where != "none"))


def _reminder_held_until(seat: SeatRow, person: User | None, now: float) -> float:
    """Return until when the user must not be reminded (Unix seconds); 0: remind now.

    Users are not reminded shortly after a click, while a snooze lasts and in their quiet hours.
    `person` is None if the user is not stored.
    """
    if now - seat.last_click_at < RECENTLY_ACTIVE_S:
        return seat.last_click_at + RECENTLY_ACTIVE_S
    if person is None:
        return 0.0
    snooze_until = person.prefs.get("snooze")
    return (
        snooze_until
        if isinstance(snooze_until, int | float) and snooze_until > now
        else time_control.quiet_until(person.prefs, now)
    )
