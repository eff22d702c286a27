"""Delay of a match's board while other matches edit messages older than an hour.

Discord has a separate rate limit for edits of such messages. The store counts a version as shown
only when all private messages show it too. If one is late, the match is published again once all
late ones show it, or else after `LATE_SCREEN_CHECK_S` (`ui/delivery/private_messages.py`). The
report has the delays of the board and of the private messages.
"""

from __future__ import annotations

import asyncio
import contextlib
import tempfile
import time
from pathlib import Path
from typing import Any

import bot as program
from app.app import App
from app.model.match import Match
from app.model.match import User as Player
from app.runtime.settings import Settings
from db.store import open_store
from games.core.engine import walk
from gateway.connection import set_endpoints
from sandbox import Sandbox
from tools.benchmarks.clicks import serving
from tools.stats import summary
from ui.delivery.table_publisher import TablePublisher

BUSY = 10  # matches with old boards; they move as soon as the last move is shown
HOURS = 2 * 3600.0
BOARD_TIMEOUT_S = 120.0  # after that a board counts as lost
TARGETS = {"board_p99_s": 3.0}


class _Clock:
    """Clock of the bot that follows the sandbox's clock."""

    def __init__(self, app: App, box: Sandbox) -> None:
        self._inner, self._box = app.clock, box

    def now(self) -> float:
        return self._box.clock.now().timestamp()

    def call_at(self, *args: Any) -> Any:
        return self._inner.call_at(*args)


async def _table(app: App, box: Sandbox, game: str, name: str) -> str:
    guild = next(iter(box.world.guilds))
    room = await box.page.perform("channel.add", {"guild": guild, "name": name})
    people = [box.world.add_user(f"{name}-{i}") for i in range(2)]
    first, second = [
        await app.users.get(int(person["id"]), person["global_name"], "es-ES") for person in people
    ]
    match = await app.lobby.create(first, game, guild=int(guild), channel=int(room["id"]))
    await app.lobby.join(match.id, second)
    await app.lobby.start(match.id, Player(first.id, first.name))
    return match.id


class Boards:
    """Recorder of the newest version that each board shows."""

    def __init__(self, table_publisher: TablePublisher) -> None:
        self._original, self.shown = table_publisher._publish_board, dict[str, int]()  # noqa: SLF001 - nothing else tells of a board alone
        table_publisher._publish_board = self._board  # type: ignore[method-assign]  # noqa: SLF001

    async def _board(self, match: Match, *args: Any, **kwargs: Any) -> Any:
        version = match.version
        result = await self._original(match, *args, **kwargs)
        self.shown[match.id] = max(version, self.shown.get(match.id, 0))
        return result


async def _step(app: App, boards: Boards, match: str) -> tuple[float, int]:
    """Make a default move; return the seconds until its board is shown, and its version.

    Returns (0.0, 0) if the game has ended.
    """
    async with app.locks(match):
        stored = await app.repo.matches.load(match)
        if stored is None or not (waiting := walk.actors(stored.pos)):
            return 0.0, 0
        begun = time.perf_counter()
        made = await app.moves.play(
            stored, waiting[0], walk.default_path(stored.pos, waiting[0]), "player"
        )
    version = made.match.version
    async with asyncio.timeout(BOARD_TIMEOUT_S):
        while boards.shown.get(match, 0) < version:  # noqa: ASYNC110 - that is what is awaited
            await asyncio.sleep(0.01)
    return time.perf_counter() - begun, version


async def _wait_until_fully_shown(app: App, match: str, version: int) -> float:
    """Return the seconds until the board and all private messages show a version."""
    begun = time.perf_counter()
    async with asyncio.timeout(BOARD_TIMEOUT_S):
        while (await app.lobby.get(match)).published < version:  # noqa: ASYNC110 - that is what is awaited
            await asyncio.sleep(0.01)
    return time.perf_counter() - begun


async def _measure(game: str, steps: int) -> dict[str, Any]:
    box = await Sandbox.start(None)
    set_endpoints(box.api_base, box.gateway_url, box.cdn_base)
    with tempfile.TemporaryDirectory() as folder:
        painter = program.BotRenderPool()
        app = App(
            await open_store(Path(folder) / "bench.sqlite3"),
            renderer=painter,
            settings=Settings(data=Path(folder)),
        )
        async with serving(app, painter) as client:
            boards = Boards(client.table_publisher)
            box.faults.rate_limited = False
            tables = [await _table(app, box, game, f"sala-{i}") for i in range(BUSY + 1)]
            await app.publish_scheduler.idle()
            box.advance(HOURS)
            app.clock = _Clock(app, box)
            box.api.rates.windows.clear()
            box.faults.rate_limited = True
            busy = [asyncio.create_task(_play_fast(app, boards, match)) for match in tables[:BUSY]]
            took, whole = list[float](), list[float]()
            for _ in range(steps):
                await asyncio.sleep(1.0)
                board, version = await _step(app, boards, tables[BUSY])
                took.append(board)
                whole.append(board + await _wait_until_fully_shown(app, tables[BUSY], version))
            moves = sum([(await app.lobby.get(match)).rows for match in tables[:BUSY]])
            for task in busy:
                task.cancel()
            await asyncio.gather(*busy, return_exceptions=True)
            await app.publish_scheduler.stop()  # last boards of the busy matches are still queued
        await box.close()
    return {
        "busy": BUSY,
        "busy_moves": moves,
        "board_seconds": summary(took, 2),
        "whole_seconds": summary(whole, 2),
        "targets": TARGETS,
    }


async def _play_fast(app: App, boards: Boards, match: str) -> None:
    """Make moves, each as soon as the board shows the last one."""
    with contextlib.suppress(TimeoutError):
        while (await _step(app, boards, match))[1]:  # noqa: ASYNC110 - a move a moment
            await asyncio.sleep(0.2)


def measure(game: str, steps: int = 30) -> dict[str, Any]:
    """Measure the board delays of `steps` moves in one match, one move per second.

    Meanwhile ten other matches are played, whose board messages are two hours old.
    """
    return asyncio.run(_measure(game, steps))
