"""What a thinking process does: one question after the other, each within its time. The bot's own thread can do the same."""

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

WALL_FACTOR = 1.5  # wall seconds in which a second of the processor must be had: on a busy machine less is thought, not longer
INTERRUPT_GRACE_S = (
    2.0  # seconds of the processor beyond its time after which whoever still thinks is interrupted
)
INTERRUPT_RETRY_S = 0.5  # seconds until they are interrupted once more: the first time it may have been in the wrong place
Elsewhere = tuple[tuple[str, str], ...]  # games that live elsewhere: module and name


class ThinkTimeoutError(BaseException):
    """Whoever thinks does not look at the clock. No `Exception`: those may be met where the thinking is done."""


Decide = Callable[[Position[Any, Any], Seat, think.Kind, Rng, Callable[[], bool]], Path]


def own(
    pos: Position[Any, Any], seat: Seat, kind: think.Kind, rng: Rng, more: Callable[[], bool]
) -> Path:
    """What our computer players do (`ai.think.decide`); they ask `more` whether there is time to think on."""
    return think.decide(pos, seat, kind, rng, more)


def policy(
    pos: Position[Any, Any], seat: Seat, kind: think.Kind, rng: Rng, more: Callable[[], bool]
) -> Path:
    """What they would do without thinking ahead."""
    del more
    return bots.decide(pos, seat, "caretaker" if kind == "caretaker" else "game", rng)


def begin(elsewhere: Elsewhere) -> None:
    """Once in each process: make known the games that have no folder of their own; the others are found when they are met."""
    register(*(getattr(importlib.import_module(module), name) for module, name in elsewhere))


def answer(asked: AiRequest, decide: Decide = own) -> AiResponse:
    """A legal path: what the computer player decides; where it fails or is late the game's policy, else the default."""
    pos = find(asked.game).codec.decode(asked.pos)
    wrong = list[str]()
    for decided in (decide, policy):
        try:
            with _interrupted(asked.seconds + INTERRUPT_GRACE_S):
                path = decided(
                    pos, asked.seat, asked.kind, Rng.of(asked.luck), _clock(asked.seconds)
                )
                walk.submit(pos, asked.seat, path)
        except (Exception, ThinkTimeoutError) as error:  # noqa: BLE001 - the bot has the log
            wrong.append(format_traceback(error))
        else:
            return AiResponse(path, "\n".join(wrong))
    return AiResponse(walk.default_path(pos, asked.seat), "\n".join(wrong))


def weigh(game: str, positions: Sequence[bytes]) -> list[list[float]]:
    """What each position is worth to each seat, together 1."""
    decode = find(game).codec.decode
    return [think.shares(decode(one)) for one in positions]


def _clock(seconds: float) -> Callable[[], bool]:
    """Tells whether any of the seconds is left."""
    worked, begun = time.thread_time(), time.monotonic()
    return lambda: (
        time.thread_time() - worked < seconds and time.monotonic() - begun < WALL_FACTOR * seconds
    )


@contextmanager
def _interrupted(seconds: float) -> Iterator[None]:
    """Raise `ThinkTimeoutError` in what takes longer. Only a process of its own can be interrupted, and not on every system."""
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
    """True in a process that does nothing but think."""
    return hasattr(signal, "setitimer") and multiprocessing.parent_process() is not None


def _late(_signal: int, _frame: FrameType | None) -> None:
    raise ThinkTimeoutError
