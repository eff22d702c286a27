"""How much time a table gives, whose is up when, and when people want to be left alone. Pure: `now` is always given."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, tzinfo
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from msgspec.structs import replace

from app.model import seat_notices
from app.model.match import Match, Pace, SeatRow, UserError
from games.core.text.messages import msg, seat_name

MINUTE, HOUR, DAY = 60.0, 3600.0, 86400.0
WEEKEND = (5, 6)  # Saturday and Sunday, for tables that rest then
REMINDER_FRACTIONS = (0.5, 0.9)  # of somebody's time, after which they are reminded
LOBBY_TIMEOUT_S = 7 * DAY  # a table that nobody joins is closed after so long,
LOBBY_WARNING_S = 1 * DAY  # and its organiser told so much earlier
SLEEP_AFTER_S = 30 * DAY  # a table at which nobody has done anything rests after so long
GRACE_LEAST, GRACE_MOST = (
    12 * HOUR,
    3 * DAY,
)  # bounds of the time in which absent people can still keep their seat
STILL = (
    -1.0
)  # for `late` and `opens`: the time stands still, and begins anew when the table goes on
ABANDONED = 7 * DAY  # a table that every person has left is closed after so long
FULL = 1 * DAY  # a full lobby may be started by any player after so long


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
DEFAULT_PACE = "calm"  # on servers


def name_of(pace: Pace) -> str:
    """The preset that gives this much time; "own" for what somebody put together."""
    same = (
        name
        for name, one in PACES.items()
        if (one.kind, one.seconds, one.bank) == (pace.kind, pace.seconds, pace.bank)
    )
    return next(same, "own")


def chosen(now: Pace, name: str) -> Pace:
    """The time that somebody chose by a preset's name, or with `weekends` or `absent` turned
    around. Raises `UserError` for another
    name."""
    if name == "weekends":
        return replace(now, weekends=not now.weekends)
    if name == "absent":
        return replace(now, absent="default" if now.absent == "caretaker" else "caretaker")
    if name not in PACES:
        raise UserError(msg("host.trouble.pace"))
    return replace(PACES[name], weekends=now.weekends, absent=now.absent)


def after(pace: Pace, now: float, seconds: float) -> float:
    """The moment when so many seconds that count will have passed."""
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


def timed(match: Match) -> list[SeatRow]:
    """The seats whose time may run: people's, where another person would wait for them."""
    people = [seat for seat in match.seats if seat.user is not None and not seat.resigned]
    if match.pace.kind == "none" or match.status != "running" or match.paused or len(people) < 2:
        return []
    return [seat for seat in people if not seat.automatic]


def anyone_present(match: Match) -> list[SeatRow]:
    """The people who are there: not who left, nor who is minded, nor who has missed too many turns."""
    people = [
        seat
        for seat in match.seats
        if seat.user is not None and not seat.resigned and not seat.minded
    ]
    return [seat for seat in people if seat.strikes < match.pace.patience]


def start_clock(match: Match, seat: SeatRow, now: float) -> None:
    """The table begins to wait for an answer of this seat: its time runs, where time is given."""
    pace = match.pace
    if seat not in timed(match):
        clear(seat)
        return
    own, fresh, now = seat.bank, seat.bank < 0, max(now, seat.away or now)
    seat.bank = pace.seconds
    if pace.kind == "bank":
        seat.bank = pace.bank if fresh else min(pace.bank, own + pace.seconds)
    seat.since, seat.due = now, after(pace, now, seat.bank)
    seat.nudge = next_nudge(seat, now)


def stop_clock(seat: SeatRow, now: float) -> None:
    """The seat has answered: what is left of its own time is kept."""
    if seat.due:
        seat.bank = max(0.0, seat.due - now)
    clear(seat)


def clear(seat: SeatRow) -> None:
    """No time runs for the seat: no deadline, no reminder. What it has left of its own time stays as it is."""
    seat.due = seat.nudge = 0.0


def grace(pace: Pace) -> float:
    """Seconds in which a person who has missed too many deadlines can still keep their seat: one further clock, within bounds."""
    return min(max(pace.seconds, GRACE_LEAST), GRACE_MOST)


def count_missed(match: Match, seat: SeatRow, now: float) -> None:
    """Count a deadline that has passed; from the second in a row on, others may take the seat once the grace is over."""
    seat.strikes += 1
    if (
        seat.strikes >= match.pace.patience
        and not seat.offered
        and not seat.opens
        and seat.user is not None
    ):
        seat.opens = after(match.pace, max(now, seat.away), grace(match.pace))
        hours = round((seat.opens - now) / HOUR)
        match.note(now, msg("host.opens", seat=seat_name(seat.seat), strikes=seat.strikes, n=hours))
        seat_notices.notify(match, seat.user, "opens", seat.seat, now)


def owe(match: Match, seat: SeatRow, now: float) -> None:
    """A caretaker is asked in the person's place: unless one runs already, a clock starts by whose end they have to be back.

    So a further missed deadline counts a whole clock after the one before, however often the caretaker answers meanwhile.
    """
    if seat.minded and not seat.late and match.pace.kind != "none":
        seat.late = after(match.pace, max(now, seat.away), match.pace.seconds)


def overdue(match: Match, now: float) -> tuple[list[SeatRow], list[SeatRow]]:
    """The minded seats whose person has missed another deadline by now, and the seats that open to others by now."""
    late = [seat for seat in match.seats if 0 < seat.late <= now]
    return late, [seat for seat in match.seats if 0 < seat.opens <= now and not seat.offered]


def pass_on(match: Match, now: float) -> bool:
    """Count the deadlines that minded seats have missed, and open the seats whose grace is over; False when there is none."""
    late, opening = overdue(match, now)
    for seat in late:
        seat.late = 0.0
        count_missed(match, seat, now)
    for seat in opening:
        seat.offered = True
        match.note(now, msg("host.offered", seat=seat_name(seat.seat), n=seat.strikes))
    return bool(late or opening)


