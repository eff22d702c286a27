"""Cache of the prompts after each path, for one position that does not change.

`walk.cached_prompts` makes a `PromptCache`; `walk.ask`, `walk.random_move` and `walk.default_path`
use it. Keys of paths may be lists and dicts, so `cache_key` turns a path into a hashable key.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.core.engine.context import StepContext
from games.core.engine.frame import Frame
from games.core.prompts.prompt import (
    IllegalPath,
    MoveReady,
    PromptResult,
    has_answer_form,
    why_illegal,
)
from games.core.state.position import Position
from games.core.text.messages import Path, Seat, msg

MAX_PATH_LENGTH = 200  # keys; the prompt after a longer path is not cached
AskingFrame = tuple[Frame[Any], StepContext[Any]] | None  # the frame that asks a seat, its context
CacheKey = tuple[Any, ...]  # a path with hashable keys


class PromptCache:
    """Cached prompt results of one position.

    `find_frame` returns the frame that asks a seat; `compute` returns the frame's result after a
    path, without checking the path.
    """

    def __init__(
        self,
        pos: Position[Any, Any],
        find_frame: Callable[[Position[Any, Any], Seat], AskingFrame],
        compute: Callable[[Frame[Any], StepContext[Any], Seat, Path], PromptResult],
    ) -> None:
        self.pos, self._find_frame, self._compute = pos, find_frame, compute
        self._asking_frames: dict[Seat, AskingFrame] = {}
        self._results: dict[tuple[Seat, CacheKey], PromptResult] = {}

    def frame_asking(self, seat: Seat) -> AskingFrame:
        """Return the frame that asks a seat, with its context; None if the seat is not asked."""
        if type(seat) is not int:
            return None
        if seat not in self._asking_frames:
            self._asking_frames[seat] = self._find_frame(self.pos, seat)
        return self._asking_frames[seat]

    def after(
        self, frame: Frame[Any], ctx: StepContext[Any], seat: Seat, path: Path
    ) -> PromptResult:
        """Return the prompt or `MoveReady` after a path that the caller knows to be legal.

        The answers in the path are checked only if the path can be cached.
        """
        key = cache_key(path)
        if key is None:
            return self._compute(frame, ctx, seat, path)
        return self.checked(frame, ctx, seat, path, key)

    def checked(
        self,
        frame: Frame[Any],
        ctx: StepContext[Any],
        seat: Seat,
        path: Path,
        cached_as: CacheKey,
    ) -> PromptResult:
        """Return the prompt after a path, checking every answer.

        `cached_as` is the path's cache key. Returns `MoveReady` after a complete move, and
        `IllegalPath` if an answer is not allowed.
        """
        if (seat, cached_as) not in self._results:
            self._results[seat, cached_as] = self._compute_checked(
                frame, ctx, seat, path, cached_as
            )
        return self._results[seat, cached_as]

    def _compute_checked(
        self,
        frame: Frame[Any],
        ctx: StepContext[Any],
        seat: Seat,
        path: Path,
        cached_as: CacheKey,
    ) -> PromptResult:
        """Return the prompt after a path if the prompt before allows its last answer.

        If not, return `IllegalPath`. `cached_as` is the path's cache key.
        """
        if not path:
            return self._compute(frame, ctx, seat, ())
        before = self.checked(frame, ctx, seat, path[:-1], cached_as[:-1])
        answer = path[-1]
        if isinstance(before, IllegalPath):
            return before
        if isinstance(before, MoveReady) or not has_answer_form(answer):
            return IllegalPath(msg("core.refused.option"))
        return why_illegal(before, answer) or self._compute(frame, ctx, seat, tuple(path))


def cache_key(path: Path) -> CacheKey | None:
    """Return the path with its lists and dicts as tuples; None for a path that is not cached.

    Paths that are too long or contain other types are not cached.
    """
    parts: list[Any] = []
    if len(path) > MAX_PATH_LENGTH:
        return None
    for key in path:
        if type(key) is str or type(key) is int:
            parts.append(key)
        elif type(key) is list and all(type(name) is str for name in key):
            parts.append((list, *key))
        elif type(key) is dict and all(
            type(name) is str and type(n) is int for name, n in key.items()
        ):
            parts.append((dict, *key.items()))
        else:
            return None
    return tuple(parts)
