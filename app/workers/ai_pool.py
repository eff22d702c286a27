"""Who thinks for computer players: a process or two at low priority, and one fair queue for all tables before them."""

from __future__ import annotations

import asyncio
import os
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from app.model.ai_request import MAX_CPU_S, AiRequest, AiResponse
from app.workers import ai_worker
from app.workers.ai_worker import Decide, Elsewhere
from app.workers.process_worker import ProcessWorker, WorkerSpec

MAX_AI_WORKERS = 2  # processes; one core is left to the bot where there is more than one
NICE = 10  # how far they step back: behind painters, too
MIN_BUDGET_S = (
    0.05  # the same where many wait: enough for the policy of every game, and for a look around
)
ROUND_S = 4.0  # seconds in which every table that waits should have had its turn
BATCH = 20  # positions that are weighed in one turn
HUNG_PROCESS_S = 120.0  # wall seconds after which a process that thinks is taken to hang
R = TypeVar("R")


def time_budget(waiting: int, workers: int) -> float:
    """Seconds of the processor for the next decision while so many tables wait, this one among them."""
    return max(MIN_BUDGET_S, min(MAX_CPU_S, ROUND_S * workers / max(1, waiting)))


class AiWorkerPool:
    """Thinks in processes of its own (`app.ports.store.Thinker`): the loop stays free. First come,
    first served: a table asks for one
    decision at a time, so that one with many computer players gets no more turns than another.

    `elsewhere` are games that have no folder in `games`; `answer` is what is done in the process.
    """

    def __init__(
        self,
        most: int = 0,
        elsewhere: Elsewhere = (),
        answer: Callable[[AiRequest], AiResponse] = ai_worker.answer,
    ) -> None:
        self._answer = answer
        count = most or max(1, min(MAX_AI_WORKERS, (os.cpu_count() or 1) - 1))
        trade = WorkerSpec("computer player", NICE, ai_worker.begin, lambda: (elsewhere,))
        self._workers = [ProcessWorker(trade) for _ in range(count)]
        self._queue = deque[asyncio.Future[ProcessWorker]]()

    async def think(self, asked: AiRequest) -> AiResponse:
        """The answer, within the time that it is given, and the sooner the more others wait. Who is cancelled leaves nothing
        running. Raises `BrokenProcessPool` when two processes died of it, TimeoutError when one hung."""

        return await self._next_one(lambda worker, seconds: self._decide(asked, seconds, worker))

    async def evaluate(self, game: str, positions: Sequence[bytes]) -> list[list[float]]:
        """What each position is worth to each seat, in turn with those who think."""
        parts = [positions[at : at + BATCH] for at in range(0, len(positions), BATCH)]
        return [one for part in parts for one in await self._part(game, part)]

    async def _part(self, game: str, positions: Sequence[bytes]) -> list[list[float]]:
        return await self._next_one(lambda worker, _: evaluate(game, positions, worker))

    async def _decide(self, asked: AiRequest, seconds: float, worker: ProcessWorker) -> AiResponse:
        return await worker.run(self._answer, asked._replace(seconds=min(asked.seconds, seconds)))

    async def _next_one(self, work: Callable[[ProcessWorker, float], Awaitable[R]]) -> R:
        """Work for the next process that is free; it is told how many seconds it may take."""
        worker = await self._turn()
        try:
            seconds = time_budget(1 + len(self._queue), len(self._workers))
            return await self._with(worker, work(worker, seconds))
        finally:
            self.give_back(worker)

    async def _with(self, worker: ProcessWorker, work: Awaitable[R]) -> R:
        """A process's work; it is killed when nobody waits for that any more, or it hangs."""
        try:
            async with asyncio.timeout(HUNG_PROCESS_S):
                return await work
        except (asyncio.CancelledError, TimeoutError):
            worker.kill()
            raise

    @property
    def waiting(self) -> int:
        """How many tables wait for their turn."""
        return sum(not turn.done() for turn in self._queue)

    def close(self) -> None:
        """End what is being thought, and leave no process behind."""
        for turn in self._queue:
            turn.cancel()
        for worker in self._workers:
            worker.kill()

    async def _turn(self) -> ProcessWorker:
        """Wait for a process that is free."""
        turn: asyncio.Future[ProcessWorker] = asyncio.get_running_loop().create_future()
        self._queue.append(turn)
        self._next()
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.give_back(turn.result())
            raise

    def give_back(self, worker: ProcessWorker) -> None:
        """A process has nothing more to do."""
        worker.free = True
        self._next()

    def _next(self) -> None:
        # who is at work already goes before who would have to be started
        for worker in sorted(
            (one for one in self._workers if one.free), key=lambda one: not one.is_running
        ):
            while self._queue and self._queue[0].done():
                self._queue.popleft()  # nobody waits for it any more
            if not self._queue:
                return
            worker.free = False
            self._queue.popleft().set_result(worker)


async def evaluate(
    game: str, positions: Sequence[bytes], worker: ProcessWorker
) -> list[list[float]]:
    """What each position is worth to each seat, says a process."""
    return await worker.run(ai_worker.weigh, game, positions)


class InProcessAi:
    """Thinks in a thread of this process, one question after the other: for tests and tools. No time to think ahead, unless some
    is given."""

    def __init__(self, decide: Decide = ai_worker.own, seconds: float = 0.0) -> None:
        self._decide, self._seconds = decide, seconds
        self._thread: ThreadPoolExecutor | None = None

    async def think(self, asked: AiRequest) -> AiResponse:
        """The answer; this thinker's own `seconds` count in place of the question's."""
        self._thread = self._thread or ThreadPoolExecutor(1, thread_name_prefix="thinking")
        timed = asked._replace(seconds=self._seconds)
        return await asyncio.get_running_loop().run_in_executor(
            self._thread, ai_worker.answer, timed, self._decide
        )

    async def evaluate(self, game: str, positions: Sequence[bytes]) -> list[list[float]]:
        """What each position is worth to each seat."""
        return await asyncio.to_thread(ai_worker.weigh, game, positions)

    def close(self) -> None:
        """Begin nothing more; what is being thought ends unheard."""
        if self._thread is not None:
            self._thread.shutdown(wait=False, cancel_futures=True)
        self._thread = None
