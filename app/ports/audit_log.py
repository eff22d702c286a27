"""What people have done as organisers of tables or for their server, and what the store answers about it: a part of
`app.ports.store.Repo`. Nothing of any position, hand or move is in it."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any, Protocol

from msgspec import Struct, field

from app.model.match import Match, User


class AuditEntry(Struct, frozen=True):
    """Somebody has done this: `what` is said as `ui.done.<what>`, with `args` (ids and numbers, nobody's name). `user` is None
    where a table has decided it together, or where they have been forgotten; `about` is the person whose seat it was about."""

    guild: int
    at: float  # unix seconds
    user: int | None
    what: str
    match: str = ""
    about: int | None = None
    args: dict[str, Any] = field(default_factory=dict)
    id: str = field(default_factory=lambda: uuid.uuid4().hex)


class AuditEntryView(Struct, frozen=True):
    """The same to be read: what people are called now ("": nobody that is known), and the table's game while there is one."""

    doing: AuditEntry
    name: str = ""
    about: str = ""
    game: str = ""


class AuditLogStore(Protocol):
    """What is stored of it."""

    async def doings(self, guild: int, skip: int, most: int) -> list[AuditEntryView]:
        """A page of what was done in a server, the newest first."""

    async def count_doings(self, guild: int) -> int:
        """How much there is to read of a server."""

    async def doings_of(self, user: int) -> list[AuditEntry]:
        """What a person has done, in every server, the oldest first."""

    async def has_doings_before(self, before: float) -> bool:
        """Return whether there is anything older."""

    async def forget_doings(self, before: float) -> None:
        """Delete what is older."""


def at_table(
    match: Match, at: float, by: User | None, what: str, about: int | None = None, **args: Any
) -> Sequence[AuditEntry]:
    """What has just been done to a table, for its server to read; nothing of one that is in no server (a lesson)."""
    if not match.places.guild:
        return ()
    user = None if by is None else by.id
    return (AuditEntry(match.places.guild, at, user, what, match.id, about, args),)
