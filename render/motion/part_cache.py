"""Cache of board parts during an animation: the last drawing of each part is reused."""

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
    """Last drawing of a part: key, box, pixels, recorded regions, result of its function."""

    key: Hashable
    box: Rect
    sheet: Sheet
    noted: list[DrawnRegion]
    given: Any


_LAST: ContextVar[dict[str, _Part] | None] = ContextVar("last", default=None)


@contextmanager
def remembered() -> Iterator[None]:
    """Hold a cache of parts while an animation is made."""
    token = _LAST.set({})
    try:
        yield
    finally:
        _LAST.reset(token)


def part(
    canvas: Canvas, name: str, key: Callable[[], Hashable], box: Rect, draw: Callable[[], R]
) -> R:
    """Draw a part of a board, or paste its last drawing; return the result of `draw`.

    It is cached only within `remembered` and if the key is not None. The key must contain all
    that the part depends on, its place and background too. `draw` changes only pixels in `box`;
    a smaller box at the next time leaves the rest unchanged.
    """
    last = _LAST.get()
    if last is None or (now := key()) is None:
        return draw()
    found = last.get(name)
    if found is not None and found.key == now:
        seen = (
            found.sheet
            if box == found.box
            else found.sheet.crop(box.moved(-found.box.x, -found.box.y).sides)
        )
        canvas.sheet.paste(seen, (box.x, box.y))
        canvas.noted += found.noted
        return found.given  # type: ignore[no-any-return]
    before = len(canvas.noted)
    given = draw()
    last[name] = _Part(now, box, canvas.sheet.crop(box.sides), canvas.noted[before:], given)
    return given
