"""Time per move, and quiet hours."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from app.model import time_control
from app.model.match import Match, MessageRefs, Pace, SeatRow


def at(text: str) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()


def table(given: Pace, people: int = 2) -> Match:
    seats = [SeatRow(n, 100 + n, f"P{n}") for n in range(people)] + [
        SeatRow(people, None, "Bot", "firm")
    ]
    return Match(
        "T",
        "cellar",
        "",
        "es",
        100,
        {},
        len(seats),
        "running",
        seats,
        MessageRefs(),
        0.0,
        0.0,
        pace=given,
    )


@pytest.mark.parametrize(
    ("now", "seconds", "until"),
    [
        ("2026-11-19 12:00", time_control.DAY, "2026-11-20 12:00"),  # Thursday to Friday
        ("2026-11-20 12:00", time_control.DAY, "2026-11-23 12:00"),  # Friday to Monday
        ("2026-11-21 09:00", time_control.HOUR, "2026-11-23 01:00"),  # begun on a Saturday
        (
            "2026-11-22 23:59",
            7 * time_control.DAY,
            "2026-12-02 00:00",
        ),  # a week of working days, two weekends in it
    ],
)
def test_weekends_do_not_count_where_the_table_rests_then(
    now: str, seconds: float, until: str
) -> None:
    assert time_control.add_counted_time(
        Pace("decision", seconds, weekends=False), at(now), seconds
    ) == at(until)
    assert (
        time_control.add_counted_time(Pace("decision", seconds), at(now), seconds)
        == at(now) + seconds
    )


def test_time_runs_for_people_where_another_person_waits() -> None:
    many, alone = table(time_control.PACES["calm"]), table(time_control.PACES["calm"], people=1)
    assert [seat.seat for seat in time_control.seats_on_clock(many)] == [0, 1]
    assert time_control.seats_on_clock(alone) == []
    many.seats[1].has_caretaker = True
    assert [seat.seat for seat in time_control.seats_on_clock(many)] == [0]
    many.paused = "consent"
    assert time_control.seats_on_clock(many) == []


def test_a_bank_runs_while_one_is_awaited_and_grows_with_each_answer() -> None:
    match = table(Pace("bank", 100.0, bank=1000.0))
    seat = match.seats[0]
    time_control.start_clock(match, seat, 5000.0)
    assert (seat.deadline, seat.seconds_left) == (6000.0, 1000.0)
    time_control.stop_clock(seat, 5400.0)
    assert (seat.deadline, seat.seconds_left) == (0.0, 600.0)
    time_control.start_clock(match, seat, 9000.0)
    assert (seat.deadline, seat.seconds_left) == (9700.0, 700.0)
    time_control.stop_clock(seat, 9001.0)
    time_control.start_clock(match, seat, 9002.0)
    assert seat.seconds_left == 799.0
    time_control.stop_clock(seat, 9003.0)
    seat.seconds_left = 950.0
    time_control.start_clock(match, seat, 9004.0)
    assert seat.seconds_left == 1000.0  # never more than one began with


def test_reminders_come_at_half_and_at_nine_tenths_and_not_in_short_times() -> None:
    match = table(time_control.PACES["calm"])
    seat = match.seats[0]
    time_control.start_clock(match, seat, 0.0)
    assert seat.next_reminder_at == time_control.DAY / 2
    assert time_control.next_reminder(seat, seat.next_reminder_at) == 0.9 * time_control.DAY
    assert time_control.next_reminder(seat, 0.9 * time_control.DAY) == 0.0
    match.pace = time_control.PACES["today"]
    time_control.start_clock(match, seat, 0.0)
    assert seat.next_reminder_at == 0.0


@pytest.mark.parametrize(
    ("zone", "now", "until"),
    [
        ("UTC", "2026-11-23 23:30", "2026-11-24 08:00"),
        ("UTC", "2026-11-24 07:59", "2026-11-24 08:00"),
        ("UTC", "2026-11-24 08:00", None),
        ("Europe/Madrid", "2026-11-23 22:30", "2026-11-24 07:00"),
        ("America/Bogota", "2026-11-23 22:30", None),
        ("Nowhere/At_All", "2026-11-23 22:30", None),
    ],
)
def test_quiet_hours_are_by_the_persons_own_clock(zone: str, now: str, until: str | None) -> None:
    end = time_control.quiet_until({"zone": zone, "quiet": [23, 8]}, at(now))
    assert end == (at(until) if until else 0.0)


def test_quiet_hours_within_a_day_and_nonsense() -> None:
    assert time_control.quiet_until({"quiet": [9, 17]}, at("2026-11-24 12:00")) == at(
        "2026-11-24 17:00"
    )
    for prefs in ({}, {"quiet": [8, 8]}, {"quiet": "late"}, {"quiet": None}):
        assert time_control.quiet_until(prefs, at("2026-11-24 12:00")) == 0.0
    assert time_control.quiet_until({"quiet": [20, 24]}, at("2026-11-24 21:00")) == at(
        "2026-11-25 00:00"
    )


def test_every_pace_has_its_name() -> None:
    assert {time_control.preset_name(one) for one in time_control.PACES.values()} == set(
        time_control.PACES
    )
    assert time_control.preset_name(Pace("decision", 77.0)) == "own"
