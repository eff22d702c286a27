"""Time controls, deadlines, reminders and quiet hours. Pure: `now` is always passed.

The functions set the times of a `SeatRow`: its deadline, its next reminder, and the absence clock
of a seat that a caretaker plays. Before a match is stored, `normalize` updates them and sets
`Match.check_at` to the earliest one; at that time, `DeadlineScheduler` acts.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, tzinfo
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from msgspec.structs import replace

from app.model import seat_notices
from app.model.match import Match, Pace, SeatRow, UserError
from games.core.text.messages import msg, seat_name

MINUTE, HOUR, DAY = 60.0, 3600.0, 86400.0
WEEKEND = (5, 6)  # Saturday and Sunday, for time controls that skip them
REMINDER_FRACTIONS = (0.5, 0.9)  # shares of the time after which the player is reminded
LOBBY_TIMEOUT_S = 7 * DAY  # an inactive lobby is closed after this time
LOBBY_WARNING_S = 1 * DAY  # the organizer is warned this long before an inactive lobby is closed
SLEEP_AFTER_S = 30 * DAY  # an inactive match is paused after this time
# bounds of the time in which absent players can still keep their seat
MIN_GRACE_S, MAX_GRACE_S = 12 * HOUR, 3 * DAY
# value of `SeatRow.absence_deadline` or `opens_at` while a match is paused; the clock restarts when
# the match resumes
CLOCK_STOPPED = -1.0
CLOSE_ABANDONED_AFTER_S = 7 * DAY  # a match without people is closed after this time
FULL_LOBBY_START_AFTER_S = 1 * DAY  # any player may start a full lobby after this time


PACES: dict[str, Pace] = {
    "none": Pace(),
    "today": Pace("decision", 5 * MINUTE),
    "hours6": Pace("decision", 6 * HOUR),
    "hours12": Pace("decision", 12 * HOUR),
    "calm": Pace("decision", DAY),
    "days2": Pace("decision", 2 * DAY),
    "holidays": Pace("decision", 3 * DAY),
    "week": Pace("decision", 7 * DAY),
    "bank": Pace("bank", 8 * HOUR, 3 * DAY),
}
DEFAULT_PACE = "calm"  # in guilds


def preset_name(pace: Pace) -> str:
    """Return the name of the preset in `PACES` with these times; "own" if there is none."""
    same = (
        name
        for name, preset in PACES.items()
        if (preset.kind, preset.seconds, preset.bank) == (pace.kind, pace.seconds, pace.bank)
    )
    return next(same, "own")


def changed_pace(current: Pace, name: str) -> Pace:
    """Return the time control `current` after the organizer has clicked the button `name`.

    `name` is a preset in `PACES`, or a field to toggle: "weekends" or "absent". Raises `UserError`
    for any other name.
    """
    if name == "weekends":
        return replace(current, weekends=not current.weekends)
    if name == "absent":
        return replace(current, absent="default" if current.absent == "caretaker" else "caretaker")
    if name not in PACES:
        raise UserError(msg("host.trouble.pace"))
    return replace(PACES[name], weekends=current.weekends, absent=current.absent)


def add_counted_time(pace: Pace, now: float, seconds: float) -> float:
    """Return the time (Unix seconds) `seconds` after `now`; skips weekends if `pace` does."""
    if pace.weekends:
        return now + seconds
    at = datetime.fromtimestamp(now, UTC)
    while True:
        midnight = (at + timedelta(days=1)).replace(hour=0, minute=0, second=0, microsecond=0)
        left = (midnight - at).total_seconds()
        if at.weekday() not in WEEKEND:
            if seconds <= left:
                return at.timestamp() + seconds
            seconds -= left
        at = midnight


def seats_on_clock(match: Match) -> list[SeatRow]:
    """Return the seats whose clocks may run.

    These are the seats of present human players, in a running match with a time control and at
    least two human players.
    """
    people = [seat for seat in match.seats if seat.user is not None and not seat.resigned]
    if match.pace.kind == "none" or match.status != "running" or match.paused or len(people) < 2:
        return []
    return [seat for seat in people if not seat.played_by_ai]


def present_seats(match: Match) -> list[SeatRow]:
    """Return the seats of the human players who are present.

    A player is absent if they resigned, have a caretaker, or missed too many turns in a row.
    """
    people = [
        seat
        for seat in match.seats
        if seat.user is not None and not seat.resigned and not seat.has_caretaker
    ]
    return [seat for seat in people if seat.missed_deadlines < match.pace.max_missed]


def start_clock(match: Match, seat: SeatRow, now: float) -> None:
    """Start the seat's clock if it may run (`seats_on_clock`), else clear it.

    On a day off, the clock starts when the day off ends.
    """
    pace = match.pace
    if seat not in seats_on_clock(match):
        clear_deadline(seat)
        return
    starts_at = max(now, seat.away_until)
    if pace.kind != "bank":
        seat.seconds_left = pace.seconds
    elif seat.seconds_left < 0:  # the bank was not used yet
        seat.seconds_left = pace.bank
    else:
        seat.seconds_left = min(pace.bank, seat.seconds_left + pace.seconds)
    seat.waiting_since = starts_at
    seat.deadline = add_counted_time(pace, starts_at, seat.seconds_left)
    seat.next_reminder_at = next_reminder(seat, starts_at)


def stop_clock(seat: SeatRow, now: float) -> None:
    """Stop the seat's clock after its answer and keep the time left."""
    if seat.deadline:
        seat.seconds_left = max(0.0, seat.deadline - now)
    clear_deadline(seat)


