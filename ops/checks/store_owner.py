"""Stamp a store with its owner: the Discord application, or the local sandbox.

The stamp keeps another application from opening it by mistake.
"""

from __future__ import annotations

import asyncio
import logging
import time
from pathlib import Path

from app.runtime import paths
from app.runtime.settings import TOKEN, Settings, sources
from db.base.errors import OtherApplicationError, StoreOpenError
from db.base.url import SANDBOX, shown
from db.sqlite import backups
from db.sqlite.connection import FileLock, application_of, count_tables
from db.sqlite.restore import set_aside
from db.store import Store, open_store

ADOPTED = "adopt"  # reason in the backup's file name
log = logging.getLogger("sobremesa")


async def claim(store: Store, settings: Settings, application: str, *, adopt: bool = False) -> None:
    """Stamp the store at its first use. Raises `OtherApplicationError` for another's store.

    With `adopt`, another's store gets a new stamp, after a backup of a file.

    A store without a stamp counts as an application's, because earlier versions wrote no stamp.
    The sandbox takes one only if it is its own file, or empty.
    """
    found = await store.meta.application()
    if found == application:
        return
    own = application != SANDBOX or not settings.server
    is_free = not found and (own or not await store.meta.is_used())
    if not is_free:
        if not adopt:
            raise OtherApplicationError(settings.store, found, application)
        await _backed_up(settings)
        log.warning(
            "%s: owner changed from %s to %s (--adopt)",
            shown(settings.store),
            found or "nobody",
            application,
        )
    else:
        log.info("%s now belongs to application %s", shown(settings.store), application)
    await store.meta.set_application(application)


async def _backed_up(settings: Settings) -> None:
    if settings.server:
        log.warning("no backup taken first: on PostgreSQL use pg_dump")
        return
    now = time.time()
    await asyncio.to_thread(
        backups.backup, settings.database, backups.backup_path(settings.database, now, ADOPTED), now
    )


def lock_other_store(settings: Settings) -> FileLock | None:
    """Lock the other database file of the folder, so that only one bot uses the folder.

    With a token, that is the sandbox's file; without one, the application's. None for a server.
    Raises `StoreOpenError`.
    """
    if settings.server:
        return None
    return FileLock(settings.sandbox_tables if settings.token else settings.application_database)


async def begin_sandbox(settings: Settings, *, adopt: bool = False) -> None:
    """Log that the bot runs in the sandbox; with `adopt`, copy the tables of version 0.1.0.

    In 0.1.0 the sandbox and the bot shared a file. Raises `StoreOpenError`.
    """
    log.warning(
        "no %s: starting the local sandbox instead of Discord (settings read from %s)",
        TOKEN,
        sources(),
    )
    if not settings.server and settings.application_database.exists():
        await asyncio.to_thread(
            _bring_earlier, settings.application_database, settings.sandbox_tables, adopt
        )


def _bring_earlier(earlier: Path, own: Path, adopt: bool) -> None:
    """Copy an `earlier` version's tables to the sandbox's `own` file, or log how to do it.

    Does nothing if the sandbox has tables of its own by now.
    """
    if own.exists() and own.stat().st_size and count_tables(own):
        return
    if found := application_of(earlier):
        if adopt:
            raise OtherApplicationError(earlier, found, SANDBOX)
        return
    if not adopt:
        log.warning(
            "%s may hold the tables of a Discord application: it is not opened. If they are the local page's, of an"
            " earlier version, this copies them to %s: %s",
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
    """Return the database file for a command: the one that `run` opens, or the only one."""
    own, other = settings.database, settings.application_database
    return other if own != other and not own.exists() and other.exists() else own


async def application_there(where: Path | str) -> str:
    """Return the owner of a server's store; "" if unknown. Raises `StoreOpenError`."""
    store = await open_store(where, look=True)
    try:
        return await store.meta.application()
    finally:
        await store.close()


def wanted_at(settings: Settings, database: Path) -> str:
    """Return the owner that a database file should have; "" if unknown."""
    if database == settings.sandbox_tables:
        return SANDBOX
    try:
        return application_of(database) if database.exists() and database.stat().st_size else ""
    except StoreOpenError:  # restoring replaces this file anyway
        return ""


def place_of(settings: Settings, application: str) -> Path:
    """Return the path for a database of this application ("": unknown)."""
    if settings.token or not application:
        return database_of(settings)
    return settings.sandbox_tables if application == SANDBOX else settings.application_database
