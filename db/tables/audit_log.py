"""Audit log: actions of users as organizers of matches or administrators of their guild."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from app.ports.audit_log import AuditLogEntry, AuditLogEntryView
from db.base.database import Connection, Database, Row
from db.base.json_columns import dumps, loads

COLUMNS = ("id", "guild", "at", "user", "about", "match", "what", "args")
INSERT = f"INSERT INTO doings ({', '.join(COLUMNS)}) VALUES ({', '.join('?' * len(COLUMNS))})"  # noqa: S608 - our own constants
ALL_COLUMNS = ", ".join(f"d.{name}" for name in COLUMNS)
SELECT_PAGE = (
    f"SELECT {ALL_COLUMNS}, u.name AS name, a.name AS about_name, m.game AS game FROM doings d"  # noqa: S608
    " LEFT JOIN users u ON u.id = d.user LEFT JOIN users a ON a.id = d.about LEFT JOIN matches m ON m.id = d.match"
    " WHERE d.guild = ? ORDER BY d.at DESC, d.id DESC LIMIT ? OFFSET ?"
)


class AuditLogTable:
    """Repository of the audit log (table `doings`)."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def page(self, guild: int, skip: int, limit: int) -> list[AuditLogEntryView]:
        """Return at most `limit` of a guild's entries, newest first, after the newest `skip`."""
        rows = await self._db.fetch_all(SELECT_PAGE, (guild, limit, skip))
        return [
            AuditLogEntryView(
                _entry(row), row["name"] or "", row["about_name"] or "", row["game"] or ""
            )
            for row in rows
        ]

    async def count(self, guild: int) -> int:
        """Return the number of a guild's entries."""
        row = await self._db.fetch_one("SELECT COUNT(*) AS n FROM doings WHERE guild = ?", (guild,))
        return 0 if row is None else int(row["n"])

    async def of_user(self, user: int) -> list[AuditLogEntry]:
        """Return all entries of a user, in every guild, oldest first."""
        sql = f"SELECT {ALL_COLUMNS} FROM doings d WHERE d.user = ? ORDER BY d.at, d.id"  # noqa: S608 - our own constants
        return [_entry(row) for row in await self._db.fetch_all(sql, (user,))]

    async def add(self, entry: AuditLogEntry) -> None:
        """Write an entry of an action that changes nothing else in the store.

        The entry of another action is written with its change, by `insert`.
        """

        async def body(conn: Connection) -> None:
            await insert(conn, [entry])

        await self._db.transaction(body)

    async def has_before(self, before: float) -> bool:
        """Return whether there is an entry older than `before` (Unix seconds)."""
        return bool(
            await self._db.fetch_all("SELECT 1 FROM doings WHERE at < ? LIMIT 1", (before,))
        )

    async def forget_before(self, before: float) -> None:
        """Delete entries older than `before` (Unix seconds)."""
        await self._db.execute("DELETE FROM doings WHERE at < ?", (before,))


async def insert(conn: Connection, entries: Iterable[AuditLogEntry]) -> None:
    """Write entries in the transaction of the change that they describe."""
    for entry in entries:
        values = (
            entry.id,
            entry.guild,
            entry.at,
            entry.user,
            entry.about,
            entry.match,
            entry.what,
            dumps(entry.args),
        )
        await conn.execute(INSERT, values)


async def anonymize(conn: Connection, user: int) -> None:
    """Remove a deleted user from the entries; the entries stay."""
    await conn.execute("UPDATE doings SET user = NULL WHERE user = ?", (user,))
    await conn.execute("UPDATE doings SET about = NULL WHERE about = ?", (user,))


def _entry(row: Row) -> AuditLogEntry:
    args = loads(row["args"], dict[str, Any], f"what was done in server {row['guild']}")
    return AuditLogEntry(
        row["guild"],
        row["at"],
        row["user"],
        row["what"],
        row["match"],
        row["about"],
        args,
        row["id"],
    )
