"""All that the next answer depends on, and nothing else. Equal positions are equal bytes."""

from __future__ import annotations

import hashlib
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

S = TypeVar("S")
F = TypeVar("F")


class Outcome(Struct, forbid_unknown_fields=True):
    """How a game ended: the place of each seat (1 is best, equal places are shared)."""

    places: list[int]

    @property
    def winners(self) -> list[int]:
        """The seats in first place, ascending: several share it; nobody has it when a solo game is lost."""
        return [seat for seat, place in enumerate(self.places) if place == 1]


class Position(Struct, Generic[S, F], forbid_unknown_fields=True):
    """A typed, JSON-only position; `F` is the union of the game's frames (DESIGN 3)."""

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
    """16 hex digits of an encoded position, which two share only when they are equal."""
    return hashlib.sha256(data).hexdigest()[:16]


class Codec(Generic[S, F]):
    """JSON to and from the positions of one game; unknown fields are refused."""

    def __init__(self, state: type[S], frames: Any) -> None:
        self.type: Any = Position[state, frames]  # type: ignore[valid-type]
        self._encoder = msgspec.json.Encoder(order="sorted")
        self._decoder: msgspec.json.Decoder[Position[S, F]] = msgspec.json.Decoder(self.type)

    def encode(self, pos: Position[S, F]) -> bytes:
        """JSON with sorted keys, in UTF-8: equal positions give equal bytes."""
        return self._encoder.encode(pos)

    def decode(self, data: bytes) -> Position[S, F]:
        """The position in `data`; raises `msgspec.ValidationError` when it is of another shape."""
        return self._decoder.decode(data)

    def clone(self, pos: Position[S, F]) -> Position[S, F]:
        """A copy that shares nothing with `pos`, by way of its JSON: dicts come out by key."""
        return self._decoder.decode(self._encoder.encode(pos))

    def digest(self, pos: Position[S, F]) -> str:
        """16 hex digits that two positions share only when they are equal."""
        return digest(self._encoder.encode(pos))
