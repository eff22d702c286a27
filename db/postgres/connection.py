"""PostgreSQL implementation of the database.

One connection writes and holds the locks of the process; the others only read.
"""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import asyncpg
from msgspec import Struct

from app.ports.errors import StorageUnavailableError
from db.base import database
from db.base.errors import StoreOpenError, log_corruption, log_write_failure
from db.base.migrations import FOLDER
from db.postgres import migrate, work_queue
from db.postgres.cluster import ClusterMembership
from db.postgres.connect import (
    CHANNEL,
    STATEMENT_TIMEOUT_S,
    connect_exclusively,
    connect_shared,
    open_connection,
)
from db.postgres.dialect import statement
from db.postgres.error_codes import (
    CORRUPTION,
    ERRORS,
    RETRYABLE,
    UNIQUE_VIOLATION,
    UNWRITABLE,
    explain,
    is_connection_lost,
    sqlstate,
)

T = TypeVar("T")
log = logging.getLogger(__name__)
MAX_ATTEMPTS = 6  # attempts per transaction, on conflicts or lost connections
UNREACHABLE_RETRY_S = 1.0  # seconds without a new attempt after the server was unreachable
RETRY_DELAY_S = 0.02  # seconds before a retry; random factor, doubled each time
READERS = 3  # reading connections
BEGIN = "BEGIN ISOLATION LEVEL SERIALIZABLE"
BEGIN_SNAPSHOT = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
TRANSACTION_ID = "SELECT pg_current_xact_id_if_assigned()::text"
TRANSACTION_STATUS = "SELECT pg_xact_status($1::text::xid8)"
# Condition that is always true; evaluating it makes the commit of this transaction asynchronous.
ASYNC_COMMIT = "(SELECT set_config('synchronous_commit', 'off', true)) = 'off'"
NOTIFY = f"SELECT pg_notify(({CHANNEL}), ?)"


class Cursor(Struct, frozen=True):
    """Result of a statement."""

    rowcount: int


class ConnectionAdapter:
    """Adapter of an asyncpg connection to the interface `db.base.database.Connection`."""

    def __init__(self, conn: asyncpg.Connection) -> None:
        self._conn = conn

    async def execute(self, sql: str, parameters: Sequence[Any] = (), /) -> Cursor:
        """Execute a statement and ignore its rows."""
        status = await self._conn.execute(statement(sql), *parameters)
        count = status.rpartition(" ")[2]
        return Cursor(int(count) if count.isdigit() else 0)

    async def executemany(self, sql: str, parameters: Iterable[Sequence[Any]], /) -> None:
        """Execute a statement once for each tuple of arguments."""
        await self._conn.executemany(statement(sql), parameters)

    async def execute_fetchall(
        self, sql: str, parameters: Sequence[Any] = (), /
    ) -> Iterable[database.Row]:
        """Return all rows of a query."""
        found: Sequence[database.Row] = await self._conn.fetch(statement(sql), *parameters)
        return found


class Reader:
    """Slot for one of the connections that only read; the connection is opened on first use."""

    def __init__(self) -> None:
        self.conn: asyncpg.Connection | None = None


