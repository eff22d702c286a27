"""Lock file that one process at a time can hold, on Windows and POSIX.

The operating system releases the lock when the process ends, even after a crash.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    def _lock(fd: int) -> None:
        msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(fd: int) -> None:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)


def try_lock(path: Path) -> int | None:
    """Lock the file and return its descriptor; None if another process has the lock.

    The file is created if it is missing. The caller closes the descriptor. Raises `OSError` if
    the file can't be opened.
    """
    fd = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        _lock(fd)
    except OSError:
        os.close(fd)
        return None
    return fd
