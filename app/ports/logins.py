"""Limit on how often the bot identifies at the gateway.

Discord accepts 1,000 logins a day and then resets the token.
"""

from __future__ import annotations

import logging
from typing import Protocol

from msgspec import Struct, field

from app.ports.store import Clock, CorruptDataError, StorageUnavailableError

DAY_S, HOUR_S = 86_400.0, 3600.0
HOURS_A_DAY = 24
MAX_A_DAY = 900  # our limit; the rest is a reserve for another copy and for clock differences
AT_ONCE_A_DAY = 300  # the first of these need not wait
APART_S = DAY_S / (MAX_A_DAY - AT_ONCE_A_DAY)  # seconds between the later ones
log = logging.getLogger(__name__)


class Logins(Struct, frozen=True):
    """Logins by hour since 1970, and when the last one is due, possibly in the future."""

    by_hour: dict[str, int] = field(default_factory=dict)
    last_at: float = 0.0

    def of_a_day(self, now: float) -> int:
        """Return how many logins are within a day of `now`, including future ones."""
        return sum(self._near(now).values())

    def next_at(self, now: float) -> float:
        """Return when the next login is allowed."""
        if (
            self.of_a_day(now) < AT_ONCE_A_DAY or self.last_at > now + DAY_S
        ):  # more than a day ahead: the clock was wrong at that login
            return now
        return max(now, self.last_at + APART_S)

    def with_next(self, now: float) -> Logins:
        """Return these logins plus the next one, without those of past days."""
        at = self.next_at(now)
        hour, near = str(int(at // HOUR_S)), self._near(now)
        return Logins({**near, hour: near.get(hour, 0) + 1}, at)

    def _near(self, now: float) -> dict[str, int]:
        hour = int(now // HOUR_S)
        return {
            one: count for one, count in self.by_hour.items() if abs(int(one) - hour) <= HOURS_A_DAY
        }


class LoginRepository(Protocol):
    """Store method for counting logins."""

    async def add_login(self, now: float) -> Logins:
        """Count the next login and return all of the day."""


class LoginBudget:
    """Rate limiter for gateway logins: at most `MAX_A_DAY` a day.

    Counts across restarts and across all processes that share the store.
    """

    def __init__(self, logins: LoginRepository, clock: Clock) -> None:
        self._repo, self._clock = logins, clock
        self._logins = Logins()
        self._reserved: dict[int, float] = {}  # shard: end of its wait (Unix seconds)
        self._is_slow = False

    async def take(self, shard: int) -> float:
        """Return 0.0 if the shard may log in now, else the seconds to wait."""
        now = self._clock.now()
        if shard not in self._reserved:
            self._reserved[shard] = (await self._next(now)).last_at
        wait = self._reserved[shard] - now
        if wait > 0.0:
            return wait
        del self._reserved[shard]
        return 0.0

    def wait_s(self, shard: int | None = None) -> float:
        """Return the seconds that a shard must wait; without a shard, the longest wait."""
        ends = [end for one, end in self._reserved.items() if shard in (None, one)]
        return max(0.0, max(ends, default=0.0) - self._clock.now())

    async def _next(self, now: float) -> Logins:
        try:
            self._logins = await self._repo.add_login(now)
        except (
            StorageUnavailableError,
            CorruptDataError,
        ):  # already logged; count in this process only
            self._logins = self._logins.with_next(now)
        was_slow, self._is_slow = self._is_slow, self._logins.last_at > now
        if self._is_slow and not was_slow:
            log.warning(
                "%d logins to Discord within a day (Discord resets the token after 1,000):"
                " spacing the next ones %.0f s apart; find"
                " what ends the sessions or restarts the bot",
                self._logins.of_a_day(now),
                APART_S,
            )
        return self._logins
