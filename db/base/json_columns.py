"""Encoding and decoding of JSON columns."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from app.model.match import decode_position
from db.base.errors import log_corruption
from games.core.state.position import Position, digest

T = TypeVar("T")
PREFS = "a person's settings"  # name in the damage log


def dumps(value: Any) -> str:
    """Encode a value as JSON with sorted keys: equal values give equal texts."""
    return msgspec.json.encode(value, order="sorted").decode()


def loads(text: str, kind: type[T], what: str) -> T:
    """Return the typed value in `text`.

    Raises `CorruptDataError`, and logs it for the object `what`, if the text is not JSON or has
    another shape.
    """
    try:
        return msgspec.json.decode(text, type=kind)
    except msgspec.DecodeError as error:
        raise log_corruption(what) from error


class _Proof(msgspec.Struct):
    """Part of a stored log row: its number, and the hash of the position after it."""

    n: int
    hash: str


def position(match: str, game: str, data: bytes, row: str | None, n: int) -> Position[Any, Any]:
    """Return the position of a match, decoded from a column and checked against log row `n`.

    `row` is the text of that log row; None for matches of the first versions, which have no row
    0. Raises `CorruptDataError` if the position does not match the digest in the row, and
    `UserError` if newer rules wrote it.
    """
    proof = None if row is None else loads(row, _Proof, f"row {n} of table {match}")
    if n if proof is None else (proof.n, proof.hash) != (n, digest(data)):
        raise log_corruption(f"table {match}")
    try:
        return decode_position(game, data)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise log_corruption(f"table {match}") from error
