"""A discord.py client with other addresses can do all that the bot needs."""

from __future__ import annotations

import asyncio
import io
from typing import Any

import aiohttp
import discord
import pytest
from discord import app_commands
from PIL import Image

from sandbox import Sandbox
from sandbox.client import UserClient
from sandbox.state.errors import PersonError
from tests.sandbox.conftest import Bot, eventually, log_in, point_at


def picture(color: str = "red") -> discord.File:
    data = io.BytesIO()
    Image.new("RGB", (40, 30), color).save(data, "PNG")
    data.seek(0)
    return discord.File(data, "board.png", description="El tablero")


async def test_logs_in_and_finds_its_guild(bot: Bot):
    assert bot.user is not None
    assert bot.user.name == "Sobremesa"
    guild = bot.guilds[0]
    assert guild.name == "Casa de juegos"
    assert [c.name for c in guild.text_channels] == [
        "bienvenida",
        "charla",
        "mesa-verde",
        "mesa-larga",
    ]
    assert [c.name for c in guild.categories] == ["Salón", "Mesas"]
    assert guild.me.guild_permissions.send_messages
    assert not guild.me.guild_permissions.manage_messages
    owner = guild.get_member_named("ana")
    assert owner is not None
    assert guild.owner_id == owner.id


async def test_a_bot_with_only_the_guilds_intent_hears_no_messages(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch, ana: UserClient
):
    point_at(sandbox, monkeypatch)
    client = Bot(discord.Intents(guilds=True))
    task = await log_in(client)
    await ana.send("charla", "hola")
    await ana.send("dm", "hola a solas")
    await client.place("charla").send("adiós")
    await asyncio.sleep(0.05)
    assert set(client.heard) == {"READY", "GUILD_CREATE"}
    await client.close()
    await asyncio.gather(task, return_exceptions=True)


async def test_syncs_commands_with_translations_and_keeps_their_ids(bot: Bot):
    class Words(app_commands.Translator):
        async def translate(self, text, locale, context):
            return (
                "jugar"
                if locale is discord.Locale.spain_spanish and text.message == "play"
                else None
            )

    @bot.tree.command(name=app_commands.locale_str("play"), description="Plays")
    async def play(interaction: discord.Interaction, move: str | None = None):
        pass

    await bot.tree.set_translator(Words())
    first = await bot.tree.sync()
    again = await bot.tree.sync()
    assert [c.id for c in first] == [c.id for c in again]
    assert first[0].name_localizations == {discord.Locale.spain_spanish: "jugar"}
    assert [c.name for c in await bot.tree.fetch_commands()] == ["play"]
    bot.tree.copy_global_to(guild=bot.guilds[0])
    in_guild = await bot.tree.sync(guild=bot.guilds[0])
    assert in_guild[0].guild_id == bot.guilds[0].id


@pytest.mark.parametrize(("own", "told"), [(None, "El archivo"), ("La tarjeta", "La tarjeta")])
async def test_the_picture_of_an_embed_tells_its_own_words_else_those_of_the_file(
    bot: Bot, ana: UserClient, own, told
):
    file = picture()
    file.description = "El archivo"
    image = {"url": "attachment://board.png"} | ({"description": own} if own else {})
    await bot.place("mesa-verde").send(
        embed=discord.Embed.from_dict({"title": "T", "image": image}), file=file
    )
    assert (await ana.last("mesa-verde"))["embeds"][0]["image"]["description"] == told


