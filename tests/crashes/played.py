"""Stores with the file states that a crash may leave, and their acknowledged commits."""

from __future__ import annotations

import hashlib
import random
import shutil
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from db.sqlite.backups import open_read_only
from games.core.state.rng import Rng
from games.hosted import GAMES
from tests.app.harness import AppHarness
from tests.crashes.player import one_move
from tests.database import database_of

NAME = "host.sqlite3"
MOVES = 8  # at each table in each of three phases
TO_THE_END = 400  # most moves of the game that is played to its end


@dataclass
class Played:
    """Acknowledged commits: the content after each one, and all rows and positions.

    `files` has copies of the store's files by state.
    """

    commits: dict[bytes, int] = field(default_factory=dict)
    rows: dict[tuple[str, int], str] = field(default_factory=dict)
    positions: set[tuple[str, int, bytes]] = field(default_factory=set)
    tables: set[str] = field(default_factory=set)
    files: dict[str, Path] = field(default_factory=dict)

    def note(self, path: Path) -> None:
        """Record the content after a commit."""
        with closing(open_read_only(path)) as conn:
            self.commits.setdefault(content(conn), len(self.commits))
            for match, n, pos in conn.execute("SELECT id, rows, position FROM matches"):
                self.tables.add(match)
                self.positions.add((match, n, bytes(pos or b"")))
            for match, n, row in conn.execute("SELECT match, n, row FROM actions"):
                self.rows[match, n] = row

    def follow(self, harness: AppHarness) -> None:
        """Record each commit of an app from now on, including its present content."""
        database: Any = database_of(harness.app.repo)
        note = self.note

        def recording(commit: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
            async def noted(*what: Any) -> Any:
                result = await commit(*what)
                note(harness.path)
                return result

            return noted

        database._with_write_lock, database.execute_lazily = (
            recording(database._with_write_lock),
            recording(database.execute_lazily),
        )
        note(harness.path)

    def keep(self, harness: AppHarness, state: str, to: Path) -> None:
        """Copy the store's files as they are."""
        self.files[state] = to / state
        self.files[state].mkdir(parents=True)
        for file in (harness.path, harness.path.with_name(f"{NAME}-wal")):
            shutil.copy(file, self.files[state])


def content(conn: sqlite3.Connection) -> bytes:
    """Return a digest of all rows of all tables.

    Raises `sqlite3.DatabaseError` if they cannot be read.
    """
    conn.text_factory = bytes
    digest = hashlib.sha256()
    tables = sorted(
        name for (name,) in conn.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    )
    for name in tables:
        for row in sorted(map(repr, conn.execute(f"SELECT * FROM {name.decode()}"))):
            digest.update(f"{name} {row}\n".encode())
    conn.text_factory = str
    return digest.digest()


class Fixed:
    """Replacement of `secrets` with a fixed seed."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)
        self.choice = self._rng.choice

    def token_hex(self, size: int) -> str:
        """Return so many bytes as hexadecimal text."""
        return self._rng.randbytes(size).hex()


async def played(folder: Path, patch: pytest.MonkeyPatch) -> Played:
    """Play a match of every game, one to its end, and a lobby; copy the files in three states.

    `log`: all rows are in the write-ahead log; `brought in`: the log is checkpointed; `written
    over`: its beginning is overwritten.
    """
    patch.setattr("app.match.lobby.secrets", Fixed(5))
    harness, made, rng = AppHarness(folder / "live"), Played(), Rng.of(5)
    await harness.open(games=GAMES)
    made.follow(harness)
    running = [(await harness.table(2, game=game.id)).id for game in GAMES]
    over = (await harness.table(2, game=GAMES[0].id)).id
    await harness.table(2, game=GAMES[1].id, start=False)
    for n in range(TO_THE_END):
        if (await harness.app.lobby.get(over)).status == "ended":
            break
        await one_move(harness.app, over, f"over {n}", rng)
    await _play_on(harness, running, "first", rng)
    await harness.reopen(games=GAMES)
    made.follow(harness)
    await _play_on(harness, running, "second", rng)
    made.keep(harness, "log", folder)
    with closing(sqlite3.connect(harness.path, isolation_level=None)) as conn:
        conn.execute("PRAGMA wal_checkpoint(PASSIVE)")
    made.keep(harness, "brought in", folder)
    await _play_on(harness, running, "third", rng)
    made.keep(harness, "written over", folder)
    await harness.app.stop()
    return made


async def _play_on(harness: AppHarness, tables: list[str], name: str, rng: Rng) -> None:
    for match in tables:
        for n in range(MOVES):
            table = await harness.app.repo.matches.get(match)
            if table is not None and table.status == "running":
                await one_move(harness.app, match, f"{name} {match} {n}", rng)
    await harness.settle()
