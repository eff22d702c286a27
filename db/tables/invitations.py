"""Invitations of named users to a lobby, and their messages."""

from __future__ import annotations

from app.ports.access import Invitation
from db.base.database import Database, upsert


class InvitationTable:
    """Repository of the table `invitations`."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def of_match(self, match_id: str) -> list[Invitation]:
        """Return a match's invitations, oldest first."""
        sql = "SELECT match, user, at, channel, message FROM invitations WHERE match = ? ORDER BY at, user"
        return [Invitation(*tuple(row)) for row in await self._db.fetch_fast(sql, (match_id,))]

    async def save(self, invitation: Invitation) -> None:
        """Write an invitation, in place of the user's older invitation to this match."""
        sql = upsert("invitations", ("match", "user"), ("at", "channel", "message"))
        await self._db.execute(
            sql,
            (
                invitation.match,
                invitation.user,
                invitation.at,
                invitation.channel,
                invitation.message,
            ),
        )

    async def forget(self, match_id: str, user: int) -> None:
        """Delete an invitation, if there is one."""
        await self._db.execute(
            "DELETE FROM invitations WHERE match = ? AND user = ?", (match_id, user)
        )
