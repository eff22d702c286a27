"""The one connection to the server: how it is made, what it holds, which errors refuse it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import asyncpg

from db.base.errors import DatabaseUnreachableError, StoreLockedError, StoreReadOnlyError
from db.base.url import APPLICATION_ID
from db.postgres.error_codes import ERRORS, explain, sqlstate

# the lock that a bot holds, alone or with others: in our name, of the schema; and the one of who comes in
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
CONNECT = 10.0  # seconds until a server is away
STATEMENT_TIMEOUT_S = 30.0  # seconds that a statement may take
LOCK_WAIT = "2s"  # that an earlier bot's connection has to end
MIGRATE_WAIT = "30s"  # that one who comes in has to migrate
DURABLE = "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
SETTINGS = {  # whoever is gone is noticed, so that the lock is free
    "application_name": "sobremesa",
    "tcp_keepalives_idle": "5",
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "3",
    "tcp_user_timeout": "11000",
}


async def open_link(url: str) -> asyncpg.Connection:
    """A connection that knows our types. Raises `DatabaseUnreachableError`."""
    try:
        conn = await asyncpg.connect(
            url,
            timeout=CONNECT,
            command_timeout=STATEMENT_TIMEOUT_S,
            max_cached_statement_lifetime=0,
            server_settings=SETTINGS,
        )
        await conn.set_type_codec(
            "numeric", encoder=str, decoder=float, schema="pg_catalog"
        )  # what `avg` gives
    except (*ERRORS, ValueError) as error:
        # what is wrong with an address may be told with a part of its password
        raise DatabaseUnreachableError(
            url, why=type(error).__name__ if isinstance(error, ValueError) else explain(error)
        ) from error
    return conn


async def hold(url: str) -> asyncpg.Connection:
    """A connection that nobody else has: what is committed on it is on the disk, and no other bot writes while it is there.

    Raises `StoreLockedError`, `StoreReadOnlyError` or `DatabaseUnreachableError`.
    """
    async with _refusing(url) as conn:
        await _lock(conn, LOCK_SQL, APPLICATION_ID, LOCK_WAIT)
    return conn


async def share(
    url: str, ready: Callable[[asyncpg.Connection, bool], Awaitable[None]] | None = None
) -> asyncpg.Connection:
    """A connection that only others who share it have. One at a time comes in: `ready` is told whether nobody else is there yet.
    Raises what `hold` raises, `StoreLockedError` when one has it alone."""
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
    """A connection on which one can write; what goes wrong until it has its locks ends it, and refuses."""
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
