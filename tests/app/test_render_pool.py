"""The render queue: turns between lanes, dropped jobs, killed processes."""

from __future__ import annotations

import asyncio
import multiprocessing
import threading
from collections.abc import AsyncIterator
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest

from app.ports.services import RenderPriority
from app.workers import process_worker
from app.workers import render_pool as painting
from app.workers.render_pool import ImageCache, RenderJob, RenderPool, RenderQueue
from games.core.views.scene import Animation, Picture
from tests.app.fake_workers import Timers, at_rest, begun, drawn, hands, scene


@pytest.fixture
def timers() -> Timers:
    return Timers()


@pytest.fixture
async def painter(tmp_path: Path, timers: Timers) -> AsyncIterator[RenderPool]:
    made = RenderPool(hands(tmp_path), most=1, later=timers.later)
    yield made
    made.close()


# --- the queue ---


async def queued(*wanted: tuple[str, RenderPriority]) -> RenderQueue:
    queue = RenderQueue()
    for name, lane in wanted:
        wish = RenderJob(name, scene(name))
        wish.wanted = 1
        queue.add(wish, lane)
    return queue


def taken(queue: RenderQueue) -> list[str]:
    found = []
    while wish := queue.take(lambda _: False):
        wish.begun = True
        found.append(wish.name)
    return found


async def test_boards_go_first_and_panels_and_private_screens_get_their_turns():
    queue = await queued(
        *((f"p{n}", "panel") for n in range(4)),
        *((f"b{n}", "board") for n in range(16)),
        *((f"s{n}", "screen") for n in range(3)),
    )
    assert "".join(name[0] for name in taken(queue)) == "bbbbbpbbbbbpbbbbbsbppss"


async def test_a_private_screen_that_has_waited_goes_before_every_second_board():
    queue = await queued(
        *((f"b{n}", "board") for n in range(4)), *((f"s{n}", "screen") for n in range(3))
    )
    for late in list(queue._lanes["screen"])[:2]:
        late.created_at -= painting.MAX_SCREEN_WAIT_S
    assert taken(queue) == ["s0", "b0", "s1", "b1", "b2", "b3", "s2"]


async def test_no_number_of_panels_keeps_a_board_waiting():
    queue = await queued(*((f"p{n}", "panel") for n in range(500)), ("board", "board"))
    assert "board" in taken(queue)[:2]


async def test_who_came_first_comes_first_among_tables():
    queue = await queued(*((f"b{n}", "board") for n in range(9)))
    assert taken(queue) == [f"b{n}" for n in range(9)]


async def test_in_a_crowd_the_panel_that_was_asked_for_last_comes_first():
    crowd = painting.LIFO_QUEUE + 3
    queue = await queued(
        *((f"p{n}", "panel") for n in range(crowd)), *((f"s{n}", "screen") for n in range(crowd))
    )
    found = taken(queue)
    panels = [int(name[1:]) for name in found if name[0] == "p"]
    assert panels == [crowd - 1, crowd - 2, crowd - 3, *range(painting.LIFO_QUEUE)], (
        "until there is none any more"
    )
    assert [name for name in found if name[0] == "s"] == [f"s{n}" for n in range(crowd)], (
        "nobody waits before these"
    )


async def test_a_wish_in_two_lanes_is_taken_once():
    queue = await queued(("a", "screen"))
    first = RenderJob("b", scene("b"))
    first.wanted = 1
    queue.add(first, "screen")
    queue.add(first, "board")
    assert taken(queue) == ["b", "a"]


async def test_what_nobody_wants_any_more_is_passed_over():
    queue = await queued(("a", "panel"), ("b", "panel"))
    queue._lanes["panel"][0].wanted = 0
    assert taken(queue) == ["b"]


async def test_a_process_draws_its_own_games_first_and_others_where_there_are_none():
    queue = await queued(("a", "panel"), ("b1", "panel"), ("b2", "panel"), ("c", "board"))
    found = [queue.take(lambda one: one.name.startswith("b")) for _ in range(4)]
    assert [one.name for one in found if one] == ["c", "b1", "b2", "a"]


