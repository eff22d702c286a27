"""Why the store refuses to open. There is never a makeshift store in memory instead: a game played there would be lost."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import ClassVar

from app.ports.store import CorruptDataError, StorageUnavailableError
from app.runtime.paths import ADOPT, command_hint
from db.base.url import SANDBOX, shown
from games.core.text.messages import Msg

log = logging.getLogger(__name__)


class StoreOpenError(Exception):
    """Base of all reasons; `what` says in the catalogue's words what is wrong and what to do."""

    word: ClassVar[str] = ""

    def __init__(self, path: Path | str, **args: str | int | Msg) -> None:
        where = shown(path)
        self.what = Msg(f"host.store.{self.word}", {"path": where, **args})
        super().__init__(f"{self.word}: {where}")


class StoreLockedError(StoreOpenError):
    """Another bot has the database."""

    word = "locked"


class SchemaTooNewError(StoreOpenError):
    """A newer version of the bot has written the file."""

    word = "newer"


class StoreCorruptError(StoreOpenError):
    """The file is damaged."""

    word = "corrupt"

    def __init__(self, path: Path | str, **args: str | int) -> None:
        super().__init__(path, **{"restore": command_hint("restore", "FILE"), **args})


class StoreNotFoundError(StoreOpenError):
    """There is no such file."""

    word = "missing"


class NotADatabaseError(StoreOpenError):
    """The file is something else."""

    word = "not_a_database"


class StoreReadOnlyError(StoreOpenError):
    """The folder or the file can't be written, nor can the server's database."""

    word = "unwritable"


class SchemaTooOldError(StoreOpenError):
    """An older version of the bot has written the database, and nothing may be changed in it now."""

    word = "older"


class DatabaseUnreachableError(StoreOpenError):
    """The server can't be reached, or does not let us in."""

    word = "away"

    def __init__(self, path: Path | str, *, why: str = "", **args: str | int) -> None:
        super().__init__(path, why=why, **args)


class DriverMissingError(StoreOpenError):
    """The package that speaks with the server is not installed."""

    word = "no_driver"


class OtherApplicationError(StoreOpenError):
    """The tables are those of another Discord application, or of the local page."""

    word = "other_application"

    def __init__(
        self, path: Path | str, found: str = "", wanted: str = "", **args: str | int
    ) -> None:
        super().__init__(
            path,
            **{"belongs": owner_name(found), "wants": owner_name(wanted), "adopt": ADOPT, **args},
        )


def owner_name(application: str) -> Msg:
    """Return the name of a store's owner: an application's id, `SANDBOX` or "" (unknown)."""
    if not application:
        return Msg("host.store.of_nobody")
    return (
        Msg("host.store.of_sandbox")
        if application == SANDBOX
        else Msg("host.store.of_application", {"id": application})
    )


class TargetNotEmptyError(StoreOpenError):
    """There are tables where others were to be put."""

    word = "not_empty"


def log_corruption(what: str) -> CorruptDataError:
    """The error for something stored that is no good, once its line is in the log: what it is, and what to do."""
    log.error(
        "%s is damaged; a backup takes its place by: %s",
        what,
        command_hint("restore", "FILE"),
        extra={"outage": f"damage {what}"},
    )
    return CorruptDataError()


def log_write_failure(why: Exception) -> StorageUnavailableError:
    """The error for what could not be written, once its line is in the log."""
    log.error("nothing can be saved: %s", why, extra={"outage": "store"})
    return StorageUnavailableError(str(why))
