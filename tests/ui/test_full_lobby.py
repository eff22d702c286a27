"""Messages about a full lobby: to its organizer, and to everybody before it closes."""

from __future__ import annotations

from typing import Any

from app.model.match import Match
from app.model.time_control import DAY
from tests.app.harness import PEOPLE
from tests.ui.handler_harness import text
from tests.ui.publisher_harness import PublisherHarness
from ui.views.pages.common import inbox_message

ANA, BRUNO, CARLA = PEOPLE[:3]


async def filled(shown: PublisherHarness, **prefs: Any) -> Match:
    ana = await shown.app.users.get(ANA.id, ANA.name)
    await shown.app.users.set(ana, **prefs)
    match = await shown.app.lobby.create(ANA, "cellar", guild=1, channel=2, size=2, name="Carrera")
    await shown.later(900)
    await shown.app.lobby.join(match.id, BRUNO)
    await shown.settle()
    return await shown.match(match)


async def test_the_channel_calls_its_organizer_once_with_start_at_hand(
    shown: PublisherHarness,
) -> None:
    match = await filled(shown)
    call = shown.room.messages[match.places.ping]
    assert call["content"].startswith(f"<@{ANA.id}>, ya no falta nadie")
    assert [one.id for one in call["allowed_mentions"].users] == [ANA.id]
    assert call["view"].children[0].label == "Empezar"
    await shown.app.lobby.start(match.id, ANA)
    await shown.settle()
    assert match.places.ping not in shown.room.messages
    assert len(shown.room.messages) == 2  # the lobby's line and the board


async def test_who_prefers_direct_messages_gets_one_and_the_channel_none(
    shown: PublisherHarness,
) -> None:
    match = await filled(shown, pings="dm")
    assert match.places.ping == 0
    [told] = [
        one
        for one in shown.client.line(ANA.id).messages.values()
        if "no falta nadie en tu mesa" in one["content"]
    ]
    assert told["silent"] is False
    assert f"({match.id})" in told["content"].replace("\\", "")


async def test_the_call_goes_when_a_seat_is_free_again(shown: PublisherHarness) -> None:
    match = await filled(shown)
    await shown.app.lobby.leave(match.id, BRUNO)
    await shown.settle()
    assert match.places.ping not in shown.room.messages
    assert (await shown.match(match)).places.ping == 0


async def test_the_notice_before_a_full_table_closes_is_true_and_goes_to_everybody_seated(
    shown: PublisherHarness,
) -> None:
    match = await filled(shown)
    await shown.later(6 * DAY)
    for person, said in ((ANA, "lleva seis días completa"), (BRUNO, "has been full for six days")):
        assert len([one for one in shown.client.line(person.id).texts() if said in one]) == 1
    everything = [
        *shown.client.line(ANA.id).texts(),
        *shown.client.line(BRUNO.id).texts(),
        *shown.room.texts(),
    ]
    assert not [
        one for one in everything if "Nadie se ha sentado" in one or "Nobody has joined" in one
    ]
    await shown.later(DAY)
    assert (await shown.match(match)).status == "closed"
    assert [
        one
        for one in shown.room.texts()
        if "se ha cerrado porque, aunque estaba completa, nadie empezó la partida." in one
    ]


async def test_the_inbox_tells_the_organizer_and_after_a_day_every_player(
    shown: PublisherHarness,
) -> None:
    match = await filled(shown)

    async def inbox(by: int) -> str:
        person = PEOPLE[by]
        return text(inbox_message(await shown.app.queries.inbox(person), "es", shown.clock.now()))

    assert "en la mesa · ya puedes pulsar Empezar" in await inbox(0)
    assert "en la mesa · ya puedes pulsar Empezar" not in await inbox(1)
    await shown.later(DAY)
    assert "en la mesa · ya puedes pulsar Empezar" in await inbox(1)
    assert match.full_at == shown.clock.now() - DAY
