"""What the host keeps and hands out: matches, seats, drafts, people, and the panels that edges show."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct, field
from msgspec.structs import force_setattr

from app.model.ai_request import DEFAULT_STRENGTH
from app.model.seat_news import SeatNotice
from app.model.votes import Vote
from games.core.engine import migrations
from games.core.engine.game import find
from games.core.engine.history import HistoryRow
from games.core.guides.tutorials import Guide
from games.core.prompts.prompt import Answer, DisabledOption, MoveReady, SelectPrompt
from games.core.state.position import Position
from games.core.text.messages import Key, Msg, Path, Seat, msg, names_seat, whole
from games.core.views.closeups import Closeup
from games.core.views.scene import RecentMoves

Status = Literal["lobby", "running", "ended", "closed", "halted"]
Lang = Literal["es", "en"]


class User(Struct):
    """A user of the edge (a Discord account). `prefs` are the settings of `/me`; `dm_closed` is what the last try showed;
    `own_name` is the display name outside of servers, "" until it is known."""

    id: int
    name: str
    lang: Lang = "es"
    prefs: dict[str, Any] = field(default_factory=dict)
    dm_closed: bool = False
    own_name: str = ""


class Pace(Struct, frozen=True):
    """The time of a table. `decision`: so many `seconds` for each; `bank`: a person begins with `bank` seconds of their own,
    which run while they are awaited, and each decision adds `seconds`, up to the `bank` again.

    `weekends` tells whether Saturday and Sunday count (UTC). When somebody's time is up, the `absent` seat is minded by a
    caretaker until its person taps again, or each of its questions gets its default. After `patience` turns in a row that a
    person missed, their seat is offered to others.
    """

    kind: Literal["none", "decision", "bank"] = "none"
    seconds: float = 0.0
    bank: float = 0.0
    weekends: bool = True
    absent: Literal["caretaker", "default"] = "caretaker"
    patience: int = 2


class SeatRow(Struct):
    """One taken seat of a match. `asked` is its decision counter: a button of an older decision is stale (DESIGN 4).

    `awaited` and `since` let inboxes, calls and computer players know whose turn it is without loading a position. `call` goes up
    each time that others' doing makes the game wait for the seat; its person is called while
    `told` is behind (`app/match/turn_pings.py`).
    """

    seat: int
    user: int | None  # None: a computer player
    name: str
    computer: str | None = None  # a strength of ai.think
    lang: Lang = "es"
    asked: int = 0
    asked_digest: str = ""  # of the seat's root form, "" when it is not asked
    dm_channel: int | None = None  # below 0: the screen is still that of whoever sat here before
    dm_message: int | None = None
    seen: int = 0  # newest row the person has seen (S6)
    resigned: bool = False  # the person has left for good; a caretaker answers
    awaited: bool = False  # the game waits for this seat
    since: float = 0.0  # since when (unix seconds)
    acted: int = 0  # the seat's newest standing row
    orders: dict[str, Any] = field(default_factory=dict)  # standing orders that were set; private
    quiet: int = (
        -1
    )  # the decision that the person keeps from their orders, having taken a step back
    call: int = 0  # the seat's newest call
    told: int = (
        0  # the newest that its person knows of: by a ping, or by a tap that showed the question
    )
    tapped: float = 0.0  # when the person last tapped at this table (unix seconds)
    due: float = (
        0.0  # when the time for the answer is up; 0: none runs (`app/model/time_control.py`)
    )
    nudge: float = 0.0  # when the person is to be reminded next; 0: not again
    bank: float = (
        -1.0
    )  # seconds of their own that were left when the time last began or stopped; -1: none used yet
    strikes: int = 0  # deadlines in a row that the person missed
    away: float = 0.0  # until when the person has a day off: no time runs, nobody calls them
    minded: bool = False  # a caretaker answers until the person taps again
    offered: bool = False  # somebody else may take the seat
    late: float = (
        0.0  # minded: when another missed deadline counts; 0: none runs, -1: it stands still
    )
    opens: float = (
        0.0  # from when others may take it for absence; 0: it isn't so, -1: the time stands still
    )
    ping_at: float = 0.0  # when a call that was posted silently in quiet hours is followed by a ping; 0: it was none

    @property
    def automatic(self) -> bool:
        """True when a computer player answers for the seat: its own, or a caretaker's."""
        return self.computer is not None or self.minded

    @property
    def screen(self) -> tuple[int, int] | None:
        """Where the person's own private screen is: channel and message."""
        channel, message = self.dm_channel or 0, self.dm_message or 0
        return (channel, message) if channel > 0 and message else None

    @property
    def called(self) -> bool:
        """True when the person knows of the seat's newest call."""
        return self.told >= self.call


