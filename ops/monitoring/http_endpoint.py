"""HTTP endpoint for monitoring: `/health` and `/metrics`, on 127.0.0.1 by default."""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable

import msgspec
from aiohttp import web

from ops.monitoring.health import HealthMonitor

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
LOOPBACK = ("127.0.0.1", "::1", "localhost")
log = logging.getLogger("sobremesa.vitals")


class MetricsServer:
    """HTTP server on one address and port.

    `metrics` returns the body of `/metrics`. `/health` reports the values and problems that `watch`
    knows.
    """

    def __init__(
        self,
        port: int,
        watch: HealthMonitor,
        metrics: Callable[[], Awaitable[bytes]],
        host: str = "127.0.0.1",
    ) -> None:
        self._port, self._watch, self._metrics, self._host = port, watch, metrics, host
        self._runner: web.AppRunner | None = None

    @property
    def url(self) -> str:
        """Return the base URL; "" while the server does not listen."""
        found = self._runner.addresses if self._runner is not None else []
        return f"http://{self._host}:{found[0][1]}" if found else ""

    async def start(self) -> None:
        """Start to listen; if the port is in use, log it and return without listening."""
        app = web.Application(middlewares=[self._guard])
        app.add_routes([web.get("/health", self._health), web.get("/metrics", self._page)])
        self._runner = web.AppRunner(app, access_log=None)
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, self._host, self._port).start()
        except OSError as error:
            log.error("/metrics unavailable: cannot bind port %d (%s)", self._port, error)

    async def stop(self) -> None:
        """Stop listening."""
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Refuse requests with other host names on a loopback address (against DNS rebinding)."""
        if self._host in LOOPBACK and (request.url.host or "") not in LOOPBACK:
            raise web.HTTPForbidden(text="Ask by 127.0.0.1 or localhost.")
        return await handler(request)

    async def _health(self, _request: web.Request) -> web.Response:
        snapshot = self._watch.snapshot()
        problems = [problem.key for problem in snapshot.problems(time.time())]
        body = msgspec.json.encode({"well": not problems, "wrong": problems, "seen": snapshot})
        return web.Response(
            body=body, status=503 if problems else 200, content_type="application/json"
        )

    async def _page(self, _request: web.Request) -> web.Response:
        return web.Response(
            body=await self._metrics(),
            headers={"Content-Type": "text/plain; version=0.0.4; charset=utf-8"},
        )
