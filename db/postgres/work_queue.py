"""Work queue in PostgreSQL: render and AI jobs that any process may claim.

A process claims a row with `SKIP LOCKED` and writes its number into it; it holds an advisory
lock of that number. If the process dies or loses its connection, the lock is gone: the others
then requeue the jobs that it had claimed and delete the jobs that it had asked for. No
heartbeat or clock is needed. Each process has a second connection for the queue, so that
storing moves never waits for a picture.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from itertools import count
from typing import Any, Protocol

import asyncpg

from db.base.errors import StoreOpenError
from db.base.url import APPLICATION_ID
from db.postgres.connect import CHANNEL, LOCKS_WHERE, open_link
from db.postgres.error_codes import ERRORS

QUEUE_POLL_S = (
    1.0  # seconds between two polls: dead processes, live processes, missed notifications
)
LITTER = 64 << 20  # bytes deleted before we vacuum the table; autovacuum runs only once a minute
TABLE = "work"
PROCESS, SERVES = (
    APPLICATION_ID + 5,
    APPLICATION_ID + 6,
)  # lock classes: number of a process; processes that serve others of the same program
log = logging.getLogger(__name__)

# Unlogged: nothing is needed after a crash. External storage: pictures are compressed already.
# A new table layout needs a new table name: two versions of the program may run at once.
MAKE = """
CREATE UNLOGGED TABLE work (
    asker INTEGER NOT NULL, number INTEGER NOT NULL, program TEXT NOT NULL, kind TEXT NOT NULL,
    at TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(), taker INTEGER NOT NULL DEFAULT 0, what BYTEA NOT NULL, found BYTEA,
    PRIMARY KEY (asker, number)
);
ALTER TABLE work ALTER what SET STORAGE EXTERNAL, ALTER found SET STORAGE EXTERNAL
"""
ASYNC_COMMIT_SQL = "SET synchronous_commit = off"  # nothing here must be durable
KEY = "hashtext(current_schema() || ':' || $2)"
OBJECT = f"CAST(CAST({KEY} AS bigint) & 4294967295 AS oid)"
PUT = (
    "WITH one AS (INSERT INTO work (asker, number, program, kind, what) VALUES ($1, $2, $3, $4, $5) RETURNING kind)"  # noqa: S608
    f" SELECT pg_notify(({CHANNEL}) || '_work', kind) FROM one"
)
TAKE = """
WITH ready AS (
    SELECT asker, number FROM work WHERE taker = 0 AND found IS NULL AND program = $2 AND kind = $3 AND asker <> $1
), one AS (
    SELECT w.asker, w.number FROM work w JOIN ready USING (asker, number) WHERE w.taker = 0 ORDER BY w.at LIMIT 1
    FOR UPDATE OF w SKIP LOCKED
)
UPDATE work w SET taker = $1 FROM one WHERE w.asker = one.asker AND w.number = one.number
RETURNING w.asker, w.number, w.what, (SELECT count(*) FROM ready) - 1 AS waiting
"""
TELL = (
    "WITH one AS (UPDATE work SET found = $4 WHERE asker = $1 AND number = $2 AND taker = $3 RETURNING asker, number)"  # noqa: S608
    f" SELECT pg_notify(({CHANNEL}) || '_' || asker, CAST(number AS text)) FROM one"
)
FETCH = "DELETE FROM work WHERE asker = $1 AND number = $2 AND (taker = 0 OR found IS NOT NULL) RETURNING found"
DROP = "DELETE FROM work WHERE asker = $1 AND number = $2"
LEAVE = "UPDATE work SET taker = 0 WHERE taker = $1 AND found IS NULL"
LOOK = f"""
WITH here AS MATERIALIZED (SELECT CAST(objid AS bigint) AS process FROM pg_locks WHERE
{LOCKS_WHERE} AND classid = CAST($1 AS oid)),
left_over AS (DELETE FROM work WHERE (asker, number) IN (
    SELECT asker, number FROM work WHERE asker NOT IN (SELECT process FROM here) FOR UPDATE SKIP LOCKED)),
