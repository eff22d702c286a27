"""Work queue in PostgreSQL: render and AI jobs that any process may claim.

Each process has a number and holds an advisory lock of that number. It claims a job with `SKIP
LOCKED` and writes its number into the row. If the process dies or loses its connection, its lock is
gone. The others then requeue the jobs that it had claimed, and delete the jobs it had requested.
So no heartbeat or clock is needed. The queue has a connection of its own, so that storing moves
never waits for a picture.

Columns: `asker` and `taker` are the numbers of the requesting and the claiming process (`taker` 0:
not claimed), `number` counts the jobs of the asker, `what` is the request and `found` the result
(empty: the job failed).
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
from db.postgres.connect import CHANNEL, LOCKS_WHERE, open_connection
from db.postgres.error_codes import ERRORS

# seconds between two polls, which find dead processes and jobs whose notification was lost
QUEUE_POLL_S = 1.0
# bytes of deleted rows after which we vacuum the table; autovacuum runs only once a minute
VACUUM_AFTER_BYTES = 64 << 20
TABLE = "work"
# lock classes: one lock per process; one shared lock of all processes that do others' jobs
PROCESS_LOCK, SERVING_LOCK = (
    APPLICATION_ID + 5,
    APPLICATION_ID + 6,
)
log = logging.getLogger(__name__)

# Unlogged: nothing is needed after a crash. External storage: pictures are compressed already.
# A new table layout needs a new table name: two versions of the program may run at once.
CREATE_TABLE = """
CREATE UNLOGGED TABLE work (
    asker INTEGER NOT NULL, number INTEGER NOT NULL, program TEXT NOT NULL, kind TEXT NOT NULL,
    at TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(), taker INTEGER NOT NULL DEFAULT 0, what BYTEA NOT NULL, found BYTEA,
    PRIMARY KEY (asker, number)
);
ALTER TABLE work ALTER what SET STORAGE EXTERNAL, ALTER found SET STORAGE EXTERNAL
"""
ASYNC_COMMIT_SQL = "SET synchronous_commit = off"  # nothing here must be durable
LOCK_KEY = "hashtext(current_schema() || ':' || $2)"
LOCK_OBJECT = f"CAST(CAST({LOCK_KEY} AS bigint) & 4294967295 AS oid)"
INSERT_JOB = (
    "WITH one AS (INSERT INTO work (asker, number, program, kind, what) VALUES ($1, $2, $3, $4, $5) RETURNING kind)"  # noqa: S608
    f" SELECT pg_notify(({CHANNEL}) || '_work', kind) FROM one"
)
CLAIM_JOB = """
WITH ready AS (
    SELECT asker, number FROM work WHERE taker = 0 AND found IS NULL AND program = $2 AND kind = $3 AND asker <> $1
), one AS (
    SELECT w.asker, w.number FROM work w JOIN ready USING (asker, number) WHERE w.taker = 0 ORDER BY w.at LIMIT 1
    FOR UPDATE OF w SKIP LOCKED
)
UPDATE work w SET taker = $1 FROM one WHERE w.asker = one.asker AND w.number = one.number
RETURNING w.asker, w.number, w.what, (SELECT count(*) FROM ready) - 1 AS waiting
"""
STORE_RESULT = (
    "WITH one AS (UPDATE work SET found = $4 WHERE asker = $1 AND number = $2 AND taker = $3 RETURNING asker, number)"  # noqa: S608
    f" SELECT pg_notify(({CHANNEL}) || '_' || asker, CAST(number AS text)) FROM one"
)
FETCH_RESULT = "DELETE FROM work WHERE asker = $1 AND number = $2 AND (taker = 0 OR found IS NOT NULL) RETURNING found"
DELETE_JOB = "DELETE FROM work WHERE asker = $1 AND number = $2"
REQUEUE_CLAIMED = "UPDATE work SET taker = 0 WHERE taker = $1 AND found IS NULL"
POLL = f"""
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
    {LOCK_OBJECT} AND pid <> pg_backend_pid())
    AS there
