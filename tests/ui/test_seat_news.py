"""Messages about a user's seat, and about votes that want their answer."""

from __future__ import annotations

import pytest

from app.match.ballots import vote_id
from app.model.match import Match
from app.model.time_control import DAY, HOUR
from tests.app.harness import PEOPLE
from tests.ui.fake_discord import Channel, refusal
from tests.ui.publisher_harness import HERE, PublisherHarness

EME = "eight_minute_empire"
ANA, BRUNO, CARLA, DIEGO = PEOPLE[:4]


def lines(where: Channel) -> list[str]:
    """Return the messages without an embed."""
    return [
        sent["content"]
        for _, sent in sorted(where.messages.items())
        if sent.get("embed") is None and sent.get("content")
    ]


def pinged(where: Channel, text: str) -> list[int]:
    """Return the users whom the newest message with this text may ping."""
    sent = next(
        one
        for _, one in sorted(where.messages.items(), reverse=True)
        if text in (one.get("content") or "")
    )
    return [one.id for one in sent["allowed_mentions"].users or []]


def buttons(where: Channel, text: str) -> list[str]:
    sent = next(
        one
        for _, one in sorted(where.messages.items(), reverse=True)
        if text in (one.get("content") or "")
    )
    return [one.label for one in sent["view"].children]


async def test_who_was_kicked_from_a_lobby_is_told_by_direct_message_once(
    shown: PublisherHarness,
) -> None:
    match = await shown.table(3, game=EME, start=False)
    await shown.app.lobby.kick(match.id, ANA, CARLA.id)
    await shown.settle()
    line = shown.client.line(CARLA.id)
    assert lines(line) == [
        "Ana, que organiza **Imperio «Mesa de Ana»**, te ha sacado de la mesa. Puedes volver si te invitan."
    ]
    await shown.app.lobby.set_size(match.id, ANA, 4)
    await shown.restart()
    await shown.settle()
    assert len(lines(line)) == 1
    assert [one.told for one in (await shown.match(match)).seat_notices] == [True]


async def test_who_takes_no_direct_messages_is_mentioned_once_where_the_table_lives(
    shown: PublisherHarness,
) -> None:
    shown.client.line(BRUNO.id).fail("send", *[refusal(403, 50007)] * 20)
    match = await shown.table(3, game=EME)
    await shown.settle()
    await shown.app.substitutes.offer(match.id, BRUNO)
    await shown.app.substitutes.take_seat(match.id, DIEGO, 1)
    await shown.settle()
    told = f"<@{BRUNO.id}> Diego ha ocupado tu sitio en **Imperio «Mesa de Ana»**."
    assert lines(shown.room).count(told) == 1
    assert pinged(shown.room, told) == [BRUNO.id]
    await shown.app.substitutes.offer(match.id, CARLA)
    await shown.settle()
    assert lines(shown.room).count(told) == 1
    assert lines(shown.client.line(CARLA.id)) == [
        one for one in lines(shown.client.line(CARLA.id)) if "sigue por ti" not in one
    ]


async def test_a_message_that_discord_puts_off_comes_later_and_once(
    shown: PublisherHarness,
) -> None:
    match = await shown.table(3, game=EME)
    await shown.settle()
    shown.client.line(BRUNO.id).fail("send", refusal(500))
    await shown.app.substitutes.offer(match.id, BRUNO)
    await shown.app.substitutes.take_seat(match.id, DIEGO, 1)
    await shown.settle()
    assert [
        one for one in lines(shown.client.line(BRUNO.id)) if "has taken over your seat" in one
    ] == [
        'Diego has taken over your seat at **8-Min Empire "Ana\'s table"**.',
    ]


async def test_who_is_voted_out_is_told_and_where_to_sit_down_again(
    shown: PublisherHarness,
) -> None:
    match = await shown.table(3, game=EME)
    await shown.settle()
    await shown.later(13 * HOUR)
    late = (await shown.match(match)).waiting[0]
    others = [one for one in range(3) if one != late]
    await shown.app.votes.propose(match.id, PEOPLE[others[0]], "kick", str(late))
    vote = (await shown.match(match)).vote
    assert vote is not None
    await shown.app.votes.cast(match.id, PEOPLE[others[1]], True, vote_id(vote))
    await shown.settle()
    told = [
        one
        for one in lines(shown.client.line(PEOPLE[late].id))
        if "voted" in one or "** ha votado que dejes la partida, y un bot sigue por ti." in one
    ]
    assert len(told) == 1
    assert (
        "can rejoin from the board" in told[0]
        or "Puedes volver desde el tablero mientras nadie ocupe tu sitio." in told[0]
    )


