"""Rendering and AI jobs of several processes: local first, passed on in time, never lost."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from app.model.ai_request import AiRequest, AiResponse
from app.workers import ai_worker, remote_pool
from app.workers.process_worker import ProcessWorker
from app.workers.remote_pool import (
    IN_FLIGHT_PER_PEER,
    KINDS,
    OFFLOAD_QUEUE_PER_WORKER,
    PICTURE,
    SHARES,
    THOUGHT,
    RemoteAiPool,
    RemoteRenderPool,
    decode_request,
    lease_factory,
)
from app.workers.render_pool import FAST_ENCODE_QUEUE, WorkerHooks
from bot import RENDER_HOOKS
from db import open_store
from db.postgres import work_queue as table
from db.postgres.work_queue import WorkQueue
from games.core.engine import walk
from games.core.engine.game import register
from games.core.views.scene import Animation, Picture, Scene
from games.eight_minute_empire import GAME
from render import render_worker
from tests.core.small_game import CELLAR

register(CELLAR)
ELSEWHERE = (("tests.core.small_game", "CELLAR"),)
POS = walk.start(CELLAR, {}, 2, "pool")
ASKED = AiRequest("cellar", CELLAR.codec.encode(POS), walk.actors(POS)[0], "easy", 7, 0.0)


def scene(kind: str, folder: Path) -> Scene:
    return Scene("cellar", kind, str(folder), (), "es")


# --- what runs in a painter's process ---


def begin(_folder: str) -> None:
    """Initialize nothing."""


def draw(what: Scene | Animation, hurried: bool) -> Picture:
    """Note what is drawn; `slow` waits until it may end."""
    if isinstance(what, Animation):
        raise NotImplementedError
    folder = Path(str(what.view))
    with (folder / "drawn").open("a") as file:
        file.write(f"{what.kind}\n")
    while what.kind == "slow" and not (folder / "go").exists():
        os.sched_yield()
    return Picture(what.kind.encode(), f"{what.kind}{'!' if hurried else ''}.webp", 1, 1)


def warm_up(_game: str) -> None:
    """Do nothing."""


def drawn(folder: Path) -> list[str]:
    return (folder / "drawn").read_text().split() if (folder / "drawn").exists() else []


def elsewhere(what: str) -> Picture:
    return Picture(f"{what}, elsewhere".encode(), f"{what}.webp", 1, 1)


class Others:
    """Other processes: they answer requests once they may, if `willing`."""

    def __init__(self, there: int = 1) -> None:
        self.peer_count, self.willing, self.asked, self.may = (
            there,
            True,
            list[Any](),
            asyncio.Event(),
        )
        self.may.set()
        self.cancelled = 0

    async def request_result(
        self, kind: str, what: bytes, claim_timeout_s: float, result_timeout_s: float
    ) -> bytes | None:
        assert 0 < claim_timeout_s <= result_timeout_s
        given: Any = decode_request(what) if kind == PICTURE else msgspec.msgpack.decode(what)
        self.asked.append(given)
        try:
            await self.may.wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        if not self.willing:
            return None
        if kind == PICTURE:
            return msgspec.msgpack.encode(elsewhere(given[0].kind))
        if kind == THOUGHT:
            return msgspec.msgpack.encode(AiResponse(("elsewhere",)))
        return msgspec.msgpack.encode([[0.25, 0.75]] * len(given[1]))

    def announce_free_worker(self) -> None:
        """Nobody wants anything of ours."""

    def scenes(self) -> list[str]:
        return [given[0].kind for given in self.asked]


Make = Callable[..., RemoteRenderPool]


@pytest.fixture
async def painter(tmp_path: Path) -> AsyncIterator[Make]:
    made = list[RemoteRenderPool]()

    def make(line: Any, most: int = 1, **how: Any) -> RemoteRenderPool:
        made.append(
            RemoteRenderPool(
                WorkerHooks(begin, lambda _processes: (str(tmp_path),), draw, warm_up),
                line,
                most,
                **how,
            )
        )
        return made[-1]

    yield make
    (tmp_path / "go").touch()
    for one in made:
        one.close()


@pytest.fixture
async def thinkers() -> AsyncIterator[Callable[..., RemoteAiPool]]:
    made = list[RemoteAiPool]()

    def make(line: Any, **how: Any) -> RemoteAiPool:
        made.append(RemoteAiPool(line, most=1, elsewhere=ELSEWHERE, **how))
        return made[-1]

    yield make
    for one in made:
        one.close()


async def until(true: Callable[[], Any]) -> None:
    """Wait until a condition holds."""
    async with asyncio.timeout(180):
        while not true():  # noqa: ASYNC110 - it is another process's
            await asyncio.sleep(0.01)


def open_ones(workers: list[ProcessWorker]) -> int:
    return sum(one.is_running for one in workers)


# --- who gives what away ---


@pytest.mark.parametrize("most", [1, 2], ids=["films-among-others", "films-beside-others"])
async def test_who_does_not_draw_has_all_drawn_by_others_once_for_each_scene(
    painter: Make, tmp_path: Path, most: int
) -> None:
    others = Others()
    one = painter(others, most, own=False)
    await one.warm_up("cellar")
    found = await asyncio.gather(
        *(one.draw(scene("board", tmp_path), lane) for lane in ("board", "panel", "screen"))
    )
    assert found == [elsewhere("board")] * 3
    assert await one.draw(scene("board", tmp_path)) == found[0]  # kept, as one that was drawn here
    film = Animation("film", (scene("a", tmp_path), scene("b", tmp_path)))
    others.willing = False
    with pytest.raises(NotImplementedError):  # by `draw`: it was drawn here at last
        await one.draw(film)
    assert others.asked == [(scene("board", tmp_path), False), (film, False)]


async def test_where_nobody_is_there_or_begins_it_is_drawn_here(
    painter: Make, tmp_path: Path
) -> None:
    others = Others(0)
    one = painter(others, own=False)
    assert (await one.draw(scene("first", tmp_path))).data == b"first"
    assert others.asked == []
    others.peer_count, others.willing = 1, False
    names = [f"s{n}" for n in range(6)]
    found = await asyncio.gather(*(one.draw(scene(name, tmp_path), "board") for name in names))
    assert [picture.data.decode() for picture in found] == names
    assert sorted(drawn(tmp_path)) == sorted(["first", *names])
    assert sorted(others.scenes()) == sorted(names)
    assert one._jobs == {}
    assert one.waiting == 0


async def test_local_first_and_what_would_wait_long_is_given_away(
    painter: Make, tmp_path: Path
) -> None:
    others = Others()
    one = painter(others)
    slow = asyncio.create_task(one.draw(scene("slow", tmp_path)))
    await until(lambda: drawn(tmp_path) == ["slow"])
    rest = [
        asyncio.create_task(one.draw(scene(f"s{n}", tmp_path)))
        for n in range(OFFLOAD_QUEUE_PER_WORKER)
    ]
    await asyncio.sleep(0)
    assert others.asked == []
    rest.append(asyncio.create_task(one.draw(scene("more", tmp_path))))
    await until(lambda: any(task.done() for task in rest))
    assert others.scenes() == ["s0"]  # who came first
    (tmp_path / "go").touch()
    assert (await slow).data == b"slow"
    assert [(await task).data.decode() for task in rest] == ["s0, elsewhere", "s1", "more"]


async def test_where_nobody_has_a_hand_free_nothing_more_is_given_for_a_while(
    painter: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    others = Others()
    others.willing = False
    one = painter(others)
    names = ["slow", *(f"s{n}" for n in range(3 * OFFLOAD_QUEUE_PER_WORKER))]
    tasks = [asyncio.create_task(one.draw(scene(name, tmp_path))) for name in names]
    await until(lambda: one.waiting == len(names) - 1)
    given = others.scenes()
    assert 0 < len(given) <= IN_FLIGHT_PER_PEER
    tasks += [asyncio.create_task(one.draw(scene(name, tmp_path))) for name in ("x", "y")]
    await asyncio.sleep(0)
    assert others.scenes() == given
    monkeypatch.setattr(one._offloader, "_paused_until", 0.0)
    tasks.append(asyncio.create_task(one.draw(scene("z", tmp_path))))
    await until(lambda: others.scenes() != given)
    (tmp_path / "go").touch()
    assert [(await task).data.decode() for task in tasks] == [*names, "x", "y", "z"]


async def test_what_is_given_away_at_once_leaves_the_rest_to_take_turns_here(
    painter: Make, tmp_path: Path
) -> None:
    others = Others(2)
    others.may.clear()
    one = painter(others, own=False)
    tasks = [
        asyncio.create_task(one.draw(scene(f"s{n}", tmp_path)))
        for n in range(2 * IN_FLIGHT_PER_PEER + FAST_ENCODE_QUEUE + 1)
    ]
    await until(lambda: len(others.asked) == 2 * IN_FLIGHT_PER_PEER)
    board = asyncio.create_task(one.draw(scene("board", tmp_path), "board"))
    others.may.set()
    await asyncio.gather(*tasks, board)
    assert others.scenes().index("board") == 2 * IN_FLIGHT_PER_PEER
    assert [hurried for _, hurried in others.asked][2 * IN_FLIGHT_PER_PEER] is True
    assert others.asked[-1][1] is False


async def test_who_is_cancelled_is_asked_of_nobody_any_more(painter: Make, tmp_path: Path) -> None:
    others = Others()
    others.may.clear()
    one = painter(others, own=False)
    first, second = (asyncio.create_task(one.draw(scene("old", tmp_path))) for _ in range(2))
    await until(lambda: others.asked)
    first.cancel()
    await asyncio.sleep(0.01)
    assert others.cancelled == 0  # another wants the same
    second.cancel()
    await until(lambda: others.cancelled)
    assert one._jobs == {}
    others.may.set()
    assert await one.draw(scene("old", tmp_path)) == elsewhere("old")


async def test_closing_lets_go_of_what_others_draw(painter: Make, tmp_path: Path) -> None:
    others = Others()
    others.may.clear()
    one = painter(others, own=False)
    task = asyncio.create_task(one.draw(scene("old", tmp_path)))
    await until(lambda: others.asked)
    one.close()
    await until(lambda: others.cancelled)
    assert isinstance(
        (await asyncio.gather(task, return_exceptions=True))[0], asyncio.CancelledError
    )


async def test_an_answer_that_can_not_be_read_is_none(
    painter: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    others = Others()

    async def nonsense(*_: object) -> bytes:
        return b"nonsense"

    monkeypatch.setattr(others, "request_result", nonsense)
    assert (await painter(others, own=False).draw(scene("board", tmp_path))).data == b"board"


async def test_computers_are_thought_for_by_others_or_here(
    thinkers: Callable[..., RemoteAiPool],
) -> None:
    others = Others()
    one = thinkers(others, own=False)
    assert await one.think(ASKED) == AiResponse(("elsewhere",))
    assert await one.evaluate("cellar", [ASKED.pos] * 3) == [[0.25, 0.75]] * 3
    assert open_ones(one._workers) == 0
    others.willing = False
    assert await one.think(ASKED) == ai_worker.choose_move(ASKED)
    assert await one.evaluate("cellar", [ASKED.pos]) == ai_worker.evaluate_positions(
        "cellar", [ASKED.pos]
    )
    others.peer_count, others.asked = 0, []
    assert await one.think(ASKED) == ai_worker.choose_move(ASKED)
    assert others.asked == []
    mine = thinkers(Others())
    assert await mine.think(ASKED) == ai_worker.choose_move(ASKED)  # local first
    found = await asyncio.gather(*(mine.think(ASKED) for _ in range(2 + OFFLOAD_QUEUE_PER_WORKER)))
    assert found.count(AiResponse(("elsewhere",))) == 1


# --- over a server ---


class ProcessGroup:
    """Processes on one server, with their own render and AI workers."""

    def __init__(self, url: str) -> None:
        self.url, self.made = url, list[tuple[WorkQueue, RemoteRenderPool, RemoteAiPool]]()

    async def process(
        self, *, serves: bool, program: str = "p"
    ) -> tuple[WorkQueue, RemoteRenderPool, RemoteAiPool]:
        line = WorkQueue(self.url, program)
        painter = RemoteRenderPool(RENDER_HOOKS, line, 1, own=serves)
        thinkers = RemoteAiPool(line, own=serves, most=1, elsewhere=ELSEWHERE)
        await line.begin(KINDS if serves else (), lease_factory(painter, thinkers))
        self.made.append((line, painter, thinkers))
        return self.made[-1]


@pytest.fixture
async def harness(postgres: Any, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[ProcessGroup]:
    monkeypatch.setattr(table, "QUEUE_POLL_S", 0.05)
    monkeypatch.setattr(remote_pool, "CLAIM_TIMEOUT_S", 100.0)
    url = postgres.new()
    store = await open_store(url, shared=True)
    found = ProcessGroup(url)
    yield found
    for line, painter, thinkers in found.made:
        await line.close()
        painter.close()
        thinkers.close()
    await store.close()
    postgres.drop(url)


def board(n: int) -> Scene:
    """Return a real board scene."""
    return Scene(
        GAME.id,
        "map",
        GAME.view(walk.start(GAME, {}, 2, f"pool-{n}"), None),
        ("Ana", "Bruno"),
        "es",
    )


async def test_a_picture_of_another_process_is_the_same_bytes(harness: ProcessGroup) -> None:
    line, gateway, _ = await harness.process(serves=False)
    worker_line, worker, _ = await harness.process(serves=True)
    await until(lambda: line.peer_count == 1)
    assert await gateway.draw(board(1)) == render_worker.draw(board(1))
    assert (open_ones(gateway._image_workers), open_ones(worker._image_workers)) == (0, 1)
    await until(lambda: all(one.free for one in worker._image_workers))
    await worker_line.close()
    await until(lambda: line.peer_count == 0)
    assert await gateway.draw(board(2)) == render_worker.draw(board(2))  # nobody is left: here
    assert open_ones(gateway._image_workers) == 1


async def test_a_thought_of_another_process_is_the_same(harness: ProcessGroup) -> None:
    line, _, gateway = await harness.process(serves=False)
    _, _, worker = await harness.process(serves=True)
    await until(lambda: line.peer_count == 1)
    assert await gateway.think(ASKED) == ai_worker.choose_move(ASKED)
    assert await gateway.evaluate("cellar", [ASKED.pos]) == ai_worker.evaluate_positions(
        "cellar", [ASKED.pos]
    )
    assert (open_ones(gateway._workers), open_ones(worker._workers)) == (0, 1)
    await until(lambda: all(one.free for one in worker._workers))


async def test_what_a_killed_process_was_at_is_done_by_another(harness: ProcessGroup) -> None:
    line, gateway, _ = await harness.process(serves=False)
    killed, doomed, _ = await harness.process(serves=True)
    await until(lambda: line.peer_count == 1)
    asked = asyncio.create_task(gateway.draw(board(3)))
    await until(lambda: not doomed._image_workers[0].free)
    for task in killed._tasks:
        task.cancel()
    assert killed._conn is not None
    killed._conn.terminate()
    _, other, _ = await harness.process(serves=True)
    assert await asked == render_worker.draw(board(3))
    assert (open_ones(gateway._image_workers), open_ones(other._image_workers)) == (0, 1)


async def test_what_can_not_be_done_elsewhere_is_done_here_and_says_what_is_wrong(
    harness: ProcessGroup,
) -> None:
    line, gateway, _ = await harness.process(serves=False)
    _, worker, _ = await harness.process(serves=True)
    await until(lambda: line.peer_count == 1)
    with pytest.raises(KeyError, match="no_such_kind"):
        await gateway.draw(Scene(GAME.id, "no_such_kind", None, (), "es"))
    assert (worker.failed, gateway.failed) == (1, 1)


async def test_processes_of_two_versions_do_nothing_for_each_other(harness: ProcessGroup) -> None:
    line, gateway, _ = await harness.process(serves=False)
    _, worker, _ = await harness.process(serves=True, program="older")
    assert await gateway.draw(board(4)) == render_worker.draw(board(4))
    assert line.peer_count == 0
    assert (open_ones(gateway._image_workers), open_ones(worker._image_workers)) == (1, 0)


def test_the_version_is_what_pictures_and_thoughts_are_made_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "app" / "workers").mkdir(parents=True)
    (tmp_path / "render").mkdir()
    monkeypatch.setattr(
        remote_pool, "__file__", str(tmp_path / "app" / "workers" / "remote_pool.py")
    )
    (tmp_path / "render" / "a.py").write_text("one")
    first = remote_pool.build_id()
    assert remote_pool.build_id() == first
    (tmp_path / "render" / "a.pyc").write_text("compiled")
    assert remote_pool.build_id() == first
    (tmp_path / "render" / "a.py").write_text("two")
    assert remote_pool.build_id() != first
    (tmp_path / "render" / "a.py").rename(tmp_path / "render" / "b.py")
    assert len({first, remote_pool.build_id()}) == 2
    assert SHARES in KINDS
