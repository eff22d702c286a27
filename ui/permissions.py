"""What the user of an interaction may do and see there, and the language of a guild.

The functions read channels, roles and permissions from the interaction, as Discord sent them.
`SetupPermissions` remembers who may use the pages of `/setup`.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import discord

from app.match.access import NOWHERE, Origin
from app.people.guild_settings import TableCreator
from app.ports.services import Clock
from app.runtime.bounded_dict import BoundedDict
from games.core.text.languages import Lang, language_of_locale
from ui.custom_ids import NO_MATCH, TableAction, TableId, encode

Interaction = discord.Interaction[Any]
SETUP_LASTS_S = 3600.0  # seconds after /setup in which its pages accept the user's clicks
MAX_KNOWN_USERS = 2000  # users of /setup who are remembered
# custom_ids of components that only the answer to /setup has
_SETUP_COMPONENTS = {
    encode(TableId(NO_MATCH, action))
    for action in (TableAction.SHOW_DEFAULTS, TableAction.SHOW_AUDIT_LOG)
}


def managed_guild(interaction: Interaction) -> int | None:
    """Return the guild's id if the user has Manage Server there, else None."""
    return interaction.guild_id if interaction.permissions.manage_guild else None


def table_creator(interaction: Interaction) -> TableCreator:
    """Return the user's roles and permissions: they decide who may open a table here."""
    user = interaction.user
    roles = tuple(role.id for role in user.roles) if isinstance(user, discord.Member) else ()
    return TableCreator(
        roles, managed_guild(interaction) is not None, parent_of(interaction.channel)
    )


def guild_lang(locale: discord.Locale | None, features: Collection[str]) -> Lang | None:
    """Return the language that a guild chose on Discord; None without a supported choice.

    Only Community guilds (see `features`) can choose a `locale`; all others report American
    English.
    """
    chosen = locale is not discord.Locale.american_english or "COMMUNITY" in features
    return language_of_locale(str(locale)) if locale and chosen else None


def is_selectable_id(guild: discord.Guild, selected_id: int) -> bool:
    """Return whether `selected_id` is a channel of the guild, or a role that users can have.

    No user can have a role that is managed by a bot.
    """
    role = guild.get_role(selected_id)
    return guild.get_channel(selected_id) is not None or (
        role is not None and not role.is_bot_managed()
    )


def parent_of(channel: object) -> int:
    """Return the id of the channel or forum that a thread belongs to; 0 for any other channel."""
    return channel.parent_id if isinstance(channel, discord.Thread) else 0


def origin(interaction: Interaction) -> Origin:
    """Return where an interaction was made, and how to check which channels the user sees."""
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

    discord.py doesn't cache the members of a private thread, so it counts as visible only for
    users with the permission to manage threads.
    """
    if not isinstance(place, discord.Thread):
        return place is not None and place.permissions_for(member).view_channel
    if place.parent is None:
        return False
    parent_permissions = place.parent.permissions_for(member)
    return parent_permissions.view_channel and (
        not place.is_private() or parent_permissions.manage_threads
    )


class SetupPermissions:
    """Record of who may use the pages of `/setup`: who ran it within `SETUP_LASTS_S`.

    A guild's Integrations settings decide who may run the command, so its pages do not require
    Manage Server again. The permission depends on user, guild and time, never on a custom_id. After
    a restart, a click on the answer to `/setup` renews it: Discord sends the clicked message along,
    which proves that the user ran the command.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._until = BoundedDict[tuple[int, int], float](MAX_KNOWN_USERS)

    def record_setup(self, interaction: Interaction) -> None:
        """Record that Discord let the user run `/setup`."""
        self._until[interaction.guild_id or 0, interaction.user.id] = (
            self._clock.now() + SETUP_LASTS_S
        )

    def allowed_guild(self, interaction: Interaction) -> int | None:
        """Return the interaction's guild if the user may use its `/setup` pages, else None."""
        guild = interaction.guild_id
        if guild is None:
            return None
        until = self._until.get((guild, interaction.user.id), 0.0)
        if (opened := _setup_opened(interaction)) and opened + SETUP_LASTS_S > until:
            until = self._until[guild, interaction.user.id] = opened + SETUP_LASTS_S
        return guild if self._clock.now() < until else None


def _setup_opened(interaction: Interaction) -> float:
    """Return when the user ran the `/setup` whose answer they clicked, in Unix seconds.

    Returns 0 if the clicked message does not answer a `/setup`. Discord itself sends the message's
    components and the command that it answers, so a forged custom_id proves nothing.
    """
    message = interaction.message
    if (
        message is None
        or not message.flags.ephemeral
        or message.application_id != interaction.application_id
    ):
        return 0.0
    command = message.interaction_metadata
    if (
        command is None
        or command.type is not discord.InteractionType.application_command
        or command.user.id != interaction.user.id
    ):
        return 0.0
    custom_ids = {
        component.custom_id
        for row in message.components
        for component in getattr(row, "children", ())
        if hasattr(component, "custom_id")
    }
    if not custom_ids >= _SETUP_COMPONENTS:
        return 0.0
    return discord.utils.snowflake_time(command.id).timestamp()
