"""The store: SQLite by aiosqlite, numbered migrations, one transaction per move. Knows no game: positions are opaque JSON."""

from db.base.errors import Corrupt, Locked, Newer, NotADatabase, Refused, Unwritable
from db.store import Store, open_store

__all__ = ["Corrupt", "Locked", "Newer", "NotADatabase", "Refused", "Store", "Unwritable", "open_store"]
