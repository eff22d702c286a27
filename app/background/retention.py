"""What is kept for how long (docs/privacy.md): data of a server that has sent the bot away, what its admins may
read of who did what, games that ended long ago.

A clock that jumps makes nothing old. What is deleted was too old already by an earlier look, a day or more before, and both looks
were made with a clock that can be believed (`app/background/clock_check.py`).
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
from app.ports.removed_guilds import RemovedGuild
from app.ports.store import Clock, CorruptDataError, Notifier, Repo, StorageUnavailableError, Timer
from app.runtime.cancellation import SHUTDOWN_GRACE_S as GRACE_AT_END
from app.runtime.cancellation import cancel_after
from app.runtime.cluster import Cluster
from app.runtime.locks import Locks

GUILD_DELETE_AFTER_S = 30 * DAY  # after which a server's data are deleted
AUDIT_RETENTION_S = 90 * DAY  # for which a server's admins can read who did what
SWEEP_INTERVAL_S = 6 * HOUR  # between two looks
APART = DAY  # at least between the look by which something is too old, and the one that deletes it
log = logging.getLogger(__name__)


class Due(Struct, frozen=True):
    """What is too old: servers without the bot, tables that are over, whether there is anything of who did what."""

    guilds: list[int]
    matches: list[str]
    doings: bool

    def __bool__(self) -> bool:
        return bool(self.guilds or self.matches or self.doings)


class Retention:
    """Deletes what has had its time. What is due stands in the store, so that no restart forgets it. `keep` is for how many days
    ended and closed tables are kept; 0: for good. `secure` takes a backup before anything is deleted; False where it can't."""

    def __init__(
        self,
        repo: Repo,
        clock: Clock,
        locks: Locks,
        keep: int,
        cluster: Cluster,
        clock_check: ClockCheck | None = None,
    ) -> None:
        self._repo, self._clock, self._locks, self._keep, self._cluster = (
            repo,
            clock,
            locks,
            keep,
            cluster,
        )
        self._clock_check = clock_check or ClockCheck()
        self.secure: Callable[[], Awaitable[bool]] | None = None
        self._not_before = 0.0  # nothing is deleted until then: there was no backup
        self.notifier: Notifier | None = None
        self.on_return: Callable[[RemovedGuild], Awaitable[None]] = (
            self._come_back
        )  # is told of a server that has the bot again
        self._timer: Timer | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._open = False
        self._heard = False  # Discord has said in which servers the bot is; what is stored may be from before a long rest
        self._turn = asyncio.Lock()  # one look at a time: nobody is told twice

    def start(self) -> None:
        """Look now, and then every few hours."""
        self._open = True
        self._ring()

    async def stop(self, grace: float = GRACE_AT_END) -> None:
        """Begin nothing more; what is under way ends, or is let go after so many seconds."""
        self._open = False
        if self._timer is not None:
            self._timer.cancel()
        await cancel_after(self._tasks, grace)

    async def idle(self) -> None:
        """Wait until nothing is left to do for now."""
        while self._tasks:
            await asyncio.wait(list(self._tasks))

    async def sync_guilds(self, guilds: set[int]) -> None:
        """The servers in which the bot is: all others of ours of which something is kept have sent it away, perhaps while it was
        off."""
        departures = await self._repo.departures()
        gone = {one.guild for one in departures}
        for one in departures:
            if one.guild in guilds:
                await self.on_return(one)
        for guild in await self._repo.known_guilds() - guilds - gone:
            if self._cluster.owns(guild):
                await self._repo.depart(guild, self._clock_check.corrected(self._clock.now()))
        self._heard = True
        self._do(self._look())

    async def on_guild_removed(self, guild: int) -> None:
        """A server has sent the bot away: its time begins, and those who organise tables there are told."""
        if guild in await self._repo.known_guilds():
            await self._repo.depart(guild, self._clock_check.corrected(self._clock.now()))
            self._heard = True
            self._do(self._look())

    async def on_guild_joined(self, guild: int) -> None:
        """Invited again in time: all is as it was."""
        for one in await self._repo.departures():
            if one.guild == guild:
                await self.on_return(one)

    async def _come_back(self, departure: RemovedGuild) -> None:
        await self._repo.come_back(departure.guild, self._clock.now(), None)

    def _ring(self) -> None:
        if self._open:
            self._timer = self._clock.call_at(self._clock.now() + SWEEP_INTERVAL_S, self._ring)
            self._do(self._look())

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _look(self) -> None:
        async with self._turn:
            with suppress(
                StorageUnavailableError, CorruptDataError
            ):  # it is in the log already; the next look does it
                await self._see_to(self._clock.now())

    async def _see_to(self, now: float) -> None:
        if not self._cluster.owns(0):
            return
        try:
            for one in await self._repo.departures() if self._heard else ():
                if not one.told and now < one.at + GUILD_DELETE_AFTER_S:
                    await self._farewell(one.guild, one.at + GUILD_DELETE_AFTER_S)
            if self._clock_check.is_believable():
                await self._clear(now)
        except (StorageUnavailableError, CorruptDataError):
            raise
        except Exception:
            log.exception("what has had its time could not be deleted")

    async def _clear(self, now: float) -> None:
        """Delete what was due by the last look, if that was a day ago or more."""
        before = await self._repo.looked_at()
        if before is None or before > now:  # never, or with a clock that was ahead
            await self._repo.save_looked_at(now)
            return
        if now < before + APART or now < self._not_before:
            return
        due = await self._due(before)
        if due:
            if self.secure is not None and not await self.secure():
                log.error(
                    "what is too old stays, for there is no sound backup of it; the next try is in a day"
                )
                self._not_before = now + APART
                return
            await self._delete(due, before)
        await self._repo.save_looked_at(now)

    async def _due(self, at: float) -> Due:
        guilds = (
            [
                one.guild
                for one in await self._repo.departures()
                if at >= one.at + GUILD_DELETE_AFTER_S
            ]
            if self._heard
            else []
        )
        matches = await self._repo.over_since(at - self._keep * DAY) if self._keep else []
        return Due(guilds, matches, await self._repo.has_doings_before(at - AUDIT_RETENTION_S))

    async def _delete(self, due: Due, at: float) -> None:
        gone = {
            one.guild for one in await self._repo.departures()
        }  # while the backup was taken the bot may have been invited
        for guild in due.guilds:
            if guild in gone:
                await self._forget(guild)
        await self._repo.forget_doings(at - AUDIT_RETENTION_S)
        await self._drop(due.matches)

    async def _farewell(self, guild: int, until: float) -> None:
        """One message for each organiser, of all their tables there; who takes none is not asked again."""
        if self.notifier is None:
            return
        by_host: dict[int, list[Match]] = defaultdict(list)
        for match in await self._repo.of_guild(guild):
            table = await self._repo.match(match)
            if table is not None and table.host and table.status != "closed":
                by_host[table.host].append(table)
        await self._repo.mark_removal_announced(guild)
        for host, tables in by_host.items():
            await self.notifier.notify_guild_removed(host, tables, until)

    async def _forget(self, guild: int) -> None:
        matches = await self._repo.of_guild(guild)
        await self._drop(matches)
        await self._repo.drop_guild(guild)
        log.info(
            "server %s has been without the bot for long: its %d tables are deleted",
            guild,
            len(matches),
        )

    async def _drop(self, matches: list[str]) -> None:
        for match in matches:
            async with self._locks(match):
                await self._repo.drop([match])
