"""Direct messages that remind users of the matches waiting for them."""

from __future__ import annotations

from collections.abc import Collection

from app.ports.repo import ReminderMessage
from db.base.database import Database, upsert
from db.base.json_columns import dumps, loads


class ReminderTable:
    """Repository of the table `letters`."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def find(self, users: Collection[int] | None = None) -> list[ReminderMessage]:
        """Return the stored reminders of these users, or of all users."""
        where = "" if users is None else f"WHERE user IN ({', '.join('?' * len(users)) or 'NULL'})"
        sql = f"SELECT user, channel, message, matches FROM letters {where} ORDER BY user"  # noqa: S608 - marks alone
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

    async def save(self, reminder: ReminderMessage) -> None:
        """Write a user's reminder, in place of an older reminder."""
        sql = upsert("letters", ("user",), ("channel", "message", "matches"))
        values = (reminder.user, reminder.channel, reminder.message, dumps(reminder.matches))
        await self._db.execute(sql, values)

    async def forget(self, user: int) -> None:
        """Delete a user's reminder, if there is one."""
        await self._db.execute("DELETE FROM letters WHERE user = ?", (user,))
