"""What the store answers about games that have ended: a part of `app.ports.store.Repo`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from msgspec import Struct

from games.core.text.messages import Seat


class SeatResult(Struct, frozen=True):
    """How a seat ended: its place (1 is best; nobody has it where all have lost), its points, and what its person has done."""

    seat: Seat
    place: int
    points: int
    deeds: tuple[str, ...] = ()


class GameCount(Struct, frozen=True):
    """How many games of a kind, for a number of seats, have begun in a server, and how many of them have ended."""

    game: str
    size: int
    begun: int
    ended: int


class LeaderboardRow(Struct, frozen=True):
    """A person in a server's record of a game: games that they have ended with others, and wins; with their settings."""

    user: int
    name: str
    played: int
    won: int
    prefs: dict[str, Any]


class NotableGame(Struct, frozen=True):
    """A game worth remembering: its moves, when it ended (unix seconds), the points of the first two, and its seats."""

    match: str
    moves: int
    ended: float
    best: int | None
    second: int | None
    size: int


class Placement(Struct, frozen=True):
    """A person's place in a game that has ended."""

    match: str
    user: int
    place: int


class PersonalStats(Struct, frozen=True):
    """A person's games of a kind that have ended: how many, how many of them won with others; played alone, and that with
    success; the mean place with others, and at how many seats (None: never with others)."""

    game: str
    played: int
    won: int
    alone: int
    beaten: int
    place: float | None
    size: float | None


class Achievement(Struct, frozen=True):
    """What a person did for the first time: a deed of a game, at which table, and when that ended (unix seconds)."""

    game: str
    deed: str
    match: str
    at: float


class ResultStore(Protocol):
    """How games have ended, for records (`app/people/leaderboards.py`)."""

    async def uncounted(self, *, guild: int | None = None, user: int | None = None) -> list[str]:
        """Ids of the games that have ended and were not counted yet, in a server or of a person; the newest first."""

    async def save_result(self, match: str, ranks: Sequence[SeatResult]) -> None:
        """How a game ended, counted later than it did (else `Change.ranks`); in place of what was counted before."""

    async def ranks(self, match: str) -> list[SeatResult]:
        """How each seat of a game ended, by seat; nothing while it was not counted."""

    async def tallies(self, guild: int) -> list[GameCount]:
        """The games of a server: how many of each have begun and ended, by number of seats."""

    async def standings(self, guild: int, game: str) -> list[LeaderboardRow]:
        """The people who have played a game in a server to its end, with others, most wins first."""

    async def feats(self, guild: int, game: str) -> tuple[NotableGame | None, NotableGame | None]:
        """The longest game of a server, by moves, and the closest of those with others, by points."""

    async def finishes(self, guild: int, game: str) -> list[Placement]:
        """The places of the people in each game of a server that has ended, the oldest first, those of a game together."""

    async def firsts(self, user: int) -> list[Achievement]:
        """What a person has done in games that have ended, each by the first of them, the oldest first."""

    async def of_own(self, user: int) -> list[PersonalStats]:
        """A person's games that have ended, wherever they were."""
