"""Access of users to matches, and their invitations to lobbies."""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct


class MatchAccess(Struct, frozen=True):
    """Location of a match and a user's relation to it (`app/match/access.py`).

    `seated` includes a seat that the user left for good and nobody has taken since: they keep
    what they knew.
    """

    guild: int = 0
    channel: int = 0
    thread: int = 0
    seated: bool = False
    invited: bool = False
    follows: bool = False


class Invitation(Struct, frozen=True):
    """Invitation of a user to a lobby at a time (Unix seconds), and its message.

    `message` 0: not sent yet. A `user` below 0 stands for an erased user: the message must only
    be deleted.
    """

    match: str
    user: int
    at: float
    channel: int = 0
    message: int = 0


class InvitationRepository(Protocol):
    """Invitations of users to lobbies."""

    async def of_match(self, match: str) -> list[Invitation]:
        """Return a match's invitations whose messages still exist, oldest first."""

    async def save(self, invitation: Invitation) -> None:
        """Write an invitation, replacing the user's older one in this match."""

    async def forget(self, match: str, user: int) -> None:
        """Delete an invitation; does nothing if there is none."""
