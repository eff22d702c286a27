"""Clocks of AI players for tests."""

from __future__ import annotations


class Sand:
    """Time limit of an AI player that runs out after `often` checks."""

    def __init__(self, often: int) -> None:
        self.left, self.refused = often, 0

    def __call__(self) -> bool:
        self.left -= 1
        self.refused += self.left < 0
        return self.left >= 0
