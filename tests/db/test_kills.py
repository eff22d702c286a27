"""SIGKILL while moves are committed at full speed (`KILLS=100`: more of them): what was acknowledged stands, nothing is half."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

from db import open_store
from host import replay

ROOT = Path(__file__).parents[2]
KILLS = int(os.environ.get("KILLS", "5"))
PLAYER = """
import asyncio, itertools, sys
from pathlib import Path
from games.core import walk
from games.core.rng import Rng
from host.model import Trouble
from tests.host.kit import PEOPLE, House

async def main(folder, life):
    house, rng = House(Path(folder)), Rng.of(life)
    app = await house.open()
    print("open", flush=True)
    for n in itertools.count():
        running = [m for m in await app.lobby.here(channel=2) if m.status == "running"]
        match = running[0] if running else await house.table(2, game=("eight_minute_empire", "era_medieval_age")[n % 2])
        click = f"{life} {n}"
        if rng.below(8) == 0:
            await app.tables.undo(match.id, PEOPLE[rng.below(2)], click)
            continue
        async with app.locks(match.id):
            stored = await app.repo.load(match.id)
            seat = walk.actors(stored.pos)[0]
            await app.moves.step(stored, seat, walk.sample(stored.pos, seat, rng), "player", click)
        print(click, flush=True)

asyncio.run(main(sys.argv[1], int(sys.argv[2])))
"""


def one_life(folder: Path, life: int, rng: random.Random) -> list[str]:
    """Let it play for a moment, kill it; the moves that it said were saved."""
    command = [sys.executable, "-c", PLAYER, str(folder), str(life)]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT, text=True)
    assert child.stdout is not None
    assert child.stdout.readline() == "open\n", child.communicate()[1]
    time.sleep(rng.uniform(0.02, 0.6))
    child.send_signal(signal.SIGKILL)
    out, said = child.communicate()
    assert said == ""
    return out.splitlines(keepends=True)


def test_nothing_that_was_acknowledged_is_lost(tmp_path: Path):
    rng, saved, before = random.Random(11), set[str](), dict[str, list[str]]()
    for life in range(KILLS):
        saved |= {line.strip() for line in one_life(tmp_path, life, rng) if line.endswith("\n")}
        with closing(sqlite3.connect(tmp_path / "host.sqlite3")) as conn:
            assert conn.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
            assert saved <= {click for (click,) in conn.execute("SELECT interaction FROM actions")}
            log = {match: [] for (match,) in conn.execute("SELECT id FROM matches")}
            for match, row in conn.execute("SELECT match, row FROM actions ORDER BY match, n"):
                log[match].append(row)
        assert all(log[match][: len(rows)] == rows for match, rows in before.items()), "a row that stood is gone or was changed"
        before = log
    asyncio.run(_verify(tmp_path / "host.sqlite3"))
    assert len(saved) > KILLS
    print(f"{KILLS} kills, {len(saved)} acknowledged moves, {sum(map(len, before.values()))} rows, {len(before)} tables")


async def _verify(path: Path) -> None:
    """Every table replays to what is stored."""
    store = await open_store(path)
    try:
        for match in await store.matches():
            if match.status in ("running", "ended"):
                record = await replay.record(store, match.id)
                stored = await store.load(match.id)
                assert replay.check(record).ok, match.id
                assert stored is not None
                assert replay.encode_position(replay.rebuild(record)) == replay.encode_position(stored.pos)
    finally:
        await store.close()
