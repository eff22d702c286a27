"""Routes of threads: start, members, lists."""

from __future__ import annotations

from typing import Any

from sandbox.rest.base import Call, RestResponse, route
from sandbox.rest.messages import channel_of, message_of
from sandbox.services import channels
from sandbox.state import payloads
from sandbox.state.errors import api_error, raise_if_any
from sandbox.state.model import THREADS, ChannelType, Json, Permission
from sandbox.state.permissions import can_see, require_permissions
from sandbox.validation import schema

MEMBERS = "/channels/{channel_id}/thread-members"


@route("POST", "/channels/{channel_id}/messages/{message_id}/threads", "create_thread_from_message")
async def thread_from_message(call: Call) -> Any:
    """Start a thread on a message; raises 160004 if the message already has a thread."""
    channel = channel_of(call, Permission.CREATE_PUBLIC_THREADS)
    message = message_of(call, channel)
    kind, minutes = int(ChannelType.PUBLIC_THREAD), call.body.get("auto_archive_duration")
    made = channels.start_thread(
        call.world, channel, call.bot["id"], call.body["name"], kind, minutes, message
    )
    return RestResponse(201, payloads.channel(call.world, made, call.bot["id"]))


@route("POST", "/channels/{channel_id}/threads", "create_thread", checks_request=False)
async def create_thread(call: Call) -> Any:
    """Start a thread without a message; private by default, as on Discord."""
    raise_if_any(schema.errors_by_schema("CreateTextThreadWithoutMessageRequest", call.body))
    kind = call.body.get("type") or int(ChannelType.PRIVATE_THREAD)
    private = kind == ChannelType.PRIVATE_THREAD
    bit = Permission.CREATE_PRIVATE_THREADS if private else Permission.CREATE_PUBLIC_THREADS
    channel, minutes = channel_of(call, bit), call.body.get("auto_archive_duration")
    made = channels.start_thread(
        call.world, channel, call.bot["id"], call.body["name"], kind, minutes
    )
    return RestResponse(201, payloads.channel(call.world, made, call.bot["id"]))


def thread_of(call: Call) -> Json:
    """Return the thread that the path names; raises 50024 if it is not a thread."""
    channel = channel_of(call)
    if channel["type"] not in THREADS:
        raise api_error(50024)
    return channel


@route("GET", MEMBERS, "list_thread_members")
async def list_members(call: Call) -> Any:
    """Return the members of a thread."""
    thread = thread_of(call)
    return [payloads.thread_member(thread, user) for user in thread["members"]]


@route("PUT", f"{MEMBERS}/@me", "join_thread")
async def join(call: Call) -> Any:
    """Add the bot to a thread."""
    channels.join(call.world, thread_of(call), call.bot["id"])


@route("DELETE", f"{MEMBERS}/@me", "leave_thread")
async def leave(call: Call) -> Any:
    """Remove the bot from a thread."""
    channels.leave(call.world, thread_of(call), call.bot["id"])


@route("GET", f"{MEMBERS}/{{user_id}}", "get_thread_member")
async def get_member(call: Call) -> Any:
    """Return one member of a thread; raises 10007 if the user is not a member."""
    thread = thread_of(call)
    if call.path["user_id"] not in thread["members"]:
        raise api_error(10007)
    return payloads.thread_member(thread, call.path["user_id"])


@route("PUT", f"{MEMBERS}/{{user_id}}", "add_thread_member")
async def add_member(call: Call) -> Any:
    """Add a user to a thread; requires SEND_MESSAGES_IN_THREADS.

    Raises 10013 for an unknown user.
    """
    thread = thread_of(call)
    require_permissions(call.world, thread, call.bot["id"], Permission.SEND_MESSAGES_IN_THREADS)
    channels.join(call.world, thread, call.world.user(call.path["user_id"])["id"])


@route("DELETE", f"{MEMBERS}/{{user_id}}", "delete_thread_member")
async def remove_member(call: Call) -> Any:
    """Remove a user from a thread; requires MANAGE_THREADS."""
    thread = thread_of(call)
    require_permissions(call.world, thread, call.bot["id"], Permission.MANAGE_THREADS)
    channels.leave(call.world, thread, call.path["user_id"])


def _listed(call: Call, found: list[Json]) -> Json:
    visible = [thread for thread in found if can_see(call.world, thread, call.bot["id"])]
    memberships = [
        payloads.thread_member(thread, call.bot["id"])
        for thread in visible
        if call.bot["id"] in thread["members"]
    ]
    return {
        "threads": [payloads.channel(call.world, thread) for thread in visible],
        "members": memberships,
        "has_more": False,
    }


@route("GET", "/guilds/{guild_id}/threads/active", "get_active_guild_threads")
async def active(call: Call) -> Any:
    """Return a guild's threads that are not archived."""
    guild = call.world.guild(call.path["guild_id"])
    all_threads = call.world.channels_of(guild["id"], threads=True)
    listed = _listed(
        call, [thread for thread in all_threads if not thread["thread_metadata"]["archived"]]
    )
    return {key: listed[key] for key in ("threads", "members", "has_more")}


@route("GET", "/channels/{channel_id}/threads/archived/public", "list_public_archived_threads")
async def archived(call: Call) -> Any:
    """Return a channel's archived public threads, the last archived first."""
    channel = channel_of(call, Permission.READ_MESSAGE_HISTORY)
    threads_of_channel = [
        thread
        for thread in call.world.channels_of(channel["guild_id"], threads=True)
        if thread["parent_id"] == channel["id"]
    ]
    archived_threads = [
        thread
        for thread in threads_of_channel
        if thread["thread_metadata"]["archived"] and thread["type"] != ChannelType.PRIVATE_THREAD
    ]
    return _listed(
        call,
        sorted(
            archived_threads,
            key=lambda thread: str(thread["thread_metadata"]["archive_timestamp"]),
            reverse=True,
        ),
    )
