"""Measure how long a user waits for AI players, from a press to the next prompt.

The user plays like *firm*, by `/play`, on the page in Chromium at the width of a phone; the AI
players are fierce. This is not a test: the figures depend on the machine.

    python -m tests.e2e.waits --game el_mapa --games 1
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import os
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.async_api import Browser, Page, ViewportSize, async_playwright

import bot as program
from ai import think
from app.app import App
from app.model.match import LoadedMatch
from app.model.match import User as Player
from app.runtime.settings import Settings
from app.workers import ai_pool
from db.store import open_store
from games import hosted
from games.core.engine import walk
from games.core.text.messages import Path as Move
from gateway.connection import set_endpoints
from sandbox import Sandbox
from sandbox.client import UserClient
from tests import browser
from tests.e2e.test_whole_game import LOOK, ROOM, Chair
from tests.e2e.whole_games import LAST, until_asked
from tools.benchmarks import clicks
from tools.playing import random_stream
from tools.progress import bar
from tools.stats import percentile
from ui.views.panel import text_moves

NAME = "Ana"
PHONE: ViewportSize = {"width": 390, "height": 844}
PATIENCE = 600.0  # timeout of a wait for the user's next prompt, in seconds
CLOCK = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Wait:
    """One wait: wall time, CPU time of the AI workers and of the bot, decisions of others."""

    seconds: float
    thought: float
    served: float
    decisions: int


def _ai_cpu_seconds(app: App) -> float:
    """Return the CPU seconds of the AI worker processes."""
    found, thinkers = 0.0, app.ai_moves.ai_pool
    assert isinstance(thinkers, ai_pool.AiWorkerPool)
    for pool in [worker._pool for worker in thinkers._workers if worker._pool]:
        for pid in pool._processes:
            parts = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(") ")[2].split()
            found += (int(parts[11]) + int(parts[12])) / CLOCK
    return found


class Seat:
    """User at the table."""

    def __init__(self, client: program.Sobremesa, box: Sandbox, page: Page, seed: int) -> None:
        self.client, self.app, self.who, self.chair = (
            client,
            client.app,
            UserClient(box, NAME),
            Chair(page, NAME),
        )
        self.by, self.seed, self.match, self.decisions = (
            Player(int(self.who.id), NAME),
            seed,
            "",
            itertools.count(),
        )

    async def begin(self, game: str, rivals: int, kind: str) -> None:
        """Start a table with AI players of a kind and open the panel on the page."""
        await self.chair.sit()
        await self.who.command("table new", ROOM, game=game, seats=1 + rivals)
        for _ in range(rivals):
            await self.who.command("table bot", ROOM, strength=kind)
        await self.who.command("table start", ROOM)
        self.match = (await self.app.repo.matches.find())[-1].id
        await self.who.command("play", ROOM)

    async def stored(self) -> LoadedMatch:
        """Return the match with its position."""
        stored = await self.app.repo.matches.load(self.match)
        assert stored is not None
        return stored

    async def turn(self) -> Wait | None:
        """Answer until others are to move and wait for the next question; None if the game ends."""
        assert await until_asked(self.chair, PATIENCE), "nobody is asked"
        while True:
            stored = await self.stored()
            if stored.match.status != "running":
                return None
            pos = stored.pos
            path = think.decide(
                pos, 0, "firm", random_stream("waits", self.seed, next(self.decisions))
            )
            began, ai_before, bot_before = (
                time.monotonic(),
                _ai_cpu_seconds(self.app),
                time.process_time(),
            )
            await self._play(path, stored.match.rows)
            now = await self.stored()
            if now.match.status != "running":
                return None
            if now.match.rows == stored.match.rows + 1 and 0 in walk.actors(now.pos):
                continue
            await self._wait_for_prompt()
            ended = time.monotonic()
            return Wait(
                ended - began,
                _ai_cpu_seconds(self.app) - ai_before,
                time.process_time() - bot_before,
                (await self.stored()).match.rows - stored.match.rows - 1,
            )

    async def _play(self, path: Move, rows: int) -> None:
        """Send the move by command and confirm it; play it by the panel if it is too long."""
        value = text_moves.suggestion_value(path)
        for _ in range(2):
            if value.startswith("="):
                await self.who.command("play", ROOM, move=value)
            else:
                await self.app.game_service.play(self.match, self.by, path)
            while (  # noqa: ASYNC110 - is awaited
                self.client.dispatcher.in_progress_count
                and (await self.stored()).match.rows == rows
            ):
                await asyncio.sleep(0.01)
            if (await self.stored()).match.rows > rows:
                break
        else:
            raise AssertionError(f"{path} is not played")
        if not value.startswith("="):
            await self.who.command("play", ROOM)

    async def _wait_for_prompt(self) -> None:
        """Wait until the user's newest panel asks something, or the game is over."""
        mine = [
            one["id"]
            for one in await self.who.messages(ROOM, 8)
            if one.get("ephemeral_for") == self.who.id
        ]
        shown = f"id => {LAST} && BigInt({LAST}.dataset.messageId) >= BigInt(id)"
        await self.chair.page.wait_for_function(
            shown, arg=mine[-1], timeout=1000 * PATIENCE, polling=LOOK
        )
        assert await until_asked(self.chair, PATIENCE), "nobody is asked"


