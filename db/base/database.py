"""Interface of a database: queries, transactions and the errors that they raise.

The repositories in `db/tables` are written once, in SQL that both SQLite and PostgreSQL understand:
`?` or `?1` mark arguments, booleans are integers. `db/sqlite` and `db/postgres` implement the
interface.
"""

from __future__ import annotations

import asyncio
import time
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Iterator, Sequence
from typing import Any, Protocol, TypeVar

from app.runtime.cluster import Cluster, SharedCluster, SingleProcess

T = TypeVar("T")


class Row(Protocol):
    """Row of a query result; holds values by column name, by index and in order."""

    def __getitem__(self, key: Any, /) -> Any: ...

    def __iter__(self) -> Iterator[Any]: ...

    def keys(self) -> Iterable[str]:
        """Return the names of the columns in order."""


class Cursor(Protocol):
    """Result of a statement."""

    @property
    def rowcount(self) -> int:
        """Return the number of changed rows."""


class Connection(Protocol):
    """Connection for statements within one transaction or snapshot, as in `aiosqlite`."""

    async def execute(self, sql: str, parameters: Sequence[Any] = ..., /) -> Cursor:
        """Execute a statement and ignore its rows."""

    async def executemany(self, sql: str, parameters: Iterable[Sequence[Any]], /) -> Any:
        """Execute a statement once for each tuple of arguments."""

    async def execute_fetchall(self, sql: str, parameters: Sequence[Any] = ..., /) -> Iterable[Row]:
        """Return all rows of a query."""


def upsert(table: str, key: Sequence[str], others: Sequence[str]) -> str:
    """Return the SQL that inserts a row or, if a row with the `key` exists, updates it.

    `key` and `others` are names of columns. The statement takes the values of `key` first, then
    those of `others`.
    """
    names = [*key, *others]
    return (
        f"INSERT INTO {table} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})"  # noqa: S608 - names of our own
        f" ON CONFLICT ({', '.join(key)}) DO UPDATE SET {', '.join(f'{name} = excluded.{name}' for name in others)}"
    )


# Body of a transaction: gets a `Connection`. After a conflict or a lost connection it runs again.
TransactionBody = Callable[[Any], Awaitable[T]]


class Database(ABC):
    """Database with one connection that writes, and separate ones that only read.

    One task at a time uses the writing connection. A reader never waits for a writer, and sees only
    committed data.
    """

    def __init__(self) -> None:
        self._write_lock = asyncio.Lock()
        self._write_tasks: set[asyncio.Task[Any]] = set()
        self.commits = 0
        self.committed = 0.0  # time of the last commit (Unix seconds)
        self.cluster: Cluster = SingleProcess()
        # the same object if several processes may share the database
        self.shared_cluster: SharedCluster | None = None

    async def fetch_all(self, sql: str, args: Sequence[Any] = ()) -> list[Row]:
        """Return all rows of a query, read from one snapshot.

        Raises `CorruptDataError` for unreadable data.
        """
        async with self._read_connection() as conn:
            return list(await conn.execute_fetchall(sql, args))

    async def fetch_one(self, sql: str, args: Sequence[Any] = ()) -> Row | None:
        """Return the first row of a query, or None if there is no row."""
        rows = await self.fetch_all(sql, args)
        return rows[0] if rows else None

    async def fetch_fast(self, sql: str, args: Sequence[Any] = ()) -> list[Row]:
        """Return the rows of a short query, without a change of thread if possible.

        A query is short if it reads a few rows of one match or user, found by an index. The
        implementation may run it on the calling thread, if that costs less than a switch to another
        thread.
        """
        return await self.fetch_all(sql, args)

    async def transaction(self, body: TransactionBody[T]) -> T:
        """Run `body` in one transaction and return its result.

        A cancelled caller still waits for the end of the transaction, so that code that reads
        afterwards sees what was committed. Raises `StorageUnavailableError` if the disk is full or
        fails, and `CorruptDataError` if `body` reads damaged data.
        """
        return await self._run_to_end(self._with_write_lock(self._transaction_locked, body))

    async def execute(self, sql: str, args: Sequence[Any] = ()) -> int:
        """Execute one statement as a transaction; return the number of changed rows.

        The statement must be idempotent, because it may run twice. Cancellation and errors are
        handled as in `transaction`.
        """
        return await self._run_to_end(self._with_write_lock(self._execute_locked, sql, args))

    async def execute_lazily(self, sql: str, args: Sequence[Any] = ()) -> None:
        """Execute a statement, but do not wait until the change is on the disk.

        A power failure may lose the change. The statement must be idempotent and must end with a
        `WHERE` condition, because the PostgreSQL implementation appends a further condition.
        """
        await self.execute(sql, args)

    async def _run_to_end(self, work: Coroutine[Any, Any, T]) -> T:
        """Run `work` to its end, even if the caller is cancelled; return its result."""
        task = asyncio.ensure_future(work)
        self._write_tasks.add(task)
        task.add_done_callback(self._write_tasks.discard)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            await asyncio.wait({task})
            raise

    async def _with_write_lock(self, operation: Callable[..., Awaitable[T]], *args: Any) -> T:
        async with self._write_lock:
            result = await operation(*args)
            self.commits, self.committed = self.commits + 1, time.time()
            return result

    async def close(self) -> None:
        """Wait for open transactions, then close the database."""
        if self._write_tasks:
            await asyncio.wait(self._write_tasks)
        async with self._write_lock:
            await self._close()

    def owned_filter(self, guild: str = "guild") -> tuple[str, Sequence[int]]:
        """Return (SQL condition, its arguments) for the matches that this process serves.

        `guild` is the name of the column with the match's guild.
        """
        del guild
        return "TRUE", ()

    @abstractmethod
    async def tables(self) -> set[str]:
        """Return the names of all tables that hold data."""

    @abstractmethod
    def _read_connection(self) -> Any:
        """Return an async context manager that yields a connection for reading.

        The context manager raises the errors of `fetch_all`.
        """

    @abstractmethod
    async def _transaction_locked(self, body: TransactionBody[T]) -> T:
        """Run `body` in one transaction and return its result; the caller holds the write lock."""

    @abstractmethod
    async def _execute_locked(self, sql: str, args: Sequence[Any]) -> int:
        """Execute one statement as its own transaction; return the number of changed rows.

        The caller holds the write lock.
        """

    @abstractmethod
    async def _close(self) -> None:
        """Close all connections."""
