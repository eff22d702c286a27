"""The bot process: killed and restarted, stopped, and refused with a clear error."""

from __future__ import annotations

import asyncio
import socket
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import aiohttp.web
import pytest

from tests.e2e.conftest import words
from tests.e2e.process import PATIENCE, Bot, Line, loud, spawn
from tests.postgres import Server
from tools import memory

ROOM = "mesa-verde"
TOKEN = "MTAwMDAwMDAwMDAwMDAwMDAw.Gsecret.of-a-bot-that-is-none"


async def sit_down(line: Line) -> tuple[str, str, str]:
    """Start a table of Ana and Bruno; return both and the channel."""
    ana, bruno, room = line.user("Ana"), line.user("Bruno"), line.channel(ROOM)
    await line.command(ana, room, "table", "new", seats=2)
    await line.press(bruno, room, "Sentarme")
    await line.press(ana, room, "Empezar")
    await line.find(ana, room, "▶")
    return ana, bruno, room


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest) -> Iterator[dict[str, str]]:
    """Return the setting of the database."""
    if request.param == "sqlite":
        yield {}
        return
    server = request.getfixturevalue("postgres")
    url = server.new()
    yield {"SOBREMESA_DATABASE": url.replace("sobremesa@", "sobremesa:secret@")}
    server.drop(url)


async def test_killed_in_mid_turn_it_goes_on_and_an_old_button_works(
    tmp_path: Path, place: dict[str, str]
):
    bot = await Bot.start(tmp_path, **place)
    line = await Line.open(bot.url)
    ana, _, room = await sit_down(line)
    await line.press(ana, room, "▶")
    await line.press(ana, room, "5")
    message, confirm = await line.find(ana, room, "Confirmar")
    await line.close()
    if place:
        assert not (tmp_path / "sandbox-tables.sqlite3").exists()
        code, said = await ends(tmp_path / "other", **place)
        assert (code, "SOBREMESA_DATABASE" in said, "secret" in said) == (5, True, False), said
    await bot.kill()

    bot = await Bot.start(tmp_path, **place)
    line = await Line.open(bot.url)
    await line.do("press", user=ana, channel=room, message=message["id"], custom_id=confirm)
    await line.shows(ana, room, "Guardado: Pujas 5 monedas")
    panel = next(m for m in await line.messages(ana, room) if m["id"] == message["id"])
    assert "Guardado: Pujas 5 monedas" in words(panel), "the old message itself goes on"
    await line.close()
    code, said = await bot.stop()
    assert (code, "Traceback" in said) == (0, False), said


async def test_sigterm_and_a_second_start_on_the_same_files(tmp_path: Path):
    bot = await Bot.start(tmp_path)
    line = await Line.open(bot.url)
    ana, bruno, room = await sit_down(line)
    await line.close()
    assert (await bot.stop())[0] == 0
    bot = await Bot.start(tmp_path)
    line = await Line.open(bot.url)
    await line.press(bruno, room, "▶")
    await line.find(bruno, room, "14")
    assert ana
    await line.close()
    assert (await bot.stop())[0] == 0


async def test_stopped_while_its_server_is_away_it_ends_as_ever(tmp_path: Path, postgres: Server):
    url = postgres.new()
    bot = await Bot.start(tmp_path, SOBREMESA_DATABASE=url)
    line = await Line.open(bot.url)
    await sit_down(line)
    await line.close()
    postgres.stop()
    try:
        code, said = await bot.stop()
    finally:
        postgres.start()
        postgres.drop(url)
    lines = loud(said)
    assert (code, len(lines), "nothing can be saved" in said) == (0, 1, True), said


async def alive(pids: list[int]) -> list[int]:
    """Return those of these processes that still run after a while."""
    for _ in range(int(PATIENCE / 0.1)):
        pids = [pid for pid in pids if memory.resident(pid)]
        if not pids:
            break
        await asyncio.sleep(0.1)
    return pids


@pytest.mark.parametrize("how", ["stop", "kill"])
async def test_its_painters_end_with_it_whether_it_is_stopped_or_killed(tmp_path: Path, how: str):
    bot = await Bot.start(tmp_path)
    line = await Line.open(bot.url)
    ana, bruno, room = await sit_down(line)
    family = memory.family(bot.process.pid)
    assert len(family) > 1, "its pictures are drawn in other processes"
    for who in (ana, bruno):
        await line.press(who, room, "▶")
        await line.press(who, room, "3")
    await line.close()
    if how == "kill":
        await bot.kill()
    else:
        code, said = await bot.stop()
        assert (code, loud(said)) == (0, []), said
    assert await alive(family) == []


