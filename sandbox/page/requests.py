"""Handlers of the page's requests, by the request's name (PROTOCOL.md).

Each handler gets the sandbox and the request's fields (`asked`), and returns the data of the
answer.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from sandbox.page import user_actions
from sandbox.page.context import SandboxContext
from sandbox.services import channels, messages
from sandbox.state import payloads
from sandbox.state.errors import PersonError
from sandbox.state.model import LOCALES, ChannelType, Intent, Json
from sandbox.state.server_state import ServerState, page_user

RequestHandler = Callable[[SandboxContext, Json], Any]
HANDLERS: dict[str, RequestHandler] = {}
# fields of every request: number, name, acting user, language
ENVELOPE = ("id", "do", "user", "speaks")


def fields(asked: Json) -> Json:
    """Return a request's own fields, without those of every request (`ENVELOPE`)."""
    return {key: value for key, value in asked.items() if key not in ENVELOPE}


def handler(name: str) -> Callable[[RequestHandler], RequestHandler]:
    """Register the decorated function as the handler of a request, by its name."""

    def register(function: RequestHandler) -> RequestHandler:
        HANDLERS[name] = function
        return function

    return register


# -- messages ------------------------------------------------------------------------------------
@handler("history")
def history(sandbox: SandboxContext, asked: Json) -> Any:
    """Return messages of a channel as the user sees them.

    The result has `messages`, and in `more` whether there are older ones.
    """
    limit = max(1, min(200, int(asked.get("limit") or 50)))
    found, more = user_actions.history(
        sandbox.world, asked["user"], asked["channel"], asked.get("before"), limit
    )
    return {
        "messages": [messages.page_message(sandbox.world, message) for message in found],
        "more": more,
    }


@handler("send")
def send(sandbox: SandboxContext, asked: Json) -> Any:
    """Send a message and return it."""
    doc = user_actions.send(sandbox.world, asked["user"], asked["channel"], str(asked["content"]))
    return messages.page_message(sandbox.world, doc)


@handler("read")
def read(sandbox: SandboxContext, asked: Json) -> Any:
    """Mark a channel as read up to and including a message."""
    user_actions.read(sandbox.world, asked["user"], asked["channel"], asked["message"])


@handler("dismiss")
def dismiss(sandbox: SandboxContext, asked: Json) -> Any:
    """Dismiss an ephemeral message."""
    user_actions.dismiss(sandbox.world, asked["user"], asked["message"])


@handler("dm")
def dm(sandbox: SandboxContext, asked: Json) -> Any:
    """Open a DM."""
    doc = user_actions.open_dm(sandbox.world, asked["user"], asked["bot"])
    return payloads.channel(sandbox.world, doc) | {"user": doc["user"], "bot": doc["bot"]}


# -- interactions --------------------------------------------------------------------------------
@handler("press")
def press(sandbox: SandboxContext, asked: Json) -> Any:
    """Press a button and return the interaction's id."""
    flow = sandbox.interactions
    doc = user_actions.press(
        flow, asked["user"], asked["channel"], asked["message"], asked["custom_id"]
    )
    return {"interaction": doc["id"]}


@handler("select")
def select(sandbox: SandboxContext, asked: Json) -> Any:
    """Choose in a select menu and return the interaction's id."""
    flow, values = sandbox.interactions, asked["values"]
    doc = user_actions.select(
        flow, asked["user"], asked["channel"], asked["message"], asked["custom_id"], values
    )
    return {"interaction": doc["id"]}


@handler("command")
def command(sandbox: SandboxContext, asked: Json) -> Any:
    """Send a slash command and return the interaction's id."""
    flow, options = sandbox.interactions, asked.get("options")
    doc = user_actions.command(flow, asked["user"], asked["channel"], asked["command"], options)
    return {"interaction": doc["id"]}


@handler("autocomplete")
async def autocomplete(sandbox: SandboxContext, asked: Json) -> Any:
    """Return the bot's suggestions; waits 3 seconds at most, as Discord does."""
    flow, options = sandbox.interactions, asked.get("options")
    return {
        "choices": await user_actions.autocomplete(
            flow, asked["user"], asked["channel"], asked["command"], options
        )
    }


@handler("modal")
def modal(sandbox: SandboxContext, asked: Json) -> Any:
    """Submit a modal and return the interaction's id."""
    doc = user_actions.submit(
        sandbox.interactions, asked["user"], asked["interaction"], asked["components"]
    )
    return {"interaction": doc["id"]}


