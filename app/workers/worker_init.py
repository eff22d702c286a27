"""What each process beside the bot does first: it steps back behind whatever else the machine does, and ends with the bot."""

from __future__ import annotations

import contextlib
import multiprocessing
import multiprocessing.connection
import os
import signal
import threading
from collections.abc import Callable
from typing import Any


def init_worker(polite: int, then: Callable[..., None], given: tuple[Any, ...]) -> None:
    """Once in each process: low priority (`polite`: how low), then its own beginning. The bot alone hears signals; the process
    ends when the bot tells it to, or is no more."""
    for sign in ("SIGINT", "SIGTERM"):
        signal.signal(getattr(signal, sign), signal.SIG_IGN)
    if hasattr(os, "nice"):
        with contextlib.suppress(OSError):
            os.nice(polite)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()
    then(*given)


def _end_with(sentinel: Any) -> None:
    """A bot that was killed says nothing: its processes must not wait for ever."""
    multiprocessing.connection.wait([sentinel])
    os._exit(0)
