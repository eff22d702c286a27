"""Messages in no language yet: a catalogue key and its arguments."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct, field

Seat = int
Key = str | int | list[str] | dict[str, int]
Path = tuple[Key, ...]


class Msg(Struct, frozen=True):
    """A sentence or word by its catalogue key; `args` are ints, strings and further messages."""

    key: str
    args: dict[str, Any] = field(default_factory=dict)


def msg(key: str, /, **args: Any) -> Msg:
    """Return `Msg(key, args)`."""
    return Msg(key, args)


def seat_name(seat: Seat) -> Msg:
    """Return the name of the player in `seat`; the UI fills in mark and name."""
    return Msg("@seat", {"seat": seat})


def names_seat(what: Any, seat: Seat | None = None) -> bool:
    """Return whether a message names this seat (None: any seat), at any depth."""
    if isinstance(what, list | tuple):
        return any(names_seat(one, seat) for one in what)
    if not isinstance(what, Msg):
        return False
    if what.key == "@seat":
        return seat is None or bool(what.args["seat"] == seat)
    return any(names_seat(one, seat) for one in what.args.values())


def renamed(what: Any, seats: Mapping[Seat, Msg]) -> Any:
    """Return a message in which other words replace the names of these seats, at any depth."""
    match what:
        case Msg("@seat", {"seat": int(seat)}) if seat in seats:
            return seats[seat]
        case Msg(key, args):
            return Msg(key, {name: renamed(value, seats) for name, value in args.items()})
        case list():
            return [renamed(one, seats) for one in what]
    return what


def listed(items: Iterable[Msg | str], word: str = "and") -> Msg:
    """Return a list in words ("A, B y C"); `word` is `and` or `or`."""
    return Msg("@list", {"items": list(items), "word": word})


def restore_messages(told: Any) -> Any:
    """Return `told` with its messages restored after it was stored as JSON."""
    match told:
        case Msg(key, args):
            return Msg(key, {name: restore_messages(value) for name, value in args.items()})
        case {"key": str(key), "args": dict(args), **rest} if not rest:
            return restore_messages(Msg(key, args))
        case list():
            return [restore_messages(item) for item in told]
    return told


def literal(text: str | int) -> Msg:
    """Return a code, a number or a user's own words: the same in every language."""
    return Msg("@text", {"text": str(text)})
