"""A damaged database or log opens up to some commit, or is refused with advice.

Random bytes are cut, flipped and zeroed (`DAMAGES=500`: number of times). Never a wrong
position, never a traceback.
"""

from __future__ import annotations

import logging
import os
import random
import shutil
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from app.app import App, catalogue
from app.model.match import User, UserError, encode_position
from app.ports.errors import CorruptDataError
from db.base.errors import StoreOpenError
from games.core.engine import walk
from games.core.text.languages import LANGUAGES
from games.core.text.messages import Msg
from games.hosted import GAMES
from ops.backups.verify import verify_copy
from tests.app.harness import PEOPLE, AppHarness
from tests.contract.playouts import LONG
from tests.crashes.played import NAME, Played, content, played

DAMAGES = int(os.environ.get("DAMAGES", 500 if LONG else 24))
MOST = 4096  # bytes that are zeroed at once
WAYS = ("cut", "flip", "zero")


def damage(files: list[Path], rng: random.Random) -> str:
    """Damage one of the files at a random byte; return a description."""
    file, way = rng.choice(files), rng.choice(WAYS)
    data = bytearray(file.read_bytes())
    at = rng.randrange(len(data))
    if way == "cut":
        del data[at:]
    elif way == "flip":
        data[at] ^= 1 << rng.randrange(8)
    else:
        many = min(rng.randint(1, MOST), len(data) - at)
        data[at : at + many] = bytes(many)
    file.write_bytes(data)
    return f"{way} {file.name} at {at}"


@contextmanager
def no_stories() -> Iterator[None]:
    """Assert that nothing with a traceback is logged."""
    told: list[logging.LogRecord] = []
    listener: Any = logging.Handler()
    listener.emit = told.append
    logging.getLogger().addHandler(listener)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(listener)
    stories = [one.getMessage() for one in told if one.exc_info and one.exc_info[0] is not None]
    assert not stories, stories


def as_it_reads(folder: Path, made: Played) -> int | None:
    """Return the commit whose content SQLite reads from a damaged store, or None."""
    with TemporaryDirectory() as name:
        copied = shutil.copytree(folder, Path(name) / "copy")
        try:
            with closing(sqlite3.connect(copied / NAME)) as conn:
                return made.commits.get(content(conn))
        except (sqlite3.DatabaseError, UnicodeDecodeError):
            return None


async def opened(folder: Path, made: Played) -> str:
    """Open a damaged store, check all of it and play on; return the outcome."""
    harness, commit = AppHarness(folder), as_it_reads(folder, made)
    try:
        app = await harness.open(games=GAMES)
    except StoreOpenError as refused:
        _is_translated(refused.what, str(harness.path))
        return "refused"
    except CorruptDataError as damaged:
        _is_translated(damaged.what)
        return "refused"
    try:
        await harness.settle()
        resting = await judged(app, made)
        found = await verify_copy(harness.path)
    except StoreOpenError as refused:
        _is_translated(refused.what)
        return "verify tells"
    finally:
        await app.stop()
    if commit is not None:
        assert not resting
        assert not found.broken
        return "as it was at a commit"
    return (
        "a table rests"
        if resting
        else "verify tells"
        if found.broken
        else "positions and logs as they were"
    )


def _is_translated(what: Msg, text: str = "") -> None:
    """Assert that a message has a sentence in both languages that contains a text."""
    for lang in LANGUAGES:
        assert text in catalogue(lang).say(what)


async def judged(app: App, made: Played) -> int:
    """Return how many matches are suspended; check and play all others."""
    resting = 0
    for match in await app.repo.matches.find():
        try:
            stored = await app.repo.matches.load(match.id)
        except CorruptDataError:
            resting += 1
        else:
            known = (
                stored is None
                or (match.id, stored.match.rows, encode_position(stored.pos)) in made.positions
            )
            assert known, f"{match.id} has a position that never was"
        await at_the_table(app, match.id)
    return resting


async def at_the_table(app: App, match: str) -> None:
    """Let every user look, one move and undo; or be refused with a reason."""
    tables, person = app.game_service, PEOPLE[0]

    async def move() -> None:
        stored = await app.repo.matches.load(match)
        if stored is not None and stored.match.status == "running":
            seat = stored.match.seats[walk.actors(stored.pos)[0]]
            by = User(seat.user or 0, seat.name, seat.lang)
            panel = await tables.open_or_refresh_panel(match, by)
            await tables.confirm(
                match, by, (await tables.fill_defaults(match, by, panel.decision)).decision
            )
            await tables.undo(match, by)

    looks = (
        app.queries.view,
        app.queries.log,
        app.queries.verify,
        partial(tables.open_or_refresh_panel, by=person),
        partial(app.replays.step_view, by=person),
    )
    for work in (*(partial(look, match) for look in looks), move):
        try:
            await work()
        except UserError as trouble:
            _is_translated(trouble.what)


@pytest.mark.slow
@pytest.mark.timeout(60 * 60 if LONG else 900)
async def test_damaged_files_are_read_up_to_a_commit_or_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    made = await played(tmp_path, monkeypatch)
    monkeypatch.undo()
    became: Counter[str] = Counter()
    for number in range(DAMAGES):
        rng = random.Random(number)
        state, folder = rng.choice(sorted(made.files)), tmp_path / "damaged"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(made.files[state], folder)
        how = damage(sorted(folder.iterdir()), rng)
        try:
            with no_stories():
                became[await opened(folder, made)] += 1
        except BaseException as error:
            raise AssertionError(f"damage {number}, {state}: {how}") from error
    print(f"\n{DAMAGES} damages: {dict(became)}; no wrong position, no traceback")
