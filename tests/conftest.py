"""Fixtures and test order for all tests."""

from __future__ import annotations

import asyncio
import gc
import os
import shutil
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from tests import browser

if TYPE_CHECKING:
    from tests.postgres import Server

pytest.register_assert_rewrite(
    "tests.games", "tests.render.approved"
)  # so that pytest also explains failed assertions in these helpers


MEMORY, ROOM = (
    "/dev/shm",
    2 << 30,
)  # a folder in memory, and the bytes that must be free there
if (
    "TMPDIR" not in os.environ
    and os.access(MEMORY, os.W_OK)
    and shutil.disk_usage(MEMORY).free > ROOM
):
    # The tests create thousands of databases that are flushed to disk after each move and
    # soon deleted. In memory
    # a killed process leaves the same data behind, and no test waits for the disk.
    os.environ["TMPDIR"], tempfile.tempdir = MEMORY, None

CONTRACT, PAGE = "tests/contract/", "tests/page/"
LONG = (
    "tests/e2e/",
    "tests/crashes/",
    "test_thinking.py",
    "test_setup.py",
    "test_new_game.py",
    "test_drill.py",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Order the tests so that those that mostly wait come first, divided between two workers.

    Tests with browsers and bot processes wait; others use the processor meanwhile. pytest-xdist
    gives the first half of the list to one worker and the second half to the other. One half
    has the tests of the page, the other those that share a browser, so that each fixture starts
    once.
    """
    kinds: dict[str, list[pytest.Item]] = {"page": [], "browser": [], "long": [], "rest": []}
    for item in items:
        kinds[_kind(item)].append(item)
    long, rest = kinds["long"], _together(kinds["rest"])
    half = len(rest) // 2
    items[:] = [
        *kinds["page"],
        *long[::2],
        *rest[:half],
        *kinds["browser"],
        *long[1::2],
        *rest[half:],
    ]


def _kind(item: pytest.Item) -> str:
    """Return which group of the test order a test belongs to."""
    where = str(item.path)
    if PAGE in where:
        return "page"
    if not any(name in where for name in LONG):
        return "rest"
    return "browser" if "browser" in getattr(item, "fixturenames", ()) else "long"


def pytest_collection_finish() -> None:
    """Exempt the collected tests from garbage collection, and collect less often.

    Scanning thousands of test objects again and again took a twelfth of the processor time.
    """
    gc.freeze()
    gc.set_threshold(100_000, 20, 50)


def _together(items: list[pytest.Item]) -> list[pytest.Item]:
    """Sort the contract tests by the game that they play, so that few workers play each game."""
    same = sorted((item for item in items if CONTRACT in str(item.path)), key=_game)
    following = iter(same)
    return [next(following) if CONTRACT in str(item.path) else item for item in items]


def _game(item: pytest.Item) -> tuple[str, ...]:
    case = getattr(item, "callspec", None)
    return tuple(str(case.params.get(name, "")) for name in ("game", "n", "seed")) if case else ()


@pytest.fixture(scope="session")
def chromium() -> str:
    """Return the path of a Chromium; skip the test if there is none."""
    path = browser.find()
    if path is None:
        pytest.skip(
            "no Chromium on this machine: browser tests skipped (`make test` says how to get one)"
        )
    return path


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """Return the PostgreSQL server of this test process; skip the test if there is none."""
    from tests import postgres

    programs = postgres.find()
    if programs is None:
        pytest.skip(
            "no PostgreSQL server on this machine: its tests skipped (`make test` says how to get one)"
        )
    server = postgres.Server(programs)
    try:
        with ThreadPoolExecutor(1) as aside:  # an event loop may run in this thread
            aside.submit(asyncio.run, _make(server)).result()
        yield server
    finally:
        server.close()


async def _make(server: Server) -> None:
    """Create the database `made`, whose copies the tests get."""
    from db import open_store

    server.sql("CREATE DATABASE made TEMPLATE template0")
    await (await open_store(server.url("made"))).close()
