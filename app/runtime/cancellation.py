"""Shutdown of running tasks: wait some seconds, then cancel."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any

SHUTDOWN_GRACE_S = 3.0  # wait before tasks are cancelled


async def cancel_after(tasks: Iterable[asyncio.Task[Any]], grace: float = SHUTDOWN_GRACE_S) -> None:
    """Wait for the tasks for `grace` seconds, then cancel the rest.

    A write under way is stored completely or not at all (`db.base.database.Database.write`).
    """
    begun = [task for task in tasks if not task.done()]
    if begun:
        _, late = await asyncio.wait(begun, timeout=grace)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)
