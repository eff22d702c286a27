"""Backups of a database file, which a bot may be writing to meanwhile.

A backup stores the time when it was taken in the table `copied`. From that, a bot that starts with
the file knows that its matches have lost their latest moves (`db/tables/restore_recovery.py`).
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from db.base.errors import StoreCorruptError, StoreReadOnlyError

PARTIAL = ".part"  # suffix of an unfinished backup
FOLDER = "backups"  # in the data folder
STAMP = "%Y%m%dT%H%M%SZ"  # format of the time (UTC) in file names
CREATE_COPIED = (
    "CREATE TABLE IF NOT EXISTS copied (one INTEGER PRIMARY KEY CHECK (one = 1),"
    " at REAL NOT NULL, kept TEXT NOT NULL) STRICT"
)


def backup_path(database: Path, at: float, why: str = "") -> Path:
    """Return the path of the backup of `database` that was taken at `at` (Unix seconds).

    `why` names the occasion; "" is a scheduled backup.
    """
    taken_at = datetime.fromtimestamp(at, UTC).strftime(STAMP)
    return (
        database.parent / FOLDER / f"{database.stem}-{taken_at}{why and f'-{why}'}{database.suffix}"
    )


def backup(database: Path, to: Path, at: float | None = None) -> int:
    """Write a verified backup of `database` to `to` and return its size in bytes.

    The file gets its final name only after it was verified and synced. It is marked as taken `at`
    (Unix seconds); None: it is not marked. Writers are not blocked. Raises `StoreCorruptError` if
    the copied data is damaged, and `StoreReadOnlyError` if the backup can't be written.
    """
    partial = to.with_name(to.name + PARTIAL)
    try:
        to.parent.mkdir(parents=True, exist_ok=True)
        partial.unlink(missing_ok=True)
        with (
            closing(open_read_only(database)) as old,
            closing(sqlite3.connect(partial, isolation_level=None)) as new,
        ):
            # not readable for everyone: the file holds hands and seeds
            partial.chmod(database.stat().st_mode & 0o770)
            old.backup(new)
            new.execute("PRAGMA journal_mode = DELETE")  # a single file without -wal
            if at is not None:
                stamp(new, at)
            if new.execute("PRAGMA integrity_check(1)").fetchone()[0] != "ok":
                raise StoreCorruptError(database)
        fsync(partial)
        partial.replace(to)
        fsync(to.parent)
        return to.stat().st_size
    except (OSError, sqlite3.OperationalError) as error:
        raise StoreReadOnlyError(to) from error
    except sqlite3.DatabaseError as error:
        raise StoreCorruptError(database) from error
    finally:
        with contextlib.suppress(OSError):
            partial.unlink(missing_ok=True)


def open_read_only(database: Path) -> sqlite3.Connection:
    """Return a read-only connection.

    Raises `sqlite3.OperationalError` if the file is missing.
    """
    return sqlite3.connect(f"{database.resolve().as_uri()}?mode=ro", uri=True, isolation_level=None)


def stamp(conn: sqlite3.Connection, at: float, unchanged: str = "[]") -> None:
    """Mark the file as a backup taken at `at` (Unix seconds).

    `unchanged` is a JSON list of the ids of matches that lose nothing by a restore, because the
    replaced database has the same state of them.
    """
    conn.execute(CREATE_COPIED)
    conn.execute("INSERT OR REPLACE INTO copied (one, at, kept) VALUES (1, ?, ?)", (at, unchanged))


def backup_time(conn: sqlite3.Connection) -> float | None:
    """Return when the file was made as a backup (Unix seconds); None if it is no backup."""
    if not conn.execute("SELECT 1 FROM sqlite_master WHERE name = 'copied'").fetchone():
        return None
    row = conn.execute("SELECT at FROM copied").fetchone()
    return None if row is None else float(row[0])


def fsync(path: Path) -> None:
    """Sync a file or folder to the disk, as far as the system can (Windows can't for folders)."""
    with contextlib.suppress(PermissionError):
        fd = os.open(path, os.O_RDONLY)
        try:
            with contextlib.suppress(OSError):
                os.fsync(fd)
        finally:
            os.close(fd)
