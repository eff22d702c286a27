"""Jobs of the work queue on a server are done once, by any process of the same program."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from db import open_store
from db.postgres import work_queue
from db.postgres.work_queue import WorkQueue
from tests.database import database_of

NEVER = 100.0  # seconds in which everything has happened that will
KINDS = ("picture", "thought")


class Hands:
    """Workers. They keep their jobs and answer with the reversed job when they may."""

    def __init__(self, free: int = 1, held: bool = False) -> None:
        self.free, self.did, self.waiting = free, list[bytes](), list[int]()
        self.may = asyncio.Event()
        if not held:
            self.may.set()

    def lend(self, _kind: str) -> Hands | None:
        if not self.free:
            return None
        self.free -= 1
        return self

    async def do(self, what: bytes, waiting: int) -> bytes:
        self.did.append(what)
        self.waiting.append(waiting)
        await self.may.wait()
        if what == b"wrong":
            raise KeyError(what)
        return what[::-1]

    def give_back(self) -> None:
        self.free += 1


class Place:
    """Processes on one database."""

    def __init__(self, url: str) -> None:
        self.url, self.made = url, list[WorkQueue]()

    async def process(self, hands: Hands | None = None, program: str = "p") -> WorkQueue:
        one = WorkQueue(self.url, program)
        self.made.append(one)
        await (one.begin(KINDS, hands.lend) if hands else one.begin())
        return one

    async def rows(self) -> list[Any]:
        """Return all rows of the work table."""
        return await self.made[0]._rows("SELECT kind, taker, found FROM work WHERE $1", True)

    async def until(self, count: int, taken: int = 0) -> None:
        """Wait until there are so many rows, so many of them claimed."""
        async with asyncio.timeout(180):
            while [len(rows := await self.rows()), sum(row["taker"] != 0 for row in rows)] != [  # noqa: ASYNC110
                count,
                taken,
            ]:
                await asyncio.sleep(0.01)


@pytest.fixture
async def place(postgres, monkeypatch):
    monkeypatch.setattr(work_queue, "QUEUE_POLL_S", 0.05)
    url = postgres.new()
    store = await open_store(url, shared=True)
    found = Place(url)
    yield found
    for one in found.made:
        await one.close()
    await store.close()
    postgres.drop(url)


async def until(true) -> None:
    """Wait until a condition holds."""
    async with asyncio.timeout(180):
        while not true():  # noqa: ASYNC110 - it is another process's
            await asyncio.sleep(0.01)


async def test_others_do_it_each_piece_once(place):
    asker = await place.process()
    hands = [Hands(2), Hands(1)]
    for one in hands:
        await place.process(one)
    await until(lambda: asker.peer_count == 2)
    found = await asyncio.gather(
        *(asker.request_result("picture", f"{n:03}".encode(), NEVER, NEVER) for n in range(30))
    )
    assert found == [f"{n:03}".encode()[::-1] for n in range(30)]
    assert sorted(hands[0].did + hands[1].did) == [f"{n:03}".encode() for n in range(30)]
    assert await place.rows() == []
    await until(
        lambda: [one.free for one in hands] == [2, 1]
    )  # one may be kept just now, to look whether there is more


async def test_who_does_it_hears_how_many_wait(place):
    asker, hands = await place.process(), Hands(0)
    await place.process(hands)
    asked = [
        asyncio.create_task(asker.request_result("picture", bytes([n]), NEVER, NEVER))
        for n in range(3)
    ]
    await place.until(3)
    hands.give_back()
    await asyncio.gather(*asked)
    assert hands.waiting == [2, 1, 0]


async def test_what_nobody_begins_is_whose_it_was(place):
    asker = await place.process()
    assert asker.peer_count == 0
    assert await asker.request_result("picture", b"abc", 0.05, NEVER) is None
    hands = Hands(0)
    await place.process(hands)
    await until(lambda: asker.peer_count == 1)
    assert (
        await asker.request_result("picture", b"abc", 0.05, NEVER) is None
    )  # somebody is there, and has no hand free
    assert (hands.did, await place.rows()) == ([], [])


async def test_what_somebody_has_begun_is_waited_for(place):
    asker, hands = await place.process(), Hands(1, held=True)
    await place.process(hands)
    asked = asyncio.create_task(asker.request_result("picture", b"abc", NEVER, NEVER))
    await place.until(1, taken=1)
    assert (
        await asker._rows(work_queue.FETCH_RESULT, asker._process, 1) == []
    )  # as whoever asked looks, once that is late
    hands.may.set()
    assert await asked == b"cba"


async def test_what_takes_too_long_or_can_not_be_done_is_whose_it_was(place):
    asker, hands = await place.process(), Hands(1, held=True)
    await place.process(hands)
    assert await asker.request_result("picture", b"abc", 0.05, 0.1) is None
    assert hands.did == [b"abc"]
    hands.may.set()
    assert await asker.request_result("picture", b"wrong", NEVER, NEVER) is None
    assert (
        await asker.request_result("picture", b"abc", NEVER, NEVER) == b"cba"
    )  # who failed goes on
    assert await place.rows() == []


async def test_nobody_does_their_own(place):
    hands = Hands()
    one = await place.process(hands)
    assert one.peer_count == 0
    assert await one.request_result("picture", b"abc", 0.3, NEVER) is None
    assert hands.did == []


async def test_what_one_who_is_killed_had_begun_is_done_by_another(place):
    asker, doomed, other = await place.process(), Hands(1, held=True), Hands(0)
    killed = await place.process(doomed)
    asked = asyncio.create_task(asker.request_result("picture", b"abc", NEVER, NEVER))
    await place.until(1, taken=1)
    await place.process(other)
    for task in killed._tasks:  # nothing more is heard of it
        task.cancel()
    killed._conn.terminate()
    await place.until(1, taken=0)
    other.give_back()
    assert await asked == b"cba"
    assert (doomed.did, other.did) == ([b"abc"], [b"abc"])
    assert await place.rows() == []


async def test_who_stops_lets_go_at_once_of_what_it_had_begun(place, monkeypatch):
    asker, first, other = await place.process(), Hands(1, held=True), Hands(1)
    one = await place.process(first)
    asked = asyncio.create_task(asker.request_result("picture", b"abc", NEVER, NEVER))
    await place.until(1, taken=1)
    await one.close()
    await place.process(other)
    assert await asked == b"cba"
    await until(lambda: first.free == 1)


async def test_who_is_cancelled_leaves_nothing(place):
    asker, hands = await place.process(), Hands(1, held=True)
    await place.process(hands)
    tasks = [
        asyncio.create_task(asker.request_result("picture", b"abc", NEVER, NEVER)) for _ in range(3)
    ]
    await place.until(3, taken=1)
    for task in tasks:  # one that somebody is at, too
        task.cancel()
    await place.until(0)
    hands.may.set()
    await until(lambda: hands.free == 1)
    assert await place.rows() == []
    for rest in (0.0, 0.0001, 0.0005, 0.001, 0.002):  # before, while and after the server has it
        task = asyncio.create_task(asker.request_result("other", b"abc", NEVER, NEVER))
        await asyncio.sleep(rest)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await place.until(0)


async def test_what_one_who_is_gone_had_asked_is_swept_away(place):
    await place.process()
    asker = await place.process()
    asked = asyncio.create_task(asker.request_result("picture", b"abc", NEVER, NEVER))
    await place.until(1)
    asker._conn.terminate()
    assert await asked is None  # and it knows that nobody will do it
    await place.until(0)


async def test_another_version_of_the_program_does_nothing_for_it(place):
    asker, old = await place.process(program="new"), Hands()
    await place.process(old, "old")
    assert asker.peer_count == 0
    assert await asker.request_result("picture", b"abc", 0.3, NEVER) is None
    same = Hands()
    await place.process(same, "new")
    await until(lambda: asker.peer_count == 1)
    assert await asker.request_result("picture", b"abc", NEVER, NEVER) == b"cba"
    assert old.did == []


async def test_when_the_server_was_away_they_find_each_other_again(place, postgres):
    asker, hands = await place.process(), Hands()
    await place.process(hands)
    await until(lambda: asker.peer_count == 1)
    postgres.stop()
    await until(lambda: asker.peer_count == 0)
    assert await asker.request_result("picture", b"abc", NEVER, NEVER) is None
    postgres.start()
    await until(lambda: asker.peer_count == 1)
    assert await asker.request_result("picture", b"abc", NEVER, NEVER) == b"cba"


async def test_who_comes_before_the_table_waits_for_it(postgres, monkeypatch):
    monkeypatch.setattr(work_queue, "QUEUE_POLL_S", 0.05)
    url = postgres.empty()
    place, hands = Place(url), Hands()
    await place.process(hands)
    store = await open_store(url, shared=True)
    asker = await place.process()
    await until(lambda: asker.peer_count == 1)
    assert await asker.request_result("picture", b"abc", NEVER, NEVER) == b"cba"
    assert "work" not in await database_of(store).tables()
    for one in place.made:
        await one.close()
    await store.close()
    postgres.drop(url)


async def test_room_is_used_again(place, monkeypatch):
    monkeypatch.setattr(work_queue, "VACUUM_AFTER_BYTES", 500_000)
    asker, hands = await place.process(), Hands()
    await place.process(hands)
    for _ in range(40):
        assert (
            len(await asker.request_result("picture", bytes(range(250)) * 400, NEVER, NEVER))
            == 100_000
        )
    ((size,),) = await asker._rows("SELECT pg_total_relation_size('work') WHERE $1", True)
    assert size < 4_000_000  # of the eight million bytes that went through it


async def test_whoever_is_cut_off_or_cancelled_meanwhile_nothing_is_lost_or_mixed_up(place):
    luck = random.Random(5)
    askers = [await place.process() for _ in range(2)]
    servers = [await place.process(Hands(3)) for _ in range(3)]

    async def one(n: int) -> bool:
        """Whether it was done elsewhere."""
        what = f"{n:04}".encode() * 50
        task = asyncio.create_task(
            luck.choice(askers).request_result(luck.choice(KINDS), what, 1.0, 20.0)
        )
        if n % 7 == 0:
            await asyncio.sleep(luck.random() * 0.05)
            task.cancel()
        try:
            found = await task
        except asyncio.CancelledError:
            return False
        assert found in (None, what[::-1])
        return found is not None

    async def cut() -> None:
        while True:
            await asyncio.sleep(luck.random() * 0.3)
            conn = luck.choice([*askers, *servers])._conn
            if conn is not None:
                conn.terminate()

    cutting = asyncio.create_task(cut())
    done = 0
    for n in range(0, 400, 20):
        done += sum(await asyncio.gather(*map(one, range(n, n + 20))))
    cutting.cancel()
    assert done > 0
    await until(lambda: all(one._conn and not one._conn.is_closed() for one in place.made))
    await place.until(0)
    await until(lambda: all(asker.peer_count == 3 for asker in askers))
    assert await askers[0].request_result("picture", b"abc", NEVER, NEVER) == b"cba"
