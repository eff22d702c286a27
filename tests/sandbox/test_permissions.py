"""Permissions as Discord computes them."""

from __future__ import annotations

from sandbox import Sandbox
from sandbox.client import UserClient
from sandbox.state.model import Permission
from sandbox.state.permissions import in_channel


def test_who_may_not_send_may_not_embed_nor_attach_either(sandbox: Sandbox, ana: UserClient):
    world = sandbox.world
    guild = next(iter(world.guilds.values()))
    channel = next(c for c in world.channels_of(guild["id"]) if c["type"] == 0)
    someone = next(user for user in guild["members"] if user not in (guild["owner_id"], ana.id))
    before = in_channel(world, channel, someone)
    for bit in (Permission.SEND_MESSAGES, Permission.EMBED_LINKS, Permission.ATTACH_FILES):
        assert before & bit, "everybody may do that here before"
    deny = [
        {"id": guild["id"], "type": 0, "allow": "0", "deny": str(int(Permission.SEND_MESSAGES))}
    ]
    after = in_channel(world, {**channel, "permission_overwrites": deny}, someone)
    assert not after & (
        Permission.SEND_MESSAGES
        | Permission.EMBED_LINKS
        | Permission.ATTACH_FILES
        | Permission.MENTION_EVERYONE
    )
    assert after & Permission.VIEW_CHANNEL, "what has nothing to do with speaking stays"


def test_what_one_role_allows_in_a_channel_no_other_role_denies(sandbox: Sandbox, ana: UserClient):
    world = sandbox.world
    guild = next(iter(world.guilds.values()))
    channel = next(c for c in world.channels_of(guild["id"]) if c["type"] == 0)
    someone = next(user for user in guild["members"] if user not in (guild["owner_id"], ana.id))
    send = str(int(Permission.SEND_MESSAGES))
    guild = {
        **guild,
        "members": {
            **guild["members"],
            someone: {**guild["members"][someone], "roles": ["1", "2"]},
        },
    }
    world.guilds[guild["id"]] = guild
    roles = [
        {"id": "1", "type": 0, "allow": send, "deny": "0"},
        {"id": "2", "type": 0, "allow": "0", "deny": send},
    ]
    assert (
        in_channel(world, {**channel, "permission_overwrites": roles}, someone)
        & Permission.SEND_MESSAGES
    )
    both = [*roles, {"id": someone, "type": 1, "allow": "0", "deny": send}]
    assert (
        not in_channel(world, {**channel, "permission_overwrites": both}, someone)
        & Permission.SEND_MESSAGES
    )


def test_a_direct_message_belongs_to_two(sandbox: Sandbox, ana: UserClient):
    channel = {"id": "1", "type": 1, "user": ana.id, "bot": sandbox.world.bots()[0]["id"]}
    stranger = UserClient(sandbox, "Bruno").id
    assert in_channel(sandbox.world, channel, ana.id) & Permission.VIEW_CHANNEL
    assert not in_channel(sandbox.world, channel, stranger), "nobody else sees it"
