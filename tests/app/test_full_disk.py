"""A full disk: users are told, nothing is half written, and play goes on afterwards."""

import asyncio
import logging
import sqlite3
from contextlib import closing

import pytest

from app.background import ai_moves
from app.ports.errors import StorageUnavailableError
from tests.app.harness import PEOPLE, assert_log_replays
from tests.database import database_of, limit_pages

ANA, BRUNO = PEOPLE[:2]
FILE = pytest.mark.parametrize(
    "harness", ["sqlite"], indirect=True
)  # a server's disk: tests/db/test_postgres.py
PLENTY = 1_000_000_000


async def room(harness, pages: int) -> None:
    """Limit the pages of the file; more than that can be in use, but it cannot grow."""
    await limit_pages(harness.app.repo, pages)


async def fill(harness) -> None:
    """Use up the free part of the existing pages."""
    await room(harness, 1)

    async def write() -> None:
        for n in range(10_000):
            await database_of(harness.app.repo).execute(
                "INSERT INTO clicks VALUES (?, 'x', 0)", (f"{n} " + "x" * 400,)
            )

    with pytest.raises(StorageUnavailableError):
        await write()


@FILE
async def test_a_move_that_finds_no_room_is_not_made_and_may_be_made_again(harness, caplog):
    match, tables = await harness.table(2), harness.app.game_service
    await harness.settle()
    before = await harness.app.repo.matches.load(match.id)
    await fill(harness)

    async def play_on() -> None:
        for n in range(50):  # a small row may still fit
            await tables.play(match.id, ANA, ("throw",), f"c{n}")
            await tables.play(match.id, ANA, ("keep",), f"k{n}")
            await tables.undo(match.id, ANA, f"u{n}")

    with pytest.raises(StorageUnavailableError):
        await play_on()
    assert {record.message for record in caplog.records} == {
        "store unavailable, nothing can be saved: database or disk is full"
    }
    assert not any(record.exc_info for record in caplog.records)
    await assert_log_replays(harness, match.id)
    await room(harness, PLENTY)
    now = await harness.app.repo.matches.load(match.id)
    assert now.match.status == "running"
    assert now.match.rows >= before.match.rows
    await harness.say(match, BRUNO, "throw")
    await harness.settle()
    await assert_log_replays(harness, match.id)


async def test_a_computer_player_waits_for_room(harness, monkeypatch):
    monkeypatch.setattr(ai_moves, "RETRY_AFTER_S", 0.01)
    real, fails = harness.app.repo.matches.commit, [3]

    async def full(match, expected, change=None):
        if change and change.entries and change.entries[0].row.by == "computer" and fails[0]:
            fails[0] -= 1
            raise StorageUnavailableError("database or disk is full")
        return await real(match, expected, change)

    monkeypatch.setattr(harness.app.repo.matches, "commit", full)
    match = await harness.table(1, 1)
    for _ in range(6000):
        if (await harness.app.lobby.get(match.id)).waiting == (0,):
            break
        await asyncio.sleep(0.01)
    assert fails == [0]
    assert (await harness.app.lobby.get(match.id)).status == "running", (
        "no table is halted for want of room"
    )


async def test_what_can_not_be_noted_is_shown_again_later_without_a_story(
    harness, monkeypatch, caplog
):
    match = await harness.table(2)
    await harness.settle()
    real, fails = harness.app.repo.matches.mark_published, [2]

    async def full(*args):
        if fails[0]:
            fails[0] -= 1
            raise StorageUnavailableError("database or disk is full")
        await real(*args)

    monkeypatch.setattr(harness.app.repo.matches, "mark_published", full)
    with caplog.at_level(logging.ERROR):
        await harness.say(match, ANA, "throw")
        await harness.settle()
    assert [(record.name, bool(record.exc_info)) for record in caplog.records] == [
        ("app.background.publisher", False)
    ] * 2
    assert await harness.app.repo.matches.unpublished() == []


@FILE
async def test_a_file_that_another_program_holds_is_told_like_a_full_one(harness, caplog):
    match = await harness.table(2)
    await harness.settle()
    await database_of(harness.app.repo).fetch_one("PRAGMA busy_timeout = 0")
    path = (await database_of(harness.app.repo).fetch_one("PRAGMA database_list"))["file"]
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StorageUnavailableError):
            await harness.app.game_service.play(match.id, ANA, ("throw",), "c1")
        other.execute("ROLLBACK")
    assert {record.message for record in caplog.records} == {
        "store unavailable, nothing can be saved: database is locked"
    }
    assert caplog.records[0].outage == "store"
    await harness.say(match, ANA, "throw")
    await assert_log_replays(harness, match.id)
