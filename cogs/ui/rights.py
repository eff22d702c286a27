"""What Discord says of whoever taps: may they look after the server, what roles do they have there, and where are they?"""

from __future__ import annotations

from typing import Any

import discord

from host.servers import Opener

Interaction = discord.Interaction[Any]


def manages(interaction: Interaction) -> int | None:
    """The server of a tap, if whoever tapped may manage it."""
    return interaction.guild_id if interaction.permissions.manage_guild else None


def opener(interaction: Interaction) -> Opener:
    """What counts where somebody opens a table."""
    user = interaction.user
    roles = tuple(role.id for role in user.roles) if isinstance(user, discord.Member) else ()
    return Opener(roles, manages(interaction) is not None, parent_of(interaction.channel))


def chosen_there(server: discord.Guild, one: int) -> bool:
    """Return True for a channel of the server, and for a role of it that people can have: not for a bot's own."""
    role = server.get_role(one)
    return server.get_channel(one) is not None or (role is not None and not role.is_bot_managed())


def parent_of(channel: object) -> int:
    """The channel of which a thread or a forum's post is a part; 0 for what is neither."""
    return channel.parent_id if isinstance(channel, discord.Thread) else 0
