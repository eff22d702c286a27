"""Core data: matches, seats, drafts, users, and the panels that the cogs show."""

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
from games.core.text.messages import Key, Msg, Path, Seat, msg, names_seat, restore_messages
from games.core.views.closeups import Closeup
from games.core.views.scene import RecentMoves

Status = Literal["lobby", "running", "ended", "closed", "halted"]
Lang = Literal["es", "en"]


class User(Struct):
    """Discord account.

    `prefs` are the settings of `/me`; `dm_closed` is the result of the last attempt to send a
    direct message; `own_name` is the display name outside of guilds, "" if unknown.
    """

    id: int
    name: str
    lang: Lang = "es"
    prefs: dict[str, Any] = field(default_factory=dict)
    dm_closed: bool = False
    own_name: str = ""


class Pace(Struct, frozen=True):
    """Time control of a match.

    `decision` gives `seconds` for each decision. With `bank`, a player starts with `bank`
    seconds, which run while they must act; each decision adds `seconds`, up to `bank`.

    `weekends` tells whether Saturday and Sunday count (UTC). After a missed deadline, `absent`
    says whether a caretaker plays until the player's next click, or each prompt of the turn
    gets its default answer. After `patience` missed turns in a row, the seat is offered to
    others.
    """

    kind: Literal["none", "decision", "bank"] = "none"
    seconds: float = 0.0
    bank: float = 0.0
    weekends: bool = True
    absent: Literal["caretaker", "default"] = "caretaker"
    patience: int = 2


class SeatRow(Struct):
    """Taken seat of a match.

    `asked` is the decision counter: a button of an older decision is stale (DESIGN 4).
    `awaited` and `since` tell inboxes, pings and AI players whose turn it is without loading a
    position. `call` rises whenever others' moves make the game wait for the seat; a ping is due
    while `told` is behind (`app/match/turn_pings.py`).
    """

    seat: int
    user: int | None  # None: an AI player
    name: str
    computer: str | None = None  # a strength of `ai.think`
    lang: Lang = "es"
    asked: int = 0
    asked_digest: str = ""  # digest of the seat's root prompt, "" if there is none
    # below 0: the private message still belongs to the seat's former player
    dm_channel: int | None = None
    dm_message: int | None = None
    seen: int = 0  # newest row that the player has seen (S6)
    resigned: bool = False  # the player has left for good; an AI player answers
    awaited: bool = False  # the seat must act
    since: float = 0.0  # when the wait began (Unix seconds)
    acted: int = 0  # the seat's newest effective row
    orders: dict[str, Any] = field(default_factory=dict)  # standing orders; private
    quiet: int = -1  # decision that standing orders must skip after an undo
    call: int = 0  # number of the newest ping
    told: int = 0  # newest ping that the player knows of: it was sent, or a click showed the prompt
    tapped: float = 0.0  # last click of the player in this match (Unix seconds)
    due: float = 0.0  # deadline (Unix seconds); 0: no clock runs (`app/model/time_control.py`)
    nudge: float = 0.0  # next reminder (Unix seconds); 0: none
    bank: float = -1.0  # seconds left when the clock last started or stopped; -1: not used yet
    strikes: int = 0  # deadlines missed in a row
    away: float = 0.0  # end of the player's days off: no clock runs and no pings are sent
    minded: bool = False  # a caretaker answers until the player's next click
    offered: bool = False  # another user may take the seat
    late: float = (
        0.0  # while minded: when the next missed deadline counts; 0: no clock, -1: stopped
    )
    opens: float = 0.0  # when others may take the seat of an absent player; 0: never, -1: stopped
    ping_at: float = 0.0  # when to ping after a silent notice in quiet hours; 0: no ping

    @property
    def automatic(self) -> bool:
        """Return whether an AI player answers for the seat: its own, or a caretaker."""
        return self.computer is not None or self.minded

    @property
    def screen(self) -> tuple[int, int] | None:
        """Return channel and message of the player's private screen, if there is one."""
        channel, message = self.dm_channel or 0, self.dm_message or 0
        return (channel, message) if channel > 0 and message else None

    @property
    def called(self) -> bool:
        """Return whether the player knows of the newest ping."""
        return self.told >= self.call


