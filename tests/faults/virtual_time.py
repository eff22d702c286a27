"""Event loop with virtual time: if no task is ready, time jumps to the next timer.

A minute of waiting takes a millisecond, and tests do not time out on a slow machine.
"""

from __future__ import annotations

import asyncio
import contextlib
import selectors
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

from sandbox.state.clock import Clock

T = TypeVar("T")
BEGIN = datetime(2026, 1, 5, 18, tzinfo=UTC)


class _Eyes:
    """The loop's selector: jumps in time instead of waiting, unless threads or processes work."""

    def __init__(self, loop: TravelLoop, inner: selectors.BaseSelector) -> None:
        self._loop, self._inner = loop, inner

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    def select(self, timeout: float | None = None) -> list[Any]:
        seen = self._inner.select(0)
        if seen or timeout == 0:
            return seen
        if self._loop.outside or timeout is None:
            return self._inner.select(None)
        self._loop.passed += timeout  # what was sent over the machine's own line is there already
        return []


class TravelLoop(asyncio.SelectorEventLoop):
    """Event loop with virtual time.

    `passed` are the seconds since its start; `outside` counts the jobs in threads and processes, for
    which it waits.
    """

    def __init__(self) -> None:
        self.passed, self.outside = 0.0, 0
        super().__init__(_Eyes(self, selectors.DefaultSelector()))  # type: ignore[arg-type]
        self._clock_resolution = (
            1e-6  # a jump lands where a timer is due, but for the last digit of a float
        )

    def time(self) -> float:
        return self.passed

    @contextlib.contextmanager
    def away(self) -> Iterator[None]:
        """Count a job outside of the loop; time stands still meanwhile."""
        self.outside += 1
        try:
            yield
        finally:
            self.outside -= 1

    def run_in_executor(  # type: ignore[override]  # asyncio's own has type variables for `args`
        self, executor: Any, func: Callable[..., T], *args: Any
    ) -> asyncio.Future[T]:
        done = super().run_in_executor(executor, func, *args)
        self.outside += 1
        done.add_done_callback(self._back)
        return done

    def _back(self, _: Any) -> None:
        self.outside -= 1


class TravelClock(Clock):
    """Clock of the sandbox in such a loop."""

    def __init__(self, loop: TravelLoop) -> None:
        super().__init__()
        self._loop = loop

    def now(self) -> datetime:
        return BEGIN + timedelta(seconds=self._loop.time() + self.offset)


def waited_for(work: Callable[..., Awaitable[T]]) -> Callable[..., Coroutine[Any, Any, T]]:
    """Wrap a coroutine function that uses a thread or a process, so that time stops meanwhile."""

    async def waits(*args: Any, **how: Any) -> T:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, TravelLoop)
        with loop.away():
            return await work(*args, **how)

    return waits


def run(main: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine in a new loop."""
    loop = TravelLoop()
    try:
        return loop.run_until_complete(main)
    finally:
        loop.run_until_complete(loop.shutdown_asyncgens())
        loop.close()
