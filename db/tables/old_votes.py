"""Conversion of votes that version 0.1.0 stored by seat to votes by user."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from app.model.match import SeatRow, TableNotice
from app.model.votes import ABOUT_SOMEBODY, VOTE_LASTS_S, Vote, VoteKind
from db.base.json_columns import loads
from games.core.text.messages import Seat, msg, seat_name


class SeatVote(Struct, frozen=True):
    """Vote as it was stored before migration 21, with seats instead of users."""

    what: VoteKind
    arg: str
    by: Seat
    at: float
    yes: tuple[Seat, ...] = ()
    no: tuple[Seat, ...] = ()


def is_old(data: str) -> bool:
    """Return whether a stored vote has the old shape."""
    return '"by":' in data and '"proposer":' not in data


def convert(data: str, seats: Sequence[SeatRow], notices: Sequence[TableNotice]) -> Vote | None:
    """Return the stored vote `data` with user ids instead of seats.

    Returns None if the vote must be dropped. The match's `notices` tell whether another user took a
    seat after the vote began. The answer of such a seat is dropped. If the proposer or the user
    whom the vote is about had such a seat, the whole vote is dropped.
    """
    old = loads(data, SeatVote, "a vote")
    user_of_seat = {
        seat.seat: seat.user
        for seat in seats
        if seat.user is not None
        and not seat.resigned
        and not _has_changed_hands(seat, old, notices)
    }
    about = (
        next((user for seat, user in user_of_seat.items() if str(seat) == old.arg), 0)
        if old.what in ABOUT_SOMEBODY
        else 0
    )
    if old.by not in user_of_seat or (old.what in ABOUT_SOMEBODY and not about):
        return None
    yes, no = (
        tuple(sorted(user_of_seat[seat] for seat in voters if seat in user_of_seat))
        for voters in (old.yes, old.no)
    )
    proposer = user_of_seat[old.by]
    return Vote(
        what=old.what,
        arg=old.arg,
        proposer=proposer,
        at=old.at,
        until=old.at + VOTE_LASTS_S,
        yes=yes,
        no=no,
        about_user=about,
        # users who answered know of the vote; the others are asked again
        informed=tuple(sorted({proposer, *yes, *no})),
    )


def _has_changed_hands(seat: SeatRow, old: SeatVote, notices: Sequence[TableNotice]) -> bool:
    """Return whether another user took this seat since the vote `old` began.

    The match's `notices` tell who took a seat and when.
    """
    substituted = msg("host.substitute", seat=seat_name(seat.seat))
    return any(notice.what == substituted and notice.at >= old.at for notice in notices)
