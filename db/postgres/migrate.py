"""Migrations on PostgreSQL: the same SQL files as for SQLite, one transaction each.

The table `sobremesa` holds the number of the last applied migration.
"""

from __future__ import annotations

import logging
from pathlib import Path

import asyncpg

from db.base.errors import (
    DatabaseUnreachableError,
    NotADatabaseError,
    SchemaTooNewError,
    SchemaTooOldError,
    StoreReadOnlyError,
)
from db.base.migrations import FOLDER, list_migrations
from db.postgres.dialect import script
from db.postgres.error_codes import ERRORS, UNWRITABLE, explain, sqlstate

log = logging.getLogger(__name__)
TABLE = "sobremesa"  # holds the schema version; marks a database as ours
TABLES = "SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()"


async def version(conn: asyncpg.Connection, where: str) -> int:
    """Return the number of the last applied migration; 0 for an empty database.

    `where` names the database in error messages. Raises `NotADatabaseError` if the schema has
    tables of another program.
    """
    if await conn.fetchval("SELECT to_regclass($1)", TABLE) is not None:
        number: int = await conn.fetchval(f"SELECT version FROM {TABLE}")  # noqa: S608 - our own constant
        return number
    if await conn.fetch(TABLES):
        raise NotADatabaseError(where)
    return 0


async def migrate(conn: asyncpg.Connection, where: str, folder: Path = FOLDER) -> list[int]:
    """Apply the missing migrations in `folder` and return their numbers.

    `where` names the database in error messages. Raises `StoreOpenError`.
    """
    try:
        have = await version(conn, where)
        missing = [
            (number, file)
            for number, file in _known_migrations(where, have, folder)
            if number > have
        ]
        if missing and have:
            log.warning(
                "migrating the database from version %s to %s without a backup",
                have,
                missing[-1][0],
            )
        for number, file in missing:
            async with conn.transaction():
                if number == 1:
                    await conn.execute(f"CREATE TABLE {TABLE} (version BIGINT NOT NULL)")
                    await conn.execute(f"INSERT INTO {TABLE} VALUES (0)")  # noqa: S608 - our own constant
                await conn.execute(script(file.read_text("utf-8")))
                await conn.execute(f"UPDATE {TABLE} SET version = {number}")  # noqa: S608 - our own constant
        # the number of shards, see `ClusterMembership.join`; 0 until it is set
        await conn.execute(
            f"ALTER TABLE {TABLE} ADD COLUMN IF NOT EXISTS shards BIGINT NOT NULL DEFAULT 0"
        )
    except ERRORS as error:
        if sqlstate(error).startswith(UNWRITABLE):
            raise StoreReadOnlyError(where) from error
        if sqlstate(error):
            raise
        raise DatabaseUnreachableError(where, why=explain(error)) from error
    return [number for number, _ in missing]


async def examine(conn: asyncpg.Connection, where: str, folder: Path = FOLDER) -> int:
    """Check that the schema is current; return the number of its last migration.

    `where` names the database in error messages. Raises `SchemaTooNewError`, `SchemaTooOldError` or
    `NotADatabaseError`.
    """
    have = await version(conn, where)
    newest = _known_migrations(where, have, folder)[-1][0]
    if have < newest:
        raise SchemaTooOldError(where, have=have, newest=newest)
    return have


def _known_migrations(where: str, have: int, folder: Path) -> list[tuple[int, Path]]:
    """Return all migrations in `folder`, in order.

    Raises `SchemaTooNewError` if the schema's last migration (`have`) is newer than all of them.
    """
    known = list_migrations(folder)
    if have > known[-1][0]:
        raise SchemaTooNewError(where, have=have, newest=known[-1][0])
    return known
