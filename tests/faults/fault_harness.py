"""Real bot on the sandbox in virtual time, with a log whose lines are counted."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import aiosqlite
import discord

import bot as entry
from app.app import App
from app.model.ai_request import AiRequest, AiResponse
from app.model.match import Match, User
from app.runtime.settings import Settings
from app.workers import ai_worker, process_worker
from db.store import open_store
from games.core.engine import walk
from games.core.engine.game import find
from games.core.engine.history import By
from games.core.state.rng import Rng
from games.core.views.scene import Animation, CoatOfArms, Picture, Scene, digest
from gateway import outages
from gateway.connection import set_endpoints
from gateway.outages import OutageLogFilter
from ops.checks.doctor import findings_for_operator
from ops.monitoring.logging_setup import CHATTY, RedactingFilter
from sandbox import Sandbox
from sandbox.client import UserClient as Human
from tests.e2e.conftest import idle
from tests.faults.virtual_time import TravelClock, TravelLoop, waited_for

TOKEN = "sandbox"
DAY = 86400.0
PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360f8cfc0f01f00050001ff"
    "a9d8a1f30000000049454e44ae426082"
)
NAMES = ("Ana", "Bruno", "Carla", "Diego")


class Painter:
    """Renderer that returns one pixel at once, named after the scene.

    `before` is called before each picture and may wait or fail; `by` is a renderer that draws
    instead. `arms` are the emblems on each picture.
    """

    def __init__(self) -> None:
        self.by: Any = None
        self.arms: dict[str, tuple[CoatOfArms, ...]] = {}
        self.before: Callable[[], Any] | None = None

    async def draw(self, scene: Scene | Animation, lane: str = "panel") -> Picture:
        if isinstance(scene, Scene):
            self.arms[name_of(scene)] = scene.arms
        if self.before is not None:
            await self.before()
        if self.by is not None:
            return await self.by.draw(scene, lane)
        return Picture(PIXEL, name_of(scene), 1, 1)


def name_of(scene: Scene | Animation) -> str:
    """Return the file name of a scene."""
    return f"{digest(scene)}.png"


class Lines(logging.Handler):
    """Handler that collects the log lines that pass the bot's own filters."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.outages = OutageLogFilter()
        self.records: list[logging.LogRecord] = []
        self.addFilter(self.outages)
        self.addFilter(RedactingFilter())

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)

    def begin(self) -> None:
        """Forget the lines and treat every later outage as a new one."""
        self.records, self.outages._outage_until = [], {}

    def take(self) -> list[logging.LogRecord]:
        """Return what was logged since the last call."""
        taken, self.records = self.records, []
        return taken


