"""Game log: append-only rows, checkpoints (stored positions) and handled interactions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from app.model.match import LogEntry, encode_position
from app.ports.errors import DuplicateInteractionError
from db.base.database import Connection, Database, upsert
from db.base.json_columns import dumps, loads, position
from games.core.engine.history import HistoryRow
from games.core.state.position import Position

Pos = Position[Any, Any]
# A single statement, so that a move takes one round trip: nothing is inserted if a move or a lobby
# click has this interaction id.
INSERT_ENTRY = (
    "INSERT INTO actions (match, n, row, at, interaction, undone_by) SELECT ?1, ?2, ?3, ?4, ?5, ?6"
    " WHERE NOT EXISTS (SELECT 1 FROM clicks WHERE interaction = ?5)"
    " AND NOT EXISTS (SELECT 1 FROM actions WHERE interaction = ?5)"
)
UPSERT_CHECKPOINT = upsert("checkpoints", ("match", "n"), ("keep", "final", "position"))


class GameLogTable:
    """Repository of log rows, checkpoints and handled lobby clicks.

    The tables are `actions`, `checkpoints` and `clicks`.
    """

    def __init__(self, database: Database) -> None:
        self._db = database

    async def entries(
        self, match_id: str, after: int = 0, upto: int | None = None
    ) -> list[LogEntry]:
        """Return the log rows with `after < n <= upto` in order, including undone rows.

        None as `upto`: all rows after `after`.
        """
        rows = await self._db.fetch_fast(
            "SELECT row, at, interaction, undone_by FROM actions WHERE match = ? AND n > ? AND n <= ? ORDER BY n",
            (match_id, after, 2**62 if upto is None else upto),
        )
        what = f"the log of table {match_id}"
        return [
            LogEntry(
                loads(row["row"], HistoryRow, what), row["at"], row["interaction"], row["undone_by"]
            )
            for row in rows
        ]

    async def match_of_interaction(self, interaction: str) -> str | None:
        """Return the id of the match in which this interaction was handled, or None.

        `interaction` is the id of the interaction.
        """
        rows = await self._db.fetch_fast(
            "SELECT match FROM actions WHERE interaction = ?1 UNION ALL SELECT match FROM clicks WHERE interaction = ?1",
            (interaction,),
        )
        return str(rows[0]["match"]) if rows else None

    async def checkpoint(
        self, match_id: str, *, upto: int | None = None, final: bool = False
    ) -> tuple[int, Pos]:
        """Return the newest checkpoint as (row, position); row 0 is the start.

        Considers only checkpoints up to row `upto`, if set; with `final`, only checkpoints whose
        row no seat can undo any more. Raises `KeyError` if the match has not begun, and
        `CorruptDataError` if the position does not belong to its row.
        """
        rows = await self._db.fetch_fast(
            "SELECT c.n, c.position, m.game, a.row FROM checkpoints c JOIN matches m ON m.id = c.match"
            " LEFT JOIN actions a ON a.match = c.match AND a.n = c.n"
            " WHERE c.match = ? AND c.n <= ? AND final >= ? ORDER BY c.n DESC LIMIT 1",
            (match_id, 2**62 if upto is None else upto, final),
        )
        if not rows:
            raise KeyError(match_id)
        row = rows[0]
        return row["n"], position(match_id, row["game"], row["position"], row["row"], row["n"])

    async def forget_clicks(self, before: float) -> None:
        """Delete lobby clicks older than `before` (Unix seconds).

        Discord does not deliver a click again after 15 minutes.
        """
        await self._db.execute("DELETE FROM clicks WHERE at < ?", (before,))


async def append(conn: Connection, match_id: str, entries: Sequence[LogEntry]) -> None:
    """Write log rows inside a transaction.

    Raises `DuplicateInteractionError` if an interaction id is stored already.
    """
    for entry in entries:
        row = dumps(entry.row)
        inserted = await conn.execute(
            INSERT_ENTRY,
            (match_id, entry.row.n, row, entry.at, entry.interaction, entry.undone_by),
        )
        if not inserted.rowcount:
            raise DuplicateInteractionError(entry.interaction or "")


async def require_new_interaction(conn: Connection, interaction: str | None) -> None:
    """Raise `DuplicateInteractionError` if a move or a lobby click has this interaction id."""
    if interaction is not None:
        found = await conn.execute_fetchall(
            "SELECT 1 FROM actions WHERE interaction = ?1 UNION ALL SELECT 1 FROM clicks WHERE interaction = ?1",
            (interaction,),
        )
        if list(found):
            raise DuplicateInteractionError(interaction)


async def save_click(conn: Connection, interaction: str | None, match_id: str, at: float) -> None:
    """Store the id of a lobby interaction inside a transaction; None is ignored.

    `at` is its time (Unix seconds). Raises `DuplicateInteractionError` if the id is stored already.
    """
    if interaction is not None:
        await require_new_interaction(conn, interaction)
        await conn.execute(
            "INSERT INTO clicks (interaction, match, at) VALUES (?, ?, ?)",
            (interaction, match_id, at),
        )


async def mark_undone(
    conn: Connection, match_id: str, undone_rows: Sequence[int], undone_by: int
) -> None:
    """Mark rows as undone by row `undone_by`; delete the checkpoints at and after them."""
    await conn.executemany(
        "UPDATE actions SET undone_by = ? WHERE match = ? AND n = ?",
        [(undone_by, match_id, n) for n in undone_rows],
    )
    first_undone = min(undone_rows)
    await conn.execute(
        "DELETE FROM checkpoints WHERE match = ? AND n >= ?", (match_id, first_undone)
    )


async def save_checkpoint(
    conn: Connection, match_id: str, n: int, pos: Pos, *, permanent: bool, final: bool
) -> None:
    """Write a checkpoint: the position after log row `n`.

    `final` means that no seat can undo this row any more. A final checkpoint replaces all older
    ones except the `permanent` ones.
    """
    if final:
        await conn.execute("DELETE FROM checkpoints WHERE match = ? AND keep = 0", (match_id,))
    await conn.execute(UPSERT_CHECKPOINT, (match_id, n, permanent, final, encode_position(pos)))
