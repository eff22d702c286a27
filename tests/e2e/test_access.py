"""A user who knows a table's code but cannot see its channel tries everything."""

from __future__ import annotations

from typing import Any

import pytest

from sandbox.services import channels
from sandbox.state.model import ChannelType, Permission
from sandbox.state.permissions import in_guild
from tests.database import database_of
from tests.e2e.conftest import ROOM, BotHarness, Player, labels, seated, words
from ui.i18n import Translator

ELSEWHERE, OTHER, SECRET = "mesa-larga", "general", "secreta"
VIEW = str(int(Permission.VIEW_CHANNEL))
# what a command needs beside `table`
NEEDED: dict[str, dict[str, Any]] = {"table vote": {"what": "pause"}, "table rewind": {"step": 0}}


@pytest.fixture
async def carla(harness: BotHarness) -> Player:
    return harness.person("Carla")


@pytest.fixture
async def diego(harness: BotHarness) -> Player:
    """He has a server of his own, and is in the others' without seeing all of it."""
    diego = harness.person("Diego")
    await harness.box.page.perform("guild.add", {"name": "De Diego", "user": diego.person.id})
    await harness.quiet()
    return diego


def hide(harness: BotHarness, channel: str, *players: Player) -> None:
    """From now on these people alone see a channel, and the bot."""
    world = harness.box.world
    doc = world.channels[players[0].person.channel(channel)]
    allowed = [*(player.person.id for player in players), *world.guild_bots(doc["guild_id"])]
    overwrites = [{"id": doc["guild_id"], "type": 0, "allow": "0", "deny": VIEW}]
    overwrites += [{"id": one, "type": 1, "allow": VIEW, "deny": "0"} for one in allowed]
    channels.change(world, doc, permission_overwrites=overwrites)


def commands(harness: BotHarness) -> list[tuple[str, dict[str, Any]]]:
    """Every command that names a table, with what else it needs but for `table`."""
    found = []
    for command in harness.box.world.commands.values():
        options = command.get("options") or []
        subs = [one for one in options if one["type"] == 1]
        leaves = [
            (f"{command['name']} {one['name']}", one.get("options") or []) for one in subs
        ] or [(command["name"], options)]
        found += [
            (path, NEEDED.get(path, {}))
            for path, given in leaves
            if any(one["name"] == "table" for one in given)
        ]
    return found


async def said(player: Player, where: str) -> str:
    return words((await player.person.messages(where, 4))[-1])


async def kept(harness: BotHarness) -> list[Any]:
    """What is stored of tables and of who follows them."""
    return [
        [
            tuple(row)
            for row in await database_of(harness.app.repo).fetch_all(
                f"SELECT * FROM {name} ORDER BY 1, 2"
            )
        ]
        for name in ("matches", "seats", "followers", "invitations", "actions", "drafts")
    ]


@pytest.mark.parametrize("where", ["dm", OTHER, ELSEWHERE])
async def test_no_command_opens_a_table_to_who_does_not_see_it(
    harness: BotHarness, ana: Player, bruno: Player, diego: Player, where: str
):
    await seated(ana, bruno)
    match = (await harness.app.repo.matches.find())[0]
    hide(harness, ROOM, ana, bruno)
    await harness.quiet()
    before = await kept(harness)
    no_table = Translator("es")("host.trouble.no_table")
    tried = 0
    for path, needed in commands(harness):
        given = dict(needed)
        if path in ("table invite", "table kick"):
            given["user"] = ana.person.id
        for code in (match.id, match.id.lower(), "NQNQNQNQ"):
            await diego.person.command(path, where, table=code, **given)
            assert await said(diego, where) == no_table, path
            tried += 1
            harness.app.limits._wrong_codes.clear()
        for option in ("move", "view", "seat"):
            if (path, option) in (("play", "move"), ("board", "view"), ("board", "seat")):
                assert (
                    await diego.person.autocomplete(path, where, option, "", table=match.id) == []
                    or option == "view"
                )
    assert tried >= 60
    await harness.quiet()
    assert await kept(harness) == before
    assert [m for m in await diego.person.messages("dm") if not m.get("ephemeral_for")] == []
    for who, place in ((ana, "dm"), (bruno, OTHER), (bruno, ROOM)):
        await who.person.command("table status", place, table=match.id)
        assert "Faltan 2 de 2" in await said(who, place), "who plays there opens it from anywhere"


async def test_a_seat_in_a_lobby_is_taken_by_who_sees_it_alone(
    harness: BotHarness, ana: Player, diego: Player
):
    await ana.person.command("table new", ROOM, game="eight_minute_empire")
    await harness.quiet()
    match = (await harness.app.repo.matches.find())[0]
    hide(harness, ROOM, ana)
    for where in ("dm", OTHER, ELSEWHERE):
        for path in ("join", "table join", "table options", "table follow"):
            await diego.person.command(path, where, table=match.id)
            assert "No encuentro esa mesa" in await said(diego, where), (where, path)
    assert (await harness.app.lobby.get(match.id)).names == ("Ana",)
    hide(harness, ROOM, ana, diego)
    await diego.person.command("join", ELSEWHERE, table=match.id.lower())
    assert "Te has sentado en" in await said(diego, ELSEWHERE)


