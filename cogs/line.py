"""The line to Discord: how long is waited for an answer on it, and until it is laid anew."""

from __future__ import annotations

import random
import time
from collections import deque
from typing import Literal

import aiohttp
import discord
from discord.backoff import ExponentialBackoff

UNANSWERED = aiohttp.ClientTimeout(total=300.0, sock_connect=10.0, sock_read=20.0)  # seconds; the first as it is without this
SOON, DAY = 32.0, 86400.0   # seconds until the next try at most; a day
FREE = 400                  # tries a day that come so soon: Discord takes 1,000 logins a day, then it resets the token


class Backoff(ExponentialBackoff[Literal[False]]):
    """When a torn line is tried again. discord.py's own goes up to 17 minutes, in which nobody's tap is heard though Discord has
    long been back."""

    def __init__(self) -> None:
        super().__init__()
        self._tried = deque[float]()

    def delay(self) -> float:
        """Seconds until the next try."""
        usual, now = super().delay(), time.monotonic()
        while self._tried and now - self._tried[0] > DAY:
            self._tried.popleft()
        self._tried.append(now)
        return min(usual, random.uniform(SOON / 2, SOON)) if len(self._tried) <= FREE else usual


def impatient(http: discord.http.HTTPClient) -> None:
    """For a client that is logged in. No call waits for an answer that does not come: discord.py itself waits five minutes, so
    that whoever tapped while a line hung would be deaf long after it is well again. And a torn line is tried again soon."""
    session: aiohttp.ClientSession = http._HTTPClient__session  # type: ignore[attr-defined]  # noqa: SLF001
    session._timeout = UNANSWERED  # noqa: SLF001 - it can only be told where discord.py makes it, which asks nobody
    discord.shard.ExponentialBackoff = Backoff  # type: ignore[attr-defined,assignment]  # neither does a shard
