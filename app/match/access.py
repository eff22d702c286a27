"""Decide which tables a user may open: the one place that every command and control asks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from app.match.seating import trouble
from app.people.rate_limits import Limits
from app.ports.access import Door
from app.ports.store import Clock, Notifier, PublishDeferredError, Repo
from app.runtime.bounded_dict import BoundedDict

TYPED_MAX_LENGTH = 24  # of a code that somebody types: no table's is as long
SEEN_FOR_S = 600.0  # how long Discord's word counts that a follower still sees the channel
MAX_KNOWN_FOLLOWERS = 2000  # followers

Ground = Literal["seat", "channel", "invitation", "following"]


def _sees_nothing(_channel: int) -> bool:
    return False


@dataclass(frozen=True)
class Origin:
    """Where an interaction comes from: guild (0: a direct message), channel or thread.

    `sees` tells whether the user can see a channel or thread of that guild, `administrator` whether the user sees all of them.
    """

    guild: int = 0
    channel: int = 0
    sees: Callable[[int], bool] = _sees_nothing
    administrator: bool = False


NOWHERE = (
    Origin()
)  # says nothing for the user: only a seat, an invitation or following opens a table from here
_NO_DOOR = Door()  # a code without a table is compared like any other


def ground(door: Door, origin: Origin) -> Ground | None:
    """Return the strongest reason why a table opens to a user; None when it does not.

    A table that has lost its channel opens to its guild's administrators, who see every channel, and to nobody else there.
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
    """Return a code as it is stored: in capitals, without spaces and hyphens."""
    return "".join(sign for sign in code.upper() if sign.isascii() and sign.isalnum())[
        :TYPED_MAX_LENGTH
    ]


class Access:
    """Decides who may open a table.

    A table that stays shut is answered like one that does not exist, after the same work.
    """

    def __init__(self, repo: Repo, clock: Clock, limits: Limits) -> None:
        self._repo, self._clock, self._limits = repo, clock, limits
        self.notifier: Notifier | None = None
        self._seen = BoundedDict[tuple[int, int, int], float](
            MAX_KNOWN_FOLLOWERS
        )  # when Discord last said that a follower sees a channel

    async def find(self, code: str, user: int, origin: Origin) -> str:
        """Return the id of the table with a typed code; raise what `enter` raises."""
        match = cleaned(code)
        await self.enter(match, user, origin)
        return match

    async def enter(self, match: str, user: int, origin: Origin) -> None:
        """Return if the table opens to this user from there.

        Raises the `UserError` of a table that does not exist if it does not, and without a look at the store when the user has
        tried too many codes. Raises `PublishDeferredError` when a follower's access can't be checked with Discord just now.
        """
        if self._limits.guesses_too_much(user):
            raise trouble("no_table")
        door = await self._repo.door(match, user) or _NO_DOOR
        why = ground(door, origin)
        if why is None or (why == "following" and not await self._follows_on(door, user)):
            self._limits.missed(user, match)
            raise trouble("no_table")

    async def _follows_on(self, door: Door, user: int) -> bool:
        sees = await self.still_sees(user, door.guild, door.channel)
        if sees is None:
            raise PublishDeferredError
        return sees

    async def still_sees(self, user: int, guild: int, channel: int) -> bool | None:
        """Ask Discord whether a follower still sees a channel (0: is in the guild).

        None when Discord does not say. Yes counts for `SEEN_FOR_S`, so that a page of buttons costs one request.
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
