"""Initialization of a worker process: low priority, no signals, end with the bot."""

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
    """Initialize a worker process, then call `then(*given)`.

    `polite` is the nice value. Signals are ignored: the process ends when the bot says so or
    has died.
    """
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
    """End this process when the bot dies, even if it was killed."""
    multiprocessing.connection.wait([sentinel])
    os._exit(0)
