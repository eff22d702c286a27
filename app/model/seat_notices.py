"""Store and look up the news that users must get about their seats. Pure: no I/O.

If a player is absent for too long, their seat "opens": it is offered to other users. The player is
told before. `SeatRow.opens_at` is the time when it opens; `SeatRow.offered` is True once it has.
"""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from app.model.match import Match, SeatRow
from app.model.seat_news import SeatNews, SeatNotice
from games.core.text.messages import Seat


def notify(
    match: Match, user: int, what: SeatNews, seat: Seat, now: float, *, told: bool = False
) -> None:
    """Store news of kind `what` about a seat for a user, replacing older news for the user.

    `told` is True if the user knows it already.
    """
    match.seat_notices = [notice for notice in match.seat_notices if notice.user != user]
    match.seat_notices.append(SeatNotice(user=user, what=what, seat=seat, at=now, told=told))


def forget(match: Match, user: int) -> None:
    """Drop all news for this user."""
    match.seat_notices = [notice for notice in match.seat_notices if notice.user != user]


def mark_told(match: Match, told: Collection[SeatNotice]) -> None:
    """Mark the notices `told` as delivered."""
    match.seat_notices = [
        replace(notice, told=True) if notice in told else notice for notice in match.seat_notices
    ]


def lost(match: Match, user: int) -> SeatNotice | None:
    """Return the notice on how the user lost their seat in a started match; None without one."""
    return next(
        (
            notice
            for notice in match.seat_notices
            if notice.user == user and notice.what not in ("opens", "kicked")
        ),
        None,
    )


def was_kicked(match: Match, user: int) -> bool:
    """Return whether the organizer removed this user and has not invited them since."""
    return any(notice.user == user and notice.what == "kicked" for notice in match.seat_notices)


def tidy(match: Match) -> None:
    """Drop outdated news; called before a match is stored.

    Once a match is over, news that was delivered is dropped as well.
    """
    match.seat_notices = [notice for notice in match.seat_notices if _is_current(match, notice)]


def _is_current(match: Match, notice: SeatNotice) -> bool:
    """Return whether the news still matters to its user, so that it must be kept."""
    if match.status in ("ended", "closed") and (notice.told or notice.what == "opens"):
        return False
    seat = match.seat_of(notice.user)
    if notice.what == "opens":
        return seat is not None and seat.seat == notice.seat and _opens_soon(seat)
    if seat is not None:  # the user has a seat again
        return False
    if notice.what != "kicked":
        return True
    # delivered news is kept only while the match is a lobby, because `was_kicked` reads it
    return match.status == "lobby" or not notice.told


def _opens_soon(seat: SeatRow) -> bool:
    """Return whether the seat will be offered soon; a click of its player prevents this."""
    return seat.opens_at != 0 and not seat.offered
