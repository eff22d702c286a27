"""People."""

from __future__ import annotations

from typing import Any

import aiosqlite

from db.cells import dumps, loads
from db.connection import Database
from host.model import Person


class Users:
    """The table `users`."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def person(self, user: int) -> Person | None:
        """A person by their id."""
        row = await self._db.row("SELECT * FROM users WHERE id = ?", (user,))
        if row is None:
            return None
        return Person(row["id"], row["name"], row["lang"], loads(row["prefs"], dict[str, Any]), bool(row["dm_closed"]))

    async def forget_person(self, user: int) -> None:
        """Drop a user's settings, and what they follow."""

        async def work(conn: aiosqlite.Connection) -> None:
            await conn.execute("DELETE FROM users WHERE id = ?", (user,))
            await conn.execute("DELETE FROM followers WHERE user = ?", (user,))

        await self._db.write(work)

    async def save_person(self, person: Person) -> None:
        """Write a person whole."""
        await self._db.write(
            lambda conn: conn.execute(
                "INSERT OR REPLACE INTO users (id, name, lang, prefs, dm_closed) VALUES (?, ?, ?, ?, ?)",
                (person.id, person.name, person.lang, dumps(person.prefs), person.dm_closed),
            )
        )
