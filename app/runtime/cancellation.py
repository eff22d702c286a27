"""Stop running tasks: wait some seconds for them, then cancel the rest."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any

SHUTDOWN_GRACE_S = 3.0  # wait before tasks are cancelled


async def cancel_after(tasks: Iterable[asyncio.Task[Any]], grace: float = SHUTDOWN_GRACE_S) -> None:
    """Wait at most `grace` seconds for the tasks, then cancel the rest.

    Cancellation is safe during a write to the store: the data is stored completely or not at all
    (`db.base.database.Database.transaction`).
    """
    running = [task for task in tasks if not task.done()]
    if running:
        _, late = await asyncio.wait(running, timeout=grace)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)
