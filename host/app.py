"""The application: its parts, wired together."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

from games import GAMES
from games.core.rules import Game
from games.core.text import Catalogue, core_folder
from host.autoplay import Autoplay
from host.calls import Calls
from host.lobby import Lobby
from host.locks import Locks
from host.moves import Moves
from host.orders import Standing
from host.people import People
from host.ports import Clock, Images, Notifier, Repo
from host.privacy import Privacy
from host.publisher import Publisher
from host.settings import Settings
from host.tables import Tables
from host.upgrades import upgrade

HOUR = 3600.0


class SystemClock:
    """The machine's time."""

    def now(self) -> float:
        """Unix seconds."""
        return time.time()

    def call_at(self, at: float, work: Callable[[], None]) -> asyncio.TimerHandle:
        """Do this in the running loop once it is that late."""
        return asyncio.get_running_loop().call_later(max(0.0, at - self.now()), work)


def text_folder() -> Path:
    """Where the host's own words lie."""
    return Path(__file__).parent / "text"


@lru_cache
def words(lang: str) -> Catalogue:
    """The words of host and engine; a game's words are its own."""
    return Catalogue.load(lang, (core_folder(), text_folder()))


class App:
    """The host. The edges call `lobby`, `tables`, `orders`, `people` and `privacy`; `publisher` calls the notifier that was
    attached.

    `images` is for the edges: the host itself never draws.
    """

    def __init__(
        self, repo: Repo, *, images: Images | None = None, clock: Clock | None = None, settings: Settings | None = None,
        games: Iterable[Game[Any, Any]] = GAMES,
    ) -> None:
        self.repo, self.images = repo, images
        self.clock: Clock = clock or SystemClock()
        self.settings = settings or Settings()
        self.games = {game.id: game for game in games}
        self.words = words
        self.locks = Locks()
        self.calls = Calls(repo, self.clock)
        self.moves = Moves(self)
        self.people = People(repo, self.settings.language)
        self.privacy = Privacy(self)
        self.lobby = Lobby(self)
        self.tables = Tables(self)
        self.orders = Standing(self)
        self.publisher = Publisher(repo, self.clock, pause=self.settings.publish_pause, lull=self.settings.call_after)
        self.autoplay = Autoplay(self)
        self.moves.on_commit += [self.publisher.stir, self.publisher.touch, self.autoplay.wake]

    def attach(self, notifier: Notifier) -> None:
        """Say who shows matches; until then nothing is published."""
        self.publisher.notifier = notifier

    async def start(self) -> None:
        """Heal what a crash left: publish what was not shown, let computer players go on. Loads no position by itself, but
        those of tables that were played by older rules."""
        await self.repo.forget_clicks(self.clock.now() - HOUR)
        await upgrade(self)
        await self.publisher.heal()
        await self.autoplay.start()

    async def stop(self) -> None:
        """Let what is under way end, then close the store."""
        await self.autoplay.stop()
        await self.publisher.stop()
        await self.repo.close()
