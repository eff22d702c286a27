"""Retries with increasing waits, for messages that no publisher brings up to date."""

from __future__ import annotations

import asyncio
import logging
from http import HTTPStatus

import discord

from app.ports.store import PublishDeferredError, StorageUnavailableError
from gateway.outages import kind_of

log = logging.getLogger("sobremesa.messenger")
FIRST_RETRY_S, LONGEST = 2.0, 30.0  # seconds before the first retry; most seconds between two
RETRY_LIMIT_S = (
    15 * 60.0
)  # seconds after which retries end: as long as an interaction token is valid


def is_temporary(error: Exception) -> bool:
    """Return whether an error is temporary: an outage, a rate limit, or an unreadable store."""
    if isinstance(error, discord.HTTPException) and error.status == HTTPStatus.TOO_MANY_REQUESTS:
        return True
    return (
        isinstance(error, PublishDeferredError | StorageUnavailableError)
        or kind_of(error) is not None
    )


class RetryPolicy:
    """Waiting times between the retries of one request."""

    def __init__(self, in_all: float = RETRY_LIMIT_S) -> None:
        self._wait, self._left = FIRST_RETRY_S, in_all

    async def wait_before_retry(self, error: Exception) -> bool:
        """Wait before the next retry and return True; return False at once if a retry is useless."""
        if self._left <= 0 or not is_temporary(error):
            return False
        if kind_of(error) is not None:
            # the log filter prints one line for the whole outage
            log.warning("Discord unavailable: update queued for retry", exc_info=error)
        await asyncio.sleep(self._wait)
        self._left -= self._wait
        self._wait = min(2 * self._wait, LONGEST)
        return True
