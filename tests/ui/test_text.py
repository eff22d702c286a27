"""Catalogues: same keys and placeholders in both languages; commands within the limits."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import discord
import pytest
from discord.ext import commands
from msgspec import structs

from app.app import catalogue as harness
from cogs.admin import SetupCog
from cogs.help import HelpCog
from cogs.play import PlayCog
from cogs.profile import MeCog, TurnsCog
from cogs.table import TableCog
from games.core.text.languages import DECLARED, FALLBACK, LANGUAGES
from games.core.text.messages import listed, literal, msg
from tests.ui.panels import match_of
from ui.errors import TABLE_PERMISSIONS
from ui.i18n import Translator, catalogue, escape_markup, timestamp
from ui.interactions import command_sync
from ui.views.lobby.lobby_message import seats_line

ROOT = Path(__file__).parents[2]
FILES = [
    *(path for room in ("cogs", "ui", "app") for path in (ROOT / room).rglob("*.py")),
    ROOT / "bot.py",
]
SOURCE = "\n".join(path.read_text("utf-8") for path in FILES)
GENDERED = re.compile(
    r"/a\b|\(a\)|@(?!e)|\b(invitad[oa]|eliminad[oa]|jugadores|todos|bienvenid[oa])\b"
)
ES, EN = catalogue("es"), catalogue("en")
OURS = sorted(key for key in ES.words if key.startswith("ui."))
# keys that are put together: their parts stand in the code as f-strings
MADE = [
    r"ui\.span\.(days|hours|minutes)",
    r"ui\.language\.\w+",
    r"ui\.board\.(play|hand|undo|log|help)",
    r"ui\.help\.(first|turn|wrong)\.(ask|answer)",
    r"ui\.perm\..*",
    r"ui\.time\.(consent|asleep)",
    r"ui\.options\.absent\..*",
    r"ui\.me\.(switch|of)\..*",
    r"ui\.homeless\.(play|board)",
    r"ui\.start\.closed_\d+",
    r"ui\.cmd\.opt\.(confirm|palette|pings|strength)\..*",
    r"ui\.me\.arms\.(charge|tincture)\..*",
    r"ui\.me\.arms\.(charge|tincture)_menu",
    r"ui\.strength\.((plays|about)\.)?(beginner|easy|medium|firm|fierce)",
    r"ui\.weight\.(light|medium|heavy)",
    r"ui\.first\.(played|won|shared|alone)",
    r"ui\.done\.[a-z]+(_[a-z]+)*",
    r"ui\.seat\.(kicked|voted|absent|given|opens)",
    r"ui\.defaults\.(channels|roles)_none",
    r"ui\.defaults\.posts_(on|off)",
    r"ui\.defaults\.discord",
]


def test_both_languages_have_the_same_keys_and_placeholders():
    assert EN.placeholders == ES.placeholders
    for lang in ("es", "en"):
        assert (ROOT / "ui/text" / f"{lang}.toml").is_file()


def test_no_key_is_unused(subtests: pytest.Subtests):
    for key in OURS:
        with subtests.test(key=key):
            if any(re.fullmatch(made, key) for made in MADE):
                continue
            said = key.removeprefix("ui.cmd.")
            assert f'"{key}"' in SOURCE or f'command_text("{said}")' in SOURCE, key


def test_no_words_of_time_stand_before_a_relative_moment():
    """Discord writes `<t:…:R>` as "47 seconds ago" or "in 2 days": "since 47 seconds ago" is no English."""
    before = re.compile(
        r"\b(since|for|in|until|within|desde|hace|en|dentro de|hasta) \{(t|left)\}", re.IGNORECASE
    )
    absolute = {  # dates, by another style
        "ui.time.until",
        "ui.me.vacation",
        "ui.time.open_until",
        "ui.time.proposed",
        "ui.time.vote_call",
        "ui.time.voted",
    }
    found = {
        key
        for words in (ES, EN)
        for key in OURS
        for leaf in [words.words[key]]
        for said in (leaf.values() if isinstance(leaf, dict) else (leaf,))
        if before.search(str(said))
    }
    assert found == absolute


def test_no_key_is_missing():
    used = set(re.findall(r'"(ui\.[a-z_.]+[a-z])"', SOURCE))
    commands_ = set(re.findall(r'command_text\(\s*"([^"]+)"', SOURCE))
    assert "hand.name" in commands_
    used |= {f"ui.cmd.{key}" for key in commands_}
    assert {key for key in used if not ES.has(key)} == set()


def test_words_of_the_house(subtests: pytest.Subtests):
    """No exclamations; no gendered spellings in Spanish (UX d)."""
    for lang in LANGUAGES:
        path = ROOT / f"ui/text/{lang}.toml"
        with subtests.test(lang=lang):
            text = path.read_text("utf-8") if path.is_file() else ""
            said = [str(value) for value in _leaves(tomllib.loads(text))]
            assert not [one for one in said if "!" in one or "¡" in one]
            if lang == "es":
                assert not [one for one in said if GENDERED.search(one)]


def _leaves(table):
    for value in table.values():
        yield from _leaves(value) if isinstance(value, dict) else [value]


def test_permissions_are_named_in_both_languages():
    for name in (*TABLE_PERMISSIONS, "send_messages_in_threads"):
        assert hasattr(discord.Permissions, name)
        assert ES.has(f"ui.perm.{name}")


# Discord's locales into which commands may be translated
LOCALES = {name for one in DECLARED.values() for name in one.locales if one.code != FALLBACK}


async def full_tree():
    bot = commands.Bot(command_prefix=commands.when_mentioned, intents=discord.Intents(guilds=True))
    for cog in (TableCog, PlayCog, TurnsCog, HelpCog, MeCog, SetupCog):
        await bot.add_cog(cog(None))
    await bot.tree.set_translator(command_sync.CommandTranslator())
    return await command_sync.payload(bot.tree)


def walk(commands_):
    for command in commands_:
        yield command
        yield from walk(command.get("options", []))


async def test_commands_fit_discords_limits():
    made = await full_tree()
    for one in walk(made):
        names = [one["name"], *one.get("name_localizations", {}).values()]
        abouts = [one["description"], *one.get("description_localizations", {}).values()]
        assert all(
            re.fullmatch(r"[-_\w]{1,32}", name) and name == name.lower() for name in names
        ), names
        assert all(1 <= len(about) <= 100 for about in abouts), abouts
        assert len(one.get("options", [])) <= 25
        assert len(one.get("choices", [])) <= 25
        assert sum(len(x["name"]) + len(x["description"]) for x in walk([one])) <= 8000


async def test_every_command_and_option_is_spanish_in_spain_and_latin_america():
    for one in walk(await full_tree()):
        for kind in ("name_localizations", "description_localizations"):
            assert {"es-ES", "es-419"} <= set(one[kind]) <= LOCALES, one["name"]


async def test_names_beside_each_other_differ_in_every_language():
    def check(level):
        for names in (
            [c["name"] for c in level],
            *(
                [c["name_localizations"].get(locale, c["name"]) for c in level]
                for locale in LOCALES
            ),
        ):
            assert len(set(names)) == len(names), names
        for one in level:
            check(one.get("options", []))

    check(await full_tree())


def test_lists_plurals_and_names():
    words = Translator("es", "eight_minute_empire", ("Bruno", "Inés"))
    assert words(
        "ui.waiting.some", n=2, m=3, seats=listed([msg("@seat", seat=0), msg("@seat", seat=1)])
    ) == ("Faltan 2 de 3: ● Bruno e ■ Inés.")
    assert words.game_name() == "Ocho minutos para un imperio"
    assert Translator("fr").lang == "es", "who speaks neither hears Spanish"
    assert words.span(7300) == "2 h"
    assert timestamp(12.7, "f") == "<t:12:f>"
    assert (
        words("ui.no_game", game=literal("x")) == "No conozco el juego «x». Elige uno de la lista."
    )


def test_no_name_is_said_again_in_brackets(subtests: pytest.Subtests):
    """`Bot 1` says by itself that it is one."""
    for lang in ["es", "en"]:
        with subtests.test(lang=lang):
            bot = harness(lang).say(msg("host.computer", n=1))
            match = match_of(3, status="lobby")
            seats = [
                *match.seats[:2],
                structs.replace(match.seats[2], user=None, computer="easy", name=bot),
            ]
            said = seats_line(structs.replace(match, seats=seats), Translator.of(match, lang))
            assert bot in said
            assert not re.search(r"\b(\w+)\b[^()●■▲]*\(\1\b", said, re.IGNORECASE), said
            assert said.count("(") == 2, "who hosts, and how a bot plays"


def test_what_people_write_is_no_markup():
    assert escape_markup("**a** <@1> [x](y)") == r"\*\*a\*\* \<\@1\> \[x\]\(y\)"


def test_how_long_ago_ones_turn_was_is_told_where_it_is_long() -> None:
    for words, said in (
        (Translator("es"), "Desde tu último turno"),
        (Translator("en"), "Since your last turn"),
    ):
        told = [
            words("ui.since.title", t=words.elapsed_suffix(seconds)) for seconds in (59.0, 18000.0)
        ]
        assert told == [f"{said}:", f"{said} (5 h):"]
