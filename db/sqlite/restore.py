"""Replace the database by a backup; the replaced file is kept beside it."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import time
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from db.base.errors import StoreReadOnlyError
from db.base.json_columns import dumps
from db.sqlite import backups
from db.sqlite.connection import FileLock

SIDE_FILES = ("-wal", "-shm")
MATCH_VERSIONS = "SELECT id, version, rows FROM matches"


def restore(file: Path, database: Path, application: str = "") -> Path | None:
    """Replace `database` by the backup `file`; return the path of the replaced file.

    Returns None if there was no database. The backup is verified first. The replacement is atomic:
    if the process is killed, either the old or the new file is there. With an `application`, the
    store belongs to it from now on. Raises `StoreLockedError` while a bot uses the database, or
    another `StoreOpenError`.
    """
    lock = FileLock(database)
    try:
        return _replace_database(file, database, application)
    except (OSError, sqlite3.Error) as error:
        raise StoreReadOnlyError(database) from error
    finally:
        lock.release()


def _replace_database(file: Path, database: Path, application: str) -> Path | None:
    """Put a verified copy of the backup `file` in the database's place.

    Returns the path of the replaced file; None if there was none.
    """
    new = database.with_name(f"{database.name}.restored{backups.PARTIAL}")
    backups.backup(file, new)
    try:
        with closing(sqlite3.connect(new, isolation_level=None)) as conn:
            taken = backups.backup_time(conn)
            backups.stamp(
                conn,
                file.stat().st_mtime if taken is None else taken,
                _unchanged_matches(conn, database),
            )
            if application:
                conn.execute("UPDATE meta SET value = ? WHERE name = 'application'", (application,))
        backups.fsync(new)
        replaced = set_aside(database)
        new.replace(database)
        backups.fsync(database.parent)
    finally:
        new.unlink(missing_ok=True)
    return replaced


def _unchanged_matches(conn: sqlite3.Connection, database: Path) -> str:
    """Return the ids of the matches that the restore does not change, as a JSON list.

    `conn` is the backup, `database` the old file. The list is empty if the old file is unreadable.
    """
    try:
        with closing(backups.open_read_only(database)) as old:
            now = {match: (version, rows) for match, version, rows in old.execute(MATCH_VERSIONS)}
    except (sqlite3.Error, OSError):
        return "[]"
    same = [
        match
        for match, version, rows in conn.execute(MATCH_VERSIONS)
        if now.get(match) == (version, rows)
    ]
    return dumps(same)


def set_aside(database: Path) -> Path | None:
    """Keep the current database under a dated name too, and return the new path.

    Returns None if there is no database, or an empty file. The dated name is a hard link, or a copy
    if the file system has no hard links. A `-wal` file, which may hold the latest commits, is kept
    as well.
    """
    if database.exists() and database.stat().st_size:
        with (
            contextlib.suppress(sqlite3.Error),
            closing(sqlite3.connect(database, isolation_level=None)) as old,
        ):
            old.execute("PRAGMA journal_mode = DELETE")
    stamp = datetime.fromtimestamp(time.time(), UTC).strftime(backups.STAMP)
    aside = database.with_name(f"{database.stem}-replaced-{stamp}{database.suffix}")
    kept = None
    for side in ("", *SIDE_FILES):
        path = database.with_name(database.name + side)
        if path.exists() and (side or path.stat().st_size):
            _link_or_copy(path, aside.with_name(aside.name + side))
            kept = aside
    backups.fsync(database.parent)
    for side in SIDE_FILES:
        database.with_name(database.name + side).unlink(missing_ok=True)
    return kept


def _link_or_copy(path: Path, to: Path) -> None:
    """Add a second name for a file; copy it if the file system has no hard links."""
    try:
        os.link(path, to)
    except OSError:
        shutil.copy2(path, to)
        backups.fsync(to)
