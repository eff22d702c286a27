"""Data type for news about a user's seat."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

SeatNews = Literal["kicked", "voted", "absent", "given", "left", "opens"]


class SeatNotice(Struct, frozen=True):
    """News for one user about a seat.

    The user lost it: the organizer removed them before the start (`kicked`), a vote removed
    them (`voted`), another user took it after missed turns (`absent`) or after an offer
    (`given`), or they resigned (`left`). Or others can take it soon (`opens`).
    """

    user: int
    what: SeatNews
    seat: int
    at: float  # Unix seconds
    told: bool = False
