"""What a person's inbox lists."""

from __future__ import annotations

from msgspec import Struct

from host import pace
from host.model import Match, SeatRow


class Turn(Struct, frozen=True):
    """A line of the inbox. `since` is when the waiting began (for a lobby: its last change)."""

    match: Match
    seat: SeatRow
    mine: bool
    since: float

    def may_start(self, now: float) -> bool:
        """True where nobody is missing and the reader may start the game: the organizer, after a day every player."""
        match = self.match
        mine = self.seat.user == match.host or (match.full_at > 0 and now >= match.full_at + pace.FULL)
        return match.status == "lobby" and pace.full(match) and mine
