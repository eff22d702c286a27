"""Operations on messages: each is checked as a whole, stored, and sent to page and bots.

A message is a document (`new` lists its fields), which `payloads.message` converts to Discord's
object. `body` is always the JSON body of a request, `files` its uploaded files by number.
"""

from __future__ import annotations

import itertools
from datetime import timedelta
from typing import Any

from sandbox.services import mentions, uploads
from sandbox.state import payloads
from sandbox.state.errors import api_error, raise_if_any
from sandbox.state.model import (
    SELECTS,
    THREADS,
    ChannelType,
    Component,
    Intent,
    Json,
    MessageFlag,
    MessageType,
    Permission,
)
from sandbox.state.permissions import can_see, in_channel, visible_to_bots
from sandbox.state.server_state import ServerState, iso
from sandbox.validation import message_rules

# a message is known by its nonce for this time, and while it is among the channel's last messages
NONCE_LIFETIME, NONCE_MAX_MESSAGES = timedelta(minutes=5), 100
# flags that a bot may set
SETTABLE = (
    MessageFlag.SUPPRESS_EMBEDS | MessageFlag.SUPPRESS_NOTIFICATIONS | MessageFlag.COMPONENTS_V2
)
MENU_DEFAULTS = {"min_values": 1, "max_values": 1}
# default values of components, by type
DEFAULTS: dict[int, Json] = dict.fromkeys(SELECTS, MENU_DEFAULTS) | {
    Component.CONTAINER: {"accent_color": None, "spoiler": False}, Component.SEPARATOR: {"divider": True, "spacing": 1},
    Component.FILE: {"spoiler": False}, Component.THUMBNAIL: {"spoiler": False, "description": None},
}  # fmt: skip


def new(world: ServerState, channel: Json, author_id: str, **changes: Any) -> Json:
    """Return a message document with default values, overwritten by `changes`.

    Fields besides Discord's own:

    - `author_id`: id of the user or bot that wrote the message
    - `interaction`: the interaction that the message answers (`interactions.origin_fields`), or
      None
    - `reference`: the message that the message replies to, or None
    - `ephemeral_for`: id of the only user who sees the message, or None
    - `attachments`: all attachments, also those that embeds show
    """
    doc: Json = {
        "id": world.new_id(), "channel_id": channel["id"], "author_id": author_id, "type": int(MessageType.DEFAULT),
        "content": "", "embeds": [], "components": [], "attachments": [], "mentions": [], "mention_roles": [],
        "mention_everyone": False, "timestamp": world.now(), "edited_timestamp": None, "flags": 0, "tts": False,
        "nonce": None, "reference": None, "interaction": None, "ephemeral_for": None,
    }  # fmt: skip
    return doc | changes


def message_with_nonce(
    world: ServerState, channel: Json, author_id: str, body: Json
) -> Json | None:
    """Return the author's recent message with the nonce in `body`.

    Return None if there is no such message, or if `body` has no `enforce_nonce`.
    """
    if not body.get("enforce_nonce") or body.get("nonce") is None:
        return None
    since = iso(world.clock.now() - NONCE_LIFETIME)
    messages_of_author = (
        doc
        for doc in world.store.messages(channel["id"], NONCE_MAX_MESSAGES)
        if doc["author_id"] == author_id
    )
    return next(
        (
            doc
            for doc in messages_of_author
            if doc["nonce"] == body["nonce"] and doc["timestamp"] >= since
        ),
        None,
    )


def create(world: ServerState, doc: Json, body: Json, files: dict[int, uploads.Upload]) -> Json:
    """Fill a document made by `new` from a request's body, check and publish it.

    Raises 50035 for invalid fields, 50006 for an empty message and 40005 for a file that is too
    large.
    """
    _fill(world, doc, body)
    doc["flags"] |= int(body.get("flags") or 0) & int(SETTABLE)
    doc["tts"], doc["nonce"] = bool(body.get("tts")), body.get("nonce")
    raise_if_any(message_rules.mentions(body))
    doc["attachments"] = uploads.updated_attachments(
        world, doc["channel_id"], doc["id"], [], body.get("attachments"), files
    )
    _verify(world, doc)
    _mention(world, doc, body)
    publish(world, doc)
    return doc


def edit(world: ServerState, doc: Json, body: Json, files: dict[int, uploads.Upload]) -> Json:
    """Edit the message `doc` and return it; fields that `body` lacks stay.

    Raises the same errors as `create`.
    """
    before = doc
    doc = doc | {"edited_timestamp": world.now(), "flags": doc["flags"] & ~MessageFlag.LOADING}
    if before["flags"] & MessageFlag.LOADING:
        doc["edited_timestamp"] = None  # replacing "thinking…" by the answer is not an edit
    _fill(world, doc, body)
    if body.get("flags") is not None:
        other_flags = doc["flags"] & ~MessageFlag.SUPPRESS_EMBEDS
        doc["flags"] = other_flags | int(body["flags"]) & int(
            MessageFlag.SUPPRESS_EMBEDS | MessageFlag.COMPONENTS_V2
        )
    raise_if_any(message_rules.mentions(body))
    listed_attachments = (body["attachments"] or []) if "attachments" in body else None
    old_attachments = before["attachments"]
    doc["attachments"] = uploads.updated_attachments(
        world, doc["channel_id"], doc["id"], old_attachments, listed_attachments, files
    )
    _verify(world, doc, old_attachments)
    if "content" in body or "components" in body or "allowed_mentions" in body:
        _mention(world, doc, body)
    uploads.delete_files(world, old_attachments, doc["attachments"])
    world.store.put_message(doc)
    _tell(world, doc, "update")
    return doc


