"""How long a request may wait in discord.py's HTTP client: for a 429 and after it.

`gateway/rate_limits.py` uses private parts of discord.py. A failure here after an update tells
which.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
from multidict import CIMultiDict

from app.app import App
from app.ports.services import RetryLaterError
from gateway import rate_limits
from ui.components import Message
from ui.delivery.channel_client import OLD_AFTER_S, ChannelClient, EditLimitError

CHANNEL = 70
PATIENCE_S = 60  # until what is awaited is taken to never come
FOR_EVER_S = 86_400.0


class Answer:
    """Response as aiohttp returns it."""

    def __init__(self, status: int, body: Any, **headers: str) -> None:
        self.status, self.reason, self._body = status, "", body
        self.headers = CIMultiDict(
            {"Content-Type": "application/json", "Via": "1.1 google"} | headers
        )

    async def text(self, encoding: str = "utf-8") -> str:
        return json.dumps(self._body)


class Wire:
    """Session that gives these responses in turn, the last one forever."""

    def __init__(self, *answers: Answer) -> None:
        self.answers, self.asked = list(answers), 0
        self.closed = False

    @contextlib.asynccontextmanager
    async def request(self, method: str, url: str, **how: Any) -> AsyncIterator[Answer]:
        self.asked += 1
        yield self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


def limited(retry_after_s: float, code: int = 0) -> Answer:
    return Answer(
        429, {"message": "x", "code": code, "retry_after": retry_after_s, "global": False}
    )


def message(message_id: int) -> Answer:
    author = {"id": "1", "username": "b", "discriminator": "0", "avatar": None, "bot": True}
    return Answer(200, {
        "id": str(message_id), "channel_id": str(CHANNEL), "author": author, "content": "",
        "timestamp": "2026-01-01T00:00:00+00:00", "edited_timestamp": None, "tts": False,
        "mention_everyone": False, "mentions": [], "mention_roles": [], "attachments": [],
        "embeds": [], "pinned": False, "type": 0, "components": [], "flags": 0,
    })  # fmt: skip


def tokens(left: int, window_s: float) -> dict[str, str]:
    """Return the headers of a bucket with so many requests left until its window ends."""
    return {
        "X-RateLimit-Limit": "5",
        "X-RateLimit-Remaining": str(left),
        "X-RateLimit-Reset-After": str(window_s),
    }


class Line:
    """discord.py client with fake responses."""

    def __init__(self, *, bound: bool = True) -> None:
        self.client = discord.Client(intents=discord.Intents.none())
        if bound:
            rate_limits.bound_waits(self.client.http)
        self.client.http._global_over = asyncio.Event()
        self.client.http._global_over.set()
        self.post = ChannelClient(
            self.client, cast(App, SimpleNamespace(clock=SimpleNamespace(now=time.time)))
        )

    def answers(self, *answers: Answer) -> Wire:
        wire = Wire(*answers)
        self.client.http._HTTPClient__session = wire  # type: ignore[attr-defined]
        return wire

    async def edit(self, message_id: int) -> bool:
        return await self.post.edit(CHANNEL, message_id, Message("x"))


def aged(seconds: float) -> int:
    """Return the id of a message that is so many seconds old."""
    return (int((time.time() - seconds) * 1000) - discord.utils.DISCORD_EPOCH) << 22


OLD, FRESH = OLD_AFTER_S + 60, 60.0


@pytest.fixture
async def line() -> Line:
    return Line()


async def test_an_old_message_whose_edit_is_refused_for_seconds_is_to_be_posted_anew_at_once(
    line: Line,
) -> None:
    wire = line.answers(limited(3.4, 30046), message(aged(OLD)))
    with pytest.raises(EditLimitError):
        await line.edit(aged(OLD))
    assert wire.asked == 1, "discord.py would sleep for 3.4 s and try again"


async def test_for_less_than_a_second_an_old_message_is_waited_for(line: Line) -> None:
    wire = line.answers(limited(0.01, 30046), message(aged(OLD)))
    assert await line.edit(aged(OLD))
    assert wire.asked == 2


async def test_a_fresh_message_is_waited_for_unless_it_takes_long(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    slept: list[float] = []
    real = asyncio.sleep

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        await real(0)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    wire = line.answers(limited(3.4), message(aged(FRESH)))
    assert await line.edit(aged(FRESH))
    assert (wire.asked, 3.4 in slept) == (2, True)
    line.answers(limited(5.1))
    with pytest.raises(RetryLaterError) as refused:
        await line.edit(aged(FRESH))
    assert refused.value.wait == 5.1
    assert 5.1 not in slept


async def test_what_holds_for_one_edit_holds_for_no_other_request_at_the_same_time(
    line: Line,
) -> None:
    seen: list[float | None] = []

    async def other() -> None:
        seen.append(line.client.http.max_ratelimit_timeout)

    with rate_limits.retry_wait(rate_limits.SHORT_RETRY_WAIT_S):
        seen.append(line.client.http.max_ratelimit_timeout)
    await asyncio.create_task(other())
    assert seen == [rate_limits.SHORT_RETRY_WAIT_S, rate_limits.RETRY_WAIT_S]


async def test_a_request_that_takes_the_last_token_returns_with_its_answer(line: Line) -> None:
    wire = line.answers(Answer(200, {"id": "1"}, **tokens(0, FOR_EVER_S)))
    route = discord.http.Route("GET", "/channels/{channel_id}", channel_id=CHANNEL)
    assert await asyncio.wait_for(line.client.http.request(route), PATIENCE_S) == {"id": "1"}
    following = asyncio.ensure_future(line.client.http.request(route))
    for _ in range(20):
        await asyncio.sleep(0)
    assert wire.asked == 1, "whoever comes next waits for the window's end"
    assert not following.done()
    following.cancel()


async def test_after_the_window_the_next_request_goes(line: Line) -> None:
    wire = line.answers(
        Answer(200, 1, **tokens(0, 0.01)), Answer(200, 2, **tokens(0, 0.01)), Answer(200, 3)
    )
    route = discord.http.Route("GET", "/channels/{channel_id}", channel_id=CHANNEL)
    requests = (line.client.http.request(route) for _ in range(3))
    assert sorted(await asyncio.wait_for(asyncio.gather(*requests), PATIENCE_S)) == [1, 2, 3]
    assert wire.asked == 3


async def test_a_refusal_is_told_at_once_too_though_no_token_is_left(line: Line) -> None:
    line.answers(Answer(200, 1, **tokens(1, FOR_EVER_S)), limited(9.0))
    route = discord.http.Route("GET", "/channels/{channel_id}", channel_id=CHANNEL)
    assert await line.client.http.request(route) == 1
    with pytest.raises(discord.RateLimited):
        await asyncio.wait_for(line.client.http.request(route), PATIENCE_S)


async def test_discord_py_by_itself_still_sleeps_out_the_window(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """When it no longer does, `Bucket` can go."""
    refreshed: list[discord.http.Ratelimit] = []

    async def refresh(bucket: discord.http.Ratelimit) -> None:
        refreshed.append(bucket)

    monkeypatch.setattr(discord.http.Ratelimit, "_refresh", refresh)
    line = Line(bound=False)
    line.answers(Answer(200, 1, **tokens(0, FOR_EVER_S)))
    await line.client.http.request(discord.http.Route("GET", "/gateway"))
    assert len(refreshed) == 1


async def test_every_bucket_is_ours_and_is_cleared_as_discord_pys_own_are(line: Line) -> None:
    assert isinstance(line.client.http.get_ratelimit("a"), rate_limits.Bucket)
    assert line.client.http.get_ratelimit("a") is line.client.http.get_ratelimit("a")
    for n in range(300):
        line.client.http.get_ratelimit(str(n))._last_request -= 600
    line.client.http.get_ratelimit("last")
    assert len(line.client.http._buckets) <= 256
