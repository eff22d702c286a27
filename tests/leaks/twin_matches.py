"""Two bots with the same table, which differ in nothing but what one viewer may not know; and what happens in both."""

from __future__ import annotations

import hashlib
import itertools
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple, cast
from unittest.mock import patch

import aiosqlite

from ai import think
from app.app import App
from app.model.match import Draft, LoadedMatch, LogEntry, Match, User
from app.ports.store import CommitDetails
from app.runtime.settings import Settings
from app.workers.ai_pool import InProcessAi
from db.sqlite.connection import Database, FileLock, prepare
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
from tools.playing import mixed
from ui.delivery import channel_client, live_panels, private_messages
from ui.delivery.table_publisher import TablePublisher
from ui.handlers.panel import PanelHandler
from ui.handlers.table import TableHandler

HERE, GUILD = 2, 1
FOREVER = 600.0  # seconds until a wait is given up, whoever waits: no time tells the worlds apart
MINUTE = 60.0  # of the tables' clock, between two steps
ROLLOUTS = 4  # that a coach thinks ahead
Pos = playouts.Pos


class AtOnce:
    """SQLite as the store uses it, in memory and without a thread of its own: a query's way there and back takes longer than all
    that is compared."""

    def __init__(self) -> None:
        self.conn = sqlite3.connect(":memory:", isolation_level=None)
        self.conn.row_factory = sqlite3.Row
        self.conn.execute("PRAGMA foreign_keys = ON")

    @property
    def in_transaction(self) -> bool:
        return self.conn.in_transaction

    async def execute(self, sql: str, args: Iterable[Any] = ()) -> sqlite3.Cursor:
        return self.conn.execute(sql, args)

    async def executemany(self, sql: str, args: Iterable[Any]) -> sqlite3.Cursor:
        return self.conn.executemany(sql, args)

    async def execute_fetchall(self, sql: str, args: Iterable[Any] = ()) -> list[sqlite3.Row]:
        return self.conn.execute(sql, args).fetchall()

    async def close(self) -> None:
        self.conn.close()


class Lasting(Store):
    """The real store over such a connection; it outlives the apps on it."""

    def __init__(self, folder: Path) -> None:
        file = folder / "leaks.sqlite3"
        prepare(file)
        self.sqlite = AtOnce()
        with closing(sqlite3.connect(file)) as made:
            made.backup(self.sqlite.conn)
        conn = cast(
            "aiosqlite.Connection", self.sqlite
        )  # one for all: nothing comes between its statements
        super().__init__(Database(conn, conn, self.sqlite.conn, FileLock(file)))

    async def close(self) -> None:
        """Not yet."""

    async def end(self) -> None:
        """Let it go."""
        await super().close()


class Sketch:
    """A painter that only names: equal scenes have equal pictures
    (`games.core.views.scene.digest`), and nothing else is looked at."""

    async def draw(self, scene: Scene | Animation, lane: str = "panel") -> Picture:
        return Picture(b"", f"{digest(scene)}.webp", 1200, 1500)


def adviser(pos: Pos, seat: Seat, kind: think.Kind, rng: Rng, more: Any) -> Way:
    """Our computer player as advice is asked of it, with less time."""
    del more
    return think.decide(pos, seat, kind, rng, rollouts=ROLLOUTS)