def edit_silently(world: ServerState, doc: Json) -> None:
    """Store and send a change that is not shown as an edit, for example a started thread."""
    world.store.put_message(doc)
    _tell(world, doc, "update")


def _fill(world: ServerState, doc: Json, body: Json) -> None:
    if "content" in body:
        doc["content"] = (body["content"] or "").strip()
    if "embeds" in body:
        doc["embeds"] = [
            {"type": "rich"} | _to_stored_form(world, embed) | {"type": "rich"}
            for embed in body["embeds"] or []
        ]
    if "components" in body:
        doc["components"] = fill_in_components(_to_stored_form(world, body["components"] or []))


def _to_stored_form(world: ServerState, node: Any) -> Any:
    """Return the value without nulls, and with `cdn://` for the sandbox's own URL.

    Links to the sandbox's files then stay valid if it uses another port later.
    """
    if isinstance(node, list):
        return [_to_stored_form(world, part) for part in node if part is not None]
    if isinstance(node, dict):
        return {
            key: _to_stored_form(world, value) for key, value in node.items() if value is not None
        }
    own_url = f"{world.base}/cdn/"
    return (
        f"cdn://{node[len(own_url) :]}"
        if isinstance(node, str) and node.startswith(own_url)
        else node
    )


def fill_in_components(parts: list[Json]) -> list[Json]:
    """Fill in the missing fields of components, as Discord does.

    A component without an id gets the next free number. Other missing fields get Discord's defaults
    (`DEFAULTS`; for the items of a gallery, `spoiler` and `description`). The ids of preselected
    users, roles and channels (`default_values`) become strings.
    """
    nodes = [node for _, node in message_rules.walk(parts, ())]
    taken_ids = {node["id"] for node in nodes if node.get("id")}
    free_ids = (free_id for free_id in itertools.count(1) if free_id not in taken_ids)
    for node in nodes:
        if not node.get("id"):
            node["id"] = next(free_ids)
        for key, value in DEFAULTS.get(node["type"], {}).items():
            node.setdefault(key, value)
        for item in node.get("items") or []:
            item |= {"spoiler": item.get("spoiler", False), "description": item.get("description")}
        for chosen in node.get("default_values") or []:
            chosen["id"] = str(chosen["id"])
    return parts


def _verify(world: ServerState, doc: Json, kept: list[Json] | None = None) -> None:
    """Check the whole message; if it is invalid, delete its new files and raise the error.

    `kept` are the attachments that the message had before (None: none).
    """
    try:
        raise_if_any(message_rules.message(doc))
        if message_rules.is_empty(doc):
            raise api_error(50006)
    except Exception:
        uploads.delete_files(world, doc["attachments"], kept or [])
        raise


def _mention(world: ServerState, doc: Json, body: Json) -> None:
    channel = world.channels[doc["channel_id"]]
    everyone = bool(in_channel(world, channel, doc["author_id"]) & Permission.MENTION_EVERYONE)
    replied_user = None
    if doc["type"] == MessageType.REPLY:
        target = world.store.message(doc["reference"]["message_id"])
        if target and target["author_id"] != doc["author_id"]:
            replied_user = target["author_id"]
    mentions.set_mentions(
        world, doc, body.get("allowed_mentions"), everyone=everyone, replied_user=replied_user
    )


def publish(world: ServerState, doc: Json) -> None:
    """Store a new message, send it to page and bots, and count it as unread."""
    world.store.put_message(doc)
    channel = world.channels[doc["channel_id"]]
    if doc["ephemeral_for"] is None:
        channel["last_message_id"] = doc["id"]
        if channel["type"] in THREADS:
            channel["last_active"] = world.now()
            for user_id in doc["mentions"]:  # a mention adds the member to the thread
                if user_id in world.guilds[channel["guild_id"]]["members"]:
                    channel["members"].setdefault(user_id, world.now())
            if doc["type"] != MessageType.THREAD_STARTER:
                channel["message_count"] += 1
                channel["total_message_sent"] += 1
        world.save_channel(channel)
    _tell(world, doc, "create")
    if doc["ephemeral_for"] is None and doc["type"] not in (
        MessageType.THREAD_CREATED,
        MessageType.THREAD_STARTER,
    ):
        _count_unread(world, doc, channel)


def _count_unread(world: ServerState, doc: Json, channel: Json) -> None:
    is_dm = channel["type"] == ChannelType.DM
    for user in world.people():
        if user["id"] == doc["author_id"] or not _follows(world, channel, user["id"]):
            continue
        is_mention = is_dm or user["id"] in doc["mentions"] or doc["mention_everyone"]
        count, mentions, since = world.store.bump_unread(
            user["id"], channel["id"], doc["id"], is_mention
        )
        tell_unread(world, user["id"], channel["id"], count, mentions, since)