def test_pictures_that_are_kept_fit_their_room():
    album = ImageCache(10_000)
    for at in range(30):
        album.put(str(at), Picture(bytes(3_000), "x.webp", 1, 1))
        assert album.find("0" if at < 3 else str(at)) is not None
        assert album.used <= 10_000
    assert [at for at in range(30) if album.find(str(at))] == [27, 28, 29]


async def test_what_takes_seconds_keeps_no_other_picture_waiting(tmp_path: Path):
    painter = RenderPool(hands(tmp_path), most=2)
    try:
        film = asyncio.create_task(
            painter.draw(Animation("film", (scene("end", str(tmp_path)),)), "screen")
        )
        for n in range(3):
            await painter.draw(scene(f"k{n}", str(tmp_path)), "board")
        assert drawn(tmp_path) == ["k0", "k1", "k2"]
        assert not film.done()
        (tmp_path / "go").touch()
        assert (await film).data == b"end"
    finally:
        painter.close()


async def test_where_there_is_one_process_films_are_made_there_too(
    tmp_path: Path, painter: RenderPool
):
    (tmp_path / "go").touch()
    await painter.draw(scene("k", str(tmp_path)))
    await painter.draw(Animation("film", (scene("end", str(tmp_path)),)), "screen")
    assert begun(tmp_path) == 1


async def test_where_many_wait_pictures_are_made_in_a_hurry(tmp_path: Path, painter: RenderPool):
    await asyncio.gather(
        *(
            painter.draw(scene(f"k{n}", str(tmp_path)))
            for n in range(painting.FAST_ENCODE_QUEUE + 3)
        )
    )
    assert [name[-1] == "!" for name in drawn(tmp_path)] == [
        True,
        True,
        *([False] * (painting.FAST_ENCODE_QUEUE + 1)),
    ]


# --- the processes ---


async def test_nothing_is_started_before_there_is_something_to_draw(
    painter: RenderPool, tmp_path: Path
):
    assert begun(tmp_path) == 0
    await painter.draw(scene("board", str(tmp_path)))
    assert begun(tmp_path) == 1


async def test_the_same_scene_is_drawn_once_whoever_asks(painter: RenderPool, tmp_path: Path):
    pictures = await asyncio.gather(
        *(painter.draw(scene("board", str(tmp_path))) for _ in range(5))
    )
    again = await painter.draw(scene("board", str(tmp_path)), "board")
    assert {one.data for one in [*pictures, again]} == {b"board"}
    assert drawn(tmp_path) == ["board"]


async def test_a_wish_that_was_overtaken_is_never_drawn(painter: RenderPool, tmp_path: Path):
    first = asyncio.ensure_future(painter.draw(scene("first", str(tmp_path))))
    old = asyncio.ensure_future(painter.draw(scene("old", str(tmp_path))))
    await asyncio.sleep(0)
    old.cancel()  # as the newer one of the same message does
    new = await painter.draw(scene("new", str(tmp_path)))
    assert (await first).data == b"first"
    assert new.data == b"new"
    assert drawn(tmp_path) == ["first", "new"]
    assert painter._jobs == {}


async def test_who_cancels_takes_nothing_from_another_who_wants_the_same(
    painter: RenderPool, tmp_path: Path
):
    busy = asyncio.ensure_future(painter.draw(scene("first", str(tmp_path))))
    one, other = (
        asyncio.ensure_future(painter.draw(scene("same", str(tmp_path)))) for _ in range(2)
    )
    await asyncio.sleep(0)
    one.cancel()
    assert (await other).data == b"same"
    await busy


