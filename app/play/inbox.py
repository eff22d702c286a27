"""The lines of a person's inbox."""

from __future__ import annotations

from msgspec import Struct

from app.model import time_control
from app.model.match import Match, SeatRow


class InboxItem(Struct, frozen=True):
    """A line of the inbox. `since` is when the waiting began (for a lobby: its last change)."""

    match: Match
    seat: SeatRow
    mine: bool
    since: float

    def may_start(self, now: float) -> bool:
        """Return whether the reader may start this full lobby: the organizer, after a day any player."""
        match = self.match
        mine = self.seat.user == match.host or (
            match.full_at > 0 and now >= match.full_at + time_control.FULL
        )
        return match.status == "lobby" and time_control.full(match) and mine
