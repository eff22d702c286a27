"""The one connection to the server: how it is made, what it holds, which errors refuse it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import asyncpg

from db.base.errors import Away, Locked, Unwritable
from db.base.url import OURS
from db.postgres.error_codes import ERRORS, state, why

# the lock that a bot holds, alone or with others: in our name, of the schema; and the one of who comes in
HELD, SHARED = "pg_advisory_lock($1, hashtext(current_schema()))", "pg_advisory_lock_shared($1, hashtext(current_schema()))"
ALONE, TOGETHER = "pg_try_advisory_lock($1, hashtext(current_schema()))", "pg_advisory_unlock($1, hashtext(current_schema()))"
DOOR = OURS + 4
HERE = "locktype = 'advisory' AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
CHANNEL = "SELECT 'sobremesa_' || (CAST(hashtext(current_schema()) AS bigint) & 4294967295)"
CONNECT = 10.0          # seconds until a server is away
PATIENCE = 30.0         # seconds that a statement may take
LOCK = "2s"             # that an earlier bot's connection has to end
OPEN = "30s"            # that one who comes in has to migrate
DURABLE = "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
SETTINGS = {            # whoever is gone is noticed, so that the lock is free
    "application_name": "sobremesa", "tcp_keepalives_idle": "5", "tcp_keepalives_interval": "2", "tcp_keepalives_count": "3",
    "tcp_user_timeout": "11000",
}


async def open_link(url: str) -> asyncpg.Connection:
    """A connection that knows our types. Raises `Away`."""
    try:
        conn = await asyncpg.connect(
            url, timeout=CONNECT, command_timeout=PATIENCE, max_cached_statement_lifetime=0, server_settings=SETTINGS
        )
        await conn.set_type_codec("numeric", encoder=str, decoder=float, schema="pg_catalog")    # what `avg` gives
    except (*ERRORS, ValueError) as error:
        # what is wrong with an address may be told with a part of its password
        raise Away(url, why=type(error).__name__ if isinstance(error, ValueError) else why(error)) from error
    return conn


async def hold(url: str) -> asyncpg.Connection:
    """A connection that nobody else has: what is committed on it is on the disk, and no other bot writes while it is there.

    Raises `Locked`, `Unwritable` or `Away`.
    """
    async with _refusing(url) as conn:
        await _lock(conn, HELD, OURS, LOCK)
    return conn


async def share(url: str, ready: Callable[[asyncpg.Connection, bool], Awaitable[None]] | None = None) -> asyncpg.Connection:
    """A connection that only others who share it have. One at a time comes in: `ready` is told whether nobody else is there yet.
    Raises what `hold` raises, `Locked` when one has it alone."""
    async with _refusing(url) as conn:
        await _lock(conn, HELD, DOOR, OPEN)
        await _lock(conn, SHARED, OURS, LOCK)
        if ready is not None:
            alone = await conn.fetchval(f"SELECT {ALONE}", OURS)
            await ready(conn, alone)
            if alone:
                await conn.fetchval(f"SELECT {TOGETHER}", OURS)
        await conn.fetchval(f"SELECT {TOGETHER}", DOOR)
    return conn


@asynccontextmanager
async def _refusing(url: str) -> AsyncIterator[asyncpg.Connection]:
    """A connection on which one can write; what goes wrong until it has its locks ends it, and refuses."""
    conn = await open_link(url)
    try:
        if await conn.fetchval("SELECT current_setting('transaction_read_only')") == "on":
            raise Unwritable(url)
        await conn.execute(DURABLE)
        yield conn
    except BaseException as error:
        conn.terminate()
        if state(error) == "55P03":
            raise Locked(url) from error
        if isinstance(error, ERRORS):
            raise Away(url, why=why(error)) from error
        raise


async def _lock(conn: asyncpg.Connection, how: str, kind: int, wait: str) -> None:
    await conn.execute(f"SET lock_timeout = '{wait}'")
    await conn.fetchval(f"SELECT {how}", kind)
    await conn.execute("SET lock_timeout = 0")
