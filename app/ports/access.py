"""Store interface for users' access to matches and for invitations.

Part of `app.ports.repo.Repo`.
"""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct


class MatchAccess(Struct, frozen=True):
    """Facts about a match and a user, for the access check (`app/match/access.py`).

    They say where the match is shown, and what the user's part in it is. `seated` is also True if
    the user has resigned and nobody has taken the seat since: the user may still see the match.
    """

    guild: int = 0
    channel: int = 0
    thread: int = 0
    seated: bool = False
    invited: bool = False
    follows: bool = False


class Invitation(Struct, frozen=True):
    """Invitation of a user to a lobby, and the Discord message with it (id 0: not sent yet).

    `at` is the time of the invitation (Unix seconds). A negative `user` stands for a user whose
    data was erased: only the message is left, which must still be deleted.
    """

    match: str
    user: int
    at: float
    channel: int = 0
    message: int = 0


class InvitationRepository(Protocol):
    """Invitations of users to lobbies."""

    async def of_match(self, match_id: str) -> list[Invitation]:
        """Return a match's invitations, oldest first."""

    async def save(self, invitation: Invitation) -> None:
        """Write an invitation, replacing the user's older one in this match."""

    async def forget(self, match_id: str, user: int) -> None:
        """Delete an invitation; does nothing if there is none."""