async def test_slash_command_with_user_option_answers_with_an_embed_and_a_picture(
    bot: Bot, sandbox: Sandbox, ana: UserClient
):
    got: dict[str, Any] = {}

    @bot.tree.command(name="mesa", description="Abre una mesa")
    async def table(
        interaction: discord.Interaction,
        con: discord.Member,
        plazas: app_commands.Range[int, 2, 5] = 3,
    ):
        got.update(
            con=con,
            plazas=plazas,
            me=interaction.user,
            locale=interaction.locale,
            perms=interaction.app_permissions,
        )
        embed = discord.Embed(title="2 de 4", color=0xD1982C).set_image(
            url="attachment://board.png"
        )
        made = await interaction.response.send_message(embed=embed, file=picture())
        got["message_id"] = made.message_id

    await bot.tree.sync()
    bruno = UserClient(sandbox, "Bruno")
    outcome = await ana.command("mesa", "mesa-verde", con=bruno.id, plazas=5)
    await eventually(lambda: "message_id" in got)
    assert (outcome.state, outcome.message) == ("done", str(got["message_id"]))
    assert (got["con"].display_name, got["plazas"], got["me"].display_name) == ("Bruno", 5, "Ana")
    assert got["locale"] is discord.Locale.spain_spanish
    assert got["perms"].attach_files
    message = await ana.last("mesa-verde")
    image = message["embeds"][0]["image"]
    assert (image["width"], image["height"]) == (40, 30)
    assert message["attachments"] == [], "a file that an embed shows is no attachment beside it"
    assert message["via"] == {"user": ana.id, "kind": 2, "name": "/mesa"}
    async with aiohttp.ClientSession() as session, session.get(image["url"]) as file:
        assert file.headers["Content-Type"] == "image/png"
        assert (await file.read())[:4] == b"\x89PNG"


async def test_a_persons_client_refuses_bad_options(bot: Bot, ana: UserClient):
    @bot.tree.command(name="pujar", description="Puja")
    async def bid(interaction: discord.Interaction, oro: app_commands.Range[int, 0, 14]):
        await interaction.response.send_message("ok")

    await bot.tree.sync()
    wrong: dict[str, dict[str, Any]] = {
        "missing": {},
        "at most 14": {"oro": 15},
        "wrong kind": {"oro": "x"},
        "no option": {"oro": 1, "b": 2},
    }
    for words, options in wrong.items():
        with pytest.raises(PersonError, match=words):
            await ana.command("pujar", "charla", **options)


async def test_autocomplete_completes_and_refuses_silence(
    bot: Bot, sandbox: Sandbox, ana: UserClient
):
    group = app_commands.Group(name="mesa", description="Mesas")

    @group.command(name="entrar", description="Siéntate")
    async def join(interaction: discord.Interaction, cual: str):
        await interaction.response.send_message(cual, ephemeral=True)

    @join.autocomplete("cual")
    async def suggest(interaction: discord.Interaction, current: str):
        if current == "nada":
            await asyncio.sleep(5)
        return [app_commands.Choice(name=f"Mesa {current}{n}", value=f"v{n}") for n in range(2)]

    bot.tree.add_command(group)
    await bot.tree.sync()
    choices = await ana.autocomplete("mesa entrar", "charla", "cual", "4K")
    assert [c["name"] for c in choices] == ["Mesa 4K0", "Mesa 4K1"]
    sandbox.interactions.ack_seconds = 0.1
    with pytest.raises(PersonError, match="Loading options failed"):
        await ana.autocomplete("mesa entrar", "charla", "cual", "nada")
    outcome = await ana.command("mesa entrar", "charla", cual="v1")
    assert outcome.state == "done"


class Panel(discord.ui.View):
    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.presses = 0

    @discord.ui.button(
        label="Jugar", custom_id="play", emoji="▶️", style=discord.ButtonStyle.primary
    )
    async def play(self, interaction: discord.Interaction, button: discord.ui.Button):
        self.presses += 1
        await interaction.response.edit_message(
            content=f"pulsado {self.presses}", attachments=[picture("blue")]
        )

    @discord.ui.button(label="Mi mano", custom_id="hand")
    async def hand(self, interaction: discord.Interaction, button: discord.ui.Button):
        await interaction.response.send_message("tus cartas", ephemeral=True, view=Panel())

    @discord.ui.button(label="Luego", custom_id="later")
    async def later(self, interaction: discord.Interaction, button: discord.ui.Button):
        await interaction.response.defer(thinking=True, ephemeral=True)
        await interaction.followup.send("ya está")
        await interaction.followup.send("y otra", ephemeral=True)

    @discord.ui.select(
        custom_id="pick",
        min_values=1,
        max_values=2,
        options=[discord.SelectOption(label=c) for c in "ABC"],
    )
    async def pick(self, interaction: discord.Interaction, select: discord.ui.Select):
        await interaction.response.defer()
        await interaction.edit_original_response(content="elegido " + "".join(select.values))

    @discord.ui.select(cls=discord.ui.UserSelect, custom_id="who", min_values=0, max_values=1)
    async def who(self, interaction: discord.Interaction, select: discord.ui.UserSelect):
        await interaction.response.edit_message(
            content="con " + ",".join(u.display_name for u in select.values)
        )


