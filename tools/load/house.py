"""Bot processes of the load test: start, watch, stop, and read their event files."""

from __future__ import annotations

import asyncio
import ctypes
import json
import os
import signal
import sys
import time
from collections import defaultdict
from pathlib import Path
from typing import Any, Self

from msgspec import Struct, field

from sandbox import Sandbox
from sandbox.state.server_state import DEFAULT_TOKEN
from tools import memory
from tools.stats import percentile

ROOT = Path(__file__).parents[2]
STARTING = 600.0  # seconds until a starting bot counts as hung
ENDING = 60.0  # seconds until a stopping bot counts as hung


def _ends_with_us() -> None:
    """Terminate the bot if the load test is killed (Linux)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGTERM)


class Bot:
    """Bot process with its child processes.

    `begun`: seconds until its repairs were done and it accepted clicks; `processor`: its
    processor seconds until then; `ready`: seconds until the gateway had delivered all guilds.
    """

    def __init__(self, process: asyncio.subprocess.Process, events: Path) -> None:
        self.process, self.events = process, events
        self.begun = self.ready = self.processor = self._spent = 0.0

    @classmethod
    async def start(
        cls, box: Sandbox, data: Path, database: str = "", number: int = 0, **more: str
    ) -> Self:
        """Start the bot and wait until it is ready.

        `database` is a URL; without it SQLite files are in `data`. `more` are settings. Raises
        `RuntimeError` if the process ends early.
        """
        keep = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("SOBREMESA_", "DISCORD_"))
        }
        ours = {"DATA": str(data), "DATABASE": database, "LOG_LEVEL": "WARNING", **more}
        env = {
            **keep,
            "DISCORD_TOKEN": DEFAULT_TOKEN,
            **{f"SOBREMESA_{name}": value for name, value in ours.items()},
        }
        began, events = time.monotonic(), data / f"events-{number}-{time.monotonic_ns()}.jsonl"
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "tools.load.program",
            str(events),
            box.api_base,
            box.gateway_url,
            box.cdn_base,
            cwd=ROOT,
            env=env,
            stdout=asyncio.subprocess.PIPE,
            preexec_fn=_ends_with_us,
        )
        bot = cls(process, events)
        try:
            words = await bot._said("begun")
            bot.begun, bot.processor = time.monotonic() - began, float(words[1])
            await bot._said("ready")
            bot.ready = time.monotonic() - began
        except BaseException:
            if process.returncode is None:
                process.kill()
            raise
        return bot

    async def _said(self, what: str) -> list[str]:
        assert self.process.stdout is not None
        while line := await asyncio.wait_for(self.process.stdout.readline(), STARTING):
            words = line.decode().split()
            if words and words[0] == what:
                return words
        raise RuntimeError(f"the bot ended before it was {what}")

    async def memory(self) -> dict[str, float | int]:
        """Return the memory of the process and its children (`tools.memory.together`)."""
        return await asyncio.to_thread(memory.together, self.process.pid)

    async def spent(self) -> float:
        """Return the processor seconds of the process and its children.

        After a kill it returns the last known value.
        """
        if self.process.returncode is None:
            self._spent = max(
                self._spent, await asyncio.to_thread(memory.processor, self.process.pid)
            )
        return self._spent

    async def stop(self) -> float:
        """Send SIGTERM and return the seconds until the process has ended."""
        began = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        try:
            await asyncio.wait_for(self.process.communicate(), ENDING)
        except TimeoutError:
            self.process.kill()
        return time.monotonic() - began


class EventLog(Struct):
    """Events that bots have noted.

    By match: commits (version, time) and shown boards (version, time); and the interactions of
    committed moves.
    """

    commits: dict[str, list[tuple[int, float]]] = field(default_factory=lambda: defaultdict(list))
    shown: dict[str, list[tuple[int, float]]] = field(default_factory=lambda: defaultdict(list))
    moves: set[str] = field(default_factory=set)

    @classmethod
    def of(cls, files: list[Path]) -> Self:
        """Read these files; their last lines may be truncated by a kill."""
        found = cls()
        for file in files:
            for line in file.read_text("ascii").splitlines():
                try:
                    what, match, version, at, *more = json.loads(line)
                except ValueError:
                    continue
                (found.commits if what == "commit" else found.shown)[match].append((version, at))
                if what == "commit":
                    found.moves |= set(more[0])
        return found

    def late(self, since: float, until: float) -> tuple[list[float], int]:
        """Return the seconds from each commit to its board, and the number of commits never shown.

        A newer board counts too. Commits never shown count until the last event.
        """
        last = max(
            (
                at
                for events in (self.commits, self.shown)
                for noted in events.values()
                for _, at in noted
            ),
            default=0.0,
        )
        took, never = list[float](), 0
        for match, commits in self.commits.items():
            for version, at in commits:
                if since <= at < until:
                    after = [
                        then
                        for one, then in self.shown.get(match, ())
                        if one >= version and then >= at
                    ]
                    never += not after
                    took.append(min(after, default=last) - at)
        return took, never

    def count(self, since: float, until: float) -> int:
        """Return the number of commits in that time."""
        return sum(since <= at < until for commits in self.commits.values() for _, at in commits)


def points(values: list[float], digits: int = 3) -> dict[str, Any]:
    """Return p50, p90, p99 and the maximum."""
    shares = {"p50": 0.5, "p90": 0.9, "p99": 0.99, "max": 1.0}
    return {name: round(percentile(values, share), digits) for name, share in shares.items()}
