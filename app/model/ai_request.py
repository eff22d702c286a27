"""Request to an AI player, and its response."""

from __future__ import annotations

from typing import NamedTuple

from ai import think
from games.core.text.messages import Path, Seat

MAX_CPU_S = 2.0  # CPU seconds for one decision
# for new AI players, and for the seat of a player who left
DEFAULT_STRENGTH: think.Strength = "firm"


class AiRequest(NamedTuple):
    """Request for a move of an AI player.

    `pos` is the encoded position, `seed` starts the AI's random numbers, and `seconds` is the limit
    of CPU time.
    """

    game: str
    pos: bytes
    seat: Seat
    kind: think.PlayerKind
    seed: int
    seconds: float = MAX_CPU_S


class AiResponse(NamedTuple):
    """Move of an AI player. `wrong` is the traceback if the AI failed, else ""."""

    path: Path
    wrong: str = ""
