"""Before the game: tables are opened, joined, set up and started. After it: a rematch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from host.model import Match, Person

if TYPE_CHECKING:
    from host.app import App


class Lobby:
    """What people do at a table that has not begun. Every method raises `Trouble` for what can't be done."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def get(self, match: str) -> Match:
        """The match with this id; `Trouble` when there is none."""
        raise NotImplementedError

    async def here(self, *, channel: int, by: Person | None = None, statuses: tuple[str, ...] = ("lobby", "running")) -> list[Match]:
        """The tables of a channel or thread (with `by`: those at which they sit), oldest change first."""
        raise NotImplementedError

    async def create(
        self, by: Person, game: str, *, guild: int, channel: int, name: str | None = None, size: int | None = None,
        preset: str | None = None, lang: str | None = None, click: str | None = None,
    ) -> Match:
        """Open a table; `by` organises it and takes the first seat."""
        raise NotImplementedError

    async def join(self, match: str, by: Person, click: str | None = None) -> Match:
        """Take a free seat."""
        raise NotImplementedError

    async def leave(self, match: str, by: Person, click: str | None = None) -> Match:
        """Give the seat back; the table closes when nobody is left, and somebody else organises when the organiser goes."""
        raise NotImplementedError

    async def kick(self, match: str, by: Person, user: int, click: str | None = None) -> Match:
        """The organiser takes somebody's seat away."""
        raise NotImplementedError

    async def invite(self, match: str, by: Person, user: int, click: str | None = None) -> Match:
        """Note that somebody was invited (the edge tells them)."""
        raise NotImplementedError

    async def rename(self, match: str, by: Person, name: str, click: str | None = None) -> Match:
        """Give the table another name."""
        raise NotImplementedError

    async def add_computer(self, match: str, by: Person, click: str | None = None, kind: str = "game") -> Match:
        """Seat a computer player; `kind` is one of games.core.bots.KINDS."""
        raise NotImplementedError

    async def remove_computer(self, match: str, by: Person, click: str | None = None) -> Match:
        """Take the last computer player away."""
        raise NotImplementedError

    async def set_option(self, match: str, by: Person, option: str, value: Any, click: str | None = None) -> Match:
        """Set one of the game's options."""
        raise NotImplementedError

    async def set_preset(self, match: str, by: Person, preset: str, click: str | None = None) -> Match:
        """Set all options to a preset of the game."""
        raise NotImplementedError

    async def set_size(self, match: str, by: Person, size: int, click: str | None = None) -> Match:
        """Set the number of seats."""
        raise NotImplementedError

    async def start(self, match: str, by: Person, click: str | None = None) -> Match:
        """Begin with those seated, if the game can be played by so many."""
        raise NotImplementedError

    async def close(self, match: str, by: Person, click: str | None = None) -> Match:
        """Close a table that has not begun."""
        raise NotImplementedError

    async def rematch(self, match: str, by: Person, click: str | None = None) -> Match:
        """A lobby with the same people invited and the same options; who taps sits down."""
        raise NotImplementedError
