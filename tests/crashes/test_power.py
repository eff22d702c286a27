"""Power cuts at random moments of disk writes: acknowledged moves are stored once.

`CUTS=500`: number of cuts. Unflushed data are lost partly or completely.
"""

from __future__ import annotations

import os
import pickle
import random
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.contract.playouts import LONG
from tests.crashes.recorded import NOT_HERE
from tests.crashes.recorder import Event, disk
from tests.crashes.store import assert_log_replays, interactions, log_of

ROOT = Path(__file__).parents[2]
CUTS = int(os.environ.get("CUTS", 500 if LONG else 12))
SHARES = (0.0, 0.5, 0.9)  # of what was not flushed, that was written all the same
NAME = "host.sqlite3"


@pytest.fixture(scope="module")
def events(tmp_path_factory: pytest.TempPathFactory) -> list[Event]:
    """Return the operations on the disk and the acknowledgements, in order."""
    folder = tmp_path_factory.mktemp("recorded")
    command = [
        sys.executable,
        "-m",
        "tests.crashes.recorded",
        str(folder / "data"),
        str(folder / "events"),
    ]
    child = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if child.returncode == NOT_HERE:
        pytest.skip("this Python brings an SQLite of its own: nothing can be put beneath it")
    assert child.returncode == 0, child.stderr
    found: list[Event] = pickle.loads((folder / "events").read_bytes())
    shutil.rmtree(folder)
    return found


def write_files(files: dict[str, bytes], folder: Path) -> Path:
    """Write the files after a cut; return the path of the database."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name, data in files.items():
        (folder / Path(name).name).write_bytes(data)
    return folder / NAME


def acknowledged(events: list[Event]) -> set[str]:
    """Return the clicks that were acknowledged."""
    return {event.file for event in events if event.kind == "told"}


@pytest.mark.slow
@pytest.mark.timeout(60 * 60 if LONG else 900)
async def test_a_power_cut_loses_and_doubles_nothing_that_was_acknowledged(
    events: list[Event], tmp_path: Path
):
    whole = log_of(write_files(disk(events, random.Random(0), 1.0), tmp_path / "whole"))
    lost, most = 0, 0
    for number in range(CUTS):
        rng = random.Random(number)
        before = events[: rng.randrange(1, len(events) + 1)]
        path, told = (
            write_files(disk(before, rng, rng.choice(SHARES)), tmp_path / "cut"),
            acknowledged(before),
        )
        await assert_log_replays(path)
        assert told <= interactions(path), f"cut {number}: an acknowledged move is lost"
        log = log_of(path)
        assert all(rows == whole[match][: len(rows)] for match, rows in log.items()), (
            f"cut {number}: another game"
        )
        most = max(most, len(interactions(path) - told))
        lost += sum(event.kind == "write" for event in before) > 0 and not told
    moves, flushed = len(acknowledged(events)), sum(event.kind == "sync" for event in events)
    print(
        f"\n{CUTS} power cuts among {len(events)} events ({flushed} flushes, {moves} acknowledged moves): 0 lost, 0 doubled;"
        f" at most {most} written that nobody was told of; {lost} before the first"
    )


async def test_a_disk_that_does_not_flush_the_log_would_be_noticed(
    events: list[Event], tmp_path: Path
):
    """The cut does cut: without the log's flushes, acknowledged moves are gone; not those that were brought into the database
    since, so it is cut after one move after the other, from the last back, until one is found."""
    lying = [event for event in events if event.kind != "sync" or not event.file.endswith("-wal")]

    def lost(last: int) -> set[str]:
        path = write_files(disk(lying[: last + 1], random.Random(0), 0.0), tmp_path / "cut")
        with closing(sqlite3.connect(path)) as conn:  # SQLite finds its way in what is there
            conn.execute("SELECT COUNT(*) FROM actions").fetchone()
        return acknowledged(lying[: last + 1]) - interactions(path)

    told = [at for at, event in enumerate(lying) if event.kind == "told"]
    assert any(lost(at) for at in reversed(told))
