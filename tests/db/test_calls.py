"""A file from before pings followed decisions."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from app.model.match import Match, MessageRefs, SeatRow
from db import open_store
from db.base.migrations import list_migrations
from db.sqlite.migrate import migrate


async def test_what_was_told_stays_told_and_what_was_swallowed_is_called(tmp_path: Path):
    """At the first table Ana was called; at the second nothing calls her, though it was noted: a computer player had moved."""
    old, file = tmp_path / "old", tmp_path / "bot.sqlite3"
    old.mkdir()
    for number, step in list_migrations():
        if number <= 2:
            shutil.copy(step, old)
    migrate(file, old)
    with closing(sqlite3.connect(file)) as conn, conn:
        for code, summons in (("AAA", 7), ("BBB", 0)):
            match = Match(
                code, "cellar", "x", "es", 1, {}, 2, "running", [], MessageRefs(), 0.0, 0.0
            )
            values = [code, match.game, match.status, summons]
            conn.execute(
                "INSERT INTO matches VALUES (?, ?, '', 'es', 1, '{}', 2, ?, 0, 0, '', '', '', 1, 1, 1, '', '', '[]', '', '[]',"
                " 1, 1, 0, 0, 0, 0, 0, ?, 0, NULL)",
                values,
            )
            for seat in (
                SeatRow(0, 1, "Ana", awaited=True, last_own_row=1),
                SeatRow(1, None, "Bot", "game"),
            ):
                conn.execute(
                    "INSERT INTO seats (match, seat, user, name, computer, lang, asked, asked_digest, resigned, awaited, since,"
                    " acted, seen, pinged) VALUES (?, ?, ?, ?, ?, 'es', 1, '', 0, ?, 0, ?, 0, ?)",
                    (
                        code,
                        seat.seat,
                        seat.user,
                        seat.name,
                        seat.computer,
                        seat.awaited,
                        seat.last_own_row,
                        seat.awaited,
                    ),
                )
    store = await open_store(file)
    assert await store.matches.without_ping() == ["BBB"]
    kept = await store.matches.get("AAA")
    assert kept is not None
    assert [seat.knows_newest_ping for seat in kept.seats] == [True, True]
    await store.close()
