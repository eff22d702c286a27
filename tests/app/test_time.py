"""Time passes at tables: deadlines, reminders, caretakers, returns, outages; all on a clock that the test owns."""

from __future__ import annotations

import pytest

from app.model import time_control
from app.model.match import Match, UserError
from app.model.time_control import DAY, HOUR
from games.core.engine import history
from tests.app.kit import PEOPLE, House
from tests.core.small_game import CELLAR

ANA, BRUNO, CARLA = PEOPLE[:3]


async def get(house: House, match: Match) -> Match:
    return await house.app.lobby.get(match.id)


async def awaited(house: House, match: Match) -> list[int]:
    return list((await get(house, match)).waiting)


async def notices(house: House, match: Match) -> list[str]:
    return [notice.what.key for notice in (await get(house, match)).notices]


async def truth(house: House, match: Match) -> None:
    """The log is the whole truth: the position is the fold of its rows, whoever made them."""
    stored = await house.app.repo.load(match.id)
    rows = [entry.row for entry in await house.app.repo.entries(match.id)]
    _, start = await house.app.repo.checkpoint(match.id, upto=0)
    assert stored is not None
    assert CELLAR.codec.encode(history.fold(start, rows, stored.match.seed)) == CELLAR.codec.encode(
        stored.pos
    )


async def on_turns(house: House, people: int = 2, computers: int = 0, **change: object) -> Match:
    """A table at which one person is awaited after the other."""
    match = await house.table(people, computers)
    if change:
        async with house.app.locks(match.id):
            table = await get(house, match)
            table.pace = time_control.Pace(**{"kind": "decision", "seconds": DAY, **change})  # type: ignore[arg-type]
            time_control.restart_clocks(table, house.clock.now())
            await house.app.moves.save(table)
    await house.to_turns(match)
    await house.settle()
    return await get(house, match)


async def test_a_server_gives_a_day_and_says_when_it_is_over(house: House) -> None:
    match = await house.table(2)
    table = await get(house, match)
    assert time_control.name_of(table.pace) == "calm"
    assert [seat.due for seat in table.seats] == [house.clock.now() + DAY] * 2
    assert table.wake == house.clock.now() + DAY / 2


async def test_alone_with_computers_nobody_is_timed(house: House) -> None:
    match = await house.table(1, 2)
    await house.settle()
    assert [seat.due for seat in (await get(house, match)).seats] == [0.0] * 3
    await house.later(3 * DAY)
    assert house.edge.reminders == []
    assert await awaited(house, match) == [0]


async def test_reminders_come_twice_and_once_a_decision(house: House) -> None:
    match = await on_turns(house)
    here = await awaited(house, match)
    await house.later(200)
    called = len(house.edge.pings)
    await house.later(DAY / 2 - 201)
    assert len(house.edge.pings) == called
    await house.later(1)
    assert house.edge.pings[called:] == [here]
    version = (await get(house, match)).version
    await house.reopen()
    await house.later(DAY / 4)
    assert house.edge.pings[called:] == [here]
    await house.later(DAY / 4 - HOUR)
    assert house.edge.pings[called:] == [here, here]
    assert (
        await get(house, match)
    ).version == version  # no message is edited merely because time passes


async def like(house: House, seat: int, **prefs: object) -> None:
    await house.app.people.get(PEOPLE[seat].id, PEOPLE[seat].name)
    person = await house.app.repo.person(PEOPLE[seat].id)
    assert person is not None
    await house.app.people.set(person, **prefs)


