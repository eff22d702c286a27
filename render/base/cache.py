"""Cache of drawn images, shared by all drawing functions and limited in bytes.

`cached` is the decorator for drawing functions.
"""

from __future__ import annotations

import functools
import heapq
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import fields, is_dataclass
from typing import Any, Generic, NamedTuple, ParamSpec, TypeVar

from PIL import Image

P = ParamSpec("P")
R = TypeVar("R")
MIB = 1 << 20
# For tools that only draw; the bot's render workers set their own limit.
DEFAULT_CACHE_BYTES = 256 * MIB
ENTRY_OVERHEAD_BYTES = 400  # added to the size of each value
LARGE_VALUE_BYTES = MIB  # a larger value evicts others only at its second request
MAX_REMEMBERED_REQUESTS = 64  # requests for large values
_BYTES_PER_PIXEL = {"1": 1, "L": 1, "P": 1, "I;16": 2}  # by image mode; 4 for others


class CacheInfo(NamedTuple):
    """Statistics of a cached function: hits, misses, and number of cached values."""

    hits: int
    misses: int
    currsize: int


class _Entry:
    """Cached value with its size in bytes, its cost and its rank.

    The cost is the seconds of computation per byte. The entry with the lowest rank is evicted
    first.
    """

    __slots__ = ("rank", "seconds_per_byte", "size", "value")

    def __init__(self, value: Any, size: int, seconds: float) -> None:
        self.value = value
        self.size = size
        self.seconds_per_byte = seconds / size
        self.rank = (0.0, 0)


class SizedCache:
    """Thread-safe cache of the values of many functions, limited to `max_bytes` bytes.

    It first evicts values that have not been used for long and are quick to compute for their size
    (Young's GreedyDual, Cao and Irani 1997). A large value may evict others only when it is
    requested for the second time, because most close-ups are requested once (the doorkeeper of
    TinyLFU, Einziger et al. 2017).
    """

    def __init__(self, max_bytes: int) -> None:
        self.max_bytes, self.used = max_bytes, 0
        # `_age` is the rank of the last evicted entry: new entries start above it.
        self._age, self._use_count = 0.0, 0
        self._lock = threading.Lock()
        self._entries: dict[Hashable, _Entry] = {}
        self._requested_once: OrderedDict[Hashable, None] = OrderedDict()
        # Heap of (rank, order of insertion, key); outdated ranks are corrected when popped.
        self._order: list[tuple[tuple[float, int], int, Hashable]] = []

    def find(self, key: Hashable) -> _Entry | None:
        """Return the entry of a key and mark it as used; None if the key is not cached."""
        entry = self._entries.get(key)
        if entry is not None:
            self._use(entry)
        return entry

    def _use(self, entry: _Entry) -> None:
        self._use_count += 1
        entry.rank = self._age + entry.seconds_per_byte, self._use_count

    def put(self, key: Hashable, value: Any, seconds: float) -> None:
        """Store a value that took `seconds` to compute; evict others to make room.

        A value larger than half of the cache is not stored.
        """
        size = size_of(value)
        if size > self.max_bytes // 2:
            return
        with self._lock:
            if (
                size > LARGE_VALUE_BYTES
                and self.used + size > self.max_bytes
                and not self._requested_before(key)
            ):
                return
            if before := self._entries.pop(key, None):
                self.used -= before.size
            entry = self._entries[key] = _Entry(value, size, seconds)
            self._use(entry)
            heapq.heappush(self._order, (entry.rank, self._use_count, key))
            self.used += size
            self._evict_surplus()

    def _requested_before(self, key: Hashable) -> bool:
        """Return whether the key was requested recently; from now on it counts as requested."""
        if key in self._requested_once:
            del self._requested_once[key]
            return True
        self._requested_once[key] = None
        if len(self._requested_once) > MAX_REMEMBERED_REQUESTS:
            self._requested_once.popitem(last=False)
        return False

    def resize(self, max_bytes: int) -> None:
        """Limit the cache to `max_bytes` from now on; evict entries beyond the limit."""
        with self._lock:
            self.max_bytes = max_bytes
            self._evict_surplus()

    def drop(self, matches: Callable[[Hashable], bool]) -> None:
        """Delete the entries whose key satisfies `matches`."""
        with self._lock:
            for key in [key for key in self._entries if matches(key)]:
                self.used -= self._entries.pop(key).size

    def items(self, matches: Callable[[Hashable], bool]) -> list[tuple[Any, Any]]:
        """Return the (key, value) pairs whose key satisfies `matches`.

        This does not count as a use of the entries.
        """
        with self._lock:
            return [(key, entry.value) for key, entry in self._entries.items() if matches(key)]

    def _evict_surplus(self) -> None:
        """Delete the entries of the lowest ranks until the cache is within its limit."""
        while self.used > self.max_bytes:
            pushed_rank, order, key = heapq.heappop(self._order)
            entry = self._entries.get(key)
            if entry is None:
                continue
            if entry.rank > pushed_rank:  # the entry was used after it was pushed
                heapq.heappush(self._order, (entry.rank, order, key))
                continue
            self._age = pushed_rank[0]
            del self._entries[key]
            self.used -= entry.size


IMAGE_CACHE = SizedCache(DEFAULT_CACHE_BYTES)


def size_of(value: Any) -> int:
    """Return the approximate bytes of a value; images count as decoded pixels."""
    if isinstance(value, Image.Image):
        return ENTRY_OVERHEAD_BYTES + value.width * value.height * _BYTES_PER_PIXEL.get(
            value.mode, 4
        )
    if isinstance(value, bytes | str):
        return ENTRY_OVERHEAD_BYTES + len(value)
    if isinstance(value, tuple | list):
        return ENTRY_OVERHEAD_BYTES + sum(map(size_of, value))
    if isinstance(value, dict):
        return ENTRY_OVERHEAD_BYTES + sum(map(size_of, value.values()))
    if is_dataclass(value):
        return ENTRY_OVERHEAD_BYTES + sum(
            size_of(getattr(value, field.name)) for field in fields(value)
        )
    return ENTRY_OVERHEAD_BYTES


class CachedFunction(Generic[P, R]):
    """Function whose results are cached, with the methods of `functools.lru_cache`.

    All cached functions share one cache.
    """

    def __init__(self, make: Callable[P, R]) -> None:
        self._make, self._hits, self._misses = make, 0, 0
        functools.update_wrapper(self, make)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """Return the function's value for these arguments, from the cache or computed."""
        key = (self, args, tuple(sorted(kwargs.items()))) if kwargs else (self, args)
        entry = IMAGE_CACHE.find(key)
        if entry is not None:
            self._hits += 1
            return entry.value  # type: ignore[no-any-return]
        self._misses += 1
        started = time.perf_counter()
        value = self._make(*args, **kwargs)
        IMAGE_CACHE.put(key, value, time.perf_counter() - started)
        return value

    def _is_own_key(self, key: Hashable) -> bool:
        return isinstance(key, tuple) and key[0] is self

    def cache_info(self) -> CacheInfo:
        """Return hits, misses and the number of cached values."""
        return CacheInfo(self._hits, self._misses, len(IMAGE_CACHE.items(self._is_own_key)))

    def cache_clear(self) -> None:
        """Delete this function's values and reset its counts."""
        IMAGE_CACHE.drop(self._is_own_key)
        self._hits = self._misses = 0


def cached(make: Callable[P, R]) -> CachedFunction[P, R]:
    """Cache the results of a pure drawing function.

    Two threads may draw the same value at once; the results are equal.
    """
    return CachedFunction(make)
