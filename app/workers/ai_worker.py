"""Work of an AI process: one request at a time, each within its time limit.

The bot's own thread can run it as well.
"""

from __future__ import annotations

import importlib
import multiprocessing
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
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

# wall seconds for each CPU second: on a busy machine the AI searches less, not longer
WALL_FACTOR = 1.5
INTERRUPT_GRACE_S = 2.0  # CPU seconds over the limit before the search is interrupted
INTERRUPT_RETRY_S = 0.5  # seconds to the next interrupt: the first may hit code that swallows it
Elsewhere = tuple[tuple[str, str], ...]  # games outside of `games`: module and name


class ThinkTimeoutError(BaseException):
    """Interrupt of a search that ignores its time limit.

    No `Exception`, because the search could catch those.
    """


Decide = Callable[[Position[Any, Any], Seat, think.Kind, Rng, Callable[[], bool]], Path]


def own(
    pos: Position[Any, Any], seat: Seat, kind: think.Kind, rng: Rng, more: Callable[[], bool]
) -> Path:
    """Return the move of `ai.think.decide`, which calls `more` to know if time is left."""
    return think.decide(pos, seat, kind, rng, more)


def policy(
    pos: Position[Any, Any], seat: Seat, kind: think.Kind, rng: Rng, more: Callable[[], bool]
) -> Path:
    """Return the move of the game's own bot, without search."""
    del more
    return bots.decide(pos, seat, "caretaker" if kind == "caretaker" else "game", rng)


def begin(elsewhere: Elsewhere) -> None:
    """Register games without a folder in `games`, once in each process.

    The others are found when first used.
    """
    register(*(getattr(importlib.import_module(module), name) for module, name in elsewhere))


def answer(asked: AiRequest, decide: Decide = own) -> AiResponse:
    """Return a legal move: by `decide`, else by the game's policy, else the default.

    The later ones are used if the earlier one fails or times out.
    """
    pos = find(asked.game).codec.decode(asked.pos)
    wrong = list[str]()
    for decided in (decide, policy):
        try:
            with _interrupted(asked.seconds + INTERRUPT_GRACE_S):
                path = decided(
                    pos, asked.seat, asked.kind, Rng.of(asked.luck), _clock(asked.seconds)
                )
                walk.submit(pos, asked.seat, path)
        except (Exception, ThinkTimeoutError) as error:  # noqa: BLE001 - logged by the bot
            wrong.append(format_traceback(error))
        else:
            return AiResponse(path, "\n".join(wrong))
    return AiResponse(walk.default_path(pos, asked.seat), "\n".join(wrong))


def weigh(game: str, positions: Sequence[bytes]) -> list[list[float]]:
    """Return each position's value for every seat; the values sum to 1."""
    decode = find(game).codec.decode
    return [think.shares(decode(one)) for one in positions]


def _clock(seconds: float) -> Callable[[], bool]:
    """Return a function that returns whether time is left."""
    worked, begun = time.thread_time(), time.monotonic()
    return lambda: (
        time.thread_time() - worked < seconds and time.monotonic() - begun < WALL_FACTOR * seconds
    )


@contextmanager
def _interrupted(seconds: float) -> Iterator[None]:
    """Raise `ThinkTimeoutError` in code that takes longer.

    Only possible in a process of its own, and not on every system.
    """
    if not _alone():
        yield
        return
    signal.signal(signal.SIGPROF, _late)
    signal.setitimer(signal.ITIMER_PROF, seconds, INTERRUPT_RETRY_S)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0.0)


def _alone() -> bool:
    """Return whether this is an AI worker process on a system with interval timers."""
    return hasattr(signal, "setitimer") and multiprocessing.parent_process() is not None


def _late(_signal: int, _frame: FrameType | None) -> None:
    raise ThinkTimeoutError
