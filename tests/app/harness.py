"""App on its own store, with users, a manual clock and a notifier that records calls."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from app.app import App
from app.model.match import LoadedMatch, Match, Panel, User
from app.ports.services import AiPool
from app.runtime.settings import Settings
from db import open_store
from db.base.database import Connection
from db.base.json_columns import dumps
from games.core.engine import history
from games.core.engine.game import Game
from games.core.state.position import digest
from games.core.text.messages import Key
from games.hosted import GAMES
from tests.core.small_game import CELLAR
from tests.database import database_of


class Timer:
    def __init__(self, at: float, work: Callable[[], None]) -> None:
        self.at, self.work, self.off = at, work, False

    def cancel(self) -> None:
        self.off = True


class ManualClock:
    def __init__(self, at: float = 1_000_000.0) -> None:
        self.at = at
        self.timers: list[Timer] = []

    def now(self) -> float:
        return self.at

    def call_at(self, at: float, work: Callable[[], None]) -> Timer:
        timer = Timer(at, work)
        self.timers.append(timer)
        return timer

    def advance(self, seconds: float) -> None:
        """Advance the clock and run the due timers in order.

        Tasks that the timers start finish later.
        """
        end = self.at + seconds
        while due := [
            timer for timer in self.timers if timer.at <= max(end, self.at) and not timer.off
        ]:
            first = min(due, key=lambda timer: timer.at)
            self.timers = [timer for timer in self.timers if timer is not first and not timer.off]
            self.at = max(self.at, first.at)
            first.work()
        self.at = end


class Recorder:
    """Publisher that records its calls.

    The next `fail` calls raise; `before` is awaited inside each call of `publish`.
    """

    def __init__(self) -> None:
        self.shown: list[tuple[str, int, int, list[int]]] = []
        self.alarms: list[tuple[str, str]] = []
        self.stirs: list[str] = []
        self.late: list[tuple[str, int]] = []  # (match, user) of outdated private screens
        self.reminders: list[tuple[int, list[tuple[str, int]]]] = []
        self.warnings: list[str] = []
        self.farewells: list[tuple[int, list[str], float]] = []
        self.blind: set[int] = set()  # users who see no channel
        self.fail = 0
        self.before: Callable[[Match], Awaitable[None]] | None = None

    async def publish(self, match: Match, to_ping: Sequence[int]) -> None:
        if self.before:
            await self.before(match)
        if self.fail:
            self.fail -= 1
            raise ConnectionError("the edge is away")
        self.shown.append(
            (match.id, match.version, match.rows - match.published_rows, list(to_ping))
        )

    def refresh_panels_of(self, match: str, user: int) -> None:
        """Ignore changes that only one user sees."""

    def refresh_private_message(self, match: str, user: int) -> None:
        self.late.append((match, user))

    def refresh_live_panels(self, match: str) -> None:
        self.stirs.append(match)

    async def notify_halted(self, match: Match, what: str) -> None:
        self.alarms.append((match.id, what))

    async def send_reminder(self, person: User, waiting: Sequence[tuple[Match, int]]) -> bool:
        self.reminders.append((person.id, [(match.id, seat) for match, seat in waiting]))
        return True

    async def warn_lobby_closing(self, match: Match) -> None:
        self.warnings.append(match.id)

    async def still_sees(self, user: int, guild: int, channel: int) -> bool | None:
        return user not in self.blind

    async def delete_direct_messages(self, messages: Sequence[tuple[int, int]]) -> None:
        """Delete nothing: this publisher has sent no messages."""

    async def notify_guild_removed(
        self, organizer: int, tables: Sequence[Match], until: float
    ) -> None:
        self.farewells.append((organizer, [match.id for match in tables], until))

    @property
    def pings(self) -> list[list[int]]:
        return [to_ping for *_, to_ping in self.shown if to_ping]


FIRST_ID = 101_000_000_000_000
PEOPLE = [
    User(FIRST_ID, "Ana", "es"),
    User(FIRST_ID + 1, "Bruno", "en"),
    User(FIRST_ID + 2, "Carla", "es"),
    User(FIRST_ID + 3, "Diego", "es"),
    User(FIRST_ID + 4, "Eva", "es"),
]
STRANGER = User(999, "Zoe", "en")


class AppHarness:
    """App with a SQLite file, or a database at a URL.

    With `shards` it is one of several processes that share the database.
    """

    def __init__(self, folder: Path, where: str = "", shards: int = 0) -> None:
        self.path = folder / "host.sqlite3"
        self.url, self.shards = where, shards
        self.clock, self.notifier = ManualClock(), Recorder()
        self.thinker: AiPool | None = None
        self.settings = Settings(publish_pause=0.0)

    @property
    def where(self) -> Path | str:
        return self.url or self.path

    async def open(
        self, *, start: bool = True, games: Iterable[Game[Any, Any]] = (*GAMES, CELLAR)
    ) -> App:
        store = await open_store(self.where, shared=self.shards > 0)
        self.app = App(
            store,
            clock=self.clock,
            settings=self.settings,
            games=games,
            ai_pool=self.thinker,
            cluster=store.cluster,
        )
        if store.shared_cluster is not None:
            await store.shared_cluster.join(self.shards)
        self.app.publish_scheduler._first_retry_s = 0.01  # retry soon
        self.app.set_match_publisher(self.notifier)
        if start:
            await self.app.start()
        return self.app

    async def reopen(self, **how: Any) -> App:
        await self.app.stop()
        return await self.open(**how)

    async def settle(self) -> None:
        """Wait until AI players, the publisher, deadlines and retention are idle."""
        await self.app.deadlines.idle()
        await self.app.retention.idle()
        await self.app.ai_moves.idle()
        await self.app.publish_scheduler.idle()

    async def later(self, seconds: float) -> None:
        """Advance the clock and wait until everything that was due is done."""
        await self.settle()
        self.clock.advance(seconds)
        await self.settle()

    async def table(
        self, people: int = 2, computers: int = 0, game: str = "cellar", *, start: bool = True
    ) -> Match:
        lobby, ana = self.app.lobby, PEOPLE[0]
        match = await lobby.create(ana, game, guild=1, channel=2)
        for person in PEOPLE[1:people]:
            await lobby.join(match.id, person)
        for _ in range(computers):
            await lobby.add_computer(match.id, ana)
        return await lobby.start(match.id, ana) if start else await lobby.get(match.id)

    async def finish(self, match: Match) -> Match:
        """Let AI caretakers play a match to its end."""
        await give_seats_to_caretakers(self.app, match)
        await self.settle()
        return await self.app.lobby.get(match.id)

    async def say(self, match: Match, by: User, *path: Key) -> Panel:
        """Play a path as its user, one answer at a time.

        If the last answer does not commit the move, confirm it.
        """
        panel = await self.app.game_service.open_or_refresh_panel(match.id, by)
        if panel.path:
            panel = await self.app.game_service.cancel(match.id, by, panel.decision)
        for key in path[len(panel.path) :]:
            panel = await self.app.game_service.answer(
                match.id, by, panel.decision, len(panel.path), key
            )
            assert panel.refused is None, panel.refused
        if not panel.committed:
            panel = await self.app.game_service.confirm(match.id, by, panel.decision)
        assert panel.committed, (panel.notice, panel.asked)
        return panel

    async def to_turns(self, match: Match) -> None:
        """Let every user throw and keep in CELLAR, so that Ana's turn comes next."""
        for person in PEOPLE[: len(match.seats)]:
            await self.say(match, person, "throw")
            await self.say(match, person, "keep")


