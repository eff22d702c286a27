"""What servers have chosen."""

from __future__ import annotations

from typing import Any

from db.cells import dumps, loads
from db.port import Database, upsert


class Guilds:
    """The table `guilds`."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def guild_prefs(self, guild: int) -> dict[str, Any]:
        """What a server has chosen; nothing for one that has not."""
        row = await self._db.row("SELECT prefs FROM guilds WHERE id = ?", (guild,))
        return {} if row is None else loads(row["prefs"], dict[str, Any])

    async def save_guild_prefs(self, guild: int, prefs: dict[str, Any]) -> None:
        """Write all that a server has chosen, in place of what was there."""
        sql = upsert("guilds", ("id",), ("prefs",))
        await self._db.change(sql, (guild, dumps(prefs)))
