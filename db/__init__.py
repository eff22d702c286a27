"""Persistent storage: SQLite or PostgreSQL, numbered migrations, one transaction per move.

The package knows no game: a position is a text of JSON that it does not interpret.
"""

from db.base.errors import (
    NotADatabaseError,
    SchemaTooNewError,
    StoreCorruptError,
    StoreLockedError,
    StoreOpenError,
    StoreReadOnlyError,
)
from db.store import Store, open_store

__all__ = [
    "NotADatabaseError",
    "SchemaTooNewError",
    "Store",
    "StoreCorruptError",
    "StoreLockedError",
    "StoreOpenError",
    "StoreReadOnlyError",
    "open_store",
]