class FaultHarness:
    """Sandbox with the bot logged in; `open` it first, `close` it at the end."""

    def __init__(self, folder: Path, painter: Any = None) -> None:
        self.folder, self.painter = folder, painter or Painter()
        loop = asyncio.get_running_loop()
        assert isinstance(loop, TravelLoop)
        self.loop, self.lines = loop, Lines()
        self._undo: list[Callable[[], None]] = []
        self.box: Sandbox
        self.bot: entry.Sobremesa
        self.app: App
        self.task: asyncio.Task[None]

    async def open(self) -> None:
        """Start the sandbox and the bot."""
        self._install_patches()
        self.box = await Sandbox.start(None, clock=TravelClock(self.loop))
        self.box.api.rates.timer = self.loop.time
        self.box.gateway.heartbeat_ms = int(1000 * DAY * 3650)
        await self.start()

    async def start(self) -> None:
        """Start the bot as bot.py builds it."""
        set_endpoints(self.box.api_base, self.box.gateway_url, self.box.cdn_base)
        admin = int(self.human(NAMES[0]).id)
        settings = Settings(data=self.folder, publish_pause=0.2, recent_click_s=120.0, admin=admin)
        store = await open_store(settings.database)
        self.app = App(
            store,
            renderer=self.painter,
            settings=settings,
            clock=entry.sandbox_clock(self.box),
            ai_pool=RandomAi(),
        )
        self.app.health_check = partial(findings_for_operator, settings)
        self.app.operators.add(admin)
        self.bot = entry.Sobremesa(self.app, local=True)
        self.bot._connection.heartbeat_timeout = DAY * 3650
        self.task = asyncio.create_task(self.bot.start(TOKEN))
        up = asyncio.create_task(self.bot.started.wait())
        await asyncio.wait({self.task, up}, return_when=asyncio.FIRST_COMPLETED)
        up.cancel()
        if self.task.done():
            self.task.result()

    async def stop(self) -> BaseException | None:
        """Stop the bot as `bot.run` does; return the exception that ended its connection, if any."""
        ended = self.task.exception() if self.task.done() else None
        await entry.shut_down(self.bot)
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)
        await self.app.stop()
        return ended

    async def close(self) -> None:
        """Stop everything."""
        try:
            await self.stop()
            await self.box.close()
        finally:
            for undo in reversed(self._undo):
                undo()
        assert self.box.api.own_errors == []

    def _install_patches(self) -> None:
        """Make database, workers and outages use virtual time, and collect the log."""
        self._patch(aiosqlite.Connection, "_execute", _run_in_loop)
        self._patch(aiosqlite.Connection, "_connect", _connect_in_loop)
        self._patch(
            aiosqlite.Connection, "close", waited_for(aiosqlite.Connection.close)
        )  # closing waits for a thread to end
        self._patch(
            process_worker.ProcessWorker,
            "_run_once",
            waited_for(process_worker.ProcessWorker._run_once),
        )
        self._patch(time, "monotonic", self.loop.time, where=outages)
        for owner, name in (
            (discord.http.Route, "BASE"),
            (discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY"),
            (discord.asset.Asset, "BASE"),
        ):
            self._patch(owner, name, getattr(owner, name))
        self._patch(entry, "OUTAGES", self.lines.outages)
        root, before = logging.getLogger(), logging.getLogger().level
        root.addHandler(self.lines)
        root.setLevel(logging.INFO)
        self._undo += [lambda: root.removeHandler(self.lines), lambda: root.setLevel(before)]
        for chatty in CHATTY:
            logger = logging.getLogger(chatty)
            self._undo.append(partial(logger.setLevel, logger.level))
            logger.setLevel(logging.WARNING)

    def _patch(self, owner: Any, name: str, value: Any, where: Any = None) -> None:
        if where is not None:  # a standard module is replaced only inside the module `where`

            class PatchedModule:
                def __getattr__(self, other: str) -> Any:
                    return value if other == name else getattr(owner, other)

            self._patch(where, owner.__name__, PatchedModule())
            return
        before = getattr(owner, name)
        self._undo.append(lambda: setattr(owner, name, before))
        setattr(owner, name, value)

    # --- people and tables ---

    def human(self, name: str) -> Human:
        """Return a user's sandbox client."""
        return Human(self.box, name)

    async def person(self, name: str) -> User:
        """Return a user as the bot knows them."""
        one = next(user for user in self.box.world.people() if user["global_name"] == name)
        return await self.app.users.get(int(one["id"]), name, one["locale"])

    async def room(self) -> str:
        """Create a channel."""
        guild = next(iter(self.box.world.guilds))
        made = await self.box.page.perform(
            "channel.add", {"guild": guild, "name": f"sala-{self.box.world.new_id()}"}
        )
        return str(made["id"])

    async def table(
        self,
        game: str,
        people: int,
        computers: int,
        channel: str,
        seed: str = "",
        *,
        begin: bool = True,
    ) -> Match:
        """Create a table in a channel and publish it; start the game unless told otherwise."""
        lobby, persons = self.app.lobby, [await self.person(name) for name in NAMES[:people]]
        guild = next(iter(self.box.world.guilds))
        for name in ("channels", "roles"):  # an earlier case may have set it
            await self.app.guild_settings.choose(int(guild), persons[0], name, None)
        made = await lobby.create(persons[0], game, guild=int(guild), channel=int(channel))
        await self.settle()
        for other in persons[1:]:
            await lobby.join(made.id, other)
        for _ in range(computers):
            await lobby.add_computer(made.id, persons[0])
        if begin:
            await lobby.start(made.id, persons[0], seed=seed)
        await self.settle()
        return await lobby.get(made.id)

    async def go_on(self, match: str, steps: int, luck: Random) -> None:
        """Make `steps` random moves, or fewer if the game ends."""
        for _ in range(steps):
            async with self.app.locks(match):
                stored = await self.app.repo.matches.load(match)
                if (
                    stored is None
                    or stored.match.status != "running"
                    or stored.pos.outcome is not None
                ):
                    return
                seat = luck.choice(walk.actors(stored.pos))
                path = walk.random_move(stored.pos, seat, Rng.of(luck.getrandbits(32)))
                by: By = "player" if stored.match.seats[seat].user else "computer"
                await self.app.moves.play(stored, seat, path, by)

    async def drop(self, match: str) -> None:
        """Delete a table and its private messages.

        Otherwise the messages of a hundred tables would use up Discord's edit limits for
        minutes.
        """
        table = await self.app.repo.matches.get(match)
        for seat in table.seats if table is not None else ():
            if seat.screen and self.box.store.message(str(seat.screen[1])) is not None:
                await self.box.page.perform("message.delete", {"message": str(seat.screen[1])})
        async with self.app.locks(match):
            await self.app.repo.retention.delete_matches([match])

    async def settle(self) -> None:
        """Wait until everything is answered and published."""
        await idle(self.bot)


async def _run_in_loop(
    conn: aiosqlite.Connection, work: Callable[..., Any], *what: Any, **how: Any
) -> Any:
    """Run work of the database in the event loop instead of in a thread.

    Other tasks run before it, so that the order is always the same.
    """
    await asyncio.sleep(0)
    return work(*what, **how)


async def _connect_in_loop(conn: aiosqlite.Connection) -> aiosqlite.Connection:
    if conn._connection is None:
        conn._connection = conn._connector()
    return conn


class RandomAi:
    """AI players that make random moves at once."""

    async def think(self, asked: AiRequest) -> AiResponse:
        pos = find(asked.game).codec.decode(asked.pos)
        return AiResponse(walk.random_move(pos, asked.seat, Rng.of(asked.seed)))

    async def evaluate(self, game: str, positions: Sequence[bytes]) -> list[list[float]]:
        return ai_worker.evaluate_positions(game, positions)

    def close(self) -> None:
        """Do nothing: no worker is running."""
