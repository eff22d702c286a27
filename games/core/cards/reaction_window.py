"""A reaction window: seats that could react are asked in order until all have passed."""

from __future__ import annotations

from typing import TypeVar

from msgspec import field

from games.core.engine.context import StepContext
from games.core.engine.frame import Frame
from games.core.text.messages import Path, Seat

S = TypeVar("S")
PASS = "pass"  # noqa: S105 - a verb, no secret


class Window(Frame[S]):
    """Base of the frames that ask each seat in `order` whether it reacts. `order` follows from public information (who has cards
    face up, not what hands hold): being asked would tell the rest.

    The game's `ask` offers `PASS`, as the default, beside the reactions that it plays in `react`. After a reaction all are asked
    again. When nobody is left, the frame goes; `closed` is for what follows then.
    """

    order: list[Seat]
    passed: list[Seat] = field(default_factory=list)

    def could(self, t: StepContext[S], seat: Seat) -> bool:
        """Whether everybody knows that the seat may still react."""
        return True

    def actors(self, t: StepContext[S]) -> tuple[Seat, ...]:
        """The first in order who has not passed and could react; nobody when the window closes."""
        return next(
            ((seat,) for seat in self.order if seat not in self.passed and self.could(t, seat)), ()
        )

    def apply(self, t: StepContext[S], seat: Seat, path: Path) -> None:
        """Pass, or react: then those who had passed may answer that."""
        if path[0] == PASS:
            self.passed.append(seat)
        else:
            self.passed.clear()
            self.react(t, seat, path)

    def react(self, t: StepContext[S], seat: Seat, path: Path) -> None:
        """Play a reaction, a complete legal path; it may push, and the window stays open beneath."""
        raise NotImplementedError

    def advance(self, t: StepContext[S]) -> None:
        """All have passed."""
        t.pop()
        self.closed(t)

    def closed(self, t: StepContext[S]) -> None:
        """What follows when all have passed and the frame is gone: nothing, unless a game says so."""