async def give_seats_to_caretakers(app: App, match: Match) -> None:
    """Give all seats to AI caretakers, who then play the match to its end."""
    async with app.locks(match.id):
        table = await app.lobby.get(match.id)
        for seat in table.seats:
            seat.has_caretaker = seat.user is not None
        await app.moves.save(table)


async def loaded(app: App, match: str) -> LoadedMatch:
    """Return a match that has started, with its position."""
    found = await app.repo.matches.load(match)
    assert found is not None
    return found


async def match_log_to_position(app: App, match: Match) -> None:
    """Make the log agree with a position that was stored directly.

    Updates the digest of the newest row and the newest checkpoint.
    """
    repo, n = app.repo, match.rows
    (newest,) = await repo.game_log.entries(match.id, n - 1, n)

    async def rewrite_rows(conn: Connection) -> None:
        ((data,),) = await conn.execute_fetchall(
            "SELECT position FROM matches WHERE id = ?", (match.id,)
        )
        row = dumps(msgspec.structs.replace(newest.row, hash=digest(data)))
        await conn.execute(
            "UPDATE actions SET row = ? WHERE match = ? AND n = ?", (row, match.id, n)
        )
        await conn.execute(
            "UPDATE checkpoints SET position = ? WHERE match = ? AND n = ?", (data, match.id, n)
        )

    await database_of(repo).transaction(rewrite_rows)
    # the publisher may have read the match between the two commits
    app.publish_scheduler.schedule(match.id)


async def assert_log_replays(harness: AppHarness, match: str) -> None:
    """Assert that the log of a match replays to its stored position."""
    stored = await loaded(harness.app, match)
    _, start = await harness.app.repo.game_log.checkpoint(match, upto=0)
    rows = [entry.row for entry in await harness.app.repo.game_log.entries(match)]
    assert CELLAR.codec.encode(history.fold(start, rows, stored.match.seed)) == CELLAR.codec.encode(
        stored.pos
    )
    assert stored.match.rows == len(rows)
