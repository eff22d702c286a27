"""Synchronization of a user's panel in the channel with their private message."""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable
from typing import Literal, NamedTuple

import discord

from app.app import App
from app.model.match import UserError
from app.ports.services import RetryLaterError
from ui.delivery.live_panels import LivePanels
from ui.delivery.private_messages import PrivateMessages
from ui.delivery.retry import RETRY_LIMIT_S, RetryPolicy

log = logging.getLogger(__name__)


class _Target(NamedTuple):
    """Panel to update: the user's private message (`dm`) or panel in the channel (`channel`)."""

    match_id: str
    user: int
    place: Literal["dm", "channel"]


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
        self._tasks: dict[_Target, asyncio.Task[None]] = {}
        self._touched_again: set[_Target] = set()

    def update_dm(self, match_id: str, user: int) -> None:
        """Start to update the user's private message, which shows an older choice."""
        self._start(_Target(match_id, user, "dm"))

    def update_channel_panel(self, match_id: str, user: int) -> None:
        """Start to update the user's panel in the channel after a click on the private message."""
        self._start(_Target(match_id, user, "channel"))

    def tasks(self) -> list[asyncio.Task[None]]:
        """Return the updates in progress."""
        return list(self._tasks.values())

    async def idle(self) -> None:
        """Wait until no update is in progress."""
        while tasks := list(self._tasks.values()):
            await asyncio.wait(tasks)
            await asyncio.sleep(0)

    def _start(self, target: _Target) -> None:
        """Start an update; if one is in progress, the panel is updated once more after it."""
        if target in self._tasks:
            self._touched_again.add(target)
            return
        self._tasks[target] = task = asyncio.create_task(
            self._run(target), name=f"panel sync {target.match_id}"
        )
        task.add_done_callback(lambda _: self._tasks.pop(target, None))

    async def _run(self, target: _Target) -> None:
        """Update a panel, with retries after failures.

        If the user clicks again during the update, the panel is updated once more.
        """
        match_id, user, place = target
        retries = RetryPolicy(RETRY_LIMIT_S if place == "channel" else math.inf)
        while True:
            self._touched_again.discard(target)
            try:
                if place == "channel":
                    await self._update_channel_panel(match_id, user)
                else:
                    await self._ready()  # during start-up the bot's guilds are not known yet
                    await self._screens.sync(match_id, user)
            except Exception as error:
                if await retries.wait_before_retry(error):
                    continue
                if isinstance(error, discord.HTTPException | UserError | RetryLaterError):
                    log.info("match %s: mirrored panel not refreshed: %s", match_id, error)
                    self._live.untrack(match_id, user)
                else:
                    log.exception("match %s: mirroring a panel failed", match_id)
            if target not in self._touched_again:
                return

    async def _update_channel_panel(self, match_id: str, user: int) -> None:
        """Update the user's panel in the channel after a click on the private message.

        The private message itself is not updated: the answer to the click has already changed it.
        """
        match = await self._app.repo.matches.get(match_id)
        if match is not None and (seat := match.seat_of(user)) is not None:
            self._screens.forget_shown(match_id, seat.seat)
        await self._live.rerender(match_id, user)
