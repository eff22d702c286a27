"""Invitations to a lobby: one message with a ping for each invited user, within limits."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from msgspec.structs import replace

from app.match import seating
from app.match.lobby import Lobby
from app.match.seating import user_error
from app.model.match import Match, User
from app.model.time_control import DAY
from app.people.rate_limits import Limits
from app.ports.access import Invitation
from app.ports.repo import Repo
from app.ports.services import Clock
from app.runtime.locks import Locks
from games.core.text.messages import literal

# an unanswered invitation reserves a free seat for this many seconds
OPEN_FOR_S = 1 * DAY
# posts the invitation message; returns ids of its channel and the message
Send = Callable[[Match], Awaitable[tuple[int, int]]]


@dataclass(frozen=True)
class Guest:
    """Invited user, as Discord describes them.

    `guild` is the guild in which the command was used, or 0 if the user is not a member of it.
    """

    user: int
    name: str
    bot: bool = False
    guild: int = 0


class Invitations:
    """Service for invitations and their limits; `invite` and `accept` raise `UserError`."""

    def __init__(
        self, repo: Repo, clock: Clock, locks: Locks, *, limits: Limits, lobby: Lobby
    ) -> None:
        self._repo, self._clock, self._locks, self._limits, self._lobby = (
            repo,
            clock,
            locks,
            limits,
            lobby,
        )

    async def invite(
        self, match_id: str, by: User, guest: Guest, send: Send, click: str | None = None
    ) -> Match:
        """Invite a user with one message, which `send` sends; return the match.

        `click` is the interaction's id. Refused if the user is invited already.
        """
        async with self._locks(f"invitations {match_id}"):
            match = await self._lobby.get(match_id)
            if click is not None and await self._repo.game_log.match_of_interaction(click):
                return match
            self._check(match, by, guest)
            await self._check_open(match, guest)
            self._limits.count_request(by, "invite")
            match = await self._lobby.invite(match_id, by, guest.user, click)
            invitation = Invitation(match_id, guest.user, self._clock.now())
            await self._repo.invitations.save(invitation)
            try:
                channel, message = await send(match)
            except BaseException:
                await self._repo.invitations.forget(match_id, guest.user)
                raise
            await self._repo.invitations.save(replace(invitation, channel=channel, message=message))
            return match

    async def accept(self, match_id: str, by: User, click: str | None = None) -> Match:
        """Give a seat to an invited user who clicked the button of the invitation.

        Raises `UserError` for a user who is not invited.
        """
        match = await self._lobby.get(match_id)
        if by.id not in match.invited:
            raise user_error("not_invited")
        return await self._lobby.join(match_id, by, click)

    async def finished(self, match: Match) -> list[Invitation]:
        """Return the invitations that are over; the caller deletes their messages.

        An invitation is over if the guest has a seat or is no longer invited, or if the match has
        started or was closed.
        """
        return [
            invitation
            for invitation in await self._repo.invitations.of_match(match.id)
            if invitation.message and (match.status != "lobby" or not _is_open(match, invitation))
        ]

    async def forget(self, one: Invitation) -> None:
        """Delete the invitation `one` from the store, after its message was deleted."""
        await self._repo.invitations.forget(one.match, one.user)

    def _check(self, match: Match, by: User, guest: Guest) -> None:
        """Raise `UserError` if the guest can't be invited to this match."""
        seating.require_lobby(match, by)
        seating.require_may_invite(match, by, guest.user)
        if guest.bot:
            raise user_error("invite_bot")
        if not match.places.guild or guest.guild != match.places.guild:
            raise user_error("invite_stranger", name=literal(guest.name))

    async def _check_open(self, match: Match, guest: Guest) -> None:
        """Raise `UserError` if the guest is invited already or no seat is left for them.

        Each unanswered invitation of the last `OPEN_FOR_S` seconds reserves a free seat.
        """
        sent = [
            invitation
            for invitation in await self._repo.invitations.of_match(match.id)
            if invitation.message and _is_open(match, invitation)
        ]
        if any(invitation.user == guest.user for invitation in sent):
            raise user_error("invited_already", name=literal(guest.name))
        recent = [
            invitation for invitation in sent if self._clock.now() - invitation.at < OPEN_FOR_S
        ]
        if len(recent) >= match.size - len(match.seats):
            raise user_error("invites_open", n=len(recent))


def _is_open(match: Match, invitation: Invitation) -> bool:
    """Return whether the guest is still invited and has no seat."""
    return invitation.user in match.invited and match.seat_of(invitation.user) is None