async def ends(data: Path, **more: Any) -> tuple[int, str]:
    """Return exit code and output of a bot that does not start."""
    process = await spawn(data, **more)
    out, said = await asyncio.wait_for(process.communicate(), PATIENCE)
    assert "Traceback" not in said.decode(), said.decode()
    assert TOKEN not in (out + said).decode()
    return process.returncode or 0, said.decode()


@pytest.mark.parametrize(
    ("language", "wanted"), [("es", "SOBREMESA_SANDBOX_PORT"), ("en", "is using it")]
)
async def test_a_busy_port_names_the_setting(tmp_path: Path, language: str, wanted: str):
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        code, said = await ends(
            tmp_path, SOBREMESA_SANDBOX_PORT=str(busy.getsockname()[1]), SOBREMESA_LANGUAGE=language
        )
    assert code == 4
    assert wanted in said


async def test_an_unreadable_env_file(tmp_path: Path):
    (tmp_path / ".env").write_bytes(b"DISCORD_TOKEN=\xff\xfe\x00")
    code, said = await ends(tmp_path / "data", cwd=tmp_path, LANG="es_ES.UTF-8")
    assert code == 2
    assert "No puedo leer .env" in said


async def test_a_setting_that_is_none(tmp_path: Path):
    code, said = await ends(tmp_path, SOBREMESA_SANDBOX_PROT="1", LANG="en_GB.UTF-8")
    assert code == 2
    assert "SOBREMESA_SANDBOX_PORT" in said


async def test_a_wrong_token_is_told_without_being_repeated(tmp_path: Path):
    """Against a door that refuses everybody, in the place of Discord's."""

    async def refuse(_request: aiohttp.web.Request) -> aiohttp.web.Response:
        return aiohttp.web.json_response({"message": "401: Unauthorized", "code": 0}, status=401)

    app = aiohttp.web.Application()
    app.router.add_route("*", "/{any:.*}", refuse)
    runner = aiohttp.web.AppRunner(app)
    await runner.setup()
    site = aiohttp.web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    port = runner.addresses[0][1]
    (tmp_path / "sitecustomize.py").write_text(
        f"import discord.http\ndiscord.http.Route.BASE = 'http://127.0.0.1:{port}/api/v10'\n"
    )
    try:
        process = await spawn(tmp_path / "data", DISCORD_TOKEN=TOKEN, PYTHONPATH=str(tmp_path))
        out, said = await asyncio.wait_for(process.communicate(), PATIENCE)
    finally:
        await runner.cleanup()
    assert process.returncode == 3, said.decode()
    assert "DISCORD_TOKEN" in said.decode()
    assert TOKEN not in (out + said).decode()
    assert "Traceback" not in said.decode()


async def test_a_second_bot_on_the_same_files(tmp_path: Path):
    bot = await Bot.start(tmp_path)
    code, said = await ends(tmp_path)
    assert code == 5
    assert "Otro bot está usando" in said
    assert (await bot.stop())[0] == 0


@pytest.mark.parametrize("damage", ["corrupt", "newer", "alien"])
async def test_a_file_that_is_no_good_is_left_alone(tmp_path: Path, damage: str):
    path = tmp_path / "sandbox-tables.sqlite3"
    if damage == "corrupt":
        path.write_bytes(b"SQLite format 3\0" + b"\x13" * 4096)
    elif damage == "alien":
        path.write_bytes(b"a shopping list\n" * 100)
    else:
        bot = await Bot.start(tmp_path)
        await bot.stop()
        with sqlite3.connect(path) as db:
            db.execute("PRAGMA user_version = 9999")
        db.close()
    before = path.read_bytes()
    code, said = await ends(tmp_path)
    assert code == 5
    assert str(path) in said
    assert path.read_bytes() == before


@pytest.mark.parametrize("used", [False, True])
async def test_no_room_on_the_disk_is_said_at_the_start(tmp_path: Path, used: bool):
    if used:
        await (await Bot.start(tmp_path)).stop()
    code, said = await ends(tmp_path, room=1024)
    assert code == 5
    assert "No puedo escribir" in said
    bot = await Bot.start(tmp_path)  # and once there is room, it starts
    assert (await bot.stop())[0] == 0
