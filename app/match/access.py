"""Access check for matches, used by every command and component."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from app.match.seating import trouble
from app.people.rate_limits import Limits
from app.ports.access import MatchAccess
from app.ports.repo import MatchRepository
from app.ports.store import Clock, Notifier, PublishDeferredError
from app.runtime.bounded_dict import BoundedDict

TYPED_MAX_LENGTH = 24  # longest typed code that is considered; real codes are shorter
SEEN_FOR_S = 600.0  # how long a positive answer about a spectator's channel access is cached
MAX_KNOWN_FOLLOWERS = 2000  # cache entries

Ground = Literal["seat", "channel", "invitation", "following"]


def _sees_nothing(_channel: int) -> bool:
    return False


@dataclass(frozen=True)
class Origin:
    """Place an interaction comes from: guild (0: a direct message), channel or thread.

    `sees` returns whether the user can see a channel or thread of that guild; `administrator`
    means that the user sees all of them.
    """

    guild: int = 0
    channel: int = 0
    sees: Callable[[int], bool] = _sees_nothing
    administrator: bool = False


NOWHERE = Origin()  # grants nothing: from here only a seat, an invitation or following gives access
_NO_DOOR = MatchAccess()  # an unknown code takes the same path as a real one


def access_reason(door: MatchAccess, origin: Origin) -> Ground | None:
    """Return the strongest reason why the user may open a match, or None.

    A match that has lost its channel opens to its guild's administrators, who see every
    channel, and to nobody else of the guild.
    """
    places = {door.channel, door.thread} - {0}
    at_home = origin.guild != 0 and origin.guild == door.guild
    sees = [origin.channel == place or origin.sees(place) for place in sorted(places)]
    inside = at_home and (any(sees) if places else origin.administrator)
    if door.seated:
        return "seat"
    if inside:
        return "channel"
    if door.invited:
        return "invitation"
    return "following" if door.follows else None


def cleaned(code: str) -> str:
    """Return a typed code as stored: uppercase, without spaces and hyphens."""
    return "".join(sign for sign in code.upper() if sign.isascii() and sign.isalnum())[
        :TYPED_MAX_LENGTH
    ]


class Access:
    """Service that decides which user may open which match.

    A match without access is answered like one that does not exist, after the same work.
    """

    def __init__(self, matches: MatchRepository, clock: Clock, limits: Limits) -> None:
        self._matches, self._clock, self._limits = matches, clock, limits
        self.notifier: Notifier | None = None
        self._seen = BoundedDict[tuple[int, int, int], float](
            MAX_KNOWN_FOLLOWERS
        )  # (user, guild, channel): last time Discord confirmed access

    async def find(self, code: str, user: int, origin: Origin) -> str:
        """Return the id of the match with a typed code; raise the errors of `enter`."""
        match = cleaned(code)
        await self.enter(match, user, origin)
        return match

    async def enter(self, match: str, user: int, origin: Origin) -> None:
        """Return if the user may open the match from `origin`, else raise.

        Raises the `UserError` of a match that does not exist; without a query if the user has
        tried too many codes. Raises `PublishDeferredError` if a spectator's access can't be
        checked with Discord now.
        """
        if self._limits.guesses_too_much(user):
            raise trouble("no_table")
        door = await self._matches.access(match, user) or _NO_DOOR
        why = access_reason(door, origin)
        if why is None or (why == "following" and not await self._follows_on(door, user)):
            self._limits.missed(user, match)
            raise trouble("no_table")

    async def _follows_on(self, door: MatchAccess, user: int) -> bool:
        sees = await self.still_sees(user, door.guild, door.channel)
        if sees is None:
            raise PublishDeferredError
        return sees

    async def still_sees(self, user: int, guild: int, channel: int) -> bool | None:
        """Return whether a spectator still sees a channel (0: is in the guild), by asking Discord.

        Returns None if Discord does not answer. True is cached for `SEEN_FOR_S`, so that a page
        of buttons costs one request.
        """
        key, now = (user, guild, channel), self._clock.now()
        if now - self._seen.get(key, -SEEN_FOR_S) < SEEN_FOR_S:
            return True
        sees = (
            None if self.notifier is None else await self.notifier.still_sees(user, guild, channel)
        )
        if sees:
            self._seen[key] = now
        return sees
