"""Read an interaction's user: place, visible channels, roles and permissions."""

from __future__ import annotations

from typing import Any

import discord

from app.match.access import NOWHERE, Origin
from app.people.guild_settings import TableCreator
from app.ports.store import Clock
from app.runtime.bounded_dict import BoundedDict
from ui.custom_ids import NOBODY, TableAction, TableId, encode

Interaction = discord.Interaction[Any]
SETUP_LASTS_S = 3600.0  # seconds after /setup in which its pages accept the user
MAX_KNOWN_USERS = 2000  # users of /setup who are remembered
# components that only the answer to /setup has
_ON_SETUP = {
    encode(TableId(NOBODY, action))
    for action in (TableAction.SHOW_DEFAULTS, TableAction.SHOW_AUDIT_LOG)
}


def managed_guild(interaction: Interaction) -> int | None:
    """Return the interaction's guild if the user has Manage Server there."""
    return interaction.guild_id if interaction.permissions.manage_guild else None


def table_creator(interaction: Interaction) -> TableCreator:
    """Return the user's roles, rights and channel that decide whether they may open a table."""
    user = interaction.user
    roles = tuple(role.id for role in user.roles) if isinstance(user, discord.Member) else ()
    return TableCreator(
        roles, managed_guild(interaction) is not None, parent_of(interaction.channel)
    )


def chosen_there(server: discord.Guild, one: int) -> bool:
    """Return whether the id is a channel of the guild, or a role that users can have.

    Roles managed by a bot do not count.
    """
    role = server.get_role(one)
    return server.get_channel(one) is not None or (role is not None and not role.is_bot_managed())


def parent_of(channel: object) -> int:
    """Return the parent channel of a thread or forum post; 0 for anything else."""
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
    """Return whether a member can see a channel or thread.

    No cache knows the members of a private thread: it counts as visible for those who manage
    threads.
    """
    if not isinstance(place, discord.Thread):
        return place is not None and place.permissions_for(member).view_channel
    if place.parent is None:
        return False
    has = place.parent.permissions_for(member)
    return has.view_channel and (not place.is_private() or has.manage_threads)


class Grants:
    """Users to whom Discord showed `/setup`, each in one guild, for `SETUP_LASTS_S`.

    A guild decides in its Integrations settings who may use the command, so Manage Server is
    not required again. The permission depends on user, guild and time, never on a custom_id. A
    restart forgets it; a click on the answer to `/setup`, which Discord sends along, proves it
    again.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._until = BoundedDict[tuple[int, int], float](MAX_KNOWN_USERS)

    def give(self, interaction: Interaction) -> None:
        """Record that the user ran `/setup`, which Discord allowed."""
        self._until[interaction.guild_id or 0, interaction.user.id] = (
            self._clock.now() + SETUP_LASTS_S
        )

    def held(self, interaction: Interaction) -> int | None:
        """Return the interaction's guild if the user may use its `/setup` pages."""
        guild = interaction.guild_id
        if guild is None:
            return None
        until = self._until.get((guild, interaction.user.id), 0.0)
        if (opened := _setup_opened(interaction)) and opened + SETUP_LASTS_S > until:
            until = self._until[guild, interaction.user.id] = opened + SETUP_LASTS_S
        return guild if self._clock.now() < until else None


def _setup_opened(interaction: Interaction) -> float:
    """Return when the `/setup` was sent whose ephemeral answer was clicked; 0 if none was.

    Discord says which command a message answers, and sends the message with its components: a
    forged custom_id is not among them.
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
