"""Processes beside the bot: started when there is work, ended when there is none unless they are kept, replaced when they die."""

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

IDLE = 300.0  # seconds without work after which a process ends, unless it is kept
log = logging.getLogger(__name__)
R = TypeVar("R")


class WorkerSpec(NamedTuple):
    """What a process is for: its name for the log, how far it steps back (nice), and how it begins, with which arguments.
    Functions of modules, for they are sent there by name."""

    name: str
    polite: int
    begin: Callable[..., None]
    given: Callable[[], tuple[Any, ...]]


class Timer(Protocol):
    """What can be called off."""

    def cancel(self) -> None:
        """Call it off."""


Later = Callable[[float, Callable[[], None]], Timer]  # call a function after so many seconds


def loop_later(seconds: float, function: Callable[[], None]) -> Timer:
    """Call a function after so many seconds, by the running loop's clock."""
    return asyncio.get_running_loop().call_later(seconds, function)


class ProcessWorker:
    """A place for one process, which does one thing at a time. It is started by the first, and ends when it has long had
    nothing to do.

    `keep` is asked then: while it says so, the process stays and is looked at again after another `IDLE` seconds.
    `started` is called whenever a process begins, which knows nothing of what the last one had at hand.
    """

    def __init__(
        self, trade: WorkerSpec, *, keep: Callable[[], Awaitable[bool]] | None = None,
        started: Callable[[], None] = lambda: None, later: Later = loop_later,
    ) -> None:  # fmt: skip
        self._trade, self._keep, self._started, self._later = trade, keep, started, later
        self._pool: ProcessPoolExecutor | None = None
        self._rest: Timer | None = None
        self._looking: asyncio.Task[None] | None = None
        self._runs = 0
        self.free, self._over = True, False

    @property
    def is_running(self) -> bool:
        """Whether there is a process."""
        return self._pool is not None

    async def run(self, work: Callable[..., R], *what: Any) -> R:
        """One piece of work. A process that was killed is followed by another, which tries once more; raises
        `BrokenProcessPool` when that one dies too."""
        self._runs += 1
        if self._rest is not None:
            self._rest.cancel()
        try:
            try:
                return await self._try(work, *what)
            except BrokenProcessPool:
                if self._over:
                    raise
                log.warning(
                    "a %s's process has ended; another one takes its place", self._trade.name
                )
                self.close()
                return await self._try(work, *what)
        except BrokenProcessPool:
            self.close()
            raise
        finally:
            if self._pool is not None:
                self._rest = self._later(IDLE, self._idle)

    def _idle(self) -> None:
        if self._keep is None:
            self.close()
        else:
            self._looking = asyncio.create_task(self._close_unless_kept(self._keep, self._runs))

    async def _close_unless_kept(self, keep: Callable[[], Awaitable[bool]], runs: int) -> None:
        try:
            kept = await keep()
        except Exception:
            if not self._over:
                log.warning(
                    "%s process: could not ask whether it is still needed, ending it",
                    self._trade.name,
                    exc_info=True,
                )
            kept = False
        if self._pool is None or self._runs != runs:  # closed or at work since
            return
        if kept:
            self._rest = self._later(IDLE, self._idle)
        else:
            self.close()

    async def _try(self, work: Callable[..., R], *what: Any) -> R:
        with _no_main():
            if self._pool is None:
                # spawned on every system: a fork of a program with threads may stand still for ever
                trade = self._trade
                given = (trade.polite, trade.begin, trade.given())
                self._pool = ProcessPoolExecutor(
                    1, multiprocessing.get_context("spawn"), worker_init.init_worker, given
                )
                self._started()
            done = self._pool.submit(work, *what)
        return await asyncio.wrap_future(done)

    def close(self, *, wait: bool = False) -> None:
        """Let the process go once it has ended its work; `wait` until it has."""
        if self._rest is not None:
            self._rest.cancel()
        if self._pool is not None:
            self._pool.shutdown(wait=wait, cancel_futures=True)
        self._pool = None

    def shut_down(self) -> None:
        """Let the process go for good: where it is at work it is ended in the midst of that, and no other takes its place."""
        self._over = True
        if self.free:
            self.close(wait=True)
        else:
            self.kill()

    def kill(self) -> None:
        """End the process in the midst of its work, and wait until it is gone."""
        if self._pool is not None:
            # before Python 3.14 the pool has no word for it
            for process in list((self._pool._processes or {}).values()):  # noqa: SLF001
                process.kill()
        self.close(wait=True)


@contextlib.contextmanager
def _no_main() -> Iterator[None]:
    """A spawned process runs the main module again, for what it may have to unpickle; ours need nothing of the bot's, and would
    take its 60 MiB and half a second for it."""
    main = sys.modules["__main__"]
    sys.modules["__main__"] = types.ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main
