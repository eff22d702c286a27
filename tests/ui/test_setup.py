"""The pages of `/setup`: defaults of new tables and the audit log."""

from __future__ import annotations

import re
from typing import Any

import pytest

from app.model.match import User, UserError
from app.people.guild_settings import GuildSettings
from app.ports.audit_log import AuditLogEntry, AuditLogEntryView
from tests.ui.handler_harness import ANA, BRUNO, HandlerHarness, controls, labels, text
from tests.ui.panels import faults, menus
from ui.components import Select
from ui.custom_ids import NO_MATCH, TableAction, TableId, encode
from ui.i18n import Translator, catalogue
from ui.views.lobby.permissions_check import Channel, setup_message
from ui.views.pages.audit_log import PER_PAGE, audit_log_message, sentence

GUILD = 1
VERBS = [
    ("defaults", ""),
    ("default", "lang"),
    ("default", "roles.none"),
    ("done", ""),
    ("done", "2"),
    ("ratings", "on"),
]
# every act that is noted, with what it is noted with
ACTS: dict[str, dict[str, Any]] = {
    "opened": {},
    "closed": {},
    "started": {"n": 3},
    "kicked": {},
    "computer": {},
    "no_computer": {},
    "moving": {},
    "still": {},
    "option": {"option": "goods", "value": True},
    "preset": {"preset": "standard"},
    "pace": {"pace": "week"},
    "size": {"n": 4},
    "moved": {"channel": 77},
    "rewound": {"n": 5},
    "resumed": {},
    "voted_kick": {},
    "voted_end": {},
    "voted_pause": {},
    "voted_pace": {"pace": "week"},
    "voted_rewind": {"n": 5},
    "lang": {"value": "es"},
    "chose_lang": {"value": "es"},
    "chose_channels": {"value": [1, 2]},
    "chose_roles": {"value": [3]},
    "chose_pace": {"value": "bank"},
    "chose_rated": {"value": True},
    "chose_posts": {"value": False},
    "posted": {},
}


@pytest.mark.parametrize(("verb", "arg"), VERBS)
async def test_only_who_manages_the_server_sees_or_changes_it(
    handlers: HandlerHarness, verb: str, arg: str
) -> None:
    with pytest.raises(UserError) as trouble:
        await handlers.tap(NO_MATCH, verb, BRUNO, arg, "es")
    assert trouble.value.what.key == "ui.setup.not_yours"
    assert await handlers.harness.app.guild_settings.get(GUILD) == GuildSettings()
    assert (
        await handlers.tap(NO_MATCH, verb, BRUNO, arg, "es", managed_guild=GUILD)
    ).message is not None


async def chosen(handlers: HandlerHarness, name: str, *values: str, by: User = BRUNO) -> str:
    return text(await handlers.tap(NO_MATCH, "default", by, name, *values, managed_guild=GUILD))


async def test_each_choice_is_a_menu_that_shows_what_is_chosen_and_a_tap_takes_it_back(
    handlers: HandlerHarness,
) -> None:
    page = (await handlers.tap(NO_MATCH, "defaults", BRUNO, managed_guild=GUILD)).message
    assert page is not None
    assert [one.kind for one in menus(page)] == ["lines", "channels", "roles", "lines"]
    assert labels(page) == ["Post pictures: on"]
    assert "<#" not in await chosen(handlers, "lang", "es")
    assert "tables can only be opened in <#5> <#6>" in await chosen(handlers, "channels", "6", "5")
    assert "**Who can open tables:** <@&40>" in await chosen(handlers, "roles", "40")
    assert "<#5> <#6>" in await chosen(handlers, "pace", "week")
    assert await handlers.harness.app.guild_settings.get(GUILD) == GuildSettings(
        "es", (5, 6), (40,), "week"
    )
    page = (await handlers.tap(NO_MATCH, "defaults", BRUNO, managed_guild=GUILD)).message
    assert page is not None
    assert [one.preselected for one in menus(page)][1:3] == [(5, 6), (40,)]
    shown = [one.label for menu in menus(page) for one in menu.choices if one.chosen]
    assert shown == ["Language: Spanish", "Clock: 7 days per decision"]
    freed = await handlers.press(page, "Any channel", BRUNO, managed_guild=GUILD)
    assert labels(freed.message) == ["Everyone", "Post pictures: on"]
    await chosen(handlers, "roles", str(GUILD))  # the role of everybody
    await chosen(handlers, "lang", "discord")
    assert await handlers.harness.app.guild_settings.get(GUILD) == GuildSettings(pace="week")


async def test_what_the_server_no_longer_has_is_in_no_menu_and_can_not_be_chosen(
    handlers: HandlerHarness,
) -> None:
    await chosen(handlers, "channels", "5", "6")
    handlers.rooms.gone = {6, 7}
    page = (await handlers.tap(NO_MATCH, "defaults", BRUNO, managed_guild=GUILD)).message
    assert page is not None
    assert menus(page)[1].preselected == (5,)
    await chosen(handlers, "channels", "7", "8", "nonsense")
    assert (await handlers.harness.app.guild_settings.get(GUILD)).channels == (8,)
    for name, value in (("pace", "never"), ("nonsense", "1")):
        with pytest.raises(UserError) as trouble:
            await chosen(handlers, name, value)
        assert trouble.value.what.key == "ui.stale_control"


