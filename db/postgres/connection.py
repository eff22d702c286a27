"""A PostgreSQL database as the store's port: over one connection, which writes and holds the locks of the process, and some that
read."""

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
TRIES = 6  # of a transaction that others, or a lost connection, have ended
UNREACHABLE_RETRY_S = 1.0  # seconds in which a server that is away is not asked again
PAUSE = 0.02  # seconds, times a chance, doubled each time
READERS = 3  # connections beside the one that writes
BEGIN = "BEGIN ISOLATION LEVEL SERIALIZABLE"
LOOK = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
OURS = "SELECT pg_current_xact_id_if_assigned()::text"
ENDED = "SELECT pg_xact_status($1::text::xid8)"
UNHURRIED = "(SELECT set_config('synchronous_commit', 'off', true)) = 'off'"  # this transaction's end, and no other's
NOTIFY = f"SELECT pg_notify(({CHANNEL}), ?)"


class Cursor(Struct, frozen=True):
    """What a statement has done."""

    rowcount: int


class ConnectionAdapter:
    """The connection as the repositories use it."""

    def __init__(self, conn: asyncpg.Connection) -> None:
        self._conn = conn

    async def execute(self, sql: str, parameters: Sequence[Any] = (), /) -> Cursor:
        """A statement whose rows nobody wants."""
        told = await self._conn.execute(statement(sql), *parameters)
        last = told.rpartition(" ")[2]
        return Cursor(int(last) if last.isdigit() else 0)

    async def executemany(self, sql: str, parameters: Iterable[Sequence[Any]], /) -> None:
        """The same statement with each of these arguments."""
        await self._conn.executemany(statement(sql), parameters)

    async def execute_fetchall(
        self, sql: str, parameters: Sequence[Any] = (), /
    ) -> Iterable[database.Row]:
        """All rows of a query."""
        found: list[database.Row] = await self._conn.fetch(statement(sql), *parameters)
        return found


class Reader:
    """A place for a connection that reads; made by who first needs it."""

    def __init__(self) -> None:
        self.conn: asyncpg.Connection | None = None


