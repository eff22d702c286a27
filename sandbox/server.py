"""The sandbox as one object that listens on a port; tests and the bot use it in process."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import ipaddress
import os
from collections.abc import Callable
from pathlib import Path
from typing import Self

from aiohttp import web

from sandbox.page.web_server import Page
from sandbox.rest.api import MAX_BODY, Api
from sandbox.services import channels, seed
from sandbox.services.gateway import Gateway
from sandbox.services.interactions import Interactions
from sandbox.state.clock import Clock
from sandbox.state.faults import Faults
from sandbox.state.model import API
from sandbox.state.server_state import ServerState
from sandbox.state.store import Store

HOUSEKEEPING_SECONDS = 30.0


class PortBusyError(Exception):
    """Error for a port that another program uses; the text names the port and the remedy."""


class PortRefusedError(PortBusyError):
    """Error for a port that the operating system refuses to open; `why` is its message."""

    def __init__(self, port: int, why: str) -> None:
        super().__init__(f"Port {port} can't be opened ({why}): choose another, above 1023.")
        self.why = why


class Sandbox:
    """Running sandbox, created by `start`.

    `url` is the page; `api_base` and `gateway_url` are for bots.
    """

    def __init__(self, path: Path | None, clock: Clock | None, checks_answers: bool) -> None:
        self.clock = clock or Clock()
        self.on_clock: Callable[[], None] = lambda: None  # called after a jump of the clock
        self.store = Store(path)
        if clock is None:
            self.clock.offset = float(self.store.meta("clock_offset", "0"))
        self.world = ServerState(self.store, self.clock)
        self.faults = Faults()
        self.gateway = Gateway(self.world)
        self.interactions = Interactions(self.world)
        self.api = Api(self.world, self.interactions, self.faults, checks_answers)
        self.page = Page(self)
        self.api.on_fault = lambda: self.world.tell_page({"t": "faults"} | self.page.faults())
        self._housekeeper: asyncio.Task[None] | None = None
        self._runner: web.AppRunner | None = None
        if not self.world.users:
            seed.fill_empty(self.world)
        seed.set_missing_chosen(self.world)

    @classmethod
    async def start(
        cls,
        path: Path | None,
        host: str = "127.0.0.1",
        port: int = 0,
        clock: Clock | None = None,
        *,
        checks_answers: bool = True,
    ) -> Self:
        """Open the file `path` (None: in memory only) and start listening.

        `port` 0 stands for any free port. Requests are always checked against Discord's OpenAPI
        description. With `checks_answers`, the sandbox's own responses are checked too, which takes
        about 20 MiB of memory. Raises `PortBusyError`, `PortRefusedError`, `store.StoreError`, and
        `ValueError` for a host that is not this machine.
        """
        if host != "localhost" and not ipaddress.ip_address(host).is_loopback:
            raise ValueError("The sandbox has no passwords: it listens on 127.0.0.1 only.")
        sandbox = cls(path, clock, checks_answers)
        try:
            await sandbox._listen(host, port)
        except BaseException:
            sandbox.store.close()
            raise
        return sandbox

    @property
    def url(self) -> str:
        """Return the URL of the page."""
        return self.world.base

    @property
    def api_base(self) -> str:
        """Return the replacement for https://discord.com/api/v10."""
        return self.world.base + API

    @property
    def gateway_url(self) -> str:
        """Return the replacement for wss://gateway.discord.gg."""
        return self.world.base.replace("http", "ws", 1) + "/gateway"

    @property
    def cdn_base(self) -> str:
        """Return the replacement for https://cdn.discordapp.com."""
        return self.world.base + "/cdn"

    async def _listen(self, host: str, port: int) -> None:
        app = web.Application(client_max_size=MAX_BODY + 1024, middlewares=[self.page.guard])
        app.router.add_get("/gateway", self.gateway.handle)
        app.router.add_get("/gateway/", self.gateway.handle)
        self.api.add_to(app)
        self.page.add_to(app)
        self._runner = web.AppRunner(
            app, access_log=None, shutdown_timeout=1.0, handler_cancellation=True
        )
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, host, port).start()
        except OSError as error:
            await self._runner.cleanup()
            if error.errno == errno.EADDRINUSE:
                raise PortBusyError(
                    f"Port {port} is already in use: stop the other program or choose another port."
                ) from error
            raise PortRefusedError(
                port, os.strerror(error.errno) if error.errno else type(error).__name__
            ) from error
        bound = self._runner.addresses[0][1]
        self.world.base = f"http://[{host}]:{bound}" if ":" in host else f"http://{host}:{bound}"
        self._housekeeper = asyncio.create_task(self._tick_regularly())

    async def _tick_regularly(self) -> None:
        while True:
            await asyncio.sleep(HOUSEKEEPING_SECONDS)
            self.tick()

    def tick(self) -> None:
        """Expire interaction tokens and archive idle threads, by the sandbox's clock."""
        self.interactions.prune()
        channels.archive_idle(self.world)
        self.world.save_last_id()

    def advance(self, seconds: float) -> None:
        """Move the clock forward; expire tokens and archive threads accordingly."""
        self.clock.advance(seconds)
        self._clock_changed()

    def reset_clock(self) -> None:
        """Return to real time."""
        self.clock.reset()
        self._clock_changed()

    def _clock_changed(self) -> None:
        self.store.set_meta("clock_offset", str(self.clock.offset))
        self.tick()
        self.world.tell_page({"t": "clock"} | self.page.clock())
        self.on_clock()

    async def close(self) -> None:
        """Disconnect bots and pages, and close the file."""
        if self._housekeeper:
            self._housekeeper.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._housekeeper
        self.interactions.close()
        await self.page.close()
        await self.gateway.close()
        if self._runner:
            await self._runner.cleanup()
        self.world.save_last_id()
        self.store.close()
