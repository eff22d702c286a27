"""Interfaces to Discord, renderer, AI pool and clock, and data that the store takes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Literal, Protocol

from msgspec import Struct

from app.model.ai_request import AiRequest, AiResponse
from app.model.match import Draft, LogEntry, Match, User, UserError
from app.ports.audit_log import AuditEntry
from app.ports.results import SeatResult
from games.core.engine.game import Game
from games.core.state.position import Position
from games.core.text.messages import Seat, msg
from games.core.views.scene import Animation, Picture, Scene

Pos = Position[Any, Any]
Games = Mapping[str, Game[Any, Any]]  # available games by id
# public image; image a user waits for; private image for later
RenderPriority = Literal["board", "panel", "screen"]


class Timer(Protocol):
    """Scheduled call."""

    def cancel(self) -> None:
        """Cancel the call; does nothing if it has run."""


class Clock(Protocol):
    """Source of time, replaceable in tests."""

    def now(self) -> float:
        """Return the time in Unix seconds."""

    def call_at(self, at: float, work: Callable[[], None]) -> Timer:
        """Schedule the call of `work` on the event loop at `at` (Unix seconds).

        The call may come a little too early or too late: it must check `now` again.
        """


class CommitDetails(Struct):
    """What a commit stores beside match and seats.

    - `pos`: the new position
    - `entries`: the new log rows: a step, and the answers of standing orders after it
    - `keep_checkpoint`: store `pos` as a permanent checkpoint (start, every 50th row, system rows)
    - `final`: store `pos` as a checkpoint because no seat can undo the newest row; older
      checkpoints of that kind are deleted
    - `undone_rows`: the rows that the new row undid; checkpoints from the first of them on are
      deleted
    - `click`: interaction id of a lobby action, stored so that a second delivery has no effect (a
      move has its interaction id in `entries`)
    - `clear_drafts`: seats whose drafts are deleted; `draft`: a draft to store
    - `results`: of the seats, if the match ends
    - `audit_entries`: what the guild's admins can read about the commit
    """

    pos: Pos | None = None
    entries: Sequence[LogEntry] = ()
    keep_checkpoint: bool = False
    final: bool = False
    undone_rows: Sequence[int] = ()
    click: str | None = None
    clear_drafts: Sequence[Seat] = ()
    draft: Draft | None = None
    results: Sequence[SeatResult] | None = None
    audit_entries: Sequence[AuditEntry] = ()


class Spectator(Struct, frozen=True):
    """Spectator of a match: time of the last notice (Unix seconds) and its message (0: none)."""

    match: str
    user: int
    notified_at: float
    channel: int = 0
    message: int = 0


class ReminderMessage(Struct, frozen=True):
    """Direct message that reminds a user of the matches waiting for them."""

    user: int
    channel: int
    message: int
    matches: list[str]


class HealthFinding(Struct, frozen=True):
    """Finding for the bot's operator: a symbol, what was found, and what to do about it.

    The last field is "" if nothing must be done.
    """

    symbol: str
    description: str
    remedy: str = ""


# Diagnostic checks; takes the language of the findings.
HealthCheck = Callable[[str], Awaitable[Sequence[HealthFinding]]]


class DuplicateInteractionError(Exception):
    """Error for an interaction that was processed before: its id is already stored."""


class StorageUnavailableError(Exception):
    """Error of a write that failed (disk or connection): nothing of it is stored."""


class CorruptDataError(UserError):
    """Error for stored data that is unreadable, or for a position that contradicts its log.

    The match is neither shown nor changed until a backup is restored.
    """

    def __init__(self) -> None:
        super().__init__(msg("host.trouble.damaged"))


class PublishDeferredError(Exception):
    """Error for a match that can't be shown completely now: its version stays unpublished.

    The publisher tries again after `wait` seconds. None means a default delay, infinity means only
    after another event.
    """

    def __init__(self, wait: float | None = None) -> None:
        super().__init__(wait)
        self.wait = wait


class MatchPublisher(Protocol):
    """Sender of messages to Discord, as the application layer uses it."""

    async def publish(self, match: Match, newly: Sequence[Seat]) -> None:
        """Update the match's messages to this version. Idempotent; an exception causes a retry.

        `newly` are the seats to ping (`app/match/turn_pings.py`); they may be the only change.
        Implementations call `PublishScheduler.mark_pinged` directly after a ping, so that a later
        failure or crash does not repeat the ping. They get what to show from `MatchQueries`, which
        knows what each viewer may see.
        """

    def refresh_live_panels(self, match_id: str) -> None:
        """Refresh open panels of the match after a commit; returns at once."""

    def refresh_private_message(self, match_id: str, user: int) -> None:
        """Update a user's private message because it shows an outdated draft; returns at once."""

    async def notify_halted(self, match: Match, what: str) -> None:
        """Tell the admin that a match was halted; `what` is the cause."""

    async def send_reminder(self, person: User, waiting: Sequence[tuple[Match, Seat]]) -> bool:
        """Remind a user of the matches in `waiting` in one direct message.

        `waiting` has one (match, seat) per match. Returns False if that failed.
        """

    async def warn_lobby_closing(self, match: Match) -> None:
        """Tell the organizer, or all players of a full lobby, that the lobby will close."""

    async def delete_direct_messages(self, messages: Sequence[tuple[int, int]]) -> None:
        """Delete an erased user's direct messages, given as (channel, message)."""

    async def still_sees(self, user: int, guild: int, channel: int) -> bool | None:
        """Return whether a user sees a channel; None if Discord does not answer.

        Channel 0 stands for the guild itself.
        """

    async def notify_guild_removed(
        self, organizer: int, tables: Sequence[Match], until: float
    ) -> None:
        """Tell an organizer that a guild removed the bot, and when its matches are deleted.

        `tables` are the organizer's matches there, `until` is the time of the deletion (Unix
        seconds).
        """


class Renderer(Protocol):
    """Renderer of images, off the event loop."""

    async def draw(self, scene: Scene | Animation, lane: RenderPriority = "panel") -> Picture:
        """Return the image of a scene or animation.

        `lane` is the kind of request. While requests wait, each lane gets its share of the workers.
        """


class AiPool(Protocol):
    """AI players, off the event loop."""

    async def think(self, asked: AiRequest) -> AiResponse:
        """Return an AI player's move; any exception means that the AI is unavailable."""

    async def evaluate(self, game: str, positions: Sequence[bytes]) -> list[list[float]]:
        """Return one list per position: the position's value for each seat, by expected points.

        The values of a position sum to 1 (`ai.think.shares`).
        """

    def close(self) -> None:
        """Cancel running requests. The caller must make no requests afterwards."""