def clear_deadline(seat: SeatRow) -> None:
    """Remove the seat's deadline and reminder; the time left does not change."""
    seat.deadline = seat.next_reminder_at = 0.0


def grace_period_s(pace: Pace) -> float:
    """Return how long a player with too many missed deadlines can keep the seat (seconds).

    It is the time for one more decision, within `MIN_GRACE_S` and `MAX_GRACE_S`.
    """
    return min(max(pace.seconds, MIN_GRACE_S), MAX_GRACE_S)


def _end_of_grace_period(match: Match, seat: SeatRow, now: float) -> float:
    """Return when a grace period that begins now ends (Unix seconds).

    Other users may take the seat from then on. On a day off, the grace period begins when the day
    off ends.
    """
    return add_counted_time(match.pace, max(now, seat.away_until), grace_period_s(match.pace))


def _end_of_decision_time(match: Match, seat: SeatRow, now: float) -> float:
    """Return when the time for one decision that begins now ends (Unix seconds).

    On a day off, the time begins when the day off ends.
    """
    return add_counted_time(match.pace, max(now, seat.away_until), match.pace.seconds)


def count_missed(match: Match, seat: SeatRow, now: float) -> None:
    """Count a missed deadline.

    After too many in a row, set the time when the seat will be offered to other users.
    """
    seat.missed_deadlines += 1
    if (
        seat.missed_deadlines >= match.pace.max_missed
        and not seat.offered
        and not seat.opens_at
        and seat.user is not None
    ):
        seat.opens_at = _end_of_grace_period(match, seat, now)
        hours = round((seat.opens_at - now) / HOUR)
        match.note(
            now,
            msg("host.opens", seat=seat_name(seat.seat), strikes=seat.missed_deadlines, n=hours),
        )
        seat_notices.notify(match, seat.user, "opens", seat.seat, now)


def start_absence_clock(match: Match, seat: SeatRow, now: float) -> None:
    """Start the absence clock of a seat that a caretaker plays, unless it already runs.

    The seat must have a decision to make. Because the caretaker answers at once, the seat's own
    deadline never passes. Therefore the absence clock counts a missed deadline when the time for
    one decision has passed.
    """
    if seat.has_caretaker and not seat.absence_deadline and match.pace.kind != "none":
        seat.absence_deadline = _end_of_decision_time(match, seat, now)


def overdue(match: Match, now: float) -> tuple[list[SeatRow], list[SeatRow]]:
    """Return (seats whose absence clock has expired, seats to offer to others now)."""
    late = [seat for seat in match.seats if 0 < seat.absence_deadline <= now]
    return late, [seat for seat in match.seats if 0 < seat.opens_at <= now and not seat.offered]


def apply_absences(match: Match, now: float) -> bool:
    """Handle expired absence clocks: count missed deadlines, and offer seats to other users.

    A seat is offered when its grace period is over. Returns False if nothing has changed.
    """
    late, opening = overdue(match, now)
    for seat in late:
        seat.absence_deadline = 0.0
        count_missed(match, seat, now)
    for seat in opening:
        seat.offered = True
        match.note(now, msg("host.offered", seat=seat_name(seat.seat), n=seat.missed_deadlines))
    return bool(late or opening)


def reset_absence(seat: SeatRow) -> None:
    """Reset a player's absence, so that nobody can take the seat because of it.

    If the player offered the seat themselves, it stays offered.
    """
    seat.offered = seat.offered and not seat.opens_at
    seat.missed_deadlines, seat.absence_deadline, seat.opens_at = 0, 0.0, 0.0


def mark_present(seat: SeatRow) -> None:
    """Mark the player as present: the caretaker stops and the absence is reset."""
    reset_absence(seat)
    seat.has_caretaker = False


def _update_absence_clocks(match: Match, seat: SeatRow, now: float) -> None:
    """Stop, restart or clear `absence_deadline` and `opens_at` of a seat.

    Both times count only while the match runs and has a time control.
    """
    stopped = match.status == "halted" or bool(match.paused)
    over = match.status not in ("running", "halted")
    if not seat.has_caretaker or match.pace.kind == "none" or over:
        seat.absence_deadline = 0.0
    elif seat.absence_deadline and stopped:
        seat.absence_deadline = CLOCK_STOPPED
    elif seat.absence_deadline < 0:
        seat.absence_deadline = _end_of_decision_time(match, seat, now)
    if not seat.opens_at or seat.offered:
        return
    if match.pace.kind == "none" or seat.user is None or seat.resigned or over:
        seat.opens_at = 0.0
    elif stopped:
        seat.opens_at = CLOCK_STOPPED
    elif seat.opens_at < 0:
        seat.opens_at = _end_of_grace_period(match, seat, now)


