"""Cache of a frame's answers in one unchanging position (`walk.cached_prompts`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.core.engine.context import StepContext
from games.core.engine.frame import Frame
from games.core.prompts.prompt import IllegalPath, MoveReady, PromptResult, good_key, why_illegal
from games.core.state.position import Position
from games.core.text.messages import Path, Seat, msg

MAX_PATH_LENGTH = 200  # keys; the answer after a longer path is not cached
AskingFrame = tuple[Frame[Any], StepContext[Any]] | None  # the frame that asks a seat, its context
CacheKey = tuple[Any, ...]  # a path with hashable keys


class PromptCache:
    """Cached answers of one position.

    `find_frame` returns the frame that asks a seat, `compute` the frame's answer after a legal
    path.
    """

    def __init__(
        self,
        pos: Position[Any, Any],
        find_frame: Callable[[Position[Any, Any], Seat], AskingFrame],
        compute: Callable[[Frame[Any], StepContext[Any], Seat, Path], PromptResult],
    ) -> None:
        self.pos, self._find_frame, self._compute = pos, find_frame, compute
        self._asked: dict[Seat, AskingFrame] = {}
        self._answers: dict[tuple[Seat, CacheKey], PromptResult] = {}

    def frame_asking(self, seat: Seat) -> AskingFrame:
        """Return the frame that asks a seat, with its context; None if the seat is not asked."""
        if type(seat) is not int:
            return None
        if seat not in self._asked:
            self._asked[seat] = self._find_frame(self.pos, seat)
        return self._asked[seat]

    def after(
        self, frame: Frame[Any], ctx: StepContext[Any], seat: Seat, path: Path
    ) -> PromptResult:
        """Return the answer after a path; a path without a cache key is not checked."""
        cached_as = cache_key(path)
        return (
            self._compute(frame, ctx, seat, path)
            if cached_as is None
            else self.answer(frame, ctx, seat, path, cached_as)
        )

    def answer(
        self, frame: Frame[Any], ctx: StepContext[Any], seat: Seat, path: Path, cached_as: CacheKey
    ) -> PromptResult:
        """Return the answer after a path with this cache key, with every key checked."""

        if (seat, cached_as) not in self._answers:
            self._answers[seat, cached_as] = self._compute_checked(
                frame, ctx, seat, path, cached_as
            )
        return self._answers[seat, cached_as]

    def _compute_checked(
        self, frame: Frame[Any], ctx: StepContext[Any], seat: Seat, path: Path, cached_as: CacheKey
    ) -> PromptResult:
        if not path:
            return self._compute(frame, ctx, seat, ())
        before, key = self.answer(frame, ctx, seat, path[:-1], cached_as[:-1]), path[-1]
        if isinstance(before, IllegalPath):
            return before
        if isinstance(before, MoveReady) or not good_key(key):
            return IllegalPath(msg("core.refused.option"))
        return why_illegal(before, key) or self._compute(frame, ctx, seat, tuple(path))


def cache_key(path: Path) -> CacheKey | None:
    """Return the cache key of a path; None for a path that is not cached."""
    parts: list[Any] = []
    if len(path) > MAX_PATH_LENGTH:
        return None
    for key in path:
        if type(key) is str or type(key) is int:
            parts.append(key)
        elif type(key) is list and all(type(one) is str for one in key):
            parts.append((list, *key))
        elif type(key) is dict and all(
            type(one) is str and type(n) is int for one, n in key.items()
        ):
            parts.append((dict, *key.items()))
        else:
            return None
    return tuple(parts)
