"""`/setup`: an admin finds the missing permission by its name, and tests a channel."""

from __future__ import annotations

import asyncio
from typing import Any

from discord import Permissions

from sandbox.services import channels
from sandbox.services.seed import ROLE
from tests.e2e.conftest import ROOM, BotHarness, Player, seated, words
from tests.e2e.test_troubles import _page
from ui.custom_ids import TableAction, TableId, encode
from ui.errors import TABLE_PERMISSIONS
from ui.i18n import Translator
from ui.views.lobby.permissions_check import MAX_LISTED, Channel, setup_message


async def asked(ana: Player, room: str = ROOM) -> dict[str, Any]:
    await ana.person.command("setup", room)
    await ana.harness.quiet()
    return await ana.panel(room)


async def test_a_channel_that_lacks_nothing_says_so_and_the_trial_leaves_no_trace(
    harness: BotHarness, ana: Player
):
    told = await asked(ana)
    assert "Aquí se puede jugar." in words(told)
    assert "✕" not in words(told)
    before = [m["id"] for m in await ana.person.messages(ROOM)]
    await ana.tap(told, "Probar aquí")
    after = await ana.person.messages(ROOM)
    assert "✓ He enviado, editado y borrado un mensaje en" in words(after[-1])
    assert after[-1]["ephemeral_for"]
    assert [m["id"] for m in after[:-1]] == before


async def test_each_missing_permission_is_named_with_its_channel(harness: BotHarness, ana: Player):
    here, there = ana.person.channel(ROOM), ana.person.channel("mesa-larga")
    gone = ["ATTACH_FILES", "EMBED_LINKS", "CREATE_PUBLIC_THREADS"]
    await _page(harness, "faults", missing={here: gone, there: ["CREATE_PUBLIC_THREADS"]})
    told = words(await asked(ana))
    assert "Me faltan permisos en este canal." in told
    assert (
        f"✕ <#{here}>: me falta «Insertar enlaces», «Adjuntar archivos», «Crear hilos públicos»."
        in told
    )
    assert f"✓ <#{there}>: sin «Crear hilos públicos»" in told
    await ana.tap(await ana.panel(), "Probar aquí")
    refused = words(await ana.panel())
    assert "Me faltan permisos" in refused
    assert "Adjuntar archivos" in refused


async def test_what_only_follows_from_another_permission_is_not_named(
    harness: BotHarness, ana: Player
):
    here, there = ana.person.channel(ROOM), ana.person.channel("mesa-larga")
    await _page(harness, "faults", missing={here: ["SEND_MESSAGES"], there: ["VIEW_CHANNEL"]})
    told = words(await asked(ana))
    assert f"✕ <#{here}>: me falta «Enviar mensajes»." in told
    assert f"No veo 1 canal: <#{there}>" in told


async def test_only_who_manages_the_server_is_offered_it(harness: BotHarness, bruno: Player):
    definition = next(c for c in harness.box.world.commands.values() if c["name"] == "setup")
    assert int(definition["default_member_permissions"]) == Permissions(manage_guild=True).value


async def room(harness: BotHarness, kind: int, name: str) -> str:
    guild = next(iter(harness.box.world.guilds))
    heard = asyncio.create_task(harness.bot.wait_for("guild_channel_create", timeout=60))
    await asyncio.sleep(0)
    made = await _page(harness, "channel.add", guild=guild, name=name, type=kind)
    await heard
    return str(made["id"])


async def test_voice_chats_and_forums_are_known_with_what_they_need(
    harness: BotHarness, ana: Player
):
    voice, forum = await room(harness, 2, "Voz"), await room(harness, 15, "partidas")
    told = words(await asked(ana))
    assert f"✓ <#{forum}>: las mesas van en sus publicaciones" in told
    assert f"<#{voice}>" not in told, "nothing to say of it"
    await _page(
        harness, "faults", missing={voice: ["CONNECT"], forum: ["SEND_MESSAGES_IN_THREADS"]}
    )
    told = words(await asked(ana))
    assert f"✕ <#{voice}>: me falta «Conectar»." in told
    assert f"✕ <#{forum}>: me falta «Enviar mensajes en hilos»." in told
    assert "pero no directamente en un foro ni en una categoría" in told


async def test_a_table_lives_in_a_voice_channels_chat(
    harness: BotHarness, ana: Player, bruno: Player
):
    voice = await room(harness, 2, "Voz")
    told = await asked(ana, voice)
    assert f"✓ <#{voice}>: no admite hilos" in words(told)
    await seated(ana, bruno, room=voice)
    await seated(ana, bruno, room=voice)
    assert [match.places.home for match in await harness.app.repo.matches.find()] == [
        int(voice)
    ] * 2
    assert all(match.places.board for match in await harness.app.repo.matches.find())


