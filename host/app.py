"""The application: its parts, wired together."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any

from games import GAMES
from games.core.rules import Game
from host.lobby import Lobby
from host.people import People
from host.ports import Clock, Images, Notifier, Repo
from host.settings import Settings
from host.tables import Tables


class SystemClock:
    """The machine's time."""

    def now(self) -> float:
        """Unix seconds."""
        return time.time()


class App:
    """The host. The edges call `lobby`, `tables` and `people`; `publisher` calls the notifier that was attached."""

    def __init__(
        self, repo: Repo, *, images: Images | None = None, clock: Clock | None = None, settings: Settings | None = None,
        games: Iterable[Game[Any, Any]] = GAMES,
    ) -> None:
        self.repo, self.images = repo, images
        self.clock: Clock = clock or SystemClock()
        self.settings = settings or Settings()
        self.games = {game.id: game for game in games}
        self.people = People(repo, self.settings.language)
        self.lobby = Lobby(self)
        self.tables = Tables(self)

    def attach(self, notifier: Notifier) -> None:
        """Say who shows matches; until then nothing is published."""

    async def start(self) -> None:
        """Heal what a crash left: publish what was not shown, let computer players go on."""

    async def stop(self) -> None:
        """Let what is under way end, then close the store."""
        await self.repo.close()
