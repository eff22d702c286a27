"""Locks by name, usually a match id (after python-discord/bot's utils/lock.py)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

from app.runtime.cluster import Cluster, SingleProcess


class Locks:
    """Locks by name, created on demand and dropped when unused; valid in the whole cluster."""

    def __init__(self, cluster: Cluster | None = None) -> None:
        self._cluster = cluster or SingleProcess()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def __call__(self, name: str) -> AsyncIterator[None]:
        """Hold the lock of this name.

        Raises `StorageUnavailableError` if it can't be acquired across all processes.
        """
        lock = self._locks.get(name)
        if lock is None:
            lock = self._locks[name] = asyncio.Lock()
        async with lock, self._cluster.lock(name):
            yield
