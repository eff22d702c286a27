"""Processes that share one database: members, their shards, and locks of matches.

Nothing of this is stored in tables. Membership, shards and locks of matches are PostgreSQL's
advisory locks. The only writing connection of each process holds them. If a process dies or loses
its connection, the server releases its locks. If a process hangs, another process terminates the
hung process's connection. Processes send messages by NOTIFY. If a message is lost, the receiver
still reads the current data at its next access.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any, Protocol

from app.ports.errors import StorageUnavailableError
from app.runtime.cluster import ShardListener, shard
from db.base.database import Row
from db.base.errors import log_write_failure
from db.base.url import APPLICATION_ID
from db.postgres.connect import LOCKS_WHERE

POLL_S = 2.0  # seconds between two polls of the other processes
# Polls after a lost connection in which a process claims only its former shards, because the other
# processes are reconnecting too.
COOLDOWN_POLLS = 3
PEER_TIMEOUT_S = 10.0  # seconds of silence after which a process's connection is terminated
LOCK_TIMEOUT_S = 30.0  # seconds until waiting for the lock of a match fails
LOCK_RETRY_S = 0.002  # seconds between the first two attempts
IDENTIFY_INTERVAL_S = 5.0  # seconds per IDENTIFY of each `max_concurrency` bucket
# Class numbers of our advisory locks; the lock keys contain the name of the schema.
MEMBER, SHARD, MATCH, BUCKET = (
    APPLICATION_ID,
    APPLICATION_ID + 1,
    APPLICATION_ID + 2,
    APPLICATION_ID + 3,
)
log = logging.getLogger(__name__)

LOCK_KEY = "hashtext(current_schema() || ':' || CAST(? AS text))"
TRY_LOCK = f"SELECT pg_try_advisory_lock(?, {LOCK_KEY})"
UNLOCK = f"SELECT pg_advisory_unlock(?, {LOCK_KEY})"
# Each other process with the seconds since its last statement; 0 while a statement runs.
PEER_SILENCES = (
    "SELECT a.pid, CASE WHEN a.state LIKE 'idle%' THEN CAST(EXTRACT(EPOCH FROM clock_timestamp() - a.state_change) AS float8)"  # noqa: S608
    f" ELSE 0 END AS silent FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid WHERE {LOCKS_WHERE} AND mode = 'ShareLock'"
    " AND classid = CAST(? AS oid) AND objid = CAST(CAST(hashtext(current_schema()) AS bigint) & 4294967295 AS oid)"
    " AND a.pid <> pg_backend_pid() AND a.application_name <> ? ORDER BY a.pid"
)
LEAVING = "sobremesa, leaving"
# A message is `line <shard>` (shard connected), `<guild> <match>` (commit) or "" (shards released).
SHARD_READY = "line"
SET_APPLICATION_NAME = "SELECT set_config('application_name', ?, false)"
UNCLAIMED_SHARDS = (
    f"SELECT n FROM generate_series(0, CAST(? AS int) - 1) n WHERE NOT EXISTS (SELECT 1 FROM pg_locks WHERE {LOCKS_WHERE}"  # noqa: S608
    " AND classid = CAST(? AS oid)"
    " AND objid = CAST(CAST(hashtext(current_schema() || ':' || CAST(n AS text)) AS bigint) & 4294967295 AS oid)) ORDER BY n"
)
SET_SHARD_COUNT = "UPDATE sobremesa SET shards = ? WHERE shards = 0 OR NOT CAST(? AS boolean)"


class ClusterConnection(Protocol):
    """Connection that holds the locks of a process.

    Each method may raise `StorageUnavailableError`.
    """

    @property
    def connection_number(self) -> int:
        """Return the number of the current connection, from 1; it changes after a reconnect."""

    async def fetch_holding_locks(self, sql: str, args: Sequence[Any] = ()) -> list[Row]:
        """Return all rows of a query on the connection that holds the locks."""

    async def execute(self, sql: str, args: Sequence[Any] = ()) -> int:
        """Execute one statement that changes data."""

    async def listen(self, on_notification: Callable[[str], None]) -> None:
        """Pass later notifications of the other processes to `on_notification`."""

    async def notify(self, payload: str) -> None:
        """Send a notification to the other processes."""


class ClusterMembership:
    """Membership of this process in the cluster (`app.runtime.cluster.SharedCluster`).

    The process serves no match before it calls `join`.
    """

    def __init__(self, database: ClusterConnection) -> None:
        self._db = database
        self._listener: ShardListener | None = None
        self._held_shards: frozenset[int] = frozenset()
        # shards lost with the connection, of which the listener was not told yet
        self._lost_shards: frozenset[int] = frozenset()
        self._cooldown = 0  # polls until the process may claim other shards than its former ones
        # number of the connection that acquired the locks; another number means that they are lost
        self._lock_connection_number = 0
        self._peers: frozenset[int] = frozenset()  # PIDs of the other processes' connections
        self._poll_tasks: set[asyncio.Task[None]] = set()
        self._login_tasks: set[asyncio.Task[None]] = set()  # pauses after gateway logins
        self._send_tasks: set[asyncio.Task[None]] = set()
        self._unlock_tasks: set[asyncio.Task[None]] = set()
        self._poll_now = asyncio.Event()
        self._bucket_locks: dict[int, asyncio.Lock] = defaultdict(asyncio.Lock)  # per bucket
        self.shard_count = 1

    @property
    def held(self) -> tuple[int, ...]:
        """Return the shards that this process serves, in order."""
        return tuple(sorted(self._held_shards))

    def owns(self, guild: int) -> bool:
        """Return whether this process holds the shard of a guild."""
        return shard(guild, self.shard_count) in self._held_shards

    async def join(self, shards: int) -> None:
        """Join the running processes and claim a fair share of shards.

        The first process sets the number of shards to `shards`; later processes use that number.
        """
        self._lock_connection_number = self._db.connection_number
        self._peers = frozenset(await self._peer_silences())
        await self._db.execute(SET_SHARD_COUNT, (shards, bool(self._peers)))
        ((self.shard_count,),) = await self._db.fetch_holding_locks("SELECT shards FROM sobremesa")
        await self._claim_shards(range(self.shard_count))
        self._log_shards(self.held)

    async def run(self, listener: ShardListener) -> None:
        """Start to poll the other processes and to share the shards evenly with them.

        From then on, `listener` is told when this process gains or loses shards, and when another
        process commits a match or connects a shard.
        """
        self._listener = listener
        await self._db.listen(self._on_notification)
        self._start_task(self._poll_forever(), self._poll_tasks)

    async def leave(self) -> None:
        """Release all shards and notify the other processes.

        This process still receives notifications afterward.
        """
        await _cancel_and_wait(self._poll_tasks)
        held, self._held_shards = self._held_shards, frozenset()
        with suppress(StorageUnavailableError):
            await self._db.fetch_holding_locks(SET_APPLICATION_NAME, (LEAVING,))
            await self._release_locks(held)

    async def has_peers(self) -> bool:
        """Return whether other processes can take over this process's shards.

        Raises `StorageUnavailableError`.
        """
        return bool(await self._peer_silences())

    async def close(self) -> None:
        """Leave the cluster, and send pending notifications if possible."""
        await self.leave()
        if self._send_tasks:
            await asyncio.wait(self._send_tasks, timeout=POLL_S)
        await _cancel_and_wait(self._send_tasks | self._login_tasks)

    def _start_task(
        self, coro: Coroutine[None, None, None], tasks: set[asyncio.Task[None]]
    ) -> None:
        task = asyncio.create_task(coro)
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    # ---- shards

    async def _poll_forever(self) -> None:
        """Poll every `POLL_S` seconds, and at once when another process has released shards."""
        while True:
            with suppress(TimeoutError):
                # before Python 3.12 `wait_for` may swallow a cancellation
                async with asyncio.timeout(POLL_S):
                    await self._poll_now.wait()
            self._poll_now.clear()
            try:
                await self._poll()
            except StorageUnavailableError:
                pass  # the poll after the reconnect claims the shards again
            except Exception:
                log.exception("cluster: heartbeat failed")

    async def _poll(self) -> None:
        """Terminate hung processes, release surplus shards and claim free ones."""
        peers_before, silences = self._peers, await self._peer_silences()
        self._peers = frozenset(silences)
        for pid in (pid for pid, silent in silences.items() if silent > PEER_TIMEOUT_S):
            log.warning(
                "cluster: peer silent for %.0f s, terminating its database connection",
                PEER_TIMEOUT_S,
            )
            await self._db.fetch_holding_locks(
                "SELECT pg_terminate_backend(CAST(? AS int))", (pid,)
            )
            self._poll_now.set()
        if self._lock_connection_number != self._db.connection_number:
            acquired = await self._reclaim_lost_shards()
        else:
            acquired = await self._rebalance()
        await self._report_shards(sorted(acquired), peer_gone=bool(peers_before - self._peers))

    async def _reclaim_lost_shards(self) -> frozenset[int]:
        """Claim the former shards again after a lost connection.

        The server has released the locks of that connection. Returns the shards that the process
        holds again.
        """
        self._lost_shards = self._held_shards
        self._held_shards = frozenset()
        self._lock_connection_number = self._db.connection_number
        self._cooldown = COOLDOWN_POLLS  # the other processes reclaim their shards first
        await self._claim_shards(sorted(self._lost_shards))
        return self._held_shards

    async def _rebalance(self) -> frozenset[int]:
        """Release the shards beyond the fair share, then claim free ones up to it.

        In the first polls after a reconnect no shard is claimed, so that the other processes can
        reclaim theirs first. Returns the claimed shards.
        """
        await self._release_surplus()
        held_before = self._held_shards
        self._cooldown = max(0, self._cooldown - 1)
        if not self._cooldown:
            await self._claim_shards(range(self.shard_count))
        return self._held_shards - held_before

    async def _report_shards(self, acquired: Sequence[int], *, peer_gone: bool) -> None:
        """Report the `acquired` shards, and those lost since the last call, to the listener.

        `peer_gone`: another process has ended, perhaps before it announced its last commits. The
        listener then checks its matches although it acquired no shard.
        """
        if self._listener is None:
            return
        if lost := sorted(self._lost_shards - self._held_shards):
            await self._listener.release_shards(lost)
        self._lost_shards = frozenset()
        self._log_shards(acquired)
        if acquired or peer_gone:
            await self._listener.acquire_shards(acquired)

    def _log_shards(self, shards: Sequence[int]) -> None:
        if shards:
            log.info("cluster: now serving shards %s", list(shards))

    async def _peer_silences(self) -> dict[int, float]:
        """Return, by PID, for how many seconds each other process has been silent.

        A PID is that of the server's process for the connection, not of the bot.
        """
        return {
            row[0]: row[1]
            for row in await self._db.fetch_holding_locks(PEER_SILENCES, (MEMBER, LEAVING))
        }

    def _fair_share(self) -> int:
        """Return the maximum number of shards per process if they are shared evenly."""
        return -(-self.shard_count // (1 + len(self._peers)))

    async def _claim_shards(self, shards: Iterable[int]) -> None:
        """Claim the free shards among `shards`, up to this process's fair share."""
        if len(self._held_shards) >= self._fair_share():
            return
        free = {
            row[0]
            for row in await self._db.fetch_holding_locks(
                UNCLAIMED_SHARDS, (self.shard_count, SHARD)
            )
        }
        for candidate in shards:
            if (
                len(self._held_shards) < self._fair_share()
                and candidate in free
                and (await self._db.fetch_holding_locks(TRY_LOCK, (SHARD, str(candidate))))[0][0]
            ):
                self._held_shards |= {candidate}

    async def _release_surplus(self) -> None:
        """Release the shards beyond the fair share."""
        surplus = self.held[self._fair_share() :]
        if surplus and self._listener is not None:
            log.info("cluster: handed over shards %s", list(surplus))
            self._held_shards -= set(surplus)
            await self._listener.release_shards(surplus)
            await self._release_locks(surplus)

    async def _release_locks(self, shards: Iterable[int]) -> None:
        for shard_id in shards:
            await self._db.fetch_holding_locks(UNLOCK, (SHARD, str(shard_id)))
        await self._db.notify("")

    # ---- matches

    @asynccontextmanager
    async def lock(self, match_id: str) -> AsyncIterator[None]:
        """Hold the lock of a match across all processes.

        If the connection is lost, the lock is lost too. If another process then changes the match,
        this process's commit fails, because the stored version is not the expected one. Raises
        `StorageUnavailableError` if the lock is not free within `LOCK_TIMEOUT_S`.
        """
        deadline, delay = asyncio.get_running_loop().time() + LOCK_TIMEOUT_S, LOCK_RETRY_S
        while not await self._try_lock(match_id):
            if asyncio.get_running_loop().time() > deadline:
                raise log_write_failure(
                    TimeoutError(f"another process does not let go of match {match_id}")
                )
            await asyncio.sleep(delay * random.uniform(0.5, 1.5))
            delay = min(2 * delay, 0.1)
        connection_number = self._db.connection_number
        try:
            yield
        finally:
            await self._run_to_end(self._unlock(match_id, connection_number))

    async def _try_lock(self, match_id: str) -> bool:
        """Try to acquire the lock of a match and return whether it succeeded.

        If the caller is cancelled meanwhile, the lock is released again.
        """
        attempt = asyncio.ensure_future(self._db.fetch_holding_locks(TRY_LOCK, (MATCH, match_id)))
        try:
            return bool((await asyncio.shield(attempt))[0][0])
        except asyncio.CancelledError:
            await self._run_to_end(self._unlock_if_acquired(match_id, attempt))
            raise

    async def _unlock_if_acquired(self, match_id: str, attempt: asyncio.Future[list[Row]]) -> None:
        with suppress(StorageUnavailableError):
            if (await attempt)[0][0]:
                await self._unlock(match_id, self._db.connection_number)

    async def _unlock(self, match_id: str, connection_number: int) -> None:
        if connection_number == self._db.connection_number:
            with suppress(StorageUnavailableError):  # without the connection there is no lock
                await self._db.fetch_holding_locks(UNLOCK, (MATCH, match_id))

    async def _run_to_end(self, coro: Coroutine[None, None, None]) -> None:
        """Run `coro` to its end, even if the caller is cancelled."""
        task = asyncio.create_task(coro)
        self._unlock_tasks.add(task)
        task.add_done_callback(self._unlock_tasks.discard)
        await asyncio.shield(task)

    def announce(self, match_id: str, guild: int) -> None:
        """Tell the other processes that a change of a match was committed.

        `guild` is the match's guild.
        """
        if self._peers:
            self._start_task(self._send(f"{guild} {match_id}"), self._send_tasks)

    def shard_connected(self, shard: int) -> None:
        """Tell the other processes that this process's gateway connection for the shard is up."""
        self._start_task(self._send(f"{SHARD_READY} {shard}"), self._send_tasks)

    async def _send(self, payload: str) -> None:
        while True:
            try:
                await self._db.notify(payload)
            except StorageUnavailableError:
                await asyncio.sleep(POLL_S)
            else:
                return

    def _on_notification(self, payload: str) -> None:
        kind, _, arg = payload.partition(" ")
        if not arg:
            self._poll_now.set()  # another process has released shards
        elif self._listener is not None and kind == SHARD_READY:
            self._listener.on_remote_shard_ready(int(arg))
        elif self._listener is not None:
            self._listener.on_remote_commit(arg, int(kind))

    # ---- gateway logins

    async def wait_for_identify(self, bucket: int) -> None:
        """Wait until a shard of this bucket may log in at the gateway (IDENTIFY).

        `bucket` is the shard's number modulo `max_concurrency`. Among all processes, one shard of a
        bucket logs in per `IDENTIFY_INTERVAL_S` (Discord's docs: Topics, Gateway,
        `max_concurrency`).
        """
        # an advisory lock does not exclude two tasks on the same connection
        await self._bucket_locks[bucket].acquire()
        while not (await self._db.fetch_holding_locks(TRY_LOCK, (BUCKET, str(bucket))))[0][0]:  # noqa: ASYNC110 - another process holds the lock
            await asyncio.sleep(IDENTIFY_INTERVAL_S / 10)
        self._start_task(
            self._release_bucket_later(bucket, self._db.connection_number), self._login_tasks
        )

    async def _release_bucket_later(self, bucket: int, connection_number: int) -> None:
        await asyncio.sleep(IDENTIFY_INTERVAL_S)
        self._bucket_locks[bucket].release()
        if connection_number == self._db.connection_number:
            with suppress(StorageUnavailableError):
                await self._db.fetch_holding_locks(UNLOCK, (BUCKET, str(bucket)))


async def _cancel_and_wait(tasks: set[asyncio.Task[None]]) -> None:
    """Cancel tasks and wait for them."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
