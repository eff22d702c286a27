"""What the store answers about what is not kept for ever: a part of `app.ports.store.Repo`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct

from games.core.text.messages import Msg


class RemovedGuild(Struct, frozen=True):
    """A server that has sent the bot away: since when (unix seconds), and whether those who organise tables there know."""

    guild: int
    at: float
    told: bool = False


class RemovedGuildStore(Protocol):
    """Servers that the bot has left, and what is deleted with its time (`app/background/retention.py`)."""

    async def known_guilds(self) -> set[int]:
        """Servers of which anything is kept."""

    async def departures(self) -> list[RemovedGuild]:
        """Servers that have sent the bot away, the longest ago first."""

    async def depart(self, guild: int, at: float) -> None:
        """The bot is no longer there; nothing changes where that was known."""

    async def mark_removal_announced(self, guild: int) -> None:
        """Those who organise tables there were told."""

    async def come_back(self, guild: int, now: float, what: Msg | None) -> list[str]:
        """Give a guild's tables the time back in which the bot was not there, and forget its departure.

        Each table at which time runs says `what` in its log, and all are shown anew. Returns the ids of the open tables;
        none where the bot was not gone.
        """

    async def of_guild(self, guild: int) -> list[str]:
        """Ids of a server's tables."""

    async def over_since(self, before: float) -> list[str]:
        """Ids of tables that have ended or were closed, and that nothing has changed since."""

    async def looked_at(self) -> float | None:
        """Return when retention last looked with a sound clock (unix seconds), or None."""

    async def save_looked_at(self, at: float) -> None:
        """Note that retention has looked."""

    async def drop(self, matches: Sequence[str]) -> None:
        """Delete tables with all that belongs to them."""

    async def drop_guild(self, guild: int) -> None:
        """Delete what is left of a server without tables, and people of whom nothing is left but their settings."""
