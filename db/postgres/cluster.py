"""Processes that serve one database: members, their shards, and locks of matches.

Nothing is stored: membership, shards and matches are advisory locks, held by the single writing
connection of each process. A process that dies or loses its connection releases them all; the
others terminate the connection of a process that hangs. Processes talk by NOTIFY; a lost
message is made up for when the match is next read.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any, Protocol

from app.ports.store import StorageUnavailableError
from app.runtime.cluster import ShardListener, shard
from db.base.database import Row
from db.base.errors import log_write_failure
from db.base.url import APPLICATION_ID
from db.postgres.connect import LOCKS_WHERE

POLL_S = 2.0  # seconds between two polls of the other processes
# polls after a lost connection in which we claim only our former shards: others reconnect too
COOLDOWN_POLLS = 3
PEER_TIMEOUT_S = 10.0  # seconds of silence after which a process's connection is terminated
LOCK_TIMEOUT_S = 30.0  # seconds until waiting for the lock of a match fails
LOCK_RETRY_S = 0.002  # seconds between the first two attempts
IDENTIFY_INTERVAL_S = 5.0  # seconds per IDENTIFY of each `max_concurrency` bucket
MEMBER, SHARD, MATCH, BUCKET = (
    APPLICATION_ID,
    APPLICATION_ID + 1,
    APPLICATION_ID + 2,
    APPLICATION_ID + 3,
)  # classes of our advisory locks; each schema has its own
log = logging.getLogger(__name__)

KEY = "hashtext(current_schema() || ':' || CAST(? AS text))"
TRY = f"SELECT pg_try_advisory_lock(?, {KEY})"
LEAVE = f"SELECT pg_advisory_unlock(?, {KEY})"
OTHERS = (  # seconds of silence of each other process; 0 while a statement runs
    "SELECT a.pid, CASE WHEN a.state LIKE 'idle%' THEN CAST(EXTRACT(EPOCH FROM clock_timestamp() - a.state_change) AS float8)"  # noqa: S608
    f" ELSE 0 END AS silent FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid WHERE {LOCKS_WHERE} AND mode = 'ShareLock'"
    " AND classid = CAST(? AS oid) AND objid = CAST(CAST(hashtext(current_schema()) AS bigint) & 4294967295 AS oid)"
    " AND a.pid <> pg_backend_pid() AND a.application_name <> ? ORDER BY a.pid"
)
LEAVING = "sobremesa, leaving"
LINE = "line"  # prefix of a message about a shard; all others are about a match of a guild
RENAME = "SELECT set_config('application_name', ?, false)"
FREE = (  # unclaimed shards
    f"SELECT n FROM generate_series(0, CAST(? AS int) - 1) n WHERE NOT EXISTS (SELECT 1 FROM pg_locks WHERE {LOCKS_WHERE}"  # noqa: S608
    " AND classid = CAST(? AS oid)"
    " AND objid = CAST(CAST(hashtext(current_schema() || ':' || CAST(n AS text)) AS bigint) & 4294967295 AS oid)) ORDER BY n"
)
AGREED = "UPDATE sobremesa SET shards = ? WHERE shards = 0 OR NOT CAST(? AS boolean)"


class ClusterConnection(Protocol):
    """Connection that holds the locks of a process.

    Each method may raise `StorageUnavailableError`.
    """

    @property
    def made(self) -> int:
        """Return the number of the current connection, counted from 1."""

    async def held(self, sql: str, args: Sequence[Any] = ()) -> list[Row]:
        """Return all rows of a query on the connection that holds the locks."""

    async def execute(self, sql: str, args: Sequence[Any] = ()) -> int:
        """Execute one statement that changes data."""

    async def listen(self, hear: Callable[[str], None]) -> None:
        """Pass later notifications of the other processes to `hear`."""

    async def notify(self, what: str) -> None:
        """Send a notification to the other processes."""


class ClusterMembership:
    """Membership of this process (`app.runtime.cluster.SharedCluster`).

    The process serves no match until `join`.
    """

    def __init__(self, database: ClusterConnection) -> None:
        self._db = database
        self._edge: ShardListener | None = None
        self._held: frozenset[int] = frozenset()
        self._lost: frozenset[int] = frozenset()  # ours until the connection was lost
        self._calm = 0  # polls left of the cooldown
        self._made = 0  # number of the connection that holds the shards
        self._others: frozenset[int] = frozenset()  # by the PIDs of their connections
        self._looks: set[asyncio.Task[None]] = set()
        self._rests: set[asyncio.Task[None]] = set()  # pauses after a login
        self._tells: set[asyncio.Task[None]] = set()
        self._ends: set[asyncio.Task[None]] = set()
        self._soon = asyncio.Event()
        self._logins: dict[int, asyncio.Lock] = defaultdict(asyncio.Lock)  # per bucket
        self.count = 1

    @property
    def held(self) -> tuple[int, ...]:
        """Return the shards that this process serves, in order."""
        return tuple(sorted(self._held))

    def owns(self, guild: int) -> bool:
        """Return whether this process holds the shard of a guild."""
        return shard(guild, self.count) in self._held

    async def join(self, shards: int) -> None:
        """Join the running processes and claim a fair share of shards.

        The number of shards is the one that the others use; the first process sets it to
        `shards`.
        """
        self._made = self._db.made
        self._others = frozenset(await self._silences())
        await self._db.execute(AGREED, (shards, bool(self._others)))
        ((self.count,),) = await self._db.held("SELECT shards FROM sobremesa")
        await self._claim(range(self.count))
        self._say(self.held)

    async def run(self, edge: ShardListener) -> None:
        """Start to poll the other processes and to balance shards with them."""
        self._edge = edge
        await self._db.listen(self._heard)
        self._do(self._run(), self._looks)

    async def leave(self) -> None:
        """Release all shards and tell the others; notifications are still received."""
        await _ended(self._looks)
        held, self._held = self._held, frozenset()
        with suppress(StorageUnavailableError):
            await self._db.held(RENAME, (LEAVING,))
            await self._let_go(held)

    async def has_peers(self) -> bool:
        """Return whether other processes can take over. Raises `StorageUnavailableError`."""
        return bool(await self._silences())

    async def close(self) -> None:
        """Leave, and send the pending notifications if the database can be reached."""
        await self.leave()
        if self._tells:
            await asyncio.wait(self._tells, timeout=POLL_S)
        await _ended(self._tells | self._rests)

    def _do(self, work: Coroutine[None, None, None], among: set[asyncio.Task[None]]) -> None:
        task = asyncio.create_task(work)
        among.add(task)
        task.add_done_callback(among.discard)

    # ---- shards

    async def _run(self) -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(
                    POLL_S
                ):  # before Python 3.12 `wait_for` may swallow a cancellation
                    await self._soon.wait()
            self._soon.clear()
            try:
                await self._look()
            except StorageUnavailableError:
                pass  # the poll after the reconnect finds out what is still ours
            except Exception:
                log.exception("cluster: heartbeat failed")

    async def _look(self) -> None:
        """Terminate hung processes, release surplus shards and claim free ones."""
        before, others = self._others, await self._silences()
        self._others = frozenset(others)
        for pid in (pid for pid, silent in others.items() if silent > PEER_TIMEOUT_S):
            log.warning(
                "cluster: peer silent for %.0f s, terminating its database connection",
                PEER_TIMEOUT_S,
            )
            await self._db.held("SELECT pg_terminate_backend(CAST(? AS int))", (pid,))
            self._soon.set()
        if (
            self._made != self._db.made
        ):  # the connection and all locks were lost; all processes reclaim their own shards first
            self._lost, self._held, self._made, self._calm = (
                self._held,
                frozenset(),
                self._db.made,
                COOLDOWN_POLLS,
            )
            had = self._held
            await self._claim(sorted(self._lost))
        else:
            await self._give_up()
            had, self._calm = self._held, max(0, self._calm - 1)
            if not self._calm:
                await self._claim(range(self.count))
        await self._changed(sorted(self._held - had), gone=bool(before - self._others))

    async def _changed(self, new: Sequence[int], *, gone: bool) -> None:
        """Report lost and new shards to the listener.

        If a process is `gone`, it may not have announced its last commits to our matches.
        """
        if self._edge is None:
            return
        if lost := sorted(self._lost - self._held):
            await self._edge.release_shards(lost)
        self._lost = frozenset()
        self._say(new)
        if new or gone:
            await self._edge.acquire_shards(new)

    def _say(self, new: Sequence[int]) -> None:
        if new:
            log.info("cluster: now serving shards %s", list(new))

    async def _silences(self) -> dict[int, float]:
        """Return the seconds of silence of every other process, by the PID of its connection."""
        return {row[0]: row[1] for row in await self._db.held(OTHERS, (MEMBER, LEAVING))}

    def _fair(self) -> int:
        """Return the maximum number of shards per process."""
        return -(-self.count // (1 + len(self._others)))

    async def _claim(self, shards: Iterable[int]) -> None:
        """Claim free shards among these, up to the fair share."""
        if len(self._held) >= self._fair():
            return
        free = {row[0] for row in await self._db.held(FREE, (self.count, SHARD))}
        for one in shards:
            if (
                len(self._held) < self._fair()
                and one in free
                and (await self._db.held(TRY, (SHARD, str(one))))[0][0]
            ):
                self._held |= {one}

    async def _give_up(self) -> None:
        """Release the shards beyond the fair share."""
        more = self.held[self._fair() :]
        if more and self._edge is not None:
            log.info("cluster: handed over shards %s", list(more))
            self._held -= set(more)
            await self._edge.release_shards(more)
            await self._let_go(more)

    async def _let_go(self, shards: Iterable[int]) -> None:
        for one in shards:
            await self._db.held(LEAVE, (SHARD, str(one)))
        await self._db.notify("")

    # ---- matches

    @asynccontextmanager
    async def lock(self, match: str) -> AsyncIterator[None]:
        """Hold the lock of a match across all processes.

        The lock ends with the connection; a later commit then fails because the version
        differs. Raises `StorageUnavailableError` if the lock is not free within
        `LOCK_TIMEOUT_S`.
        """
        until, rest = asyncio.get_running_loop().time() + LOCK_TIMEOUT_S, LOCK_RETRY_S
        while not await self._try(match):
            if asyncio.get_running_loop().time() > until:
                raise log_write_failure(
                    TimeoutError(f"another process does not let go of match {match}")
                )
            await asyncio.sleep(rest * random.uniform(0.5, 1.5))
            rest = min(2 * rest, 0.1)
        made = self._db.made
        try:
            yield
        finally:
            await self._to_its_end(self._unlock(match, made))

    async def _try(self, match: str) -> bool:
        """Return whether the lock was acquired; release it if the caller is cancelled meanwhile."""
        asked = asyncio.ensure_future(self._db.held(TRY, (MATCH, match)))
        try:
            return bool((await asyncio.shield(asked))[0][0])
        except asyncio.CancelledError:
            await self._to_its_end(self._forgo(match, asked))
            raise

    async def _forgo(self, match: str, asked: asyncio.Future[list[Row]]) -> None:
        with suppress(StorageUnavailableError):
            if (await asked)[0][0]:
                await self._unlock(match, self._db.made)

    async def _unlock(self, match: str, made: int) -> None:
        if made == self._db.made:
            with suppress(StorageUnavailableError):  # the lock is gone with the connection
                await self._db.held(LEAVE, (MATCH, match))

    async def _to_its_end(self, work: Coroutine[None, None, None]) -> None:
        """Run `work` to its end, even if the caller is cancelled."""
        task = asyncio.create_task(work)
        self._ends.add(task)
        task.add_done_callback(self._ends.discard)
        await asyncio.shield(task)

    def announce(self, match: str, guild: int) -> None:
        """Tell the other processes that a change of a match was committed."""
        if self._others:
            self._do(self._tell(f"{guild} {match}"), self._tells)

    def shard_connected(self, shard: int) -> None:
        """Tell the other processes that our gateway connection for this shard is up."""
        self._do(self._tell(f"{LINE} {shard}"), self._tells)

    async def _tell(self, what: str) -> None:
        while True:
            try:
                await self._db.notify(what)
            except StorageUnavailableError:
                await asyncio.sleep(POLL_S)
            else:
                return

    def _heard(self, what: str) -> None:
        of, _, which = what.partition(" ")
        if not which:
            self._soon.set()  # another process has released shards
        elif self._edge is not None and of == LINE:
            self._edge.on_remote_shard_ready(int(which))
        elif self._edge is not None:
            self._edge.on_remote_commit(which, int(of))

    # ---- gateway logins

    async def wait_for_identify(self, bucket: int) -> None:
        """Wait until a shard of this bucket may log in.

        Across all processes, one shard of a bucket logs in per `IDENTIFY_INTERVAL_S` (Discord's
        docs: Topics, Gateway, `max_concurrency`).
        """
        await self._logins[bucket].acquire()  # advisory locks are reentrant within our connection
        while not (await self._db.held(TRY, (BUCKET, str(bucket))))[0][0]:  # noqa: ASYNC110 - another process holds the lock
            await asyncio.sleep(IDENTIFY_INTERVAL_S / 10)
        self._do(self._after(bucket, self._db.made), self._rests)

    async def _after(self, bucket: int, made: int) -> None:
        await asyncio.sleep(IDENTIFY_INTERVAL_S)
        self._logins[bucket].release()
        if made == self._db.made:
            with suppress(StorageUnavailableError):
                await self._db.held(LEAVE, (BUCKET, str(bucket)))


async def _ended(tasks: set[asyncio.Task[None]]) -> None:
    """Cancel tasks and wait for them."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
