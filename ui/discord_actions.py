"""Interfaces for what handlers do on Discord besides answering the interaction."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from app.model.match import Match, User
from games.core.text.languages import Lang
from ui.components import Message


class GuildChecks(Protocol):
    """Checks of a guild's channels and roles, independent of tables."""

    async def check_permissions(self, channel: int, lang: Lang) -> None:
        """Post, edit and delete a test message; raise `UserError` if the bot may not."""

    async def post_picture(self, channel: int, message: Message, lang: Lang) -> int:
        """Post a message with its picture; return its id.

        Raises `UserError` if the picture can't be rendered, or the bot may not post it.
        """

    def existing_ids(self, guild: int, ids: Iterable[int]) -> set[int]:
        """Return the ids in `ids` that belong to a channel or role of the guild."""


class DiscordActions(Protocol):
    """Discord requests that handlers of a table's components may make.

    `ui.delivery.table_publisher.TablePublisher` implements them.
    """

    @property
    def guild_channels(self) -> GuildChecks:
        """Return the checks of guild channels."""

    async def retry_dm(self, match_id: str, by: User) -> bool:
        """Send the user's private message again; return whether their DMs are open now."""

    async def move(self, match_id: str, by: User, channel: int, click: str) -> Match:
        """Move a table to another channel; `click` is the interaction's id.

        Raises `UserError` if the channel can't hold a table or the user may not move this one.
        """

    async def tell(self, user: int, message: Message) -> bool:
        """Send a direct message that belongs to no table; return whether it was sent.

        It is not sent if the user's DMs are closed or Discord refuses the message.
        """

    async def send_spectator_status(self, match_id: str, by: User) -> bool:
        """Send a spectator the match's state now; return False if their DMs are closed."""

    async def end_spectating(self, match_id: str, by: User, *, keep_message: bool) -> None:
        """Remove a spectator and delete their status message.

        With `keep_message` the message is kept, because the caller edits it into a final notice.
        """