async def test_setup_tells_what_is_chosen_and_leads_there() -> None:
    for lang in ("es", "en"):
        words = Translator(lang)
        usual = setup_message([Channel(1)], 1, words, operator=True)
        assert list(faults(usual)) == []
        ids = [one.id for one in controls(usual)]
        assert {
            encode(TableId(NO_MATCH, TableAction(verb)))
            for verb in ("defaults", "done", "condition")
        } <= set(ids)
        told = text(
            setup_message(
                [Channel(1)], 1, words, GuildSettings("es", (5,), (40,), "week", rated=True)
            )
        )
        assert "<#5>" in told
        assert "<@&40>" in told
        assert words("host.pace.week") in told
        assert words("ui.language.es") in told


@pytest.mark.parametrize("lang", ["es", "en"])
@pytest.mark.parametrize("what", ACTS)
def test_every_act_is_a_sentence(what: str, lang: str) -> None:
    variants = [ACTS[what], *([{"value": None}] if what.startswith("chose_") else [])]
    told = set()
    for args in variants:
        match = "" if what.startswith("chose") else "4K2"
        for game in ("", "eight_minute_empire"):
            one = AuditLogEntryView(
                AuditLogEntry(1, 0.0, 5, what, match, 6, args), "Ana*", "Carla_", game
            )
            said = sentence(one, Translator(lang))
            assert "ui.done" not in said
            assert "{" not in said
            assert match in said
            assert what.startswith("voted") or r"**Ana\***" in said
            told.add(said)
    assert len(told) == (2 if what.startswith("chose") else 2 * len(variants))
    keys = {
        key.removeprefix("ui.done.") for key in catalogue(lang).words if key.startswith("ui.done.")
    }
    assert keys - {"title", "empty", "kept", "table"} == {
        *ACTS,
        *(f"{one}_not" for one in ACTS if one.startswith("chose")),
    }


def test_who_is_nobody_any_more_is_somebody() -> None:
    said = sentence(
        AuditLogEntryView(AuditLogEntry(1, 0.0, None, "kicked", "4K2")), Translator("en")
    )
    assert said == "**Someone** removed Someone from 4K2."


async def test_it_is_read_page_by_page_the_newest_first_in_the_readers_language(
    handlers: HandlerHarness,
) -> None:
    await handlers.harness.app.users.get(ANA.id, ANA.name)
    empty = await handlers.tap(NO_MATCH, "done", BRUNO, managed_guild=GUILD)
    assert "Nothing yet" in text(empty)
    for n in range(PER_PAGE + 1):
        handlers.harness.clock.advance(60)
        await handlers.harness.app.lobby.create(
            ANA, "eight_minute_empire", guild=GUILD, channel=2, name=f"N{n}"
        )
    first = await handlers.tap(NO_MATCH, "done", BRUNO, managed_guild=GUILD)
    times = [int(one) for one in re.findall(r"<t:(\d+):R>", text(first))]
    assert len(times) == PER_PAGE
    assert times == sorted(times, reverse=True)
    assert "**Ana** opened table" in text(first)
    second = await handlers.press(first.message, "›", BRUNO, managed_guild=GUILD)
    assert second.edit
    assert text(second).count("opened table") == 1
    assert "abrió la mesa" in text(
        await handlers.tap(NO_MATCH, "done", ANA, "99", managed_guild=GUILD)
    ), "the last page there is"
    other = await handlers.tap(NO_MATCH, "done", BRUNO, managed_guild=9)
    assert "Nothing yet" in text(other), "another server's admins read nothing of it"


def test_the_longest_page_fits() -> None:
    long = [
        AuditLogEntryView(
            AuditLogEntry(1, 0.0, 5, "kicked", "4K2XYZ", 6), "*" * 32, "_" * 32, "imperial_settlers"
        )
    ] * PER_PAGE
    for lang in ("es", "en"):
        message = audit_log_message(long, 2, 3, Translator(lang))
        assert list(faults(message)) == []
        assert not text(message).split("\n")[2].endswith("…")
        assert not any(isinstance(one, Select) for one in controls(message))


async def test_a_game_from_the_choice_of_join_is_opened_by_who_may_alone(
    handlers: HandlerHarness,
) -> None:
    await chosen(handlers, "roles", "40")
    with pytest.raises(UserError) as trouble:
        await handlers.tap(NO_MATCH, "open", ANA, f"es.{GUILD}", "eight_minute_empire", channel=2)
    assert trouble.value.what.key == "host.trouble.no_role"
    assert await handlers.harness.app.repo.matches.find() == []
