"""One lock per match, for as long as somebody holds or awaits it (the idiom of python-discord/bot's utils/lock.py)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

from app.runtime.cluster import Cluster, SingleProcess


class Locks:
    """Locks by name, made when they are asked for and forgotten when nobody uses them any more. Who has one has it in the whole
    `cluster`."""

    def __init__(self, cluster: Cluster | None = None) -> None:
        self._cluster = cluster or SingleProcess()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def __call__(self, name: str) -> AsyncIterator[None]:
        """Inside, nobody else has the lock of this name. Raises `StorageUnavailableError` when other processes can't be asked."""
        lock = self._locks.get(name)
        if lock is None:
            lock = self._locks[name] = asyncio.Lock()
        async with lock, self._cluster.lock(name):
            yield
