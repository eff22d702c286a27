"""Whose tables a store holds: those of one Discord application, or of the local page. Nobody else opens them by mistake."""

from __future__ import annotations

import asyncio
import logging
import time
from pathlib import Path

from db.errors import OtherApplicationError, Refused
from db.place import SANDBOX, shown
from db.sqlite import copies
from db.sqlite.connection import FileLock, application_of, count_tables
from db.sqlite.restore import set_aside
from db.store import Store, open_store
from host import places
from host.settings import TOKEN, Settings, sources

ADOPTED = "adopt"       # what a backup was taken for
log = logging.getLogger("sobremesa")


async def claim(store: Store, settings: Settings, application: str, *, adopt: bool = False) -> None:
    """Note whose store this is at its first use. Raises `OtherApplicationError` where it is another's, unless it is to be
    taken over (`adopt`), which is done after a backup.

    A store that has never been stamped is taken for an application's: earlier versions stamped none. The local page takes such
    a one only where it is its own file, or holds nothing.
    """
    found = await store.application()
    if found == application:
        return
    own = application != SANDBOX or not settings.server
    is_free = not found and (own or not await store.is_used())
    if not is_free:
        if not adopt:
            raise OtherApplicationError(settings.store, found, application)
        await _backed_up(settings)
        log.warning("%s goes from %s to %s, as asked for by --adopt", shown(settings.store), found or "nobody", application)
    else:
        log.info("%s holds the tables of %s from now on", shown(settings.store), application)
    await store.belong(application)


async def _backed_up(settings: Settings) -> None:
    if settings.server:
        log.warning("no backup was taken before: that is up to the admin of the server (pg_dump)")
        return
    now = time.time()
    await asyncio.to_thread(copies.copy, settings.database, copies.named(settings.database, now, ADOPTED), now)


def beside(settings: Settings) -> FileLock | None:
    """Hold the other file of the data folder too, so that one bot at a time uses the folder. Raises `Locked`, `Unwritable`."""
    if settings.server:
        return None
    return FileLock(settings.sandbox_tables if settings.token else settings.application_database)


async def begin_sandbox(settings: Settings, *, adopt: bool = False) -> None:
    """Say in the log that this is not Discord; with `adopt`, bring the tables of a version in which both shared a file. Raises
    `Refused`."""
    log.warning("no %s: starting the local sandbox, not Discord (settings were read from %s)", TOKEN, sources())
    if not settings.server and settings.application_database.exists():
        await asyncio.to_thread(_bring_earlier, settings.application_database, settings.sandbox_tables, adopt)


def _bring_earlier(earlier: Path, own: Path, adopt: bool) -> None:
    """Copy the tables of an `earlier` version, unless the local page has tables of its `own` by now; without `adopt`, say how."""
    if own.exists() and own.stat().st_size and count_tables(own):
        return
    if found := application_of(earlier):
        if adopt:
            raise OtherApplicationError(earlier, found, SANDBOX)
        return
    if not adopt:
        log.warning("%s may hold the tables of a Discord application: it is not opened. If they are the local page's, of an"
                    " earlier version, this copies them to %s: %s", earlier, own.name, places.ADOPT)
        return
    set_aside(own)
    copies.copy(earlier, own)
    log.warning("the tables in %s were copied to %s for the local page; the former stays as it is", earlier, own.name)


def database_of(settings: Settings) -> Path:
    """The file of which a command speaks that starts nothing: the one that `run` would open, or the only one that is there."""
    own, other = settings.database, settings.application_database
    return other if own != other and not own.exists() and other.exists() else own


async def application_there(where: Path | str) -> str:
    """Whose tables a server holds; "" where it does not say. Raises `Refused`."""
    store = await open_store(where, look=True)
    try:
        return await store.application()
    finally:
        await store.close()


def wanted_at(settings: Settings, database: Path) -> str:
    """Whose tables belong into this file, as far as it can be told; else "". """
    if database == settings.sandbox_tables:
        return SANDBOX
    try:
        return application_of(database) if database.exists() and database.stat().st_size else ""
    except Refused:     # it is what is to be replaced
        return ""


def place_of(settings: Settings, application: str) -> Path:
    """Where a file with the tables of this application belongs; "": of one that does not say."""
    if settings.token or not application:
        return database_of(settings)
    return settings.sandbox_tables if application == SANDBOX else settings.application_database
