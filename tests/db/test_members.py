"""Several processes on one server share shards and never own the same match."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from app.ports.commit import CommitDetails
from app.runtime.cluster import shard
from db import StoreLockedError, open_store
from db.postgres import cluster
from db.postgres.work_queue import WorkQueue
from tests.database import database_of
from tests.db.test_store import begun

A, B = (n << 22 for n in (4, 5))  # servers of shards 0 and 1 of two


@pytest.fixture(params=["postgres"])
def where(postgres):
    url = postgres.new()
    yield url
    postgres.drop(url)


class Edge:
    """Gateway of a process that records its calls."""

    def __init__(self) -> None:
        self.held: set[int] = set()
        self.heard: list[tuple[str, int]] = []
        self.looked = 0
        self.dropped: list[int] = []
        self.lines: list[int] = []

    async def acquire_shards(self, shards) -> None:
        self.held |= set(shards)
        self.looked += 1

    async def release_shards(self, shards) -> None:
        self.held -= set(shards)
        self.dropped += shards

    def on_remote_commit(self, match, guild) -> None:
        self.heard.append((match, guild))

    def on_remote_shard_ready(self, shard) -> None:
        self.lines.append(shard)


@pytest.fixture
async def process(where, monkeypatch):
    """Start processes; stop all at the end."""
    monkeypatch.setattr(cluster, "POLL_S", 0.05)
    monkeypatch.setattr("db.postgres.connection.UNREACHABLE_RETRY_S", 0.05)
    stores = []

    async def start(shards: int = 2) -> Any:
        store: Any = await open_store(where, shared=True)
        stores.append(store)
        await store.shared_cluster.join(shards)
        store.edge = Edge()
        store.edge.held = set(store.shared_cluster.held)
        await store.shared_cluster.run(store.edge)
        return store

    yield start
    for store in stores:
        await store.shared_cluster.close()
        await store.close()


async def until(true) -> None:
    """Wait until a condition holds."""
    async with asyncio.timeout(180):
        while not true():  # noqa: ASYNC110 - it is another process's
            await asyncio.sleep(0.01)


def holds(store, *shards):
    return lambda: store.shared_cluster.held == shards and store.edge.held == set(shards)


async def test_the_first_holds_all_and_shares_with_who_comes(process):
    one = await process(4)
    assert one.shared_cluster.held == (0, 1, 2, 3)
    other = await process(9)
    assert other.shared_cluster.shard_count == 4  # as was agreed before it came
    await until(holds(one, 0, 1))
    await until(holds(other, 2, 3))
    assert one.shared_cluster.owns(0)  # what is of no server
    third = await process(4)
    await until(
        lambda: (
            len(third.shared_cluster.held) == 0
            or len(one.shared_cluster.held) + len(other.shared_cluster.held) == 3
        )
    )
    assert (
        len({*one.shared_cluster.held, *other.shared_cluster.held, *third.shared_cluster.held}) == 4
    )


async def test_who_leaves_is_followed_and_so_is_who_is_cut_off_or_stands_still(
    process, monkeypatch
):
    one, other = await process(), await process()
    await until(holds(other, 1))
    await other.shared_cluster.leave()
    await until(holds(one, 0, 1))
    third = await process()
    await until(holds(third, 1))
    database_of(third)._conn.terminate()  # the line breaks: nobody knows for how long
    await until(lambda: database_of(third).connection_number > 1)
    await until(
        lambda: (
            sorted((*one.shared_cluster.held, *third.shared_cluster.held)) == [0, 1]
            and len(one.shared_cluster.held) == 1
        )
    )
    monkeypatch.setattr(cluster, "PEER_TIMEOUT_S", 0.5)
    for task in third.shared_cluster._poll_tasks:  # it stands still with its line open
        task.cancel()
    await until(lambda: one.shared_cluster.held == (0, 1))
    assert one.edge.looked >= 3  # and what it may have left untold was looked for


async def test_when_the_server_was_away_each_has_again_what_it_had(process, postgres):
    one, other = await process(), await process()
    await until(holds(one, 0))
    await until(holds(other, 1))
    postgres.stop()
    await until(lambda: database_of(one)._conn.is_closed() and database_of(other)._conn.is_closed())
    postgres.start()
    await until(
        lambda: database_of(one).connection_number > 1 and database_of(other).connection_number > 1
    )
    await until(holds(one, 0))
    await until(holds(other, 1))


async def test_who_was_alone_keeps_its_lines_when_the_server_was_away(process, postgres):
    one = await process()
    postgres.stop()
    await until(database_of(one)._conn.is_closed)
    postgres.start()
    await until(lambda: one.edge.looked)
    assert (one.shared_cluster.held, one.edge.dropped) == ((0, 1), [])


async def test_a_match_is_worked_at_by_one(process):
    one, other = await process(), await process()
    order = []

    async def work(store, name: str) -> None:
        async with store.shared_cluster.lock("X"):
            order.append(name)
            await asyncio.sleep(0.05)
            order.append(name)

    await asyncio.gather(*(work(store, name) for store, name in ((one, "a"), (other, "b"))))
    assert order in (["a", "a", "b", "b"], ["b", "b", "a", "a"])
    async with one.shared_cluster.lock("X"), other.shared_cluster.lock("Y"):
        pass


async def test_who_is_cancelled_while_the_lock_is_asked_for_does_not_keep_it(process):
    one, other = await process(), await process()
    for rest in (
        0.0,
        0.0001,
        0.0005,
        0.001,
        0.002,
    ):  # before, while and after the server has given it
        task = asyncio.create_task(one.shared_cluster.lock("X").__aenter__())
        await asyncio.sleep(rest)
        if task.cancel():
            await asyncio.gather(task, return_exceptions=True)
            async with other.shared_cluster.lock("X"):
                pass
        else:
            await database_of(one).fetch_holding_locks(cluster.UNLOCK, (cluster.MATCH, "X"))


async def test_others_hear_of_what_is_committed(process):
    one, other = await process(), await process()
    await until(lambda: one.shared_cluster._peers)
    one.shared_cluster.announce("ABC", A)
    await until(lambda: other.edge.heard == [("ABC", A)])
    assert one.edge.heard == []


async def test_who_leaves_hears_whose_lines_stand_and_is_heard_to_its_end(process):
    one, other = await process(), await process()
    await until(holds(other, 1))
    await other.shared_cluster.leave()
    assert await other.shared_cluster.has_peers()
    assert not await one.shared_cluster.has_peers()
    await until(holds(one, 0, 1))
    one.shared_cluster.shard_connected(1)
    await until(lambda: other.edge.lines == [1])
    other.shared_cluster.announce("ABC", A)
    await other.shared_cluster.close()
    await until(lambda: one.edge.heard == [("ABC", A)])
    assert (one.edge.lines, other.edge.heard) == ([], [])


async def test_a_login_keeps_others_from_theirs_for_its_seconds_though_its_process_leaves(
    process, monkeypatch
):
    monkeypatch.setattr(cluster, "IDENTIFY_INTERVAL_S", 0.2)
    one, other = await process(), await process()
    await one.shared_cluster.wait_for_identify(0)
    await one.shared_cluster.leave()
    await other.shared_cluster.wait_for_identify(
        0
    )  # else it would wait for the end of the other's connection
    assert await one.shared_cluster.has_peers()


async def test_each_is_asked_for_its_own_tables_alone(process):
    one, other = await process(), await process()
    await until(holds(one, 0))
    await until(holds(other, 1))
    assert (shard(A, 2), shard(B, 2)) == (0, 1)
    for name, guild in (("A", A), ("B", B), ("C", 0)):
        match = await begun(one, name)
        await one.matches.set_channel(name, guild, 7)
        match.check_at = 5.0
        match.seats[0].awaited, match.seats[0].newest_ping, match.seats[0].deadline = True, 1, 50.0
        assert await one.matches.commit(match, match.version, CommitDetails())
    assert (await one.matches.unpublished(), await other.matches.unpublished()) == (
        ["A", "C"],
        ["B"],
    )
    assert (sorted(await one.matches.without_ping()), await other.matches.without_ping()) == (
        ["A", "C"],
        ["B"],
    )
    assert (
        sorted(await one.deadlines.due_matches(9.0)),
        await other.deadlines.due_matches(9.0),
    ) == (["A", "C"], ["B"])
    assert await one.deadlines.next_check_at() == await other.deadlines.next_check_at() == 5.0
    assert (await one.deadlines.match_counts(9.0), await other.deadlines.match_counts(9.0)) == (
        ({"running": 2}, 2),
        ({"running": 1}, 1),
    )
    assert await other.deadlines.extend(10.0, 1.0, None) == ["B"]
    assert [(await one.matches.get(name)).seats[0].deadline for name in "ABC"] == [50.0, 60.0, 50.0]
    assert sorted(await other.deadlines.extend(10.0, 1.0, None, everywhere=True)) == ["A", "B", "C"]
    await other.shared_cluster.leave()
    assert (
        await other.matches.unpublished(),
        await other.deadlines.next_check_at(),
        await other.deadlines.match_counts(9.0),
    ) == (
        [],
        None,
        ({}, 0),
    )


async def test_who_wants_it_alone_is_refused_and_refuses(process, where, monkeypatch):
    monkeypatch.setattr("db.postgres.connect.LOCK_TIMEOUT", "50ms")
    one = await process()
    with pytest.raises(StoreLockedError):
        await open_store(where)
    await one.shared_cluster.leave()
    await one.close()
    alone = await open_store(where)
    with pytest.raises(StoreLockedError):
        await open_store(where, shared=True)
    await alone.close()


async def test_who_only_draws_and_thinks_holds_no_shard_and_has_no_share_in_them(process, where):
    worker, gateway = WorkQueue(where, "p"), WorkQueue(where, "p")
    one = await process(3)
    await worker.begin(["picture"])
    await gateway.begin()
    assert (gateway.peer_count, worker.peer_count) == (1, 0)
    await one.shared_cluster._poll()
    assert (one.shared_cluster.held, one.shared_cluster._peers) == ((0, 1, 2), frozenset())
    for line in (worker, gateway):
        await line.close()


async def test_two_that_fill_an_empty_database_at_once(postgres):
    url = postgres.empty()
    stores = await asyncio.gather(*(open_store(url, shared=True) for _ in range(2)))
    assert [await store.matches.running_games() for store in stores] == [[], []]
    for store in stores:
        await store.close()
    postgres.drop(url)


async def test_logins_of_a_bucket_come_one_after_the_other(process, monkeypatch):
    monkeypatch.setattr(cluster, "IDENTIFY_INTERVAL_S", 0.2)
    one, other = await process(), await process()
    began = asyncio.get_running_loop().time()
    await asyncio.gather(
        one.shared_cluster.wait_for_identify(0),
        other.shared_cluster.wait_for_identify(0),
        one.shared_cluster.wait_for_identify(0),
        one.shared_cluster.wait_for_identify(1),
    )
    assert asyncio.get_running_loop().time() - began >= 0.4
