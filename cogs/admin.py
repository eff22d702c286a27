"""For whoever looks after a server: does the bot have what it needs in each channel, and how do tables behave here."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.ui import setup
from cogs.ui.desk import Answer
from cogs.ui.errors import NEEDED, lacking
from cogs.ui.front import Front
from cogs.ui.tree import said
from cogs.ui.words import Words
from games.core.messages import msg
from host.model import Person, Trouble

Interaction = discord.Interaction[Any]


class AdminCog(commands.Cog):
    """`/setup`."""

    def __init__(self, front: Front) -> None:
        self.front = front

    @app_commands.command(name=said("setup.name"), description=said("setup.about"))
    @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
    @app_commands.default_permissions(manage_guild=True)
    async def setup(self, interaction: Interaction) -> None:
        """What the bot lacks in each channel, by name; how language, time and opening of tables go; a button to try it here."""
        front = self.front

        async def work(by: Person) -> Answer:
            if interaction.guild is None or interaction.channel_id is None:
                raise Trouble(msg("ui.server_only"))
            found = [_channel(channel, interaction.guild.me) for channel in interaction.guild.text_channels]
            return Answer(setup.setup_message(found, interaction.channel_id, Words(by.lang)), edit=False)

        await front.serve(interaction, work)


def _channel(channel: discord.TextChannel, me: discord.Member) -> setup.Channel:
    """What the bot may do in a channel; only where it may do all else, whether it may open threads."""
    missing = lacking(channel, me)
    threads = channel.permissions_for(me)
    if not missing and not threads.create_public_threads:
        return setup.Channel(channel.id, (), threads=False)
    for gate, behind in ((NEEDED[0], NEEDED[1:]), ("send_messages", ("embed_links", "attach_files"))):
        if gate in missing:  # then Discord counts these as denied too, whatever they are set to
            missing = [name for name in missing if name not in behind]
    return setup.Channel(channel.id, tuple(missing))
