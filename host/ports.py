"""The edges that the host needs, as protocols: the store, the messenger, the painter, the clock."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from games.core.position import Position
from games.core.scene import Picture, Scene
from host.model import Draft, Entry, Match, Person, Stored


class Clock(Protocol):
    """Time, so that tests can own it."""

    def now(self) -> float:
        """Unix seconds."""


class Repo(Protocol):
    """The store. Every method is one transaction; a returned value shares nothing with the store."""

    async def person(self, user: int) -> Person | None: ...

    async def save_person(self, person: Person) -> None: ...

    async def create_match(self, match: Match) -> None:
        """Raises KeyError when the id is taken."""

    async def match(self, match: str) -> Match | None: ...

    async def load(self, match: str) -> Stored | None:
        """A match with its position; None when there is none or it has not begun."""

    async def matches(
        self, *, user: int | None = None, guild: int | None = None, channel: int | None = None, statuses: Sequence[str] = ()
    ) -> list[Match]:
        """Matches by any of these, oldest change first."""

    async def unpublished(self) -> list[str]:
        """Ids of matches whose newest version the edge has not shown."""

    async def commit(
        self,
        match: Match,
        expected: int,
        *,
        pos: Position[Any, Any] | None = None,
        entries: Sequence[Entry] = (),
        checkpoint: bool = False,
        struck: tuple[int, int] | None = None,
        drop_checkpoints_from: int | None = None,
        clear_drafts: Sequence[int] = (),
    ) -> bool:
        """Write match, seats, position, rows, checkpoint at once, `where version = expected`; False when somebody was faster.

        Raises `Already` when an entry's interaction id is stored. `struck` = (first row struck, by which row).
        """

    async def entries(self, match: str, after: int = 0, upto: int | None = None) -> list[Entry]:
        """Rows of the log in order, struck ones included."""

    async def seen_interaction(self, interaction: str) -> bool: ...

    async def checkpoint(self, match: str, before: int | None = None) -> tuple[int, Position[Any, Any]]:
        """The newest checkpoint, or the newest with a row number below `before`; row 0 is the start."""

    async def draft(self, match: str, seat: int) -> Draft | None: ...

    async def save_draft(self, draft: Draft) -> None: ...

    async def drop_draft(self, match: str, seat: int) -> None: ...

    async def save_places(self, match: Match) -> None:
        """Message ids only (places and the seats' DM messages); touches no version."""

    async def published(self, match: str, version: int) -> None: ...


class Already(Exception):  # noqa: N818 - not a failure: the click has counted
    """The interaction id is stored: this click has counted once."""


class Notifier(Protocol):
    """The messenger: shows a match's newest version wherever it is to be seen. Idempotent; raises to be called again later."""

    async def publish(self, match: Match, pos: Position[Any, Any] | None, news: Sequence[Entry], newly: Sequence[int]) -> None:
        """Bring the table's messages to this version; `news` are the rows since the last publication, `newly` the seats to ping."""


class Images(Protocol):
    """The painter, off the loop."""

    async def draw(self, scene: Scene) -> Picture: ...
