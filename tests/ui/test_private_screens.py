"""Private messages: panels and notices."""

from __future__ import annotations

import asyncio
import contextlib
import gc
from unittest.mock import AsyncMock

import discord
import pytest

from app.match.ballots import vote_id
from app.model.time_control import DAY
from app.ports.errors import StorageUnavailableError
from games.core.engine import walk
from tests.app.harness import PEOPLE, STRANGER, loaded
from tests.ui.fake_discord import refusal
from tests.ui.publisher_harness import PublisherHarness
from ui.views.panel.presenter import picture_kind

EME = "eight_minute_empire"
ANA, BRUNO = PEOPLE[:2]


async def test_who_takes_no_direct_messages_is_remembered_and_tried_again(
    shown: PublisherHarness,
) -> None:
    shown.client.line(BRUNO.id).fail("send", refusal(403, 50007))
    match = await shown.table(2, game=EME)
    await shown.settle()
    person = await shown.app.repo.users.get(BRUNO.id)
    assert person is not None
    assert person.dm_closed
    assert await shown.table_publisher.retry_dm(match.id, person)
    assert shown.client.line(BRUNO.id).texts()


async def test_private_screens_say_that_a_table_was_closed(shown: PublisherHarness) -> None:
    match = await shown.table(2, game=EME)
    await shown.settle()
    await shown.app.votes.propose(match.id, ANA, "end")
    vote = (await shown.match(match)).vote
    assert vote is not None
    await shown.app.votes.cast(match.id, BRUNO, True, vote_id(vote))
    await shown.settle()
    [screen] = shown.client.line(ANA.id).texts()
    assert screen.startswith("Mesa cerrada") or " Mesa cerrada sin terminar" in screen
    lobby = await shown.table(1, game=EME, start=False)
    await shown.app.lobby.close(lobby.id, ANA)
    await shown.settle()
    assert len(shown.client.line(ANA.id).texts()) == 1, "who never played there has none"


async def test_a_letter_reminds_of_all_tables_and_goes_when_none_waits(
    shown: PublisherHarness,
) -> None:
    tables = [await shown.table(2, game=EME) for _ in range(2)]
    await shown.settle()
    await shown.later(DAY / 2)
    letters = [text for text in shown.client.line(ANA.id).texts() if "Recordatorio" in text]
    assert len(letters) == 1
    first, second = tables
    while 0 in (await shown.match(first)).waiting:
        await shown.step(first)
    await shown.restart()
    await shown.settle()
    assert [text for text in shown.client.line(ANA.id).texts() if "Recordatorio" in text], (
        "one of them still waits"
    )
    while 0 in (await shown.match(second)).waiting:
        await shown.step(second)
    assert not [text for text in shown.client.line(ANA.id).texts() if "Recordatorio" in text]


async def test_who_can_have_no_letter_is_called_at_the_table(shown: PublisherHarness) -> None:
    match = await shown.table(2, game=EME)
    person = await shown.app.repo.users.get(ANA.id)
    assert person is not None
    await shown.app.users.set(person, pings="dm")
    await shown.settle()
    shown.client.line(ANA.id).fail("send", refusal(403, 50007))
    await shown.later(DAY / 2)
    assert any(
        "Recordatorio" in text and f"<@{ANA.id}>, <@{BRUNO.id}>" in text
        for text in shown.room.texts()
    )
    assert (await shown.match(match)).places.ping


async def in_english(shown: PublisherHarness) -> None:
    ana = await shown.app.users.get(ANA.id, ANA.name, ANA.lang)
    await shown.app.game_service.republish(await shown.app.users.set(ana, lang="en"))


async def test_private_screens_follow_their_persons_settings_and_the_board_has_no_edit(
    shown: PublisherHarness,
) -> None:
    await shown.table(2, game=EME)
    await shown.settle()
    line, edits = shown.client.line(ANA.id), shown.room.edits
    before = line.texts()
    await in_english(shown)
    await shown.settle()
    assert line.texts() != before
    assert len(line.texts()) == len(before)
    assert shown.room.edits == edits


@pytest.mark.parametrize("status", [429, 500])
async def test_so_they_do_where_discord_takes_no_edit_just_then(
    shown: PublisherHarness, status: int
) -> None:
    await shown.table(2, game=EME)
    await shown.settle()
    line = shown.client.line(ANA.id)
    before = line.texts()
    line.fail("edit", refusal(status))
    await in_english(shown)
    await shown.settle()
    await shown.app.publish_scheduler.resume_pending()
    await shown.settle()
    assert line.texts() != before


async def test_so_they_do_in_the_next_life_where_this_one_ends_before_it(
    shown: PublisherHarness,
) -> None:
    await shown.table(2, game=EME)
    await shown.settle()
    line = shown.client.line(ANA.id)
    before = line.texts()
    line.fail("edit", refusal(500))
    await in_english(shown)
    await shown.restart()
    await shown.settle()
    assert line.texts() != before


