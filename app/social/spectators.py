"""People who follow a table without sitting there: they hear of it once a round, and when it is over."""

from __future__ import annotations

from msgspec.structs import replace

from app.model.match import Match, User, UserError
from app.play.game_service import GameService
from app.ports.store import Clock, Follower, Repo
from games.core.text.messages import msg

HEARD_ALL = 1e12  # "heard" of a follower who knows that the table is over: they may still look, and are told nothing more


class Followers:
    """Every method that a person asks for raises `UserError` for what can't be done."""

    def __init__(self, repo: Repo, clock: Clock, tables: GameService) -> None:
        self._repo, self._clock, self._tables = repo, clock, tables

    async def begin(self, match: str, by: User) -> Follower:
        """Follow a table that is being played; who plays there is called anyway."""
        table = (await self._tables.view(match)).match
        if table.seat_of(by.id) is not None:
            raise UserError(msg("host.trouble.follow_own"))
        if table.status != "running":
            raise UserError(msg(f"host.trouble.{table.status}"))
        known = next(
            (one for one in await self._repo.followers(table.id) if one.user == by.id), None
        )
        one = known or Follower(table.id, by.id, self._clock.now())
        if one.heard == HEARD_ALL:
            one = replace(one, heard=self._clock.now())
        await self._repo.save_follower(one)
        return one

    async def end(self, match: str, by: User) -> None:
        """Follow it no longer; never refused, not even to who did not follow it."""
        await self._repo.forget_follower(match, by.id)

    async def due(self, match: Match) -> list[Follower]:
        """Those who are to hear of the table as it is now: a round has passed since they last did, or it is over."""
        found = [
            one for one in await self._repo.followers(match.id) if match.seat_of(one.user) is None
        ]
        return [one for one in found if await self._news(match, one)]

    async def seated(self, match: Match) -> list[Follower]:
        """Those who sit there by now, and follow it no longer."""
        return [
            one
            for one in await self._repo.followers(match.id)
            if match.seat_of(one.user) is not None
        ]

    async def _news(self, match: Match, one: Follower) -> bool:
        over = match.status in ("ended", "closed") and one.heard != HEARD_ALL
        return over or (
            match.status == "running"
            and await self._tables.round_completed_since(match.id, one.heard)
        )

    async def told(self, match: Match, one: Follower, channel: int, message: int) -> None:
        """They have heard of it, by this message; of what is over there is nothing more to hear."""
        heard = self._clock.now() if match.status == "running" else HEARD_ALL
        await self._repo.save_follower(Follower(one.match, one.user, heard, channel, message))
