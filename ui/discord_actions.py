"""What a table's controls ask of Discord, beside their answer."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from app.model.match import Lang, Match, User
from ui.components import Message


class DiscordActions(Protocol):
    """What a table's controls ask of Discord."""

    async def check_permissions(self, channel: int, lang: Lang) -> None:
        """Post, edit and delete a message in a channel; `UserError` names what is refused."""

    def existing_ids(self, guild: int, ids: Iterable[int]) -> set[int]:
        """Those of these channels and roles that the server has."""

    async def retry_dm(self, match: str, by: User) -> bool:
        """Try a private screen again that was refused; True when it is there now."""

    async def move(self, match: str, by: User, channel: int, click: str) -> Match:
        """Bring a table to another channel; `UserError` where it can't live, or may not be moved."""

    async def tell(self, user: int, message: Message) -> bool:
        """A direct message outside of any table; False when the person takes none."""

    async def send_watcher_message(self, match: str, by: User) -> bool:
        """Tell a follower how the table stands, now; False when they take no direct messages."""

    async def delete_watcher_message(self, match: str, by: User, *, stays: bool) -> None:
        """Who follows it no longer hears no more of it; their note goes, unless it `stays` for what it is to say now."""
