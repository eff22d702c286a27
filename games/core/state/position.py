"""Position: the whole state of a match for the rules; equal positions give equal bytes."""

from __future__ import annotations

import hashlib
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

S = TypeVar("S")
F = TypeVar("F")


class Outcome(Struct, forbid_unknown_fields=True):
    """End of a game: the place of each seat (1 is best, equal places are shared)."""

    places: list[int]

    @property
    def winners(self) -> list[int]:
        """Return the seats in first place, ascending; empty if a solo game is lost."""
        return [seat for seat, place in enumerate(self.places) if place == 1]


class Position(Struct, Generic[S, F], forbid_unknown_fields=True):
    """Position of a match. `S` is the type of the game's state, `F` the union of its frames.

    - `rules`: rules version
    - `n`: number of seats
    - `rng`: random streams of the seats, then of the match (`games/core/state/rng.py`)
    - `stack`: frames, the running one last
    - `lanes`: by seat, its own stack while several seats decide in parallel
    - `gone`: by seat, whether its player has left for good
    - `outcome`: set when the game is over
    """

    game: str
    rules: int
    options: dict[str, Any]
    n: int
    state: S
    rng: list[int]
    stack: list[F]
    lanes: list[list[F]]
    gone: list[bool]
    outcome: Outcome | None = None


def digest(data: bytes) -> str:
    """Return a hash (16 hex digits) of an encoded position."""
    return hashlib.sha256(data).hexdigest()[:16]


class Codec(Generic[S, F]):
    """JSON codec for the positions of one game; unknown fields are an error."""

    def __init__(self, state: type[S], frames: Any) -> None:
        self.type: Any = Position[state, frames]  # type: ignore[valid-type]
        self._encoder = msgspec.json.Encoder(order="sorted")
        self._decoder: msgspec.json.Decoder[Position[S, F]] = msgspec.json.Decoder(self.type)

    def encode(self, pos: Position[S, F]) -> bytes:
        """Return UTF-8 JSON with sorted keys: equal positions give equal bytes."""
        return self._encoder.encode(pos)

    def decode(self, data: bytes) -> Position[S, F]:
        """Return the position in `data`; raise `msgspec.ValidationError` for another shape."""
        return self._decoder.decode(data)

    def clone(self, pos: Position[S, F]) -> Position[S, F]:
        """Return a deep copy, made by encoding and decoding, so its dicts are sorted by key."""
        return self._decoder.decode(self._encoder.encode(pos))

    def digest(self, pos: Position[S, F]) -> str:
        """Return a hash (16 hex digits) of a position."""
        return digest(self._encoder.encode(pos))
