"""State machine of hypothesis on an application of its own."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

from hypothesis.stateful import RuleBasedStateMachine

from app.model.match import LoadedMatch, Match
from tests.app.harness import AppHarness


class AppMachine(RuleBasedStateMachine):
    """Application with one table at a time; rules run their coroutines with `run`.

    `match` is the table's code, once a rule has started one. In the end its log must lead to its
    stored position.
    """

    match: str

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.loop = asyncio.new_event_loop()
        self.harness = self.home()

    def home(self) -> AppHarness:
        """Return the harness of the application."""
        return AppHarness(Path(self.folder.name))

    def run(self, work):
        return self.loop.run_until_complete(work)

    @property
    def app(self):
        return self.harness.app

    def table(self) -> Match:
        return self.run(self.app.lobby.get(self.match))

    def stored(self) -> LoadedMatch:
        stored = self.run(self.app.repo.matches.load(self.match))
        assert stored is not None
        return stored

    def teardown(self) -> None:
        if hasattr(self, "match"):
            assert self.run(self.app.queries.verify(self.match)).ok
            self.run(self.app.stop())
        self.loop.run_until_complete(self.loop.shutdown_default_executor())
        self.loop.close()
        self.folder.cleanup()
