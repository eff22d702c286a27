"""Discord requests that a table's components trigger besides their answer."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from app.model.match import Lang, Match, User
from ui.components import Message


class GuildChecks(Protocol):
    """Checks of a guild's channels and roles, independent of tables."""

    async def check_permissions(self, channel: int, lang: Lang) -> None:
        """Post, edit and delete a test message in a channel; `UserError` names what is refused."""

    def existing_ids(self, guild: int, ids: Iterable[int]) -> set[int]:
        """Return those of the channel and role ids that exist in the guild."""


class DiscordActions(Protocol):
    """Discord requests that handlers of a table's components may make."""

    @property
    def guild_channels(self) -> GuildChecks:
        """Checks of guilds."""

    async def retry_dm(self, match: str, by: User) -> bool:
        """Retry a refused private message; return True if it is there now."""

    async def move(self, match: str, by: User, channel: int, click: str) -> Match:
        """Move a table to another channel; `UserError` if the channel or the user may not."""

    async def tell(self, user: int, message: Message) -> bool:
        """Send a direct message unrelated to a table; False if the user's DMs are closed."""

    async def send_watcher_message(self, match: str, by: User) -> bool:
        """Send a spectator the current state now; False if their DMs are closed."""

    async def delete_watcher_message(self, match: str, by: User, *, stays: bool) -> None:
        """Delete a former spectator's status message, unless it `stays` for a final notice."""
