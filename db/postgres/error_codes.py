"""Classification of PostgreSQL's errors and of connection errors."""

from __future__ import annotations

import asyncpg

RETRYABLE = ("40001", "40P01")  # serialization failure, deadlock: retry
LOCK_NOT_AVAILABLE = "55P03"  # the lock timeout has passed
UNIQUE_VIOLATION = "23505"  # unique violation: another process inserted the row first
CORRUPTION = ("XX001", "XX002")
CONNECTION_CLASSES = ("08", "57P")  # error classes: no connection, server shutdown
# resources (disk full, out of memory, too many connections); read-only; permission denied;
# I/O error; lock timeout; query canceled
UNWRITABLE = ("53", "25006", "42501", "58", LOCK_NOT_AVAILABLE, "57014")
CONNECTION_ERRORS = (asyncpg.InterfaceError, asyncpg.InternalClientError, OSError, TimeoutError)
ERRORS = (asyncpg.PostgresError, *CONNECTION_ERRORS)


def sqlstate(error: BaseException) -> str:
    """Return PostgreSQL's error code of five characters; "" for other errors."""
    return str(getattr(error, "sqlstate", None) or "")


def is_connection_lost(error: BaseException) -> bool:
    """Return whether the connection is closed or unusable."""
    if isinstance(error, asyncpg.PostgresError):
        return sqlstate(error).startswith(CONNECTION_CLASSES)
    return isinstance(error, CONNECTION_ERRORS)


def explain(error: BaseException) -> str:
    """Return the error as one line."""
    return f"{type(error).__name__}: {error}".splitlines()[0].rstrip(": ")
