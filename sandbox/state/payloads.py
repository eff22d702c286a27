"""Conversion of the sandbox's documents to Discord's objects, for bots and page."""

from __future__ import annotations

from typing import Any

from sandbox.state.model import THREADS, ChannelType, Json, MessageFlag, MessageType
from sandbox.state.permissions import in_channel, in_guild
from sandbox.state.server_state import ServerState

COMMUNITY = ["COMMUNITY"]  # guild feature; only such guilds have a language that bots can rely on
NO_SUCH_USER = {"username": "borrado", "global_name": None, "bot": False}


def user(world: ServerState, user_id: str) -> Json:
    """Return a user object; for an unknown id, the object of a deleted user."""
    doc = world.users.get(user_id, NO_SUCH_USER)
    shaped: Json = {
        "id": user_id, "username": doc["username"], "discriminator": "0000" if doc["bot"] else "0",
        "global_name": doc["global_name"], "avatar": None, "banner": None, "accent_color": None,
        "avatar_decoration_data": None, "collectibles": None, "primary_guild": None, "public_flags": 0, "flags": 0,
    }  # fmt: skip
    return shaped | {"bot": True} if doc["bot"] else shaped


def me(world: ServerState, bot: Json) -> Json:
    """Return the bot's own user object."""
    private = {"mfa_enabled": False, "locale": "en-US", "verified": True, "email": None}
    shaped = user(world, bot["id"]) | private
    del shaped["primary_guild"]
    return shaped


def application(world: ServerState, bot: Json) -> Json:
    """Return the bot's application object."""
    owner = next(iter(world.people()), bot)
    return {
        "id": bot["id"], "name": bot["username"], "icon": None, "description": "", "type": None,
        "bot": user(world, bot["id"]), "bot_public": True, "bot_require_code_grant": False, "verify_key": "0" * 64,
        "flags": 0, "flags_new": "0", "redirect_uris": [], "interactions_endpoint_url": None,
        "role_connections_verification_url": None, "owner": user(world, owner["id"]), "team": None,
        "approximate_guild_count": len(world.guilds), "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0, "explicit_content_filter": 0, "eligible_oauth2_scopes": [],
        "integration_types_config": {"0": {}},
    }  # fmt: skip


def member(world: ServerState, guild: Json, user_id: str) -> Json:
    """Return a guild member object."""
    doc = guild["members"][user_id]
    return {
        "user": user(world, user_id), "nick": None, "avatar": None, "banner": None, "roles": doc["roles"],
        "joined_at": doc["joined_at"], "premium_since": None, "communication_disabled_until": None, "pending": False,
        "flags": 0, "deaf": False, "mute": False,
    }  # fmt: skip


def role(doc: Json) -> Json:
    """Return a role object."""
    shaped: Json = {
        "id": doc["id"], "name": doc["name"], "permissions": str(doc["permissions"]), "position": doc["position"],
        "color": 0, "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None}, "hoist": False,
        "managed": "bot_id" in doc, "mentionable": False, "icon": None, "unicode_emoji": None, "flags": 0,
    }  # fmt: skip
    return shaped | {"tags": {"bot_id": doc["bot_id"]}} if "bot_id" in doc else shaped


def guild(doc: Json) -> Json:
    """Return a guild object as `GET /guilds/{id}` does."""
    nothing = (
        "icon description home_header splash discovery_splash banner application_id afk_channel_id system_channel_id "
        "widget_channel_id vanity_url_code rules_channel_id safety_alerts_channel_id public_updates_channel_id "
        "incidents_data"
    )
    return dict.fromkeys(nothing.split()) | {
        "id": doc["id"], "name": doc["name"], "owner_id": doc["owner_id"], "features": COMMUNITY, "region": "deprecated",
        "afk_timeout": 300, "system_channel_flags": 0, "widget_enabled": False, "verification_level": 0,
        "roles": [role(role_doc) for role_doc in doc["roles"]], "default_message_notifications": 0, "mfa_level": 0,
        "explicit_content_filter": 0, "max_presences": None, "max_members": 500000,
        "max_stage_video_channel_users": 50, "max_video_channel_users": 25, "premium_tier": 0,
        "premium_subscription_count": 0, "preferred_locale": doc["locale"], "premium_progress_bar_enabled": False,
        "nsfw": False, "nsfw_level": 0, "emojis": [], "stickers": [],
    }  # fmt: skip


