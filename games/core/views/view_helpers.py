"""What the views of many games tell alike: who is through with a parallel step, and what the public step is about."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from games.core.state.position import Position
from games.core.text.messages import Seat

Status = Literal["", "open", "done"]


class QuestionView(Struct, frozen=True):
    """What the public step on top is about: its `kind` (the tag of the frame) and whom it asks."""

    kind: str = ""
    seat: int | None = None


def view_status(pos: Position[Any, Any], seat: Seat) -> Status:
    """Of a step in lanes only open or done: anything more would tell what a seat does in secret."""
    if not any(pos.lanes):
        return ""
    return "open" if pos.lanes[seat] else "done"


def view_question(pos: Position[Any, Any]) -> QuestionView:
    """What the frame on top of the stack is, and the seat that it asks, if it asks one."""
    if not pos.stack:
        return QuestionView()
    top = pos.stack[-1]
    return QuestionView(top.__struct_config__.tag, getattr(top, "seat", None))