def excused(seat: SeatRow) -> None:
    """The seat's person is not missed: nobody can take the seat for absence. Their own offer of it stands."""
    seat.offered = seat.offered and not seat.opens
    seat.strikes, seat.late, seat.opens = 0, 0.0, 0.0


def came(seat: SeatRow) -> None:
    """The seat's person is there: no caretaker minds it, and they are not missed."""
    excused(seat)
    seat.minded = False


def _absence(match: Match, seat: SeatRow, now: float) -> None:
    """Keep the clocks of absence in step: they run while the table does, and only where it has a clock."""
    rests, over = (
        match.status == "halted" or bool(match.paused),
        match.status not in ("running", "halted"),
    )
    if not seat.minded or match.pace.kind == "none" or over:
        seat.late = 0.0
    elif seat.late and rests:
        seat.late = STILL
    elif seat.late < 0:
        seat.late = after(match.pace, max(now, seat.away), match.pace.seconds)
    if not seat.opens or seat.offered:
        return
    if match.pace.kind == "none" or seat.user is None or seat.resigned or over:
        seat.opens = 0.0
    elif rests:
        seat.opens = STILL
    elif seat.opens < 0:
        seat.opens = after(match.pace, max(now, seat.away), grace(match.pace))


def restart_clocks(match: Match, now: float) -> None:
    """All that is awaited is given its whole time anew: it was changed, or rested."""
    for seat in match.seats:
        clear(seat)
        if seat.awaited:
            seat.bank = -1.0
            start_clock(match, seat, now)


def normalize(match: Match, now: float) -> None:
    """Before a match is stored: time runs for who is awaited by others and for nobody else (it begins, now, for who was alone or
    at a table that rested); when the table is to be looked at next. A table that nobody plays at any more falls asleep."""
    if match.status == "running" and abandoned(match) and match.paused != "asleep":
        match.paused = "asleep"
        match.note(now, msg("host.abandoned"))
    _call_again(match, now)
    some = [seat.seat for seat in timed(match)]
    for seat in match.seats:
        _absence(match, seat, match.changed_at)
        runs = seat.awaited and seat.seat in some
        if seat.due and not runs:
            clear(seat)
        elif runs and not seat.due:
            start_clock(match, seat, match.changed_at)
    match.wake = next_wakeup(match)


def _call_again(match: Match, now: float) -> None:
    """Take back the calls of those who can't play now: at a paused table, or on a day off.

    When that is over they are called again, once.
    """
    for seat in match.seats:
        rests = match.paused or seat.away > now
        if (
            seat.awaited
            and seat.called
            and rests
            and seat.user is not None
            and match.status == "running"
        ):
            seat.call += 1


def abandoned(match: Match) -> bool:
    """Return whether every person has left the table for good."""
    return not any(seat.user is not None and not seat.resigned for seat in match.seats)


def next_nudge(seat: SeatRow, now: float) -> float:
    """When the seat's person is to be reminded next; 0 when they were reminded enough, or there is too little time for it."""
    if not seat.due or seat.due - seat.since < HOUR / 2:
        return 0.0
    return next(
        (
            at
            for share in REMINDER_FRACTIONS
            if (at := seat.since + share * (seat.due - seat.since)) > now
        ),
        0.0,
    )


def next_wakeup(match: Match) -> float:
    """When the table is to be looked at next, if nobody does anything until then; 0: never."""
    if match.status == "lobby":
        return match.changed_at + (
            LOBBY_WARNING_S if match.warned else LOBBY_TIMEOUT_S - LOBBY_WARNING_S
        )
    if match.status != "running":
        return 0.0
    if match.paused and abandoned(match):
        return match.changed_at + ABANDONED
    vote = [] if match.vote is None else [match.vote.wake]
    if match.paused:
        return min(vote, default=0.0)
    opens = [seat.opens for seat in match.seats if not seat.offered]
    times = [at for seat in match.seats for at in (seat.due, seat.nudge, seat.late) if at] + [
        at for at in opens if at
    ]
    return min([*vote, *(times or [match.changed_at + SLEEP_AFTER_S])])


def full(match: Match) -> bool:
    """Return whether every seat of a lobby is taken."""
    return len(match.seats) >= match.size


def fill(match: Match, now: float, by: int) -> None:
    """Note since when a lobby is full, and whether its organizer has filled it."""
    if not full(match):
        match.full_at, match.full_known = 0.0, False
    elif not match.full_at:
        match.full_at, match.full_known = now, by == match.host


def zone(prefs: dict[str, Any]) -> tzinfo:
    """The time zone of a person; UTC until they choose one, or when this machine does not know it."""
    try:
        return ZoneInfo(prefs.get("zone") or "UTC")
    except (ZoneInfoNotFoundError, ValueError):
        return UTC


def quiet_until(prefs: dict[str, Any], now: float) -> float:
    """The end of the quiet hours in which a person is now; 0 when they are in none. `quiet` in `prefs`: the hours from which and
    until which, by the person's own clock; from 23 until 8 goes over midnight."""
    hours = prefs.get("quiet")
    if not (isinstance(hours, list) and len(hours) == 2) or hours[0] == hours[1]:
        return 0.0
    begins, ends = hours
    at = datetime.fromtimestamp(now, zone(prefs))
    inside = begins <= at.hour < ends if begins < ends else at.hour >= begins or at.hour < ends
    if not inside:
        return 0.0
    until = at.replace(hour=ends % 24, minute=0, second=0, microsecond=0)
    return (until if until > at else until + timedelta(days=1)).timestamp()
