"""Drawing and thinking as pools that any process may serve, where several serve one store: who gives what away, and how it
travels. What is above asks a painter and thinkers as ever (`app.ports.store`); with one process none of this is read.

Local first: a process that draws and thinks gives away what would wait long in its own queue. One that does not (`own` is False)
gives away everything, as long as anybody is there. What nobody begins in time is done here, by whoever asked for it.
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
OFFLOAD_QUEUE_PER_WORKER = 2  # what may wait here for each hand of ours before it is given away
IN_FLIGHT_PER_PEER = 4  # pictures that are asked of each process that serves, so that they go on waiting in turns here
CLAIM_TIMEOUT_S = 0.3  # seconds until what nobody has begun is done here
REMOTE_START_TIMEOUT_S = {
    PICTURE: 1.0,
    THOUGHT: ROUND_S,
    SHARES: ROUND_S,
}  # the same where a process would have to be started for it
COOLDOWN_S = 2.0  # seconds in which nothing more is given away when nobody had a hand free
IMAGE_TIMEOUT_S, FILM_TIMEOUT_S = (
    20.0,
    120.0,
)  # seconds until what somebody has begun is done here, too; a film
MADE_OF = ("games", "ai", "render", "app")  # folders of all that a picture or a thought comes from
PACKAGES = ("pillow", "msgspec")


class RemoteQueue(Protocol):
    """To the other processes."""

    @property
    def there(self) -> int:
        """How many others serve."""

    async def ask(self, kind: str, what: bytes, begun: float, patience: float) -> bytes | None:
        """What another has made of it; None where nobody has begun it after `begun` seconds, or has done it after `patience`, or
        could: then it is yours. Whoever is cancelled leaves nothing behind."""

    def spare(self) -> None:
        """A hand is free again."""


# ---- how it travels


def build_id() -> str:
    """Which program this is: a digest of all that pictures and thoughts are made of. Processes whose programs differ (in the
    midst of an update) do nothing for each other."""
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
    """A picture that is wanted: one scene, or those of a `motion`; the views apart, whose types only their games know. `name` is
    the digest of the whole."""

    name: str
    scenes: tuple[Scene, ...]
    motion: Animation | None = None
    hurried: bool = False


def encode_request(what: Scene | Animation, name: str, *, hurried: bool) -> bytes:
    """A scene as bytes that say the same in any process of this program."""
    scenes, motion = (
        ((what,), None)
        if isinstance(what, Scene)
        else (what.scenes, msgspec.structs.replace(what, scenes=()))
    )
    return msgspec.msgpack.encode(RenderRequest(name, scenes, motion, hurried))


def decode_request(data: bytes) -> tuple[Scene | Animation, bool]:
    """What was written, and whether it is in a hurry. Nothing in it is run: values alone are read, as the types say. KeyError for
    a game that is not known here, ValueError for what is no scene of it."""
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
    """What a scene of a game may show: what its `view` tells, or words (a card's name, a cover's light)."""
    return typing.get_type_hints(find(game).view)["return"] | str | tuple[str, ...] | None


# ---- who gives it away


class _Offer:
    """When work of one kind is given away, and for how long it is offered."""

    def __init__(self, line: RemoteQueue, own: bool) -> None:
        self._line, self._own, self._calm = line, own, 0.0

    def sensible(self, waiting: int, hands: int) -> bool:
        """Whether one of so many that wait for so many hands is to be done elsewhere."""
        if not self._line.there:
            return False
        return not self._own or (
            waiting > OFFLOAD_QUEUE_PER_WORKER * hands
            and asyncio.get_running_loop().time() > self._calm
        )

    async def make(
        self, kind: str, what: bytes, form: Any, patience: float = IMAGE_TIMEOUT_S
    ) -> Any:
        """What others have made of it, which is of this form; None where nobody has."""
        found = await self._line.ask(
            kind, what, CLAIM_TIMEOUT_S if self._own else REMOTE_START_TIMEOUT_S[kind], patience
        )
        if found is None:
            self._calm = asyncio.get_running_loop().time() + COOLDOWN_S
            return None
        try:
            return msgspec.msgpack.decode(found, type=form)
        except msgspec.DecodeError:
            log.exception("what another process has made of a %s can't be read", kind)
            return None


class RemoteRenderPool(RenderPool):
    """A painter who also draws for others, and has others draw (`app.ports.store.Images`)."""

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
        self._given: dict[str, asyncio.Task[None]] = {}  # by the names of wishes
        self._back = deque[RenderJob]()  # nobody else has drawn these: they are next here
        self._offer = _Offer(line, own)

    async def draw(self, scene: Scene | Animation, lane: Lane = "panel") -> Picture:
        """One picture, wherever. A wish that is cancelled is no longer asked of others."""
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
        """How many pictures wait for their turn here."""
        return super().waiting + len(self._back)

    async def warm_up(self, game: str) -> None:
        """As it says, where pictures are drawn here at all."""
        if self._own or not self._line.there:
            await super().warm_up(game)

    async def _keeps(self, at: int) -> bool:
        """As it says, where pictures are drawn here at all."""
        return (self._own or not self._line.there) and await super()._keeps(at)

    def close(self) -> None:
        """As it says; what others draw for this process is nobody's."""
        for task in self._given.values():
            task.cancel()
        super().close()

    def lend(self) -> ProcessWorker | None:
        """An idle process of ours, kept for a picture that others want; None while all are wanted here."""
        idle = sorted((one for one in self._easels if one.free), key=lambda one: not one.is_running)
        if not self._open or self._queue or self._back or not idle:
            return None
        idle[0].free = False
        return idle[0]

    def give_back(self, easel: ProcessWorker) -> None:
        """It is not needed any more."""
        easel.free = True
        self._next()

    async def serve(self, easel: ProcessWorker, _kind: str, data: bytes, waiting: int) -> bytes:
        """A picture for another process, by one of ours that was lent, while so many more wait."""
        scene, hurried = await asyncio.to_thread(decode_request, data)  # a film has hundreds
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
        """Have it drawn elsewhere, or put it back."""
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
            log.exception("nobody else could be asked for a picture")
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
    """Thinkers who also think for others, and have others think (`app.ports.store.Thinker`); `more` is as with all thinkers."""

    def __init__(self, line: RemoteQueue, *, own: bool = True, **more: Any) -> None:
        super().__init__(**more)
        self._line, self._offer = line, _Offer(line, own)

    async def think(self, asked: AiRequest) -> AiResponse:
        """The answer, wherever it comes from."""
        return await self._ask(THOUGHT, asked, AiResponse) or await super().think(asked)

    async def _part(self, game: str, positions: Sequence[bytes]) -> list[list[float]]:
        return await self._ask(SHARES, (game, positions), list[list[float]]) or await super()._part(
            game, positions
        )

    async def _ask(self, kind: str, what: Any, form: Any) -> Any:
        """What others say; None where they do not."""
        if not self._offer.sensible(self.waiting + 1, len(self._workers)):
            return None
        return await self._offer.make(kind, msgspec.msgpack.encode(what), form)

    def lend(self) -> ProcessWorker | None:
        """An idle process of ours, kept for a thought that others want; None while all are wanted here."""
        idle = sorted(
            (one for one in self._workers if one.free), key=lambda one: not one.is_running
        )
        if self.waiting or not idle:
            return None
        idle[0].free = False
        return idle[0]

    async def serve(self, worker: ProcessWorker, kind: str, data: bytes, waiting: int) -> bytes:
        """A thought, or what positions are worth, for another process, by one of ours that was lent, while so many more wait."""
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


# ---- who does it for others


class WorkerLease(NamedTuple):
    """An idle process of ours that is kept for one piece of others' work."""

    whose: RemoteRenderPool | RemoteAiPool
    worker: ProcessWorker
    kind: str

    async def do(self, what: bytes, waiting: int) -> bytes:
        """What comes of it, while so many more wait for a hand."""
        return await self.whose.serve(self.worker, self.kind, what, waiting)

    def give_back(self) -> None:
        """It is not needed any more."""
        self.whose.give_back(self.worker)


def lease_factory(
    painter: RemoteRenderPool, thinkers: RemoteAiPool
) -> Callable[[str], WorkerLease | None]:
    """Who lends a hand for a kind of work (None: all are busy)."""

    def lend(kind: str) -> WorkerLease | None:
        whose = painter if kind == PICTURE else thinkers
        worker = whose.lend()
        return None if worker is None else WorkerLease(whose, worker, kind)

    return lend
