"""Processes beside the bot: started when there is work, ended when there is none, replaced when they die."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import sys
import types
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, NamedTuple, TypeVar

from host import apart

IDLE = 300.0         # seconds without work after which a process ends
log = logging.getLogger(__name__)
R = TypeVar("R")


class Trade(NamedTuple):
    """What a process is for: its name for the log, how far it steps back (nice), and how it begins, with which arguments.
    Functions of modules, for they are sent there by name."""

    name: str
    polite: int
    begin: Callable[..., None]
    given: Callable[[], tuple[Any, ...]]


class Worker:
    """A place for one process, which does one thing at a time. It is started by the first, and ends when it has long had
    nothing to do."""

    def __init__(self, trade: Trade) -> None:
        self._trade = trade
        self._pool: ProcessPoolExecutor | None = None
        self._rest: asyncio.TimerHandle | None = None
        self.free, self._over = True, False

    @property
    def open(self) -> bool:
        """Whether there is a process."""
        return self._pool is not None

    async def run(self, work: Callable[..., R], *what: Any) -> R:
        """One piece of work. A process that was killed is followed by another, which tries once more; raises
        `BrokenProcessPool` when that one dies too."""
        if self._rest is not None:
            self._rest.cancel()
        try:
            try:
                return await self._try(work, *what)
            except BrokenProcessPool:
                if self._over:
                    raise
                log.warning("a %s's process has ended; another one takes its place", self._trade.name)
                self.close()
                return await self._try(work, *what)
        except BrokenProcessPool:
            self.close()
            raise
        finally:
            if self._pool is not None:
                self._rest = asyncio.get_running_loop().call_later(IDLE, self.close)

    async def _try(self, work: Callable[..., R], *what: Any) -> R:
        with _no_main():
            if self._pool is None:
                # spawned on every system: a fork of a program with threads may stand still for ever
                trade = self._trade
                given = (trade.polite, trade.begin, trade.given())
                self._pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), apart.begin, given)
            done = self._pool.submit(work, *what)
        return await asyncio.wrap_future(done)

    def close(self, *, wait: bool = False) -> None:
        """Let the process go once it has ended its work; `wait` until it has."""
        if self._rest is not None:
            self._rest.cancel()
        if self._pool is not None:
            self._pool.shutdown(wait=wait, cancel_futures=True)
        self._pool = None

    def end(self) -> None:
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
