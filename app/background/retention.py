"""Deletion of expired data (docs/privacy.md): removed guilds, audit log, ended matches.

A sweep looks for such data every `SWEEP_INTERVAL_S`. A wrong clock must not cause a deletion. Data
is therefore deleted only if an earlier sweep, at least a day before, already found it expired, and
if the clock was believable at both sweeps (`app/background/clock_check.py`).
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Any

from msgspec import Struct

from app.background.clock_check import ClockCheck
from app.model.match import Match
from app.model.time_control import DAY, HOUR
from app.ports.errors import CorruptDataError, StorageUnavailableError
from app.ports.removed_guilds import RemovedGuild
from app.ports.repo import Repo
from app.ports.services import Clock, MatchPublisher, Timer
from app.runtime.cancellation import SHUTDOWN_GRACE_S, cancel_after
from app.runtime.cluster import WHOLE_BOT, Cluster
from app.runtime.locks import Locks

GUILD_DELETE_AFTER_S = 30 * DAY  # a guild's data is deleted this long after the bot was removed
AUDIT_RETENTION_S = 90 * DAY  # how long a guild's admins can read its audit log
SWEEP_INTERVAL_S = 6 * HOUR  # interval between two sweeps
# least time between the sweep that finds data expired and the sweep that deletes it
MIN_SWEEP_GAP_S = DAY
log = logging.getLogger(__name__)


class ExpiredData(Struct, frozen=True):
    """Data to delete: guilds that removed the bot, old matches, and expired audit entries.

    Its truth value is False if there is nothing to delete.
    """

    guilds: list[int]
    matches: list[str]
    audit_log_entries: bool

    def __bool__(self) -> bool:
        return bool(self.guilds or self.matches or self.audit_log_entries)


class Retention:
    """Periodic deletion of expired data.

    All times that a deletion depends on are in the store, so a restart loses nothing. `keep_days`
    is how many days ended and closed matches are kept (0: forever). `back_up` takes a backup before
    a deletion and returns False if that fails; then nothing is deleted.
    """

    def __init__(
        self,
        repo: Repo,
        clock: Clock,
        locks: Locks,
        keep_days: int,
        cluster: Cluster,
        clock_check: ClockCheck | None = None,
    ) -> None:
        self._repo, self._clock, self._locks, self._keep_days, self._cluster = (
            repo,
            clock,
            locks,
            keep_days,
            cluster,
        )
        self._clock_check = clock_check or ClockCheck()
        self.back_up: Callable[[], Awaitable[bool]] | None = None
        self._not_before = 0.0  # earliest next deletion, after a failed backup
        self.match_publisher: MatchPublisher | None = None
        # called when a guild has invited the bot again
        self.on_return: Callable[[RemovedGuild], Awaitable[None]] = self._record_return
        self._timer: Timer | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._open = False
        # True once Discord has sent the bot's guilds: until then the stored list may be outdated
        self._guilds_known = False
        self._sweeping = asyncio.Lock()  # one sweep at a time, so that no notice is sent twice

    def start(self) -> None:
        """Sweep at once, then again every `SWEEP_INTERVAL_S`."""
        self._open = True
        self._on_timer()

    async def stop(self, grace: float = SHUTDOWN_GRACE_S) -> None:
        """Stop sweeping; cancel running work after `grace` seconds."""
        self._open = False
        if self._timer is not None:
            self._timer.cancel()
        await cancel_after(self._tasks, grace)

    async def idle(self) -> None:
        """Wait until no task is running."""
        while self._tasks:
            await asyncio.wait(list(self._tasks))

    async def sync_guilds(self, guilds: set[int]) -> None:
        """Compare the stored guilds with the guilds that the bot is in; record changes.

        The bot may have been removed from a guild, or added again, while it was offline.
        """
        removed_guilds = await self._repo.retention.removed_guilds()
        removed_ids = {removed.guild for removed in removed_guilds}
        for removed in removed_guilds:
            if removed.guild in guilds:
                await self.on_return(removed)
        for guild in await self._repo.retention.known_guilds() - guilds - removed_ids:
            if self._cluster.owns(guild):
                await self._repo.retention.mark_removed(
                    guild, self._clock_check.corrected(self._clock.now())
                )
        self._guilds_known = True
        self._run_task(self._sweep())

    async def on_guild_removed(self, guild: int) -> None:
        """Record that the bot was removed from a guild, and tell the organizers of its matches."""
        if guild in await self._repo.retention.known_guilds():
            await self._repo.retention.mark_removed(
                guild, self._clock_check.corrected(self._clock.now())
            )
            self._guilds_known = True
            self._run_task(self._sweep())

    async def on_guild_joined(self, guild: int) -> None:
        """Record that the bot is in a guild again, so that no data of the guild is deleted."""
        for removed in await self._repo.retention.removed_guilds():
            if removed.guild == guild:
                await self.on_return(removed)

    async def _record_return(self, removed: RemovedGuild) -> None:
        await self._repo.retention.mark_returned(removed.guild, self._clock.now(), None)

    def _on_timer(self) -> None:
        if self._open:
            self._timer = self._clock.call_at(self._clock.now() + SWEEP_INTERVAL_S, self._on_timer)
            self._run_task(self._sweep())

    def _run_task(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _sweep(self) -> None:
        """Announce removals to organizers and delete expired data, one sweep at a time.

        If the store fails, that is already logged, and the next sweep retries.
        """
        async with self._sweeping:
            with suppress(StorageUnavailableError, CorruptDataError):
                await self._announce_and_delete(self._clock.now())

    async def _announce_and_delete(self, now: float) -> None:
        """Do one sweep at `now` (Unix seconds).

        Does nothing unless this process does the tasks of the whole bot (`WHOLE_BOT`). Storage
        errors are raised, all others only logged.
        """
        if not self._cluster.owns(WHOLE_BOT):
            return
        try:
            removed_guilds = (
                await self._repo.retention.removed_guilds() if self._guilds_known else []
            )
            for removed in removed_guilds:
                delete_at = removed.at + GUILD_DELETE_AFTER_S
                if not removed.told and now < delete_at:
                    await self._announce_removal(removed.guild, delete_at)
            if self._clock_check.is_believable():
                await self._delete_expired(now)
        except (StorageUnavailableError, CorruptDataError):
            raise
        except Exception:
            log.exception("deleting expired data failed")

    async def _delete_expired(self, now: float) -> None:
        """Delete the data that was already expired at the time of the reference sweep.

        The reference is an earlier sweep, whose time is stored. While it is less than
        `MIN_SWEEP_GAP_S` before `now`, nothing is deleted, because the clock may be wrong for a
        while. After that, this sweep becomes the next reference.
        """
        reference_at = await self._repo.meta.sweep_reference()
        if reference_at is None or reference_at > now:  # no sweep yet, or the clock was ahead then
            await self._repo.meta.save_sweep_reference(now)
            return
        if now < reference_at + MIN_SWEEP_GAP_S or now < self._not_before:
            return
        due = await self._expired_data(reference_at)
        if due:
            if self.back_up is not None and not await self.back_up():
                log.error("expired data kept: no verified backup of it; retrying in a day")
                self._not_before = now + MIN_SWEEP_GAP_S
                return
            await self._delete(due, reference_at)
        await self._repo.meta.save_sweep_reference(now)

    async def _expired_data(self, at: float) -> ExpiredData:
        """Return the data that was already expired at `at` (Unix seconds)."""
        guilds = (
            [
                removed.guild
                for removed in await self._repo.retention.removed_guilds()
                if at >= removed.at + GUILD_DELETE_AFTER_S
            ]
            if self._guilds_known
            else []
        )
        matches = (
            await self._repo.retention.ended_before(at - self._keep_days * DAY)
            if self._keep_days
            else []
        )
        return ExpiredData(
            guilds=guilds,
            matches=matches,
            audit_log_entries=await self._repo.audit_log.has_before(at - AUDIT_RETENTION_S),
        )

    async def _delete(self, due: ExpiredData, at: float) -> None:
        # read again: the bot may have been invited back during the backup
        removed_ids = {removed.guild for removed in await self._repo.retention.removed_guilds()}
        for guild in due.guilds:
            if guild in removed_ids:
                await self._delete_guild(guild)
        await self._repo.audit_log.forget_before(at - AUDIT_RETENTION_S)
        await self._drop(due.matches)

    async def _announce_removal(self, guild: int, delete_at: float) -> None:
        """Tell each organizer once that their matches in the guild are deleted at `delete_at`.

        A failed message is not retried.
        """
        if self.match_publisher is None:
            return
        by_organizer: dict[int, list[Match]] = defaultdict(list)
        for match_id in await self._repo.retention.matches_of_guild(guild):
            match = await self._repo.matches.get(match_id)
            if match is not None and match.organizer and match.status != "closed":
                by_organizer[match.organizer].append(match)
        await self._repo.retention.mark_removal_announced(guild)
        for organizer, tables in by_organizer.items():
            await self.match_publisher.notify_guild_removed(organizer, tables, delete_at)

    async def _delete_guild(self, guild: int) -> None:
        matches = await self._repo.retention.matches_of_guild(guild)
        await self._drop(matches)
        await self._repo.retention.delete_guild(guild)
        log.info(
            "guild %s removed the bot long ago: deleting its %d matches",
            guild,
            len(matches),
        )

    async def _drop(self, matches: list[str]) -> None:
        for match_id in matches:
            async with self._locks(match_id):
                await self._repo.retention.delete_matches([match_id])
