"""Copies of a database file, taken beside a bot that writes to it. A copy bears the time at which it was taken: a bot that starts
on one knows by it that its tables went back (`db/tables/restore_recovery.py`)."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from db.base.errors import StoreCorruptError, StoreReadOnlyError

PARTIAL = ".part"  # the ending of what is being written: no copy yet
FOLDER = "backups"  # of the data folder
STAMP = "%Y%m%dT%H%M%SZ"
MARK = "CREATE TABLE IF NOT EXISTS copied (one INTEGER PRIMARY KEY CHECK (one = 1), at REAL NOT NULL, kept TEXT NOT NULL) STRICT"


def backup_path(database: Path, at: float, why: str = "") -> Path:
    """Where a copy taken at that time (unix seconds) lies; `why` tells what it was taken for, "" that it is the schedule's."""
    stamp = datetime.fromtimestamp(at, UTC).strftime(STAMP)
    return database.parent / FOLDER / f"{database.stem}-{stamp}{why and f'-{why}'}{database.suffix}"


def backup(database: Path, to: Path, at: float | None = None) -> int:
    """A whole copy as of one moment, on the disk and under its name only when it was found whole; its size in bytes. Marked as
    taken `at` (unix seconds), unless that is None. Nobody who writes meanwhile waits.

    Raises `StoreCorruptError` when what was copied is damaged, `StoreReadOnlyError` when there can be no copy.
    """
    partial = to.with_name(to.name + PARTIAL)
    try:
        to.parent.mkdir(parents=True, exist_ok=True)
        partial.unlink(missing_ok=True)
        with (
            closing(open_read_only(database)) as old,
            closing(sqlite3.connect(partial, isolation_level=None)) as new,
        ):
            partial.chmod(database.stat().st_mode & 0o770)  # hands and seeds are nobody else's
            old.backup(new)
            new.execute("PRAGMA journal_mode = DELETE")  # one file, with nothing beside it
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
    """A connection that can't write; `sqlite3.OperationalError` when there is no such file."""
    return sqlite3.connect(f"{database.resolve().as_uri()}?mode=ro", uri=True, isolation_level=None)


def stamp(conn: sqlite3.Connection, at: float, kept: str = "[]") -> None:
    """Say in the file that it is a copy of that time (unix seconds). `kept`: ids (JSON) of tables for which none was lost."""
    conn.execute(MARK)
    conn.execute("INSERT OR REPLACE INTO copied (one, at, kept) VALUES (1, ?, ?)", (at, kept))


def backup_time(conn: sqlite3.Connection) -> float | None:
    """When the file was taken as a copy; None when it is none."""
    if not conn.execute("SELECT 1 FROM sqlite_master WHERE name = 'copied'").fetchone():
        return None
    row = conn.execute("SELECT at FROM copied").fetchone()
    return None if row is None else float(row[0])


def fsync(path: Path) -> None:
    """A file or a folder is on the disk, as far as the system can say so (Windows can't of folders)."""
    with contextlib.suppress(PermissionError):
        fd = os.open(path, os.O_RDONLY)
        try:
            with contextlib.suppress(OSError):
                os.fsync(fd)
        finally:
            os.close(fd)
