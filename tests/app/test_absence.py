"""Absent players: whose seat is given away, when, and who is told.

The owner has a grace period and keeps the seat with one click.
"""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from app.model import time_control
from app.model.match import Match, MessageRefs, Pace, SeatRow, User, UserError
from app.model.time_control import DAY, HOUR, MINUTE
from tests.app.harness import PEOPLE, AppHarness
from tests.app.test_time import awaited, get, notices, on_turns
from ui.i18n import Translator

ANA, BRUNO, CARLA, DIEGO, EVA = PEOPLE
MONDAY = datetime(2026, 11, 23, 9, tzinfo=UTC).timestamp()


async def play(harness: AppHarness, match: Match, by: User) -> None:
    """Answer whatever is asked, by its default."""
    panel = await harness.app.game_service.open_or_refresh_panel(match.id, by, requested=True)
    if panel.asked is None:
        return
    panel = await harness.app.game_service.fill_defaults(match.id, by, panel.decision)
    if not panel.committed:
        await harness.app.game_service.confirm(match.id, by, panel.decision)


async def long_game(harness: AppHarness, name: str = "calm") -> Match:
    """Start a game that lasts for weeks, at which Ana is awaited, with this clock."""
    match = await harness.table(3, game="tadmor")
    async with harness.app.locks(match.id):
        table = await get(harness, match)
        table.pace = time_control.PACES[name]
        time_control.restart_clocks(table, harness.clock.now())
        await harness.app.moves.save(table)
    while 0 not in (table := await get(harness, match)).waiting:
        await play(harness, match, PEOPLE[table.waiting[0]])
    return match


async def others_play(harness: AppHarness, match: Match, absent: int, until: float) -> None:
    """Let the others answer every question, one each hour."""
    while harness.clock.now() < until and (table := await get(harness, match)).status == "running":
        waiting = next(
            (
                seat
                for seat in table.waiting
                if seat != absent and not table.seats[seat].played_by_ai
            ),
            None,
        )
        if waiting is not None:
            await play(
                harness, match, next(one for one in PEOPLE if one.id == table.seats[waiting].user)
            )
        await harness.later(HOUR)


@pytest.mark.parametrize("name", ["hours12", "calm", "days2", "bank"])
async def test_a_caretakers_own_next_questions_are_no_second_miss(
    harness: AppHarness, name: str
) -> None:
    match = await long_game(harness, name)
    table = await get(harness, match)
    missed, clock = table.seats[0].deadline, time_control.PACES[name].seconds
    await others_play(harness, match, 0, missed + HOUR)
    table = await get(harness, match)
    assert (
        table.seats[0].has_caretaker,
        table.seats[0].missed_deadlines,
        table.seats[0].offered,
    ) == (
        True,
        1,
        False,
    )
    mine = [
        entry
        for entry in await harness.app.repo.game_log.entries(match.id)
        if entry.row.by == "caretaker"
    ]
    assert mine, "the caretaker has answered"
    await others_play(harness, match, 0, missed + clock)
    table = await get(harness, match)
    answered = {
        entry.at
        for entry in await harness.app.repo.game_log.entries(match.id)
        if entry.row.by == "caretaker"
    }
    assert (table.status, table.seats[0].missed_deadlines, len(answered) > 1) == (
        "running",
        1,
        True,
    ), "asked again, not missed again"


async def test_two_deadlines_that_passed_and_a_grace_give_a_seat_away(harness: AppHarness) -> None:
    match, here, owner = await long_game(harness), 0, ANA
    await others_play(harness, match, here, (await get(harness, match)).seats[here].deadline)
    asked = 0.0
    while not (seat := (await get(harness, match)).seats[here]).absence_deadline:
        await others_play(harness, match, here, harness.clock.now() + HOUR)
        asked = harness.clock.now()
    assert (seat.missed_deadlines, seat.absence_deadline) == (1, asked - HOUR + DAY), (
        "a further clock from when the caretaker was asked anew"
    )
    await others_play(harness, match, here, seat.absence_deadline)
    seat = (await get(harness, match)).seats[here]
    assert (seat.missed_deadlines, seat.offered, seat.opens_at) == (
        2,
        False,
        harness.clock.now() + DAY,
    )
    assert [(one.user, one.what, one.told) for one in (await get(harness, match)).seat_notices] == [
        (owner.id, "opens", False)
    ]
    with pytest.raises(UserError) as trouble:
        await harness.app.substitutes.take_seat(match.id, DIEGO, here)
    assert trouble.value.what.key == "host.trouble.not_offered"
    await others_play(harness, match, here, seat.opens_at - HOUR)
    await harness.later(HOUR - 1)
    assert not (await get(harness, match)).seats[here].offered
    await harness.later(1)
    table = await get(harness, match)
    assert (table.seats[here].offered, table.seat_notices) == (True, [])
    assert [
        one for one in await notices(harness, match) if one in ("host.opens", "host.offered")
    ] == ["host.opens", "host.offered"]
    table = await harness.app.substitutes.take_seat(match.id, DIEGO, here)
    assert [(one.user, one.what, one.told) for one in table.seat_notices] == [
        (owner.id, "absent", False)
    ]
    assert (await harness.app.queries.verify(match.id)).ok