class MessageRefs(Struct):
    """Ids of a match's channel and messages; 0 means none. Only the cogs and the UI use them.

    A match without `channel` has lost it and is shown nowhere until a player moves it.
    """

    guild: int = 0
    channel: int = 0
    thread: int = 0
    lobby: int = 0  # S1
    board: int = 0  # S2
    summons: int = 0  # S3
    ended: int = 0  # S8
    kept: int = 0  # permanent messages sent so far
    asked: int = 0  # message that asks for votes

    @property
    def home(self) -> int:
        """Return the thread of the match, else its channel."""
        return self.thread or self.channel


class TableNotice(Struct, frozen=True):
    """Log notice that is not a move (for example a resignation), shown after row `row`."""

    row: int
    at: float
    what: Msg

    def __post_init__(self) -> None:
        """Restore nested messages, which the store returns as plain dicts."""
        force_setattr(self, "what", restore_messages(self.what))


Rest = Literal["", "consent", "asleep"]


class Match(Struct):
    """Match: a lobby, then a running game, then its record.

    `id` is the short public code. `seats` are the taken ones in joining order; `size -
    len(seats)` are free.
    """

    id: str
    game: str
    name: str  # given name; "" means that texts use the organizer's name
    lang: Lang
    host: int
    options: dict[str, Any]
    size: int  # seats wanted
    status: Status
    seats: list[SeatRow]
    places: MessageRefs
    created_at: float  # Unix seconds
    changed_at: float
    seed: str = ""
    salt: str = ""
    commitment: str = ""
    rules: int = 0
    version: int = 0  # rises with each visible change
    published: int = 0  # version last shown on Discord
    rows: int = 0  # number of the newest log row
    published_rows: int = 0  # newest row shown on Discord
    halted: str = ""  # why the audit halted it (for the admin)
    preset: str = ""  # last chosen preset, if any
    invited: list[int] = field(default_factory=list)
    rematch: str = ""  # id of the rematch
    notices: list[TableNotice] = field(default_factory=list)
    pace: Pace = field(default_factory=Pace)
    paused: Rest = (
        ""  # no clock runs: by consent until a player resumes, or asleep until a player moves
    )
    vote: Vote | None = None  # the open vote
    warned: bool = False  # the organizer was told that the lobby will close
    moving: bool = False  # the board animates the last turn
    wake: float = 0.0  # next check if nothing happens (`time_control.next_wakeup`); 0: never
    lesson: str = ""  # lesson id (`games/core/guides/tutorials.py`) until the user plays on alone
    seat_notices: list[SeatNotice] = field(default_factory=list)
    full_at: float = 0.0  # when the lobby became full (Unix seconds); 0: it has a free seat
    full_known: bool = False  # the organizer filled the last seat themselves
    full_told: float = 0.0  # when the organizer was last told that it is full

    def note(self, at: float, what: Msg) -> None:
        """Add a log notice after the newest row."""
        self.notices.append(TableNotice(self.rows, at, what))

    def leave(self, seat: SeatRow) -> None:
        """Replace a player who has left for good with an AI player.

        The seat is offered to others, and another player becomes organizer if needed.
        """
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
        """Return the user's seat, unless they have none or have resigned."""
        return next((seat for seat in self.seats if seat.user == user and not seat.resigned), None)

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """Return the seats that must act."""
        return tuple(seat.seat for seat in self.seats if seat.awaited)

    @property
    def names(self) -> tuple[str, ...]:
        """Return the player names by seat."""
        return tuple(seat.name for seat in self.seats)


class LoadedMatch(Struct):
    """Match that has started, with its position."""

    match: Match
    pos: Position[Any, Any]


def encode_position(pos: Position[Any, Any]) -> bytes:
    """Return a position as the store keeps it: opaque JSON."""
    return find(pos.game).codec.encode(pos)


def decode_position(game: str, data: bytes) -> Position[Any, Any]:
    """Return a stored position, migrated to the current rules.

    Raises `UserError` for newer rules, `msgspec.ValidationError` for invalid data and
    `KeyError` for an unknown game.
    """
    try:
        return migrations.read(find(game), data)
    except migrations.RulesTooNewError as error:
        raise UserError(
            msg("host.trouble.newer_rules", have=error.have, known=error.known)
        ) from error


