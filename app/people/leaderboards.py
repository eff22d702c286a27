"""Statistics of ended matches, for a guild or one user.

AI players are not counted. A guild has ratings only if its settings enable them.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct

from app.log import game_log
from app.model.match import LoadedMatch, LogEntry, Match, User
from app.people.guild_settings import GuildSettingsService
from app.people.ratings import Rating, rate
from app.ports.repo import Repo
from app.ports.results import (
    FirstAchievement,
    GameCount,
    LeaderboardRow,
    NotableGame,
    PersonalStats,
    SeatResult,
)
from app.ports.services import Games
from games.core.engine.game import Game
from games.core.state import achievements
from games.core.state.events import Event, seen_in_log
from games.core.state.score import Scoreboard
from games.core.text.messages import Seat

UNLISTED = "unlisted"  # preference: never named in other users' lists
UNSUNG = "unsung"  # preference: no messages about first achievements
# achievements of every game; message `ui.first.<name>`
PLAYED, WON, SHARED, ALONE = DEEDS = ("played", "won", "shared", "alone")
BACKFILL_BUDGET_S = 1.5  # seconds that a request spends on matches not counted yet
log = logging.getLogger(__name__)


class GameRecord(Struct, frozen=True):
    """Statistics of one game in a guild.

    `people` are the users who may be named, most wins first. `nameless` has the number of the other
    users, and how many games they won in all. `ratings` has the ratings of the named users,
    strongest first; None if the guild has no ratings.
    """

    game: str
    tallies: tuple[GameCount, ...]
    people: tuple[LeaderboardRow, ...]
    nameless: tuple[int, int]
    longest: NotableGame | None
    closest: NotableGame | None
    ratings: tuple[Rating, ...] | None = None


class Leaderboards:
    """Service for statistics of ended matches."""

    def __init__(self, repo: Repo, games: Games, guild_settings: GuildSettingsService) -> None:
        self._repo, self._games, self._guild_settings = repo, games, guild_settings
        self._unreadable = set[str]()  # matches that can't be counted: unknown games or rules

    async def guild_games(self, guild: int) -> tuple[list[GameCount], int]:
        """Return a guild's (match counts, number of ended matches without results).

        There is one `GameCount` for each pair of game and number of seats: how many matches were
        started, and how many ended. Later calls compute the results that are still missing.
        """
        n_uncounted = await self._backfill(guild=guild)
        return [
            row for row in await self._repo.results.game_counts(guild) if row.game in self._games
        ], n_uncounted

    async def game(self, guild: int, game: str, by: User) -> GameRecord:
        """Return the statistics of one game in a guild, as the user `by` may read them.

        Users who do not want to be listed are named only to themselves.
        """
        tallies = tuple(
            row for row in await self._repo.results.game_counts(guild) if row.game == game
        )
        rows = await self._repo.results.standings(guild, game)
        named = [row for row in rows if row.user == by.id or not row.prefs.get(UNLISTED)]
        others = [row for row in rows if row not in named]
        longest, closest = await self._repo.results.notable_games(guild, game)
        nameless = (len(others), sum(row.won for row in others))
        ratings = await self._ratings(guild, game, {row.user for row in named})
        return GameRecord(
            game=game,
            tallies=tallies,
            people=tuple(named),
            nameless=nameless,
            longest=longest,
            closest=closest,
            ratings=ratings,
        )

    async def _ratings(self, guild: int, game: str, named: set[int]) -> tuple[Rating, ...] | None:
        if not (await self._guild_settings.get(guild)).rated:
            return None
        finishes = await self._repo.results.placements(guild, game)
        return tuple(
            rating for rating in await asyncio.to_thread(rate, finishes) if rating.user in named
        )

    async def own(self, by: User) -> tuple[list[PersonalStats], int]:
        """Return a user's (statistics per game, number of matches without results).

        Matches without results have ended, but are not counted in the statistics yet.
        """
        n_uncounted = await self._backfill(user=by.id)
        return [
            row for row in await self._repo.results.personal_stats(by.id) if row.game in self._games
        ], n_uncounted

    async def firsts(self, by: User) -> list[FirstAchievement]:
        """Return when the user first reached each achievement, oldest first.

        Empty if the user has turned achievements off. Also empty while some of their ended matches
        have no stored results yet, because the user could have reached an achievement earlier in
        one of those.
        """
        if by.prefs.get(UNSUNG) or await self._backfill(user=by.id):
            return []
        return [
            row for row in await self._repo.results.achievements(by.id) if row.game in self._games
        ]

    async def _backfill(self, *, guild: int | None = None, user: int | None = None) -> int:
        """Store missing results of ended matches; return how many are still missing.

        With `guild` or `user`, only the matches of this guild or user. Matches whose results can't
        be computed are not in the returned number. Stops after `BACKFILL_BUDGET_S`, so that a
        request does not take long.
        """
        until = asyncio.get_running_loop().time() + BACKFILL_BUDGET_S
        uncounted = [
            match
            for match in await self._repo.results.ended_without_results(guild=guild, user=user)
            if match not in self._unreadable
        ]
        while uncounted and asyncio.get_running_loop().time() < until:
            match = uncounted.pop(0)
            results = await self._results(match)
            if results is None:
                self._unreadable.add(match)
            else:
                await self._repo.results.save(match, results)
        return len(uncounted)

    async def _results(self, match_id: str) -> tuple[SeatResult, ...] | None:
        """Return the results of a match; None if they can't be computed."""
        try:
            stored: LoadedMatch | None = await self._repo.matches.load(match_id)
        except Exception:
            log.exception("match %s: result could not be recorded", match_id)
            return None
        if stored is None or stored.match.game not in self._games:
            return None
        return seat_results(
            self._games[stored.match.game], stored, await self._repo.game_log.entries(match_id)
        )


