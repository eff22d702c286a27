"""Interfaces to the outside: store, notifier, renderer, AI pool and clock."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from typing import Any, Literal, Protocol

from msgspec import Struct

from app.model.ai_request import AiRequest, AiResponse
from app.model.match import Draft, LoadedMatch, LogEntry, Match, SeatRow, User, UserError
from app.ports.access import Doors
from app.ports.audit_log import AuditEntry, AuditLogStore
from app.ports.logins import LoginStore
from app.ports.removed_guilds import RemovedGuildStore
from app.ports.results import ResultStore, SeatResult
from games.core.engine.game import Game
from games.core.state.position import Position
from games.core.text.messages import Msg, Seat, msg
from games.core.views.scene import Animation, Picture, Scene

Pos = Position[Any, Any]
Games = Mapping[str, Game[Any, Any]]  # available games by id
Lane = Literal[
    "board", "panel", "screen"
]  # public image; image a user waits for; private image for later


class Timer(Protocol):
    """Scheduled call."""

    def cancel(self) -> None:
        """Cancel the call; does nothing if it has run."""


class Clock(Protocol):
    """Source of time, replaceable in tests."""

    def now(self) -> float:
        """Return the time in Unix seconds."""

    def call_at(self, at: float, work: Callable[[], None]) -> Timer:
        """Schedule a call on the event loop for a time in Unix seconds.

        It may run a little earlier or later: check `now` again then.
        """


class CommitDetails(Struct):
    """Data of one commit beside match and seats.

    `pos` is the new position, `entries` are the new rows: a step and the answers of standing
    orders. `keep` makes `pos` a permanent checkpoint (start, every 50th row, system rows).
    `final` makes it a checkpoint because the newest row is final for everybody; older ones of
    that kind are deleted. `struck` are the rows that the new row took back; checkpoints from
    the first of them on are deleted.

    `click` makes a lobby action idempotent, as an entry's interaction id does for a move.
    `clear_drafts` are seats whose drafts are deleted. `ranks` are the results if the match
    ends. `done` are audit entries.
    """

    pos: Pos | None = None
    entries: Sequence[LogEntry] = ()
    keep: bool = False
    final: bool = False
    struck: Sequence[int] = ()
    click: str | None = None
    clear_drafts: Sequence[Seat] = ()
    draft: Draft | None = None
    ranks: Sequence[SeatResult] | None = None
    done: Sequence[AuditEntry] = ()


class Follower(Struct, frozen=True):
    """Spectator of a match: last notification (Unix seconds) and its one message (0: none)."""

    match: str
    user: int
    heard: float
    channel: int = 0
    message: int = 0


class ReminderMessage(Struct, frozen=True):
    """Direct message that reminds a user of the matches waiting for them."""

    user: int
    channel: int
    message: int
    matches: list[str]


class HealthFinding(Struct, frozen=True):
    """Finding for the bot's admin: symbol, description and remedy ("": none needed)."""

    sign: str
    what: str
    mend: str = ""


Examine = Callable[[str], Awaitable[Sequence[HealthFinding]]]  # argument: language


