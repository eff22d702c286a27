"""Request to an AI player, and its response."""

from __future__ import annotations

from typing import NamedTuple

from ai import think
from games.core.text.messages import Path, Seat

MAX_CPU_S = 2.0  # CPU seconds for one decision
DEFAULT_STRENGTH: think.Strength = "medium"  # for new AI players
# for the seat of a player who left: the others counted on somebody who plays to win
REPLACEMENT_AI_STRENGTH: think.Strength = "firm"


class AiRequest(NamedTuple):
    """Request for a move of an AI player.

    `pos` is the encoded position, `seed` the AI's random seed and `seconds` the CPU time limit.
    `mood` is a random number, fixed for the match and seat: it decides how weaker AI players
    misjudge the position.
    """

    game: str
    pos: bytes
    seat: Seat
    kind: think.PlayerKind
    seed: int
    seconds: float = MAX_CPU_S
    mood: int = 0


class AiResponse(NamedTuple):
    """Move of an AI player. `wrong` is the traceback if the AI failed, else ""."""

    path: Path
    wrong: str = ""
