"""What the doctor tells of a database on a server."""

from __future__ import annotations

from msgspec import Struct

FACTS = (  # the lock is the one that `db/postgres/connect.py` takes
    "SELECT (SELECT version FROM sobremesa), current_setting('server_version'), pg_database_size(current_database()),"
    " (SELECT count(*) FROM matches WHERE status = 'running'), EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory'"
    " AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND classid = CAST(? AS oid)"
    " AND objid = CAST(CAST(hashtext(current_schema()) AS bigint) & 4294967295 AS oid)),"
    " current_setting('fsync') = 'on' AND current_setting('full_page_writes') = 'on', (SELECT max(at) FROM pulse),"
    " coalesce((SELECT value FROM meta WHERE name = 'application'), '')"
)


class ServerInfo(Struct, frozen=True):
    """The number of the last migration, the server's version, bytes, running tables, whether a bot uses it, whether the server
    writes through to its disk, when a bot last ran (unix seconds), and whose tables they are ("": not said yet)."""

    version: int
    server: str
    size: int
    running: int
    used: bool
    durable: bool
    beat: float | None
    application: str
