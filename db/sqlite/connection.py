"""The file and its one connection: the lock, the checks before opening, transactions."""

from __future__ import annotations

import asyncio
import logging
import os
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any, TypeVar

import aiosqlite

from app.ports.store import CorruptDataError
from db.base import database
from db.base.errors import (
    NotADatabaseError,
    SchemaTooNewError,
    StoreCorruptError,
    StoreLockedError,
    StoreNotFoundError,
    StoreReadOnlyError,
    log_corruption,
    log_write_failure,
)
from db.base.migrations import FOLDER, steps
from db.base.url import APPLICATION_ID
from db.sqlite import file_lock
from db.sqlite.backups import open_read_only
from db.sqlite.error_codes import UNWRITABLE, code, refusal
from db.sqlite.migrate import migrate, version

T = TypeVar("T")
logging.getLogger("aiosqlite").setLevel(
    logging.WARNING
)  # at DEBUG it would write every position and seed into the log
_MAGIC = b"SQLite format 3\0"
# bytes of a file that a start reads whole, half a second of the processor; what is wrong with a larger one is found by
# the backup a minute later, which is read whole, or where it is met
LARGEST = 512 * 1024 * 1024


class FileLock:
    """A file beside the database that is held: one bot at a time."""

    def __init__(self, path: Path) -> None:
        """Raises `StoreLockedError` when another process has it, `StoreReadOnlyError` when the folder can't be written."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            held = file_lock.take(_lock_of(path))
        except OSError as error:
            raise StoreReadOnlyError(path) from error
        if held is None:
            raise StoreLockedError(path)
        self._fd = held

    def release(self) -> None:
        """Let go: another process may take it from now on."""
        os.close(self._fd)


def is_locked(path: Path) -> bool:
    """Whether a bot has the database; nothing is written where none ever had."""
    if not _lock_of(path).exists():
        return False
    try:
        FileLock(path).release()
    except StoreLockedError:
        return True
    return False


def _lock_of(path: Path) -> Path:
    return path.with_name(f"{path.name}.lock")


class Database(database.Database):
    """A file, over a connection that writes, one that reads beside it, and one for what is `quick`, each but the last in a thread
    of its own. Who reads sees what was committed when they began (SQLite's docs: Write-Ahead Logging, 2.2)."""

    def __init__(
        self,
        conn: aiosqlite.Connection,
        reader: aiosqlite.Connection,
        here: sqlite3.Connection,
        held: FileLock,
    ) -> None:
        super().__init__()
        self._conn, self._reader, self._here, self._lock = conn, reader, here, held

    async def fetch_fast(self, sql: str, args: Sequence[Any] = ()) -> list[database.Row]:
        """As the port says. Pages that are wanted often are in the system's memory: some 50 µs, where the thread of a busy
        program's other connection takes milliseconds to get the interpreter back after each row."""
        try:
            return self._here.execute(sql, args).fetchall()
        except sqlite3.DatabaseError as error:
            if code(error) != sqlite3.SQLITE_BUSY:
                raise (_damage(error) or error) from error
        return await self.fetch_all(
            sql, args
        )  # another program holds the file: a thread waits for it

    async def execute_lazily(self, sql: str, args: Sequence[Any] = ()) -> None:
        """As the port says, and as `quick`: what is written into the log of writes goes to the disk with what is next written
        for good."""
        try:
            async with self._turn:
                self._here.execute(sql, args)
        except sqlite3.DatabaseError as error:
            if code(error) != sqlite3.SQLITE_BUSY:
                if known := _meant(error):
                    raise known from error
                raise
            await self.execute(sql, args)

    async def tables(self) -> set[str]:
        """The names of all tables."""
        return {
            row["name"]
            for row in await self.fetch_all("SELECT name FROM sqlite_master WHERE type = 'table'")
        }

    @asynccontextmanager
    async def _looking(self) -> AsyncIterator[aiosqlite.Connection]:
        try:
            yield self._reader
        except sqlite3.DatabaseError as error:
            raise (_damage(error) or error) from error

    async def _transaction(self, work: database.Work[T]) -> T:
        try:
            await self._conn.execute("BEGIN IMMEDIATE")
            result = await work(self._conn)
            await self._conn.execute("COMMIT")
        except BaseException as error:
            if self._conn.in_transaction:
                await self._conn.execute("ROLLBACK")
            if known := _meant(error):
                raise known from error
            raise
        return result

    async def _statement(self, sql: str, args: Sequence[Any]) -> int:
        try:
            return (
                await self._conn.execute(sql, args)
            ).rowcount  # one way to the thread and back instead of three
        except sqlite3.Error as error:
            if known := _meant(error):
                raise known from error
            raise

    async def _close(self) -> None:
        self._here.close()
        for conn in (
            self._reader,
            self._conn,
        ):  # the last one takes the log of writes into the file
            await conn.close()
        self._lock.release()


def _meant(error: BaseException) -> Exception | None:
    """The error that the host knows for one in writing; None for our own mistakes."""
    if isinstance(error, sqlite3.OperationalError) and code(error) in UNWRITABLE:
        return log_write_failure(error)
    return _damage(error) if isinstance(error, sqlite3.DatabaseError) else None


def _damage(error: sqlite3.DatabaseError) -> CorruptDataError | None:
    """`CorruptDataError` for what SQLite can't follow, and for a text that is none (Python's
    module finds that, without a code)."""
    unreadable = (
        isinstance(error, sqlite3.OperationalError) and not code(error) and "UTF-8" in str(error)
    )
    if not unreadable and code(error) != sqlite3.SQLITE_CORRUPT:
        return None
    return log_corruption("the database, or a text in it,")


async def connect(path: Path, migrations: Path = FOLDER) -> Database:
    """The database in `path`, made or migrated where needed. Raises `Refused`."""
    held = await asyncio.to_thread(FileLock, path)
    try:
        await asyncio.to_thread(prepare, path, migrations)
        conn, reader = await _open(path), await _open(path)
        here = sqlite3.connect(path, isolation_level=None, timeout=0)
        here.row_factory = sqlite3.Row
        # on this thread nobody waits for the disk: the log of writes is taken into the file by the one that writes
        for pragma in ("synchronous = NORMAL", "wal_autocheckpoint = 0", "foreign_keys = ON"):
            here.execute(f"PRAGMA {pragma}").fetchall()
        return Database(conn, reader, here, held)
    except BaseException:
        held.release()
        raise


async def _open(path: Path) -> aiosqlite.Connection:
    conn = await aiosqlite.connect(path, isolation_level=None)
    conn.row_factory = sqlite3.Row
    try:
        for pragma in (
            "journal_mode = WAL",
            "synchronous = FULL",
            "foreign_keys = ON",
            "busy_timeout = 5000",
        ):
            await conn.execute_fetchall(
                f"PRAGMA {pragma}"
            )  # a row that nobody takes would keep this moment's pages in sight
    except sqlite3.DatabaseError as error:
        await conn.close()
        raise (refusal(path, error) or error) from error
    return conn


def prepare(path: Path, migrations: Path = FOLDER) -> None:
    """Check the file and migrate it. Raises `Refused`; the file of a refusal is left as it was."""
    try:
        _check(path, migrations)
        migrate(path, migrations)
    except sqlite3.DatabaseError as error:
        if reason := refusal(path, error):
            raise reason from error
        raise
    except UnicodeDecodeError as error:  # SQLite's own words, which name what is damaged
        raise StoreCorruptError(path) from error
    except OSError as error:
        raise StoreReadOnlyError(path) from error


def _check(path: Path, migrations: Path) -> None:
    """Raise `Refused` for a file that is not ours, newer, damaged or read-only."""
    if not path.exists() or not path.stat().st_size:
        return
    if not os.access(path, os.W_OK):
        raise StoreReadOnlyError(path)
    if path.with_name(
        f"{path.name}-journal"
    ).exists():  # the power went in a migration, perhaps the very first
        with closing(sqlite3.connect(path, isolation_level=None, timeout=1)) as conn:
            conn.execute("PRAGMA schema_version").fetchone()
        if not path.stat().st_size:
            return
    _examine(path, migrations, whole=path.stat().st_size <= LARGEST)


def examine(path: Path, migrations: Path = FOLDER) -> int:
    """The number of a file's last migration, of one that nobody uses. Raises `Refused` when it is missing, not ours, newer or
    damaged."""
    try:
        return _examine(path, migrations)
    except sqlite3.DatabaseError as error:
        raise (refusal(path, error) or error) from error
    except UnicodeDecodeError as error:
        raise StoreCorruptError(path) from error
    except FileNotFoundError as error:
        raise StoreNotFoundError(path) from error
    except OSError as error:
        raise NotADatabaseError(path) from error


def check_integrity(path: Path) -> tuple[int, int]:
    """All of a file, beside a bot that uses it: the number of its last migration and its running tables. Raises `Refused`."""
    have = examine(path)
    if _ask(path, "PRAGMA integrity_check(1)")[0] != "ok":
        raise StoreCorruptError(path)
    return have, _ask(path, "SELECT COUNT(*) FROM matches WHERE status = 'running'")[0]


def last_heartbeat(path: Path) -> float | None:
    """When a bot last ran on a file (unix seconds); None when it does not say. Raises `Refused`."""
    if not _ask(path, "SELECT COUNT(*) FROM sqlite_master WHERE name = 'pulse'")[
        0
    ]:  # old ones have none
        return None
    at: float | None = _ask(path, "SELECT MAX(at) FROM pulse")[0]
    return at


def application_of(path: Path) -> str:
    """Return whose tables a file holds; "" where it does not say. Raises `Refused`."""
    if not _ask(path, "SELECT COUNT(*) FROM sqlite_master WHERE name = 'meta'")[
        0
    ]:  # old ones have none
        return ""
    return str((_ask(path, "SELECT value FROM meta WHERE name = 'application'") or ("",))[0])


def count_tables(path: Path) -> int:
    """Return how many tables a file holds, of any status. Raises `Refused`."""
    return int(_ask(path, "SELECT COUNT(*) FROM matches")[0])


def _ask(path: Path, sql: str) -> Any:
    """The one row of a query. Raises `Refused`."""
    try:
        with closing(open_read_only(path)) as conn:
            return conn.execute(sql).fetchone()
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        reason = refusal(path, error) if isinstance(error, sqlite3.DatabaseError) else None
        raise (reason or StoreCorruptError(path)) from error


def _examine(path: Path, migrations: Path, *, whole: bool = True) -> int:
    with path.open("rb") as file:
        if file.read(len(_MAGIC)) != _MAGIC:
            raise NotADatabaseError(path)
    newest = max((number for number, _ in steps(migrations)), default=0)
    with closing(sqlite3.connect(path, isolation_level=None, timeout=1)) as conn:
        if conn.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
            raise NotADatabaseError(path)
        if (have := version(conn)) > newest:
            raise SchemaTooNewError(path, have=have, newest=newest)
        if whole and conn.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
            raise StoreCorruptError(path)
    return have
