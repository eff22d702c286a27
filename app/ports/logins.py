"""Store interface for logins to the gateway. Part of `app.ports.store.Repo`."""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct, field

DAY_S, HOUR_S = 86_400.0, 3600.0
HOURS_A_DAY = 24
MAX_A_DAY = 900  # our limit; the rest is a reserve for another copy and for clock differences
AT_ONCE_A_DAY = 300  # the first of these need not wait
APART_S = DAY_S / (MAX_A_DAY - AT_ONCE_A_DAY)  # seconds between the later ones


class Logins(Struct, frozen=True):
    """Logins by hour since 1970, and when the last one is due, possibly in the future."""

    by_hour: dict[str, int] = field(default_factory=dict)
    last_at: float = 0.0

    def of_a_day(self, now: float) -> int:
        """Return how many logins are within a day of `now`, including future ones."""
        return sum(self._near(now).values())

    def next_at(self, now: float) -> float:
        """Return when the next login is allowed."""
        # more than a day ahead: the clock was wrong at that login
        if self.of_a_day(now) < AT_ONCE_A_DAY or self.last_at > now + DAY_S:
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
