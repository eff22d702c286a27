"""Publish committed matches on Discord.

`PublishScheduler` decides when a match is shown, retries after failures and decides whom to ping;
the `MatchPublisher` (`ui/delivery/table_publisher.py`) sends the messages. The store knows which
version of a match was shown last. Any newer version is published, also after a crash, so no
commit is lost.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Callable, Coroutine, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from app.match import turn_pings
from app.model.match import Match, UserError
from app.ports.errors import CorruptDataError, StorageUnavailableError
from app.ports.services import RetryLaterError
from app.runtime.cancellation import SHUTDOWN_GRACE_S, cancel_after
from games.core.text.messages import Seat

if TYPE_CHECKING:
    from app.ports.repo import Repo
    from app.ports.services import Clock, MatchPublisher, Timer
    from app.runtime.cluster import Cluster

MAX_BACKOFF_S = 45.0  # longest retry delay; everything is shown within a minute of recovery
MAX_CONCURRENT_PUBLISHES = (
    40  # matches published at once in a bulk run; about Discord's limit per second
)
BOT_REPLY_WAIT_S = 1.0  # a move waits this long to be published together with the AI's answer
log = logging.getLogger(__name__)


class PublishScheduler:
    """Publisher with one task for each match that has something to show on Discord.

    If a match is committed while its task publishes it, the same task then publishes the newest
    version too. A match that waits for Discord delays no other match.

    Times are in seconds. A task first waits `pause`, so that commits in quick succession cause one
    edit; while an AI player is about to move, it waits again, up to `BOT_REPLY_WAIT_S` in all.
    After a failure it retries after `first_retry_s`, and after twice the delay with each further
    failure, up to `MAX_BACKOFF_S`. A user who clicked less than `recent_click_s` ago is not pinged;
    whether they need a ping is checked again later.
    """

    def __init__(
        self,
        repo: Repo,
        clock: Clock,
        cluster: Cluster,
        *,
        pause: float = 0.0,
        first_retry_s: float = 1.0,
        recent_click_s: float = 0.0,
    ) -> None:
        self._repo, self._clock, self._cluster = repo, clock, cluster
        self._pause, self._first_retry_s, self._recent_click_s = (
            pause,
            first_retry_s,
            recent_click_s,
        )
        self.match_publisher: MatchPublisher | None = None
        # called with the time at which a silent mention must be followed by a ping
        self.on_silent_mention: Callable[[float], None] = lambda _at: None
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._scheduled_again: set[str] = set()  # scheduled while their task was running
        self._other_tasks: set[asyncio.Task[None]] = set()
        self._retries: dict[str, asyncio.TimerHandle] = {}  # matches in channels that refused
        self._ping_timers: dict[str, Timer] = {}
        self._open = True

    def schedule(self, match_id: str) -> None:
        """Publish the match in a separate task, after its current publication if there is one."""
        if self.match_publisher is None or not self._open:
            return
        if retry := self._retries.pop(match_id, None):
            retry.cancel()
        if match_id in self._tasks:
            self._scheduled_again.add(match_id)
            return
        self._tasks[match_id] = asyncio.create_task(self._run(match_id), name=f"publish {match_id}")

    def schedule_all(self, match_ids: Iterable[str]) -> None:
        """Publish many matches in one separate task.

        At most `MAX_CONCURRENT_PUBLISHES` are published at a time. A match that is committed
        meanwhile is published in its own task, so it does not wait for the others.
        """
        if self.match_publisher is not None and self._open:
            self._run_task(self._publish_in_batches([*match_ids]))

    def refresh_live_panels(self, match_id: str) -> None:
        """Refresh open panels of the match at once, before the publication."""
        if self.match_publisher is not None and self._open:
            self.match_publisher.refresh_live_panels(match_id)

    def refresh_panels_of(self, match_id: str, user: int) -> None:
        """Update a user's open panel and private message after a change only they see."""
        if self.match_publisher is not None and self._open:
            self.match_publisher.refresh_panels_of(match_id, user)

    def notify_halted(self, match: Match, what: str) -> None:
        """Tell the organizer and the admin in a separate task that a match was halted.

        `what` is the cause, which only the admin gets. A failure is logged and not retried.
        """
        if self.match_publisher is not None:
            self._run_task(self._notify_halted(match, what))

    async def resume_pending(self) -> None:
        """Publish at start-up all versions and pings that an earlier run has not sent."""
        self.schedule_all(
            dict.fromkeys(
                [*await self._repo.matches.unpublished(), *await self._repo.matches.without_ping()]
            )
        )
        if self.match_publisher is not None and self._open:
            for match_id, user in await self._repo.drafts.outdated_screens():
                self.match_publisher.refresh_private_message(match_id, user)

    @property
    def queue_length(self) -> tuple[int, int]:
        """Return (matches being published, matches whose channel must be retried later)."""
        return len(self._tasks), len(self._retries)

    async def mark_pinged(self, match: Match, seats: Sequence[Seat]) -> None:
        """Record that these seats were pinged, so that neither a retry nor a restart pings again.

        `MatchPublisher.publish` calls this right after sending the ping.
        """
        if match.status == "lobby":
            if seats:
                match.full_announced_at = self._clock.now()
                await self._repo.matches.mark_full_announced(match.id, match.full_announced_at)
            return
        pinged = [seat for seat in match.seats if seat.seat in seats]
        ping_times = {seat.seat: seat.ping_at for seat in pinged if seat.awaited}
        await self._repo.matches.mark_pinged(
            match.id, {seat.seat: seat.newest_ping for seat in pinged}, ping_times
        )
        if at := min((time for time in ping_times.values() if time), default=0.0):
            self.on_silent_mention(at)

    async def idle(self) -> None:
        """Wait until nothing is left to publish, except in channels that refuse messages for now."""
        while tasks := [*self._tasks.values(), *self._other_tasks]:
            await asyncio.wait(tasks)

    async def stop(self, grace: float = SHUTDOWN_GRACE_S) -> None:
        """Wait up to `grace` seconds for running publications, then cancel them.

        The next start publishes what is unfinished.
        """
        self._open = False
        self._scheduled_again.clear()
        for timer in (*self._retries.values(), *self._ping_timers.values()):
            timer.cancel()
        await cancel_after([*self._tasks.values(), *self._other_tasks], grace)

    def _run_task(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._other_tasks.add(task)
        task.add_done_callback(self._other_tasks.discard)

    async def _publish_in_batches(self, match_ids: Sequence[str]) -> None:
        """Publish many matches, at most `MAX_CONCURRENT_PUBLISHES` at a time."""
        under_way = set[asyncio.Task[None]]()
        for match_id in match_ids:
            if len(under_way) >= MAX_CONCURRENT_PUBLISHES:
                # the timeout keeps matches that cannot be shown from blocking the others
                _, under_way = await asyncio.wait(
                    under_way, timeout=MAX_BACKOFF_S, return_when=asyncio.FIRST_COMPLETED
                )
            self.schedule(match_id)
            if (task := self._tasks.get(match_id)) is not None:
                under_way.add(task)

    async def _run(self, match_id: str) -> None:
        """Publish a match until its newest version is shown, retrying after failures."""
        retry_s = self._first_retry_s
        try:
            while True:
                try:
                    if self._pause:
                        await self._wait_for_further_commits(match_id)
                    self._scheduled_again.discard(match_id)
                    await self._show(match_id)
                    retry_s = self._first_retry_s
                except CorruptDataError:
                    pass  # already logged, and a retry cannot help
                except RetryLaterError as deferred:
                    wait = MAX_BACKOFF_S if deferred.wait is None else deferred.wait
                    self._retry_later(match_id, wait)
                except Exception as error:  # noqa: BLE001 - logged by `_log_failure`
                    self._log_failure(match_id, retry_s, error)
                    if not self._open:
                        return
                    await asyncio.sleep(retry_s)
                    retry_s = min(2 * retry_s, MAX_BACKOFF_S)
                    continue
                if match_id not in self._scheduled_again:
                    return
        finally:
            del self._tasks[match_id]

    @staticmethod
    def _log_failure(match_id: str, retry_s: float, error: Exception) -> None:
        """Log a failed publication and that it is retried in `retry_s` seconds.

        If the store has failed, the log record is marked so that `OutageLogFilter` recognizes it.
        """
        is_store_error = isinstance(error, StorageUnavailableError)
        # these are already logged where they occur, so the traceback is left out
        is_logged = is_store_error or isinstance(error, UserError)
        log.error(
            "match %s: publishing failed, retrying in %.0f s",
            match_id,
            retry_s,
            exc_info=None if is_logged else error,
            extra={"outage": "store"} if is_store_error else None,
        )

    async def _wait_for_further_commits(self, match_id: str) -> None:
        """Wait `pause` seconds, and longer while an AI player is about to move."""
        for _ in range(max(1, round(BOT_REPLY_WAIT_S / self._pause))):
            await asyncio.sleep(self._pause)
            match = await self._repo.matches.get(match_id)
            ai_must_act = (
                match is not None
                and match.status == "running"
                and any(seat.awaited and seat.played_by_ai for seat in match.seats)
            )
            if not ai_must_act or not self._open:
                return

    async def _show(self, match_id: str) -> None:
        """Publish the match if its newest version is unpublished or a ping is due."""
        match = await self._repo.matches.get(match_id)
        if (
            match is None
            or self.match_publisher is None
            or not self._cluster.owns(match.places.guild)
        ):
            return
        now, version, rows = self._clock.now(), match.version, match.rows
        ping_is_due = any(True for _ in turn_pings.seats_needing_ping(match))
        first_board = not match.places.board
        first_result = match.status == "ended" and not match.places.ended
        if ping_is_due or first_board or first_result:
            await turn_pings.set_ping_times(self._repo.users, match, now)
        to_ping = turn_pings.seats_to_ping(match, now, self._recent_click_s)
        if to_ping or match.published < version:
            await self.match_publisher.publish(match, to_ping)
            await self.mark_pinged(match, to_ping)
            await self._repo.matches.mark_published(match_id, version, rows)
        if timer := self._ping_timers.pop(match_id, None):
            timer.cancel()
        at = turn_pings.next_ping_at(match, now, self._recent_click_s)
        if at is not None and self._open:
            self._ping_timers[match_id] = self._clock.call_at(at, lambda: self.schedule(match_id))

    def _retry_later(self, match_id: str, wait: float) -> None:
        """Publish the match again after `wait` seconds, or at once after a commit."""
        if self._open and math.isfinite(wait):
            self._retries[match_id] = asyncio.get_running_loop().call_later(
                wait, self.schedule, match_id
            )

    async def _notify_halted(self, match: Match, what: str) -> None:
        try:
            if self.match_publisher is not None:
                await self.match_publisher.notify_halted(match, what)
        except Exception:
            log.exception("match %s: admin could not be notified", match.id)