@pytest.mark.parametrize("how", ["play", "keep"])
async def test_one_click_of_the_owner_keeps_the_seat(harness: AppHarness, how: str) -> None:
    match = await on_turns(harness, 3, absent="default")
    await harness.later(4 * DAY)
    while not any(seat.opens_at for seat in (await get(harness, match)).seats):
        await harness.later(DAY)
    table = await get(harness, match)
    here = next(seat.seat for seat in table.seats if seat.opens_at)
    owner = PEOPLE[here]
    if how == "keep":
        await harness.app.substitutes.offer(match.id, owner, on=False)
    else:
        await harness.app.game_service.open_or_refresh_panel(match.id, owner, requested=True)
    table = await get(harness, match)
    assert (
        table.seats[here].opens_at,
        table.seats[here].missed_deadlines,
        table.seats[here].offered,
    ) == (
        0.0,
        0,
        False,
    )
    assert [one for one in table.seat_notices if one.user == owner.id] == []


async def test_an_owner_who_comes_back_after_the_grace_has_the_seat_again_and_one_who_offered_it_still_does(
    harness: AppHarness,
) -> None:
    match = await on_turns(harness, 3)
    [here] = await awaited(harness, match)
    async with harness.app.locks(match.id):
        table = await get(harness, match)
        table.seats[here].has_caretaker, table.seats[here].missed_deadlines = True, 2
        table.seats[here].offered, table.seats[here].opens_at = True, harness.clock.now() - 1
        await harness.app.moves.save(table)
    await harness.app.game_service.open_or_refresh_panel(match.id, PEOPLE[here], requested=True)
    assert not (await get(harness, match)).seats[here].offered
    await harness.app.substitutes.offer(match.id, PEOPLE[here])
    await play(harness, match, PEOPLE[here])
    assert (await get(harness, match)).seats[here].offered, "they have offered it themselves"
    table = await harness.app.substitutes.take_seat(match.id, DIEGO, here)
    assert [(one.user, one.what) for one in table.seat_notices] == [(PEOPLE[here].id, "given")]


async def test_a_pause_a_sleep_and_an_outage_take_nothing_of_the_grace(harness: AppHarness) -> None:
    match = await on_turns(harness, 3, absent="default")
    while not any(seat.opens_at for seat in (await get(harness, match)).seats):
        await harness.later(DAY)
    here = next(seat.seat for seat in (await get(harness, match)).seats if seat.opens_at)
    others = [one for one in PEOPLE[:3] if one is not PEOPLE[here]]
    await harness.app.votes.propose(match.id, others[0], "pause")
    vote = (await get(harness, match)).vote
    if vote is not None:
        await harness.app.votes.cast(match.id, others[1], True, str(round(vote.at * 1000)))
    assert (await get(harness, match)).paused == "consent"
    await harness.later(30 * DAY)
    assert (await get(harness, match)).seats[here].opens_at == time_control.CLOCK_STOPPED
    await harness.app.votes.resume(match.id, others[0])
    opens = (await get(harness, match)).seats[here].opens_at
    assert opens == harness.clock.now() + DAY, "the whole grace anew"
    await harness.app.stop()
    harness.clock.at += 5 * DAY
    await harness.open()
    await harness.settle()
    assert abs((await get(harness, match)).seats[here].opens_at - opens - 5 * DAY) <= MINUTE
    assert not (await get(harness, match)).seats[here].offered


