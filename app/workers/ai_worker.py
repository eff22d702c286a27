"""Functions that run in an AI worker process: one request at a time, within a time limit.

`InProcessAi` runs them in a thread of the bot's own process.
"""

from __future__ import annotations

import importlib
import multiprocessing
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from types import FrameType
from typing import Any

from ai import think
from app.model.ai_request import AiRequest, AiResponse
from app.runtime.log_redaction import format_traceback
from games.core.engine import bots, walk
from games.core.engine.game import find, register
from games.core.state.position import Position
from games.core.state.rng import Rng
from games.core.text.messages import Path, Seat

# limit in wall seconds for each CPU second: on a busy machine the AI searches less, not longer
WALL_FACTOR = 1.5
INTERRUPT_GRACE_S = 2.0  # CPU seconds over the limit before the search is interrupted
INTERRUPT_RETRY_S = 0.5  # seconds to the next interrupt: the first may hit code that swallows it
# games that have no folder in `games`: module and name of the game object
Elsewhere = tuple[tuple[str, str], ...]


class ThinkTimeoutError(BaseException):
    """Error raised inside a search that ignores its time limit.

    It is not an `Exception`, because the search could catch those.
    """


Decide = Callable[[Position[Any, Any], Seat, think.PlayerKind, Rng, Callable[[], bool]], Path]


def search_move(
    pos: Position[Any, Any],
    seat: Seat,
    kind: think.PlayerKind,
    rng: Rng,
    has_time: Callable[[], bool],
    mood: int = 0,
) -> Path:
    """Return the move that `ai.think.decide` chooses, with the same parameters.

    `has_time` returns whether time is left.
    """
    return think.decide(pos, seat, kind, rng, has_time, mood=mood)


def policy(
    pos: Position[Any, Any],
    seat: Seat,
    kind: think.PlayerKind,
    rng: Rng,
    has_time: Callable[[], bool],
) -> Path:
    """Return the move of the game's own bot, which does not search; ignores `has_time`."""
    del has_time
    return bots.decide(pos, seat, "caretaker" if kind == "caretaker" else "game", rng)


def register_games(elsewhere: Elsewhere) -> None:
    """Register the games `elsewhere`, which are outside of the folder `games`.

    `elsewhere` has (module, variable of the game object) for each. Called once in each process. All
    other games are imported when they are first used.
    """
    register(*(getattr(importlib.import_module(module), name) for module, name in elsewhere))


def choose_move(asked: AiRequest, decide: Decide = search_move) -> AiResponse:
    """Return a legal move of an AI player.

    The move is chosen by `decide`. If that fails, times out or returns an illegal move, the game's
    own bot chooses. If this fails too, the move is the default answer.
    """
    pos = find(asked.game).codec.decode(asked.pos)
    if decide is search_move:
        decide = partial(search_move, mood=asked.mood)
    tracebacks = list[str]()
    for choose in (decide, policy):
        try:
            with _time_limit(asked.seconds + INTERRUPT_GRACE_S):
                path = choose(
                    pos, asked.seat, asked.kind, Rng.of(asked.seed), _time_left(asked.seconds)
                )
                walk.submit(pos, asked.seat, path)
        except (Exception, ThinkTimeoutError) as error:  # noqa: BLE001 - logged by the bot
            tracebacks.append(format_traceback(error))
        else:
            return AiResponse(path, "\n".join(tracebacks))
    return AiResponse(walk.default_path(pos, asked.seat), "\n".join(tracebacks))


def evaluate_positions(game: str, positions: Sequence[bytes]) -> list[list[float]]:
    """Return one list per position: the position's value for each seat.

    The values of a position sum to 1.
    """
    decode = find(game).codec.decode
    return [think.shares(decode(position)) for position in positions]


def _time_left(seconds: float) -> Callable[[], bool]:
    """Return a function that tells whether time is left; the time runs from now on.

    The limits are `seconds` of CPU time of this thread, and `WALL_FACTOR` times as much wall time.
    """
    cpu_start, wall_start = time.thread_time(), time.monotonic()
    return lambda: (
        time.thread_time() - cpu_start < seconds
        and time.monotonic() - wall_start < WALL_FACTOR * seconds
    )


@contextmanager
def _time_limit(seconds: float) -> Iterator[None]:
    """Raise `ThinkTimeoutError` in code that takes more than `seconds` of CPU time.

    Does nothing outside of a worker process and on systems without interval timers.
    """
    if not _can_interrupt():
        yield
        return
    signal.signal(signal.SIGPROF, _raise_timeout)
    signal.setitimer(signal.ITIMER_PROF, seconds, INTERRUPT_RETRY_S)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0.0)


def _can_interrupt() -> bool:
    """Return whether this is an AI worker process on a system with interval timers."""
    return hasattr(signal, "setitimer") and multiprocessing.parent_process() is not None


def _raise_timeout(_signal: int, _frame: FrameType | None) -> None:
    raise ThinkTimeoutError
