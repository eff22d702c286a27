"""The first minute on the page: texts in the browser's language, tables in the guild's."""

from __future__ import annotations

import re
from typing import Any

import aiohttp
import discord
import pytest
from playwright.async_api import Browser, Page

from app.model.match import UserError
from games.hosted import GAMES
from sandbox import Sandbox
from sandbox.services.seed import GUILD_TEXTS
from tests.e2e.conftest import BotHarness, Player, labels, words
from tests.e2e.process import PATIENCE
from ui.interactions.table_lookup import resolve_game

SIZES = {"wide": (1440, 1000), "narrow": (390, 844)}
MINUTE = {
    "en-US": ("/table new", "House of games", "green-table", "+ Bot", "Start", "It's", "Play", "standard options", "Ana's table"),
    "es-ES": ("/mesa nueva", "Casa de juegos", "mesa-verde", "+ Bot", "Empezar", "Le toca a", "Jugar", "opciones habituales",
              "Mesa de Ana"),
}  # fmt: skip
SPANISH = ("Mesa", "Sentarme", "Jugar", "Crónica", "Ayuda", "Le toca", "opciones", "Turno")
ENGLISH = ("table", "Join", "Play", "Log", "Help", "turn", "options")


async def opened(browser: Browser, harness: BotHarness, size: str, locale: str) -> Page:
    width, height = SIZES[size]
    page = await (
        await browser.new_context(viewport={"width": width, "height": height}, locale=locale)
    ).new_page()
    page.set_default_timeout(1000 * PATIENCE)
    await page.goto(harness.box.url)
    await page.locator("#app[data-ready=true]").wait_for()
    return page


@pytest.mark.e2e
@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("locale", MINUTE)
async def test_the_whole_first_minute_is_in_the_browsers_language(
    harness: BotHarness, browser: Browser, size: str, locale: str
):
    new, home, room, bot, start, turn, play, usual, called = MINUTE[locale]
    page = await opened(browser, harness, size, locale)
    await page.locator("#channels [data-channel]", has_text=room).first.evaluate(
        "one => one.click()"
    )
    assert home in await page.locator("body").inner_text() + await page.locator(
        "#channels"
    ).evaluate("e => e.textContent")
    await page.locator("#message").fill(new)
    await page.keyboard.press("Enter")
    await page.keyboard.press("Escape")
    await page.keyboard.press("Enter")
    await page.locator('#log button[role="combobox"]').last.click()
    await page.locator("#menu [role=option]").first.click()
    lobby = page.locator('#log li[data-kind="plain"] article').last
    await lobby.wait_for()
    assert usual in await lobby.inner_text()
    assert called in await lobby.inner_text()
    for label in (bot, start):
        await page.locator(
            "#log li button", has_text=re.compile(rf"^\s*{re.escape(label)}")
        ).last.click()
        await harness.quiet()
    await page.locator("#log h4", has_text=turn).last.wait_for()
    await page.locator('#log button[data-custom-id$=":play"]').last.click()
    await page.locator('#log li[data-kind="ephemeral"] article').last.wait_for()
    await harness.quiet()
    text = await page.locator("#log").inner_text()
    assert play in text
    for foreign in SPANISH if locale == "en-US" else ENGLISH:
        assert not re.search(rf"\b{foreign}\b", text), f"«{foreign}» on a page in {locale}"
    (match,) = await harness.app.repo.matches.find()
    assert match.lang == locale[:2]
    person = await harness.app.repo.users.get(int(harness.person("Ana").person.id))
    assert person is not None
    assert person.lang == locale[:2]


async def welcome(harness: BotHarness, speaks: str) -> dict[str, Any]:
    """A page in this language opens: what it is greeted with."""
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(f"{harness.box.url}/page/socket?speaks={speaks}") as line,
    ):
        hello: dict[str, Any] = await line.receive_json()
    return hello


