"""Render workers: a few processes, started on demand, behind a fair queue.

Each requested image has a lane (priority): a public board, a panel that its user waits for, or a
private message that its user sees later. If many images wait, the lanes take turns. A worker
prefers images of the games that it drew before, because it has their parts in its cache.

The drawing functions are passed in as hooks, so this module does not depend on `render`.
"""

from __future__ import annotations

import asyncio
import functools
import logging
import os
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any, NamedTuple

from app.ports.services import RenderPriority
from app.workers.process_worker import Later, ProcessWorker, WorkerSpec, loop_later
from games.core.views.scene import Animation, Picture, Scene, digest

MAX_RENDER_WORKERS = 2  # processes for still images, on as many cores
# nice values: images below the bot; animations, which take seconds, lower still
NICE, NICE_ANIMATION = 8, 12
IMAGE_CACHE_BYTES = 4 << 20  # bytes of cached images
# while more jobs than this wait, images are encoded fast: larger files, half the CPU time
FAST_ENCODE_QUEUE = 6
# Order in which the lanes get a worker under load. Boards come most often, because all players of
# a match see them. Only one user waits for a panel, which has text as well. A private screen is
# drawn before its user looks at it.
TURNS: tuple[RenderPriority, ...] = (
    *("board",) * 5,
    "panel",
    *("board",) * 5,
    "panel",
    *("board",) * 5,
    "screen",
)
# while more panels than this wait, the newest is drawn first, because later clicks have probably
# outdated the older ones
LIFO_QUEUE = 8
# seconds after which a private screen goes before everything else: with boards always waiting, its
# turn among the lanes could be half a minute away
MAX_SCREEN_WAIT_S = 2.0
log = logging.getLogger(__name__)


class WorkerHooks(NamedTuple):
    """Functions of the renderer that the pool uses.

    `init`, `draw` and `warm_up` run in the worker, so they must be functions of a module: they are
    pickled by name. `init_args` returns the arguments of `init` for a number of workers. The second
    argument of `draw` is True to encode fast. `warm_up` loads the images of a game.
    """

    init: Callable[..., None]  # called once in each process
    init_args: Callable[[int], tuple[Any, ...]]  # arguments of `init` for this many workers
    draw: Callable[[Scene | Animation, bool], Picture]  # True: encode fast
    warm_up: Callable[[str], None]  # load the images of a game


class RenderJob:
    """Requested image; equal requests share one job.

    `wanted` is how many callers wait for it. `begun` is True once a worker has started it.
    """

    def __init__(self, name: str, scene: Scene | Animation) -> None:
        self.name, self.scene, self.wanted, self.begun = name, scene, 0, False
        self.created_at = asyncio.get_running_loop().time()
        self.lanes = set[RenderPriority]()
        self.picture: asyncio.Future[Picture] = asyncio.get_running_loop().create_future()
        # mark the exception as retrieved: without a caller asyncio would log it as lost
        self.picture.add_done_callback(lambda done: done.cancelled() or done.exception())


class RenderQueue:
    """Fair queue of jobs: the lanes take turns in the order of `TURNS`.

    Within a lane, jobs are first in, first out, except for panels under load (`LIFO_QUEUE`). A
    private message (lane `screen`) that has waited `MAX_SCREEN_WAIT_S` goes first, but never twice
    in a row.
    """

    def __init__(self) -> None:
        self._lanes: dict[RenderPriority, deque[RenderJob]] = {lane: deque() for lane in TURNS}
        self._turn = 0
        self._took_late_screen = False

    def add(self, job: RenderJob, lane: RenderPriority) -> None:
        """Add a job to a lane, unless the lane has it already.

        A job may be in several lanes.
        """
        if lane not in job.lanes:
            job.lanes.add(lane)
            self._lanes[lane].append(job)

    def __len__(self) -> int:
        """Return how many jobs are waiting."""
        return len(
            {
                job.name
                for lane in self._lanes.values()
                for job in lane
                if job.wanted and not job.begun
            }
        )

    def take(self, preferred: Callable[[RenderJob], bool]) -> RenderJob | None:
        """Remove and return the next job, or None.

        The lane whose turn it is gives its first job that the worker prefers (`preferred`), else
        its first job. Jobs that no caller waits for any more, or that were started from another
        lane, are dropped.
        """
        if (late := self._late_screen()) is not None:
            return late
        for step in range(len(TURNS)):
            turn = (self._turn + step) % len(TURNS)
            lane = TURNS[turn]
            jobs = self._lanes[lane] = deque(
                job for job in self._lanes[lane] if job.wanted and not job.begun
            )
            if jobs:
                newest_first = lane == "panel" and len(jobs) > LIFO_QUEUE
                ordered = [*reversed(jobs)] if newest_first else jobs
                job = next(filter(preferred, ordered), ordered[0])
                jobs.remove(job)
                self._turn = turn + 1
                return job
        return None

    def _late_screen(self) -> RenderJob | None:
        """Remove and return the oldest job of lane `screen` if it has waited too long.

        Returns None otherwise, and directly after a job that went first for this reason.
        """
        if self._took_late_screen:
            self._took_late_screen = False
            return None
        jobs = self._lanes["screen"]
        while jobs and (not jobs[0].wanted or jobs[0].begun):
            jobs.popleft()
        overdue = asyncio.get_running_loop().time() - MAX_SCREEN_WAIT_S
        if not jobs or jobs[0].created_at > overdue:
            return None
        self._took_late_screen = True
        return jobs.popleft()


