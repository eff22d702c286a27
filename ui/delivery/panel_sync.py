"""Synchronization of a user's panel in the channel with their private message."""

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
    """Synchronizer of a user's two panels of a match: in the channel (ephemeral) and by DM.

    A click on one panel updates the other in a background task. If the user clicks again during an
    update, the next update shows all those clicks. An update of the panel in the channel is retried
    while its interaction token is valid. An update of the private message is retried until it
    succeeds, even after a restart (`PublishScheduler.resume_pending`), because the store knows that
    the message is outdated.
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
        self._touched_again: set[tuple[str, int, bool]] = set()

    def sync_other_panel(self, match: str, user: int, *, private: bool) -> None:
        """Update the user's other panel after a click.

        `private`: the click was on the private message, so the panel in the channel is updated.
        """
        key = (match, user, private)
        if key in self._tasks:
            self._touched_again.add(key)
            return
        self._tasks[key] = task = asyncio.create_task(self._run(key), name=f"mirror {match}")
        task.add_done_callback(lambda _: self._tasks.pop(key, None))

    def tasks(self) -> list[asyncio.Task[None]]:
        """Return the updates in progress."""
        return list(self._tasks.values())

    async def idle(self) -> None:
        """Wait until no update is in progress."""
        while tasks := list(self._tasks.values()):
            await asyncio.wait(tasks)
            await asyncio.sleep(0)

    async def _run(self, key: tuple[str, int, bool]) -> None:
        """Update the panel that was not clicked, with retries after failures.

        If the user clicks again during the update, the panel is updated once more. `key` is match,
        user, and whether the click was on the private message.
        """
        match, user, private = key
        retries = RetryPolicy(RETRY_LIMIT_S if private else math.inf)
        while True:
            self._touched_again.discard(key)
            try:
                if private:
                    await self._update_channel_panel(match, user)
                else:
                    await self._ready()  # during start-up the bot's guilds are not known yet
                    await self._screens.sync(match, user)
            except Exception as error:
                if await retries.wait_before_retry(error):
                    continue
                if isinstance(error, discord.HTTPException | UserError | PublishDeferredError):
                    log.info("match %s: mirrored panel not refreshed: %s", match, error)
                    self._live.untrack(match, user)
                else:
                    log.exception("match %s: mirroring a panel failed", match)
            if key not in self._touched_again:
                return

    async def _update_channel_panel(self, match: str, user: int) -> None:
        """Update the user's open panel in the channel after a click on the private message.

        The private message needs no update, because the answer to the click has changed it.
        """
        table = await self._app.repo.matches.get(match)
        if table is not None and (seat := table.seat_of(user)) is not None:
            self._screens.forget_shown(match, seat.seat)
        await self._live.rerender(match, user)
