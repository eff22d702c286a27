"""Find files of the bot that other accounts of the machine can read."""

from __future__ import annotations

import stat
from collections.abc import Iterator
from pathlib import Path

SECRET = ("*.sqlite3*", "backups/*.sqlite3*")  # patterns in the data folder


def open_to_others(settings: Path, data: Path) -> Iterator[Path]:
    """Yield the paths that other accounts of the machine can read.

    These are the settings file `settings`, and the folder `data` if any database or backup in it is
    readable.
    """
    if _is_open(settings):
        yield settings
    if any(_is_open(file) for pattern in SECRET for file in sorted(data.glob(pattern))):
        yield data


def _is_open(file: Path) -> bool:
    """Return whether other accounts can read a file, by its mode and its folders' modes."""
    try:
        real = file.resolve(strict=True)
        if not real.is_file() or not real.stat().st_mode & stat.S_IROTH:
            return False
        return all(folder.stat().st_mode & stat.S_IXOTH for folder in real.parents)
    except OSError:
        return False
