"""Audit log: actions of organizers and guild moderators. Part of `app.ports.repo.Repo`.

It contains nothing of positions, hands or moves.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any, Protocol

from msgspec import Struct, field

from app.model.match import Match, User


class AuditLogEntry(Struct, frozen=True):
    """Entry of the audit log.

    It is shown with the message `ui.done.<what>` and its arguments `args` (ids and numbers, no
    names). `user` is the user who did it; None if a vote decided it or the user's data was erased.
    `about` is the user whose seat was affected.
    """

    guild: int
    at: float  # Unix seconds
    user: int | None
    what: str
    match: str = ""
    about: int | None = None
    args: dict[str, Any] = field(default_factory=dict)
    id: str = field(default_factory=lambda: uuid.uuid4().hex)


class AuditLogEntryView(Struct, frozen=True):
    """Audit entry with the current names of its users, and the game of its match.

    A name is "" if it is unknown, the game is "" if the match was deleted.
    """

    entry: AuditLogEntry
    name: str = ""
    about: str = ""
    game: str = ""


class AuditLogRepository(Protocol):
    """Audit log of actions of organizers and guild moderators."""

    async def page(self, guild: int, skip: int, most: int) -> list[AuditLogEntryView]:
        """Return at most `most` of a guild's entries, newest first, after the newest `skip`."""

    async def count(self, guild: int) -> int:
        """Return the number of a guild's entries."""

    async def of_user(self, user: int) -> list[AuditLogEntry]:
        """Return a user's entries in all guilds, oldest first."""

    async def add(self, entry: AuditLogEntry) -> None:
        """Write an entry for an action that changes nothing else in the store."""

    async def has_before(self, before: float) -> bool:
        """Return whether there are entries older than `before` (Unix seconds)."""

    async def forget_before(self, before: float) -> None:
        """Delete entries older than `before` (Unix seconds)."""


def entries_for_match(
    match: Match, at: float, by: User | None, what: str, about: int | None = None, **args: Any
) -> Sequence[AuditLogEntry]:
    """Return the audit entry of an action in a match, as a sequence; empty without a guild.

    `at` is the time (Unix seconds) and `what` the kind of action; `args` are its arguments. `about`
    is the user whose seat was affected. Only a lesson has no guild.
    """
    if not match.places.guild:
        return ()
    user = None if by is None else by.id
    return (AuditLogEntry(match.places.guild, at, user, what, match.id, about, args),)
