"""Crash test: kill one of several bot processes under load and start a replacement."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from tools.load.house import Bot

Start = Callable[[int], Awaitable[Bot]]


class CrashTest:
    """Crash of the first bot after a third of `seconds`.

    After two thirds `start` makes a replacement with the next number.
    """

    def __init__(self, bots: list[Bot], start: Start, seconds: float) -> None:
        self._bots, self._start, self._third = bots, start, seconds / 3
        self.killed_at = self.ready_at = 0.0

    async def fall(self) -> None:
        """Kill the bot, start its replacement and wait until that is ready."""
        await asyncio.sleep(self._third)
        self.killed_at = time.monotonic()
        self._bots[0].process.kill()
        await asyncio.sleep(self._third)
        self._bots.append(await self._start(len(self._bots)))
        self.ready_at = time.monotonic()

    def told(self) -> dict[str, Any]:
        """Return the figures of the takeover.

        - `taken_over_s`: seconds from the kill until another process showed a match of the killed one
        - `tables_taken_over`: matches of the killed process that others had shown by the end
        - `back_s`: seconds from the kill until the replacement was ready
        """
        first, *others = (_events(bot.events) for bot in self._bots)
        had = {match for what, match, _ in first if what == "shown"}
        after: dict[str, float] = {}
        for what, match, at in sorted(
            (one for some in others for one in some), key=lambda one: one[2]
        ):
            if what == "shown" and match in had and at > self.killed_at:
                after.setdefault(match, at - self.killed_at)
        return {
            "taken_over_s": round(min(after.values(), default=float("inf")), 2),
            "tables_taken_over": len(after),
            "back_s": round(self.ready_at - self.killed_at, 1),
        }


def _events(file: Path) -> list[tuple[str, str, float]]:
    """Return a process's events (kind, match, time); skip a truncated line."""
    found = []
    for line in file.read_text("ascii").splitlines():
        try:
            what, match, _, at, *_ = json.loads(line)
        except ValueError:
            continue
        found.append((what, match, at))
    return found