def seat_results(
    game: Game[Any, Any], stored: LoadedMatch, entries: Sequence[LogEntry]
) -> tuple[SeatResult, ...] | None:
    """Return one result per seat of an ended game: place, points and achievements.

    Returns None on an error, which is logged: a game must end even if its results can't be
    computed.
    """
    try:
        scores = game.score(stored.pos)
        achieved = _achievements(game, stored, entries, scores)
    except Exception:
        log.exception("computing the results of a game of %s failed", game.id)
        return None
    return tuple(
        SeatResult(
            seat=rank.seat,
            place=rank.place,
            points=scores.total[rank.seat],
            achievements=achieved[rank.seat],
        )
        for rank in scores.ranking
    )


def _achievements(
    game: Game[Any, Any], stored: LoadedMatch, entries: Sequence[LogEntry], scores: Scoreboard
) -> dict[Seat, tuple[str, ...]]:
    """Return each seat's achievements: first the general ones, then the game's own.

    `entries` is the log of the match `stored`, `scores` its final score.
    """
    winners = [rank.seat for rank in scores.ranking if rank.place == 1]
    victory = ALONE if len(scores.total) == 1 else WON if len(winners) == 1 else SHARED
    of_game = achievements.achieved_by_seat(
        game.achievements, _events(game, stored.match, entries), scores
    )
    return {
        seat: (PLAYED, *([victory] if seat in winners else ()), *names)
        for seat, names in enumerate(of_game)
    }


def _events(
    game: Game[Any, Any], match: Match, entries: Iterable[LogEntry]
) -> Iterator[tuple[Seat, Event]]:
    """Yield (seat, event) for the events that may count for each seat's achievements.

    These are the events that the current player could see since taking the seat, except events of
    moves that a caretaker made for the player. A long game has thousands of events, so only those
    that matter for an achievement are parsed.
    """
    people = [row.seat for row in match.seats if row.user is not None and row.computer is None]
    seated_since = {seat: game_log.seated_since(match, seat) for seat in people}
    kinds = {
        achievement.event_class.__struct_config__.tag
        for achievement in game.achievements
        if achievement.event_class is not None
    }
    for row in (entry.row for entry in game_log.effective_rows(entries)):
        seats = [
            seat
            for seat, since in seated_since.items()
            if row.n > since and not (row.seat == seat and row.by == "caretaker")
        ]
        for stored_event in row.events:
            seen = [
                (seat, raw)
                for seat in seats
                if (raw := seen_in_log(stored_event, seat)) is not None and raw["kind"] in kinds
            ]
            # parse each stored event once: most seats see the same version of it
            parsed = {id(raw): game.event(raw) for _, raw in seen}
            yield from ((seat, parsed[id(raw)]) for seat, raw in seen)
