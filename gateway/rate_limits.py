"""Limits on how long discord.py sleeps inside a request because of Discord's rate limits.

`bound_waits` changes a client so that, after a 429, a request raises `discord.RateLimited` instead
of sleeping long (`retry_wait` sets the limit for a block), and so that no request sleeps after its
response has arrived (`Bucket`). This relies on private parts of discord.py
(`tests/gateway/test_rate_limits.py` fails when they change).
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from contextvars import ContextVar
from typing import Any

import discord

RETRY_WAIT_S = 5.0  # longest sleep after a 429; if Discord asks for more, `RateLimited` is raised
# the same for an edit of an old message, which can be replaced by a new message
SHORT_RETRY_WAIT_S = 1.0

_retry_wait_s: ContextVar[float | None] = ContextVar("_retry_wait_s", default=RETRY_WAIT_S)


@contextlib.contextmanager
def retry_wait(seconds: float) -> Iterator[None]:
    """Limit how long requests in this `with` block sleep after a 429.

    If Discord asks for more than `seconds`, `discord.RateLimited` is raised.
    """
    before = _retry_wait_s.set(seconds)
    try:
        yield
    finally:
        _retry_wait_s.reset(before)


class Bucket(discord.http.Ratelimit):
    """Rate limit bucket in which a finished request returns at once.

    In discord.py, the last request that is allowed in a window sleeps after its response, until the
    window is over. Here the next request sleeps instead, in `acquire`.
    """

    __slots__ = ("_refreshing",)

    def __init__(self) -> None:
        # with a limit here, discord.py would refuse every request of a bucket whose window is
        # longer, even with tokens left
        super().__init__(None)
        self._refreshing: set[asyncio.Task[None]] = set()

    async def __aexit__(self, *exc_info: Any) -> None:
        """Leave the bucket without waiting.

        If the window allows no more requests, a task waits for its end and resets the bucket.
        """
        others_in_flight = self.outgoing - 1  # requests whose responses are still awaited
        tokens_left = self.remaining - others_in_flight
        if tokens_left > 0:
            await super().__aexit__(*exc_info)
            return
        # this task sleeps until the window is over, unless another task does so already
        task = asyncio.create_task(super().__aexit__(*exc_info))
        self._refreshing.add(task)
        task.add_done_callback(self._refreshing.discard)


class BoundedWaitHTTPClient(discord.http.HTTPClient):
    """HTTP client of discord.py with bounded waits."""

    @property
    def max_ratelimit_timeout(self) -> float | None:  # type: ignore[override]
        """Return how many seconds the current request may sleep after a 429; None: no limit."""
        return _retry_wait_s.get()

    def get_ratelimit(self, key: str) -> discord.http.Ratelimit:
        """Return the `Bucket` of the route `key`; create it if needed."""
        if key not in self._buckets:
            self._buckets[key] = Bucket()
            self._try_clear_expired_ratelimits()
        return super().get_ratelimit(key)


def bound_waits(http: discord.http.HTTPClient) -> None:
    """Limit how long the requests of an HTTP client sleep; call it before the client is used.

    After a 429 a request sleeps at most `RETRY_WAIT_S` (see `retry_wait`), after a response not at
    all (see `Bucket`). discord.py's own option (`max_ratelimit_timeout`) does not do this: it
    accepts no less than 30 s, and it also affects the buckets.
    """
    http.__class__ = BoundedWaitHTTPClient