class Database(database.Database):
    """Database on a server; a lost connection is reopened at its next use.

    `connection_number` is the number of the current writing connection, from 1. With `shared`,
    other processes of the bot may use the database too.
    """

    def __init__(self, url: str, conn: asyncpg.Connection, *, shared: bool = False) -> None:
        super().__init__()
        self._url, self._conn, self._connect_locked = (
            url,
            conn,
            connect_shared if shared else connect_exclusively,
        )
        # earliest time of the next connection attempt (monotonic seconds)
        self._next_attempt_at = 0.0
        self._on_notification: Callable[[str], None] | None = None
        self._readers = [Reader() for _ in range(READERS)]
        self._free_readers = asyncio.LifoQueue[Reader]()
        for reader in self._readers:
            self._free_readers.put_nowait(reader)
        self.connection_number = 1
        if shared:
            self.cluster = self.shared_cluster = ClusterMembership(self)

    async def execute_lazily(self, sql: str, args: Sequence[Any] = ()) -> None:
        """Execute a statement without waiting for the disk.

        The server writes the change within a second (PostgreSQL's docs: Asynchronous Commit).
        """
        await self.execute(f"{sql} AND {ASYNC_COMMIT}", args)

    async def tables(self) -> set[str]:
        """Return the names of all tables except the version table and the work queue."""
        return {row["table_name"] for row in await self.fetch_all(migrate.TABLES)} - {
            migrate.TABLE,
            work_queue.TABLE,
        }

    def owned_filter(self, guild: str = "guild") -> tuple[str, Sequence[int]]:
        """Return (SQL condition, its arguments) for the matches of this process's shards.

        Without shards the condition is never true. `guild` is the column with the match's guild.
        """
        if self.shared_cluster is None:
            return super().owned_filter(guild)
        held = self.shared_cluster.held
        return f"({guild} >> 22) % ? IN ({', '.join('?' * len(held)) or 'NULL'})", (
            self.shared_cluster.shard_count,
            *held,
        )

    async def fetch_holding_locks(self, sql: str, args: Sequence[Any] = ()) -> list[database.Row]:
        """Return all rows of a query on the connection that holds this process's locks."""
        async with self._write_lock, self._writer() as conn:
            return list(await ConnectionAdapter(conn).execute_fetchall(sql, args))

    async def listen(self, on_notification: Callable[[str], None]) -> None:
        """Pass notifications of other processes to `on_notification`, also after a reconnect."""
        self._on_notification = on_notification
        async with self._write_lock, self._writer() as conn:
            await self._add_listener(conn)

    async def notify(self, payload: str) -> None:
        """Send a notification; a process that is not connected now does not get it."""
        await self.fetch_holding_locks(NOTIFY, (payload,))

    async def _add_listener(self, conn: asyncpg.Connection) -> None:
        if (on_notification := self._on_notification) is not None:
            own_pid = conn.get_server_pid()

            def received(_conn: object, pid: int, _channel: str, payload: object) -> None:
                if pid != own_pid:
                    on_notification(str(payload))

            await conn.add_listener(await conn.fetchval(CHANNEL), received)

    async def _writing_connection(self) -> asyncpg.Connection:
        """Return the writing connection. Raises `StorageUnavailableError` if there is none."""
        if self._conn.is_closed():
            await self._limit_attempts(self._reconnect)
        return self._conn

    async def _limit_attempts(self, connect: Callable[[], Awaitable[T]]) -> T:
        """Run `connect` and return its result.

        Raises `StorageUnavailableError` if `connect` fails. Raises the same error without a new
        attempt if the last one failed less than `UNREACHABLE_RETRY_S` ago.
        """
        if time.monotonic() < self._next_attempt_at:
            raise StorageUnavailableError("the database server can't be reached")
        try:
            return await connect()
        except (StoreOpenError, *ERRORS) as error:
            self._next_attempt_at = time.monotonic() + UNREACHABLE_RETRY_S
            raise log_write_failure(error) from error

    async def _reconnect(self) -> None:
        """Open a new writing connection and listen for notifications on it.

        Raises `StoreOpenError`, or one of `ERRORS`.
        """
        self._conn = await self._connect_locked(self._url)
        self.connection_number += 1
        await self._add_listener(self._conn)
        if self._on_notification is not None:
            self._on_notification("")  # notifications may be lost: make the receiver check

    @asynccontextmanager
    async def _writer(self) -> AsyncIterator[asyncpg.Connection]:
        """Yield the writing connection; the caller holds the write lock.

        Errors of the connection are raised as errors of `app.ports.errors`.
        """
        conn = await self._writing_connection()
        try:
            yield conn
        except ERRORS as error:
            raise _translate_error(error, conn) from error

    @asynccontextmanager
    async def _read_connection(self) -> AsyncIterator[ConnectionAdapter]:
        reader = await self._free_readers.get()
        try:
            conn = reader.conn
            if conn is None or conn.is_closed():
                conn = reader.conn = await self._limit_attempts(lambda: open_connection(self._url))
            try:
                yield ConnectionAdapter(conn)
            except ERRORS as error:
                raise _translate_error(error, conn) from error
        finally:
            self._free_readers.put_nowait(reader)

    async def _transaction_locked(self, body: database.TransactionBody[T]) -> T:
        return await self._with_retries(lambda conn: self._run_transaction(conn, body))

    async def _execute_locked(self, sql: str, args: Sequence[Any]) -> int:
        """Execute one statement as its own transaction; return the number of changed rows.

        The caller holds the connection's lock. The statement must be repeatable, because it runs
        again if the server's answer is lost.
        """
        return (
            await self._with_retries(lambda conn: ConnectionAdapter(conn).execute(sql, args))
        ).rowcount

    async def _with_retries(self, operation: Callable[[asyncpg.Connection], Awaitable[T]]) -> T:
        """Run an operation on the writing connection; repeat it on conflicts and lost connections."""
        for attempt in range(1, MAX_ATTEMPTS + 1):
            conn = await self._writing_connection()
            try:
                return await operation(conn)
            except ERRORS as error:
                # After a unique violation, the retry finds the row that another process wrote,
                # and `operation` raises its own error.
                retryable = sqlstate(error) in (*RETRYABLE, UNIQUE_VIOLATION) or is_connection_lost(
                    error
                )
                if not retryable or attempt == MAX_ATTEMPTS:
                    raise _translate_error(error, conn) from error
                log.info("retrying a transaction: %s", explain(error))
                if is_connection_lost(error):
                    conn.terminate()
            await asyncio.sleep(RETRY_DELAY_S * 2**attempt * random.random())
        raise AssertionError

    async def _run_transaction(
        self, conn: asyncpg.Connection, body: database.TransactionBody[T]
    ) -> T:
        """Run `body` in a transaction, commit it and return the result of `body`.

        If the connection is lost during the commit, check whether the transaction was committed.
        """
        await conn.execute(BEGIN)
        try:
            result = await body(ConnectionAdapter(conn))
            transaction_id: str | None = await conn.fetchval(TRANSACTION_ID)
        except BaseException as error:
            if not conn.is_closed() and not is_connection_lost(error):
                await conn.execute("ROLLBACK")
            raise
        try:
            # raise if a statement has failed and `body` caught the error: COMMIT would then roll back
            if await conn.execute("COMMIT") != "COMMIT":
                raise asyncpg.InFailedSQLTransactionError("nothing was committed")
        except ERRORS as error:
            if not is_connection_lost(error):
                raise
            conn.terminate()
            if transaction_id is not None and not await self._was_committed(transaction_id):
                raise
        return result

    async def _was_committed(self, transaction_id: str) -> bool:
        """Return whether a transaction was committed; the server's answer was lost.

        Raises `StorageUnavailableError` if the server does not answer this question within
        `STATEMENT_TIMEOUT_S`.
        """
        deadline = time.monotonic() + STATEMENT_TIMEOUT_S
        while True:
            try:
                await self._reconnect()  # succeeds once the server has ended the old connection
                status = await self._conn.fetchval(TRANSACTION_STATUS, transaction_id)
                if status != "in progress":
                    return bool(status == "committed")
            except (StoreOpenError, *ERRORS) as error:
                if time.monotonic() > deadline:
                    raise log_write_failure(error) from error
            await asyncio.sleep(RETRY_DELAY_S * 10)

    async def _close(self) -> None:
        for conn in (
            *(reader.conn for reader in self._readers if reader.conn is not None),
            self._conn,
        ):
            try:
                await conn.close(timeout=STATEMENT_TIMEOUT_S)
            except ERRORS:
                conn.terminate()


