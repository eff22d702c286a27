"""Who draws: a few processes, started when they are needed, and a fair queue before them. It is told how to draw, and knows no
picture itself."""

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

MAX_RENDER_WORKERS = 2  # processes for still pictures, on as many cores
NICE, NICE_FILM = (
    8,
    12,
)  # how far they step back (nice): the bot goes before them; and who makes what takes seconds
IMAGE_CACHE_BYTES = 4 << 20  # bytes of pictures that are not drawn again
FAST_ENCODE_QUEUE = 6  # wishes that wait; with more of them pictures are made in a hurry: larger files, half the work
# Who is drawn for next when more is wanted than can be drawn: everybody sees a table's board, and each wants but one of them at a
# time; one person waits for a panel, with its words; nobody yet looks at a private screen.
TURNS: tuple[Lane, ...] = (
    *("board",) * 5,
    "panel",
    *("board",) * 5,
    "panel",
    *("board",) * 5,
    "screen",
)
LIFO_QUEUE = 8  # panels that wait; with more of them the newest goes first, for whoever asked long ago has tapped on since
log = logging.getLogger(__name__)


class WorkerHooks(NamedTuple):
    """What is done in a painter's process: functions of modules, for they are sent there by name."""

    begin: Callable[..., None]
    given: Callable[
        [int], tuple[Any, ...]
    ]  # the arguments of `begin`, where so many share the memory for what is kept
    draw: Callable[[Scene | Animation, bool], Picture]  # True: in a hurry
    warm_up: Callable[[str], None]


class RenderJob:
    """A picture that is wanted, maybe by several who then get the same."""

    def __init__(self, name: str, scene: Scene | Animation) -> None:
        self.name, self.scene, self.wanted, self.begun = name, scene, 0, False
        self.lanes = set[Lane]()
        self.picture: asyncio.Future[Picture] = asyncio.get_running_loop().create_future()
        self.picture.add_done_callback(
            lambda done: done.cancelled() or done.exception()
        )  # nobody may be left to hear it


class RenderQueue:
    """The queue. Each lane is first come, first served (panels in a crowd the other way round), and no lane waits for another's
    end: they take turns."""

    def __init__(self) -> None:
        self._lanes: dict[Lane, deque[RenderJob]] = {lane: deque() for lane in TURNS}
        self._turn = 0

    def add(self, wish: RenderJob, lane: Lane) -> None:
        """Queue up, once in each lane."""
        if lane not in wish.lanes:
            wish.lanes.add(lane)
            self._lanes[lane].append(wish)

    def __len__(self) -> int:
        """How many still wait for their turn."""
        return len(
            {
                one.name
                for lane in self._lanes.values()
                for one in lane
                if one.wanted and not one.begun
            }
        )

    def take(self, suits: Callable[[RenderJob], bool]) -> RenderJob | None:
        """Whose turn it is: of its lane the first that `suits`, else the first. What nobody wants any more, or was begun from
        another lane, is dropped."""
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
    """The newest pictures, by what they show, up to so many bytes."""

    def __init__(self, room: int = IMAGE_CACHE_BYTES) -> None:
        self._room, self.used = room, 0
        self._pictures: OrderedDict[str, Picture] = OrderedDict()

    def find(self, name: str) -> Picture | None:
        """The picture with this digest, which counts as used now; None when it was not drawn lately."""
        if name in self._pictures:
            self._pictures.move_to_end(name)
        return self._pictures.get(name)

    def put(self, name: str, picture: Picture) -> None:
        """Keep one, by its digest; those that were used longest ago go until the rest fits."""
        if name not in self._pictures:
            self.used += len(picture.data)
        self._pictures[name] = picture
        while self.used > self._room:
            self.used -= len(self._pictures.popitem(last=False)[1].data)


async def no_games() -> Sequence[str]:
    """Return the games that people play where nobody does."""
    return ()


