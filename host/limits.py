"""How often one person may ask for what costs everybody: the time of painters, messages in channels."""

from __future__ import annotations

import math
from collections import deque

from games.core.messages import msg
from host.model import Person, Trouble
from host.ports import Clock
from host.recent import Recent

HOUR = 3600.0
HOURLY = {"open": 20, "film": 10, "export": 5}   # by what is asked for
REMEMBERED = 2000                                # people and things asked for


class Limits:
    """Counts in memory: a restart forgives."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._asked: dict[tuple[int, str], deque[float]] = Recent(REMEMBERED)

    def spend(self, by: Person, what: str) -> None:
        """Once more; raises `Trouble` that says when again, if it was too often within an hour."""
        now, most = self._clock.now(), HOURLY[what]
        times = self._asked.get((by.id, what)) or deque[float](maxlen=most)
        if len(times) == most and now < times[0] + HOUR:
            raise Trouble(msg("host.trouble.too_often", times=most, n=math.ceil((times[0] + HOUR - now) / 60)))
        times.append(now)
        self._asked[by.id, what] = times