async def test_an_owner_is_told_before_their_seat_opens_and_keeps_it_by_one_button(
    shown: PublisherHarness,
) -> None:
    match = await shown.table(3, game=EME)
    await shown.settle()
    async with shown.app.locks(match.id):
        table = await shown.app.lobby.get(match.id)
        seat = table.seats[2]
        seat.has_caretaker, seat.missed_deadlines, seat.absence_deadline = (
            True,
            1,
            shown.clock.now() + HOUR,
        )
        await shown.app.moves.save(table)
    await shown.later(HOUR)
    table = await shown.match(match)
    seat, line = table.seats[2], shown.client.line(CARLA.id)
    [told] = [one for one in lines(line) if "Me quedo" in one]
    assert told.startswith("Has dejado pasar 2 plazos en **Imperio «Mesa de Ana»**. A partir del")
    assert f"<t:{int(seat.opens_at)}:f>" in told
    assert buttons(line, "Me quedo")[:2] == ["Me quedo", "▶ Jugar"]
    board = " ".join(shown.room.texts())
    assert f"Si ▲ Carla no vuelve, su sitio quedará libre <t:{int(seat.opens_at)}:R>." in board
    assert "Sustituir a" not in board
    await shown.app.substitutes.offer(match.id, CARLA, on=False)
    assert (await shown.match(match)).seats[2].opens_at == 0


async def calls(shown: PublisherHarness) -> list[str]:
    await shown.settle()
    return [one for one in lines(shown.room) if one.startswith("🗳")]


async def test_those_who_are_asked_are_called_by_one_message_that_goes_with_the_vote(
    shown: PublisherHarness,
) -> None:
    match = await shown.table(3, game=EME)
    await shown.settle()
    await shown.later(HOUR)
    await shown.app.votes.propose(match.id, ANA, "pause")
    [call] = await calls(shown)
    vote = (await shown.match(match)).vote
    assert vote is not None
    assert call == (
        f"🗳 <@{BRUNO.id}> <@{CARLA.id}> Falta tu voto en **Imperio «Mesa de Ana»**. ● Ana propone una pausa."
        f" Los plazos se detienen hasta que alguien pulse Reanudar. Puedes votar hasta el <t:{int(vote.until)}:f>."
    )
    assert pinged(shown.room, "🗳") == [BRUNO.id, CARLA.id]
    assert buttons(shown.room, "🗳") == ["A favor", "En contra", "Mesa"]
    await shown.restart()
    await shown.app.game_service.republish(ANA)
    assert await calls(shown) == [call], "once a vote"
    await shown.app.votes.cast(match.id, BRUNO, True, vote_id(vote))
    assert await calls(shown) == []
    assert (await shown.match(match)).places.vote_request == 0


async def test_who_has_quiet_hours_is_called_at_their_end_and_who_wants_no_calls_never(
    shown: PublisherHarness,
) -> None:
    match = await shown.table(3, game=EME)
    await shown.settle()
    await shown.later(HOUR)
    hour = int(shown.clock.now() % DAY // HOUR)
    for person, prefs in ((BRUNO, {"quiet": [hour, (hour + 2) % 24]}), (CARLA, {"pings": "none"})):
        known = await shown.app.repo.users.get(person.id)
        assert known is not None
        await shown.app.users.set(known, **prefs)
    await shown.app.votes.propose(match.id, ANA, "end")
    assert await calls(shown) == []
    await shown.later(2 * HOUR)
    [call] = await calls(shown)
    assert call.startswith(f"🗳 <@{BRUNO.id}> Falta tu voto")
    assert pinged(shown.room, "🗳") == [BRUNO.id]


async def test_at_a_table_without_a_channel_people_are_asked_by_direct_message(
    shown: PublisherHarness,
) -> None:
    match = await shown.table(2, game=EME)
    await shown.settle()
    await shown.later(HOUR)
    await shown.table_publisher.on_channel_deleted(HERE)
    await shown.settle()
    await shown.app.votes.propose(match.id, ANA, "pause")
    await shown.settle()
    [call] = [one for one in lines(shown.client.line(BRUNO.id)) if one.startswith("🗳")]
    assert call.startswith("🗳 Your vote is needed at **8-Min Empire")
    assert not [one for one in lines(shown.client.line(ANA.id)) if one.startswith("🗳")]


@pytest.mark.parametrize("error", [refusal(403, 50013), refusal(403, 50001)])
async def test_where_the_channel_refuses_nobody_counts_as_called(
    shown: PublisherHarness, error: BaseException
) -> None:
    match: Match = await shown.table(2, game=EME)
    await shown.settle()
    await shown.later(HOUR)
    shown.room.fail("send", error)
    await shown.app.votes.propose(match.id, ANA, "end")
    await shown.settle()
    vote = (await shown.match(match)).vote
    assert vote is not None
    assert vote.informed == (ANA.id,)
    await shown.app.game_service.republish(ANA)
    [call] = await calls(shown)
    assert f"<@{BRUNO.id}>" in call
