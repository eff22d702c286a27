"""JSON in columns."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from app.model.match import decode_position
from db.base.errors import log_corruption
from games.core.state.position import Position, digest

T = TypeVar("T")
PREFS = "a person's settings"  # where they are damaged


def dumps(value: Any) -> str:
    """JSON with sorted keys: equal values are equal texts."""
    return msgspec.json.encode(value, order="sorted").decode()


def loads(text: str, kind: type[T], what: str) -> T:
    """Return the typed value in `text`.

    Raises `CorruptDataError` for what is no JSON, or of another shape; the log names it as `what`.
    """
    try:
        return msgspec.json.decode(text, type=kind)
    except msgspec.DecodeError as error:
        raise log_corruption(what) from error


class _Proof(msgspec.Struct):
    """Of a row of the log: its number, and the digest of the position after it."""

    n: int
    hash: str


def position(match: str, game: str, data: bytes, row: str | None, n: int) -> Position[Any, Any]:
    """A table's position in a column, as it is after row `n`, whose text is `row` (None: tables of the first versions have no
    row 0). Raises `CorruptDataError` when it is not the one to which that row has led, `UserError` when it is of newer rules."""
    proof = None if row is None else loads(row, _Proof, f"row {n} of table {match}")
    if n if proof is None else (proof.n, proof.hash) != (n, digest(data)):
        raise log_corruption(f"table {match}")
    try:
        return decode_position(game, data)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise log_corruption(f"table {match}") from error