@asynccontextmanager
async def harness(folder: Path) -> AsyncIterator[tuple[program.Sobremesa, Sandbox]]:
    """Start bot and sandbox in one process, with render and AI workers as `make run` does."""
    box = await Sandbox.start(None)
    box.faults.rate_limited, box.interactions.ack_seconds = (
        False,
        PATIENCE,
    )  # a busy machine may be slow
    set_endpoints(box.api_base, box.gateway_url, box.cdn_base)
    sys.setswitchinterval(program.SWITCH_INTERVAL_S)
    store, painter, thinkers = (
        await open_store(folder / "waits.sqlite3"),
        program.BotRenderPool(),
        ai_pool.AiWorkerPool(),
    )
    app = App(
        store,
        renderer=painter,
        settings=Settings(data=folder),
        clock=program.sandbox_clock(box),
        ai_pool=thinkers,
    )
    async with clicks.serving(app, painter) as client:
        yield client, box
    await box.close()


async def play(chrome: Browser, args: argparse.Namespace, seed: int) -> list[Wait]:
    """Return the waits of one game, or of its first turns."""
    waits: list[Wait] = []
    with tempfile.TemporaryDirectory() as folder:
        async with harness(Path(folder)) as (client, box):
            page = await chrome.new_page(viewport=PHONE, locale="es-ES", reduced_motion="reduce")
            await page.goto(box.url)
            await page.locator("#app[data-ready=true]").wait_for()
            seat = Seat(client, box, page, seed)
            await seat.begin(args.game, args.rivals, args.kind)
            for _ in bar(range(args.turns), args.turns, f"{args.game}, game {seed}"):
                wait = await seat.turn()
                if wait is None:
                    break
                waits.append(wait)
                if args.all:
                    print(
                        f"{wait.seconds:6.2f} s, thinkers {wait.thought:6.2f}, bot {wait.served:6.2f}, "
                        f"{wait.decisions} decisions, load {os.getloadavg()[0]:.1f}",
                        flush=True,
                    )
            await page.close()
    return waits


def report(game: str, waits: Sequence[Wait]) -> str:
    """Return a table row: number of waits, median and longest wall time, CPU times."""
    columns = [
        [one.seconds for one in waits],
        [one.thought for one in waits],
        [one.served for one in waits],
    ]
    times = " | ".join(f"{percentile(some, 0.5):.1f}, {max(some):.1f}" for some in columns)
    late = sum(one.seconds > 6 for one in waits)
    return f"| {game} | {len(waits)} | {times} | {late} | {max(one.decisions for one in waits)} |"


async def measure(args: argparse.Namespace) -> list[Wait]:
    """Return all waits that were asked for."""
    path = browser.find()
    assert path is not None, "no Chromium found"
    async with async_playwright() as playwright:
        chrome = await playwright.chromium.launch(executable_path=path, args=list(browser.ARGS))
        try:
            return [wait for seed in range(args.games) for wait in await play(chrome, args, seed)]
        finally:
            await chrome.close()


def main() -> int:
    """Measure and print the waits."""
    parser = argparse.ArgumentParser(
        prog="waits", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", default=hosted.GAMES[0].id)
    parser.add_argument("--rivals", type=int, default=3)
    parser.add_argument("--kind", default="fierce", choices=think.STRENGTHS)
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--turns", type=int, default=1000, help="most waits per game")
    parser.add_argument("--all", action="store_true", help="print a line for each wait")
    args = parser.parse_args()
    waits = asyncio.run(measure(args))
    print(
        "| game | waits | s, median and longest | thinkers' processor | bot's processor | over 6 s | most decisions in one |"
    )
    print("|---|--:|---|---|---|--:|--:|")
    print(report(args.game, waits))
    return 0


if __name__ == "__main__":
    sys.exit(main())
