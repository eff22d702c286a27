"""Encoded pictures by what they show: the same scene is drawn once."""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

import msgspec

V = TypeVar("V")


def digest(scene: msgspec.Struct, *more: Hashable) -> str:
    """A content hash of a scene (and of settings that change the bytes)."""
    data = msgspec.json.encode(scene, order="deterministic")
    return hashlib.blake2b(data + repr(more).encode(), digest_size=16).hexdigest()


class Cache(Generic[V]):
    """The ``size`` most recently used values; safe to use from several threads."""

    def __init__(self, size: int) -> None:
        self._size, self._lock = size, threading.Lock()
        self._values: OrderedDict[str, V] = OrderedDict()

    def get(self, key: str, make: Callable[[], V]) -> V:
        """The value of a key, made if it is not there. Two threads may make the same value; it is the same anyway."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
                return self._values[key]
        value = make()
        with self._lock:
            self._values[key] = value
            while len(self._values) > self._size:
                self._values.popitem(last=False)
        return value

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._values.clear()

    def __len__(self) -> int:
        return len(self._values)
