"""SQL on the database under a store, for tests that look at or change stored rows."""

from __future__ import annotations

from app.ports.repo import Repo
from db import Store
from db.base.database import Database


async def limit_pages(repo: Repo, pages: int) -> None:
    """Limit a SQLite store to this many pages; pages that are in use stay."""
    await database_of(repo).transaction(
        lambda conn: conn.execute_fetchall(f"PRAGMA max_page_count = {pages}")
    )


def database_of(repo: Repo) -> Database:
    """Return the database under a store."""
    assert isinstance(repo, Store)
    return repo._db
