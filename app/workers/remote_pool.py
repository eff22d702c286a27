"""Render and AI pools that share work with other processes (peers) on the same store.

They have the interfaces of the other pools (`app.ports.services`). A bot that is a single process does
not use this module.

A process with workers of its own (`own` is True) gives a job to a peer only if the job would wait
long in its own queue. A process without workers gives all jobs to peers while there are any. If no
peer starts a job in time, the requesting process does it itself. Giving a job away is called
*offloading* here; doing one for a peer is called *serving*.
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
from app.ports.services import RenderPriority
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
from games.core.text.messages import restore_messages
from games.core.views.scene import Animation, Picture, Scene, digest

log = logging.getLogger(__name__)
PICTURE, THOUGHT, SHARES = KINDS = ("picture", "thought", "shares")
OFFLOAD_QUEUE_PER_WORKER = 2  # requests that may wait for each own worker before one is offloaded
# images requested from each peer at the same time; further jobs stay in the fair queue here
IN_FLIGHT_PER_PEER = 4
CLAIM_TIMEOUT_S = 0.3  # seconds after which a job that no peer has started is done here
# seconds if this process would have to start a worker first
REMOTE_START_TIMEOUT_S = {PICTURE: 1.0, THOUGHT: ROUND_S, SHARES: ROUND_S}
COOLDOWN_S = 2.0  # seconds without offloading after no peer had a free worker
# seconds after which a job that a peer has started is done here as well: an image, an animation
IMAGE_TIMEOUT_S, ANIMATION_TIMEOUT_S = 20.0, 120.0
SOURCE_FOLDERS = ("games", "ai", "render", "app")  # source folders that affect images and AI moves
PACKAGES = ("pillow", "msgspec")


class RemoteQueue(Protocol):
    """Queue to the other processes."""

    @property
    def peer_count(self) -> int:
        """Return how many other processes take jobs."""

    async def request_result(
        self, kind: str, what: bytes, claim_timeout_s: float, result_timeout_s: float
    ) -> bytes | None:
        """Return a peer's result, or None if this process must do the work.

        `kind` is the kind of work and `what` the encoded request. The result is None if no peer has
        started the work after `claim_timeout_s`, if it is not done after `result_timeout_s`, or if
        it failed. Cancellation withdraws the request.
        """

    def announce_free_worker(self) -> None:
        """Announce that a worker of this process may be free for a peer's job."""


# ---- encoding


def build_id() -> str:
    """Return a digest of all code and packages that affect images and AI moves.

    Processes with different code (during an update) do not share work.
    """
    root, hashed = Path(__file__).parents[2], hashlib.blake2b(digest_size=16)
    for file in sorted(
        file for folder in SOURCE_FOLDERS for file in (root / folder).rglob("*") if file.is_file()
    ):
        if file.suffix != ".pyc":
            hashed.update(f"{file.relative_to(root).as_posix()} {file.stat().st_size}\n".encode())
            hashed.update(file.read_bytes())
    hashed.update(" ".join(map(version, PACKAGES)).encode())
    return hashed.hexdigest()


class RenderRequest(msgspec.Struct, frozen=True):
    """Request for an image: one scene, or an animation, whose scenes are listed separately.

    `digest` is the digest of the scene or animation, to check that it is decoded as it was encoded.
    """

    digest: str
    scenes: tuple[Scene, ...]
    animation: Animation | None = None  # without its scenes
    fast_encoding: bool = False


def encode_request(scene: Scene | Animation, scene_digest: str, *, fast_encoding: bool) -> bytes:
    """Return a render request as bytes that any process with the same code can decode.

    `scene_digest` is the `digest` of the scene or animation. With `fast_encoding` the image is
    encoded faster: a larger file for half the CPU time.
    """
    scenes, animation = (
        ((scene,), None)
        if isinstance(scene, Scene)
        else (scene.scenes, msgspec.structs.replace(scene, scenes=()))
    )
    return msgspec.msgpack.encode(
        RenderRequest(
            digest=scene_digest, scenes=scenes, animation=animation, fast_encoding=fast_encoding
        )
    )


