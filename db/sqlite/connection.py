"""SQLite implementation of the database: file lock, checks before opening, transactions.

`connect` opens a file for the bot. `examine`, `check_integrity` and the functions after it read a
file for the command line.
"""

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

from app.ports.errors import CorruptDataError
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
from db.base.migrations import FOLDER, list_migrations
from db.base.url import APPLICATION_ID
from db.sqlite import file_lock
from db.sqlite.backups import open_read_only
from db.sqlite.error_codes import UNWRITABLE, code, open_error_for
from db.sqlite.migrate import migrate, version

T = TypeVar("T")
# at DEBUG it would log every position and seed
logging.getLogger("aiosqlite").setLevel(logging.WARNING)
_MAGIC = b"SQLite format 3\0"
# A file up to this size is checked completely at the start (0.5 s of CPU). Damage in a larger file
# is found by the integrity check of the backup a minute later, or when the data is read.
FULL_CHECK_MAX_BYTES = 512 * 1024 * 1024


class FileLock:
    """Lock file beside the database: one bot process at a time."""

    def __init__(self, path: Path) -> None:
        """Take the lock.

        Raises `StoreLockedError` if another process has it, and `StoreReadOnlyError` if the
        folder is not writable.
        """
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            fd = file_lock.try_lock(_lock_path(path))
        except OSError as error:
            raise StoreReadOnlyError(path) from error
        if fd is None:
            raise StoreLockedError(path)
        self._fd = fd

    def release(self) -> None:
        """Release the lock."""
        os.close(self._fd)


def is_locked(path: Path) -> bool:
    """Return whether a bot uses the database; does not create a lock file."""
    if not _lock_path(path).exists():
        return False
    try:
        FileLock(path).release()
    except StoreLockedError:
        return True
    return False


def _lock_path(path: Path) -> Path:
    return path.with_name(f"{path.name}.lock")


class Database(database.Database):
    """Database file with three connections: for writing, for reading and for short statements.

    The first two have a thread each; the third runs on the calling thread. A reader sees what was
    committed when its query began (SQLite's docs: Write-Ahead Logging, 2.2).
    """

    def __init__(
        self,
        conn: aiosqlite.Connection,
        reader: aiosqlite.Connection,
        local_conn: sqlite3.Connection,
        lock: FileLock,
    ) -> None:
        super().__init__()
        self._conn, self._reader, self._local_conn, self._lock = conn, reader, local_conn, lock

    async def fetch_fast(self, sql: str, args: Sequence[Any] = ()) -> list[database.Row]:
        """Return the rows of a short query, executed on the calling thread.

        The database pages of the query are usually cached, so it takes about 50 µs. In a busy
        process, the reader thread would wait milliseconds for the GIL after each row.
        """
        try:
            return self._local_conn.execute(sql, args).fetchall()
        except sqlite3.DatabaseError as error:
            if code(error) != sqlite3.SQLITE_BUSY:
                raise (_damage_error(error) or error) from error
        # another program has locked the file: wait in the reader thread
        return await self.fetch_all(sql, args)

    async def execute_lazily(self, sql: str, args: Sequence[Any] = ()) -> None:
        """Execute a statement on the calling thread, without waiting for the disk.

        The WAL is synced with the next durable commit.
        """
        try:
            async with self._write_lock:
                self._local_conn.execute(sql, args)
        except sqlite3.DatabaseError as error:
            if code(error) != sqlite3.SQLITE_BUSY:
                if known_error := _translate_error(error):
                    raise known_error from error
                raise
            await self.execute(sql, args)

    async def tables(self) -> set[str]:
        """Return the names of all tables."""
        return {
            row["name"]
            for row in await self.fetch_all("SELECT name FROM sqlite_master WHERE type = 'table'")
        }

    @asynccontextmanager
    async def _read_connection(self) -> AsyncIterator[aiosqlite.Connection]:
        try:
            yield self._reader
        except sqlite3.DatabaseError as error:
            raise (_damage_error(error) or error) from error

    async def _transaction_locked(self, body: database.TransactionBody[T]) -> T:
        try:
            await self._conn.execute("BEGIN IMMEDIATE")
            result = await body(self._conn)
            await self._conn.execute("COMMIT")
        except BaseException as error:
            if self._conn.in_transaction:
                await self._conn.execute("ROLLBACK")
            if known_error := _translate_error(error):
                raise known_error from error
            raise
        return result

    async def _execute_locked(self, sql: str, args: Sequence[Any]) -> int:
        try:
            # without BEGIN and COMMIT: one round trip to the thread instead of three
            return (await self._conn.execute(sql, args)).rowcount
        except sqlite3.Error as error:
            if known_error := _translate_error(error):
                raise known_error from error
            raise

    async def _close(self) -> None:
        self._local_conn.close()
        await self._reader.close()
        await self._conn.close()  # last, because the writing connection checkpoints the WAL
        self._lock.release()


def _translate_error(error: BaseException) -> Exception | None:
    """Return the error of `app.ports.errors` that `error` means.

    None for any other error, such as a bug.
    """
    if isinstance(error, sqlite3.OperationalError) and code(error) in UNWRITABLE:
        return log_write_failure(error)
    return _damage_error(error) if isinstance(error, sqlite3.DatabaseError) else None


def _damage_error(error: sqlite3.DatabaseError) -> CorruptDataError | None:
    """Return `CorruptDataError` and log the damage if the file is damaged, else None.

    The file is damaged if SQLite reports it or if a text is not UTF-8. For such a text, Python's
    module `sqlite3` raises an error without an SQLite code.
    """
    unreadable = (
        isinstance(error, sqlite3.OperationalError) and not code(error) and "UTF-8" in str(error)
    )
    if not unreadable and code(error) != sqlite3.SQLITE_CORRUPT:
        return None
    return log_corruption("the database, or a text in it,")