class MessageRefs(Struct):
    """Where the edge keeps a match's messages; 0 means none. Only edges read their meaning. A table without a `channel` has lost
    it, and lives nowhere until somebody who plays at it brings it to another."""

    guild: int = 0
    channel: int = 0
    thread: int = 0
    lobby: int = 0  # S1
    board: int = 0  # S2
    summons: int = 0  # S3
    ended: int = 0  # S8
    kept: int = 0  # how many parts that stand for good have had a message of their own
    asked: int = 0  # calls people to a vote

    @property
    def home(self) -> int:
        """The channel or thread in which the table lives."""
        return self.thread or self.channel


class TableNotice(Struct, frozen=True):
    """Something about the table that is no move (somebody left for good): told in the log after row `row`."""

    row: int
    at: float
    what: Msg

    def __post_init__(self) -> None:
        """Messages within the message come out of the store as plain dicts, for `args` may hold anything."""
        force_setattr(self, "what", whole(self.what))


Rest = Literal["", "consent", "asleep"]


class Match(Struct):
    """A table: first a lobby, then a game, then its record. `id` is the short code that people see; `seats` are the taken ones in
    joining order, `size - len(seats)` are free."""

    id: str
    game: str
    name: str  # as somebody named it; "" is called after its organiser
    lang: Lang
    host: int
    options: dict[str, Any]
    size: int  # seats wanted
    status: Status
    seats: list[SeatRow]
    places: MessageRefs
    created_at: float  # unix seconds
    changed_at: float
    seed: str = ""
    salt: str = ""
    commitment: str = ""
    rules: int = 0
    version: int = 0  # +1 at each change that people may see
    published: int = 0  # the version that the edge has shown
    rows: int = 0  # number of the newest row of the log
    published_rows: int = 0  # the newest row that the edge has shown
    halted: str = ""  # why an auditor stopped it (for the admin)
    preset: str = ""  # the preset that was chosen last, if any
    invited: list[int] = field(default_factory=list)
    rematch: str = ""  # the table that goes on from this one
    notices: list[TableNotice] = field(default_factory=list)
    pace: Pace = field(default_factory=Pace)
    paused: Rest = (
        ""  # no time runs: by consent until somebody says so, or asleep until somebody plays
    )
    vote: Vote | None = None  # what is being voted on
    warned: bool = False  # its organiser was told that the lobby is about to close
    moving: bool = False  # its board shows the last turn in motion
    wake: float = 0.0  # when it is to be looked at if nobody does anything (`pace.wake`); 0: never
    lesson: str = ""  # the lesson that it is (`games/core/guides/tutorials.py`), until its pupil goes on alone
    seat_notices: list[SeatNotice] = field(default_factory=list)
    full_at: float = 0.0  # since when a lobby has no free seat; 0: it has one
    full_known: bool = False  # its organizer has taken or filled the last seat themselves
    full_told: float = 0.0  # when its organizer was last told that it is full

    def note(self, at: float, what: Msg) -> None:
        """Tell in the log, after the newest row, what is no move."""
        self.notices.append(TableNotice(self.rows, at, what))

    def leave(self, seat: SeatRow) -> None:
        """The seat's person has left for good: a computer player answers, another may sit down, somebody else organises."""
        seat.resigned, seat.computer, seat.orders, seat.asked = (
            True,
            DEFAULT_STRENGTH,
            {},
            seat.asked + 1,
        )
        seat.minded, seat.offered, seat.late, seat.opens = False, True, 0.0, 0.0
        if seat.user == self.host:
            here = (one.user for one in self.seats if one.user is not None and not one.resigned)
            self.host = next(here, self.host)

    def seat_of(self, user: int) -> SeatRow | None:
        """The seat of this person, if they have one and have not left it for good."""
        return next((seat for seat in self.seats if seat.user == user and not seat.resigned), None)

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """The seats for which the game waits."""
        return tuple(seat.seat for seat in self.seats if seat.awaited)

    @property
    def names(self) -> tuple[str, ...]:
        """Names by seat."""
        return tuple(seat.name for seat in self.seats)


class LoadedMatch(Struct):
    """A match that has begun, with its position."""

    match: Match
    pos: Position[Any, Any]


def encode_position(pos: Position[Any, Any]) -> bytes:
    """A position as the store keeps it: opaque JSON."""
    return find(pos.game).codec.encode(pos)


def decode_position(game: str, data: bytes) -> Position[Any, Any]:
    """A position from the store, brought to the rules that we know. Raises `UserError` when it is of newer ones,
    `msgspec.ValidationError` when it is of another shape, KeyError for an unknown game."""
    try:
        return migrations.read(find(game), data)
    except migrations.RulesTooNewError as error:
        raise UserError(
            msg("host.trouble.newer_rules", have=error.have, known=error.known)
        ) from error


