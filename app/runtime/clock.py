"""Clocks: the machine's clock, and a clock for the sandbox that can be advanced."""

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
        """Schedule the call of `work` at `at` (Unix seconds) on the running event loop."""
        return asyncio.get_running_loop().call_later(max(0.0, at - self.now()), work)


class _ScheduledCall:
    """Scheduled call."""

    def __init__(self, at: float, work: Callable[[], None]) -> None:
        self.at, self.work, self.cancelled = at, work, False

    def cancel(self) -> None:
        """Cancel the call."""
        self.cancelled = True


class LocalClock:
    """Clock that can be advanced, for the sandbox.

    `tell` returns the time (Unix seconds). After that time was advanced, the sandbox must call
    `moved`, which runs the calls that became due, in order. While a call runs, `now` returns the
    time at which the call was due.
    """

    def __init__(self, tell: Callable[[], float]) -> None:
        self._tell, self._number = tell, count()
        # heap of due time, number (for calls at the same time) and call
        self._calls: list[tuple[float, int, _ScheduledCall]] = []
        self._timer: asyncio.TimerHandle | None = None
        self._running_at: float | None = None  # due time of the call that runs now

    def now(self) -> float:
        """Return the time in Unix seconds; during a scheduled call, its due time."""
        return self._tell() if self._running_at is None else self._running_at

    def call_at(self, at: float, work: Callable[[], None]) -> _ScheduledCall:
        """Schedule the call of `work` at `at` (Unix seconds) on the running event loop."""
        call = _ScheduledCall(at, work)
        heapq.heappush(self._calls, (at, next(self._number), call))
        if self._running_at is None:
            self._set_timer()
        return call

    def moved(self) -> None:
        """Run all calls that are due; call this after the time was advanced."""
        end = self._tell()
        try:
            while self._calls and self._calls[0][0] <= end:
                at, _, call = heapq.heappop(self._calls)
                self._running_at = at
                if not call.cancelled:
                    call.work()
        finally:
            self._running_at = None
            self._set_timer()

    def _set_timer(self) -> None:
        """Set a timer of the event loop for the earliest call."""
        if self._timer is not None:
            self._timer.cancel()
        while self._calls and self._calls[0][2].cancelled:
            heapq.heappop(self._calls)
        if self._calls:
            wait = max(0.0, self._calls[0][0] - self._tell())
            self._timer = asyncio.get_running_loop().call_later(wait, self.moved)
