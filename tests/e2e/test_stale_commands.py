"""Commands of an older version: a text for the user, one log line per hour."""

from __future__ import annotations

import logging
from copy import deepcopy
from typing import Any

import pytest

from tests.e2e.conftest import ROOM, BotHarness, Player, words

CHANGED = "Este comando ha cambiado. Recarga Discord (Ctrl+R)"


def older(harness: BotHarness, name: str, *, was: str, **more: Any) -> dict[str, Any]:
    """Discord still has a command that `name` is copied from, under its older name."""
    world = harness.box.world
    doc = deepcopy(next(one for one in world.commands.values() if one["name"] == name))
    doc |= {"id": world.new_id(), "name": was, "name_localizations": None} | more
    world.commands[doc["id"]] = doc
    return doc


def told(caplog: pytest.LogCaptureFixture) -> list[str]:
    assert [record for record in caplog.records if record.exc_info] == []
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]


async def test_a_command_that_is_gone_gets_a_sentence_and_one_line(
    harness: BotHarness, ana: Player, caplog: pytest.LogCaptureFixture
):
    older(harness, "turns", was="inbox")
    for _ in range(3):
        outcome = await ana.person.command("inbox", ROOM)
        assert outcome.state == "done"
        await harness.quiet()
        assert CHANGED in words(await ana.panel())
    assert told(caplog) == [
        "command /inbox unknown: Discord or the user's client still has another version's list"
    ]


async def test_a_subcommand_that_is_gone_and_a_group_that_was_a_command(
    harness: BotHarness, ana: Player, caplog: pytest.LogCaptureFixture
):
    table = next(one for one in harness.box.world.commands.values() if one["name"] == "table")
    gone = deepcopy(next(one for one in table["options"] if one["name"] == "status")) | {
        "name": "state",
        "name_localizations": None,
    }
    table["options"].append(gone)
    await ana.person.command("table state", ROOM)
    await harness.quiet()
    assert CHANGED in words(await ana.panel())
    me = next(one for one in harness.box.world.commands.values() if one["name"] == "me")
    me["options"] = []
    await ana.person.command("me", ROOM)
    await harness.quiet()
    assert CHANGED in words(await ana.panel())
    assert [line.split(" unknown")[0] for line in told(caplog)] == [
        "command /table state",
        "command /me",
    ]


async def test_an_option_that_has_become_required_or_changed_its_kind(
    harness: BotHarness, ana: Player, caplog: pytest.LogCaptureFixture
):
    card = next(one for one in harness.box.world.commands.values() if one["name"] == "card")
    card["options"] = []
    await ana.person.command("card", ROOM)
    await harness.quiet()
    assert CHANGED in words(await ana.panel())
    told(caplog)


async def test_suggestions_for_an_option_that_has_none_any_more(
    harness: BotHarness, ana: Player, caplog: pytest.LogCaptureFixture
):
    play = next(one for one in harness.box.world.commands.values() if one["name"] == "play")
    move = next(one for one in play["options"] if one["name"] == "move")
    play["options"].append(deepcopy(move) | {"name": "sentence", "name_localizations": None})
    older(harness, "play", was="do")
    assert await ana.person.autocomplete("play", ROOM, "sentence", "pu") == []
    assert await ana.person.autocomplete("do", ROOM, "move", "pu") == []
    assert [line.split(" unknown")[0] for line in told(caplog)] == ["command /play", "command /do"]


async def test_a_sentence_in_the_language_that_was_chosen(harness: BotHarness, ana: Player):
    older(harness, "turns", was="inbox")
    await ana.person.command("me language", ROOM, language="en")
    await ana.person.command("inbox", ROOM)
    await harness.quiet()
    assert "This command has changed. Reload Discord (Ctrl+R) or wait a few minutes" in words(
        await ana.panel()
    )
