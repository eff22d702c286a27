"""The render process that stays alive while people play, warmed up after each start."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest

from app.workers.render_pool import ImageCache, RenderPool
from games.core.views.scene import Animation
from tests.app.fake_workers import Played, Timers, at_rest, begun, drawn, hands, scene, warmed


@pytest.fixture
def timers() -> Timers:
    return Timers()


@pytest.fixture
async def painter(tmp_path: Path, timers: Timers) -> AsyncIterator[RenderPool]:
    made = RenderPool(hands(tmp_path), most=1, later=timers.later)
    yield made
    made.close()


@pytest.fixture
async def two(
    tmp_path: Path, timers: Timers, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[RenderPool]:
    """A painter with two processes for still pictures, on any machine."""
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    made = RenderPool(hands(tmp_path), most=2, later=timers.later)
    yield made
    made.close()


async def test_while_people_play_a_process_stays_and_no_longer(
    painter: RenderPool, tmp_path: Path, timers: Timers
):
    painter.played = played = Played("toy")
    for n in range(3):
        await painter.draw(scene(f"move{n}", str(tmp_path)))
        await at_rest(painter)
        await timers.pass_by()
        await timers.pass_by()
        assert painter._image_workers[0].is_running, "it is looked at again and again"
    assert begun(tmp_path) == 1
    played.games.clear()
    await timers.pass_by()
    assert not painter._image_workers[0].is_running


async def test_of_two_processes_one_stays(two: RenderPool, tmp_path: Path, timers: Timers):
    two.played = Played("toy")
    film = Animation("film", (scene("end", str(tmp_path)),))
    (tmp_path / "go").touch()
    await asyncio.gather(
        *(two.draw(scene(f"k{n}", str(tmp_path))) for n in range(6)), two.draw(film)
    )
    await at_rest(two)
    assert [one.is_running for one in (*two._image_workers, *two._animation_workers)] == [
        True,
        True,
        True,
    ]
    await timers.pass_by()
    assert sorted(one.is_running for one in two._image_workers) == [False, True]
    assert [one.is_running for one in two._animation_workers] == [False], (
        "films are made by a process that comes and goes"
    )
    before = begun(tmp_path)
    await two.draw(scene("next", str(tmp_path)), "board")
    await two.draw(scene("last", str(tmp_path)), "panel")
    assert begun(tmp_path) == before, "who is there draws, whatever it is"


async def test_a_picture_that_is_wanted_while_it_is_asked_whether_to_stay_keeps_the_process(
    painter: RenderPool, tmp_path: Path, timers: Timers
):
    asked, answer = asyncio.Event(), asyncio.Event()

    async def slow() -> Sequence[str]:
        asked.set()
        await answer.wait()
        return []

    await painter.draw(scene("one", str(tmp_path)))
    await at_rest(painter)
    painter.played = slow
    await timers.pass_by()
    await asked.wait()
    drawing = asyncio.ensure_future(painter.draw(scene("two", str(tmp_path))))
    await asyncio.sleep(0)
    answer.set()
    assert (await drawing).data == b"two"
    assert begun(tmp_path) == 1


async def test_where_the_store_is_away_the_process_ends(
    painter: RenderPool, tmp_path: Path, timers: Timers, caplog: pytest.LogCaptureFixture
):
    painter.played = played = Played("toy")
    await painter.draw(scene("one", str(tmp_path)))
    await at_rest(painter)
    played.fails = True
    await timers.pass_by()
    assert not painter._image_workers[0].is_running
    assert len([one for one in caplog.records if "idle check failed" in one.message]) == 1


async def test_after_each_start_the_games_that_people_play_are_made_ready(
    painter: RenderPool, tmp_path: Path, timers: Timers
):
    painter.played = played = Played("cellar", "toy", "tadmor")
    for _ in range(2):
        await painter.draw(scene("die", str(tmp_path)))  # the first time its process is killed
        (tmp_path / "died").unlink()
        await painter.draw(scene("next", str(tmp_path)))
        await at_rest(painter)
        painter._cache = ImageCache()
        played.games[:] = []
        await timers.pass_by()
        played.games[:] = ["cellar", "toy", "tadmor"]
    ready = ["cellar", "tadmor", "toy"]  # what was drawn comes last: it keeps its place at hand
    assert warmed(tmp_path) == [[], ready, [], ready]
    assert drawn(tmp_path)[:3] == ["die", "die", "next"]


async def test_what_is_wanted_goes_before_what_is_made_ready(painter: RenderPool, tmp_path: Path):
    painter.played = Played(*(f"game{n}" for n in range(50)))
    await painter.draw(scene("one", str(tmp_path)))
    await painter.draw(scene("two", str(tmp_path)))
    assert len(warmed(tmp_path)[0]) < 50
    await at_rest(painter)
    assert len(warmed(tmp_path)[0]) == 50


async def test_what_is_made_ready_at_the_start_is_not_made_ready_again(
    two: RenderPool, tmp_path: Path
):
    two.played = Played("toy")
    await two.warm_up("toy")
    await two.draw(scene("one", str(tmp_path)), "board")
    await at_rest(two)
    assert warmed(tmp_path) == [["toy"], ["toy"]]


async def test_where_nobody_plays_nothing_is_made_ready(painter: RenderPool, tmp_path: Path):
    await painter.draw(scene("one", str(tmp_path)))
    await at_rest(painter)
    assert warmed(tmp_path) == [[]]


async def test_a_game_that_cannot_be_made_ready_keeps_nothing_from_being_drawn(
    painter: RenderPool, tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    painter.played = Played("broken", "toy")
    await painter.draw(scene("one", str(tmp_path)))
    await at_rest(painter)
    assert len([one for one in caplog.records if "warm-up failed" in one.message]) == 1
    assert warmed(tmp_path) == [["broken", "toy"]], "the others are"
    assert (await painter.draw(scene("two", str(tmp_path)))).data == b"two"