async def test_a_house_takes_the_language_of_the_first_page_and_keeps_it_once_somebody_spoke(
    harness: BotHarness, ana: Player
):
    await welcome(harness, "en-GB")
    guild = harness.bot.guilds[0]
    assert (guild.name, guild.preferred_locale) == (
        GUILD_TEXTS["en"][0],
        discord.Locale.british_english,
    )
    assert {c.name for c in guild.text_channels} == {"welcome", "chat", "green-table", "long-table"}
    assert guild.text_channels[0].topic == "Come in and sit wherever you like."
    await welcome(harness, "xx")
    assert harness.bot.guilds[0].name == GUILD_TEXTS["en"][0]
    await welcome(harness, "es-ES")
    assert harness.bot.guilds[0].name == GUILD_TEXTS["es"][0]
    await ana.person.send("mesa-verde", "Hola")
    assert (await welcome(harness, "en-US"))["guilds"][0]["name"] == GUILD_TEXTS["es"][0]


async def act(
    harness: BotHarness, who: Player, room: str, speaks: str, name: str, **options: object
) -> None:
    """What the page sends for a command that is typed in its language."""
    command, tree = who.person._tree(name, options)
    asked = {
        "channel": who.person.channel(room),
        "command": command["id"],
        "options": tree,
        "speaks": speaks,
    }
    await who.person._outcome("command", asked, True)
    await harness.quiet()


@pytest.mark.parametrize(
    ("server", "opener", "table"),
    [
        ("es-ES", "en-US", "en"),
        ("en-GB", "es-ES", "es"),
        ("en-US", "es-ES", "es"),
        ("es-419", "en-US", "en"),
        ("fr", "es-ES", "es"),
    ],
)
async def test_a_table_starts_in_its_openers_language(
    harness: BotHarness, ana: Player, server: str, opener: str, table: str
):
    for guild in harness.box.world.guilds.values():
        harness.box.world.save_guild(guild | {"locale": server})
    await act(harness, ana, "mesa-verde", opener, "table new", seats=3)
    (match,) = await harness.app.repo.matches.find()
    assert match.lang == table
    assert ("Sentarme" if table == "es" else "Join") in labels(await ana.table())
    told = words(await ana.panel())
    assert ("is open. Once" if opener.startswith("en") else "Mesa abierta") in told, (
        "whoever opened it is told in their own"
    )
    assert ("/table new" if opener.startswith("en") else "/mesa nueva") in told, (
        "and how another game is chosen: none was named"
    )


@pytest.mark.parametrize(
    ("speaks", "asked"), [("es-ES", "¿A qué jugamos?"), ("en-GB", "What do you want to play?")]
)
async def test_where_nothing_is_said_of_a_table_the_game_is_asked(
    harness: BotHarness, ana: Player, speaks: str, asked: str
):
    await act(harness, ana, "mesa-verde", speaks, "table new")
    choice = await ana.panel()
    assert asked in words(choice)
    assert await harness.app.repo.matches.find() == [], "nothing is opened yet"
    menu = choice["components"][0]["components"][0]
    assert [one["value"] for one in menu["options"]] == list(harness.app.games)
    await ana.person.select(choice, menu["custom_id"], "tadmor")
    await harness.quiet()
    (match,) = await harness.app.repo.matches.find()
    lang = "en" if speaks == "en-GB" else "es"
    assert (match.game, match.lang, match.organizer) == ("tadmor", lang, int(ana.person.id))


async def test_what_the_opener_and_the_managers_chose_comes_before_the_openers_app(
    harness: BotHarness, ana: Player
):
    await act(harness, ana, "mesa-verde", "es-ES", "me language", language="en")
    await act(harness, ana, "mesa-verde", "es-ES", "table new", game="era_medieval_age")
    guild = (await harness.app.repo.matches.find())[0].places.guild
    organizer = (await harness.app.repo.matches.find())[0].organizer
    by = await harness.app.repo.users.get(organizer)
    assert by is not None
    await harness.app.guild_settings.choose(guild, by, "lang", "pt-BR")
    await act(harness, ana, "mesa-verde", "es-ES", "table new", game="era_medieval_age")
    assert {match.lang for match in await harness.app.repo.matches.find()} == {"en", "pt-BR"}


