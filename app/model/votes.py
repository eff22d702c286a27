"""What a table stores of a vote: the proposal, who has said what, and who knows of it."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import force_setattr

from games.core.text.messages import Msg, whole

Ballot = Literal["skip", "kick", "pause", "pace", "end", "rewind"]
ABOUT_SOMEBODY = ("skip", "kick")
VOTE_LASTS_S = 3 * 86400.0  # a vote that nobody has decided by then is over


class Vote(Struct, frozen=True):
    """A proposal and the answers to it, by user id: an answer never passes to the next person in a seat.

    `arg` is the seat to skip or free, the name of the new clock, or `<step>.<row>` to go back to. `about` is the user in that
    seat. `told` are the users who know of the vote; the others who are asked are told at `held` (0: at once). `before` is what
    happened first after the step to go back to, as everybody may read it, and `last` was the newest step then. `agreed` marks a
    vote to go back that was decided while no position was at hand: the timekeeper carries it out.
    """

    what: Ballot
    arg: str
    proposer: int
    at: float  # unix seconds
    until: float  # when it lapses (unix seconds)
    yes: tuple[int, ...] = ()
    no: tuple[int, ...] = ()
    about: int = 0
    told: tuple[int, ...] = ()
    held: float = 0.0
    before: Msg | None = None
    last: int = 0
    agreed: bool = False

    def __post_init__(self) -> None:
        """Turn messages inside the stored message into messages again."""
        if self.before is not None:
            force_setattr(self, "before", whole(self.before))

    @property
    def wake(self) -> float:
        """When the timekeeper has to look at it (unix seconds)."""
        return self.at if self.agreed else min(self.until, self.held or self.until)
