"""Settings of guilds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from app.ports.audit_log import AuditLogEntry
from db.base.database import Connection, Database, upsert
from db.base.json_columns import dumps, loads
from db.tables import audit_log


class GuildTable:
    """Repository of the table `guilds`."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def prefs(self, guild: int) -> dict[str, Any]:
        """Return the settings of a guild; empty if it has none."""
        row = await self._db.fetch_one("SELECT prefs FROM guilds WHERE id = ?", (guild,))
        return (
            {}
            if row is None
            else loads(row["prefs"], dict[str, Any], f"what server {guild} has chosen")
        )

    async def save_prefs(
        self, guild: int, prefs: dict[str, Any], audit_log_entries: Sequence[AuditLogEntry] = ()
    ) -> None:
        """Replace the settings of a guild and write `audit_log_entries`."""

        async def body(conn: Connection) -> None:
            await conn.execute(upsert("guilds", ("id",), ("prefs",)), (guild, dumps(prefs)))
            await audit_log.insert(conn, audit_log_entries)

        await self._db.transaction(body)
