"""What the rules say, before it is anybody's language: a key and its arguments."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct, field

Seat = int
Key = str | int | list[str] | dict[str, int]
Path = tuple[Key, ...]


class Msg(Struct, frozen=True):
    """A sentence or a word by its catalogue key; `args` hold ints, plain strings and further messages."""

    key: str
    args: dict[str, Any] = field(default_factory=dict)


def msg(key: str, /, **args: Any) -> Msg:
    """Short for `Msg(key, args)`."""
    return Msg(key, args)


def seat_name(seat: Seat) -> Msg:
    """The player in `seat`: edges put mark and name there."""
    return Msg("@seat", {"seat": seat})


def listed(items: Iterable[Msg | str], word: str = "and") -> Msg:
    """A list in words ("A, B y C"); `word` is `and` or `or`."""
    return Msg("@list", {"items": list(items), "word": word})


def literal(text: str | int) -> Msg:
    """A code, a number or a person's own words: the same in every language."""
    return Msg("@text", {"text": str(text)})
