"""The store as the host knows it (`app.ports.store.Repo`)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from app.runtime.cluster import Cluster, SharedCluster
from db.base.database import Database
from db.base.errors import DriverMissingError
from db.base.url import APPLICATION_ID, on_server
from db.sqlite.connection import connect as sqlite
from db.tables.audit_log import AuditLogTable
from db.tables.deadlines import DeadlineStore
from db.tables.drafts import Drafts
from db.tables.game_log import GameLogStore
from db.tables.guilds import Guilds
from db.tables.invitations import Invitations
from db.tables.matches import Matches
from db.tables.meta import Meta
from db.tables.restore_recovery import RestoreStore
from db.tables.results import Results
from db.tables.retention import Retention
from db.tables.spectators import Followers
from db.tables.users import Users

if TYPE_CHECKING:
    from db.postgres.diagnostics import ServerInfo
    from db.postgres.work_queue import WorkQueue


class Store(
    Matches,
    GameLogStore,
    Drafts,
    Users,
    Results,
    DeadlineStore,
    Followers,
    Invitations,
    Guilds,
    RestoreStore,
    Retention,
    AuditLogTable,
    Meta,
):
    """All tables."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)

    @property
    def cluster(self) -> Cluster:
        """The processes that serve this store."""
        return self._db.cluster

    @property
    def members(self) -> SharedCluster | None:
        """The same, where there may be several."""
        return self._db.members

    @property
    def committed(self) -> tuple[int, float]:
        """How many transactions since the start, and when the last was (unix seconds; 0: none)."""
        return self._db.commits, self._db.committed

    async def forget_clicks(self, before: float) -> None:
        """Drop old clicks of lobbies: an interaction is never delivered again after a quarter of an hour."""
        await self._db.execute("DELETE FROM clicks WHERE at < ?", (before,))

    async def close(self) -> None:
        """Finish what is under way and let the file go."""
        await self._db.close()


async def open_store(where: Path | str, *, look: bool = False, shared: bool = False) -> Store:
    """The store in this file or at this address (`postgresql://...`), made where there is none; with `look` a server's as of this
    moment, whoever uses it, to read only; with `shared` a server's with other processes of ours, each of which sees to nothing
    until it joins them. Raises `db.base.errors.Refused`, never falls back to anything else."""
    return Store(await open_database(where, look=look, shared=shared))


async def open_database(where: Path | str, *, look: bool = False, shared: bool = False) -> Database:
    """The same without the repositories."""
    if not on_server(where):
        return await sqlite(Path(where))
    try:
        from db.postgres import connection
    except ModuleNotFoundError as error:
        raise DriverMissingError(where) from error
    return (
        await connection.look(str(where))
        if look
        else await connection.connect(str(where), shared=shared)
    )


def open_pool(url: str, program: str) -> WorkQueue:
    """Whom processes of the same program ask for work of theirs, beside a server's store; nothing is opened yet. Raises
    `DriverMissingError`."""
    try:
        from db.postgres.work_queue import WorkQueue
    except ModuleNotFoundError as error:
        raise DriverMissingError(url) from error
    return WorkQueue(url, program)


async def facts(url: str) -> ServerInfo:
    """What can be said of a server's database beside a bot that uses it. Raises `db.base.errors.Refused`."""
    database = await open_database(url, look=True)
    from db.postgres.diagnostics import FACTS, ServerInfo

    try:
        (row,) = await database.fetch_all(FACTS, (APPLICATION_ID,))
        return ServerInfo(*tuple(row))
    finally:
        await database.close()
