"""Requests about guild channels that belong to no table: announcements and permissions."""

from __future__ import annotations

import logging
from collections.abc import Iterable

import discord

from app.model.match import UserError
from app.ports.services import RetryLaterError
from games.core.text.languages import Lang
from games.core.text.messages import msg
from games.core.views.scene import Picture
from gateway.sharded_bot import ClusteredBot
from ui.components import Message
from ui.delivery.channel_client import ChannelClient, ChannelDeletedError, MissingPermissionsError
from ui.errors import missing_permissions
from ui.i18n import Translator
from ui.permissions import guild_lang, is_selectable_id, visible
from ui.views.lobby.permissions_check import permission_test_message
from ui.views.pages.common import welcome_message

log = logging.getLogger(__name__)


class GuildChannels:
    """Client for requests about a guild's channels, roles and members that belong to no table."""

    def __init__(self, client: ClusteredBot, channel_client: ChannelClient) -> None:
        self._client, self._channel_client = client, channel_client

    async def announce(
        self, channel: int, message: Message, lang: str, picture: Picture | None = None
    ) -> int:
        """Post a message that belongs to no table; return its id.

        Raises `UserError`, in the language `lang`, if Discord refuses the message or the channel
        does not exist.
        """
        try:
            return await self._channel_client.send(channel, message, picture)
        except MissingPermissionsError as refused:
            raise UserError(refused.text_for_user(lang)) from refused
        except ChannelDeletedError as gone:
            raise UserError(msg("ui.server_only")) from gone

    async def post_picture(self, channel: int, message: Message, lang: Lang) -> int:
        """Post a message with its picture; return its id.

        Raises `UserError`, in the language `lang`, if the picture can't be rendered, Discord
        refuses the message, or the channel does not exist.
        """
        shown, picture = await self._channel_client.render_picture(message)
        if picture is None:
            raise UserError(msg("ui.post.failed"))
        return await self.announce(channel, shown, lang, picture)

    async def welcome(self, guild: discord.Guild, default_lang: str) -> None:
        """Post a guild's first message, in its system channel or else the first text channel.

        `default_lang` is the language for guilds that chose none. If the bot may not write in any
        channel, nothing is posted.
        """
        channels = [*filter(None, (guild.system_channel,)), *guild.text_channels]
        channel = next(
            (place for place in channels if not missing_permissions(place, guild.me)), None
        )
        if channel is None:
            log.info("guild %s: no channel to post the welcome message in", guild.id)
            return
        lang = guild_lang(guild.preferred_locale, guild.features) or default_lang
        try:
            await self._channel_client.send(channel.id, welcome_message(Translator(lang)))
        except (
            MissingPermissionsError,
            ChannelDeletedError,
            RetryLaterError,
            discord.HTTPException,
        ) as refused:
            log.info("guild %s: welcome message not posted: %s", guild.id, refused)

    async def check_permissions(self, channel: int, lang: Lang) -> None:
        """Post, edit and delete a test message that is like the messages of a table.

        Raises `UserError`, which names the missing permission, if Discord refuses one of these.
        """
        message = permission_test_message(Translator(lang))
        sent = await self.announce(channel, message, lang)
        await self._channel_client.edit(channel, sent, message)
        await self._channel_client.delete(channel, sent)

    def existing_ids(self, guild: int, ids: Iterable[int]) -> set[int]:
        """Return the ids in `ids` that belong to a channel or role of the guild.

        Roles that are managed by a bot are left out: no user can have them.
        """
        server = self._client.get_guild(guild)
        return {
            selected_id
            for selected_id in ids
            if server is not None and is_selectable_id(server, selected_id)
        }

    async def still_sees(self, user: int, guild: int, channel: int) -> bool | None:
        """Return whether a user sees a channel; None if Discord does not answer.

        Channel 0 stands for the guild itself, which all its members see. No privileged intent is
        needed. The check costs one request, or more if another process serves the guild or the
        channel is a private thread.
        """
        try:
            server = self._client.get_guild(guild) or await self._client.fetch_guild(guild)
            member = await server.fetch_member(user)
            return not channel or await self._sees(server, channel, member)
        except (discord.NotFound, discord.Forbidden):
            return False
        except (discord.HTTPException, discord.RateLimited):
            return None

    async def _sees(self, server: discord.Guild, channel: int, member: discord.Member) -> bool:
        """Return whether a member of the guild `server` sees a channel or thread.

        Discord is asked about channels that are not cached. For a private thread that the member
        may not manage, raises `discord.NotFound` if the member is not in the thread.
        """
        place = server.get_channel_or_thread(channel) or await server.fetch_channel(channel)
        if not isinstance(place, discord.Thread):
            return visible(place, member)
        parent = place.parent or await server.fetch_channel(place.parent_id)
        if isinstance(parent, discord.Thread) or not visible(parent, member):
            return False
        if place.is_private() and not parent.permissions_for(member).manage_threads:
            await place.fetch_member(member.id)  # raises NotFound for non-members
        return True
