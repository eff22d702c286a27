"""Recovery after a restore: matches have an earlier state than the messages on Discord.

A button on Discord has the number of a decision (column `seats.asked`). After a restore, a seat
could reach the same number again with another prompt. So the decisions get higher numbers, and
buttons from before the restore are refused as stale.
"""

from __future__ import annotations

from app.model.match import TableNotice
from db.base.database import Connection, Database
from db.base.json_columns import dumps, loads
from db.tables.matches import MARK_UNPUBLISHED
from games.core.text.messages import Msg

OPEN_MATCH = "status IN ('lobby', 'running', 'halted')"
# The new decision numbers are normally derived from the time (`first_decision_after_restore`). If
# the clock is wrong, that may be lower than numbers already used; then this is added to the old
# numbers instead: more decisions than a seat can have made since the backup.
DECISIONS_WITHOUT_CLOCK = 1000
BUMP_DECISION_SQL = "CASE WHEN asked + ?1 > ?2 THEN asked + ?1 ELSE ?2 END"
# `quiet` is a decision number too (`SeatRow.manual_decision`). `call + awaited` counts a new ping
# for each seat that must act.
RENUMBER_DECISIONS = (
    f"UPDATE seats SET quiet = CASE WHEN quiet = asked THEN {BUMP_DECISION_SQL} ELSE quiet END, asked = {BUMP_DECISION_SQL},"  # noqa: S608 - our own constant
    " call = call + awaited WHERE match = ?3"
)


class RestoreTable:
    """Repository of the table `copied`, which only backups have (`db/sqlite/backups.py`)."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def backup_time(self) -> float | None:
        """Return when the file was taken as a backup (Unix seconds).

        None if it is not a backup, or after `republish_matches`.
        """
        if "copied" not in await self._db.tables():
            return None
        row = await self._db.fetch_one("SELECT at FROM copied")
        return None if row is None else float(row["at"])

    async def republish_matches(self, now: float, decision: int, what: Msg) -> list[str]:
        """Mark all open matches as unpublished; return those that lost moves, as ids.

        A match has lost moves if it had changed since the backup. In each such match, the notice
        `what` is added to the log, users who must act are pinged again, and decisions are numbered
        from `decision` on. Buttons from before the restore have lower numbers, so that they are
        stale. `now` is the time of the notice (Unix seconds).
        """

        async def republish(conn: Connection) -> list[str]:
            # `kept`: ids of the matches that have lost nothing, because they had not changed since the backup
            copied_rows = await conn.execute_fetchall("SELECT kept FROM copied")
            unchanged = {
                match_id
                for row in copied_rows
                for match_id in loads(row["kept"], list[str], "the mark of a copy")
            }
            await conn.execute(f"UPDATE matches SET {MARK_UNPUBLISHED} WHERE {OPEN_MATCH}")  # noqa: S608
            rows = await conn.execute_fetchall(
                f"SELECT id, rows, notices FROM matches WHERE {OPEN_MATCH}"  # noqa: S608
            )
            reverted = [row for row in rows if row["id"] not in unchanged]
            for row in reverted:
                # tell the players; renumber the decisions, so that old buttons are stale; drop the
                # drafts, which belong to the old numbers
                notices = [
                    *loads(row["notices"], list[TableNotice], f"notices of table {row['id']}"),
                    TableNotice(row["rows"], now, what),
                ]
                await conn.execute(
                    "UPDATE matches SET notices = ? WHERE id = ?", (dumps(notices), row["id"])
                )
                # this also requests the pings; the first argument matters if the clock is wrong (see above)
                await conn.execute(
                    RENUMBER_DECISIONS, (DECISIONS_WITHOUT_CLOCK, decision, row["id"])
                )
                await conn.execute("DELETE FROM drafts WHERE match = ?", (row["id"],))
            await conn.execute("DROP TABLE copied")
            return [row["id"] for row in reverted]

        return await self._db.transaction(republish)