@pytest.mark.parametrize(
    ("clock", "grace"),
    [
        (5 * MINUTE, 12 * HOUR),
        (6 * HOUR, 12 * HOUR),
        (DAY, DAY),
        (2 * DAY, 2 * DAY),
        (7 * DAY, 3 * DAY),
    ],
)
def test_the_grace_is_one_further_clock_within_bounds(clock: float, grace: float) -> None:
    assert time_control.grace_period_s(Pace("decision", clock)) == grace


def table_of(given: Pace) -> Match:
    seats = [SeatRow(n, 100 + n, f"P{n}") for n in range(3)]
    return Match(
        "T",
        "cellar",
        "",
        "es",
        100,
        {},
        3,
        "running",
        seats,
        MessageRefs(),
        0.0,
        MONDAY,
        pace=given,
    )


def test_on_tables_that_rest_on_weekends_neither_a_missed_deadline_nor_the_grace_counts_them() -> (
    None
):
    friday = MONDAY + 4 * DAY
    match = table_of(Pace("decision", DAY, weekends=False))
    seat = match.seats[0]
    seat.has_caretaker, seat.missed_deadlines = True, 1
    time_control.start_absence_clock(match, seat, friday)
    assert seat.absence_deadline == MONDAY + 7 * DAY
    time_control.start_absence_clock(match, seat, friday + HOUR)
    assert seat.absence_deadline == MONDAY + 7 * DAY, "whatever it is asked meanwhile"
    time_control.count_missed(match, seat, friday)
    assert (seat.missed_deadlines, seat.opens_at) == (2, MONDAY + 7 * DAY)


def test_without_a_clock_nothing_is_missed_and_days_off_count_for_nothing() -> None:
    match = table_of(Pace())
    seat = match.seats[0]
    seat.has_caretaker = True
    time_control.start_absence_clock(match, seat, MONDAY)
    assert seat.absence_deadline == 0
    match = table_of(Pace("decision", DAY))
    seat = match.seats[0]
    seat.has_caretaker, seat.away_until = True, MONDAY + 5 * DAY
    time_control.start_absence_clock(match, seat, MONDAY)
    assert seat.absence_deadline == MONDAY + 6 * DAY
    match.pace = Pace()
    time_control.normalize(match, MONDAY)
    assert seat.absence_deadline == 0, "the table has chosen to play without a clock"


def test_a_bank_counts_by_what_each_decision_adds() -> None:
    match = table_of(time_control.PACES["bank"])
    seat = match.seats[0]
    seat.has_caretaker = True
    time_control.start_absence_clock(match, seat, MONDAY)
    assert seat.absence_deadline == MONDAY + 8 * HOUR


async def test_nobody_is_late_for_what_their_predecessor_kept_waiting(harness: AppHarness) -> None:
    match = await on_turns(harness, 3, kind="none")
    [here] = await awaited(harness, match)
    others = [one for one in range(3) if one != here]
    await harness.later(13 * HOUR)
    await harness.app.substitutes.offer(match.id, PEOPLE[here])
    await harness.app.substitutes.take_seat(match.id, EVA, here)
    seat = (await get(harness, match)).seats[here]
    assert (seat.awaited, seat.waiting_since) == (True, harness.clock.now())
    with pytest.raises(UserError) as trouble:
        await harness.app.votes.propose(match.id, PEOPLE[others[0]], "kick", str(here))
    assert trouble.value.what.key == "host.trouble.vote_soon"
    await harness.later(12 * HOUR)
    await harness.app.votes.propose(match.id, PEOPLE[others[0]], "kick", str(here))
    assert (await get(harness, match)).vote is not None


async def test_who_has_lost_a_seat_reads_who_plays_on_and_since_when(harness: AppHarness) -> None:
    match = await on_turns(harness, 3)
    [here] = await awaited(harness, match)
    await harness.app.substitutes.offer(match.id, PEOPLE[here])
    await harness.app.substitutes.take_seat(match.id, EVA, here)
    since = int(harness.clock.now())
    await harness.later(HOUR)
    for asks in (
        harness.app.game_service.undo(match.id, PEOPLE[here]),
        harness.app.votes.resume(match.id, PEOPLE[here]),
        harness.app.standing_orders.look(match.id, PEOPLE[here]),
        harness.app.game_service.move_tree(match.id, PEOPLE[here]),
        harness.app.game_service.resign(match.id, PEOPLE[here]),
        harness.app.substitutes.offer(match.id, PEOPLE[here]),
        harness.app.votes.propose(match.id, PEOPLE[here], "rewind"),
    ):
        with pytest.raises(UserError) as trouble:
            await asks
        assert (trouble.value.what.key, trouble.value.what.args["at"]) == (
            "host.trouble.lost",
            since,
        )
        assert trouble.value.table is not None
    panel = await harness.app.game_service.open_or_refresh_panel(
        match.id, PEOPLE[here], requested=True
    )
    assert panel.notice is not None
    assert panel.notice.key == "host.trouble.lost"


