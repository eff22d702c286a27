"""Quiet hours: a call in them notifies nobody, and is followed by one ping when they are over."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from app.match import turn_pings
from app.model import time_control
from app.model.match import Match
from app.model.time_control import DAY, HOUR
from tests.app.kit import PEOPLE, House, Recorder

BRUNO = PEOPLE[1]
NIGHT = [22, 8]


class Listener(Recorder):
    """Remembers whom each showing notified, and whom it only named, with the time."""

    def __init__(self, house: House) -> None:
        super().__init__()
        self.house, self.loud, self.named = (
            house,
            list[tuple[float, int]](),
            list[tuple[float, int]](),
        )

    async def publish(self, match: Match, newly: list[int]) -> None:
        for seat in newly:
            (self.named if match.seats[seat].ping_at else self.loud).append(
                (self.house.clock.now(), seat)
            )
        await super().publish(match, newly)

    def of(self, seat: int) -> list[float]:
        return [at for at, one in self.loud if one == seat]


async def bruno_next(house: House, at: datetime, **prefs: object) -> Match:
    """A table at which Ana's turn ends at that time; Bruno, who has these settings, is awaited then."""
    house.clock.at = at.timestamp() - HOUR
    house.edge = Listener(house)
    await house.app.repo.save_heartbeat(house.clock.at)
    await house.reopen()
    bruno = await house.app.people.get(BRUNO.id, BRUNO.name, "en-GB")
    await house.app.people.set(bruno, **prefs)
    match = await house.table(2)
    await house.to_turns(match)
    await house.later(at.timestamp() - house.clock.now())
    house.edge.loud.clear()
    house.edge.named.clear()
    await house.say(match, PEOPLE[0], "stop")
    await house.settle()
    assert (await house.app.lobby.get(match.id)).waiting == (1,)
    return match


ZONES = ("UTC", "Europe/Madrid", "America/New_York", "Asia/Kathmandu", "Pacific/Auckland")


@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize("quiet", [NIGHT, [0, 7], [9, 17]])
@pytest.mark.parametrize("hour", [0, 6, 7, 12, 21, 23])
async def test_who_is_awaited_in_quiet_hours_is_pinged_once_at_their_end(
    house: House, zone: str, quiet: list[int], hour: int
):
    there = datetime(
        2026, 3, 28, hour, 30, tzinfo=ZoneInfo(zone)
    )  # in Madrid the clock changes in the next night
    match = await bruno_next(house, there, quiet=quiet, zone=zone)
    begins, ends = quiet
    inside = begins <= hour < ends if begins < ends else hour >= begins or hour < ends
    if not inside:
        assert house.edge.of(1) == [there.timestamp()]
        assert house.edge.named == []
        return
    assert house.edge.of(1) == []
    assert house.edge.named == [(there.timestamp(), 1)]
    end = time_control.quiet_until({"quiet": quiet, "zone": zone}, there.timestamp())
    assert datetime.fromtimestamp(end, ZoneInfo(zone)).hour == ends
    await house.later(end - house.clock.now() - 1)
    assert house.edge.of(1) == []
    await house.later(1)
    assert house.edge.of(1) == [end]
    seat = (await house.app.lobby.get(match.id)).seats[1]
    assert (seat.ping_at, seat.called, seat.awaited) == (0.0, True, True)


async def test_a_restart_forgets_no_ping_and_repeats_none(house: House) -> None:
    await bruno_next(house, datetime(2026, 5, 1, 23, 0, tzinfo=UTC), quiet=NIGHT)
    await house.reopen()
    await house.later(9 * HOUR - 1)
    assert house.edge.of(1) == []
    await house.reopen()
    await house.later(2)
    await house.reopen()
    await house.later(60)
    assert len(house.edge.of(1)) == 1


async def test_a_ping_that_came_due_while_the_bot_was_off_comes_at_the_start(house: House) -> None:
    await bruno_next(house, datetime(2026, 5, 1, 23, 0, tzinfo=UTC), quiet=NIGHT)
    await house.app.stop()
    house.clock.at += 10 * HOUR
    await house.open()
    await house.later(1)
    assert len(house.edge.of(1)) == 1


