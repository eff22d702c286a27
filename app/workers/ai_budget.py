"""Time budget for a match's AI players, until a human player must act again.

It is shared because an AI player may have to make a dozen decisions in one turn.
"""

from __future__ import annotations

from collections import defaultdict

from app.model.ai_request import MAX_CPU_S
from games.core.text.messages import Seat

AI_TURN_BUDGET_S = 5.0  # wall seconds for all AI players of a match, without the publication
# part of a seat's remaining time that one decision may take; the rest is for later decisions
MAX_SHARE_PER_DECISION = 0.5


class AiTimeBudget:
    """Remaining time of a match's AI players until a human player must act again.

    Each AI player gets an equal share of `AI_TURN_BUDGET_S`.
    """

    def __init__(self) -> None:
        self._spent_s = defaultdict[Seat, float](float)

    def remaining(self, seat: Seat, rivals: int) -> float:
        """Return the CPU seconds for a seat's next decision; 0 if its share is used up.

        `rivals` is the number of all AI players in the match, this one included.
        """
        return min(
            MAX_CPU_S,
            max(0.0, MAX_SHARE_PER_DECISION * (AI_TURN_BUDGET_S / rivals - self._spent_s[seat])),
        )

    def spend(self, seat: Seat, seconds: float) -> None:
        """Subtract the wall-clock `seconds` of a move from the seat's share."""
        self._spent_s[seat] += seconds
