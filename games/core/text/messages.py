"""What the rules say, before it is anybody's language: a key and its arguments."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
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


def names_seat(what: Any, seat: Seat | None = None) -> bool:
    """Return True when a message names this seat, or any (None), at any depth."""
    if isinstance(what, list | tuple):
        return any(names_seat(one, seat) for one in what)
    if not isinstance(what, Msg):
        return False
    if what.key == "@seat":
        return seat is None or bool(what.args["seat"] == seat)
    return any(names_seat(one, seat) for one in what.args.values())


def renamed(what: Any, seats: Mapping[Seat, Msg]) -> Any:
    """Return a message in which other words stand for the names of these seats, at any depth."""
    match what:
        case Msg("@seat", {"seat": int(seat)}) if seat in seats:
            return seats[seat]
        case Msg(key, args):
            return Msg(key, {name: renamed(value, seats) for name, value in args.items()})
        case list():
            return [renamed(one, seats) for one in what]
    return what


def listed(items: Iterable[Msg | str], word: str = "and") -> Msg:
    """A list in words ("A, B y C"); `word` is `and` or `or`."""
    return Msg("@list", {"items": list(items), "word": word})


def whole(told: Any) -> Any:
    """`told` with the messages inside it as messages again, after it was stored as JSON."""
    match told:
        case Msg(key, args):
            return Msg(key, {name: whole(value) for name, value in args.items()})
        case {"key": str(key), "args": dict(args), **rest} if not rest:
            return whole(Msg(key, args))
        case list():
            return [whole(item) for item in told]
    return told


def literal(text: str | int) -> Msg:
    """A code, a number or a person's own words: the same in every language."""
    return Msg("@text", {"text": str(text)})
