"""Quiet hours: a ping is silent, and one with a sound follows afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from app.match import turn_pings
from app.model import time_control
from app.model.match import Match
from app.model.time_control import DAY, HOUR
from tests.app.harness import PEOPLE, AppHarness, Recorder

BRUNO = PEOPLE[1]
NIGHT = [22, 8]


class Listener(Recorder):
    """Publisher that records pings with and without a sound, with the time."""

    def __init__(self, harness: AppHarness) -> None:
        super().__init__()
        self.harness, self.loud, self.named = (
            harness,
            list[tuple[float, int]](),
            list[tuple[float, int]](),
        )

    async def publish(self, match: Match, to_ping: Sequence[int]) -> None:
        for seat in to_ping:
            (self.named if match.seats[seat].ping_at else self.loud).append(
                (self.harness.clock.now(), seat)
            )
        await super().publish(match, to_ping)


def loud(harness: AppHarness, seat: int) -> list[float]:
    """Return when the player of a seat was pinged with a sound."""
    assert isinstance(harness.notifier, Listener)
    return [at for at, one in harness.notifier.loud if one == seat]


def named(harness: AppHarness) -> list[tuple[float, int]]:
    """Return when which seat was mentioned without a sound."""
    assert isinstance(harness.notifier, Listener)
    return harness.notifier.named


async def bruno_next(harness: AppHarness, at: datetime, **prefs: Any) -> Match:
    """Start a table at which Bruno, with these settings, is awaited from `at` on."""
    harness.clock.at = at.timestamp() - HOUR
    listener = harness.notifier = Listener(harness)
    await harness.app.repo.deadlines.save_heartbeat(harness.clock.at)
    await harness.reopen()
    bruno = await harness.app.users.get(BRUNO.id, BRUNO.name, "en-GB")
    await harness.app.users.set(bruno, **prefs)
    match = await harness.table(2)
    await harness.to_turns(match)
    await harness.later(at.timestamp() - harness.clock.now())
    listener.loud.clear()
    listener.named.clear()
    await harness.say(match, PEOPLE[0], "stop")
    await harness.settle()
    assert (await harness.app.lobby.get(match.id)).waiting == (1,)
    return match


ZONES = ("UTC", "Europe/Madrid", "America/New_York", "Asia/Kathmandu", "Pacific/Auckland")


@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize("quiet", [NIGHT, [0, 7], [9, 17]])
@pytest.mark.parametrize("hour", [0, 6, 7, 12, 21, 23])
async def test_who_is_awaited_in_quiet_hours_is_pinged_once_at_their_end(
    harness: AppHarness, zone: str, quiet: list[int], hour: int
):
    there = datetime(
        2026, 3, 28, hour, 30, tzinfo=ZoneInfo(zone)
    )  # in Madrid the clock changes in the next night
    match = await bruno_next(harness, there, quiet=quiet, zone=zone)
    begins, ends = quiet
    inside = begins <= hour < ends if begins < ends else hour >= begins or hour < ends
    if not inside:
        assert loud(harness, 1) == [there.timestamp()]
        assert named(harness) == []
        return
    assert loud(harness, 1) == []
    assert named(harness) == [(there.timestamp(), 1)]
    end = time_control.quiet_until({"quiet": quiet, "zone": zone}, there.timestamp())
    assert datetime.fromtimestamp(end, ZoneInfo(zone)).hour == ends
    await harness.later(end - harness.clock.now() - 1)
    assert loud(harness, 1) == []
    await harness.later(1)
    assert loud(harness, 1) == [end]
    seat = (await harness.app.lobby.get(match.id)).seats[1]
    assert (seat.ping_at, seat.knows_newest_ping, seat.awaited) == (0.0, True, True)


async def test_a_restart_forgets_no_ping_and_repeats_none(harness: AppHarness) -> None:
    await bruno_next(harness, datetime(2026, 5, 1, 23, 0, tzinfo=UTC), quiet=NIGHT)
    await harness.reopen()
    await harness.later(9 * HOUR - 1)
    assert loud(harness, 1) == []
    await harness.reopen()
    await harness.later(2)
    await harness.reopen()
    await harness.later(60)
    assert len(loud(harness, 1)) == 1


async def test_a_ping_that_came_due_while_the_bot_was_off_comes_at_the_start(
    harness: AppHarness,
) -> None:
    await bruno_next(harness, datetime(2026, 5, 1, 23, 0, tzinfo=UTC), quiet=NIGHT)
    await harness.app.stop()
    harness.clock.at += 10 * HOUR
    await harness.open()
    await harness.later(1)
    assert len(loud(harness, 1)) == 1


async def test_who_has_seen_the_question_is_not_pinged_but_who_has_only_looked_around_is(
    harness: AppHarness,
) -> None:
    match = await bruno_next(harness, datetime(2026, 5, 1, 23, 0, tzinfo=UTC), quiet=NIGHT)
    await harness.app.pings.record_activity(match.id, BRUNO)
    await harness.later(HOUR)
    assert (await harness.app.lobby.get(match.id)).seats[1].ping_at > 0
    await harness.app.game_service.open_or_refresh_panel(match.id, BRUNO, requested=True)
    assert (await harness.app.lobby.get(match.id)).seats[1].ping_at == 0
    await harness.later(8 * HOUR)
    assert loud(harness, 1) == []


async def test_who_has_played_in_the_night_is_not_pinged_in_the_morning(
    harness: AppHarness,
) -> None:
    match = await bruno_next(harness, datetime(2026, 5, 1, 23, 0, tzinfo=UTC), quiet=NIGHT)
    await harness.say(match, BRUNO, "stop")
    await harness.later(9 * HOUR + 1)
    assert loud(harness, 1) == []


async def test_whoever_moves_the_end_of_their_quiet_hours_is_pinged_then(
    harness: AppHarness,
) -> None:
    await bruno_next(harness, datetime(2026, 5, 1, 23, 0, tzinfo=UTC), quiet=NIGHT)
    bruno = await harness.app.repo.users.get(BRUNO.id)
    assert bruno is not None
    await harness.app.users.set(bruno, quiet=[22, 10])
    await harness.later(9 * HOUR + 60)
    assert loud(harness, 1) == []
    await harness.later(2 * HOUR)
    assert len(loud(harness, 1)) == 1


async def test_the_ping_takes_the_place_of_a_reminder_that_would_follow_within_the_hour(
    harness: AppHarness,
) -> None:
    match = await bruno_next(
        harness, datetime(2026, 5, 1, 22, 0, tzinfo=UTC), quiet=[22, 10]
    )  # half of the day is over at ten
    await harness.later(12 * HOUR + 60)
    assert len(loud(harness, 1)) == 1
    assert (await harness.app.lobby.get(match.id)).seats[
        1
    ].next_reminder_at == harness.clock.now() - 12 * HOUR - 60 + 0.9 * DAY
    await harness.later(0.9 * DAY - 12 * HOUR)
    assert len(loud(harness, 1)) == 2, "the second reminder comes at its time"


@pytest.mark.parametrize(
    ("pings", "letters", "at_table"), [("channel", 0, 1), ("dm", 1, 0), ("none", 0, 1)]
)
async def test_the_ping_comes_where_reminders_do_and_to_who_wants_none_at_the_table(
    harness: AppHarness, pings: str, letters: int, at_table: int
) -> None:
    await bruno_next(harness, datetime(2026, 5, 1, 23, 0, tzinfo=UTC), quiet=NIGHT, pings=pings)
    await harness.later(9 * HOUR + 1)
    assert (len(harness.notifier.reminders), len(loud(harness, 1))) == (letters, at_table)


async def test_several_tables_are_one_direct_message_in_the_morning(harness: AppHarness) -> None:
    first = await bruno_next(harness, datetime(2026, 5, 1, 23, 0, tzinfo=UTC), quiet=NIGHT)
    second = await harness.table(2)
    await harness.settle()
    await harness.later(9 * HOUR)
    [(user, tables)] = harness.notifier.reminders
    assert (user, {one for one, _ in tables}) == (BRUNO.id, {first.id, second.id})
    assert loud(harness, 1) == []


async def test_nobody_is_pinged_at_a_table_that_was_paused_meanwhile_until_it_goes_on(
    harness: AppHarness,
) -> None:
    match = await bruno_next(harness, datetime(2026, 5, 1, 23, 0, tzinfo=UTC), quiet=NIGHT)
    async with harness.app.locks(match.id):
        table = await harness.app.lobby.get(match.id)
        table.paused = "consent"
        await harness.app.moves.save(table)
    await harness.later(10 * HOUR)
    assert loud(harness, 1) == []
    await harness.app.votes.resume(match.id, PEOPLE[0])
    await harness.later(1)
    assert len(loud(harness, 1)) == 1


async def test_everybodys_quiet_hours_are_known_at_the_beginning_and_at_the_end(
    harness: AppHarness,
) -> None:
    bruno = await harness.app.users.get(BRUNO.id, BRUNO.name, "en-GB")
    await harness.app.users.set(bruno, quiet=NIGHT)
    harness.clock.at = datetime(2026, 5, 1, 23, 0, tzinfo=UTC).timestamp()
    match = await harness.app.lobby.get((await harness.table(2)).id)
    await turn_pings.set_ping_times(harness.app.repo.users, match, harness.clock.now())
    assert [seat.ping_at for seat in match.seats] == [0.0, harness.clock.now() + 9 * HOUR]