async def test_a_killed_process_is_followed_by_another_and_the_picture_is_drawn_again(
    painter: RenderPool, tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    assert (await painter.draw(scene("die", str(tmp_path)))).data == b"die"
    assert drawn(tmp_path) == ["die", "die"]
    assert begun(tmp_path) == 2
    assert len([one for one in caplog.records if "render worker" in one.message]) == 1
    assert all(one.exc_info is None for one in caplog.records)


async def test_a_picture_that_kills_each_process_fails_and_the_next_one_is_drawn(
    painter: RenderPool, tmp_path: Path
):
    with pytest.raises(BrokenProcessPool):
        await painter.draw(scene("always", str(tmp_path)))
    assert drawn(tmp_path) == ["always", "always"]
    assert (await painter.draw(scene("board", str(tmp_path)))).data == b"board"


async def test_a_picture_that_fails_tells_why_and_is_not_kept(painter: RenderPool, tmp_path: Path):
    for _ in range(2):
        with pytest.raises(KeyError, match="no such picture"):
            await painter.draw(scene("wrong", str(tmp_path)))
    assert drawn(tmp_path) == ["wrong", "wrong"]


async def test_an_idle_process_ends_and_comes_back_when_it_is_needed(
    painter: RenderPool, tmp_path: Path, timers: Timers
):
    await painter.draw(scene("one", str(tmp_path)))
    await at_rest(painter)
    assert [one.seconds for one in timers.set if not one.off] == [process_worker.IDLE_TIMEOUT_S]
    await timers.pass_by()
    assert not painter._image_workers[0].is_running
    await painter.draw(scene("two", str(tmp_path)))
    assert begun(tmp_path) == 2


async def test_by_the_loops_own_clock_too_an_idle_process_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(process_worker, "IDLE_TIMEOUT_S", 0.0)
    painter = RenderPool(hands(tmp_path), most=1)
    await painter.draw(scene("one", str(tmp_path)))
    while painter._image_workers[0].is_running:  # noqa: ASYNC110 - a timer of the loop ends it
        await asyncio.sleep(0.01)
    painter.close()


async def test_closing_lets_go_of_whoever_waits(painter: RenderPool, tmp_path: Path):
    waiting = [asyncio.ensure_future(painter.draw(scene(f"w{n}", str(tmp_path)))) for n in range(4)]
    await asyncio.sleep(0)
    painter.close()
    done = await asyncio.gather(*waiting, return_exceptions=True)
    assert all(isinstance(one, asyncio.CancelledError | Picture) for one in done)
    assert "w3" not in drawn(tmp_path)


async def test_when_it_is_closed_nothing_of_its_processes_is_left_to_end(
    painter: RenderPool, tmp_path: Path
):
    def own() -> set[object]:
        return {*threading.enumerate(), *multiprocessing.active_children()} - others

    others: set[object] = {
        *threading.enumerate(),
        *multiprocessing.active_children(),
    }  # those of painters that tests share
    await painter.draw(scene("one", str(tmp_path)))
    assert any(isinstance(one, threading.Thread) for one in own()), "a pool has a thread of its own"
    assert any(isinstance(one, multiprocessing.process.BaseProcess) for one in own())
    painter.close()
    assert not own()


async def test_what_is_still_being_drawn_is_not_waited_for_when_it_is_closed(
    painter: RenderPool, tmp_path: Path
):
    """A film takes seconds, and nobody is there any more to see it: this one would take for ever."""
    others = {*multiprocessing.active_children()}
    asked = asyncio.ensure_future(
        painter.draw(Animation("film", (scene("end", str(tmp_path)),)), "screen")
    )
    while not begun(tmp_path):  # noqa: ASYNC110 - another process does it
        await asyncio.sleep(0.01)
    painter.close()
    assert not {*multiprocessing.active_children()} - others
    done = await asyncio.gather(asked, return_exceptions=True)
    await asyncio.gather(*painter._tasks, return_exceptions=True)
    assert isinstance(done[0], asyncio.CancelledError)
    assert begun(tmp_path) == 1, "no other process has taken its place"
