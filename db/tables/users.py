"""Users and their settings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from app.model.match import User
from db.base.database import Connection, Database, upsert
from db.base.json_columns import PREFS, dumps, loads
from db.tables import audit_log


class UserTable:
    """Repository of the table `users`."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def get(self, user: int) -> User | None:
        """Return a user by id, or None."""
        rows = await self._db.fetch_fast("SELECT * FROM users WHERE id = ?", (user,))
        if not rows:
            return None
        row = rows[0]
        prefs = loads(row["prefs"], dict[str, Any], PREFS)
        return User(
            row["id"], row["name"], row["lang"], prefs, bool(row["dm_closed"]), row["own_name"]
        )

    async def prefs(self, users: Sequence[int]) -> dict[int, dict[str, Any]]:
        """Return the settings of the stored users among `users`, by user id."""
        rows = await self._db.fetch_fast(
            f"SELECT id, prefs FROM users WHERE id IN ({', '.join('?' * len(users))})",  # noqa: S608
            users,
        )
        return {row["id"]: loads(row["prefs"], dict[str, Any], PREFS) for row in rows}

    async def forget(self, user: int) -> None:
        """Delete a user's settings, follows, notes, reminders and invitations.

        The entries of the audit log stay, without the user's id.
        """

        async def body(conn: Connection) -> None:
            await conn.execute("DELETE FROM users WHERE id = ?", (user,))
            await conn.execute("DELETE FROM followers WHERE user = ?", (user,))
            await conn.execute("DELETE FROM notes WHERE user = ?", (user,))
            await conn.execute("DELETE FROM letters WHERE user = ?", (user,))
            await conn.execute("DELETE FROM invitations WHERE user = ? AND message = 0", (user,))
            # The message still exists in Discord: keep its row until the message is deleted. In
            # place of the user, -message keeps the key unique and is nobody's id.
            await conn.execute("UPDATE invitations SET user = -message WHERE user = ?", (user,))
            await audit_log.anonymize(conn, user)

        await self._db.transaction(body)

    async def save(self, person: User) -> None:
        """Write a user."""
        sql = upsert("users", ("id",), ("name", "lang", "prefs", "dm_closed", "own_name"))
        values = (
            person.id,
            person.name,
            person.lang,
            dumps(person.prefs),
            person.dm_closed,
            person.own_name,
        )
        await self._db.execute(sql, values)

    async def rename(
        self, user: int, name: str, *, guild: int | None = None, former: str | None = None
    ) -> None:
        """Store a new name of a user in open matches; their versions do not change.

        With `guild`, these are the open matches of the guild; otherwise all open matches in which
        the user has the name `former`.
        """
        where, arg = ("guild = ?", guild) if guild is not None else ("seats.name = ?", former)
        condition = (
            "user = ? AND name <> ? AND EXISTS (SELECT 1 FROM matches WHERE matches.id = seats.match"  # noqa: S608 - our own words
            f" AND status IN ('lobby', 'running', 'halted') AND {where})"
        )
        if await self._db.fetch_fast(
            f"SELECT 1 FROM seats WHERE {condition} LIMIT 1",  # noqa: S608 - our own words
            (user, name, arg),
        ):
            await self._db.execute(
                f"UPDATE seats SET name = ? WHERE {condition}",  # noqa: S608
                (name, user, name, arg),
            )