async def test_who_has_left_reads_that_a_bot_plays_on_until_somebody_takes_the_seat(
    harness: AppHarness,
) -> None:
    match = await on_turns(harness, 3)
    await harness.app.game_service.resign(match.id, CARLA)
    left = int(harness.clock.now())
    with pytest.raises(UserError) as trouble:
        await harness.app.game_service.undo(match.id, CARLA)
    assert (trouble.value.what.key, trouble.value.what.args["at"]) == (
        "host.trouble.lost_to_bot",
        left,
    )
    assert all(one.told for one in (await get(harness, match)).seat_notices), (
        "they know that themselves"
    )
    await harness.later(HOUR)
    await harness.app.substitutes.take_seat(match.id, EVA, 2)
    with pytest.raises(UserError) as trouble:
        await harness.app.game_service.undo(match.id, CARLA)
    assert (trouble.value.what.key, trouble.value.what.args["at"]) == (
        "host.trouble.lost",
        int(harness.clock.now()),
    )
    await harness.app.substitutes.offer(match.id, EVA)
    table = await harness.app.substitutes.take_seat(match.id, CARLA, 2)
    assert [one.user for one in table.seat_notices] == [EVA.id], (
        "who sits there again has lost nothing"
    )


async def test_the_private_panel_of_a_minded_seat_says_so(harness: AppHarness) -> None:
    match = await on_turns(harness, 3)
    [here] = await awaited(harness, match)
    await harness.later(DAY)
    panel = await harness.app.game_service.open_or_refresh_panel(match.id, PEOPLE[here])
    assert panel.notice is not None
    assert panel.notice.key == "host.minded_for_you"
    panel = await harness.app.game_service.open_or_refresh_panel(
        match.id, PEOPLE[here], requested=True
    )
    assert panel.notice is not None
    assert panel.notice.key.startswith("host.welcome")


async def test_who_was_kicked_from_a_lobby_is_told_and_comes_back_only_by_an_invitation(
    harness: AppHarness,
) -> None:
    match = await harness.table(3, start=False)
    table = await harness.app.lobby.kick(match.id, ANA, CARLA.id)
    assert [(one.user, one.what, one.told) for one in table.seat_notices] == [
        (CARLA.id, "kicked", False)
    ]
    with pytest.raises(UserError) as trouble:
        await harness.app.lobby.join(match.id, CARLA)
    assert (trouble.value.what.key, trouble.value.what.args["name"].args["text"]) == (
        "host.trouble.kicked",
        "Ana",
    )
    with pytest.raises(UserError) as trouble:
        await harness.app.lobby.invite(match.id, BRUNO, CARLA.id)
    assert trouble.value.what.key == "host.trouble.not_host", "who organises it decides that"
    await harness.app.lobby.invite(match.id, ANA, CARLA.id)
    table = await harness.app.lobby.join(match.id, CARLA)
    assert (table.names, table.seat_notices) == (("Ana", "Bruno", "Carla"), [])


async def test_the_log_lays_nothing_to_somebody_who_was_not_there(harness: AppHarness) -> None:
    match = await harness.table(2, game="eight_minute_empire")
    await harness.say(match, ANA, "bid", 0)
    await harness.say(match, BRUNO, "bid", 0)
    [here] = await awaited(harness, match)
    await play(harness, match, PEOPLE[here])
    await harness.app.substitutes.offer(match.id, PEOPLE[here])
    await harness.app.substitutes.take_seat(match.id, EVA, here)
    rows = (await harness.app.queries.log(match.id)).rows
    at = next(n for n, row in enumerate(rows) if row.said[0].key == "host.substitute")
    words = Translator.of(await get(harness, match), "es")
    before = " ".join(words(one) for row in rows[:at] for one in row.said)
    assert "Eva" not in before
    assert "Alguien" in before
    assert words(rows[at].said[0]).startswith(("● Eva", "■ Eva"))
    still = await harness.app.replays.step_view(match.id, CARLA, 1, own=False)
    assert "Eva" not in " ".join(words(one) for one in still.said)
