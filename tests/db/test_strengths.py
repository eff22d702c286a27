"""A file from before AI players had strengths."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from db import open_store
from db.base.migrations import list_migrations
from db.sqlite.migrate import migrate

SEATS = {1: "game", 2: "greedy", 3: "random", 4: None}


@pytest.mark.parametrize("kind", ["running", "lobby"])
async def test_computer_players_of_every_former_kind_go_on(tmp_path: Path, kind: str):
    old, file = tmp_path / "old", tmp_path / "bot.sqlite3"
    old.mkdir()
    for number, step in list_migrations():
        if number <= 9:
            shutil.copy(step, old)
    migrate(file, old)
    with closing(sqlite3.connect(file)) as conn, conn:
        columns = {row[1]: row for row in conn.execute("PRAGMA table_info(matches)")}
        given = {
            "id": "AAA",
            "game": "cellar",
            "name": "",
            "lang": "es",
            "host": 1,
            "options": "{}",
            "size": 5,
            "status": kind,
        }
        bare = {
            name: 0 if row[2] != "TEXT" else "[]"
            for name, row in columns.items()
            if row[3] and row[4] is None
        }
        whole = {**bare, **given}
        marks = ", ".join("?" * len(whole))
        conn.execute(
            f"INSERT INTO matches ({', '.join(whole)}) VALUES ({marks})", list(whole.values())
        )
        for seat, computer in SEATS.items():
            conn.execute(
                "INSERT INTO seats (match, seat, user, name, computer, lang, asked, asked_digest, resigned, awaited, since,"
                " acted, seen) VALUES ('AAA', ?, ?, 'x', ?, 'es', 1, '', 0, 0, 0, 0, 0)",
                (seat, None if computer else 7, computer),
            )
    store = await open_store(file)
    match = await store.matches.get("AAA")
    assert match is not None
    assert [seat.computer for seat in match.seats] == ["firm", "easy", "easy", None]
    await store.close()
