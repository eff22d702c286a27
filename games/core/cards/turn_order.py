"""Automatic frame that visits one seat after the other."""

from __future__ import annotations

from typing import TypeVar

from games.core.engine.context import StepContext
from games.core.engine.frame import Frame
from games.core.text.messages import Seat

S = TypeVar("S")


class ForEachSeat(Frame[S]):
    """Base of the automatic frames that visit the seats in `left`, one after the other.

    `visit` handles one seat and may push frames, which run before the next visit. When no seat is
    left, the frame is popped and `after_last` runs.
    """

    left: list[int]

    def visit(self, ctx: StepContext[S], seat: Seat) -> None:
        """Handle one seat; a game's frame overrides this."""
        raise NotImplementedError

    def advance(self, ctx: StepContext[S]) -> None:
        """Visit the next seat; if there is none, pop the frame and call `after_last`."""
        if self.left:
            self.visit(ctx, self.left.pop(0))
        else:
            ctx.pop()
            self.after_last(ctx)

    def after_last(self, ctx: StepContext[S]) -> None:
        """Run after the frame was popped; does nothing by default."""
