"""AI workers: one or two low-priority processes behind one fair queue.

`AiWorkerPool` is the pool of the bot; `InProcessAi` replaces it in tests and tools. The functions
that run in a worker are in `ai_worker.py`.
"""

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

MAX_AI_WORKERS = 2  # processes; if possible, one core is left to the bot
NICE = 10  # nice value: below the render workers as well
MIN_BUDGET_S = 0.05  # least CPU seconds for a decision: enough for every game's policy
ROUND_S = 4.0  # seconds in which every waiting match should get its turn
BATCH = 20  # positions evaluated in one turn
HUNG_PROCESS_S = 120.0  # wall seconds after which a worker counts as hung
R = TypeVar("R")


def time_budget(waiting: int, workers: int) -> float:
    """Return the CPU seconds for the next decision.

    `waiting` is the number of waiting requests, the next one included; `workers` is the number of
    workers.
    """
    return max(MIN_BUDGET_S, min(MAX_CPU_S, ROUND_S * workers / max(1, waiting)))


class AiWorkerPool:
    """Pool of AI worker processes (`app.ports.services.AiPool`).

    Requests are served in order. A match makes one request at a time, so a match with many AI
    players gets no more turns than another. `most` is the number of workers (0: one less than the
    cores, at most `MAX_AI_WORKERS`). `elsewhere` has a (module, variable of the game object) for
    each game outside of the folder `games`. `choose_move` is the function that runs in the worker.
    """

    def __init__(
        self,
        most: int = 0,
        elsewhere: Elsewhere = (),
        choose_move: Callable[[AiRequest], AiResponse] = ai_worker.choose_move,
    ) -> None:
        self._choose_move = choose_move
        count = most or max(1, min(MAX_AI_WORKERS, (os.cpu_count() or 1) - 1))
        spec = WorkerSpec(
            name="computer player",
            nice=NICE,
            init=ai_worker.register_games,
            init_args=lambda: (elsewhere,),
        )
        self._workers = [ProcessWorker(spec) for _ in range(count)]
        self._queue = deque[asyncio.Future[ProcessWorker]]()

    async def think(self, asked: AiRequest) -> AiResponse:
        """Return the AI's response within the request's time limit.

        If many requests wait, the limit is lower. Cancellation kills the worker. Raises
        `BrokenProcessPool` if two processes in a row died of the request, and `TimeoutError` if one
        hung.
        """

        return await self._on_free_worker(
            lambda worker, seconds: self._decide(asked, seconds, worker)
        )

    async def evaluate(self, game: str, positions: Sequence[bytes]) -> list[list[float]]:
        """Return one list per position: the value of the position for each seat.

        The request waits in the same queue as requests for decisions.
        """
        parts = [positions[at : at + BATCH] for at in range(0, len(positions), BATCH)]
        return [values for part in parts for values in await self._evaluate_batch(game, part)]

    async def _evaluate_batch(self, game: str, positions: Sequence[bytes]) -> list[list[float]]:
        return await self._on_free_worker(lambda worker, _: evaluate(game, positions, worker))

    async def _decide(self, asked: AiRequest, seconds: float, worker: ProcessWorker) -> AiResponse:
        return await worker.run(
            self._choose_move, asked._replace(seconds=min(asked.seconds, seconds))
        )

    async def _on_free_worker(self, work: Callable[[ProcessWorker, float], Awaitable[R]]) -> R:
        """Wait for a free worker, then call `work` with it and the time budget in CPU seconds."""
        worker = await self._wait_for_worker()
        try:
            seconds = time_budget(1 + len(self._queue), len(self._workers))
            return await self._run_guarded(worker, work(worker, seconds))
        finally:
            self.give_back(worker)

    async def _run_guarded(self, worker: ProcessWorker, work: Awaitable[R]) -> R:
        """Return a worker's result; kill the worker on cancellation or timeout."""
        try:
            async with asyncio.timeout(HUNG_PROCESS_S):
                return await work
        except (asyncio.CancelledError, TimeoutError):
            worker.kill()
            raise

    @property
    def waiting(self) -> int:
        """Return how many requests wait for their turn."""
        return sum(not request.done() for request in self._queue)

    def close(self) -> None:
        """Cancel all requests and end all workers."""
        for request in self._queue:
            request.cancel()
        for worker in self._workers:
            worker.kill()

    async def _wait_for_worker(self) -> ProcessWorker:
        """Wait for a free worker and return it, reserved for the caller."""
        request: asyncio.Future[ProcessWorker] = asyncio.get_running_loop().create_future()
        self._queue.append(request)
        self._start_requests()
        try:
            return await request
        except asyncio.CancelledError:
            if request.done() and not request.cancelled():
                self.give_back(request.result())
            raise

    def give_back(self, worker: ProcessWorker) -> None:
        """Mark a worker as free and start the next waiting request."""
        worker.free = True
        self._start_requests()

    def _start_requests(self) -> None:
        # prefer running workers to those that must be started
        """Give each free worker the next waiting request."""
        for worker in sorted(
            (worker for worker in self._workers if worker.free),
            key=lambda worker: not worker.is_running,
        ):
            while self._queue and self._queue[0].done():
                self._queue.popleft()  # drop a request that was cancelled while it waited
            if not self._queue:
                return
            worker.free = False
            self._queue.popleft().set_result(worker)


async def evaluate(
    game: str, positions: Sequence[bytes], worker: ProcessWorker
) -> list[list[float]]:
    """Return one list per position: the position's value for each seat.

    A worker computes the values, in batches.
    """
    return await worker.run(ai_worker.evaluate_positions, game, positions)


class InProcessAi:
    """AI in a thread of this process, one request at a time: for tests and tools.

    The AI may search for `seconds` CPU seconds; by default 0, so it moves without search.
    """

    def __init__(self, decide: Decide = ai_worker.search_move, seconds: float = 0.0) -> None:
        self._decide, self._seconds = decide, seconds
        self._thread: ThreadPoolExecutor | None = None

    async def think(self, asked: AiRequest) -> AiResponse:
        """Return the AI's response; the time limit is this object's, not the request's."""
        self._thread = self._thread or ThreadPoolExecutor(1, thread_name_prefix="thinking")
        timed = asked._replace(seconds=self._seconds)
        return await asyncio.get_running_loop().run_in_executor(
            self._thread, ai_worker.choose_move, timed, self._decide
        )

    async def evaluate(self, game: str, positions: Sequence[bytes]) -> list[list[float]]:
        """Return one list per position: the position's value for each seat."""
        return await asyncio.to_thread(ai_worker.evaluate_positions, game, positions)

    def close(self) -> None:
        """Start no further requests; the result of a running one is dropped."""
        if self._thread is not None:
            self._thread.shutdown(wait=False, cancel_futures=True)
        self._thread = None
