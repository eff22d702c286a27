"""The processes that serve one database: who is there, which shards each holds, who is at work at which match.

Nothing of it is stored. All are advisory locks of the server, held by each process's one connection: whoever dies, or loses its
line, has let go of everything, and whoever stands still for long has its connection ended by the others. What is said among them
goes by NOTIFY; what gets lost of that, whoever sees to the table finds when it next looks.
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

POLL_S = 2.0  # seconds between two looks at the others
COOLDOWN_POLLS = 3  # looks after a connection was lost in which nothing is taken but what was ours: others come back, too
PEER_TIMEOUT_S = 10.0  # seconds after which who says nothing has its connection ended
LOCK_TIMEOUT_S = 30.0  # seconds until the lock of a match is given up
LOCK_RETRY_S = 0.002  # seconds between the first tries of it
IDENTIFY_INTERVAL_S = 5.0  # seconds in which Discord takes one login of each bucket of shards
MEMBER, SHARD, MATCH, BUCKET = (
    APPLICATION_ID,
    APPLICATION_ID + 1,
    APPLICATION_ID + 2,
    APPLICATION_ID + 3,
)  # the kinds of our locks; a schema has its own of each
log = logging.getLogger(__name__)

KEY = "hashtext(current_schema() || ':' || CAST(? AS text))"
TRY = f"SELECT pg_try_advisory_lock(?, {KEY})"
LEAVE = f"SELECT pg_advisory_unlock(?, {KEY})"
OTHERS = (  # how long each other process has said nothing; one in the midst of a statement speaks
    "SELECT a.pid, CASE WHEN a.state LIKE 'idle%' THEN CAST(EXTRACT(EPOCH FROM clock_timestamp() - a.state_change) AS float8)"  # noqa: S608
    f" ELSE 0 END AS silent FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid WHERE {LOCKS_WHERE} AND mode = 'ShareLock'"
    " AND classid = CAST(? AS oid) AND objid = CAST(CAST(hashtext(current_schema()) AS bigint) & 4294967295 AS oid)"
    " AND a.pid <> pg_backend_pid() AND a.application_name <> ? ORDER BY a.pid"
)
LEAVING = "sobremesa, leaving"
LINE = "line"  # what is said of a shard; all else is said of a server's match
RENAME = "SELECT set_config('application_name', ?, false)"
FREE = (  # shards that nobody holds
    f"SELECT n FROM generate_series(0, CAST(? AS int) - 1) n WHERE NOT EXISTS (SELECT 1 FROM pg_locks WHERE {LOCKS_WHERE}"  # noqa: S608
    " AND classid = CAST(? AS oid)"
    " AND objid = CAST(CAST(hashtext(current_schema() || ':' || CAST(n AS text)) AS bigint) & 4294967295 AS oid)) ORDER BY n"
)
AGREED = "UPDATE sobremesa SET shards = ? WHERE shards = 0 OR NOT CAST(? AS boolean)"


class ClusterConnection(Protocol):
    """The database, over the one connection by which everything is held. Each may raise `StorageUnavailableError`."""

    @property
    def made(self) -> int:
        """Which connection it is, of all that there were."""

    async def held(self, sql: str, args: Sequence[Any] = ()) -> list[Row]:
        """All rows of a query on that connection."""

    async def execute(self, sql: str, args: Sequence[Any] = ()) -> int:
        """One statement that changes something."""

    async def listen(self, hear: Callable[[str], None]) -> None:
        """`hear` what others `notify` from now on."""

    async def notify(self, what: str) -> None:
        """Tell the others."""


class ClusterMembership:
    """One of the processes (`app.runtime.cluster.Shared`). Until `join` it sees to nothing."""

    def __init__(self, database: ClusterConnection) -> None:
        self._db = database
        self._edge: ShardListener | None = None
        self._held: frozenset[int] = frozenset()
        self._lost: frozenset[int] = frozenset()  # were ours until the connection was lost
        self._calm = 0  # looks that are left of it
        self._made = 0  # the connection of ours by which the shards are held
        self._others: frozenset[int] = frozenset()  # by their connections
        self._looks: set[asyncio.Task[None]] = set()
        self._rests: set[asyncio.Task[None]] = set()  # after logins
        self._tells: set[asyncio.Task[None]] = set()
        self._ends: set[asyncio.Task[None]] = set()
        self._soon = asyncio.Event()
        self._logins: dict[int, asyncio.Lock] = defaultdict(asyncio.Lock)  # of each bucket
        self.count = 1

    @property
    def held(self) -> tuple[int, ...]:
        """The shards whose tables this process sees to, in order."""
        return tuple(sorted(self._held))

    def owns(self, guild: int) -> bool:
        """Whether a server's shard is held here."""
        return shard(guild, self.count) in self._held

    async def join(self, shards: int) -> None:
        """Come to the others, who have agreed on how many shards there are; or be the first, and hold all `shards`."""
        self._made = self._db.made
        self._others = frozenset(await self._silences())
        await self._db.execute(AGREED, (shards, bool(self._others)))
        ((self.count,),) = await self._db.held("SELECT shards FROM sobremesa")
        await self._claim(range(self.count))
        self._say(self.held)

    async def run(self, edge: ShardListener) -> None:
        """From now on look at the others now and then, and share with them."""
        self._edge = edge
        await self._db.listen(self._heard)
        self._do(self._run(), self._looks)

    async def leave(self) -> None:
        """See to nothing more, and let the others know; what they say is still heard."""
        await _ended(self._looks)
        held, self._held = self._held, frozenset()
        with suppress(StorageUnavailableError):
            await self._db.held(RENAME, (LEAVING,))
            await self._let_go(held)

    async def has_peers(self) -> bool:
        """Whether there are others who can take over. Raises `StorageUnavailableError`."""
        return bool(await self._silences())

    async def close(self) -> None:
        """`leave`, and have said all that there was to say, if the database can be reached."""
        await self.leave()
        if self._tells:
            await asyncio.wait(self._tells, timeout=POLL_S)
        await _ended(self._tells | self._rests)

    def _do(self, work: Coroutine[None, None, None], among: set[asyncio.Task[None]]) -> None:
        task = asyncio.create_task(work)
        among.add(task)
        task.add_done_callback(among.discard)

    # ---- shares

    async def _run(self) -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(
                    POLL_S
                ):  # before Python 3.12 `wait_for` may swallow that it is cancelled
                    await self._soon.wait()
            self._soon.clear()
            try:
                await self._look()
            except StorageUnavailableError:
                pass  # nothing can be done at any table; who comes back sees what is still ours
            except Exception:
                log.exception("the other processes could not be looked at")

    async def _look(self) -> None:
        """Who stands still is ended; what is too much of ours is let go, what nobody has is taken."""
        before, others = self._others, await self._silences()
        self._others = frozenset(others)
        for pid in (pid for pid, silent in others.items() if silent > PEER_TIMEOUT_S):
            log.warning(
                "a process that has said nothing for %.0f s is cut off from the database",
                PEER_TIMEOUT_S,
            )
            await self._db.held("SELECT pg_terminate_backend(CAST(? AS int))", (pid,))
            self._soon.set()
        if (
            self._made != self._db.made
        ):  # the line was lost, and all with it. All come back at once: each to what it had
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
        """Shards have come; or somebody is gone, perhaps before they could tell what they had committed at a table of ours."""
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
            log.info("the tables of shards %s are seen to here now", list(new))

    async def _silences(self) -> dict[int, float]:
        """Every other process by its connection's number, and for how many seconds it has said nothing."""
        return {row[0]: row[1] for row in await self._db.held(OTHERS, (MEMBER, LEAVING))}

    def _fair(self) -> int:
        """How many shards are each one's at most."""
        return -(-self.count // (1 + len(self._others)))

    async def _claim(self, shards: Iterable[int]) -> None:
        """Take those of these that nobody has, up to our share."""
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
        """Let go of what is more than our share."""
        more = self.held[self._fair() :]
        if more and self._edge is not None:
            log.info("the tables of shards %s are others' from now on", list(more))
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
        """The lock of a match, for as long as the connection lasts; a commit after it was lost finds another version. Raises
        `StorageUnavailableError` when it can't be had."""
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
        """Whether the lock is ours now; who is cancelled meanwhile does not keep it."""
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
            with suppress(StorageUnavailableError):  # the connection is gone, and the lock with it
                await self._db.held(LEAVE, (MATCH, match))

    async def _to_its_end(self, work: Coroutine[None, None, None]) -> None:
        """Done whole, though who waits for it is cancelled."""
        task = asyncio.create_task(work)
        self._ends.add(task)
        task.add_done_callback(self._ends.discard)
        await asyncio.shield(task)

    def announce(self, match: str, guild: int) -> None:
        """The others hear that something was committed."""
        if self._others:
            self._do(self._tell(f"{guild} {match}"), self._tells)

    def shard_connected(self, shard: int) -> None:
        """The others hear that our line for this shard stands."""
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
            self._soon.set()  # somebody has let something go
        elif self._edge is not None and of == LINE:
            self._edge.on_remote_shard_ready(int(which))
        elif self._edge is not None:
            self._edge.on_remote_commit(which, int(of))

    # ---- logins

    async def wait_for_identify(self, bucket: int) -> None:
        """Wait until a shard of this bucket may log in: one at a time in all processes together, and none for some seconds after
        it (Discord's docs: Topics, Gateway, `max_concurrency`)."""
        await self._logins[bucket].acquire()  # the server would give us a second time what we have
        while not (await self._db.held(TRY, (BUCKET, str(bucket))))[0][0]:  # noqa: ASYNC110 - it is another process's
            await asyncio.sleep(IDENTIFY_INTERVAL_S / 10)
        self._do(self._after(bucket, self._db.made), self._rests)

    async def _after(self, bucket: int, made: int) -> None:
        await asyncio.sleep(IDENTIFY_INTERVAL_S)
        self._logins[bucket].release()
        if made == self._db.made:
            with suppress(StorageUnavailableError):
                await self._db.held(LEAVE, (BUCKET, str(bucket)))


async def _ended(tasks: set[asyncio.Task[None]]) -> None:
    """Cancel what is under way, and wait for it."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
