"""The line to Discord: where it leads, how long is waited for an answer on it, and until it is laid anew."""

from __future__ import annotations

import random
import time
from collections import deque
from typing import Literal

import aiohttp
import discord
import yarl
from discord.backoff import ExponentialBackoff

from cogs.ui.words import catalogue
from games.core.messages import Msg, msg
from host.settings import TOKEN, where

UNANSWERED = aiohttp.ClientTimeout(total=300.0, sock_connect=10.0, sock_read=20.0)  # seconds; the first as it is without this
SOON, DAY = 32.0, 86400.0   # seconds until the next try at most; a day
TOKEN_REFUSED = 4004        # of the codes with which Discord closes the line for good; discord.py goes on after all others
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


def point_at(base: str, gateway: str, cdn: str) -> None:
    """Let discord.py talk to another server than Discord's. Nothing else differs."""
    discord.http.Route.BASE = base
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
    discord.asset.Asset.BASE = cdn


def through(proxy: str) -> None:
    """Send all calls to Discord through a proxy at this address, which keeps its limits for many processes together."""
    discord.http.Route.BASE = f"{proxy.rstrip('/')}/api/v{discord.http.INTERNAL_API_VERSION}"


def impatient(http: discord.http.HTTPClient) -> None:
    """For a client that is logged in. No call waits for an answer that does not come: discord.py itself waits five minutes, so
    that whoever tapped while a line hung would be deaf long after it is well again. And a torn line is tried again soon."""
    session: aiohttp.ClientSession = http._HTTPClient__session  # type: ignore[attr-defined]  # noqa: SLF001
    session._timeout = UNANSWERED  # noqa: SLF001 - it can only be told where discord.py makes it, which asks nobody
    discord.shard.ExponentialBackoff = Backoff  # type: ignore[attr-defined,assignment]  # neither does a shard


def closed(code: int) -> Msg:
    """What to tell the admin when Discord has closed the line for good, with this code (its docs: Gateway Close Event Codes)."""
    if code == TOKEN_REFUSED:
        return msg("ui.start.token", env=where(TOKEN))
    known = catalogue("en").has(f"ui.start.closed_{code}")
    return msg(f"ui.start.closed_{code}" if known else "ui.start.closed", code=code)
