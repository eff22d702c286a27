"""Forward-only migrations of a file: numbered SQL files, one transaction each.

`PRAGMA user_version` holds the number of the last one. The file is backed up before.
"""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from pathlib import Path

from db.base.errors import SchemaTooNewError
from db.base.migrations import FOLDER, steps
from db.sqlite import backups


def version(conn: sqlite3.Connection) -> int:
    """Return the number of the last applied migration; 0 for an empty file."""
    number: int = conn.execute("PRAGMA user_version").fetchone()[0]
    return number


def migrate(path: Path, folder: Path = FOLDER) -> list[int]:
    """Apply missing migrations and return their numbers.

    A file that has been in use is first backed up as `<name>-<time>-v<version>`. Raises
    `SchemaTooNewError`.
    """
    todo = steps(folder)
    newest = todo[-1][0] if todo else 0
    with closing(sqlite3.connect(path, isolation_level=None)) as conn:
        have = version(conn)
        if have > newest:
            raise SchemaTooNewError(path, have=have, newest=newest)
        ahead = [(number, file) for number, file in todo if number > have]
        if ahead and have:
            now = time.time()
            backups.backup(path, backups.backup_path(path, now, f"v{have}"), now)
        for number, file in ahead:
            _run(conn, number, file.read_text(encoding="utf-8"))
    return [number for number, _ in ahead]


def _run(conn: sqlite3.Connection, number: int, script: str) -> None:
    """Apply one migration, whole or not at all."""
    try:
        conn.executescript(f"BEGIN IMMEDIATE;\n{script}\nPRAGMA user_version = {number};\nCOMMIT;")
    except sqlite3.Error:
        if conn.in_transaction:
            conn.execute("ROLLBACK")
        raise
