"""Concurrent readers and writers."""

import asyncio
import random
import sqlite3
from contextlib import closing

import pytest

from app.model.match import LogEntry
from app.ports.commit import CommitDetails
from db.postgres.connection import ASYNC_COMMIT
from tests.database import database_of
from tests.db.test_store import begun, first_row


async def test_a_caller_that_is_cancelled_does_not_tear_a_transaction(store):
    match = await begun(store)
    for n in range(2, 30):
        match.version = n
        task = asyncio.create_task(store.matches.commit(match, n - 1, CommitDetails(click=f"c{n}")))
        await asyncio.sleep(random.random() / 2000)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        now = (await store.matches.get("AAA")).version
        while now != n:  # cancelled before it began
            assert await store.matches.commit(match, n - 1, CommitDetails(click=f"c{n}"))
            now = (await store.matches.get("AAA")).version
        assert await store.game_log.match_of_interaction(f"c{n}") == "AAA"


async def test_nobody_reads_what_is_not_committed(store):
    match = await begun(store)
    seen: set[tuple[str, int]] = set()

    async def read():
        for _ in range(60):
            stored = await store.matches.load("AAA")
            seen.add(
                (stored.match.name, len(await store.game_log.entries("AAA", 0, stored.match.rows)))
            )
            await asyncio.sleep(0)

    async def write():
        pos = (await store.matches.load("AAA")).pos
        for n in range(1, 20):
            row, after = first_row(pos, n)
            match.version, match.rows, match.name = n + 1, n, str(n)
            assert await store.matches.commit(
                match, n, CommitDetails(pos=after, entries=[LogEntry(row, 1.0)])
            )

    await asyncio.gather(read(), write())
    assert all(name == ("x" if not rows else str(rows)) for name, rows in seen)


async def test_who_reads_waits_for_no_writer(store):
    await begun(store)
    begins, go = asyncio.Event(), asyncio.Event()

    async def work(conn):
        await conn.execute("UPDATE matches SET name = 'new' WHERE id = 'AAA'")
        begins.set()
        await go.wait()

    writing = asyncio.create_task(database_of(store).transaction(work))
    await begins.wait()
    assert (await store.matches.get("AAA")).name == "x"
    assert [one.name for one in await store.matches.find(user=11)] == ["x"]
    go.set()
    await writing
    assert (await store.matches.get("AAA")).name == "new"
    assert [one.name for one in await store.matches.find(user=11)] == ["new"]


async def test_who_is_cancelled_leaves_when_it_is_written(store):
    await begun(store)
    for n in range(30):
        task = asyncio.create_task(
            database_of(store).execute("UPDATE matches SET name = ? WHERE id = 'AAA'", (str(n),))
        )
        await asyncio.sleep(0)  # it has begun
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert (await store.matches.get("AAA")).name == str(n)


@pytest.mark.parametrize("where", ["sqlite"], indirect=True)
async def test_what_is_noted_keeps_nobody_waiting_while_another_program_writes(store, where):
    await begun(store)
    with closing(sqlite3.connect(where, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        noting = asyncio.create_task(store.matches.record_activity("AAA", 11, 5.0))
        for _ in range(100):
            await asyncio.sleep(0)
        assert (await store.matches.get("AAA")).seats[0].last_click_at == 0.0, (
            "it can be read meanwhile"
        )
        assert not noting.done()
        other.execute("COMMIT")
        await noting
    assert (await store.matches.get("AAA")).seats[0].last_click_at == 5.0


@pytest.mark.parametrize("where", ["postgres"], indirect=True)
async def test_what_is_noted_does_not_wait_for_the_servers_disk_and_all_else_does(store):
    await begun(store)
    await store.matches.record_activity("AAA", 11, 5.0)
    assert (await store.matches.get("AAA")).seats[0].last_click_at == 5.0
    conn = database_of(store)._conn
    noted = f"UPDATE matches SET name = 'x' WHERE id = 'AAA' AND {ASYNC_COMMIT} RETURNING current_setting('synchronous_commit')"
    assert await conn.fetchval(noted) == "off"
    assert await conn.fetchval("SELECT current_setting('synchronous_commit')") == "on"
