"""Classification of SQLite's error codes."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from db.base.errors import (
    NotADatabaseError,
    StoreCorruptError,
    StoreLockedError,
    StoreOpenError,
    StoreReadOnlyError,
)

UNWRITABLE = (
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PERM,
)


def code(error: sqlite3.Error) -> int:
    """Return SQLite's primary result code; 0 for errors of Python's module itself."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def open_error_for(path: Path, error: sqlite3.DatabaseError) -> StoreOpenError | None:
    """Return the `StoreOpenError` for an error of SQLite; None if the error is a bug."""
    match code(error):
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return StoreLockedError(path)
        case found if found in UNWRITABLE:
            return StoreReadOnlyError(path)
        case sqlite3.SQLITE_NOTADB:
            return NotADatabaseError(path)
        case sqlite3.SQLITE_CORRUPT:
            return StoreCorruptError(path)
    return None
