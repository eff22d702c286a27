"""Interface of the store: one repository for each group of tables.

`db/store.py` implements it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Protocol

from msgspec import Struct

from app.model.match import Draft, LoadedMatch, LogEntry, Match, SeatRow, User
from app.ports.access import InvitationRepository, MatchAccess
from app.ports.audit_log import AuditLogEntry, AuditLogRepository
from app.ports.commit import CommitDetails, Pos
from app.ports.logins import Logins
from app.ports.removed_guilds import RetentionRepository
from app.ports.results import ResultRepository
from games.core.text.messages import Msg, Seat


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


class MatchRepository(Protocol):
    """Matches and their seats.

    Where a docstring says that the version does not change, the method leaves `Match.version` as it
    is and so causes no publication.
    """

    async def create(
        self,
        match: Match,
        click: str | None = None,
        audit_log_entries: Sequence[AuditLogEntry] = (),
    ) -> None:
        """Write a new match and its audit entries.

        Raises `KeyError` if the id is taken and `DuplicateInteractionError` if the click has
        already created a match.
        """

    async def get(self, match_id: str) -> Match | None:
        """Return a match by id, or None."""

    async def access(self, match_id: str, user: int) -> MatchAccess | None:
        """Return the facts that decide whether a user may open a match.

        None if the match does not exist. Works even if the rest of the match is unreadable.
        """

    async def load(self, match_id: str) -> LoadedMatch | None:
        """Return a match with its position; None if there is none or it has not started."""

    async def find(
        self,
        *,
        user: int | None = None,
        channel: int | None = None,
        statuses: Sequence[str] = (),
        strict: bool = False,
    ) -> list[Match]:
        """Return the matches that meet all given criteria, the least recently changed first.

        A user's matches are those in which the user has a seat and has not resigned. Unreadable
        matches are skipped; with `strict`, they raise `CorruptDataError`.
        """

    async def mentioning(self, user: int) -> list[Match]:
        """Return every match that names a user, the least recently changed first.

        A match names a user who has a seat or resigned from one, organizes it, is invited, or is
        named in a seat notice.
        """

    async def unpublished(self) -> list[str]:
        """Return the ids of this process's matches whose newest version was not published.

        The least recently changed match comes first. The process serves the guilds of its shards
        (`app/runtime/cluster.py`).
        """

    async def without_ping(self) -> list[str]:
        """Return the ids of this process's matches in which a ping was not sent yet.

        These are running matches that wait for a user, and full lobbies whose organizer was not
        told.
        """

    async def awaiting_ai(self) -> list[str]:
        """Return the ids of this process's running matches that wait for an AI player."""

    async def running(self) -> list[str]:
        """Return the ids of all running matches, the least recently changed first.

        Unreadable matches are included.
        """

    async def running_games(self) -> list[str]:
        """Return the ids of the games of running matches."""

    async def unpaused_games(self) -> list[str]:
        """Return the ids of the games of running matches that are not paused."""

    async def with_other_rules(self, rules: Mapping[str, int]) -> list[str]:
        """Return the ids of started, not ended matches whose rules are not those in `rules`.

        `rules` maps each game's id to its current rules version; matches of other games are left
        out. The least recently changed match comes first.
        """

    async def commit(
        self, match: Match, expected: int, change: CommitDetails | None = None
    ) -> bool:
        """Write match, seats and `change` if the stored version is still `expected`.

        If not, writes nothing and returns False. Message ids, what was published and seen, and the
        times of clicks are never written here, because they have their own methods. Raises
        `DuplicateInteractionError` if the interaction id of the click or of a log entry is already
        stored.
        """

    async def mark_seen(self, match_id: str, seat: Seat, row: int) -> None:
        """Record that the seat has seen the rows up to this one; the version does not change."""

    async def reset_screen(self, match_id: str, seat: Seat, at: float) -> None:
        """Forget a seat's private message, because the seat has a new player.

        `at` is the time of the new player's click (Unix seconds). The former player's message stays
        stored until it is deleted. The version does not change.
        """

    async def save_orders(self, match_id: str, seat: SeatRow) -> None:
        """Write a seat's standing orders alone; the version does not change."""

    async def save_message_ids(self, match: Match) -> None:
        """Write the ids of thread and messages, unless the match was moved.

        The version does not change.
        """

    async def save_permanent_message(
        self, match_id: str, n: int, channel: int, message: int
    ) -> None:
        """Store the id of a message that stays in the channel, under the number `n`.

        `n` is 0 or more for a part of the match that the bot posts itself, such as the finished
        game of a campaign: it is the index of this part. `n` is negative for a picture that a user
        asked the bot to post. An earlier message with the same `n` is replaced. The match's version
        does not change.
        """

    async def permanent_messages(self, match_id: str) -> list[tuple[int, int, int]]:
        """Return (number, channel id, message id) of the match's permanent messages.

        These messages stay in the channel. The number identifies the image in the message
        (`Closeup.permanent`), from 0. A message with a picture that a user posted has a negative
        number.
        """

    async def set_channel(self, match_id: str, guild: int, channel: int) -> None:
        """Set a match's channel (0: none) and forget its messages in the old channel.

        The version does not change.
        """

    async def save_screen(self, match_id: str, seat: SeatRow, user: int) -> bool:
        """Store the ids of the seat's private message and its channel.

        The match's version does not change. Returns False and changes nothing if the user no longer
        has the seat.
        """

    async def mark_published(self, match_id: str, version: int, rows: int) -> None:
        """Record that this version, with its first `rows` log rows, is shown."""

    async def mark_pinged(
        self,
        match_id: str,
        newest_pings: Mapping[Seat, int],
        ping_at: Mapping[Seat, float] | None = None,
    ) -> None:
        """Record, by seat, the number of the newest ping that its player knows of.

        Seats in `ping_at` were mentioned silently; they are pinged at the given times (Unix
        seconds).
        """

    async def mark_full_announced(self, match_id: str, at: float) -> None:
        """Store when the organizer was told that the lobby is full; the version does not change."""

    async def record_activity(self, match_id: str, user: int, at: float) -> None:
        """Record that a user clicked in the match at `at` (Unix seconds).

        The version does not change.
        """