let_go AS (UPDATE work SET taker = 0 WHERE (asker, number) IN (
    SELECT asker, number FROM work WHERE taker <> 0 AND found IS NULL AND taker NOT IN (SELECT process FROM here)
    AND asker IN (SELECT process FROM here) FOR UPDATE SKIP LOCKED) RETURNING kind)
SELECT ARRAY(SELECT DISTINCT kind FROM let_go) AS let_go,
    ARRAY(SELECT DISTINCT kind FROM work WHERE taker = 0 AND found IS NULL AND program = $2) AS ready,
    (SELECT count(*) FROM pg_locks WHERE {LOCKS_WHERE} AND classid = CAST($3 AS oid) AND objid =
    {OBJECT} AND pid <> pg_backend_pid())
    AS there
"""  # noqa: S608 - words of our own


async def prepare(conn: asyncpg.Connection) -> None:
    """Create the table if it is missing; only one process at a time may call this."""
    if await conn.fetchval("SELECT to_regclass($1)", TABLE) is None:
        await conn.execute(MAKE)


class WorkerLease(Protocol):
    """Idle worker, reserved for one job of another process."""

    def do(self, what: bytes, waiting: int) -> Coroutine[Any, Any, bytes]:
        """Run a job and return its result; `waiting` more jobs are queued.

        Any exception means that there is no result.
        """

    def give_back(self) -> None:
        """Release the reservation."""


class WorkQueue:
    """Queue for jobs between the processes of the same `program`."""

    def __init__(self, url: str, program: str) -> None:
        self._url, self._program = url, program
        self._conn: asyncpg.Connection | None = None
        self._me = 0  # number that we hold the lock of; new for each connection
        self._turn = asyncio.Lock()
        self._numbers = count(1)
        self._asked: dict[int, asyncio.Event] = {}  # our unfinished jobs, by their numbers
        self._kinds: Sequence[str] = ()
        self._lend: Callable[[str], WorkerLease | None] = lambda _: None
        self._news = set[str]()  # kinds that may have jobs for us
        self._soon = asyncio.Event()
        self._tasks = set[asyncio.Task[Any]]()
        self._litter = 0
        self.peer_count = 0  # number of other serving processes

    async def begin(
        self, kinds: Sequence[str] = (), lend: Callable[[str], WorkerLease | None] = lambda _: None
    ) -> None:
        """Connect, and serve jobs of these kinds with the workers that `lend` returns.

        `lend` returns None if no worker is free. Raises `StoreOpenError`; later losses of the
        server are retried.
        """
        self._kinds, self._lend = kinds, lend
        await self._open()
        with suppress(*ERRORS):
            await self._look()
        self._do(self._watch())
        self._do(self._serve())

    async def close(self) -> None:
        """Stop, requeue unfinished jobs of other processes and close the connection."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._conn is not None:
            with suppress(*ERRORS):
                await self._rows(LEAVE, self._me)
            self._alone()
            self._conn.terminate()

    def announce_free_worker(self) -> None:
        """Report that a worker is free again."""
        if self._news:
            self._soon.set()

    # ---- requests

    async def ask(self, kind: str, what: bytes, begun: float, patience: float) -> bytes | None:
        """Return the result of a job that another process does, or None.

        None means that the caller must do the job: no process has claimed it after `begun`
        seconds, the result is not there after `patience` seconds, or the job failed. A
        cancelled caller's job is deleted.
        """
        me, number, done = self._me, next(self._numbers), asyncio.Event()
        put = self._do(self._rows(PUT, me, number, self._program, kind, what))
        self._asked[number] = done
        try:
            await asyncio.shield(put)
            found = await self._answer(me, number, done, begun, patience)
        except ERRORS:
            return None
        except BaseException:
            self._do(self._rows(DROP, me, number))
            raise
        finally:
            del self._asked[number]
        self._tidy(len(what) + len(found or b""))
        return found

    async def _answer(
        self, me: int, number: int, done: asyncio.Event, begun: float, patience: float
    ) -> bytes | None:
        clock, wait = asyncio.get_running_loop().time, begun
        until = clock() + patience
        while me == self._me:  # else our connection was lost and another process deletes the job
            with suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    await done.wait()
            done.clear()
            for row in await self._rows(FETCH, me, number):
                return row["found"] or None
            if clock() > until:
                await self._rows(DROP, me, number)
                break
            wait = QUEUE_POLL_S  # claimed; polling notices a dead worker or a lost notification
        return None

    def _tidy(self, more: int) -> None:
        self._litter += more
        if self._litter > LITTER:
            self._litter = 0
            self._do(self._rows("VACUUM (SKIP_LOCKED) work"))

    # ---- service

    async def _serve(self) -> None:
        while True:
            await self._soon.wait()
            self._soon.clear()
            for kind in self._kinds:
                with suppress(*ERRORS):  # the next poll finds it
                    while kind in self._news and (hand := self._lend(kind)) is not None:
                        await self._take(kind, hand)

    async def _take(self, kind: str, hand: WorkerLease) -> None:
        """Claim the next job of a kind for a worker, if there is one."""
        self._news.discard(kind)  # a notification after this line counts again
        found = []
        try:
            found = await self._rows(TAKE, self._me, self._program, kind)
        finally:
            if not found:
                hand.give_back()
        for row in found:
            self._news.add(kind)
            done = self._do(hand.do(row["what"], row["waiting"]))
            done.add_done_callback(
                lambda _: hand.give_back()
            )  # also if it is cancelled before it starts
            self._do(self._tell(done, self._me, row))

    async def _tell(self, done: asyncio.Task[bytes], me: int, row: Any) -> None:
        found = b""
        try:
            found = await done
        except Exception as error:  # noqa: BLE001 - the asking process does the job again and reports the error
            log.info("remote job failed: %s", type(error).__name__)
        await self._rows(TELL, row["asker"], row["number"], me, found)

    # ---- the connection

    async def _open(self) -> None:
        conn = await open_link(self._url)
        try:
            await conn.execute(ASYNC_COMMIT_SQL)
            me = 0
            while not me or not await conn.fetchval(
                "SELECT pg_try_advisory_lock($1, $2)", PROCESS, me
            ):
                me = random.getrandbits(31)
            channel = await conn.fetchval(CHANNEL)
            await conn.add_listener(f"{channel}_{me}", self._told)
            if self._kinds:
                await conn.add_listener(f"{channel}_work", self._heard)
                await conn.fetchval(
                    f"SELECT pg_advisory_lock_shared($1, {KEY})", SERVES, self._program
                )
            conn.add_termination_listener(self._lost)
        except BaseException:
            conn.terminate()
            raise
        self._conn, self._me = conn, me

    async def _rows(self, sql: str, *args: Any) -> list[Any]:
        """Return all rows. Raises one of `ERRORS`."""
        async with self._turn:
            if self._conn is None or self._conn.is_closed():
                raise asyncpg.InterfaceError("the server is away")
            if not args:
                await self._conn.execute(sql)
                return []
            return list(await self._conn.fetch(sql, *args))

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(QUEUE_POLL_S)
            try:
                if self._conn is None or self._conn.is_closed():
                    await self._open()
                await self._look()
            except (StoreOpenError, *ERRORS):
                self.peer_count = 0

    async def _look(self) -> None:
        """Clean up after dead processes, count the live ones and find waiting jobs."""
        (seen,) = await self._rows(LOOK, PROCESS, self._program, SERVES)
        self.peer_count = seen["there"]
        for kind in seen["let_go"]:
            await self._rows(f"SELECT pg_notify(({CHANNEL}) || '_work', $1)", kind)
        self._news.update(seen["ready"])
        self.announce_free_worker()

    def _told(self, _conn: object, _pid: int, _channel: str, number: object) -> None:
        if done := self._asked.get(int(str(number))):
            done.set()

    def _heard(self, _conn: object, _pid: int, _channel: str, kind: object) -> None:
        self._news.add(str(kind))
        self._soon.set()

    def _lost(self, conn: object) -> None:
        if conn is self._conn and self._me:
            log.info("work queue: connection lost, reconnecting")
            self._alone()

    def _alone(self) -> None:
        self.peer_count, self._me = 0, 0
        for done in self._asked.values():
            done.set()

    def _do(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Start a task that goes on if its waiter is cancelled.

        Its exception is marked as retrieved here; other code handles it.
        """
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda done: done.cancelled() or done.exception())
        return task
