"""Faults of the bot's HTTP calls."""

from __future__ import annotations

import asyncio
from typing import Any

from aiohttp import web

from sandbox.rest.api import StatusAndBody
from sandbox.state.errors import ApiError, LimitedError, api_error
from tests.faults.case import Case, Doing, End, fault, meddled

TAPS = ("create_interaction_response",)
HOOKS = (
    "execute_webhook",
    "update_original_webhook_message",
    "update_webhook_message",
    "delete_original_webhook_message",
)
CHANNELS = (
    "create_message",
    "update_message",
    "delete_message",
    "list_messages",
    "create_dm",
    "create_thread_from_message",
)


def refusing(case: Case, error: Any, only: tuple[str, ...] = (), times: int = 0) -> End:
    """Refuse these calls (`only` empty: all), `times` times (0: always)."""
    left = [times or -1]

    async def meddle(operation: str, _request: web.Request, do: Doing) -> StatusAndBody:
        if (only and operation not in only) or left[0] == 0:
            return await do()
        left[0] -= 1
        raise error()

    return meddled(case, meddle)


@fault("429, half a second, four times", lasts=(5.0,))
async def short_limit(case: Case) -> End:
    return refusing(case, lambda: LimitedError(0.5), times=4)


@fault("429, forty seconds, in channels", lasts=(40.0,))
async def long_limit(case: Case) -> End:
    began = case.harness.loop.time()
    return refusing(
        case, lambda: LimitedError(max(1.0, 40.0 - (case.harness.loop.time() - began))), CHANNELS
    )


@fault("429 for the whole bot, ten seconds", lasts=(10.0,), mute=True)
async def global_limit(case: Case) -> End:
    began = case.harness.loop.time()

    async def meddle(operation: str, _request: web.Request, do: Doing) -> StatusAndBody:
        # these calls do not count towards the global limit
        if operation in TAPS or operation in HOOKS:
            return await do()
        raise LimitedError(max(0.1, 10.0 - (case.harness.loop.time() - began)), everywhere=True)

    return meddled(case, meddle)


@fault("30046, old messages edited too often", lasts=(30.0, 600.0))
async def worn(case: Case) -> End:
    return refusing(case, lambda: LimitedError(20.0, 30046), ("update_message",))


@fault("40003, direct messages too fast", lasts=(30.0, 300.0))
async def too_fast(case: Case) -> End:
    dms = {doc["id"] for doc in case.harness.box.world.channels.values() if doc["type"] == 1}

    async def meddle(operation: str, request: web.Request, do: Doing) -> StatusAndBody:
        if operation == "create_dm" or (
            operation == "create_message" and request.match_info["channel_id"] in dms
        ):
            raise api_error(40003)
        return await do()

    return meddled(case, meddle)


def server_error(status: int) -> ApiError:
    return ApiError(status, 0, f"{status}: Server Error")


@fault("500, all calls", lasts=(5.0, 60.0, 600.0), mute=True)
async def errors(case: Case) -> End:
    return refusing(case, lambda: server_error(500))


@fault("502, two calls", lasts=(5.0,))
async def two_errors(case: Case) -> End:
    return refusing(case, lambda: server_error(502), times=2)


@fault("503, all calls", lasts=(5.0, 60.0), mute=True)
async def unavailable(case: Case) -> End:
    return refusing(case, lambda: server_error(503))


@fault("slow: two seconds a call", lasts=(30.0,))
async def slow(case: Case) -> End:
    async def meddle(_operation: str, _request: web.Request, do: Doing) -> StatusAndBody:
        await asyncio.sleep(2.0)
        return await do()

    return meddled(case, meddle)


@fault("hang: no call is answered", lasts=(30.0, 400.0), mute=True)
async def hang(case: Case) -> End:
    async def meddle(_operation: str, _request: web.Request, do: Doing) -> StatusAndBody:
        await asyncio.Event().wait()
        raise AssertionError

    return meddled(case, meddle)


@fault("an answer is lost: done, and yet 502", lasts=(5.0,))
async def lost_answer(case: Case) -> End:
    left = [2]

    async def meddle(_operation: str, _request: web.Request, do: Doing) -> StatusAndBody:
        done = await do()
        if left[0]:
            left[0] -= 1
            raise server_error(502)
        return done

    return meddled(case, meddle)


@fault("the line tears in the midst of calls", lasts=(5.0,), mute=True)
async def torn(case: Case) -> End:
    async def meddle(_operation: str, request: web.Request, do: Doing) -> StatusAndBody:
        if case.luck.random() < 0.5:
            await do()
        assert request.transport is not None
        request.transport.abort()
        await asyncio.Event().wait()
        raise AssertionError

    return meddled(case, meddle)
