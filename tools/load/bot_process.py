"""Bot processes of the load test: start, watch, stop, and read their event files.

`Bot` is a process that runs `tools.load.program`. That program writes a line to an event file
for each commit and each board that is shown; `EventLog` reads these files.
"""

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
START_TIMEOUT_S = 600.0  # seconds until a starting bot counts as hung
STOP_TIMEOUT_S = 60.0  # seconds until a stopping bot counts as hung


def _terminate_with_parent() -> None:
    """Make Linux terminate the bot when the load test is killed."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGTERM)


class Bot:
    """Bot process, with its child processes.

    - `accepts_clicks_s`: seconds from the start until the bot accepted clicks
    - `start_processor_s`: processor seconds used until then
    - `ready_s`: seconds from the start until the gateway had delivered all guilds
    """

    def __init__(self, process: asyncio.subprocess.Process, events: Path) -> None:
        self.process, self.events = process, events
        self.accepts_clicks_s = self.ready_s = self.start_processor_s = self._spent = 0.0

    @classmethod
    async def start(
        cls, box: Sandbox, data: Path, database: str = "", number: int = 0, **settings: str
    ) -> Self:
        """Start the bot and wait until it is ready.

        `database` is a URL; without it the bot uses SQLite files in `data`. `settings` are
        further settings, named without the prefix `SOBREMESA_`. Raises `RuntimeError` if the
        process ends early.
        """
        inherited = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("SOBREMESA_", "DISCORD_"))
        }
        all_settings = {"DATA": str(data), "DATABASE": database, "LOG_LEVEL": "WARNING", **settings}
        env = {
            **inherited,
            "DISCORD_TOKEN": DEFAULT_TOKEN,
            **{f"SOBREMESA_{name}": value for name, value in all_settings.items()},
        }
        began = time.monotonic()
        events = data / f"events-{number}-{time.monotonic_ns()}.jsonl"
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
            preexec_fn=_terminate_with_parent,
        )
        bot = cls(process, events)
        try:
            words = await bot._read_report("begun")
            bot.accepts_clicks_s, bot.start_processor_s = time.monotonic() - began, float(words[1])
            await bot._read_report("ready")
            bot.ready_s = time.monotonic() - began
        except BaseException:
            if process.returncode is None:
                process.kill()
            raise
        return bot

    async def _read_report(self, report: str) -> list[str]:
        """Return the next line of the bot that begins with `report`, as words."""
        assert self.process.stdout is not None
        while line := await asyncio.wait_for(self.process.stdout.readline(), START_TIMEOUT_S):
            words = line.decode().split()
            if words and words[0] == report:
                return words
        raise RuntimeError(f"the bot ended before it was {report}")

    async def memory(self) -> dict[str, float | int]:
        """Return the memory of the process and its children (`tools.memory.process_tree_memory`)."""
        return await asyncio.to_thread(memory.process_tree_memory, self.process.pid)

    async def processor_seconds(self) -> float:
        """Return the processor seconds of the process and its children.

        After a kill it returns the last known value.
        """
        if self.process.returncode is None:
            self._spent = max(
                self._spent,
                await asyncio.to_thread(memory.process_tree_cpu_seconds, self.process.pid),
            )
        return self._spent

    async def stop(self) -> float:
        """Send SIGTERM and return the seconds until the process has ended."""
        began = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        try:
            await asyncio.wait_for(self.process.communicate(), STOP_TIMEOUT_S)
        except TimeoutError:
            self.process.kill()
        return time.monotonic() - began


class EventLog(Struct):
    """Events from the event files of bots.

    - `commits`, `shown`: by match, (version, time) of each commit and of each board shown
    - `moves`: interaction ids of the committed moves
    """

    commits: dict[str, list[tuple[int, float]]] = field(default_factory=lambda: defaultdict(list))
    shown: dict[str, list[tuple[int, float]]] = field(default_factory=lambda: defaultdict(list))
    moves: set[str] = field(default_factory=set)

    @classmethod
    def read(cls, files: list[Path]) -> Self:
        """Read these files; their last lines may be truncated by a kill."""
        log = cls()
        for file in files:
            for line in file.read_text("ascii").splitlines():
                try:
                    kind, match, version, at, *interactions = json.loads(line)
                except ValueError:
                    continue
                if kind == "commit":
                    log.commits[match].append((version, at))
                    log.moves |= set(interactions[0])
                else:
                    log.shown[match].append((version, at))
        return log

    def board_delays(self, since: float, until: float) -> tuple[list[float], int]:
        """Return the seconds from each commit to its board, and how many commits had none.

        Only commits from `since` to `until` count. A board with a newer version shows the commit,
        too. For a commit that was never shown, the delay is the time until the last event.
        """
        all_events = [
            event
            for events_by_match in (self.commits, self.shown)
            for events in events_by_match.values()
            for event in events
        ]
        last = max((at for _version, at in all_events), default=0.0)
        delays, never_shown = list[float](), 0
        for match, commits in self.commits.items():
            for version, at in commits:
                if since <= at < until:
                    shown_after = [
                        shown_at
                        for shown_version, shown_at in self.shown.get(match, ())
                        if shown_version >= version and shown_at >= at
                    ]
                    never_shown += not shown_after
                    delays.append(min(shown_after, default=last) - at)
        return delays, never_shown

    def commit_count(self, since: float, until: float) -> int:
        """Return the number of commits in that time."""
        return sum(since <= at < until for commits in self.commits.values() for _, at in commits)


def percentiles(values: list[float], digits: int = 3) -> dict[str, Any]:
    """Return p50, p90, p99 and the maximum."""
    shares = {"p50": 0.5, "p90": 0.9, "p99": 0.99, "max": 1.0}
    return {name: round(percentile(values, share), digits) for name, share in shares.items()}
