"""Two bots with the same match that differ only in what one viewer may not know."""

from __future__ import annotations

import hashlib
import itertools
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple, cast
from unittest.mock import patch

import aiosqlite

from ai import think
from app.app import App
from app.model.match import Draft, LoadedMatch, LogEntry, Match, User
from app.ports.commit import CommitDetails
from app.runtime.settings import Settings
from app.workers.ai_pool import InProcessAi
from db.sqlite.connection import Database, FileLock, check_and_migrate
from db.store import Store
from games.core.engine import history, walk
from games.core.engine.game import Game, find
from games.core.state.options import Choice, Range, Toggle
from games.core.state.rng import Rng
from games.core.text.messages import Path as Way
from games.core.text.messages import Seat
from games.core.views.scene import Animation, Picture, Scene, digest
from games.hosted import GAMES
from gateway.sharded_bot import ClusteredBot
from tests.app.harness import PEOPLE, STRANGER, ManualClock
from tests.contract import playouts
from tests.ui.fake_discord import Channel, Client
from tools.playing import random_options
from ui.delivery import channel_client, live_panels, private_messages
from ui.delivery.table_publisher import TablePublisher
from ui.handlers.panel import PanelHandler
from ui.handlers.table import TableHandler

HERE, GUILD = 2, 1
# seconds; the bot's waits never time out, so that timing does not differ between the worlds
FOREVER = 600.0
MINUTE = 60.0  # seconds of the clock between two moves
ROLLOUTS = 4  # of the AI player that advises
Pos = playouts.Pos


class AtOnce:
    """SQLite connection in memory that runs in the event loop's thread.

    Switching to another thread took most of the time.
    """

    def __init__(self) -> None:
        self.conn = sqlite3.connect(":memory:", isolation_level=None)
        self.conn.row_factory = sqlite3.Row
        self.conn.execute("PRAGMA foreign_keys = ON")

    @property
    def in_transaction(self) -> bool:
        return self.conn.in_transaction

    async def execute(self, sql: str, args: Sequence[Any] = ()) -> sqlite3.Cursor:
        return self.conn.execute(sql, args)

    async def executemany(self, sql: str, args: Iterable[Any]) -> sqlite3.Cursor:
        return self.conn.executemany(sql, args)

    async def execute_fetchall(self, sql: str, args: Sequence[Any] = ()) -> list[sqlite3.Row]:
        return self.conn.execute(sql, args).fetchall()

    async def close(self) -> None:
        self.conn.close()


class Lasting(Store):
    """Store on such a connection; it outlives its apps."""

    def __init__(self, folder: Path) -> None:
        file = folder / "leaks.sqlite3"
        check_and_migrate(file)
        self.sqlite = AtOnce()
        with closing(sqlite3.connect(file)) as made:
            made.backup(self.sqlite.conn)
        conn = cast(
            "aiosqlite.Connection", self.sqlite
        )  # one connection for everything: statements run one after the other
        super().__init__(Database(conn, conn, self.sqlite.conn, FileLock(file)))

    async def close(self) -> None:
        """Ignore the close of an app."""

    async def end(self) -> None:
        """Close the connection."""
        await super().close()


class Sketch:
    """Renderer that returns empty pictures; equal scenes get equal file names."""

    async def draw(self, scene: Scene | Animation, lane: str = "panel") -> Picture:
        return Picture(b"", f"{digest(scene)}.webp", 1200, 1500)


def adviser(pos: Pos, seat: Seat, kind: think.PlayerKind, rng: Rng, more: Any) -> Way:
    """Return the advice of an AI player that gets less time."""
    del more
    return think.decide(pos, seat, kind, rng, rollouts=ROLLOUTS)


