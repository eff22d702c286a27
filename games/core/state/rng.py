"""Random numbers: SplitMix64, one 64-bit word per stream.

There is one stream per seat; the table's stream is the last. The seed never leaves the server.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, TypeVar

T = TypeVar("T")
_MASK = (1 << 64) - 1


def streams(seed: str, row: int, n: int) -> list[int]:
    """Return fresh words for `n` seats and the table, derived from seed and row number.

    Row 0 is the start; a rewind uses its own row number.
    """
    return [
        int.from_bytes(
            hashlib.sha256(f"sobremesa:{seed}:{row}:{stream}".encode()).digest()[:8], "big"
        )
        for stream in range(n + 1)
    ]


def commitment(seed: str, salt: str) -> str:
    """Return the SHA-256 (hex) of seed and salt, posted at the start and opened at the end."""
    return hashlib.sha256(f"{seed}:{salt}".encode()).hexdigest()


class Rng:
    """Random generator on one word of a list of streams; every draw writes the word back."""

    __slots__ = ("at", "words")

    def __init__(self, words: list[int], at: int) -> None:
        self.words, self.at = words, at

    @classmethod
    def of(cls, seed: int) -> Rng:
        """Return an independent stream, for AI players and simulations."""
        return cls([seed & _MASK], 0)

    def next(self) -> int:
        """Return the next 64 bits.

        Source: Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014.
        """
        word = (self.words[self.at] + 0x9E3779B97F4A7C15) & _MASK
        self.words[self.at] = word
        word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & _MASK
        return word ^ (word >> 31)

    def below(self, n: int) -> int:
        """Return an unbiased number in `0..n-1`; n is 1 to 2**32, else ValueError.

        Source: Lemire: Fast random integer generation in an interval, 2019.
        """
        if not 1 <= n <= 0x100000000:
            raise ValueError(f"below({n})")
        product = (self.next() >> 32) * n
        if product & 0xFFFFFFFF < n:
            while (
                product & 0xFFFFFFFF < 0x100000000 % n
            ):  # reject values that would bias the result
                product = (self.next() >> 32) * n
        return product >> 32

    def pick(self, items: Sequence[T]) -> T:
        """Return one of the items at random; raise ValueError if there is none."""
        return items[self.below(len(items))]

    def shuffle(self, items: list[Any]) -> None:
        """Shuffle in place (Fisher-Yates)."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]

    def draw(self, bag: list[T]) -> T:
        """Remove and return a random item of a bag (a sorted list)."""
        return bag.pop(self.below(len(bag)))

    def dice(self, count: int, sides: int) -> list[int]:
        """Return `count` throws of `0..sides-1`."""
        return [self.below(sides) for _ in range(count)]
