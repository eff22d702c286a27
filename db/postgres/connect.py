"""Open connections to the server, with an exclusive or shared lock of the database."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import asyncpg

from db.base.errors import DatabaseUnreachableError, StoreLockedError, StoreReadOnlyError
from db.base.url import APPLICATION_ID
from db.postgres.error_codes import ERRORS, LOCK_NOT_AVAILABLE, explain, sqlstate

# A bot holds the lock of the schema: exclusive, or shared with other processes. While a process
# takes the shared lock and migrates, it also holds `ENTRY_LOCK`.
LOCK_SQL, SHARED_LOCK_SQL = (
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
LOCK_TIMEOUT = "2s"  # until the connection of the previous bot process has ended
MIGRATION_LOCK_TIMEOUT = "30s"  # until another process that starts has migrated
ENABLE_SYNC_COMMIT = "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
SETTINGS = {  # the server soon notices a dead client and releases its locks
    "application_name": "sobremesa",
    "tcp_keepalives_idle": "5",
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "3",
    "tcp_user_timeout": "11000",
}


async def open_connection(url: str) -> asyncpg.Connection:
    """Return a new connection with this package's type codecs.

    Raises `DatabaseUnreachableError`.
    """
    try:
        conn = await asyncpg.connect(
            url,
            timeout=CONNECT_TIMEOUT_S,
            command_timeout=STATEMENT_TIMEOUT_S,
            max_cached_statement_lifetime=0,
            server_settings=SETTINGS,
        )
        # `avg` returns numeric: decode it as float
        await conn.set_type_codec("numeric", encoder=str, decoder=float, schema="pg_catalog")
    except (*ERRORS, ValueError) as error:
        # a `ValueError` about the URL may quote a part of the password
        raise DatabaseUnreachableError(
            url, why=type(error).__name__ if isinstance(error, ValueError) else explain(error)
        ) from error
    return conn


async def connect_exclusively(url: str) -> asyncpg.Connection:
    """Return a connection that locks the database for this process alone.

    Raises `StoreLockedError`, `StoreReadOnlyError` or `DatabaseUnreachableError`.
    """
    async with _writable_connection(url) as conn:
        await _lock(conn, LOCK_SQL, APPLICATION_ID, LOCK_TIMEOUT)
    return conn


async def connect_shared(
    url: str, on_entry: Callable[[asyncpg.Connection, bool], Awaitable[None]] | None = None
) -> asyncpg.Connection:
    """Return a connection that holds the shared lock of the database.

    Several processes can hold the lock, but they acquire it one after another: `on_entry(conn,
    alone)` is awaited before the next process gets it. `alone` is True if no other process holds
    it. Raises the errors of `connect_exclusively`; `StoreLockedError` means that another process
    holds the exclusive lock.
    """
    async with _writable_connection(url) as conn:
        await _lock(conn, LOCK_SQL, ENTRY_LOCK, MIGRATION_LOCK_TIMEOUT)
        await _lock(conn, SHARED_LOCK_SQL, APPLICATION_ID, LOCK_TIMEOUT)
        if on_entry is not None:
            # alone: this connection can also get the exclusive lock, because no other one has the shared lock
            alone = await conn.fetchval(f"SELECT {TRY_LOCK_SQL}", APPLICATION_ID)
            await on_entry(conn, alone)
            if alone:
                await conn.fetchval(f"SELECT {UNLOCK_SQL}", APPLICATION_ID)
        await conn.fetchval(f"SELECT {UNLOCK_SQL}", ENTRY_LOCK)
    return conn


@asynccontextmanager
async def _writable_connection(url: str) -> AsyncIterator[asyncpg.Connection]:
    """Yield a writable connection; it stays open unless the body of the `with` fails.

    Errors of the lock and of the connection are raised as `StoreOpenError`, other errors unchanged.
    """
    conn = await open_connection(url)
    try:
        if await conn.fetchval("SELECT current_setting('transaction_read_only')") == "on":
            raise StoreReadOnlyError(url)
        await conn.execute(ENABLE_SYNC_COMMIT)
        yield conn
    except BaseException as error:
        conn.terminate()
        if sqlstate(error) == LOCK_NOT_AVAILABLE:
            raise StoreLockedError(url) from error
        if isinstance(error, ERRORS):
            raise DatabaseUnreachableError(url, why=explain(error)) from error
        raise


async def _lock(conn: asyncpg.Connection, lock_sql: str, key: int, limit: str) -> None:
    await conn.execute(f"SET lock_timeout = '{limit}'")
    await conn.fetchval(f"SELECT {lock_sql}", key)
    await conn.execute("SET lock_timeout = 0")
