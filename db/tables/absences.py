"""Deadlines other than players' clocks: ends of votes, absences that free a seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from db.base.database import Connection
from db.base.json_columns import dumps, loads


async def postpone(conn: Connection, seconds: float, where: str, args: Sequence[Any]) -> None:
    """Move all deadlines except players' clocks later by `seconds`.

    These are ends of votes, deadlines of seats that a caretaker plays, and the times from which
    another user may take an absent player's seat. `where` is an SQL condition that selects matches;
    `args` are its arguments.
    """
    in_matches = f" AND match IN (SELECT id FROM matches WHERE {where})"  # noqa: S608 - words of our own, here and below
    # `late`: deadline of a seat that a caretaker plays
    move_caretaker_deadlines = f"UPDATE seats SET late = late + ? WHERE late > 0{in_matches}"  # noqa: S608
    await conn.execute(move_caretaker_deadlines, (seconds, *args))
    # `opens`: when others may take the seat; `offered` = 0: that time has not come yet
    move_seat_openings = (
        f"UPDATE seats SET opens = opens + ? WHERE offered = 0 AND opens > 0{in_matches}"  # noqa: S608
    )
    await conn.execute(move_seat_openings, (seconds, *args))
    votes = await conn.execute_fetchall(
        f"SELECT id, vote FROM matches WHERE status = 'running' AND vote <> 'null' AND {where}",  # noqa: S608
        args,
    )
    for row in list(votes):
        vote = loads(row["vote"], dict[str, Any], f"vote of table {row['id']}")
        if "until" in vote:  # missing in votes of version 0.1.0
            postponed = dumps(vote | {"until": vote["until"] + seconds})
            await conn.execute("UPDATE matches SET vote = ? WHERE id = ?", (postponed, row["id"]))
