"""`/setup`: permission check and defaults of a guild, for its admins."""

from __future__ import annotations

from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from app.model.match import UserError
from games.core.text.messages import msg
from ui.errors import IN_THREADS, TABLE_PERMISSIONS, VIEW_CHANNEL, missing_permissions
from ui.i18n import Translator
from ui.interactions.command_sync import command_text
from ui.interactions.commands import CommandContext, responds
from ui.interactions.dispatcher import Dispatcher
from ui.response import Response
from ui.views.lobby import permissions_check

TableChannel = (
    discord.TextChannel
    | discord.VoiceChannel
    | discord.StageChannel
    | discord.ForumChannel
    | discord.Thread
)


class SetupCog(commands.Cog):
    """Cog of `/setup`."""

    def __init__(self, dispatcher: Dispatcher) -> None:
        self.dispatcher = dispatcher

    @app_commands.command(name=command_text("setup.name"), description=command_text("setup.about"))
    @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
    @app_commands.default_permissions(manage_guild=True)
    @responds
    async def setup(self, ctx: CommandContext) -> Response:
        """Show which permissions the bot lacks per channel, and the defaults of new tables.

        The response has buttons that change the defaults, show the audit log, and test the
        permissions in this channel.
        """
        app, interaction = ctx.app, ctx.interaction
        if interaction.guild is None or interaction.channel_id is None:
            raise UserError(msg("ui.server_only"))
        ctx.dispatcher.setup_permissions.record_setup(interaction)
        guild, here = interaction.guild, interaction.channel
        channels: list[TableChannel] = [
            *guild.text_channels,
            *guild.voice_channels,
            *guild.stage_channels,
            *guild.forums,
        ]
        if isinstance(here, discord.Thread):
            channels.insert(0, here)
        found = [_checked_channel(channel, guild.me) for channel in channels]
        chosen = await app.guild_settings.get(guild.id)
        words = Translator(ctx.user.lang)
        is_operator = ctx.user.id in app.operators and app.health_check is not None
        return Response(
            permissions_check.setup_message(
                found, interaction.channel_id, words, chosen, operator=is_operator
            )
        )


def operator_ids(info: discord.AppInfo | None) -> set[int]:
    """Return the ids of the bot's operators: its owner, or its team's admins and developers."""
    if info is None:
        return set()
    if info.team is None:
        return {info.owner.id}
    roles = (discord.TeamMemberRole.admin, discord.TeamMemberRole.developer)
    return {
        info.team.owner_id or 0,
        *(member.id for member in info.team.members if member.role in roles),
    } - {0}


def _checked_channel(channel: TableChannel, me: discord.Member) -> permissions_check.Channel:
    """Return a channel with the permissions that the bot's member `me` lacks there.

    Also says whether the bot may open threads. Without a permission, Discord reports the
    permissions that depend on it as missing too; these are left out, because users need not grant
    them.
    """
    missing = missing_permissions(channel, me)
    # unknown while the bot can't see the channel: then say nothing about threads
    may_open_threads = VIEW_CHANNEL in missing or channel.permissions_for(me).create_public_threads
    for required, dependent in (
        (VIEW_CHANNEL, (*TABLE_PERMISSIONS, IN_THREADS, "connect")),
        ("send_messages", ("embed_links", "attach_files")),
        (IN_THREADS, ("embed_links", "attach_files")),
    ):
        if required in missing:
            missing = [name for name in missing if name == required or name not in dependent]
    return permissions_check.Channel(
        channel.id, tuple(missing), threads=may_open_threads, kind=_kind(channel)
    )


def _kind(channel: TableChannel) -> Literal["text", "voice", "thread", "forum"]:
    match channel:
        case discord.Thread():
            return "thread"
        case discord.ForumChannel():
            return "forum"
        case discord.VoiceChannel() | discord.StageChannel():
            return "voice"
    return "text"