async def test_buttons_edit_answer_and_defer(bot: Bot, ana: UserClient, bruno: UserClient):
    message = await bot.place("mesa-verde").send("panel", view=Panel(), file=picture())
    seen = await ana.last("mesa-verde")
    assert seen["attachments"][0]["description"] == "El tablero"
    assert ana.buttons(seen) == {"Jugar": "play", "Mi mano": "hand", "Luego": "later"}
    assert (await ana.press(seen, "Jugar")).state == "done"
    edited = await ana.last("mesa-verde")
    assert (edited["content"], edited["id"], len(edited["attachments"])) == (
        "pulsado 1",
        str(message.id),
        1,
    )
    assert edited["edited_timestamp"] is not None
    private = await ana.press(seen, "hand")
    assert private.message is not None
    assert [m["content"] for m in await ana.messages("mesa-verde")][-1] == "tus cartas"
    assert [m["content"] for m in await bruno.messages("mesa-verde")][-1] == "pulsado 1"
    assert (await ana.press(private.message, "Jugar")).state == "done", (
        "an ephemeral message's own button"
    )
    assert (await ana.last("mesa-verde"))["content"] == "pulsado 1"
    with pytest.raises(PersonError, match="no longer exists"):
        await bruno.press(private.message, "play")
    late = await ana.press(seen, "Luego")
    assert late.state == "done"
    await ana.wait_message("mesa-verde", lambda m: m["content"] == "y otra")
    assert [m["content"] for m in await ana.messages("mesa-verde")][-2:] == ["ya está", "y otra"]
    assert all(m["ephemeral_for"] == ana.id for m in (await ana.messages("mesa-verde"))[-2:])


async def test_menus_give_values_and_resolved_users(bot: Bot, ana: UserClient, bruno: UserClient):
    await bot.place("mesa-verde").send("panel", view=Panel())
    message = await ana.last("mesa-verde")
    await ana.select(message, "pick", "A", "C")
    await ana.wait_message("mesa-verde", lambda m: m["content"] == "elegido AC")
    await ana.select(message, "who", bruno.id)
    assert (await ana.last("mesa-verde"))["content"] == "con Bruno"
    for values, words in ((["A", "B", "C"], "1 to 2"), ([], "1 to 2"), (["Z"], "no such option")):
        with pytest.raises(PersonError, match=words):
            await ana.select(message, "pick", *values)


class Form(discord.ui.Modal, title="Reparto"):
    text: discord.ui.Label[Any] = discord.ui.Label(
        text="Nombre", component=discord.ui.TextInput(custom_id="name", min_length=3, max_length=10)
    )
    menu: discord.ui.Label[Any] = discord.ui.Label(
        text="Cuánto",
        component=discord.ui.Select(
            custom_id="many", options=[discord.SelectOption(label=n) for n in "123"]
        ),
    )
    words: discord.ui.TextDisplay[Any] = discord.ui.TextDisplay("Reparte tus bienes")

    async def on_submit(self, interaction: discord.Interaction) -> None:
        assert isinstance(self.text.component, discord.ui.TextInput)
        assert isinstance(self.menu.component, discord.ui.Select)
        await interaction.response.edit_message(
            content=f"{self.text.component.value}: {self.menu.component.values[0]}"
        )


