"""What a commit of a match stores beside match and seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from app.model.match import Draft, LogEntry
from app.ports.audit_log import AuditLogEntry
from app.ports.results import SeatResult
from games.core.state.position import Position
from games.core.text.messages import Seat

Pos = Position[Any, Any]


class CommitDetails(Struct):
    """What a commit stores beside match and seats.

    - `pos`: the new position
    - `entries`: the new log rows: a step, and the answers of standing orders after it
    - `keep_checkpoint`: store `pos` as a permanent checkpoint (start, every 50th row, system rows)
    - `final`: store `pos` as a checkpoint because no seat can undo the newest row; older
      checkpoints of that kind are deleted
    - `undone_rows`: the rows that the new row undid; checkpoints from the first of them on are
      deleted
    - `click`: interaction id of a lobby action, stored so that a second delivery has no effect (a
      move has its interaction id in `entries`)
    - `clear_drafts`: seats whose drafts are deleted; `draft`: a draft to store
    - `results`: of the seats, if the match ends
    - `audit_log_entries`: what the guild's admins can read about the commit
    """

    pos: Pos | None = None
    entries: Sequence[LogEntry] = ()
    keep_checkpoint: bool = False
    final: bool = False
    undone_rows: Sequence[int] = ()
    click: str | None = None
    clear_drafts: Sequence[Seat] = ()
    draft: Draft | None = None
    results: Sequence[SeatResult] | None = None
    audit_log_entries: Sequence[AuditLogEntry] = ()
