"""Where things stand, as data: rectangles, rows and numbers read from a game's ``layout.toml``."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from render.base.theme import read

Point = tuple[float, float]
Factor = float  # by this name inside Layout, whose methods hide the built-in one


@dataclass(frozen=True)
class Rect:
    """A rectangle in whole pixels: left, top, width, height."""

    x: int
    y: int
    w: int
    h: int

    @property
    def right(self) -> int:
        """The first column of pixels to the right of it."""
        return self.x + self.w

    @property
    def bottom(self) -> int:
        """The first row of pixels below it."""
        return self.y + self.h

    @property
    def sides(self) -> tuple[int, int, int, int]:
        """Left, top, right, bottom, as Pillow wants a box."""
        return self.x, self.y, self.right, self.bottom

    @property
    def centre(self) -> Point:
        """Its middle, which may lie between two pixels."""
        return self.x + self.w / 2, self.y + self.h / 2

    def moved(self, dx: float, dy: float) -> Rect:
        """The same rectangle elsewhere, on whole pixels."""
        return Rect(round(self.x + dx), round(self.y + dy), self.w, self.h)

    def within(self, air: int) -> Rect:
        """The same without so many pixels at every side."""
        return Rect(self.x + air, self.y + air, self.w - 2 * air, self.h - 2 * air)

    def inside(self, other: Rect) -> bool:
        """Whether all of it lies in ``other``."""
        return (
            self.x >= other.x
            and self.y >= other.y
            and self.right <= other.right
            and self.bottom <= other.bottom
        )

    def meets(self, other: Rect) -> bool:
        """Whether the two share a pixel."""
        return (
            self.x < other.right
            and other.x < self.right
            and self.y < other.bottom
            and other.y < self.bottom
        )


def split(frame: Rect, n: int, gap: int) -> list[Rect]:
    """``n`` equal columns of a rectangle with ``gap`` between them (what is left over stays at the right)."""
    width = (frame.w - gap * (n - 1)) // n
    return [Rect(frame.x + i * (width + gap), frame.y, width, frame.h) for i in range(n)]


class Layout:
    """A tree of numbers with dots in the names: ``layout.rect("map")``, ``layout.int("mat.strip")``."""

    def __init__(self, data: dict[str, Any]) -> None:
        self._data = data

    def get(self, name: str) -> Any:
        """The raw value at a dotted name; KeyError when the layout file lacks it."""
        node: Any = self._data
        for part in name.split("."):
            node = node[part]
        return node

    def int(self, name: str) -> int:
        """A number of pixels."""
        return int(self.get(name))

    def float(self, name: str) -> float:
        """A share or an offset."""
        return float(self.get(name))

    def point(self, name: str) -> Point:
        """A place or an offset ``[x, y]``."""
        x, y = self.get(name)
        return float(x), float(y)

    def rect(self, name: str) -> Rect:
        """A rectangle ``[x, y, width, height]``."""
        x, y, w, h = self.get(name)
        return Rect(x, y, w, h)

    def part(self, name: str, times: Factor = 1) -> Layout:
        """A subtree as a layout of its own, all its numbers multiplied: the same thing drawn larger."""
        return Layout(_times(self.get(name), times))

    def over(self, other: Layout) -> Layout:
        """This layout, and from another what it does not have."""
        return Layout(other._data | self._data)


def _times(node: Any, times: float) -> Any:
    if isinstance(node, dict):
        return {name: _times(value, times) for name, value in node.items()}
    if isinstance(node, list):
        return [_times(value, times) for value in node]
    return round(node * times) if isinstance(node, int) else node * times


@functools.lru_cache
def load(path: Path) -> Layout:
    """The layout in a file, read once."""
    return Layout(read(path))