async def connect(path: Path, migrations: Path = FOLDER) -> Database:
    """Open the database in `path`; create or migrate it if needed. Raises `StoreOpenError`."""
    lock = await asyncio.to_thread(FileLock, path)
    try:
        await asyncio.to_thread(check_and_migrate, path, migrations)
        conn, reader = await _open(path), await _open(path)
        local_conn = sqlite3.connect(path, isolation_level=None, timeout=0)
        local_conn.row_factory = sqlite3.Row
        # The event loop must not wait for the disk, so only the writing connection syncs commits
        # and checkpoints the WAL.
        for pragma in ("synchronous = NORMAL", "wal_autocheckpoint = 0", "foreign_keys = ON"):
            local_conn.execute(f"PRAGMA {pragma}").fetchall()
        return Database(conn, reader, local_conn, lock)
    except BaseException:
        lock.release()
        raise


async def _open(path: Path) -> aiosqlite.Connection:
    """Return a connection to the file, with the bot's SQLite settings."""
    conn = await aiosqlite.connect(path, isolation_level=None)
    conn.row_factory = sqlite3.Row
    try:
        for pragma in (
            "journal_mode = WAL",
            "synchronous = FULL",
            "foreign_keys = ON",
            "busy_timeout = 5000",
        ):
            # fetch the result, because an unfetched row would keep a snapshot open
            await conn.execute_fetchall(f"PRAGMA {pragma}")
    except sqlite3.DatabaseError as error:
        await conn.close()
        raise (open_error_for(path, error) or error) from error
    return conn


def check_and_migrate(path: Path, migrations: Path = FOLDER) -> None:
    """Check and migrate the file; create the file if it is missing.

    If the check raises `StoreOpenError`, the file is unchanged.
    """
    try:
        _check_file(path, migrations)
        migrate(path, migrations)
    except sqlite3.DatabaseError as error:
        if reason := open_error_for(path, error):
            raise reason from error
        raise
    except UnicodeDecodeError as error:  # SQLite's error text quotes the damaged text
        raise StoreCorruptError(path) from error
    except OSError as error:
        raise StoreReadOnlyError(path) from error


def _check_file(path: Path, migrations: Path) -> None:
    """Raise `StoreOpenError` for a file that is foreign, newer, damaged or read-only."""
    if not path.exists() or not path.stat().st_size:
        return
    if not os.access(path, os.W_OK):
        raise StoreReadOnlyError(path)
    # After a power failure during a migration (perhaps the first one), SQLite rolls it back here.
    if path.with_name(f"{path.name}-journal").exists():
        with closing(sqlite3.connect(path, isolation_level=None, timeout=1)) as conn:
            conn.execute("PRAGMA schema_version").fetchone()
        if not path.stat().st_size:
            return
    _check_schema(path, migrations, with_integrity=path.stat().st_size <= FULL_CHECK_MAX_BYTES)


def examine(path: Path, migrations: Path = FOLDER) -> int:
    """Check a file that no bot uses, and return the number of its last migration.

    Raises `StoreOpenError` if the file is missing, foreign, newer or damaged.
    """
    try:
        return _check_schema(path, migrations)
    except sqlite3.DatabaseError as error:
        raise (open_error_for(path, error) or error) from error
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
    if _fetch_row(path, "PRAGMA integrity_check(1)")[0] != "ok":
        raise StoreCorruptError(path)
    return have, _fetch_row(path, "SELECT COUNT(*) FROM matches WHERE status = 'running'")[0]


def last_heartbeat(path: Path) -> float | None:
    """Return when a bot last ran with this file (Unix seconds); None if unknown.

    Raises `StoreOpenError`.
    """
    # missing in old files
    if not _fetch_row(path, "SELECT COUNT(*) FROM sqlite_master WHERE name = 'pulse'")[0]:
        return None
    at: float | None = _fetch_row(path, "SELECT MAX(at) FROM pulse")[0]
    return at


def application_of(path: Path) -> str:
    """Return the id of the Discord application to which a database file belongs.

    Returns "" if the id is not stored in the file. Raises `StoreOpenError`.
    """
    # missing in old files
    if not _fetch_row(path, "SELECT COUNT(*) FROM sqlite_master WHERE name = 'meta'")[0]:
        return ""
    return str((_fetch_row(path, "SELECT value FROM meta WHERE name = 'application'") or ("",))[0])


def count_matches(path: Path) -> int:
    """Return the number of matches in a file, of any status. Raises `StoreOpenError`."""
    return int(_fetch_row(path, "SELECT COUNT(*) FROM matches")[0])


def _fetch_row(path: Path, sql: str) -> Any:
    """Return the only row of a query. Raises `StoreOpenError`."""
    try:
        with closing(open_read_only(path)) as conn:
            return conn.execute(sql).fetchone()
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        reason = open_error_for(path, error) if isinstance(error, sqlite3.DatabaseError) else None
        raise (reason or StoreCorruptError(path)) from error


def _check_schema(path: Path, migrations: Path, *, with_integrity: bool = True) -> int:
    """Check that the file belongs to this bot and is not newer than the migrations.

    Returns the number of its last migration. `with_integrity` also checks the whole file.
    """
    with path.open("rb") as file:
        if file.read(len(_MAGIC)) != _MAGIC:
            raise NotADatabaseError(path)
    newest = max((number for number, _ in list_migrations(migrations)), default=0)
    with closing(sqlite3.connect(path, isolation_level=None, timeout=1)) as conn:
        if conn.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
            raise NotADatabaseError(path)
        if (have := version(conn)) > newest:
            raise SchemaTooNewError(path, have=have, newest=newest)
        if with_integrity and conn.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
            raise StoreCorruptError(path)
    return have
