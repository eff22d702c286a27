"""What is asked at a table and what comes of an answer, for tests of every game: by default of the seat that is awaited."""

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
    """What is asked after `path`."""
    return walk.ask(pos, walk.actors(pos)[0] if seat is None else seat, path)


def pick(pos: Pos, *path: Any, seat: int | None = None) -> SelectPrompt:
    """The choice after `path`."""
    answer = ask(pos, *path, seat=seat)
    assert isinstance(answer, SelectPrompt), answer
    return answer


def keys(pos: Pos, *path: Any, seat: int | None = None) -> list[str]:
    """What may be chosen after `path`."""
    return [option.key for option in pick(pos, *path, seat=seat).options]


def option(pos: Pos, key: str, *path: Any, seat: int | None = None) -> Option:
    """The option with this key."""
    return next(option for option in pick(pos, *path, seat=seat).options if option.key == key)


def why(pos: Pos, key: str, *path: Any, seat: int | None = None) -> str:
    """The reason given for a blocked choice, by its key."""
    return next(
        blocked.why.key for blocked in pick(pos, *path, seat=seat).blocked if blocked.key == key
    )


def done(pos: Pos, *path: Any, seat: int | None = None) -> MoveReady:
    """The sentence that a finished path leads to."""
    answer = ask(pos, *path, seat=seat)
    assert isinstance(answer, MoveReady), answer
    return answer


def legal(pos: Pos, *path: Any, seat: int | None = None) -> bool:
    """True when the path may be played."""
    return isinstance(ask(pos, *path, seat=seat), MoveReady)


def refused(pos: Pos, *path: Any, seat: int | None = None) -> bool:
    """True when the path is refused."""
    return isinstance(ask(pos, *path, seat=seat), IllegalPath)


def refusal(pos: Pos, *path: Any, seat: int | None = None) -> str:
    """Why the path may not be played, by the reason's key."""
    answer = ask(pos, *path, seat=seat)
    assert isinstance(answer, IllegalPath), answer
    return answer.why.key


def default(pos: Pos, *path: Any, seat: int | None = None) -> Path:
    """The path that a time-out takes."""
    return walk.default_path(pos, walk.actors(pos)[0] if seat is None else seat, path)


def heard(pos: Pos, path: Path, seat: int | None = None) -> list[Event]:
    """The public facts of one step."""
    return told(walk.submit(pos, walk.actors(pos)[0] if seat is None else seat, path).events)


def told(emitted: list[AddressedEvent]) -> list[Event]:
    """The public facts."""
    return [one.all for one in emitted if one.all is not None]


def version(emitted: AddressedEvent, kind: type[E], viewer: Seat | None = None) -> E:
    """Return what a viewer (None: everybody) learns of an event, which must be of this kind."""
    found = emitted.seen_by(viewer)
    assert isinstance(found, kind), found
    return found
