"""Faults of the gateway connection."""

from __future__ import annotations

import asyncio
from typing import Any

from sandbox.state.errors import api_error
from tests.faults.api_faults import HOOKS, TAPS, refusing, server_error
from tests.faults.case import Case, End, fault

FATAL = (4004, 4010, 4011, 4012, 4013, 4014)
INTERACTION_EVENT = "INTERACTION_CREATE"


@fault("the gateway's line is torn, and resumed", lasts=(5.0,))
async def dropped(case: Case) -> End | None:
    await case.do("gateway", op="drop")
    return None


@fault("the gateway asks to reconnect (op 7)", lasts=(5.0,))
async def reconnect(case: Case) -> End | None:
    await case.do("gateway", op="reconnect")
    return None


@fault("the gateway ends the session (op 9)", lasts=(5.0,))
async def invalid(case: Case) -> End | None:
    await case.do("gateway", op="invalid")
    return None


@fault("the gateway is down", lasts=(30.0, 600.0), mute=True)
async def cut(case: Case) -> End:
    await case.do("faults", drop_gateway=True)

    async def end() -> None:
        await case.do("faults", drop_gateway=False)

    return end


@fault("Discord is down: gateway and all calls", lasts=(30.0, 600.0), mute=True)
async def down(case: Case) -> End:
    back, calls = await cut(case), refusing(case, lambda: server_error(503))

    async def end() -> None:
        if back is not None:
            await back()
        await calls()

    return end


async def closed(case: Case, code: int) -> End:
    """Close the gateway for good; the bot ends and is started again."""
    await case.do("faults", close_code=code)
    await case.do("gateway", op="invalid")
    await asyncio.wait({case.harness.task}, timeout=120.0)

    async def end() -> None:
        await case.do("faults", close_code=0)
        await case.harness.stop()
        await case.harness.start()

    return end


def _closes(code: int) -> Any:
    async def begin(case: Case) -> End:
        return await closed(case, code)

    return begin


for _code in FATAL:
    fault(f"the gateway closes for good ({_code})", lasts=(5.0,), mute=True)(_closes(_code))


# --- taps ---


def _through(case: Case, deliver: Any) -> End:
    """Pass the interactions to the bot through `deliver` until the fault ends."""
    world = case.harness.box.world
    real = world.to_gateway

    def send(bot: str, event: str, data: Any, intents: Any) -> None:
        if event == INTERACTION_EVENT:
            deliver(lambda: real(bot, event, data, intents))
        else:
            real(bot, event, data, intents)

    world.to_gateway = send

    async def end() -> None:
        world.to_gateway = real

    return end


@fault("a tap is delivered twice at once", lasts=(3.0,), early=False)
async def doubled(case: Case) -> End:
    def deliver(hand_on: Any) -> None:
        hand_on()
        hand_on()

    return _through(case, deliver)


@fault("a tap is delivered again ten seconds later", lasts=(15.0,), early=False)
async def repeated(case: Case) -> End:
    def deliver(hand_on: Any) -> None:
        hand_on()
        case.harness.loop.call_later(10.0, hand_on)

    return _through(case, deliver)


@fault("a tap is late, yet in time", lasts=(5.0,), early=False)
async def late(case: Case) -> End:
    return _through(case, lambda hand_on: case.harness.loop.call_later(2.7, hand_on))


@fault("a tap is too late: Discord has given up", lasts=(8.0,), early=False)
async def too_late(case: Case) -> End:
    return _through(case, lambda hand_on: case.harness.loop.call_later(5.0, hand_on))


@fault("taps come in another order", lasts=(5.0,), early=False, taps=3)
async def reordered(case: Case) -> End:
    held = list[Any]()

    def deliver(hand_on: Any) -> None:
        held.append(hand_on)

    def hand_on_all() -> None:
        for one in reversed(held):
            one()

    case.harness.loop.call_later(1.0, hand_on_all)
    return _through(case, deliver)


@fault("a tap's token is dead when the answer comes", lasts=(10.0,), mute=True)
async def expired(case: Case) -> End:
    async def wait() -> None:
        await asyncio.sleep(1.0)

    case.harness.painter.before = wait
    end = refusing(case, lambda: api_error(50027), HOOKS)

    async def ends() -> None:
        case.harness.painter.before = None
        await end()

    return ends


@fault("a tap is unknown to Discord when it is answered", lasts=(5.0,), mute=True)
async def unknown(case: Case) -> End:
    return refusing(case, lambda: api_error(10062), TAPS)