async def test_who_has_seen_the_question_is_not_pinged_but_who_has_only_looked_around_is(
    house: House,
) -> None:
    match = await bruno_next(house, datetime(2026, 5, 1, 23, 0, tzinfo=UTC), quiet=NIGHT)
    await house.app.calls.record_activity(match.id, BRUNO)
    await house.later(HOUR)
    assert (await house.app.lobby.get(match.id)).seats[1].ping_at > 0
    await house.app.tables.panel(match.id, BRUNO, tap=True)
    assert (await house.app.lobby.get(match.id)).seats[1].ping_at == 0
    await house.later(8 * HOUR)
    assert house.edge.of(1) == []


async def test_who_has_played_in_the_night_is_not_pinged_in_the_morning(house: House) -> None:
    match = await bruno_next(house, datetime(2026, 5, 1, 23, 0, tzinfo=UTC), quiet=NIGHT)
    await house.say(match, BRUNO, "stop")
    await house.later(9 * HOUR + 1)
    assert house.edge.of(1) == []


async def test_whoever_moves_the_end_of_their_quiet_hours_is_pinged_then(house: House) -> None:
    await bruno_next(house, datetime(2026, 5, 1, 23, 0, tzinfo=UTC), quiet=NIGHT)
    bruno = await house.app.repo.person(BRUNO.id)
    await house.app.people.set(bruno, quiet=[22, 10])
    await house.later(9 * HOUR + 60)
    assert house.edge.of(1) == []
    await house.later(2 * HOUR)
    assert len(house.edge.of(1)) == 1


async def test_the_ping_takes_the_place_of_a_reminder_that_would_follow_within_the_hour(
    house: House,
) -> None:
    match = await bruno_next(
        house, datetime(2026, 5, 1, 22, 0, tzinfo=UTC), quiet=[22, 10]
    )  # half of the day is over at ten
    await house.later(12 * HOUR + 60)
    assert len(house.edge.of(1)) == 1
    assert (await house.app.lobby.get(match.id)).seats[
        1
    ].nudge == house.clock.now() - 12 * HOUR - 60 + 0.9 * DAY
    await house.later(0.9 * DAY - 12 * HOUR)
    assert len(house.edge.of(1)) == 2, "the second reminder comes at its time"


@pytest.mark.parametrize(
    ("pings", "letters", "at_table"), [("channel", 0, 1), ("dm", 1, 0), ("none", 0, 1)]
)
async def test_the_ping_comes_where_reminders_do_and_to_who_wants_none_at_the_table(
    house: House, pings: str, letters: int, at_table: int
) -> None:
    await bruno_next(house, datetime(2026, 5, 1, 23, 0, tzinfo=UTC), quiet=NIGHT, pings=pings)
    await house.later(9 * HOUR + 1)
    assert (len(house.edge.reminders), len(house.edge.of(1))) == (letters, at_table)


async def test_several_tables_are_one_direct_message_in_the_morning(house: House) -> None:
    first = await bruno_next(house, datetime(2026, 5, 1, 23, 0, tzinfo=UTC), quiet=NIGHT)
    second = await house.table(2)
    await house.settle()
    await house.later(9 * HOUR)
    [(user, tables)] = house.edge.reminders
    assert (user, {one for one, _ in tables}) == (BRUNO.id, {first.id, second.id})
    assert house.edge.of(1) == []


async def test_nobody_is_pinged_at_a_table_that_was_paused_meanwhile_until_it_goes_on(
    house: House,
) -> None:
    match = await bruno_next(house, datetime(2026, 5, 1, 23, 0, tzinfo=UTC), quiet=NIGHT)
    async with house.app.locks(match.id):
        table = await house.app.lobby.get(match.id)
        table.paused = "consent"
        await house.app.moves.save(table)
    await house.later(10 * HOUR)
    assert house.edge.of(1) == []
    await house.app.votes.go_on(match.id, PEOPLE[0])
    await house.later(1)
    assert len(house.edge.of(1)) == 1


async def test_everybodys_quiet_hours_are_known_at_the_beginning_and_at_the_end(
    house: House,
) -> None:
    bruno = await house.app.people.get(BRUNO.id, BRUNO.name, "en-GB")
    await house.app.people.set(bruno, quiet=NIGHT)
    house.clock.at = datetime(2026, 5, 1, 23, 0, tzinfo=UTC).timestamp()
    match = await house.app.lobby.get((await house.table(2)).id)
    await turn_pings.hush(house.app.repo, match, house.clock.now())
    assert [seat.ping_at for seat in match.seats] == [0.0, house.clock.now() + 9 * HOUR]
