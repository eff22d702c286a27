"""What the store knows of who may open a table, and whom somebody has invited: its part of the port."""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct


class Door(Struct, frozen=True):
    """What decides whether a table opens to one user (`host/access.py`): where it lives, and what ties the user to it.

    `seated` counts a seat that its person has left for good and nobody has taken since: they keep what they knew.
    """

    guild: int = 0
    channel: int = 0
    thread: int = 0
    seated: bool = False
    invited: bool = False
    follows: bool = False


class Invitation(Struct, frozen=True):
    """A `user` who was invited to a lobby at that time (unix seconds), and the message that calls them (0: not sent yet).

    Below 0 `user` is nobody any more: their message is only to be taken away.
    """

    match: str
    user: int
    at: float
    channel: int = 0
    message: int = 0


class Doors(Protocol):
    """The store, of both."""

    async def door(self, match: str, user: int) -> Door | None:
        """What decides whether this match opens to a user, even where the rest of it can't be read; None when there is none."""

    async def invitations(self, match: str) -> list[Invitation]:
        """A table's invitations whose messages have not been taken away, the oldest first."""

    async def save_invitation(self, one: Invitation) -> None:
        """Write one, in place of what was there of this user and this table."""

    async def forget_invitation(self, match: str, user: int) -> None:
        """Drop one; nothing changes when there is none."""