class GameLogRepository(Protocol):
    """Log rows and checkpoints of matches, and the ids of interactions that were processed.

    A checkpoint is the position after a row; replaying the later rows gives any later position.
    """

    async def entries(
        self, match_id: str, after: int = 0, upto: int | None = None
    ) -> list[LogEntry]:
        """Return log rows in order with `after < n <= upto`, including undone rows.

        Row 0 (`@start`) is included only if `after` is -1.
        """

    async def match_of_interaction(self, interaction: str) -> str | None:
        """Return the match in which this interaction id was processed, or None."""

    async def checkpoint(
        self, match_id: str, *, upto: int | None = None, final: bool = False
    ) -> tuple[int, Pos]:
        """Return the newest checkpoint as (row, position); row 0 is the start of the game.

        With `upto`, it is the newest checkpoint at or before this row. With `final`, it is the
        newest one whose row no seat can undo any more. Raises `KeyError` if the match has not
        started.
        """

    async def forget_clicks(self, before: float) -> None:
        """Delete interaction ids of lobbies older than `before` (Unix seconds).

        Discord delivers no interaction again after 15 minutes.
        """


class DraftRepository(Protocol):
    """Unfinished moves of seats."""

    async def get(self, match_id: str, seat: Seat) -> Draft | None:
        """Return a seat's draft, or None.

        It may belong to an earlier decision: compare `Draft.decision`.
        """

    async def save(self, draft: Draft) -> None:
        """Write a draft, replacing the seat's older one; the version does not change."""

    async def mark_on_screen(self, match_id: str, seat: Seat, decision: int, written: int) -> None:
        """Record that the seat's private message shows this draft, if it is still the newest.

        `written` is the draft's version (`Draft.written`). The match's version does not change.
        """

    async def outdated_screens(self) -> list[tuple[str, int]]:
        """Return one (match id, user id) per private message that shows an outdated draft.

        Only running matches of this process are considered.
        """


class UserRepository(Protocol):
    """Users and their settings."""

    async def get(self, user: int) -> User | None:
        """Return a user by id, or None."""

    async def prefs(self, users: Sequence[int]) -> dict[int, dict[str, Any]]:
        """Return the preferences of the stored users among `users`, by user id."""

    async def save(self, person: User) -> None:
        """Write all fields of a user, creating or replacing the record."""

    async def forget(self, user: int) -> None:
        """Delete a user's settings, follows, notes and reminders; anonymize their audit entries."""

    async def rename(
        self, user: int, name: str, *, guild: int | None = None, former: str | None = None
    ) -> None:
        """Rename a user in their open matches; the version does not change.

        These are the open matches of one `guild`, or all open matches in which the user has the
        name `former`.
        """


class ReminderRepository(Protocol):
    """Direct messages that remind users of waiting matches."""

    async def find(self, users: Collection[int] | None = None) -> list[ReminderMessage]:
        """Return the reminder messages of these users; None: of all users."""

    async def save(self, reminder: ReminderMessage) -> None:
        """Write a user's reminder message, replacing the former one."""

    async def forget(self, user: int) -> None:
        """Delete a user's reminder message; does nothing if there is none."""


