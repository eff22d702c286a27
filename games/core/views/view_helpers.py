"""Parts of a view that many games need: current question, who is done in a parallel step."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from games.core.state.position import Position
from games.core.text.messages import Seat

Status = Literal["", "open", "done"]


class QuestionView(Struct, frozen=True):
    """Frame that asks now: its `kind` (tag of the frame class) and the seat that it asks."""

    kind: str = ""
    seat: int | None = None


def view_status(pos: Position[Any, Any], seat: Seat) -> Status:
    """Return "open" or "done" for the seat's lane; "" if no lane of any seat is open.

    A lane is a seat's own stack of frames while several seats decide in parallel. Any further
    information would reveal what the seat does in secret.
    """
    if not any(pos.lanes):
        return ""
    return "open" if pos.lanes[seat] else "done"


def view_question(pos: Position[Any, Any]) -> QuestionView:
    """Return the tag of the frame on top of the stack, and the seat that it asks.

    The tag is "" if the stack is empty. The seat is None if the frame has no `seat`.
    """
    if not pos.stack:
        return QuestionView()
    top = pos.stack[-1]
    return QuestionView(top.__struct_config__.tag, getattr(top, "seat", None))
