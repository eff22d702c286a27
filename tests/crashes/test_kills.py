"""SIGKILL at random moments, while four people press whatever they are offered at two tables, one with a computer player
(`KILLS=50`: so many times): nothing that was acknowledged is lost or doubled, and the next life is soon there.

What the kill left is looked at in a copy: the bot itself has to find its way in the files as they lay.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import shutil
import sqlite3
import time
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

from games.hosted import HOSTED
from tests.contract.playouts import LONG
from tests.crashes.people import Presser
from tests.crashes.store import assert_log_replays, interactions, log_of
from tests.e2e.process import Bot, Line, last_words, patient, spawn
from tests.e2e.whole_games import open_table
from ui.custom_ids import PanelId, decode

KILLS = int(os.environ.get("KILLS", 200 if LONG else 3))
DATABASE, SANDBOX = "sandbox-tables.sqlite3", "sandbox.sqlite3"
TABLES = {
    "mesa-verde": (("Ana", "Bruno"), 0),
    "mesa-larga": (("Carla", "Diego"), 1),
}  # who sits there, computer players
IN_STARTING = 0.15  # of the lives end before they have begun
MOST_PRESSES = 24  # of all people, in one life
READY = 10.0  # seconds until a life has begun, without the time in which others had the processor


class Lives:
    """One data folder, and the bots that live and die in it."""

    def __init__(self, folder: Path, rng: random.Random) -> None:
        self.data, self.left, self.rng = folder / "data", folder / "left", rng
        self.people = [
            Presser(name, rng, self.data / DATABASE, room)
            for room, (names, _) in TABLES.items()
            for name in names
        ]
        self.log: dict[str, list[str]] = {}
        self.became: Counter[str] = Counter()
        self.ready: list[
            tuple[float, float]
        ] = []  # seconds: by the clock, and without those in which others had the processor
        self.opened, self.kills = 0, 0

    async def one(self, *, last: bool) -> None:
        """One life, from its start to its end, and a look at what it left."""
        in_starting = self.ready and not last and self.rng.random() < IN_STARTING
        said = await (
            self._killed_in_starting() if in_starting else self._killed_at_play(last=last)
        )
        self.kills += 1
        assert "Traceback" not in said, said
        await self._look()

    async def _killed_in_starting(self) -> str:
        process = await spawn(self.data)
        await asyncio.sleep(self.rng.uniform(0.0, self.ready[-1][0]))
        process.kill()
        return last_words((await process.communicate())[1])

    async def _killed_at_play(self, *, last: bool) -> str:
        """The last life is not cut short before anybody was told that something is saved."""
        began = time.monotonic()
        bot = await Bot.start(self.data)
        took = time.monotonic() - began
        self.ready.append((took, took - waited(bot.process.pid)))
        for (
            one
        ) in self.people:  # on a line of their own: one that nobody listens to for long is closed
            line = await Line.open(bot.url)
            self.became.update(await one.press_again(line))
            await line.close()
        line = await Line.open(bot.url)
        await self._tables(line)
        await line.close()
        lines = [await Line.open(bot.url) for _ in self.people]
        goal = sum(one.presses for one in self.people) + self.rng.randint(1, MOST_PRESSES)
        tasks = [
            asyncio.create_task(one.go_on(line))
            for one, line in zip(self.people, lines, strict=True)
        ]
        async for _ in patient(every=0.01):
            told = any(one.told for one in self.people) or not last
            if (sum(one.presses for one in self.people) >= goal and told) or any(
                task.done() for task in tasks
            ):
                break
        await asyncio.sleep(self.rng.uniform(0.0, 0.3))
        failed = [task for task in tasks if task.done()]
        said = await bot.kill()
        await asyncio.gather(*tasks, return_exceptions=True)
        for line in lines:
            await line.close()
        for task in failed:
            task.result()  # nobody's line breaks before the kill
        return said

    async def _tables(self, line: Line) -> None:
        """Where no game is on, another begins."""
        for room, (names, computers) in TABLES.items():
            with closing(sqlite3.connect(f"file:{self.data / DATABASE}?mode=ro", uri=True)) as conn:
                where = "SELECT COUNT(*) FROM matches WHERE status = 'running' AND channel = ?"
                (running,) = conn.execute(where, (line.channel(room),)).fetchone()
            if not running:
                game = HOSTED[self.opened % len(HOSTED)]
                self.opened += 1
                await open_table(line, names, game, computers, at=room)

    async def _look(self) -> None:
        """What a kill left: whole, nothing lost, changed or counted twice, and all games lead to where they stand."""
        shutil.rmtree(self.left, ignore_errors=True)
        self.left.mkdir()
        for file in self.data.glob("*.sqlite3*"):
            shutil.copy(file, self.left)
        log, clicks = log_of(self.left / DATABASE), interactions(self.left / DATABASE)
        for match, rows in self.log.items():
            assert log[match][: len(rows)] == rows, "a row that stood is gone or was changed"
        for one in self.people:
            assert one.saved <= clicks, "a move that was said to be saved is lost"
        self._once_only(clicks)
        self.log = log
        await assert_log_replays(self.left / DATABASE)

    def summary(self) -> str:
        """The figures of all lives, in a line."""
        told, rows = sum(one.told for one in self.people), sum(map(len, self.log.values()))
        kills, clock = self.kills, max(took for took, _ in self.ready)
        return (
            f"{kills} kills ({kills - len(self.ready)} while it started), {sum(one.presses for one in self.people)} presses"
            f" ({sum(one.unanswered for one in self.people)} not answered within 3 s),"
            f" {told} moves said to be saved, {len(self.log)} tables, {rows} rows, 0 lost, 0 doubled;"
            f" pressed again: {dict(self.became)};"
            f" ready after at most {clock:.1f} s ({max(own for _, own in self.ready):.1f} s but for waits for the processor)"
        )

    def _once_only(self, clicks: set[str]) -> None:
        """No question of anybody was answered by two presses, as far as the sandbox still knows of them."""
        with closing(sqlite3.connect(self.left / SANDBOX)) as conn:
            docs = [
                json.loads(doc)
                for (doc,) in conn.execute("SELECT doc FROM docs WHERE kind = 'interaction'")
            ]
        answered = Counter[tuple[str, str, int]]()
        for doc in docs:
            control = decode(doc["data"].get("custom_id", ""))
            if doc["id"] in clicks and isinstance(control, PanelId):
                answered[doc["user_id"], control.match, control.decision] += 1
        assert [one for one, times in answered.items() if times > 1] == [], (
            "one question was answered twice"
        )


def waited(pid: int) -> float:
    """Seconds in which a process could have gone on, and others had the processor; 0 where the system does not say."""
    try:
        return int(Path(f"/proc/{pid}/schedstat").read_text().split()[1]) / 1e9
    except (OSError, IndexError):
        return 0.0


@pytest.mark.e2e
@pytest.mark.timeout(60 * max(15, KILLS))
async def test_killed_at_random_moments_nothing_that_was_acknowledged_is_lost_or_doubled(
    tmp_path: Path,
):
    lives = Lives(tmp_path, random.Random(7))
    began = time.monotonic()
    for number in range(KILLS):
        await lives.one(last=number == KILLS - 1)
        if number % 20 == 19:
            print(f"\n{lives.summary()}; {time.monotonic() - began:.0f} s", flush=True)
    print(f"\n{lives.summary()}; {time.monotonic() - began:.0f} s in all")
    assert any(one.told for one in lives.people)
    assert max(own for _, own in lives.ready) < READY
