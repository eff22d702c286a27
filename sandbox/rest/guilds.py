"""Routes of guilds, their channels, roles and members."""

from __future__ import annotations

from typing import Any

from sandbox.rest.base import Call, route
from sandbox.state import payloads
from sandbox.state.errors import api_error
from sandbox.state.model import Json


def guild_of(call: Call) -> Json:
    """Return the guild that the path names.

    Raises 10004 for an unknown guild and 50001 if the bot is not in it.
    """
    guild = call.world.guild(call.path["guild_id"])
    if call.bot["id"] not in guild["members"]:
        raise api_error(50001)
    return guild


@route("GET", "/guilds/{guild_id}", "get_guild")
async def get_guild(call: Call) -> Any:
    """Return a guild, with member counts if requested."""
    guild = guild_of(call)
    counts = {
        "approximate_member_count": len(guild["members"]),
        "approximate_presence_count": len(guild["members"]),
    }
    return payloads.guild(guild) | (counts if call.flag("with_counts") else {})


@route("GET", "/guilds/{guild_id}/channels", "list_guild_channels")
async def list_channels(call: Call) -> Any:
    """Return a guild's channels, without threads."""
    return [
        payloads.channel(call.world, channel)
        for channel in call.world.channels_of(guild_of(call)["id"])
    ]


@route("GET", "/guilds/{guild_id}/roles", "list_guild_roles")
async def list_roles(call: Call) -> Any:
    """Return a guild's roles."""
    return [payloads.role(role) for role in guild_of(call)["roles"]]


@route("GET", "/guilds/{guild_id}/members", "list_guild_members")
async def list_members(call: Call) -> Any:
    """Return at most `limit` (1 to 1000, default 1) members of a guild, ordered by id.

    Only members with an id above `after` are returned.
    """
    guild = guild_of(call)
    limit, after = call.number("limit", 1, 1, 1000), call.number("after", 0, 0, 1 << 63)
    ids = sorted((member_id for member_id in guild["members"] if int(member_id) > after), key=int)
    return [payloads.member(call.world, guild, member_id) for member_id in ids[:limit]]


@route("GET", "/guilds/{guild_id}/members/search", "search_guild_members")
async def search_members(call: Call) -> Any:
    """Return at most `limit` members (1 to 1000, default 1) whose name starts with `query`.

    Case is ignored.
    """
    guild, name_start = guild_of(call), call.query.get("query", "").lower()
    users = [call.world.users[member_id] for member_id in guild["members"]]
    found = [
        user
        for user in users
        if (user["global_name"] or user["username"]).lower().startswith(name_start)
    ]
    return [
        payloads.member(call.world, guild, user["id"])
        for user in found[: call.number("limit", 1, 1, 1000)]
    ]


@route("GET", "/guilds/{guild_id}/members/{user_id}", "get_guild_member")
async def get_member(call: Call) -> Any:
    """Return one member of a guild.

    Raises 10013 for an unknown user and 10007 if the user is not a member.
    """
    guild, user = guild_of(call), call.world.user(call.path["user_id"])
    if user["id"] not in guild["members"]:
        raise api_error(10007)
    return payloads.member(call.world, guild, user["id"])
