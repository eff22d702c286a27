"""What the errors of PostgreSQL, and of the way to it, mean to us."""

from __future__ import annotations

import asyncpg

AGAIN = ("40001", "40P01")  # two transactions in each other's way: neither's fault, done anew
TAKEN = "23505"  # a key is there already: another process was faster
DAMAGED = ("XX001", "XX002")
GONE = ("08", "57P")  # classes: no connection, the server is shutting down
# no room, no memory, too many connections; read-only; no right to; a failing disk; held too long by another; given up
UNWRITABLE = ("53", "25006", "42501", "58", "55P03", "57014")
LOST = (asyncpg.InterfaceError, asyncpg.InternalClientError, OSError, TimeoutError)
ERRORS = (asyncpg.PostgresError, *LOST)


def sqlstate(error: BaseException) -> str:
    """PostgreSQL's code of five letters; "" for what it has not said itself."""
    return str(getattr(error, "sqlstate", None) or "")


def is_connection_lost(error: BaseException) -> bool:
    """Whether the connection is no more, or of no use."""
    if isinstance(error, asyncpg.PostgresError):
        return sqlstate(error).startswith(GONE)
    return isinstance(error, LOST)


def explain(error: BaseException) -> str:
    """What went wrong, in one line."""
    return f"{type(error).__name__}: {error}".splitlines()[0].rstrip(": ")
