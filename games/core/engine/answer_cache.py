"""Cache of the answers of one position while no move is played (`walk.cached_answers`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.core.engine.context import StepContext
from games.core.engine.frame import Frame
from games.core.prompts.prompt import Answer, IllegalPath, MoveReady, good_key, refuse
from games.core.state.position import Position
from games.core.text.messages import Path, Seat, msg

MAX_PATH_LENGTH = 200  # keys; a longer or malformed path is answered but not cached
Asked = tuple[Frame[Any], StepContext[Any]] | None
Name = tuple[Any, ...]


class AnswerCache:
    """Cached answers of one position.

    `frame_of` finds the frame that asks a seat, `work_out` computes the answer after a legal
    path.
    """

    def __init__(
        self,
        pos: Position[Any, Any],
        frame_of: Callable[[Position[Any, Any], Seat], Asked],
        work_out: Callable[[Frame[Any], StepContext[Any], Seat, Path], Answer],
    ) -> None:
        self.pos, self._frame_of, self._work_out = pos, frame_of, work_out
        self._asked: dict[Seat, Asked] = {}
        self._answers: dict[tuple[Seat, Name], Answer] = {}

    def asked(self, seat: Seat) -> Asked:
        """Return the frame that asks a seat, with its context."""
        if type(seat) is not int:
            return None
        if seat not in self._asked:
            self._asked[seat] = self._frame_of(self.pos, seat)
        return self._asked[seat]

    def after(self, frame: Frame[Any], t: StepContext[Any], seat: Seat, path: Path) -> Answer:
        """Return the answer after a path, checked key by key from its beginning."""
        name = cache_key(path)
        return (
            self._work_out(frame, t, seat, path)
            if name is None
            else self.answer(frame, t, seat, path, name)
        )

    def answer(
        self, frame: Frame[Any], t: StepContext[Any], seat: Seat, path: Path, name: Name
    ) -> Answer:
        """Return the answer after a path whose cache key (`name`) is known."""
        if (seat, name) not in self._answers:
            self._answers[seat, name] = self._first(frame, t, seat, path, name)
        return self._answers[seat, name]

    def _first(
        self, frame: Frame[Any], t: StepContext[Any], seat: Seat, path: Path, name: Name
    ) -> Answer:
        if not path:
            return self._work_out(frame, t, seat, ())
        before, key = self.answer(frame, t, seat, path[:-1], name[:-1]), path[-1]
        if isinstance(before, IllegalPath):
            return before
        if isinstance(before, MoveReady) or not good_key(key):
            return IllegalPath(msg("core.refused.option"))
        return refuse(before, key) or self._work_out(frame, t, seat, tuple(path))


def cache_key(path: Path) -> Name | None:
    """Return the cache key of a path; None for a path that is not cached."""
    name: list[Any] = []
    if len(path) > MAX_PATH_LENGTH:
        return None
    for key in path:
        if type(key) is str or type(key) is int:
            name.append(key)
        elif type(key) is list and all(type(one) is str for one in key):
            name.append((list, *key))
        elif type(key) is dict and all(
            type(one) is str and type(n) is int for one, n in key.items()
        ):
            name.append((dict, *key.items()))
        else:
            return None
    return tuple(name)
