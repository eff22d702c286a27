"""The store's port for who may open a table, and who was invited to one."""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct


class Door(Struct, frozen=True):
    """Where a table lives, and what ties one user to it (`app/match/access.py`).

    `seated` counts a seat that its person has left for good and nobody has taken since: they keep what they knew.
    """

    guild: int = 0
    channel: int = 0
    thread: int = 0
    seated: bool = False
    invited: bool = False
    follows: bool = False


class Invitation(Struct, frozen=True):
    """A `user` who was invited to a lobby at a time (unix seconds), and the message to them.

    `message` 0: not sent yet. Below 0 `user` is nobody any more: their message is only to be taken away.
    """

    match: str
    user: int
    at: float
    channel: int = 0
    message: int = 0


class Doors(Protocol):
    """The store's methods for both."""

    async def door(self, match: str, user: int) -> Door | None:
        """Return what decides whether a match opens to a user; None when there is none.

        The rest of the match need not be readable.
        """

    async def invitations(self, match: str) -> list[Invitation]:
        """Return a table's invitations whose messages are still there, the oldest first."""

    async def save_invitation(self, one: Invitation) -> None:
        """Write one, in place of the user's older one at this table."""

    async def forget_invitation(self, match: str, user: int) -> None:
        """Drop one; nothing changes when there is none."""
