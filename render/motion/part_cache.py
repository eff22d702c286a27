"""What was drawn a moment ago and is drawn again, as on the boards of a moving picture: of each part of a board the last drawing
is remembered as long as such a picture is made."""

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
    """A part as it was drawn last: what it was drawn from, where, its pixels, what was noted, what its painter gave."""

    key: Hashable
    box: Rect
    sheet: Sheet
    noted: list[DrawnRegion]
    given: Any


_LAST: ContextVar[dict[str, _Part] | None] = ContextVar("last", default=None)


@contextmanager
def remembered() -> Iterator[None]:
    """Remember parts until the end of this."""
    token = _LAST.set({})
    try:
        yield
    finally:
        _LAST.reset(token)


def part(
    canvas: Canvas, name: str, key: Callable[[], Hashable], box: Rect, draw: Callable[[], R]
) -> R:
    """Draw a part of a board, or lay it as it was drawn last, and give what its painter gives.

    Only where parts are remembered, and where the key is not None: of all that the part is drawn from, its place and what it lies
    on too. Whatever `draw` changes lies in `box`; a smaller one the next time leaves the rest as it is.
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
