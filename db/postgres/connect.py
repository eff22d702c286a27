"""Connections to the server: how they are made, their locks, the errors that refuse them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import asyncpg

from db.base.errors import DatabaseUnreachableError, StoreLockedError, StoreReadOnlyError
from db.base.url import APPLICATION_ID
from db.postgres.error_codes import ERRORS, explain, sqlstate

# lock of the schema, exclusive or shared, that a bot holds; `ENTRY_LOCK` guards the start-up
LOCK_SQL, SHARED = (
    "pg_advisory_lock($1, hashtext(current_schema()))",
    "pg_advisory_lock_shared($1, hashtext(current_schema()))",
)
TRY_LOCK_SQL, UNLOCK_SQL = (
    "pg_try_advisory_lock($1, hashtext(current_schema()))",
    "pg_advisory_unlock($1, hashtext(current_schema()))",
)
ENTRY_LOCK = APPLICATION_ID + 4
LOCKS_WHERE = "locktype = 'advisory' AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
CHANNEL = "SELECT 'sobremesa_' || (CAST(hashtext(current_schema()) AS bigint) & 4294967295)"
CONNECT_TIMEOUT_S = 10.0  # seconds until a connection attempt fails
STATEMENT_TIMEOUT_S = 30.0  # seconds per statement
LOCK_WAIT = "2s"  # time for the connection of a previous bot process to end
MIGRATE_WAIT = "30s"  # time for another starting process to migrate
DURABLE = "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
SETTINGS = {  # the server soon notices a dead client and releases its locks
    "application_name": "sobremesa",
    "tcp_keepalives_idle": "5",
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "3",
    "tcp_user_timeout": "11000",
}


async def open_link(url: str) -> asyncpg.Connection:
    """Return a new connection with our type codecs. Raises `DatabaseUnreachableError`."""
    try:
        conn = await asyncpg.connect(
            url,
            timeout=CONNECT_TIMEOUT_S,
            command_timeout=STATEMENT_TIMEOUT_S,
            max_cached_statement_lifetime=0,
            server_settings=SETTINGS,
        )
        await conn.set_type_codec(
            "numeric", encoder=str, decoder=float, schema="pg_catalog"
        )  # result type of `avg`
    except (*ERRORS, ValueError) as error:
        # a `ValueError` about the URL may quote a part of the password
        raise DatabaseUnreachableError(
            url, why=type(error).__name__ if isinstance(error, ValueError) else explain(error)
        ) from error
    return conn


async def hold(url: str) -> asyncpg.Connection:
    """Return a durable connection that locks the database for this process alone.

    Raises `StoreLockedError`, `StoreReadOnlyError` or `DatabaseUnreachableError`.
    """
    async with _refusing(url) as conn:
        await _lock(conn, LOCK_SQL, APPLICATION_ID, LOCK_WAIT)
    return conn


async def share(
    url: str, ready: Callable[[asyncpg.Connection, bool], Awaitable[None]] | None = None
) -> asyncpg.Connection:
    """Return a connection that holds the shared lock of the database.

    Processes enter one after another. `ready` is awaited on entry, with the connection and
    whether no other process holds the lock. Raises the errors of `hold`; `StoreLockedError`
    means that another process has locked the database for itself alone.
    """
    async with _refusing(url) as conn:
        await _lock(conn, LOCK_SQL, ENTRY_LOCK, MIGRATE_WAIT)
        await _lock(conn, SHARED, APPLICATION_ID, LOCK_WAIT)
        if ready is not None:
            alone = await conn.fetchval(f"SELECT {TRY_LOCK_SQL}", APPLICATION_ID)
            await ready(conn, alone)
            if alone:
                await conn.fetchval(f"SELECT {UNLOCK_SQL}", APPLICATION_ID)
        await conn.fetchval(f"SELECT {UNLOCK_SQL}", ENTRY_LOCK)
    return conn


@asynccontextmanager
async def _refusing(url: str) -> AsyncIterator[asyncpg.Connection]:
    """Hold a writable connection; close it and raise `StoreOpenError` if the body fails."""
    conn = await open_link(url)
    try:
        if await conn.fetchval("SELECT current_setting('transaction_read_only')") == "on":
            raise StoreReadOnlyError(url)
        await conn.execute(DURABLE)
        yield conn
    except BaseException as error:
        conn.terminate()
        if sqlstate(error) == "55P03":
            raise StoreLockedError(url) from error
        if isinstance(error, ERRORS):
            raise DatabaseUnreachableError(url, why=explain(error)) from error
        raise


async def _lock(conn: asyncpg.Connection, how: str, kind: int, wait: str) -> None:
    await conn.execute(f"SET lock_timeout = '{wait}'")
    await conn.fetchval(f"SELECT {how}", kind)
    await conn.execute("SET lock_timeout = 0")
