"""Store time of a move on SQLite and on PostgreSQL, on the same machine and disk.

Both run with their production settings.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from pathlib import Path
from typing import Any

from app.model.match import LogEntry, Match, MessageRefs, SeatRow
from app.ports.commit import CommitDetails
from db.store import Store, open_store
from games.core.engine import history, walk
from games.core.engine.game import Game
from games.core.state.rng import Rng
from tests import postgres
from tools.progress import bar
from tools.stats import summary

TARGETS = {"commit_p50_ms": 2.0, "moves_per_second": 400}  # for each of the two stores
TABLES = 50
BLOCK = 25  # moves


class StoreTable:
    """Running match with random moves; when it ends, the next one starts."""

    def __init__(self, store: Store, game: Game[Any, Any], code: str, rng: Rng) -> None:
        self.store, self.game, self.code, self.rng = store, game, code, rng
        self.games = 0
        self.loads, self.commits = list[float](), list[float]()

    async def begin(self) -> None:
        """Start the next game."""
        self.games += 1
        seats = [SeatRow(0, 11, "Ana"), SeatRow(1, 12, "Bruno")]
        match = Match(
            f"{self.code}{self.games}",
            self.game.id,
            "x",
            "es",
            11,
            {},
            2,
            "lobby",
            seats,
            MessageRefs(5, 6),
            1.0,
            1.0,
        )
        await self.store.matches.create(match)
        match.status, match.version, match.seed = "running", 1, f"{self.code} {self.games}"
        await self.store.matches.commit(
            match,
            0,
            CommitDetails(
                pos=walk.start(self.game, {}, 2, match.seed), keep_checkpoint=True, final=True
            ),
        )
        self.match = match.id

    async def move(self) -> None:
        """Do the store's work of one click: load the match and commit one transaction."""
        begun = time.perf_counter()
        stored = await self.store.matches.load(self.match)
        self.loads.append((time.perf_counter() - begun) * 1000)
        assert stored is not None
        match, seat = stored.match, walk.actors(stored.pos)[0]
        path = walk.random_move(stored.pos, seat, self.rng)
        step = walk.submit(stored.pos, seat, path)
        match.version, match.rows = match.version + 1, match.rows + 1
        row = history.move_row(match.rows, seat, "player", path, step)
        change = CommitDetails(
            pos=step.pos,
            entries=[LogEntry(row, 1.0, f"{match.id} {row.n}")],
            final=len(row.barrier) == 2,
        )
        begun = time.perf_counter()
        await self.store.matches.commit(match, match.version - 1, change)
        self.commits.append((time.perf_counter() - begun) * 1000)
        if step.pos.outcome is not None:
            await self.begin()


class StoreUnderTest:
    """Store with its matches and times."""

    def __init__(self, store: Store, game: Game[Any, Any]) -> None:
        self.store, self.seconds, self.moves = store, 0.0, 0
        self.tables = [StoreTable(store, game, f"T{i}x", Rng.of(i)) for i in range(TABLES)]

    async def begin(self) -> None:
        """Start all matches and make an unmeasured move in each."""
        for table in self.tables:
            await table.begin()
            await table.move()
        self.tables[0].loads, self.tables[0].commits = [], []

    async def move_in_sequence(self) -> None:
        """Make `BLOCK` moves in sequence."""
        for _ in range(BLOCK):
            await self.tables[0].move()

    async def move_concurrently(self) -> None:
        """Make one move in each match, all at the same time."""
        begun = time.perf_counter()
        await asyncio.gather(*(table.move() for table in self.tables))
        self.seconds = self.seconds + time.perf_counter() - begun
        self.moves = self.moves + TABLES

    def report(self) -> dict[str, Any]:
        """Return the figures; load and commit times exclude the concurrent moves."""
        one, alone = self.tables[0], self.moves // TABLES
        return {
            "load_ms": summary(one.loads[:-alone], 2),
            "commit_ms": summary(one.commits[:-alone], 2),
            "moves_per_second": round(self.moves / self.seconds),
        }


async def _measure(
    places: dict[str, Path | str], game: Game[Any, Any], blocks: int
) -> dict[str, Any]:
    """Measure the stores alternately, so that other load affects both equally.

    `places` has their file or URL by name. Each store makes `blocks` blocks of moves of each kind.
    """
    stores = {name: StoreUnderTest(await open_store(where), game) for name, where in places.items()}
    try:
        for store in stores.values():
            await store.begin()
        for work, label in (
            (StoreUnderTest.move_in_sequence, "one"),
            (StoreUnderTest.move_concurrently, f"{TABLES} at once"),
        ):
            for _ in bar(range(blocks), blocks, f"stores, {label}"):
                for store in stores.values():
                    await work(store)
        return {name: store.report() for name, store in stores.items()}
    finally:
        for store in stores.values():
            await store.store.close()


def measure(game: Game[Any, Any], blocks: int = 60) -> dict[str, Any]:
    """Measure both stores; SQLite alone if PostgreSQL is not installed."""
    programs = postgres.find()
    server = postgres.Server(programs) if programs is not None else None
    try:
        with tempfile.TemporaryDirectory() as folder:
            places: dict[str, Path | str] = {"sqlite": Path(folder) / "bench.sqlite3"}
            if server is not None:
                places["postgres"] = server.empty()
            return {**asyncio.run(_measure(places, game, blocks)), "targets": TARGETS}
    finally:
        if server is not None:
            server.close()
