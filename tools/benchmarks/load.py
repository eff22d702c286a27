"""Load on one process: board delays, memory and shutdown time."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
HUNG_BOT_S = 300.0  # after that the bot counts as hung
# Limits for the figures: 99th percentile of the delay of boards, number of new matches without a
# board, memory of all processes, and time to shut down.
TARGETS = {"board_p99_s": 3.0, "without_board": 0, "mib": 300, "stop_seconds": 10}


def measure(
    game: str, tables: int = 45, fresh: int = 50, seconds: float = 75, flood: float = 30
) -> dict[str, Any]:
    """Run the load in four phases and return the figures.

    1. `tables` matches get 20 clicks per second in all, for `seconds`.
    2. `fresh` new matches start while the clicks go on.
    3. For `flood` seconds, the matches of phase 1 are clicked as fast as clicks are acknowledged.
    4. The process gets SIGTERM.

    `game` is a game's id, or "all" for all games in turn.
    """
    wanted = {"game": game, "tables": tables, "fresh": fresh, "seconds": seconds, "flood": flood}
    args = [word for name, value in wanted.items() for word in (f"--{name}", str(value))]
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "tools.benchmarks.crowd", folder, *args]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            try:
                report = next((line for line in process.stdout if line.startswith("{")), "")
                if not report:
                    raise RuntimeError("the bot ended under the load")
                ended = time.perf_counter()
                process.send_signal(signal.SIGTERM)
                process.wait(HUNG_BOT_S)
            finally:
                process.kill()
    return {
        **json.loads(report),
        "stop_seconds": round(time.perf_counter() - ended, 2),
        "targets": TARGETS,
    }
