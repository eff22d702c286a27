"""Time from a click to its acknowledgement, for the real bot and for a minimal bot.

Everything runs in one process and one event loop, as with `make run`. Moves are written to SQLite
with synchronous=FULL. The real bot is measured twice. With its pictures, an answer waits up to
`DEFER_AFTER_S` for its picture. With a renderer that takes no time, only the bot's own work is
measured.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import discord

import bot as program
from app.app import App
from app.model.match import User as Player
from app.ports.services import RenderPriority
from app.runtime.settings import Settings
from db.store import open_store
from games.core.views.scene import Animation, Picture, Scene
from gateway.connection import set_endpoints
from sandbox import Sandbox
from sandbox.client import UserClient
from sandbox.state.errors import PersonError
from sandbox.state.model import Json
from tools.playing import random_stream
from tools.progress import bar
from tools.stats import summary

CLICK_TIMEOUT_S = 30.0
CONCURRENT_USERS = 50


class Echo(discord.Client):
    """Minimal bot that answers each button at once."""

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Answer the interaction."""
        await interaction.response.send_message("ok", ephemeral=True)


class Stopwatch:
    """Helper that presses buttons and measures the time to the acknowledgement."""

    def __init__(self, box: Sandbox) -> None:
        self.box = box
        self._waiting = dict[str, asyncio.Future[tuple[float, Json]]]()
        box.world.on_page.append(self._on_frame)
        self.failed = 0

    def _on_frame(self, frame: Json) -> None:
        if frame["t"] == "interaction" and frame["state"] != "waiting":
            waiting = self._waiting.get(frame["id"])
            if waiting is not None and not waiting.done():
                waiting.set_result((time.perf_counter(), frame))

    async def press(self, who: UserClient, message: Json, custom_id: str) -> float:
        """Press a button and return the milliseconds to its acknowledgement.

        Raises `TimeoutError` after `CLICK_TIMEOUT_S`.
        """
        begun = time.perf_counter()
        request = {
            "user": who.id,
            "channel": message["channel_id"],
            "message": message["id"],
            "custom_id": custom_id,
        }
        opened: Json = await self.box.page.perform("press", request)
        interaction = opened["interaction"]
        doc = self.box.world.interactions.get(interaction, {"state": "waiting"})
        self._waiting[interaction] = asyncio.get_running_loop().create_future()
        if doc["state"] != "waiting":
            self._on_frame({"t": "interaction", "id": interaction, "state": doc["state"]})
        at, frame = await asyncio.wait_for(self._waiting[interaction], CLICK_TIMEOUT_S)
        del self._waiting[interaction]
        self.failed += frame["state"] == "failed"
        return (at - begun) * 1000


class InstantRenderer:
    """Renderer that returns the same picture for everything, at once."""

    async def draw(self, scene: Scene | Animation, lane: RenderPriority = "panel") -> Picture:
        """Return the picture."""
        del scene, lane
        return Picture(b"RIFF", "picture.webp", 1100, 700)


Press = Callable[[int], Awaitable[float]]


Before = Callable[[], Awaitable[None]]


async def _no_preparation() -> None:
    """Do nothing."""


async def press_in_turn(
    press: Press, times: int, label: str, before: Before = _no_preparation
) -> list[float]:
    """Call `press(0)` `times` times in sequence; return the milliseconds of each call.

    `before` runs before each call and is not measured.
    """
    took = []
    for _ in bar(range(times), times, label):
        await before()
        took.append(await press(0))
    return took


async def show_in_turn(
    press: Press, shown: Before, times: int, label: str, before: Before
) -> list[float]:
    """Like `press_in_turn`, but measure until `shown` has returned.

    `shown` waits until the answer with its picture is shown.
    """
    took = []
    for _ in bar(range(times), times, label):
        await before()
        begun = time.perf_counter()
        await press(0)
        await shown()
        took.append((time.perf_counter() - begun) * 1000)
    return took


async def press_at_once(
    press: Press, people: int, rounds: int, label: str, before: Before = _no_preparation
) -> list[float]:
    """Call `press` for all users at once, `rounds` times; return all milliseconds.

    `press` gets a number from 0 to `people` - 1. `before` runs before each round and is not
    measured.
    """
    times: list[float] = []
    for _ in bar(range(rounds), rounds, label):
        await before()
        times += await asyncio.gather(*(press(who) for who in range(people)))
    return times


