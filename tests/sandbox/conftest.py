"""Sandbox, discord.py bot logged in on it, users, and a raw HTTP client."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

import aiohttp
import discord
import pytest
import yarl
from discord import app_commands

from sandbox import Sandbox
from sandbox.client import UserClient

PATIENCE = 60  # timeout of all waits in seconds; generous, because the machine may be busy


async def eventually(fits: Callable[[], bool]) -> None:
    """Wait until a condition holds."""
    for _ in range(100 * PATIENCE):
        if fits():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it never came")


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    box = await Sandbox.start(None)
    box.interactions.ack_seconds = PATIENCE
    yield box
    await box.close()
    assert box.api.own_errors == [], "the sandbox's own answers must fit Discord's description"


@pytest.fixture
def ana(sandbox: Sandbox) -> UserClient:
    return UserClient(sandbox, "Ana")


@pytest.fixture
def bruno(sandbox: Sandbox) -> UserClient:
    return UserClient(sandbox, "Bruno")


class Bot(discord.Client):
    """discord.py client with a command tree that records what it received."""

    def __init__(self, intents: discord.Intents, **options) -> None:
        super().__init__(intents=intents, guild_ready_timeout=0.05, **options)
        self.tree = app_commands.CommandTree(self)
        self.heard: list[str] = []
        self.seen: asyncio.Queue[tuple[str, Any]] = asyncio.Queue()

    async def on_socket_event_type(self, event: str) -> None:
        self.heard.append(event)

    async def before_identify_hook(self, shard_id, *, initial: bool = False) -> None:
        """Skip the 5 seconds that discord.py waits before it identifies again."""

    async def on_message(self, message: discord.Message) -> None:
        self.seen.put_nowait(("message", message))

    def place(self, name: str) -> discord.TextChannel:
        found = discord.utils.get(self.guilds[0].text_channels, name=name)
        assert found is not None
        return found


def point_at(box: Sandbox, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(discord.http.Route, "BASE", box.api_base)
    patch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(box.gateway_url))
    patch.setattr(discord.asset.Asset, "BASE", box.cdn_base)


async def log_in(bot: Bot, token: str = "sandbox") -> asyncio.Task[None]:
    task = asyncio.create_task(bot.start(token))
    ready = asyncio.create_task(bot.wait_until_ready())
    await asyncio.sleep(0)
    while not ready.done():
        await asyncio.wait({task, ready}, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            await task
    return task


@pytest.fixture
async def bot(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Bot]:
    point_at(sandbox, monkeypatch)
    client = Bot(discord.Intents.all())
    task = await log_in(client)
    yield client
    await client.close()
    await asyncio.gather(task, return_exceptions=True)


class Raw:
    """HTTP client of the API: status and JSON of any call, and the error tree of refusals."""

    def __init__(self, box: Sandbox, session: aiohttp.ClientSession) -> None:
        self.box, self.session = box, session

    async def __call__(
        self, method: str, path: str, body=None, *, token: str | None = "sandbox", form=None
    ):
        headers = {"Authorization": f"Bot {token}"} if token else {}
        sent = {"data": form} if form is not None else {"json": body} if body is not None else {}
        async with self.session.request(
            method, self.box.api_base + path, headers=headers, **sent
        ) as answer:
            return (
                answer.status,
                await answer.json() if answer.content_length else None,
                answer.headers,
            )

    async def refused(
        self, method: str, path: str, body=None, **kwargs
    ) -> tuple[int, int, set[str]]:
        """Return HTTP status, JSON code and "path: CODE" of every leaf of the error tree."""
        status, answer, _ = await self(method, path, body, **kwargs)
        assert answer is not None, f"{method} {path} was not refused: {status}"
        return status, answer["code"], set(leaves(answer.get("errors") or {}))


def leaves(tree: dict, path: tuple[str, ...] = ()):
    for key, value in tree.items():
        if key == "_errors":
            yield from (f"{'.'.join(path)}: {entry['code']}" for entry in value)
        else:
            yield from leaves(value, (*path, key))


@pytest.fixture
async def raw(sandbox: Sandbox) -> AsyncIterator[Raw]:
    sandbox.faults.rate_limited = (
        False  # it sends a hundred requests a second; tests of rate limits switch them on
    )
    async with aiohttp.ClientSession() as session:
        yield Raw(sandbox, session)
