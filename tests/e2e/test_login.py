"""The bot process at a gateway that refuses, never answers or ends every session."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path

import aiohttp.web
import discord
import pytest

import bot as entry
from app.app import App
from app.ports import logins
from app.runtime.settings import Settings
from db import Store
from db.sqlite.backups import open_read_only
from db.sqlite.connection import application_of
from db.store import open_store
from db.transfer import columns
from gateway.connection import set_endpoints
from ops.monitoring.health import MAX_DISCONNECT_S, HealthMonitor
from ops.monitoring.http_endpoint import MetricsServer
from sandbox import Sandbox
from tests.db.test_released import RELEASED, restore_dump
from tests.e2e.process import PATIENCE, patient, sandbox, spawn

TOKEN = "MTAwMDAwMDAwMDAwMDAwMDAw.Gsecret.of-a-bot-that-is-none"
Door = Callable[[aiohttp.web.Request], Awaitable[aiohttp.web.Response]]


@asynccontextmanager
async def door(answer: Door) -> AsyncIterator[tuple[str, list[str]]]:
    """Start a server in place of Discord; return it with the requests it got."""
    asked = list[str]()

    async def note(request: aiohttp.web.Request) -> aiohttp.web.Response:
        asked.append(request.path)
        return await answer(request)

    app = aiohttp.web.Application()
    app.router.add_route("*", "/{any:.*}", note)
    runner = aiohttp.web.AppRunner(app)
    await runner.setup()
    await aiohttp.web.TCPSite(runner, "127.0.0.1", 0).start()
    yield f"http://127.0.0.1:{runner.addresses[0][1]}", asked
    await runner.cleanup()


def always(status: int, text: str, kind: str, **headers: str) -> Door:
    async def answer(_request: aiohttp.web.Request) -> aiohttp.web.Response:
        return aiohttp.web.Response(status=status, text=text, content_type=kind, headers=headers)

    return answer


@pytest.mark.parametrize("kind", ["text/html", "application/json"])
async def test_an_address_that_is_refused_is_waited_out_and_asked_once(tmp_path: Path, kind: str):
    text = (
        "<html>error code: 1015</html>"
        if kind == "text/html"
        else '{"message": "blocked", "retry_after": 3000}'
    )
    async with door(always(429, text, kind, **{"Retry-After": "3000"})) as (url, asked):
        bot = await spawn(
            tmp_path, DISCORD_TOKEN=TOKEN, SOBREMESA_PROXY=url, SOBREMESA_LANGUAGE="en"
        )
        assert bot.stderr is not None
        async with asyncio.timeout(PATIENCE):
            while b"50 min" not in (line := await bot.stderr.readline()):
                assert line, "it has ended"
        assert b"Leave the bot stopped" in line
        assert bot.returncode is None
        bot.terminate()
        said = (await asyncio.wait_for(bot.communicate(), PATIENCE))[1].decode()
    assert (bot.returncode, "Traceback" in said, len(asked)) == (0, False, 1)


@pytest.mark.parametrize("status", [200, 401, 403])
async def test_a_networks_login_page_is_no_story_and_no_wrong_token(tmp_path: Path, status: int):
    async with door(always(status, "<html>Welcome to our hotel</html>", "text/html")) as (url, _):
        bot = await spawn(
            tmp_path, DISCORD_TOKEN=TOKEN, SOBREMESA_PROXY=url, SOBREMESA_LANGUAGE="en"
        )
        said = (await asyncio.wait_for(bot.communicate(), PATIENCE))[1].decode()
    assert (bot.returncode, "Traceback" in said) == (6, False), said
    assert f"web page (HTTP {status})" in said


@pytest.mark.parametrize(("command", "code"), [("sync", 0), ("doctor", 0)])
async def test_every_command_goes_through_the_proxy(tmp_path: Path, command: str, code: int):
    """With no other way out the bot beside them is fine, and so are they."""
    box, url = await sandbox(tmp_path, TOKEN)
    bot = await spawn(
        tmp_path / "data",
        command,
        DISCORD_TOKEN=TOKEN,
        SOBREMESA_PROXY=url,
        SOBREMESA_LANGUAGE="en",
    )
    out, said = await asyncio.wait_for(bot.communicate(), PATIENCE)
    assert bot.returncode == code, (out + said).decode()
    assert (
        "Discord responds" if command == "doctor" else "Discord has this version's commands"
    ) in (out + said).decode()
    box.terminate()
    await box.wait()


def rows(path: Path) -> dict[str, list[str]]:
    """Return all stored rows."""
    with closing(open_read_only(path)) as conn:
        return {
            table: [repr(row) for row in conn.execute(f"SELECT * FROM {table}")]
            for table in columns()
        }


def belong(path: Path, application: str) -> None:
    with closing(sqlite3.connect(path)) as conn, conn:
        conn.execute("UPDATE meta SET value = ? WHERE name = 'application'", (application,))


async def runs(data: Path, *args: str, token: str, proxy: str = "") -> tuple[int, str]:
    """Run the bot until it is ready; return its exit code and log."""
    bot = await spawn(
        data, *args, DISCORD_TOKEN=token, SOBREMESA_PROXY=proxy, SOBREMESA_LANGUAGE="en"
    )
    assert bot.stderr is not None
    lines = list[bytes]()
    async with asyncio.timeout(PATIENCE):
        while line := await bot.stderr.readline():
            lines.append(line)
            if line.endswith(b": ready\n"):
                bot.terminate()
    await bot.wait()
    said = b"".join(lines).decode()
    assert "Traceback" not in said, said
    return bot.returncode or 0, said


async def test_the_tables_of_another_are_refused_and_not_one_row_is_written(tmp_path: Path):
    """A test bot's token in the real bot's folder, or none: its servers do not count as gone, nor its time as passed."""
    box, url = await sandbox(tmp_path, TOKEN)
    data = tmp_path / "data"
    file = Settings(data=data).application_database
    data.mkdir()
    restore_dump(RELEASED[-1], file)
    for _ in range(3):  # on a slow machine a run may be stopped before it has asked for the servers
        assert (await runs(data, token=TOKEN, proxy=url))[0] == 0
        if rows(file)["departures"]:
            break
    ours = application_of(file)
    assert ours.isdigit()
    for whose in ("123", "sandbox"):
        belong(file, whose)
        before = rows(file)
        assert before["departures"], "this Discord knows nothing of the servers of those tables"
        code, said = await runs(data, token=TOKEN, proxy=url)
        assert (code, f"Discord application {ours}" in said, "--adopt" in said) == (5, True, True)
        code, said = await runs(data, token="")
        assert (code, "no DISCORD_TOKEN: starting the local sandbox" in said) == (0, True)
        assert rows(file) == before
    assert (await runs(data, "--adopt", token=TOKEN, proxy=url))[0] == 0
    assert application_of(file) == ours
    assert len(list(data.glob("backups/sobremesa-*-adopt.sqlite3"))) == 1
    box.terminate()
    await box.wait()


@pytest.fixture
async def box() -> AsyncIterator[Sandbox]:
    made = await Sandbox.start(None)
    made.faults.rate_limited = False
    yield made
    await made.close()


@asynccontextmanager
async def logged_in(
    box: Sandbox, data: Path, patch: pytest.MonkeyPatch, *, local: bool
) -> AsyncIterator[entry.Sobremesa]:
    """Start the bot as bot.py builds it, whether or not it reaches the gateway."""
    for owner, name in (
        (discord.http.Route, "BASE"),
        (discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY"),
        (discord.asset.Asset, "BASE"),
    ):
        patch.setattr(owner, name, getattr(owner, name))
    set_endpoints(box.api_base, box.gateway_url, box.cdn_base)
    settings = Settings(data=data)
    app = App(
        await open_store(settings.database), settings=settings, clock=entry.sandbox_clock(box)
    )
    made = entry.Sobremesa(app, local=local)
    task = asyncio.create_task(made.start("sandbox"))
    try:
        yield made
    finally:
        await made.close()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await app.stop()


async def test_a_gateway_that_never_answers_is_not_well(
    box: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    box.gateway.refuses_connections = True
    async with logged_in(box, tmp_path, monkeypatch, local=True) as made:
        async for _ in patient():
            if made.serving_since:
                break
        watch = HealthMonitor(tmp_path / "health.json", lambda: 0.0, lambda: 0)
        watch.disconnected_s = made.seconds_disconnected
        endpoint = MetricsServer(0, watch, made.wait_until_ready)  # type: ignore[arg-type]
        await endpoint.start()
        codes = []
        for _ in range(2):
            async with (
                aiohttp.ClientSession() as session,
                session.get(f"{endpoint.url}/health") as answer,
            ):
                codes.append((answer.status, (await answer.json())["wrong"]))
            box.advance(MAX_DISCONNECT_S + 1)
        await endpoint.stop()
        assert not made.is_ready()
    assert codes == [(200, []), (503, ["upkeep.health.line"])]


async def test_sessions_that_end_again_and_again_are_begun_anew_only_so_often(
    box: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    """Discord says that the session is invalid (op 9) whenever it is there; the bot goes on, and comes back."""
    monkeypatch.setattr(logins, "AT_ONCE_A_DAY", 2)
    monkeypatch.setattr(logins, "MIN_INTERVAL_S", 4000.0)
    monkeypatch.setattr(discord.client.Client, "before_identify_hook", _at_once)

    def count() -> int:
        return sum(box.world.identifies.values())

    async with logged_in(box, tmp_path, monkeypatch, local=False) as made:
        for wanted in (1, 2):
            async for _ in patient():
                if count() == wanted and made.is_ready() and not made.disconnected_since:
                    break
            box.gateway.invalidate()
        assert made.logins is not None
        async for _ in patient():
            if made.logins.wait_s() > 3000.0:
                break
        assert count() == 2, "the third one waits"
        now = made.app.clock.now()
        assert isinstance(made.app.repo, Store)
        assert (await made.app.repo.meta.add_login(now)).count_within_day(now) == 4, (
            "the process after this one knows of these three"
        )
    assert [one for one in caplog.records if "logins to Discord within a day" in one.getMessage()]


async def _at_once(_client: discord.Client, _shard: int | None, *, initial: bool = False) -> None:
    """Skip the five seconds of discord.py between two logins."""
