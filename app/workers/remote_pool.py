"""Render and AI pools that share work with other processes on the same store.

Callers use the same interfaces as ever (`app.ports.store`); with one process this module is not
used.

Local first: a process that renders and runs AI offloads what would wait long in its own queue.
One that does not (`own` is False) offloads everything, as long as another process serves. The
requesting process itself does what no other starts in time.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import typing
from collections import deque
from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import msgspec

from app.model.ai_request import AiRequest, AiResponse
from app.ports.store import Lane
from app.workers.ai_pool import ROUND_S, AiWorkerPool, evaluate, time_budget
from app.workers.process_worker import ProcessWorker
from app.workers.render_pool import (
    FAST_ENCODE_QUEUE,
    MAX_RENDER_WORKERS,
    RenderJob,
    RenderPool,
    RenderQueue,
    WorkerHooks,
)
from games.core.engine.game import find
from games.core.views.scene import Animation, Picture, Scene, digest

log = logging.getLogger(__name__)
PICTURE, THOUGHT, SHARES = KINDS = ("picture", "thought", "shares")
OFFLOAD_QUEUE_PER_WORKER = 2  # requests that may wait for each own worker before one is offloaded
# images requested at a time from each peer; the rest stays in the fair queue here
IN_FLIGHT_PER_PEER = 4
CLAIM_TIMEOUT_S = 0.3  # seconds until work that no peer has started is done here
REMOTE_START_TIMEOUT_S = {
    PICTURE: 1.0,
    THOUGHT: ROUND_S,
    SHARES: ROUND_S,
}  # the same if a local worker would have to be started
COOLDOWN_S = 2.0  # seconds without offloading after no peer had a free worker
IMAGE_TIMEOUT_S, FILM_TIMEOUT_S = (
    20.0,
    120.0,
)  # seconds until work that a peer has started is done here as well; for an animation
MADE_OF = ("games", "ai", "render", "app")  # source folders that affect images and AI moves
PACKAGES = ("pillow", "msgspec")


class RemoteQueue(Protocol):
    """Queue to the other processes."""

    @property
    def there(self) -> int:
        """Return how many other processes serve."""

    async def ask(self, kind: str, what: bytes, begun: float, patience: float) -> bytes | None:
        """Return another process's result, or None if this process must do the work.

        None if no process has started it after `begun` seconds, if it is not done after
        `patience` seconds, or if it failed. Cancellation withdraws the request.
        """

    def spare(self) -> None:
        """Announce that a worker is free."""


# ---- encoding


def build_id() -> str:
    """Return a digest of all code and packages that affect images and AI moves.

    Processes with different code (during an update) do not share work.
    """
    house, found = Path(__file__).parents[2], hashlib.blake2b(digest_size=16)
    for file in sorted(
        file for room in MADE_OF for file in (house / room).rglob("*") if file.is_file()
    ):
        if file.suffix != ".pyc":
            found.update(f"{file.relative_to(house).as_posix()} {file.stat().st_size}\n".encode())
            found.update(file.read_bytes())
    found.update(" ".join(map(version, PACKAGES)).encode())
    return found.hexdigest()


class RenderRequest(msgspec.Struct, frozen=True):
    """Request for an image: one scene, or the scenes of the animation `motion`.

    Only the games know the types of the views. `name` is the digest of the whole.
    """

    name: str
    scenes: tuple[Scene, ...]
    motion: Animation | None = None
    hurried: bool = False


def encode_request(what: Scene | Animation, name: str, *, hurried: bool) -> bytes:
    """Encode a scene as bytes that any process with the same code can decode."""
    scenes, motion = (
        ((what,), None)
        if isinstance(what, Scene)
        else (what.scenes, msgspec.structs.replace(what, scenes=()))
    )
    return msgspec.msgpack.encode(RenderRequest(name, scenes, motion, hurried))


def decode_request(data: bytes) -> tuple[Scene | Animation, bool]:
    """Return the decoded scene or animation, and whether fast encoding is wanted.

    Safe for untrusted data: only typed values are read. Raises `KeyError` for an unknown game
    and `ValueError` for invalid data.
    """
    wanted = msgspec.msgpack.decode(data, type=RenderRequest)
    scenes = tuple(
        msgspec.structs.replace(one, view=msgspec.convert(one.view, _seen(one.game)))
        for one in wanted.scenes
    )
    what = (
        scenes[0]
        if wanted.motion is None
        else msgspec.structs.replace(wanted.motion, scenes=scenes)
    )
    if digest(what) != wanted.name:
        raise ValueError("it is read otherwise than it was written")
    return what, wanted.hurried


@lru_cache(maxsize=64)
def _seen(game: str) -> Any:
    """Return the type of a scene's view: that of the game's `view`, or words.

    Words are, for example, a card's name or the light of a cover.
    """
    return typing.get_type_hints(find(game).view)["return"] | str | tuple[str, ...] | None


# ---- offloading to peers


class _Offer:
    """Decision when to offload one kind of work, and for how long to offer it."""

    def __init__(self, line: RemoteQueue, own: bool) -> None:
        self._line, self._own, self._calm = line, own, 0.0

    def sensible(self, waiting: int, hands: int) -> bool:
        """Return whether to offload one of `waiting` requests for `hands` own workers."""
        if not self._line.there:
            return False
        return not self._own or (
            waiting > OFFLOAD_QUEUE_PER_WORKER * hands
            and asyncio.get_running_loop().time() > self._calm
        )

    async def make(
        self, kind: str, what: bytes, form: Any, patience: float = IMAGE_TIMEOUT_S
    ) -> Any:
        """Return the peers' result, decoded as `form`; None if there is none."""
        found = await self._line.ask(
            kind, what, CLAIM_TIMEOUT_S if self._own else REMOTE_START_TIMEOUT_S[kind], patience
        )
        if found is None:
            self._calm = asyncio.get_running_loop().time() + COOLDOWN_S
            return None
        try:
            return msgspec.msgpack.decode(found, type=form)
        except msgspec.DecodeError:
            log.exception("remote %s result unreadable", kind)
            return None


