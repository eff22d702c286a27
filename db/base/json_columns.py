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
    """Decode a JSON text to a value of the type `kind`.

    Raises `CorruptDataError` if the text is not JSON or has another shape. `what` names the damaged
    object in the log.
    """
    try:
        return msgspec.json.decode(text, type=kind)
    except msgspec.DecodeError as error:
        raise log_corruption(what) from error


class _PositionHash(msgspec.Struct):
    """Fields of a stored log row that are needed to check a position.

    They are the row's number, and the hash of the position after the row.
    """

    n: int
    hash: str


def position(match_id: str, game: str, data: bytes, row: str | None, n: int) -> Position[Any, Any]:
    """Decode the position of a match after log row `n`, and check it against that row.

    `game` is the game's id and `data` the encoded position. `row` is the JSON of the log row; it is
    None if the match has no row 0, which the first versions did not write. Raises
    `CorruptDataError` if the hash of `data` is not the one in the row, and `UserError` if a newer
    version of the game wrote the position.
    """
    if row is None:
        # without a log row there is nothing to compare, which is right only at the start
        is_damaged = n != 0
    else:
        expected = loads(row, _PositionHash, f"row {n} of table {match_id}")
        is_damaged = (expected.n, expected.hash) != (n, digest(data))
    if is_damaged:
        raise log_corruption(f"table {match_id}")
    try:
        return decode_position(game, data)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise log_corruption(f"table {match_id}") from error
