"""Routes of messages in channels.

Each handler checks the bot's permissions, then calls the services.
"""

from __future__ import annotations

from typing import Any

from sandbox.rest.base import Call, route
from sandbox.services import channels, messages
from sandbox.state import payloads, rate_limits
from sandbox.state.errors import ApiError, FieldError, api_error, invalid_form_body
from sandbox.state.model import (
    MESSAGE_CHANNELS,
    THREADS,
    ChannelType,
    Intent,
    Json,
    MessageType,
    Permission,
)
from sandbox.state.permissions import require_permissions, send_permission, visible_to_bots

MESSAGES = "/channels/{channel_id}/messages"
MESSAGE = "/channels/{channel_id}/messages/{message_id}"


def channel_of(call: Call, *wanted: Permission) -> Json:
    """Return the channel that the path names.

    Raises 10003, 50001 or 50013 unless the bot sees the channel and has the `wanted` permissions.
    """
    channel = call.world.channel(call.path["channel_id"])
    require_permissions(call.world, channel, call.bot["id"], *wanted)
    return channel


def message_of(call: Call, channel: Json) -> Json:
    """Return the message that the request's path names.

    Raises 10008 if the channel has no such message, or only an ephemeral one.
    """
    doc = call.world.store.message(call.path["message_id"])
    if doc is None or doc["channel_id"] != channel["id"] or doc["ephemeral_for"] is not None:
        raise api_error(10008)
    return doc


