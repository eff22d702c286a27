"""A beta language can be chosen wherever a language can, and is named as such."""

from __future__ import annotations

import discord
import pytest

from app.model.match import User
from games.core.text.languages import DECLARED, LANGUAGES
from tests.ui.handler_harness import HandlerHarness, text
from tests.ui.panels import match_of, menus
from ui.custom_ids import NO_MATCH
from ui.i18n import Translator, catalogue
from ui.interactions.command_sync import CommandTranslator, command_text
from ui.views.lobby.lobby_message import settings_line
from ui.views.pages.settings import changed_preferences, settings_message

BETA, GUILD = "pt-BR", 1
LABEL = "Português (Brasil) · beta"


def test_it_is_in_the_menu_of_languages() -> None:
    by = User(1, "Ana", BETA)
    menu = menus(settings_message(by))[0]
    (chosen,) = [one for one in menu.choices if one.chosen]
    assert (chosen.value, chosen.label.partition(": ")[2]) == (BETA, LABEL)
    assert [one.value for one in menu.choices] == [*LANGUAGES]
    assert changed_preferences(by, "lang", (BETA,)) == {"lang": BETA}


async def test_a_server_can_choose_it(handlers: HandlerHarness) -> None:
    by = User(1, "Ana", "es")
    await handlers.tap(NO_MATCH, "default", by, "lang", BETA, managed_guild=GUILD)
    assert (await handlers.harness.app.guild_settings.get(GUILD)).lang == BETA
    log = await handlers.tap(NO_MATCH, "done", by, managed_guild=GUILD)
    assert LABEL in text(log)


@pytest.mark.parametrize(("locale", "lang"), [("pt-BR", BETA), ("es-419", "es"), ("fr", "en")])
async def test_it_follows_discord_as_the_others_do(
    handlers: HandlerHarness, locale: str, lang: str
) -> None:
    assert (await handlers.harness.app.users.get(77, "Rui", locale)).lang == lang


def test_a_table_in_it_is_shown_in_every_language() -> None:
    match = match_of(3, status="lobby")
    match.lang = BETA
    for lang in LANGUAGES:
        assert LABEL in settings_line(match, Translator.of(match, lang))


async def test_commands_are_translated_where_there_is_a_translation() -> None:
    context = None
    for locale in (discord.Locale.brazil_portuguese, discord.Locale.latin_american_spanish):
        said = await CommandTranslator().translate(command_text("me.name"), locale, context)  # type: ignore[arg-type]
        (lang,) = [code for code, one in DECLARED.items() if locale.value in one.locales]
        assert said == catalogue(lang).own.get("ui.cmd.me.name")
