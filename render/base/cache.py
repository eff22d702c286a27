"""What was drawn and will be wanted again: all of it together is bounded by bytes, not each sort by number."""

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
ROOM = (
    256 * MIB
)  # bytes, for programs that draw and do nothing else; the bot's painters say how much they take
ENTRY_OVERHEAD_BYTES = 400  # bytes that any entry takes
LARGE = MIB  # bytes from which a value must have been asked for twice before others go for it
ASKED = 64  # large values that are remembered as asked for
_BANDS = {"1": 1, "L": 1, "P": 1, "I;16": 2}


class Info(NamedTuple):
    """How often a maker's values were there and were made, and how many are kept."""

    hits: int
    misses: int
    currsize: int


class _Entry:
    """A value with its bytes, the seconds that a byte of it cost, and how near it is to being dropped: the lowest goes first."""

    __slots__ = ("rank", "size", "value", "worth")

    def __init__(self, value: Any, size: int, seconds: float) -> None:
        self.value, self.size, self.worth, self.rank = value, size, seconds / size, (0.0, 0)


class SizedCache:
    """Values of many makers; when all together take more than `room` bytes, those go that were not used for long and cost little
    time for their size (Young's GreedyDual, Cao and Irani 1997). Nothing goes for a large value that is asked for but once, as
    most close looks are (the doorkeeper of TinyLFU, Einziger et al. 2017). Safe in threads."""

    def __init__(self, room: int) -> None:
        self.room, self.used = room, 0
        self._age, self._uses = 0.0, 0
        self._lock = threading.Lock()
        self._entries: dict[Hashable, _Entry] = {}
        self._asked: OrderedDict[Hashable, None] = OrderedDict()
        self._order: list[
            tuple[tuple[float, int], int, Hashable]
        ] = []  # a heap; who rose since is put right later

    def find(self, key: Hashable) -> _Entry | None:
        """An entry, marked as used; None when it is not kept."""
        found = self._entries.get(key)
        if found is not None:
            self._use(found)
        return found

    def _use(self, entry: _Entry) -> None:
        self._uses += 1
        entry.rank = self._age + entry.worth, self._uses

    def put(self, key: Hashable, value: Any, seconds: float) -> None:
        """Keep a value that took so long to make, unless it alone would fill half of the room; others go until it fits."""
        size = size_of(value)
        if size > self.room // 2:
            return
        with self._lock:
            if size > LARGE and self.used + size > self.room and not self._known(key):
                return
            if before := self._entries.pop(key, None):
                self.used -= before.size
            entry = self._entries[key] = _Entry(value, size, seconds)
            self._use(entry)
            heapq.heappush(self._order, (entry.rank, self._uses, key))
            self.used += size
            self._shrink()

    def _known(self, key: Hashable) -> bool:
        """True when this was asked for not long ago; from now on it was."""
        if key in self._asked:
            del self._asked[key]
            return True
        self._asked[key] = None
        if len(self._asked) > ASKED:
            self._asked.popitem(last=False)
        return False

    def resize(self, room: int) -> None:
        """Take no more than `room` bytes from now on; what is too much goes at once."""
        with self._lock:
            self.room = room
            self._shrink()

    def drop(self, mine: Callable[[Hashable], bool]) -> None:
        """Forget the entries whose key is `mine`."""
        with self._lock:
            for key in [key for key in self._entries if mine(key)]:
                self.used -= self._entries.pop(key).size

    def items(self, mine: Callable[[Hashable], bool]) -> list[tuple[Any, Any]]:
        """Keys and values, as (key, value), of the entries whose key is `mine`; that counts as no use of them."""
        with self._lock:
            return [(key, entry.value) for key, entry in self._entries.items() if mine(key)]

    def _shrink(self) -> None:
        while self.used > self.room:
            rank, at, key = heapq.heappop(self._order)
            entry = self._entries.get(key)
            if entry is None:
                continue
            if entry.rank > rank:  # it was used since
                heapq.heappush(self._order, (entry.rank, at, key))
                continue
            self._age = rank[0]
            del self._entries[key]
            self.used -= entry.size


SHELF = SizedCache(ROOM)


def size_of(value: Any) -> int:
    """About how many bytes a value takes: its pictures by their pixels, whatever they are packed in."""
    if isinstance(value, Image.Image):
        return ENTRY_OVERHEAD_BYTES + value.width * value.height * _BANDS.get(value.mode, 4)
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
    """A function whose values stand on the shelf; with it what `functools.lru_cache` offers for looking and clearing."""

    def __init__(self, make: Callable[P, R]) -> None:
        self._make, self._hits, self._misses = make, 0, 0
        functools.update_wrapper(self, make)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """The value, kept or made."""
        key = (self, args, tuple(sorted(kwargs.items()))) if kwargs else (self, args)
        found = SHELF.find(key)
        if found is not None:
            self._hits += 1
            return found.value  # type: ignore[no-any-return]
        self._misses += 1
        begun = time.perf_counter()
        value = self._make(*args, **kwargs)
        SHELF.put(key, value, time.perf_counter() - begun)
        return value

    def _mine(self, key: Hashable) -> bool:
        return isinstance(key, tuple) and key[0] is self

    def cache_info(self) -> Info:
        """Hits, misses, and how many values are kept now."""
        return Info(self._hits, self._misses, len(SHELF.items(self._mine)))

    def cache_clear(self) -> None:
        """Forget this function's values and its counts of hits and misses."""
        SHELF.drop(self._mine)
        self._hits = self._misses = 0


def kept(make: Callable[P, R]) -> CachedFunction[P, R]:
    """Keep what a pure function draws while there is room for it. Two threads may draw the same; it is the same anyway."""
    return CachedFunction(make)
