"""What Discord does not take just now is tried again, ever more seldom: for surfaces that no publisher brings up to date."""

from __future__ import annotations

import asyncio
import logging
from http import HTTPStatus

import discord

from app.ports.store import PublishDeferredError, StorageUnavailableError
from gateway.outages import kind_of

log = logging.getLogger("sobremesa.messenger")
FIRST, LONGEST = 2.0, 30.0  # seconds until the first further try, and at most between two
IN_ALL = 15 * 60.0  # seconds after which it is given up: as long as an answer can be changed


def passes(error: Exception) -> bool:
    """Whether it may go well later: Discord is away, or asks for patience; or nothing can be read from the store."""
    if isinstance(error, discord.HTTPException) and error.status == HTTPStatus.TOO_MANY_REQUESTS:
        return True
    return (
        isinstance(error, PublishDeferredError | StorageUnavailableError)
        or kind_of(error) is not None
    )


class RetryPolicy:
    """How long one thing is tried again."""

    def __init__(self, in_all: float = IN_ALL) -> None:
        self._wait, self._left = FIRST, in_all

    async def waits(self, error: Exception) -> bool:
        """Wait for another try; False at once when there is no use in it."""
        if self._left <= 0 or not passes(error):
            return False
        if kind_of(error) is not None:
            log.warning("something is shown later", exc_info=error)  # one line for the whole outage
        await asyncio.sleep(self._wait)
        self._left -= self._wait
        self._wait = min(2 * self._wait, LONGEST)
        return True
