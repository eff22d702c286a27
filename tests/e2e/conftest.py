"""Real bot and sandbox in one event loop, and users who click and type."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import discord
import pytest
from playwright.async_api import Browser, async_playwright

import bot as entry
from app.app import App
from app.ports.commit import CommitDetails
from app.runtime.settings import Settings
from db.store import open_store
from games.core.engine.game import find
from games.el_mapa.model.catalog import RULES
from games.hosted import GAMES
from gateway.connection import set_endpoints
from sandbox import Sandbox
from sandbox.client import Outcome, UserClient
from tests.app.harness import match_log_to_position
from tests.browser import ARGS
from tests.e2e.process import PATIENCE, end_all
from tests.e2e.recording_painters import Recorder
from ui.delivery import live_panels, private_messages
from ui.interactions import dispatcher

ROOM = "mesa-verde"
FOREVER = 600.0  # seconds; longer than any test, so that the bot's waits never time out


async def idle(bot: entry.Sobremesa) -> None:
    """Wait until the bot has answered and published everything that is pending."""
    app = bot.app
    await bot.dispatcher.idle()
    await app.deadlines.idle()
    await app.ai_moves.idle()
    await app.publish_scheduler.idle()
    await app.retention.idle()
    await bot.dispatcher.idle()


@dataclass
class BotHarness:
    """Sandbox with the bot logged in."""

    box: Sandbox
    bot: entry.Sobremesa
    app: App

    def person(self, name: str) -> Player:
        return Player(self, UserClient(self.box, name))

    async def quiet(self) -> None:
        """Wait until the bot has nothing left to publish."""
        await idle(self.bot)


class Player:
    """User with shortcuts for a table; a button's label may be given by its beginning."""

    def __init__(self, harness: BotHarness, person: UserClient) -> None:
        self.harness, self.person, self.clicks = harness, person, 0
        self.name = next(
            u["global_name"] for u in harness.box.world.people() if u["id"] == person.id
        )

    async def table(self, room: str = ROOM) -> dict[str, Any]:
        """Return the newest table or lobby message in a channel."""
        return await self._newest(room, lambda m: m["embeds"] and m.get("ephemeral_for") is None)

    async def panel(self, room: str = ROOM) -> dict[str, Any]:
        """Return the newest message that only this user sees."""
        return await self._newest(room, lambda m: m.get("ephemeral_for"))

    async def _newest(self, room: str, fits: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
        """Return the newest message that fits; the last four are read before the whole page."""
        for many in (4, 50):
            for message in reversed(await self.person.messages(room, many)):
                if fits(message):
                    return message
        raise LookupError(f"{self.name} sees no such message in {room}")

    async def tap(self, message: dict[str, Any], label: str) -> Outcome:
        """Press the button with this label, or the first one whose label begins with it."""
        buttons = self.person.buttons(message)
        found = next((b for b in buttons if b == label), None) or next(
            (b for b in buttons if b.startswith(label)), None
        )
        assert found is not None, f"no button «{label}» among {list(buttons)}"
        self.clicks += 1
        done = await self.person.press(message, buttons[found])
        assert done.state == "done", done
        await self.harness.bot.dispatcher.idle()
        return done

    async def play(self, room: str = ROOM) -> dict[str, Any]:
        """Press Play on the table's message and return the panel."""
        await self.tap(await self.table(room), "▶")
        return await self.panel(room)

    async def choose(self, label: str, room: str = ROOM) -> dict[str, Any]:
        """Press a button of the open panel and return the panel."""
        await self.tap(await self.panel(room), label)
        await self.harness.quiet()
        return await self.panel(room)

    async def preset(self, name: str, room: str = ROOM) -> None:
        """Set the lobby's options to one of the game's presets."""
        await self.person.command("table options", room)
        await self.harness.quiet()
        panel = await self.panel(room)
        menus = [
            part for row in panel["components"] for part in row["components"] if part["type"] == 3
        ]
        menu = next(one for one in menus if any(line["value"] == name for line in one["options"]))
        await self.person.select(panel, menu["custom_id"], name)
        await self.harness.quiet()


def complaints(log: pytest.LogCaptureFixture) -> list[str]:
    """Return the bot's log lines of level ERROR or higher."""
    return [one.getMessage() for one in log.records if one.levelno >= logging.ERROR]


def words(message: dict[str, Any]) -> str:
    """Return all text of a message."""
    parts = [message["content"]]
    for card in message["embeds"]:
        parts += [
            card.get("author", {}).get("name", ""),
            card.get("title", ""),
            card.get("description", ""),
            card.get("footer", {}).get("text", ""),
        ]
    return "\n".join(part for part in parts if part)


def labels(message: dict[str, Any]) -> list[str]:
    """Return the labels of all buttons, also the disabled ones."""
    return [
        c.get("label", "")
        for row in message["components"]
        for c in row["components"]
        if c["type"] == 2
    ]


async def start_bot(
    box: Sandbox,
    data: Path,
    patch: pytest.MonkeyPatch,
    images: Any = None,
    games: Sequence[Any] = GAMES,
) -> tuple[entry.Sobremesa, asyncio.Task]:
    """Start the bot as bot.py builds it, logged in on a sandbox."""
    patch.setattr(discord.http.Route, "BASE", discord.http.Route.BASE)
    patch.setattr(
        discord.gateway.DiscordWebSocket,
        "DEFAULT_GATEWAY",
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY,
    )
    patch.setattr(discord.asset.Asset, "BASE", discord.asset.Asset.BASE)
    set_endpoints(box.api_base, box.gateway_url, box.cdn_base)
    settings = Settings(data=data, publish_pause=0.0, recent_click_s=0.0)
    store = await open_store(settings.database)
    app = App(
        store, renderer=images, settings=settings, games=games, clock=entry.sandbox_clock(box)
    )
    bot = entry.Sobremesa(app, local=True)
    task = asyncio.create_task(bot.start("sandbox"))
    up = asyncio.create_task(bot.started.wait())
    await asyncio.wait({task, up}, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
    if task.done():
        await task
    assert bot.started.is_set()
    return bot, task


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Raise the bot's timeouts, so that it answers once and with the picture.

    Most tests check what the bot answers, not when. On a slow machine a late picture would come
    with another message.
    """
    for module, name in (
        (dispatcher, "DEFER_AFTER_S"),
        (dispatcher, "PICTURE_WAIT_S"),
        (live_panels, "TEXT_FIRST_AFTER_S"),
        (private_messages, "SCREEN_WAIT_S"),
    ):
        monkeypatch.setattr(module, name, FOREVER)
    monkeypatch.setattr(dispatcher, "BUSY_THRESHOLD", 1000)


@pytest.fixture(autouse=True)
async def nobody_left_behind() -> AsyncIterator[None]:
    """Kill the bot processes that a test started."""
    yield
    await end_all()


@pytest.fixture(scope="session")
async def chrome(chromium: str) -> AsyncIterator[Browser]:
    """Return the browser of all tests; each test opens its own context."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=list(ARGS))
        yield browser
        await browser.close()


@pytest.fixture
async def browser(chrome: Browser) -> AsyncIterator[Browser]:
    """Return the browser; close the contexts after the test."""
    yield chrome
    for context in chrome.contexts:
        await context.close()


@pytest.fixture
def painter() -> Any:
    """Return no renderer; tests that look at pictures override this."""
    return None


@pytest.fixture(scope="session")
def easels() -> Iterator[entry.BotRenderPool]:
    """Return the render processes that all tests share."""
    kept = entry.BotRenderPool()
    yield kept
    kept.close()


@pytest.fixture
def recorder(easels: entry.BotRenderPool) -> Iterator[Recorder]:
    """Return a renderer that records what it was asked for."""
    recording = Recorder(easels)
    yield recording
    recording.close()


@pytest.fixture
def games() -> Sequence[Any]:
    """Return the games that the bot hosts."""
    return GAMES


@pytest.fixture
async def harness(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, painter: Any, games: Sequence[Any]
) -> AsyncIterator[BotHarness]:
    box = await Sandbox.start(None)
    box.faults.rate_limited = (
        False  # tests click faster than people; tests of rate limits switch them on
    )
    box.interactions.ack_seconds = PATIENCE  # a busy machine may answer later than Discord waits
    bot, task = await start_bot(box, tmp_path, monkeypatch, painter, games)
    yield BotHarness(box, bot, bot.app)
    await bot.dispatcher.close(entry.SHUTDOWN_GRACE_S)
    await bot.close()
    await asyncio.gather(task, return_exceptions=True)
    await bot.app.stop()
    await box.close()
    assert box.api.own_errors == []


@pytest.fixture
def ana(harness: BotHarness) -> Player:
    return harness.person("Ana")


@pytest.fixture
def bruno(harness: BotHarness) -> Player:
    return harness.person("Bruno")


@pytest.fixture
def carla(harness: BotHarness) -> Player:
    return harness.person("Carla")


async def seated(*people: Player, room: str = ROOM, **options: Any) -> None:
    """Start a table with these users."""
    first, *others = people
    await first.person.command("table new", room, seats=len(people), **options)
    await first.harness.quiet()
    for other in others:
        await other.tap(await other.table(room), "Sentarme")
    await first.harness.quiet()
    await first.tap(await first.table(room), "Empezar")
    await first.harness.quiet()


async def staged(harness: BotHarness, pos: Any, *people: Player) -> None:
    """Start a table with these users in this position; the first user has seat 0."""
    await seated(*people, game=pos.game)
    assert not find(pos.game).audit(pos)
    repo, app = harness.app.repo, harness.app
    match = (await repo.matches.find())[-1]
    async with app.locks(match.id):
        stored = await repo.matches.load(match.id)
        assert stored is not None
        stored.pos = pos
        app.moves.update_seats_for_position(stored)
        await app.moves.save(
            stored.match,
            CommitDetails(pos=pos, keep_checkpoint=True, final=True, clear_drafts=range(pos.n)),
        )
        await match_log_to_position(app, stored.match)
    await harness.quiet()
    for one in people:
        one.clicks = 0


async def asked(harness: BotHarness, pos: Any, *people: Player) -> dict[str, Any]:
    """Start a table in this position and return the open panel of its first user."""
    await staged(harness, pos, *people)
    return await people[0].play()


@pytest.fixture
def corners(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use the maps of El Mapa on which the homes lie in the corners, as in older matches."""
    for n in ("2", "3"):
        monkeypatch.setitem(RULES.maps, n, n)


async def menu(who: Player, value: str) -> dict[str, Any]:
    """Choose an option in the panel's menu and return the panel."""
    panel = await who.panel()
    part = next(
        part for row in panel["components"] for part in row["components"] if part["type"] == 3
    )
    await who.person.select(panel, part["custom_id"], value)
    who.clicks += 2
    await who.harness.quiet()
    return await who.panel()
