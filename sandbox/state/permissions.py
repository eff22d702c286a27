"""What a member may do in a channel: roles, then the channel's overwrites, as Discord computes them."""

from __future__ import annotations

from sandbox.state.errors import refuse
from sandbox.state.model import (
    ALL_PERMISSIONS,
    DM_PERMISSIONS,
    THREADS,
    ChannelType,
    Json,
    Permission,
)
from sandbox.state.server_state import ServerState

SPEECH = (
    Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.MENTION_EVERYONE
    | Permission.SEND_TTS_MESSAGES
)


def in_guild(guild: Json, user_id: str) -> Permission:
    """A member's permissions before any channel is looked at."""
    if guild["owner_id"] == user_id:
        return ALL_PERMISSIONS
    mine = {guild["id"], *guild["members"][user_id]["roles"]}
    bits = Permission(0)
    for role in guild["roles"]:
        if role["id"] in mine:
            bits |= Permission(role["permissions"])
    return ALL_PERMISSIONS if bits & Permission.ADMINISTRATOR else bits


def in_channel(world: ServerState, channel: Json, user_id: str) -> Permission:
    """A user's permissions in a channel; nothing if they are not there at all."""
    if channel["type"] == ChannelType.DM:
        return DM_PERMISSIONS if user_id in (channel["user"], channel["bot"]) else Permission(0)
    guild = world.guilds[channel["guild_id"]]
    if user_id not in guild["members"]:
        return Permission(0)
    bits = in_guild(guild, user_id)
    if bits == ALL_PERMISSIONS:
        return bits
    thread = channel["type"] in THREADS
    place = world.channels.get(channel["parent_id"], channel) if thread else channel
    bits = _overwritten(bits, place.get("permission_overwrites", []), guild, user_id)
    if thread and channel["type"] == ChannelType.PRIVATE_THREAD:
        hidden = user_id not in channel["members"] and not bits & Permission.MANAGE_THREADS
        bits = Permission(0) if hidden else bits
    if not bits & Permission.VIEW_CHANNEL:
        return Permission(0)
    speak = Permission.SEND_MESSAGES_IN_THREADS if thread else Permission.SEND_MESSAGES
    return bits if bits & speak else bits & ~SPEECH


def _overwritten(bits: Permission, overwrites: list[Json], guild: Json, user_id: str) -> Permission:
    """Applies overwrites in Discord's order: everyone, the member's roles together, the member."""
    roles = guild["members"][user_id]["roles"]
    for group in ([guild["id"]], roles, [user_id]):
        found = [o for o in overwrites if o["id"] in group]
        for o in found:
            bits &= ~Permission(int(o["deny"]))
        for o in found:
            bits |= Permission(int(o["allow"]))
    return bits


def need(world: ServerState, channel: Json, user_id: str, *wanted: Permission) -> None:
    """Raises 50001 if the channel cannot be seen, 50013 if one of the permissions is missing there."""
    have = in_channel(world, channel, user_id)
    if not have & Permission.VIEW_CHANNEL:
        raise refuse(50001)
    if any(not have & bit for bit in wanted):
        raise refuse(50013)


def speaking(channel: Json) -> Permission:
    """The permission that sending a message in this channel asks for."""
    return (
        Permission.SEND_MESSAGES_IN_THREADS
        if channel["type"] in THREADS
        else Permission.SEND_MESSAGES
    )


def can_see(world: ServerState, channel: Json, user_id: str) -> bool:
    """Whether a user sees this channel."""
    return bool(in_channel(world, channel, user_id) & Permission.VIEW_CHANNEL)


def visible_to_bots(world: ServerState, channel: Json) -> list[str]:
    """The ids of the bots that see a channel."""
    if channel["type"] == ChannelType.DM:
        return [channel["bot"]]
    return [bot for bot in world.guild_bots(channel["guild_id"]) if can_see(world, channel, bot)]