async def _echo(
    box: Sandbox, watch: Stopwatch, people: Sequence[UserClient], times: int, rounds: int
) -> dict[str, Any]:
    """Measure a bot that only answers each click (`Echo`), to compare it with the real one.

    Returns the summaries of the milliseconds of `times` clicks in sequence, and of `rounds` rounds
    of clicks by all `people` at once.
    """
    box.world.add_bot("echo")
    for guild in box.world.guilds.values():
        box.world.invite_bots(guild)
    client = Echo(intents=discord.Intents(guilds=True), guild_ready_timeout=0.05)
    running = asyncio.create_task(client.start("echo"))
    try:
        await asyncio.wait_for(_ready(client, running), CLICK_TIMEOUT_S)
        view = discord.ui.View(timeout=None)
        view.add_item(discord.ui.Button(label="echo", custom_id="echo"))
        place = client.guilds[0].text_channels[0]
        sent = await place.send("echo", view=view)
        message = {"id": str(sent.id), "channel_id": str(place.id)}

        async def press(who: int) -> float:
            return await watch.press(people[who], message, "echo")

        await press_in_turn(press, 5, "")
        one = await press_in_turn(press, times, "echo, one")
        concurrent = await press_at_once(press, len(people), rounds, "echo, fifty")
        return {"one_ms": summary(one, 2), "fifty_ms": summary(concurrent, 2)}
    finally:
        await client.close()
        await asyncio.gather(running, return_exceptions=True)


async def _ready(client: discord.Client, running: asyncio.Task[None]) -> None:
    while not client.is_ready():
        if running.done():
            await running
        await asyncio.sleep(0.02)


class BenchTable:
    """Match of one person against an AI player.

    The person clicks what the panel offers, and opens another match when the game has ended.
    """

    def __init__(
        self, app: App, watch: Stopwatch, who: UserClient, game: str, place: tuple[int, int]
    ) -> None:
        self.app, self.watch, self.who, self.game, self.place = app, watch, who, game, place
        self.rng = random_stream("clicks", who.id)
        self.match, self.board, self.rows = "", dict[str, str](), 0

    async def open(self) -> None:
        """Start a match; when its board is posted, call `find_board`."""
        by = Player(int(self.who.id), self.watch.box.world.user(self.who.id)["global_name"] or "?")
        await self.app.users.get(by.id, by.name, "es-ES")
        match = await self.app.lobby.create(
            by, self.game, guild=self.place[0], channel=self.place[1]
        )
        await self.app.lobby.add_computer(match.id, by)
        self.match = (await self.app.lobby.start(match.id, by)).id

    async def find_board(self) -> None:
        """Look up the board message and keep its id and channel."""
        match = await self.app.lobby.get(self.match)
        self.board = {"id": str(match.places.board), "channel_id": str(match.places.home)}

    async def ready(self) -> None:
        """Open another match if this one has ended."""
        match = await self.app.lobby.get(self.match)
        if match.status != "running":
            self.rows += match.rows
            await self.open()
            await self.app.ai_moves.idle()
            await self.app.publish_scheduler.idle()
            await self.find_board()

    async def press(self) -> float:
        """Press a button of the newest panel; without one, open a panel from the board."""
        for _ in range(50):
            panel, choices = await self._choices()
            try:
                if panel and choices:
                    return await self.watch.press(self.who, panel, self.rng.pick(choices))
                return await self.watch.press(self.who, self.board, f"t1:{self.match}:play")
            except (
                PersonError
            ):  # the message changed or the board was reposted meanwhile: look again
                await asyncio.sleep(0.02)
                await self.find_board()
        raise RuntimeError(f"nothing to press at {self.match}")

    async def _choices(self) -> tuple[Json | None, list[str]]:
        """Return the newest panel and the custom_ids that answer its prompt."""
        mine = [
            m
            for m in await self.who.messages(self.board["channel_id"], 10)
            if m["ephemeral_for"] == self.who.id
        ]
        if not mine:
            return None, []
        to_press = (
            one
            for one in UserClient.buttons(mine[-1]).values()
            if one.startswith(f"p1:{self.match}:")
        )
        return mine[-1], [
            one for one in to_press if one.split(":")[4] not in ("!cancel", "!back", "=undo")
        ]


async def _open_tables(
    app: App, box: Sandbox, watch: Stopwatch, people: Sequence[UserClient], game: str
) -> list[BenchTable]:
    guild = next(iter(box.world.guilds.values()))
    rooms = [int(c["id"]) for c in box.world.channels_of(guild["id"]) if c["type"] == 0]
    tables = [
        BenchTable(app, watch, who, game, (int(guild["id"]), rooms[i % len(rooms)]))
        for i, who in enumerate(people)
    ]
    for table in bar(tables, len(tables), "opening tables"):
        await table.open()
    await app.ai_moves.idle()
    await app.publish_scheduler.idle()
    for table in tables:
        await table.find_board()
    return tables


