"""The store as the host knows it (`host.ports.Repo`)."""

from __future__ import annotations

from pathlib import Path

from db.actions import Actions
from db.connection import Database, connect
from db.drafts import Drafts
from db.followers import Followers
from db.guilds import Guilds
from db.matches import Matches
from db.results import Results
from db.retention import Retention
from db.returns import Returns
from db.timers import Timers
from db.users import Users


class Store(Matches, Actions, Drafts, Users, Results, Timers, Followers, Guilds, Returns, Retention):
    """All tables, over one connection."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)

    @property
    def committed(self) -> tuple[int, float]:
        """How many transactions since the start, and when the last was (unix seconds; 0: none)."""
        return self._db.commits, self._db.committed

    async def forget_clicks(self, before: float) -> None:
        """Drop old clicks of lobbies: an interaction is never delivered again after a quarter of an hour."""
        await self._db.write(lambda conn: conn.execute("DELETE FROM clicks WHERE at < ?", (before,)))

    async def close(self) -> None:
        """Finish what is under way and let the file go."""
        await self._db.close()


async def open_store(path: Path | str) -> Store:
    """The store in this file, made where there is none. Raises `db.errors.Refused`, never falls back to anything else."""
    return Store(await connect(Path(path)))
