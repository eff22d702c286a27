"""Render workers: a few processes, started on demand, behind a fair queue.

The pool gets its drawing functions as hooks and knows nothing of images.
"""

from __future__ import annotations

import asyncio
import functools
import logging
import os
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any, NamedTuple

from app.ports.store import Lane
from app.workers.process_worker import Later, ProcessWorker, WorkerSpec, loop_later
from games.core.views.scene import Animation, Picture, Scene, digest

MAX_RENDER_WORKERS = 2  # processes for still images, on as many cores
NICE, NICE_FILM = (
    8,
    12,
)  # nice values: below the bot; animations, which take seconds, lower still
IMAGE_CACHE_BYTES = 4 << 20  # bytes of cached images
# with more waiting jobs, images are encoded fast: larger files, half the work
FAST_ENCODE_QUEUE = 6
# Order of the lanes under load. All players see the board, and a match needs only one at a time;
# one user waits for a panel, which has text as well; nobody looks at a private screen yet.
TURNS: tuple[Lane, ...] = (
    *("board",) * 5,
    "panel",
    *("board",) * 5,
    "panel",
    *("board",) * 5,
    "screen",
)
# with more waiting panels, the newest goes first: later clicks have outdated the older ones
LIFO_QUEUE = 8
log = logging.getLogger(__name__)


class WorkerHooks(NamedTuple):
    """Functions that run in a render worker.

    They must belong to modules, because they are pickled by name.
    """

    begin: Callable[..., None]
    given: Callable[
        [int], tuple[Any, ...]
    ]  # arguments of `begin` for a number of workers that share the cache memory
    draw: Callable[[Scene | Animation, bool], Picture]  # True: encode fast
    warm_up: Callable[[str], None]


class RenderJob:
    """Requested image; equal requests share one job."""

    def __init__(self, name: str, scene: Scene | Animation) -> None:
        self.name, self.scene, self.wanted, self.begun = name, scene, 0, False
        self.lanes = set[Lane]()
        self.picture: asyncio.Future[Picture] = asyncio.get_running_loop().create_future()
        self.picture.add_done_callback(
            lambda done: done.cancelled() or done.exception()
        )  # marks an exception as retrieved: maybe no caller is left


class RenderQueue:
    """Fair queue: the lanes take turns.

    A lane is first in, first out, except for panels under load.
    """

    def __init__(self) -> None:
        self._lanes: dict[Lane, deque[RenderJob]] = {lane: deque() for lane in TURNS}
        self._turn = 0

    def add(self, wish: RenderJob, lane: Lane) -> None:
        """Add a job to a lane, once in each lane."""
        if lane not in wish.lanes:
            wish.lanes.add(lane)
            self._lanes[lane].append(wish)

    def __len__(self) -> int:
        """Return how many jobs still wait for their turn."""
        return len(
            {
                one.name
                for lane in self._lanes.values()
                for one in lane
                if one.wanted and not one.begun
            }
        )

    def take(self, suits: Callable[[RenderJob], bool]) -> RenderJob | None:
        """Return the next job: the first of its lane that `suits`, else the first.

        Drops jobs that nobody wants any more or that were started from another lane.
        """
        for step in range(len(TURNS)):
            at = (self._turn + step) % len(TURNS)
            lane = self._lanes[TURNS[at]] = deque(
                one for one in self._lanes[TURNS[at]] if one.wanted and not one.begun
            )
            if lane:
                order = (
                    [*reversed(lane)] if TURNS[at] == "panel" and len(lane) > LIFO_QUEUE else lane
                )
                wish = next(filter(suits, order), order[0])
                lane.remove(wish)
                self._turn = at + 1
                return wish
        return None


class ImageCache:
    """LRU cache of images by digest, limited in bytes."""

    def __init__(self, room: int = IMAGE_CACHE_BYTES) -> None:
        self._room, self.used = room, 0
        self._pictures: OrderedDict[str, Picture] = OrderedDict()

    def find(self, name: str) -> Picture | None:
        """Return the image with this digest and mark it as used, or None."""
        if name in self._pictures:
            self._pictures.move_to_end(name)
        return self._pictures.get(name)

    def put(self, name: str, picture: Picture) -> None:
        """Store an image by digest; drop the least recently used ones if needed."""
        if name not in self._pictures:
            self.used += len(picture.data)
        self._pictures[name] = picture
        while self.used > self._room:
            self.used -= len(self._pictures.popitem(last=False)[1].data)


async def no_games() -> Sequence[str]:
    """Return no games: the default of `RenderPool.played`."""
    return ()