async def _real(
    box: Sandbox,
    watch: Stopwatch,
    people: Sequence[UserClient],
    game: str,
    folder: Path,
    times: int,
    rounds: int,
) -> dict[str, Any]:
    store = await open_store(folder / "bench.sqlite3")
    painter = program.BotRenderPool()
    app = App(store, renderer=painter, settings=Settings(data=folder))
    async with serving(app, painter) as client:
        tables = await _open_tables(app, box, watch, people, game)

        async def press(who: int) -> float:
            return await tables[who].press()

        async def before() -> None:
            """Wait until the answers to the last clicks are shown, as people do."""
            await client.dispatcher.idle()
            for table in tables:
                await table.ready()

        await painter.warm_up(game)
        await press_in_turn(press, 8, "", before)
        one = await press_in_turn(press, times, "Sobremesa, one", before)
        idle = client.dispatcher.idle
        shown = await show_in_turn(press, idle, times, "Sobremesa, picture", before)
        concurrent = await press_at_once(press, len(people), rounds, "Sobremesa, fifty", before)
        rows = [table.rows + (await app.lobby.get(table.match)).rows for table in tables]
        clicks = len(one) + len(shown) + len(concurrent)
        await asyncio.sleep(1.0)  # updates of acknowledged clicks are still being sent
        return {
            "one_ms": summary(one, 1),
            "shown_ms": summary(shown, 1),
            "fifty_ms": summary(concurrent, 1),
            "clicks": clicks,
            "moves_written": sum(rows),
        }


async def _without_pictures(
    box: Sandbox, watch: Stopwatch, person: UserClient, game: str, folder: Path, times: int
) -> dict[str, Any]:
    store = await open_store(folder / "bare.sqlite3")
    app = App(store, renderer=InstantRenderer(), settings=Settings(data=folder))
    async with serving(app) as client:
        (table,) = await _open_tables(app, box, watch, [person], game)

        async def press(_: int) -> float:
            return await table.press()

        async def before() -> None:
            await client.dispatcher.idle()
            await table.ready()

        await press_in_turn(press, 8, "", before)
        return {"one_ms": summary(await press_in_turn(press, times, "bare", before), 1)}


@asynccontextmanager
async def serving(
    app: App, painter: program.BotRenderPool | None = None
) -> AsyncIterator[program.Sobremesa]:
    """Run the bot, logged in; at the end publish what is pending and close it."""
    client = program.Sobremesa(app, local=True)
    running = asyncio.create_task(client.start("sandbox"))
    try:
        await asyncio.wait_for(_wait_until_up(client, running), CLICK_TIMEOUT_S)
        yield client
    finally:
        await app.ai_moves.stop()
        await client.dispatcher.idle()
        await app.publish_scheduler.idle()
        await client.close()
        await asyncio.gather(running, return_exceptions=True)
        await app.stop()
        if painter is not None:
            painter.close()


async def _wait_until_up(client: program.Sobremesa, running: asyncio.Task[None]) -> None:
    """Wait until the bot is logged in; if an error ends it before that, raise the error."""
    ready = asyncio.create_task(client.started.wait())
    await asyncio.wait({running, ready}, return_when=asyncio.FIRST_COMPLETED)
    if running.done():
        await running
    await ready


async def _measure(game: str, times: int, rounds: int) -> dict[str, Any]:
    box = await Sandbox.start(None)
    box.faults.rate_limited = False  # measure our own time, not Discord's rate limits
    set_endpoints(box.api_base, box.gateway_url, box.cdn_base)
    watch = Stopwatch(box)
    try:
        people = [
            UserClient(box, box.world.add_user(f"Persona {i}")["id"])
            for i in range(CONCURRENT_USERS)
        ]
        with tempfile.TemporaryDirectory() as folder:
            real = await _real(box, watch, people, game, Path(folder), times, rounds)
            bare = await _without_pictures(box, watch, people[0], game, Path(folder), times)
        echo = await _echo(box, watch, people, times, rounds)
    finally:
        await box.close()
    ratio = {
        "one_p50": round(real["one_ms"]["p50"] / echo["one_ms"]["p50"], 1),
        "fifty_p50": round(real["fifty_ms"]["p50"] / echo["fifty_ms"]["p50"], 1),
    }
    return {
        "sobremesa": real,
        "without_pictures": bare,
        "echo": echo,
        "ratio": ratio,
        "unanswered": watch.failed,
        "people": CONCURRENT_USERS,
        "targets": {
            "bare_p50_ms": 8,
            "bare_p99_ms": 30,
            "shown_p95_ms": 300,
            "one_p99_ms": 300,
            "fifty_p99_ms": 1000,
        },
    }


def measure(game: str, times: int = 60, rounds: int = 4) -> dict[str, Any]:
    """Measure `times` single clicks and `rounds` of fifty at once."""
    try:
        return asyncio.run(_measure(game, times, rounds))
    except PersonError as error:
        raise RuntimeError(f"the sandbox refused a click: {error}") from error
