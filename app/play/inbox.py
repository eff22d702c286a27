"""Data type of a user's inbox."""

from __future__ import annotations

from msgspec import Struct

from app.model import time_control
from app.model.match import Match, SeatRow


class InboxItem(Struct, frozen=True):
    """Match in a user's inbox.

    `waits_for_user` is True if the user must act. `since` is when the match began to wait for them
    (Unix seconds); for other matches, it is the time of the last change.
    """

    match: Match
    seat: SeatRow
    waits_for_user: bool
    since: float

    def may_start(self, now: float) -> bool:
        """Return whether the user may start this full lobby.

        The organizer may do so at once, any other player a day after the lobby became full.
        """
        match = self.match
        if match.status != "lobby" or not time_control.is_full(match):
            return False
        was_full_for_a_day = (
            match.full_at > 0 and now >= match.full_at + time_control.FULL_LOBBY_START_AFTER_S
        )
        return self.seat.user == match.organizer or was_full_for_a_day
