"""Delay of a user's clicks while AI players think in many other matches.

The AI players use all the time they are given, like a player that searches. Bot, sandbox and user
share one process, as with `make run`; AI workers and render workers are separate.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path
from typing import Any

import bot as program
from app.app import App
from app.model.ai_request import AiRequest, AiResponse
from app.model.match import User as Player
from app.ports.services import AiPool
from app.runtime.settings import Settings
from app.workers import ai_pool, ai_worker
from db.store import open_store
from games.core.engine import walk
from gateway.connection import set_endpoints
from sandbox import Sandbox
from sandbox.client import UserClient
from tools.benchmarks import clicks
from tools.stats import percentile, summary

TABLES, SEATS = 20, 4
TARGETS = {"p99_grows_ms": 50.0}
THREAD_SECONDS = 0.2  # seconds per decision when AI players think in a thread of the bot


def ponder(pos: Any, seat: int, kind: Any, rng: Any, has_time: Any) -> Any:
    """Return the move of an AI player after all its time has passed."""
    path = ai_worker.policy(pos, seat, kind, rng, has_time)
    while has_time():
        ai_worker.policy(pos, seat, kind, rng, has_time)
    return path


def pondered(asked: AiRequest) -> AiResponse:
    """Answer a request in an AI worker with `ponder`."""
    return ai_worker.choose_move(asked, ponder)


class Clicker(clicks.BenchTable):
    """Match of the measured user against a user who answers at once with defaults."""

    async def open(self) -> None:
        """Start a match and wait for its board."""
        by, other = [Player(int(self.who.id) + i, f"Persona {i}") for i in range(2)]
        for one in (by, other):
            await self.app.users.get(one.id, one.name, "es-ES")
        match = await self.app.lobby.create(
            by, self.game, guild=self.place[0], channel=self.place[1]
        )
        await self.app.lobby.join(match.id, other)
        self.match = (await self.app.lobby.start(match.id, by)).id
        while not (await self.app.lobby.get(self.match)).places.board:  # noqa: ASYNC110 - that is what is awaited
            await asyncio.sleep(0.02)
        await self.find_board()

    async def ready(self) -> None:
        """Make the second user's pending moves; after the end, open another match."""
        async with self.app.locks(self.match):
            while (stored := await self.app.repo.matches.load(self.match)) and 1 in walk.actors(
                stored.pos
            ):
                await self.app.moves.play(stored, 1, walk.default_path(stored.pos, 1), "player")
        if (await self.app.lobby.get(self.match)).status != "running":
            await self.open()


async def _start_ai_matches(
    app: App, box: Sandbox, game: str, tables: int, phase: str
) -> list[str]:
    """Start `tables` matches in which only AI players act; return their ids."""
    guild, begun = next(iter(box.world.guilds)), list[str]()
    for i in range(tables):
        room = await box.page.perform("channel.add", {"guild": guild, "name": f"{phase}-{i}"})
        user = box.world.add_user(f"{phase} {i}")
        by = Player(int(user["id"]), user["global_name"])
        await app.users.get(by.id, by.name, "es-ES")
        match = await app.lobby.create(
            by, game, guild=int(guild), channel=int(room["id"]), size=SEATS
        )
        for _ in range(SEATS - 1):
            await app.lobby.add_computer(match.id, by, kind="fierce")
        await app.lobby.start(match.id, by)
        async with app.locks(match.id):
            table = await app.lobby.get(match.id)
            table.seats[0].has_caretaker = True  # a match without people would sleep
            await app.moves.save(table)
        begun.append(match.id)
    return begun


async def _phase(
    app: App, clicker: Clicker, client: program.Sobremesa, times: int, matches: list[str]
) -> dict[str, Any]:
    """Measure clicks while AI players play `matches`.

    Returns the times of the clicks, and how many moves the AI players made per second.
    """

    async def before() -> None:
        await client.dispatcher.idle()
        await clicker.ready()

    async def rows() -> int:
        return sum([(await app.lobby.get(match)).rows for match in matches])

    async def press(_: int) -> float:
        return await clicker.press()

    await clicks.press_in_turn(press, times // 5, "", before)  # warm-up, not measured
    rows_before, begun = await rows(), asyncio.get_running_loop().time()
    took = await clicks.press_in_turn(press, times, f"clicks beside {len(matches)} tables", before)
    seconds = asyncio.get_running_loop().time() - begun
    print(f"beside {len(matches)} tables: {summary(took, 1)}", file=sys.stderr)
    return {
        "ms": summary(took, 1),
        "moves_a_second": round((await rows() - rows_before) / seconds, 1),
        "p99": percentile(took, 0.99),
    }


async def _switch_pool(
    app: App, box: Sandbox, thinker: AiPool, game: str, tables: int, phase: str
) -> list[str]:
    """Let the AI players use the pool `thinker` and start matches; return their ids."""
    app.ai_moves.ai_pool = thinker
    found = await _start_ai_matches(app, box, game, tables, phase)
    await asyncio.sleep(5.0)  # time to post the boards
    return found


async def _halt(app: App, matches: list[str]) -> None:
    for match in matches:
        async with app.locks(match):
            await app.moves.halt(match, ["measured"])
    await asyncio.sleep(3.0)


async def _measure(game: str, tables: int, times: int) -> dict[str, Any]:
    box = await Sandbox.start(None)
    box.faults.rate_limited = False
    set_endpoints(box.api_base, box.gateway_url, box.cdn_base)
    sys.setswitchinterval(program.SWITCH_INTERVAL_S)
    with tempfile.TemporaryDirectory() as folder:
        store = await open_store(Path(folder) / "bench.sqlite3")
        painter = program.BotRenderPool()
        thinkers = ai_pool.AiWorkerPool(choose_move=pondered)
        app = App(store, renderer=painter, settings=Settings(data=Path(folder)), ai_pool=thinkers)
        async with clicks.serving(app, painter) as client:
            person = UserClient(box, box.world.add_user("Persona")["id"])
            room = await box.page.perform(
                "channel.add", {"guild": next(iter(box.world.guilds)), "name": "sala"}
            )
            place = int(next(iter(box.world.guilds))), int(room["id"])
            quick = ai_pool.InProcessAi()
            app.ai_moves.ai_pool = quick
            clicker = Clicker(app, clicks.Stopwatch(box), person, game, place)
            await clicker.open()
            await painter.warm_up(game)
            report = {"alone": await _phase(app, clicker, client, times, [])}
            for name, thinker in (
                ("processes", thinkers),
                ("thread", ai_pool.InProcessAi(ponder, THREAD_SECONDS)),
            ):
                rivals = await _switch_pool(app, box, thinker, game, tables, name)
                report[name] = await _phase(app, clicker, client, times, rivals)
                await _halt(app, rivals)
            quick.close()
        thinkers.close()
        await box.close()
    grows = round(report["processes"].pop("p99") - report["alone"].pop("p99"), 1)
    report["thread"].pop("p99")
    return {"tables": tables, "seats": SEATS, "grows_ms": grows, **report, "targets": TARGETS}


def measure(game: str, tables: int = TABLES, times: int = 120) -> dict[str, Any]:
    """Measure a person's clicks: alone, beside AI workers, and beside AI in a thread."""
    return asyncio.run(_measure(game, tables, times))
