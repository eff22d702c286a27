"""The bot as several processes on one PostgreSQL server that share the shards."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Expect

from sandbox import Sandbox
from tests.e2e.process import (
    PATIENCE,
    PROGRAM,
    ROOT,
    STARTING,
    Line,
    NotAnsweredError,
    patient,
    sandbox,
    spawn,
)
from tests.e2e.test_process import sit_down
from tests.e2e.test_time_page import PHONE, PLAY, Guest

TOKEN = "sandbox"
UNHURRIED = ROOT / "tests" / "e2e" / "unhurried.py"
CHILDREN = Path("/proc/self/task") / str(os.getpid()) / "children"
expect = Expect()
expect.set_options(timeout=1000 * PATIENCE)


class Many:
    """Processes of one bot, and a WebSocket of users. The logs are kept."""

    def __init__(
        self, folder: Path, place: str, url: str, line: Line, program: Path = PROGRAM
    ) -> None:
        self.folder, self.place, self.url, self.line, self.program = (
            folder,
            place,
            url,
            line,
            program,
        )
        self.bots: dict[str, asyncio.subprocess.Process] = {}
        self.said: dict[str, str] = {}
        self._readers: list[asyncio.Task[None]] = []

    async def start(self, name: str, shards: int = 2, **more: str) -> None:
        """Start one more process and wait until it has joined."""
        settings: dict[str, Any] = {
            "DISCORD_TOKEN": TOKEN,
            "SOBREMESA_DATABASE": self.place,
            "SOBREMESA_PROXY": self.url,
        } | more
        bot = self.bots[name] = await spawn(
            self.folder / name, program=self.program, SOBREMESA_SHARDS=str(shards), **settings
        )
        self.said[name] = ""
        self._readers.append(asyncio.create_task(self._read(name, bot)))
        await self.says(name, "ready")

    async def _read(self, name: str, bot: asyncio.subprocess.Process) -> None:
        assert bot.stderr is not None
        async for row in bot.stderr:
            if bot.returncode != -signal.SIGKILL:
                self.said[name] += row.decode()

    async def says(self, name: str, words: str) -> None:
        """Wait until a process has logged this text."""
        end = time.monotonic() + STARTING
        while words not in self.said[name]:
            assert time.monotonic() < end, (
                f"«{words}» is not in what {name} said:\n{self.said[name]}"
            )
            await asyncio.sleep(0.05)

    async def kill(self, name: str) -> None:
        """Send SIGKILL; its log is not checked."""
        self.bots[name].kill()
        await self.bots[name].wait()
        self.said[name] = ""

    async def stop(self, name: str) -> int:
        """Send SIGTERM; return the exit code."""
        self.bots[name].terminate()
        return await self.bots[name].wait()

    async def end(self) -> None:
        """Stop all processes."""
        await self.line.close()
        for bot in self.bots.values():
            if bot.returncode is None:
                bot.kill()
                await bot.wait()

    def artists(self, name: str) -> int:
        """Return the number of worker processes of a process (Linux)."""
        pid, found = self.bots[name].pid, 0
        for child in Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split():
            with suppress(OSError):  # it has just ended
                found += b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()
        return found

    def loud(self) -> list[str]:
        """What was said that is no INFO; a server this near answers a heartbeat before discord.py has noted that it was sent, and
        is called slow for it."""
        rows = [
            row for said in self.said.values() for row in said.splitlines() if " INFO " not in row
        ]
        return [row for row in rows if "Can't keep up" not in row]


@pytest.fixture
async def many(tmp_path: Path, postgres) -> AsyncIterator[Many]:
    place = postgres.new()
    box, url = await sandbox(tmp_path, TOKEN)
    line = await Line.open(url)
    found = Many(tmp_path, place, url, line)
    yield found
    await found.end()
    box.terminate()
    await box.wait()
    postgres.drop(place)


@pytest.fixture
async def unhurried(tmp_path: Path, postgres) -> AsyncIterator[Many]:
    """Make the bot wait as long as a busy machine needs."""
    box, place = await Sandbox.start(None), postgres.new()
    box.faults.rate_limited, box.interactions.ack_seconds = False, PATIENCE
    box.world.add_bot(TOKEN)
    found = Many(tmp_path, place, box.url, await Line.open(box.url), UNHURRIED)
    yield found
    await found.end()
    await box.close()
    postgres.drop(place)


async def commands(many: Many) -> None:
    """Wait until the page knows the bot's commands."""
    await many.line.close()
    async for _ in patient():
        many.line = await Line.open(many.url)
        if many.line.hello["commands"]:
            return
        await many.line.close()


async def answered(line: Line, user: str, room: str) -> None:
    """Wait until the bot answers in a channel."""
    async for _ in patient():
        with suppress(NotAnsweredError):
            await line.command(user, room, "help")
            return


async def picture(line: Line, user: str, room: str, label: str) -> str:
    """Wait for a message with this button and return the name of its picture."""
    async for _ in patient():
        message, _ = await line.find(user, room, label)
        shown = [one["image"]["url"] for one in message["embeds"] if "image" in one]
        for where in [one["url"] for one in message["attachments"]] + shown:
            return str(where).rpartition("/")[2]
    raise AssertionError(f"no picture beside «{label}»")


