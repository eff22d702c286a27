"""Retries with increasing waits, for requests that `PublishScheduler` does not repeat."""

from __future__ import annotations

import asyncio
import logging
from http import HTTPStatus

import discord

from app.ports.errors import StorageUnavailableError
from app.ports.services import RetryLaterError
from gateway.outages import outage_kind

log = logging.getLogger(__name__)
FIRST_RETRY_S, MAX_WAIT_S = 2.0, 30.0  # seconds before the first retry; maximum between two retries
RETRY_LIMIT_S = 15 * 60.0  # seconds until retries end: as long as an interaction token is valid


def is_temporary(error: Exception) -> bool:
    """Return whether the error is temporary: outage, rate limit, or unavailable storage."""
    if isinstance(error, discord.HTTPException) and error.status == HTTPStatus.TOO_MANY_REQUESTS:
        return True
    return (
        isinstance(error, RetryLaterError | StorageUnavailableError)
        or outage_kind(error) is not None
    )


class RetryPolicy:
    """Policy for the retries of one request, which end after `limit` seconds."""

    def __init__(self, limit: float = RETRY_LIMIT_S) -> None:
        self._wait, self._left = FIRST_RETRY_S, limit

    async def wait_before_retry(self, error: Exception) -> bool:
        """Wait before the next retry and return True, or return False to give up.

        Returns False, without a wait, if `error` is permanent or the time limit is over.
        """
        if self._left <= 0 or not is_temporary(error):
            return False
        if outage_kind(error) is not None:
            # the log filter prints one line for the whole outage
            log.warning("Discord unavailable: update queued for retry", exc_info=error)
        await asyncio.sleep(self._wait)
        self._left -= self._wait
        self._wait = min(2 * self._wait, MAX_WAIT_S)
        return True
