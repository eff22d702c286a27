"""What a frame works with: the position of one step, and what the step says and reveals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from games.core.state.events import AddressedEvent, Event
from games.core.state.position import Outcome, Position
from games.core.state.rng import Rng
from games.core.state.score import places
from games.core.text.messages import Seat

if TYPE_CHECKING:
    from games.core.engine.frame import Frame
    from games.core.engine.game import Game

S = TypeVar("S")


class StepContext(Generic[S]):
    """A step's hold on a position. `lane` is the seat in whose lane the running frame lies, None for the stack."""

    __slots__ = ("events", "game", "lane", "pos", "revealed", "state")

    def __init__(self, game: Game[S, Any], pos: Position[S, Any], lane: Seat | None = None) -> None:
        self.game, self.pos, self.lane = game, pos, lane
        self.state: S = pos.state
        self.events: list[AddressedEvent] = []
        self.revealed: set[Seat] = set()

    @property
    def n(self) -> int:
        """How many seats there are."""
        return self.pos.n

    @property
    def options(self) -> dict[str, Any]:
        """The table's options, random choices resolved."""
        return self.pos.options

    @property
    def gone(self) -> list[bool]:
        """By seat: who has left for good."""
        return self.pos.gone

    @property
    def rng(self) -> Rng:
        """The seat's own stream in a lane, the table's elsewhere."""
        return Rng(self.pos.rng, self.pos.n if self.lane is None else self.lane)

    @property
    def stack(self) -> list[Frame[S]]:
        """The little stack that the running frame lies on, its top last."""
        return self.pos.stack if self.lane is None else self.pos.lanes[self.lane]

    @property
    def last(self) -> bool:
        """True in a lane while every other one is closed: what ends this one brings all of them to light."""
        return not any(lane for seat, lane in enumerate(self.pos.lanes) if seat != self.lane)

    def copy(self) -> StepContext[S]:
        """A table on a copy of the position, for questions such as "would a target be left once this is paid?". Never draw there:
        the luck is the game's own."""
        return StepContext(self.game, self.game.codec.clone(self.pos), self.lane)

    def push(self, *frames: Frame[S]) -> None:
        """Lay frames on top; the first comes first."""
        self.stack.extend(reversed(frames))

    def pop(self) -> None:
        """Take the running frame away (before it pushes others)."""
        self.stack.pop()

    def fork(self, frames: dict[Seat, Frame[S]]) -> None:
        """Open one lane per seat; the waiting frame goes on when all are empty. Lanes do not nest."""
        if self.lane is not None or any(self.pos.lanes):
            raise RuntimeError("lanes do not nest")
        for seat, frame in frames.items():
            self.pos.lanes[seat].append(frame)

    def emit(self, event: Event | None, secret: Mapping[Seat, Event] | None = None) -> None:
        """Tell a fact: `event` to all, but for the seats in `secret`, who get their own version."""
        self.events.append(AddressedEvent(event, dict(secret or {})))

    def reveal(self, *seats: Seat) -> None:
        """Something leaves the dark without luck: the step is final for `seats`, for everybody when none is named."""
        self.revealed.update(seats or range(self.pos.n))

    def finish(self) -> None:
        """The game is over, and the score's ranking says who has won."""
        self.end(Outcome(places(self.game.score(self.pos).ranking)))

    def end(self, outcome: Outcome) -> None:
        """The game is over with this outcome; the stack and all lanes are cleared."""
        self.pos.outcome = outcome
        self.pos.stack.clear()
        for lane in self.pos.lanes:
            lane.clear()