class RemoteRenderPool(RenderPool):
    """Render pool that shares work with other processes (`app.ports.store.Renderer`)."""

    def __init__(
        self,
        hands: WorkerHooks,
        line: RemoteQueue,
        most: int = MAX_RENDER_WORKERS,
        *,
        own: bool = True,
    ) -> None:
        super().__init__(hands, most)
        self._line, self._own = line, own
        self._given: dict[str, asyncio.Task[None]] = {}  # offloaded jobs by name
        self._back = deque[RenderJob]()  # jobs that no peer has done: next in line here
        self._offer = _Offer(line, own)

    async def draw(self, scene: Scene | Animation, lane: Lane = "panel") -> Picture:
        """Return an image from this or another process; cancellation withdraws the request."""
        try:
            return await super().draw(scene, lane)
        except asyncio.CancelledError:
            wish = self._wishes.get(digest(scene))
            if wish is not None and not wish.wanted and wish.name in self._given:
                self._forget(wish)
                self._given.pop(wish.name).cancel()
            raise

    @property
    def waiting(self) -> int:
        """Return how many images wait for their turn here."""
        return super().waiting + len(self._back)

    async def warm_up(self, game: str) -> None:
        """Warm up as the base class does, if this process renders at all."""
        if self._own or not self._line.there:
            await super().warm_up(game)

    async def _keeps(self, at: int) -> bool:
        """Return whether to keep a worker, if this process renders at all."""
        return (self._own or not self._line.there) and await super()._keeps(at)

    def close(self) -> None:
        """Close the pool and drop the offloaded jobs."""
        for task in self._given.values():
            task.cancel()
        super().close()

    def lend(self) -> ProcessWorker | None:
        """Reserve an idle worker for a peer's image; None if all are needed here."""
        idle = sorted((one for one in self._easels if one.free), key=lambda one: not one.is_running)
        if not self._open or self._queue or self._back or not idle:
            return None
        idle[0].free = False
        return idle[0]

    def give_back(self, easel: ProcessWorker) -> None:
        """Mark a lent worker as free."""
        easel.free = True
        self._next()

    async def serve(self, easel: ProcessWorker, _kind: str, data: bytes, waiting: int) -> bytes:
        """Render an image for a peer on a lent worker, while `waiting` more wait there."""
        # in a thread: an animation has hundreds of scenes
        scene, hurried = await asyncio.to_thread(decode_request, data)
        try:
            picture = await easel.run(
                self._hands.draw, scene, hurried or waiting > FAST_ENCODE_QUEUE
            )
        except Exception:
            self.failed += 1
            raise
        self.failed = 0
        return msgspec.msgpack.encode(picture)

    def _next(self) -> None:
        for back in [*self._back] if self._open else ():
            place = next((one for one in self._places(back) if one.free), None)
            if back.wanted and place is None:
                continue
            self._back.remove(back)
            if place is not None and back.wanted:
                place.free = False
                self._do(self._paint(place, back))
            else:
                self._forget(back)
        if self._own or not self._line.there:
            super()._next()
        self._give_away(self._queue, len(self._easels))
        if self._reels:
            self._give_away(self._long, len(self._reels))
        self._line.spare()

    def _places(self, wish: RenderJob) -> Sequence[ProcessWorker]:
        return self._reels if self._reels and isinstance(wish.scene, Animation) else self._easels

    def _give_away(self, queue: RenderQueue, hands: int) -> None:
        while (
            self._open
            and IN_FLIGHT_PER_PEER * self._line.there > len(self._given)
            and self._offer.sensible(len(queue), hands)
        ):
            wish = queue.take(lambda _: True)
            if wish is None:
                break
            wish.begun = True
            self._given[wish.name] = self._do(
                self._give(wish, hurried=len(queue) > FAST_ENCODE_QUEUE)
            )

    async def _give(self, wish: RenderJob, *, hurried: bool) -> None:
        """Offload a job; put it back into the queue if no peer does it."""
        picture = None
        try:
            data = encode_request(wish.scene, wish.name, hurried=hurried)
            picture = await self._offer.make(
                PICTURE,
                data,
                Picture,
                IMAGE_TIMEOUT_S if isinstance(wish.scene, Scene) else FILM_TIMEOUT_S,
            )
        except Exception:
            log.exception("remote rendering request failed")
        self._given.pop(wish.name, None)
        if picture is None:
            self._back.append(wish)
        else:
            self.failed = 0
            self._album.put(wish.name, picture)
            if not wish.picture.done():
                wish.picture.set_result(picture)
            self._forget(wish)
        self._next()


