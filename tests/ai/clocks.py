"""Clocks of those who think, for tests."""

from __future__ import annotations


class Sand:
    """A clock that runs out after so many looks at it."""

    def __init__(self, often: int) -> None:
        self.left, self.refused = often, 0

    def __call__(self) -> bool:
        self.left -= 1
        self.refused += self.left < 0
        return self.left >= 0
