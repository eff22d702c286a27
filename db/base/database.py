"""What the store asks of a database, whichever it is: queries, transactions, and the errors that they may raise.

The repositories are written once, in the SQL that SQLite and PostgreSQL both know: `?` or `?1` stand for arguments, integers for
truths. `db/sqlite` and `db/postgres` each are one such database.
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
    """A row of a query: its values by name, by place, and in order."""

    def __getitem__(self, key: Any, /) -> Any: ...

    def __iter__(self) -> Iterator[Any]: ...


class Cursor(Protocol):
    """What a statement has done."""

    @property
    def rowcount(self) -> int:
        """How many rows it has changed."""


class Connection(Protocol):
    """Statements one after the other, inside a transaction or a look at one moment (as `aiosqlite` has them)."""

    async def execute(self, sql: str, parameters: Sequence[Any] = ..., /) -> Cursor:
        """A statement whose rows nobody wants."""

    async def executemany(self, sql: str, parameters: Iterable[Sequence[Any]], /) -> Any:
        """The same statement with each of these arguments."""

    async def execute_fetchall(self, sql: str, parameters: Sequence[Any] = ..., /) -> Iterable[Row]:
        """All rows of a query."""


def upsert(table: str, key: Sequence[str], others: Sequence[str]) -> str:
    """The statement that writes a row, the `key` and then the `others` given, in place of one with this key."""
    names = [*key, *others]
    return (
        f"INSERT INTO {table} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})"  # noqa: S608 - names of our own
        f" ON CONFLICT ({', '.join(key)}) DO UPDATE SET {', '.join(f'{name} = excluded.{name}' for name in others)}"
    )


Work = Callable[
    [Any], Awaitable[T]
]  # what is done with a `Connection`; it may be done again, from the start


class Database(ABC):
    """One connection that writes, for one task at a time, and others that read beside it: nobody waits for another's disk, and
    nobody reads what is not committed."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._writing: set[asyncio.Task[Any]] = set()
        self.commits = 0
        self.committed = 0.0  # when the last one was (unix seconds)
        self.cluster: Cluster = SingleProcess()
        self.members: SharedCluster | None = None  # the same, where there may be several processes

    async def fetch_all(self, sql: str, args: Sequence[Any] = ()) -> list[Row]:
        """All rows of a query, which sees one moment. Raises `CorruptDataError` for what can't be read."""
        async with self._looking() as conn:
            return list(await conn.execute_fetchall(sql, args))

    async def fetch_one(self, sql: str, args: Sequence[Any] = ()) -> Row | None:
        """The first row of a query, if there is one."""
        found = await self.fetch_all(sql, args)
        return found[0] if found else None

    async def fetch_fast(self, sql: str, args: Sequence[Any] = ()) -> list[Row]:
        """`rows` of a query that finds a few of one table or person by an index: where that costs less than a way to another
        thread, it is done at once."""
        return await self.fetch_all(sql, args)

    async def transaction(self, work: Work[T]) -> T:
        """`work` in one transaction, whole or not at all. A cancelled caller leaves when it has ended: whoever comes next to what
        they were at sees what was committed.

        Raises `StorageUnavailableError` when there is no room, or the disk fails;
        `CorruptDataError` when what it reads is no good.
        """
        return await self._whole(self._write(self._transaction, work))

    async def execute(self, sql: str, args: Sequence[Any] = ()) -> int:
        """One statement, a transaction by itself, that may be done twice with no other end; how many rows it has changed. As
        `write` in all else."""
        return await self._whole(self._write(self._statement, sql, args))

    async def execute_lazily(self, sql: str, args: Sequence[Any] = ()) -> None:
        """`change` of what is no loss when the power goes, and is not waited for until it is on the disk. The statement ends with
        a condition."""
        await self.execute(sql, args)

    async def _whole(self, writing: Coroutine[Any, Any, T]) -> T:
        """To its end, though the caller is cancelled."""
        task = asyncio.ensure_future(writing)
        self._writing.add(task)
        task.add_done_callback(self._writing.discard)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            await asyncio.wait({task})
            raise

    async def _write(self, how: Callable[..., Awaitable[T]], *what: Any) -> T:
        async with self._turn:
            result = await how(*what)
            self.commits, self.committed = self.commits + 1, time.time()
            return result

    async def close(self) -> None:
        """Wait for transactions under way, then let the database go."""
        if self._writing:
            await asyncio.wait(self._writing)
        async with self._turn:
            await self._close()

    def owned_filter(self, guild: str = "guild") -> tuple[str, Sequence[int]]:
        """Which matches, by the column of their server, this process sees to: a condition, and its arguments."""
        del guild
        return "TRUE", ()

    @abstractmethod
    async def tables(self) -> set[str]:
        """The names of all tables in which something is stored."""

    @abstractmethod
    def _looking(self) -> Any:
        """A connection for reading (an asynchronous context); raises what `rows` raises."""

    @abstractmethod
    async def _transaction(self, work: Work[T]) -> T:
        """What `write` does when it is its turn."""

    @abstractmethod
    async def _statement(self, sql: str, args: Sequence[Any]) -> int:
        """What `change` does when it is its turn."""

    @abstractmethod
    async def _close(self) -> None:
        """Let go."""
