"""Why the store refuses to open. There is never a makeshift store in memory instead: a game played there would be lost."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import ClassVar

from app.ports.store import Damaged, Unsaved
from app.runtime.paths import ADOPT, how
from db.base.url import SANDBOX, shown
from games.core.text.messages import Msg

log = logging.getLogger(__name__)


class Refused(Exception):  # noqa: N818 - a refusal with its reason, told to who starts the bot
    """Base of all reasons; `what` says in the catalogue's words what is wrong and what to do."""

    word: ClassVar[str] = ""

    def __init__(self, path: Path | str, **args: str | int | Msg) -> None:
        where = shown(path)
        self.what = Msg(f"host.store.{self.word}", {"path": where, **args})
        super().__init__(f"{self.word}: {where}")


class Locked(Refused):
    """Another bot has the database."""

    word = "locked"


class Newer(Refused):
    """A newer version of the bot has written the file."""

    word = "newer"


class Corrupt(Refused):
    """The file is damaged."""

    word = "corrupt"

    def __init__(self, path: Path | str, **args: str | int) -> None:
        super().__init__(path, **{"restore": how("restore", "FILE"), **args})


class Missing(Refused):
    """There is no such file."""

    word = "missing"


class NotADatabase(Refused):
    """The file is something else."""

    word = "not_a_database"


class Unwritable(Refused):
    """The folder or the file can't be written, nor can the server's database."""

    word = "unwritable"


class Older(Refused):
    """An older version of the bot has written the database, and nothing may be changed in it now."""

    word = "older"


class Away(Refused):
    """The server can't be reached, or does not let us in."""

    word = "away"

    def __init__(self, path: Path | str, *, why: str = "", **args: str | int) -> None:
        super().__init__(path, why=why, **args)


class NoDriver(Refused):
    """The package that speaks with the server is not installed."""

    word = "no_driver"


class OtherApplicationError(Refused):
    """The tables are those of another Discord application, or of the local page."""

    word = "other_application"

    def __init__(self, path: Path | str, found: str = "", wanted: str = "", **args: str | int) -> None:
        super().__init__(path, **{"belongs": owner_name(found), "wants": owner_name(wanted), "adopt": ADOPT, **args})


def owner_name(application: str) -> Msg:
    """Return the name of a store's owner: an application's id, `SANDBOX` or "" (unknown)."""
    if not application:
        return Msg("host.store.of_nobody")
    return Msg("host.store.of_sandbox") if application == SANDBOX else Msg("host.store.of_application", {"id": application})


class NotEmpty(Refused):
    """There are tables where others were to be put."""

    word = "not_empty"


def damaged(what: str) -> Damaged:
    """The error for something stored that is no good, once its line is in the log: what it is, and what to do."""
    log.error("%s is damaged; a backup takes its place by: %s", what, how("restore", "FILE"), extra={"outage": f"damage {what}"})
    return Damaged()


def unsaved(why: Exception) -> Unsaved:
    """The error for what could not be written, once its line is in the log."""
    log.error("nothing can be saved: %s", why, extra={"outage": "store"})
    return Unsaved(str(why))
