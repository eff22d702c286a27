"""Shows what was committed. Level-triggered: whatever has a version that was not shown is shown, after a crash too."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING

from games.core.messages import Seat
from host.model import Match, Trouble
from host.ports import NotShown, Unsaved

if TYPE_CHECKING:
    from host.ports import Notifier, Repo

LONGEST = 300.0  # seconds between tries
REFUSED = 60.0   # seconds until a channel that refused is asked again
AT_ONCE = 8      # matches
log = logging.getLogger(__name__)


def newly(match: Match, last: Seat | None) -> list[Seat]:
    """The people to ping: awaited now, not at the last publication, and not who acted last (`last`, if there are new rows)."""
    return [s.seat for s in match.seats if s.awaited and not s.pinged and not s.automatic and s.seat != last]


class Publisher:
    """One task per match that has something to show; what is committed meanwhile is shown by the same task, the newest only.

    `pause` lets a few quick commits (a computer player's answer) become one edit; `patience` is the first wait after a failure.
    """

    def __init__(self, repo: Repo, *, pause: float = 0.0, patience: float = 1.0) -> None:
        self._repo, self._pause, self._patience = repo, pause, patience
        self.notifier: Notifier | None = None
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._others: set[asyncio.Task[None]] = set()
        self._slots = asyncio.Semaphore(AT_ONCE)
        self._refused: dict[str, asyncio.TimerHandle] = {}
        self._open = True

    def touch(self, match: str) -> None:
        """There is something new to show."""
        if self.notifier is None or not self._open:
            return
        if later := self._refused.pop(match, None):
            later.cancel()
        if match in self._tasks:
            self._again.add(match)
            return
        self._tasks[match] = asyncio.create_task(self._run(match), name=f"publish {match}")

    def alarm(self, match: Match, what: str) -> None:
        """Tell the admin that a match was halted."""
        if self.notifier is not None:
            task = asyncio.create_task(self._alarm(match, what))
            self._others.add(task)
            task.add_done_callback(self._others.discard)

    async def heal(self) -> None:
        """At start-up: show whatever was committed and not shown."""
        for match in await self._repo.unpublished():
            self.touch(match)

    async def pinged(self, match: str, seats: Sequence[Seat]) -> None:
        """The notifier says this right after a ping went out: no retry and no restart repeats it."""
        await self._repo.pinged(match, seats)

    async def idle(self) -> None:
        """Wait until nothing is left to show."""
        while tasks := [*self._tasks.values(), *self._others]:
            await asyncio.wait(tasks)

    async def stop(self, grace: float = 5.0) -> None:
        """Let what is being shown end; what is left heals at the next start."""
        self._open = False
        self._again.clear()
        for later in self._refused.values():
            later.cancel()
        tasks = [*self._tasks.values(), *self._others]
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=grace)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    async def _run(self, match: str) -> None:
        wait = self._patience
        try:
            while True:
                if self._pause:
                    await asyncio.sleep(self._pause)
                self._again.discard(match)
                try:
                    async with self._slots:
                        await self._show(match)
                    wait = self._patience
                except NotShown:
                    if self._open:
                        self._refused[match] = asyncio.get_running_loop().call_later(REFUSED, self.touch, match)
                except Exception as error:
                    story = not isinstance(error, Unsaved | Trouble)  # they tell their own
                    log.error("match %s could not be shown; next try in %.0f s", match, wait, exc_info=error if story else None)
                    if not self._open:
                        return
                    await asyncio.sleep(wait)
                    wait = min(2 * wait, LONGEST)
                    continue
                if match not in self._again:
                    return
        finally:
            del self._tasks[match]

    async def _show(self, match: str) -> None:
        """One publication of the newest version, if it was not shown."""
        table = await self._repo.match(match)
        if table is None or table.published >= table.version or self.notifier is None:
            return
        fresh = await self._repo.entries(match, table.published_rows) if table.rows > table.published_rows else []
        last = next((entry.row.seat for entry in reversed(fresh) if entry.row.by != "order"), None)  # an order is no presence
        version, rows, waiting = table.version, table.rows, table.waiting
        await self.notifier.publish(table, newly(table, last))
        await self._repo.published(match, version, rows, waiting)

    async def _alarm(self, match: Match, what: str) -> None:
        try:
            if self.notifier is not None:
                await self.notifier.alarm(match, what)
        except Exception:
            log.exception("the admin could not be told about match %s", match.id)
