"""Connections that close for good, refused commands, shards, guilds that remove the bot."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

import bot as entry
from sandbox import Sandbox
from sandbox.rest import users
from sandbox.state.model import Intent
from sandbox.validation import command_rules
from tests.e2e.conftest import ROOM, BotHarness, Player, labels, seated, start_bot, words
from tests.e2e.process import PATIENCE, patient, spawn


@pytest.fixture
async def box() -> AsyncIterator[Sandbox]:
    made = await Sandbox.start(None)
    yield made
    await made.close()
    assert made.api.own_errors == []


async def ends(box: Sandbox, folder: Path, *args: str) -> tuple[int | None, str]:
    """The bot as a process, with a token, and the sandbox in Discord's place; exit code and what stood on stderr."""
    (folder / "sitecustomize.py").write_text(
        f"import discord.http\ndiscord.http.Route.BASE = '{box.api_base}'\n"
    )
    process = await spawn(
        folder / "data", *args, DISCORD_TOKEN="sandbox", PYTHONPATH=str(folder), LANG="es_ES.UTF-8"
    )
    _, said = await asyncio.wait_for(process.communicate(), PATIENCE)
    return process.returncode, said.decode()


CLOSES = {
    4004: (3, "DISCORD_TOKEN"),
    4010: (7, "fragmentos"),
    4011: (7, "demasiados servidores"),
    4012: (7, "Actualiza Sobremesa"),
    4013: (7, "Actualiza Sobremesa"),
    4014: (7, "Privileged Gateway Intents"),
}


@pytest.mark.parametrize(("code", "ending"), CLOSES.items(), ids=map(str, CLOSES))
async def test_a_line_that_is_closed_for_good_ends_in_a_sentence(
    box: Sandbox, tmp_path: Path, code: int, ending: tuple[int, str]
):
    await box.page.perform("faults", {"close_code": code})
    exit_code, said = await ends(box, tmp_path)
    assert exit_code == ending[0], said
    assert ending[1] in said
    assert "Traceback" not in said


