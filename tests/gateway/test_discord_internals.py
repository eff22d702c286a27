"""What the bot changes in discord.py is still there: an upgrade that moves it fails here."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import discord
import pytest
import yarl
from discord import state

from gateway import connection
from gateway.connection import GatewaySocket, ReconnectBackoff


@pytest.fixture
def restored(monkeypatch: pytest.MonkeyPatch) -> None:
    """Restore after the test what it sets in discord.py's classes and modules."""
    for owner, name in (
        (discord.http.Route, "BASE"),
        (discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY"),
        (discord.asset.Asset, "BASE"),
        (discord.shard, "DiscordWebSocket"),
        (discord.shard, "ExponentialBackoff"),
    ):
        monkeypatch.setattr(owner, name, getattr(owner, name))


async def logged_in(monkeypatch: pytest.MonkeyPatch) -> discord.http.HTTPClient:
    """Return a client with the session that discord.py opens at the login."""
    http = discord.http.HTTPClient(asyncio.get_running_loop())

    async def request(*_args: Any, **_options: Any) -> dict[str, Any]:
        return {"id": "1", "username": "bot", "discriminator": "0", "avatar": None}

    monkeypatch.setattr(http, "request", request)
    await http.static_login("token")
    return http


async def test_requests_pictures_and_the_gateway_go_to_another_server(restored: None) -> None:
    connection.set_endpoints("http://here/api", "ws://here/", "http://here/cdn")
    assert discord.http.Route("GET", "/users/@me").url == "http://here/api/users/@me"
    assert discord.asset.Asset._from_avatar(cast("Any", None), 1, "a").url.startswith(
        "http://here/cdn/"
    )
    assert "DEFAULT_GATEWAY" in discord.gateway.DiscordWebSocket.from_client.__code__.co_names
    assert yarl.URL("ws://here/") == discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY


async def test_the_session_of_the_login_gets_our_timeouts(
    restored: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    sessions: list[aiohttp.ClientSession] = []
    opened = aiohttp.ClientSession

    def noted(*args: Any, **options: Any) -> aiohttp.ClientSession:
        sessions.append(opened(*args, **options))
        return sessions[-1]

    monkeypatch.setattr(aiohttp, "ClientSession", noted)
    http = await logged_in(monkeypatch)
    connection.set_timeouts(http)
    assert [one.timeout for one in sessions] == [connection.HTTP_TIMEOUT]
    await http.close()


async def test_a_shard_reconnects_with_our_socket_and_our_delays(
    restored: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    http = await logged_in(monkeypatch)
    connection.set_timeouts(http, lambda: 7.5)
    await http.close()
    client = SimpleNamespace(dispatch=lambda *_: None, _reconnect=True)
    old_socket = cast("Any", SimpleNamespace(shard_id=0, resume=False))
    shard = discord.shard.Shard(old_socket, cast("Any", client), lambda _: None)
    assert isinstance(shard._backoff, ReconnectBackoff)
    assert shard._backoff.delay() >= 7.5
    made: list[type] = []

    async def from_client(cls: type, *_args: Any, **_options: Any) -> Any:
        made.append(cls)
        return old_socket

    monkeypatch.setattr(GatewaySocket, "from_client", classmethod(from_client))
    monkeypatch.setattr(shard, "launch", lambda: None)
    await shard.reconnect()
    assert made == [GatewaySocket]


def test_a_login_of_ours_is_the_one_that_discord_py_waits_for() -> None:
    assert GatewaySocket.identify is not discord.gateway.DiscordWebSocket.identify
    assert "identify" in discord.gateway.DiscordWebSocket.from_client.__code__.co_names


def test_discord_py_reads_the_shards_that_we_hold() -> None:
    assert "shard_ids" in state.AutoShardedConnectionState.parse_ready.__code__.co_names
    assert hasattr(discord.AutoShardedClient, "launch_shards")
    assert hasattr(discord.AutoShardedClient, "launch_shard")


def test_the_warnings_about_voice_have_their_switches() -> None:
    assert {"warn_nacl", "warn_dave"} <= vars(discord.VoiceClient).keys()


def test_the_buckets_of_requests_are_where_we_make_them() -> None:
    http = discord.http.HTTPClient(cast("Any", None))
    assert http._buckets == {}
    assert "get_ratelimit" in discord.http.HTTPClient.request.__code__.co_names
    assert "max_ratelimit_timeout" in discord.http.HTTPClient.request.__code__.co_names
