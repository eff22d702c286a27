"""Votes that version 0.1.0 stored by seat, converted to votes by user."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from app.model.match import SeatRow, TableNotice
from app.model.votes import ABOUT_SOMEBODY, VOTE_LASTS_S, Vote, VoteKind
from db.base.json_columns import loads
from games.core.text.messages import Seat, msg, seat_name


class SeatVote(Struct, frozen=True):
    """Vote as stored before migration 21."""

    what: VoteKind
    arg: str
    by: Seat
    at: float
    yes: tuple[Seat, ...] = ()
    no: tuple[Seat, ...] = ()


def is_old(data: str) -> bool:
    """Return whether a stored vote has the old shape."""
    return '"by":' in data and '"proposer":' not in data


def people_of(data: str, seats: Sequence[SeatRow], notices: Sequence[TableNotice]) -> Vote | None:
    """Return the vote with user ids instead of seats, or None.

    A seat may have changed hands since the vote began; then its answer is dropped. The whole
    vote is dropped if the proposer, or the user it is about, is uncertain.
    """
    old = loads(data, SeatVote, "a vote")
    people = [seat for seat in seats if seat.user is not None and not seat.resigned]
    sure = {seat.seat: seat.user or 0 for seat in people if not _changed(seat, old, notices)}
    about = (
        next((user for seat, user in sure.items() if str(seat) == old.arg), 0)
        if old.what in ABOUT_SOMEBODY
        else 0
    )
    if old.by not in sure or (old.what in ABOUT_SOMEBODY and not about):
        return None
    yes, no = (
        tuple(sorted(sure[seat] for seat in said if seat in sure)) for said in (old.yes, old.no)
    )
    told = tuple(sorted({sure[old.by], *yes, *no}))
    return Vote(
        old.what,
        old.arg,
        sure[old.by],
        old.at,
        old.at + VOTE_LASTS_S,
        yes,
        no,
        about=about,
        told=told,
    )


def _changed(seat: SeatRow, old: SeatVote, notices: Sequence[TableNotice]) -> bool:
    """Return whether another user took this seat since the vote began."""
    sat = msg("host.substitute", seat=seat_name(seat.seat))
    return any(one.what == sat and one.at >= old.at for one in notices)
