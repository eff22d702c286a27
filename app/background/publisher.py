"""Publishing of committed matches.

Level-triggered: any version that was not shown is published, even after a crash.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Callable, Coroutine, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from app.match import turn_pings
from app.model.match import Match, UserError
from app.ports.store import CorruptDataError, PublishDeferredError, StorageUnavailableError
from app.runtime.cancellation import SHUTDOWN_GRACE_S, cancel_after
from games.core.text.messages import Seat

if TYPE_CHECKING:
    from app.ports.repo import Repo
    from app.ports.store import Clock, Notifier, Timer
    from app.runtime.cluster import Cluster

MAX_BACKOFF_S = 45.0  # longest retry delay; everything is shown within a minute of recovery
MAX_CONCURRENT = 40  # matches published at once in a bulk run; about Discord's limit per second
BOT_REPLY_WAIT_S = 1.0  # a move waits this long to be published together with the AI's answer
log = logging.getLogger(__name__)


class Publisher:
    """Publisher with one task for each match that has something to show.

    A commit during publication is shown by the same task; only the newest version counts. A
    match that waits for Discord does not hold up others (the notifier limits how many are drawn
    at once).

    `pause` (seconds) merges quick commits into one edit; it is longer while an AI player is
    about to answer. `patience` is the first retry delay after a failure. `lull` is the time
    after a user's last click in which they are not pinged; then the ping is considered again.
    """

    def __init__(
        self,
        repo: Repo,
        clock: Clock,
        cluster: Cluster,
        *,
        pause: float = 0.0,
        patience: float = 1.0,
        lull: float = 0.0,
    ) -> None:
        self._repo, self._clock, self._cluster = repo, clock, cluster
        self._pause, self._patience, self._lull = pause, patience, lull
        self.notifier: Notifier | None = None
        self.on_hush: Callable[[float], None] = lambda _at: (
            None
        )  # called with the time at which a silent notice needs a ping
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._others: set[asyncio.Task[None]] = set()
        self._refused: dict[str, asyncio.TimerHandle] = {}
        self._calls: dict[str, Timer] = {}
        self._open = True

    def schedule(self, match: str) -> None:
        """Publish the match in a separate task, after a publication under way; return immediately."""
        if self.notifier is None or not self._open:
            return
        if later := self._refused.pop(match, None):
            later.cancel()
        if match in self._tasks:
            self._again.add(match)
            return
        self._tasks[match] = asyncio.create_task(self._run(match), name=f"publish {match}")

    def schedule_all(self, matches: Iterable[str]) -> None:
        """Publish many matches, a limited number at a time; return immediately.

        A match that changes meanwhile does not wait behind them.
        """
        if self.notifier is not None and self._open:
            self._beside(self._spread([*matches]))

    def refresh_live_panels(self, match: str) -> None:
        """Refresh open panels of the match at once, before the publication."""
        if self.notifier is not None and self._open:
            self.notifier.refresh_live_panels(match)

    def notify_halted(self, match: Match, what: str) -> None:
        """Tell the admin in a separate task that a match was halted because of `what`.

        A failure is only logged.
        """
        if self.notifier is not None:
            self._beside(self._alarm(match, what))

    async def resume_pending(self) -> None:
        """Publish at start-up all versions and pings that were not shown yet."""
        self.schedule_all(
            dict.fromkeys(
                [*await self._repo.matches.unpublished(), *await self._repo.matches.without_ping()]
            )
        )
        if self.notifier is not None and self._open:
            for match, user in await self._repo.drafts.outdated_screens():
                self.notifier.is_outdated(match, user)

    @property
    def queue_length(self) -> tuple[int, int]:
        """Return how many matches are being published, and how many wait for a channel retry."""
        return len(self._tasks), len(self._refused)

    async def mark_notified(self, match: Match, seats: Sequence[Seat]) -> None:
        """Record sent pings, so that neither a retry nor a restart repeats them.

        The notifier calls this right after sending.
        """
        if match.status == "lobby":
            if seats:
                match.full_told = self._clock.now()
                await self._repo.matches.mark_full_announced(match.id, match.full_told)
            return
        told = [seat for seat in match.seats if seat.seat in seats]
        pings = {seat.seat: seat.ping_at for seat in told if seat.awaited}
        await self._repo.matches.mark_notified(
            match.id, {seat.seat: seat.call for seat in told}, pings
        )
        if at := min((ping for ping in pings.values() if ping), default=0.0):
            self.on_hush(at)

    async def idle(self) -> None:
        """Wait until nothing is left to publish, except for channels that refuse for now."""
        while tasks := [*self._tasks.values(), *self._others]:
            await asyncio.wait(tasks)

    async def stop(self, grace: float = SHUTDOWN_GRACE_S) -> None:
        """Let running publications finish; the next start publishes the rest."""
        self._open = False
        self._again.clear()
        for later in (*self._refused.values(), *self._calls.values()):
            later.cancel()
        await cancel_after([*self._tasks.values(), *self._others], grace)

    def _beside(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._others.add(task)
        task.add_done_callback(self._others.discard)

    async def _spread(self, matches: Sequence[str]) -> None:
        under_way = set[asyncio.Task[None]]()
        for match in matches:
            if (
                len(under_way) >= MAX_CONCURRENT
            ):  # the timeout keeps matches that cannot be shown from blocking the others
                _, under_way = await asyncio.wait(
                    under_way, timeout=MAX_BACKOFF_S, return_when=asyncio.FIRST_COMPLETED
                )
            self.schedule(match)
            if (task := self._tasks.get(match)) is not None:
                under_way.add(task)

    async def _run(self, match: str) -> None:
        wait = self._patience
        try:
            while True:
                try:
                    if self._pause:
                        await self._gather(match)
                    self._again.discard(match)
                    await self._show(match)
                    wait = self._patience
                except CorruptDataError:
                    pass  # already logged, and a retry cannot help
                except PublishDeferredError as later:
                    self._put_off(match, MAX_BACKOFF_S if later.wait is None else later.wait)
                except Exception as error:
                    story = not isinstance(
                        error, StorageUnavailableError | UserError
                    )  # these are already logged where they occur
                    known = (
                        {"outage": "store"} if isinstance(error, StorageUnavailableError) else None
                    )
                    told = error if story else None
                    log.error(
                        "match %s: publishing failed, retrying in %.0f s",
                        match,
                        wait,
                        exc_info=told,
                        extra=known,
                    )
                    if not self._open:
                        return
                    await asyncio.sleep(wait)
                    wait = min(2 * wait, MAX_BACKOFF_S)
                    continue
                if match not in self._again:
                    return
        finally:
            del self._tasks[match]

    async def _gather(self, match: str) -> None:
        """Wait a moment, so that commits in quick succession become one publication."""
        for _ in range(max(1, round(BOT_REPLY_WAIT_S / self._pause))):
            await asyncio.sleep(self._pause)
            table = await self._repo.matches.get(match)
            at_it = (
                table is not None
                and table.status == "running"
                and any(one.awaited and one.automatic for one in table.seats)
            )
            if not at_it or not self._open:
                return

    async def _show(self, match: str) -> None:
        """Publish the newest version if it was not shown, or if a user must be pinged."""
        table = await self._repo.matches.get(match)
        if table is None or self.notifier is None or not self._cluster.owns(table.places.guild):
            return
        now, version, rows = self._clock.now(), table.version, table.rows
        owed = any(True for _ in turn_pings.unnotified_users(table))
        if owed or not table.places.board or (table.status == "ended" and not table.places.ended):
            await turn_pings.hush(self._repo.users, table, now)
        newly = turn_pings.users_to_ping(table, now, self._lull)
        if newly or table.published < version:
            await self.notifier.publish(table, newly)
            await self.mark_notified(table, newly)
            await self._repo.matches.mark_published(match, version, rows)
        if before := self._calls.pop(match, None):
            before.cancel()
        at = turn_pings.next_ping_at(table, now, self._lull)
        if at is not None and self._open:
            self._calls[match] = self._clock.call_at(at, lambda: self.schedule(match))

    def _put_off(self, match: str, wait: float) -> None:
        """Retry after `wait` seconds; a commit before that is published at once."""
        if self._open and math.isfinite(wait):
            self._refused[match] = asyncio.get_running_loop().call_later(wait, self.schedule, match)

    async def _alarm(self, match: Match, what: str) -> None:
        try:
            if self.notifier is not None:
                await self.notifier.notify_halted(match, what)
        except Exception:
            log.exception("match %s: admin could not be notified", match.id)
