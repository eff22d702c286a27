"""AI workers killed at random moments, until the bot stops during a move."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.crashes.people import Presser
from tests.crashes.store import assert_log_replays
from tests.e2e.conftest import ROOM
from tests.e2e.process import Bot, Line, patient

NICE = 10  # that much those who think step back; painters do less
KILLED = 3  # of them are awaited
MOVES = 6  # and so many rows of the computer players
CHILDREN = Path("/proc/self/task") / str(os.getpid()) / "children"


def minds(bot: Bot, *, busy: bool = False) -> list[int]:
    """The processes that think for a bot; or of these, those that do so at this moment."""
    pid = bot.process.pid
    try:
        children = [
            int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        ]
        polite = min(19, os.getpriority(os.PRIO_PROCESS, pid) + NICE)
        some = [child for child in children if os.getpriority(os.PRIO_PROCESS, child) == polite]
        return [
            child
            for child in some
            if not busy or Path(f"/proc/{child}/stat").read_text().rpartition(") ")[2][0] == "R"
        ]
    except OSError:  # one has just ended
        return []


async def shoot(bot: Bot, rng: random.Random, killed: list[int]) -> None:
    """Kill one of them now and then."""
    while True:
        await asyncio.sleep(rng.uniform(0.3, 1.5))
        for child in minds(bot):
            os.kill(child, signal.SIGKILL)
            killed.append(child)


def thought_out(path: Path) -> int:
    """How many rows of computer players stand."""
    with closing(sqlite3.connect(path)) as conn:
        rows = conn.execute("SELECT row FROM actions WHERE n > 0").fetchall()
    return sum(json.loads(row)["by"] == "computer" for (row,) in rows)


@pytest.mark.e2e
@pytest.mark.skipif(not CHILDREN.exists(), reason="this system does not list a process's children")
async def test_a_game_goes_on_while_those_who_think_are_killed_and_a_stop_comes_in_mid_thought(
    tmp_path: Path,
):
    rng, path, killed = random.Random(11), tmp_path / "sandbox-tables.sqlite3", list[int]()
    bot = await Bot.start(tmp_path)
    line = await Line.open(bot.url)
    ana, room = line.user("Ana"), line.channel(ROOM)
    await line.command(ana, room, "table", "new", seats=3, game="eight_minute_empire")
    await line.command(ana, room, "table", "bot", strength="fierce")
    await line.command(ana, room, "table", "bot", strength="fierce")
    await line.press(ana, room, "Empezar")
    person = asyncio.create_task(Presser("Ana", rng, path).go_on(line))
    enemy = asyncio.create_task(shoot(bot, rng, killed))
    async for _ in patient():
        if person.done() or (len(killed) >= KILLED and thought_out(path) >= MOVES):
            break
    enemy.cancel()
    async for _ in patient(every=0.01):
        if person.done() or minds(bot, busy=True):
            break
    code, said = await bot.stop()
    await asyncio.gather(person, enemy, return_exceptions=True)
    await line.close()
    assert len(killed) >= KILLED
    assert thought_out(path) >= MOVES
    assert code == 0
    assert "worker exited unexpectedly, starting another" in said
    await assert_log_replays(path)
