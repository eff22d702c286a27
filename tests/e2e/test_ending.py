"""SIGTERM: running work gets its seconds, then it is dropped.

The bounds are checked, not the clock of the machine.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import discord
import pytest

import bot as entry
from app.app import App
from app.runtime import cancellation
from db.store import open_store
from tests.e2e.conftest import FOREVER, ROOM, BotHarness, Player
from tests.e2e.process import Bot, Line, loud
from tests.e2e.test_process import sit_down

PROMISED = 10.0  # seconds


def test_all_that_is_waited_for_at_the_end_is_within_the_promise() -> None:
    assert (
        entry.SHUTDOWN_GRACE_S + entry.CLOSE_TIMEOUT_S + cancellation.SHUTDOWN_GRACE_S
        <= 0.8 * PROMISED
    ), "and something is left for what is on the disk"


async def never(*_args: Any, **_more: Any) -> Any:
    """What does not answer."""
    await asyncio.Event().wait()


async def test_nothing_that_hangs_is_waited_for_and_what_was_tapped_stands(
    harness: BotHarness, ana: Player, bruno: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord takes no answer, no message and no farewell; a computer player thinks, a table is looked at, organisers are told
    something: none of that ever ends."""
    await ana.person.command("table new", ROOM, seats=3)
    await harness.quiet()
    lobby, app = await ana.table(), harness.app
    monkeypatch.setattr(entry, "SHUTDOWN_GRACE_S", 0.05)
    monkeypatch.setattr(entry, "CLOSE_TIMEOUT_S", 0.05)
    monkeypatch.setattr(harness.bot.http, "request", never)
    monkeypatch.setattr(discord.webhook.async_.AsyncWebhookAdapter, "request", never)
    monkeypatch.setattr(discord.gateway.DiscordWebSocket, "close", never)
    buttons = bruno.person.buttons(lobby)
    await bruno.person.press(
        lobby,
        next(one for label, one in buttons.items() if label.startswith("Sentarme")),
        wait=False,
    )
    (match,) = await app.repo.matches.find()
    async with asyncio.timeout(FOREVER):
        while len((await app.lobby.get(match.id)).seats) < 2:  # noqa: ASYNC110 - his answer never comes
            await asyncio.sleep(0)
    hanging = [asyncio.create_task(never()) for _ in range(3)]
    app.deadlines._tasks.add(hanging[0])
    app.ai_moves._tasks["x"] = hanging[1]
    app.retention._tasks.add(hanging[2])
    assert harness.bot.dispatcher.in_progress_count
    async with asyncio.timeout(FOREVER):
        await entry.shut_down(harness.bot)
    assert all(task.cancelled() for task in hanging)
    assert not harness.bot.dispatcher.in_progress_count
    assert [seat.name for seat in (await app.lobby.get(match.id)).seats] == ["Ana", "Bruno"]
    monkeypatch.undo()
    harness.bot._closing_task = None  # the line is closed once more, for the next test
    for left in (app.deadlines._tasks, app.retention._tasks):
        left.clear()
    app.ai_moves._tasks.clear()


async def test_sigterm_among_taps_ends_the_bot_cleanly_and_every_table_holds(
    tmp_path: Path,
) -> None:
    """Taps are under way when the signal comes; whatever was saved folds to its position, and the bot says nothing of it."""
    bot = await Bot.start(tmp_path)
    line = await Line.open(bot.url)
    ana, bruno, room = await sit_down(line)
    for who in (ana, bruno):
        await line.press(who, room, "▶")
    taps = [
        asyncio.create_task(line.press(who, room, str(bid)))
        for bid in (1, 2, 3)
        for who in (ana, bruno)
    ]
    await asyncio.sleep(0)
    code, said = await bot.stop()
    await asyncio.gather(*taps, return_exceptions=True)
    await line.close()
    assert (code, loud(said)) == (0, []), said
    app = App(await open_store(tmp_path / "sandbox-tables.sqlite3"))
    (match,) = await app.repo.matches.find()
    assert (match.status, (await app.queries.verify(match.id)).ok) == ("running", True)
    await app.repo.close()
