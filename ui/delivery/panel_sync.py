"""Synchronization of a choice between the panel in the channel and the private message."""

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
from ui.delivery.private_messages import PrivateMessages
from ui.delivery.retry import RETRY_LIMIT_S, RetryPolicy

log = logging.getLogger("sobremesa.mirror")


class PanelSync:
    """Keeps a user's two panels of a match alike; clicks during an update are shown together.

    The panel in the channel is retried as long as Discord allows its edit. The private message
    is retried until it is updated, also after a restart (`Publisher.resume_pending`), as the store knows
    that it is outdated.
    """

    def __init__(
        self,
        app: App,
        screens: PrivateMessages,
        live: LivePanels,
        ready: Callable[[], Awaitable[None]],
    ) -> None:
        self._app, self._screens, self._live, self._ready = app, screens, live, ready
        self._tasks: dict[tuple[str, int, bool], asyncio.Task[None]] = {}
        self._again: set[tuple[str, int, bool]] = set()

    def touch(self, match: str, user: int, *, private: bool) -> None:
        """Update the other place after a click; `private`: the click was on the private message."""
        key = (match, user, private)
        if key in self._tasks:
            self._again.add(key)
            return
        self._tasks[key] = task = asyncio.create_task(self._run(key), name=f"mirror {match}")
        task.add_done_callback(lambda _: self._tasks.pop(key, None))

    def tasks(self) -> list[asyncio.Task[None]]:
        """Return the updates in progress."""
        return list(self._tasks.values())

    async def idle(self) -> None:
        """Wait until both places show the same."""
        while tasks := list(self._tasks.values()):
            await asyncio.wait(tasks)
            await asyncio.sleep(0)

    async def _run(self, key: tuple[str, int, bool]) -> None:
        (match, user, private), patience = key, RetryPolicy(RETRY_LIMIT_S if key[2] else math.inf)
        while True:
            self._again.discard(key)
            try:
                if private:
                    await self._panel(match, user)
                else:
                    await self._ready()  # during start-up the bot's guilds are not known yet
                    await self._screens.sync(match, user)
            except Exception as error:
                if await patience.wait_before_retry(error):
                    continue
                if isinstance(error, discord.HTTPException | UserError | PublishDeferredError):
                    log.info("match %s: mirrored panel not refreshed: %s", match, error)
                    self._live.untrack(match, user)
                else:
                    log.exception("match %s: mirroring a panel failed", match)
            if key not in self._again:
                return

    async def _panel(self, match: str, user: int) -> None:
        """Update the panel in the channel, if one is open.

        The private message was changed by its own click.
        """
        table = await self._app.repo.matches.get(match)
        if table is not None and (seat := table.seat_of(user)) is not None:
            self._screens.changed(match, seat.seat)
        await self._live.rerender(match, user)