class RemoteAiPool(AiWorkerPool):
    """AI pool that shares work with other processes (`app.ports.store.AiPool`).

    `more` are arguments of `AiWorkerPool`.
    """

    def __init__(self, line: RemoteQueue, *, own: bool = True, **more: Any) -> None:
        super().__init__(**more)
        self._line, self._offer = line, _Offer(line, own)

    async def think(self, asked: AiRequest) -> AiResponse:
        """Return the response of a peer or of an own worker."""
        return await self._ask(THOUGHT, asked, AiResponse) or await super().think(asked)

    async def _part(self, game: str, positions: Sequence[bytes]) -> list[list[float]]:
        return await self._ask(SHARES, (game, positions), list[list[float]]) or await super()._part(
            game, positions
        )

    async def _ask(self, kind: str, what: Any, form: Any) -> Any:
        """Return the peers' result, or None if there is none."""
        if not self._offer.sensible(self.waiting + 1, len(self._workers)):
            return None
        return await self._offer.make(kind, msgspec.msgpack.encode(what), form)

    def lend(self) -> ProcessWorker | None:
        """Reserve an idle worker for a peer's request; None if all are needed here."""
        idle = sorted(
            (one for one in self._workers if one.free), key=lambda one: not one.is_running
        )
        if self.waiting or not idle:
            return None
        idle[0].free = False
        return idle[0]

    async def serve(self, worker: ProcessWorker, kind: str, data: bytes, waiting: int) -> bytes:
        """Answer a peer's request on a lent worker, while `waiting` more wait there."""
        found: Any
        if kind == THOUGHT:
            asked = msgspec.msgpack.decode(data, type=AiRequest)
            seconds = time_budget(1 + waiting // (1 + self._line.there), len(self._workers))
            found = await self._with(worker, self._decide(asked, seconds, worker))
        else:
            game, positions = msgspec.msgpack.decode(data, type=tuple[str, list[bytes]])
            found = await self._with(worker, evaluate(game, positions, worker))
        return msgspec.msgpack.encode(found)

    def _next(self) -> None:
        super()._next()
        self._line.spare()


# ---- serving peers


class WorkerLease(NamedTuple):
    """Own idle worker reserved for one job of a peer."""

    whose: RemoteRenderPool | RemoteAiPool
    worker: ProcessWorker
    kind: str

    async def do(self, what: bytes, waiting: int) -> bytes:
        """Run the job, while `waiting` more wait."""
        return await self.whose.serve(self.worker, self.kind, what, waiting)

    def give_back(self) -> None:
        """Return the worker to its pool."""
        self.whose.give_back(self.worker)


def lease_factory(
    painter: RemoteRenderPool, thinkers: RemoteAiPool
) -> Callable[[str], WorkerLease | None]:
    """Return a function that lends a worker for a kind of work (None: all are busy)."""

    def lend(kind: str) -> WorkerLease | None:
        whose = painter if kind == PICTURE else thinkers
        worker = whose.lend()
        return None if worker is None else WorkerLease(whose, worker, kind)

    return lend
