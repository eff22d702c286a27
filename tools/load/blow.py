"""What befalls one of several processes while people play: it is killed, and later another is started in its place."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from tools.load.house import Bot

Start = Callable[[int], Awaitable[Bot]]


class Blow:
    """Falls on the first of the `bots` after a third of `seconds`; after two thirds `start` makes another, of the next number."""

    def __init__(self, bots: list[Bot], start: Start, seconds: float) -> None:
        self._bots, self._start, self._third = bots, start, seconds / 3
        self._at = self._back = 0.0

    async def fall(self) -> None:
        """From now on; returns when the new one is ready."""
        await asyncio.sleep(self._third)
        self._at = time.monotonic()
        self._bots[0].process.kill()
        await asyncio.sleep(self._third)
        self._bots.append(await self._start(len(self._bots)))
        self._back = time.monotonic()

    def told(self) -> dict[str, Any]:
        """`taken_over_s`: seconds from the kill until another process first committed or showed something at a table that the
        killed one had shown; `tables_taken_over`: at how many it had by the end; `back_s`: when the new one was ready."""
        first, *others = (_events(bot.events) for bot in self._bots)
        had = {match for what, match, _ in first if what == "shown"}
        after: dict[str, float] = {}
        for what, match, at in sorted(
            (one for some in others for one in some), key=lambda one: one[2]
        ):
            if what == "shown" and match in had and at > self._at:
                after.setdefault(match, at - self._at)
        return {
            "taken_over_s": round(min(after.values(), default=float("inf")), 2),
            "tables_taken_over": len(after),
            "back_s": round(self._back - self._at, 1),
        }


def _events(file: Path) -> list[tuple[str, str, float]]:
    """What a process has noted, the last line perhaps cut short: what, table, when."""
    found = []
    for line in file.read_text("ascii").splitlines():
        try:
            what, match, _, at, *_ = json.loads(line)
        except ValueError:
            continue
        found.append((what, match, at))
    return found
