"""Store interface for results of ended matches. Part of `app.ports.repo.Repo`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from msgspec import Struct

from games.core.text.messages import Seat


class SeatResult(Struct, frozen=True):
    """Result of one seat in an ended match: place, points and achievements.

    Place 1 is a win. If all players lost, no seat has place 1.
    """

    seat: Seat
    place: int
    points: int
    achievements: tuple[str, ...] = ()


class GameCount(Struct, frozen=True):
    """How many matches of a game were started and ended in a guild, with this number of seats."""

    game: str
    size: int
    begun: int
    ended: int


class LeaderboardRow(Struct, frozen=True):
    """User's record in one game and guild: matches with other players, wins, and preferences."""

    user: int
    name: str
    played: int
    won: int
    prefs: dict[str, Any]


class NotableGame(Struct, frozen=True):
    """Notable match: number of moves, end (Unix seconds), points of the first two, and seats."""

    match: str
    moves: int
    ended: float
    best: int | None
    second: int | None
    size: int


class Placement(Struct, frozen=True):
    """User's place in an ended match."""

    match: str
    user: int
    place: int


class PersonalStats(Struct, frozen=True):
    """User's statistics in one game.

    `played` counts all ended matches, `won` the victories over other players, `alone` the solo
    games and `beaten` the successful ones. `place` and `size` are the mean final place and the mean
    number of seats in matches with other players; None if there was none.
    """

    game: str
    played: int
    won: int
    alone: int
    beaten: int
    place: float | None
    size: float | None


class FirstAchievement(Struct, frozen=True):
    """First time that a user reached an achievement.

    `name` is the name of the achievement, `at` the end of the match (Unix seconds).
    """

    game: str
    name: str
    match: str
    at: float


class ResultRepository(Protocol):
    """Results of ended matches (`app/people/leaderboards.py`)."""

    async def ended_without_results(
        self, *, guild: int | None = None, user: int | None = None
    ) -> list[str]:
        """Return the ids of ended matches without stored results, newest first.

        With `guild` or `user`, only matches of this guild or user.
        """

    async def save(self, match_id: str, seat_results: Sequence[SeatResult]) -> None:
        """Store the results of an ended match's seats, replacing earlier ones.

        Normally `CommitDetails.results` stores them with the last move.
        """

    async def of_match(self, match_id: str) -> list[SeatResult]:
        """Return the results of a match by seat; empty if none were recorded for it."""

    async def game_counts(self, guild: int) -> list[GameCount]:
        """Return how many matches were started and ended in a guild.

        There is one count for each pair of game and number of seats.
        """

    async def standings(self, guild: int, game: str) -> list[LeaderboardRow]:
        """Return the users who ended matches of a game with others in a guild, most wins first."""

    async def notable_games(
        self, guild: int, game: str
    ) -> tuple[NotableGame | None, NotableGame | None]:
        """Return a guild's longest match of a game and its closest one.

        The longest has the most moves. The closest has the smallest difference in points, of the
        matches with several players.
        """

    async def placements(self, guild: int, game: str) -> list[Placement]:
        """Return the places of all users in a guild's ended matches, oldest match first.

        Rows of the same match follow each other.
        """

    async def achievements(self, user: int) -> list[FirstAchievement]:
        """Return a user's achievements with the first match of each, oldest first."""

    async def personal_stats(self, user: int) -> list[PersonalStats]:
        """Return a user's statistics over all guilds, one entry for each game."""