def decode_request(data: bytes) -> tuple[Scene | Animation, bool]:
    """Return the decoded scene or animation, and whether fast encoding is wanted.

    Safe for untrusted data: only typed values are read. Raises `KeyError` for an unknown game
    and `ValueError` for invalid data.
    """
    request = msgspec.msgpack.decode(data, type=RenderRequest)
    scenes = tuple(
        msgspec.structs.replace(
            scene,
            view=msgspec.convert(scene.view, _view_type(scene.game)),
            news=msgspec.structs.replace(
                scene.news, said=tuple(map(restore_messages, scene.news.said))
            ),
        )
        for scene in request.scenes
    )
    decoded: Scene | Animation = (
        scenes[0]
        if request.animation is None
        else msgspec.structs.replace(request.animation, scenes=scenes)
    )
    if digest(decoded) != request.digest:
        raise ValueError("the decoded image differs from the one that was requested")
    return decoded, request.fast_encoding


@lru_cache(maxsize=64)
def _view_type(game: str) -> Any:
    """Return the type of the view in a scene of this game, to decode it.

    It is the type that the game's `view` returns, or plain strings for images without a position,
    for example of a card by its name.
    """
    return typing.get_type_hints(find(game).view)["return"] | str | tuple[str, ...] | None


# ---- offloading to peers


class _Offloader:
    """Sender of one kind of job to peers, which decides which jobs to offload.

    `own` is False if this process has no workers of its own: then all jobs are offloaded while
    there are peers.
    """

    def __init__(self, peers: RemoteQueue, own: bool) -> None:
        self._peers, self._own, self._paused_until = peers, own, 0.0

    def should_offload(self, waiting: int, workers: int) -> bool:
        """Return whether to offload the next job.

        `waiting` jobs are queued in this process, which has `workers` workers.
        """
        if not self._peers.peer_count:
            return False
        return not self._own or (
            waiting > OFFLOAD_QUEUE_PER_WORKER * workers
            and asyncio.get_running_loop().time() > self._paused_until
        )

    async def request(
        self, kind: str, what: bytes, result_type: Any, timeout_s: float = IMAGE_TIMEOUT_S
    ) -> Any:
        """Return a peer's result, decoded as `result_type`, or None.

        None means that no peer has done the work. `kind` is the kind of work, `what` the encoded
        request. The peer must be done after `timeout_s` seconds.
        """
        result = await self._peers.request_result(
            kind, what, CLAIM_TIMEOUT_S if self._own else REMOTE_START_TIMEOUT_S[kind], timeout_s
        )
        if result is None:
            self._paused_until = asyncio.get_running_loop().time() + COOLDOWN_S
            return None
        try:
            return msgspec.msgpack.decode(result, type=result_type)
        except msgspec.DecodeError:
            log.exception("remote %s result unreadable", kind)
            return None


