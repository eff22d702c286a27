"""Routes of channels and their permission overwrites."""

from __future__ import annotations

from typing import Any

from sandbox.rest.base import Call, RestResponse, route
from sandbox.services import channels
from sandbox.state import payloads
from sandbox.state.errors import api_error, raise_if_any
from sandbox.state.model import THREADS, ChannelType, Json, Permission
from sandbox.state.permissions import require_permissions
from sandbox.validation import schema


@route("GET", "/channels/{channel_id}", "get_channel")
async def get_channel(call: Call) -> Any:
    """Return a channel, thread or DM.

    Raises 10003 for an unknown channel and 50001 if the bot can't see it.
    """
    channel = call.world.channel(call.path["channel_id"])
    require_permissions(call.world, channel, call.bot["id"])
    return payloads.channel(call.world, channel, call.bot["id"])


@route("PATCH", "/channels/{channel_id}", "update_channel", checks_request=False)
async def update_channel(call: Call) -> Any:
    """Change a channel (name, topic, position, parent, overwrites) or a thread."""
    channel, bot = call.world.channel(call.path["channel_id"]), call.bot["id"]
    if channel["type"] == ChannelType.DM:
        raise api_error(50024)
    if channel["type"] in THREADS:
        return _update_thread(call, channel, bot)
    raise_if_any(schema.errors_by_schema("UpdateGuildChannelRequestPartial", call.body))
    require_permissions(call.world, channel, bot, Permission.MANAGE_CHANNELS)
    changes = {
        key: call.body[key] for key in ("name", "position") if call.body.get(key) is not None
    }
    changes |= {key: call.body[key] for key in ("topic", "parent_id") if key in call.body}
    if call.body.get("permission_overwrites") is not None:
        require_permissions(call.world, channel, bot, Permission.MANAGE_ROLES)
        changes["permission_overwrites"] = [
            _overwrite(overwrite["id"], overwrite)
            for overwrite in call.body["permission_overwrites"]
        ]
    return payloads.channel(call.world, channels.change(call.world, channel, **changes), bot)


def _update_thread(call: Call, thread: Json, bot: str) -> Json:
    raise_if_any(schema.errors_by_schema("UpdateThreadRequestPartial", call.body))
    require_permissions(call.world, thread, bot)
    wants = {key for key, value in call.body.items() if value is not None}
    locked = thread["thread_metadata"]["locked"]
    owner_may = (
        thread["owner_id"] == bot
        and not locked
        and wants <= {"name", "archived", "auto_archive_duration"}
    )
    if not owner_may:
        require_permissions(call.world, thread, bot, Permission.MANAGE_THREADS)
    if thread["thread_metadata"]["archived"] and call.body.get("archived") is not False:
        raise api_error(50083)
    return payloads.channel(call.world, channels.set_thread(call.world, thread, call.body), bot)


def _overwrite(target: Any, body: Json) -> Json:
    bits = {key: str(body.get(key) or 0) for key in ("allow", "deny")}
    return {"id": str(target), "type": int(body.get("type") or 0)} | bits


@route("DELETE", "/channels/{channel_id}", "delete_channel")
async def delete_channel(call: Call) -> Any:
    """Delete a channel or thread and return it; for a DM, only return it."""
    channel, bot = call.world.channel(call.path["channel_id"]), call.bot["id"]
    if channel["type"] == ChannelType.DM:
        return payloads.channel(call.world, channel)
    bit = Permission.MANAGE_THREADS if channel["type"] in THREADS else Permission.MANAGE_CHANNELS
    require_permissions(call.world, channel, bot, bit)
    shaped = payloads.channel(call.world, channel, bot)
    channels.delete(call.world, channel)
    return shaped


@route(
    "PUT", "/channels/{channel_id}/permissions/{overwrite_id}", "set_channel_permission_overwrite"
)
async def set_overwrite(call: Call) -> Any:
    """Set the permission overwrite of a role or member in a channel."""
    channel = call.world.channel(call.path["channel_id"])
    require_permissions(call.world, channel, call.bot["id"], Permission.MANAGE_ROLES)
    target = call.path["overwrite_id"]
    others = [
        overwrite for overwrite in channel["permission_overwrites"] if overwrite["id"] != target
    ]
    channels.change(
        call.world, channel, permission_overwrites=[*others, _overwrite(target, call.body)]
    )


@route(
    "DELETE",
    "/channels/{channel_id}/permissions/{overwrite_id}",
    "delete_channel_permission_overwrite",
)
async def delete_overwrite(call: Call) -> Any:
    """Delete a permission overwrite, if there is one."""
    channel = call.world.channel(call.path["channel_id"])
    require_permissions(call.world, channel, call.bot["id"], Permission.MANAGE_ROLES)
    others = [
        overwrite
        for overwrite in channel["permission_overwrites"]
        if overwrite["id"] != call.path["overwrite_id"]
    ]
    channels.change(call.world, channel, permission_overwrites=others)


@route("POST", "/guilds/{guild_id}/channels", "create_guild_channel")
async def create_guild_channel(call: Call) -> Any:
    """Create a channel, by default for text; requires MANAGE_CHANNELS."""
    guild, body = call.world.guild(call.path["guild_id"]), call.body
    from_guild = {"type": int(ChannelType.TEXT), "guild_id": guild["id"], "parent_id": None}
    require_permissions(call.world, from_guild, call.bot["id"], Permission.MANAGE_CHANNELS)
    kind, parent = body.get("type") or 0, body.get("parent_id") and str(body["parent_id"])
    made = channels.create(call.world, guild, body["name"], kind, parent, body.get("topic"))
    return RestResponse(201, payloads.channel(call.world, made))