class Database(database.Database):
    """A database on a server. A connection that is lost is made anew by who next needs it (`made`: how often there was one that
    writes). `shared`: other processes of ours may use it, too."""

    def __init__(self, url: str, conn: asyncpg.Connection, *, shared: bool = False) -> None:
        super().__init__()
        self._url, self._conn, self._hold = url, conn, share if shared else hold
        self._again = 0.0  # before which nobody asks a server that is away (monotonic seconds)
        self._hear: Callable[[str], None] | None = None
        self._readers = [Reader() for _ in range(READERS)]
        self._free = asyncio.LifoQueue[Reader]()
        for reader in self._readers:
            self._free.put_nowait(reader)
        self.made = 1
        if shared:
            self.cluster = self.members = ClusterMembership(self)

    async def execute_lazily(self, sql: str, args: Sequence[Any] = ()) -> None:
        """As the port says: the server writes it to its disk within a second (its docs: Asynchronous Commit)."""
        await self.execute(f"{sql} AND {UNHURRIED}", args)

    async def tables(self) -> set[str]:
        """The names of all tables but the one that tells the version, and that of what processes ask of each other."""
        return {row["table_name"] for row in await self.fetch_all(migrate.TABLES)} - {
            migrate.TABLE,
            work_queue.TABLE,
        }

    def owned_filter(self, guild: str = "guild") -> tuple[str, Sequence[int]]:
        """As the port says; nothing while no shard is held."""
        if self.members is None:
            return super().owned_filter(guild)
        held = self.members.held
        return f"({guild} >> 22) % ? IN ({', '.join('?' * len(held)) or 'NULL'})", (
            self.members.count,
            *held,
        )

    async def held(self, sql: str, args: Sequence[Any] = ()) -> list[database.Row]:
        """All rows of a query on the connection that holds our locks."""
        async with self._turn, self._meaning() as conn:
            return list(await ConnectionAdapter(conn).execute_fetchall(sql, args))

    async def listen(self, hear: Callable[[str], None]) -> None:
        """`hear` what other processes `notify` from now on, over each connection."""
        self._hear = hear
        async with self._turn, self._meaning() as conn:
            await self._listen(conn)

    async def notify(self, what: str) -> None:
        """Tell the other processes; who has no connection just then does not hear it."""
        await self.held(NOTIFY, (what,))

    async def _listen(self, conn: asyncpg.Connection) -> None:
        if (hear := self._hear) is not None:
            mine = conn.get_server_pid()

            def heard(_conn: object, pid: int, _channel: str, what: object) -> None:
                if pid != mine:
                    hear(str(what))

            await conn.add_listener(await conn.fetchval(CHANNEL), heard)

    async def _link(self) -> asyncpg.Connection:
        """The connection that writes. Raises `StorageUnavailableError` while there can be none."""
        if self._conn.is_closed():
            await self._made(self._anew)
        return self._conn

    async def _made(self, make: Callable[[], Awaitable[T]]) -> T:
        """A connection that is made, unless there was none to be had a moment ago. Raises `StorageUnavailableError`."""
        if time.monotonic() < self._again:
            raise StorageUnavailableError("the server is away")
        try:
            return await make()
        except (StoreOpenError, *ERRORS) as error:
            self._again = time.monotonic() + UNREACHABLE_RETRY_S
            raise log_write_failure(error) from error

    async def _anew(self) -> None:
        """Another connection. Raises `StoreOpenError`, or what the server says."""
        self._conn = await self._hold(self._url)
        self.made += 1
        await self._listen(self._conn)
        if self._hear is not None:
            self._hear("")  # who listens looks what was lost

    @asynccontextmanager
    async def _meaning(self) -> AsyncIterator[asyncpg.Connection]:
        """The connection; what goes wrong on it is raised as what the host knows."""
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
        """By itself it is one way to the server and back; one whose answer was lost is done anew."""
        return (await self._tried(lambda conn: ConnectionAdapter(conn).execute(sql, args))).rowcount

    async def _tried(self, what: Callable[[asyncpg.Connection], Awaitable[T]]) -> T:
        for tried in range(1, TRIES + 1):
            conn = await self._link()
            try:
                return await what(conn)
            except ERRORS as error:
                # what another process has just written is found, and said in our words, the next time
                again = sqlstate(error) in (*AGAIN, TAKEN) or is_connection_lost(error)
                if not again or tried == TRIES:
                    raise _meant(error, conn) from error
                log.info("a transaction is done anew: %s", explain(error))
                if is_connection_lost(error):
                    conn.terminate()
            await asyncio.sleep(PAUSE * 2**tried * random.random())
        raise AssertionError

    async def _once(self, conn: asyncpg.Connection, work: database.Work[T]) -> T:
        """The transaction, and that it stands."""
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
            ):  # a statement had failed, and `work` has kept that to itself
                raise asyncpg.InFailedSQLTransactionError("nothing was committed")
        except ERRORS as error:
            if not is_connection_lost(error):
                raise
            conn.terminate()
            if number is not None and not await self._stands(number):
                raise
        return result

    async def _stands(self, number: str) -> bool:
        """Whether a transaction stands whose answer was lost. Raises `StorageUnavailableError`
        where nobody says so for half a minute."""
        until = time.monotonic() + STATEMENT_TIMEOUT_S
        while True:
            try:
                await self._anew()  # which ends when its old connection has
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
    """The error that the host knows for one of a connection; itself where it is our own mistake."""
    if sqlstate(error).startswith(DAMAGED):
        return log_corruption("the database")
    if is_connection_lost(error):
        conn.terminate()
    if is_connection_lost(error) or sqlstate(error).startswith((*UNWRITABLE, *AGAIN)):
        return log_write_failure(RuntimeError(explain(error)))
    return error


class SnapshotDatabase(Database):
    """The database as of one moment, beside a bot that writes to it: nothing can be changed here."""

    async def _link(self) -> asyncpg.Connection:
        return self._conn

    @asynccontextmanager
    async def _looking(self) -> AsyncIterator[ConnectionAdapter]:
        async with self._turn, self._meaning() as conn:
            yield ConnectionAdapter(conn)

    async def _tried(self, _what: Callable[[asyncpg.Connection], Awaitable[T]]) -> T:
        raise StorageUnavailableError("it is only looked at")


async def connect(url: str, migrations: Path = FOLDER, *, shared: bool = False) -> Database:
    """The database at this address, filled or migrated where needed; nobody else has it, or only others who share it. Raises
    `StoreOpenError`: also where others share it and it is not as new as we are."""

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
    """A moment of a database that is as new as we are, whoever uses it. Raises `StoreOpenError`."""
    conn = await open_link(url)
    try:
        await migrate.examine(conn, url, migrations)
        await conn.execute(LOOK)
    except BaseException:
        conn.terminate()
        raise
    return SnapshotDatabase(url, conn)
