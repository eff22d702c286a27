"""Data type for news about a user's seat."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

SeatNews = Literal["kicked", "voted", "absent", "given", "left", "opens"]


class SeatNotice(Struct, frozen=True):
    """News for one user about their seat. `told` is True once it was delivered.

    Values of `what`:

    - `kicked`: the organizer removed the user before the start
    - `voted`: a vote removed the user
    - `absent`: another user took the seat after the user had missed turns
    - `given`: another user took the seat that the user had offered
    - `left`: the user resigned
    - `opens`: the user still has the seat, but others will soon be able to take it
    """

    user: int
    what: SeatNews
    seat: int
    at: float  # Unix seconds
    told: bool = False
