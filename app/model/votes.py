"""Data types of a vote: the proposal, the answers, and who knows of it."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import force_setattr

from games.core.text.messages import Msg, restore_messages

Ballot = Literal["skip", "kick", "pause", "pace", "end", "rewind"]
ABOUT_SOMEBODY = ("skip", "kick")
VOTE_LASTS_S = 3 * 86400.0  # an undecided vote ends after this time


class Vote(Struct, frozen=True):
    """Proposal and the answers to it, by user id: answers never pass to a seat's next player.

    `arg` is the seat to skip or free, the name of the new time control, or `<step>.<row>` to
    rewind to. `about` is the user in that seat. `told` are the users who know of the vote; the
    others are told at `held` (0: at once). `before` is the first public event after the step to
    rewind to, and `last` the newest step at that time. `agreed` marks an accepted rewind that
    waits for the position: the deadline scheduler executes it.
    """

    what: Ballot
    arg: str
    proposer: int
    at: float  # Unix seconds
    until: float  # when it expires (Unix seconds)
    yes: tuple[int, ...] = ()
    no: tuple[int, ...] = ()
    about: int = 0
    told: tuple[int, ...] = ()
    held: float = 0.0
    before: Msg | None = None
    last: int = 0
    agreed: bool = False

    def __post_init__(self) -> None:
        """Restore nested messages, which the store returns as plain dicts."""
        if self.before is not None:
            force_setattr(self, "before", restore_messages(self.before))

    @property
    def wake(self) -> float:
        """Return when the deadline scheduler must check the vote (Unix seconds)."""
        return self.at if self.agreed else min(self.until, self.held or self.until)