@pytest.mark.parametrize("error", [discord.RateLimited(0.01), refusal(400, 40003), refusal(429)])
async def test_a_private_screen_that_is_put_off_comes_later(
    shown: PublisherHarness, error: BaseException
) -> None:
    shown.client.line(BRUNO.id).fail("send", error)
    match = await shown.table(2, game=EME)
    await shown.settle()
    assert shown.client.line(BRUNO.id).texts() == []
    await shown.step(match)
    await shown.app.publish_scheduler.resume_pending()
    await shown.settle()
    assert shown.client.line(BRUNO.id).texts()
    person = await shown.app.repo.users.get(BRUNO.id)
    assert person is not None
    assert not person.dm_closed


async def test_a_private_screen_that_is_worn_or_gone_is_sent_anew(shown: PublisherHarness) -> None:
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


async def until_quiet(shown: PublisherHarness) -> None:
    """What is put off is done, too."""
    await shown.settle()
    while tasks := shown.table_publisher.private_messages.tasks():
        await asyncio.wait(tasks)


@pytest.mark.parametrize("error", [discord.RateLimited(0.01), refusal(500), refusal(429)])
async def test_an_older_screen_that_cannot_be_taken_away_just_now_goes_later(
    shown: PublisherHarness, error: BaseException, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ui.delivery.retry.FIRST_RETRY_S", 0.01)
    match = await shown.table(2, game=EME)
    await shown.settle()
    line = shown.client.line(ANA.id)
    (first,) = line.messages
    line.fail("edit", refusal(400, 30046))
    line.fail("delete", error, error)
    while max(line.messages) == first:
        await shown.step(match)
    await until_quiet(shown)
    assert first in line.deleted
    assert len(line.messages) == 1


@pytest.mark.parametrize("error", [refusal(502), ConnectionResetError()])
async def test_a_screen_whose_receipt_was_lost_is_not_sent_a_second_time_and_shows_what_is_asked_now(
    shown: PublisherHarness, error: BaseException
) -> None:
    line = shown.client.line(ANA.id)
    line.fail("sent", error)
    match = await shown.table(2, game=EME)
    await shown.settle()
    await shown.step(match)
    assert len(line.messages) == 1
    assert (await shown.match(match)).seats[0].screen == (line.id, next(iter(line.messages)))
    assert line.edits > 0


async def test_a_table_whose_receipt_was_lost_is_not_posted_a_second_time(
    shown: PublisherHarness,
) -> None:
    shown.room.fail("sent", refusal(502))
    match = await shown.table(2, game=EME, start=False)
    await shown.settle()
    assert list(shown.room.messages) == [(await shown.match(match)).places.lobby]


async def test_a_call_whose_receipt_was_lost_is_made_anew_in_its_place(
    shown: PublisherHarness,
) -> None:
    match = await shown.table(2, game=EME)
    await shown.settle()
    shown.room.fail("sent", refusal(502))
    while not (summons := (await shown.match(match)).places.ping):
        await shown.later(121)
        await shown.step(match)
    board = (await shown.match(match)).places.board
    assert [
        one
        for one, said in shown.room.messages.items()
        if "<@" in str(said.get("content")) and one != board
    ] == [summons]
    assert len(shown.room.deleted) == 1


async def test_a_screen_that_cannot_be_noted_is_not_sent(
    shown: PublisherHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        shown.app.repo.matches,
        "save_screen",
        AsyncMock(side_effect=StorageUnavailableError("read-only")),
    )
    match = await shown.table(2, game=EME)
    seat = (await shown.app.lobby.get(match.id)).seats[0]
    with pytest.raises(StorageUnavailableError):
        await shown.table_publisher.private_messages.update(match, seat)
    assert shown.client.line(ANA.id).texts() == []


async def test_screens_that_fail_together_leave_no_story_in_the_log(
    shown: PublisherHarness, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def full(*_: object) -> bool:
        raise StorageUnavailableError("read-only")

    monkeypatch.setattr(shown.app.repo.matches, "save_screen", full)
    match = await shown.app.lobby.get((await shown.table(2, game=EME)).id)
    with contextlib.suppress(StorageUnavailableError):
        await shown.table_publisher.private_messages.show(match)
    gc.collect()  # where asyncio tells of what nobody has asked for
    assert not [record for record in caplog.records if record.name == "asyncio"]


async def passed_on(shown: PublisherHarness, match: str) -> None:
    """Bruno's seat is the stranger's from now on."""
    await shown.app.users.get(STRANGER.id, STRANGER.name, STRANGER.lang)
    await shown.app.substitutes.offer(match, BRUNO)
    await shown.app.substitutes.take_seat(match, STRANGER, 1)


async def test_who_has_left_a_seat_keeps_no_screen_and_has_one_when_they_come_back(
    shown: PublisherHarness,
) -> None:
    match, lines = (
        await shown.table(2, game=EME),
        [shown.client.line(one.id) for one in (BRUNO, STRANGER)],
    )
    await shown.settle()
    await passed_on(shown, match.id)
    await shown.settle()
    assert [len(line.messages) for line in lines] == [1, 1]
    [told] = lines[0].texts()
    assert told.strip() == 'Zoe has taken over your seat at **8-Min Empire "Ana\'s table"**.', (
        "no screen"
    )
    await shown.app.substitutes.offer(match.id, STRANGER)
    await shown.app.substitutes.take_seat(match.id, BRUNO, 1)
    await shown.settle()
    assert [len(line.messages) for line in lines] == [2, 1], "a screen here, and word of it there"
    assert "Bruno has taken over your seat" in lines[1].texts()[0]


async def test_a_screen_on_its_way_to_who_has_left_the_seat_goes_and_the_next_is_its_new_persons(
    shown: PublisherHarness,
) -> None:
    old, new = shown.client.line(BRUNO.id), shown.client.line(STRANGER.id)
    old.busy = asyncio.Event()
    match = await shown.table(2, game=EME)
    await old.sent.wait()
    await passed_on(shown, match.id)
    old.busy.set()
    await until_quiet(shown)
    await shown.step(match)
    assert ("has taken over your seat" in old.texts()[0], len(old.messages), len(new.messages)) == (
        True,
        1,
        1,
    )
    assert (await shown.match(match)).seats[1].screen == (new.id, next(iter(new.messages)))


async def test_who_follows_no_longer_keeps_no_note_but_the_one_that_says_so(
    shown: PublisherHarness,
) -> None:
    match, line = await shown.followed(STRANGER)
    for stays in (False, True):
        await shown.app.spectators.follow(match.id, STRANGER)
        assert await shown.table_publisher.send_spectator_status(match.id, STRANGER)
        (note,) = line.messages
        await shown.table_publisher.end_spectating(match.id, STRANGER, keep_message=stays)
        assert await shown.app.repo.spectators.of_match(match.id) == []
        assert (note in line.messages) is stays


async def test_a_first_note_that_discord_puts_off_comes_in_a_round(shown: PublisherHarness) -> None:
    match, line = await shown.followed(STRANGER)
    line.fail("send", refusal(429))
    assert await shown.table_publisher.send_spectator_status(match.id, STRANGER)
    assert not line.messages
    for _ in range(8):
        shown.clock.advance(1.0)
        await shown.step(match)
    assert len(line.messages) == 1


async def test_who_follows_no_longer_while_their_note_is_on_its_way_keeps_none(
    shown: PublisherHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, line = await shown.followed(STRANGER)
    send, begun, go = (
        shown.table_publisher._channel_client.send_dm,
        asyncio.Event(),
        asyncio.Event(),
    )

    async def slow(*args, **how):
        begun.set()
        await go.wait()
        return await send(*args, **how)

    monkeypatch.setattr(shown.table_publisher._channel_client, "send_dm", slow)
    first = asyncio.create_task(shown.table_publisher.send_spectator_status(match.id, STRANGER))
    await begun.wait()
    monkeypatch.setattr(shown.table_publisher._channel_client, "send_dm", send)
    gone = asyncio.create_task(
        shown.table_publisher.end_spectating(match.id, STRANGER, keep_message=False)
    )
    await asyncio.sleep(0)
    go.set()
    await asyncio.gather(first, gone)
    assert not line.messages
    assert await shown.app.repo.spectators.of_match(match.id) == []


async def test_who_followed_a_table_and_sits_down_has_their_screen_in_the_notes_place(
    shown: PublisherHarness,
) -> None:
    match, line = await shown.followed(STRANGER)
    assert await shown.table_publisher.send_spectator_status(match.id, STRANGER)
    (note,) = line.messages
    await passed_on(shown, match.id)
    await shown.settle()
    assert note in line.deleted
    assert len(line.messages) == 1
    assert await shown.app.repo.spectators.of_match(match.id) == []


async def test_a_private_message_tells_the_news_and_shows_the_questions_picture(
    shown: PublisherHarness,
) -> None:
    match = await shown.table(2, game=EME)
    while True:
        pos = (await loaded(shown.app, match.id)).pos
        [seat, *_] = walk.actors(pos)
        if seat == 0 and walk.question(pos, seat) == "take" and all(pos.state.cards):
            break
        await shown.app.game_service.play(match.id, PEOPLE[seat], walk.default_path(pos, seat))
    await shown.settle()
    text = shown.client.line(ANA.id).texts()[-1]
    assert "Desde tu último turno" in text
    panel = await shown.app.game_service.open_or_refresh_panel(match.id, ANA)
    assert picture_kind(panel, ANA, in_dm=True) == picture_kind(panel, ANA) == "take"
