"""Private messages: one direct message per seat with the user's panel, edited in place.

`TablePublisher` calls `show` after each change of a match. `PanelSync` calls `sync` after a click
on the user's panel in the channel. If a private message is slow, its update goes on in the
background and does not delay the table's other messages.
"""

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
from app.log.log_page import Recap
from app.model.match import Match, Panel, SeatRow, User
from app.ports.errors import StorageUnavailableError
from app.ports.services import RetryLaterError
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

log = logging.getLogger(__name__)
SCREEN_WAIT_S = 0.5  # seconds that a table's publication waits for its private messages
# seconds until the table is published again if some took longer, unless all of them succeed sooner
LATE_SCREEN_CHECK_S = 5.0


class PrivateMessages:
    """Sender and editor of all private messages.

    `is_guild_gone` returns whether the bot has left a table's guild. The private messages of such a
    table are not updated until the bot is invited again.
    """

    def __init__(
        self, app: App, channel_client: ChannelClient, is_guild_gone: Callable[[Match], bool]
    ) -> None:
        self._app, self._channel_client, self._is_guild_gone = app, channel_client, is_guild_gone
        self._panels = PanelPresenter(app)
        self._locks = Locks()
        # digest of what each message shows, to skip edits that would change nothing
        self._shown = BoundedDict[tuple[str, Seat], bytes](MAX_KNOWN_MESSAGES)
        # updates that took longer than `SCREEN_WAIT_S`
        self._late: set[asyncio.Task[bool]] = set()
        # updates that have not begun: they will show the newest state
        self._next: dict[tuple[str, Seat], asyncio.Task[bool]] = {}

    async def retry_delivery(self, match_id: str, by: User) -> bool:
        """Try again to send the private message of a user whose DMs were closed.

        Returns whether their DMs are open now.
        """
        match = await self._app.repo.matches.get(match_id)
        seat = match.seat_of(by.id) if match is not None else None
        if match is None or seat is None or match.status != "running" or self._is_guild_gone(match):
            return not by.dm_closed
        await self._app.users.set(by, dm_closed=False)
        await self.update(match, seat)
        user_now = await self._app.repo.users.get(by.id)
        return user_now is not None and not user_now.dm_closed

    async def sync(self, match_id: str, user: int) -> None:
        """Show in the user's private message the choice that they are making on another panel.

        Raises `RetryLaterError` if Discord accepts the edit only later.
        """
        match = await self._app.repo.matches.get(match_id)
        seat = match.seat_of(user) if match is not None else None
        if match is None or seat is None or not seat.screen or match.status != "running":
            return
        if not self._is_guild_gone(match) and not await self.update(match, seat, may_send=False):
            raise RetryLaterError

    async def mark_answered(self, panel: PanelRef) -> None:
        """Store that a click on the private message has made it show `panel`."""
        # if that fails, the next start updates the message once more
        with contextlib.suppress(StorageUnavailableError):
            await self._save_shown(panel)

    def forget_shown(self, match_id: str, seat: Seat) -> None:
        """Forget what a seat's private message shows, because an answer to a click has changed it.

        The next update then edits the message in any case.
        """
        self._shown.pop((match_id, seat), None)

    async def show(self, match: Match) -> RetryLaterError | None:
        """Update all private messages of a match.

        Waits at most `SCREEN_WAIT_S`; slower updates continue in the background. If some messages
        are not up to date then, a `RetryLaterError` is returned, not raised.
        """
        tasks = {self._schedule(match, seat) for seat in match.seats if seat.user is not None}
        try:
            done, late = (
                await asyncio.wait(tasks, timeout=SCREEN_WAIT_S) if tasks else (tasks, set())
            )
        except asyncio.CancelledError:
            for task in tasks:
                task.cancel()
            raise
        for task in late - self._late:
            task.add_done_callback(self._late_done)
        self._late |= late
        if late:
            self._publish_after(match.id, late)
        # retrieve every exception, because asyncio logs exceptions that are not retrieved
        if failed := [error for task in done if (error := task.exception())]:
            raise failed[0]
        if not all(task.result() for task in done):
            return RetryLaterError()
        return RetryLaterError(LATE_SCREEN_CHECK_S) if late else None

    def _publish_after(self, match_id: str, late: set[asyncio.Task[bool]]) -> None:
        """Publish the match again as soon as all of the `late` updates have succeeded.

        If one of them fails, nothing is done: the match is then published again after
        `LATE_SCREEN_CHECK_S`.
        """

        def publish_if_last(_: asyncio.Task[bool]) -> None:
            if all(task.done() and not task.cancelled() for task in late) and all(
                task.exception() is None and task.result() for task in late
            ):
                self._app.publish_scheduler.schedule(match_id)

        for task in late:
            task.add_done_callback(publish_if_last)

    def _schedule(self, match: Match, seat: SeatRow) -> asyncio.Task[bool]:
        """Start an update of a seat's message and return its task.

        If an update of the message is scheduled but has not begun, return the task of this update.
        """
        key = match.id, seat.seat
        if key not in self._next:
            self._next[key] = asyncio.create_task(self.update(match, seat))
            self._next[key].add_done_callback(lambda task: self._unschedule(key, task))
        return self._next[key]

    def _unschedule(self, key: tuple[str, Seat], task: asyncio.Task[bool] | None) -> None:
        """Record that `task` has begun or ended, so that later changes start another update.

        `key` is (match, seat).
        """
        if self._next.get(key) is task:
            del self._next[key]

    def tasks(self) -> list[asyncio.Task[Any]]:
        """Return the updates and deletions in progress."""
        return [*self._late, *self._channel_client.tasks()]

    def _late_done(self, task: asyncio.Task[bool]) -> None:
        self._late.discard(task)
        if not task.cancelled() and (error := task.exception()):
            # the table's next publication updates it
            log.warning("private message could not be sent", exc_info=error)

    async def update(self, match: Match, seat: SeatRow, *, may_send: bool = True) -> bool:
        """Show the newest state in a seat's private message.

        Returns False if Discord does not accept the message now; a later try may succeed. With
        `may_send`, a new message is sent if there is none to edit. If the user's DMs are closed,
        that fact is stored, and True is returned.
        """
        async with self._locks(f"{match.id}:{seat.seat}"):
            self._unschedule((match.id, seat.seat), asyncio.current_task())
            # the match may have changed while this update waited for the lock
            newest = await self._app.repo.matches.get(match.id)
            if newest is None or newest.seats[seat.seat].user != seat.user:
                return True
            try:
                return await self._edit_or_send(newest, newest.seats[seat.seat], may_send=may_send)
            except RetryLaterError:
                return False
            except (discord.HTTPException, MissingPermissionsError, ChannelDeletedError) as error:
                cause = error if isinstance(error, discord.HTTPException) else error.__cause__
                code, status = getattr(cause, "code", 0), getattr(cause, "status", 0)
                if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
                    raise
                if code == errors.DMS_TOO_FAST or status == HTTPStatus.TOO_MANY_REQUESTS:
                    return False  # not logged: after a start it may concern every table
                log.info(
                    "match %s: private message for seat %d postponed (%s)",
                    match.id,
                    seat.seat,
                    code,
                )
                return True

    async def _edit_or_send(self, match: Match, seat: SeatRow, *, may_send: bool) -> bool:
        """Edit the private message or, with `may_send`, send one if there is none to edit.

        Always returns True: afterwards the message is up to date, or it can't be updated at all
        (closed DMs, or no message and not `may_send`).
        """
        by = await self._app.repo.users.get(seat.user or 0)
        if by is None:
            return True
        await self._delete_former(match, seat, by)
        if by.dm_closed and (seat.screen or match.published_rows):
            return True
        panel = await self._app.game_service.open_or_refresh_panel(match.id, by)
        recap = await self._news(panel, by)
        message = await self._panels.build_message(panel, by, recap=recap, in_dm=True)
        if seat.seat not in match.waiting and match.status == "running":
            # users who don't have to move see the board in the channel
            message = message.without_picture()
        key, digest, old = (match.id, seat.seat), digest_of(message), seat.screen
        # with an unfinished choice (`written`), another process may have edited the message
        if self._shown.get(key) == digest and old and not panel.written:
            return True
        rendered = await self._channel_client.render_picture(message, "screen")
        # if rendering failed, remember another digest, so that the next update adds the picture
        digest = digest_of(rendered[0]) if rendered[0].picture_failed else digest
        try:
            self._shown.pop(key, None)  # after a failed edit it is unknown what the message shows
            edited = old and await self._channel_client.edit(*old, *rendered, patient=True)
        except EditLimitError:
            if not may_send:
                raise RetryLaterError from None
            edited = False
        if edited or (may_send and await self._send(match, seat, by, rendered)):
            self._shown[key] = digest
            await self._save_shown(message.panel)
        return True

    async def _news(self, panel: Panel, by: User) -> Recap | None:
        """Return what others did since the user's last move; None if the panel asks nothing."""
        recap = await self._panels.recap_again(panel, by) if panel.asked is not None else None
        if recap is None or not recap.by_others:
            return None
        # a duration would make each update an edit
        return msgspec.structs.replace(recap, elapsed=0.0)

    async def _save_shown(self, panel: PanelRef | None) -> None:
        """Store which version of the user's choice `panel` shows; do nothing without a choice.

        After a restart, messages that show an older version are updated.
        """
        if panel is not None and panel.seat is not None and panel.version:
            await self._app.repo.drafts.mark_on_screen(
                panel.match, panel.seat, panel.decision, panel.version
            )

    async def _send(
        self, match: Match, seat: SeatRow, by: User, rendered: tuple[Message, Picture | None]
    ) -> bool:
        """Send a new private message to the user `by` and delete the seat's old one.

        `rendered` is the message with its picture. Returns False if the user's DMs are closed or
        the user has left the seat. The store is written first: if it is unwritable, the message's
        id could not be stored, and each update would send another message.
        """
        repo, old = self._app.repo, seat.screen
        if not await repo.matches.save_screen(match.id, seat, by.id):
            return False  # the user has left the seat
        sent = await self._channel_client.send_dm(
            by.id, *rendered, once=f"{match.id} {seat.seat} {by.id}"
        )
        if (sent is None) != by.dm_closed:
            await self._app.users.set(by, dm_closed=sent is None)
        if sent is None:
            return False
        seat.dm_channel, seat.dm_message = sent
        stays = await repo.matches.save_screen(match.id, seat, by.id)
        # the user may have left the seat while the message was being sent
        for obsolete in (old,) if stays else (old, sent):
            if obsolete:
                await self._channel_client.delete(*obsolete)
        return stays

    async def _delete_former(self, match: Match, seat: SeatRow, by: User) -> None:
        """Delete the private message of the seat's former user, if there still is one.

        `by` is the new user of the seat.
        """
        if seat.dm_channel and seat.dm_message and seat.screen is None:
            await self._channel_client.delete(-seat.dm_channel, seat.dm_message)
            seat.dm_channel = seat.dm_message = None
            self.forget_shown(match.id, seat.seat)
            await self._app.repo.matches.save_screen(match.id, seat, by.id)


def digest_of(message: Message) -> bytes:
    """Return a digest of everything that a message shows; equal messages have equal digests."""
    visible = [
        repr((message.content, message.embed, message.rows, message.alt, message.pings)),
        message.picture_source,
    ]
    return hashlib.sha256(msgspec.json.encode(visible)).digest()