async def test_a_private_thread_is_for_those_inside(
    harness: BotHarness, ana: Player, bruno: Player, diego: Player
):
    world = harness.box.world
    room = world.channels[ana.person.channel(ROOM)]
    thread = channels.start_thread(
        world, room, ana.person.id, SECRET, int(ChannelType.PRIVATE_THREAD), None
    )
    for who in (bruno.person.id, harness.person("Carla").person.id, ana.person.bot()):
        channels.join(world, thread, who)
    await harness.quiet()
    await ana.person.command("table new", SECRET, game="eight_minute_empire", seats=2)
    await harness.quiet()
    match = (await harness.app.repo.matches.find())[0]
    await diego.person.command("table status", ROOM, table=match.id)
    assert "No encuentro esa mesa" in await said(diego, ROOM), (
        "he sees the channel, and not the thread"
    )
    await harness.person("Carla").person.command("table options", SECRET, table=match.id)
    assert labels(await bruno.table(SECRET)), "she is inside"
    await bruno.person.command("join", SECRET)
    assert "Te has sentado en" in await said(bruno, SECRET)


async def test_a_guest_presses_join_and_the_invitation_goes(
    harness: BotHarness, ana: Player, carla: Player, diego: Player
):
    await ana.person.command("table new", ROOM, game="eight_minute_empire")
    await harness.quiet()
    match = (await harness.app.repo.matches.find())[0]
    for n in range(6):
        await ana.person.command("table invite", ROOM, user=carla.person.id, table=match.id)
        answered = words(await ana.panel())
        assert (
            "enviada a Carla" if n == 0 else "ya tiene una invitación y ha recibido un aviso."
        ) in answered
    await ana.person.command("table invite", ROOM, user=ana.person.bot())
    assert "No se puede invitar a bots." in words(await ana.panel())
    [called] = [
        m
        for m in await carla.person.messages(ROOM)
        if carla.person.id in [one["id"] for one in m["mentions"]]
    ]
    assert labels(called) == ["Sentarme"]
    await diego.person.press(called, "Sentarme")
    assert "no es para ti" in words(await diego.panel())
    await carla.tap(called, "Sentarme")
    await harness.quiet()
    assert "You have a seat at" in words(await carla.panel())
    assert called["id"] not in [m["id"] for m in await carla.person.messages(ROOM)]
    assert (await harness.app.lobby.get(match.id)).names == ("Ana", "Carla")


async def test_a_follower_who_loses_the_channel_loses_the_note(
    harness: BotHarness, ana: Player, bruno: Player, carla: Player
):
    await seated(ana, bruno)
    match = (await harness.app.repo.matches.find())[0]
    await carla.person.command("table follow", ROOM)
    await harness.quiet()
    assert len(await carla.person.messages("dm")) == 1
    await carla.person.command("table log", "dm", table=match.id)
    assert "No move" not in await said(carla, "dm")
    hide(harness, ROOM, ana, bruno)
    harness.box.advance(700)
    await carla.person.command("table log", "dm", table=match.id)
    assert Translator("en")("host.trouble.no_table") == await said(carla, "dm")
    assert len(await carla.person.messages("dm")) == 3, "the note, and two answers"
    async with harness.app.locks(match.id):
        table = await harness.app.lobby.get(match.id)
        table.status = "closed"  # which followers would hear of
        await harness.app.moves.save(table)
    await harness.quiet()
    assert await harness.app.repo.spectators.of_match(match.id) == []
    left = await carla.person.messages("dm")
    assert len(left) == 2
    assert not any("the current state:" in words(message) for message in left)


async def test_who_may_use_setup_by_integrations_uses_its_buttons(
    harness: BotHarness, bruno: Player
):
    world = harness.box.world
    definition = next(one for one in world.commands.values() if one["name"] == "setup")
    definition["default_member_permissions"] = None  # as an administrator gives a role the command
    await bruno.person.command("setup", ROOM)
    page = await bruno.panel()
    guild = world.guilds[world.channels[bruno.person.channel(ROOM)]["guild_id"]]
    assert not in_guild(guild, bruno.person.id) & Permission.MANAGE_GUILD
    harness.bot.dispatcher.setup_permissions._until.clear()  # a restart: the message itself proves it
    for label, told in (
        ("Mesas nuevas", "Mesas nuevas en este servidor"),
        ("Quién hizo qué", "Quién hizo qué"),
        ("Mostrar niveles", "/mesa récords"),
        ("Probar aquí", "✓ He enviado, editado y borrado un mensaje en"),
    ):
        await bruno.tap(page, label)
        assert told in words(await bruno.panel()), label
    harness.box.advance(3700)
    await bruno.tap(page, "Mesas nuevas")
    assert (
        "Eso solo puede hacerlo quien administra este servidor o tiene acceso a `/configurar`."
        in words(await bruno.panel())
    )
