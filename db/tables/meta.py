"""Facts about the store as a whole."""

from __future__ import annotations

from app.ports.logins import Logins
from db.base.database import Connection, Database, upsert
from db.base.json_columns import dumps, loads

UPSERT = upsert("meta", ("name",), ("value",))
APPLICATION, LOOKED_AT, LOGINS = "application", "retention_looked_at", "logins"
DAMAGE_NAME = "what is known of the store"
ANY_DATA = (
    "SELECT 1 FROM matches UNION ALL SELECT 1 FROM users UNION ALL SELECT 1 FROM guilds UNION ALL SELECT 1 FROM departures"
    " LIMIT 1"
)


class MetaTable:
    """Repository of the table `meta`."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def application(self) -> str:
        """Return the owner: an application id, `SANDBOX`, or "" before the first use."""
        return await self._value(APPLICATION)

    async def set_application(self, application: str) -> None:
        """Store the owner of the store: an application id or `SANDBOX`."""
        await self._db.execute(UPSERT, (APPLICATION, application))

    async def is_used(self) -> bool:
        """Return whether the store holds any data."""
        return bool(await self._db.fetch_all(ANY_DATA))

    async def sweep_reference(self) -> float | None:
        """Return when the reference sweep ran (Unix seconds); None if there is none.

        A sweep looks for expired data. The next deletion deletes only what had expired by the time
        of the reference sweep (`app/background/retention.py`).
        """
        text = await self._value(LOOKED_AT)
        return loads(text, float, DAMAGE_NAME) if text else None

    async def save_sweep_reference(self, at: float) -> None:
        """Store a sweep at `at` (Unix seconds) as the new reference."""
        await self._db.execute(UPSERT, (LOOKED_AT, dumps(at)))

    async def add_login(self, now: float) -> Logins:
        """Count the next gateway login; return the logins of the day, of all processes.

        If the login must wait, its time (`Logins.last_at`) is later than `now` (Unix seconds).
        """

        async def body(conn: Connection) -> Logins:
            rows = list(
                await conn.execute_fetchall("SELECT value FROM meta WHERE name = ?", (LOGINS,))
            )
            logins = (loads(rows[0]["value"], Logins, DAMAGE_NAME) if rows else Logins()).with_next(
                now
            )
            await conn.execute(UPSERT, (LOGINS, dumps(logins)))
            return logins

        return await self._db.transaction(body)

    async def _value(self, name: str) -> str:
        row = await self._db.fetch_one("SELECT value FROM meta WHERE name = ?", (name,))
        return "" if row is None else str(row["value"])
