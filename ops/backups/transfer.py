"""Copy all data from a database file to a PostgreSQL server, or back."""

from __future__ import annotations

import asyncio
from pathlib import Path

from db.base.url import is_server_url
from db.sqlite.connection import examine
from db.store import Store, open_database
from db.transfer import copy_and_verify
from ops.backups.verify import VerificationReport, replay_running


async def copy_store(source: Path | str, target: Path | str) -> tuple[int, VerificationReport]:
    """Copy the store `source` into the empty store `target` and verify the copy.

    No bot may use either store during the copy. Both stores are migrated first. Returns the number
    of rows, and the report of replaying every running match of the copy. Raises `StoreOpenError`
    and `CopyMismatchError`.
    """
    if not is_server_url(source):
        await asyncio.to_thread(examine, Path(source))
    old = await open_database(source)
    try:
        new = await open_database(target)
        try:
            rows = sum((await copy_and_verify(old, new, target)).values())
            return rows, await replay_running(Store(new))
        finally:
            await new.close()
    finally:
        await old.close()
