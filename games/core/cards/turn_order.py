"""Automatic frame that visits one seat after the other."""

from __future__ import annotations

from typing import TypeVar

from games.core.engine.context import StepContext
from games.core.engine.frame import Frame
from games.core.text.messages import Seat

S = TypeVar("S")


class ForEachSeat(Frame[S]):
    """Base of the automatic frames that visit each seat; `left` are the seats still to come.

    `comes` may push what a seat is asked. When no seat is left, the frame is popped and
    `closed` runs.
    """

    left: list[int]

    def comes(self, t: StepContext[S], seat: Seat) -> None:
        """Visit a seat."""
        raise NotImplementedError

    def advance(self, t: StepContext[S]) -> None:
        """Visit the next seat, or end."""
        if self.left:
            self.comes(t, self.left.pop(0))
        else:
            t.pop()
            self.closed(t)

    def closed(self, t: StepContext[S]) -> None:
        """Do what follows once the frame is popped; nothing by default."""