async def test_modals_open_check_and_submit(bot: Bot, ana: UserClient, bruno: UserClient):
    class Opener(discord.ui.View):
        @discord.ui.button(label="Abrir", custom_id="open")
        async def open(self, interaction: discord.Interaction, button: discord.ui.Button):
            await interaction.response.send_modal(Form(custom_id="form"))

    await bot.place("charla").send("x", view=Opener())
    opened = await ana.press(await ana.last("charla"), "Abrir")
    assert opened.modal is not None
    assert opened.modal["title"] == "Reparto"
    with pytest.raises(PersonError, match="Nombre: 3 to 10 characters"):
        await ana.submit_modal(opened, name="yo", many=["2"])
    with pytest.raises(PersonError, match="Cuánto"):
        await ana.submit_modal(opened, name="madera", many=["9"])
    with pytest.raises(PersonError, match="no longer open"):
        await bruno.submit_modal(opened, name="madera", many=["2"])
    assert (await ana.submit_modal(opened, name="madera", many=["2"])).state == "done"
    assert (await ana.last("charla"))["content"] == "madera: 2"
    with pytest.raises(PersonError, match="no longer open"):
        await ana.submit_modal(opened, name="madera", many=["2"])


async def test_dms_and_closed_dms(bot: Bot, ana: UserClient):
    user = await bot.fetch_user(int(ana.id))
    sent = await user.send("tu mano", view=Panel())
    assert (await ana.last("dm"))["content"] == "tu mano"
    assert ana.unread("dm") == {"count": 1, "mentions": 1, "since": str(sent.id)}
    assert (await ana.press(await ana.last("dm"), "Jugar")).state == "done"
    await ana.set(dms_open=False)
    with pytest.raises(discord.Forbidden) as refusal:
        await user.send("otra")
    assert refusal.value.code == 50007
    await sent.edit(content="editar sí se puede")
    assert (await ana.last("dm"))["content"] == "editar sí se puede"


async def test_edit_and_delete_by_id_and_unknown_messages(bot: Bot, ana: UserClient):
    channel = bot.place("charla")
    sent = await channel.send("uno", file=picture())
    await channel.get_partial_message(sent.id).edit(
        content=None,
        embed=discord.Embed(title="T").set_image(url="attachment://board.png"),
        attachments=[picture("green")],
    )
    message = await ana.last("charla")
    assert (message["content"], len(message["embeds"]), message["attachments"]) == ("", 1, [])
    again = await channel.fetch_message(sent.id)
    await again.edit(embed=again.embeds[0].set_footer(text="igual"))
    assert (await ana.last("charla"))["embeds"][0]["image"]["url"] == message["embeds"][0]["image"][
        "url"
    ]
    await sent.delete()
    for act in (sent.delete(), channel.fetch_message(sent.id), sent.edit(content="x")):
        with pytest.raises(discord.NotFound) as refusal:
            await act
        assert refusal.value.code == 10008


async def test_mentions_ping_only_those_allowed(bot: Bot, ana: UserClient, bruno: UserClient):
    channel, both = bot.place("charla"), f"<@{ana.id}> y <@{bruno.id}>"
    await channel.send(
        both, allowed_mentions=discord.AllowedMentions(users=[discord.Object(int(ana.id))])
    )
    assert (ana.unread("charla")["mentions"], bruno.unread("charla")["mentions"]) == (1, 0)
    silent = await channel.send(both, allowed_mentions=discord.AllowedMentions.none())
    assert silent.mentions == []
    await channel.send(both)
    await channel.send("@everyone", allowed_mentions=discord.AllowedMentions.all())
    assert (ana.unread("charla")["mentions"], bruno.unread("charla")["mentions"]) == (2, 1), (
        "the bot may not ping everyone"
    )
    await ana.read("charla")
    assert ana.unread("charla")["count"] == 0
    assert bruno.unread("charla")["count"] == 4


async def test_threads_start_archive_and_wake(bot: Bot, sandbox: Sandbox, ana: UserClient):
    channel = bot.place("mesa-larga")
    starter = await channel.send("Mesa 4K2")
    thread = await starter.create_thread(name="Mesa «4K2»", auto_archive_duration=60)
    assert thread.id == starter.id
    inside = await thread.send("aquí se juega")
    assert (await ana.last(str(thread.id)))["content"] == "aquí se juega"
    with pytest.raises(discord.HTTPException) as refusal:
        await starter.create_thread(name="otra vez")
    assert refusal.value.code == 160004
    loose = await channel.create_thread(name="suelto", type=discord.ChannelType.public_thread)
    assert [t.id for t in await channel.guild.active_threads()] == [thread.id, loose.id]
    with pytest.raises(discord.Forbidden):
        await channel.create_thread(
            name="privado"
        )  # Discord's default is a private thread: another permission
    sandbox.advance(3700)
    with pytest.raises(discord.HTTPException) as refusal:
        await inside.edit(content="tarde")
    assert refusal.value.code == 50083
    assert [t.id async for t in channel.archived_threads()] == [thread.id]
    await ana.send(str(thread.id), "despierta")
    await inside.edit(content="a tiempo")
    await thread.edit(archived=True, name="Mesa cerrada")

    def archived() -> bool:
        found = bot.get_channel(thread.id)
        return found is None or (isinstance(found, discord.Thread) and found.archived)

    await eventually(archived)


