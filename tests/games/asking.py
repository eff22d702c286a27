"""Prompts and moves of a position, for tests of every game.

Each function uses the first seat that must act, unless `seat` names another.
"""

from __future__ import annotations

from typing import Any, TypeVar

from games.core.engine import walk
from games.core.prompts.prompt import IllegalPath, MoveReady, Option, SelectPrompt
from games.core.state.events import AddressedEvent, Event
from games.core.state.position import Position
from games.core.text.messages import Path, Seat

Pos = Position[Any, Any]
E = TypeVar("E", bound=Event)


def ask(pos: Pos, *path: Any, seat: int | None = None) -> Any:
    """Return the prompt or the result after `path`."""
    return walk.ask(pos, walk.actors(pos)[0] if seat is None else seat, path)


def pick(pos: Pos, *path: Any, seat: int | None = None) -> SelectPrompt:
    """Return the selection prompt after `path`."""
    answer = ask(pos, *path, seat=seat)
    assert isinstance(answer, SelectPrompt), answer
    return answer


def keys(pos: Pos, *path: Any, seat: int | None = None) -> list[str]:
    """Return the keys of the options after `path`."""
    return [option.key for option in pick(pos, *path, seat=seat).options]


def option(pos: Pos, key: str, *path: Any, seat: int | None = None) -> Option:
    """Return the option with this key."""
    return next(option for option in pick(pos, *path, seat=seat).options if option.key == key)


def why(pos: Pos, key: str, *path: Any, seat: int | None = None) -> str:
    """Return the message key of the reason why an option is disabled."""
    return next(
        blocked.why.key for blocked in pick(pos, *path, seat=seat).blocked if blocked.key == key
    )


def done(pos: Pos, *path: Any, seat: int | None = None) -> MoveReady:
    """Return the complete move at the end of `path`."""
    answer = ask(pos, *path, seat=seat)
    assert isinstance(answer, MoveReady), answer
    return answer


def legal(pos: Pos, *path: Any, seat: int | None = None) -> bool:
    """Return whether the path is a legal move."""
    return isinstance(ask(pos, *path, seat=seat), MoveReady)


def refused(pos: Pos, *path: Any, seat: int | None = None) -> bool:
    """Return whether the path is refused."""
    return isinstance(ask(pos, *path, seat=seat), IllegalPath)


def refusal(pos: Pos, *path: Any, seat: int | None = None) -> str:
    """Return the message key of the reason why the path is refused."""
    answer = ask(pos, *path, seat=seat)
    assert isinstance(answer, IllegalPath), answer
    return answer.why.key


def default(pos: Pos, *path: Any, seat: int | None = None) -> Path:
    """Return the path that is played on a timeout."""
    return walk.default_path(pos, walk.actors(pos)[0] if seat is None else seat, path)


def events_of_move(pos: Pos, path: Path, seat: int | None = None) -> list[Event]:
    """Return the public events of one move."""
    return public_events(
        walk.submit(pos, walk.actors(pos)[0] if seat is None else seat, path).events
    )


def public_events(emitted: list[AddressedEvent]) -> list[Event]:
    """Return the public versions of emitted events."""
    return [one.public for one in emitted if one.public is not None]


def version(emitted: AddressedEvent, kind: type[E], viewer: Seat | None = None) -> E:
    """Return what a viewer (None: a spectator) learns of an event, checked to be of this kind."""
    found = emitted.seen_by(viewer)
    assert isinstance(found, kind), found
    return found
