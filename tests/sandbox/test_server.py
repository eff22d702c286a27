"""The sandbox process: restarts, bad files, busy ports."""

from __future__ import annotations

import ast
import asyncio
import os
import signal
import sqlite3
import sys
from datetime import UTC, datetime
from pathlib import Path

import aiohttp
import discord
import pytest

from sandbox import PortBusyError, Sandbox
from sandbox.client import UserClient
from sandbox.state.clock import Clock
from sandbox.state.model import Callback, Kind
from sandbox.state.store import Store, StoreError
from tests.parsed import nodes
from tests.sandbox.conftest import Bot, log_in, point_at

ROOT = Path(__file__).parents[2]


class Game(discord.ui.DynamicItem[discord.ui.Button], template=r"p1:(?P<table>\d+)"):
    """A button that outlives its bot."""

    def __init__(self, table: str) -> None:
        super().__init__(discord.ui.Button(label="Jugar", custom_id=f"p1:{table}"))
        self.table = table

    @classmethod
    async def from_custom_id(cls, interaction, item, match):
        return cls(match["table"])

    async def callback(self, interaction: discord.Interaction) -> None:
        await interaction.response.edit_message(content=f"mesa {self.table}")


async def start_bot(
    box: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> tuple[Bot, asyncio.Task[None]]:
    point_at(box, monkeypatch)
    bot = Bot(discord.Intents(guilds=True))
    bot.add_dynamic_items(Game)
    return bot, await log_in(bot)


async def test_everything_survives_a_restart_of_both_old_buttons_included(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    path = tmp_path / "sandbox.sqlite3"
    box = await Sandbox.start(path)
    bot, task = await start_bot(box, monkeypatch)
    await bot.tree.sync()
    await bot.place("mesa-verde").send(
        "panel", view=discord.ui.View(timeout=None).add_item(Game("7"))
    )
    thread = await (await bot.place("mesa-larga").send("x")).create_thread(name="hilo")
    await (await bot.fetch_user(int(UserClient(box, "Ana").id))).send(
        "hola", file=discord.File(__file__, "a.txt")
    )
    await UserClient(box, "Carla").set(locale="en-US", dms_open=False)
    box.advance(86400)
    before, history = box.page.hello(), await UserClient(box, "Ana").messages("dm")
    await bot.close()
    await asyncio.gather(task, return_exceptions=True)
    await box.close()

    box = await Sandbox.start(path)
    after = box.page.hello()
    for part in ("users", "guilds", "dms", "unread", "commands"):
        assert after[part] == before[part]
    assert after["clock"]["offset"] == 86400
    assert thread.id in {int(c["id"]) for c in after["guilds"][0]["channels"]}
    ana = UserClient(box, "Ana")
    again = await ana.messages("dm")
    assert [m["content"] for m in again] == [m["content"] for m in history]
    assert again[0]["attachments"][0]["url"].startswith(box.url), (
        "files are found at the new address"
    )
    bot, task = await start_bot(box, monkeypatch)
    assert (await ana.press(await ana.last("mesa-verde"), "Jugar")).state == "done"
    assert (await ana.last("mesa-verde"))["content"] == "mesa 7"
    assert int((await ana.send("charla", "x"))["id"]) > max(int(m["id"]) for m in again)
    await bot.close()
    await asyncio.gather(task, return_exceptions=True)
    await box.close()


async def test_an_answer_may_come_after_the_sandboxs_restart_but_not_to_an_unanswered_tap(
    tmp_path: Path,
):
    path = tmp_path / "s.sqlite3"
    box = await Sandbox.start(path)
    world, flow = box.world, box.interactions
    box.world.online = lambda _: True
    ana, place, bot = (
        world.people()[0],
        next(iter(world.channels_of(next(iter(world.guilds))))),
        world.bots()[0]["id"],
    )
    answered = flow.open(Kind.COMPONENT, ana, place, bot, {"custom_id": "a"})
    flow.acknowledge(answered, Callback.DEFER_UPDATE)
    waiting = flow.open(Kind.COMPONENT, ana, place, bot, {"custom_id": "b"})
    await box.close()
    box = await Sandbox.start(path)
    assert box.interactions.by_token(bot, answered["token"])["id"] == answered["id"]
    assert box.world.interactions[waiting["id"]]["state"] == "failed"
    await box.close()


async def test_ids_grow_even_when_the_clock_goes_back(sandbox: Sandbox):
    sandbox.advance(1000)
    late = int(sandbox.world.new_id())
    sandbox.reset_clock()
    ids = [int(sandbox.world.new_id()) for _ in range(3)]
    assert late < ids[0] < ids[1] < ids[2]


async def test_a_given_clock_is_used():
    class Stopped(Clock):
        def now(self) -> datetime:
            return datetime(2030, 1, 1, tzinfo=UTC)

    box = await Sandbox.start(None, clock=Stopped())
    ana = UserClient(box, "Ana")
    assert (await ana.send("charla", "x"))["timestamp"] == "2030-01-01T00:00:00.000000+00:00"
    await box.close()


async def test_a_busy_port_is_told(sandbox: Sandbox):
    port = int(sandbox.url.rsplit(":", 1)[1])
    with pytest.raises(PortBusyError, match=f"Port {port} is already in use"):
        await Sandbox.start(None, port=port)


def test_bad_files_are_told(tmp_path: Path):
    path = tmp_path / "s.sqlite3"
    path.write_bytes(b"this is no database, but it is long enough to be looked at" * 20)
    with pytest.raises(StoreError, match=r"s\.sqlite3"):
        Store(path)
    newer = tmp_path / "n.sqlite3"
    with sqlite3.connect(newer) as db:
        db.execute("pragma user_version=99")
    db.close()
    with pytest.raises(StoreError, match="newer"):
        Store(newer)


async def test_one_file_serves_one_sandbox(tmp_path: Path):
    box = await Sandbox.start(tmp_path / "s.sqlite3")
    with pytest.raises(StoreError, match="already using"):
        await Sandbox.start(tmp_path / "s.sqlite3")
    await box.close()
    await (await Sandbox.start(tmp_path / "s.sqlite3")).close()


async def test_tokens_make_bots_and_are_kept_as_hashes_only(tmp_path: Path):
    path = tmp_path / "s.sqlite3"
    box = await Sandbox.start(path)
    first, other = box.world.bot_for("sandbox"), box.world.add_bot("secret.token-of.somebody")
    assert (first["username"], box.world.bot_for("sandbox")["id"]) == ("Sobremesa", first["id"])
    assert other["username"].startswith("Bot-")
    await box.close()
    assert b"secret.token" not in path.read_bytes()


async def test_runs_as_a_process_and_ends_on_sigterm(tmp_path: Path):
    command = [
        sys.executable,
        "-m",
        "sandbox",
        "--port",
        "0",
        "--data",
        str(tmp_path / "s.sqlite3"),
        "--bot",
        "mine",
    ]
    process = await asyncio.create_subprocess_exec(
        *command, cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    url = (await asyncio.wait_for(process.stdout.readline(), 60)).decode().strip()
    async with aiohttp.ClientSession() as session, session.get(url + "/api/v10/gateway") as answer:
        assert (await answer.json())["url"].startswith("ws://127.0.0.1")
    for token, status in (("mine", 200), ("yours", 401)):
        async with aiohttp.ClientSession(headers={"Authorization": f"Bot {token}"}) as session:
            assert (await session.get(url + "/api/v10/users/@me")).status == status
    busy = await asyncio.create_subprocess_exec(
        *command[:3], "--port", url.rsplit(":", 1)[1], cwd=ROOT, stderr=asyncio.subprocess.PIPE
    )
    _, words = await asyncio.wait_for(busy.communicate(), 60)
    assert (busy.returncode, b"already in use" in words) == (2, True)
    os.kill(process.pid, signal.SIGTERM)
    assert await asyncio.wait_for(process.wait(), 60) == 0


def test_the_sandbox_knows_none_of_the_other_rooms():
    rooms = {
        "ai",
        "app",
        "bot",
        "cogs",
        "db",
        "games",
        "gateway",
        "ops",
        "render",
        "tools",
        "ui",
        "discord",
    }
    for path in (ROOT / "sandbox").rglob("*.py"):
        for node in nodes(path):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            names += (
                [node.module or ""] if isinstance(node, ast.ImportFrom) and not node.level else []
            )
            assert not {name.split(".")[0] for name in names} & rooms, (
                f"{path} imports another room"
            )
