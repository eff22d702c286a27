"""SIGKILL at random moments under presses (`KILLS=100`: more of them): what was acknowledged stands, and every table replays."""

from __future__ import annotations

import asyncio
import os
import random
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

from db import open_store
from host import replay
from tests.e2e.conftest import words
from tests.e2e.process import Bot, Line

ROOM = "mesa-verde"
KILLS = int(os.environ.get("KILLS", "4"))
GAMES = ("eight_minute_empire", "era_medieval_age")
SAVED = "Guardado: "
LOG = dict[str, list[tuple[int, str]]]


class Presser:
    """A person who presses whatever they are offered, and notes which of their presses stood in the store when one was said to be
    saved: an answer may come late, after the next press."""

    def __init__(self, name: str, rng: random.Random, store: Path) -> None:
        self.name, self.rng, self.store = name, rng, store
        self.pressed, self.saved = set[str](), set[str]()
        self.presses, self.told = 0, 0

    def hear(self, before: str, now: str, *, sure: bool) -> None:
        """A panel says anew that something is saved. A life that was cut short may have left a press without an answer: until the
        first in the next, it is not `sure` which is meant."""
        if SAVED in now and SAVED not in before:
            stand = self.pressed & set(interactions(self.store))
            assert stand - self.saved or not sure, "it was said to be saved before it was"
            self.saved |= stand
            self.told += 1

    async def go_on(self, line: Line) -> None:
        """Press until the line breaks."""
        sure, user, room = False, line.user(self.name), line.channel(ROOM)
        while True:
            seen = await line.messages(user, room)
            mine = [m for m in seen if m.get("ephemeral_for") == user and controls(m)]
            tables = [m for m in seen if any(":play" in c for c, _ in controls(m)) and not m.get("ephemeral_for")]
            if mine and self.rng.random() < 0.9:
                message = mine[-1]
                if all(c.endswith((":play", ":=last")) for c, _ in controls(message)):
                    await asyncio.sleep(0.05)  # it is another's turn
                custom_id, values = self.choice(message)
            elif tables:
                message = tables[-1]
                custom_id, values = next(c for c in controls(message) if ":play" in c[0])
            else:
                await asyncio.sleep(0.05)
                continue
            self.presses += 1
            fields = {"user": user, "channel": room, "message": message["id"], "custom_id": custom_id}
            try:
                if values:
                    done = await line.do("select", **fields, values=[self.rng.choice(values)])
                else:
                    done = await line.do("press", **fields)
            except AssertionError as error:
                if "no such" in str(error):  # the panel changed between the look and the press
                    continue
                raise
            self.pressed.add(done["interaction"])
            for _ in range(12):  # a person looks at the answer before the next tap
                after = await line.messages(user, room)
                assert not any("Algo ha fallado" in words(m) for m in after), "something went wrong that is no sentence"
                now = next((m for m in after if m["id"] == message["id"]), message)
                if words(now) != words(message):
                    self.hear(words(message), words(now), sure=sure)
                    sure = sure or SAVED in words(now)
                    break
                await asyncio.sleep(0.05)

    def choice(self, message: dict[str, Any]) -> tuple[str, list[str]]:
        """Any control of a panel; rather one that leads on than one that takes back."""
        offered, dice = controls(message), self.rng.random()
        back = (":!back", ":!cancel", ":=last", ":!text", ":play")
        onward = [one for one in offered if not one[0].endswith(back)]
        sure = [one for one in onward if one[0].endswith((":!confirm", ":!give", ":end"))]
        for some, share in ((sure, 0.8), (onward, 0.95)):
            if some and dice < share:
                return self.rng.choice(some)
        return self.rng.choice(offered)


def controls(message: dict[str, Any]) -> list[tuple[str, list[str]]]:
    """Buttons and menus that play on: ids, with the menus' values."""
    found = []
    for row in message["components"]:
        for part in row["components"]:
            custom_id = part.get("custom_id", "")
            if not part.get("disabled") and (custom_id.startswith("p1:") or custom_id.endswith(":play")):
                found.append((custom_id, [option["value"] for option in part.get("options", [])]))
    return found


def stored(path: Path) -> tuple[LOG, set[str]]:
    """The rows of every table and the interactions that counted, after a look at the file's health."""
    with closing(sqlite3.connect(path)) as conn:
        assert conn.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        log: LOG = {match: [] for (match,) in conn.execute("SELECT id FROM matches")}
        for match, n, row in conn.execute("SELECT match, n, row FROM actions WHERE n > 0 ORDER BY match, n"):
            log[match].append((n, row))
        for match, rows in conn.execute("SELECT id, rows FROM matches"):
            assert [n for n, _ in log[match]] == list(range(1, rows + 1))
    return log, set(interactions(path))


def interactions(path: Path) -> list[str]:
    """The presses that are in the store."""
    with closing(sqlite3.connect(path)) as conn:
        return [click for (click,) in conn.execute("SELECT interaction FROM actions")]


async def a_table(line: Line, game: str) -> None:
    """Ana and Bruno begin."""
    ana, bruno, room = line.user("Ana"), line.user("Bruno"), line.channel(ROOM)
    await line.command(ana, room, "table", "new", seats=2, game=game)
    await line.press(bruno, room, "Sentarme")
    await line.press(ana, room, "Empezar")
    await line.find(ana, room, "▶")


async def killed_once(data: Path, people: list[Presser], rng: random.Random, number: int) -> str:
    """One life of the bot; returns what stood on its stderr."""
    bot = await Bot.start(data)
    lines = [await Line.open(bot.url) for _ in people]
    with closing(sqlite3.connect(data / "sobremesa.sqlite3")) as conn:
        running = conn.execute("SELECT count(*) FROM matches WHERE status = 'running'").fetchone()[0]
    if not running:
        await a_table(lines[0], GAMES[number % len(GAMES)])
    tasks = [asyncio.create_task(one.go_on(line)) for one, line in zip(people, lines, strict=True)]
    done, _ = await asyncio.wait(tasks, timeout=rng.uniform(0.3, 2.2), return_when=asyncio.FIRST_EXCEPTION)
    bot.process.kill()
    _, said = await bot.process.communicate()
    await asyncio.gather(*tasks, return_exceptions=True)
    for line in lines:
        await line.close()
    for task in done:
        task.result()  # nobody's line breaks before the kill
    return said.decode()


async def test_killed_at_random_moments_nothing_that_was_acknowledged_is_lost(tmp_path: Path):
    rng = random.Random(7)
    path, before = tmp_path / "sobremesa.sqlite3", LOG()
    people = [Presser("Ana", rng, path), Presser("Bruno", rng, path)]
    begun = time.monotonic()
    for number in range(KILLS):
        said = await killed_once(tmp_path, people, rng, number)
        assert "Traceback" not in said, said
        log, clicks = stored(path)
        for match, rows in before.items():
            assert log[match][: len(rows)] == rows, "a row that stood is gone or was changed"
        for one in people:
            assert one.saved <= clicks, "a move that was said to be saved is lost"
        before = log
    store = await open_store(path)
    try:
        for match in before:
            if before[match]:
                assert replay.check(await replay.record(store, match)).ok, match
    finally:
        await store.close()
    assert sum(one.presses for one in people) > KILLS
    print(f"{KILLS} kills, {sum(p.presses for p in people)} presses, {sum(p.told for p in people)} acknowledged moves,"
          f" {len(before)} tables, {sum(map(len, before.values()))} rows, {time.monotonic() - begun:.0f} s")