class RemoteRenderPool(RenderPool):
    """Render pool that shares work with other processes (`app.ports.services.Renderer`)."""

    def __init__(
        self,
        hooks: WorkerHooks,
        peers: RemoteQueue,
        most: int = MAX_RENDER_WORKERS,
        *,
        own: bool = True,
    ) -> None:
        super().__init__(hooks, most)
        self._peers, self._own = peers, own
        self._offloaded: dict[str, asyncio.Task[None]] = {}  # offloaded jobs by name
        # jobs that no peer has done: the next ones to be rendered here
        self._returned_jobs = deque[RenderJob]()
        self._offloader = _Offloader(peers, own)

    async def draw(self, scene: Scene | Animation, lane: RenderPriority = "panel") -> Picture:
        """Return an image from this or another process; cancellation withdraws the job."""
        try:
            return await super().draw(scene, lane)
        except asyncio.CancelledError:
            job = self._jobs.get(digest(scene))
            if job is not None and not job.wanted and job.name in self._offloaded:
                self._drop_job(job)
                self._offloaded.pop(job.name).cancel()
            raise

    @property
    def waiting(self) -> int:
        """Return how many images wait for a worker of this process."""
        return super().waiting + len(self._returned_jobs)

    async def warm_up(self, game: str) -> None:
        """Warm up as the base class does, if this process renders at all."""
        if self._own or not self._peers.peer_count:
            await super().warm_up(game)

    async def _keep_alive(self, at: int) -> bool:
        """Return whether to keep the idle worker with index `at`.

        False if this process does not render.
        """
        return (self._own or not self._peers.peer_count) and await super()._keep_alive(at)

    def close(self) -> None:
        """Close the pool and drop the offloaded jobs."""
        for task in self._offloaded.values():
            task.cancel()
        super().close()

    def lend(self) -> ProcessWorker | None:
        """Reserve an idle worker for a peer's image; None if all are needed by this process."""
        idle = sorted(
            (worker for worker in self._image_workers if worker.free),
            key=lambda worker: not worker.is_running,
        )
        if not self._open or self._queue or self._returned_jobs or not idle:
            return None
        idle[0].free = False
        return idle[0]

    def give_back(self, worker: ProcessWorker) -> None:
        """Mark a lent worker as free."""
        worker.free = True
        self._start_jobs()

    async def serve(self, worker: ProcessWorker, _kind: str, data: bytes, waiting: int) -> bytes:
        """Render an image for a peer on a lent worker, and return it encoded.

        `data` is the encoded request, and `waiting` the number of images that wait at the peers: if
        it is high, the image is encoded fast.
        """
        # in a thread: an animation has hundreds of scenes
        scene, fast_encoding = await asyncio.to_thread(decode_request, data)
        try:
            picture = await worker.run(
                self._hooks.draw, scene, fast_encoding or waiting > FAST_ENCODE_QUEUE
            )
        except Exception:
            self.failed += 1
            raise
        self.failed = 0
        return msgspec.msgpack.encode(picture)

    def _start_jobs(self) -> None:
        """Start jobs on free workers, and offload jobs if too many wait.

        First come the jobs that were offloaded but that no peer has done, then the own queue.
        """
        for job in [*self._returned_jobs] if self._open else ():
            worker = next(
                (candidate for candidate in self._workers_for(job) if candidate.free), None
            )
            if job.wanted and worker is None:
                continue
            self._returned_jobs.remove(job)
            if worker is not None and job.wanted:
                worker.free = False
                self._run_task(self._render(worker, job))
            else:
                self._drop_job(job)
        if self._own or not self._peers.peer_count:
            super()._start_jobs()
        self._offload_queue(self._queue, len(self._image_workers))
        if self._animation_workers:
            self._offload_queue(self._animation_queue, len(self._animation_workers))
        self._peers.announce_free_worker()

    def _workers_for(self, job: RenderJob) -> Sequence[ProcessWorker]:
        return (
            self._animation_workers
            if self._animation_workers and isinstance(job.scene, Animation)
            else self._image_workers
        )

    def _offload_queue(self, queue: RenderQueue, workers: int) -> None:
        """Offload jobs of a queue while it is too long for the process's own workers.

        Stops when the peers have enough jobs.
        """
        while (
            self._open
            and IN_FLIGHT_PER_PEER * self._peers.peer_count > len(self._offloaded)
            and self._offloader.should_offload(len(queue), workers)
        ):
            job = queue.take(lambda _: True)
            if job is None:
                break
            job.begun = True
            self._offloaded[job.name] = self._run_task(
                self._offload_job(job, fast_encoding=len(queue) > FAST_ENCODE_QUEUE)
            )

    async def _offload_job(self, job: RenderJob, *, fast_encoding: bool) -> None:
        """Offload a job; if no peer does it, put the job back into the queue.

        With `fast_encoding` the image is encoded faster, into a larger file.
        """
        picture = None
        try:
            data = encode_request(job.scene, job.name, fast_encoding=fast_encoding)
            picture = await self._offloader.request(
                PICTURE,
                data,
                Picture,
                IMAGE_TIMEOUT_S if isinstance(job.scene, Scene) else ANIMATION_TIMEOUT_S,
            )
        except Exception:
            log.exception("remote rendering request failed")
        self._offloaded.pop(job.name, None)
        if picture is None:
            self._returned_jobs.append(job)
        else:
            self.failed = 0
            self._cache.put(job.name, picture)
            if not job.picture.done():
                job.picture.set_result(picture)
            self._drop_job(job)
        self._start_jobs()


