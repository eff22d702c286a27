"""Errors that say why the store can't be opened.

The bot then does not start. It does not fall back to a store in memory, which would lose all
matches.
"""

from __future__ import annotations

import logging
from pathlib import Path
from typing import ClassVar

from app.ports.errors import CorruptDataError, StorageUnavailableError
from app.runtime.paths import ADOPT, command_hint
from db.base.url import SANDBOX, without_password
from games.core.text.messages import Msg

log = logging.getLogger(__name__)


class StoreOpenError(Exception):
    """Base class of the reasons why the store can't be opened.

    `what` is the message for the bot's operator: what is wrong and what to do. Its key in the
    message catalogue is `host.store.<key_suffix>`.
    """

    key_suffix: ClassVar[str] = ""

    def __init__(self, path: Path | str, **args: str | int | Msg) -> None:
        where = without_password(path)
        self.what = Msg(f"host.store.{self.key_suffix}", {"path": where, **args})
        super().__init__(f"{self.key_suffix}: {where}")


class StoreLockedError(StoreOpenError):
    """Error for a database that another bot process uses."""

    key_suffix = "locked"


class SchemaTooNewError(StoreOpenError):
    """Error for a database that a newer version of the bot has written."""

    key_suffix = "newer"


class StoreCorruptError(StoreOpenError):
    """Error for a damaged database file."""

    key_suffix = "corrupt"

    def __init__(self, path: Path | str, **args: str | int) -> None:
        super().__init__(path, **{"restore": command_hint("restore", "FILE"), **args})


class StoreNotFoundError(StoreOpenError):
    """Error for a database file that does not exist."""

    key_suffix = "missing"


class NotADatabaseError(StoreOpenError):
    """Error for a file or schema that belongs to another program."""

    key_suffix = "not_a_database"


class StoreReadOnlyError(StoreOpenError):
    """Error for a folder, file or server database that the bot may not write."""

    key_suffix = "unwritable"


class SchemaTooOldError(StoreOpenError):
    """Error for a database of an older version that must not be migrated now.

    Other processes may be using it, or it was opened only for reading.
    """

    key_suffix = "older"


class DatabaseUnreachableError(StoreOpenError):
    """Error for a database server that can't be reached or denies access."""

    key_suffix = "away"

    def __init__(self, path: Path | str, *, why: str = "", **args: str | int) -> None:
        super().__init__(path, why=why, **args)


class DriverMissingError(StoreOpenError):
    """Error for a missing Python package that the database server needs."""

    key_suffix = "no_driver"


class OtherApplicationError(StoreOpenError):
    """Error for a store that belongs to another Discord application or to the sandbox."""

    key_suffix = "other_application"

    def __init__(
        self, path: Path | str, found: str = "", wanted: str = "", **args: str | int
    ) -> None:
        super().__init__(
            path,
            **{"belongs": owner_name(found), "wants": owner_name(wanted), "adopt": ADOPT, **args},
        )


def owner_name(application: str) -> Msg:
    """Return the name of a store's owner in words.

    `application` is the owner that the store holds: an application's id, `SANDBOX`, or "" if
    unknown.
    """
    if not application:
        return Msg("host.store.of_nobody")
    return (
        Msg("host.store.of_sandbox")
        if application == SANDBOX
        else Msg("host.store.of_application", {"id": application})
    )


class TargetNotEmptyError(StoreOpenError):
    """Error for a store that must be empty, because another store is copied into it."""

    key_suffix = "not_empty"


def log_corruption(what: str) -> CorruptDataError:
    """Log damaged data and how to repair it, and return the error to raise.

    `what` names the damaged object in the log.
    """
    log.error(
        "%s is damaged; restore a backup with: %s",
        what,
        command_hint("restore", "FILE"),
        extra={"outage": f"damage {what}"},
    )
    return CorruptDataError()


def log_write_failure(why: Exception) -> StorageUnavailableError:
    """Log a write that failed because of `why`, and return the error to raise."""
    log.error("store unavailable, nothing can be saved: %s", why, extra={"outage": "store"})
    return StorageUnavailableError(str(why))
