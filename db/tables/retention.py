"""Deletion of expired data: of guilds without the bot, and of games that ended long ago.

The tables: `departures` are the guilds that removed the bot, `doings` is the audit log, `letters`
are the reminders sent as direct messages.
"""

from __future__ import annotations

from collections.abc import Sequence

from app.model.match import TableNotice
from app.ports.removed_guilds import RemovedGuild
from db.base.database import Connection, Database, Row
from db.base.json_columns import dumps, loads
from db.tables import absences
from db.tables.matches import MARK_UNPUBLISHED
from games.core.text.messages import Msg

# The bot was removed from the guild at ?1 and returned at ?2. All times of a match move later by the
# time between. What began in that time, at x, moves only by the rest of it: x + ?2 - max(x, ?1).
_SHIFT_TIME = "{0} + ?2 - CASE WHEN {0} > ?1 THEN {0} ELSE ?1 END"
# the shift of a turn's deadline and reminder depends on when the turn began (`since`)
_TURN_SHIFT = "?2 - CASE WHEN since > ?1 THEN since ELSE ?1 END"
_SHIFT_DEADLINES = (
    f"UPDATE seats SET nudge = CASE WHEN nudge > 0 THEN nudge + {_TURN_SHIFT} ELSE 0 END,"  # noqa: S608 - our own words
    f" due = CASE WHEN due > 0 THEN due + {_TURN_SHIFT} ELSE 0 END, since = since + {_TURN_SHIFT}"
    " WHERE match = ?3 AND awaited = 1"
)
# deletes users without seat, organized match, followed match, note, invitation and audit entry
DELETE_UNREFERENCED_USERS = (
    "DELETE FROM users WHERE id NOT IN (SELECT user FROM seats WHERE user IS NOT NULL) AND id NOT IN (SELECT host FROM matches)"
    " AND id NOT IN (SELECT user FROM followers) AND id NOT IN (SELECT user FROM notes)"
    " AND id NOT IN (SELECT user FROM doings WHERE user IS NOT NULL)"
    " AND id NOT IN (SELECT about FROM doings WHERE about IS NOT NULL)"
    " AND NOT EXISTS (SELECT 1 FROM matches WHERE matches.invited LIKE '%' || CAST(users.id AS TEXT) || '%')"
)


