"""What a table's controls ask of Discord, beside their answer."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from app.model.match import Lang, Match, Person
from ui.components import Message


class Rooms(Protocol):
    """What a table's controls ask of Discord."""

    async def trial(self, channel: int, lang: Lang) -> None:
        """Post, edit and delete a message in a channel; `Trouble` names what is refused."""

    def there(self, guild: int, ids: Iterable[int]) -> set[int]:
        """Those of these channels and roles that the server has."""

    async def knock(self, match: str, by: Person) -> bool:
        """Try a private screen again that was refused; True when it is there now."""

    async def move(self, match: str, by: Person, channel: int, click: str) -> Match:
        """Bring a table to another channel; `Trouble` where it can't live, or may not be moved."""

    async def tell(self, user: int, message: Message) -> bool:
        """A direct message outside of any table; False when the person takes none."""

    async def note(self, match: str, by: Person) -> bool:
        """Tell a follower how the table stands, now; False when they take no direct messages."""

    async def unnote(self, match: str, by: Person, *, stays: bool) -> None:
        """Who follows it no longer hears no more of it; their note goes, unless it `stays` for what it is to say now."""
