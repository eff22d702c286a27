"""Simulated users and the times at which they play."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from app.model.match import User
from games.core.state.rng import Rng

MINUTE, HOUR, DAY = 60.0, 3600.0, 86400.0


@dataclass(frozen=True)
class Temper:
    """Temperament of a simulated user.

    - `visits`: visits per day without a ping
    - `shows`: chance that such a visit takes place, in percent
    - `heeds`: chance in percent that a ping causes a visit, within `within` minutes
    - `awake`: first and last hour of the day
    - `weekends`: True if the user plays only at weekends
    - `leaves`: range of days on one of which the user leaves
    - `away`: range of days that the user stays away (0, 0: for good)
    - `prefs`: preferences that the user sets in the bot
    """

    name: str
    visits: int = 1
    shows: int = 100
    heeds: int = 0
    within: tuple[int, int] = (2, 20)
    awake: tuple[int, int] = (8, 24)
    weekends: bool = False
    leaves: tuple[int, int] | None = None
    away: tuple[int, int] = (0, 0)
    prefs: dict[str, Any] = field(default_factory=dict)


TEMPERS = (
    Temper("quick", visits=3, heeds=95),
    Temper("once a day"),
    Temper("weekends only", visits=3, weekends=True),
    Temper("forgets", shows=55, heeds=30, within=(60, 300)),
    Temper("vanishes for good", visits=2, heeds=60, leaves=(2, 15)),
    Temper("vanishes, returns", visits=2, heeds=60, leaves=(2, 15), away=(4, 9)),
    Temper("quiet at night", visits=2, heeds=90, awake=(9, 22), prefs={"quiet": [22, 9]}),
)
STAND_IN = Temper("substitute", visits=2, heeds=80)


class Player:
    """Simulated user with a temperament and a random stream; `begun` is the first midnight."""

    def __init__(self, person: User, temper: Temper, rng: Rng, begun: float) -> None:
        self.person, self.temper, self.rng, self._begun = person, temper, rng, begun
        first, last = temper.awake
        self._hour = first + rng.below(last - first)
        self.gone = (float("inf"), float("inf"))
        if temper.leaves is not None:
            left = begun + DAY * self.between(*temper.leaves)
            self.gone = (
                left,
                left + DAY * self.between(*temper.away) if temper.away[1] else float("inf"),
            )
        self.coming = float("inf")  # time of the next visit caused by a ping

    def between(self, low: int, high: int) -> int:
        """Return a random number between the two, both included."""
        return low + self.rng.below(high - low + 1)

    def here(self, at: float) -> bool:
        """Return whether the person takes part at that time."""
        return not self.gone[0] <= at < self.gone[1]

    def day(self, day: int) -> list[float]:
        """Return the times of the user's visits on a day, without those after pings.

        Times are in Unix seconds. Day 0 is a Monday.
        """
        if self.temper.weekends and day % 7 not in (5, 6):
            return []
        first, last = self.temper.awake
        hours = (
            [self._hour]
            if self.temper.visits == 1
            else [self.between(first, last - 1) for _ in range(self.temper.visits)]
        )
        times = [self._begun + day * DAY + hour * HOUR + self.rng.below(3600) for hour in hours]
        return sorted(
            at for at in times if self.rng.below(100) < self.temper.shows and self.here(at)
        )

    def pinged(self, now: float) -> float | None:
        """Return the time of the visit that a ping causes; None if the user ignores the ping."""
        if self.coming < float("inf") or self.rng.below(100) >= self.temper.heeds:
            return None
        at = now + MINUTE * self.between(*self.temper.within)
        hour, (first, last) = (at - self._begun) % DAY / HOUR, self.temper.awake
        if hour < first:
            at += HOUR * (first - hour) + self.rng.below(3600)
        elif hour >= last:
            at += HOUR * (24 - hour + first) + self.rng.below(3600)
        if self.temper.weekends or not self.here(at):
            return None
        self.coming = at
        return at
