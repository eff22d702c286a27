"""Spectators: users who follow a match; they are notified once a round and at its end."""

from __future__ import annotations

from msgspec.structs import replace

from app.model.match import Match, User, UserError
from app.play.queries import MatchQueries
from app.ports.repo import Spectator, SpectatorRepository
from app.ports.services import Clock
from games.core.text.messages import msg

# `Spectator.notified_at` of a spectator who was told that the match is over: no message follows
HEARD_ALL = 1e12


class Spectators:
    """Service for spectators; user requests raise `UserError` if not possible."""

    def __init__(
        self, spectators: SpectatorRepository, clock: Clock, queries: MatchQueries
    ) -> None:
        self._spectators, self._clock, self._queries = spectators, clock, queries

    async def follow(self, match_id: str, by: User) -> Spectator:
        """Make the user follow a running match.

        Raises `UserError` for the match's players, who are pinged anyway.
        """
        match = (await self._queries.view(match_id)).match
        if match.seat_of(by.id) is not None:
            raise UserError(msg("host.trouble.follow_own"))
        if match.status != "running":
            raise UserError(msg(f"host.trouble.{match.status}"))
        known = next(
            (
                follower
                for follower in await self._spectators.of_match(match.id)
                if follower.user == by.id
            ),
            None,
        )
        follower = known or Spectator(match.id, by.id, self._clock.now())
        if follower.notified_at == HEARD_ALL:
            follower = replace(follower, notified_at=self._clock.now())
        await self._spectators.save(follower)
        return follower

    async def unfollow(self, match_id: str, by: User) -> None:
        """Make the user unfollow a match; never refused, even if they did not follow it."""
        await self._spectators.forget(match_id, by.id)

    async def due(self, match: Match) -> list[Spectator]:
        """Return the spectators to notify now.

        A spectator is notified when every seat has moved since the last notice, and when the match
        is over.
        """
        spectators = [
            follower
            for follower in await self._spectators.of_match(match.id)
            if match.seat_of(follower.user) is None
        ]
        return [follower for follower in spectators if await self._is_due(match, follower)]

    async def seated(self, match: Match) -> list[Spectator]:
        """Return the match's followers who have taken a seat, and so are no spectators any more."""
        return [
            follower
            for follower in await self._spectators.of_match(match.id)
            if match.seat_of(follower.user) is not None
        ]

    async def _is_due(self, match: Match, follower: Spectator) -> bool:
        over = match.status in ("ended", "closed") and follower.notified_at != HEARD_ALL
        return over or (
            match.status == "running"
            and await self._queries.round_completed_since(match.id, follower.notified_at)
        )

    async def mark_notified(self, match: Match, one: Spectator, channel: int, message: int) -> None:
        """Record that the spectator `one` was notified by this message.

        `channel` and `message` are ids. After the end of the match, the spectator gets no more
        notices.
        """
        heard = self._clock.now() if match.status == "running" else HEARD_ALL
        await self._spectators.save(
            Spectator(
                match=one.match, user=one.user, notified_at=heard, channel=channel, message=message
            )
        )
