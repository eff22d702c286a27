"""Drafts: choices of a seat that are not a complete, confirmed move yet."""

from __future__ import annotations

from typing import Any

from app.model.match import Draft
from db.base.database import Connection, Database, upsert
from db.base.json_columns import dumps, loads
from games.core.text.messages import Key, Seat

UPSERT = upsert("drafts", ("match", "seat"), ("decision", "path", "pending", "shown", "written"))


class DraftTable:
    """Repository of the table `drafts`.

    `written` is the number of the draft's version, `on_screen` the version that the seat's private
    message shows. `shown` is the digest of the complete move that the player was asked to confirm.
    """

    def __init__(self, database: Database) -> None:
        self._db = database

    async def get(self, match_id: str, seat: Seat) -> Draft | None:
        """Return the stored draft of a seat, or None if there is none.

        The draft may belong to an earlier decision of the seat: compare `Draft.decision`.
        """
        rows = await self._db.fetch_fast(
            "SELECT * FROM drafts WHERE match = ? AND seat = ?", (match_id, seat)
        )
        if not rows:
            return None
        row = rows[0]
        what = f"a half-made choice at table {match_id}"
        pending: Key | None = loads(row["pending"], Key | None, what)  # type: ignore[arg-type]  # a union is not a class
        path = loads(row["path"], list[Key], what)
        return Draft(
            match_id,
            seat,
            row["decision"],
            path,
            pending,
            row["shown"],
            row["written"],
            row["on_screen"],
        )

    async def save(self, draft: Draft) -> None:
        """Write a draft, in place of the seat's older one."""
        await self._db.execute(UPSERT, _values(draft))

    async def mark_on_screen(self, match_id: str, seat: Seat, decision: int, written: int) -> None:
        """Store that the seat's private message shows version `written` of the draft.

        `decision` is the number of the decision. If the stored draft has another decision or
        version, nothing changes.
        """
        sql = "UPDATE drafts SET on_screen = written WHERE match = ? AND seat = ? AND decision = ? AND written = ?"
        await self._db.execute_lazily(sql, (match_id, seat, decision, written))

    async def outdated_screens(self) -> list[tuple[str, int]]:
        """Return one (match id, user id) per private message that shows an outdated draft.

        Only running matches that this process serves are considered.
        """
        owned, shards = self._db.owned_filter("m.guild")
        rows = await self._db.fetch_all(
            "SELECT d.match, s.user FROM drafts d JOIN seats s ON s.match = d.match AND s.seat = d.seat"  # noqa: S608
            " JOIN matches m ON m.id = d.match WHERE d.on_screen <> d.written AND d.decision = s.asked AND s.user IS NOT NULL"
            f" AND s.dm_channel > 0 AND m.status = 'running' AND {owned}",
            shards,
        )
        return [(row["match"], row["user"]) for row in rows]


async def write(conn: Connection, draft: Draft) -> None:
    """Write a draft inside a transaction."""
    await conn.execute(UPSERT, _values(draft))


def _values(draft: Draft) -> tuple[Any, ...]:
    return (
        draft.match,
        draft.seat,
        draft.decision,
        dumps(draft.path),
        dumps(draft.pending),
        draft.shown,
        draft.written,
    )


async def delete(conn: Connection, match_id: str, seat: Seat) -> None:
    """Delete a seat's draft (its unfinished move) inside the transaction of `conn`."""
    await conn.execute("DELETE FROM drafts WHERE match = ? AND seat = ?", (match_id, seat))