async def test_killed_in_mid_turn_another_takes_over_and_an_old_button_works(
    many: Many, browser: Browser
):
    await many.start("one", 3)
    await commands(many)
    user, _, room = await sit_down(many.line)
    await many.start("two", 3)
    await many.says("two", "cluster: now serving shards")
    await answered(many.line, user, room)
    context = await browser.new_context(viewport=PHONE, locale="es-ES")
    page = await context.new_page()
    await page.goto(many.url)
    ana = Guest(page, "Ana", "mesa-verde")
    await ana.sit()
    await page.locator(PLAY).last.click()
    await page.get_by_role("button", name="5", exact=True).last.click()
    confirm, saved = (
        page.get_by_role("button", name="Confirmar"),
        page.get_by_text("Guardado: Pujas 5 monedas"),
    )
    await expect(confirm.last).to_be_enabled()
    await many.kill("one")
    async for _ in patient(1.0):  # the button of the one that is gone, until the other hears it
        if await confirm.count():
            await confirm.last.click()
        if await saved.count():
            break
    await expect(saved.last).to_be_visible()
    await context.close()
    assert many.loud() == [], many.loud()


async def test_a_choice_in_a_direct_message_is_shown_by_another_and_taken_over_when_that_one_stops(
    many: Many,
):
    await many.start("one")
    await commands(many)
    await many.start("two")
    line = many.line
    ana, bruno = line.user("Ana"), line.user("Bruno")
    guild: dict[str, Any] = {"id": "0"}
    while (
        int(guild["id"]) >> 22 & 1 == 0
    ):  # one of the second shard; direct messages come to the first
        guild = await line.do("guild.add", name="Otra casa", user=ana)
    room = guild["channels"][0]["id"]
    await many.says("two", "cluster: now serving shards [1]")
    async for _ in patient(1.0):  # until its line stands
        try:
            await line.command(ana, room, "table", "new", seats=2)
        except NotAnsweredError:
            continue
        break
    await line.press(bruno, room, "Sentarme")
    await line.press(ana, room, "Empezar")
    await line.find(ana, room, "▶")
    letters = (await line.do("dm", user=ana, bot=line.hello["bots"][0]["id"]))["id"]
    await line.command(ana, letters, "turns")
    await line.press(ana, letters, "1 ▶")
    await line.press(ana, letters, "5")
    await line.press(ana, letters, "Confirmar")
    await line.shows(ana, letters, "Guardado: Pujas 5 monedas")
    await line.shows(bruno, room, "Esperamos a ■ Bruno")
    assert await many.stop("two") == 0
    await many.says("one", "cluster: now serving shards [1]")
    async for _ in patient(1.0):
        try:
            await line.press(bruno, room, "▶")
        except NotAnsweredError:
            continue
        break
    await line.find(bruno, room, "14")
    assert many.loud() == [], many.loud()


async def test_processes_come_and_go_and_every_tap_is_answered(unhurried: Many):
    """A rolling restart: who stops, or has less to do from now on, answers until another's line stands."""
    many = unhurried
    await many.start("one")
    await commands(many)
    line, ana = many.line, many.line.user("Ana")
    rooms = dict[int, str]()  # a channel of each shard
    while len(rooms) < 2:
        guild = await line.do("guild.add", name="Casa", user=ana)
        rooms[int(guild["id"]) >> 22 & 1] = guild["channels"][0]["id"]
    answered, ended = 0, False

    async def tap() -> None:
        nonlocal answered
        while not ended:
            for room in rooms.values():
                await line.command(
                    ana, room, "help"
                )  # raises `NotAnsweredError` for one that nobody hears
                answered += 1

    async def more() -> None:
        upto = answered + 20
        while answered < upto and not tapping.done():  # noqa: ASYNC110 - they are answered by other processes
            await asyncio.sleep(0.01)

    tapping = asyncio.create_task(tap())
    for coming, going in (("two", "one"), ("three", "two")):
        await many.start(coming)
        await many.says(coming, "cluster: now serving shards")
        await more()
        assert await many.stop(going) == 0
        await more()
    ended = True
    await tapping
    assert await many.stop("three") == 0
    assert many.loud() == [], many.loud()


@pytest.mark.skipif(not CHILDREN.exists(), reason="this system does not list a process's children")
async def test_one_draws_for_another_and_when_it_is_killed_pictures_come_all_the_same(many: Many):
    many.program = UNHURRIED  # a busy machine must not make the gateway draw by itself
    await many.start("worker", DISCORD_TOKEN="", SOBREMESA_ROLES="worker")
    await many.start("gateway", SOBREMESA_ROLES="gateway")
    await commands(many)
    line = many.line
    ana, bruno, room = await sit_down(line)
    board = await picture(line, ana, room, "▶")
    await line.press(ana, room, "▶")
    await picture(line, ana, room, "5")
    assert (many.artists("gateway"), many.artists("worker")) == (0, 1)
    await many.kill("worker")
    await line.press(ana, room, "5")
    await line.press(ana, room, "Confirmar")
    await line.press(bruno, room, "▶")
    await line.press(bruno, room, "4")
    await line.press(bruno, room, "Confirmar")
    async for _ in patient():
        if await picture(line, bruno, room, "▶") != board:
            break
    else:
        raise AssertionError("the board was not drawn again")
    assert many.artists("gateway") == 1
    await many.start("worker", DISCORD_TOKEN="", SOBREMESA_ROLES="worker")
    assert [await many.stop(name) for name in ("worker", "gateway")] == [0, 0]
    assert many.loud() == [], many.loud()