async def test_refused_commands_are_said_as_such_and_the_tables_go_on(
    box: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    monkeypatch.setitem(command_rules.MAX_COMMANDS, 1, 2)
    made, task = await start_bot(box, tmp_path, monkeypatch)
    told = [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]
    assert len(told) == 1
    assert (
        "Discord rechaza los comandos (400, 30032: Maximum number of application commands reached (2)"
        in told[0]
    )
    assert not [record for record in caplog.records if record.exc_info]
    assert made.is_ready()
    await made.close()
    await asyncio.gather(task, return_exceptions=True)
    await made.app.stop()


async def test_sync_tells_discord_anew_beside_a_running_bot(
    box: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    made, task = await start_bot(box, tmp_path / "data", monkeypatch)
    box.world.commands.clear()
    code, said = await ends(box, tmp_path, "sync")
    assert (code, said) == (
        0,
        "Discord ya tiene los comandos de esta versión. Las aplicaciones pueden tardar unos minutos en mostrarlos.\n",
    )
    assert {"play", "table", "setup"} <= {
        command["name"] for command in box.world.commands.values()
    }
    monkeypatch.setitem(command_rules.MAX_COMMANDS, 1, 2)
    code, said = await ends(box, tmp_path, "sync")
    assert (code, "Discord rechaza los comandos (" in said, "No puedo conectar" in said) == (
        8,
        True,
        False,
    )
    await made.close()
    await asyncio.gather(task, return_exceptions=True)
    await made.app.stop()


async def test_every_command_says_where_it_belongs(harness: BotHarness):
    """A new application's user installation would carry the commands to servers without the bot."""
    for command in harness.box.world.commands.values():
        assert command["integration_types"] == [0], command["name"]
        assert command["contexts"] == ([0] if command["name"] == "setup" else [0, 1]), command[
            "name"
        ]


async def test_it_hears_of_servers_and_nothing_else(harness: BotHarness):
    """No privileged intent, no messages, no members; who is not named is not called."""
    asked = {session.intents for session in harness.box.gateway.sessions.values()}
    assert asked == {Intent.GUILDS}
    assert harness.bot.allowed_mentions is not None
    assert harness.bot.allowed_mentions.to_dict() == {"parse": []}
    assert not harness.bot.cached_messages


async def test_discord_says_how_many_shards_and_all_is_played_over_them(
    box: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    async def at_once(*_args: Any, **_more: Any) -> None:
        """discord.py leaves 5 s between two shards."""

    monkeypatch.setattr(entry.Sobremesa, "before_identify_hook", at_once)
    monkeypatch.setattr(users, "GUILDS_A_SHARD", 1)
    box.faults.rate_limited = False
    made, task = await start_bot(box, tmp_path, monkeypatch)
    harness = BotHarness(box, made, made.app)
    assert set(made.shards) == {0, 1}
    await made.wait_until_ready()
    ana, bruno = harness.person("Ana"), harness.person("Bruno")
    await seated(ana, bruno)
    await ana.person.command("play", ROOM, move="pujar 4")
    await harness.quiet()
    assert "Le toca a ■ Bruno" in words(await ana.table())
    screen = (await bruno.person.messages("dm"))[-1]
    await bruno.tap(screen, "1")
    assert "Confirmar" in str((await bruno.person.messages("dm"))[-1]["components"])
    await made.close()
    await asyncio.gather(task, return_exceptions=True)
    await made.app.stop()


async def all_shown(harness: BotHarness) -> None:
    """Wait until every table is shown as it stands."""
    async with asyncio.timeout(60):
        while await harness.app.repo.matches.unpublished():  # noqa: ASYNC110 - that is what is awaited
            await asyncio.sleep(0.01)


async def heard_of(harness: BotHarness, what: str) -> None:
    """The bot is sent out of the only server, or invited again, and has heard of it."""
    guild = next(iter(harness.box.world.guilds))
    heard = asyncio.create_task(
        harness.bot.wait_for("guild_remove" if what == "bot.leave" else "guild_join", timeout=20)
    )
    await asyncio.sleep(0)
    await harness.box.page.perform(
        what, {"guild": guild, "bot": harness.bot.user and str(harness.bot.user.id)}
    )
    await heard


async def guild_events(harness: BotHarness, what: str) -> None:
    """The bot has heard of it, and has told whoever has tables there."""
    await heard_of(harness, what)
    async for _ in patient():  # who organises there is told what becomes of it, once
        if what != "bot.leave" or any(
            one.told for one in await harness.app.repo.retention.removed_guilds()
        ):
            break
    await harness.quiet()


async def test_tables_of_a_server_that_sends_the_bot_away_rest_and_go_on(
    harness: BotHarness, ana: Player, bruno: Player, caplog: pytest.LogCaptureFixture
):
    await seated(ana, bruno)
    before = (await harness.app.repo.matches.find())[0]
    await guild_events(harness, "bot.leave")
    calls, screens = len(harness.box.api.calls), len(await ana.person.messages("dm"))
    by = await harness.app.repo.users.get(int(ana.person.id))
    assert by is not None
    for _ in range(2):  # what is final is said again
        await harness.app.game_service.play(before.id, by, ("bid", 4))
    await harness.quiet()
    assert len(harness.box.api.calls) == calls, "nothing is asked of a server that does not want it"
    assert await harness.app.repo.matches.unpublished() == [before.id]
    assert len(await ana.person.messages("dm")) == screens
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]
    await guild_events(harness, "bot.invite")
    await all_shown(harness)
    now = (await harness.app.repo.matches.find())[0]
    assert (now.rows, now.published, now.places.board) == (1, now.version, before.places.board)
    assert "Le toca a ■ Bruno" in words(await bruno.table())
    people = [await harness.app.repo.users.get(int(one.person.id)) for one in (ana, bruno)]
    assert [one.dm_closed for one in people if one] == [False, False]


async def test_a_table_rests_from_the_start_when_the_bot_was_sent_away_meanwhile(
    box: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    box.faults.rate_limited = False
    made, task = await start_bot(box, tmp_path, monkeypatch)
    harness = BotHarness(box, made, made.app)
    ana = harness.person("Ana")
    await seated(ana, harness.person("Bruno"))
    bot = str(made.user and made.user.id)
    made.app.publish_scheduler.match_publisher = None
    match = (await made.app.repo.matches.find())[0]
    by = await made.app.repo.users.get(int(ana.person.id))
    assert by is not None
    for _ in range(2):
        await made.app.game_service.play(match.id, by, ("bid", 4))
    await made.close()
    await asyncio.gather(task, return_exceptions=True)
    await made.app.stop()
    guild = next(iter(box.world.guilds))
    await box.page.perform("bot.leave", {"guild": guild, "bot": bot})
    made, task = await start_bot(box, tmp_path, monkeypatch)
    await made.app.publish_scheduler.idle()
    assert await made.app.repo.matches.unpublished() == [match.id]
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]
    heard = asyncio.create_task(made.wait_for("guild_join", timeout=20))
    await asyncio.sleep(0)
    await box.page.perform("bot.invite", {"guild": guild, "bot": bot})
    await heard
    await all_shown(BotHarness(box, made, made.app))
    await made.close()
    await asyncio.gather(task, return_exceptions=True)
    await made.app.stop()


async def test_a_server_is_greeted_with_two_buttons_that_survive_a_restart(
    box: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    made, task = await start_bot(box, tmp_path, monkeypatch)
    harness = BotHarness(box, made, made.app)
    for what in ("bot.leave", "bot.invite"):
        await heard_of(harness, what)
    ana = harness.person("Ana")
    async for _ in patient():
        if greetings := await ana.person.messages("bienvenida"):
            break
    (greeting,) = greetings
    assert labels(greeting) == ["Jugar una primera partida guiada", "Abrir una mesa"]
    await made.close()
    await asyncio.gather(task, return_exceptions=True)
    await made.app.stop()
    made, task = await start_bot(box, tmp_path, monkeypatch)
    harness = BotHarness(box, made, made.app)
    ana = harness.person("Ana")
    for label, asked in (("Abrir una mesa", "¿A qué jugamos?"), ("Jugar una", "aprender?")):
        await ana.tap(greeting, label)
        assert asked in words(await ana.panel("bienvenida"))
    await made.close()
    await asyncio.gather(task, return_exceptions=True)
    await made.app.stop()