async def test_quiet_hours_hold_a_reminder_until_their_end_and_who_is_there_needs_none(
    house: House,
) -> None:
    match = await on_turns(house)
    [here] = await awaited(house, match)
    hour = int((house.clock.now() + DAY / 2) % DAY // HOUR)
    await like(house, here, quiet=[hour, (hour + 3) % 24], pings="dm")
    await house.later(DAY / 2 + HOUR)
    assert house.edge.reminders == []
    await house.later(2 * HOUR)
    assert len(house.edge.reminders) == 1
    await house.app.tables.panel(
        match.id, PEOPLE[here], tap=True
    )  # within two minutes of a tap nobody is reminded
    table = await get(house, match)
    await house.later(table.seats[here].nudge - house.clock.now() - 1)
    await house.app.tables.panel(match.id, PEOPLE[here], tap=True)
    await house.later(60)
    assert len(house.edge.reminders) == 1
    await house.later(61)
    assert len(house.edge.reminders) == 2


async def test_who_puts_it_off_or_wants_no_reminders_gets_none(house: House) -> None:
    match = await on_turns(house)
    [here] = await awaited(house, match)
    await like(house, here, pings="dm", snooze=house.clock.now() + DAY / 2 + 4 * HOUR)
    await house.later(DAY / 2 + 4 * HOUR - 1)
    assert house.edge.reminders == []
    await house.later(2)
    assert len(house.edge.reminders) == 1
    await like(house, here, pings="none")
    await house.later(0.4 * DAY)
    assert len(house.edge.reminders) == 1


async def test_several_tables_make_one_reminder(house: House) -> None:
    tables = [await house.table(2) for _ in range(3)]
    for seat in (0, 1):
        await like(house, seat)
    await house.later(DAY / 2)
    found = dict(house.edge.reminders)
    assert len(house.edge.reminders) == len(found) == 2
    assert sorted(match for match, _ in found[ANA.id]) == sorted(match.id for match in tables)


async def test_reminders_that_would_come_one_after_the_other_come_as_one(house: House) -> None:
    first = await house.table(2)
    await house.later(3 * HOUR)
    second = await house.table(2)
    await house.later(8 * HOUR)
    third = await house.table(2)
    for seat in (0, 1):
        await like(house, seat)
    await house.later(1 * HOUR)
    assert sorted(house.edge.reminders) == [
        (person.id, [(first.id, n), (second.id, n)]) for n, person in enumerate((ANA, BRUNO))
    ]
    await house.later(3 * HOUR + 1)
    assert len(house.edge.reminders) == 2  # the second's own time has come, and was told already
    assert third.id not in str(house.edge.reminders)


async def test_a_long_outage_puts_no_table_to_sleep_that_has_a_clock(house: House) -> None:
    match = await on_turns(house)
    [here] = await awaited(house, match)
    await house.app.stop()
    house.clock.at += 40 * DAY
    await house.open()
    await house.settle()
    await house.later(60)
    table = await get(house, match)
    assert not table.paused
    assert table.seats[here].due > house.clock.now()


async def test_when_time_is_up_a_caretaker_minds_the_seat_until_the_person_taps(
    house: House,
) -> None:
    match = await on_turns(house)
    [here] = await awaited(house, match)
    await house.later(DAY)
    table = await get(house, match)
    assert table.seats[here].minded
    assert "host.minded" in await notices(house, match)
    assert table.waiting == (1 - here,)  # it has played, and the other is awaited
    made = [
        entry.row for entry in await house.app.repo.entries(match.id) if entry.row.by == "caretaker"
    ]
    assert made
    assert {row.seat for row in made} == {here}
    await truth(house, match)
    panel = await house.app.tables.panel(match.id, PEOPLE[here], tap=True)
    assert panel.notice is not None
    assert panel.notice.key == (
        "host.welcome_final" if panel.undo is None else "host.welcome_after"
    )
    table = await get(house, match)
    assert not table.seats[here].minded
    assert "host.back" in await notices(house, match)
    assert (await house.app.tables.panel(match.id, PEOPLE[here], tap=True)).notice is None


async def test_who_comes_back_may_take_back_what_the_caretaker_did(house: House) -> None:
    match = await on_turns(house)
    [here] = await awaited(house, match)
    await house.later(DAY)
    entries = await house.app.repo.entries(match.id)
    last, luck = entries[-1].row, "draw" in entries[-1].row.path
    assert (last.seat, last.by, last.barrier) == (here, "caretaker", [0, 1]), (
        "it has ended their turn: final for everybody"
    )
    panel = await house.app.tables.undo(match.id, PEOPLE[here])
    assert panel.committed is not luck, "but nothing came to light by it"
    assert await awaited(house, match) == [1 - here if luck else here]
    assert not (await get(house, match)).seats[here].minded
    await truth(house, match)


async def test_where_the_table_wants_it_the_default_is_played(house: House) -> None:
    match = await on_turns(house, absent="default")
    [here] = await awaited(house, match)
    await house.later(DAY)
    rows = [
        entry.row for entry in await house.app.repo.entries(match.id) if entry.row.by == "timeout"
    ]
    assert rows
    assert {row.seat for row in rows} == {here}
    table = await get(house, match)
    assert not table.seats[here].minded
    assert table.seats[here].strikes == 1
    assert table.waiting != (here,)
    await truth(house, match)


async def test_who_misses_two_turns_in_a_row_may_be_replaced_and_whoever_plays_has_missed_none(
    house: House,
) -> None:
    match = await on_turns(house, absent="default")
    for _ in range(3):
        await house.later(DAY)
    table = await get(house, match)
    assert [(seat.strikes, seat.offered) for seat in table.seats] == [(2, False), (1, False)]
    assert table.seats[0].opens == house.clock.now() + DAY, "one further clock to keep it"
    by = PEOPLE[table.waiting[0]]
    panel = await house.app.tables.panel(match.id, by)
    await house.app.tables.fill_defaults(match.id, by, panel.decision)
    await house.app.tables.confirm(match.id, by, panel.decision)
    assert (await get(house, match)).seats[table.waiting[0]].strikes == 0
    await house.later(DAY)
    table = await get(house, match)
    assert (table.seats[0].offered, table.seats[1].offered) == (True, False)


async def test_where_nobody_is_left_the_table_sleeps_and_no_game_is_played_among_caretakers(
    house: House,
) -> None:
    match = await house.table(3)
    for _ in range(40):
        await house.later(DAY)
    table = await get(house, match)
    assert (table.status, table.paused) == ("running", "asleep")
    assert not any(seat.due for seat in table.seats)
    rows = table.rows
    await house.later(90 * DAY)
    assert (await get(house, match)).rows == rows
    panel = await house.app.tables.panel(match.id, ANA, tap=True)
    assert panel.notice is not None
    await house.settle()
    table = await get(house, match)
    assert not table.paused
    assert not table.seats[0].minded
    assert [seat.minded for seat in table.seats[1:]] == [True, True]
    await truth(house, match)


async def test_one_who_stays_plays_on_with_caretakers_to_the_end(house: House) -> None:
    match = await house.table(3)
    for _ in range(200):
        if (await get(house, match)).status == "ended":
            break
        panel = await house.app.tables.panel(match.id, ANA, tap=True)
        if panel.answer is not None:
            await house.app.tables.fill_defaults(match.id, ANA, panel.decision)
            await house.app.tables.confirm(match.id, ANA, panel.decision)
        await house.later(DAY / 2)
    assert (await get(house, match)).status == "ended"
    await truth(house, match)


async def test_time_that_was_put_forward_is_not_taken_for_absence_after_a_crash(
    house: House,
) -> None:
    await on_turns(house)
    await house.later(5 * 60 + 1)
    pulse = await house.app.repo.last_heartbeat()
    assert pulse is not None
    assert house.clock.now() - pulse < 60


async def test_the_time_that_the_bot_was_away_is_nobodys(house: House) -> None:
    match = await on_turns(house)
    [here] = await awaited(house, match)
    due = (await get(house, match)).seats[here].due
    await house.app.stop()
    house.clock.at += 3 * DAY
    await house.open()
    await house.settle()
    table = await get(house, match)
    assert not table.seats[here].minded
    assert abs(table.seats[here].due - due - 3 * DAY) <= 60
    assert "host.away_days" in await notices(house, match)
    assert house.edge.shown[-1][0] == match.id  # the new deadline is shown
    await house.reopen()
    assert (await get(house, match)).seats[here].due == table.seats[here].due  # and counted once
    await house.later(DAY + 60)
    assert (await get(house, match)).seats[here].minded


async def test_a_machine_that_slept_and_one_whose_clock_jumped_time_nobody_out(
    house: House,
) -> None:
    match = await on_turns(house)
    [here] = await awaited(house, match)
    house.clock.at += 2 * DAY  # nothing ran meanwhile
    await house.later(120)
    table = await get(house, match)
    assert not table.seats[here].minded
    assert table.seats[here].due > house.clock.now()
    house.clock.at -= 5 * DAY
    await house.reopen()
    assert (await get(house, match)).seats[here].due - house.clock.now() < DAY
    await truth(house, match)


async def test_a_lobby_that_nobody_joins_is_closed_after_a_week_and_its_organiser_told_before(
    house: House,
) -> None:
    match = await house.table(1, start=False)
    await house.later(6 * DAY)
    assert house.edge.warnings == [match.id]
    await house.app.lobby.join(match.id, BRUNO)
    await house.later(6 * DAY)
    assert house.edge.warnings == [match.id] * 2
    await house.later(DAY)
    assert (await get(house, match)).status == "closed"


async def test_a_table_without_a_clock_sleeps_after_a_month_and_wakes_when_somebody_comes(
    house: House,
) -> None:
    match = await on_turns(house, kind="none")
    [here] = await awaited(house, match)
    await house.later(29 * DAY)
    assert not (await get(house, match)).paused
    await house.later(2 * DAY)
    assert (await get(house, match)).paused == "asleep"
    await house.app.tables.panel(match.id, PEOPLE[1 - here], tap=True)
    assert not (await get(house, match)).paused


async def test_a_substitute_sees_what_the_seat_sees_and_its_orders_do_not_pass(
    house: House,
) -> None:
    match = await on_turns(house)
    [here] = await awaited(house, match)
    with pytest.raises(UserError) as trouble:
        await house.app.substitutes.sit(match.id, CARLA, here)
    assert trouble.value.what.key == "host.trouble.not_offered"
    await house.app.substitutes.offer(match.id, PEOPLE[here])
    before = await house.app.tables.view(match.id, PEOPLE[here])
    table = await house.app.substitutes.sit(match.id, CARLA, here, "click")
    assert (table.seats[here].user, table.seats[here].orders) == (CARLA.id, {})
    assert (await house.app.tables.view(match.id, CARLA)).view == before.view
    assert (await house.app.tables.view(match.id, PEOPLE[here])).seat is None
    again = await house.app.substitutes.sit(match.id, CARLA, here, "click")
    assert again.version == table.version
    panel = await house.app.tables.panel(match.id, CARLA, tap=True)
    assert panel.answer is not None
    await truth(house, match)


async def test_days_off_put_off_every_deadline_and_every_call(house: House) -> None:
    match = await on_turns(house)
    [here] = await awaited(house, match)
    by = PEOPLE[here]
    called = len(house.edge.pings)
    until = await house.app.vacations.begin(by, 5)
    table = await get(house, match)
    assert table.seats[here].due == until + DAY
    await house.later(5 * DAY - 1)
    assert house.edge.pings[called:] == []
    assert not (await get(house, match)).seats[here].minded
    await house.later(DAY / 2 + 2)
    assert house.edge.pings[called:][-1] == [here]
    await house.later(DAY)
    assert (await get(house, match)).seats[here].minded


async def test_days_off_are_few_and_end_when_one_is_back(house: House) -> None:
    match = await on_turns(house)
    [here] = await awaited(house, match)
    by, vacations = PEOPLE[here], house.app.vacations
    by.prefs.clear()
    assert vacations.left(by) == 30
    with pytest.raises(UserError):
        await vacations.begin(by, 15)
    await vacations.begin(by, 14)
    await house.later(13 * DAY + 2 * HOUR)
    await vacations.end(by)
    assert (await get(house, match)).seats[here].due == house.clock.now() + DAY
    await vacations.begin(by, 14)
    await house.later(14 * DAY)
    assert vacations.left(by) == 2
    with pytest.raises(UserError) as trouble:
        await vacations.begin(by, 3)
    assert trouble.value.what.args == {"n": 2}
    await house.later(365 * DAY)
    assert vacations.left(by) == 30
    by.prefs.clear()


async def test_the_table_chooses_whether_weekends_count_and_who_answers_for_the_late(
    house: House,
) -> None:
    match = await house.table(2, start=False)
    for name in ("holidays", "weekends", "absent"):
        table = await house.app.lobby.set_pace(match.id, ANA, name)
    assert (table.pace.seconds, table.pace.weekends, table.pace.absent) == (
        3 * DAY,
        False,
        "default",
    )
    table = await house.app.lobby.set_pace(match.id, ANA, "calm")
    assert (table.pace.seconds, table.pace.weekends, table.pace.absent) == (DAY, False, "default")
    with pytest.raises(UserError):
        await house.app.lobby.set_pace(match.id, ANA, "never")
