"""Budget of gateway logins, which Discord limits to 1000 a day, and its store interface."""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct, field

DAY_S, HOUR_S = 86_400.0, 3600.0
HOURS_A_DAY = 24
# below Discord's 1000, as a reserve for a second copy of the bot and for clock differences
MAX_A_DAY = 900
AT_ONCE_A_DAY = 300  # logins of a day that need not wait
MIN_INTERVAL_S = DAY_S / (MAX_A_DAY - AT_ONCE_A_DAY)  # seconds between further logins


class Logins(Struct, frozen=True):
    """Number of logins per hour, and the time of the last one.

    The keys of `by_hour` are hours since 1970. A login that must wait is counted as soon as it is
    allowed, so `last_at` may be in the future (Unix seconds).
    """

    by_hour: dict[str, int] = field(default_factory=dict)
    last_at: float = 0.0

    def count_within_day(self, now: float) -> int:
        """Return the number of logins less than a day before or after `now`."""
        return sum(self._near(now).values())

    def next_allowed_at(self, now: float) -> float:
        """Return when the next login is allowed (Unix seconds)."""
        # a last login more than a day ahead means that the clock was wrong when it was stored
        if self.count_within_day(now) < AT_ONCE_A_DAY or self.last_at > now + DAY_S:
            return now
        return max(now, self.last_at + MIN_INTERVAL_S)

    def with_next(self, now: float) -> Logins:
        """Return these logins and the next one, without those older than a day.

        The next login is at `now`, or later if it must wait (`next_allowed_at`).
        """
        at = self.next_allowed_at(now)
        hour, near = str(int(at // HOUR_S)), self._near(now)
        return Logins({**near, hour: near.get(hour, 0) + 1}, at)

    def _near(self, now: float) -> dict[str, int]:
        hour = int(now // HOUR_S)
        return {
            start: count
            for start, count in self.by_hour.items()
            if abs(int(start) - hour) <= HOURS_A_DAY
        }


class LoginRepository(Protocol):
    """Part of the store that counts logins."""

    async def add_login(self, now: float) -> Logins:
        """Count the next login and return the logins of the day."""