def _translate_error(error: BaseException, conn: asyncpg.Connection) -> BaseException:
    """Return the error of `app.ports.errors` for an error of the driver.

    An error that is a bug is returned unchanged. `conn` is the connection that raised it.
    """
    if sqlstate(error).startswith(CORRUPTION):
        return log_corruption("the database")
    if is_connection_lost(error):
        conn.terminate()
    if is_connection_lost(error) or sqlstate(error).startswith((*UNWRITABLE, *RETRYABLE)):
        return log_write_failure(RuntimeError(explain(error)))
    return error


class SnapshotDatabase(Database):
    """Read-only snapshot of a database, which a bot may be writing to."""

    async def _writing_connection(self) -> asyncpg.Connection:
        return self._conn

    @asynccontextmanager
    async def _read_connection(self) -> AsyncIterator[ConnectionAdapter]:
        async with self._write_lock, self._writer() as conn:
            yield ConnectionAdapter(conn)

    async def _with_retries(self, _operation: Callable[[asyncpg.Connection], Awaitable[T]]) -> T:
        raise StorageUnavailableError("a snapshot is read-only")


async def connect(url: str, migrations: Path = FOLDER, *, shared: bool = False) -> Database:
    """Open the database at a URL and migrate it if possible.

    With `shared`, other processes may use the database too. While they do, the schema is not
    migrated, and an older schema raises `SchemaTooOldError`. `migrations` is the folder with the
    migrations. Raises `StoreOpenError`.
    """

    async def ready(conn: asyncpg.Connection, alone: bool = True) -> None:
        await (migrate.migrate if alone else migrate.examine)(conn, url, migrations)
        if shared:
            await work_queue.prepare(conn)

    if shared:
        return Database(url, await connect_shared(url, ready), shared=True)
    conn = await connect_exclusively(url)
    try:
        await ready(conn)
    except BaseException:
        conn.terminate()
        raise
    return Database(url, conn)


async def open_snapshot(url: str, migrations: Path = FOLDER) -> SnapshotDatabase:
    """Return a read-only snapshot of the bot's database at a URL, even while a bot uses it.

    `migrations` is the folder with the migrations. Raises `StoreOpenError`.
    """
    conn = await open_connection(url)
    try:
        await migrate.examine(conn, url, migrations)
        await conn.execute(BEGIN_SNAPSHOT)
    except BaseException:
        conn.terminate()
        raise
    return SnapshotDatabase(url, conn)
