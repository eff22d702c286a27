"""State of the sandbox: users, bots, guilds, channels, commands; and its listeners.

The documents here are the sandbox's own; `payloads` converts them to Discord's objects. Every
change is written to the store at once, then sent to the page (`on_page`) and to the bots
(`to_gateway`).
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Callable, Iterable
from datetime import datetime

from sandbox.state.clock import Clock
from sandbox.state.errors import PersonError, api_error, plain
from sandbox.state.model import (
    EPOCH_MS,
    EVERYONE,
    INVITED_BOT,
    LOCALES,
    THREADS,
    ChannelType,
    Intent,
    Json,
)
from sandbox.state.store import Store

DEFAULT_TOKEN = "sandbox"  # noqa: S105 - the default bot's token, no secret
DEFAULT_BOT = "Sobremesa"
PALETTE = ("#c8432f", "#35669b", "#d1982c", "#5a7d33", "#7a4f9a", "#2c6871", "#a8577e", "#6b5a45")


class ServerState:
    """State of the sandbox, in memory and in the store."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self.store, self.clock = store, clock
        self.base = ""  # own URL, set when the server listens
        self.users = store.all("user")
        self.guilds = store.all("guild")
        self.channels = store.all("channel")
        self.commands = store.all("command")
        self.interactions = store.all("interaction")
        self.on_page: list[Callable[[Json], None]] = []  # listeners of frames for the page
        # set by `Gateway`: sends an event to a bot; returns whether a bot receives events
        self.to_gateway: Callable[[str, str, Json, Intent], None] = lambda *_: None
        self.online: Callable[[str], bool] = lambda _: False
        self._last_id = int(store.meta("last_id", "0"))
        self.identifies: dict[str, int] = {}  # number of IDENTIFYs by bot since the start
        self._by_token = {u["token"]: u["id"] for u in self.users.values() if u.get("token")}

    # -- ids and times ---------------------------------------------------------------------------
    def new_id(self) -> str:
        """Return a new snowflake: increasing and unique, even if the clock is set back."""
        time_part = (int(self.clock.now().timestamp() * 1000) - EPOCH_MS) << 22
        self._last_id = max(self._last_id + 1, time_part)
        return str(self._last_id)

    def now(self) -> str:
        """Return the current time in Discord's format."""
        return iso(self.clock.now())

    def save_last_id(self) -> None:
        """Store the newest id, so that ids also increase after a restart with another clock."""
        self.store.set_meta("last_id", str(self._last_id))

    # -- users and bots --------------------------------------------------------------------------
    def people(self) -> list[Json]:
        """Return the human users, oldest first."""
        return [user for user in self.users.values() if not user["bot"]]

    def bots(self) -> list[Json]:
        """Return the bot users, oldest first."""
        return [user for user in self.users.values() if user["bot"]]

    def user(self, user_id: str) -> Json:
        """Return a user by id; raises 10013 for an unknown id."""
        if user_id not in self.users:
            raise api_error(10013)
        return self.users[user_id]

    def person(self, user_id: str) -> Json:
        """Return a human user by id.

        Raises `PersonError` if there is no such user or it is a bot.
        """
        user = self.users.get(user_id)
        if user is None or user["bot"]:
            raise PersonError("There is no such user.")
        return user

    def add_user(self, name: str, locale: str = "es-ES", *, language_chosen: bool = False) -> Json:
        """Create a human user who is a member of all guilds, and return the user.

        The user's language is `locale` at first. It follows the language of the page on which the
        user last acted (`adopt_page_language`), unless `language_chosen` is True.
        """
        name = name.strip()
        if not 1 <= len(name) <= 32:
            raise PersonError("A name has 1 to 32 characters.")
        username = self._free_username(re.sub(r"[^a-z0-9_.]", "", name.lower()) or "persona")
        color = PALETTE[len(self.people()) % len(PALETTE)]
        user = self._new_user(username, name, bot=False) | {
            "color": color, "locale": locale, "chosen": language_chosen, "dms_open": True,
        }  # fmt: skip
        self.save_user(user, "create")
        for guild in self.guilds.values():
            self.add_member(guild, user["id"])
        return user

    def save_user(self, user: Json, op: str = "update") -> None:
        """Store a changed user; tell the page if the user is human.

        `op` is "create" or "update".
        """
        self.users[user["id"]] = user
        self.store.put("user", user["id"], user)
        if not user["bot"]:
            self.tell_page({"t": "user", "op": op, "user": page_user(user)})

    def bot_for(self, token: str) -> Json:
        """Return the bot of a token; raises 401 for an unknown token."""
        bot_id = self._by_token.get(_digest(token))
        if bot_id is None:
            raise plain(401, "Unauthorized")
        return self.users[bot_id]

    def add_bot(self, token: str) -> Json:
        """Return the bot of this token; create one in all guilds if the token is new.

        A token that could be a name becomes the bot's name. Tokens are stored as hashes.
        """
        digest = _digest(token)
        if digest in self._by_token:
            return self.users[self._by_token[digest]]
        is_name = re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]{1,31}", token)
        name = DEFAULT_BOT if token == DEFAULT_TOKEN else token if is_name else f"Bot-{digest[:4]}"
        bot = self._new_user(self._free_username(name), None, bot=True) | {
            "token": digest,
            "color": "#5b4435",
        }
        self._by_token[digest] = bot["id"]
        self.save_user(bot)
        for guild in self.guilds.values():
            self.invite_bot(guild, bot)
        self.tell_page({"t": "bot", "id": bot["id"], "username": bot["username"], "online": False})
        return bot

    def _new_user(self, username: str, global_name: str | None, *, bot: bool) -> Json:
        return {"id": self.new_id(), "username": username, "global_name": global_name, "bot": bot}

    def _free_username(self, wanted: str) -> str:
        taken = {user["username"] for user in self.users.values()}
        names = (
            wanted if number == 1 else f"{wanted}{number}" for number in range(1, len(taken) + 2)
        )
        return next(name for name in names if name not in taken)

    def add_member(self, guild: Json, user_id: str) -> None:
        """Add a user to a guild, without roles."""
        guild["members"][user_id] = {"joined_at": self.now(), "roles": []}
        self.save_guild(guild)

    def remove_member(self, guild: Json, user_id: str) -> None:
        """Remove a user from a guild."""
        del guild["members"][user_id]
        self.save_guild(guild)

    def share_guild(self, user_id: str, bot_id: str) -> bool:
        """Return whether a user and a bot share a guild, which a DM requires."""
        return any({user_id, bot_id} <= guild["members"].keys() for guild in self.guilds.values())

    def invite_bot(self, guild: Json, bot: Json) -> None:
        """Add a bot, with a role of its own, to a guild that it is not in."""
        if bot["id"] in guild["members"]:
            return
        role = new_role(self.new_id(), bot["username"], int(INVITED_BOT), len(guild["roles"])) | {
            "bot_id": bot["id"]
        }
        guild["roles"].append(role)
        guild["members"][bot["id"]] = {"joined_at": self.now(), "roles": [role["id"]]}
        self.save_guild(guild)

    def remove_bot(self, guild: Json, bot_id: str) -> None:
        """Remove a bot and its role from a guild; the bot's messages stay."""
        guild["roles"] = [role for role in guild["roles"] if role.get("bot_id") != bot_id]
        guild["members"].pop(bot_id, None)
        self.save_guild(guild)

    # -- guilds ----------------------------------------------------------------------------------
    def guild(self, guild_id: str) -> Json:
        """Return a guild by id; raises 10004 for an unknown id."""
        if guild_id not in self.guilds:
            raise api_error(10004)
        return self.guilds[guild_id]

    def adopt_page_language(self, user_id: str, locale: str) -> None:
        """Set a user's language to `locale`, the language of the page on which the user acts.

        Does nothing if the user has chosen a language.
        """
        user = self.users.get(user_id)
        if (
            user is not None
            and locale in LOCALES
            and not user["bot"]
            and not user["chosen"]
            and user["locale"] != locale
        ):
            self.save_user(user | {"locale": locale})

    def add_guild(self, name: str, owner_id: str, locale: str = "es-ES") -> Json:
        """Create a guild and return it; all human users of the sandbox are members.

        The guild has no channels yet, and no bots until `invite_bots` is called. `owner_id` is the
        user id of its owner, `locale` its language.
        """
        name = name.strip()
        if not 2 <= len(name) <= 100:
            raise PersonError("A server's name has 2 to 100 characters.")
        guild_id = self.new_id()
        guild: Json = {
            "id": guild_id,
            "name": name,
            "owner_id": owner_id,
            "locale": locale,
            "members": {},
        }
        guild["roles"] = [new_role(guild_id, "@everyone", int(EVERYONE), 0)]
        self.save_guild(guild)
        for user in self.people():
            self.add_member(guild, user["id"])
        return guild

    def invite_bots(self, guild: Json) -> None:
        """Add all bots to a guild, each with a role of its own."""
        for bot in self.bots():
            self.invite_bot(guild, bot)

    def save_guild(self, guild: Json) -> None:
        """Store a changed guild."""
        self.guilds[guild["id"]] = guild
        self.store.put("guild", guild["id"], guild)

    def channels_of(self, guild_id: str, *, threads: bool = False) -> list[Json]:
        """Return a guild's channels or, with `threads`, its threads, in order."""
        found = [
            channel
            for channel in self.channels.values()
            if channel.get("guild_id") == guild_id and (channel["type"] in THREADS) == threads
        ]
        return sorted(found, key=lambda channel: (channel.get("position", 0), int(channel["id"])))

    # -- channels --------------------------------------------------------------------------------
    def channel(self, channel_id: str) -> Json:
        """Return a channel, thread or DM by id; raises 10003 for an unknown id."""
        if channel_id not in self.channels:
            raise api_error(10003)
        return self.channels[channel_id]

    def save_channel(self, channel: Json) -> None:
        """Store a changed channel without announcing it."""
        self.channels[channel["id"]] = channel
        self.store.put("channel", channel["id"], channel)

    def dm_of(self, user_id: str, bot_id: str) -> Json | None:
        """Return the DM of a user and a bot; None if it was never opened."""
        dms = (channel for channel in self.channels.values() if channel["type"] == ChannelType.DM)
        return next(
            (channel for channel in dms if (channel["user"], channel["bot"]) == (user_id, bot_id)),
            None,
        )

    def dm_between(self, user_id: str, bot_id: str) -> Json:
        """Return the DM of a user and a bot, created if needed."""
        existing = self.dm_of(user_id, bot_id)
        if existing is not None:
            return existing
        channel = {"id": self.new_id(), "type": int(ChannelType.DM), "user": user_id, "bot": bot_id}
        channel["last_message_id"] = None
        self.save_channel(channel)
        pushed = {"id": channel["id"], "user": user_id, "bot": bot_id, "type": int(ChannelType.DM)}
        self.tell_page({"t": "channel", "op": "create", "channel": pushed, "guild_id": None})
        return channel

    # -- announcing ------------------------------------------------------------------------------
    def tell_page(self, frame: Json) -> None:
        """Push a frame to all open pages and in-process listeners."""
        for listener in list(self.on_page):
            listener(frame)

    def tell_bots(self, bots: Iterable[str], event: str, payload: Json, intents: Intent) -> None:
        """Send a gateway event to the bots in `bots` that have one of the `intents`."""
        for bot_id in bots:
            self.to_gateway(bot_id, event, payload, intents)

    def guild_bots(self, guild_id: str) -> list[str]:
        """Return the ids of the bots in a guild."""
        return [
            member_id
            for member_id in self.guilds[guild_id]["members"]
            if self.users[member_id]["bot"]
        ]


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def new_role(role_id: str, name: str, permissions: int, position: int) -> Json:
    """Return a role's document.

    `permissions` are bits; `position` counts from the lowest (0: @everyone).
    """
    return {"id": role_id, "name": name, "permissions": permissions, "position": position}


def page_user(user: Json) -> Json:
    """Return the fields of a user that the page gets (PROTOCOL.md)."""
    return {
        key: user[key]
        for key in ("id", "username", "global_name", "color", "locale", "chosen", "dms_open")
    }


def iso(moment: datetime) -> str:
    """Return a time in Discord's format: ISO 8601 with microseconds and offset."""
    return moment.isoformat(timespec="microseconds")


def new_token() -> str:
    """Return an unguessable interaction token."""
    return secrets.token_urlsafe(48)