class DeadlineRepository(Protocol):
    """Times at which matches must be checked and pings sent, and the heartbeat of the bot."""

    async def next_check_at(self) -> float | None:
        """Return when this process must next check a match or ping a player, or None.

        The time is in Unix seconds and may have passed already. None means that no check and no
        ping is planned.
        """

    async def due_matches(self, now: float) -> list[str]:
        """Return the ids of this process's matches whose check or ping is due.

        The one that has been due for longest comes first.
        """

    async def set_reminders(
        self, match_id: str, next_reminders: Mapping[Seat, float], check_at: float
    ) -> None:
        """Store each seat's next reminder and the match's next check; the version does not change.

        Times are in Unix seconds (0: never).
        """

    async def set_pings(self, match_id: str, at: Mapping[Seat, float]) -> None:
        """Store, by seat, when to ping its player after a silent message.

        Times are in Unix seconds (0: never). The version does not change.
        """

    async def request_ping(self, match_id: str, seat: Seat) -> None:
        """Request another ping of the seat for the same decision; the version does not change."""

    async def last_heartbeat(self) -> float | None:
        """Return the last heartbeat of the bot (Unix seconds); None for a new database."""

    async def save_heartbeat(self, now: float) -> None:
        """Store that the bot runs at `now` (Unix seconds)."""

    async def extend(
        self, seconds: float, now: float, what: Msg | None, *, everywhere: bool = False
    ) -> list[str]:
        """Extend all deadlines by `seconds` in one transaction, and store a heartbeat.

        Changes the running matches of this process or, with `everywhere`, of all processes. The
        notice `what` is added to each match's log, and the match is marked as unpublished. Returns
        the ids of the matches.
        """


class SpectatorRepository(Protocol):
    """Users who follow a match without a seat."""

    async def of_match(self, match_id: str) -> list[Spectator]:
        """Return a match's spectators, in any order."""

    async def followed_by(self, user: int) -> list[str]:
        """Return the ids of the matches that a user follows."""

    async def save(self, spectator: Spectator) -> None:
        """Write a spectator, replacing the record for this user and match."""

    async def forget(self, match_id: str, user: int) -> None:
        """Delete a spectator."""


class NoteRepository(Protocol):
    """Notes that users write for themselves, at most one per user and match."""

    async def get(self, match_id: str, user: int) -> str:
        """Return a user's note about a match; "" if there is none."""

    async def of_user(self, user: int) -> dict[str, str]:
        """Return all notes of a user, by match."""

    async def save(self, match_id: str, user: int, text: str) -> None:
        """Write a user's note in place of the former one; "" deletes it."""


class GuildRepository(Protocol):
    """Settings of guilds."""

    async def prefs(self, guild: int) -> dict[str, Any]:
        """Return a guild's settings; empty if it has none."""

    async def save_prefs(
        self, guild: int, prefs: dict[str, Any], audit_log_entries: Sequence[AuditLogEntry] = ()
    ) -> None:
        """Replace a guild's settings and write the audit entries."""


class RestoreRepository(Protocol):
    """Recovery of a database that was restored from a backup."""

    async def backup_time(self) -> float | None:
        """Return when this database was copied as a backup (Unix seconds).

        None if the database is not a restored backup, or after `republish_matches` was called.
        """

    async def republish_matches(self, now: float, decision: int, what: Msg) -> list[str]:
        """Mark all open matches as unpublished after a restore.

        The notice `what` is added to their logs, their players are pinged again, and their
        decisions are numbered from `decision` on. Returns the ids of matches that lost log rows.
        """


class MetaRepository(Protocol):
    """Facts about the store as a whole."""

    async def sweep_reference(self) -> float | None:
        """Return when the reference sweep for expired data was (Unix seconds), or None.

        None before the first sweep. The next deletion deletes only data that was already expired at
        that time (`app/background/retention.py`).
        """

    async def save_sweep_reference(self, at: float) -> None:
        """Record a sweep at `at` (Unix seconds) as the new reference."""

    async def add_login(self, now: float) -> Logins:
        """Count the next gateway login and return the logins of the day."""


class Repo(Protocol):
    """Store: a repository for each group of tables. Every method call is one transaction.

    Writing methods may raise `StorageUnavailableError`. Changes to returned values do not change
    the store.
    """

    @property
    def matches(self) -> MatchRepository:
        """Return the repository of matches and their seats."""

    @property
    def game_log(self) -> GameLogRepository:
        """Return the repository of log rows, checkpoints and processed interactions."""

    @property
    def drafts(self) -> DraftRepository:
        """Return the repository of unfinished moves."""

    @property
    def users(self) -> UserRepository:
        """Return the repository of users and their settings."""

    @property
    def reminders(self) -> ReminderRepository:
        """Return the repository of reminders sent as direct messages."""

    @property
    def results(self) -> ResultRepository:
        """Return the repository of results of ended matches."""

    @property
    def deadlines(self) -> DeadlineRepository:
        """Return the repository of times to check matches and to ping, and of the heartbeat."""

    @property
    def spectators(self) -> SpectatorRepository:
        """Return the repository of users who follow a match without a seat."""

    @property
    def notes(self) -> NoteRepository:
        """Return the repository of private notes."""

    @property
    def invitations(self) -> InvitationRepository:
        """Return the repository of invitations to lobbies."""

    @property
    def guilds(self) -> GuildRepository:
        """Return the repository of guild settings."""

    @property
    def restore(self) -> RestoreRepository:
        """Return the repository for the recovery of a restored backup."""

    @property
    def retention(self) -> RetentionRepository:
        """Return the repository of guilds that removed the bot, and of expired data."""

    @property
    def meta(self) -> MetaRepository:
        """Return the repository of facts about the store as a whole."""

    @property
    def audit_log(self) -> AuditLogRepository:
        """Return the repository of the audit log of organizers and guild moderators."""

    async def close(self) -> None:
        """Finish running work and close the database."""
