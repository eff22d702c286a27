"""Why the store refuses to open. There is never a makeshift store in memory instead: a game played there would be lost."""

from __future__ import annotations

import logging
import sqlite3
from pathlib import Path
from typing import ClassVar

from games.core.messages import Msg
from host.places import how
from host.ports import Damaged

log = logging.getLogger(__name__)

UNWRITABLE = (
    sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM,
)


class Refused(Exception):  # noqa: N818 - a refusal with its reason, told to who starts the bot
    """Base of all reasons; `what` says in the catalogue's words what is wrong and what to do."""

    word: ClassVar[str] = ""

    def __init__(self, path: Path, **args: str | int) -> None:
        self.what = Msg(f"host.store.{self.word}", {"path": str(path), **args})
        super().__init__(f"{self.word}: {path}")


class Locked(Refused):
    """Another bot has the file open."""

    word = "locked"


class Newer(Refused):
    """A newer version of the bot has written the file."""

    word = "newer"


class Corrupt(Refused):
    """The file is damaged."""

    word = "corrupt"

    def __init__(self, path: Path, **args: str | int) -> None:
        super().__init__(path, restore=how("restore", "FILE"), **args)


class Missing(Refused):
    """There is no such file."""

    word = "missing"


class NotADatabase(Refused):
    """The file is something else."""

    word = "not_a_database"


class Unwritable(Refused):
    """The folder or the file can't be written."""

    word = "unwritable"


def damaged(what: str) -> Damaged:
    """The error for something stored that is no good, once its line is in the log: what it is, and what to do."""
    log.error("%s is damaged; a backup takes its place by: %s", what, how("restore", "FILE"), extra={"outage": f"damage {what}"})
    return Damaged()


def code(error: sqlite3.Error) -> int:
    """SQLite's primary result code; 0 for what Python's module says by itself."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def refusal(path: Path, error: sqlite3.DatabaseError) -> Refused | None:
    """The refusal that SQLite's error amounts to; None for what is our own mistake."""
    match code(error):
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return Locked(path)
        case found if found in UNWRITABLE:
            return Unwritable(path)
        case sqlite3.SQLITE_NOTADB:
            return NotADatabase(path)
        case sqlite3.SQLITE_CORRUPT:
            return Corrupt(path)
    return None
