"""How long computer players may take until a person is asked again: a turn there may be a dozen decisions."""

from __future__ import annotations

from collections import defaultdict

from app.model.ai_request import MAX_CPU_S
from games.core.text.messages import Seat

WAIT = 5.0  # wall seconds of all of them together; what is shown afterwards takes a part of a second more
MAX_SHARE_PER_DECISION = 0.5  # of what a seat has left is for its next decision, so that there is something for its last one, too


class AiTimeBudget:
    """What the computer players of a table have left of `WAIT`, each of them an equal share. What a seat takes counts from its
    question until its move is written: waiting for others' thoughts, too, so that a busy machine thinks less and not longer."""

    def __init__(self) -> None:
        self._took = defaultdict[Seat, float](float)

    def remaining(self, seat: Seat, rivals: int) -> float:
        """Seconds of the processor for the next decision of a seat, one of so many `rivals`, computer players that move in
        turn; none where all was taken."""
        return min(MAX_CPU_S, max(0.0, MAX_SHARE_PER_DECISION * (WAIT / rivals - self._took[seat])))

    def spend(self, seat: Seat, seconds: float) -> None:
        """So many wall seconds went by for a move of this seat."""
        self._took[seat] += seconds
