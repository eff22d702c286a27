"""An app on a file of its own, with people, a clock that tests own, and a messenger that remembers."""

from __future__ import annotations

from pathlib import Path

import msgspec

from app.app import App
from app.model.match import Match, Panel, User
from app.runtime.settings import Settings
from db import open_store
from db.base.json_columns import dumps
from games.core.engine import history
from games.core.state.position import digest
from games.hosted import GAMES
from tests.core.small_game import CELLAR


class Timer:
    def __init__(self, at, work) -> None:
        self.at, self.work, self.off = at, work, False

    def cancel(self) -> None:
        self.off = True


class ManualClock:
    def __init__(self, at: float = 1_000_000.0) -> None:
        self.at, self.timers = at, []

    def now(self) -> float:
        return self.at

    def call_at(self, at, work):
        timer = Timer(at, work)
        self.timers.append(timer)
        return timer

    def advance(self, seconds: float) -> None:
        """Let time pass; what was to happen by then happens in its order, in the loop. What that begins ends later."""
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
    """A messenger that keeps what it was told; `fail` makes the next calls fail, `before` runs inside each call."""

    def __init__(self) -> None:
        self.shown: list[tuple[str, int, int, list[int]]] = []
        self.alarms: list[tuple[str, str]] = []
        self.stirs: list[str] = []
        self.late: list[tuple[str, int]] = []  # screens that are behind
        self.reminders: list[tuple[int, list[tuple[str, int]]]] = []
        self.warnings: list[str] = []
        self.farewells: list[tuple[int, list[str], float]] = []
        self.blind: set[int] = set()  # users who see no channel
        self.swept: list[tuple[int, int]] = []
        self.fail = 0
        self.before = None

    async def publish(self, match, newly) -> None:
        if self.before:
            await self.before(match)
        if self.fail:
            self.fail -= 1
            raise ConnectionError("the edge is away")
        self.shown.append((match.id, match.version, match.rows - match.published_rows, list(newly)))

    def is_outdated(self, match, user) -> None:
        self.late.append((match, user))

    def refresh_live_panels(self, match) -> None:
        self.stirs.append(match)

    async def notify_halted(self, match, what) -> None:
        self.alarms.append((match.id, what))

    async def remind(self, person, waiting) -> bool:
        self.reminders.append((person.id, [(match.id, seat) for match, seat in waiting]))
        return True

    async def warn_lobby_closing(self, match) -> None:
        self.warnings.append(match.id)

    async def still_sees(self, user, guild, channel) -> bool | None:
        return user not in self.blind

    async def sweep(self, messages) -> None:
        self.swept += messages

    async def notify_guild_removed(self, host, tables, until) -> None:
        self.farewells.append((host, [match.id for match in tables], until))

    @property
    def pings(self) -> list[list[int]]:
        return [newly for *_, newly in self.shown if newly]


FIRST_ID = 101_000_000_000_000
PEOPLE = [
    User(FIRST_ID + n, name, lang)
    for n, (name, lang) in enumerate(
        [("Ana", "es"), ("Bruno", "en"), ("Carla", "es"), ("Diego", "es"), ("Eva", "es")]
    )
]
STRANGER = User(999, "Zoe", "en")


class AppHarness:
    """An app with its file, or its database at an address; `reopen` is a restart. With `shards` it is one of several processes
    there."""

    def __init__(self, folder: Path, where: str = "", shards: int = 0) -> None:
        self.path = folder / "host.sqlite3"
        self.url, self.shards = where, shards
        self.clock, self.notifier, self.thinker = ManualClock(), Recorder(), None

    @property
    def where(self) -> Path | str:
        return self.url or self.path

    async def open(self, *, start: bool = True, games=(*GAMES, CELLAR)) -> App:
        store = await open_store(self.where, shared=self.shards > 0)
        self.app = App(
            store,
            clock=self.clock,
            settings=Settings(publish_pause=0.0),
            games=games,
            thinker=self.thinker,
            cluster=store.cluster,
        )
        if store.members is not None:
            await store.members.join(self.shards)
        self.app.publisher._patience = 0.01
        self.app.set_notifier(self.notifier)
        if start:
            await self.app.start()
        return self.app

    async def reopen(self, **how) -> App:
        await self.app.stop()
        return await self.open(**how)

    async def settle(self) -> None:
        """Wait until computer players and the publisher have nothing to do."""
        await self.app.deadlines.idle()
        await self.app.retention.idle()
        await self.app.bot_moves.idle()
        await self.app.publisher.idle()

    async def later(self, seconds: float) -> None:
        """Let time pass, and what is due then happen."""
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
        """The game is played to its end by caretakers."""
        await played_out(self.app, match)
        await self.settle()
        return await self.app.lobby.get(match.id)

    async def say(self, match: Match, by: User, *path) -> Panel:
        """Choose a whole path tap by tap; the last tap or a Confirm commits it."""
        panel = await self.app.game_service.panel(match.id, by)
        if panel.path:
            panel = await self.app.game_service.cancel(match.id, by, panel.decision)
        for key in path[len(panel.path) :]:
            panel = await self.app.game_service.answer(
                match.id, by, panel.decision, len(panel.path), key
            )
            assert panel.refused is None, panel.refused
        if not panel.committed:
            panel = await self.app.game_service.confirm(match.id, by, panel.decision)
        assert panel.committed, (panel.notice, panel.answer)
        return panel

    async def to_turns(self, match: Match) -> None:
        """Everybody throws once and keeps: Ana's open turn comes next."""
        for person in PEOPLE[: len(match.seats)]:
            await self.say(match, person, "throw")
            await self.say(match, person, "keep")


async def played_out(app: App, match: Match) -> None:
    """Caretakers mind everybody's seat from now on: once all is settled, the game has ended."""
    async with app.locks(match.id):
        table = await app.lobby.get(match.id)
        for seat in table.seats:
            seat.minded = seat.user is not None
        await app.moves.save(table)


async def store_match(app: App, match: Match) -> None:
    """A position was laid on the table: its newest row says that it has led there, and so does what is kept of it."""
    repo, n = app.repo, match.rows
    (newest,) = await repo.game_log.entries(match.id, n - 1, n)

    async def work(conn) -> None:
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

    await repo._db.transaction(work)
    app.publisher.schedule(match.id)  # it may have looked between the two


async def folded(harness, match: str) -> None:
    """The stored position is what its rows fold to."""
    stored = await harness.app.repo.matches.load(match)
    _, start = await harness.app.repo.game_log.checkpoint(match, upto=0)
    rows = [entry.row for entry in await harness.app.repo.game_log.entries(match)]
    assert CELLAR.codec.encode(history.fold(start, rows, stored.match.seed)) == CELLAR.codec.encode(
        stored.pos
    )
    assert stored.match.rows == len(rows)
