"""The one connection to the server: how it is made, what it holds, which errors refuse it."""

from __future__ import annotations

import asyncpg

from db.errors import Away, Locked, Unwritable
from db.place import OURS
from db.postgres.codes import ERRORS, state, why

# the lock that a bot holds: in our name, of the schema
HELD = "pg_advisory_lock($1, hashtext(current_schema()))"
CONNECT = 10.0          # seconds until a server is away
PATIENCE = 30.0         # seconds that a statement may take
LOCK = "2s"             # that an earlier bot's connection has to end
DURABLE = "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
SETTINGS = {            # whoever is gone is noticed, so that the lock is free
    "application_name": "sobremesa", "tcp_keepalives_idle": "10", "tcp_keepalives_interval": "5", "tcp_keepalives_count": "3",
}


async def open_link(url: str) -> asyncpg.Connection:
    """A connection that knows our types. Raises `Away`."""
    try:
        conn = await asyncpg.connect(
            url, timeout=CONNECT, command_timeout=PATIENCE, max_cached_statement_lifetime=0, server_settings=SETTINGS
        )
        await conn.set_type_codec("numeric", encoder=str, decoder=float, schema="pg_catalog")    # what `avg` gives
    except (*ERRORS, ValueError) as error:
        raise Away(url, why=why(error)) from error
    return conn


async def hold(url: str) -> asyncpg.Connection:
    """A connection that nobody else has: what is committed on it is on the disk, and no other bot writes while it is there.

    Raises `Locked`, `Unwritable` or `Away`.
    """
    conn = await open_link(url)
    try:
        if await conn.fetchval("SELECT current_setting('transaction_read_only')") == "on":
            raise Unwritable(url)
        await conn.execute(DURABLE)
        await conn.execute(f"SET lock_timeout = '{LOCK}'")
        await conn.fetchval(f"SELECT {HELD}", OURS)
        await conn.execute("SET lock_timeout = 0")
    except BaseException as error:
        conn.terminate()
        if state(error) == "55P03":
            raise Locked(url) from error
        if isinstance(error, ERRORS):
            raise Away(url, why=why(error)) from error
        raise
    return conn