def guild_create(world: ServerState, doc: Json, bot_id: str, all_members: bool) -> Json:
    """Return the GUILD_CREATE event: guild with channels, threads and members.

    Without `all_members`, the bot is the only member in it.
    """
    members = list(doc["members"]) if all_members else [bot_id]
    threads = [
        thread
        for thread in world.channels_of(doc["id"], threads=True)
        if not thread["thread_metadata"]["archived"]
    ]
    return guild(doc) | {
        "joined_at": doc["members"][bot_id]["joined_at"], "large": False, "unavailable": False,
        "member_count": len(doc["members"]), "voice_states": [], "presences": [], "stage_instances": [],
        "guild_scheduled_events": [], "soundboard_sounds": [],
        "members": [member(world, doc, member_id) for member_id in members],
        "channels": [channel(world, channel_doc) for channel_doc in world.channels_of(doc["id"])],
        "threads": [channel(world, thread, bot_id) for thread in threads],
    }  # fmt: skip


def my_guild(doc: Json, bot_id: str) -> Json:
    """Return a guild as `GET /users/@me/guilds` does."""
    shaped: Json = {
        "id": doc["id"],
        "name": doc["name"],
        "icon": None,
        "banner": None,
        "features": COMMUNITY,
    }
    return shaped | {
        "owner": doc["owner_id"] == bot_id,
        "permissions": str(int(in_guild(doc, bot_id))),
    }


def channel(world: ServerState, doc: Json, viewer: str | None = None) -> Json:
    """Return a channel, thread or DM object; a thread contains the membership of `viewer`."""
    shaped: Json = {
        "id": doc["id"],
        "type": doc["type"],
        "flags": 0,
        "last_message_id": doc.get("last_message_id"),
    }
    if doc["type"] == ChannelType.DM:
        return shaped | {"recipients": [user(world, doc["user"])]}
    shaped |= {"guild_id": doc["guild_id"], "name": doc["name"], "parent_id": doc["parent_id"]}
    shaped["rate_limit_per_user"] = 0
    if doc["type"] in THREADS:
        shaped |= {
            key: doc[key]
            for key in ("owner_id", "thread_metadata", "message_count", "total_message_sent")
        }
        shaped["member_count"] = min(50, len(doc["members"]))
        if viewer is not None and viewer in doc["members"]:
            shaped["member"] = thread_member(doc, viewer)
        return shaped
    shaped |= {
        "position": doc["position"],
        "permission_overwrites": doc["permission_overwrites"],
        "nsfw": False,
    }
    if doc["type"] in (ChannelType.VOICE, ChannelType.STAGE):
        shaped |= {"bitrate": 64000, "user_limit": 0, "rtc_region": None}
    elif doc["type"] == ChannelType.FORUM:
        shaped |= {
            "available_tags": [],
            "default_reaction_emoji": None,
            "default_sort_order": None,
            "default_forum_layout": 0,
        }
    return shaped | {"topic": doc["topic"]} if doc["type"] != ChannelType.CATEGORY else shaped


def thread_member(doc: Json, user_id: str) -> Json:
    """Return a thread member object."""
    return {
        "id": doc["id"],
        "user_id": user_id,
        "join_timestamp": doc["members"][user_id],
        "flags": 0,
    }


def interaction_channel(world: ServerState, doc: Json, user_id: str) -> Json:
    """Return the channel object of an interaction, with the user's permissions."""
    return channel(world, doc) | {"permissions": str(int(in_channel(world, doc, user_id)))}


def attachment(world: ServerState, doc: Json, channel_id: str) -> Json:
    """Return an attachment object, with the server's current URL."""
    url = f"{world.base}/cdn/attachments/{channel_id}/{doc['id']}/{doc['filename']}"
    return {key: value for key, value in doc.items() if value is not None} | {
        "url": url,
        "proxy_url": url,
    }


def message(world: ServerState, doc: Json) -> Json:
    """Return a message object.

    Attachments that an embed or a V2 component shows are not in its list of attachments.
    """
    files = {
        file["filename"]: attachment(world, file, doc["channel_id"]) for file in doc["attachments"]
    }
    shown_names: set[str] = set()
    embeds = [_resolve(world, embed, files, shown_names, media=False) for embed in doc["embeds"]]
    components = _resolve(world, doc["components"], files, shown_names, media=True)
    shaped: Json = {
        "id": doc["id"], "channel_id": doc["channel_id"], "type": doc["type"], "content": doc["content"],
        "author": user(world, doc["author_id"]), "timestamp": doc["timestamp"],
        "edited_timestamp": doc["edited_timestamp"], "flags": doc["flags"], "tts": doc["tts"], "pinned": False,
        "mention_everyone": doc["mention_everyone"], "mention_roles": doc["mention_roles"],
        "mentions": [user(world, u) for u in doc["mentions"]],
        "attachments": [file for name, file in files.items() if name not in shown_names],
        "embeds": embeds, "components": components,
    }  # fmt: skip
    if doc["nonce"] is not None:
        shaped["nonce"] = doc["nonce"]
    if doc["interaction"]:
        shaped |= {"application_id": doc["author_id"], "webhook_id": doc["author_id"]}
        shaped |= _metadata(world, doc)
    if doc["reference"]:
        shaped |= _reference(world, doc)
    thread = world.channels.get(doc["id"]) if doc["flags"] & MessageFlag.HAS_THREAD else None
    return shaped | {"thread": channel(world, thread)} if thread else shaped


