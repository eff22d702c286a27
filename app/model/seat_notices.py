"""News that users must get about their seats, and lost seats. Pure."""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from app.model.match import Match, SeatRow
from app.model.seat_news import SeatNews, SeatNotice
from games.core.text.messages import Seat


def notify(
    match: Match, user: int, what: SeatNews, seat: Seat, now: float, *, told: bool = False
) -> None:
    """Store news for a user, replacing older news for them."""
    match.seat_notices = [one for one in match.seat_notices if one.user != user]
    match.seat_notices.append(SeatNotice(user, what, seat, now, told))


def forget(match: Match, user: int) -> None:
    """Drop all news for this user."""
    match.seat_notices = [one for one in match.seat_notices if one.user != user]


def mark_told(match: Match, told: Collection[SeatNotice]) -> None:
    """Mark these notices as delivered."""
    match.seat_notices = [
        replace(one, told=True) if one in told else one for one in match.seat_notices
    ]


def lost(match: Match, user: int) -> SeatNotice | None:
    """Return how the user lost their seat in a started match, or None."""
    return next(
        (
            one
            for one in match.seat_notices
            if one.user == user and one.what not in ("opens", "kicked")
        ),
        None,
    )


def was_kicked(match: Match, user: int) -> bool:
    """Return whether the organizer removed this user and has not invited them since."""
    return any(one.user == user and one.what == "kicked" for one in match.seat_notices)


def tidy(match: Match) -> None:
    """Drop outdated news before a match is stored, and delivered news of a match that is over."""
    match.seat_notices = [one for one in match.seat_notices if _holds(match, one)]


def _holds(match: Match, one: SeatNotice) -> bool:
    if match.status in ("ended", "closed") and (one.told or one.what == "opens"):
        return False
    seated = match.seat_of(one.user)
    if one.what == "opens":
        return seated is not None and seated.seat == one.seat and _opens(seated)
    return seated is None and (one.what != "kicked" or match.status == "lobby" or not one.told)


def _opens(seat: SeatRow) -> bool:
    """Return whether the player can still keep the seat with a click."""
    return seat.opens != 0 and not seat.offered
