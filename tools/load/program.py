"""Real bot with another Discord address, which records its commits and boards.

    python -m tools.load.program EVENTS ADDRESSES

It writes a line to the file EVENTS for each commit and each shown board; the file survives a kill
of the bot. It prints `begun` when it accepts clicks, and `ready` when the gateway has delivered all
guilds.
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
from app.ports.commit import CommitDetails
from app.runtime.settings import load
from gateway.connection import set_endpoints

QUIET_LOGGERS = ("discord.gateway", "discord.http")


class EventFile:
    """File with a JSON line for each event.

    A line is a list: kind, match, version, time (monotonic seconds), then details.
    """

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def add(self, kind: str, match: Match, *details: Any) -> None:
        """Write a line to the file without buffering."""
        os.write(
            self._file,
            json.dumps([kind, match.id, match.version, time.monotonic(), *details]).encode()
            + b"\n",
        )


class RecordingBot(program.Sobremesa):
    """Bot that writes its commits and shown boards to the event file."""

    event_file: EventFile

    def __init__(self, app: App, **options: Any) -> None:
        super().__init__(app, **options)
        _wrap(app.repo.matches, "commit", self._committed)
        _wrap(self.table_publisher, "_publish_board", self._shown)

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
        original: Callable[..., Any],
        match: Match,
        expected: int,
        change: CommitDetails | None = None,
    ) -> bool:
        committed = bool(await original(match, expected, change))
        if committed and match.status in ("running", "ended"):
            self.event_file.add(
                "commit",
                match,
                [entry.interaction for entry in change.entries if entry.interaction]
                if change
                else [],
            )
        return committed

    async def _shown(
        self, original: Callable[..., Any], match: Match, *args: Any, **kwargs: Any
    ) -> Any:
        result = await original(match, *args, **kwargs)
        self.event_file.add("shown", match)
        return result


def _wrap(target: Any, name: str, wrapper: Callable[..., Any]) -> None:
    original = getattr(target, name)
    setattr(target, name, lambda *args, **kwargs: wrapper(original, *args, **kwargs))


async def _main(events: str, *addresses: str) -> None:
    RecordingBot.event_file = EventFile(Path(events))
    program.Sobremesa = RecordingBot  # type: ignore[misc]
    set_endpoints(*addresses)
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    await program.run(load(env=None), stop)


if __name__ == "__main__":
    logging.basicConfig(level="WARNING")
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    for name in QUIET_LOGGERS:
        logging.getLogger(name).setLevel(logging.ERROR)
    asyncio.run(_main(*sys.argv[1:]))
