"""Encoding and decoding of JSON columns."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from app.model.match import decode_position
from db.base.errors import log_corruption
from games.core.state.position import Position, digest

T = TypeVar("T")
PREFS = "a person's settings"  # `what` of `loads` for settings of users


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


class _PositionHash(msgspec.Struct):
    """Fields of a stored log row: its number, and the hash of the position after the row."""

    n: int
    hash: str


def position(match_id: str, game: str, data: bytes, row: str | None, n: int) -> Position[Any, Any]:
    """Decode the position of a match after log row `n`, and check it against that row.

    `row` is the JSON of the log row. It is None if the match has no row 0: the first versions
    wrote none. Raises `CorruptDataError` if the position does not have the hash that the row
    names, and `UserError` if a newer version of the game wrote the position.
    """
    if row is None:
        is_damaged = n != 0  # a match without any log row is still at its start
    else:
        expected = loads(row, _PositionHash, f"row {n} of table {match_id}")
        is_damaged = (expected.n, expected.hash) != (n, digest(data))
    if is_damaged:
        raise log_corruption(f"table {match_id}")
    try:
        return decode_position(game, data)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise log_corruption(f"table {match_id}") from error
