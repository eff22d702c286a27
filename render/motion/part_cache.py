"""Cache of board parts during an animation, in which most parts do not change."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, NamedTuple, TypeVar

from render.base.canvas import Canvas, DrawnRegion
from render.base.layout import Rect
from render.base.texture import Sheet

R = TypeVar("R")


class _Part(NamedTuple):
    """Last drawing of a part: key, box, pixels, recorded regions, and the function's result."""

    key: Hashable
    box: Rect
    sheet: Sheet
    regions: list[DrawnRegion]
    result: Any


_LAST: ContextVar[dict[str, _Part] | None] = ContextVar("last", default=None)


@contextmanager
def caching_parts() -> Iterator[None]:
    """Return a context in which `draw_cached_part` caches; used while an animation is made."""
    token = _LAST.set({})
    try:
        yield
    finally:
        _LAST.reset(token)


def draw_cached_part(
    canvas: Canvas, name: str, key: Callable[[], Hashable], box: Rect, draw: Callable[[], R]
) -> R:
    """Draw a part of a board, or paste its last drawing; return the result of `draw`.

    `name` identifies the part. Drawings are cached only within `caching_parts`, and only if `key`
    does not return None. The key must contain everything that the drawing depends on, including its
    place and background. `draw` may change only pixels in `box`. If the box is smaller than at the
    last call, only its area of the cached drawing is pasted.
    """
    last = _LAST.get()
    if last is None or (current_key := key()) is None:
        return draw()
    cached = last.get(name)
    if cached is not None and cached.key == current_key:
        pixels = (
            cached.sheet
            if box == cached.box
            else cached.sheet.crop(box.moved(-cached.box.x, -cached.box.y).sides)
        )
        canvas.sheet.paste(pixels, (box.x, box.y))
        canvas.regions += cached.regions
        return cached.result  # type: ignore[no-any-return]
    first_region = len(canvas.regions)
    result = draw()
    last[name] = _Part(
        current_key, box, canvas.sheet.crop(box.sides), canvas.regions[first_region:], result
    )
    return result