class LogEntry(Struct, frozen=True):
    """A row of the log as stored: with its time, the click that caused it, and the undo or rewind that struck it (0: none)."""

    row: HistoryRow
    at: float
    interaction: str | None = None
    struck_by: int = 0


class Draft(Struct):
    """A half-made choice of one seat: never in the position, so Back and Cancel are free and nothing leaks. `pending` is an
    answer being put together (toggles, counters), `shown` the digest of the `MoveReady` that the
    person saw, `written` how often it
    was written, and `on_screen` which of these the private screen is known to show."""

    match: str
    seat: int
    decision: int
    path: list[Key] = field(default_factory=list)
    pending: Key | None = None
    shown: str = ""
    written: int = 1
    on_screen: int = 0


class Breadcrumb(Struct, frozen=True):
    """One step of the path so far, in words; `forced` when nobody had to answer it. `change` is what the button is called that
    opens its counters, for a step that was proposed and can be changed."""

    label: Msg
    forced: bool
    change: Msg | None = None


class NoUndoReason(Struct, frozen=True):
    """Why a step can't be undone by its seat: a phrase that follows "Final:"."""

    why: Msg


Promise = Literal["undoable", "final", "open"]


class Panel(Struct):
    """Everything that the choosing panel (S5, S4) shows one person at this moment.

    `answer` is None when the seat is not asked, never a `Reject`. A button carries `decision` and `len(path)`, its depth. `root`
    is the question's first form: its options of tone `finish` stay at hand at every depth (sent with depth 0). `letters` are the
    markers of the options that have a `spot`, by key. `finals` says which options of `answer` (and of `root`) would be committed
    by the very tap and be final; `final` the same for a `MoveReady`. `pending` is the answer under
    construction of a form with toggles
    or counters, prefilled by the form's default; `promise` what holds for every end of the question that is not in `finals`, as
    far as known: each can be undone, each is final, or it is seen before it is confirmed; `gives` the step to which giving it
    leads, if that needs no confirmation by the game's own word, `gives_final` why it is final where that very tap commits it;
    `changing` tells that its counters were opened to change what had been proposed. `refused` and `notice` are sentences to show
    first; `saved` is what has just been committed and `followed` what that set off (`committed` tells that something was); `undo`
    what Undo would take back; `written` the draft's where the private screen is behind it. A stranger's has no `seat`.
    """

    match: Match
    seat: int | None
    decision: int = 0
    path: Path = ()
    crumbs: tuple[Breadcrumb, ...] = ()
    answer: Answer | None = None
    root: SelectPrompt | None = None
    pending: Key | None = None
    letters: dict[str, str] = field(default_factory=dict)
    finals: frozenset[str] = frozenset()
    promise: Promise = "open"
    final: NoUndoReason | None = None
    gives: MoveReady | None = None
    gives_final: NoUndoReason | None = None
    changing: bool = False
    refused: Msg | None = None
    rule: str | None = None  # the anchor in the rules of what was refused
    behind: tuple[DisabledOption, ...] = ()  # what it would have opened, each with its reason
    notice: Msg | None = None
    saved: Msg | None = None
    followed: tuple[Msg, ...] = ()
    committed: bool = False
    undo: MoveReady | None = None
    waiting: tuple[Seat, ...] = ()
    view: Any = None
    trail: RecentMoves = (
        RecentMoves()
    )  # what was done on the board since this person's last own step
    question: str = ""  # the tag of the frame that asks (`walk.question`)
    guide: Guide | None = None  # what a lesson says at this step
    written: int = 0


class TableView(Struct, frozen=True):
    """A match as one viewer may see it: the view, one line of state, the position in words, whom we wait for, what to look at."""

    match: Match
    seat: Seat | None
    view: Any
    summary: Msg | None
    words: tuple[Msg, ...]
    waiting: tuple[Seat, ...]
    closeups: tuple[Closeup, ...] = ()


class VerificationResult(Struct, frozen=True):
    """The replay of a whole match. Seed and salt stay shut until the game has ended. `read` rows were played by older rules: they
    are no longer replayed. What not everybody has heard of is checked, not counted: it would tell of throws behind a screen."""

    ok: bool
    rows: int  # rows replayed with equal results
    broken: int | None  # the first that did not hold
    commitment: str
    seed: str | None
    salt: str | None
    read: int = 0


class UserError(Exception):
    """Something a person asked for can't be done: `what` says why and what to do now, in the catalogue's words.

    `table` gives the names for a sentence that names seats, and the words of its game. Raises ValueError where it is missing.
    """

    def __init__(self, what: Msg, table: Match | None = None) -> None:
        if table is None and names_seat(what):
            raise ValueError(f"{what.key} names a seat of no table")
        super().__init__(what.key)
        self.what, self.table = what, table
