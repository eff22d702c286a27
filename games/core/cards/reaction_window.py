"""Reaction window: seats that could react are asked in order until all have passed."""

from __future__ import annotations

from typing import TypeVar

from msgspec import field

from games.core.engine.context import StepContext
from games.core.engine.frame import Frame
from games.core.text.messages import Path, Seat

S = TypeVar("S")
PASS = "pass"  # noqa: S105 - a verb, no secret


class Window(Frame[S]):
    """Base of the frames that ask each seat in `order` whether it reacts to something.

    `order` may depend only on public information (cards on the table, never cards in hands),
    because other players see who is asked.

    The game's `prompt` offers the default `PASS` and the possible reactions; `react` plays the
    chosen one. After a reaction all seats are asked again. When all have passed, the frame is
    popped and `after_close` runs.
    """

    order: list[Seat]
    passed: list[Seat] = field(default_factory=list)

    def may_react(self, ctx: StepContext[S], seat: Seat) -> bool:
        """Return whether the seat may still react, judged by public information only."""
        return True

    def actors(self, ctx: StepContext[S]) -> tuple[Seat, ...]:
        """Return the first seat in `order` that has not passed and may react; () if there is none."""
        return next(
            (
                (seat,)
                for seat in self.order
                if seat not in self.passed and self.may_react(ctx, seat)
            ),
            (),
        )

    def apply(self, ctx: StepContext[S], seat: Seat, path: Path) -> None:
        """Let the seat pass or react; after a reaction, all seats are asked again.

        `path` is the seat's complete answer.
        """
        if path[0] == PASS:
            self.passed.append(seat)
        else:
            self.passed.clear()
            self.react(ctx, seat, path)

    def react(self, ctx: StepContext[S], seat: Seat, path: Path) -> None:
        """Play the reaction that the complete legal `path` describes.

        Frames that the reaction pushes run before the window asks again.
        """
        raise NotImplementedError

    def advance(self, ctx: StepContext[S]) -> None:
        """Close the window after all have passed."""
        ctx.pop()
        self.after_close(ctx)

    def after_close(self, ctx: StepContext[S]) -> None:
        """Run after the frame was popped; does nothing by default."""
