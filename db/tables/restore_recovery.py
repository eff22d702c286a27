"""Recovery after a restore: matches went back, but Discord still shows later states."""

from __future__ import annotations

from app.model.match import TableNotice
from db.base.database import Connection, Database
from db.base.json_columns import dumps, loads
from db.tables.matches import MARK_UNPUBLISHED
from games.core.text.messages import Msg

OPEN = "status IN ('lobby', 'running', 'halted')"
# above any number of decisions of a seat since the backup; used if the clock can't be trusted
DECISIONS_WITHOUT_CLOCK = 1000
BUMP_DECISION_SQL = "CASE WHEN asked + ?1 > ?2 THEN asked + ?1 ELSE ?2 END"
RENUMBER = (
    f"UPDATE seats SET quiet = CASE WHEN quiet = asked THEN {BUMP_DECISION_SQL} ELSE quiet END, asked = {BUMP_DECISION_SQL},"  # noqa: S608 - our own constant
    " call = call + awaited WHERE match = ?3"
)


class RestoreTable:
    """Repository of the table `copied`, which only backups have (`db/sqlite/backups.py`)."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def copied_at(self) -> float | None:
        """Return when the file was taken as a backup (unix seconds).

        None if it is no backup, or after `republish_matches`.
        """
        if "copied" not in await self._db.tables():
            return None
        row = await self._db.fetch_one("SELECT at FROM copied")
        return None if row is None else float(row["at"])

    async def republish_matches(self, now: float, decision: int, what: Msg) -> list[str]:
        """Publish all open matches again and return the ids of those that went back.

        Each of these gets the notice `what` in its log, calls its awaited users again, and
        numbers its decisions from `decision` on, so that no button from a lost state can answer
        them.
        """

        async def work(conn: Connection) -> list[str]:
            marks = await conn.execute_fetchall("SELECT kept FROM copied")
            kept = {
                one
                for mark in marks
                for one in loads(mark["kept"], list[str], "the mark of a copy")
            }
            await conn.execute(f"UPDATE matches SET {MARK_UNPUBLISHED} WHERE {OPEN}")  # noqa: S608
            rows = await conn.execute_fetchall(
                f"SELECT id, rows, notices FROM matches WHERE {OPEN}"  # noqa: S608
            )
            back = [row for row in rows if row["id"] not in kept]
            for row in back:
                notices = [
                    *loads(row["notices"], list[TableNotice], f"notices of table {row['id']}"),
                    TableNotice(row["rows"], now, what),
                ]
                await conn.execute(
                    "UPDATE matches SET notices = ? WHERE id = ?", (dumps(notices), row["id"])
                )
                await conn.execute(RENUMBER, (DECISIONS_WITHOUT_CLOCK, decision, row["id"]))
                await conn.execute("DELETE FROM drafts WHERE match = ?", (row["id"],))
            await conn.execute("DROP TABLE copied")
            return [row["id"] for row in back]

        return await self._db.transaction(work)
