"""Part (d): cost of start, memory, click and clock tick by the number of stored matches."""

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
from tools.load.busy import Size, settle
from tools.load.house import Bot, points
from tools.load.people import Crowd
from tools.load.world import LATER, LoadWorld, code

COUNTS = (10, 500, 5000, 50_000)
PEOPLE = 6  # each in their own match; all games
CLICKS = 60  # one after the other
STARTS = 2  # the fastest one counts
PAUSE = 0.25  # seconds after each click, so that its background work is not part of the next one
SETTLED = 8.0  # seconds after a start until the memory is read
LOOKS = 60  # measured ticks with a due match, at most
HOUR = 3600.0


async def _clicks(crowd: Crowd) -> list[float]:
    """Click in turns; return the seconds of each click."""
    for at in range(CLICKS):
        person = crowd.people[at % len(crowd.people)]
        if (table := person.table()) is not None:
            await crowd.click(person, table)
        await asyncio.sleep(PAUSE)
    return crowd.clicks.answered


async def _running(world: LoadWorld, data: Path, url: str) -> dict[str, Any]:
    """Start the bot several times and click at the last start.

    The processor time of a click is that of all processes, with all work that follows: texts,
    pictures, boards, AI players.
    """
    crowd, begun, processor, stopped = (
        Crowd(world, 1.0),
        list[float](),
        list[float](),
        list[float](),
    )
    for number in range(STARTS):
        bot = await Bot.start(world.box, data, url, number)
        begun.append(bot.begun)
        processor.append(bot.processor)
        try:
            await asyncio.sleep(SETTLED)
            memory = await bot.memory()
            await crowd.boards()
            before = await bot.spent()
            took = await _clicks(crowd) if number == STARTS - 1 else []
            spent = await bot.spent() - before
        finally:
            stopped.append(await bot.stop())
    return {
        "start_s": round(min(begun), 2),
        "start_processor_s": round(min(processor), 2),
        "stop_s": round(min(stopped), 2),
        "mib": memory["pss"],
        "mib_main": memory["main"],
        "click_s": points(took),
        "click_processor_ms": round(1000 * spent / max(1, len(took)), 1),
        "unanswered": crowd.clicks.counts["unanswered"],
    }


async def _ticks(where: Path | str) -> dict[str, Any]:
    """Measure the timekeeper alone with a stepped clock.

    Idle minutes, then ticks with due matches (processor milliseconds of each), then the seconds
    to postpone all deadlines after a downtime.
    """
    clock = StepClock(time.time())
    app = App(await open_store(where), clock=clock, settings=Settings(publish_pause=0.0))
    app.set_notifier(Silent())
    try:
        await app.deadlines.start()
        begun, end = time.process_time(), clock.at + HOUR
        while clock.step(end):
            await app.deadlines.idle()
        idle, looks = (time.process_time() - begun) / 60, list[float]()
        end = clock.at + LATER[1] * HOUR
        while len(looks) < LOOKS and clock.step(end):
            due, begun = await app.repo.deadlines.due_matches(clock.now()), time.process_time()
            await app.deadlines.idle()
            if due:
                looks.append(time.process_time() - begun)
            await app.publisher.idle()
        begun = time.perf_counter()
        await app.repo.deadlines.extend(HOUR, clock.now(), msg("host.away", minutes=60))
        away = time.perf_counter() - begun
    finally:
        await app.stop()
    return {
        "minute_ms": round(1000 * idle, 3),
        "looks": len(looks),
        "look_ms": points([1000 * one for one in looks], 2),
        "put_off_s": round(away, 2),
    }


async def _step(count: int, servers: int, server: postgres.Server | None) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        data, url = Path(folder), server.empty() if server is not None else ""
        box = await Sandbox.start(None, checked=False)
        try:
            world = LoadWorld(box, servers, count, min(PEOPLE, count))
            store = await open_store(url or data / "sobremesa.sqlite3")
            await seed.fill(store, count, world.place, code)
            await store.close()
            if server is not None:
                settle(server, url)
            found = {"tables": count} | await _running(world, data, url)
        finally:
            await box.close()
        file = data / "sobremesa.sqlite3"
        size = (
            {}
            if server is not None
            else {"database_mib": round(file.stat().st_size / 1024 / 1024, 1)}
        )
        return found | size | await _ticks(url or file)


async def measure(
    size: Size, counts: Sequence[int] = COUNTS, server: postgres.Server | None = None
) -> dict[str, Any]:
    """Measure each number of matches, on SQLite or PostgreSQL; no other people are active."""
    return {
        "servers": size.servers,
        "steps": [await _step(count, size.servers, server) for count in counts],
    }
