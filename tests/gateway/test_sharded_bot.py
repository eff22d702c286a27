"""Connections of several shards: order of logins, and shards that moved elsewhere."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from app.app import App
from gateway import sharded_bot
from gateway.connection import LoginPostponedError
from gateway.sharded_bot import ClusteredBot
from ops.monitoring.health import HealthSnapshot

HERE, THERE = 4 << 22, 5 << 22  # servers of the first shard and of the second


class Members:
    """The first of two processes, or the only one of two shards."""

    def __init__(self) -> None:
        self.shard_count = 2
        self.held: tuple[int, ...] = (0, 1)
        self.others = True
        self.said: list[int] = []

    def shard_connected(self, shard: int) -> None:
        self.said.append(shard)

    async def leave(self) -> None:
        self.held = ()

    async def has_peers(self) -> bool:
        return self.others


class Shard:
    """Connection that stays open until it is closed."""

    def __init__(self) -> None:
        self.open = True

    def is_closed(self) -> bool:
        return not self.open

    async def disconnect(self) -> None:
        self.open = False


class Bot(ClusteredBot):
    """Bot with fake connections."""

    def __init__(self, members: Members) -> None:
        self.now, self.aways = 1.0, list[float]()
        app = SimpleNamespace(
            deadlines=SimpleNamespace(compensate_downtime=self.aways.append),
            clock=SimpleNamespace(now=lambda: self.now),
        )
        super().__init__(
            cast("App", app),
            command_prefix="!",
            intents=discord.Intents.none(),
            cluster=cast("Any", members),
        )
        self.loop = asyncio.get_running_loop()
        self.lines = {0: Shard(), 1: Shard()}
        self.presences = 0

    @property
    def shards(self) -> dict[int, Any]:
        return self.lines

    async def on_guilds_known(self) -> None:
        self.presences += 1


@pytest.fixture
async def bot() -> Bot:
    return Bot(Members())


async def settled(bot: Bot) -> None:
    """Wait until closing connections are closed."""
    await asyncio.gather(*bot._disconnect_tasks)


async def test_what_is_of_one_shard_waits_for_no_other(bot: Bot):
    waits = asyncio.create_task(bot.wait_for_guild_cache(THERE))
    await bot.on_shard_ready(0)
    await bot.wait_for_guild_cache(HERE)
    assert (
        bot.is_guild_cache_ready(HERE),
        bot.is_guild_cache_ready(THERE),
        bot.is_ready(),
        waits.done(),
    ) == (
        True,
        False,
        False,
        False,
    )
    await bot.on_shard_ready(1)
    await waits
    assert (bot.is_guild_cache_ready(THERE), bot.is_ready(), bot.presences) == (True, True, 1)


async def test_a_line_goes_when_another_stands_and_not_before(bot: Bot):
    await bot.on_shard_ready(1)
    await bot.release_shards([1])
    assert bot.lines[1].open
    bot.on_remote_shard_ready(0)  # a word of a shard that is ours ends nothing
    bot.on_remote_shard_ready(1)
    await settled(bot)
    assert (bot.lines[0].open, bot.lines[1].open, bot.is_guild_cache_ready(THERE)) == (
        True,
        False,
        False,
    )


async def test_who_has_a_shard_again_keeps_its_line_and_says_so(
    bot: Bot, monkeypatch: pytest.MonkeyPatch
):
    took = []

    async def take() -> None:
        took.append(True)

    monkeypatch.setattr(bot.app, "resume_new_guilds", take, raising=False)
    await bot.release_shards([1])
    await bot.acquire_shards([1])
    bot.on_remote_shard_ready(1)  # of before
    await settled(bot)
    assert (bot.lines[1].open, took, cast("Any", bot.cluster).said) == (True, [True], [1])


async def test_a_line_that_nobody_follows_ends_in_time(bot: Bot, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sharded_bot, "CLOSE_SHARD_AFTER_S", 0.0)
    await bot.release_shards([1])
    while bot.lines[1].open:
        await asyncio.sleep(0)
        await settled(bot)
    assert bot.lines[0].open


async def test_at_the_end_lines_stand_until_others_do_or_nobody_is_left(bot: Bot):
    ending = asyncio.create_task(bot.drain())
    while 0 not in bot._shards_to_close:  # noqa: ASYNC110 - it is on its way
        await asyncio.sleep(0)
    bot.on_remote_shard_ready(0)
    await settled(bot)
    assert (bot.lines[0].open, bot.lines[1].open, ending.done()) == (False, True, False)
    cast("Any", bot.cluster).others = False
    await ending
    assert bot.lines[1].open, "it goes with the bot"


async def test_a_gateway_that_never_answers_counts_from_the_start(bot: Bot):
    """A firewall that lets HTTPS pass and no websocket: nothing is ever torn, for nothing was there."""
    assert bot.seconds_disconnected() == 0.0
    bot.now += 301.0
    assert bot.seconds_disconnected() == 301.0
    seen = HealthSnapshot(bot.now, bot.seconds_disconnected(), 0.0, 0, 0.0, {})
    assert [one.key for one in seen.problems(bot.now)] == ["upkeep.health.line"]
    await bot.on_disconnect()
    assert bot.seconds_disconnected() == 301.0, "nor does a try that fails make it younger"
    bot.serving_since = 200.0
    await bot.on_shard_ready(0)
    await bot.on_shard_ready(1)
    assert (bot.seconds_disconnected(), bot.aways) == (0.0, [102.0]), (
        "until the host ran, its own absence counted"
    )
    bot.now += 50.0
    await bot.on_disconnect()
    bot.now += 7.0
    await bot.on_resumed()
    assert bot.aways == [102.0, 7.0]


async def test_a_shard_that_must_not_log_in_yet_is_put_off(
    bot: Bot, monkeypatch: pytest.MonkeyPatch
):
    taken = [0.0, 144.0]

    async def take(shard: int) -> float:
        assert shard == 1
        return taken.pop(0)

    bot.logins = cast("Any", SimpleNamespace(take=take, wait_s=lambda _shard=None: 0.0))
    logged = list[int]()

    async def login(bucket: int) -> None:
        logged.append(bucket)

    cast("Any", bot.cluster).wait_for_identify = login
    await bot.before_identify_hook(1)
    with pytest.raises(LoginPostponedError):
        await bot.before_identify_hook(1)
    assert logged == [0]
