"""A clock that stands still until somebody steps it: from one thing that is to happen to the next."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from itertools import count


class Later:
    """Something that is to happen."""

    def __init__(self, at: float, work: Callable[[], None]) -> None:
        self.at, self.work, self.off = at, work, False

    def cancel(self) -> None:
        """Let it not happen."""
        self.off = True


class StepClock:
    """A `app.ports.store.Clock`. `at` is now, in unix seconds."""

    def __init__(self, at: float) -> None:
        self.at, self._number = at, count()
        self._later: list[tuple[float, int, Later]] = []

    def now(self) -> float:
        """Unix seconds."""
        return self.at

    def call_at(self, at: float, work: Callable[[], None]) -> Later:
        """Do this once it is that late."""
        later = Later(at, work)
        heapq.heappush(self._later, (at, next(self._number), later))
        return later

    def step(self, end: float) -> bool:
        """Go on to the next thing that is to happen by `end`, and let it happen; False, at `end`, when there is none."""
        while self._later and self._later[0][2].off:
            heapq.heappop(self._later)
        if not self._later or self._later[0][0] > end:
            self.at = max(self.at, end)
            return False
        at, _, later = heapq.heappop(self._later)
        self.at = max(self.at, at)
        later.work()
        return True
