"""What single people are sent: private screens and letters."""

from __future__ import annotations

import discord
import pytest

from host import votes
from host.pace import DAY
from tests.cogs.fake_discord import refusal
from tests.cogs.shown import Shown
from tests.host.kit import PEOPLE

EME = "eight_minute_empire"
ANA, BRUNO = PEOPLE[:2]


async def test_who_takes_no_direct_messages_is_remembered_and_tried_again(shown: Shown) -> None:
    shown.client.line(BRUNO.id).fail("send", refusal(403, 50007))
    match = await shown.table(2, game=EME)
    await shown.settle()
    person = await shown.app.repo.person(BRUNO.id)
    assert person is not None
    assert person.dm_closed
    assert await shown.messenger.knock(match.id, person)
    assert shown.client.line(BRUNO.id).texts()


async def test_private_screens_say_that_a_table_was_closed(shown: Shown) -> None:
    match = await shown.table(2, game=EME)
    await shown.settle()
    await shown.app.votes.propose(match.id, ANA, "end")
    vote = (await shown.match(match)).vote
    assert vote is not None
    await shown.app.votes.say(match.id, BRUNO, True, votes.mark(vote))
    await shown.settle()
    [screen] = shown.client.line(ANA.id).texts()
    assert screen.startswith("Mesa cerrada") or " Mesa cerrada sin terminar" in screen
    lobby = await shown.table(1, game=EME, start=False)
    await shown.app.lobby.close(lobby.id, ANA)
    await shown.settle()
    assert len(shown.client.line(ANA.id).texts()) == 1, "who never played there has none"


async def test_a_letter_reminds_of_all_tables_and_goes_when_none_waits(shown: Shown) -> None:
    tables = [await shown.table(2, game=EME) for _ in range(2)]
    await shown.settle()
    await shown.later(DAY / 2)
    letters = [text for text in shown.client.line(ANA.id).texts() if "Recordatorio" in text]
    assert len(letters) == 1
    for match in tables:
        while 0 in (await shown.match(match)).waiting:
            await shown.step(match)
    assert not [text for text in shown.client.line(ANA.id).texts() if "Recordatorio" in text]


async def test_who_can_have_no_letter_is_called_at_the_table(shown: Shown) -> None:
    match = await shown.table(2, game=EME)
    person = await shown.app.repo.person(ANA.id)
    assert person is not None
    await shown.app.people.set(person, pings="dm")
    await shown.settle()
    shown.client.line(ANA.id).fail("send", refusal(403, 50007))
    await shown.later(DAY / 2)
    assert any("Recordatorio" in text and f"<@{ANA.id}>, <@{BRUNO.id}>" in text for text in shown.room.texts())
    assert (await shown.match(match)).places.summons


async def test_private_screens_follow_their_persons_settings(shown: Shown) -> None:
    await shown.table(2, game=EME)
    await shown.settle()
    line = shown.client.line(ANA.id)
    before = line.texts()
    person = await shown.app.repo.person(ANA.id)
    assert person is not None
    await shown.messenger.redraw(await shown.app.people.set(person, lang="en"))
    assert line.texts() != before
    assert len(line.texts()) == len(before)


@pytest.mark.parametrize("error", [discord.RateLimited(0.01), refusal(400, 40003), refusal(429)])
async def test_a_private_screen_that_is_put_off_comes_later(shown: Shown, error: BaseException) -> None:
    shown.client.line(BRUNO.id).fail("send", error)
    match = await shown.table(2, game=EME)
    await shown.settle()
    assert shown.client.line(BRUNO.id).texts() == []
    await shown.step(match)
    await shown.app.publisher.heal()
    await shown.settle()
    assert shown.client.line(BRUNO.id).texts()
    person = await shown.app.repo.person(BRUNO.id)
    assert person is not None
    assert not person.dm_closed


async def test_a_private_screen_that_is_worn_or_gone_is_sent_anew(shown: Shown) -> None:
    match = await shown.table(2, game=EME)
    await shown.settle()
    line = shown.client.line(ANA.id)
    (first,) = line.messages
    line.fail("edit", refusal(400, 30046))
    while list(line.messages) == [first]:
        await shown.step(match)
    assert first in line.deleted
    line.messages.clear()
    while not line.messages:
        await shown.step(match)