"""  # noqa: S608 - words of our own


async def prepare(conn: asyncpg.Connection) -> None:
    """Create the table of the queue if it is missing.

    Only one process at a time may call this function.
    """
    if await conn.fetchval("SELECT to_regclass($1)", TABLE) is None:
        await conn.execute(CREATE_TABLE)


class WorkerLease(Protocol):
    """Idle worker of this process, reserved for one job of another process."""

    def do(self, payload: bytes, waiting: int) -> Coroutine[Any, Any, bytes]:
        """Run the job `payload` and return its result; `waiting` more jobs are queued.

        Any exception means that there is no result.
        """

    def give_back(self) -> None:
        """Release the reservation."""


class WorkQueue:
    """Queue of jobs between processes that run the same `program` (a digest of the code)."""

    def __init__(self, url: str, program: str) -> None:
        # processes share jobs only with processes of the same `program`
        self._url, self._program = url, program
        self._conn: asyncpg.Connection | None = None
        self._process = 0  # our number; a new one for each connection, 0 without connection
        self._conn_lock = asyncio.Lock()
        self._job_numbers = count(1)
        self._pending: dict[int, asyncio.Event] = {}  # jobs that we asked for, by their numbers
        self._kinds: Sequence[str] = ()
        self._reserve_worker: Callable[[str], WorkerLease | None] = lambda _: None
        self._kinds_with_jobs = set[str]()  # kinds that may have jobs for us
        self._wake = asyncio.Event()
        self._tasks = set[asyncio.Task[Any]]()
        self._deleted_bytes = 0  # of job rows, since the last vacuum
        self.peer_count = 0  # number of other serving processes

    async def begin(
        self,
        kinds: Sequence[str] = (),
        reserve_worker: Callable[[str], WorkerLease | None] = lambda _: None,
    ) -> None:
        """Connect, and start to do other processes' jobs of these `kinds` in the background.

        Without `kinds`, this process only requests jobs. `reserve_worker(kind)` returns an idle
        worker or None. Raises `StoreOpenError`. If the connection is lost later, the queue
        reconnects.
        """
        self._kinds, self._reserve_worker = kinds, reserve_worker
        await self._connect()
        with suppress(*ERRORS):
            await self._poll()
        self._start_task(self._poll_forever())
        self._start_task(self._serve_forever())

    async def close(self) -> None:
        """Stop, return unfinished jobs of other processes to the queue, and disconnect."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._conn is not None:
            with suppress(*ERRORS):
                await self._rows(REQUEUE_CLAIMED, self._process)
            self._fail_pending()
            self._conn.terminate()

    def announce_free_worker(self) -> None:
        """Let the queue claim the next waiting job, because a worker is free again."""
        if self._kinds_with_jobs:
            self._wake.set()

    # ---- requests

    async def request_result(
        self, kind: str, payload: bytes, claim_timeout_s: float, result_timeout_s: float
    ) -> bytes | None:
        """Let another process do the job `payload` of this kind, and return its result.

        Returns None if the caller must do the job itself: no process has claimed it within
        `claim_timeout_s`, the result has not come within `result_timeout_s`, or the job failed. If
        the caller is cancelled, the job is deleted.
        """
        process, number, done = self._process, next(self._job_numbers), asyncio.Event()
        insertion = self._start_task(
            self._rows(INSERT_JOB, process, number, self._program, kind, payload)
        )
        self._pending[number] = done
        try:
            await asyncio.shield(insertion)
            result = await self._wait_for_result(
                process, number, done, claim_timeout_s, result_timeout_s
            )
        except ERRORS:
            return None
        except BaseException:
            self._start_task(self._rows(DELETE_JOB, process, number))
            raise
        finally:
            del self._pending[number]
        self._vacuum_if_needed(len(payload) + len(result or b""))
        return result

    async def _wait_for_result(
        self,
        process: int,
        number: int,
        done: asyncio.Event,
        claim_timeout_s: float,
        result_timeout_s: float,
    ) -> bytes | None:
        """Return the result of a job, or None if the caller must do the job.

        `number` is the number of the job, and `process` the number that this process had when it
        requested the job. `done` is set when the job may have a result. Waits `claim_timeout_s` for
        a process to claim the job, and `result_timeout_s` in all.
        """
        clock, wait = asyncio.get_running_loop().time, claim_timeout_s
        deadline = clock() + result_timeout_s
        # a new number means that our connection was lost: another process deletes the job then
        while process == self._process:
            with suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    await done.wait()
            done.clear()
            for row in await self._rows(FETCH_RESULT, process, number):
                return row["found"] or None
            if clock() > deadline:
                await self._rows(DELETE_JOB, process, number)
                break
            wait = QUEUE_POLL_S  # claimed: poll, in case the worker dies or a notification is lost
        return None

    def _vacuum_if_needed(self, size: int) -> None:
        self._deleted_bytes += size
        if self._deleted_bytes > VACUUM_AFTER_BYTES:
            self._deleted_bytes = 0
            self._start_task(self._rows("VACUUM (SKIP_LOCKED) work"))

    # ---- service

    async def _serve_forever(self) -> None:
        """Claim jobs of other processes while there are jobs and free workers."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            for kind in self._kinds:
                with suppress(*ERRORS):  # the next poll finds the job again
                    while (
                        kind in self._kinds_with_jobs
                        and (worker := self._reserve_worker(kind)) is not None
                    ):
                        await self._claim_job(kind, worker)

    async def _claim_job(self, kind: str, worker: WorkerLease) -> None:
        """Claim the next job of a kind for a worker, if there is one."""
        # clear it before the query, because a notification during the query adds the kind again
        self._kinds_with_jobs.discard(kind)
        rows = []
        try:
            rows = await self._rows(CLAIM_JOB, self._process, self._program, kind)
        finally:
            if not rows:
                worker.give_back()
        for row in rows:
            self._kinds_with_jobs.add(kind)
            job = self._start_task(worker.do(row["what"], row["waiting"]))
            # a callback, because it also runs if the task is cancelled before it starts
            job.add_done_callback(lambda _: worker.give_back())
            self._start_task(self._store_result(job, self._process, row))

    async def _store_result(self, job: asyncio.Task[bytes], process: int, row: Any) -> None:
        result = b""
        try:
            result = await job
        except Exception as error:  # noqa: BLE001 - the asking process does the job again and reports the error
            log.info("remote job failed: %s", type(error).__name__)
        await self._rows(STORE_RESULT, row["asker"], row["number"], process, result)

    # ---- the connection

    async def _connect(self) -> None:
        """Connect, take a process number with its lock, and listen for notifications."""
        conn = await open_connection(self._url)
        try:
            await conn.execute(ASYNC_COMMIT_SQL)
            process = 0
            while not process or not await conn.fetchval(
                "SELECT pg_try_advisory_lock($1, $2)", PROCESS_LOCK, process
            ):
                process = random.getrandbits(31)
            channel = await conn.fetchval(CHANNEL)
            await conn.add_listener(f"{channel}_{process}", self._on_result)
            if self._kinds:
                await conn.add_listener(f"{channel}_work", self._on_new_job)
                await conn.fetchval(
                    f"SELECT pg_advisory_lock_shared($1, {LOCK_KEY})", SERVING_LOCK, self._program
                )
            conn.add_termination_listener(self._on_connection_lost)
        except BaseException:
            conn.terminate()
            raise
        self._conn, self._process = conn, process

    async def _rows(self, sql: str, *args: Any) -> list[Any]:
        """Run a statement and return its rows; without `args` return no rows.

        Raises one of `ERRORS`.
        """
        async with self._conn_lock:
            if self._conn is None or self._conn.is_closed():
                raise asyncpg.InterfaceError("the database server can't be reached")
            if not args:
                await self._conn.execute(sql)
                return []
            return list(await self._conn.fetch(sql, *args))

    async def _poll_forever(self) -> None:
        while True:
            await asyncio.sleep(QUEUE_POLL_S)
            try:
                if self._conn is None or self._conn.is_closed():
                    await self._connect()
                await self._poll()
            except (StoreOpenError, *ERRORS):
                self.peer_count = 0

    async def _poll(self) -> None:
        """Requeue and delete jobs of dead processes, count the live ones, find waiting jobs."""
        (state,) = await self._rows(POLL, PROCESS_LOCK, self._program, SERVING_LOCK)
        self.peer_count = state["there"]
        for kind in state["let_go"]:
            await self._rows(f"SELECT pg_notify(({CHANNEL}) || '_work', $1)", kind)
        self._kinds_with_jobs.update(state["ready"])
        self.announce_free_worker()

    def _on_result(self, _conn: object, _pid: int, _channel: str, number: object) -> None:
        if done := self._pending.get(int(str(number))):
            done.set()

    def _on_new_job(self, _conn: object, _pid: int, _channel: str, kind: object) -> None:
        self._kinds_with_jobs.add(str(kind))
        self._wake.set()

    def _on_connection_lost(self, conn: object) -> None:
        if conn is self._conn and self._process:
            log.info("work queue: connection lost, reconnecting")
            self._fail_pending()

    def _fail_pending(self) -> None:
        self.peer_count, self._process = 0, 0
        for done in self._pending.values():
            done.set()

    def _start_task(self, coro: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Start a task that continues even if the coroutine that awaits it is cancelled.

        Its exception is marked as retrieved, so that asyncio does not log it: the code that awaits
        the task handles it.
        """
        task = asyncio.create_task(coro)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda done: done.cancelled() or done.exception())
        return task
