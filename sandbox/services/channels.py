"""Operations on channels and threads: each change is stored and sent to page and bots."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from sandbox.services import messages
from sandbox.state import payloads
from sandbox.state.errors import PersonError, api_error
from sandbox.state.model import (
    THREADS,
    ChannelType,
    Intent,
    Json,
    MessageFlag,
    MessageType,
    Permission,
)
from sandbox.state.permissions import in_channel, visible_to_bots
from sandbox.state.server_state import ServerState


def create(
    world: ServerState,
    guild: Json,
    name: str,
    kind: int = ChannelType.TEXT,
    parent: str | None = None,
    topic: str | None = None,
) -> Json:
    """Create a channel at the end of the guild's list and return it.

    `kind` is its type, `parent` the id of its category (None: none). As on Discord, a text
    channel's name becomes lower case with dashes.
    """
    if parent is not None and world.channels.get(parent, {}).get("type") != ChannelType.CATEGORY:
        raise PersonError("The parent must be a category.")
    name = (
        name.strip()
        if kind in (ChannelType.CATEGORY, ChannelType.VOICE)
        else "-".join(name.lower().split())
    )
    if not 1 <= len(name) <= 100:
        raise PersonError("A channel's name has 1 to 100 characters.")
    doc: Json = {
        "id": world.new_id(), "type": int(kind), "guild_id": guild["id"], "name": name, "parent_id": parent,
        "topic": topic, "position": len(world.channels_of(guild["id"])), "permission_overwrites": [],
        "last_message_id": None,
    }  # fmt: skip
    world.save_channel(doc)
    announce(world, doc, "create")
    return doc


def change(world: ServerState, doc: Json, **changes: Any) -> Json:
    """Change fields of a channel or thread, and send the change to page and bots.

    Bots that can't see the channel any more after the change are told as well. Returns the channel.
    """
    could_see = visible_to_bots(world, doc)
    doc.update(changes)
    world.save_channel(doc)
    announce(world, doc, "update", could_see)
    return doc


def delete(world: ServerState, doc: Json) -> None:
    """Delete a channel with its messages and threads."""
    threads = [
        thread
        for thread in world.channels_of(doc["guild_id"], threads=True)
        if thread["parent_id"] == doc["id"]
    ]
    bots_that_saw_it = visible_to_bots(world, doc)
    for deleted in [*threads, doc]:
        world.channels.pop(deleted["id"], None)
        world.store.drop("channel", deleted["id"])
        world.store.drop_channel_messages(deleted["id"])
        world.tell_page(
            {
                "t": "channel",
                "op": "delete",
                "channel": payloads.channel(world, deleted),
                "guild_id": doc["guild_id"],
            }
        )
    for child in [
        channel_of_guild
        for channel_of_guild in world.channels_of(doc["guild_id"])
        if channel_of_guild["parent_id"] == doc["id"]
    ]:
        change(world, child, parent_id=None)
    if doc["type"] in THREADS:
        payload = {key: doc[key] for key in ("id", "guild_id", "parent_id", "type")}
        world.tell_bots(bots_that_saw_it, "THREAD_DELETE", payload, Intent.GUILDS)
    else:
        world.tell_bots(
            bots_that_saw_it, "CHANNEL_DELETE", payloads.channel(world, doc), Intent.GUILDS
        )


def announce(world: ServerState, doc: Json, op: str, also: list[str] | None = None) -> None:
    """Send a created or changed channel or thread to page and bots.

    `op` is "create" or "update". Only bots that see the channel are told, and those whose ids are
    in `also`.
    """
    shaped = payloads.channel(world, doc)
    world.tell_page({"t": "channel", "op": op, "channel": shaped, "guild_id": doc["guild_id"]})
    family = "THREAD" if doc["type"] in THREADS else "CHANNEL"
    for bot in dict.fromkeys([*visible_to_bots(world, doc), *(also or [])]):
        payload = payloads.channel(world, doc, bot)
        if family == "THREAD" and op == "create":
            payload["newly_created"] = True
        world.tell_bots([bot], f"{family}_{op.upper()}", payload, Intent.GUILDS)


# -- permissions of the bots ---------------------------------------------------------------------
def denied_permissions(world: ServerState, doc: Json) -> list[str]:
    """Return the names of the permissions that a channel denies to at least one bot.

    `doc` is the channel or thread. Only its permission overwrites for bots are read.
    """
    denied = Permission(0)
    for overwrite in doc.get("permission_overwrites", []):
        # an overwrite is of a role or of a user
        if world.users.get(overwrite["id"], {}).get("bot"):
            denied |= Permission(int(overwrite["deny"]))
    return [str(bit.name) for bit in Permission if denied & bit]


def revoke(world: ServerState, doc: Json, names: list[str]) -> None:
    """Deny the permissions `names`, and no others, to all bots in a channel."""
    unknown = [name for name in names if name not in Permission.__members__]
    if unknown:
        raise PersonError("There is no permission called {name}.", name=unknown[0])
    if doc["type"] in THREADS or "guild_id" not in doc:
        raise PersonError(
            "Permissions are set on a server's channels, not on threads or private messages."
        )
    bits = Permission(0)
    for name in names:
        bits |= Permission[name]
    bots = world.guild_bots(doc["guild_id"])
    other_overwrites = [
        overwrite for overwrite in doc["permission_overwrites"] if overwrite["id"] not in bots
    ]
    bot_overwrites = (
        [{"id": bot, "type": 1, "allow": "0", "deny": str(int(bits))} for bot in bots]
        if bits
        else []
    )
    change(world, doc, permission_overwrites=other_overwrites + bot_overwrites)


# -- threads -------------------------------------------------------------------------------------
def start_thread(
    world: ServerState,
    parent: Json,
    owner: str,
    name: str,
    kind: int,
    minutes: int | None,
    message: Json | None = None,
) -> Json:
    """Start a thread in the channel `parent` and return it.

    With `message`, the thread is on this message and gets its id. `owner` is the id of the user who
    starts the thread, `kind` its channel type, and `minutes` the auto-archive duration (None:
    Discord's default). As on Discord, the message gets a flag and is copied to the top of the
    thread. A public thread without a message is announced by a system message in the channel.
    Raises 50024 for a channel without threads, and 160004 if the message has a thread already.
    """
    if parent["type"] not in (ChannelType.TEXT, ChannelType.ANNOUNCEMENT):
        raise api_error(50024)
    if message and message["id"] in world.channels:
        raise api_error(160004)
    now = world.now()
    metadata = {
        "archived": False,
        "archive_timestamp": now,
        "locked": False,
        "create_timestamp": now,
    }
    metadata["auto_archive_duration"] = minutes or 1440
    doc: Json = {
        "id": message["id"] if message else world.new_id(), "type": kind, "guild_id": parent["guild_id"], "name": name,
        "parent_id": parent["id"], "owner_id": owner, "last_message_id": None, "message_count": 0,
        "total_message_sent": 0, "members": {owner: now}, "thread_metadata": metadata, "last_active": now,
    }  # fmt: skip
    world.save_channel(doc)
    announce(world, doc, "create")
    reference = {"channel_id": doc["id"], "guild_id": doc["guild_id"]}
    if message:
        message["flags"] |= MessageFlag.HAS_THREAD
        messages.edit_silently(world, message)
        reference |= {"channel_id": parent["id"], "message_id": message["id"]}
        starter = messages.new(
            world, doc, owner, type=int(MessageType.THREAD_STARTER), reference=reference
        )
        messages.publish(world, starter)
    elif kind == ChannelType.PUBLIC_THREAD:
        system_message = messages.new(
            world,
            parent,
            owner,
            type=int(MessageType.THREAD_CREATED),
            content=name,
            reference=reference,
        )
        messages.publish(world, system_message)
    return doc


def set_thread(world: ServerState, doc: Json, changes: Json) -> Json:
    """Change those fields of a thread that `changes` contains, and return the thread.

    The fields are name, archived, locked and auto_archive_duration.
    """
    metadata = dict(doc["thread_metadata"])
    if changes.get("archived") is not None and changes["archived"] != metadata["archived"]:
        metadata |= {"archived": changes["archived"], "archive_timestamp": world.now()}
        doc["last_active"] = world.now()
    for key in ("locked", "auto_archive_duration"):
        if changes.get(key) is not None:
            metadata[key] = changes[key]
    return change(world, doc, thread_metadata=metadata, name=changes.get("name") or doc["name"])


def unarchive(world: ServerState, doc: Json, user_id: str) -> None:
    """Unarchive a thread because a user writes in it.

    Raises the `ApiError` with Discord's code 50083 if the thread is locked and the user may not
    manage threads.
    """
    if doc["type"] not in THREADS or not doc["thread_metadata"]["archived"]:
        return
    if (
        doc["thread_metadata"]["locked"]
        and not in_channel(world, doc, user_id) & Permission.MANAGE_THREADS
    ):
        raise api_error(50083)
    set_thread(world, doc, {"archived": False})


def archive_idle(world: ServerState) -> None:
    """Archive threads that were idle for longer than their auto-archive duration."""
    now = world.clock.now()
    for doc in [channel for channel in world.channels.values() if channel["type"] in THREADS]:
        metadata = doc["thread_metadata"]
        limit = timedelta(minutes=metadata["auto_archive_duration"])
        if not metadata["archived"] and now - datetime.fromisoformat(doc["last_active"]) > limit:
            set_thread(world, doc, {"archived": True})


def join(world: ServerState, doc: Json, user_id: str) -> None:
    """Add a user to a thread unless they are in it.

    As on Discord, only bots with the intent GUILD_MEMBERS get the event.
    """
    if user_id in doc["members"]:
        return
    doc["members"][user_id] = world.now()
    world.save_channel(doc)
    added = [payloads.thread_member(doc, user_id)]
    payload = {
        "id": doc["id"],
        "guild_id": doc["guild_id"],
        "member_count": len(doc["members"]),
        "added_members": added,
    }
    world.tell_bots(
        visible_to_bots(world, doc), "THREAD_MEMBERS_UPDATE", payload, Intent.GUILD_MEMBERS
    )


def leave(world: ServerState, doc: Json, user_id: str) -> None:
    """Remove a user from a thread if they are in it.

    As on Discord, only bots with the intent GUILD_MEMBERS get the event.
    """
    if doc["members"].pop(user_id, None) is None:
        return
    world.save_channel(doc)
    payload: Json = {
        "id": doc["id"],
        "guild_id": doc["guild_id"],
        "member_count": len(doc["members"]),
    }
    payload["removed_member_ids"] = [user_id]
    world.tell_bots(
        visible_to_bots(world, doc), "THREAD_MEMBERS_UPDATE", payload, Intent.GUILD_MEMBERS
    )
