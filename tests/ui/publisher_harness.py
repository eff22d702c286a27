"""App whose tables are published to a fake Discord client."""

from __future__ import annotations

from typing import cast

from app.model.match import Match, User
from games.core.engine import walk
from games.core.state.rng import Rng
from gateway.sharded_bot import ClusteredBot
from tests.app.harness import PEOPLE, AppHarness, ManualClock
from tests.ui.fake_discord import Channel, Client
from ui.delivery.table_publisher import TablePublisher

HERE = 2


class PublisherHarness(AppHarness):
    """App harness that publishes its tables to a fake client."""

    async def begin(self) -> None:
        self.clock = ManualClock(1.7e9)
        app = await self.open(start=False)
        self.client = Client(self.clock.now)
        self.table_publisher = TablePublisher(app, cast("ClusteredBot", self.client))
        app.set_match_publisher(self.table_publisher)
        for person in PEOPLE:
            await app.users.get(person.id, person.name, person.lang)
        await app.start()

    async def restart(self) -> None:
        """Restart the app; the fake client keeps its messages."""
        client = self.client
        await self.app.stop()
        app = await self.open(start=False)
        self.table_publisher = TablePublisher(app, cast("ClusteredBot", client))
        app.set_match_publisher(self.table_publisher)
        await app.start()

    @property
    def room(self) -> Channel:
        return self.client.place(HERE)

    async def match(self, match: Match) -> Match:
        await self.settle()
        return await self.app.lobby.get(match.id)

    async def followed(self, by: User) -> tuple[Match, Channel]:
        """Start a match for two with a spectator; return it and the spectator's direct messages."""
        match = await self.table(2, game="eight_minute_empire")
        await self.settle()
        await self.app.users.get(by.id, by.name, by.lang)
        await self.app.spectators.follow(match.id, by)
        return match, self.client.line(by.id)

    async def step(self, match: Match) -> User:
        """Play a random move of the first awaited seat and return its user."""
        stored = await self.app.repo.matches.load(match.id)
        assert stored is not None
        seat = walk.actors(stored.pos)[0]
        path = walk.random_move(stored.pos, seat, Rng.of(stored.match.rows))
        by = PEOPLE[seat]
        panel = await self.app.game_service.play(match.id, by, path)
        if not panel.committed:
            await self.app.game_service.confirm(match.id, by, panel.decision)
        await self.settle()
        return by
