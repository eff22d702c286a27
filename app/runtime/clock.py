"""The two clocks: the machine's, and one that may be put forward."""

from __future__ import annotations

import asyncio
import heapq
import time
from collections.abc import Callable
from itertools import count


class SystemClock:
    """The machine's time."""

    def now(self) -> float:
        """Unix seconds."""
        return time.time()

    def call_at(self, at: float, work: Callable[[], None]) -> asyncio.TimerHandle:
        """Do this in the running loop once it is that late."""
        return asyncio.get_running_loop().call_later(max(0.0, at - self.now()), work)


class _Later:
    """Something that is to happen."""

    def __init__(self, at: float, work: Callable[[], None]) -> None:
        self.at, self.work, self.off = at, work, False

    def cancel(self) -> None:
        """Let it not happen."""
        self.off = True


class LocalClock:
    """A time that somebody puts forward (the sandbox's backstage): what was to happen meanwhile happens in its order, each at its
    own time, as if it had passed. `tell` says what time it is (unix seconds); call `moved` when it jumps."""

    def __init__(self, tell: Callable[[], float]) -> None:
        self._tell, self._number = tell, count()
        self._later: list[tuple[float, int, _Later]] = []
        self._handle: asyncio.TimerHandle | None = None
        self._at: float | None = None  # while what is due happens: its time

    def now(self) -> float:
        """Unix seconds; while something put off happens, the time for which it was due."""
        return self._tell() if self._at is None else self._at

    def call_at(self, at: float, work: Callable[[], None]) -> _Later:
        """Do this in the running loop once it is that late."""
        later = _Later(at, work)
        heapq.heappush(self._later, (at, next(self._number), later))
        if self._at is None:
            self._arm()
        return later

    def moved(self) -> None:
        """The time has jumped: what is due by now happens."""
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
