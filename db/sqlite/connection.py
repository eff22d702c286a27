"""SQLite implementation of the database: file lock, checks before opening, transactions."""

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
)  # at DEBUG it would log every position and seed
_MAGIC = b"SQLite format 3\0"
# bytes; a file up to this size is checked whole at the start (0.5 s of CPU). Damage in a larger
# one is found by the backup a minute later, which is checked whole, or when it is read.
LARGEST = 512 * 1024 * 1024


class FileLock:
    """Lock file beside the database: one bot process at a time."""

    def __init__(self, path: Path) -> None:
        """Take the lock.

        Raises `StoreLockedError` if another process has it, and `StoreReadOnlyError` if the
        folder is not writable.
        """
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            held = file_lock.take(_lock_of(path))
        except OSError as error:
            raise StoreReadOnlyError(path) from error
        if held is None:
            raise StoreLockedError(path)
        self._fd = held

    def release(self) -> None:
        """Release the lock."""
        os.close(self._fd)


def is_locked(path: Path) -> bool:
    """Return whether a bot uses the database; does not create a lock file."""
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
    """Database file with a writing connection, a reading one, and one for `quick` queries.

    The first two have a thread each. A reader sees what was committed when it began (SQLite's
    docs: Write-Ahead Logging, 2.2).
    """

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
        """Return the rows of a short query, executed on the calling thread.

        Frequent pages are in the page cache: the query takes some 50 µs. The reader thread of a
        busy process would wait milliseconds for the interpreter after each row.
        """
        try:
            return self._here.execute(sql, args).fetchall()
        except sqlite3.DatabaseError as error:
            if code(error) != sqlite3.SQLITE_BUSY:
                raise (_damage(error) or error) from error
        return await self.fetch_all(sql, args)  # another program holds the file: wait in a thread

    async def execute_lazily(self, sql: str, args: Sequence[Any] = ()) -> None:
        """Execute a statement on the calling thread, without waiting for the disk.

        The WAL is synced with the next durable commit.
        """
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
        """Return the names of all tables."""
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
            ).rowcount  # one round trip to the thread instead of three
        except sqlite3.Error as error:
            if known := _meant(error):
                raise known from error
            raise

    async def _close(self) -> None:
        self._here.close()
        for conn in (
            self._reader,
            self._conn,
        ):  # the last one checkpoints the WAL
            await conn.close()
        self._lock.release()


def _meant(error: BaseException) -> Exception | None:
    """Return the port's error for an error in writing; None if it is a bug."""
    if isinstance(error, sqlite3.OperationalError) and code(error) in UNWRITABLE:
        return log_write_failure(error)
    return _damage(error) if isinstance(error, sqlite3.DatabaseError) else None


def _damage(error: sqlite3.DatabaseError) -> CorruptDataError | None:
    """Return `CorruptDataError` if SQLite reports damage or a text is not UTF-8, else None.

    Python's module reports the bad text without an error code.
    """
    unreadable = (
        isinstance(error, sqlite3.OperationalError) and not code(error) and "UTF-8" in str(error)
    )
    if not unreadable and code(error) != sqlite3.SQLITE_CORRUPT:
        return None
    return log_corruption("the database, or a text in it,")


async def connect(path: Path, migrations: Path = FOLDER) -> Database:
    """Open the database in `path`; create or migrate it if needed. Raises `StoreOpenError`."""
    held = await asyncio.to_thread(FileLock, path)
    try:
        await asyncio.to_thread(prepare, path, migrations)
        conn, reader = await _open(path), await _open(path)
        here = sqlite3.connect(path, isolation_level=None, timeout=0)
        here.row_factory = sqlite3.Row
        # the event loop must not wait for the disk: the writing connection checkpoints
        # the WAL
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
            )  # an unfetched row would keep the snapshot open
    except sqlite3.DatabaseError as error:
        await conn.close()
        raise (refusal(path, error) or error) from error
    return conn


def prepare(path: Path, migrations: Path = FOLDER) -> None:
    """Check the file and migrate it.

    Raises `StoreOpenError`; the file is then unchanged.
    """
    try:
        _check(path, migrations)
        migrate(path, migrations)
    except sqlite3.DatabaseError as error:
        if reason := refusal(path, error):
            raise reason from error
        raise
    except UnicodeDecodeError as error:  # SQLite's error text quotes the damaged text
        raise StoreCorruptError(path) from error
    except OSError as error:
        raise StoreReadOnlyError(path) from error


def _check(path: Path, migrations: Path) -> None:
    """Raise `StoreOpenError` for a file that is foreign, newer, damaged or read-only."""
    if not path.exists() or not path.stat().st_size:
        return
    if not os.access(path, os.W_OK):
        raise StoreReadOnlyError(path)
    if path.with_name(
        f"{path.name}-journal"
    ).exists():  # power failure during a migration, perhaps the first
        with closing(sqlite3.connect(path, isolation_level=None, timeout=1)) as conn:
            conn.execute("PRAGMA schema_version").fetchone()
        if not path.stat().st_size:
            return
    _examine(path, migrations, whole=path.stat().st_size <= LARGEST)


def examine(path: Path, migrations: Path = FOLDER) -> int:
    """Return the number of the last migration of a file that no bot uses.

    Raises `StoreOpenError` if the file is missing, foreign, newer or damaged.
    """
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
    """Check a whole file, even while a bot uses it.

    Returns the number of its last migration and the number of running matches. Raises
    `StoreOpenError`.
    """
    have = examine(path)
    if _ask(path, "PRAGMA integrity_check(1)")[0] != "ok":
        raise StoreCorruptError(path)
    return have, _ask(path, "SELECT COUNT(*) FROM matches WHERE status = 'running'")[0]


def last_heartbeat(path: Path) -> float | None:
    """Return when a bot last ran on a file (unix seconds), None if unknown.

    Raises `StoreOpenError`.
    """
    if not _ask(path, "SELECT COUNT(*) FROM sqlite_master WHERE name = 'pulse'")[
        0
    ]:  # missing in old files
        return None
    at: float | None = _ask(path, "SELECT MAX(at) FROM pulse")[0]
    return at


def application_of(path: Path) -> str:
    """Return the owner of a file; "" if it is not set. Raises `StoreOpenError`."""
    if not _ask(path, "SELECT COUNT(*) FROM sqlite_master WHERE name = 'meta'")[
        0
    ]:  # missing in old files
        return ""
    return str((_ask(path, "SELECT value FROM meta WHERE name = 'application'") or ("",))[0])


def count_tables(path: Path) -> int:
    """Return the number of matches in a file, of any status. Raises `StoreOpenError`."""
    return int(_ask(path, "SELECT COUNT(*) FROM matches")[0])


def _ask(path: Path, sql: str) -> Any:
    """Return the only row of a query. Raises `StoreOpenError`."""
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
