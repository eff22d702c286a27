"""Private notes: what users noted for themselves about their matches."""

from __future__ import annotations

from db.base.database import Database, upsert


class NoteTable:
    """Repository of the table `notes`, at most one row per user and match."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def get(self, match_id: str, user: int) -> str:
        """Return a user's note about a match; "" if there is none."""
        # `fetch_fast`, because it is one row and the primary key finds it
        rows = await self._db.fetch_fast(
            "SELECT text FROM notes WHERE match = ? AND user = ?", (match_id, user)
        )
        return str(rows[0]["text"]) if rows else ""

    async def of_user(self, user: int) -> dict[str, str]:
        """Return all notes of a user, by match."""
        rows = await self._db.fetch_all(
            "SELECT match, text FROM notes WHERE user = ? ORDER BY match", (user,)
        )
        return {row["match"]: row["text"] for row in rows}

    async def save(self, match_id: str, user: int, text: str) -> None:
        """Write a user's note in place of the former one; "" deletes it."""
        if text:
            await self._db.execute(
                upsert("notes", ("match", "user"), ("text",)), (match_id, user, text)
            )
        else:
            await self._db.execute(
                "DELETE FROM notes WHERE match = ? AND user = ?", (match_id, user)
            )
