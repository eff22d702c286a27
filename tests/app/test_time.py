"""Deadlines, reminders, caretakers, returns and outages, on a manual clock."""

from __future__ import annotations

from typing import Any

import pytest

from app.model import time_control
from app.model.match import Match, Pace, UserError
from app.model.time_control import DAY, HOUR
from tests.app.harness import PEOPLE, AppHarness, assert_log_replays

ANA, BRUNO, CARLA = PEOPLE[:3]


async def get(harness: AppHarness, match: Match) -> Match:
    return await harness.app.lobby.get(match.id)


async def awaited(harness: AppHarness, match: Match) -> list[int]:
    return list((await get(harness, match)).waiting)


async def notices(harness: AppHarness, match: Match) -> list[str]:
    return [notice.what.key for notice in (await get(harness, match)).notices]


async def on_turns(
    harness: AppHarness, people: int = 2, computers: int = 0, **change: object
) -> Match:
    """Start a table at which one user is awaited after the other."""
    match = await harness.table(people, computers)
    if change:
        async with harness.app.locks(match.id):
            table = await get(harness, match)
            pace: dict[str, Any] = {"kind": "decision", "seconds": DAY, **change}
            table.pace = Pace(**pace)
            time_control.restart_clocks(table, harness.clock.now())
            await harness.app.moves.save(table)
    await harness.to_turns(match)
    await harness.settle()
    return await get(harness, match)


async def test_a_server_gives_a_day_and_says_when_it_is_over(harness: AppHarness) -> None:
    match = await harness.table(2)
    table = await get(harness, match)
    assert time_control.preset_name(table.pace) == "calm"
    assert [seat.deadline for seat in table.seats] == [harness.clock.now() + DAY] * 2
    assert table.check_at == harness.clock.now() + DAY / 2


async def test_alone_with_computers_nobody_is_timed(harness: AppHarness) -> None:
    match = await harness.table(1, 2)
    await harness.settle()
    assert [seat.deadline for seat in (await get(harness, match)).seats] == [0.0] * 3
    await harness.later(3 * DAY)
    assert harness.notifier.reminders == []
    assert await awaited(harness, match) == [0]


async def test_reminders_come_twice_and_once_a_decision(harness: AppHarness) -> None:
    match = await on_turns(harness)
    here = await awaited(harness, match)
    await harness.later(200)
    called = len(harness.notifier.pings)
    await harness.later(DAY / 2 - 201)
    assert len(harness.notifier.pings) == called
    await harness.later(1)
    assert harness.notifier.pings[called:] == [here]
    version = (await get(harness, match)).version
    await harness.reopen()
    await harness.later(DAY / 4)
    assert harness.notifier.pings[called:] == [here]
    await harness.later(DAY / 4 - HOUR)
    assert harness.notifier.pings[called:] == [here, here]
    assert (
        await get(harness, match)
    ).version == version  # no message is edited merely because time passes


async def like(harness: AppHarness, seat: int, **prefs: Any) -> None:
    await harness.app.users.get(PEOPLE[seat].id, PEOPLE[seat].name)
    person = await harness.app.repo.users.get(PEOPLE[seat].id)
    assert person is not None
    await harness.app.users.set(person, **prefs)


