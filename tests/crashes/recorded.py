"""Two players in a process that records all file operations of SQLite.

`python -m tests.crashes.recorded FOLDER FILE` exits with 3 if recording is impossible.
"""

from __future__ import annotations

import asyncio
import pickle
import sys
from pathlib import Path
from typing import Any

from app.match import lobby
from tests.app.harness import AppHarness
from tests.crashes import player, recorder
from tests.crashes.played import Fixed

LIVES, MOVES = (
    3,
    60,
)  # clean stops, and moves before each; a stop checkpoints the write-ahead log
NOT_HERE = 3


async def main(folder: Path, made: recorder.Recorder) -> None:
    """Play and add the acknowledged commits to the record."""
    module: Any = lobby
    module.secrets = Fixed(3)
    harness = AppHarness(folder)
    await harness.open()
    for life in range(LIVES):
        await player.play(harness, life, made.tell, MOVES)
        await harness.reopen()
    await harness.app.stop()


if __name__ == "__main__":
    found = recorder.install()
    if found is None:
        sys.exit(NOT_HERE)
    asyncio.run(main(Path(sys.argv[1]), found))
    Path(sys.argv[2]).write_bytes(pickle.dumps(found.events))
