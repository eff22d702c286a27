"""Request to an AI player, and its response."""

from __future__ import annotations

from typing import NamedTuple

from ai import think
from games.core.text.messages import Path, Seat

MAX_CPU_S = 2.0  # CPU seconds for one decision
DEFAULT_STRENGTH: think.Strength = (
    "firm"  # for new AI players, and for the seat of a player who left
)


class AiRequest(NamedTuple):
    """Request for a move: encoded position, seat, kind of AI, random seed, CPU seconds."""

    game: str
    pos: bytes
    seat: Seat
    kind: think.Kind
    luck: int
    seconds: float = MAX_CPU_S


class AiResponse(NamedTuple):
    """Move of an AI player, and the traceback if the AI failed."""

    path: Path
    wrong: str = ""
