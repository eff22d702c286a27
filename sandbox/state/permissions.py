"""Permissions of a member in a channel, computed as on Discord: roles, then overwrites."""

from __future__ import annotations

from sandbox.state.errors import api_error
from sandbox.state.model import (
    ALL_PERMISSIONS,
    DM_PERMISSIONS,
    THREADS,
    ChannelType,
    Json,
    Permission,
)
from sandbox.state.server_state import ServerState

# permissions that a user who may not send messages doesn't have either
NEEDS_SENDING = (
    Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.MENTION_EVERYONE
    | Permission.SEND_TTS_MESSAGES
)


def in_guild(guild: Json, user_id: str) -> Permission:
    """Return a member's permissions in the guild, without overwrites."""
    if guild["owner_id"] == user_id:
        return ALL_PERMISSIONS
    role_ids = {guild["id"], *guild["members"][user_id]["roles"]}
    bits = Permission(0)
    for role in guild["roles"]:
        if role["id"] in role_ids:
            bits |= Permission(role["permissions"])
    return ALL_PERMISSIONS if bits & Permission.ADMINISTRATOR else bits


def in_channel(world: ServerState, channel: Json, user_id: str) -> Permission:
    """Return a user's permissions in a channel; none for a user who is not in the guild or DM."""
    if channel["type"] == ChannelType.DM:
        return DM_PERMISSIONS if user_id in (channel["user"], channel["bot"]) else Permission(0)
    guild = world.guilds[channel["guild_id"]]
    if user_id not in guild["members"]:
        return Permission(0)
    bits = in_guild(guild, user_id)
    if bits == ALL_PERMISSIONS:
        return bits
    is_thread = channel["type"] in THREADS
    channel_with_overwrites = (
        world.channels.get(channel["parent_id"], channel) if is_thread else channel
    )
    bits = _overwritten(
        bits, channel_with_overwrites.get("permission_overwrites", []), guild, user_id
    )
    if is_thread and channel["type"] == ChannelType.PRIVATE_THREAD:
        is_hidden = user_id not in channel["members"] and not bits & Permission.MANAGE_THREADS
        bits = Permission(0) if is_hidden else bits
    if not bits & Permission.VIEW_CHANNEL:
        return Permission(0)
    send_bit = Permission.SEND_MESSAGES_IN_THREADS if is_thread else Permission.SEND_MESSAGES
    return bits if bits & send_bit else bits & ~NEEDS_SENDING


def _overwritten(bits: Permission, overwrites: list[Json], guild: Json, user_id: str) -> Permission:
    """Apply a channel's permission overwrites in Discord's order: everyone, roles, the member."""
    roles = guild["members"][user_id]["roles"]
    for group in ([guild["id"]], roles, [user_id]):
        found = [overwrite for overwrite in overwrites if overwrite["id"] in group]
        for overwrite in found:
            bits &= ~Permission(int(overwrite["deny"]))
        for overwrite in found:
            bits |= Permission(int(overwrite["allow"]))
    return bits


def require_permissions(
    world: ServerState, channel: Json, user_id: str, *wanted: Permission
) -> None:
    """Raise 50001 if the channel is invisible, 50013 if a permission is missing."""
    have = in_channel(world, channel, user_id)
    if not have & Permission.VIEW_CHANNEL:
        raise api_error(50001)
    if any(not have & bit for bit in wanted):
        raise api_error(50013)


def send_permission(channel: Json) -> Permission:
    """Return the permission that sending a message in this channel requires."""
    return (
        Permission.SEND_MESSAGES_IN_THREADS
        if channel["type"] in THREADS
        else Permission.SEND_MESSAGES
    )


def can_see(world: ServerState, channel: Json, user_id: str) -> bool:
    """Return whether a user sees this channel."""
    return bool(in_channel(world, channel, user_id) & Permission.VIEW_CHANNEL)


def visible_to_bots(world: ServerState, channel: Json) -> list[str]:
    """Return the ids of the bots that see a channel."""
    if channel["type"] == ChannelType.DM:
        return [channel["bot"]]
    return [bot for bot in world.guild_bots(channel["guild_id"]) if can_see(world, channel, bot)]
