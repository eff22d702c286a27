"""Owner of a store: a Discord application, or the local sandbox.

The owner is written into the store, so that no other application opens it by mistake.
"""

from __future__ import annotations

import asyncio
import logging
import time
from pathlib import Path

from app.runtime import paths
from app.runtime.settings import TOKEN, Settings, sources
from db.base.errors import OtherApplicationError, StoreOpenError
from db.base.url import SANDBOX, without_password
from db.sqlite import backups
from db.sqlite.connection import FileLock, application_of, count_matches
from db.sqlite.restore import set_aside
from db.store import Store, open_store

ADOPTED = "adopt"  # reason in the backup's file name
log = logging.getLogger("sobremesa")


async def claim(store: Store, settings: Settings, application: str, *, adopt: bool = False) -> None:
    """Write the owner `application` into the store at its first use.

    Raises `OtherApplicationError` if the store has another owner. With `adopt`, the owner is
    changed instead, after a backup (of a file; none is taken of a server's database).

    Earlier versions wrote no owner, so a store without an owner may have the matches of a Discord
    application. Any application may claim such a store. The sandbox may claim it only if it is the
    sandbox's own file or was never used.
    """
    owner = await store.meta.application()
    if owner == application:
        return
    is_sandbox = application == SANDBOX
    has_own_file = is_sandbox and not settings.server
    is_claimable = not owner and (not is_sandbox or has_own_file or not await store.meta.is_used())
    if not is_claimable:
        if not adopt:
            raise OtherApplicationError(settings.store, owner, application)
        await _back_up(settings)
        log.warning(
            "%s: owner changed from %s to %s (--adopt)",
            without_password(settings.store),
            owner or "nobody",
            application,
        )
    else:
        log.info("%s now belongs to application %s", without_password(settings.store), application)
    await store.meta.set_application(application)


async def _back_up(settings: Settings) -> None:
    if settings.server:
        log.warning("no backup taken first: on PostgreSQL use pg_dump")
        return
    now = time.time()
    await asyncio.to_thread(
        backups.backup, settings.database, backups.backup_path(settings.database, now, ADOPTED), now
    )


def lock_other_store(settings: Settings) -> FileLock | None:
    """Lock the folder's other database file, so that no second bot uses the folder.

    A bot with a token uses the application's file and locks the sandbox's; without a token it is
    the other way round. Returns None for a PostgreSQL server, which has no such file. Raises
    `StoreOpenError`.
    """
    if settings.server:
        return None
    return FileLock(settings.sandbox_tables if settings.token else settings.application_database)


async def begin_sandbox(settings: Settings, *, adopt: bool = False) -> None:
    """Log that the bot runs in the sandbox; with `adopt`, copy the sandbox matches of 0.1.0.

    They have to be copied because in version 0.1.0 the sandbox used the same file as the bot on
    Discord. Raises `StoreOpenError`.
    """
    log.warning(
        "no %s: starting the local sandbox instead of Discord (settings read from %s)",
        TOKEN,
        sources(),
    )
    if not settings.server and settings.application_database.exists():
        await asyncio.to_thread(
            _copy_sandbox_matches,
            settings.application_database,
            settings.sandbox_tables,
            adopt=adopt,
        )


def _copy_sandbox_matches(earlier: Path, own: Path, *, adopt: bool) -> None:
    """Copy sandbox matches of version 0.1.0 from `earlier` to the sandbox's file `own`.

    In version 0.1.0, one file had the matches of the sandbox and of Discord. The cases:

    - the sandbox's own file has matches: nothing is done
    - a Discord application owns the earlier file: nothing is done; with `adopt`, raises
      `OtherApplicationError`
    - the earlier file has no owner: with `adopt`, it is copied; without, a log line says how to copy
      it
    """
    if own.exists() and own.stat().st_size and count_matches(own):
        return
    if owner := application_of(earlier):
        if adopt:
            raise OtherApplicationError(earlier, owner, SANDBOX)
        return
    if not adopt:
        log.warning(
            "%s was not opened, because its tables may belong to a Discord application. If an earlier version made"
            " them in the local sandbox, copy them to %s with: %s",
            earlier,
            own.name,
            paths.ADOPT,
        )
        return
    set_aside(own)
    backups.backup(earlier, own)
    log.warning(
        "the tables in %s were copied to %s for the local page; the former stays as it is",
        earlier,
        own.name,
    )


def database_of(settings: Settings) -> Path:
    """Return the database file for a subcommand, usually the file that `run` would open.

    If that file does not exist but the application's file does, return the application's file.
    """
    own, other = settings.database, settings.application_database
    return other if own != other and not own.exists() and other.exists() else own


async def server_owner(where: Path | str) -> str:
    """Return the owner of a server's store; "" if unknown. Raises `StoreOpenError`."""
    store = await open_store(where, read_only=True)
    try:
        return await store.meta.application()
    finally:
        await store.close()


def expected_owner(settings: Settings, database: Path) -> str:
    """Return the owner that a database file should have; "" if unknown.

    An owner is an application's id or `SANDBOX`.
    """
    if database == settings.sandbox_tables:
        return SANDBOX
    try:
        return application_of(database) if database.exists() and database.stat().st_size else ""
    except StoreOpenError:  # a damaged file: `restore` replaces it
        return ""


def path_for_owner(settings: Settings, application: str) -> Path:
    """Return the path at which the bot looks for the database of this application.

    If `application` is "" (unknown) or the bot has a token, this is `database_of`.
    """
    if settings.token or not application:
        return database_of(settings)
    return settings.sandbox_tables if application == SANDBOX else settings.application_database
