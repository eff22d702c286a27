"""Clock that stands still until it is stepped to its next scheduled call."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from itertools import count


class ScheduledCall:
    """Call of `work` that is due at the time `at` (Unix seconds)."""

    def __init__(self, at: float, work: Callable[[], None]) -> None:
        self.at, self.work, self.cancelled = at, work, False

    def cancel(self) -> None:
        """Cancel the call."""
        self.cancelled = True


class StepClock:
    """Implementation of `app.ports.services.Clock`; `at` is the current time in Unix seconds."""

    def __init__(self, at: float) -> None:
        self.at, self._number = at, count()
        self._calls: list[tuple[float, int, ScheduledCall]] = []

    def now(self) -> float:
        """Return the time in Unix seconds."""
        return self.at

    def call_at(self, at: float, work: Callable[[], None]) -> ScheduledCall:
        """Schedule a call of `work` at the time `at` (Unix seconds)."""
        call = ScheduledCall(at, work)
        heapq.heappush(self._calls, (at, next(self._number), call))
        return call

    def step(self, end: float) -> bool:
        """Advance to the next scheduled call up to `end` and run it.

        If there is none, advance to `end`. Returns whether a call was run.
        """
        while self._calls and self._calls[0][2].cancelled:
            heapq.heappop(self._calls)
        if not self._calls or self._calls[0][0] > end:
            self.at = max(self.at, end)
            return False
        at, _, call = heapq.heappop(self._calls)
        self.at = max(self.at, at)
        call.work()
        return True
