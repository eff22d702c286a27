"""The little world of the sandbox: users, bots, guilds, channels, commands; who hears what happens in it.

Documents here are the sandbox's own (see `shape` for what Discord's clients get). Everything that changes is written
to the store at once, then told to the page (`on_page`) and to the bots (`to_gateway`).
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Callable, Iterable
from datetime import datetime

from sandbox.state.clock import Clock
from sandbox.state.errors import PersonError, plain, refuse
from sandbox.state.model import (
    EPOCH_MS,
    EVERYONE,
    INVITED,
    LOCALES,
    THREADS,
    ChannelType,
    Intent,
    Json,
)
from sandbox.state.store import Store

DEFAULT_TOKEN = "sandbox"  # noqa: S105 - the well-known name of the default bot, no secret
DEFAULT_BOT = "Sobremesa"
PALETTE = ("#c8432f", "#35669b", "#d1982c", "#5a7d33", "#7a4f9a", "#2c6871", "#a8577e", "#6b5a45")


class ServerState:
    """All that exists, in memory and in the store."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self.store, self.clock = store, clock
        self.base = ""  # the server's own URL, set when it listens
        self.users = store.all("user")
        self.guilds = store.all("guild")
        self.channels = store.all("channel")
        self.commands = store.all("command")
        self.interactions = store.all("interaction")
        self.on_page: list[Callable[[Json], None]] = []
        self.to_gateway: Callable[[str, str, Json, Intent], None] = lambda *_: None
        self.online: Callable[[str], bool] = lambda _: False
        self._last_id = int(store.meta("last_id", "0"))
        self.identifies: dict[str, int] = {}  # how often each bot has identified since the start
        self._by_token = {u["token"]: u["id"] for u in self.users.values() if u.get("token")}

    # -- ids and times -------------------------------------------------------------------------------------------
    def new_id(self) -> str:
        """A fresh snowflake: time-ordered, never given twice, even when the clock is set back."""
        moment = (int(self.clock.now().timestamp() * 1000) - EPOCH_MS) << 22
        self._last_id = max(self._last_id + 1, moment)
        return str(self._last_id)

    def now(self) -> str:
        """The present moment as Discord writes it."""
        return iso(self.clock.now())

    def save_last_id(self) -> None:
        """Keeps the newest id, so that ids go on growing after a restart with another clock."""
        self.store.set_meta("last_id", str(self._last_id))

    # -- users and bots ------------------------------------------------------------------------------------------
    def people(self) -> list[Json]:
        """The users who are persons, oldest first."""
        return [u for u in self.users.values() if not u["bot"]]

    def bots(self) -> list[Json]:
        """The users who are bots, oldest first."""
        return [u for u in self.users.values() if u["bot"]]

    def user(self, user_id: str) -> Json:
        """A user by id; raises Discord's 10013."""
        if user_id not in self.users:
            raise refuse(10013)
        return self.users[user_id]

    def person(self, user_id: str) -> Json:
        """A person by id; raises `PersonError`, for a bot too."""
        user = self.users.get(user_id)
        if user is None or user["bot"]:
            raise PersonError("There is no such user.")
        return user

    def add_user(self, name: str, locale: str = "es-ES", *, chosen: bool = False) -> Json:
        """A new person, member of every guild; they speak as the page does on which they act unless the language is `chosen`."""
        name = name.strip()
        if not 1 <= len(name) <= 32:
            raise PersonError("A name has 1 to 32 characters.")
        username = self._free_username(re.sub(r"[^a-z0-9_.]", "", name.lower()) or "persona")
        color = PALETTE[len(self.people()) % len(PALETTE)]
        user = self._new_user(username, name, bot=False) | {
            "color": color, "locale": locale, "chosen": chosen, "dms_open": True,
        }  # fmt: skip
        self.save_user(user, "create")
        for guild in self.guilds.values():
            self.add_member(guild, user["id"])
        return user

    def save_user(self, user: Json, op: str = "update") -> None:
        """Keeps a changed user and tells the page."""
        self.users[user["id"]] = user
        self.store.put("user", user["id"], user)
        if not user["bot"]:
            self.tell_page({"t": "user", "op": op, "user": page_user(user)})

    def bot_for(self, token: str) -> Json:
        """The bot that this token identifies; raises 401 for a token that nobody was given."""
        known = self._by_token.get(_digest(token))
        if known is None:
            raise plain(401, "Unauthorized")
        return self.users[known]

    def add_bot(self, token: str) -> Json:
        """A bot of this token, in every guild; named after it where it is a name. Tokens are kept as hashes."""
        digest = _digest(token)
        if digest in self._by_token:
            return self.users[self._by_token[digest]]
        speaking = re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]{1,31}", token)
        name = DEFAULT_BOT if token == DEFAULT_TOKEN else token if speaking else f"Bot-{digest[:4]}"
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
        taken = {u["username"] for u in self.users.values()}
        names = (wanted if n == 1 else f"{wanted}{n}" for n in range(1, len(taken) + 2))
        return next(name for name in names if name not in taken)

    def add_member(self, guild: Json, user_id: str) -> None:
        """Make a person a member of a guild, without roles."""
        guild["members"][user_id] = {"joined_at": self.now(), "roles": []}
        self.save_guild(guild)

    def remove_member(self, guild: Json, user_id: str) -> None:
        """Take a person out of a guild."""
        del guild["members"][user_id]
        self.save_guild(guild)

    def meet(self, user_id: str, bot_id: str) -> bool:
        """Return whether a person and a bot share a guild: others cannot write to each other."""
        return any({user_id, bot_id} <= guild["members"].keys() for guild in self.guilds.values())

    def invite_bot(self, guild: Json, bot: Json) -> None:
        """Lets a bot in, with a role of its own; one that is there stays as it is."""
        if bot["id"] in guild["members"]:
            return
        role = new_role(self.new_id(), bot["username"], int(INVITED), len(guild["roles"])) | {
            "bot_id": bot["id"]
        }
        guild["roles"].append(role)
        guild["members"][bot["id"]] = {"joined_at": self.now(), "roles": [role["id"]]}
        self.save_guild(guild)

    def remove_bot(self, guild: Json, bot_id: str) -> None:
        """Sends a bot out, its role with it; what it wrote stays."""
        guild["roles"] = [role for role in guild["roles"] if role.get("bot_id") != bot_id]
        guild["members"].pop(bot_id, None)
        self.save_guild(guild)

    # -- guilds --------------------------------------------------------------------------------------------------
    def guild(self, guild_id: str) -> Json:
        """A guild by id; raises Discord's 10004."""
        if guild_id not in self.guilds:
            raise refuse(10004)
        return self.guilds[guild_id]

    def hear(self, user_id: str, locale: str) -> None:
        """Somebody acts on a page in this language: theirs, as long as they have none of their own."""
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
        """A new guild with everybody in it; no channels yet, and no bots (see `invite_bots`)."""
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
        """Lets every bot in, each with a role of its own."""
        for bot in self.bots():
            self.invite_bot(guild, bot)

    def save_guild(self, guild: Json) -> None:
        """Keeps a changed guild."""
        self.guilds[guild["id"]] = guild
        self.store.put("guild", guild["id"], guild)

    def channels_of(self, guild_id: str, *, threads: bool = False) -> list[Json]:
        """A guild's channels (or its threads), in order."""
        found = [
            c
            for c in self.channels.values()
            if c.get("guild_id") == guild_id and (c["type"] in THREADS) == threads
        ]
        return sorted(found, key=lambda c: (c.get("position", 0), int(c["id"])))

    # -- channels ------------------------------------------------------------------------------------------------
    def channel(self, channel_id: str) -> Json:
        """A channel, thread or DM by id; raises Discord's 10003."""
        if channel_id not in self.channels:
            raise refuse(10003)
        return self.channels[channel_id]

    def save_channel(self, channel: Json) -> None:
        """Keeps a changed channel (and says nothing to anybody)."""
        self.channels[channel["id"]] = channel
        self.store.put("channel", channel["id"], channel)

    def dm_of(self, user_id: str, bot_id: str) -> Json | None:
        """The DM channel of a person and a bot, if there is one."""
        dms = (c for c in self.channels.values() if c["type"] == ChannelType.DM)
        return next((c for c in dms if (c["user"], c["bot"]) == (user_id, bot_id)), None)

    def dm_between(self, user_id: str, bot_id: str) -> Json:
        """The DM channel of a person and a bot, made at need."""
        there = self.dm_of(user_id, bot_id)
        if there is not None:
            return there
        channel = {"id": self.new_id(), "type": int(ChannelType.DM), "user": user_id, "bot": bot_id}
        channel["last_message_id"] = None
        self.save_channel(channel)
        told = {"id": channel["id"], "user": user_id, "bot": bot_id, "type": int(ChannelType.DM)}
        self.tell_page({"t": "channel", "op": "create", "channel": told, "guild_id": None})
        return channel

    # -- telling -------------------------------------------------------------------------------------------------
    def tell_page(self, frame: Json) -> None:
        """Pushes a frame to every open page and every in-process listener."""
        for listener in list(self.on_page):
            listener(frame)

    def tell_bots(self, bots: Iterable[str], event: str, payload: Json, intents: Intent) -> None:
        """Sends a gateway event to those of the bots who asked for one of these intents."""
        for bot_id in bots:
            self.to_gateway(bot_id, event, payload, intents)

    def guild_bots(self, guild_id: str) -> list[str]:
        """The ids of the bots in a guild."""
        return [m for m in self.guilds[guild_id]["members"] if self.users[m]["bot"]]


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def new_role(role_id: str, name: str, permissions: int, position: int) -> Json:
    """A role's document: `permissions` are bits, `position` counts from the lowest (0: @everyone)."""
    return {"id": role_id, "name": name, "permissions": permissions, "position": position}


def page_user(user: Json) -> Json:
    """A person as the page's protocol tells them."""
    return {
        key: user[key]
        for key in ("id", "username", "global_name", "color", "locale", "chosen", "dms_open")
    }


def iso(moment: datetime) -> str:
    """A moment as Discord writes it: ISO 8601 with microseconds and offset."""
    return moment.isoformat(timespec="microseconds")


def new_token() -> str:
    """An unguessable token for an interaction."""
    return secrets.token_urlsafe(48)
