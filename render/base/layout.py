"""Layout data: rectangles, points and numbers from a game's ``layout.toml``."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from render.base.theme import read

Point = tuple[float, float]
Factor = float  # alias: methods of Layout hide the built-in name


@dataclass(frozen=True)
class Rect:
    """Rectangle in whole pixels: left, top, width, height."""

    x: int
    y: int
    w: int
    h: int

    @property
    def right(self) -> int:
        """Return the first column of pixels right of the rectangle."""
        return self.x + self.w

    @property
    def bottom(self) -> int:
        """Return the first row of pixels below the rectangle."""
        return self.y + self.h

    @property
    def sides(self) -> tuple[int, int, int, int]:
        """Return left, top, right, bottom, as Pillow expects a box."""
        return self.x, self.y, self.right, self.bottom

    @property
    def centre(self) -> Point:
        """Return the center, which may lie between two pixels."""
        return self.x + self.w / 2, self.y + self.h / 2

    def moved(self, dx: float, dy: float) -> Rect:
        """Return the rectangle moved by `dx, dy` and rounded to whole pixels."""
        return Rect(round(self.x + dx), round(self.y + dy), self.w, self.h)

    def inset(self, air: int) -> Rect:
        """Return the rectangle made smaller by `air` pixels on every side."""
        return Rect(self.x + air, self.y + air, self.w - 2 * air, self.h - 2 * air)

    def is_inside(self, other: Rect) -> bool:
        """Return whether the rectangle lies entirely in ``other``."""
        return (
            self.x >= other.x
            and self.y >= other.y
            and self.right <= other.right
            and self.bottom <= other.bottom
        )

    def meets(self, other: Rect) -> bool:
        """Return whether the two rectangles share a pixel."""
        return (
            self.x < other.right
            and other.x < self.right
            and self.y < other.bottom
            and other.y < self.bottom
        )


def around(boxes: Sequence[Rect]) -> Rect:
    """Return the smallest rectangle that contains all boxes; at least one is needed."""
    left, top = min(box.x for box in boxes), min(box.y for box in boxes)
    right, bottom = max(box.right for box in boxes), max(box.bottom for box in boxes)
    return Rect(left, top, right - left, bottom - top)


def split(frame: Rect, n: int, gap: int) -> list[Rect]:
    """Return `n` columns of equal width, with `gap` between them.

    Pixels that remain after the division stay free at the right.
    """
    width = (frame.w - gap * (n - 1)) // n
    return [Rect(frame.x + i * (width + gap), frame.y, width, frame.h) for i in range(n)]


class Layout:
    """Tree of layout values, addressed by dotted names such as ``"mat.strip"``.

    Examples: ``layout.rect("map")``, ``layout.int("mat.strip")``.
    """

    def __init__(self, data: dict[str, Any]) -> None:
        self._data = data

    def get(self, name: str) -> Any:
        """Return the raw value at a dotted name. Raises `KeyError` if there is none."""
        node: Any = self._data
        for part in name.split("."):
            node = node[part]
        return node

    def int(self, name: str) -> int:
        """Return the integer (mostly pixels) at a dotted name."""
        return int(self.get(name))

    def float(self, name: str) -> float:
        """Return the share or offset at a dotted name."""
        return float(self.get(name))

    def point(self, name: str) -> Point:
        """Return the point or offset ``[x, y]`` at a dotted name."""
        x, y = self.get(name)
        return float(x), float(y)

    def rect(self, name: str) -> Rect:
        """Return the rectangle ``[x, y, width, height]`` at a dotted name."""
        x, y, w, h = self.get(name)
        return Rect(x, y, w, h)

    def part(self, name: str, times: Factor = 1) -> Layout:
        """Return the subtree `name` as a layout, its numbers multiplied by `times`."""
        return Layout(_times(self.get(name), times))

    def with_defaults_from(self, other: Layout) -> Layout:
        """Return this layout, with top-level values that it lacks taken from `other`."""
        return Layout(other._data | self._data)


def _times(node: Any, times: float) -> Any:
    if isinstance(node, dict):
        return {name: _times(value, times) for name, value in node.items()}
    if isinstance(node, list):
        return [_times(value, times) for value in node]
    return round(node * times) if isinstance(node, int) else node * times


@functools.lru_cache
def load(path: Path) -> Layout:
    """Return the layout in a file, which is read only once."""
    return Layout(read(path))
