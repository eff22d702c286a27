"""How what is under way ends when the bot does: it is given some seconds, then it is let go."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any

SHUTDOWN_GRACE_S = 3.0  # seconds


async def cancel_after(tasks: Iterable[asyncio.Task[Any]], grace: float = SHUTDOWN_GRACE_S) -> None:
    """Wait for these, so long; those that are late are cancelled. What they have begun to write stands whole in the store or not
    at all (`db.base.database.Database.write`)."""
    begun = [task for task in tasks if not task.done()]
    if begun:
        _, late = await asyncio.wait(begun, timeout=grace)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)
