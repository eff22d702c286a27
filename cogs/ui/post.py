"""Sending, editing and deleting in channels and direct messages, with Discord's refusals told apart."""

from __future__ import annotations

import logging
from typing import Any

import discord

from cogs.ui import send
from cogs.ui.errors import ARCHIVED, DM_CLOSED, NO_ACCESS, NO_PERMISSION, UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, lacking
from cogs.ui.message import Message
from games.core.scene import Picture
from host.app import App
from host.ports import Lane
from host.recent import Recent

REMEMBERED = 4000  # messages
log = logging.getLogger("sobremesa.messenger")


class Refused(Exception):  # noqa: N818 - it is what happened
    """The bot lacks a permission. `lacking` are their names as far as they can be told, `where` the channel."""

    def __init__(self, lacking: list[str], where: str) -> None:
        super().__init__(", ".join(lacking))
        self.lacking, self.where = lacking, where


class Gone(Exception):  # noqa: N818 - it is what happened
    """The channel is no more."""


class Post:
    """Carries messages. `app.images` draws their pictures."""

    def __init__(self, client: discord.Client, app: App) -> None:
        self._client, self._app = client, app
        self.files: dict[int, str] = Recent(REMEMBERED)  # the picture that each message shows, whoever changed it last

    async def picture(self, message: Message, lane: Lane = "board") -> tuple[Message, Picture | None]:
        """The message's picture, drawn; a failure leaves the words."""
        if message.scene is None or self._app.images is None:
            return message.without_picture(), None
        try:
            return message, await self._app.images.draw(message.scene, lane)
        except Exception:
            log.exception("a picture failed")
            return message.without_picture(), None

    async def send(self, channel: int, message: Message) -> int:
        """Post a message; returns its id. Raises `Refused`, `Gone`, or what may pass by itself."""
        message, picture = await self.picture(message)
        target = self._client.get_partial_messageable(channel)
        try:
            sent = await target.send(**send.fresh(message, picture))
        except discord.HTTPException as error:
            self._sort(error, channel)
            raise
        if picture is not None:
            self.files[sent.id] = picture.filename
        return sent.id

    async def edit(self, channel: int, message_id: int, message: Message, lane: Lane = "board") -> bool:
        """Edit a message; False when it is no more."""
        message, picture = await self.picture(message, lane)
        target = self._client.get_partial_messageable(channel).get_partial_message(message_id)
        fields = send.change(message, picture, self.files.get(message_id, ""))
        try:
            await self._unless_archived(channel, target, fields)
        except discord.HTTPException as error:
            if error.code == UNKNOWN_MESSAGE:
                return False
            self._sort(error, channel)
            raise
        if picture is not None:
            self.files[message_id] = picture.filename
        else:
            self.files.pop(message_id, None)
        return True

    async def _unless_archived(self, channel: int, target: discord.PartialMessage, fields: dict[str, Any]) -> None:
        """Edits do not work in a sleeping thread: wake it first."""
        try:
            await target.edit(**fields)
        except discord.HTTPException as error:
            if error.code != ARCHIVED:
                raise
            thread = await self._client.fetch_channel(channel)
            if isinstance(thread, discord.Thread):
                await thread.edit(archived=False)
            await target.edit(**fields)

    async def below(self, channel: int, message_id: int, limit: int) -> int:
        """How many messages stand below this one, counted up to `limit`; 0 where the bot may not look."""
        try:
            place = self._client.get_partial_messageable(channel)
            return len([None async for _ in place.history(limit=limit, after=discord.Object(message_id))])
        except (discord.NotFound, discord.Forbidden):
            return 0

    async def delete(self, channel: int, message_id: int) -> None:
        """Take a message away, if it is still there and may be taken away."""
        self.files.pop(message_id, None)
        try:
            await self._client.get_partial_messageable(channel).get_partial_message(message_id).delete()
        except (discord.NotFound, discord.Forbidden):
            log.debug("message %s was gone already", message_id)

    async def direct(self, user: int, message: Message) -> tuple[int, int] | None:
        """Send a direct message without a sound; returns channel and message, None when the person takes none."""
        message, picture = await self.picture(message, "screen")
        try:
            channel = await self._client.create_dm(discord.Object(user))
            sent = await channel.send(**send.fresh(message, picture), silent=True)
        except discord.HTTPException as error:
            if error.code == DM_CLOSED or error.status in (403, 404):
                return None
            raise
        if picture is not None:
            self.files[sent.id] = picture.filename
        return channel.id, sent.id

    async def thread(self, channel: int, message_id: int, name: str) -> int:
        """Open a thread from a message; 0 where that is not possible."""
        parent = self._client.get_channel(channel)
        if not isinstance(parent, discord.TextChannel) or not message_id:
            return 0
        try:
            made = await parent.create_thread(name=name, message=discord.Object(message_id), auto_archive_duration=10080)
        except discord.HTTPException as error:
            log.info("no thread in channel %s: %s", channel, error.code)
            return 0
        return made.id

    def _sort(self, error: discord.HTTPException, channel: int) -> None:
        """Tell a refusal from a channel that is gone; return for what may pass by itself."""
        if error.code == UNKNOWN_CHANNEL:
            raise Gone from error
        if error.code in (NO_ACCESS, NO_PERMISSION):
            place = self._client.get_channel(channel)
            guild = getattr(place, "guild", None)
            where = f"<#{channel}>"
            raise Refused(lacking(place, guild.me) if guild else [], where) from error
