"""Context of one step of a game: position, emitted events, and who learned something."""

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
    """Context in which frames run: position, emitted events and revealed information.

    A lane is a seat's own stack of frames, for steps in which seats decide in parallel. `lane` is
    the seat whose lane holds the running frame, None if the main stack holds it. `revealed` are the
    seats to which the step has shown hidden information, so that they can't undo it.

    `keys_only` says that nobody reads the prompts (`walk.random_move`, `walk.legal_moves`). Frames
    may then leave out words, disabled options, effects, and quick moves that repeat a longer path;
    all other keys and their order stay the same.
    """

    __slots__ = ("events", "game", "keys_only", "lane", "pos", "revealed", "state")

    def __init__(self, game: Game[S, Any], pos: Position[S, Any], lane: Seat | None = None) -> None:
        self.game, self.pos, self.lane = game, pos, lane
        self.state: S = pos.state
        self.events: list[AddressedEvent] = []
        self.revealed: set[Seat] = set()
        self.keys_only = False

    @property
    def n(self) -> int:
        """Return the number of seats."""
        return self.pos.n

    @property
    def options(self) -> dict[str, Any]:
        """Return the options of the match; random choices among them are already made."""
        return self.pos.options

    @property
    def gone(self) -> list[bool]:
        """Return, by seat, whether its player has left for good."""
        return self.pos.gone

    @property
    def rng(self) -> Rng:
        """Return the random stream to draw from: the seat's own in a lane, else the match's."""
        return Rng(self.pos.rng, self.pos.n if self.lane is None else self.lane)

    @property
    def stack(self) -> list[Frame[S]]:
        """Return the stack with the running frame (main stack or lane); its last item is on top."""
        return self.pos.stack if self.lane is None else self.pos.lanes[self.lane]

    @property
    def is_last_lane(self) -> bool:
        """Return whether all other lanes are empty.

        If so, the answer that empties this lane reveals what was chosen in all lanes.
        """
        return not any(lane for seat, lane in enumerate(self.pos.lanes) if seat != self.lane)

    def copy(self) -> StepContext[S]:
        """Return a context on a copy of the position, to try something.

        It answers questions such as "would a target be left after this payment?". Never draw random
        numbers from the copy: the game would draw the same numbers next.
        """
        return StepContext(self.game, self.game.codec.clone(self.pos), self.lane)

    def push(self, *frames: Frame[S]) -> None:
        """Push frames on the running stack; the first of `frames` runs first."""
        self.stack.extend(reversed(frames))

    def pop(self) -> None:
        """Remove the running frame; a frame must do so before it pushes frames that replace it."""
        self.stack.pop()

    def fork(self, frames: dict[Seat, Frame[S]]) -> None:
        """Let the seats of `frames` act in parallel, each on its own stack of frames (lane).

        A lane starts with the seat's frame. The main stack continues when all lanes are empty.
        Raises RuntimeError if a lane is open: lanes do not nest.
        """
        if self.lane is not None or any(self.pos.lanes):
            raise RuntimeError("lanes do not nest")
        for seat, frame in frames.items():
            self.pos.lanes[seat].append(frame)

    def emit(self, event: Event | None, secret: Mapping[Seat, Event] | None = None) -> None:
        """Emit `event` to all viewers; seats in `secret` get their own version instead.

        If `event` is None, all viewers that are not in `secret` get nothing.
        """
        self.events.append(AddressedEvent(event, dict(secret or {})))

    def reveal(self, *seats: Seat) -> None:
        """Record that the step shows hidden information to `seats` (none given: to all seats).

        These seats cannot undo the step. Not needed after random draws, which `walk` notices
        itself.
        """
        self.revealed.update(seats or range(self.pos.n))

    def finish(self) -> None:
        """End the game; the ranking of the score (`Game.score`) decides who has won."""
        self.end(Outcome(places(self.game.score(self.pos).ranking)))

    def end(self, outcome: Outcome) -> None:
        """End the game with this outcome and discard all pending frames.

        These are the frames on the main stack and in all lanes (see `fork`).
        """
        self.pos.outcome = outcome
        self.pos.stack.clear()
        for lane in self.pos.lanes:
            lane.clear()
