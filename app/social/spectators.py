"""Spectators: users who follow a match and are told once a round and at its end."""

from __future__ import annotations

from msgspec.structs import replace

from app.model.match import Match, User, UserError
from app.play.queries import MatchQueries
from app.ports.repo import SpectatorRepository
from app.ports.store import Clock, Follower
from games.core.text.messages import msg

# `heard` of a spectator who knows that the match is over: may look, is told nothing more
HEARD_ALL = 1e12


class Spectators:
    """Service for spectators; user requests raise `UserError` if not possible."""

    def __init__(
        self, spectators: SpectatorRepository, clock: Clock, queries: MatchQueries
    ) -> None:
        self._spectators, self._clock, self._queries = spectators, clock, queries

    async def begin(self, match: str, by: User) -> Follower:
        """Follow a running match; refused to its players, who are pinged anyway."""
        table = (await self._queries.view(match)).match
        if table.seat_of(by.id) is not None:
            raise UserError(msg("host.trouble.follow_own"))
        if table.status != "running":
            raise UserError(msg(f"host.trouble.{table.status}"))
        known = next(
            (one for one in await self._spectators.of_match(table.id) if one.user == by.id),
            None,
        )
        one = known or Follower(table.id, by.id, self._clock.now())
        if one.heard == HEARD_ALL:
            one = replace(one, heard=self._clock.now())
        await self._spectators.save(one)
        return one

    async def end(self, match: str, by: User) -> None:
        """Unfollow a match; never refused, even if the user did not follow it."""
        await self._spectators.forget(match, by.id)

    async def due(self, match: Match) -> list[Follower]:
        """Return the spectators to notify now: a round has passed, or the match is over."""
        found = [
            one
            for one in await self._spectators.of_match(match.id)
            if match.seat_of(one.user) is None
        ]
        return [one for one in found if await self._news(match, one)]

    async def seated(self, match: Match) -> list[Follower]:
        """Return the spectators who have a seat by now and no longer follow."""
        return [
            one
            for one in await self._spectators.of_match(match.id)
            if match.seat_of(one.user) is not None
        ]

    async def _news(self, match: Match, one: Follower) -> bool:
        over = match.status in ("ended", "closed") and one.heard != HEARD_ALL
        return over or (
            match.status == "running"
            and await self._queries.round_completed_since(match.id, one.heard)
        )

    async def told(self, match: Match, one: Follower, channel: int, message: int) -> None:
        """Record that a spectator was notified by this message; final after the end."""
        heard = self._clock.now() if match.status == "running" else HEARD_ALL
        await self._spectators.save(Follower(one.match, one.user, heard, channel, message))
