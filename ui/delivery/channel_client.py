"""Client that sends, edits and deletes messages in channels and DMs.

All other modules of this package send through it. It keeps within Discord's global rate limit,
renders pictures, and posts no message twice if Discord's answer to the first try was lost.
Discord's errors become `MissingPermissionsError`, `ChannelDeletedError` or `EditLimitError`.
Instead of waiting long for a rate limit, a call raises `RetryLaterError` with the time to
wait.
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
from app.ports.services import RenderPriority, RetryLaterError
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
    EDIT_LIMIT_REACHED,
    INVALID,
    NO_ACCESS,
    NO_PERMISSION,
    TABLE_PERMISSIONS,
    UNKNOWN_CHANNEL,
    UNKNOWN_MESSAGE,
    missing_permissions,
    missing_permissions_text,
)
from ui.i18n import Translator

MAX_KNOWN_MESSAGES = 4000  # entries of each dict that remembers something about messages or tables
SERVER_ERROR = HTTPStatus.INTERNAL_SERVER_ERROR
# random bytes of a nonce, encoded in 24 characters (Discord allows 25); Discord ignores a message
# whose nonce was used in the last minutes
NONCE_BYTES = 18
REDRAW_AFTER_S = 30.0  # seconds until a board is rendered again after its render worker died
log = logging.getLogger(__name__)
# seconds: Discord limits edits of messages older than 1 h separately; 1 min less for clock skew
OLD_AFTER_S = 3540.0
# requests per second for all tables, and in a burst: Discord's global limit is 50 per second
REQUESTS_PER_S, BURST = 40.0, 10
MAX_QUEUE_DELAY_S = 0.05  # seconds of delay of the next request above which patient ones wait


class MissingPermissionsError(Exception):
    """Error for a request that Discord refuses, and would refuse again.

    `lacking` are the names of the missing permissions, empty if unknown. `where` is the channel's
    mention. If `code` is set, the cause is not a permission but AutoMod, a limit of the guild, or
    Discord's quarantine of the bot (`errors.BLOCKED`).
    """

    def __init__(self, lacking: list[str], where: str, code: int = 0) -> None:
        super().__init__(str(code) if code else ", ".join(lacking))
        self.lacking, self.where, self.code = lacking, where, code

    def text_for_organizer(self, words: Translator) -> str:
        """Return the sentence that tells a table's organizer why messages can't be posted."""
        if self.code:
            return words("ui.not_taken", channel=self.where, code=self.code)
        return words(
            missing_permissions_text(
                "ui.missing", self.lacking or TABLE_PERMISSIONS, words, self.where
            )
        )

    def text_for_user(self, lang: str) -> Msg:
        """Return the sentence for the user whose own request made the bot post."""
        if self.code:
            return msg("ui.not_taken", channel=literal(self.where), code=self.code)
        return missing_permissions_text(
            "ui.missing_here", self.lacking or TABLE_PERMISSIONS, Translator(lang), self.where
        )


class ChannelDeletedError(Exception):
    """Error for a channel that does not exist any more (Discord's code 10003)."""


class EditLimitError(Exception):
    """Error for an edit that Discord refuses because of its limit for old messages.

    The limit does not apply to new messages, so the caller can post the message again.
    """


class ChannelClient:
    """Client for messages in channels and DMs; `app.renderer` renders their pictures."""

    def __init__(self, client: discord.Client, app: App) -> None:
        self._client, self._app = client, app
        self._next = 0.0  # event loop time of the next allowed request
        # file name of the picture that each message shows, by message id
        self.files: dict[int, str] = BoundedDict(MAX_KNOWN_MESSAGES)
        # by `once`: nonces of messages that Discord may or may not have received
        self._unsure = BoundedDict[str, str](MAX_KNOWN_MESSAGES)
        self._deletions: set[asyncio.Task[None]] = set()  # deletions that are being retried

    async def render_picture(
        self, message: Message, lane: RenderPriority = "board"
    ) -> tuple[Message, Picture | None]:
        """Render the message's picture; return the message and the picture.

        If there is no picture to render, or rendering fails, returns the message without its
        picture, and None. `lane` is the priority of the picture in the render queue.
        """
        if message.picture_source is None or self._app.renderer is None:
            return message.without_picture(), None
        try:
            return message, await self._app.renderer.draw(message.picture_source, lane)
        except BrokenProcessPool as error:  # the OS kills worker processes when memory is short
            log.warning("picture postponed", exc_info=error)
            return message.without_picture(picture_failed=True), None
        except Exception:
            log.exception("rendering failed")
            return message.without_picture(), None

    async def send(
        self, channel: int, message: Message, picture: Picture | None = None, *, once: str = ""
    ) -> int:
        """Post a message with its picture; return the message's id.

        `once` is a name for the message: if a call failed without an answer from Discord, the next
        call with the same name does not post a second message. Raises `MissingPermissionsError`,
        `ChannelDeletedError`, `RetryLaterError`, or a temporary error.
        """
        target = self._client.get_partial_messageable(channel)
        await self._pace()
        try:
            sent = await self._send_with_nonce(
                target, message, picture, once, silent=message.silent
            )
        except discord.RateLimited as error:
            raise RetryLaterError(error.retry_after) from error
        except discord.HTTPException as error:
            self._raise_refusal(error, channel)
            raise
        if picture is not None:
            self.files[sent.id] = picture.filename
        return int(sent.id)

    async def _send_with_nonce(
        self, target: Any, message: Message, picture: Picture | None, once: str, **options: Any
    ) -> Any:
        """Send a message to the channel or user `target` and return the sent message.

        Discord posts only one message per nonce, and each message gets one. If an earlier try with
        the same name `once` may have reached Discord, its nonce is sent again, and Discord then
        returns the message of the earlier try. This older message is edited to the new content. If
        the new message has pings, the older one is deleted and the new one sent, because an edit
        notifies nobody. `options` are further arguments for discord.py.
        """
        unconfirmed_nonce = self._unsure.pop(once, "")
        nonce = unconfirmed_nonce or secrets.token_urlsafe(NONCE_BYTES)
        try:
            sent = await target.send(
                **to_discord.send_kwargs(message, picture), nonce=nonce, **options
            )
            if unconfirmed_nonce and message.pings:
                await sent.delete()
                unconfirmed_nonce, nonce = "", secrets.token_urlsafe(NONCE_BYTES)
                sent = await target.send(
                    **to_discord.send_kwargs(message, picture), nonce=nonce, **options
                )
            elif unconfirmed_nonce:
                await sent.edit(**to_discord.edit_kwargs(message, picture))
        except BaseException as error:
            if once and _may_have_arrived(error, tried_before=bool(unconfirmed_nonce)):
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

        `picture` is its rendered picture, if any. With `patient`, other requests go first. Raises
        `EditLimitError` if the message is old and Discord refuses more edits of it for now, and the
        errors of `send`.
        """
        target = self._client.get_partial_messageable(channel).get_partial_message(message_id)
        await self._pace(patient=patient)
        # Discord limits edits of old messages more: do not wait, so that the caller posts a new one
        is_old = (
            self._app.clock.now() - discord.utils.snowflake_time(message_id).timestamp()
            > OLD_AFTER_S
        )
        # the edit may or may not have arrived, so the shown file is unknown
        shown_file = self.files.pop(message_id, "")
        try:
            with retry_wait(SHORT_RETRY_WAIT_S if is_old else RETRY_WAIT_S):
                await self._edit_unarchiving(
                    channel, target, lambda: to_discord.edit_kwargs(message, picture, shown_file)
                )
        except discord.RateLimited as error:
            raise EditLimitError if is_old else RetryLaterError(error.retry_after) from error
        except discord.HTTPException as error:
            if error.code == UNKNOWN_MESSAGE:
                return False
            if error.code == EDIT_LIMIT_REACHED:
                raise EditLimitError from error
            # the message does not have that attachment: send the picture with the edit
            if error.code == INVALID and shown_file:
                return await self.edit(channel, message_id, message, picture, patient=patient)
            self._raise_refusal(error, channel)
            raise
        if picture is not None:
            self.files[message_id] = picture.filename
        return True

    async def _pace(self, *, patient: bool = False) -> None:
        """Wait until the next request is allowed (`REQUESTS_PER_S`, for all tables together).

        A `patient` request lets others go first. The limit keeps a start-up with hundreds of tables
        within Discord's global rate limit.
        """
        now = asyncio.get_running_loop().time()
        while patient and self._next - now > MAX_QUEUE_DELAY_S:
            await asyncio.sleep(self._next - now)
            now = asyncio.get_running_loop().time()
        self._next = max(self._next, now - BURST / REQUESTS_PER_S) + 1 / REQUESTS_PER_S
        await asyncio.sleep(max(0.0, self._next - now))

    async def _edit_unarchiving(
        self,
        channel: int,
        target: discord.PartialMessage,
        make_arguments: Callable[[], dict[str, Any]],
    ) -> None:
        """Edit the message `target`; if its thread is archived, unarchive it and try again.

        `make_arguments` is called for each try, because a `discord.File` can be sent only once.
        """
        try:
            await target.edit(**make_arguments())
        except discord.HTTPException as error:
            if error.code != ARCHIVED:
                raise
            thread = await self._client.fetch_channel(channel)
            if isinstance(thread, discord.Thread):
                await thread.edit(archived=False)
            await target.edit(**make_arguments())

    async def count_messages_after(self, channel: int, message_id: int, limit: int) -> int:
        """Count the messages after the message `message_id`, up to `limit`.

        Returns 0 if the bot may not read the channel's messages.
        """
        try:
            place = self._client.get_partial_messageable(channel)
            return len(
                [None async for _ in place.history(limit=limit, after=discord.Object(message_id))]
            )
        except (discord.NotFound, discord.Forbidden, discord.RateLimited):
            return 0

    async def delete(
        self, channel: int, message_id: int, *, raise_if_refused: bool = False
    ) -> None:
        """Delete a message if it exists and Discord allows it.

        After a temporary error the deletion is retried in the background. With `raise_if_refused`,
        raises `MissingPermissionsError` or `ChannelDeletedError` if Discord refuses the deletion.
        """
        self.files.pop(message_id, None)
        try:
            await self._delete(channel, message_id, raise_if_refused=raise_if_refused)
        except Exception as error:
            if not is_temporary(error):
                raise
            task = asyncio.create_task(self._retry_delete(channel, message_id, error))
            self._deletions.add(task)
            task.add_done_callback(self._deletions.discard)

    async def _delete(
        self, channel: int, message_id: int, *, raise_if_refused: bool = False
    ) -> None:
        """Delete a message once; a refusal is an error only with `raise_if_refused`.

        A message that no longer exists is never an error.
        """
        await self._pace()
        try:
            await (
                self._client.get_partial_messageable(channel)
                .get_partial_message(message_id)
                .delete()
            )
        except (discord.NotFound, discord.Forbidden) as error:
            if raise_if_refused:
                self._raise_refusal(error, channel)
            log.debug("message %s not deleted or already gone: %s", message_id, error)
        except discord.RateLimited as error:
            raise RetryLaterError(error.retry_after) from error

    async def _retry_delete(self, channel: int, message_id: int, error: Exception) -> None:
        """Delete a message after a temporary `error`, with retries."""
        retries = RetryPolicy()
        while await retries.wait_before_retry(error):
            try:
                await self._delete(channel, message_id)
            except Exception as again:  # noqa: BLE001 - `RetryPolicy` decides which errors are temporary
                error = again
            else:
                return
        log.info("message %s not deleted: %s", message_id, error)

    def tasks(self) -> list[asyncio.Task[None]]:
        """Return the deletions that are being retried."""
        return list(self._deletions)

    async def send_dm(
        self,
        user: int,
        message: Message,
        picture: Picture | None = None,
        *,
        silent: bool = True,
        once: str = "",
    ) -> tuple[int, int] | None:
        """Send a direct message; return the channel's and the message's id.

        Returns None only if the user's DMs are closed. With `silent`, the message makes no
        notification sound. `once` has the same meaning as in `send`.
        """
        await self._pace(patient=True)
        try:
            channel = await self._client.create_dm(discord.Object(user))
            sent = await self._send_with_nonce(channel, message, picture, once, silent=silent)
        except discord.RateLimited as error:
            raise RetryLaterError(error.retry_after) from error
        except discord.HTTPException as error:
            if error.code in DM_CLOSED:
                return None
            raise
        if picture is not None:
            self.files[sent.id] = picture.filename
        return channel.id, sent.id

    async def create_thread(self, channel: int, message_id: int, name: str) -> int:
        """Open a thread called `name` from a message and return its id; 0 if Discord refuses it."""
        parent = self._client.get_channel(channel)
        if not isinstance(parent, discord.TextChannel) or not message_id:
            return 0
        try:
            thread = await parent.create_thread(
                name=name, message=discord.Object(message_id), auto_archive_duration=10080
            )
        except (discord.HTTPException, discord.RateLimited) as error:
            log.info("creating a thread in channel %s failed: %s", channel, error)
            return 0
        return thread.id

    def _raise_refusal(self, error: discord.HTTPException, channel: int) -> None:
        """Raise `MissingPermissionsError` or `ChannelDeletedError` if Discord refused the request.

        For any other `error`, just return.
        """
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


def _may_have_arrived(error: BaseException, *, tried_before: bool) -> bool:
    """Return whether Discord may have got a message although sending it failed.

    After a client error (4xx) this try did not arrive, but an earlier one may have
    (`tried_before`).
    """
    if isinstance(error, discord.RateLimited) or (
        isinstance(error, discord.HTTPException) and error.status < SERVER_ERROR
    ):
        return tried_before and not isinstance(error, discord.NotFound)
    return True
