"""All tables are copied from a file to a server, or back."""

from __future__ import annotations

import asyncio
from pathlib import Path

from db.base.url import on_server
from db.sqlite.connection import examine
from db.store import Store, open_database
from db.transfer import move
from ops.backups.verify import VerificationReport, folded


async def moved(source: Path | str, target: Path | str) -> tuple[int, VerificationReport]:
    """Copy a store that no bot has into an empty one, each row read again, and see whether every running table folds there: how
    many rows there are, and what was found. Both are brought up to date first. Raises `Refused`, `Unlike`."""
    if not on_server(source):
        await asyncio.to_thread(examine, Path(source))
    old = await open_database(source)
    try:
        new = await open_database(target)
        try:
            rows = sum((await move(old, new, target)).values())
            return rows, await folded(Store(new))
        finally:
            await new.close()
    finally:
        await old.close()
