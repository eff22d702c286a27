"""Worker processes: started on demand, ended when idle, replaced if they die.

The AI pool and the render pool use them.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import sys
import types
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, NamedTuple, Protocol, TypeVar

from app.workers import worker_init

IDLE_TIMEOUT_S = 300.0  # seconds without work after which a process ends
log = logging.getLogger(__name__)
R = TypeVar("R")


class WorkerSpec(NamedTuple):
    """Kind of worker: name for the log, nice value, and function that initializes it.

    A new process calls `init(*init_args())`. `init_args` is called in the bot and its result is
    pickled. `init` runs in the new process, so it must be a function of a module: it is pickled by
    name.
    """

    name: str
    nice: int
    init: Callable[..., None]
    init_args: Callable[[], tuple[Any, ...]]


class Timer(Protocol):
    """Scheduled call."""

    def cancel(self) -> None:
        """Cancel the call."""


Later = Callable[[float, Callable[[], None]], Timer]  # call a function after a number of seconds


def loop_later(seconds: float, function: Callable[[], None]) -> Timer:
    """Call a function after `seconds`, by the running loop's clock."""
    return asyncio.get_running_loop().call_later(seconds, function)


class ProcessWorker:
    """Slot for one process, which runs one function at a time.

    The process starts with the first work. After each `IDLE_TIMEOUT_S` without work, `keep` is
    awaited: if it returns False, the process ends. `started` is called whenever a process starts,
    because a new one has empty caches. `free` is managed by the pool that owns the slot.
    """

    def __init__(
        self, spec: WorkerSpec, *, keep: Callable[[], Awaitable[bool]] | None = None,
        started: Callable[[], None] = lambda: None, later: Later = loop_later,
    ) -> None:  # fmt: skip
        self._spec, self._keep, self._started, self._later = spec, keep, started, later
        self._pool: ProcessPoolExecutor | None = None
        self._idle_timer: Timer | None = None
        self._idle_check: asyncio.Task[None] | None = None
        self._runs = 0
        self.free, self._is_shut_down = True, False

    @property
    def is_running(self) -> bool:
        """Return whether the process is running."""
        return self._pool is not None

    async def run(self, work: Callable[..., R], *what: Any) -> R:
        """Run `work(*what)` in the process and return the result.

        If the process dies meanwhile, a new process tries once more. Raises `BrokenProcessPool` if
        the new one dies as well.
        """
        self._runs += 1
        if self._idle_timer is not None:
            self._idle_timer.cancel()
        try:
            try:
                return await self._run_once(work, *what)
            except BrokenProcessPool:
                if self._is_shut_down:
                    raise
                log.warning("%s worker exited unexpectedly, starting another", self._spec.name)
                self.close()
                return await self._run_once(work, *what)
        except BrokenProcessPool:
            self.close()
            raise
        finally:
            if self._pool is not None:
                self._idle_timer = self._later(IDLE_TIMEOUT_S, self._on_idle)

    def _on_idle(self) -> None:
        if self._keep is None:
            self.close()
        else:
            self._idle_check = asyncio.create_task(self._close_unless_kept(self._keep, self._runs))

    async def _close_unless_kept(self, keep: Callable[[], Awaitable[bool]], runs: int) -> None:
        """End the idle process, unless `keep` returns True; then check again later.

        `runs` is the number of runs when the process became idle: if the process has worked since,
        do nothing.
        """
        try:
            kept = await keep()
        except Exception:
            if not self._is_shut_down:
                log.warning(
                    "%s worker: idle check failed, stopping it",
                    self._spec.name,
                    exc_info=True,
                )
            kept = False
        if self._pool is None or self._runs != runs:  # closed or used meanwhile
            return
        if kept:
            self._idle_timer = self._later(IDLE_TIMEOUT_S, self._on_idle)
        else:
            self.close()

    async def _run_once(self, work: Callable[..., R], *what: Any) -> R:
        """Run `work(*what)` in the process, which is started if needed; return the result."""
        with _no_main():
            if self._pool is None:
                # always spawn: a fork of a program with threads may deadlock
                spec = self._spec
                given = (spec.nice, spec.init, spec.init_args())
                self._pool = ProcessPoolExecutor(
                    1, multiprocessing.get_context("spawn"), worker_init.init_worker, given
                )
                self._started()
            done = self._pool.submit(work, *what)
        return await asyncio.wrap_future(done)

    def close(self, *, wait: bool = False) -> None:
        """End the process after its current work; with `wait`, block until it has ended."""
        if self._idle_timer is not None:
            self._idle_timer.cancel()
        if self._pool is not None:
            self._pool.shutdown(wait=wait, cancel_futures=True)
        self._pool = None

    def shut_down(self) -> None:
        """End the process for good, killing it during work; block until it has ended."""
        self._is_shut_down = True
        if self.free:
            self.close(wait=True)
        else:
            self.kill()

    def kill(self) -> None:
        """Kill the process, even during work, and block until it has ended."""
        if self._pool is not None:
            # the pool has no public method for this before Python 3.14
            for process in list((self._pool._processes or {}).values()):  # noqa: SLF001
                process.kill()
        self.close(wait=True)


@contextlib.contextmanager
def _no_main() -> Iterator[None]:
    """Hide the main module while a process is spawned.

    A spawned process imports the main module again. The workers need nothing of `bot.py`, and
    importing it would cost 60 MiB and half a second.
    """
    main = sys.modules["__main__"]
    sys.modules["__main__"] = types.ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main
