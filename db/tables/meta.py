"""Facts about the store as a whole."""

from __future__ import annotations

from app.ports.logins import Logins
from db.base.database import Connection, Database, upsert
from db.base.json_columns import dumps, loads

WRITE = upsert("meta", ("name",), ("value",))
APPLICATION, LOOKED_AT, LOGINS = "application", "retention_looked_at", "logins"
WHAT = "what is known of the store"
USED = (
    "SELECT 1 FROM matches UNION ALL SELECT 1 FROM users UNION ALL SELECT 1 FROM guilds UNION ALL SELECT 1 FROM departures"
    " LIMIT 1"
)


class MetaTable:
    """Repository of the table `meta`."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def application(self) -> str:
        """Return the owner: an application id, `SANDBOX`, or "" before the first use."""
        return await self._meta(APPLICATION)

    async def set_application(self, application: str) -> None:
        """Store the owner."""
        await self._db.execute(WRITE, (APPLICATION, application))

    async def is_used(self) -> bool:
        """Return whether the store holds any data."""
        return bool(await self._db.fetch_all(USED))

    async def last_sweep(self) -> float | None:
        """Return when retention last ran with a plausible clock (unix seconds), or None."""
        text = await self._meta(LOOKED_AT)
        return loads(text, float, WHAT) if text else None

    async def save_sweep(self, at: float) -> None:
        """Store that retention has run."""
        await self._db.execute(WRITE, (LOOKED_AT, dumps(at)))

    async def add_login(self, now: float) -> Logins:
        """Count a gateway login and return all of the day, of every process."""

        async def work(conn: Connection) -> Logins:
            rows = list(
                await conn.execute_fetchall("SELECT value FROM meta WHERE name = ?", (LOGINS,))
            )
            logins = (loads(rows[0]["value"], Logins, WHAT) if rows else Logins()).with_next(now)
            await conn.execute(WRITE, (LOGINS, dumps(logins)))
            return logins

        return await self._db.transaction(work)

    async def _meta(self, name: str) -> str:
        row = await self._db.fetch_one("SELECT value FROM meta WHERE name = ?", (name,))
        return "" if row is None else str(row["value"])
