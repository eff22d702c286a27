"""A file that one process at a time holds, on every system. The system lets go of it however the process ends."""

from __future__ import annotations

import os
import sys
from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    def _take(fd: int) -> None:
        msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _take(fd: int) -> None:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)


def take(path: Path) -> int | None:
    """Hold the file, made where there is none: its descriptor, to be closed in the end; None when another process has it.
    `OSError` when it can't be opened."""
    fd = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        _take(fd)
    except OSError:
        os.close(fd)
        return None
    return fd
