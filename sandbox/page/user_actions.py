"""Actions of users, for the page's requests and the tests' `UserClient`.

They raise `PersonError` for actions that Discord's client would not allow.
"""

from __future__ import annotations

from typing import Any

from sandbox.services import channels, messages
from sandbox.services.interactions import Interactions, may_use_commands
from sandbox.state import payloads
from sandbox.state.errors import PersonError
from sandbox.state.model import (
    MESSAGE_CHANNELS,
    THREADS,
    ChannelType,
    Intent,
    Json,
    Kind,
    Permission,
    is_id,
)
from sandbox.state.permissions import can_see, in_channel, in_guild, send_permission
from sandbox.state.server_state import ServerState
from sandbox.validation import answers


def user_and_channel(world: ServerState, user_id: str, channel_id: str) -> tuple[Json, Json]:
    """Return a user and a channel; raise `PersonError` if the user can't see the channel."""
    user, channel = world.person(user_id), world.channels.get(channel_id)
    if channel is None:
        raise PersonError("This channel no longer exists.")
    if not can_see(world, channel, user_id):
        raise PersonError("You cannot see this channel.")
    return user, channel


def visible_message(
    world: ServerState, user_id: str, channel_id: str, message_id: str
) -> tuple[Json, Json, Json]:
    """Return a user, a channel and a message.

    Raises `PersonError` if the user can't see the channel or the message.
    """
    user, channel = user_and_channel(world, user_id, channel_id)
    doc = world.store.message(message_id) if is_id(str(message_id)) else None
    is_gone = doc is None or doc["channel_id"] != channel_id or doc.get("dismissed")
    if doc is None or is_gone or doc["ephemeral_for"] not in (None, user_id):
        raise PersonError("This message no longer exists.")
    return user, channel, doc


def send(world: ServerState, user_id: str, channel_id: str, content: str) -> Json:
    """Send a message and return its document."""
    user, channel = user_and_channel(world, user_id, channel_id)
    if channel["type"] not in MESSAGE_CHANNELS or not in_channel(
        world, channel, user_id
    ) & send_permission(channel):
        raise PersonError("You cannot write in this channel.")
    content = content.strip()
    if not 1 <= len(content) <= 2000:
        raise PersonError("A message has 1 to 2000 characters.")
    channels.unarchive(world, channel, user_id)
    if channel["type"] in THREADS:
        channels.join(world, channel, user_id)
    doc = messages.create(world, messages.new(world, channel, user["id"]), {"content": content}, {})
    messages.mark_read(world, user_id, channel, doc["id"])
    return doc


def history(
    world: ServerState, user_id: str, channel_id: str, before: str | None, limit: int
) -> tuple[list[Json], bool]:
    """Return at most `limit` messages, oldest first, and whether there are older ones.

    The messages are the newest before the message `before` (None: the newest of all).
    """
    user_and_channel(world, user_id, channel_id)
    found = world.store.messages(channel_id, limit + 1, before, ephemeral_for=user_id)
    return found[:limit][::-1], len(found) > limit


def press(
    flow: Interactions, user_id: str, channel_id: str, message_id: str, custom_id: str
) -> Json:
    """Press a button and return the interaction."""
    user, channel, doc = visible_message(flow.world, user_id, channel_id, message_id)
    component = answers.button(doc, custom_id)
    data = {"custom_id": custom_id, "component_type": component["type"], "id": component["id"]}
    label = component.get("label") or (component.get("emoji") or {}).get("name") or ""
    return flow.open(
        Kind.COMPONENT, user, channel, doc["author_id"], data, message=doc, label=label
    )


def select(
    flow: Interactions,
    user_id: str,
    channel_id: str,
    message_id: str,
    custom_id: str,
    values: list[str],
) -> Json:
    """Choose `values` in a select menu and return the interaction."""
    user, channel, doc = visible_message(flow.world, user_id, channel_id, message_id)
    component, resolved = answers.menu(flow.world, channel, doc, custom_id, values)
    data = {
        "custom_id": custom_id,
        "component_type": component["type"],
        "id": component["id"],
        "values": values,
    }
    if resolved:
        data["resolved"] = resolved
    labels = [
        option["label"] for option in component.get("options") or [] if option["value"] in values
    ]
    return flow.open(
        Kind.COMPONENT, user, channel, doc["author_id"], data, message=doc, label=", ".join(labels)
    )


def command(
    flow: Interactions, user_id: str, channel_id: str, command_id: str, options: Any
) -> Json:
    """Send a slash command and return the interaction."""
    user, channel, definition, data = _command_data(
        flow.world, user_id, channel_id, command_id, options, partial=False
    )
    words = " ".join([definition["name"], *_subcommands(data.get("options") or [])])
    return flow.open(
        Kind.COMMAND, user, channel, definition["application_id"], data, label=f"/{words}"
    )


async def autocomplete(
    flow: Interactions, user_id: str, channel_id: str, command_id: str, options: Any
) -> list[Json]:
    """Return the bot's suggestions for the focused option."""
    user, channel, definition, data = _command_data(
        flow.world, user_id, channel_id, command_id, options, partial=True
    )
    doc = flow.open(Kind.AUTOCOMPLETE, user, channel, definition["application_id"], data)
    return await flow.choices(doc)


