"""Configure discord.py's HTTP client and gateway: base URL, timeouts, reconnect backoff.

The functions are independent of each other; most change discord.py's classes or a client. `bot.py`
calls some of them before the login and some after it.
"""

from __future__ import annotations

import json
import random
import time
from collections import deque
from collections.abc import Callable
from email.utils import parsedate_to_datetime
from functools import partial
from http import HTTPStatus
from types import SimpleNamespace
from typing import Any, Literal

import aiohttp
import discord
import yarl
from discord.backoff import ExponentialBackoff

# seconds; `total` is aiohttp's default
HTTP_TIMEOUT = aiohttp.ClientTimeout(total=300.0, sock_connect=10.0, sock_read=20.0)
MAX_BACKOFF_S, DAY_S = 32.0, 86400.0  # seconds: longest wait before a reconnect; one day
DATE_INTERVAL_S = 60.0  # seconds between two `Date` headers that are read
# reconnects per day with a shortened wait: Discord resets the token after 1,000 logins a day
FAST_RETRIES_PER_DAY = 400


class NotJsonError(aiohttp.ClientError):
    """Error for a response that is not JSON although it should be.

    Such a response does not come from Discord but, for example, from a proxy that sends an HTML
    page. `status` is its HTTP status.
    """

    def __init__(self, status: int) -> None:
        super().__init__(str(status))
        self.status = status


class LoginPostponedError(ConnectionError):
    """Error for a gateway login that must wait for `seconds` more seconds.

    See `app/runtime/login_budget.py`.
    """

    def __init__(self, seconds: float) -> None:
        super().__init__(f"{seconds:.0f} s")
        self.seconds = seconds


class GatewaySocket(discord.gateway.DiscordWebSocket):
    """Gateway connection that closes itself if the bot must wait before it may identify.

    Discord would close the connection anyway, long before the wait is over.
    """

    async def identify(self) -> None:
        """Identify (log in).

        If the login budget allows no login yet, close the connection and raise
        `LoginPostponedError`; discord.py reconnects then.
        """
        try:
            await super().identify()
        except LoginPostponedError:
            await self.close(code=1000)
            raise


class ReconnectBackoff(ExponentialBackoff[Literal[False]]):
    """Delay between attempts to reconnect to the gateway: at most `MAX_BACKOFF_S`.

    discord.py itself waits up to 17 minutes. In that time the bot answers no interaction, even if
    Discord has recovered. discord.py's delays apply again after `FAST_RETRIES_PER_DAY` attempts in
    a day. `wait_s` returns how many seconds the next attempt must wait in any case.
    """

    def __init__(self, wait_s: Callable[[], float] = lambda: 0.0) -> None:
        super().__init__()
        self._attempts, self._wait_s = deque[float](), wait_s

    def delay(self) -> float:
        """Return the seconds until the next attempt: at least `wait_s()`."""
        return max(self._backoff(), self._wait_s())

    def _backoff(self) -> float:
        """Return the seconds to wait before the next reconnection, and count it.

        This is discord.py's delay, shortened for the first `FAST_RETRIES_PER_DAY` reconnections of
        a day.
        """
        default, now = super().delay(), time.monotonic()
        while self._attempts and now - self._attempts[0] > DAY_S:
            self._attempts.popleft()
        self._attempts.append(now)
        return (
            min(default, random.uniform(MAX_BACKOFF_S / 2, MAX_BACKOFF_S))
            if len(self._attempts) <= FAST_RETRIES_PER_DAY
            else default
        )


def set_endpoints(base: str, gateway: str, cdn: str) -> None:
    """Point discord.py at another server (the sandbox) instead of Discord.

    The arguments are base URLs: `base` of the REST API, `gateway` of the gateway's WebSocket, and
    `cdn` of the CDN.
    """
    discord.http.Route.BASE = base
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
    discord.asset.Asset.BASE = cdn


def use_proxy(proxy: str) -> None:
    """Send all REST calls through a proxy, which enforces rate limits across processes."""
    discord.http.Route.BASE = f"{proxy.rstrip('/')}/api/v{discord.http.INTERNAL_API_VERSION}"


def require_json(http: discord.http.HTTPClient) -> None:
    """Make a client raise `NotJsonError` for a successful response that is not JSON.

    discord.py would return such a response as a string, and code that reads a field of it would
    fail with a `TypeError`. discord.py also returns a string for JSON that a proxy has labelled
    `application/json; charset=utf-8`; the client then parses this string.
    """
    original_request = http.request

    async def request(route: discord.http.Route, **options: Any) -> Any:
        data = await original_request(route, **options)
        if isinstance(data, str) and data.strip():
            try:
                return json.loads(data)
            except ValueError as error:
                raise NotJsonError(HTTPStatus.OK) from error
        return data

    http.request = request  # type: ignore[method-assign]


def trace_date_header(
    on_discord_time: Callable[[float], None], trace: aiohttp.TraceConfig | None = None
) -> aiohttp.TraceConfig:
    """Return an aiohttp trace that reports Discord's time to `on_discord_time`, once a minute.

    The time (Unix seconds) comes from the `Date` header of a response. If `trace` is given, it is
    extended and returned.
    """
    config, last_read_at = trace or aiohttp.TraceConfig(), -DATE_INTERVAL_S

    async def on_request_end(
        _session: Any, _context: SimpleNamespace, request: aiohttp.TraceRequestEndParams
    ) -> None:
        nonlocal last_read_at
        now, date_header = time.monotonic(), request.response.headers.get("Date")
        if date_header and now - last_read_at >= DATE_INTERVAL_S:
            try:
                on_discord_time(parsedate_to_datetime(date_header).timestamp())
            except ValueError:
                return
            last_read_at = now

    config.on_request_end.append(on_request_end)
    return config


def set_timeouts(http: discord.http.HTTPClient, wait_s: Callable[[], float] = lambda: 0.0) -> None:
    """Set HTTP timeouts and the reconnect backoff of a client that is logged in.

    discord.py waits 5 minutes on a hung socket, which would block the user's interactions long
    after Discord has recovered. A lost gateway connection is retried soon, but not before
    `wait_s()` seconds.
    """
    # discord.py has options neither for the session's timeouts nor for a shard's reconnect delay
    session: aiohttp.ClientSession = http._HTTPClient__session  # type: ignore[attr-defined]  # noqa: SLF001
    session._timeout = HTTP_TIMEOUT  # noqa: SLF001
    discord.shard.DiscordWebSocket = GatewaySocket  # type: ignore[misc]
    discord.shard.ExponentialBackoff = partial(ReconnectBackoff, wait_s)  # type: ignore[attr-defined,assignment]
