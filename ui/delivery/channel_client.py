"""Send, edit and delete messages in channels and DMs, with Discord's errors classified.

Nothing blocks for long: a rate limit is raised as `PublishDeferredError` with the wait.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from http import HTTPStatus
from typing import Any

import discord

from app.app import App
from app.ports.store import Lane, PublishDeferredError
from app.runtime.bounded_dict import BoundedDict
from games.core.text.messages import Msg, literal, msg
from games.core.views.scene import Picture
from gateway.rate_limits import RETRY_WAIT_S, SHORT_RETRY_WAIT_S, retry_wait
from ui.components import Message
from ui.delivery import to_discord
from ui.delivery.retry import RetryPolicy, is_temporary
from ui.errors import (
    ARCHIVED,
    BLOCKED,
    DM_CLOSED,
    INVALID,
    NEEDED,
    NO_ACCESS,
    NO_PERMISSION,
    UNKNOWN_CHANNEL,
    UNKNOWN_MESSAGE,
    WORN,
    missing_permissions,
    unpermitted,
)
from ui.i18n import Translator

MAX_KNOWN_MESSAGES = 4000  # messages
SERVER_ERROR = HTTPStatus.INTERNAL_SERVER_ERROR
NONCE_BYTES = (
    18  # bytes, 24 characters encoded; Discord drops a repeated nonce for some minutes and takes 25
)
REDRAW_AFTER_S = 30.0  # seconds until a board is rendered again after its render worker ended
log = logging.getLogger("sobremesa.messenger")
# seconds; edits of messages older than 1 h have their own limit; 1 min less for clock skew
OLD_AFTER_S = 3540.0
REQUESTS_PER_S, BURST = (
    40.0,
    10,
)  # requests per second for all tables, and in a burst: Discord's global limit is 50
MAX_QUEUE_DELAY_S = 0.05  # seconds of queue delay above which a private message waits


class MissingPermissionsError(Exception):
    """Refusal that a retry does not change.

    `lacking` are the missing permissions as far as they are known, `where` is the channel. With
    a `code` the cause is another one: AutoMod, a limit of the guild, Discord's quarantine of
    the bot.
    """

    def __init__(self, lacking: list[str], where: str, code: int = 0) -> None:
        super().__init__(str(code) if code else ", ".join(lacking))
        self.lacking, self.where, self.code = lacking, where, code

    def text(self, words: Translator) -> str:
        """Return the sentence for the organizer."""
        if self.code:
            return words("ui.not_taken", channel=self.where, code=self.code)
        return words(unpermitted("ui.missing", self.lacking or NEEDED, words, self.where))

    def here(self, lang: str) -> Msg:
        """Return the sentence for the user who wants something posted."""
        if self.code:
            return msg("ui.not_taken", channel=literal(self.where), code=self.code)
        return unpermitted("ui.missing_here", self.lacking or NEEDED, Translator(lang), self.where)


class ChannelDeletedError(Exception):
    """Channel does not exist any more (Discord's 10003)."""


class EditLimitError(Exception):
    """Discord refuses edits of this old message for now; a new message can be edited."""


class ChannelClient:
    """Client for messages; `app.images` renders their pictures."""

    def __init__(self, client: discord.Client, app: App) -> None:
        self._client, self._app = client, app
        self._next = 0.0  # loop time of the next allowed request
        self.files: dict[int, str] = BoundedDict(
            MAX_KNOWN_MESSAGES
        )  # file name of the picture that each message shows
        self._unsure = BoundedDict[str, str](
            MAX_KNOWN_MESSAGES
        )  # nonces of messages that Discord may or may not have received
        self._sweeps: set[asyncio.Task[None]] = set()  # deletions that are being retried

    async def picture(
        self, message: Message, lane: Lane = "board"
    ) -> tuple[Message, Picture | None]:
        """Render the message's picture; if that fails, return the message without it."""
        if message.scene is None or self._app.renderer is None:
            return message.without_picture(), None
        try:
            return message, await self._app.renderer.draw(message.scene, lane)
        except BrokenProcessPool as error:  # the system ends worker processes when memory is short
            log.warning("picture postponed", exc_info=error)
            return message.without_picture(undrawn=True), None
        except Exception:
            log.exception("rendering failed")
            return message.without_picture(), None

    async def send(
        self, channel: int, message: Message, picture: Picture | None = None, *, once: str = ""
    ) -> int:
        """Post a message with its picture; return its id.

        A message with the same `once` is not posted twice, even if the confirmation was lost.
        Raises `MissingPermissionsError`, `ChannelDeletedError`, `PublishDeferredError`, or a
        temporary error.
        """
        target = self._client.get_partial_messageable(channel)
        await self._pace()
        try:
            sent = await self._sent(target, message, picture, once, silent=message.silent)
        except discord.RateLimited as error:
            raise PublishDeferredError(error.retry_after) from error
        except discord.HTTPException as error:
            self._sort(error, channel)
            raise
        if picture is not None:
            self.files[sent.id] = picture.filename
        return int(sent.id)

    async def _sent(
        self, target: Any, message: Message, picture: Picture | None, once: str, **how: Any
    ) -> Any:
        """Send a message; if an earlier try may have succeeded, edit that one.

        An edit notifies nobody: a message with pings is deleted and sent again.
        """
        unsure = self._unsure.pop(once, "")
        nonce = unsure or secrets.token_urlsafe(NONCE_BYTES)
        try:
            sent = await target.send(**to_discord.send_kwargs(message, picture), nonce=nonce, **how)
            if unsure and message.pings:
                await sent.delete()
                unsure, nonce = "", secrets.token_urlsafe(NONCE_BYTES)
                sent = await target.send(
                    **to_discord.send_kwargs(message, picture), nonce=nonce, **how
                )
            elif unsure:
                await sent.edit(**to_discord.edit_kwargs(message, picture))
        except BaseException as error:
            if once and _may_be_there(error, tried=bool(unsure)):
                self._unsure[once] = nonce
            raise
        return sent

    async def edit(
        self,
        channel: int,
        message_id: int,
        message: Message,
        picture: Picture | None = None,
        *,
        patient: bool = False,
    ) -> bool:
        """Edit a message; return False if it does not exist any more.

        `patient`: let other requests go first. Raises `EditLimitError` and what `send` raises.
        """
        target = self._client.get_partial_messageable(channel).get_partial_message(message_id)
        await self._pace(patient=patient)
        old = (
            self._app.clock.now() - discord.utils.snowflake_time(message_id).timestamp()
            > OLD_AFTER_S
        )
        # after a failed edit it is unknown what the message shows
        there = self.files.pop(message_id, "")
        try:
            with retry_wait(SHORT_RETRY_WAIT_S if old else RETRY_WAIT_S):
                await self._unless_archived(
                    channel, target, lambda: to_discord.edit_kwargs(message, picture, there)
                )
        except discord.RateLimited as error:
            raise EditLimitError if old else PublishDeferredError(error.retry_after) from error
        except discord.HTTPException as error:
            if error.code == UNKNOWN_MESSAGE:
                return False
            if error.code == WORN:
                raise EditLimitError from error
            # the message does not have the picture that it was believed to have
            if error.code == INVALID and there:
                return await self.edit(channel, message_id, message, picture, patient=patient)
            self._sort(error, channel)
            raise
        if picture is not None:
            self.files[message_id] = picture.filename
        return True

    async def _pace(self, *, patient: bool = False) -> None:
        """Wait for a slot among all tables' requests.

        Keeps a start with hundreds of tables within Discord's rate limit.
        """
        now = asyncio.get_running_loop().time()
        while patient and self._next - now > MAX_QUEUE_DELAY_S:
            await asyncio.sleep(self._next - now)
            now = asyncio.get_running_loop().time()
        self._next = max(self._next, now - BURST / REQUESTS_PER_S) + 1 / REQUESTS_PER_S
        await asyncio.sleep(max(0.0, self._next - now))

    async def _unless_archived(
        self, channel: int, target: discord.PartialMessage, fields: Callable[[], dict[str, Any]]
    ) -> None:
        """Edit a message; unarchive its thread first if needed.

        `fields` is called for each try, as a file can be sent only once.
        """
        try:
            await target.edit(**fields())
        except discord.HTTPException as error:
            if error.code != ARCHIVED:
                raise
            thread = await self._client.fetch_channel(channel)
            if isinstance(thread, discord.Thread):
                await thread.edit(archived=False)
            await target.edit(**fields())

    async def count_messages_after(self, channel: int, message_id: int, limit: int) -> int:
        """Count the messages below this one up to `limit`; 0 if the bot may not read them."""
        try:
            place = self._client.get_partial_messageable(channel)
            return len(
                [None async for _ in place.history(limit=limit, after=discord.Object(message_id))]
            )
        except (discord.NotFound, discord.Forbidden, discord.RateLimited):
            return 0

    async def delete(self, channel: int, message_id: int, *, surely: bool = False) -> None:
        """Delete a message if it exists and the bot may; retry in the background after an outage.

        With `surely`, raise `MissingPermissionsError` or `ChannelDeletedError` if the bot may
        not.
        """
        self.files.pop(message_id, None)
        try:
            await self._delete(channel, message_id, surely=surely)
        except Exception as error:
            if not is_temporary(error):
                raise
            task = asyncio.create_task(self._sweep(channel, message_id, error))
            self._sweeps.add(task)
            task.add_done_callback(self._sweeps.discard)

    async def _delete(self, channel: int, message_id: int, *, surely: bool = False) -> None:
        await self._pace()
        try:
            await (
                self._client.get_partial_messageable(channel)
                .get_partial_message(message_id)
                .delete()
            )
        except (discord.NotFound, discord.Forbidden) as error:
            if surely:
                self._sort(error, channel)
            log.debug("message %s not deleted or already gone: %s", message_id, error)
        except discord.RateLimited as error:
            raise PublishDeferredError(error.retry_after) from error

    async def _sweep(self, channel: int, message_id: int, error: Exception) -> None:
        patience = RetryPolicy()
        while await patience.wait_before_retry(error):
            try:
                await self._delete(channel, message_id)
            except Exception as again:  # noqa: BLE001 - `RetryPolicy` decides which errors are temporary
                error = again
            else:
                return
        log.info("message %s not deleted: %s", message_id, error)

    def tasks(self) -> list[asyncio.Task[None]]:
        """Return the deletions in progress."""
        return list(self._sweeps)

    async def send_dm(
        self,
        user: int,
        message: Message,
        picture: Picture | None = None,
        *,
        silent: bool = True,
        once: str = "",
    ) -> tuple[int, int] | None:
        """Send a direct message; return its channel's and its own id, None if DMs are closed.

        None has no other reason. `silent`: without a sound. `once` as in `send`.
        """
        await self._pace(patient=True)
        try:
            channel = await self._client.create_dm(discord.Object(user))
            sent = await self._sent(channel, message, picture, once, silent=silent)
        except discord.RateLimited as error:
            raise PublishDeferredError(error.retry_after) from error
        except discord.HTTPException as error:
            if error.code in DM_CLOSED:
                return None
            raise
        if picture is not None:
            self.files[sent.id] = picture.filename
        return channel.id, sent.id

    async def create_thread(self, channel: int, message_id: int, name: str) -> int:
        """Open a thread from a message; return 0 if that is not possible."""
        parent = self._client.get_channel(channel)
        if not isinstance(parent, discord.TextChannel) or not message_id:
            return 0
        try:
            made = await parent.create_thread(
                name=name, message=discord.Object(message_id), auto_archive_duration=10080
            )
        except (discord.HTTPException, discord.RateLimited) as error:
            log.info("creating a thread in channel %s failed: %s", channel, error)
            return 0
        return made.id

    def _sort(self, error: discord.HTTPException, channel: int) -> None:
        """Raise the specific error for a refusal; return for a temporary error."""
        if error.code == UNKNOWN_CHANNEL:
            raise ChannelDeletedError from error
        # ARCHIVED: the thread is also locked
        if error.code in (NO_ACCESS, NO_PERMISSION, ARCHIVED):
            place = self._client.get_channel(channel)
            guild = getattr(place, "guild", None)
            where = f"<#{channel}>"
            raise MissingPermissionsError(
                missing_permissions(place, guild.me) if guild else [], where
            ) from error
        if error.code in BLOCKED:
            raise MissingPermissionsError([], f"<#{channel}>", error.code) from error


def _may_be_there(error: BaseException, *, tried: bool) -> bool:
    """Return whether a message may have been received although sending it failed.

    After a client error only one that was `tried` before may be there.
    """
    if isinstance(error, discord.RateLimited) or (
        isinstance(error, discord.HTTPException) and error.status < SERVER_ERROR
    ):
        return tried and not isinstance(error, discord.NotFound)
    return True
