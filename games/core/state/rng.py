"""Luck: SplitMix64, one 64-bit word per stream (one per seat, the table's last). The seed never leaves the server."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, TypeVar

T = TypeVar("T")
_MASK = (1 << 64) - 1


def streams(seed: str, row: int, n: int) -> list[int]:
    """Fresh words for `n` seats and the table, derived from seed and row number (row 0 is the start, a rewind takes its own)."""
    return [
        int.from_bytes(
            hashlib.sha256(f"sobremesa:{seed}:{row}:{stream}".encode()).digest()[:8], "big"
        )
        for stream in range(n + 1)
    ]


def commitment(seed: str, salt: str) -> str:
    """The SHA-256 (hex) of seed and salt that is posted at the start and opened at the end."""
    return hashlib.sha256(f"{seed}:{salt}".encode()).hexdigest()


class Rng:
    """A view on one word of a list of streams; every draw writes the word back."""

    __slots__ = ("at", "words")

    def __init__(self, words: list[int], at: int) -> None:
        self.words, self.at = words, at

    @classmethod
    def of(cls, seed: int) -> Rng:
        """A stream of its own, for computer players and simulations."""
        return cls([seed & _MASK], 0)

    def next(self) -> int:
        """The next 64 bits (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014)."""
        word = (self.words[self.at] + 0x9E3779B97F4A7C15) & _MASK
        self.words[self.at] = word
        word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & _MASK
        return word ^ (word >> 31)

    def below(self, n: int) -> int:
        """A fair number in `0..n-1`; n is 1 to 2**32 (Lemire: Fast random integer generation in an interval, 2019)."""
        if not 1 <= n <= 0x100000000:
            raise ValueError(f"below({n})")
        product = (self.next() >> 32) * n
        if product & 0xFFFFFFFF < n:
            while (
                product & 0xFFFFFFFF < 0x100000000 % n
            ):  # throw away what would favour some numbers
                product = (self.next() >> 32) * n
        return product >> 32

    def pick(self, items: Sequence[T]) -> T:
        """One of the items, each as likely. ValueError when there is none."""
        return items[self.below(len(items))]

    def shuffle(self, items: list[Any]) -> None:
        """Fisher and Yates, in place."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]

    def draw(self, bag: list[T]) -> T:
        """Take one item out of a bag (a sorted list): the card is drawn by lot when it is drawn."""
        return bag.pop(self.below(len(bag)))

    def dice(self, count: int, sides: int) -> list[int]:
        """`count` throws of `0..sides-1`."""
        return [self.below(sides) for _ in range(count)]