class RetentionTable:
    """Repository of the table `departures`, and deletion of expired data."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def known_guilds(self) -> set[int]:
        """Return the ids of the guilds of which the store has data."""
        named = "SELECT guild FROM matches WHERE guild <> 0 UNION SELECT id FROM guilds UNION SELECT guild FROM doings"
        return {row[0] for row in await self._db.fetch_all(named)}

    async def removed_guilds(self) -> list[RemovedGuild]:
        """Return the guilds that have removed the bot, the earliest removal first."""
        rows = await self._db.fetch_all("SELECT guild, at, told FROM departures ORDER BY at, guild")
        return [RemovedGuild(row["guild"], row["at"], bool(row["told"])) for row in rows]

    async def mark_removed(self, guild: int, at: float) -> None:
        """Store that the bot was removed from a guild at `at` (Unix seconds).

        If a removal is already stored, nothing changes.
        """
        sql = "INSERT INTO departures (guild, at) VALUES (?, ?) ON CONFLICT DO NOTHING"
        await self._db.execute(sql, (guild, at))

    async def mark_removal_announced(self, guild: int) -> None:
        """Store that the organizers were told of the removal from the guild."""
        await self._db.execute("UPDATE departures SET told = 1 WHERE guild = ?", (guild,))

    async def mark_returned(self, guild: int, now: float, what: Msg | None) -> list[str]:
        """Extend a guild's deadlines by the time without the bot, and delete the removal record.

        The notice `what` is added to the log of each match with a running deadline (None: no
        notice). All open matches of the guild are published again. Returns the ids of the open
        matches; empty if no removal was recorded.
        """

        async def body(conn: Connection) -> list[str]:
            departures = list(
                await conn.execute_fetchall("SELECT at FROM departures WHERE guild = ?", (guild,))
            )
            if not departures:
                return []
            removed_at = float(departures[0]["at"])
            await conn.execute("DELETE FROM departures WHERE guild = ?", (guild,))
            matches = list(
                await conn.execute_fetchall(
                    "SELECT id, rows, notices, EXISTS (SELECT 1 FROM seats WHERE match = id AND due > 0) AS timed FROM matches"
                    " WHERE guild = ? AND status IN ('lobby', 'running', 'halted') ORDER BY id",
                    (guild,),
                )
            )
            if what is not None:
                notices = [
                    (dumps([*_notices(row), TableNotice(row["rows"], now, what)]), row["id"])
                    for row in matches
                    if row["timed"]
                ]
                await conn.executemany("UPDATE matches SET notices = ? WHERE id = ?", notices)
            shifts = [(removed_at, now, row["id"]) for row in matches]
            await conn.executemany(_SHIFT_DEADLINES, shifts)
            await absences.postpone(conn, max(0.0, now - removed_at), "guild = ?", (guild,))
            # check matches that have a timer again now: ?1 is `removed_at`, ?2 `now`, ?3 the match
            # id
            await conn.executemany(
                f"UPDATE matches SET changed_at = {_SHIFT_TIME.format('changed_at')},"  # noqa: S608
                " wake = CASE WHEN wake > 0 THEN ?2 ELSE 0 END,"
                f" {MARK_UNPUBLISHED} WHERE id = ?3",
                shifts,
            )
            return [row["id"] for row in matches]

        return await self._db.transaction(body)

    async def matches_of_guild(self, guild: int) -> list[str]:
        """Return the ids of a guild's matches."""
        return [
            row["id"]
            for row in await self._db.fetch_all(
                "SELECT id FROM matches WHERE guild = ? ORDER BY id", (guild,)
            )
        ]

    async def ended_before(self, before: float) -> list[str]:
        """Return the ids of ended or closed matches unchanged since `before` (Unix seconds)."""
        sql = "SELECT id FROM matches WHERE status IN ('ended', 'closed') AND changed_at < ? ORDER BY changed_at, id"
        return [row["id"] for row in await self._db.fetch_all(sql, (before,))]

    async def delete_matches(self, matches: Sequence[str]) -> None:
        """Delete matches with all their data."""

        async def body(conn: Connection) -> None:
            for match_id in matches:
                await conn.execute("DELETE FROM clicks WHERE match = ?", (match_id,))
                # foreign keys delete the rest
                await conn.execute("DELETE FROM matches WHERE id = ?", (match_id,))
                await conn.execute("UPDATE matches SET rematch = '' WHERE rematch = ?", (match_id,))
            await _delete_stale_reminders(conn, set(matches))

        await self._db.transaction(body)

    async def delete_guild(self, guild: int) -> None:
        """Delete what is left of a guild after its matches were deleted.

        Also deletes users of whom the store has only settings, and their reminders.
        """

        async def body(conn: Connection) -> None:
            await conn.execute("DELETE FROM guilds WHERE id = ?", (guild,))
            # `doings`: the audit log; `departures`: guilds that removed the bot; `letters`: reminders
            await conn.execute("DELETE FROM doings WHERE guild = ?", (guild,))
            await conn.execute("DELETE FROM departures WHERE guild = ?", (guild,))
            await conn.execute(DELETE_UNREFERENCED_USERS)
            await conn.execute("DELETE FROM letters WHERE user NOT IN (SELECT id FROM users)")

        await self._db.transaction(body)


async def _delete_stale_reminders(conn: Connection, deleted: set[str]) -> None:
    """Delete each reminder that names a deleted match and no existing one.

    `deleted` are the ids of the matches that were deleted just now.
    """
    for row in await conn.execute_fetchall("SELECT user, matches FROM letters"):
        named = loads(row["matches"], list[str], "a reminder")
        if deleted.isdisjoint(named):
            continue
        marks = ", ".join("?" * len(named))
        if not list(
            await conn.execute_fetchall(
                f"SELECT 1 FROM matches WHERE id IN ({marks}) LIMIT 1",  # noqa: S608
                named,
            )
        ):
            await conn.execute("DELETE FROM letters WHERE user = ?", (row["user"],))


def _notices(row: Row) -> list[TableNotice]:
    return loads(row["notices"], list[TableNotice], f"notices of table {row['id']}")
