"""Routes of users, the bot itself, its DMs, and the gateway's URL."""

from __future__ import annotations

from typing import Any

from sandbox.rest.base import Call, route
from sandbox.state import payloads, rate_limits
from sandbox.state.errors import FieldError, api_error, invalid_form_body

GUILDS_A_SHARD = 1000  # Discord's recommendation


@route("GET", "/users/@me", "get_my_user")
async def get_me(call: Call) -> Any:
    """Return the bot's own user."""
    return payloads.me(call.world, call.bot)


@route("PATCH", "/users/@me", "update_my_user")
async def patch_me(call: Call) -> Any:
    """Rename the bot."""
    if call.body.get("username"):
        call.bot["username"] = call.body["username"]
        call.world.save_user(call.bot)
    return payloads.me(call.world, call.bot)


@route("GET", "/users/@me/guilds", "list_my_guilds")
async def my_guilds(call: Call) -> Any:
    """Return the bot's guilds."""
    mine = [
        own_guild
        for own_guild in call.world.guilds.values()
        if call.bot["id"] in own_guild["members"]
    ]
    return [payloads.my_guild(guild, call.bot["id"]) for guild in mine]


@route("POST", "/users/@me/channels", "create_dm")
async def create_dm(call: Call) -> Any:
    """Open the DM with a user, even if the user's DMs are closed.

    As on Discord, only sending a message fails then. Raises 50007 for a bot, and 40003 for too many
    new DMs.
    """
    wanted = call.body.get("recipient_id")
    if wanted is None:
        raise invalid_form_body(
            [FieldError(("recipient_id",), "BASE_TYPE_REQUIRED", "This field is required")]
        )
    user = call.world.user(str(wanted))
    if user["bot"]:
        raise api_error(50007)
    if call.world.dm_of(user["id"], call.bot["id"]) is None:
        call.count_against_limit(rate_limits.NEW_DMS, call.bot["id"], error=40003)
    return payloads.channel(call.world, call.world.dm_between(user["id"], call.bot["id"]))


@route("GET", "/users/{user_id}", "get_user")
async def get_user(call: Call) -> Any:
    """Return any user; raises 10013."""
    call.world.user(call.path["user_id"])
    return payloads.user(call.world, call.path["user_id"])


@route("GET", "/gateway", "get_gateway", auth=False)
async def gateway(call: Call) -> Any:
    """Return the gateway's URL."""
    return {"url": call.world.base.replace("http", "ws", 1) + "/gateway"}


@route("GET", "/gateway/bot", "get_bot_gateway")
async def gateway_bot(call: Call) -> Any:
    """Return the gateway's URL, the recommended number of shards and the IDENTIFYs left today."""
    world, identifies_a_day = call.world, rate_limits.IDENTIFIES_A_DAY
    identifies_left = max(0, identifies_a_day - world.identifies.get(call.bot["id"], 0))
    limit = {
        "total": identifies_a_day,
        "remaining": identifies_left,
        "reset_after": 86_400_000,
        "max_concurrency": 1,
    }
    guild_count = sum(call.bot["id"] in guild["members"] for guild in world.guilds.values())
    return await gateway(call) | {
        "shards": guild_count // GUILDS_A_SHARD + 1,
        "session_start_limit": limit,
    }
