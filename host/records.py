"""Records: what has been played, in a server and by oneself. Only tables that have ended count, and only people; ratings are
where a server wants them."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from msgspec import Struct

from games.core.position import Position
from games.core.rules import Game
from host.model import Person, Ranked, Stored
from host.ports import Feat, Games, Own, Repo, Standing, Tally
from host.ratings import Rating, rate

RATED = "rated"           # the choice of a server that wants ratings
UNLISTED = "unlisted"     # the preference of who is to be named in nobody else's list
PATIENCE = 1.5            # seconds that a reader waits for games that were not counted yet
log = logging.getLogger(__name__)


class GameRecord(Struct, frozen=True):
    """A game's record in a server. `people` are those who may be named, most wins first; `nameless` are all others together:
    how many they are, and how often they won. `ratings` are those of who may be named, the strongest first; None where the
    server wants none."""

    game: str
    tallies: tuple[Tally, ...]
    people: tuple[Standing, ...]
    nameless: tuple[int, int]
    longest: Feat | None
    closest: Feat | None
    ratings: tuple[Rating, ...] | None = None


class Records:
    """What has been played."""

    def __init__(self, repo: Repo, games: Games) -> None:
        self._repo, self._games = repo, games
        self._unreadable = set[str]()     # tables that this bot can't count: of games or rules that it does not know

    async def server(self, guild: int) -> tuple[list[Tally], int]:
        """All games of a server by number of seats, and how many that have ended are still to be counted."""
        left = await self._count(guild=guild)
        return [one for one in await self._repo.tallies(guild) if one.game in self._games], left

    async def game(self, guild: int, game: str, by: Person) -> GameRecord:
        """One game in a server, as `by` may read it: who wants to be in no list is named in their own alone."""
        tallies = tuple(one for one in await self._repo.tallies(guild) if one.game == game)
        everybody = await self._repo.standings(guild, game)
        named = [one for one in everybody if one.user == by.id or not one.prefs.get(UNLISTED)]
        others = [one for one in everybody if one not in named]
        longest, closest = await self._repo.feats(guild, game)
        nameless = (len(others), sum(one.won for one in others))
        ratings = await self._ratings(guild, game, {one.user for one in named})
        return GameRecord(game, tallies, tuple(named), nameless, longest, closest, ratings)

    async def rated(self, guild: int) -> bool:
        """Whether a server wants ratings."""
        return bool((await self._repo.guild_prefs(guild)).get(RATED))

    async def set_rated(self, guild: int, rated: bool) -> None:
        """A server wants ratings, or no longer; its other choices stay."""
        await self._repo.save_guild_prefs(guild, {**await self._repo.guild_prefs(guild), RATED: rated})

    async def _ratings(self, guild: int, game: str, named: set[int]) -> tuple[Rating, ...] | None:
        if not await self.rated(guild):
            return None
        finishes = await self._repo.finishes(guild, game)
        return tuple(one for one in await asyncio.to_thread(rate, finishes) if one.user in named)

    async def own(self, by: Person) -> tuple[list[Own], int]:
        """A person's own games, and how many are still to be counted."""
        left = await self._count(user=by.id)
        return [one for one in await self._repo.of_own(by.id) if one.game in self._games], left

    async def _count(self, *, guild: int | None = None, user: int | None = None) -> int:
        """Count games that ended before there were records, as many as there is patience for; returns how many are left."""
        until = asyncio.get_running_loop().time() + PATIENCE
        todo = [one for one in await self._repo.uncounted(guild=guild, user=user) if one not in self._unreadable]
        while todo and asyncio.get_running_loop().time() < until:
            match = todo.pop(0)
            ranks = await self._ranks(match)
            if ranks is None:
                self._unreadable.add(match)
            else:
                await self._repo.save_result(match, ranks)
        return len(todo)

    async def _ranks(self, match: str) -> tuple[Ranked, ...] | None:
        try:
            stored: Stored | None = await self._repo.load(match)
        except Exception:
            log.exception("match %s can't be counted", match)
            return None
        if stored is None or stored.match.game not in self._games:
            return None
        return ranks(self._games[stored.match.game], stored.pos)


def ranks(game: Game[Any, Any], pos: Position[Any, Any]) -> tuple[Ranked, ...] | None:
    """The place and the points of each seat of a game that is over; None where it can't be told: no game may fail to end for its
    record."""
    try:
        board = game.score(pos)
    except Exception:
        log.exception("a game of %s can't be ranked", game.id)
        return None
    return tuple(Ranked(rank.seat, rank.place, board.total[rank.seat]) for rank in board.ranking)
