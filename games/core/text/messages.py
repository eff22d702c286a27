"""Messages independent of a language: a catalogue key and its arguments.

Also the type `Path`, a move: the sequence of answers (`Key`) to prompts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field

Seat = int
Key = str | int | list[str] | dict[str, int]
Path = tuple[Key, ...]


class Msg(Struct, frozen=True):
    """Sentence or word by its catalogue key; `args` are ints, strings and other messages.

    Three keys are not in a catalogue: `@seat`, `@text` and `@list` (see `seat_name`, `literal` and
    `listed`).
    """

    key: str
    args: dict[str, Argument] = field(default_factory=dict)


if TYPE_CHECKING:
    Argument = Any
else:  # decode nested messages too: scenes are sent as JSON to the process that draws them
    Argument = int | float | str | Msg | list[int | float | str | Msg | None] | None


def msg(key: str, /, **args: Any) -> Msg:
    """Return `Msg(key, args)`."""
    return Msg(key, args)


def seat_name(seat: Seat) -> Msg:
    """Return a message that is shown as the mark and name of the player in `seat`."""
    return Msg("@seat", {"seat": seat})


def names_seat(message: Any, seat: Seat | None = None) -> bool:
    """Return whether a message or its arguments name this seat (None: any seat)."""
    if isinstance(message, list | tuple):
        return any(names_seat(part, seat) for part in message)
    if not isinstance(message, Msg):
        return False
    if message.key == "@seat":
        return seat is None or bool(message.args["seat"] == seat)
    return any(names_seat(part, seat) for part in message.args.values())


def renamed(message: Any, seats: Mapping[Seat, Msg]) -> Any:
    """Return `message` with the names of these seats replaced by other messages.

    Names in nested messages are replaced too.
    """
    match message:
        case Msg("@seat", {"seat": int(seat)}) if seat in seats:
            return seats[seat]
        case Msg(key, args):
            return Msg(key, {name: renamed(value, seats) for name, value in args.items()})
        case list():
            return [renamed(part, seats) for part in message]
    return message


def listed(items: Iterable[Msg | str], word: str = "and") -> Msg:
    """Return a list in the reader's language, such as "A, B and C".

    `word` joins the last two items: `and` or `or`.
    """
    return Msg("@list", {"items": list(items), "word": word})


def restore_messages(decoded: Any) -> Any:
    """Return decoded JSON in which messages are `Msg` again.

    In JSON, a message is a dict of `key` and `args`.
    """
    match decoded:
        case Msg(key, args):
            return Msg(key, {name: restore_messages(value) for name, value in args.items()})
        case {"key": str(key), "args": dict(args), **rest} if not rest:
            return restore_messages(Msg(key, args))
        case list():
            return [restore_messages(item) for item in decoded]
    return decoded


def literal(text: str | int) -> Msg:
    """Return a message that is the same text in all languages: a code, a user's own words."""
    return Msg("@text", {"text": str(text)})
