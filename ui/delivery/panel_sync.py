"""One half-made choice in two places, the panel in the channel and the private screen: a tap on one brings the other up."""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable

import discord

from app.app import App
from app.model.match import UserError
from app.ports.store import PublishDeferredError
from ui.delivery.live_panels import LivePanels
from ui.delivery.private_messages import Screens
from ui.delivery.retry import IN_ALL, RetryPolicy

log = logging.getLogger("sobremesa.mirror")


class PanelSync:
    """Keeps a person's panels of one match alike. What is tapped meanwhile is shown by the same task, the newest only. A panel in
    the channel is tried as long as Discord lets us change it; a private screen until it is there, and after the next start
    (`Publisher.heal`), for the store knows that it is behind."""

    def __init__(
        self, app: App, screens: Screens, live: LivePanels, ready: Callable[[], Awaitable[None]]
    ) -> None:
        self._app, self._screens, self._live, self._ready = app, screens, live, ready
        self._tasks: dict[tuple[str, int, bool], asyncio.Task[None]] = {}
        self._again: set[tuple[str, int, bool]] = set()

    def touch(self, match: str, user: int, *, private: bool) -> None:
        """A tap has changed the choice; `private` says that it was on the private screen, so that the other one is behind."""
        key = (match, user, private)
        if key in self._tasks:
            self._again.add(key)
            return
        self._tasks[key] = task = asyncio.create_task(self._run(key), name=f"mirror {match}")
        task.add_done_callback(lambda _: self._tasks.pop(key, None))

    def tasks(self) -> list[asyncio.Task[None]]:
        """What is under way."""
        return list(self._tasks.values())

    async def idle(self) -> None:
        """Wait until both places show the same."""
        while tasks := list(self._tasks.values()):
            await asyncio.wait(tasks)
            await asyncio.sleep(0)

    async def _run(self, key: tuple[str, int, bool]) -> None:
        (match, user, private), patience = key, RetryPolicy(IN_ALL if key[2] else math.inf)
        while True:
            self._again.discard(key)
            try:
                if private:
                    await self._panel(match, user)
                else:
                    await (
                        self._ready()
                    )  # at a start it is not yet known in which servers the bot is
                    await self._screens.sync(match, user)
            except Exception as error:
                if await patience.waits(error):
                    continue
                if isinstance(error, discord.HTTPException | UserError | PublishDeferredError):
                    log.info("a second panel of %s stays as it is: %s", match, error)
                    self._live.untrack(match, user)
                else:
                    log.exception("a second panel of %s", match)
            if key not in self._again:
                return

    async def _panel(self, match: str, user: int) -> None:
        """The panel in the channel, when one is open. The private screen has just been changed by its own tap."""
        table = await self._app.repo.match(match)
        if table is not None and (seat := table.seat_of(user)) is not None:
            self._screens.changed(match, seat.seat)
        await self._live.rerender(match, user)
