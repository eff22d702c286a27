"""Bound how long discord.py sleeps over Discord's rate limits, which it does inside the request and out of our sight.

This leans on private parts of discord.py (`tests/gateway/test_rate_limits.py` fails when they change).
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from contextvars import ContextVar
from typing import Any

import discord

RETRY_WAIT_S = 5.0  # the longest sleep over a 429 before `RateLimited` is raised
SHORT_RETRY_WAIT_S = 1.0  # the same for an edit of an old message, which can be posted anew instead

_retry_wait_s: ContextVar[float | None] = ContextVar("_retry_wait_s", default=RETRY_WAIT_S)


@contextlib.contextmanager
def retry_wait(seconds: float) -> Iterator[None]:
    """Raise `discord.RateLimited` for a 429 inside that asks for a longer wait than `seconds`."""
    before = _retry_wait_s.set(seconds)
    try:
        yield
    finally:
        _retry_wait_s.reset(before)


class Bucket(discord.http.Ratelimit):
    """A rate limit bucket that lets a finished request return at once.

    discord.py's own makes the request that took the last token sleep out the window after its answer has come.
    Here the next request waits, in `acquire`.
    """

    __slots__ = ("_refreshing",)

    def __init__(self) -> None:
        # a limit here would refuse requests of any bucket with a longer window, even while tokens are left
        super().__init__(None)
        self._refreshing: set[asyncio.Task[None]] = set()

    async def __aexit__(self, *how: Any) -> None:
        if self.remaining - (self.outgoing - 1) > 0:
            await super().__aexit__(*how)
            return
        task = asyncio.create_task(
            super().__aexit__(*how)
        )  # it sleeps, unless another one does already
        self._refreshing.add(task)
        task.add_done_callback(self._refreshing.discard)


class PromptHTTP(discord.http.HTTPClient):
    """discord.py's HTTP client with the bounds above."""

    @property
    def max_ratelimit_timeout(self) -> float | None:  # type: ignore[override]
        """Return how many seconds the present request may sleep over a 429."""
        return _retry_wait_s.get()

    def get_ratelimit(self, key: str) -> discord.http.Ratelimit:
        """Return the bucket of a route, made by us."""
        if key not in self._buckets:
            self._buckets[key] = Bucket()
            self._try_clear_expired_ratelimits()
        return super().get_ratelimit(key)


def bound_waits(http: discord.http.HTTPClient) -> None:
    """Make a client's HTTP wait no longer than it should; before it is used.

    discord.py's own option takes no less than 30 s and counts against the buckets, too.
    """
    http.__class__ = PromptHTTP
