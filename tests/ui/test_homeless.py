"""A table without a channel reaches its players, and pings them once in a new channel."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from app.match.access import Origin
from tests.app.harness import PEOPLE
from tests.ui.fake_discord import refusal
from tests.ui.handler_harness import HandlerHarness, labels, text
from tests.ui.publisher_harness import HERE, PublisherHarness
from ui.views.pages.common import inbox_message

ANA, BRUNO, CARLA = PEOPLE[:3]
CLOSED = 50007
ELSEWHERE = 77


def shut(shown: PublisherHarness, user: int) -> None:
    """They take no direct messages."""
    shown.client.line(user).fail("send", *[refusal(403, CLOSED) for _ in range(20)])


def gone(shown: PublisherHarness, user: int) -> list[str]:
    return [
        one
        for one in shown.client.line(user).texts()
        if "se ha borrado" in one or "was deleted" in one
    ]


def letters(shown: PublisherHarness, user: int) -> list[dict[str, Any]]:
    sent = shown.client.line(user).messages.values()
    return [
        one
        for one in sent
        if "Te toca en" in (one.get("content") or "")
        or "your turn at" in (one.get("content") or "")
    ]


async def test_who_is_awaited_is_called_by_direct_message_with_play_on_it(
    shown: PublisherHarness,
) -> None:
    match = await shown.table(3)
    await shown.to_turns(match)
    await shown.table_publisher.on_channel_deleted(HERE)
    await shown.later(121)
    await shown.say(match, ANA, "stop")
    await shown.settle()
    [letter] = letters(shown, BRUNO.id)
    assert letter["silent"] is False
    assert any("▶" in item.label for item in letter["view"].children)
    await shown.later(600)
    assert len(letters(shown, BRUNO.id)) == 1
    await shown.say(match, BRUNO, "stop")
    await shown.settle()
    assert letters(shown, BRUNO.id) == [], "it is answered"


async def test_in_quiet_hours_it_makes_no_sound(shown: PublisherHarness) -> None:
    bruno = await shown.app.users.get(BRUNO.id, BRUNO.name)
    hour = int(shown.clock.now() % 86400 // 3600)
    await shown.app.users.set(bruno, quiet=[hour, (hour + 3) % 24])
    match = await shown.table(2)
    await shown.to_turns(match)
    await shown.table_publisher.on_channel_deleted(HERE)
    await shown.say(match, ANA, "stop")
    await shown.later(121)
    assert [one["silent"] for one in letters(shown, BRUNO.id)] == [True]
    await shown.later(3 * 3600)
    assert [one["silent"] for one in letters(shown, BRUNO.id)] == [False]


async def test_where_the_organizer_takes_no_messages_the_next_at_the_table_are_told(
    shown: PublisherHarness,
) -> None:
    match = await shown.table(3)
    await shown.settle()
    shut(shown, ANA.id)
    await shown.table_publisher.on_channel_deleted(HERE)
    assert [len(gone(shown, one.id)) for one in (ANA, BRUNO, CARLA)] == [0, 1, 0]
    for _ in range(3):
        await shown.app.moves.save(await shown.app.lobby.get(match.id))
        await shown.settle()
    assert [len(gone(shown, one.id)) for one in (ANA, BRUNO, CARLA)] == [0, 1, 0]


async def test_bringing_it_elsewhere_calls_each_who_is_awaited_once_and_begins_nothing(
    shown: PublisherHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await shown.table(2)
    await shown.to_turns(match)
    await shown.say(match, ANA, "stop")
    await shown.later(121)
    await shown.table_publisher.on_channel_deleted(HERE)
    await shown.later(600)

    def channel(one: int) -> Any:
        return SimpleNamespace(guild=SimpleNamespace(id=1, me=None)) if one == ELSEWHERE else None

    monkeypatch.setattr(shown.client, "get_channel", channel)
    await shown.table_publisher.move(match.id, ANA, ELSEWHERE, "click")
    await shown.settle()
    there = shown.client.place(ELSEWHERE)
    assert len([one for one in there.messages.values() if one["allowed_mentions"].users]) == 1
    assert [
        one
        for one in there.messages.values()
        if one["allowed_mentions"].users == [discord.Object(BRUNO.id)]
    ]
    assert "empieza" not in " ".join(there.texts())
    before = dict(there.messages)
    await shown.app.moves.save(await shown.app.lobby.get(match.id))
    await shown.later(600)
    assert set(there.messages) == set(before)
    assert "empieza" not in " ".join(there.texts())


async def test_the_inbox_says_so_and_its_button_offers_to_bring_it_here(
    handlers: HandlerHarness,
) -> None:
    match = await handlers.harness.table(2)
    await handlers.harness.app.lobby.on_channel_deleted(match.id, 2)
    turns = await handlers.harness.app.queries.inbox(ANA)
    assert "su canal se ha borrado" in text(
        inbox_message(turns, "es", handlers.harness.clock.now())
    )
    offer = await handlers.tap(match.id, "go", ANA, origin=Origin(1, 5), channel=5)
    assert "Traerla aquí" in labels(offer.message)
    on = await handlers.tap(match.id, "go", ANA, origin=Origin())
    assert "Traerla aquí" not in labels(on.message), "in a direct message it is played on"
