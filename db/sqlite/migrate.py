"""Migrations of a file, forward only: numbered SQL files, one transaction each.

`PRAGMA user_version` holds the number of the last applied migration. Before a migration the file is
backed up.
"""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from pathlib import Path

from db.base.errors import SchemaTooNewError
from db.base.migrations import FOLDER, list_migrations
from db.sqlite import backups


def version(conn: sqlite3.Connection) -> int:
    """Return the number of the last applied migration; 0 for an empty file."""
    number: int = conn.execute("PRAGMA user_version").fetchone()[0]
    return number


def migrate(path: Path, folder: Path = FOLDER) -> list[int]:
    """Apply the missing migrations in `folder` to the file, and return their numbers.

    If the file is not new, it is first backed up as `<name>-<time>-v<version>`. Raises
    `SchemaTooNewError`.
    """
    migrations = list_migrations(folder)
    newest = migrations[-1][0] if migrations else 0
    with closing(sqlite3.connect(path, isolation_level=None)) as conn:
        have = version(conn)
        if have > newest:
            raise SchemaTooNewError(path, have=have, newest=newest)
        missing = [(number, file) for number, file in migrations if number > have]
        if missing and have:
            now = time.time()
            backups.backup(path, backups.backup_path(path, now, f"v{have}"), now)
        for number, file in missing:
            _apply(conn, number, file.read_text(encoding="utf-8"))
    return [number for number, _ in missing]


def _apply(conn: sqlite3.Connection, number: int, script: str) -> None:
    """Apply one migration, whole or not at all."""
    try:
        conn.executescript(f"BEGIN IMMEDIATE;\n{script}\nPRAGMA user_version = {number};\nCOMMIT;")
    except sqlite3.Error:
        if conn.in_transaction:
            conn.execute("ROLLBACK")
        raise
