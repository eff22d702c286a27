"""Duration of `restore` for a backup with many running matches.

The command is run as an admin would, with all its verification (each match is replayed).
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from db.sqlite import backups
from db.store import open_store
from games.hosted import GAMES
from tools.load import seed

ROOT = Path(__file__).parents[2]
SIZES = (500, 5000)
LIMIT_S = 300.0  # seconds


def _place(at: int) -> seed.SeededTable:
    people = [(1000 + (at * 7 + seat) % 900, f"Persona {seat}") for seat in range(seed.MAX_SEATS)]
    return seed.SeededTable(1, 2, people, shown=True, nudge=time.time() + seed.DAY)


async def _filled(path: Path, count: int) -> None:
    """Fill a database with `count` running matches, all games in turn."""
    store = await open_store(path)
    try:
        await seed.fill(store, count, _place, lambda at: f"B{at:05}", list(GAMES))
    finally:
        await store.close()


def restored(folder: Path, count: int) -> dict[str, Any]:
    """Back up a new database with `count` matches, restore the backup, and time that.

    Returns the matches, their log rows, the size in MiB, and the seconds of the restore.
    """
    database, backup = folder / "sobremesa.sqlite3", folder / "kept.sqlite3"
    asyncio.run(_filled(database, count))
    backups.backup(database, backup, time.time())
    rows = asyncio.run(_rows(backup))
    begun = time.perf_counter()
    subprocess.run(
        [sys.executable, "bot.py", "restore", str(backup)],
        cwd=ROOT,
        check=True,
        capture_output=True,
        env={**os.environ, "DISCORD_TOKEN": "", "SOBREMESA_DATA": str(folder)},
    )
    seconds = time.perf_counter() - begun
    return {
        "tables": count,
        "rows": rows,
        "mib": round(backup.stat().st_size / 1024 / 1024, 1),
        "seconds": round(seconds, 1),
    }


async def _rows(path: Path) -> int:
    """Return the number of log rows to replay."""
    store = await open_store(path)
    try:
        row = await store._db.fetch_one("SELECT COUNT(*) AS n FROM actions")  # noqa: SLF001 - no port counts rows
        return 0 if row is None else int(row["n"])
    finally:
        await store.close()


def measure(sizes: tuple[int, ...] = SIZES) -> dict[str, Any]:
    """Measure one restore for each number of matches in `sizes`."""
    found: dict[str, Any] = {"targets": {"seconds": LIMIT_S}}
    for count in sizes:
        with tempfile.TemporaryDirectory() as name:
            found[str(count)] = restored(Path(name), count)
    return found
