"""One lock per match, for as long as somebody holds or awaits it (the idiom of python-discord/bot's utils/lock.py)."""

from __future__ import annotations

import asyncio
from weakref import WeakValueDictionary


class Locks:
    """Locks by name, made when they are asked for and forgotten when nobody uses them any more."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def __call__(self, name: str) -> asyncio.Lock:
        """The lock of this name; use it in an `async with` at once."""
        lock = self._locks.get(name)
        if lock is None:
            lock = self._locks[name] = asyncio.Lock()
        return lock