async def test_v2_layouts_show_their_files_in_place(bot: Bot, ana: UserClient):
    class Layout(discord.ui.LayoutView):
        gallery: discord.ui.MediaGallery[Any] = discord.ui.MediaGallery(
            discord.MediaGalleryItem("attachment://board.png", description="El tablero")
        )
        side: discord.ui.Section[Any] = discord.ui.Section(
            "texto", accessory=discord.ui.Thumbnail("attachment://board.png")
        )
        log: discord.ui.File[Any] = discord.ui.File("attachment://log.txt")

    sent = await bot.place("charla").send(
        view=Layout(), files=[picture(), discord.File(io.BytesIO(b"x"), "log.txt")]
    )
    message = await ana.last("charla")
    assert message["attachments"] == []
    assert message["components"][0]["items"][0]["media"]["width"] == 40
    assert message["components"][1]["accessory"]["media"]["url"].endswith("/board.png")
    assert (message["components"][2]["name"], message["components"][2]["size"]) == ("log.txt", 1)
    with pytest.raises(discord.HTTPException) as refusal:
        await sent.edit(attachments=[])
    assert refusal.value.code == 50035, "the layout still shows them"


async def test_v2_layouts_pass(bot: Bot, ana: UserClient):
    class Layout(discord.ui.LayoutView):
        box: discord.ui.Container[Any] = discord.ui.Container(
            discord.ui.TextDisplay("# Hola"), discord.ui.Separator(), accent_color=0x123456
        )
        row: discord.ui.ActionRow[Any] = discord.ui.ActionRow()

        @row.button(label="Va", custom_id="va")
        async def go(self, interaction: discord.Interaction, button: discord.ui.Button):
            await interaction.response.edit_message(view=Layout())

    sent = await bot.place("charla").send(view=Layout())
    assert sent.flags.components_v2
    assert (await ana.press(await ana.last("charla"), "Va")).state == "done"


async def test_forms_from_commands_and_in_private_answer_with_messages_of_their_own(
    bot: Bot, ana: UserClient
):
    class Note(discord.ui.Modal, title="Nota"):
        text: discord.ui.TextInput[Any] = discord.ui.TextInput(
            label="Texto", custom_id="text"
        )  # the old way, in an action row

        async def on_submit(self, interaction: discord.Interaction) -> None:
            await interaction.response.send_message(
                self.text.value, ephemeral=interaction.guild is not None
            )

    @bot.tree.command(name="nota", description="Escribe una nota")
    async def note(interaction: discord.Interaction):
        await interaction.response.send_modal(Note())

    class Opener(discord.ui.View):
        @discord.ui.button(label="Nota", custom_id="note")
        async def open(self, interaction: discord.Interaction, button: discord.ui.Button):
            await interaction.response.send_modal(Note())

    await bot.tree.sync()
    for place in ("charla", "dm"):
        opened = await ana.command("nota", place)
        assert (await ana.submit_modal(opened, text="por orden")).state == "done"
        assert (await ana.last(place))["content"] == "por orden"
        await bot.get_partial_messageable(int(ana.channel(place))).send("x", view=Opener())
        opened = await ana.press(await ana.last(place), "Nota")
        assert (await ana.submit_modal(opened, text="por botón")).state == "done"
        message = await ana.last(place)
        assert (message["content"], message["via"]["kind"]) == ("por botón", 5)
        assert message["interaction_metadata"]["triggering_interaction_metadata"]["type"] == 3
