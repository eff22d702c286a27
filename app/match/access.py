"""Access check for matches, used by every command and component."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from app.match.seating import user_error
from app.people.rate_limits import Limits
from app.ports.access import MatchAccess
from app.ports.repo import MatchRepository
from app.ports.services import Clock, MatchPublisher, RetryLaterError
from app.runtime.bounded_dict import BoundedDict

TYPED_MAX_LENGTH = 24  # longest typed code that is considered; real codes are shorter
SEEN_FOR_S = 600.0  # how long a positive answer about a spectator's channel access is cached
MAX_KNOWN_FOLLOWERS = 2000  # cache entries

AccessReason = Literal["seat", "channel", "invitation", "following"]  # why a user may open a match


def _sees_no_channel(_channel: int) -> bool:
    return False


@dataclass(frozen=True)
class Origin:
    """Guild and channel (or thread) in which an interaction was made.

    `guild` is 0 in direct messages. `sees(channel)` returns whether the user can see that channel
    or thread of the guild. `administrator` is True for an administrator of the guild, who can see
    all of them.
    """

    guild: int = 0
    channel: int = 0
    sees: Callable[[int], bool] = _sees_no_channel
    administrator: bool = False


# origin that gives no reason: the user needs a seat or an invitation, or must follow the match
NOWHERE = Origin()
_NO_ACCESS = MatchAccess()  # for an unknown match, so that it is handled in the same way


def access_reason(access: MatchAccess, origin: Origin) -> AccessReason | None:
    """Return the strongest reason why the user may open a match; None if they may not.

    `access` has the facts about the match and the user, `origin` is where the user asks. Seeing the
    match's channel or thread is a reason. If both were deleted, being an administrator of the guild
    counts as seeing them.
    """
    channels = {access.channel, access.thread} - {0}
    same_guild = origin.guild != 0 and origin.guild == access.guild
    sees = [origin.channel == channel or origin.sees(channel) for channel in sorted(channels)]
    sees_match = same_guild and (any(sees) if channels else origin.administrator)
    if access.seated:
        return "seat"
    if sees_match:
        return "channel"
    if access.invited:
        return "invitation"
    return "following" if access.follows else None


def normalize_code(code: str) -> str:
    """Return a typed code as stored: uppercase, without spaces and hyphens."""
    return "".join(sign for sign in code.upper() if sign.isascii() and sign.isalnum())[
        :TYPED_MAX_LENGTH
    ]


class Access:
    """Service that decides which user may open which match.

    A user without access gets the same answer as for a match that does not exist, and as fast, so
    that they can't find out which matches exist.
    """

    def __init__(self, matches: MatchRepository, clock: Clock, limits: Limits) -> None:
        self._matches, self._clock, self._limits = matches, clock, limits
        self.match_publisher: MatchPublisher | None = None
        # (user, guild, channel): last time that Discord confirmed access (Unix seconds)
        self._seen = BoundedDict[tuple[int, int, int], float](MAX_KNOWN_FOLLOWERS)

    async def find(self, code: str, user: int, origin: Origin) -> str:
        """Return the id of the match with a typed code.

        Raises the errors of `require_access` if the user may not open the match from `origin`.
        """
        match = normalize_code(code)
        await self.require_access(match, user, origin)
        return match

    async def require_access(self, match_id: str, user: int, origin: Origin) -> None:
        """Raise `UserError` unless the user may open the match from `origin`.

        The error is the same as for a match that does not exist. It is raised without a query if
        the user has tried too many wrong codes. Raises `RetryLaterError` if Discord can't
        confirm a spectator's access to the channel now.
        """
        if self._limits.guesses_too_much(user):
            raise user_error("no_table")
        access = await self._matches.access(match_id, user) or _NO_ACCESS
        reason = access_reason(access, origin)
        if reason is None or (
            reason == "following" and not await self._still_sees_match(access, user)
        ):
            self._limits.count_wrong_code(user, match_id)
            raise user_error("no_table")

    async def _still_sees_match(self, access: MatchAccess, user: int) -> bool:
        sees = await self.still_sees(user, access.guild, access.channel)
        if sees is None:
            raise RetryLaterError
        return sees

    async def still_sees(self, user: int, guild: int, channel: int) -> bool | None:
        """Ask Discord whether a spectator still sees a channel.

        With `channel` 0, ask whether they are in the guild. Returns None if Discord does not
        answer. True is cached for `SEEN_FOR_S`, so that several clicks cost one request.
        """
        key, now = (user, guild, channel), self._clock.now()
        if now - self._seen.get(key, -SEEN_FOR_S) < SEEN_FOR_S:
            return True
        sees = (
            None
            if self.match_publisher is None
            else await self.match_publisher.still_sees(user, guild, channel)
        )
        if sees:
            self._seen[key] = now
        return sees