class Repo(RemovedGuildStore, ResultStore, AuditLogStore, LoginStore, Doors, Protocol):
    """Store. Every method is one transaction.

    Writing methods may raise `StorageUnavailableError`. Returned values share nothing with the
    store.
    """

    async def person(self, user: int) -> User | None:
        """Return a user by id."""

    async def prefs(self, users: Sequence[int]) -> dict[int, dict[str, Any]]:
        """Return the preferences by user id; users that are not stored are left out."""

    async def save_person(self, person: User) -> None:
        """Write a complete user."""

    async def create_match(
        self, match: Match, click: str | None = None, done: Sequence[AuditEntry] = ()
    ) -> None:
        """Write a new match and its audit entries.

        Raises `KeyError` if the id is taken and `DuplicateInteractionError` if the click has
        already created a match.
        """

    async def match(self, match: str) -> Match | None:
        """Return a match by id."""

    async def load(self, match: str) -> LoadedMatch | None:
        """Return a match with its position; None if there is none or it has not started."""

    async def matches(
        self,
        *,
        user: int | None = None,
        channel: int | None = None,
        statuses: Sequence[str] = (),
        whole: bool = False,
    ) -> list[Match]:
        """Return matches by any of these criteria, oldest change first.

        A user's matches are those with a seat not left for good. Unreadable matches are
        skipped; with `whole` they raise `CorruptDataError`.
        """

    async def for_user(self, user: int) -> list[Match]:
        """Return every match that refers to a user, oldest change first.

        As a player, also a former one, as organizer or as an invited user.
        """

    async def rename(
        self, user: int, name: str, *, guild: int | None = None, former: str | None = None
    ) -> None:
        """Rename a user in their open matches; keeps the version.

        In the matches of a `guild`, or in those with the `former` name.
        """

    async def forget_person(self, user: int) -> None:
        """Delete a user's settings, followed matches and reminders; anonymize their audit entries."""

    async def unpublished(self) -> list[str]:
        """Return the ids of this process's matches with an unpublished version.

        Oldest change first. The process serves the guilds of its shards
        (`app/runtime/cluster.py`).
        """

    async def matches_without_ping(self) -> list[str]:
        """Return the ids of this process's matches with an unsent ping.

        These are running matches, and full lobbies whose organizer was not told.
        """

    async def automatic(self) -> list[str]:
        """Return the ids of this process's running matches that wait for an AI player."""

    async def running(self) -> list[str]:
        """Return the ids of all running matches, unreadable ones too, oldest change first."""

    async def games_on(self) -> list[str]:
        """Return the ids of the games of running matches."""

    async def games_played(self) -> list[str]:
        """Return the ids of the games of running matches that are not paused."""

    async def matches_with_old_rules(self, rules: Mapping[str, int]) -> list[str]:
        """Return the ids of started, not ended matches with other rules, oldest change first.

        `rules` maps each game to its current rules; matches of other games are not returned.
        """

    async def commit(
        self, match: Match, expected: int, change: CommitDetails | None = None
    ) -> bool:
        """Write match, seats and `change`, if the version is still `expected`; else return False.

        Message ids, direct messages, published and told markers, and clicks have their own
        methods. Raises `DuplicateInteractionError` if the click or an entry's interaction id is
        stored.
        """

    async def entries(self, match: str, after: int = 0, upto: int | None = None) -> list[LogEntry]:
        """Return log rows in order with `after < n <= upto`, struck ones included.

        Row 0 (`@start`) only if `after` is -1.
        """

    async def clicked(self, interaction: str) -> str | None:
        """Return the match in which this interaction id was processed, or None."""

    async def checkpoint(
        self, match: str, *, upto: int | None = None, final: bool = False
    ) -> tuple[int, Pos]:
        """Return the newest checkpoint; row 0 is the start.

        With `upto`, at or before that row; with `final`, only one that is final for everybody.
        Raises `KeyError` if the match has not started.
        """

    async def draft(self, match: str, seat: Seat) -> Draft | None:
        """Return a seat's draft, or None; it may belong to an earlier decision (`Draft.decision`)."""

    async def save_draft(self, draft: Draft) -> None:
        """Write a draft, replacing the seat's older one; keeps the version."""

    async def on_screen(self, match: str, seat: Seat, decision: int, written: int) -> None:
        """Record that the private screen shows this draft, unless it changed; keeps the version."""

    async def is_outdated(self) -> list[tuple[str, int]]:
        """Return match and user of private screens with an outdated draft, in running matches.

        Only matches of this process.
        """

    async def mark_seen(self, match: str, seat: Seat, row: int) -> None:
        """Record that the seat has seen the rows up to this one; keeps the version."""

    async def move_seat(self, match: str, seat: Seat, at: float) -> None:
        """Reset a seat's stored screen state for a new player; keeps the version.

        The former player's private message stays known until it is deleted.
        """

    async def save_orders(self, match: str, seat: SeatRow) -> None:
        """Write a seat's standing orders alone; keeps the version."""

    async def save_places(self, match: Match) -> None:
        """Write thread and message ids, if the match has not been moved; keeps the version."""

    async def keep_message(self, match: str, n: int, channel: int, message: int) -> None:
        """Store the message of the `n`-th permanent part; keeps the version."""

    async def kept_messages(self, match: str) -> list[tuple[int, int, int]]:
        """Return the messages of permanent parts as (part, channel, message)."""

    async def set_channel(self, match: str, guild: int, channel: int) -> None:
        """Move a match to another channel (0: none), without messages; keeps the version."""

    async def save_screen(self, match: str, seat: SeatRow, user: int) -> bool:
        """Store where the private screen is; keeps the version.

        Returns False and changes nothing if the user no longer has the seat.
        """

    async def mark_published(self, match: str, version: int, rows: int) -> None:
        """Record that this version and these rows are shown."""

    async def mark_notified(
        self, match: str, calls: Mapping[Seat, int], pings: Mapping[Seat, float] | None = None
    ) -> None:
        """Record which pings the players know of.

        Seats in `pings` were notified silently and are pinged at that time (Unix seconds).
        """

    async def pings(self, match: str, at: Mapping[Seat, float]) -> None:
        """Store when to ping after a silent notice (0: never); keeps the version."""

    async def told_full(self, match: str, at: float) -> None:
        """Store when the organizer was told that the lobby is full; keeps the version."""

    async def record_activity(self, match: str, user: int, at: float) -> None:
        """Record the time of a user's click in the match; keeps the version."""

    async def guild_prefs(self, guild: int) -> dict[str, Any]:
        """Return a guild's settings; empty if it has none."""

    async def save_guild_prefs(
        self, guild: int, prefs: dict[str, Any], done: Sequence[AuditEntry] = ()
    ) -> None:
        """Replace a guild's settings and write the audit entries."""

    async def followers(self, match: str) -> list[Follower]:
        """Return a match's spectators, in any order."""

    async def followed(self, user: int) -> list[str]:
        """Return the ids of the matches that a user follows."""

    async def save_follower(self, one: Follower) -> None:
        """Write a spectator, replacing the record for this user and match."""

    async def forget_follower(self, match: str, user: int) -> None:
        """Delete a spectator."""

    async def letters(self, users: Collection[int] | None = None) -> list[ReminderMessage]:
        """Return the reminder messages of these users, or of all."""

    async def save_letter(self, one: ReminderMessage) -> None:
        """Write a user's reminder message, replacing the former one."""

    async def forget_letter(self, user: int) -> None:
        """Delete a user's reminder message; does nothing if there is none."""

    async def next_wake(self) -> float | None:
        """Return the earliest check due among this process's matches; None if there is none."""

    async def due_tables(self, now: float) -> list[str]:
        """Return the ids of this process's matches due for a check, longest due first."""

    async def set_reminders(self, match: str, nudges: Mapping[Seat, float], wake: float) -> None:
        """Store the seats' next reminders and the match's next check; keeps the version."""

    async def request_ping(self, match: str, seat: Seat) -> None:
        """Request another ping of the seat for the same decision; keeps the version."""

    async def last_heartbeat(self) -> float | None:
        """Return the last heartbeat of the bot (Unix seconds); None for a new database."""

    async def save_heartbeat(self, now: float) -> None:
        """Store a heartbeat at `now` (Unix seconds), for `pulse`."""

    async def extend_deadlines(
        self, seconds: float, now: float, what: Msg | None, *, everywhere: bool = False
    ) -> list[str]:
        """Extend all deadlines by `seconds` in one transaction, and store a heartbeat.

        In this process's matches, or `everywhere`. Each match logs `what` and is marked as
        unpublished. Returns their ids.
        """

    async def copied(self) -> float | None:
        """Return when this database was taken as a backup (Unix seconds).

        None if it is no restored copy, or after `go_back`.
        """

    async def go_back(self, now: float, decision: int, what: Msg) -> list[str]:
        """Mark all open matches as unpublished after a restore.

        Those that lost rows log `what`, ping their players again, and number their decisions
        from `decision` on. Returns their ids.
        """

    async def forget_clicks(self, before: float) -> None:
        """Delete old interaction ids of lobbies: Discord never redelivers after 15 minutes."""

    async def close(self) -> None:
        """Finish running work and close the database."""


