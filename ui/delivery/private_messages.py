"""Private messages (S4): one DM per seat, edited in place, without blocking the table."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

import discord
import msgspec

from app.app import App
from app.model.match import Match, SeatRow, User
from app.ports.store import PublishDeferredError, StorageUnavailableError
from app.runtime.bounded_dict import BoundedDict
from app.runtime.locks import Locks
from games.core.text.messages import Seat
from games.core.views.scene import Picture
from ui import errors
from ui.components import Message, PanelRef
from ui.delivery.channel_client import (
    MAX_KNOWN_MESSAGES,
    ChannelClient,
    ChannelDeletedError,
    EditLimitError,
    MissingPermissionsError,
)
from ui.views.panel.presenter import PanelPresenter

log = logging.getLogger("sobremesa.messenger")
SCREEN_WAIT_S = (
    0.5  # seconds that a table waits for its private screens before the next thing is shown at it
)
LATE_SCREEN_CHECK_S = 5.0  # seconds until it is looked whether those that were late have come


class PrivateMessages:
    """Keeps all private messages up to date.

    `rests` returns whether the bot has left a table's guild.
    """

    def __init__(self, app: App, post: ChannelClient, rests: Callable[[Match], bool]) -> None:
        self._app, self._post, self._rests = app, post, rests
        self._panels = PanelPresenter(app)
        self._locks = Locks()
        self._shown = BoundedDict[tuple[str, Seat], bytes](
            MAX_KNOWN_MESSAGES
        )  # what they show, to spare edits without a change
        self._late: set[asyncio.Task[bool]] = set()  # those that Discord or a painter keeps waiting
        self._next: dict[
            tuple[str, Seat], asyncio.Task[bool]
        ] = {}  # those that have not begun: they will show the newest state

    async def retry_delivery(self, match: str, by: User) -> bool:
        """Retry the private message of a user whose DMs were closed; True if they are open now."""
        table = await self._app.repo.matches.get(match)
        seat = table.seat_of(by.id) if table is not None else None
        if table is None or seat is None or table.status != "running" or self._rests(table):
            return not by.dm_closed
        await self._app.users.set(by, dm_closed=False)
        await self.update(table, seat)
        now = await self._app.repo.users.get(by.id)
        return now is not None and not now.dm_closed

    async def sync(self, match: str, user: int) -> None:
        """Update the user's private message with the choice they are making elsewhere.

        Raises `PublishDeferredError` if Discord defers it.
        """
        table = await self._app.repo.matches.get(match)
        seat = table.seat_of(user) if table is not None else None
        if table is None or seat is None or not seat.screen or table.status != "running":
            return
        if not self._rests(table) and not await self.update(
            table, seat, anew=False
        ):  # else when the bot is invited again
            raise PublishDeferredError

    async def mark_answered(self, panel: PanelRef) -> None:
        """Record that a click on a private message was answered there with this panel."""
        with contextlib.suppress(
            StorageUnavailableError
        ):  # then it is shown once more after the next start
            await self._noted(panel)

    def changed(self, match: str, seat: Seat) -> None:
        """Forget what a private message shows, after a click changed it."""
        self._shown.pop((match, seat), None)

    async def show(self, match: Match) -> PublishDeferredError | None:
        """Update all private messages; return a `PublishDeferredError` if some are still to come.

        A late one continues in the background and blocks nothing.
        """
        tasks = {self._soon(match, seat) for seat in match.seats if seat.user is not None}
        try:
            done, late = (
                await asyncio.wait(tasks, timeout=SCREEN_WAIT_S) if tasks else (tasks, set())
            )
        except asyncio.CancelledError:
            for task in tasks:
                task.cancel()
            raise
        for task in late - self._late:
            task.add_done_callback(self._came)
        self._late |= late
        if failed := [
            error for task in done if (error := task.exception())
        ]:  # each is asked: asyncio tells of one that is not
            raise failed[0]
        if not all(task.result() for task in done):
            return PublishDeferredError()  # Discord has put one off
        return PublishDeferredError(LATE_SCREEN_CHECK_S) if late else None

    def _soon(self, match: Match, seat: SeatRow) -> asyncio.Task[bool]:
        """Return the message's next update, reusing one that has not begun."""
        key = match.id, seat.seat
        if key not in self._next:
            self._next[key] = asyncio.create_task(self.update(match, seat))
            self._next[key].add_done_callback(lambda task: self._begun(key, task))
        return self._next[key]

    def _begun(self, key: tuple[str, Seat], task: asyncio.Task[bool] | None) -> None:
        if self._next.get(key) is task:
            del self._next[key]

    def tasks(self) -> list[asyncio.Task[Any]]:
        """Return the updates and deletions in progress."""
        return [*self._late, *self._post.tasks()]

    def _came(self, task: asyncio.Task[bool]) -> None:
        self._late.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.warning(
                "private message could not be sent", exc_info=error
            )  # the table's next try shows it

    async def update(self, match: Match, seat: SeatRow, *, anew: bool = True) -> bool:
        """Update one seat's private message (S4) to the newest state; False if Discord defers it.

        Closed DMs are remembered and never an error.
        """
        async with self._locks(f"{match.id}:{seat.seat}"):
            self._begun((match.id, seat.seat), asyncio.current_task())
            newest = await self._app.repo.matches.get(
                match.id
            )  # another may have been shown while this one waited
            if newest is None or newest.seats[seat.seat].user != seat.user:
                return True
            try:
                return await self._screen(newest, newest.seats[seat.seat], anew=anew)
            except PublishDeferredError:
                return False
            except (discord.HTTPException, MissingPermissionsError, ChannelDeletedError) as error:
                cause = error if isinstance(error, discord.HTTPException) else error.__cause__
                code, status = getattr(cause, "code", 0), getattr(cause, "status", 0)
                if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
                    raise
                if code == errors.DMS_TOO_FAST or status == HTTPStatus.TOO_MANY_REQUESTS:
                    return False  # no word of it: after a start it may be so for every table
                log.info(
                    "match %s: private message for seat %d postponed (%s)",
                    match.id,
                    seat.seat,
                    code,
                )
                return True

    async def _screen(self, match: Match, seat: SeatRow, *, anew: bool) -> bool:
        """Edit the private message, or send one if there is none that can be edited.

        `anew`: whether a new one may be sent.
        """
        by = await self._app.repo.users.get(seat.user or 0)
        if by is None:
            return True
        await self._clear(match, seat, by)
        if by.dm_closed and (seat.screen or match.published_rows):
            return True
        panel = await self._app.game_service.panel(match.id, by)
        message = await self._panels.show(panel, by, private=True)
        if seat.seat not in match.waiting and match.status == "running":
            message = (
                message.without_picture()
            )  # whose turn it is not sees the board in the channel
        key, mark, old = (match.id, seat.seat), mark_of(message), seat.screen
        if (
            self._shown.get(key) == mark and old and not panel.written
        ):  # else another process may have shown a choice since
            return True
        drawn = await self._post.picture(message, "screen")
        mark = (
            mark_of(drawn[0]) if drawn[0].undrawn else mark
        )  # its picture may come with the next showing
        try:
            self._shown.pop(key, None)  # where the edit fails, nobody knows what it shows
            shown = old and await self._post.edit(*old, *drawn, patient=True)
        except EditLimitError:
            if not anew:
                raise PublishDeferredError from None
            shown = False
        if shown or (anew and await self._send(match, seat, by, drawn)):
            self._shown[key] = mark
            await self._noted(message.panel)
        return True

    async def _noted(self, panel: PanelRef | None) -> None:
        """Store which choice the message shows, so that the next start updates outdated ones."""
        if panel is not None and panel.seat is not None and panel.written:
            await self._app.repo.drafts.mark_shown(
                panel.match, panel.seat, panel.decision, panel.written
            )

    async def _send(
        self, match: Match, seat: SeatRow, by: User, drawn: tuple[Message, Picture | None]
    ) -> bool:
        """Send a private message in place of the last one; there are never two.

        The store is written first: a message that can't be recorded would be sent again and
        again.
        """
        repo, old = self._app.repo, seat.screen
        if not await repo.matches.save_screen(match.id, seat, by.id):
            return False  # they have left the seat
        sent = await self._post.send_dm(by.id, *drawn, once=f"{match.id} {seat.seat} {by.id}")
        if (sent is None) != by.dm_closed:
            await self._app.users.set(by, dm_closed=sent is None)
        if sent is None:
            return False
        seat.dm_channel, seat.dm_message = sent
        stays = await repo.matches.save_screen(match.id, seat, by.id)
        for one in (old,) if stays else (old, sent):  # they may have left while it was on its way
            if one:
                await self._post.delete(*one)
        return stays

    async def _clear(self, match: Match, seat: SeatRow, by: User) -> None:
        """Delete the private message of the seat's former user."""
        if seat.dm_channel and seat.dm_message and seat.screen is None:
            await self._post.delete(-seat.dm_channel, seat.dm_message)
            seat.dm_channel = seat.dm_message = None
            self.changed(match.id, seat.seat)
            await self._app.repo.matches.save_screen(match.id, seat, by.id)


def mark_of(message: Message) -> bytes:
    """Return a digest of all that a message shows; equal for two that look the same."""
    seen = [
        repr((message.content, message.card, message.rows, message.alt, message.pings)),
        message.scene,
    ]
    return hashlib.sha256(msgspec.json.encode(seen)).digest()
