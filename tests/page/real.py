"""Real sandbox behind the page, in a thread, to test the effects of the page's requests."""

from __future__ import annotations

import asyncio
import json
import threading
import urllib.error
import urllib.request
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from sandbox import Sandbox
from sandbox.state.model import Json

R = TypeVar("R")
PATIENCE_S = 60


class Real:
    """Running sandbox.

    `box` lives on the event loop of the thread: use it only through `call` and `run`.
    """

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self.box = self.run(Sandbox.start(None, checks_answers=False))
        self.base = self.box.url

    def run(self, work: Awaitable[R]) -> R:
        """Await a coroutine on the sandbox's loop."""

        async def wait() -> R:
            return await work

        return asyncio.run_coroutine_threadsafe(wait(), self._loop).result(PATIENCE_S)

    def call(self, work: Callable[[], R]) -> R:
        """Call a function on the sandbox's loop."""

        async def wait() -> R:
            return work()

        return asyncio.run_coroutine_threadsafe(wait(), self._loop).result(PATIENCE_S)

    def api(
        self, method: str, path: str, body: Json | None = None
    ) -> tuple[int, Any, dict[str, str]]:
        """Make a call as the bot; returns status, JSON and headers."""
        headers = {"Authorization": "Bot sandbox", "Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.box.api_base + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
                return answer.status, json.loads(answer.read() or b"null"), dict(answer.headers)
        except urllib.error.HTTPError as refusal:
            return refusal.code, json.loads(refusal.read() or b"null"), dict(refusal.headers)

    def user(self, name: str) -> Json:
        """Return a user by name."""
        return self.call(
            lambda: next(u for u in self.box.world.people() if u["global_name"] == name)
        )

    def channel(self, name: str) -> Json:
        """Return a channel by name."""
        return self.call(
            lambda: next(c for c in self.box.world.channels.values() if c.get("name") == name)
        )

    def guild(self) -> Json:
        """Return the first guild."""
        return self.call(lambda: next(iter(self.box.world.guilds.values())))

    def stop(self) -> None:
        """Stop the sandbox and its thread."""
        self.run(self.box.close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(PATIENCE_S)
        self._loop.close()
