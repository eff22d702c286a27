"""Mentions in a message that ping: those that `allowed_mentions` permits.

A reply can also ping the author of the message that it replies to.
"""

from __future__ import annotations

import re

from sandbox.state.model import Component, Json
from sandbox.state.server_state import ServerState
from sandbox.validation.message_rules import walk

USER, ROLE = re.compile(r"<@!?(\d+)>"), re.compile(r"<@&(\d+)>")
EVERYONE = re.compile(r"@(?:everyone|here)")


def text_of(doc: Json) -> str:
    """Return the part of a message's text that can ping.

    This is the content and the text components of a V2 layout; embeds never ping.
    """
    parts = [
        node["content"] for _, node in walk(doc["components"], ()) if node["type"] == Component.TEXT
    ]
    return "\n".join([doc["content"], *parts])


def set_mentions(
    world: ServerState,
    doc: Json,
    allowed: Json | None,
    *,
    everyone: bool,
    replied_user: str | None = None,
) -> None:
    """Set `mentions` (user ids), `mention_roles` and `mention_everyone` of a message.

    `allowed` is the request's `allowed_mentions`; without it every mention pings. `everyone` is
    True if the author has the permission to ping everyone. `replied_user` is the id of the author
    of the message that `doc` replies to; None if that author is not to be pinged.
    """
    text = text_of(doc)
    parse = {"users", "roles", "everyone"} if allowed is None else set(allowed.get("parse") or [])
    listed = {
        kind: {str(listed_id) for listed_id in (allowed or {}).get(kind) or []}
        for kind in ("users", "roles")
    }
    users = [
        user
        for user in _unique(USER.findall(text))
        if user in world.users and ("users" in parse or user in listed["users"])
    ]
    pings_replied_user = (allowed or {}).get("replied_user", allowed is None)
    if replied_user and pings_replied_user and replied_user not in users:
        users.append(replied_user)
    roles = [
        role for role in _unique(ROLE.findall(text)) if "roles" in parse or role in listed["roles"]
    ]
    doc["mentions"], doc["mention_roles"] = users, roles
    doc["mention_everyone"] = everyone and "everyone" in parse and bool(EVERYONE.search(text))


def _unique(found: list[str]) -> list[str]:
    return list(dict.fromkeys(found))
