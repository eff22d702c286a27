"""Fake of the parts of discord.py's client that the publisher uses."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import discord


def refusal(status: int, code: int = 0) -> discord.HTTPException:
    """Return the exception that discord.py raises for an HTTP status."""
    kinds = {
        403: discord.Forbidden,
        404: discord.NotFound,
        500: discord.DiscordServerError,
        502: discord.DiscordServerError,
    }
    kind = kinds.get(status, discord.HTTPException)
    response: Any = SimpleNamespace(status=status, reason="", headers={})
    return kind(response, {"code": code, "message": ""})


class Channel:
    """Channel, thread or direct messages.

    `errors` holds exceptions by kind of call; the next calls raise one each. Those for "sent"
    and "edited" are raised after the message was changed. While `busy` is set, `send` does not
    return.
    """

    def __init__(self, client: Client, id_: int) -> None:
        self.client, self.id = client, id_
        self.messages: dict[int, dict[str, Any]] = {}
        self.deleted: list[int] = []
        self.edits = 0
        self.errors: dict[str, list[BaseException]] = defaultdict(list)
        self.busy: asyncio.Event | None = None
        self.sent = asyncio.Event()  # set by the first message

    def fail(self, what: str, *errors: BaseException) -> None:
        self.errors[what] += errors

    def _raise_next_error(self, what: str) -> None:
        if self.errors[what]:
            raise self.errors[what].pop(0)

    async def send(self, **fields: Any) -> Any:
        self._raise_next_error("send")
        known = [
            id_
            for id_, sent in self.messages.items()
            if sent.get("nonce", id_) == fields.get("nonce")
        ]
        id_ = known[0] if known else self.client.snowflake()
        self.messages.setdefault(id_, fields)
        self.sent.set()
        self._raise_next_error("sent")
        if self.busy is not None:
            await self.busy.wait()
        sent_message = self.get_partial_message(id_)
        return SimpleNamespace(id=id_, edit=sent_message.edit, delete=sent_message.delete)

    def get_partial_message(self, id_: int) -> Any:
        async def edit(**fields: Any) -> None:
            self._raise_next_error("edit")
            if id_ not in self.messages:
                raise refusal(404, 10008)
            self.edits += 1
            self.messages[id_] |= fields
            self._raise_next_error("edited")

        async def delete() -> None:
            self._raise_next_error("delete")
            if self.messages.pop(id_, None) is None:
                raise refusal(404, 10008)
            self.deleted.append(id_)

        return SimpleNamespace(edit=edit, delete=delete)

    async def history(self, limit: int, after: Any) -> AsyncIterator[Any]:
        self._raise_next_error("history")
        for id_ in [one for one in self.messages if one > after.id][:limit]:
            yield id_

    def texts(self) -> list[str]:
        """Return all text of each message, oldest first."""
        return [" ".join(_words(fields)) for _, fields in sorted(self.messages.items())]


def _words(fields: dict[str, Any]) -> list[str]:
    card = fields.get("embed")
    said = (
        [card.title or "", card.description or "", card.author.name or ""]
        if card is not None
        else []
    )
    return [fields.get("content") or "", *said]


class Guild:
    """Guild that has every user except those who left, and hides some channels."""

    def __init__(self, client: Client, id_: int) -> None:
        self.client, self.id = client, id_

    async def fetch_member(self, user: int) -> Any:
        if self.client.away:
            raise refusal(500)
        if user in self.client.left:
            raise refusal(404, 10007)
        return SimpleNamespace(id=user)

    def get_channel_or_thread(self, id_: int) -> Any:
        has = discord.Permissions(view_channel=id_ not in self.client.hidden)
        return SimpleNamespace(id=id_, permissions_for=lambda _member: has)


class Client:
    """Client of a bot in one guild, `guild`."""

    def __init__(self, now: Callable[[], float], guild: int = 1) -> None:
        self._now, self._count = now, 0
        self.guilds, self.places = {guild}, dict[int, Channel]()
        self.left, self.hidden = (
            set[int](),
            set[int](),
        )  # users who are in no guild, channels that no user sees
        self.away = False  # requests for members fail
        self.direct: dict[int, Channel] = {}

    def snowflake(self) -> int:
        self._count += 1
        return (
            discord.utils.time_snowflake(datetime.fromtimestamp(max(self._now(), 1.6e9), UTC))
            + self._count
        )

    def place(self, id_: int) -> Channel:
        return self.places.setdefault(id_, Channel(self, id_))

    def line(self, user: int) -> Channel:
        """Return the direct messages of a user."""
        if user not in self.direct:
            self.direct[user] = self.place(10_000 + len(self.direct))
        return self.direct[user]

    def is_ready(self) -> bool:
        return True

    async def wait_until_ready(self) -> None:
        """Return at once: the client is ready."""

    def is_guild_cache_ready(self, _guild: int) -> bool:
        return True

    async def wait_for_guild_cache(self, _guild: int) -> None:
        """Return at once: the cache is complete."""

    def get_guild(self, id_: int) -> Any:
        return Guild(self, id_) if id_ in self.guilds else None

    async def fetch_guild(self, id_: int) -> Any:
        raise refusal(404, 10004)

    def get_channel(self, id_: int) -> Any:
        return None

    async def fetch_channel(self, id_: int) -> Any:
        raise refusal(404, 10003)

    def get_partial_messageable(self, id_: int) -> Channel:
        return self.place(id_)

    async def create_dm(self, user: Any) -> Channel:
        return self.line(user.id)
