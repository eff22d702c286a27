"""Random numbers by SplitMix64; the state of a stream is one 64-bit word.

A position has one stream for each seat and, as the last one, the match's stream. All are derived
from a seed, which stays secret until the end of the match.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, TypeVar

T = TypeVar("T")
_MASK = (1 << 64) - 1


def streams(seed: str, row: int, n: int) -> list[int]:
    """Return one new stream per seat (`n` seats), then the stream of the match.

    `row` is the number of the log row for which they are made: 0 for the start, else that of a
    rewind.
    """
    return [
        int.from_bytes(
            hashlib.sha256(f"sobremesa:{seed}:{row}:{stream}".encode()).digest()[:8], "big"
        )
        for stream in range(n + 1)
    ]


def commitment(seed: str, salt: str) -> str:
    """Return the SHA-256 (hex) of seed and salt.

    The bot posts the hash at the start. Once seed and salt are published at the end, anybody can
    check that the seed was not changed.
    """
    return hashlib.sha256(f"{seed}:{salt}".encode()).hexdigest()


class Rng:
    """Random generator on the stream `words[at]`; every draw changes this word in the list."""

    __slots__ = ("at", "words")

    def __init__(self, words: list[int], at: int) -> None:
        self.words, self.at = words, at

    @classmethod
    def of(cls, seed: int) -> Rng:
        """Return a generator with a stream of its own, for AI players and simulations."""
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
            # Reject values that would bias the result.
            while product & 0xFFFFFFFF < 0x100000000 % n:
                product = (self.next() >> 32) * n
        return product >> 32

    def normal(self) -> float:
        """Return a random number, about normally distributed (mean 0, deviation 1).

        It is never beyond -3 and 3.
        """
        return sum(self.below(1 << 32) / (1 << 31) - 1.0 for _ in range(3))

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
        """Return `count` throws of dice with the sides `0..sides-1`."""
        return [self.below(sides) for _ in range(count)]
