"""The request to a computer player, and its answer."""

from __future__ import annotations

from typing import NamedTuple

from ai import think
from games.core.text.messages import Path, Seat

MAX_CPU_S = 2.0  # seconds of the processor for one decision
DEFAULT_STRENGTH: think.Strength = (
    "firm"  # who sits down where nothing else is said, and goes on for who has left
)


class AiRequest(NamedTuple):
    """What a computer player is asked: a position as its codec writes it, whose move it is, who thinks (`ai.think.Kind`), the
    word that its luck begins with, and for how many seconds of the processor it may at the most."""

    game: str
    pos: bytes
    seat: Seat
    kind: think.Kind
    luck: int
    seconds: float = MAX_CPU_S


class AiResponse(NamedTuple):
    """A legal path, and what went wrong on the way to it."""

    path: Path
    wrong: str = ""
