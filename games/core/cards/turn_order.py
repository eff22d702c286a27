"""A script that comes to one seat after the other."""

from __future__ import annotations

from typing import TypeVar

from games.core.engine.context import StepContext
from games.core.engine.frame import Frame
from games.core.text.messages import Seat

S = TypeVar("S")


class ForEachSeat(Frame[S]):
    """Base of the automatic frames that give each seat its moment; `left` are the seats still to come.

    `comes` pushes what a seat is asked, or nothing. When nobody is left, the frame goes; `closed` is for what follows then.
    """

    left: list[int]

    def comes(self, t: StepContext[S], seat: Seat) -> None:
        """The moment of a seat."""
        raise NotImplementedError

    def advance(self, t: StepContext[S]) -> None:
        """The next seat, or the end."""
        if self.left:
            self.comes(t, self.left.pop(0))
        else:
            t.pop()
            self.closed(t)

    def closed(self, t: StepContext[S]) -> None:
        """What follows when nobody is left and the frame is gone: nothing, unless a game says so."""
