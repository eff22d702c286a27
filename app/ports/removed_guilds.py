"""Store interface for removed guilds and expired data. Part of `app.ports.store.Repo`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct

from games.core.text.messages import Msg


class RemovedGuild(Struct, frozen=True):
    """Guild that has removed the bot.

    `at` is when it did so (Unix seconds), `told` whether the organizers were told.
    """

    guild: int
    at: float
    told: bool = False


class RemovedGuildStore(Protocol):
    """Store methods for removed guilds and expired data (`app/background/retention.py`)."""

    async def known_guilds(self) -> set[int]:
        """Return the guilds with any stored data."""

    async def departures(self) -> list[RemovedGuild]:
        """Return the guilds that have removed the bot, earliest first."""

    async def depart(self, guild: int, at: float) -> None:
        """Record that a guild has removed the bot; does nothing if already recorded."""

    async def mark_removal_announced(self, guild: int) -> None:
        """Record that the guild's organizers were told."""

    async def come_back(self, guild: int, now: float, what: Msg | None) -> list[str]:
        """Extend a guild's deadlines by the time without the bot, and delete its removal record.

        Each match with a running clock logs `what`, and all are marked as unpublished. Returns
        the ids of the open matches; none if no removal was recorded.
        """

    async def of_guild(self, guild: int) -> list[str]:
        """Return the ids of a guild's matches."""

    async def over_since(self, before: float) -> list[str]:
        """Return the ids of ended or closed matches unchanged since `before` (Unix seconds)."""

    async def looked_at(self) -> float | None:
        """Return when the last sweep ran with a plausible clock (Unix seconds), or None.

        A sweep deletes expired data.
        """

    async def save_looked_at(self, at: float) -> None:
        """Record the time of a sweep (Unix seconds)."""

    async def drop(self, matches: Sequence[str]) -> None:
        """Delete matches with all their data."""

    async def drop_guild(self, guild: int) -> None:
        """Delete a guild that has no matches, and the users with no other data than settings."""
