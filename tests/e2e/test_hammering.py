"""A user who presses fast slows nobody, and hanging interactions do not block the end."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.e2e.conftest import BotHarness, Player, seated
from ui.interactions import dispatcher


@pytest.fixture
def stuck(harness: BotHarness, monkeypatch: pytest.MonkeyPatch) -> tuple[asyncio.Event, list[str]]:
    """Opening a panel hangs until it is let; who has asked for one."""
    let, asked = asyncio.Event(), list[str]()
    inner = harness.bot.dispatcher.panel_handler.open

    async def slow(match: str, by: Any, **more: Any) -> Any:
        asked.append(by.name)
        await let.wait()
        return await inner(match, by, **more)

    monkeypatch.setattr(harness.bot.dispatcher.panel_handler, "open", slow)
    monkeypatch.setattr(dispatcher, "DEFER_AFTER_S", 0.01)
    return let, asked


async def hammer(who: Player, times: int) -> None:
    """So many taps on Play; each is acknowledged."""
    board = await who.table()
    play = next(one for label, one in who.person.buttons(board).items() if label.startswith("▶"))
    for _ in range(times):
        opened = await who.person.press(board, play, wait=False)
        while who.harness.box.world.interactions[opened.interaction]["state"] == "waiting":  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def test_of_one_person_few_taps_are_worked_at_and_another_is_served(
    harness: BotHarness, ana: Player, bruno: Player, stuck: tuple[asyncio.Event, list[str]]
):
    let, asked = stuck
    await seated(ana, bruno)
    await hammer(ana, 20)
    assert asked == [ana.name] * dispatcher.MAX_PENDING_PER_USER
    await hammer(bruno, 1)  # acknowledged, perhaps before any work was begun for it
    while len(asked) == dispatcher.MAX_PENDING_PER_USER:  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    assert asked[-1] == bruno.name
    let.set()
    await harness.quiet()
    asked.clear()
    await hammer(ana, 1)
    await harness.quiet()
    assert asked == [ana.name], "afterwards all is as before"


async def test_taps_that_hang_are_let_go_at_the_end(
    harness: BotHarness, ana: Player, bruno: Player, stuck: tuple[asyncio.Event, list[str]]
):
    await seated(ana, bruno)
    await hammer(ana, 3)
    await harness.bot.dispatcher.close(0.05)
    assert not harness.bot.dispatcher._tasks
    assert not harness.bot.dispatcher._pending_by_user
    assert len(stuck[1]) == 3