@contextmanager
def unhurried(seed: str) -> Iterator[None]:
    """Everything is shown at once and once, however slow the machine, and tables are dealt by this seed."""
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
    """A bot over a store of its own, on a client that keeps what it is sent. Nobody moves by themselves."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self.store, self.clock = Lasting(folder), ManualClock(1.7e9)
        self.client = Client(self.clock.now)
        self.match = ""
        self.begin()

    def begin(self) -> None:
        """The bot begins anew: nothing is remembered but what is stored."""
        self.clock.timers.clear()
        self.app = App(
            self.store,
            renderer=Sketch(),
            clock=self.clock,
            settings=Settings(publish_pause=0.0),
            games=(*GAMES, *(game for game in playouts.ALL.values() if game not in GAMES)),
            thinker=InProcessAi(adviser),
        )
        self.messenger = TablePublisher(self.app, cast("ClusteredBot", self.client))
        self.app.set_notifier(self.messenger)
        self.panels = PanelHandler(self.app)
        self.tables = TableHandler(self.app, self.panels, self.messenger)

    async def close(self) -> None:
        await self.shown()
        self.app.bot_moves.thinker.close()
        await self.store.end()

    async def stored(self) -> LoadedMatch:
        found = await self.store.matches.load(self.match)
        assert found is not None
        return found

    async def step(self, seat: Seat, path: Way) -> None:
        """A step as a person commits it."""
        async with self.app.locks(self.match):
            await self.app.moves.play(await self.stored(), seat, path, "player")

    async def put(self, pos: Pos) -> None:
        """The table stands like this from now on. As after a change of rules undo and proof begin here."""
        async with self.app.locks(self.match):
            match = (await self.stored()).match
            match.rows += 1
            row = history.system(match.rows, None, "table", ["@rules", pos.rules], pos)
            await self.app.moves.save(
                match, CommitDetails(pos, [LogEntry(row, self.clock.now())], keep=True, final=True)
            )

    async def shown(self) -> None:
        """Everything that was committed is shown."""
        await self.app.publisher.idle()
        await self.messenger.live.idle()

    async def copy(self, other: TwinMatch) -> None:
        """Become the other world, with what people see of it."""
        await other.shown()
        other.store.sqlite.conn.backup(self.store.sqlite.conn)
        self.match, self.clock.at = other.match, other.clock.at
        self.client = Client(self.clock.now)
        self.client._count = other.client._count
        for id_, place in other.client.places.items():
            mine = self.client.place(id_)
            mine.messages = {one: dict(fields) for one, fields in place.messages.items()}
            mine.deleted, mine.edits = list(place.deleted), place.edits
        self.client.direct = {
            user: self.client.place(line.id) for user, line in other.client.direct.items()
        }
        for one in (other, self):
            one.begin()

    def seen_by(self, user: int) -> list[Channel]:
        """The places that a person can look at."""
        return [self.client.place(HERE), self.client.line(user)]


async def table(world: TwinMatch, game: Game[Any, Any], n: int, rng: Rng) -> Match:
    """A new table of a game with options and computers by lot; a stranger follows it, and a seat may be free for a substitute."""
    lobby, people = world.app.lobby, PEOPLE[: min(n, len(PEOPLE)) - (n > 1 and rng.below(2))]
    for person in (*PEOPLE, STRANGER):
        await world.app.users.get(person.id, person.name, person.lang)
    match = await lobby.create(people[0], game.id, guild=GUILD, channel=HERE, size=n)
    world.match = match.id
    for person in people[1:]:
        await lobby.join(match.id, person)
    for _ in range(n - len(people)):
        await lobby.add_computer(match.id, people[0])
    for name, value in mixed(game, n, rng).items():
        await lobby.set_option(match.id, people[0], name, value)
    if rng.below(2):
        await lobby.toggle_animation(match.id, people[0])
    started = await lobby.start(match.id, people[0])
    await world.app.spectators.begin(match.id, STRANGER)
    if rng.below(2):
        await world.app.substitutes.offer(match.id, rng.pick(people))
    await world.shown()
    return started


def viewers(match: Match) -> list[tuple[User, Seat | None]]:
    """Who may look: everybody who sits there, and somebody who does not."""
    seated = [
        (person, seat.seat) for person in PEOPLE for seat in match.seats if seat.user == person.id
    ]
    return [*seated, (STRANGER, None)]


async def play_on(world: TwinMatch, steps: int, rng: Rng) -> None:
    """So many steps by lot, shown at their end."""
    notifier, world.app.publisher.notifier = world.app.publisher.notifier, None
    for _ in range(steps):
        stored = await world.stored()
        if stored.pos.outcome is not None:
            break
        seat = playouts.mover(stored.pos, rng)
        world.clock.advance(MINUTE)
        await world.step(seat, walk.random_move(stored.pos, seat, rng))
    world.app.publisher.notifier = notifier
    world.app.publisher.schedule(world.match)
    await world.shown()


class Twins(NamedTuple):
    """The two worlds and whose eyes can't tell them apart."""

    one: TwinMatch
    two: TwinMatch
    by: User
    seat: Seat | None

    @property
    def both(self) -> tuple[TwinMatch, TwinMatch]:
        return self.one, self.two


async def part(one: TwinMatch, two: TwinMatch, by: User, seat: Seat | None, rng: Rng) -> Twins:
    """The second world becomes the first, but for what the viewer may not know: it is dealt anew, half of the time with the same
    luck to come, so that both go on for longer."""
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
    """In the second world others have half-made choices, and have said beforehand what they would answer."""
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
            await twins.two.store.drafts.save(Draft(stored.match.id, row.seat, row.asked, half))
    return changed


async def think_alike(twins: Twins, changed: list[Seat]) -> None:
    """What others have said beforehand is forgotten: it would answer, and everybody hear of it."""
    stored = await twins.two.stored()
    for seat in changed:
        stored.match.seats[seat].orders = {}
        await twins.two.store.matches.save_orders(stored.match.id, stored.match.seats[seat])


def by_lot(game: Game[Any, Any], rng: Rng) -> dict[str, Any]:
    """Some standing orders, each with a value by lot."""
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
