"""When tables are to be looked at, and when the bot last ran."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from db.cells import dumps, loads
from db.matches import UNSHOWN
from db.port import Connection, Database, Row, upsert
from games.core.messages import Msg, Seat
from host.model import Notice

BEAT = upsert("pulse", ("one",), ("at",))


class Timers:
    """The columns `wake`, `due` and `nudge`, and the table `pulse`."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def next_wake(self) -> float | None:
        """When the first table of ours is to be looked at; None when none is."""
        ours, shards = self._db.served()
        sql = f"SELECT wake FROM matches WHERE wake > 0 AND {ours} ORDER BY wake LIMIT 1"  # noqa: S608 - words of our own
        row = await self._db.row(sql, shards)
        return None if row is None else float(row["wake"])

    async def woken(self, now: float) -> list[str]:
        """Ids of the tables of ours that are to be looked at by now, the longest due first."""
        ours, shards = self._db.served()
        sql = f"SELECT id FROM matches WHERE wake > 0 AND wake <= ? AND {ours} ORDER BY wake"  # noqa: S608 - words of our own
        rows = await self._db.rows(sql, (now, *shards))
        return [row["id"] for row in rows]

    async def census(self, now: float) -> tuple[dict[str, int], int]:
        """Our tables by status, and how many of them were to be looked at before now."""
        ours, shards = self._db.served()
        by_status = f"SELECT status, COUNT(*) AS n FROM matches WHERE {ours} GROUP BY status"  # noqa: S608 - words of our own
        rows = await self._db.rows(by_status, shards)
        overdue = f"SELECT COUNT(*) AS n FROM matches WHERE wake > 0 AND wake < ? AND {ours}"  # noqa: S608
        late = await self._db.row(overdue, (now, *shards))
        return {row["status"]: row["n"] for row in rows}, 0 if late is None else late["n"]

    async def nudged(self, match: str, nudges: Mapping[Seat, float], wake: float) -> None:
        """When these seats' people are to be reminded next, and the table looked at; touches no version."""

        async def work(conn: Connection) -> None:
            rows = [(at, match, seat) for seat, at in nudges.items()]
            await conn.executemany("UPDATE seats SET nudge = ? WHERE match = ? AND seat = ?", rows)
            await conn.execute("UPDATE matches SET wake = ? WHERE id = ?", (wake, match))

        await self._db.write(work)

    async def recall(self, match: str, seat: Seat) -> None:
        """The seat's person is to be called once more for what they are awaited for; touches no version."""
        sql = "UPDATE seats SET call = call + 1 WHERE match = ? AND seat = ? AND awaited = 1"
        await self._db.change(sql, (match, seat))

    async def pulse(self) -> float | None:
        """When the bot was last known to run (unix seconds); None for a new file."""
        row = await self._db.row("SELECT at FROM pulse")
        return None if row is None else float(row["at"])

    async def beat(self, now: float) -> None:
        """Note that the bot runs at `now` (unix seconds), for `pulse`."""
        await self._db.change(BEAT, (1, now))

    async def put_off(self, seconds: float, now: float, what: Msg | None, *, everywhere: bool = False) -> list[str]:
        """Everybody's time at our tables, or `everywhere`, ends so many seconds later, all at once; each table's log says `what`,
        and it is shown anew; and the bot runs. The ids of the tables."""
        timed = "SELECT match FROM seats WHERE due > 0"
        ours, shards = ("TRUE", ()) if everywhere else self._db.served()

        async def work(conn: Connection) -> list[str]:
            found = list(await conn.execute_fetchall(
                f"SELECT id, rows, notices FROM matches WHERE status = 'running' AND id IN ({timed}) AND {ours}",  # noqa: S608
                shards,
            ))
            if what is not None:
                noted = [(dumps([*_notices(row), Notice(row["rows"], now, what)]), row["id"]) for row in found]
                await conn.executemany("UPDATE matches SET notices = ? WHERE id = ?", noted)
            await conn.execute(
                f"UPDATE matches SET wake = wake + ?, {UNSHOWN} WHERE status = 'running' AND id IN ({timed}) AND {ours}",  # noqa: S608
                (seconds, *shards),
            )
            await conn.execute(
                "UPDATE seats SET nudge = CASE WHEN nudge > 0 THEN nudge + ? ELSE 0 END, due = due + ? WHERE due > 0"  # noqa: S608
                f" AND match IN (SELECT id FROM matches WHERE {ours})",
                (seconds, seconds, *shards),
            )
            await _absences_later(conn, seconds, ours, shards)
            await conn.execute(BEAT, (1, now))  # with it, or a crash would give the time away twice
            return [row["id"] for row in found]

        return await self._db.write(work)


def _notices(row: Row) -> list[Notice]:
    return loads(row["notices"], list[Notice], f"notices of table {row['id']}")


async def _absences_later(conn: Connection, seconds: float, ours: str, shards: Sequence[Any]) -> None:
    """Move what else runs out at a table by so many seconds: deadlines of minded seats, the grace before a seat opens, votes."""
    these = f" AND match IN (SELECT id FROM matches WHERE {ours})"  # noqa: S608 - words of our own, here and below
    await conn.execute(f"UPDATE seats SET late = late + ? WHERE late > 0{these}", (seconds, *shards))  # noqa: S608
    grace = f"UPDATE seats SET opens = opens + ? WHERE offered = 0 AND opens > 0{these}"  # noqa: S608
    await conn.execute(grace, (seconds, *shards))
    voting = await conn.execute_fetchall(
        f"SELECT id, vote FROM matches WHERE status = 'running' AND vote <> 'null' AND {ours}", shards  # noqa: S608
    )
    for row in list(voting):
        vote = loads(row["vote"], dict[str, Any], f"vote of table {row['id']}")
        if "until" in vote:     # else it is one of version 0.1.0
            later = dumps(vote | {"until": vote["until"] + seconds})
            await conn.execute("UPDATE matches SET vote = ? WHERE id = ?", (later, row["id"]))
