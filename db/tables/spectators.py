"""Spectators: users who follow a match without a seat."""

from __future__ import annotations

from app.ports.repo import Spectator
from db.base.database import Database, upsert


class SpectatorTable:
    """Repository of the table `followers`, one row per spectator and match.

    The column `heard` is `Spectator.notified_at`.
    """

    def __init__(self, database: Database) -> None:
        self._db = database

    async def of_match(self, match_id: str) -> list[Spectator]:
        """Return the spectators of a match."""
        # `fetch_fast`, because there are few rows and an index finds them
        rows = await self._db.fetch_fast(
            "SELECT match, user, heard, channel, message FROM followers WHERE match = ?",
            (match_id,),
        )
        return [Spectator(*tuple(row)) for row in rows]

    async def followed_by(self, user: int) -> list[str]:
        """Return the ids of the matches that a user follows."""
        return [
            row["match"]
            for row in await self._db.fetch_all(
                "SELECT match FROM followers WHERE user = ? ORDER BY match", (user,)
            )
        ]

    async def save(self, spectator: Spectator) -> None:
        """Write a spectator, in place of an older row."""
        sql = upsert("followers", ("match", "user"), ("heard", "channel", "message"))
        values = (
            spectator.match,
            spectator.user,
            spectator.notified_at,
            spectator.channel,
            spectator.message,
        )
        await self._db.execute(sql, values)

    async def forget(self, match_id: str, user: int) -> None:
        """Delete a spectator."""
        await self._db.execute(
            "DELETE FROM followers WHERE match = ? AND user = ?", (match_id, user)
        )
