"""Published tables and private messages, and refusals of Discord, on a fake client."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures.process import BrokenProcessPool
from unittest.mock import AsyncMock

import discord
import pytest

from app.match.access import NOWHERE
from app.model.match import Match, UserError
from app.model.time_control import DAY
from app.ports.errors import StorageUnavailableError
from games.core.views.scene import Animation, Picture, Scene
from tests.app.harness import PEOPLE, STRANGER
from tests.ui.fake_discord import refusal
from tests.ui.handler_harness import text
from tests.ui.publisher_harness import HERE, PublisherHarness
from ui.components import Message
from ui.errors import BLOCKED
from ui.i18n import Translator
from ui.views.pages.common import verify_message

EME = "eight_minute_empire"
ANA, BRUNO = PEOPLE[:2]


async def test_a_lobby_is_edited_and_gives_way_to_the_table(shown: PublisherHarness) -> None:
    match = await shown.table(1, game=EME, start=False)
    await shown.settle()
    assert "1 de 5" in shown.room.texts()[0]
    await shown.app.lobby.join(match.id, BRUNO)
    await shown.settle()
    assert ["2 de 5" in text for text in shown.room.texts()] == [True]
    await shown.app.lobby.start(match.id, ANA)
    await shown.settle()
    line, board = shown.room.texts()
    assert "ha empezado" in line
    assert f"<@{ANA.id}>" in board
    assert "Faltan 2 de 2" in board
    assert [text for person in (ANA, BRUNO) for text in shown.client.line(person.id).texts()]


async def test_the_fingerprint_of_the_shuffle_is_posted_once_when_the_game_starts(
    shown: PublisherHarness,
) -> None:
    match = await shown.table(2, game=EME, start=False)
    await shown.settle()
    started = await shown.app.lobby.start(match.id, ANA)
    await shown.settle()
    line, board = shown.room.texts()
    assert started.commitment in line
    assert started.commitment[:8] not in board
    await shown.step(await shown.match(match))
    await shown.settle()
    assert shown.room.texts()[0] == line, "later moves leave it as it was posted"
    result = await shown.app.queries.verify(match.id)
    said = text(verify_message(started, result, Translator("es")))
    assert started.commitment in said


async def test_one_board_is_edited_and_one_summons_replaced(shown: PublisherHarness) -> None:
    match = await shown.table(2, game=EME)
    await shown.settle()
    board = (await shown.match(match)).places.board
    calls = set()
    for _ in range(12):
        await shown.step(match)
        await shown.later(121)
        places = (await shown.match(match)).places
        assert places.board == board
        calls.add(places.ping)
        summons = [one for one in shown.room.messages if one == places.ping]
        assert len(shown.room.messages) == 2 + len(
            summons
        )  # the lobby's line, the board, and at most one summons
    assert len(calls) > 2


async def test_the_end_is_told_once(shown: PublisherHarness) -> None:
    match = await shown.table(2, game=EME)
    while (await shown.match(match)).status == "running":
        await shown.step(match)
    ends = [text for text in shown.room.texts() if "¿Otra partida" in text]
    assert len(ends) == 1
    await shown.restart()
    await shown.settle()
    assert len([text for text in shown.room.texts() if "¿Otra partida" in text]) == 1


async def test_a_refusal_is_told_to_the_organiser_once_and_shown_when_it_is_over(
    shown: PublisherHarness,
) -> None:
    shown.room.fail("send", *[refusal(403, 50013)] * 2)
    match = await shown.table(2, game=EME, start=False)
    await shown.settle()
    assert shown.room.texts() == []
    told = [text for text in shown.client.line(ANA.id).texts() if "permiso" in text]
    assert len(told) == 1
    await shown.app.lobby.add_computer(match.id, ANA)
    await shown.settle()
    assert len([text for text in shown.client.line(ANA.id).texts() if "permiso" in text]) == 1
    await shown.app.lobby.remove_computer(match.id, ANA)
    await shown.settle()
    assert shown.room.texts()


async def test_a_message_that_the_store_would_not_note_is_not_posted_twice(
    shown: PublisherHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    note, tried = shown.app.repo.matches.save_message_ids, 0

    async def full(match: Match) -> None:
        nonlocal tried
        tried += 1
        if tried in (2, 4, 6):  # the row has to grow for the message's number, and the disk is full
            raise StorageUnavailableError("full")
        await note(match)

    monkeypatch.setattr(shown.app.repo.matches, "save_message_ids", full)
    match = await shown.table(2, game=EME, start=False)
    for _ in range(4):
        await shown.settle()
        await shown.app.publish_scheduler.resume_pending()
    await shown.settle()
    assert tried >= 6
    assert list(shown.room.messages) == [(await shown.match(match)).places.lobby]


async def test_of_a_channel_that_refuses_several_tables_the_log_has_one_line(
    shown: PublisherHarness, caplog: pytest.LogCaptureFixture
) -> None:
    shown.room.fail("send", *[refusal(403, 50013)] * 8)
    for _ in range(2):
        await shown.table(2, game=EME, start=False)
        await shown.settle()
    assert len([text for text in shown.client.line(ANA.id).texts() if "permiso" in text]) == 2
    assert (
        len([record for record in caplog.records if "channel refused" in record.getMessage()]) == 1
    )


@pytest.mark.parametrize("code", BLOCKED)
async def test_what_no_further_try_changes_is_told_to_the_organizer_and_is_one_line(
    shown: PublisherHarness, caplog: pytest.LogCaptureFixture, code: int
) -> None:
    """AutoMod, a full thread, a bot that Discord has put in quarantine."""
    shown.room.fail("send", *[refusal(400, code)] * 8)
    match = await shown.table(2, game=EME, start=False)
    for _ in range(3):
        await shown.settle()
        await shown.app.publish_scheduler.resume_pending()
    await shown.settle()
    (said,) = [text for text in shown.client.line(ANA.id).texts() if str(code) in text]
    assert "La partida está a salvo" in said
    (line,) = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert line.getMessage() == f"match {match.id}: channel refused ({code})"
    assert line.exc_info is None
    with pytest.raises(UserError) as caught:
        await shown.table_publisher.guild_channels.announce(2, Message(content="x"), "en")
    assert str(code) in Translator("en")(caught.value.what)
    shown.room.errors["send"].clear()
    await shown.app.publish_scheduler.resume_pending()
    await shown.settle()
    assert (await shown.match(match)).places.lobby, "and as soon as it is gone it is shown"


async def test_a_call_that_may_not_be_taken_away_goes_when_it_may(shown: PublisherHarness) -> None:
    match = await shown.table(2, game=EME)
    while not (await shown.match(match)).places.ping:
        await shown.later(121)
        await shown.step(match)
    shown.room.fail("delete", refusal(403, 50001))
    while shown.room.errors["delete"]:
        await shown.step(match)
        await shown.later(121)
    await shown.later(121)
    places = (await shown.match(match)).places
    calls = {one for one, said in shown.room.messages.items() if "<@" in str(said.get("content"))}
    assert calls <= {places.board, places.ping}, "nobody would know of the other any more"
    assert any("permiso" in text for text in shown.client.line(ANA.id).texts())


async def test_a_deleted_message_is_posted_anew_and_a_worn_one_too(shown: PublisherHarness) -> None:
    match = await shown.table(2, game=EME)
    board = (await shown.match(match)).places.board
    del shown.room.messages[board]
    await shown.step(match)
    second = (await shown.match(match)).places.board
    assert second != board
    shown.room.fail("edit", refusal(400, 30046))
    await shown.step(match)
    third = (await shown.match(match)).places.board
    assert third != second
    assert second in shown.room.deleted


async def test_who_is_told_that_a_channel_is_gone_is_told_once_and_of_no_table_that_is_over(
    shown: PublisherHarness, caplog: pytest.LogCaptureFixture
) -> None:
    over, on = await shown.table(2, game=EME), await shown.table(2, game=EME)
    while (await shown.match(over)).status == "running":
        await shown.step(over)
    shown.room.fail("edit", refusal(404, 10003))
    shown.table_publisher._shown.pop(
        over.id, None
    )  # as when somebody at it is erased: the board is another
    await shown.app.moves.save(await shown.match(over))
    assert (await shown.match(over)).places.channel == 0
    assert not shown.room.errors["edit"]
    await asyncio.gather(
        shown.table_publisher.on_channel_deleted(HERE),
        shown.table_publisher.on_channel_deleted(HERE),
    )  # Discord says so, and so does a refused edit
    assert (await shown.match(on)).places.channel == 0
    assert len([text for text in shown.client.line(ANA.id).texts() if "se ha borrado" in text]) == 1
    assert len([record for record in caplog.records if "channel gone" in record.getMessage()]) == 1


async def test_a_channel_that_is_gone_leaves_the_table_homeless_and_its_organiser_told(
    shown: PublisherHarness,
) -> None:
    match = await shown.table(2, game=EME)
    await shown.settle()
    await shown.table_publisher.on_channel_deleted(HERE)
    assert (await shown.match(match)).places.channel == 0
    assert any("se ha borrado" in text for text in shown.client.line(ANA.id).texts())
    with pytest.raises(UserError):
        await shown.table_publisher.move(match.id, ANA, 77, "click")  # no server's channel


async def test_who_organises_a_homeless_table_next_is_told_so_too(
    shown: PublisherHarness, caplog: pytest.LogCaptureFixture
) -> None:
    match = await shown.table(2, game=EME, start=False)
    await shown.settle()
    await shown.table_publisher.on_channel_deleted(HERE)
    bruno = shown.client.line(BRUNO.id)
    assert not bruno.texts()
    await shown.app.lobby.leave(match.id, ANA)
    assert (await shown.match(match)).organizer == BRUNO.id
    await shown.app.moves.save(await shown.match(match))
    await shown.settle()
    assert len([text for text in bruno.texts() if "was deleted" in text]) == 1
    assert len([record for record in caplog.records if "channel gone" in record.getMessage()]) == 1


async def test_out_of_the_server_a_table_rests_and_goes_on_when_invited(
    shown: PublisherHarness,
) -> None:
    match = await shown.table(2, game=EME)
    await shown.settle()
    shown.client.guilds.clear()
    before = shown.room.edits
    await shown.step(match)
    assert shown.room.edits == before
    assert shown.table_publisher.is_guild_gone(await shown.match(match))
    shown.client.guilds.add(1)
    await shown.app.publish_scheduler.resume_pending()
    await shown.settle()
    assert shown.room.edits > before


async def test_a_trial_names_what_is_refused(shown: PublisherHarness) -> None:
    await shown.table_publisher.guild_channels.check_permissions(HERE, "es")
    assert shown.room.texts() == []
    for code, key in (
        (50013, "ui.missing_here"),
        (50083, "ui.missing_here"),
        (10003, "ui.server_only"),
    ):
        shown.room.fail("send", refusal(404 if code == 10003 else 403, code))
        with pytest.raises(UserError) as trouble:
            await shown.table_publisher.guild_channels.check_permissions(HERE, "es")
        assert trouble.value.what.key == key


async def test_who_follows_a_table_has_one_note_anew_each_round_and_one_at_the_end(
    shown: PublisherHarness,
) -> None:
    match, line = await shown.followed(STRANGER)
    assert await shown.table_publisher.send_spectator_status(match.id, STRANGER)
    notes = set(line.messages)
    assert len(line.texts()) == 1
    assert shown.client.line(STRANGER.id).messages[max(notes)]["silent"]
    for _ in range(14):
        await shown.later(60)
        await shown.step(match)
        assert len(line.texts()) == 1, "the next takes the place of the one before"
        notes |= set(line.messages)
    assert 2 < len(notes) < 14, "once a round, not at each move"
    while (await shown.match(match)).status == "running":
        await shown.step(match)
    [last] = line.texts()
    assert " wins with " in last or " win with " in last
    assert "<@" not in last, "nobody is called by it"
    async with shown.app.locks(match.id):
        await shown.app.moves.save(
            await shown.match(match)
        )  # it is shown once more: a rematch was opened
    await shown.settle()
    assert line.texts() == [last], "it comes once"
    await shown.app.access.require_access(
        match.id, STRANGER.id, NOWHERE
    )  # the replay on it can be pressed


@pytest.mark.parametrize("how", ["left the server", "lost the channel"])
async def test_who_no_longer_sees_the_channel_follows_no_longer_and_their_note_goes(
    shown: PublisherHarness, how: str
) -> None:
    match, line = await shown.followed(STRANGER)
    assert await shown.table_publisher.send_spectator_status(match.id, STRANGER)
    assert len(line.texts()) == 1
    (shown.client.left if how == "left the server" else shown.client.hidden).add(
        STRANGER.id if "server" in how else HERE
    )
    for _ in range(4):
        await shown.later(400)
        await shown.step(match)
    assert line.texts() == []
    assert await shown.app.repo.spectators.of_match(match.id) == []
    assert (await shown.match(match)).published == (await shown.match(match)).version
    with pytest.raises(UserError, match="no_table"):
        await shown.app.access.require_access(match.id, STRANGER.id, NOWHERE)


async def test_while_discord_does_not_say_who_sees_the_channel_followers_wait(
    shown: PublisherHarness,
) -> None:
    match, line = await shown.followed(STRANGER)
    assert await shown.table_publisher.send_spectator_status(match.id, STRANGER)
    [first] = line.texts()
    shown.client.away = True
    for _ in range(4):
        await shown.later(400)
        await shown.step(match)
    assert line.texts() == [first]
    assert len(await shown.app.repo.spectators.of_match(match.id)) == 1
    shown.client.away = False
    await shown.step(match)
    assert line.texts() != [first]


async def test_a_follower_who_takes_no_messages_is_dropped_and_a_busy_discord_holds_up_nothing(
    shown: PublisherHarness,
) -> None:
    match, line = await shown.followed(STRANGER)
    line.fail("send", refusal(500))
    for _ in range(4):
        await shown.later(60)
        await shown.step(match)
    assert len(line.texts()) == 1, "it came with the next change"
    line.fail("send", refusal(403, 50007))
    for _ in range(4):
        await shown.later(60)
        await shown.step(match)
    assert await shown.app.repo.spectators.of_match(match.id) == []
    assert (await shown.match(match)).published == (await shown.match(match)).version


async def test_an_empty_lobby_is_closed_and_its_organiser_told_the_day_before(
    shown: PublisherHarness,
) -> None:
    await shown.table(1, game=EME, start=False)
    await shown.later(6 * DAY)
    assert any(
        "Si sigue así, la cerraré mañana." in text for text in shown.client.line(ANA.id).texts()
    )
    await shown.later(DAY)
    assert ["ha cerrado" in text for text in shown.room.texts()] == [True]


async def test_a_halted_table_says_so_and_whoever_runs_the_bot_hears_why(
    shown: PublisherHarness,
) -> None:
    match = await shown.table(2, game=EME)
    await shown.settle()
    await shown.app.moves.halt(match.id, ["a finding"])
    await shown.settle()
    assert any("He detenido la mesa" in text for text in shown.client.line(ANA.id).texts())
    assert any("Mesa detenida" in text for text in shown.room.texts())


async def test_what_discord_puts_off_is_shown_later(shown: PublisherHarness) -> None:
    match = await shown.table(2, game=EME)
    await shown.settle()
    board = (await shown.match(match)).places.board
    shown.room.fail("edit", discord.RateLimited(0.01))
    await shown.step(match)
    await shown.app.publish_scheduler.resume_pending()
    await shown.settle()
    now = await shown.match(match)
    assert now.published == now.version
    assert now.places.board in (board, max(shown.room.messages))


class Painter:
    """Renderer that draws at once, or raises while `broken`."""

    def __init__(self) -> None:
        self.broken, self.count = False, 0

    async def draw(self, scene: Scene | Animation, lane: str = "panel") -> Picture:
        if self.broken:
            raise RuntimeError("no colours left")
        self.count += 1
        return Picture(b"x", f"{scene.kind}-{self.count}.webp", 1, 1)


async def test_pictures_go_with_tables_and_screens_and_words_stand_without_them(
    shown: PublisherHarness,
) -> None:
    painter = shown.app.renderer = Painter()
    match = await shown.table(2, game=EME)
    board = (await shown.match(match)).places.board
    assert shown.room.messages[board]["file"].filename.startswith("board-")
    (screen,) = shown.client.line(ANA.id).messages.values()
    assert screen["file"].filename
    await shown.step(match)
    assert shown.room.messages[board]["attachments"][0].filename.startswith("board-")
    painter.broken = True
    await shown.step(match)
    assert shown.room.messages[board]["attachments"] == []
    assert "Hasta" in " ".join(shown.room.texts())


async def test_a_lobby_whose_painter_had_gone_gets_its_picture_later(
    shown: PublisherHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ui.delivery.table_publisher.REDRAW_AFTER_S", 0.0)
    painter = shown.app.renderer = Painter()
    monkeypatch.setattr(
        painter,
        "draw",
        AsyncMock(side_effect=[BrokenProcessPool(), Picture(b"x", "cover-2.webp", 1, 1)]),
    )
    await shown.table(1, game=EME, start=False)
    await shown.settle()
    while shown.app.publish_scheduler.queue_length != (0, 0):
        await asyncio.sleep(0)
        await shown.settle()
    (lobby,) = shown.room.messages.values()
    assert lobby["attachments"][0].filename == "cover-2.webp"


async def test_a_table_far_up_is_posted_anew_when_a_round_ends(shown: PublisherHarness) -> None:
    match = await shown.table(2, game="era_medieval_age")
    board = (await shown.match(match)).places.board
    for _ in range(400):
        if (await shown.match(match)).places.board != board:
            break
        await shown.later(3600)
        for _ in range(13):
            await shown.room.send(content="talk")
        await shown.step(match)
    assert board in shown.room.deleted


async def test_a_table_posted_anew_calls_by_itself_and_stays_when_the_call_is_answered_or_repeated(
    shown: PublisherHarness,
) -> None:
    match = await shown.table(2, game=EME)
    board = (await shown.match(match)).places.board
    for person, bid in (
        (ANA, 4),
        (BRUNO, 1),
    ):  # who bids most goes first: a round is over, and Ana is to be called
        await shown.later(200)
        for _ in range(13):
            await shown.room.send(content="talk")
        before = set(shown.room.messages)
        panel = await shown.app.game_service.play(match.id, person, ("bid", bid))
        if not panel.committed:
            await shown.app.game_service.confirm(match.id, person, panel.decision)
        await shown.settle()
    places = (await shown.match(match)).places
    assert places.ping == places.board != board
    assert set(shown.room.messages) - before == {places.board}, "one new message, not two"
    fields = shown.room.messages[places.board]
    table = await shown.match(match)
    [seat] = table.waiting
    assert f"<@{table.seats[seat].user}>" in fields["content"]
    await shown.restart()
    await shown.settle()
    assert f"<@{table.seats[seat].user}>" in shown.room.messages[places.board]["content"], (
        "as long as they are awaited"
    )
    await shown.later(DAY / 2)
    reminded = (await shown.match(match)).places
    assert reminded.board == places.board, "the board stays"
    assert reminded.ping not in (0, places.board), "a reminder is a message of its own"
    assert "<@" not in (shown.room.messages[places.board]["content"] or "")
    await shown.step(match)
    assert places.board in shown.room.messages
