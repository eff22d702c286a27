"""SIGKILL during commits at full speed: acknowledged moves are stored completely.

`KILLS=100`: number of kills.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from pathlib import Path

from tests.contract.playouts import LONG
from tests.crashes.store import assert_log_replays, interactions, log_of

ROOT = Path(__file__).parents[2]
KILLS = int(os.environ.get("KILLS", 100 if LONG else 5))


def one_life(folder: Path, life: int, rng: random.Random) -> list[str]:
    """Run and kill a player; the moves that it reported were saved."""
    command = [sys.executable, "-m", "tests.crashes.player", str(folder), str(life)]
    child = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT, text=True
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "open\n", child.communicate()[1]
    time.sleep(rng.uniform(0.02, 0.6))
    child.kill()
    out, said = child.communicate()
    assert said == ""
    return [line.strip() for line in out.splitlines(keepends=True) if line.endswith("\n")]


async def test_nothing_that_was_acknowledged_is_lost(tmp_path: Path):
    rng, saved, before, path = (
        random.Random(11),
        set[str](),
        dict[str, list[str]](),
        tmp_path / "host.sqlite3",
    )
    for life in range(KILLS):
        saved |= set(one_life(tmp_path, life, rng))
        log = log_of(path)
        assert saved <= interactions(path)
        assert all(log[match][: len(rows)] == rows for match, rows in before.items()), (
            "a row that stood is gone or was changed"
        )
        before = log
    await assert_log_replays(path)
    assert saved
    print(
        f"{KILLS} kills, {len(saved)} acknowledged moves, {sum(map(len, before.values()))} rows, {len(before)} tables"
    )