class RenderPool:
    """Draws scenes (`app.ports.store.Images`): the loop stays free, boards and panels get their share, one scene is drawn once.

    While `played` names games, one process is kept and made ready for them after each start: people who move now and then
    would nearly always meet one that has to be started first.
    """

    def __init__(
        self, hands: WorkerHooks, most: int = MAX_RENDER_WORKERS, *, later: Later = loop_later
    ) -> None:
        self._hands = hands
        self.played: Callable[[], Awaitable[Sequence[str]]] = (
            no_games  # the games that people are playing
        )
        self._latest = ""  # the game that was drawn last
        count = max(1, min(most, os.cpu_count() or 1))
        given = functools.partial(hands.given, count)
        self._cold: dict[
            int, list[str] | None
        ] = {}  # easels that were started anew, and the games still to be made ready there
        self._easels = [
            ProcessWorker(
                WorkerSpec("painter", NICE, hands.begin, given), keep=functools.partial(self._keeps, at),
                started=functools.partial(self._cold.__setitem__, at, None), later=later,
            )
            for at in range(count)
        ]  # fmt: skip
        self._queue, self._album = RenderQueue(), ImageCache()
        # what takes seconds is made beside all others, unless there is to be one process
        self._reels = (
            [ProcessWorker(WorkerSpec("painter", NICE_FILM, hands.begin, given), later=later)]
            if most > 1
            else []
        )
        self._long = RenderQueue() if self._reels else self._queue
        self._wishes: dict[str, RenderJob] = {}
        self._homes: dict[
            tuple[str, bool], int
        ] = {}  # the boards of a game, and its other pictures, by their places
        self._tasks: set[asyncio.Task[None]] = set()
        self._open = True
        self.failed = 0  # pictures one after the other that could not be drawn

    @property
    def waiting(self) -> int:
        """How many pictures wait for their turn."""
        return len(self._queue) + (len(self._long) if self._reels else 0)

    @property
    def kept(self) -> int:
        """Bytes of pictures that are not drawn again."""
        return self._album.used

    async def draw(self, scene: Scene | Animation, lane: Lane = "panel") -> Picture:
        """One picture. A wish that is cancelled before its turn costs nothing."""
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
        """Make ready what all pictures of a game need, wherever they are drawn, unless there is something to draw."""
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
        """Start nothing more, and wait until the processes are gone; what is being drawn is for nobody any more, and not waited
        for. Python's own end would wait for them too, but stumbles over a pool that is closing at that moment (its pipe is gone,
        the program ends with a traceback)."""
        self._open = False
        for wish in list(self._wishes.values()):
            self._forget(wish)
            wish.picture.cancel()
        for easel in (*self._easels, *self._reels):
            easel.shut_down()

    def _next(self) -> None:
        # who is at work already goes before who would have to be started
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
        """Return whether an idle easel stays: the last one does, while people play."""
        return not any(
            one.is_running for one in self._easels if one is not self._easels[at]
        ) and bool(await self.played())

    async def _warm(self, at: int) -> None:
        """Make one game ready on an easel that was started anew; its next turn without a wish is for the next game."""
        easel, games = self._easels[at], self._cold[at]
        try:
            if games is None:  # what was drawn just now comes last: it keeps its place on the shelf
                games = self._cold[at] = sorted(
                    await self.played(), key=lambda game: game == self._latest
                )
            if games:
                await easel.run(self._hands.warm_up, games.pop(0))
        except Exception:
            if self._open:
                log.warning(
                    "painter process: could not be made ready, the next pictures are slow",
                    exc_info=True,
                )
        finally:
            if not games:
                self._cold.pop(at, None)
            easel.free = True
            self._next()

    def _home(self, game: str, *, board: bool) -> ProcessWorker:
        """Where a game's boards, or its other pictures, are drawn if that can be chosen: each process keeps the pieces of its own
        at hand, which are not the same."""
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
