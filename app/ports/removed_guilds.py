"""Store interface for removed guilds and expired data. Part of `app.ports.repo.Repo`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct

from games.core.text.messages import Msg


class RemovedGuild(Struct, frozen=True):
    """Guild that has removed the bot, and when (Unix seconds).

    `told` is True if the organizers of its matches were told.
    """

    guild: int
    at: float
    told: bool = False


class RetentionRepository(Protocol):
    """Removed guilds, and deletion of expired data (`app/background/retention.py`)."""

    async def known_guilds(self) -> set[int]:
        """Return the guilds with any stored data."""

    async def removed_guilds(self) -> list[RemovedGuild]:
        """Return the guilds that have removed the bot, earliest first."""

    async def mark_removed(self, guild: int, at: float) -> None:
        """Record that a guild removed the bot at `at`; do nothing if that is recorded already."""

    async def mark_removal_announced(self, guild: int) -> None:
        """Record that the organizers of the guild's matches were told of the removal."""

    async def mark_returned(self, guild: int, now: float, what: Msg | None) -> list[str]:
        """Record that the bot is in a guild again, and extend the guild's deadlines.

        The deadlines are extended by the time without the bot. Each match with a running clock logs
        the notice `what` (None: no notice), and all are marked as unpublished. Returns the ids of
        the open matches; empty if no removal was recorded.
        """

    async def matches_of_guild(self, guild: int) -> list[str]:
        """Return the ids of a guild's matches."""

    async def ended_before(self, before: float) -> list[str]:
        """Return the ids of ended or closed matches unchanged since `before` (Unix seconds)."""

    async def delete_matches(self, matches: Sequence[str]) -> None:
        """Delete matches with all their data."""

    async def delete_guild(self, guild: int) -> None:
        """Delete a guild that has no matches, and the users of whom only settings are stored."""
