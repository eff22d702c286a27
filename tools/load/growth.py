"""Part (d) of the load test: cost by the number of stored matches.

It measures start, memory, a click, and a tick of the clock.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from app.app import App
from app.runtime.settings import Settings
from db.store import open_store
from games.core.text.messages import msg
from sandbox import Sandbox
from tests import postgres
from tools.benchmarks.deadlines import Silent
from tools.living.clock import StepClock
from tools.load import seed
from tools.load.bot_process import Bot, percentiles
from tools.load.busy import Size, vacuum
from tools.load.people import Crowd
from tools.load.world import REMINDER_HOURS, LoadWorld, code

COUNTS = (10, 500, 5000, 50_000)
PEOPLE = 6  # users, each in their own match; together they play all games
CLICKS = 60  # clicks, made one after the other
STARTS = 2  # starts of the bot; the fastest one counts
# Wait between two clicks, so that the background work of one is not measured with the next.
PAUSE_AFTER_CLICK_S = 0.25
SETTLE_S = 8.0  # from a start until the memory is read
MAX_TICKS = 60  # most ticks with a due match that are measured
HOUR = 3600.0


async def _clicks(crowd: Crowd) -> list[float]:
    """Click as each user in turn; return the seconds until each answer."""
    for i in range(CLICKS):
        person = crowd.people[i % len(crowd.people)]
        if (table := person.next_table()) is not None:
            await crowd.click(person, table)
        await asyncio.sleep(PAUSE_AFTER_CLICK_S)
    return crowd.clicks.answered_s


async def _running(world: LoadWorld, data: Path, url: str) -> dict[str, Any]:
    """Start the bot several times and measure each start; click after the last one.

    The processor time of a click is that of all processes and includes all work that the click
    causes: texts, pictures, boards, AI players.
    """
    crowd = Crowd(world, 1.0)
    start_s = list[float]()
    start_processor_s = list[float]()
    stop_s = list[float]()
    for number in range(STARTS):
        bot = await Bot.start(world.box, data, url, number)
        start_s.append(bot.accepts_clicks_s)
        start_processor_s.append(bot.start_processor_s)
        try:
            await asyncio.sleep(SETTLE_S)
            memory = await bot.memory()
            await crowd.wait_for_boards()
            before = await bot.processor_seconds()
            click_s = await _clicks(crowd) if number == STARTS - 1 else []
            spent = await bot.processor_seconds() - before
        finally:
            stop_s.append(await bot.stop())
    return {
        "start_s": round(min(start_s), 2),
        "start_processor_s": round(min(start_processor_s), 2),
        "stop_s": round(min(stop_s), 2),
        "mib": memory["pss"],
        "mib_main": memory["main"],
        "click_s": percentiles(click_s),
        "click_processor_ms": round(1000 * spent / max(1, len(click_s)), 1),
        "unanswered": crowd.clicks.counts["unanswered"],
    }


async def _ticks(where: Path | str) -> dict[str, Any]:
    """Measure the deadline service by itself with a simulated clock.

    - `minute_ms`: processor milliseconds per minute in an hour in which nothing is due
    - `due_tick_ms`: processor milliseconds of a tick of the clock with due matches
    - `postpone_s`: seconds to postpone all deadlines after a downtime
    """
    clock = StepClock(time.time())
    app = App(await open_store(where), clock=clock, settings=Settings(publish_pause=0.0))
    app.set_match_publisher(Silent())
    try:
        await app.deadlines.start()
        begun, end = time.process_time(), clock.at + HOUR
        while clock.step(end):
            await app.deadlines.idle()
        idle, ticks = (time.process_time() - begun) / 60, list[float]()
        end = clock.at + max(REMINDER_HOURS) * HOUR
        while len(ticks) < MAX_TICKS and clock.step(end):
            due = await app.repo.deadlines.due_matches(clock.now())
            begun = time.process_time()
            await app.deadlines.idle()
            if due:
                ticks.append(time.process_time() - begun)
            await app.publish_scheduler.idle()
        begun = time.perf_counter()
        await app.repo.deadlines.extend(HOUR, clock.now(), msg("host.away", minutes=60))
        postpone_s = time.perf_counter() - begun
    finally:
        await app.stop()
    return {
        "minute_ms": round(1000 * idle, 3),
        "due_ticks": len(ticks),
        "due_tick_ms": percentiles([1000 * tick for tick in ticks], 2),
        "postpone_s": round(postpone_s, 2),
    }


async def _step(count: int, servers: int, server: postgres.Server | None) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        data, url = Path(folder), server.empty() if server is not None else ""
        box = await Sandbox.start(None, checks_answers=False)
        try:
            world = LoadWorld(box, servers, count, min(PEOPLE, count))
            store = await open_store(url or data / "sobremesa.sqlite3")
            await seed.fill(store, count, world.seeded_table, code)
            await store.close()
            if server is not None:
                vacuum(server, url)
            figures = {"tables": count} | await _running(world, data, url)
        finally:
            await box.close()
        file = data / "sobremesa.sqlite3"
        size = (
            {}
            if server is not None
            else {"database_mib": round(file.stat().st_size / 1024 / 1024, 1)}
        )
        return figures | size | await _ticks(url or file)


async def measure(
    size: Size, counts: Sequence[int] = COUNTS, server: postgres.Server | None = None
) -> dict[str, Any]:
    """Measure the bot with each number of matches in `counts`.

    The store is SQLite, or PostgreSQL if `server` is given. No other users are active.
    """
    return {
        "servers": size.servers,
        "steps": [await _step(count, size.servers, server) for count in counts],
    }