def _command_data(
    world: ServerState,
    user_id: str,
    channel_id: str,
    command_id: str,
    options: Any,
    *,
    partial: bool,
) -> tuple[Json, Json, Json, Json]:
    user, channel = user_and_channel(world, user_id, channel_id)
    definition = world.commands.get(command_id)
    if definition is None or not usable(world, channel, user_id, definition):
        raise PersonError("This command cannot be used here.")
    if not isinstance(options or [], list) or not all(
        isinstance(option, dict) for option in options or []
    ):
        raise PersonError("Options are sent as a list of objects.")
    shaped, resolved = answers.options(
        world, channel, definition.get("options") or [], options, partial=partial
    )
    data: Json = {"id": definition["id"], "name": definition["name"], "type": definition["type"]}
    if shaped:
        data["options"] = shaped
    if resolved:
        data["resolved"] = resolved
    if definition.get("guild_id"):
        data["guild_id"] = definition["guild_id"]
    return user, channel, definition, data


def _subcommands(options: list[Json]) -> list[str]:
    return [
        name
        for option in options
        if option["type"] in (1, 2)
        for name in (option["name"], *_subcommands(option["options"]))
    ]


def usable(world: ServerState, channel: Json, user_id: str, definition: Json) -> bool:
    """Return whether a user may use the command `definition` in this channel.

    This depends on the command's contexts, its guild, and the user's permissions.
    """
    is_dm = channel["type"] == ChannelType.DM
    contexts = definition.get("contexts")
    if contexts is not None and (1 if is_dm else 0) not in contexts:
        return False
    if is_dm:
        dm_allowed = definition.get("dm_permission") is not False and not definition.get("guild_id")
        return dm_allowed and channel["bot"] == definition["application_id"]
    guild = world.guilds[channel["guild_id"]]
    if (
        definition.get("guild_id") not in (None, guild["id"])
        or definition["application_id"] not in guild["members"]
    ):
        return False
    needed = definition.get("default_member_permissions")
    permissions = in_guild(guild, user_id)
    granted = needed is None or (
        int(needed) != 0 and permissions & Permission(int(needed)) == Permission(int(needed))
    )
    return may_use_commands(world, channel, user_id) and (
        granted or bool(permissions & Permission.ADMINISTRATOR)
    )


def submit(flow: Interactions, user_id: str, interaction_id: str, components: Any) -> Json:
    """Submit the modal that the interaction `interaction_id` opened.

    Return the new interaction. `components` has the shape that Discord's client sends.
    """
    opener = flow.world.interactions.get(interaction_id)
    if opener is None or opener["user_id"] != user_id or not opener["modal"]:
        raise PersonError("This form is no longer open.")
    user, channel = user_and_channel(flow.world, user_id, opener["channel_id"])
    shaped, resolved = answers.modal(flow.world, channel, opener["modal"], components)
    data: Json = {"custom_id": opener["modal"]["custom_id"], "components": shaped}
    if resolved:
        data["resolved"] = resolved
    pressed = flow.world.store.message(opener["message_id"]) if opener["message_id"] else None
    label = opener["modal"]["title"]
    return flow.open(
        Kind.MODAL,
        user,
        channel,
        opener["bot"],
        data,
        message=pressed,
        label=label,
        trigger=opener["id"],
    )


def dismiss(world: ServerState, user_id: str, message_id: str) -> None:
    """Dismiss an ephemeral message."""
    doc = world.store.message(message_id) if is_id(str(message_id)) else None
    if doc is None or doc["ephemeral_for"] != user_id:
        raise PersonError("Only a message that you alone see can be dismissed.")
    messages.dismiss(world, doc)


def read(world: ServerState, user_id: str, channel_id: str, message_id: str) -> None:
    """Mark a channel as read up to a message."""
    _, channel = user_and_channel(world, user_id, channel_id)
    if not is_id(str(message_id)):
        raise PersonError("This message no longer exists.")
    messages.mark_read(world, user_id, channel, str(message_id))


def open_dm(world: ServerState, user_id: str, bot_id: str) -> Json:
    """Return the user's DM with a bot."""
    world.person(user_id)
    if not world.users.get(bot_id, {}).get("bot"):
        raise PersonError("There is no such bot.")
    return world.dm_between(user_id, bot_id)


def join_guild(world: ServerState, user_id: str, guild_id: str) -> Json:
    """Add a user to a guild, if needed, and return the guild."""
    user, guild = world.person(user_id), world.guild(guild_id)
    if user["id"] not in guild["members"]:
        world.add_member(guild, user["id"])
        announce_member(world, guild, user["id"])
    return guild


def announce_member(world: ServerState, guild: Json, user_id: str) -> None:
    """Tell the bots with the intent GUILD_MEMBERS that a user has joined a guild."""
    payload = payloads.member(world, guild, user_id) | {"guild_id": guild["id"]}
    world.tell_bots(
        world.guild_bots(guild["id"]), "GUILD_MEMBER_ADD", payload, Intent.GUILD_MEMBERS
    )


def leave_guild(world: ServerState, user_id: str, guild_id: str) -> Json:
    """Remove a user from a guild and its threads, with their roles, and return the guild.

    The user's messages stay. As on Discord, the owner can't leave, and only bots with the
    intent GUILD_MEMBERS are told.
    """
    user, guild = world.person(user_id), world.guild(guild_id)
    if guild["owner_id"] == user["id"]:
        raise PersonError("A server's owner cannot leave it.")
    if user["id"] not in guild["members"]:
        return guild
    for thread in world.channels_of(guild["id"], threads=True):
        channels.leave(world, thread, user["id"])
    for channel in [*world.channels_of(guild["id"]), *world.channels_of(guild["id"], threads=True)]:
        if channel.get("last_message_id"):
            messages.mark_read(world, user["id"], channel, channel["last_message_id"])
    world.remove_member(guild, user["id"])
    payload = {"guild_id": guild["id"], "user": payloads.user(world, user["id"])}
    world.tell_bots(
        world.guild_bots(guild["id"]), "GUILD_MEMBER_REMOVE", payload, Intent.GUILD_MEMBERS
    )
    return guild