class DuplicateInteractionError(Exception):
    """Interaction id that is already stored: the click was processed before."""


class StorageUnavailableError(Exception):
    """Failed write (disk or connection): nothing of the transaction is stored."""


class CorruptDataError(UserError):
    """Unreadable data, or a position that does not match its log.

    The match is neither shown nor changed until a backup is restored.
    """

    def __init__(self) -> None:
        super().__init__(msg("host.trouble.damaged"))


class PublishDeferredError(Exception):
    """Match that can't be shown now: its version stays unpublished.

    It is retried after `wait` seconds (None: a default delay; infinity: only after another
    event).
    """

    def __init__(self, wait: float | None = None) -> None:
        super().__init__(wait)
        self.wait = wait


class Notifier(Protocol):
    """Sender of messages: shows a match's newest version on Discord."""

    async def publish(self, match: Match, newly: Sequence[Seat]) -> None:
        """Update the match's messages to this version. Idempotent; an exception causes a retry.

        `newly` are the seats to ping (`app/match/turn_pings.py`); they may be the only change.
        Call `Publisher.told` right after a ping, so that no later failure or crash repeats it.
        Ask the application layer for what to show: it knows what each viewer may see.
        """

    def refresh_live_panels(self, match: str) -> None:
        """Refresh open panels of the match after a commit; returns at once."""

    def is_outdated(self, match: str, user: int) -> None:
        """Update a user's private screen that shows an old draft; returns at once."""

    async def notify_halted(self, match: Match, what: str) -> None:
        """Tell the admin that a match was halted, and why."""

    async def remind(self, person: User, waiting: Sequence[tuple[Match, Seat]]) -> bool:
        """Remind a user of these matches in one direct message; return False if that failed."""

    async def warn_lobby_closing(self, match: Match) -> None:
        """Tell the organizer, or all players of a full lobby, that the lobby will close."""

    async def sweep(self, messages: Sequence[tuple[int, int]]) -> None:
        """Delete an erased user's direct messages, given as (channel, message)."""

    async def still_sees(self, user: int, guild: int, channel: int) -> bool | None:
        """Return whether a user sees a channel; None if Discord does not answer.

        Channel 0 stands for the guild itself.
        """

    async def notify_guild_removed(self, host: int, tables: Sequence[Match], until: float) -> None:
        """Tell an organizer when their matches are deleted (Unix seconds), after a bot removal."""


class Renderer(Protocol):
    """Renderer of images, off the event loop."""

    async def draw(self, scene: Scene | Animation, lane: Lane = "panel") -> Picture:
        """Return an image; if the queue is full, each lane gets its share."""


class AiPool(Protocol):
    """AI players, off the event loop."""

    async def think(self, asked: AiRequest) -> AiResponse:
        """Return an AI player's move; any exception means that the AI is unavailable."""

    async def evaluate(self, game: str, positions: Sequence[bytes]) -> list[list[float]]:
        """Return for each position its value for every seat; the values sum to 1."""

    def close(self) -> None:
        """Cancel running requests; no further ones follow."""