class ImageCache:
    """LRU cache of images by digest, limited in bytes."""

    def __init__(self, room: int = IMAGE_CACHE_BYTES) -> None:
        self._room, self.used = room, 0
        self._pictures: OrderedDict[str, Picture] = OrderedDict()

    def find(self, name: str) -> Picture | None:
        """Return the image with the digest `name` and mark it as used; None if it is not cached."""
        if name in self._pictures:
            self._pictures.move_to_end(name)
        return self._pictures.get(name)

    def put(self, name: str, picture: Picture) -> None:
        """Store an image under the digest `name`; drop the least recently used ones if needed."""
        if name not in self._pictures:
            self.used += len(picture.data)
        self._pictures[name] = picture
        while self.used > self._room:
            self.used -= len(self._pictures.popitem(last=False)[1].data)


async def no_games() -> Sequence[str]:
    """Return no games: the default of `RenderPool.played`."""
    return ()


class RenderPool:
    """Pool of render workers (`app.ports.services.Renderer`).

    Each lane gets its share of the workers, and equal scenes are drawn once. `most` is the number
    of workers for still images; if it is more than one, animations have one further worker.

    While `played` returns games, one process is kept alive, and after each start it loads their
    images: otherwise occasional moves would nearly always wait for a process to start.
    """

    def __init__(
        self, hooks: WorkerHooks, most: int = MAX_RENDER_WORKERS, *, later: Later = loop_later
    ) -> None:
        self._hooks = hooks
        # returns the games that are being played
        self.played: Callable[[], Awaitable[Sequence[str]]] = no_games
        self._last_game = ""  # the game drawn last
        count = max(1, min(most, os.cpu_count() or 1))
        init_args = functools.partial(hooks.init_args, count)
        # by index of a restarted worker: the games to warm up; None: not determined yet
        self._to_warm_up: dict[int, list[str] | None] = {}
        self._image_workers = [
            ProcessWorker(
                WorkerSpec(name="render", nice=NICE, init=hooks.init, init_args=init_args),
                keep=functools.partial(self._keep_alive, at),
                started=functools.partial(self._to_warm_up.__setitem__, at, None),
                later=later,
            )
            for at in range(count)
        ]
        self._queue, self._cache = RenderQueue(), ImageCache()
        # animations take seconds: they have their own worker, unless only one process is wanted
        self._animation_workers = (
            [
                ProcessWorker(
                    WorkerSpec(
                        name="animation", nice=NICE_ANIMATION, init=hooks.init, init_args=init_args
                    ),
                    later=later,
                )
            ]
            if most > 1
            else []
        )
        self._animation_queue = RenderQueue() if self._animation_workers else self._queue
        self._jobs: dict[str, RenderJob] = {}
        # (game, is it a board): index of the preferred worker
        self._preferred_workers: dict[tuple[str, bool], int] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._open = True
        self.failed = 0  # failed images in a row

    @property
    def waiting(self) -> int:
        """Return how many images wait for their turn."""
        return len(self._queue) + (len(self._animation_queue) if self._animation_workers else 0)

    @property
    def cached_bytes(self) -> int:
        """Return the bytes of cached images."""
        return self._cache.used

    async def draw(self, scene: Scene | Animation, lane: RenderPriority = "panel") -> Picture:
        """Return an image from the cache or a worker.

        A request that is cancelled before a worker has started it is dropped.
        """
        name = digest(scene)
        if picture := self._cache.find(name):
            return picture
        job = self._jobs.get(name)
        if job is None:
            job = self._jobs[name] = RenderJob(name, scene)
        job.wanted += 1
        (self._animation_queue if isinstance(scene, Animation) else self._queue).add(job, lane)
        self._start_jobs()
        try:
            return await asyncio.shield(job.picture)
        finally:
            job.wanted -= 1
            if not job.wanted and not job.begun:
                self._drop_job(job)

    async def warm_up(self, game: str) -> None:
        """Load the game's images in the idle workers that will draw them."""
        for worker in {
            self._preferred_worker(game, board=True),
            self._preferred_worker(game, board=False),
        }:
            if self._open and worker.free:
                worker.free = False
                try:
                    await worker.run(self._hooks.warm_up, game)
                finally:
                    self._to_warm_up.pop(self._image_workers.index(worker), None)
                    worker.free = True
                    self._start_jobs()

    def close(self) -> None:
        """End all workers, killing those at work, and block until they have ended.

        Python would wait for them at exit as well, but that fails with a traceback on a pool that
        is just being closed.
        """
        self._open = False
        for job in list(self._jobs.values()):
            self._drop_job(job)
            job.picture.cancel()
        for worker in (*self._image_workers, *self._animation_workers):
            worker.shut_down()

    def _start_jobs(self) -> None:
        # prefer running workers to those that must be started
        """Give each free worker its next job; without a job, let a restarted worker warm up."""
        workers = (*self._image_workers, *self._animation_workers)
        free = [worker for worker in workers if worker.free and self._open]
        for worker in sorted(free, key=lambda worker: not worker.is_running):
            queue = self._animation_queue if worker in self._animation_workers else self._queue
            job = queue.take(functools.partial(self._is_preferred, worker))
            if job is not None:
                worker.free, job.begun = False, True
                self._run_task(self._render(worker, job))
            elif (
                worker.is_running
                and worker in self._image_workers
                and (at := self._image_workers.index(worker)) in self._to_warm_up
            ):
                worker.free = False
                self._run_task(self._warm_up_next_game(at))

    def _run_task(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _keep_alive(self, at: int) -> bool:
        """Return whether the idle worker with index `at` stays alive.

        It does if no other worker is running and games are being played.
        """
        others = (worker for worker in self._image_workers if worker is not self._image_workers[at])
        return not any(worker.is_running for worker in others) and bool(await self.played())

    async def _warm_up_next_game(self, at: int) -> None:
        """Load one game's images in the restarted worker with index `at`.

        The next game follows when the worker is idle.
        """
        worker, games = self._image_workers[at], self._to_warm_up[at]
        try:
            # the game drawn last goes last, so that it stays in the worker's cache
            if games is None:
                games = self._to_warm_up[at] = sorted(
                    await self.played(), key=lambda game: game == self._last_game
                )
            if games:
                await worker.run(self._hooks.warm_up, games.pop(0))
        except Exception:
            if self._open:
                log.warning(
                    "render worker: warm-up failed, the next pictures are slow",
                    exc_info=True,
                )
        finally:
            if not games:
                self._to_warm_up.pop(at, None)
            worker.free = True
            self._start_jobs()

    def _preferred_worker(self, game: str, *, board: bool) -> ProcessWorker:
        """Return the preferred worker for a game's boards, or for its other images.

        Each worker has its own cache, so the same worker should draw the same kind of image.
        """
        at = self._preferred_workers.setdefault(
            (game, board), len(self._preferred_workers) % len(self._image_workers)
        )
        return self._image_workers[at]

    def _is_preferred(self, worker: ProcessWorker, job: RenderJob) -> bool:
        return self._preferred_worker(job.scene.game, board="board" in job.lanes) is worker

    async def _render(self, worker: ProcessWorker, job: RenderJob) -> None:
        """Draw a job's image on a worker, and pass the image or the error to the callers."""
        self._last_game = job.scene.game
        try:
            picture = await worker.run(
                self._hooks.draw, job.scene, len(self._queue) > FAST_ENCODE_QUEUE
            )
        except BaseException as error:
            self.failed += 1
            if not job.picture.done():
                job.picture.set_exception(
                    error
                    if isinstance(error, Exception)
                    else RuntimeError("the render worker has ended")
                )
            if not isinstance(error, Exception):
                raise
        else:
            self.failed = 0
            self._cache.put(job.name, picture)
            if not job.picture.done():
                job.picture.set_result(picture)
        finally:
            worker.free = True
            self._drop_job(job)
            self._start_jobs()

    def _drop_job(self, job: RenderJob) -> None:
        if self._jobs.get(job.name) is job:
            del self._jobs[job.name]
