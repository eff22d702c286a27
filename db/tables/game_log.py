"""The log: append-only rows, checkpoints, and the clicks that have counted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from app.model.match import LogEntry, encode_position
from app.ports.store import DuplicateInteractionError
from db.base.database import Connection, Database, upsert
from db.base.json_columns import dumps, loads, position
from games.core.engine.history import HistoryRow
from games.core.state.position import Position

Pos = Position[Any, Any]
CHECKPOINT = upsert("checkpoints", ("match", "n"), ("keep", "final", "position"))


class GameLogStore:
    """The tables `actions`, `checkpoints` and `clicks`, for reading."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def entries(self, match: str, after: int = 0, upto: int | None = None) -> list[LogEntry]:
        """Rows of the log in order with `after < n <= upto`, struck ones included."""
        rows = await self._db.fetch_fast(
            "SELECT row, at, interaction, undone_by FROM actions WHERE match = ? AND n > ? AND n <= ? ORDER BY n",
            (match, after, 2**62 if upto is None else upto),
        )
        what = f"the log of table {match}"
        return [
            LogEntry(
                loads(row["row"], HistoryRow, what), row["at"], row["interaction"], row["undone_by"]
            )
            for row in rows
        ]

    async def clicked(self, interaction: str) -> str | None:
        """The match in which this interaction id has counted, None when it has not."""
        rows = await self._db.fetch_fast(
            "SELECT match FROM actions WHERE interaction = ?1 UNION ALL SELECT match FROM clicks WHERE interaction = ?1",
            (interaction,),
        )
        return str(rows[0]["match"]) if rows else None

    async def checkpoint(
        self, match: str, *, upto: int | None = None, final: bool = False
    ) -> tuple[int, Pos]:
        """The newest checkpoint (with `upto`: at or before that row; with `final`: final for everybody); row 0 is the start.

        Raises KeyError when the match has not begun, `CorruptDataError` when it is not the position after its row.
        """
        rows = await self._db.fetch_fast(
            "SELECT c.n, c.position, m.game, a.row FROM checkpoints c JOIN matches m ON m.id = c.match"
            " LEFT JOIN actions a ON a.match = c.match AND a.n = c.n"
            " WHERE c.match = ? AND c.n <= ? AND final >= ? ORDER BY c.n DESC LIMIT 1",
            (match, 2**62 if upto is None else upto, final),
        )
        if not rows:
            raise KeyError(match)
        row = rows[0]
        return row["n"], position(match, row["game"], row["position"], row["row"], row["n"])


async def append(conn: Connection, match: str, entries: Sequence[LogEntry]) -> None:
    """Write rows inside a transaction. Raises `DuplicateInteractionError` when an interaction id is stored."""
    for entry in entries:
        await unused(conn, entry.interaction)
        await conn.execute(
            "INSERT INTO actions (match, n, row, at, interaction, undone_by) VALUES (?, ?, ?, ?, ?, ?)",
            (match, entry.row.n, dumps(entry.row), entry.at, entry.interaction, entry.struck_by),
        )


async def unused(conn: Connection, interaction: str | None) -> None:
    """Raise `DuplicateInteractionError` when the interaction id is stored as a move or as a lobby's step."""
    if interaction is not None:
        found = await conn.execute_fetchall(
            "SELECT 1 FROM actions WHERE interaction = ?1 UNION ALL SELECT 1 FROM clicks WHERE interaction = ?1",
            (interaction,),
        )
        if list(found):
            raise DuplicateInteractionError(interaction)


async def count_click(conn: Connection, interaction: str | None, match: str, at: float) -> None:
    """Note a lobby's step inside a transaction; a step without an `interaction` is not noted.
    Raises `DuplicateInteractionError`."""
    if interaction is not None:
        await unused(conn, interaction)
        await conn.execute(
            "INSERT INTO clicks (interaction, match, at) VALUES (?, ?, ?)", (interaction, match, at)
        )


async def strike(conn: Connection, match: str, struck: Sequence[int], by: int) -> None:
    """Mark rows as taken back, and drop the checkpoints that rest on them."""
    await conn.executemany(
        "UPDATE actions SET undone_by = ? WHERE match = ? AND n = ?",
        [(by, match, n) for n in struck],
    )
    await conn.execute("DELETE FROM checkpoints WHERE match = ? AND n >= ?", (match, min(struck)))


async def keep(
    conn: Connection, match: str, n: int, pos: Pos, *, for_good: bool, final: bool
) -> None:
    """Write a checkpoint; a final one takes the place of older ones that are not kept for good."""
    if final:
        await conn.execute("DELETE FROM checkpoints WHERE match = ? AND keep = 0", (match,))
    await conn.execute(CHECKPOINT, (match, n, for_good, final, encode_position(pos)))
