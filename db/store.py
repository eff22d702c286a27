"""Implementation of `app.ports.repo.Repo` over all tables."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from app.runtime.cluster import Cluster, SharedCluster
from db.base.database import Database
from db.base.errors import DriverMissingError
from db.base.url import APPLICATION_ID, is_server_url
from db.sqlite.connection import connect as sqlite
from db.tables.audit_log import AuditLogTable
from db.tables.deadlines import DeadlineTable
from db.tables.drafts import DraftTable
from db.tables.game_log import GameLogTable
from db.tables.guilds import GuildTable
from db.tables.invitations import InvitationTable
from db.tables.matches import MatchTable
from db.tables.meta import MetaTable
from db.tables.notes import NoteTable
from db.tables.reminders import ReminderTable
from db.tables.restore_recovery import RestoreTable
from db.tables.results import ResultTable
from db.tables.retention import RetentionTable
from db.tables.spectators import SpectatorTable
from db.tables.users import UserTable

if TYPE_CHECKING:
    from db.postgres.diagnostics import ServerInfo
    from db.postgres.work_queue import WorkQueue


class Commits(NamedTuple):
    """Number of commits since the start, and the time of the last one (Unix seconds; 0: none)."""

    total: int
    last_at: float


class Store:
    """Repositories of all tables in one database."""

    def __init__(self, database: Database) -> None:
        self._db = database
        self.matches = MatchTable(database)
        self.game_log = GameLogTable(database)
        self.drafts = DraftTable(database)
        self.users = UserTable(database)
        self.reminders = ReminderTable(database)
        self.results = ResultTable(database)
        self.deadlines = DeadlineTable(database)
        self.spectators = SpectatorTable(database)
        self.notes = NoteTable(database)
        self.invitations = InvitationTable(database)
        self.guilds = GuildTable(database)
        self.restore = RestoreTable(database)
        self.retention = RetentionTable(database)
        self.audit_log = AuditLogTable(database)
        self.meta = MetaTable(database)

    @property
    def cluster(self) -> Cluster:
        """Return the cluster: the processes that serve this store."""
        return self._db.cluster

    @property
    def shared_cluster(self) -> SharedCluster | None:
        """Return the cluster if several processes may share the store, else None."""
        return self._db.shared_cluster

    @property
    def commits(self) -> Commits:
        """Return the number of commits since the start and the time of the last one."""
        return Commits(total=self._db.commits, last_at=self._db.committed)

    async def close(self) -> None:
        """Finish open transactions and close the database."""
        await self._db.close()


async def open_store(where: Path | str, *, read_only: bool = False, shared: bool = False) -> Store:
    """Open the store in a file or at a `postgresql://` URL; create it if it is missing.

    `read_only` opens a read-only snapshot of a store on a server, even while a bot uses it. With
    `shared`, other processes may use the store on the server too; this process then serves no match
    until it joins them (`SharedCluster.join`). Raises `StoreOpenError`.
    """
    return Store(await open_database(where, read_only=read_only, shared=shared))


async def open_database(
    where: Path | str, *, read_only: bool = False, shared: bool = False
) -> Database:
    """Open the database of a store without its repositories; arguments as in `open_store`."""
    if not is_server_url(where):
        return await sqlite(Path(where))
    try:
        from db.postgres import connection
    except ModuleNotFoundError as error:
        raise DriverMissingError(where) from error
    return (
        await connection.open_snapshot(str(where))
        if read_only
        else await connection.connect(str(where), shared=shared)
    )


def open_work_queue(url: str, program: str) -> WorkQueue:
    """Return the work queue of the processes that run the same `program`, not connected yet.

    The queue is in the database at `url`. Raises `DriverMissingError`.
    """
    try:
        from db.postgres.work_queue import WorkQueue
    except ModuleNotFoundError as error:
        raise DriverMissingError(url) from error
    return WorkQueue(url, program)


async def server_info(url: str) -> ServerInfo:
    """Return facts about a server's database, which a bot may be using.

    Raises `StoreOpenError`.
    """
    database = await open_database(url, read_only=True)
    from db.postgres.diagnostics import FACTS, ServerInfo

    try:
        (row,) = await database.fetch_all(FACTS, (APPLICATION_ID,))
        return ServerInfo(*tuple(row))
    finally:
        await database.close()
