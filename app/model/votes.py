"""Data types of a vote: the proposal, the answers, and the users who know of it."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, field
from msgspec.structs import force_setattr

from games.core.text.messages import Msg, restore_messages

VoteKind = Literal["skip", "kick", "pause", "pace", "end", "rewind"]
ABOUT_SOMEBODY = ("skip", "kick")
VOTE_LASTS_S = 3 * 86400.0  # an undecided vote ends after this time


class Vote(Struct, frozen=True):
    """Proposal, and the answers to it.

    Answers are stored by user id, so that a substitute who takes over a seat does not inherit them.

    - `arg`: the seat to skip or to vacate (`kick`), the name of the new time control (`pace`), or
      `<step>.<row>` (`rewind`)
    - `about_user`: id of the user in the seat to skip or to vacate (0: none)
    - `yes`, `no`: ids of the users who voted so
    - `informed`: ids of the users who know of the vote
    - `inform_at`: when to tell the other users (Unix seconds; 0: at once)
    - `before`: for a rewind, the first public sentence that would be undone
    - `last`: for a rewind, the newest replay step when it was proposed
    - `agreed`: True if a rewind is accepted but not executed yet, because that needs the position
      (`DeadlineScheduler` executes it)
    """

    what: VoteKind
    arg: str
    proposer: int
    at: float  # Unix seconds
    until: float  # when it expires (Unix seconds)
    yes: tuple[int, ...] = ()
    no: tuple[int, ...] = ()
    about_user: int = field(default=0, name="about")
    informed: tuple[int, ...] = field(default=(), name="told")
    inform_at: float = field(default=0.0, name="held")
    before: Msg | None = None
    last: int = 0
    agreed: bool = False

    def __post_init__(self) -> None:
        """Restore nested messages, which the store returns as plain dicts."""
        if self.before is not None:
            force_setattr(self, "before", restore_messages(self.before))

    @property
    def check_at(self) -> float:
        """Return when the deadline scheduler must check the vote (Unix seconds)."""
        return self.at if self.agreed else min(self.until, self.inform_at or self.until)
