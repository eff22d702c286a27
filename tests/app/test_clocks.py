"""After a jump forward everything due happens in order, each at its own time."""

from __future__ import annotations

import asyncio

from app.runtime.clock import LocalClock


class Dial:
    def __init__(self) -> None:
        self.at = 1000.0
        self.clock = LocalClock(lambda: self.at)

    def put(self, at: float) -> None:
        self.at = at
        self.clock.moved()


async def test_what_is_due_happens_in_order_and_sees_its_own_time() -> None:
    dial, seen = Dial(), list[tuple[str, float]]()
    note = lambda name: lambda: seen.append((name, dial.clock.now()))  # noqa: E731 - short
    dial.clock.call_at(1300.0, note("c"))
    dial.clock.call_at(1100.0, note("a"))
    dial.clock.call_at(1200.0, note("b")).cancel()
    dial.clock.call_at(9000.0, note("later"))
    dial.put(5000.0)
    assert seen == [("a", 1100.0), ("c", 1300.0)]
    assert dial.clock.now() == 5000.0


async def test_what_is_set_while_time_passes_happens_too() -> None:
    dial, seen = Dial(), list[float]()

    def each_minute() -> None:
        seen.append(dial.clock.now())
        dial.clock.call_at(dial.clock.now() + 60.0, each_minute)

    dial.clock.call_at(1060.0, each_minute)
    dial.put(1300.0)
    assert seen == [1060.0, 1120.0, 1180.0, 1240.0, 1300.0]


async def test_without_a_jump_it_is_the_loops_own_time() -> None:
    clock, done = LocalClock(asyncio.get_running_loop().time), asyncio.Event()
    clock.call_at(clock.now() + 0.01, done.set)
    await done.wait()
