"""Parts (a), (b) and (c): people at many matches, on SQLite or PostgreSQL."""

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
from tools.load.blow import CrashTest
from tools.load.house import Bot, EventLog, points
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
SHARDS = 2  # per process on PostgreSQL
LEFT = 20.0  # seconds after the last click in which boards may still be updated
LOOK = 5.0  # seconds between two memory samples
TOO_MANY = 429
NO_BACKUPS = {f"BACKUPS_{each}": "0" for each in ("HOURLY", "DAILY", "WEEKLY")}


class Size(Struct, frozen=True):
    """Size of a load test.

    - `servers`, `tables`, `people`: guilds, running matches, active people
    - `every`: mean seconds between two clicks of a person
    - `seconds`, `warm`: measured time and warm-up before it
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
    """Counters at the start and the end of the measured time."""

    def __init__(self, bots: list[Bot], crowd: Crowd, world: LoadWorld, server: int) -> None:
        self._bots, self._crowd, self._world, self._server = bots, crowd, world, server
        self.memory: list[dict[str, float | int]] = []
        self.load = os.getloadavg()[0]

    async def _spent(self) -> dict[str, float]:
        server = await asyncio.to_thread(memory.processor, self._server) if self._server else 0.0
        return {
            "bot": sum([await bot.spent() for bot in self._bots]),
            "server": server,
            "people": time.process_time(),
        }

    async def open(self) -> None:
        """Start the measured time."""
        self.since, self._before = time.monotonic(), await self._spent()
        self._answers, self._edits = Counter(self._world.answers), self._crowd.edits
        clicks = self._crowd.clicks
        self._heard, self._answered, self._counts = (
            len(clicks.heard),
            len(clicks.answered),
            Counter(clicks.counts),
        )
        self._failed = self._crowd.failed

    async def watch(self) -> None:
        """Sample the memory until cancelled."""
        while True:
            each = [await bot.memory() for bot in self._bots]
            self.memory.append(
                {name: round(sum(float(one[name]) for one in each), 1) for name in each[0]}
            )
            await asyncio.sleep(LOOK)

    async def close(self) -> dict[str, Any]:
        """End the measured time and return its figures."""
        self.until, after = time.monotonic(), await self._spent()
        seconds, clicks = self.until - self.since, self._crowd.clicks
        counts = clicks.counts - self._counts
        requests = self._world.answers - self._answers
        return {
            "seconds": round(seconds, 1),
            "load": [round(self.load, 1), round(os.getloadavg()[0], 1)],
            "clicks": counts["clicks"],
            "clicks_per_second": round(counts["clicks"] / seconds, 1),
            "acknowledged_s": points(clicks.heard[self._heard :]),
            "answer_s": points(clicks.answered[self._answered :]),
            "unanswered": counts["unanswered"] + self._crowd.failed - self._failed,
            "cores": {who: round((after[who] - self._before[who]) / seconds, 2) for who in after},
            "mib": max((one["pss"] for one in self.memory), default=0.0),
            "board_edits": self._crowd.edits - self._edits,
            "requests_per_second": round(sum(requests.values()) / seconds, 1),
            "too_many": sum(n for (_, status), n in requests.items() if status == TOO_MANY),
            "too_many_of": {
                what: n for (what, status), n in requests.items() if status == TOO_MANY
            },
        }


async def _played(
    size: Size, world: LoadWorld, bots: list[Bot], server: int, crowd: Crowd, blow: CrashTest | None
) -> tuple[dict[str, Any], MeasuredWindow]:
    """Wait for the boards of the active matches, warm up and measure.

    The crash, if any, happens in the measured time.
    """
    window, begun = MeasuredWindow(bots, crowd, world, server), time.monotonic()
    missing = await crowd.boards()
    boards = {"boards_after_s": round(time.monotonic() - begun, 1), "without_board": missing}
    living = asyncio.create_task(crowd.live(size.warm + size.seconds))
    await asyncio.sleep(size.warm)
    await window.open()
    watching = asyncio.create_task(window.watch())
    falling = asyncio.create_task(blow.fall()) if blow is not None else None
    await asyncio.sleep(size.seconds)
    if falling is not None:
        await falling
    found = await window.close()
    watching.cancel()
    await living
    begun, files = time.monotonic(), [bot.events for bot in bots]
    while EventLog.of(files).late(window.since, window.until)[1]:
        if time.monotonic() - begun >= LEFT:
            break
        await asyncio.sleep(1.0)
    return found | boards | (blow.told() if blow is not None else {}), window


def settle(server: postgres.Server, url: str) -> None:
    """Vacuum the database, as autovacuum would on a long-running server."""
    server.sql("VACUUM ANALYZE", url.rpartition("/")[2])


async def check(store: Store, crowd: Crowd, noted: EventLog, tables: int) -> dict[str, Any]:
    """Compare the store with what people were told.

    - `lost`: confirmed moves that are not stored, of people ("saved" was shown) and of the bots' notes (`noted_and_lost`)
    - `doubled`: decisions that one person has answered twice
    - `unsound`: matches whose state differs from the replay of their log
    """
    rows = await store._db.fetch_all(  # noqa: SLF001 - of all tables
        "SELECT interaction FROM actions WHERE interaction IS NOT NULL"
    )
    there = Counter(str(row["interaction"]) for row in rows)
    pressed = crowd.clicks.pressed
    answered = Counter(pressed[one] for one in there if one in pressed)
    unsound = []
    for at in range(tables):
        verified = await game_record.verify(await game_record.record(store, code(at)))
        if not verified.ok:
            unsound.append(code(at))
    return {
        "moves_told": len(crowd.clicks.told),
        "moves_stored": len(there),
        "lost": len({pressed[taps[0]] for taps in crowd.clicks.told} - answered.keys())
        + len(noted.moves - there.keys()),
        "noted_and_lost": len(noted.moves - there.keys()),
        "doubled": sum(n - 1 for n in (*there.values(), *answered.values())),
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
        box = await Sandbox.start(None, checked=False)
        bots = list[Bot]()
        try:
            world = LoadWorld(box, size.servers, size.tables, size.people)
            store = await open_store(url or data / "sobremesa.sqlite3")
            await seed.fill(store, size.tables, world.place, code)
            await store.close()
            if server is not None:
                settle(server, url)
            crowd = Crowd(world, size.every)
            more = {} if size.backup else NO_BACKUPS
            if server is not None:
                more = {**more, "SHARDS": str(SHARDS * size.processes)}

            async def start(number: int) -> Bot:
                place = data / str(number)
                await asyncio.to_thread(place.mkdir)
                return await Bot.start(box, place if url else data, url, number, **more)

            for number in range(size.processes):
                bots.append(await start(number))
            blow = CrashTest(bots, start, size.seconds) if size.processes > 1 else None
            found, window = await _played(
                size, world, bots, server.process.pid if server else 0, crowd, blow
            )
            stopped = [await bot.stop() for bot in bots if bot.process.returncode is None]
        finally:
            for bot in bots:
                if bot.process.returncode is None:
                    bot.process.kill()
            await box.close()
        noted = EventLog.of([bot.events for bot in bots])
        late, never = noted.late(window.since, window.until)
        commits = noted.count(window.since, window.until)
        store = await open_store(url or data / "sobremesa.sqlite3")
        try:
            held = await check(store, crowd, noted, world.active)
        finally:
            await store.close()
    return (
        found
        | held
        | {
            "size": {name: getattr(size, name) for name in size.__struct_fields__},
            "targets": TARGETS,
            "begun_s": round(max(bot.begun for bot in bots), 2),
            "ready_s": round(max(bot.ready for bot in bots), 2),
            "stop_s": round(max(stopped), 1),
            "board_s": points(late),
            "commits": commits,
            "not_shown": never,
            "edits_saved": round(1 - found["board_edits"] / commits, 3) if commits else 0.0,
        }
    )