def _follows(world: ServerState, channel: Json, user_id: str) -> bool:
    """Return whether new messages of a channel count as unread for a user.

    The user must see the channel, and must have joined it if it is a thread.
    """
    return can_see(world, channel, user_id) and (
        channel["type"] not in THREADS or user_id in channel["members"]
    )


def tell_unread(
    world: ServerState, user: str, channel: str, count: int, pings: int, since: str | None
) -> None:
    """Push a user's unread counts of a channel to the page.

    `pings` is the number of mentions, `since` the id of the first unread message.
    """
    frame = {
        "t": "unread",
        "user": user,
        "channel": channel,
        "count": count,
        "mentions": pings,
        "since": since,
    }
    world.tell_page(frame)


def mark_read(world: ServerState, user: str, channel: Json, message_id: str | None) -> None:
    """Set a user's read marker to a message, and tell the page the unread counts.

    With `message_id` None, the marker stays and the unread messages are only counted again, as
    after a deletion.
    """
    dm = channel["type"] == ChannelType.DM
    tell_unread(
        world, user, channel["id"], *world.store.recount(user, channel["id"], message_id, dm)
    )


def delete(world: ServerState, doc: Json) -> None:
    """Delete a message with its files, and tell page and bots."""
    channel = world.channels[doc["channel_id"]]
    _remove(world, channel, doc)
    if doc["ephemeral_for"] is None:
        payload = {"id": doc["id"], "channel_id": channel["id"]} | _guild_of(channel)
        world.tell_bots(
            visible_to_bots(world, channel), "MESSAGE_DELETE", payload, _intent(channel)
        )


def delete_many(world: ServerState, channel: Json, docs: list[Json]) -> None:
    """Delete several messages of a channel; the bots get one event."""
    for doc in docs:
        _remove(world, channel, doc)
    payload = {"ids": [doc["id"] for doc in docs], "channel_id": channel["id"]} | _guild_of(channel)
    world.tell_bots(
        visible_to_bots(world, channel), "MESSAGE_DELETE_BULK", payload, _intent(channel)
    )


def _remove(world: ServerState, channel: Json, doc: Json) -> None:
    world.store.drop_message(doc["id"])
    world.tell_page({"t": "message", "op": "delete", "channel_id": channel["id"], "id": doc["id"]})
    if doc["ephemeral_for"] is not None:
        return
    if channel["type"] in THREADS and channel["message_count"]:
        channel["message_count"] -= 1
        world.save_channel(channel)
    for user in world.people():
        if user["id"] != doc["author_id"] and _follows(world, channel, user["id"]):
            mark_read(world, user["id"], channel, None)


def dismiss(world: ServerState, doc: Json) -> None:
    """Hide an ephemeral message from its user.

    As on Discord, the bot may still edit it, but the user does not see it again.
    """
    world.store.put_message(doc | {"dismissed": True})
    world.tell_page(
        {"t": "message", "op": "delete", "channel_id": doc["channel_id"], "id": doc["id"]}
    )


def page_message(world: ServerState, doc: Json) -> Json:
    """Return a message for the page: Discord's object, who sees it, and its interaction."""
    channel = world.channels[doc["channel_id"]]
    viewers = None
    if channel["type"] == ChannelType.DM:
        viewers = [channel["user"]]
    elif channel["type"] == ChannelType.PRIVATE_THREAD:
        viewers = [
            person["id"] for person in world.people() if can_see(world, channel, person["id"])
        ]
    made_by = doc["interaction"]
    answers = made_by and {
        "user": made_by["user_id"],
        "kind": made_by["kind"],
        "name": made_by["label"],
    }
    return payloads.message(world, doc) | {
        "ephemeral_for": doc["ephemeral_for"],
        "seen_by": viewers,
        "via": answers,
    }


def _tell(world: ServerState, doc: Json, op: str) -> None:
    if doc.get("dismissed"):
        return
    world.tell_page({"t": "message", "op": op, "message": page_message(world, doc)})
    if doc["ephemeral_for"] is not None:
        return
    channel = world.channels[doc["channel_id"]]
    payload = payloads.message(world, doc) | _guild_of(channel)
    guild = world.guilds.get(channel.get("guild_id", ""))
    if guild and doc["author_id"] in guild["members"]:
        payload["member"] = {
            key: value
            for key, value in payloads.member(world, guild, doc["author_id"]).items()
            if key != "user"
        }
    world.tell_bots(
        visible_to_bots(world, channel), f"MESSAGE_{op.upper()}", payload, _intent(channel)
    )


def _guild_of(channel: Json) -> Json:
    return {"guild_id": channel["guild_id"]} if "guild_id" in channel else {}


def _intent(channel: Json) -> Intent:
    return Intent.DIRECT_MESSAGES if channel["type"] == ChannelType.DM else Intent.GUILD_MESSAGES
