"""Read from an interaction what Discord says of its user: place, view, roles, rights."""

from __future__ import annotations

from typing import Any

import discord

from app.match.access import NOWHERE, Origin
from app.people.guild_settings import TableCreator
from app.ports.store import Clock
from app.runtime.bounded_dict import BoundedDict
from ui.custom_ids import NOBODY, TableId, encode

Interaction = discord.Interaction[Any]
SETUP_LASTS_S = 3600.0  # after /setup, for how long its pages obey whoever was let in
MAX_KNOWN_USERS = 2000  # users of /setup
_ON_SETUP = {
    encode(TableId(NOBODY, verb)) for verb in ("defaults", "done")
}  # controls that no answer to another command has


def managed_guild(interaction: Interaction) -> int | None:
    """The server of a tap, if whoever tapped may manage it."""
    return interaction.guild_id if interaction.permissions.manage_guild else None


def table_creator(interaction: Interaction) -> TableCreator:
    """What counts where somebody opens a table."""
    user = interaction.user
    roles = tuple(role.id for role in user.roles) if isinstance(user, discord.Member) else ()
    return TableCreator(
        roles, managed_guild(interaction) is not None, parent_of(interaction.channel)
    )


def chosen_there(server: discord.Guild, one: int) -> bool:
    """Return True for a channel of the server, and for a role of it that people can have: not for a bot's own."""
    role = server.get_role(one)
    return server.get_channel(one) is not None or (role is not None and not role.is_bot_managed())


def parent_of(channel: object) -> int:
    """The channel of which a thread or a forum's post is a part; 0 for what is neither."""
    return channel.parent_id if isinstance(channel, discord.Thread) else 0


def origin(interaction: Interaction) -> Origin:
    """Return where an interaction comes from, and what of its guild the user can see."""
    guild, user, here = interaction.guild, interaction.user, interaction.channel_id or 0
    if interaction.guild_id is None:
        return NOWHERE

    def sees(channel: int) -> bool:
        place = guild.get_channel_or_thread(channel) if guild is not None else None
        return isinstance(user, discord.Member) and visible(place, user)

    return Origin(interaction.guild_id, here, sees, interaction.permissions.administrator)


def visible(
    place: discord.abc.GuildChannel | discord.Thread | None, member: discord.Member
) -> bool:
    """Return True when a member can see a channel or thread.

    Who is in a private thread is in no cache: it counts for those who manage threads.
    """
    if not isinstance(place, discord.Thread):
        return place is not None and place.permissions_for(member).view_channel
    if place.parent is None:
        return False
    has = place.parent.permissions_for(member)
    return has.view_channel and (not place.is_private() or has.manage_threads)


class Grants:
    """Users whom Discord let use `/setup`, each in one guild, for `SETUP_LASTS_S`.

    Who may use the command a guild decides in its Integrations settings, so Manage Server is not asked for once more. The right
    hangs on the user, the guild and the time, never on what a control says of itself. A restart forgets it; the answer to
    `/setup`, which Discord hands back with each press on it, proves it anew.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._until = BoundedDict[tuple[int, int], float](MAX_KNOWN_USERS)

    def give(self, interaction: Interaction) -> None:
        """Note that a user has opened `/setup`, which Discord lets them use."""
        self._until[interaction.guild_id or 0, interaction.user.id] = (
            self._clock.now() + SETUP_LASTS_S
        )

    def held(self, interaction: Interaction) -> int | None:
        """Return the guild of an interaction if its `/setup` pages obey the user."""
        guild = interaction.guild_id
        if guild is None:
            return None
        until = self._until.get((guild, interaction.user.id), 0.0)
        if (opened := _setup_opened(interaction)) and opened + SETUP_LASTS_S > until:
            until = self._until[guild, interaction.user.id] = opened + SETUP_LASTS_S
        return guild if self._clock.now() < until else None


def _setup_opened(interaction: Interaction) -> float:
    """Return when the `/setup` was sent whose private answer was pressed; 0 if none was.

    Discord says whose command a message answers, and delivers the message with its controls: an id that was made up is on none.
    """
    message = interaction.message
    if (
        message is None
        or not message.flags.ephemeral
        or message.application_id != interaction.application_id
    ):
        return 0.0
    asked = message.interaction_metadata
    if (
        asked is None
        or asked.type is not discord.InteractionType.application_command
        or asked.user.id != interaction.user.id
    ):
        return 0.0
    there = {
        part.custom_id
        for row in message.components
        for part in getattr(row, "children", ())
        if hasattr(part, "custom_id")
    }
    return discord.utils.snowflake_time(asked.id).timestamp() if there >= _ON_SETUP else 0.0
