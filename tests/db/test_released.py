"""The database of every released version, as `make release` has written it (`tools/release.py`): opened, migrated, replayed and
played on; and refused cleanly by whoever is older.

`old/0.1.0.sql.gz` was written while 0.1.0 was being made: it is of migration 14. The release itself writes it anew.
"""

from __future__ import annotations

import gzip
import re
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

import pytest

from app.log import game_record
from app.log.game_log import public_rows
from app.model.match import User, encode_position
from db import SchemaTooNewError, open_store
from db.base.migrations import list_migrations
from games.core.engine import walk
from games.core.engine.game import find
from games.core.state.rng import Rng
from games.hosted import HOSTED
from ops.backups.verify import verify_copy
from tests.app.harness import AppHarness

FOLDER = Path(__file__).parent / "old"
RELEASED = sorted(FOLDER.glob("[0-9]*.sql.gz"))
NEWEST = list_migrations()[-1][0]
ON = 20  # moves at each table


def restore_dump(file: Path, path: Path) -> None:
    """The database as it was released."""
    with closing(sqlite3.connect(path)) as conn:
        conn.executescript(gzip.decompress(file.read_bytes()).decode())


@pytest.fixture(params=RELEASED, ids=lambda file: file.name)
async def harness(
    request: pytest.FixtureRequest, tmp_path: Path, at_home: Callable[[AppHarness], Awaitable[None]]
):
    harness = AppHarness(tmp_path)
    restore_dump(request.param, harness.path)
    await at_home(harness)
    await harness.open()
    await harness.settle()
    yield harness
    await harness.app.stop()


def test_every_version_that_the_changelog_dates_has_left_a_database():
    changelog = (FOLDER.parents[2] / "CHANGELOG.md").read_text("utf-8")
    dated = re.findall(r"^## (\d+\.\d+\.\d+) \(\d{4}-\d\d-\d\d\)$", changelog, re.MULTILINE)
    assert {file.name.removesuffix(".sql.gz") for file in RELEASED} >= {"0.1.0", *dated}


async def test_it_is_migrated_and_each_title_is_there(harness: AppHarness):
    with closing(sqlite3.connect(harness.path)) as conn:
        assert conn.execute("PRAGMA user_version").fetchone()[0] == NEWEST
    matches = await harness.app.repo.matches.find()
    assert {(match.game, match.status) for match in matches} >= {
        (game, status) for game in HOSTED[:5] for status in ("running", "ended", "lobby")
    }
    found = await verify_copy(harness.path)
    assert (found.broken, found.intact + found.of_older_rules) == (
        {},
        sum(match.status == "running" for match in matches),
    )


async def test_recorded_games_replay_and_read(harness: AppHarness):
    """Rows of older rules are read; what was played by ours is dealt and played anew."""
    for match in await harness.app.repo.matches.find(statuses=("running", "ended")):
        verified = await harness.app.queries.verify(match.id)
        assert (verified.ok, verified.first_broken_row) == (True, None), match.id
        told = public_rows(
            [entry.row for entry in await harness.app.repo.game_log.entries(match.id)]
        )
        assert verified.rows + verified.not_replayable >= len(told) > 0, match.id
        assert (await harness.app.queries.log(match.id)).rows
        still = await harness.app.replays.step_view(match.id, User(1, "x"))
        assert still.view is not None, match.id
        assert (await harness.app.queries.score(match.id)).rows or match.status == "running"


async def test_tables_play_on_and_fold(harness: AppHarness):
    repo = harness.app.repo
    for match in await repo.matches.find(statuses=("running",)):
        rng, rows = Rng.of(3), match.rows
        for _ in range(ON):
            stored = await repo.matches.load(match.id)
            assert stored is not None
            if stored.match.status != "running":
                break
            seat = walk.actors(stored.pos)[0]
            async with harness.app.locks(match.id):
                await harness.app.moves.play(
                    stored, seat, walk.random_move(stored.pos, seat, rng), "player"
                )
        stored = await repo.matches.load(match.id)
        assert stored is not None
        assert stored.match.rows > rows
        assert (await harness.app.queries.verify(match.id)).ok
        assert encode_position(
            game_record.rebuild(await game_record.record(repo, match.id))
        ) == encode_position(stored.pos)
    await harness.settle()


async def test_lobbies_begin(harness: AppHarness):
    lobby = harness.app.lobby
    for match in await harness.app.repo.matches.find(statuses=("lobby",)):
        host = User(match.organizer, match.seats[0].name)
        if 1 not in find(match.game).players:
            await lobby.join(match.id, User(103, "Carla"))
        assert (await lobby.start(match.id, host)).status == "running"
    await harness.settle()


@pytest.mark.parametrize("file", RELEASED, ids=lambda file: file.name)
async def test_an_older_bot_refuses_it_and_leaves_it_alone(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    path = tmp_path / "old.sqlite3"
    restore_dump(file, path)
    before = path.read_bytes()
    with closing(sqlite3.connect(path)) as conn:
        have = conn.execute("PRAGMA user_version").fetchone()[0]
    fewer = [step for step in list_migrations() if step[0] < have]
    monkeypatch.setattr("db.sqlite.connection.list_migrations", lambda _folder: fewer)
    with pytest.raises(SchemaTooNewError) as caught:
        await open_store(path)
    assert caught.value.what.args == {"path": str(path), "have": have, "newest": have - 1}
    assert path.read_bytes() == before