@route("GET", MESSAGES, "list_messages")
async def list_messages(call: Call) -> Any:
    """Return messages of a channel, newest first; `limit` is 1 to 100 (default 50).

    Without READ_MESSAGE_HISTORY the list is empty, as on Discord.
    """
    channel, limit = channel_of(call), call.number("limit", 50, 1, 100)
    try:
        require_permissions(call.world, channel, call.bot["id"], Permission.READ_MESSAGE_HISTORY)
    except ApiError:
        return []
    before, after, around = (call.snowflake(key) for key in ("before", "after", "around"))
    store = call.world.store
    if around:
        older = store.messages(channel["id"], limit // 2, before=str(int(around) + 1))
        newer = store.messages(channel["id"], limit - len(older), after=around)
        return [payloads.message(call.world, message) for message in [*newer, *older]]
    return [
        payloads.message(call.world, message)
        for message in store.messages(channel["id"], limit, before, after)
    ]


@route("GET", MESSAGE, "get_message")
async def get_message(call: Call) -> Any:
    """Return one message."""
    return payloads.message(
        call.world, message_of(call, channel_of(call, Permission.READ_MESSAGE_HISTORY))
    )


@route("POST", MESSAGES, "create_message")
async def create_message(call: Call) -> Any:
    """Send a message.

    Raises 50001 or 50013 for missing permissions, 50008 for a channel type without messages, and
    50007 for a closed DM.
    """
    channel, body = call.world.channel(call.path["channel_id"]), call.body
    wanted = [send_permission(channel)]
    if body.get("embeds"):
        wanted.append(Permission.EMBED_LINKS)
    if call.files:
        wanted.append(Permission.ATTACH_FILES)
    if body.get("message_reference"):
        wanted.append(Permission.READ_MESSAGE_HISTORY)
    require_permissions(call.world, channel, call.bot["id"], *wanted)
    if channel["type"] not in MESSAGE_CHANNELS:
        raise api_error(50008)
    if channel["type"] == ChannelType.DM and not _accepts_dms(call, channel["user"]):
        raise api_error(50007)
    if (
        earlier := messages.message_with_nonce(call.world, channel, call.bot["id"], body)
    ) is not None:
        return payloads.message(call.world, earlier)
    doc = messages.new(call.world, channel, call.bot["id"])
    if body.get("message_reference"):
        _make_reply(call, channel, doc, body["message_reference"])
    channels.unarchive(call.world, channel, call.bot["id"])
    return payloads.message(call.world, messages.create(call.world, doc, body, call.files))


def _accepts_dms(call: Call, user: str) -> bool:
    return bool(call.world.users[user]["dms_open"]) and call.world.share_guild(user, call.bot["id"])


def _make_reply(call: Call, channel: Json, doc: Json, reference: Json) -> None:
    """Turn the message `doc` into a reply, as the request's `reference` says."""
    target = call.world.store.message(str(reference["message_id"]))
    if (
        target is None
        or target["channel_id"] != channel["id"]
        or target["ephemeral_for"] is not None
    ):
        if reference.get("fail_if_not_exists", True):
            raise invalid_form_body(
                [FieldError(("message_reference",), "REPLIES_UNKNOWN_MESSAGE", "Unknown message")]
            )
        return
    doc["type"] = int(MessageType.REPLY)
    doc["reference"] = {"channel_id": channel["id"], "message_id": target["id"]}
    if "guild_id" in channel:
        doc["reference"]["guild_id"] = channel["guild_id"]


@route("PATCH", MESSAGE, "update_message")
async def update_message(call: Call) -> Any:
    """Edit a message of the bot.

    Raises 50005 for a message of another author, 50083 in an archived thread, 30046 for too
    many edits of old messages.
    """
    channel = channel_of(call)
    doc = message_of(call, channel)
    if doc["author_id"] != call.bot["id"]:
        raise api_error(50005)
    if channel["type"] in THREADS and channel["thread_metadata"]["archived"]:
        raise api_error(50083)
    if call.files:
        require_permissions(call.world, channel, call.bot["id"], Permission.ATTACH_FILES)
    if rate_limits.is_old(doc["timestamp"], call.world.clock.now()):
        call.count_against_limit(rate_limits.OLD_EDITS, channel["id"], error=30046)
    return payloads.message(call.world, messages.edit(call.world, doc, call.body, call.files))


@route("DELETE", MESSAGE, "delete_message")
async def delete_message(call: Call) -> Any:
    """Delete a message.

    A message of another author requires MANAGE_MESSAGES, and can't be deleted in a DM.
    """
    channel = channel_of(call)
    doc = message_of(call, channel)
    if doc["author_id"] != call.bot["id"]:
        if channel["type"] == ChannelType.DM:
            raise api_error(50003)
        require_permissions(call.world, channel, call.bot["id"], Permission.MANAGE_MESSAGES)
    messages.delete(call.world, doc)


@route("POST", f"{MESSAGES}/bulk-delete", "bulk_delete_messages")
async def bulk_delete(call: Call) -> Any:
    """Delete 2 to 100 messages at once; missing ones are skipped.

    Raises 50016 for another number of messages.
    """
    channel = channel_of(call, Permission.MANAGE_MESSAGES)
    ids = [str(message_id) for message_id in call.body["messages"]]
    if not 2 <= len(ids) <= 100:
        raise api_error(50016)
    docs = [call.world.store.message(message_id) for message_id in ids]
    to_delete = [
        doc
        for doc in docs
        if doc and doc["channel_id"] == channel["id"] and doc["ephemeral_for"] is None
    ]
    messages.delete_many(call.world, channel, to_delete)


@route("POST", "/channels/{channel_id}/typing", "trigger_typing_indicator")
async def typing(call: Call) -> Any:
    """Show the typing indicator of the bot."""
    channel = call.world.channel(call.path["channel_id"])
    require_permissions(call.world, channel, call.bot["id"], send_permission(channel))
    call.world.tell_page({"t": "typing", "channel": channel["id"], "user": call.bot["id"]})
    now = int(call.world.clock.now().timestamp())
    payload = {"channel_id": channel["id"], "user_id": call.bot["id"], "timestamp": now}
    kind = (
        Intent.DIRECT_MESSAGE_TYPING
        if channel["type"] == ChannelType.DM
        else Intent.GUILD_MESSAGE_TYPING
    )
    call.world.tell_bots(visible_to_bots(call.world, channel), "TYPING_START", payload, kind)
