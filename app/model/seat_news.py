"""News for one person about a seat of theirs, as a table stores it."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

SeatNews = Literal["kicked", "voted", "absent", "given", "left", "opens"]


class SeatNotice(Struct, frozen=True):
    """News about a seat for one user.

    They lost it: the organizer freed it before the start (`kicked`), the table voted (`voted`), somebody took it after they had
    missed turns (`absent`) or had offered it (`given`), or they resigned (`left`). Or others can take it before long (`opens`).
    """

    user: int
    what: SeatNews
    seat: int
    at: float  # unix seconds
    told: bool = False
