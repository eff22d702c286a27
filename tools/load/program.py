"""The bot itself, as `make run` starts it but for where Discord is: `python -m tools.load.program EVENTS ADDRESSES`.

What is committed and what its boards show is noted in a file, a line each, so that a killed process has told what it did. Prints
a line when it has begun, and one when it is ready.
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
from gateway.connection import point_at

QUIET = ("discord.gateway", "discord.http")


class Notes:
    """A file of events: what, which table, which version, when (seconds of the machine's steady clock)."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def add(self, what: str, match: Match, *more: Any) -> None:
        """A line, written at once."""
        os.write(
            self._file,
            json.dumps([what, match.id, match.version, time.monotonic(), *more]).encode() + b"\n",
        )


class Watched(program.Sobremesa):
    """The bot, which tells what it does."""

    notes: Notes

    def __init__(self, app: App, **more: Any) -> None:
        super().__init__(app, **more)
        _around(app.repo, "commit", self._committed)
        _around(self.messenger, "_board", self._shown)

    async def setup_hook(self) -> None:
        """It has begun when all is healed and may be tapped."""
        await super().setup_hook()
        print("begun", time.process_time(), flush=True)

    async def on_guilds_known(self) -> None:
        """Every server of ours is known."""
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
    point_at(*addresses)
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    await program.run(load(env=None), stop)


if __name__ == "__main__":
    logging.basicConfig(level="WARNING")
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    for name in QUIET:
        logging.getLogger(name).setLevel(logging.ERROR)
    asyncio.run(_main(*sys.argv[1:]))
