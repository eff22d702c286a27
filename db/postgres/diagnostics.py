"""Facts about a server's database for the `doctor` command."""

from __future__ import annotations

from msgspec import Struct

FACTS = (  # the lock of `db/postgres/connect.py`
    "SELECT (SELECT version FROM sobremesa), current_setting('server_version'), pg_database_size(current_database()),"
    " (SELECT count(*) FROM matches WHERE status = 'running'), EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory'"
    " AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND classid = CAST(? AS oid)"
    " AND objid = CAST(CAST(hashtext(current_schema()) AS bigint) & 4294967295 AS oid)),"
    " current_setting('fsync') = 'on' AND current_setting('full_page_writes') = 'on', (SELECT max(at) FROM pulse),"
    " coalesce((SELECT value FROM meta WHERE name = 'application'), '')"
)


class ServerInfo(Struct, frozen=True):
    """Facts about a server's database.

    - `version`: number of the last migration
    - `server`: version of PostgreSQL
    - `size`: bytes
    - `running`: number of running matches
    - `used`: True if a bot holds the lock
    - `durable`: True if the server syncs to its disk
    - `beat`: last heartbeat of a bot (Unix seconds)
    - `application`: the owner, "" if not set
    """

    version: int
    server: str
    size: int
    running: int
    used: bool
    durable: bool
    beat: float | None
    application: str