def restart_clocks(match: Match, now: float) -> None:
    """Restart all running clocks with full time, after a new time control or a pause."""
    for seat in match.seats:
        clear_deadline(seat)
        if seat.awaited:
            seat.seconds_left = -1.0
            start_clock(match, seat, now)


def normalize(match: Match, now: float) -> None:
    """Update the clocks and `check_at` of a match; called before it is stored.

    Only the `seats_on_clock` have running clocks. A seat whose clock starts to run now, because a
    second player joined or the match was resumed, gets its full time. A match that all human
    players have left is paused.
    """
    if match.status == "running" and abandoned(match) and match.paused != "asleep":
        match.paused = "asleep"
        match.note(now, msg("host.abandoned"))
    _repeat_pings_later(match, now)
    timed_seats = [seat.seat for seat in seats_on_clock(match)]
    for seat in match.seats:
        _update_absence_clocks(match, seat, match.changed_at)
        runs = seat.awaited and seat.seat in timed_seats
        if seat.deadline and not runs:
            clear_deadline(seat)
        elif runs and not seat.deadline:
            start_clock(match, seat, match.changed_at)
    match.check_at = next_check_at(match)


def _repeat_pings_later(match: Match, now: float) -> None:
    """Make the newest ping due again for players who can't play now (pause or day off).

    They are pinged when the match resumes or the day off ends.
    """
    for seat in match.seats:
        cannot_play = match.paused or seat.away_until > now
        if (
            seat.awaited
            and seat.knows_newest_ping
            and cannot_play
            and seat.user is not None
            and match.status == "running"
        ):
            seat.newest_ping += 1


def abandoned(match: Match) -> bool:
    """Return whether all human players have left the match for good."""
    return not any(seat.user is not None and not seat.resigned for seat in match.seats)


def next_reminder(seat: SeatRow, now: float) -> float:
    """Return when to remind the seat's player next (Unix seconds); 0: no reminder.

    A player with less than half an hour for the decision gets no reminder.
    """
    if not seat.deadline or seat.deadline - seat.waiting_since < HOUR / 2:
        return 0.0
    return next(
        (
            at
            for share in REMINDER_FRACTIONS
            if (at := seat.waiting_since + share * (seat.deadline - seat.waiting_since)) > now
        ),
        0.0,
    )


def next_check_at(match: Match) -> float:
    """Return when to check the match if nothing happens until then (Unix seconds; 0: never)."""
    if match.status == "lobby":
        return match.changed_at + (
            LOBBY_WARNING_S if match.closing_warned else LOBBY_TIMEOUT_S - LOBBY_WARNING_S
        )
    if match.status != "running":
        return 0.0
    if match.paused and abandoned(match):
        return match.changed_at + CLOSE_ABANDONED_AFTER_S
    vote_times = [] if match.vote is None else [match.vote.check_at]
    if match.paused:
        return min(vote_times, default=0.0)
    seat_times = [
        at
        for seat in match.seats
        for at in (
            seat.deadline,
            seat.next_reminder_at,
            seat.absence_deadline,
            0.0 if seat.offered else seat.opens_at,
        )
        if at
    ]
    return min([*vote_times, *(seat_times or [match.changed_at + SLEEP_AFTER_S])])


def is_full(match: Match) -> bool:
    """Return whether every seat of a lobby is taken."""
    return len(match.seats) >= match.size


def record_full_lobby(match: Match, now: float, by: int) -> None:
    """Record since when a lobby is full, and whether the organizer filled it.

    `by` is the user who took its last seat, or who made it full by another change.
    """
    if not is_full(match):
        match.full_at, match.full_known = 0.0, False
    elif not match.full_at:
        match.full_at, match.full_known = now, by == match.organizer


def time_zone(prefs: dict[str, Any]) -> tzinfo:
    """Return a user's time zone; UTC by default or if this machine does not know it."""
    try:
        return ZoneInfo(prefs.get("zone") or "UTC")
    except (ZoneInfoNotFoundError, ValueError):
        return UTC


def quiet_until(prefs: dict[str, Any], now: float) -> float:
    """Return when the user's current quiet hours end (Unix seconds); 0 outside of quiet hours.

    `prefs["quiet"]` is the list `[begin, end]` of hours in the user's time zone; `[23, 8]` spans
    midnight.
    """
    hours = prefs.get("quiet")
    if not (isinstance(hours, list) and len(hours) == 2) or hours[0] == hours[1]:
        return 0.0
    begin, end = hours
    local = datetime.fromtimestamp(now, time_zone(prefs))
    inside = begin <= local.hour < end if begin < end else local.hour >= begin or local.hour < end
    if not inside:
        return 0.0
    until = local.replace(hour=end % 24, minute=0, second=0, microsecond=0)
    return (until if until > local else until + timedelta(days=1)).timestamp()
