"""Initialize a worker process: lower its priority, ignore signals, exit when the bot dies."""

from __future__ import annotations

import contextlib
import multiprocessing
import multiprocessing.connection
import os
import signal
import threading
from collections.abc import Callable
from typing import Any


def init_worker(nice: int, init: Callable[..., None], init_args: tuple[Any, ...]) -> None:
    """Initialize a worker process with a nice value, then call `init(*init_args)`.

    SIGINT and SIGTERM are ignored: the process ends when the bot says so or has died.
    """
    for sign in ("SIGINT", "SIGTERM"):
        signal.signal(getattr(signal, sign), signal.SIG_IGN)
    if hasattr(os, "nice"):
        with contextlib.suppress(OSError):
            os.nice(nice)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_exit_with_parent, args=(parent.sentinel,), daemon=True).start()
    init(*init_args)


def _exit_with_parent(sentinel: Any) -> None:
    """Exit when the parent process ends, even if it was killed."""
    multiprocessing.connection.wait([sentinel])
    os._exit(0)