async def language(harness: BotHarness, player: Player) -> str:
    """Return the stored language of a user."""
    user = await harness.app.repo.users.get(int(player.person.id))
    assert user is not None
    return user.lang


async def test_people_speak_as_their_discord_does_until_they_choose(
    harness: BotHarness, ana: Player
):
    async def lang() -> str:
        return await language(harness, ana)

    await act(harness, ana, "mesa-verde", "en-US", "turns")
    assert await lang() == "en"
    await act(harness, ana, "mesa-verde", "es-ES", "turns")
    assert await lang() == "es"
    await act(harness, ana, "mesa-verde", "es-ES", "me language", language="en")
    await act(harness, ana, "mesa-verde", "es-ES", "turns")
    assert await lang() == "en"


async def test_a_language_that_was_chosen_on_the_page_stays(harness: BotHarness, carla: Player):
    await harness.box.page.perform("user.set", {"user": carla.person.id, "locale": "en-GB"})
    await act(harness, carla, "mesa-verde", "es-ES", "turns")
    assert await language(harness, carla) == "en"
    await harness.box.page.perform("user.set", {"user": carla.person.id, "locale": ""})
    await act(harness, carla, "mesa-verde", "es-ES", "turns")
    assert await language(harness, carla) == "es"


async def test_people_of_an_older_file_keep_the_language_they_were_given(tmp_path):
    box = await Sandbox.start(tmp_path / "s.db")
    box.world.add_user("Eva", "en-US")
    for user in box.world.people():
        del user["chosen"]
        box.store.put("user", user["id"], user)
    await box.close()
    again = await Sandbox.start(tmp_path / "s.db")
    chosen = {user["global_name"]: user["chosen"] for user in again.world.people()}
    await again.close()
    assert chosen == {"Ana": False, "Bruno": False, "Carla": False, "Diego": False, "Eva": True}


@pytest.mark.parametrize(
    ("said", "game"),
    [
        ("mapa", "el_mapa"),
        ("the map", "el_mapa"),
        ("El Mapa", "el_mapa"),
        ("eight", "eight_minute_empire"),
        ("ocho", "eight_minute_empire"),
        ("colonos", "imperial_settlers"),
        ("Settlers", "imperial_settlers"),
        ("edad media", "era_medieval_age"),
        ("tadmor", "tadmor"),
        ("imperial_settlers", "imperial_settlers"),
        ("Palmýra", "tadmor"),
    ],
)
def test_a_game_is_named_in_either_language(said: str, game: str):
    for lang in ("es", "en"):
        assert resolve_game([one.id for one in GAMES], said, lang) == game


@pytest.mark.parametrize(
    ("said", "key"),
    [
        ("imper", "ui.which.games"),
        ("imperio", "ui.which.games"),
        ("parchís", "ui.no_game"),
        (" ", "ui.no_game"),
    ],
)
def test_a_name_of_none_or_of_several_games_is_refused_by_name(said: str, key: str):
    with pytest.raises(UserError) as refused:
        resolve_game([one.id for one in GAMES], said, "es")
    assert refused.value.what.key == key


async def test_a_game_that_is_typed_and_not_picked_from_the_list_is_taken(
    harness: BotHarness, carla: Player
):
    assert [
        c["value"]
        for c in await carla.person.autocomplete("table new", "mesa-verde", "game", "mapa")
    ] == ["el_mapa"]
    await carla.person.command("table new", "mesa-verde", game="mapa", seats=2)
    await harness.quiet()
    assert [match.game for match in await harness.app.repo.matches.find()] == ["el_mapa"]