async def test_quiet_hours_hold_a_reminder_until_their_end_and_who_is_there_needs_none(
    harness: AppHarness,
) -> None:
    match = await on_turns(harness)
    [here] = await awaited(harness, match)
    hour = int((harness.clock.now() + DAY / 2) % DAY // HOUR)
    await like(harness, here, quiet=[hour, (hour + 3) % 24], pings="dm")
    await harness.later(DAY / 2 + HOUR)
    assert harness.notifier.reminders == []
    await harness.later(2 * HOUR)
    assert len(harness.notifier.reminders) == 1
    await harness.app.game_service.open_or_refresh_panel(
        match.id, PEOPLE[here], requested=True
    )  # within two minutes of a tap nobody is reminded
    table = await get(harness, match)
    await harness.later(table.seats[here].next_reminder_at - harness.clock.now() - 1)
    await harness.app.game_service.open_or_refresh_panel(match.id, PEOPLE[here], requested=True)
    await harness.later(60)
    assert len(harness.notifier.reminders) == 1
    await harness.later(61)
    assert len(harness.notifier.reminders) == 2


async def test_who_puts_it_off_or_wants_no_reminders_gets_none(harness: AppHarness) -> None:
    match = await on_turns(harness)
    [here] = await awaited(harness, match)
    await like(harness, here, pings="dm", snooze=harness.clock.now() + DAY / 2 + 4 * HOUR)
    await harness.later(DAY / 2 + 4 * HOUR - 1)
    assert harness.notifier.reminders == []
    await harness.later(2)
    assert len(harness.notifier.reminders) == 1
    await like(harness, here, pings="none")
    await harness.later(0.4 * DAY)
    assert len(harness.notifier.reminders) == 1


async def test_several_tables_make_one_reminder(harness: AppHarness) -> None:
    tables = [await harness.table(2) for _ in range(3)]
    for seat in (0, 1):
        await like(harness, seat)
    await harness.later(DAY / 2)
    found = dict(harness.notifier.reminders)
    assert len(harness.notifier.reminders) == len(found) == 2
    assert sorted(match for match, _ in found[ANA.id]) == sorted(match.id for match in tables)


async def test_reminders_that_would_come_one_after_the_other_come_as_one(
    harness: AppHarness,
) -> None:
    first = await harness.table(2)
    await harness.later(3 * HOUR)
    second = await harness.table(2)
    await harness.later(8 * HOUR)
    third = await harness.table(2)
    for seat in (0, 1):
        await like(harness, seat)
    await harness.later(1 * HOUR)
    assert sorted(harness.notifier.reminders) == [
        (person.id, [(first.id, n), (second.id, n)]) for n, person in enumerate((ANA, BRUNO))
    ]
    await harness.later(3 * HOUR + 1)
    assert (
        len(harness.notifier.reminders) == 2
    )  # the second's own time has come, and was told already
    assert third.id not in str(harness.notifier.reminders)


async def test_a_long_outage_puts_no_table_to_sleep_that_has_a_clock(harness: AppHarness) -> None:
    match = await on_turns(harness)
    [here] = await awaited(harness, match)
    await harness.app.stop()
    harness.clock.at += 40 * DAY
    await harness.open()
    await harness.settle()
    await harness.later(60)
    table = await get(harness, match)
    assert not table.paused
    assert table.seats[here].deadline > harness.clock.now()


async def test_when_time_is_up_a_caretaker_minds_the_seat_until_the_person_taps(
    harness: AppHarness,
) -> None:
    match = await on_turns(harness)
    [here] = await awaited(harness, match)
    await harness.later(DAY)
    table = await get(harness, match)
    assert table.seats[here].has_caretaker
    assert "host.minded" in await notices(harness, match)
    assert table.waiting == (1 - here,)  # it has played, and the other is awaited
    made = [
        entry.row
        for entry in await harness.app.repo.game_log.entries(match.id)
        if entry.row.by == "caretaker"
    ]
    assert made
    assert {row.seat for row in made} == {here}
    await assert_log_replays(harness, match.id)
    panel = await harness.app.game_service.open_or_refresh_panel(
        match.id, PEOPLE[here], requested=True
    )
    assert panel.notice is not None
    assert panel.notice.key == (
        "host.welcome_final" if panel.undo is None else "host.welcome_after"
    )
    table = await get(harness, match)
    assert not table.seats[here].has_caretaker
    assert "host.back" in await notices(harness, match)
    assert (
        await harness.app.game_service.open_or_refresh_panel(match.id, PEOPLE[here], requested=True)
    ).notice is None


async def test_who_comes_back_may_take_back_what_the_caretaker_did(harness: AppHarness) -> None:
    match = await on_turns(harness)
    [here] = await awaited(harness, match)
    await harness.later(DAY)
    entries = await harness.app.repo.game_log.entries(match.id)
    last, luck = entries[-1].row, "draw" in entries[-1].row.path
    assert (last.seat, last.by, last.barrier) == (here, "caretaker", [0, 1]), (
        "it has ended their turn: final for everybody"
    )
    panel = await harness.app.game_service.undo(match.id, PEOPLE[here])
    assert panel.committed is not luck, "but nothing came to light by it"
    assert await awaited(harness, match) == [1 - here if luck else here]
    assert not (await get(harness, match)).seats[here].has_caretaker
    await assert_log_replays(harness, match.id)


async def test_where_the_table_wants_it_the_default_is_played(harness: AppHarness) -> None:
    match = await on_turns(harness, absent="default")
    [here] = await awaited(harness, match)
    await harness.later(DAY)
    rows = [
        entry.row
        for entry in await harness.app.repo.game_log.entries(match.id)
        if entry.row.by == "timeout"
    ]
    assert rows
    assert {row.seat for row in rows} == {here}
    table = await get(harness, match)
    assert not table.seats[here].has_caretaker
    assert table.seats[here].missed_deadlines == 1
    assert table.waiting != (here,)
    await assert_log_replays(harness, match.id)


async def test_who_misses_two_turns_in_a_row_may_be_replaced_and_whoever_plays_has_missed_none(
    harness: AppHarness,
) -> None:
    match = await on_turns(harness, absent="default")
    for _ in range(3):
        await harness.later(DAY)
    table = await get(harness, match)
    assert [(seat.missed_deadlines, seat.offered) for seat in table.seats] == [
        (2, False),
        (1, False),
    ]
    assert table.seats[0].opens_at == harness.clock.now() + DAY, "one further clock to keep it"
    by = PEOPLE[table.waiting[0]]
    panel = await harness.app.game_service.open_or_refresh_panel(match.id, by)
    await harness.app.game_service.fill_defaults(match.id, by, panel.decision)
    await harness.app.game_service.confirm(match.id, by, panel.decision)
    assert (await get(harness, match)).seats[table.waiting[0]].missed_deadlines == 0
    await harness.later(DAY)
    table = await get(harness, match)
    assert (table.seats[0].offered, table.seats[1].offered) == (True, False)


async def test_where_nobody_is_left_the_table_sleeps_and_no_game_is_played_among_caretakers(
    harness: AppHarness,
) -> None:
    match = await harness.table(3)
    for _ in range(40):
        await harness.later(DAY)
    table = await get(harness, match)
    assert (table.status, table.paused) == ("running", "asleep")
    assert not any(seat.deadline for seat in table.seats)
    rows = table.rows
    await harness.later(90 * DAY)
    assert (await get(harness, match)).rows == rows
    panel = await harness.app.game_service.open_or_refresh_panel(match.id, ANA, requested=True)
    assert panel.notice is not None
    await harness.settle()
    table = await get(harness, match)
    assert not table.paused
    assert not table.seats[0].has_caretaker
    assert [seat.has_caretaker for seat in table.seats[1:]] == [True, True]
    await assert_log_replays(harness, match.id)


async def test_one_who_stays_plays_on_with_caretakers_to_the_end(harness: AppHarness) -> None:
    match = await harness.table(3)
    for _ in range(200):
        if (await get(harness, match)).status == "ended":
            break
        panel = await harness.app.game_service.open_or_refresh_panel(match.id, ANA, requested=True)
        if panel.asked is not None:
            await harness.app.game_service.fill_defaults(match.id, ANA, panel.decision)
            await harness.app.game_service.confirm(match.id, ANA, panel.decision)
        await harness.later(DAY / 2)
    assert (await get(harness, match)).status == "ended"
    await assert_log_replays(harness, match.id)


async def test_time_that_was_put_forward_is_not_taken_for_absence_after_a_crash(
    harness: AppHarness,
) -> None:
    await on_turns(harness)
    await harness.later(5 * 60 + 1)
    pulse = await harness.app.repo.deadlines.last_heartbeat()
    assert pulse is not None
    assert harness.clock.now() - pulse < 60


async def test_the_time_that_the_bot_was_away_is_nobodys(harness: AppHarness) -> None:
    match = await on_turns(harness)
    [here] = await awaited(harness, match)
    due = (await get(harness, match)).seats[here].deadline
    await harness.app.stop()
    harness.clock.at += 3 * DAY
    await harness.open()
    await harness.settle()
    table = await get(harness, match)
    assert not table.seats[here].has_caretaker
    assert abs(table.seats[here].deadline - due - 3 * DAY) <= 60
    assert "host.away_days" in await notices(harness, match)
    assert harness.notifier.shown[-1][0] == match.id  # the new deadline is shown
    await harness.reopen()
    assert (await get(harness, match)).seats[here].deadline == table.seats[
        here
    ].deadline  # and counted once
    await harness.later(DAY + 60)
    assert (await get(harness, match)).seats[here].has_caretaker


async def test_a_machine_that_slept_and_one_whose_clock_jumped_time_nobody_out(
    harness: AppHarness,
) -> None:
    match = await on_turns(harness)
    [here] = await awaited(harness, match)
    harness.clock.at += 2 * DAY  # nothing ran meanwhile
    await harness.later(120)
    table = await get(harness, match)
    assert not table.seats[here].has_caretaker
    assert table.seats[here].deadline > harness.clock.now()
    harness.clock.at -= 5 * DAY
    await harness.reopen()
    assert (await get(harness, match)).seats[here].deadline - harness.clock.now() < DAY
    await assert_log_replays(harness, match.id)


async def test_a_lobby_that_nobody_joins_is_closed_after_a_week_and_its_organiser_told_before(
    harness: AppHarness,
) -> None:
    match = await harness.table(1, start=False)
    await harness.later(6 * DAY)
    assert harness.notifier.warnings == [match.id]
    await harness.app.lobby.join(match.id, BRUNO)
    await harness.later(6 * DAY)
    assert harness.notifier.warnings == [match.id] * 2
    await harness.later(DAY)
    assert (await get(harness, match)).status == "closed"


async def test_a_table_without_a_clock_sleeps_after_a_month_and_wakes_when_somebody_comes(
    harness: AppHarness,
) -> None:
    match = await on_turns(harness, kind="none")
    [here] = await awaited(harness, match)
    await harness.later(29 * DAY)
    assert not (await get(harness, match)).paused
    await harness.later(2 * DAY)
    assert (await get(harness, match)).paused == "asleep"
    await harness.app.game_service.open_or_refresh_panel(match.id, PEOPLE[1 - here], requested=True)
    assert not (await get(harness, match)).paused


async def test_a_substitute_sees_what_the_seat_sees_and_its_orders_do_not_pass(
    harness: AppHarness,
) -> None:
    match = await on_turns(harness)
    [here] = await awaited(harness, match)
    with pytest.raises(UserError) as trouble:
        await harness.app.substitutes.take_seat(match.id, CARLA, here)
    assert trouble.value.what.key == "host.trouble.not_offered"
    await harness.app.substitutes.offer(match.id, PEOPLE[here])
    before = await harness.app.queries.view(match.id, PEOPLE[here])
    table = await harness.app.substitutes.take_seat(match.id, CARLA, here, "click")
    assert (table.seats[here].user, table.seats[here].orders) == (CARLA.id, {})
    assert (await harness.app.queries.view(match.id, CARLA)).view == before.view
    assert (await harness.app.queries.view(match.id, PEOPLE[here])).seat is None
    again = await harness.app.substitutes.take_seat(match.id, CARLA, here, "click")
    assert again.version == table.version
    panel = await harness.app.game_service.open_or_refresh_panel(match.id, CARLA, requested=True)
    assert panel.asked is not None
    await assert_log_replays(harness, match.id)


async def test_days_off_put_off_every_deadline_and_every_call(harness: AppHarness) -> None:
    match = await on_turns(harness)
    [here] = await awaited(harness, match)
    by = PEOPLE[here]
    called = len(harness.notifier.pings)
    until = await harness.app.vacations.begin(by, 5)
    table = await get(harness, match)
    assert table.seats[here].deadline == until + DAY
    await harness.later(5 * DAY - 1)
    assert harness.notifier.pings[called:] == []
    assert not (await get(harness, match)).seats[here].has_caretaker
    await harness.later(DAY / 2 + 2)
    assert harness.notifier.pings[called:][-1] == [here]
    await harness.later(DAY)
    assert (await get(harness, match)).seats[here].has_caretaker


async def test_days_off_are_few_and_end_when_one_is_back(harness: AppHarness) -> None:
    match = await on_turns(harness)
    [here] = await awaited(harness, match)
    by, vacations = PEOPLE[here], harness.app.vacations
    by.prefs.clear()
    assert vacations.left(by) == 30
    with pytest.raises(UserError):
        await vacations.begin(by, 15)
    await vacations.begin(by, 14)
    await harness.later(13 * DAY + 2 * HOUR)
    await vacations.end(by)
    assert (await get(harness, match)).seats[here].deadline == harness.clock.now() + DAY
    await vacations.begin(by, 14)
    await harness.later(14 * DAY)
    assert vacations.left(by) == 2
    with pytest.raises(UserError) as trouble:
        await vacations.begin(by, 3)
    assert trouble.value.what.args == {"n": 2}
    await harness.later(365 * DAY)
    assert vacations.left(by) == 30
    by.prefs.clear()


async def test_the_table_chooses_whether_weekends_count_and_who_answers_for_the_late(
    harness: AppHarness,
) -> None:
    match = await harness.table(2, start=False)
    for name in ("holidays", "weekends", "absent"):
        table = await harness.app.lobby.set_pace(match.id, ANA, name)
    assert (table.pace.seconds, table.pace.weekends, table.pace.absent) == (
        3 * DAY,
        False,
        "default",
    )
    table = await harness.app.lobby.set_pace(match.id, ANA, "calm")
    assert (table.pace.seconds, table.pace.weekends, table.pace.absent) == (DAY, False, "default")
    with pytest.raises(UserError):
        await harness.app.lobby.set_pace(match.id, ANA, "never")
