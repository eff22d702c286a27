"""SQL on the database under a store, for tests that look at or change stored rows."""

from __future__ import annotations

from app.ports.store import Repo
from db import Store
from db.base.database import Database


def database_of(repo: Repo) -> Database:
    """Return the database under a store."""
    assert isinstance(repo, Store)
    return repo._db
