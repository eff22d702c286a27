"""Pings as Discord gets them: silent in quiet hours, deleted while nothing can be played."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from app.model.match import Match
from app.model.time_control import DAY, HOUR
from tests.app.harness import PEOPLE
from tests.ui.publisher_harness import PublisherHarness

EME = "eight_minute_empire"
ANA, BRUNO = PEOPLE[:2]
NIGHT = datetime(2026, 5, 1, 23, 0, tzinfo=UTC).timestamp()


async def at_night(shown: PublisherHarness, **prefs: Any) -> None:
    """Set the time to eleven at night; Bruno has quiet hours until eight."""
    shown.clock.at = NIGHT
    await shown.app.repo.deadlines.save_heartbeat(NIGHT)
    await shown.restart()
    bruno = await shown.app.users.get(BRUNO.id, BRUNO.name, "en-GB")
    await shown.app.users.set(bruno, quiet=[22, 8], **prefs)


def notified(fields: dict[str, Any]) -> set[int]:
    return {one.id for one in fields["allowed_mentions"].users}


async def waits_for_bruno(shown: PublisherHarness) -> Match:
    match = await shown.table(2)
    await shown.to_turns(match)
    await shown.later(121)
    await shown.say(match, ANA, "stop")
    await shown.settle()
    return await shown.match(match)


def calls(shown: PublisherHarness) -> list[dict[str, Any]]:
    """Return the messages that ping somebody, as they were sent."""
    return [
        one for _, one in sorted(shown.room.messages.items()) if "<@" in (one.get("content") or "")
    ]


async def test_a_call_in_quiet_hours_names_the_person_without_a_sound_and_the_morning_brings_a_ping(
    shown: PublisherHarness,
) -> None:
    await at_night(shown)
    match = await waits_for_bruno(shown)
    silent = shown.room.messages[match.places.ping]
    assert f"<@{BRUNO.id}>" in silent["content"]
    assert (notified(silent), silent["silent"]) == (set(), True)
    await shown.later(9 * HOUR)
    match = await shown.match(match)
    loud = shown.room.messages[match.places.ping]
    assert (notified(loud), loud["silent"]) == ({BRUNO.id}, False)
    assert len(calls(shown)) == 1, "it takes the place of the silent one"


async def test_a_game_that_begins_or_ends_at_night_wakes_only_those_who_are_up(
    shown: PublisherHarness,
) -> None:
    await at_night(shown)
    match = await shown.table(2, game=EME)
    await shown.settle()
    board = shown.room.messages[(await shown.match(match)).places.board]
    assert f"<@{BRUNO.id}>" in board["content"]
    assert (notified(board), board["silent"]) == ({ANA.id}, False)
    while (await shown.match(match)).status == "running":
        await shown.step(match)
    end = shown.room.messages[(await shown.match(match)).places.ended]
    assert f"<@{BRUNO.id}>" in end["content"]
    assert (notified(end), end["silent"]) == ({ANA.id}, False)


@pytest.mark.parametrize("rest", ["paused", "asleep", "away"])
async def test_a_call_goes_while_nothing_can_be_played_and_comes_back_once(
    shown: PublisherHarness, rest: str
) -> None:
    match = await waits_for_bruno(shown)
    await shown.later(121)
    assert len(calls(shown)) == 1
    if rest == "away":
        await shown.app.vacations.begin(await shown.app.users.get(BRUNO.id, BRUNO.name), 2)
    else:
        async with shown.app.locks(match.id):
            table = await shown.app.lobby.get(match.id)
            table.paused = "consent" if rest == "paused" else "asleep"
            await shown.app.moves.save(table)
    await shown.settle()
    assert calls(shown) == []
    await shown.restart()
    await shown.settle()
    assert calls(shown) == [], "nor does a start bring it back"
    if rest == "away":
        await shown.later(2 * DAY)
    else:
        await shown.later(5 * DAY)
        assert calls(shown) == []
        await shown.app.votes.resume(match.id, ANA)
    await shown.settle()
    [back] = calls(shown)
    assert notified(back) == {BRUNO.id}
    await shown.restart()
    await shown.later(60)
    assert calls(shown) == [back]


async def test_the_deadline_in_a_call_is_corrected_without_another_ping(
    shown: PublisherHarness,
) -> None:
    match = await waits_for_bruno(shown)
    await shown.later(121)
    [call] = calls(shown)
    due = int((await shown.match(match)).seats[1].deadline)
    assert f"<t:{due}:R>" in call["content"]
    sent = (await shown.match(match)).places.ping
    shown.app.deadlines.compensate_downtime(5 * HOUR)
    await shown.settle()
    match = await shown.match(match)
    assert match.places.ping == sent
    assert f"<t:{due + 5 * 3600}:R>" in shown.room.messages[sent]["content"]


async def test_reminders_in_direct_messages_go_while_the_table_rests(
    shown: PublisherHarness,
) -> None:
    bruno = await shown.app.users.get(BRUNO.id, BRUNO.name)
    await shown.app.users.set(bruno, pings="dm")
    match = await waits_for_bruno(shown)
    await shown.later(DAY / 2)
    reminders = [text for text in shown.client.line(BRUNO.id).texts() if "waiting for you" in text]
    assert len(reminders) == 1
    async with shown.app.locks(match.id):
        table = await shown.app.lobby.get(match.id)
        table.paused = "consent"
        await shown.app.moves.save(table)
    await shown.settle()
    assert not [text for text in shown.client.line(BRUNO.id).texts() if "waiting for you" in text]
