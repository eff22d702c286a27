"""Clock that stands still until it is stepped to the next scheduled call."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from itertools import count


class Later:
    """Scheduled call."""

    def __init__(self, at: float, work: Callable[[], None]) -> None:
        self.at, self.work, self.off = at, work, False

    def cancel(self) -> None:
        """Cancel the call."""
        self.off = True


class StepClock:
    """Implementation of `app.ports.store.Clock`; `at` is the current time in Unix seconds."""

    def __init__(self, at: float) -> None:
        self.at, self._number = at, count()
        self._later: list[tuple[float, int, Later]] = []

    def now(self) -> float:
        """Return the time in Unix seconds."""
        return self.at

    def call_at(self, at: float, work: Callable[[], None]) -> Later:
        """Schedule a call."""
        later = Later(at, work)
        heapq.heappush(self._later, (at, next(self._number), later))
        return later

    def step(self, end: float) -> bool:
        """Advance to the next call before `end` and run it; return False at `end` if none is left."""
        while self._later and self._later[0][2].off:
            heapq.heappop(self._later)
        if not self._later or self._later[0][0] > end:
            self.at = max(self.at, end)
            return False
        at, _, later = heapq.heappop(self._later)
        self.at = max(self.at, at)
        later.work()
        return True
