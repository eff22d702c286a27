"""Parts (a), (b) and (c) of the load test: users at many matches, on SQLite or PostgreSQL.

`measure` fills a store with running matches (`seed.py`), starts the bots (`bot_process.py`) and
the users (`people.py`), measures for some time, then checks that no confirmed move was lost.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from msgspec import Struct

from app.log import game_record
from db.store import Store, open_store
from sandbox import Sandbox
from tests import postgres
from tools import memory
from tools.load import seed
from tools.load.bot_process import Bot, EventLog, percentiles
from tools.load.crash import CrashTest
from tools.load.people import Crowd
from tools.load.world import LoadWorld, code

TARGETS = {
    "answer_p99_s": 0.5,
    "board_p99_s": 3.0,
    "mib": 500,
    "lost": 0,
    "doubled": 0,
    "ratio": 1.5,
    "taken_over_s": 15.0,
}
SHARDS = 2  # shards per process on PostgreSQL
LAST_BOARDS_TIMEOUT_S = 20.0  # how long to wait for boards after the last click
MEMORY_SAMPLE_EVERY_S = 5.0
TOO_MANY_REQUESTS = 429  # HTTP status
NO_BACKUPS = {f"BACKUPS_{each}": "0" for each in ("HOURLY", "DAILY", "WEEKLY")}


class Size(Struct, frozen=True):
    """Size of a load test.

    - `servers`, `tables`, `people`: guilds, running matches, active users
    - `every`: mean seconds between two clicks of a user
    - `seconds`, `warm`: measured time, and the warm-up before it
    - `processes`: bot processes
    - `backup`: whether the bot makes its first backup during the test (SQLite only)
    """

    servers: int = 1000
    tables: int = 5000
    people: int = 200
    every: float = 10.0
    seconds: float = 120.0
    warm: float = 30.0
    processes: int = 1
    backup: bool = False


class MeasuredWindow:
    """Measured part of a load test: counters at its start and at its end."""

    def __init__(self, bots: list[Bot], crowd: Crowd, world: LoadWorld, server_pid: int) -> None:
        self._bots, self._crowd, self._world, self._server_pid = bots, crowd, world, server_pid
        self.memory: list[dict[str, float | int]] = []
        self.load = os.getloadavg()[0]

    async def _spent(self) -> dict[str, float]:
        server = (
            await asyncio.to_thread(memory.process_tree_cpu_seconds, self._server_pid)
            if self._server_pid
            else 0.0
        )
        return {
            "bot": sum([await bot.processor_seconds() for bot in self._bots]),
            "server": server,
            "people": time.process_time(),
        }

    async def open(self) -> None:
        """Start the measured time."""
        self.since, self._spent_before = time.monotonic(), await self._spent()
        self._requests_before = Counter(self._world.request_counts)
        self._edits_before = self._crowd.edits
        clicks = self._crowd.clicks
        self._acknowledged_before = len(clicks.acknowledged_s)
        self._answered_before = len(clicks.answered_s)
        self._counts_before = Counter(clicks.counts)
        self._failed_before = self._crowd.failed

    async def watch(self) -> None:
        """Sample the memory until cancelled."""
        while True:
            by_bot = [await bot.memory() for bot in self._bots]
            self.memory.append(
                {name: round(sum(float(one[name]) for one in by_bot), 1) for name in by_bot[0]}
            )
            await asyncio.sleep(MEMORY_SAMPLE_EVERY_S)

    async def close(self) -> dict[str, Any]:
        """End the measured time and return its figures."""
        self.until, spent_after = time.monotonic(), await self._spent()
        seconds, clicks = self.until - self.since, self._crowd.clicks
        counts = clicks.counts - self._counts_before
        requests = self._world.request_counts - self._requests_before
        return {
            "seconds": round(seconds, 1),
            "load": [round(self.load, 1), round(os.getloadavg()[0], 1)],
            "clicks": counts["clicks"],
            "clicks_per_second": round(counts["clicks"] / seconds, 1),
            "acknowledged_s": percentiles(clicks.acknowledged_s[self._acknowledged_before :]),
            "answer_s": percentiles(clicks.answered_s[self._answered_before :]),
            "unanswered": counts["unanswered"] + self._crowd.failed - self._failed_before,
            "cores": {
                part: round((spent_after[part] - self._spent_before[part]) / seconds, 2)
                for part in spent_after
            },
            "mib": max((one["pss"] for one in self.memory), default=0.0),
            "board_edits": self._crowd.edits - self._edits_before,
            "requests_per_second": round(sum(requests.values()) / seconds, 1),
            "too_many": sum(
                n for (_, status), n in requests.items() if status == TOO_MANY_REQUESTS
            ),
            "too_many_of": {
                operation: n
                for (operation, status), n in requests.items()
                if status == TOO_MANY_REQUESTS
            },
        }


async def _run_and_measure(
    size: Size,
    world: LoadWorld,
    bots: list[Bot],
    server_pid: int,
    crowd: Crowd,
    crash: CrashTest | None,
) -> tuple[dict[str, Any], MeasuredWindow]:
    """Wait for the boards of the active matches, warm up, then measure.

    The crash test, if there is one, runs during the measurement.
    """
    window = MeasuredWindow(bots, crowd, world, server_pid)
    started = time.monotonic()
    missing = await crowd.wait_for_boards()
    boards = {"boards_after_s": round(time.monotonic() - started, 1), "without_board": missing}
    clicking = asyncio.create_task(crowd.run(size.warm + size.seconds))
    await asyncio.sleep(size.warm)
    await window.open()
    sampling = asyncio.create_task(window.watch())
    crashing = asyncio.create_task(crash.run()) if crash is not None else None
    await asyncio.sleep(size.seconds)
    if crashing is not None:
        await crashing
    figures = await window.close()
    sampling.cancel()
    await clicking
    started, event_files = time.monotonic(), [bot.events for bot in bots]
    while EventLog.read(event_files).board_delays(window.since, window.until)[1]:
        if time.monotonic() - started >= LAST_BOARDS_TIMEOUT_S:
            break
        await asyncio.sleep(1.0)
    return figures | boards | (crash.figures() if crash is not None else {}), window


def vacuum(server: postgres.Server, url: str) -> None:
    """Vacuum the database, as autovacuum would on a long-running server."""
    server.sql("VACUUM ANALYZE", url.rpartition("/")[2])


async def check(store: Store, crowd: Crowd, events: EventLog, tables: int) -> dict[str, Any]:
    """Check that the store has all moves that users and bots saw as saved.

    - `lost`: number of confirmed moves that are not stored: those that a user saw as saved, and
      those in the bots' event files (these alone: `noted_and_lost`)
    - `doubled`: number of moves that were stored twice
    - `unsound`: matches whose state differs from the replay of their log
    """
    rows = await store._db.fetch_all(  # noqa: SLF001 - of all tables
        "SELECT interaction FROM actions WHERE interaction IS NOT NULL"
    )
    stored = Counter(str(row["interaction"]) for row in rows)
    pressed = crowd.clicks.pressed
    answered = Counter(pressed[one] for one in stored if one in pressed)
    unsound = []
    for number in range(tables):
        verified = await game_record.verify(await game_record.record(store, code(number)))
        if not verified.ok:
            unsound.append(code(number))
    return {
        "moves_told": len(crowd.clicks.shown_as_saved),
        "moves_stored": len(stored),
        "lost": len(
            {pressed[interactions[0]] for interactions in crowd.clicks.shown_as_saved}
            - answered.keys()
        )
        + len(events.moves - stored.keys()),
        "noted_and_lost": len(events.moves - stored.keys()),
        "doubled": sum(n - 1 for n in (*stored.values(), *answered.values())),
        "unsound": unsound,
        "double_clicks": crowd.clicks.counts["double"],
    }


async def measure(size: Size, server: postgres.Server | None = None) -> dict[str, Any]:
    """Run a load test on SQLite, or on PostgreSQL if `server` is given.

    Raises `ValueError` for several processes on SQLite.
    """
    if size.processes > 1 and server is None:
        raise ValueError("several processes need a server")
    with tempfile.TemporaryDirectory() as folder:
        data, url = Path(folder), server.empty() if server is not None else ""
        box = await Sandbox.start(None, checks_answers=False)
        bots = list[Bot]()
        try:
            world = LoadWorld(box, size.servers, size.tables, size.people)
            store = await open_store(url or data / "sobremesa.sqlite3")
            await seed.fill(store, size.tables, world.seeded_table, code)
            await store.close()
            if server is not None:
                vacuum(server, url)
            crowd = Crowd(world, size.every)
            settings = {} if size.backup else NO_BACKUPS
            if server is not None:
                settings = {**settings, "SHARDS": str(SHARDS * size.processes)}

            async def start(number: int) -> Bot:
                bot_folder = data / str(number)
                await asyncio.to_thread(bot_folder.mkdir)
                return await Bot.start(box, bot_folder if url else data, url, number, **settings)

            for number in range(size.processes):
                bots.append(await start(number))
            crash = CrashTest(bots, start, size.seconds) if size.processes > 1 else None
            figures, window = await _run_and_measure(
                size, world, bots, server.process.pid if server else 0, crowd, crash
            )
            stopped = [await bot.stop() for bot in bots if bot.process.returncode is None]
        finally:
            for bot in bots:
                if bot.process.returncode is None:
                    bot.process.kill()
            await box.close()
        events = EventLog.read([bot.events for bot in bots])
        late, never_shown = events.board_delays(window.since, window.until)
        commits = events.commit_count(window.since, window.until)
        store = await open_store(url or data / "sobremesa.sqlite3")
        try:
            checked = await check(store, crowd, events, world.active)
        finally:
            await store.close()
    return (
        figures
        | checked
        | {
            "size": {name: getattr(size, name) for name in size.__struct_fields__},
            "targets": TARGETS,
            "begun_s": round(max(bot.accepts_clicks_s for bot in bots), 2),
            "ready_s": round(max(bot.ready_s for bot in bots), 2),
            "stop_s": round(max(stopped), 1),
            "board_s": percentiles(late),
            "commits": commits,
            "not_shown": never_shown,
            "edits_saved": round(1 - figures["board_edits"] / commits, 3) if commits else 0.0,
        }
    )
