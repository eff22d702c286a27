"""The cache of pictures stays within its limit and keeps what is costly for its size longest."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from PIL import Image

from render.base import cache


def test_all_that_is_kept_fits_its_room() -> None:
    shelf = cache.SizedCache(100_000)
    for at in range(50):
        shelf.put(at, Image.new("L", (100, 100 + at)), 0.01)
        assert shelf.used <= shelf.max_bytes
    kept = shelf.items(lambda _: True)
    assert 5 <= len(kept) < 10
    assert shelf.used == sum(cache.size_of(value) for _, value in kept)


def test_what_is_used_stays_and_what_is_not_goes() -> None:
    shelf = cache.SizedCache(50_000)
    for at in range(40):
        shelf.put(at, bytes(5_000), 0.01)
        assert shelf.find(0) is not None
    assert shelf.find(1) is None
    assert shelf.find(39) is not None


def test_what_took_long_for_its_size_stays_longer() -> None:
    shelf = cache.SizedCache(50_000)
    shelf.put("dear", bytes(5_000), 0.02)
    shelf.put("cheap", bytes(5_000), 0.001)
    for at in range(12):
        shelf.put(at, bytes(5_000), 0.002)
    assert shelf.find("dear") is not None
    assert shelf.find("cheap") is None
    for at in range(12, 200):
        shelf.put(at, bytes(5_000), 0.002)
    assert shelf.find("dear") is None, "nothing stays for ever unused"


def test_what_would_fill_half_of_it_is_not_kept() -> None:
    shelf = cache.SizedCache(10_000)
    shelf.put("small", bytes(1_000), 0.01)
    shelf.put("large", bytes(6_000), 9.0)
    assert shelf.find("large") is None
    assert shelf.find("small") is not None


def test_nothing_goes_for_a_large_value_that_is_wanted_but_once() -> None:
    shelf = cache.SizedCache(4 * cache.LARGE_VALUE_BYTES)
    shelf.put("ground", bytes(cache.LARGE_VALUE_BYTES + 1), 0.01)
    shelf.put("table", bytes(cache.LARGE_VALUE_BYTES + 1), 0.01)
    for at in range(20):
        shelf.put(at, bytes(cache.LARGE_VALUE_BYTES + 1_000_000), 0.5)
    assert shelf.find("ground") is not None
    assert shelf.find("table") is not None
    shelf.put(19, bytes(cache.LARGE_VALUE_BYTES + 1_000_000), 0.5)
    assert shelf.find(19) is not None, "the second time it is worth its room"


def test_room_can_be_taken_away() -> None:
    shelf = cache.SizedCache(100_000)
    for at in range(10):
        shelf.put(at, bytes(5_000), 0.01)
    shelf.resize(20_000)
    assert shelf.used <= 20_000
    assert len(shelf.items(lambda _: True)) == 3


def test_the_same_key_counts_once() -> None:
    shelf = cache.SizedCache(100_000)
    for _ in range(5):
        shelf.put("one", bytes(1_000), 0.01)
    assert shelf.used == cache.size_of(bytes(1_000))
    shelf.drop(lambda key: key == "one")
    assert shelf.used == 0


@dataclass(frozen=True)
class Boxed:
    image: Image.Image
    pad: int


@pytest.mark.parametrize(
    ("value", "least"),
    [
        (Image.new("RGB", (100, 50)), 20_000),
        (Image.new("L", (100, 50)), 5_000),
        (Boxed(Image.new("RGBA", (100, 50)), 3), 20_000),
        ((Image.new("L", (100, 50)), (3, 4)), 5_000),
        ({"a": Image.new("RGB", (10, 10))}, 400),
        (b"12345", 5),
    ],
)
def test_pictures_weigh_what_their_pixels_take(value: object, least: int) -> None:
    assert least <= cache.size_of(value) <= least + 5 * cache.ENTRY_OVERHEAD_BYTES


def test_a_kept_function_is_asked_once_and_can_be_cleared() -> None:
    asked = []

    @cache.cached
    def double(n: int, *, more: int = 0) -> int:
        """Twice."""
        asked.append(n)
        return 2 * n + more

    assert [double(2), double(2), double(2, more=1), double(2, more=1)] == [4, 4, 5, 5]
    assert asked == [2, 2]
    assert double.cache_info() == (2, 2, 2)
    assert double.__doc__ == "Twice."
    double.cache_clear()
    assert (double(2), asked) == (4, [2, 2, 2])
