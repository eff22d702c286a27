"""Clocks: the machine's, and one that can be advanced."""

from __future__ import annotations

import asyncio
import heapq
import time
from collections.abc import Callable
from itertools import count


class SystemClock:
    """Clock of the machine."""

    def now(self) -> float:
        """Return the time in Unix seconds."""
        return time.time()

    def call_at(self, at: float, work: Callable[[], None]) -> asyncio.TimerHandle:
        """Schedule a call on the running event loop."""
        return asyncio.get_running_loop().call_later(max(0.0, at - self.now()), work)


class _Later:
    """Scheduled call."""

    def __init__(self, at: float, work: Callable[[], None]) -> None:
        self.at, self.work, self.off = at, work, False

    def cancel(self) -> None:
        """Cancel the call."""
        self.off = True


class LocalClock:
    """Clock that can be advanced, for the sandbox.

    Calls that a jump passes run in order, each at its own time. `tell` returns the time (Unix
    seconds); call `moved` after it jumps.
    """

    def __init__(self, tell: Callable[[], float]) -> None:
        self._tell, self._number = tell, count()
        self._later: list[tuple[float, int, _Later]] = []
        self._handle: asyncio.TimerHandle | None = None
        self._at: float | None = None  # due time of the call that runs now

    def now(self) -> float:
        """Return the time in Unix seconds; during a scheduled call, its due time."""
        return self._tell() if self._at is None else self._at

    def call_at(self, at: float, work: Callable[[], None]) -> _Later:
        """Schedule a call on the running event loop."""
        later = _Later(at, work)
        heapq.heappush(self._later, (at, next(self._number), later))
        if self._at is None:
            self._arm()
        return later

    def moved(self) -> None:
        """Run the calls that are due after a jump."""
        end = self._tell()
        try:
            while self._later and self._later[0][0] <= end:
                at, _, later = heapq.heappop(self._later)
                self._at = at
                if not later.off:
                    later.work()
        finally:
            self._at = None
            self._arm()

    def _arm(self) -> None:
        if self._handle is not None:
            self._handle.cancel()
        while self._later and self._later[0][2].off:
            heapq.heappop(self._later)
        if self._later:
            wait = max(0.0, self._later[0][0] - self._tell())
            self._handle = asyncio.get_running_loop().call_later(wait, self.moved)