async def test_in_a_thread_setup_looks_at_the_thread(
    harness: BotHarness, ana: Player, bruno: Player
):
    await seated(ana, bruno)
    await seated(ana, bruno)
    thread = next(
        match.places.thread
        for match in await harness.app.repo.matches.find()
        if match.places.thread
    )
    parent = ana.person.channel(ROOM)
    assert f"✓ <#{thread}>: no admite hilos" in words(await asked(ana, str(thread)))
    await _page(harness, "faults", missing={parent: ["SEND_MESSAGES_IN_THREADS"]})
    assert f"✕ <#{thread}>: me falta «Enviar mensajes en hilos»." in words(
        await asked(ana, str(thread))
    )


async def test_in_a_private_thread_without_the_bot_it_is_said_how_to_let_it_in(
    harness: BotHarness, ana: Player
):
    world = harness.box.world
    thread = channels.start_thread(
        world, world.channels[ana.person.channel(ROOM)], ana.person.id, "aparte", 12, None
    )
    await ana.person.command("table new", thread["id"], game="eight_minute_empire")
    assert "Mencióname allí una vez para que pueda entrar y vuelve a intentarlo." in words(
        await ana.panel(thread["id"])
    )
    assert await harness.app.repo.matches.find() == []


def test_hidden_channels_are_counted_and_long_lists_are_cut():
    hidden = [Channel(100 + n, TABLE_PERMISSIONS[:1]) for n in range(2)]
    lacking = [Channel(200 + n, ("embed_links",)) for n in range(MAX_LISTED + 3)]
    message = setup_message([Channel(1), *hidden, *lacking], 1, Translator("en"))
    assert message.embed is not None
    text = message.embed.text
    assert "in 1 of 18 channels" in text
    assert "I can't see 2 channels: <#100> <#101>" in text
    assert text.count("✕") == MAX_LISTED
    assert "and 3 more channels" in text
    assert message.rows[0][0].id == encode(TableId("_", TableAction.TEST_PERMISSIONS, "1"))


def test_the_channel_asked_in_is_named_even_when_it_is_hidden():
    message = setup_message([Channel(1, TABLE_PERMISSIONS[:1]), Channel(2)], 1, Translator("es"))
    assert message.embed is not None
    assert message.embed.title == "Me faltan permisos en este canal."
    assert "✕ <#1>: me falta «Ver canal»." in message.embed.text


async def chosen(ana: Player, name: str, *values: str) -> None:
    """A choice in the page of new tables, as Discord's own menus send it."""
    page = await ana.panel()
    done = await ana.person.select(
        page, encode(TableId("_", TableAction.SET_DEFAULT, name)), *values
    )
    assert done.state == "done", done
    await ana.harness.quiet()


async def test_a_server_chooses_channels_and_roles_in_discords_own_menus(
    harness: BotHarness, ana: Player, bruno: Player, carla: Player
):
    roles = [role for guild in harness.box.world.guilds.values() for role in guild["roles"]]
    there, club = (
        ana.person.channel("mesa-larga"),
        next(role["id"] for role in roles if role["name"] == ROLE),
    )
    await ana.tap(await asked(ana), "Mesas nuevas")
    await chosen(ana, "channels", there)
    bots = next(role["id"] for role in roles if "bot_id" in role)
    await chosen(ana, "roles", bots, club)
    page = await ana.panel()
    kept = [
        one["id"]
        for row in page["components"]
        for part in row["components"]
        for one in part.get("default_values", ())
    ]
    assert kept == [there, club], "nobody can have the bot's own role"
    told = await new_table(carla, "mesa-larga")
    assert (
        told
        == f"Only <@&{club}> can open tables here. Ask one of them, or join a table with `/join`."
    )
    assert (
        await new_table(bruno, ROOM)
        == f"En este servidor, las mesas se abren en <#{there}>. Usa allí `/mesa nueva`."
    )
    await carla.person.command("join", "mesa-larga")
    assert "can open tables here" in words(await carla.panel("mesa-larga")), (
        "said before a game is chosen"
    )
    assert await harness.app.repo.matches.find() == []
    await new_table(bruno, "mesa-larga")
    await carla.tap(await carla.table("mesa-larga"), "Sentarme")
    (match,) = await harness.app.repo.matches.find()
    assert [seat.name for seat in match.seats] == ["Bruno", "Carla"]
    thread = channels.start_thread(
        harness.box.world, harness.box.world.channels[there], bruno.person.id, "aparte", 11, None
    )
    await new_table(bruno, thread["id"])
    assert len(await harness.app.repo.matches.find()) == 2, "in a thread of the channel, too"
    await ana.tap(await ana.panel(), "En cualquier canal")
    await new_table(ana, ROOM)
    assert len(await harness.app.repo.matches.find()) == 3


async def new_table(who: Player, room: str) -> str:
    """What somebody reads who opens a table."""
    await who.person.command("table new", room, game="eight_minute_empire")
    await who.harness.quiet()
    return words(await who.panel(room))


async def test_who_did_what_is_read_by_who_manages_the_server(
    harness: BotHarness, ana: Player, bruno: Player
):
    await new_table(bruno, ROOM)
    await ana.tap(await asked(ana), "Quién hizo qué")
    page = await ana.panel()
    (match,) = await harness.app.repo.matches.find()
    assert f"**Bruno** abrió la mesa {match.id}" in words(page)
    assert page["ephemeral_for"] == ana.person.id
