"""How long the bot takes to be ready with thousands of running games stored, and how much memory it needs then."""

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

from db.store import open_store
from games.core import walk
from games.core.rng import commitment
from games.core.rules import Game
from host.model import Match, Places, SeatRow
from host.ports import Change
from tools.memory import together
from tools.playing import luck, next_seat
from tools.progress import bar

ROOT = Path(__file__).parents[2]
PATIENCE = 60.0
SAMPLES = 40  # different positions; the stored games share them


def _positions(game: Game[Any, Any]) -> list[Any]:
    """Running games of all sizes, each stopped somewhere before its end."""
    found = []
    for at in range(SAMPLES):
        n, rng = game.players[at % len(game.players)], luck("stored", at)
        pos = walk.start(game, {}, n, f"stored-{at}")
        for _ in range(10 + 2 * at):
            kept = game.codec.clone(pos)
            seat = next_seat(pos, rng)
            walk.apply(pos, seat, walk.sample(pos, seat, rng))
            if pos.outcome is not None:
                pos = kept
                break
        found.append(pos)
    return found


def _match(at: int, pos: Any, now: float) -> Match:
    awaited = walk.actors(pos)
    seats = [
        SeatRow(seat, 1000 + (at * 7 + seat) % 900, f"Persona {seat}", asked=1, awaited=seat in awaited, since=now)
        for seat in range(pos.n)
    ]
    places = Places(guild=1, channel=2, board=10_000 + at)
    return Match(
        f"B{at:05}", pos.game, "", "es", 1000, pos.options, pos.n, "running", seats, places, now, now, seed=str(at), salt="s",
        commitment=commitment(str(at), "s"), rules=pos.rules, version=0,
    )


async def fill(path: Path, game: Game[Any, Any], count: int) -> None:
    """Store `count` running games, all of them published."""
    store = await open_store(path)
    positions, now = _positions(game), time.time()
    try:
        for at in bar(range(count), count, "storing games"):
            pos = positions[at % len(positions)]
            match = _match(at, pos, now)
            await store.create_match(match)
            match.version = 1
            await store.commit(match, 0, Change(pos=pos, keep=True))
            await store.published(match.id, 1, 0)
    finally:
        await store.close()


def start(folder: Path) -> dict[str, Any]:
    """Start the bot as `make run` does; seconds until it prints its address (it is ready then), and its memory."""
    ours = {"DATA": str(folder), "SANDBOX_PORT": "0", "LOG_LEVEL": "WARNING"}
    env = {**os.environ, "DISCORD_TOKEN": "", **{f"SOBREMESA_{name}": value for name, value in ours.items()}}
    begun = time.perf_counter()
    with subprocess.Popen([sys.executable, "bot.py"], cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            line = process.stdout.readline()
            ready = time.perf_counter() - begun
            if not line.startswith("http"):
                raise RuntimeError(f"the bot did not start: {line!r}")
            time.sleep(1.0)
            memory = float(together(process.pid)["pss"])
        finally:
            ended = time.perf_counter()
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()
        return {"ready_seconds": round(ready, 2), "mib": round(memory, 1), "stop_seconds": round(time.perf_counter() - ended, 2)}


def measure(game: Game[Any, Any], count: int) -> dict[str, Any]:
    """Three starts with `count` running games, and one with none to compare."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        empty = start(folder)
        for file in folder.iterdir():
            file.unlink()
        asyncio.run(fill(folder / "sobremesa.sqlite3", game, count))
        starts = [start(folder) for _ in range(3)]
        size = (folder / "sobremesa.sqlite3").stat().st_size / 1024 / 1024
    return {
        "games": count, "database_mib": round(size, 1), "ready_seconds": max(one["ready_seconds"] for one in starts),
        "mib": max(one["mib"] for one in starts), "stop_seconds": max(one["stop_seconds"] for one in starts), "empty": empty,
        "targets": {"ready_seconds": 5, "mib": 300},
    }
