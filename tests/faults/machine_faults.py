"""Faults of the bot's machine."""

from __future__ import annotations

import asyncio
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from app.ports.errors import StorageUnavailableError
from app.workers import render_pool as painting
from app.workers.ai_pool import AiWorkerPool
from app.workers.process_worker import ProcessWorker
from games.core.views.scene import Animation, Picture, Scene
from tests.database import database_of, limit_pages
from tests.faults.case import Case, End, fault
from tests.faults.fault_harness import PIXEL, name_of

UNLIMITED_PAGES = 1_000_000_000
HOUR, DAY = 3600.0, 86400.0


def _jumps(seconds: float) -> Any:
    async def begin(case: Case) -> None:
        case.harness.box.advance(seconds)

    return begin


fault("the clock jumps an hour ahead", lasts=(5.0,))(_jumps(HOUR))
fault("the clock jumps nine days ahead", lasts=(5.0,))(_jumps(9 * DAY))
fault("the clock jumps an hour back", lasts=(5.0,))(_jumps(-HOUR))


# --- processes ---


def nothing(*_: Any) -> None:
    """Initialize a worker: nothing to do."""


def given(_processes: int) -> tuple[()]:
    return ()


def drawn(scene: Scene | Animation, _hurry: bool) -> Picture:
    """Draw a dot in a worker."""
    return Picture(PIXEL, name_of(scene), 1, 1)


async def _kill_during_jobs(worker: ProcessWorker, times: list[int]) -> None:
    """Make the next jobs of a worker kill its process."""
    real = worker._run_once

    async def deadly(work: Any, *what: Any) -> Any:
        if times[0]:
            times[0] -= 1
            under_way = asyncio.ensure_future(real(work, *what))
            await asyncio.sleep(0)
            for process in list((worker._pool._processes or {}).values()) if worker._pool else []:
                process.kill()
            return await under_way
        return await real(work, *what)

    worker._run_once = deadly  # type: ignore[method-assign]


@fault("a painter's process is killed", lasts=(10.0,))
async def painter(case: Case) -> End:
    hands, harness = painting.WorkerHooks(nothing, given, drawn, nothing), case.harness
    real = painting.RenderPool(hands, 1)
    await _kill_during_jobs(real._image_workers[0], [1])
    harness.painter.by = real

    async def end() -> None:
        harness.painter.by = None
        await asyncio.to_thread(real.close)

    return end


@fault("every picture fails", lasts=(20.0,))
async def unpainted(case: Case) -> End:
    async def fails() -> None:
        raise BrokenProcessPool("the painter has gone")

    case.harness.painter.before = fails

    async def end() -> None:
        case.harness.painter.before = None

    return end


@fault("a thinking process is killed", lasts=(10.0,), computers=True)
async def thinker(case: Case) -> End:
    ai_moves = case.harness.app.ai_moves
    real, before = AiWorkerPool(1), ai_moves.ai_pool
    await _kill_during_jobs(real._workers[0], [1])
    ai_moves.ai_pool = real

    async def end() -> None:
        await ai_moves.idle()
        ai_moves.ai_pool = before
        await asyncio.to_thread(real.close)

    return end


# --- the disk ---


@fault("the disk is full, and has room again", lasts=(20.0, 200.0))
async def full(case: Case) -> End:
    store = database_of(case.harness.app.repo)
    await limit_pages(case.harness.app.repo, 1)

    async def fill(conn: Any) -> None:
        await conn.execute("INSERT INTO clicks VALUES (hex(randomblob(200)), 'full', 0)")

    try:
        while True:
            await store.transaction(fill)
    except StorageUnavailableError:
        case.harness.lines.begin()

    async def end() -> None:
        await limit_pages(case.harness.app.repo, UNLIMITED_PAGES)
        await store.transaction(
            lambda conn: conn.execute("DELETE FROM clicks WHERE match = 'full'")
        )

    return end


@fault("the database is read-only, and is mended", lasts=(20.0, 200.0))
async def read_only(case: Case) -> End:
    store = database_of(case.harness.app.repo)
    await store.fetch_one("PRAGMA query_only = 1")

    async def end() -> None:
        await store.fetch_one("PRAGMA query_only = 0")

    return end
