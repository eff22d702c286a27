"""Crash test: kill one of several bot processes under load, then start a replacement."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from tools.load.bot_process import Bot

Start = Callable[[int], Awaitable[Bot]]


class CrashTest:
    """Crash of the first bot after a third of a test of `seconds`, and its replacement.

    After two thirds, `start` starts the replacement with the next free number.
    """

    def __init__(self, bots: list[Bot], start: Start, seconds: float) -> None:
        self._bots, self._start, self._third = bots, start, seconds / 3
        self.killed_at = self.ready_at = 0.0

    async def run(self) -> None:
        """Kill the first bot, start its replacement and wait until the replacement is ready."""
        await asyncio.sleep(self._third)
        self.killed_at = time.monotonic()
        self._bots[0].process.kill()
        await asyncio.sleep(self._third)
        self._bots.append(await self._start(len(self._bots)))
        self.ready_at = time.monotonic()

    def figures(self) -> dict[str, Any]:
        """Return how the other processes took over the matches of the killed bot.

        - `taken_over_s`: seconds from the kill until another process first showed one of these
          matches
        - `tables_taken_over`: number of these matches that other processes showed after the kill
        - `back_s`: seconds from the kill until the replacement was ready
        """
        killed, *survivors = (_events(bot.events) for bot in self._bots)
        shown_by_killed = {match for kind, match, _ in killed if kind == "shown"}
        takeover_s: dict[str, float] = {}
        for kind, match, at in sorted(
            (event for events in survivors for event in events), key=lambda event: event[2]
        ):
            if kind == "shown" and match in shown_by_killed and at > self.killed_at:
                takeover_s.setdefault(match, at - self.killed_at)
        return {
            "taken_over_s": round(min(takeover_s.values(), default=float("inf")), 2),
            "tables_taken_over": len(takeover_s),
            "back_s": round(self.ready_at - self.killed_at, 1),
        }


def _events(file: Path) -> list[tuple[str, str, float]]:
    """Return the events of a process (kind, match, time); skip a truncated line."""
    events = []
    for line in file.read_text("ascii").splitlines():
        try:
            kind, match, _, at, *_ = json.loads(line)
        except ValueError:
            continue
        events.append((kind, match, at))
    return events
