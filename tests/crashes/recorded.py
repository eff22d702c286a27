"""Two people who play while all that SQLite does to the disk is recorded, in a process of its own:
`python -m tests.crashes.recorded FOLDER FILE`. Ends with 3 where that can't be."""

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
)  # so many clean stops, so many moves before each: a log is brought into its database on the way, too
NOT_HERE = 3


async def main(folder: Path, made: recorder.Recorder) -> None:
    """Play, and say in the record what was acknowledged."""
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
