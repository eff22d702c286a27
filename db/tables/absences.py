"""Deadlines of a match besides time controls: votes, and absences that open a seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from db.base.database import Connection
from db.base.json_columns import dumps, loads


async def postpone(conn: Connection, seconds: float, where: str, args: Sequence[Any]) -> None:
    """Move vote ends, deadlines of substituted seats and grace periods by so many seconds.

    `where` is a condition on `matches` that selects the matches.
    """
    these = f" AND match IN (SELECT id FROM matches WHERE {where})"  # noqa: S608 - words of our own, here and below
    await conn.execute(f"UPDATE seats SET late = late + ? WHERE late > 0{these}", (seconds, *args))  # noqa: S608
    grace = f"UPDATE seats SET opens = opens + ? WHERE offered = 0 AND opens > 0{these}"  # noqa: S608
    await conn.execute(grace, (seconds, *args))
    voting = await conn.execute_fetchall(
        f"SELECT id, vote FROM matches WHERE status = 'running' AND vote <> 'null' AND {where}",  # noqa: S608
        args,
    )
    for row in list(voting):
        vote = loads(row["vote"], dict[str, Any], f"vote of table {row['id']}")
        if "until" in vote:  # missing in votes of version 0.1.0
            later = dumps(vote | {"until": vote["until"] + seconds})
            await conn.execute("UPDATE matches SET vote = ? WHERE id = ?", (later, row["id"]))
