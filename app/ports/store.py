"""The edges that the host needs, as protocols: the store, the messenger, the painter, the clock."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from typing import Any, Literal, Protocol

from msgspec import Struct

from app.model.ai_request import AiRequest, AiResponse
from app.model.match import Draft, LoadedMatch, LogEntry, Match, SeatRow, User, UserError
from app.ports.access import Doors
from app.ports.audit_log import AuditEntry, AuditLogStore
from app.ports.removed_guilds import RemovedGuildStore
from app.ports.results import ResultStore, SeatResult
from games.core.engine.game import Game
from games.core.state.position import Position
from games.core.text.messages import Msg, Seat, msg
from games.core.views.scene import Animation, Picture, Scene

Pos = Position[Any, Any]
Games = Mapping[str, Game[Any, Any]]  # those that are hosted, by their ids
Lane = Literal[
    "board", "panel", "screen"
]  # a picture for everybody; for who waits for it; for who may look at it later


class Timer(Protocol):
    """Something that is to happen later."""

    def cancel(self) -> None:
        """Let it not happen; nothing changes when it has already."""


class Clock(Protocol):
    """Time, so that tests can own it."""

    def now(self) -> float:
        """Unix seconds."""

    def call_at(self, at: float, work: Callable[[], None]) -> Timer:
        """Do this in the loop, once it is that late (unix seconds), or a little earlier or later: ask `now` again then."""


class CommitDetails(Struct):
    """What one commit writes beside match and seats.

    `pos` is the new position, `entries` the new rows: a step, and what standing orders answered to it. `checkpoint` keeps `pos`
    as one at the newest row: `keep` for good (start, every 50th row, system rows), `final` because that row is final for
    everybody (older ones of that kind go). `struck` are the rows that the only new row took back; checkpoints at or after the
    first of them go. `click` makes a lobby's step idempotent as an entry's interaction id does a move. `clear_drafts` are seats
    whose half-made choice is over. `ranks` are how a game ends that ends with it. `done` is noted for its server.
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
    """Somebody who follows a table at which they do not sit: when they last `heard` of it (unix seconds), and the one message
    that told them (0: none)."""

    match: str
    user: int
    heard: float
    channel: int = 0
    message: int = 0


class ReminderMessage(Struct, frozen=True):
    """The direct message that reminds a person (`user`) of the tables that wait for them."""

    user: int
    channel: int
    message: int
    matches: list[str]


class HealthFinding(Struct, frozen=True):
    """What whoever runs the bot is told of it, in their words: a sign, what was found, and how to mend it ("": no need)."""

    sign: str
    what: str
    mend: str = ""


Examine = Callable[[str], Awaitable[Sequence[HealthFinding]]]  # in a language