@contextmanager
def unhurried(seed: str) -> Iterator[None]:
    """Switch off timeouts and rate limits, and deal matches by this seed."""
    numbers = itertools.count()

    def hexes(n: int) -> str:
        return hashlib.sha256(f"{seed} {next(numbers)}".encode()).hexdigest()[: 2 * n]

    with ExitStack() as stack:
        for module, name, value in (
            (channel_client, "REQUESTS_PER_S", 1e9),
            (private_messages, "SCREEN_WAIT_S", FOREVER),
            (live_panels, "TEXT_FIRST_AFTER_S", FOREVER),
        ):
            stack.enter_context(patch.object(module, name, value))
        stack.enter_context(patch("app.match.lobby.secrets.token_hex", hexes))
        stack.enter_context(
            patch("app.match.lobby.secrets.choice", lambda some: some[next(numbers) % len(some)])
        )
        yield


class TwinMatch:
    """Bot with its own store and a fake client; AI players and timers do not act in it."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self.store, self.clock = Lasting(folder), ManualClock(1.7e9)
        self.client = Client(self.clock.now)
        self.match = ""
        self.begin()

    def begin(self) -> None:
        """Start the app again from the store."""
        self.clock.timers.clear()
        self.app = App(
            self.store,
            renderer=Sketch(),
            clock=self.clock,
            settings=Settings(publish_pause=0.0),
            games=(*GAMES, *(game for game in playouts.ALL.values() if game not in GAMES)),
            ai_pool=InProcessAi(adviser),
        )
        self.table_publisher = TablePublisher(self.app, cast("ClusteredBot", self.client))
        self.app.set_match_publisher(self.table_publisher)
        self.panels = PanelHandler(self.app)
        self.tables = TableHandler(self.app, self.panels, self.table_publisher)

    async def close(self) -> None:
        await self.shown()
        self.app.ai_moves.ai_pool.close()
        await self.store.end()

    async def stored(self) -> LoadedMatch:
        found = await self.store.matches.load(self.match)
        assert found is not None
        return found

    async def step(self, seat: Seat, path: Way) -> None:
        """Make a step as a user commits it."""
        async with self.app.locks(self.match):
            await self.app.moves.play(await self.stored(), seat, path, "player")

    async def put(self, pos: Pos) -> None:
        """Replace the position; undo and replays start here, as after a change of the rules."""
        async with self.app.locks(self.match):
            match = (await self.stored()).match
            match.rows += 1
            row = history.system_row(match.rows, None, "table", ["@rules", pos.rules], pos)
            await self.app.moves.save(
                match,
                CommitDetails(
                    pos, [LogEntry(row, self.clock.now())], keep_checkpoint=True, final=True
                ),
            )

    async def shown(self) -> None:
        """Publish everything that was committed."""
        await self.app.publish_scheduler.idle()
        await self.table_publisher.live.idle()

    async def copy(self, other: TwinMatch) -> None:
        """Copy the store and the messages of the other world, and restart both bots."""
        await other.shown()
        other.store.sqlite.conn.backup(self.store.sqlite.conn)
        self.match, self.clock.at = other.match, other.clock.at
        self.client = Client(self.clock.now)
        self.client._count = other.client._count
        for id_, channel in other.client.places.items():
            own_channel = self.client.place(id_)
            own_channel.messages = {one: dict(fields) for one, fields in channel.messages.items()}
            own_channel.deleted, own_channel.edits = list(channel.deleted), channel.edits
        self.client.direct = {
            user: self.client.place(line.id) for user, line in other.client.direct.items()
        }
        for one in (other, self):
            one.begin()

    def seen_by(self, user: int) -> list[Channel]:
        """Return the channels that a user can look at."""
        return [self.client.place(HERE), self.client.line(user)]


async def table(world: TwinMatch, game: Game[Any, Any], n: int, rng: Rng) -> Match:
    """Start a table with random options and AI players; a stranger follows it.

    A seat may be free for a substitute.
    """
    lobby, people = world.app.lobby, PEOPLE[: min(n, len(PEOPLE)) - (n > 1 and rng.below(2))]
    for person in (*PEOPLE, STRANGER):
        await world.app.users.get(person.id, person.name, person.lang)
    match = await lobby.create(people[0], game.id, guild=GUILD, channel=HERE, size=n)
    world.match = match.id
    for person in people[1:]:
        await lobby.join(match.id, person)
    for _ in range(n - len(people)):
        await lobby.add_computer(match.id, people[0])
    for name, value in random_options(game, n, rng).items():
        await lobby.set_option(match.id, people[0], name, value)
    if rng.below(2):
        await lobby.toggle_animation(match.id, people[0])
    started = await lobby.start(match.id, people[0])
    await world.app.spectators.follow(match.id, STRANGER)
    if rng.below(2):
        await world.app.substitutes.offer(match.id, rng.pick(people))
    await world.shown()
    return started


def viewers(match: Match) -> list[tuple[User, Seat | None]]:
    """Return all viewers with their seats: every player, and a stranger without a seat."""
    seated = [
        (person, seat.seat) for person in PEOPLE for seat in match.seats if seat.user == person.id
    ]
    return [*seated, (STRANGER, None)]


async def play_on(world: TwinMatch, steps: int, rng: Rng) -> None:
    """Make `steps` random moves and publish the last state."""
    notifier, world.app.publish_scheduler.match_publisher = (
        world.app.publish_scheduler.match_publisher,
        None,
    )
    for _ in range(steps):
        stored = await world.stored()
        if stored.pos.outcome is not None:
            break
        seat = playouts.mover(stored.pos, rng)
        world.clock.advance(MINUTE)
        await world.step(seat, walk.random_move(stored.pos, seat, rng))
    world.app.publish_scheduler.match_publisher = notifier
    world.app.publish_scheduler.schedule(world.match)
    await world.shown()


class Twins(NamedTuple):
    """Two worlds and the viewer who must not be able to tell them apart."""

    one: TwinMatch
    two: TwinMatch
    by: User
    seat: Seat | None

    @property
    def both(self) -> tuple[TwinMatch, TwinMatch]:
        return self.one, self.two


async def part(one: TwinMatch, two: TwinMatch, by: User, seat: Seat | None, rng: Rng) -> Twins:
    """Copy the first world to the second and change there what the viewer may not know.

    Half of the time the future random numbers stay the same, so that the worlds stay equal for
    longer.
    """
    stored = await one.stored()
    other = playouts.guess(stored.pos, seat, rng)
    if rng.below(2):
        other.rng = list(stored.pos.rng)
    await two.copy(one)
    await one.put(stored.pos)
    await two.put(other)
    for world in (one, two):
        await world.shown()
    return Twins(one, two, by, seat)


async def think_apart(twins: Twins, rng: Rng) -> list[Seat]:
    """Give the other players drafts and standing orders in the second world."""
    stored = await twins.two.stored()
    game, changed = find(stored.match.game), []
    for row in stored.match.seats:
        if row.seat == twins.seat or row.user is None:
            continue
        if game.orders:
            row.orders = by_lot(game, rng)
            await twins.two.store.matches.save_orders(stored.match.id, row)
            changed.append(row.seat)
        if row.seat in playouts.movers(stored.pos):
            path = walk.random_move(stored.pos, row.seat, rng)
            half = list(path[: rng.below(len(path)) if path else 0])
            await twins.two.store.drafts.save(Draft(stored.match.id, row.seat, row.decision, half))
    return changed


async def think_alike(twins: Twins, changed: list[Seat]) -> None:
    """Delete the standing orders of others; their answers would be visible to the viewer."""
    stored = await twins.two.stored()
    for seat in changed:
        stored.match.seats[seat].orders = {}
        await twins.two.store.matches.save_orders(stored.match.id, stored.match.seats[seat])


def by_lot(game: Game[Any, Any], rng: Rng) -> dict[str, Any]:
    """Return some standing orders, each with a random value."""
    wished: dict[str, Any] = {}
    for one in game.orders:
        match one:
            case Toggle():
                wished[one.id] = bool(rng.below(2))
            case Choice():
                wished[one.id] = rng.pick(one.values)
            case Range():
                wished[one.id] = one.lo + rng.below(one.hi - one.lo + 1)
    return wished
