"""Content of a store, read from its file."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from app.log import game_record
from app.model.match import encode_position
from db import open_store
from db.sqlite.backups import open_read_only
from ui.custom_ids import PanelId, TableId, decode


def interactions(path: Path) -> set[str]:
    """Return the interactions in the store while a bot uses it."""
    with closing(open_read_only(path)) as conn:
        return {
            click
            for (click,) in conn.execute(
                "SELECT interaction FROM actions WHERE interaction IS NOT NULL"
            )
        }


def present(path: Path, control: str, user: int, *, passing: bool) -> bool:
    """Return whether a control may have no effect, read while a bot uses the store.

    Either it belongs to the current prompt of its user, or it refreshes a panel in `passing`
    while the user has no prompt.
    """
    what, match = decode(control), control.split(":")[1]
    with closing(open_read_only(path)) as conn:
        found = conn.execute(
            "SELECT asked, awaited FROM seats WHERE match = ? AND user = ?", (match, user)
        ).fetchall()
    if isinstance(what, TableId):
        return (
            passing and what.action == "play" and [bool(awaited) for _, awaited in found] == [False]
        )
    return isinstance(what, PanelId) and [asked for asked, _ in found] == [what.decision]


def log_of(path: Path) -> dict[str, list[str]]:
    """Return the rows of every table from an undamaged file, in order."""
    with closing(sqlite3.connect(path)) as conn:
        assert conn.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        log: dict[str, list[str]] = {
            match: [] for (match,) in conn.execute("SELECT id FROM matches")
        }
        for match, row in conn.execute(
            "SELECT match, row FROM actions WHERE n > 0 ORDER BY match, n"
        ):
            log[match].append(row)
        numbers = {match: list[int]() for match in log}
        for match, n in conn.execute("SELECT match, n FROM actions WHERE n > 0 ORDER BY match, n"):
            numbers[match].append(n)
        for match, rows in conn.execute("SELECT id, rows FROM matches"):
            assert numbers[match] == list(range(1, rows + 1))
    return log


async def assert_log_replays(path: Path) -> None:
    """Assert that every match of a file replays and its rows lead to its position."""
    store = await open_store(path)
    try:
        for match in await store.matches.find(statuses=("running", "ended")):
            record, stored = (
                await game_record.record(store, match.id),
                await store.matches.load(match.id),
            )
            assert game_record.check(record).ok, match.id
            assert stored is not None
            assert encode_position(game_record.rebuild(record)) == encode_position(stored.pos), (
                match.id
            )
    finally:
        await store.close()
