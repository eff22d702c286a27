"""Half-made choices."""

from __future__ import annotations

from typing import Any

from db.cells import dumps, loads
from db.port import Connection, Database, upsert
from games.core.messages import Key, Seat
from host.model import Draft

PUT = upsert("drafts", ("match", "seat"), ("decision", "path", "pending", "shown"))


class Drafts:
    """The table `drafts`."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def draft(self, match: str, seat: Seat) -> Draft | None:
        """The half-made choice of a seat."""
        rows = await self._db.quick("SELECT * FROM drafts WHERE match = ? AND seat = ?", (match, seat))
        if not rows:
            return None
        row = rows[0]
        pending: Key | None = loads(row["pending"], Key | None)  # type: ignore[arg-type]  # a union is no class
        return Draft(row["match"], row["seat"], row["decision"], loads(row["path"], list[Key]), pending, row["shown"])

    async def save_draft(self, draft: Draft) -> None:
        """Write it, in place of the seat's older one."""
        await self._db.change(PUT, _values(draft))


async def put(conn: Connection, draft: Draft) -> None:
    """Write a draft inside a transaction."""
    await conn.execute(PUT, _values(draft))


def _values(draft: Draft) -> tuple[Any, ...]:
    return draft.match, draft.seat, draft.decision, dumps(draft.path), dumps(draft.pending), draft.shown


async def drop(conn: Connection, match: str, seat: Seat) -> None:
    """Forget a draft inside a transaction."""
    await conn.execute("DELETE FROM drafts WHERE match = ? AND seat = ?", (match, seat))
