"""Start-up time and memory of the bot with thousands of running matches."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from app.runtime.settings import Settings
from db.store import open_store
from games.core.engine.game import Game
from tools.load import seed
from tools.memory import process_tree_memory

ROOT = Path(__file__).parents[2]
START_TIMEOUT_S = 60.0


def _place(at: int) -> seed.SeededTable:
    people = [(1000 + (at * 7 + seat) % 900, f"Persona {seat}") for seat in range(seed.MAX_SEATS)]
    return seed.SeededTable(1, 2, people, shown=True, nudge=time.time() + seed.DAY)


async def fill(path: Path, game: Game[Any, Any], count: int) -> None:
    """Store `count` running, published matches; the first is B00000."""
    store = await open_store(path)
    try:
        await seed.fill(store, count, _place, lambda at: f"B{at:05}", [game])
    finally:
        await store.close()


def start(folder: Path) -> dict[str, Any]:
    """Start and stop the bot as with `make run`; return its times and its memory.

    The bot is ready when it prints its address.
    """
    ours = {"DATA": str(folder), "SANDBOX_PORT": "0", "LOG_LEVEL": "WARNING"}
    env = {
        **os.environ,
        "DISCORD_TOKEN": "",
        **{f"SOBREMESA_{name}": value for name, value in ours.items()},
    }
    begun = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, "bot.py"], cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        try:
            line = process.stdout.readline()
            ready = time.perf_counter() - begun
            if not line.startswith("http"):
                raise RuntimeError(f"the bot did not start: {line!r}")
            time.sleep(1.0)
            memory = float(process_tree_memory(process.pid)["pss"])
        finally:
            ended = time.perf_counter()
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(START_TIMEOUT_S)
            except subprocess.TimeoutExpired:
                process.kill()
        return {
            "ready_seconds": round(ready, 2),
            "mib": round(memory, 1),
            "stop_seconds": round(time.perf_counter() - ended, 2),
        }


def measure(game: Game[Any, Any], count: int) -> dict[str, Any]:
    """Measure three starts of the bot with `count` running matches and one with none.

    Returns the figures, with units in the keys. Each figure of the three starts is the worst of the
    three. The figures of the start without matches are in `empty`.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        empty = start(folder)
        for file in folder.iterdir():
            file.unlink()
        database = Settings(data=folder).database
        asyncio.run(fill(database, game, count))
        starts = [start(folder) for _ in range(3)]
        size = database.stat().st_size / 1024 / 1024
    return {
        "games": count,
        "database_mib": round(size, 1),
        "ready_seconds": max(one["ready_seconds"] for one in starts),
        "mib": max(one["mib"] for one in starts),
        "stop_seconds": max(one["stop_seconds"] for one in starts),
        "empty": empty,
        "targets": {"ready_seconds": 5, "mib": 300},
    }