class RemoteAiPool(AiWorkerPool):
    """AI pool that shares work with other processes (`app.ports.services.AiPool`).

    `more` are further arguments of `AiWorkerPool`.
    """

    def __init__(self, peers: RemoteQueue, *, own: bool = True, **more: Any) -> None:
        super().__init__(**more)
        self._peers, self._offloader = peers, _Offloader(peers, own)

    async def think(self, asked: AiRequest) -> AiResponse:
        """Return the response of a peer or of an own worker."""
        return await self._ask_peers(THOUGHT, asked, AiResponse) or await super().think(asked)

    async def _evaluate_batch(self, game: str, positions: Sequence[bytes]) -> list[list[float]]:
        offloaded = await self._ask_peers(SHARES, (game, positions), list[list[float]])
        return offloaded or await super()._evaluate_batch(game, positions)

    async def _ask_peers(self, kind: str, what: Any, result_type: Any) -> Any:
        """Return a peer's result, decoded as `result_type`.

        None if the work is not offloaded or no peer has done it. `kind` is the kind of work, `what`
        the request.
        """
        if not self._offloader.should_offload(self.waiting + 1, len(self._workers)):
            return None
        return await self._offloader.request(kind, msgspec.msgpack.encode(what), result_type)

    def lend(self) -> ProcessWorker | None:
        """Reserve an idle worker for a peer's request; None if all are needed by this process."""
        idle = sorted(
            (worker for worker in self._workers if worker.free),
            key=lambda worker: not worker.is_running,
        )
        if self.waiting or not idle:
            return None
        idle[0].free = False
        return idle[0]

    async def serve(self, worker: ProcessWorker, kind: str, data: bytes, waiting: int) -> bytes:
        """Answer a peer's request on a lent worker, and return the response encoded.

        `kind` is the kind of request, `data` the encoded request, and `waiting` the number of
        requests that wait at the peers.
        """
        result: Any
        if kind == THOUGHT:
            asked = msgspec.msgpack.decode(data, type=AiRequest)
            seconds = time_budget(1 + waiting // (1 + self._peers.peer_count), len(self._workers))
            result = await self._run_guarded(worker, self._decide(asked, seconds, worker))
        else:
            game, positions = msgspec.msgpack.decode(data, type=tuple[str, list[bytes]])
            result = await self._run_guarded(worker, evaluate(game, positions, worker))
        return msgspec.msgpack.encode(result)

    def _start_requests(self) -> None:
        super()._start_requests()
        self._peers.announce_free_worker()


# ---- serving peers


class WorkerLease(NamedTuple):
    """Idle worker of this process, reserved for one job of a peer.

    `pool` is the pool of the worker, `kind` the kind of job.
    """

    pool: RemoteRenderPool | RemoteAiPool
    worker: ProcessWorker
    kind: str

    async def do(self, what: bytes, waiting: int) -> bytes:
        """Run the job `what` and return its encoded result.

        `waiting` is how many more jobs wait at the peers.
        """
        return await self.pool.serve(self.worker, self.kind, what, waiting)

    def give_back(self) -> None:
        """Return the worker to its pool."""
        self.pool.give_back(self.worker)


def lease_factory(
    render_pool: RemoteRenderPool, ai_pool: RemoteAiPool
) -> Callable[[str], WorkerLease | None]:
    """Return a function that lends a worker for the given kind of work.

    The function returns None if all workers are busy. `render_pool` renders, `ai_pool` runs AI players.
    """

    def lend(kind: str) -> WorkerLease | None:
        pool = render_pool if kind == PICTURE else ai_pool
        worker = pool.lend()
        return None if worker is None else WorkerLease(pool, worker, kind)

    return lend
