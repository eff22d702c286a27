"""People, and the reminders that they were sent."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from app.model.match import User
from app.ports.store import ReminderMessage
from db.base.database import Connection, Database, upsert
from db.base.json_columns import PREFS, dumps, loads
from db.tables import audit_log


class Users:
    """The tables `users` and `letters`."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def person(self, user: int) -> User | None:
        """A person by their id."""
        rows = await self._db.fetch_fast("SELECT * FROM users WHERE id = ?", (user,))
        if not rows:
            return None
        row = rows[0]
        prefs = loads(row["prefs"], dict[str, Any], PREFS)
        return User(
            row["id"], row["name"], row["lang"], prefs, bool(row["dm_closed"]), row["own_name"]
        )

    async def prefs(self, users: Sequence[int]) -> dict[int, dict[str, Any]]:
        """What those of these people have set who are known."""
        rows = await self._db.fetch_fast(
            f"SELECT id, prefs FROM users WHERE id IN ({', '.join('?' * len(users))})",  # noqa: S608
            users,
        )
        return {row["id"]: loads(row["prefs"], dict[str, Any], PREFS) for row in rows}

    async def forget_person(self, user: int) -> None:
        """Drop a user's settings, what they follow and what reminds them; what they have done stays without them."""

        async def work(conn: Connection) -> None:
            await conn.execute("DELETE FROM users WHERE id = ?", (user,))
            await conn.execute("DELETE FROM followers WHERE user = ?", (user,))
            await conn.execute("DELETE FROM letters WHERE user = ?", (user,))
            await conn.execute("DELETE FROM invitations WHERE user = ? AND message = 0", (user,))
            await conn.execute(
                "UPDATE invitations SET user = -message WHERE user = ?", (user,)
            )  # its message is still there
            await audit_log.anonymize(conn, user)

        await self._db.transaction(work)

    async def save_person(self, person: User) -> None:
        """Write a person whole."""
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
        """Rename a person at their open tables; touches no version.

        These are the tables of a `guild`, or those at which they have the `former` name.
        """
        where, arg = ("guild = ?", guild) if guild is not None else ("seats.name = ?", former)
        seats = (
            "user = ? AND name <> ? AND EXISTS (SELECT 1 FROM matches WHERE matches.id = seats.match"  # noqa: S608 - our own words
            f" AND status IN ('lobby', 'running', 'halted') AND {where})"
        )
        if await self._db.fetch_fast(
            f"SELECT 1 FROM seats WHERE {seats} LIMIT 1",  # noqa: S608 - our own words
            (user, name, arg),
        ):
            await self._db.execute(
                f"UPDATE seats SET name = ? WHERE {seats}",  # noqa: S608
                (name, user, name, arg),
            )

    async def letters(self, users: Collection[int] | None = None) -> list[ReminderMessage]:
        """The reminders of these people, or everybody's, of those that have one."""
        these = "" if users is None else f"WHERE user IN ({', '.join('?' * len(users)) or 'NULL'})"
        sql = f"SELECT user, channel, message, matches FROM letters {these} ORDER BY user"  # noqa: S608 - marks alone
        rows = await self._db.fetch_all(sql, tuple(users or ()))
        return [
            ReminderMessage(
                row["user"],
                row["channel"],
                row["message"],
                loads(row["matches"], list[str], "a reminder"),
            )
            for row in rows
        ]

    async def save_letter(self, one: ReminderMessage) -> None:
        """Write a person's, instead of what was there."""
        sql = upsert("letters", ("user",), ("channel", "message", "matches"))
        values = (one.user, one.channel, one.message, dumps(one.matches))
        await self._db.execute(sql, values)

    async def forget_letter(self, user: int) -> None:
        """A person has no reminder any more; nothing changes when they had none."""
        await self._db.execute("DELETE FROM letters WHERE user = ?", (user,))