class RenderPool:
    """Pool of render workers (`app.ports.store.Renderer`).

    The event loop stays free, each lane gets its share, and equal scenes are drawn once. While
    `played` returns games, one process is kept alive and warmed up for them after each start:
    otherwise occasional moves would nearly always wait for a process to start.
    """

    def __init__(
        self, hands: WorkerHooks, most: int = MAX_RENDER_WORKERS, *, later: Later = loop_later
    ) -> None:
        self._hands = hands
        self.played: Callable[[], Awaitable[Sequence[str]]] = (
            no_games  # returns the games that people are playing
        )
        self._latest = ""  # the game drawn last
        count = max(1, min(most, os.cpu_count() or 1))
        given = functools.partial(hands.given, count)
        self._cold: dict[
            int, list[str] | None
        ] = {}  # restarted workers with the games to warm up; None: not determined yet
        self._easels = [
            ProcessWorker(
                WorkerSpec("painter", NICE, hands.begin, given), keep=functools.partial(self._keeps, at),
                started=functools.partial(self._cold.__setitem__, at, None), later=later,
            )
            for at in range(count)
        ]  # fmt: skip
        self._queue, self._album = RenderQueue(), ImageCache()
        # animations take seconds: they have their own worker, unless only one process is wanted
        self._reels = (
            [ProcessWorker(WorkerSpec("painter", NICE_FILM, hands.begin, given), later=later)]
            if most > 1
            else []
        )
        self._long = RenderQueue() if self._reels else self._queue
        self._wishes: dict[str, RenderJob] = {}
        self._homes: dict[
            tuple[str, bool], int
        ] = {}  # (game, is it a board): index of the preferred worker
        self._tasks: set[asyncio.Task[None]] = set()
        self._open = True
        self.failed = 0  # failed images in a row

    @property
    def waiting(self) -> int:
        """Return how many images wait for their turn."""
        return len(self._queue) + (len(self._long) if self._reels else 0)

    @property
    def kept(self) -> int:
        """Return the bytes of cached images."""
        return self._album.used

    async def draw(self, scene: Scene | Animation, lane: Lane = "panel") -> Picture:
        """Return an image; a request cancelled before its turn costs nothing."""
        name = digest(scene)
        if picture := self._album.find(name):
            return picture
        wish = self._wishes.get(name)
        if wish is None:
            wish = self._wishes[name] = RenderJob(name, scene)
        wish.wanted += 1
        (self._long if isinstance(scene, Animation) else self._queue).add(wish, lane)
        self._next()
        try:
            return await asyncio.shield(wish.picture)
        finally:
            wish.wanted -= 1
            if not wish.wanted and not wish.begun:
                self._forget(wish)

    async def warm_up(self, game: str) -> None:
        """Warm up the game on the idle workers that draw its images."""
        for easel in {self._home(game, board=True), self._home(game, board=False)}:
            if self._open and easel.free:
                easel.free = False
                try:
                    await easel.run(self._hands.warm_up, game)
                finally:
                    self._cold.pop(self._easels.index(easel), None)
                    easel.free = True
                    self._next()

    def close(self) -> None:
        """End all workers, killing busy ones, and block until they are gone.

        Python's own shutdown would wait as well, but fails on a pool that is closing at that
        moment (its pipe is gone, and the program ends with a traceback).
        """
        self._open = False
        for wish in list(self._wishes.values()):
            self._forget(wish)
            wish.picture.cancel()
        for easel in (*self._easels, *self._reels):
            easel.shut_down()

    def _next(self) -> None:
        # prefer running workers to those that must be started
        free = [one for one in (*self._easels, *self._reels) if one.free and self._open]
        for easel in sorted(free, key=lambda one: not one.is_running):
            queue = self._long if easel in self._reels else self._queue
            wish = queue.take(functools.partial(self._at_home, easel))
            if wish is not None:
                easel.free, wish.begun = False, True
                self._do(self._paint(easel, wish))
            elif (
                easel.is_running
                and easel in self._easels
                and (at := self._easels.index(easel)) in self._cold
            ):
                easel.free = False
                self._do(self._warm(at))

    def _do(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _keeps(self, at: int) -> bool:
        """Return whether an idle worker stays: the last one does, while people play."""
        return not any(
            one.is_running for one in self._easels if one is not self._easels[at]
        ) and bool(await self.played())

    async def _warm(self, at: int) -> None:
        """Warm up one game on a restarted worker; the next game follows when it is idle again."""
        easel, games = self._easels[at], self._cold[at]
        try:
            # the game drawn last goes last, so that it stays in the worker's cache
            if games is None:
                games = self._cold[at] = sorted(
                    await self.played(), key=lambda game: game == self._latest
                )
            if games:
                await easel.run(self._hands.warm_up, games.pop(0))
        except Exception:
            if self._open:
                log.warning(
                    "render worker: warm-up failed, the next pictures are slow",
                    exc_info=True,
                )
        finally:
            if not games:
                self._cold.pop(at, None)
            easel.free = True
            self._next()

    def _home(self, game: str, *, board: bool) -> ProcessWorker:
        """Return the preferred worker for a game's boards, or for its other images.

        Each worker caches other parts, so the same one should draw the same kind.
        """
        at = self._homes.setdefault((game, board), len(self._homes) % len(self._easels))
        return self._easels[at]

    def _at_home(self, easel: ProcessWorker, wish: RenderJob) -> bool:
        return self._home(wish.scene.game, board="board" in wish.lanes) is easel

    async def _paint(self, easel: ProcessWorker, wish: RenderJob) -> None:
        self._latest = wish.scene.game
        try:
            picture = await easel.run(
                self._hands.draw, wish.scene, len(self._queue) > FAST_ENCODE_QUEUE
            )
        except BaseException as error:
            self.failed += 1
            if not wish.picture.done():
                wish.picture.set_exception(
                    error if isinstance(error, Exception) else RuntimeError("the painter has gone")
                )
            if not isinstance(error, Exception):
                raise
        else:
            self.failed = 0
            self._album.put(wish.name, picture)
            if not wish.picture.done():
                wish.picture.set_result(picture)
        finally:
            easel.free = True
            self._forget(wish)
            self._next()

    def _forget(self, wish: RenderJob) -> None:
        if self._wishes.get(wish.name) is wish:
            del self._wishes[wish.name]