class Repo(RemovedGuildStore, ResultStore, AuditLogStore, Doors, Protocol):
    """The store. Every method is one transaction; what writes may raise `StorageUnavailableError`.
    Returned values share nothing with it."""

    async def person(self, user: int) -> User | None:
        """A person by their id."""

    async def prefs(self, users: Sequence[int]) -> dict[int, dict[str, Any]]:
        """What those of these people have set who are known."""

    async def save_person(self, person: User) -> None:
        """Write a person whole."""

    async def create_match(
        self, match: Match, click: str | None = None, done: Sequence[AuditEntry] = ()
    ) -> None:
        """Raises KeyError when the id is taken, `DuplicateInteractionError` when the click has
        made one. `done` is noted for its server."""

    async def match(self, match: str) -> Match | None:
        """A match by its id."""

    async def load(self, match: str) -> LoadedMatch | None:
        """A match with its position; None when there is none or it has not begun."""

    async def matches(
        self,
        *,
        user: int | None = None,
        channel: int | None = None,
        statuses: Sequence[str] = (),
        whole: bool = False,
    ) -> list[Match]:
        """Matches by any of these (a user's: seats not left for good), oldest change first. One that can't be read is left out;
        where the list is to be `whole` it raises `CorruptDataError`."""

    async def for_user(self, user: int) -> list[Match]:
        """Every match that knows this user: seats (left ones too), organised, invited to; oldest change first."""

    async def rename(
        self, user: int, name: str, *, guild: int | None = None, former: str | None = None
    ) -> None:
        """Rename a person at their open tables; touches no version.

        These are the tables of a `guild`, or those at which they have the `former` name.
        """

    async def forget_person(self, user: int) -> None:
        """Drop a user's settings, what they follow and what reminds them; what they have done stays without them."""

    async def unpublished(self) -> list[str]:
        """Ids of matches of ours (`app/runtime/cluster.py`) whose newest version the edge has not shown, oldest change first."""

    async def matches_without_ping(self) -> list[str]:
        """Ids of running matches of ours that wait for somebody who was not told so, and of full lobbies whose organizer was
        not."""

    async def automatic(self) -> list[str]:
        """Ids of running matches of ours that wait for a computer player."""

    async def running(self) -> list[str]:
        """Return the ids of all running matches, unreadable ones too, oldest change first."""

    async def games_on(self) -> list[str]:
        """Ids of the games that running matches play."""

    async def games_played(self) -> list[str]:
        """Return the ids of games that people play at running tables which are neither paused nor asleep."""

    async def matches_with_old_rules(self, rules: Mapping[str, int]) -> list[str]:
        """Ids of tables that have begun and not ended and are played by other `rules` than those of their game, oldest change
        first; a game that is not named has none."""

    async def commit(
        self, match: Match, expected: int, change: CommitDetails | None = None
    ) -> bool:
        """Write match, seats and `change` at once, `where version = expected`; False when somebody was faster.

        Places, direct messages, what is published or told and taps are not written: they have methods of their own. Raises
        `DuplicateInteractionError` when the click or an entry's interaction id is stored.
        """

    async def entries(self, match: str, after: int = 0, upto: int | None = None) -> list[LogEntry]:
        """Rows of the log in order with `after < n <= upto`, struck ones included; row 0 (`@start`) only if `after` is -1."""

    async def clicked(self, interaction: str) -> str | None:
        """The match in which this interaction id has counted, None when it has not."""

    async def checkpoint(
        self, match: str, *, upto: int | None = None, final: bool = False
    ) -> tuple[int, Pos]:
        """The newest checkpoint (with `upto`: at or before that row; with `final`: final for everybody); row 0 is the start.

        Raises KeyError when the match has not begun.
        """

    async def draft(self, match: str, seat: Seat) -> Draft | None:
        """The half-made choice of a seat, None when there is none; perhaps one for an earlier decision (`Draft.decision`)."""

    async def save_draft(self, draft: Draft) -> None:
        """Write it, in place of the seat's older one; touches no version."""

    async def on_screen(self, match: str, seat: Seat, decision: int, written: int) -> None:
        """The seat's private screen shows its choice as `written`, if nothing was written since; touches no version."""

    async def is_outdated(self) -> list[tuple[str, int]]:
        """Running tables of ours and people at them whose private screen does not show their choice as it was written last."""

    async def mark_seen(self, match: str, seat: Seat, row: int) -> None:
        """The seat has seen the rows up to this one; touches no version."""

    async def move_seat(self, match: str, seat: Seat, at: float) -> None:
        """Somebody else sits there from now on: what the edge keeps of the seat is theirs, but for the private screen that is to
        be taken away; touches no version."""

    async def save_orders(self, match: str, seat: SeatRow) -> None:
        """The seat's standing orders, when nothing else has changed; touches no version."""

    async def save_places(self, match: Match) -> None:
        """The thread and the ids of the table's messages, as long as it lives where it did; touches no version."""

    async def keep_message(self, match: str, n: int, channel: int, message: int) -> None:
        """Store where the message of the `n`-th part that stays is; touches no version."""

    async def kept_messages(self, match: str) -> list[tuple[int, int, int]]:
        """Return the known messages of the parts that stay: which part, channel, message."""

    async def set_channel(self, match: str, guild: int, channel: int) -> None:
        """The table lives in another channel (0: in none), where it has no messages yet; touches no version."""

    async def save_screen(self, match: str, seat: SeatRow, user: int) -> bool:
        """Where the seat's private screen is; False, and nothing is changed, where this person no longer sits; touches no
        version."""

    async def mark_published(self, match: str, version: int, rows: int) -> None:
        """The edge has shown this version and these rows."""

    async def mark_notified(
        self, match: str, calls: Mapping[Seat, int], pings: Mapping[Seat, float] | None = None
    ) -> None:
        """These seats' people know of these calls; those with a time in `pings` were called without a sound, and are pinged
        then."""

    async def pings(self, match: str, at: Mapping[Seat, float]) -> None:
        """Store when these seats' people are pinged for a silent call (0: never); touches no version."""

    async def told_full(self, match: str, at: float) -> None:
        """Store when the organizer was told that the lobby is full; touches no version."""

    async def record_activity(self, match: str, user: int, at: float) -> None:
        """This person was at the table at that time; touches no version."""

    async def guild_prefs(self, guild: int) -> dict[str, Any]:
        """What a server has chosen; nothing for one that has not."""

    async def save_guild_prefs(
        self, guild: int, prefs: dict[str, Any], done: Sequence[AuditEntry] = ()
    ) -> None:
        """Write all that a server has chosen, in place of what was there, and note who has `done` it."""

    async def followers(self, match: str) -> list[Follower]:
        """Who follows a table, in no certain order."""

    async def followed(self, user: int) -> list[str]:
        """Ids of the tables that a person follows."""

    async def save_follower(self, one: Follower) -> None:
        """Write one, in place of what was there of this person and this table."""

    async def forget_follower(self, match: str, user: int) -> None:
        """A person no longer follows a table."""

    async def letters(self, users: Collection[int] | None = None) -> list[ReminderMessage]:
        """The reminders of these people, or everybody's, of those that have one."""

    async def save_letter(self, one: ReminderMessage) -> None:
        """Write a person's, instead of what was there."""

    async def forget_letter(self, user: int) -> None:
        """A person has no reminder any more; nothing changes when they had none."""

    async def next_wake(self) -> float | None:
        """When the first table of ours is to be looked at; None when none is."""

    async def due_tables(self, now: float) -> list[str]:
        """Ids of the tables of ours that are to be looked at by now, the longest due first."""

    async def set_reminders(self, match: str, nudges: Mapping[Seat, float], wake: float) -> None:
        """When these seats' people are to be reminded next, and the table looked at; touches no version."""

    async def request_ping(self, match: str, seat: Seat) -> None:
        """The seat's person is to be called once more for what they are awaited for; touches no version."""

    async def last_heartbeat(self) -> float | None:
        """When the bot was last known to run (unix seconds); None for a new file."""

    async def save_heartbeat(self, now: float) -> None:
        """Note that the bot runs at `now` (unix seconds), for `pulse`."""

    async def extend_deadlines(
        self, seconds: float, now: float, what: Msg | None, *, everywhere: bool = False
    ) -> list[str]:
        """Everybody's time at our tables, or `everywhere`, ends so many seconds later, all at once; each table's log says `what`,
        and it is shown anew; and the bot runs. The ids of the tables."""

    async def copied(self) -> float | None:
        """When the file was taken as a copy (unix seconds); None when it is none, or `go_back` was called."""

    async def go_back(self, now: float, decision: int, what: Msg) -> list[str]:
        """Every open table is to be shown anew; where something was lost its log says `what`, whoever is awaited is called again,
        and all questions get numbers from `decision` on. The ids of those."""

    async def forget_clicks(self, before: float) -> None:
        """Drop old clicks of lobbies: an interaction is never delivered again after a quarter of an hour."""

    async def close(self) -> None:
        """Finish what is under way and let the file go."""


