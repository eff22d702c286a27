"""Interfaces of services that `App` is given: clock, publisher, renderer, AI pool."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Literal, Protocol

from msgspec import Struct

from app.model.ai_request import AiRequest, AiResponse
from app.model.match import Match, User
from games.core.engine.game import Game
from games.core.text.messages import Seat
from games.core.views.scene import Animation, Picture, Scene

Games = Mapping[str, Game[Any, Any]]  # available games by id
# public image; image a user waits for; private image for later
RenderPriority = Literal["board", "panel", "screen"]


class Timer(Protocol):
    """Scheduled call."""

    def cancel(self) -> None:
        """Cancel the call; does nothing if it has run."""


class Clock(Protocol):
    """Source of time; `SystemClock` (`app/runtime/clock.py`) implements it."""

    def now(self) -> float:
        """Return the time in Unix seconds."""

    def call_at(self, at: float, work: Callable[[], None]) -> Timer:
        """Schedule the call of `work` on the event loop at `at` (Unix seconds).

        The call may come a little too early or too late: it must check `now` again.
        """


class HealthFinding(Struct, frozen=True):
    """Finding for the bot's operator.

    `symbol` is shown before the `description` of what was found. `remedy` is what to do about it,
    "" if nothing must be done.
    """

    symbol: str
    description: str
    remedy: str = ""


# Diagnostic checks; takes the language of the findings.
HealthCheck = Callable[[str], Awaitable[Sequence[HealthFinding]]]


class RetryLaterError(Exception):
    """Error for something that does not work now, but may work later.

    A match that can't be shown completely stays unpublished, and the publisher tries again after
    `wait` seconds. None means a default delay, infinity means only after another event.
    """

    def __init__(self, wait: float | None = None) -> None:
        super().__init__(wait)
        self.wait = wait


class MatchPublisher(Protocol):
    """Sender of messages to Discord.

    `TablePublisher` (`ui/delivery/table_publisher.py`) implements it.
    """

    async def publish(self, match: Match, to_ping: Sequence[Seat]) -> None:
        """Update the match's messages to this version.

        Idempotent: the caller retries after an exception. `to_ping` are the seats to ping
        (`app/match/turn_pings.py`); a ping may be due without any other change. Implementations
        call `PublishScheduler.mark_pinged` directly after a ping, so that a later failure or crash
        does not repeat the ping. They get what to show from `MatchQueries`, which knows what each
        viewer may see.
        """

    def refresh_live_panels(self, match_id: str) -> None:
        """Refresh open panels of the match after a commit; returns at once."""

    def refresh_private_message(self, match_id: str, user: int) -> None:
        """Update a user's private message because it shows an outdated draft; returns at once."""

    def refresh_panels_of(self, match_id: str, user: int) -> None:
        """Update a user's open panel and private message; returns at once."""

    async def notify_halted(self, match: Match, what: str) -> None:
        """Tell the organizer that a match was halted, and the admin why (`what`)."""

    async def send_reminder(self, person: User, waiting: Sequence[tuple[Match, Seat]]) -> bool:
        """Remind a user of the matches in `waiting` in one direct message.

        `waiting` has one (match, seat) per match. Returns False if the message could not be sent.
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
    """Renderer of images, off the event loop.

    `RenderPool` (`app/workers/render_pool.py`) implements it.
    """

    async def draw(self, scene: Scene | Animation, lane: RenderPriority = "panel") -> Picture:
        """Return the image of a scene or animation.

        `lane` is the kind of request. While requests wait, each lane gets its share of the workers.
        """


class AiPool(Protocol):
    """AI players, off the event loop.

    `AiWorkerPool` (`app/workers/ai_pool.py`) implements it.
    """

    async def think(self, asked: AiRequest) -> AiResponse:
        """Return an AI player's move; any exception means that the AI is unavailable."""

    async def evaluate(self, game: str, positions: Sequence[bytes]) -> list[list[float]]:
        """Return one list per position: the position's value for each seat, by expected points.

        The values of a position sum to 1 (`ai.think.shares`).
        """

    def close(self) -> None:
        """Cancel running requests. The caller must make no requests afterwards."""
