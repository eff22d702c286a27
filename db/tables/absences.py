"""Deadlines other than those of time controls: ends of votes, and absences that free a seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from db.base.database import Connection
from db.base.json_columns import dumps, loads


async def postpone(conn: Connection, seconds: float, where: str, args: Sequence[Any]) -> None:
    """Move deadlines that are not deadlines of players' clocks by so many seconds.

    These are ends of votes, deadlines of seats that a caretaker plays, and the times from which
    others may take an absent player's seat. `where` is an SQL condition that selects matches.
    """
    in_matches = f" AND match IN (SELECT id FROM matches WHERE {where})"  # noqa: S608 - words of our own, here and below
    extend_late = f"UPDATE seats SET late = late + ? WHERE late > 0{in_matches}"  # noqa: S608
    await conn.execute(extend_late, (seconds, *args))
    extend_grace = f"UPDATE seats SET opens = opens + ? WHERE offered = 0 AND opens > 0{in_matches}"  # noqa: S608
    await conn.execute(extend_grace, (seconds, *args))
    votes = await conn.execute_fetchall(
        f"SELECT id, vote FROM matches WHERE status = 'running' AND vote <> 'null' AND {where}",  # noqa: S608
        args,
    )
    for row in list(votes):
        vote = loads(row["vote"], dict[str, Any], f"vote of table {row['id']}")
        if "until" in vote:  # missing in votes of version 0.1.0
            postponed = dumps(vote | {"until": vote["until"] + seconds})
            await conn.execute("UPDATE matches SET vote = ? WHERE id = ?", (postponed, row["id"]))
