"""Times at which matches must be checked, and the bot's heartbeat."""

from __future__ import annotations

from collections.abc import Mapping

from app.model.match import TableNotice
from db.base.database import Connection, Database, Row, upsert
from db.base.json_columns import dumps, loads
from db.tables import absences
from db.tables.matches import MARK_UNPUBLISHED
from games.core.text.messages import Msg, Seat

SAVE_HEARTBEAT_SQL = upsert("pulse", ("one",), ("at",))
JOIN_MATCHES = "JOIN matches ON matches.id = seats.match"
# The deadlines of a match stand still while the bot is not in its guild.
BOT_IN_GUILD = "guild NOT IN (SELECT guild FROM departures)"


class DeadlineTable:
    """Repository of deadlines, reminders and pings, and of the bot's heartbeat.

    It owns the columns `wake`, `due`, `nudge` and `ping_at`, and the table `pulse`.
    """

    def __init__(self, database: Database) -> None:
        self._db = database

    async def next_check_at(self) -> float | None:
        """Return the earliest check or ping of this process's matches (Unix seconds), or None."""
        owned, shards = self._db.owned_filter()
        sql = f"SELECT wake FROM matches WHERE wake > 0 AND {BOT_IN_GUILD} AND {owned} ORDER BY wake LIMIT 1"  # noqa: S608 - our own words
        wake = await self._db.fetch_one(sql, shards)
        owned, shards = self._db.owned_filter("matches.guild")
        sql = (
            f"SELECT ping_at FROM seats {JOIN_MATCHES} WHERE ping_at > 0 AND {BOT_IN_GUILD} AND {owned}"  # noqa: S608
            " ORDER BY ping_at LIMIT 1"
        )
        ping = await self._db.fetch_one(sql, shards)
        times = [float(row[0]) for row in (wake, ping) if row is not None]
        return min(times) if times else None

    async def due_matches(self, now: float) -> list[str]:
        """Return the ids of this process's matches whose check or ping is due.

        Matches with a due check come before matches with only a due ping; the longest overdue comes
        first. `now` is in Unix seconds.
        """
        owned, shards = self._db.owned_filter()
        sql = f"SELECT id FROM matches WHERE wake > 0 AND wake <= ? AND {BOT_IN_GUILD} AND {owned} ORDER BY wake"  # noqa: S608 - our own words
        rows = await self._db.fetch_all(sql, (now, *shards))
        owned, shards = self._db.owned_filter("matches.guild")
        sql = (
            f"SELECT match FROM seats {JOIN_MATCHES} WHERE ping_at > 0 AND ping_at <= ?"  # noqa: S608
            f" AND {BOT_IN_GUILD} AND {owned} ORDER BY ping_at"
        )
        pings = await self._db.fetch_all(sql, (now, *shards))
        return list(dict.fromkeys([*(row["id"] for row in rows), *(row["match"] for row in pings)]))

    async def match_counts(self, now: float) -> tuple[dict[str, int], int]:
        """Return (number of matches by status, number of those with an overdue check).

        The check of a match handles its deadlines and reminders. It is overdue if it should have
        taken place before `now` (Unix seconds). Only matches that this process serves are counted.
        """
        owned, shards = self._db.owned_filter()
        status_sql = f"SELECT status, COUNT(*) AS n FROM matches WHERE {owned} GROUP BY status"  # noqa: S608 - words of our own
        rows = await self._db.fetch_all(status_sql, shards)
        overdue_sql = f"SELECT COUNT(*) AS n FROM matches WHERE wake > 0 AND wake < ? AND {owned}"  # noqa: S608
        overdue = await self._db.fetch_one(overdue_sql, (now, *shards))
        counts = {row["status"]: row["n"] for row in rows}
        return counts, 0 if overdue is None else overdue["n"]

    async def set_reminders(
        self, match_id: str, next_reminders: Mapping[Seat, float], check_at: float
    ) -> None:
        """Store the next reminder of each seat and the next check of the match.

        All times are in Unix seconds. The version of the match does not change.
        """

        async def body(conn: Connection) -> None:
            rows = [(at, match_id, seat) for seat, at in next_reminders.items()]
            await conn.executemany("UPDATE seats SET nudge = ? WHERE match = ? AND seat = ?", rows)
            await conn.execute("UPDATE matches SET wake = ? WHERE id = ?", (check_at, match_id))

        await self._db.transaction(body)

    async def set_pings(self, match_id: str, at: Mapping[Seat, float]) -> None:
        """Store by seat when to ping the user, who was mentioned silently so far.

        A user is mentioned silently in quiet hours. The times are in Unix seconds; 0 means never.
        The version of the match does not change.
        """
        rows = [(time, match_id, seat) for seat, time in at.items()]
        sql = "UPDATE seats SET ping_at = ? WHERE match = ? AND seat = ?"
        await self._db.transaction(lambda conn: conn.executemany(sql, rows))

    async def request_ping(self, match_id: str, seat: Seat) -> None:
        """Request another ping of the seat's user, who has not made the decision yet.

        If the match does not wait for the seat, nothing changes. The version of the match does not
        change.
        """
        sql = "UPDATE seats SET call = call + 1 WHERE match = ? AND seat = ? AND awaited = 1"
        await self._db.execute(sql, (match_id, seat))

    async def last_heartbeat(self) -> float | None:
        """Return when the bot last ran (Unix seconds); None for a new store."""
        row = await self._db.fetch_one("SELECT at FROM pulse")
        return None if row is None else float(row["at"])

    async def save_heartbeat(self, now: float) -> None:
        """Store the heartbeat: the bot runs at `now` (Unix seconds)."""
        await self._db.execute(SAVE_HEARTBEAT_SQL, (1, now))

    async def extend(
        self, seconds: float, now: float, what: Msg | None, *, everywhere: bool = False
    ) -> list[str]:
        """Move all deadlines later by `seconds`; return the ids of the matches.

        These are the running matches with a deadline of this process or, with `everywhere`, of all
        processes. The notice `what` is added to the log of each match (None: no notice), and each
        match is published again. The heartbeat `now` (Unix seconds) is stored in the same
        transaction.
        """
        with_deadline = "SELECT match FROM seats WHERE due > 0"
        owned, shards = ("TRUE", ()) if everywhere else self._db.owned_filter()
        owned = f"{BOT_IN_GUILD} AND {owned}"
        running = f"status = 'running' AND id IN ({with_deadline}) AND {owned}"

        async def body(conn: Connection) -> list[str]:
            matches = list(
                await conn.execute_fetchall(
                    f"SELECT id, rows, notices FROM matches WHERE {running}",  # noqa: S608
                    shards,
                )
            )
            if what is not None:
                notices = [
                    (dumps([*_notices(row), TableNotice(row["rows"], now, what)]), row["id"])
                    for row in matches
                ]
                await conn.executemany("UPDATE matches SET notices = ? WHERE id = ?", notices)
            await conn.execute(
                f"UPDATE matches SET wake = wake + ?, {MARK_UNPUBLISHED} WHERE {running}",  # noqa: S608
                (seconds, *shards),
            )
            await conn.execute(
                "UPDATE seats SET nudge = CASE WHEN nudge > 0 THEN nudge + ? ELSE 0 END, due = due + ? WHERE due > 0"  # noqa: S608
                f" AND match IN (SELECT id FROM matches WHERE {owned})",
                (seconds, seconds, *shards),
            )
            await absences.postpone(conn, seconds, owned, shards)
            # in the same transaction: after a crash between two, the deadlines would be extended twice
            await conn.execute(SAVE_HEARTBEAT_SQL, (1, now))
            return [row["id"] for row in matches]

        return await self._db.transaction(body)


def _notices(row: Row) -> list[TableNotice]:
    return loads(row["notices"], list[TableNotice], f"notices of table {row['id']}")