class LogEntry(Struct, frozen=True):
    """Stored log row with its time, interaction id, and the later row that undid it.

    `struck_by` is the number of that undo or rewind row; 0 if the row was not undone.
    """

    row: HistoryRow
    at: float
    interaction: str | None = None
    struck_by: int = 0


class Draft(Struct):
    """Unfinished choice of one seat.

    It is never part of the position, so Back and Cancel are free and nothing leaks. `pending`
    is an answer under construction (toggles, counters), `shown` the digest of the `MoveReady`
    that the player saw, `written` how often the draft was written, and `on_screen` which of
    these versions the private message is known to show.
    """

    match: str
    seat: int
    decision: int
    path: list[Key] = field(default_factory=list)
    pending: Key | None = None
    shown: str = ""
    written: int = 1
    on_screen: int = 0


class Breadcrumb(Struct, frozen=True):
    """Step of the current path in words; `forced` if it had only one answer.

    `change` is the label of the button that opens the counters of a proposed step.
    """

    label: Msg
    forced: bool
    change: Msg | None = None


class NoUndoReason(Struct, frozen=True):
    """Reason why the seat can't undo a step: a phrase that follows "Final:"."""

    why: Msg


Promise = Literal["undoable", "final", "open"]


class Panel(Struct):
    """Everything that the panel (S5, S4) shows one user at this moment.

    `answer` is None if the seat is not asked, never an `IllegalPath`. A custom_id carries
    `decision` and the depth `len(path)`. `root` is the root prompt: its options of tone
    `finish` stay available at every depth (sent with depth 0). `letters` are the markers of the
    options that have a `spot`, by key.

    `finals` are the options of `answer` and `root` that are committed by the click itself and
    are final; `final` is the same for a `MoveReady`. `promise` holds for every other way to
    finish, as far as known: each can be undone, each is final, or it is shown before it is
    confirmed.

    `pending` is the answer under construction in a form with toggles or counters, prefilled
    with the form's default. `gives` is the step that giving it leads to, if the game needs no
    confirmation for it; `gives_final` is why it is final if that click commits it. `changing`
    means that the counters were opened to change a proposal.

    `refused` and `notice` are sentences to show first. `saved` is what was just committed and
    `followed` what that caused (`committed` is True if there was something). `undo` is what
    Undo would take back; `written` is the draft's if the private message is behind it. `seat`
    is None for a user without a seat.
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
    rule: str | None = None  # rules anchor for the refusal
    # options that the refused one would open, each with its reason
    behind: tuple[DisabledOption, ...] = ()
    notice: Msg | None = None
    saved: Msg | None = None
    followed: tuple[Msg, ...] = ()
    committed: bool = False
    undo: MoveReady | None = None
    waiting: tuple[Seat, ...] = ()
    view: Any = None
    trail: RecentMoves = RecentMoves()  # changes on the board since the player's last own move
    question: str = ""  # tag of the asking frame (`walk.question`)
    guide: Guide | None = None  # tutorial text for this step
    written: int = 0


class TableView(Struct, frozen=True):
    """Match as one viewer may see it, in a view and in words."""

    match: Match
    seat: Seat | None
    view: Any
    summary: Msg | None
    words: tuple[Msg, ...]
    waiting: tuple[Seat, ...]
    closeups: tuple[Closeup, ...] = ()


class VerificationResult(Struct, frozen=True):
    """Result of replaying a whole match.

    Seed and salt are None until the game has ended. `read` counts rows of older rules, which
    can't be replayed. Private rows are checked but not counted: the count would reveal hidden
    rolls.
    """

    ok: bool
    rows: int  # public rows replayed with equal results
    broken: int | None  # first row that differs
    commitment: str
    seed: str | None
    salt: str | None
    read: int = 0


class UserError(Exception):
    """Error for the user: `what` says why a request is not possible and what to do instead.

    `table` gives the names for a message that names seats, and the words of its game. Raises
    `ValueError` if such a message has no table.
    """

    def __init__(self, what: Msg, table: Match | None = None) -> None:
        if table is None and names_seat(what):
            raise ValueError(f"{what.key} names a seat of no table")
        super().__init__(what.key)
        self.what, self.table = what, table
