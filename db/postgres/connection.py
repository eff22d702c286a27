"""PostgreSQL implementation of the database.

One connection writes and holds the locks of the process; others read.
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

from app.ports.store import StorageUnavailableError
from db.base import database
from db.base.errors import StoreOpenError, log_corruption, log_write_failure
from db.base.migrations import FOLDER
from db.postgres import migrate, work_queue
from db.postgres.cluster import ClusterMembership
from db.postgres.connect import CHANNEL, STATEMENT_TIMEOUT_S, hold, open_link, share
from db.postgres.dialect import statement
from db.postgres.error_codes import (
    AGAIN,
    DAMAGED,
    ERRORS,
    TAKEN,
    UNWRITABLE,
    explain,
    is_connection_lost,
    sqlstate,
)

T = TypeVar("T")
log = logging.getLogger(__name__)
TRIES = 6  # attempts per transaction, on conflicts or lost connections
UNREACHABLE_RETRY_S = 1.0  # seconds without a new attempt after the server was unreachable
PAUSE = 0.02  # seconds before a retry; random factor, doubled each time
READERS = 3  # reading connections
BEGIN = "BEGIN ISOLATION LEVEL SERIALIZABLE"
LOOK = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
OURS = "SELECT pg_current_xact_id_if_assigned()::text"
ENDED = "SELECT pg_xact_status($1::text::xid8)"
# for this transaction only
UNHURRIED = "(SELECT set_config('synchronous_commit', 'off', true)) = 'off'"
NOTIFY = f"SELECT pg_notify(({CHANNEL}), ?)"


class Cursor(Struct, frozen=True):
    """Result of a statement."""

    rowcount: int


class ConnectionAdapter:
    """Adapter of an asyncpg connection to the interface that the repositories use."""

    def __init__(self, conn: asyncpg.Connection) -> None:
        self._conn = conn

    async def execute(self, sql: str, parameters: Sequence[Any] = (), /) -> Cursor:
        """Execute a statement and ignore its rows."""
        told = await self._conn.execute(statement(sql), *parameters)
        last = told.rpartition(" ")[2]
        return Cursor(int(last) if last.isdigit() else 0)

    async def executemany(self, sql: str, parameters: Iterable[Sequence[Any]], /) -> None:
        """Execute a statement once for each tuple of arguments."""
        await self._conn.executemany(statement(sql), parameters)

    async def execute_fetchall(
        self, sql: str, parameters: Sequence[Any] = (), /
    ) -> Iterable[database.Row]:
        """Return all rows of a query."""
        found: list[database.Row] = await self._conn.fetch(statement(sql), *parameters)
        return found


class Reader:
    """Slot for one of the connections that only read; the connection is opened on first use."""

    def __init__(self) -> None:
        self.conn: asyncpg.Connection | None = None


class Database(database.Database):
    """Database on a server; a lost connection is reopened by its next user.

    `made` counts the writing connections so far. If `shared`, other processes of ours may use
    the database too.
    """

    def __init__(self, url: str, conn: asyncpg.Connection, *, shared: bool = False) -> None:
        super().__init__()
        self._url, self._conn, self._hold = url, conn, share if shared else hold
        self._again = 0.0  # earliest time of the next connection attempt (monotonic seconds)
        self._hear: Callable[[str], None] | None = None
        self._readers = [Reader() for _ in range(READERS)]
        self._free = asyncio.LifoQueue[Reader]()
        for reader in self._readers:
            self._free.put_nowait(reader)
        self.made = 1
        if shared:
            self.cluster = self.members = ClusterMembership(self)

    async def execute_lazily(self, sql: str, args: Sequence[Any] = ()) -> None:
        """Execute a statement without waiting for the disk.

        The server writes it within a second (PostgreSQL's docs: Asynchronous Commit).
        """
        await self.execute(f"{sql} AND {UNHURRIED}", args)

    async def tables(self) -> set[str]:
        """Return the names of all tables except the version table and the work queue."""
        return {row["table_name"] for row in await self.fetch_all(migrate.TABLES)} - {
            migrate.TABLE,
            work_queue.TABLE,
        }

    def owned_filter(self, guild: str = "guild") -> tuple[str, Sequence[int]]:
        """Return the condition for matches of our shards; it matches nothing without a shard."""
        if self.members is None:
            return super().owned_filter(guild)
        held = self.members.held
        return f"({guild} >> 22) % ? IN ({', '.join('?' * len(held)) or 'NULL'})", (
            self.members.count,
            *held,
        )

    async def held(self, sql: str, args: Sequence[Any] = ()) -> list[database.Row]:
        """Return all rows of a query on the connection that holds our locks."""
        async with self._turn, self._meaning() as conn:
            return list(await ConnectionAdapter(conn).execute_fetchall(sql, args))

    async def listen(self, hear: Callable[[str], None]) -> None:
        """Pass later notifications of other processes to `hear`, also after a reconnect."""
        self._hear = hear
        async with self._turn, self._meaning() as conn:
            await self._listen(conn)

    async def notify(self, what: str) -> None:
        """Send a notification; a process without a connection at this moment misses it."""
        await self.held(NOTIFY, (what,))

    async def _listen(self, conn: asyncpg.Connection) -> None:
        if (hear := self._hear) is not None:
            mine = conn.get_server_pid()

            def heard(_conn: object, pid: int, _channel: str, what: object) -> None:
                if pid != mine:
                    hear(str(what))

            await conn.add_listener(await conn.fetchval(CHANNEL), heard)

    async def _link(self) -> asyncpg.Connection:
        """Return the writing connection. Raises `StorageUnavailableError` if there is none."""
        if self._conn.is_closed():
            await self._made(self._anew)
        return self._conn

    async def _made(self, make: Callable[[], Awaitable[T]]) -> T:
        """Run `make`, unless the last attempt failed a moment ago.

        Raises `StorageUnavailableError`.
        """
        if time.monotonic() < self._again:
            raise StorageUnavailableError("the server is away")
        try:
            return await make()
        except (StoreOpenError, *ERRORS) as error:
            self._again = time.monotonic() + UNREACHABLE_RETRY_S
            raise log_write_failure(error) from error

    async def _anew(self) -> None:
        """Reconnect. Raises `StoreOpenError`, or one of `ERRORS`."""
        self._conn = await self._hold(self._url)
        self.made += 1
        await self._listen(self._conn)
        if self._hear is not None:
            self._hear("")  # the listener then checks what it has missed

    @asynccontextmanager
    async def _meaning(self) -> AsyncIterator[asyncpg.Connection]:
        """Hold the writing connection and translate its errors to those of the port."""
        conn = await self._link()
        try:
            yield conn
        except ERRORS as error:
            raise _meant(error, conn) from error

    @asynccontextmanager
    async def _looking(self) -> AsyncIterator[ConnectionAdapter]:
        reader = await self._free.get()
        try:
            conn = reader.conn
            if conn is None or conn.is_closed():
                conn = reader.conn = await self._made(lambda: open_link(self._url))
            try:
                yield ConnectionAdapter(conn)
            except ERRORS as error:
                raise _meant(error, conn) from error
        finally:
            self._free.put_nowait(reader)

    async def _transaction(self, work: database.Work[T]) -> T:
        return await self._tried(lambda conn: self._once(conn, work))

    async def _statement(self, sql: str, args: Sequence[Any]) -> int:
        """Execute the statement without BEGIN and COMMIT, in one round trip.

        A statement whose answer is lost runs again.
        """
        return (await self._tried(lambda conn: ConnectionAdapter(conn).execute(sql, args))).rowcount

    async def _tried(self, what: Callable[[asyncpg.Connection], Awaitable[T]]) -> T:
        for tried in range(1, TRIES + 1):
            conn = await self._link()
            try:
                return await what(conn)
            except ERRORS as error:
                # on a unique violation the retry finds the row of the other
                # process and raises our own error
                again = sqlstate(error) in (*AGAIN, TAKEN) or is_connection_lost(error)
                if not again or tried == TRIES:
                    raise _meant(error, conn) from error
                log.info("retrying a transaction: %s", explain(error))
                if is_connection_lost(error):
                    conn.terminate()
            await asyncio.sleep(PAUSE * 2**tried * random.random())
        raise AssertionError

    async def _once(self, conn: asyncpg.Connection, work: database.Work[T]) -> T:
        """Run and commit the transaction; after a lost connection, check whether it was committed."""
        await conn.execute(BEGIN)
        try:
            result = await work(ConnectionAdapter(conn))
            number: str | None = await conn.fetchval(OURS)
        except BaseException as error:
            if not conn.is_closed() and not is_connection_lost(error):
                await conn.execute("ROLLBACK")
            raise
        try:
            if (
                await conn.execute("COMMIT") != "COMMIT"
            ):  # a statement had failed and `work` swallowed the error
                raise asyncpg.InFailedSQLTransactionError("nothing was committed")
        except ERRORS as error:
            if not is_connection_lost(error):
                raise
            conn.terminate()
            if number is not None and not await self._stands(number):
                raise
        return result

    async def _stands(self, number: str) -> bool:
        """Return whether a transaction was committed although the server's answer was lost.

        Raises `StorageUnavailableError` if the server does not tell within
        `STATEMENT_TIMEOUT_S`.
        """
        until = time.monotonic() + STATEMENT_TIMEOUT_S
        while True:
            try:
                await self._anew()  # succeeds once the server has ended the old connection
                ended = await self._conn.fetchval(ENDED, number)
                if ended != "in progress":
                    return bool(ended == "committed")
            except (StoreOpenError, *ERRORS) as error:
                if time.monotonic() > until:
                    raise log_write_failure(error) from error
            await asyncio.sleep(PAUSE * 10)

    async def _close(self) -> None:
        for conn in (
            *(reader.conn for reader in self._readers if reader.conn is not None),
            self._conn,
        ):
            try:
                await conn.close(timeout=STATEMENT_TIMEOUT_S)
            except ERRORS:
                conn.terminate()


def _meant(error: BaseException, conn: asyncpg.Connection) -> BaseException:
    """Return the port's error for an error of a connection; `error` itself if it is a bug."""
    if sqlstate(error).startswith(DAMAGED):
        return log_corruption("the database")
    if is_connection_lost(error):
        conn.terminate()
    if is_connection_lost(error) or sqlstate(error).startswith((*UNWRITABLE, *AGAIN)):
        return log_write_failure(RuntimeError(explain(error)))
    return error


class SnapshotDatabase(Database):
    """Read-only snapshot of a database, even while a bot writes to it."""

    async def _link(self) -> asyncpg.Connection:
        return self._conn

    @asynccontextmanager
    async def _looking(self) -> AsyncIterator[ConnectionAdapter]:
        async with self._turn, self._meaning() as conn:
            yield ConnectionAdapter(conn)

    async def _tried(self, _what: Callable[[asyncpg.Connection], Awaitable[T]]) -> T:
        raise StorageUnavailableError("it is only looked at")


async def connect(url: str, migrations: Path = FOLDER, *, shared: bool = False) -> Database:
    """Open and migrate the database at a URL, for this process alone or `shared` with others.

    Raises `StoreOpenError`, also if other processes use the database and its schema is not
    ours.
    """

    async def ready(conn: asyncpg.Connection, alone: bool = True) -> None:
        await (migrate.prepare if alone else migrate.examine)(conn, url, migrations)
        if shared:
            await work_queue.prepare(conn)

    if shared:
        return Database(url, await share(url, ready), shared=True)
    conn = await hold(url)
    try:
        await ready(conn)
    except BaseException:
        conn.terminate()
        raise
    return Database(url, conn)


async def look(url: str, migrations: Path = FOLDER) -> SnapshotDatabase:
    """Return a read-only snapshot of a database with our schema; a bot may be using it.

    Raises `StoreOpenError`.
    """
    conn = await open_link(url)
    try:
        await migrate.examine(conn, url, migrations)
        await conn.execute(LOOK)
    except BaseException:
        conn.terminate()
        raise
    return SnapshotDatabase(url, conn)