class DuplicateInteractionError(Exception):
    """The interaction id is stored: this click has counted once."""


class StorageUnavailableError(Exception):
    """The store could not write (no room, a failing disk): nothing of the transaction stands."""


class CorruptDataError(UserError):
    """What is stored can't be read, or a position is not the one to which its log has led: nothing is shown or changed of it, a
    backup brings it back."""

    def __init__(self) -> None:
        super().__init__(msg("host.trouble.damaged"))


class PublishDeferredError(Exception):
    """The table can't be shown for now: the version stays unshown and is tried again after `wait` seconds (None: now and then;
    infinity: when something else says that there is a change)."""

    def __init__(self, wait: float | None = None) -> None:
        super().__init__(wait)
        self.wait = wait


class Notifier(Protocol):
    """The messenger: shows a match's newest version wherever it is to be seen."""

    async def publish(self, match: Match, newly: Sequence[Seat]) -> None:
        """Bring the table's messages to this version. Idempotent; an exception means: call again later.

        `newly` are the seats to ping (`app/match/turn_pings.py`); it may be all that there is to
        do. Call `Publisher.told` right after a
        ping: no later failure or crash repeats it then. What is to be seen is asked of the host, which knows what each viewer
        may see.
        """

    def refresh_live_panels(self, match: str) -> None:
        """Something was committed at this match this moment: whoever looks at it may see it go on. Returns at once."""

    def is_outdated(self, match: str, user: int) -> None:
        """A person's private screen does not show their choice as it stands: it is brought up to date. Returns at once."""

    async def notify_halted(self, match: Match, what: str) -> None:
        """Tell the admin that a match was halted, and why."""

    async def remind(self, person: User, waiting: Sequence[tuple[Match, Seat]]) -> bool:
        """Tell a person in one direct message that these tables still wait for them; False when they could not be told so."""

    async def warn_lobby_closing(self, match: Match) -> None:
        """Tell the organizer that the lobby is about to close; where it is full, everybody seated."""

    async def sweep(self, messages: Sequence[tuple[int, int]]) -> None:
        """Delete these direct messages of an erased person, each by its channel and id."""

    async def still_sees(self, user: int, guild: int, channel: int) -> bool | None:
        """Return whether a user sees a channel; None when Discord does not say.

        Channel 0 stands for the guild itself.
        """

    async def notify_guild_removed(self, host: int, tables: Sequence[Match], until: float) -> None:
        """Tell the organiser of these tables, whose server has sent the bot away, when they are deleted (unix seconds)."""


class Renderer(Protocol):
    """The painter, off the loop."""

    async def draw(self, scene: Scene | Animation, lane: Lane = "panel") -> Picture:
        """One picture; each lane gets its share when there is more to draw than can be."""


class AiPool(Protocol):
    """Who thinks for computer players, off the loop."""

    async def think(self, asked: AiRequest) -> AiResponse:
        """What the computer player does. Any exception means that it could not be asked."""

    async def evaluate(self, game: str, positions: Sequence[bytes]) -> list[list[float]]:
        """What each position of a game is worth to each seat, together 1."""

    def close(self) -> None:
        """End what is being thought; there will be no more questions."""