def _metadata(world: ServerState, doc: Json) -> Json:
    made_by = doc["interaction"]
    data: Json = {
        "id": made_by["id"],
        "type": made_by["kind"],
        "user": user(world, made_by["user_id"]),
    }
    data["authorizing_integration_owners"] = made_by["owners"]
    if made_by["kind"] == 3:
        data["interacted_message_id"] = made_by["message_id"]
    if made_by["kind"] == 5:
        trigger = {"id": made_by["trigger"], "type": 3 if made_by["message_id"] else 2}
        trigger |= {"user": data["user"], "authorizing_integration_owners": made_by["owners"]}
        if made_by["message_id"]:
            trigger["interacted_message_id"] = made_by["message_id"]
        data["triggering_interaction_metadata"] = trigger
    shaped: Json = {"interaction_metadata": data}
    if made_by["kind"] == 2:
        old = {"id": made_by["id"], "type": 2, "name": made_by["name"], "user": data["user"]}
        shaped["interaction"] = old
    return shaped


def _reference(world: ServerState, doc: Json) -> Json:
    reference = {"type": 0, **doc["reference"]}
    shaped: Json = {"message_reference": reference}
    if doc["type"] in (MessageType.REPLY, MessageType.THREAD_STARTER):
        target = world.store.message(reference["message_id"])
        shaped["referenced_message"] = (
            message(world, target | {"reference": None}) if target else None
        )
    return shaped


def _resolve(
    world: ServerState, node: Any, files: dict[str, Json], used: set[str], *, media: bool
) -> Any:
    """Return `node` with every {"url": "attachment://name"} replaced by URL, size and type.

    `files` are the attachments by name; the names that are found are added to `used`. `media`: the
    node belongs to V2 components, whose media items (also external ones) get an id.
    """
    if isinstance(node, list):
        return [_resolve(world, part, files, used, media=media) for part in node]
    if not isinstance(node, dict):
        return node
    node = {key: _resolve(world, value, files, used, media=media) for key, value in node.items()}
    # a media item with an external picture; a link button has a URL too, but also a type
    if media and "url" in node and "type" not in node:
        node = {"id": "0", "proxy_url": node["url"]} | node
    if isinstance(node.get("file"), dict):
        node |= _file_facts(node["file"], files)
    for key in ("url", "icon_url"):
        url = node.get(key)
        if not isinstance(url, str):
            continue
        if url.startswith("cdn://"):
            node[key] = f"{world.base}/cdn/{url[6:]}"
        if url.startswith("attachment://") and (found := files.get(url[13:])):
            used.add(url[13:])
            _attach(node, key, found, media=media)
    return node


def _file_facts(file: Json, files: dict[str, Json]) -> Json:
    """Return the fields `name` and `size` of a V2 file component.

    `file` is the component's media; `files` are the message's attachments by name.
    """
    shown = next(
        (attached for attached in files.values() if attached["id"] == file.get("attachment_id")),
        None,
    )
    return {"name": shown["filename"], "size": shown["size"]} if shown else {"name": "", "size": 0}


def _attach(node: Json, key: str, found: Json, *, media: bool) -> None:
    """Set `node[key]` to the URL of the attachment `found`.

    If the key is "url", also set what Discord adds: proxy URL, width, height, content type, and
    the description of an embed's image. With `media` (the item of a media component, not of an
    embed), also set the attachment's id.
    """
    node[key] = found["url"]
    if key == "url":
        facts = ("proxy_url", "width", "height", "content_type")
        node |= {name: found[name] for name in facts if name in found}
        if not media and "description" in found:  # the embed's own description has priority
            node.setdefault("description", found["description"])
    if media:
        node |= {"id": found["id"], "attachment_id": found["id"]}
    elif key == "icon_url":
        node["proxy_icon_url"] = found["url"]


def command(doc: Json) -> Json:
    """Return an application command object without nulls, except `default_member_permissions`."""
    return {
        key: value
        for key, value in doc.items()
        if value is not None or key == "default_member_permissions"
    }