# -- users, guilds, bots, channels ---------------------------------------------------------------
@handler("user.add")
def user_add(sandbox: SandboxContext, asked: Json) -> Any:
    """Add a user to all guilds and tell the bots."""
    world = sandbox.world
    user = world.add_user(
        str(asked["name"]),
        _locale(asked.get("locale") or "es-ES"),
        language_chosen=bool(asked.get("locale")),
    )
    for guild in world.guilds.values():
        user_actions.announce_member(world, guild, user["id"])
        _push_guild(sandbox, guild)
    return page_user(user)


@handler("user.set")
def user_set(sandbox: SandboxContext, asked: Json) -> Any:
    """Change a user's name, language, or whether the DMs are open."""
    user = sandbox.world.person(asked["user"])
    if asked.get("locale") is not None:  # empty: use the page's language
        user["chosen"] = bool(asked["locale"])
        user["locale"] = _locale(asked["locale"] or user["locale"])
    if asked.get("dms_open") is not None:
        user["dms_open"] = bool(asked["dms_open"])
    if asked.get("name") is not None:
        name = str(asked["name"]).strip()
        if not 1 <= len(name) <= 32:
            raise PersonError("A name has 1 to 32 characters.")
        user["global_name"] = name
    sandbox.world.save_user(user)
    return page_user(user)


def _locale(locale: Any) -> str:
    if locale not in LOCALES:
        raise PersonError("Discord does not know the language {locale}.", locale=locale)
    return str(locale)


@handler("guild.add")
def guild_add(sandbox: SandboxContext, asked: Json) -> Any:
    """Add a guild with one channel; all users and all bots become its members."""
    world = sandbox.world
    owner = world.person(asked["user"]) if asked.get("user") else world.people()[0]
    guild = world.add_guild(
        str(asked["name"]), owner["id"], _locale(asked.get("speaks") or "es-ES")
    )
    channels.create(world, guild, "general")
    world.invite_bots(guild)
    for bot in world.guild_bots(guild["id"]):
        _send_guild_create(world, guild, bot)
    return _push_guild(sandbox, guild, "create")


@handler("guild.leave")
def guild_leave(sandbox: SandboxContext, asked: Json) -> Any:
    """Remove a user from a guild."""
    return _push_guild(
        sandbox, user_actions.leave_guild(sandbox.world, asked["user"], asked["guild"])
    )


@handler("guild.join")
def guild_join(sandbox: SandboxContext, asked: Json) -> Any:
    """Add a user to a guild."""
    return _push_guild(
        sandbox, user_actions.join_guild(sandbox.world, asked["user"], asked["guild"])
    )


def _push_guild(sandbox: SandboxContext, guild: Json, op: str = "update") -> Json:
    """Push a guild to the pages and return it as pushed; `op` is the kind of change."""
    shaped = sandbox.page.guild(guild)
    sandbox.world.tell_page({"t": "guild", "op": op, "guild": shaped})
    return shaped


def _send_guild_create(world: ServerState, guild: Json, bot: str) -> None:
    """Send a bot GUILD_CREATE for a guild that it has joined.

    As on Discord, the field `unavailable` is missing. Discord sends that field only for a guild
    that was unavailable before: after an outage, or at the start of a session.
    """
    payload = {
        key: value
        for key, value in payloads.guild_create(world, guild, bot, False).items()
        if key != "unavailable"
    }
    world.tell_bots([bot], "GUILD_CREATE", payload, Intent.GUILDS)


@handler("bot.add")
def bot_add(sandbox: SandboxContext, asked: Json) -> Any:
    """Register a bot that runs in another program; add it to all guilds.

    From now on it may log in with the token `asked["token"]`.
    """
    token = str(asked["token"]).strip()
    if not 1 <= len(token) <= 200:
        raise PersonError("A token has 1 to 200 characters.")
    bot = sandbox.world.add_bot(token)
    return {"id": bot["id"], "username": bot["username"]}


@handler("bot.leave")
def bot_leave(sandbox: SandboxContext, asked: Json) -> None:
    """Remove a bot from a guild, as an administrator would."""
    world = sandbox.world
    guild = world.guild(asked["guild"])
    world.remove_bot(guild, asked["bot"])
    world.tell_bots([asked["bot"]], "GUILD_DELETE", {"id": guild["id"]}, Intent.GUILDS)


