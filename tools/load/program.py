"""Real bot with another Discord address: `python -m tools.load.program EVENTS ADDRESSES`.

Each commit and each shown board is written to the event file, a line each, so that the record
survives a kill. Prints a line when the bot accepts clicks and a line when it is ready.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import discord

import bot as program
from app.app import App
from app.model.match import Match
from app.ports.store import CommitDetails
from app.runtime.settings import load
from gateway.connection import set_endpoints

QUIET = ("discord.gateway", "discord.http")


class Notes:
    """Event file with lines: kind, match, version, time (monotonic seconds)."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def add(self, what: str, match: Match, *more: Any) -> None:
        """Write a line at once."""
        os.write(
            self._file,
            json.dumps([what, match.id, match.version, time.monotonic(), *more]).encode() + b"\n",
        )


class Watched(program.Sobremesa):
    """Bot that notes its commits and boards."""

    notes: Notes

    def __init__(self, app: App, **more: Any) -> None:
        super().__init__(app, **more)
        _around(app.repo.matches, "commit", self._committed)
        _around(self.messenger, "_board", self._shown)

    async def setup_hook(self) -> None:
        """Set up, then report that the bot accepts clicks."""
        await super().setup_hook()
        print("begun", time.process_time(), flush=True)

    async def on_guilds_known(self) -> None:
        """Report that all guilds are known."""
        await super().on_guilds_known()
        print("ready", time.process_time(), flush=True)

    async def _committed(
        self,
        inner: Callable[..., Any],
        match: Match,
        expected: int,
        change: CommitDetails | None = None,
    ) -> bool:
        done = bool(await inner(match, expected, change))
        if done and match.status in ("running", "ended"):
            self.notes.add(
                "commit",
                match,
                [one.interaction for one in change.entries if one.interaction] if change else [],
            )
        return done

    async def _shown(self, inner: Callable[..., Any], match: Match, *args: Any, **more: Any) -> Any:
        found = await inner(match, *args, **more)
        self.notes.add("shown", match)
        return found


def _around(thing: Any, name: str, wrapper: Callable[..., Any]) -> None:
    inner = getattr(thing, name)
    setattr(thing, name, lambda *args, **more: wrapper(inner, *args, **more))


async def _main(events: str, *addresses: str) -> None:
    Watched.notes = Notes(Path(events))
    program.Sobremesa = Watched  # type: ignore[misc]
    set_endpoints(*addresses)
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    await program.run(load(env=None), stop)


if __name__ == "__main__":
    logging.basicConfig(level="WARNING")
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    for name in QUIET:
        logging.getLogger(name).setLevel(logging.ERROR)
    asyncio.run(_main(*sys.argv[1:]))