@handler("bot.invite")
def bot_invite(sandbox: SandboxContext, asked: Json) -> None:
    """Add a bot to a guild."""
    world = sandbox.world
    guild, bot = world.guild(asked["guild"]), world.user(asked["bot"])
    world.invite_bot(guild, bot)
    _send_guild_create(world, guild, bot["id"])


@handler("channel.add")
def channel_add(sandbox: SandboxContext, asked: Json) -> Any:
    """Add a channel; a text channel by default."""
    guild = sandbox.world.guild(asked["guild"])
    kind = ChannelType(asked.get("type") or 0)
    doc = channels.create(
        sandbox.world, guild, str(asked["name"]), kind, parent=asked.get("parent")
    )
    return payloads.channel(sandbox.world, doc)


@handler("channel.delete")
def channel_delete(sandbox: SandboxContext, asked: Json) -> Any:
    """Delete a channel or thread. Raises `PersonError` for a DM."""
    doc = sandbox.world.channel(asked["channel"])
    if doc["type"] == ChannelType.DM:
        raise PersonError("A private channel cannot be deleted.")
    channels.delete(sandbox.world, doc)
    return payloads.channel(sandbox.world, doc)


@handler("channel.archive")
def channel_archive(sandbox: SandboxContext, asked: Json) -> Any:
    """Archive or unarchive a thread."""
    doc = sandbox.world.channel(asked["channel"])
    if "thread_metadata" not in doc:
        raise PersonError("Only threads can be archived.")
    return payloads.channel(
        sandbox.world,
        channels.set_thread(sandbox.world, doc, {"archived": bool(asked["archived"])}),
    )


@handler("message.delete")
def message_delete(sandbox: SandboxContext, asked: Json) -> Any:
    """Delete any message, as an administrator would."""
    doc = sandbox.store.message(asked["message"])
    if doc is None:
        raise PersonError("This message no longer exists.")
    shaped = messages.page_message(sandbox.world, doc)
    messages.delete(sandbox.world, doc)
    return shaped


# -- developer tools -----------------------------------------------------------------------------
@handler("clock")
def clock(sandbox: SandboxContext, asked: Json) -> Any:
    """Move the clock forward, or back to real time."""
    if asked.get("reset"):
        sandbox.reset_clock()
    else:
        seconds = float(asked["advance"])
        if not 0 <= seconds <= 366 * 86400:
            raise PersonError("The clock goes forward, at most a year at a time.")
        sandbox.advance(seconds)
    return sandbox.page.clock()


@handler("faults")
async def faults(sandbox: SandboxContext, asked: Json) -> Any:
    """Switch faults on and off (`Faults.set`); faults that are not named don't change.

    `asked["missing"]` has, by channel id, the names of the permissions to revoke.
    """
    wanted = fields(asked)
    revoked = wanted.pop("missing", None) or {}
    before = sandbox.faults.drop_gateway
    sandbox.faults.set(wanted)
    for channel, names in revoked.items():
        doc = sandbox.world.channel(channel)
        if sorted(channels.denied_permissions(sandbox.world, doc)) != sorted(names):
            channels.revoke(sandbox.world, doc, names)
    sandbox.gateway.refuses_connections, sandbox.gateway.close_code = (
        sandbox.faults.drop_gateway,
        sandbox.faults.close_code,
    )
    if sandbox.faults.drop_gateway and not before:
        await sandbox.gateway.drop_connections()
    shown = sandbox.page.faults()
    sandbox.world.tell_page({"t": "faults"} | shown)
    return shown


@handler("gateway")
def gateway(sandbox: SandboxContext, asked: Json) -> Awaitable[None] | None:
    """Disturb the gateway connections of all bots once.

    Ask them to reconnect (op 7), invalidate their sessions (op 9), or drop the connections.
    """
    match asked["op"]:
        case "reconnect":
            sandbox.gateway.ask_reconnect()
        case "invalid":
            sandbox.gateway.invalidate()
        case "drop":
            return sandbox.gateway.drop_connections()
        case _:
            raise PersonError("The gateway knows reconnect, invalid and drop.")
    return None


@handler("api")
def api(sandbox: SandboxContext, asked: Json) -> Any:  # noqa: ARG001 - all handlers have the same signature
    """Return the last 50 API calls, oldest first: method, path, status, milliseconds."""
    return list(sandbox.api.calls)
