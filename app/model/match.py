"""Core data types: users, matches, seats, log rows, drafts, panels.

A `Match` has one `SeatRow` per taken seat and the ids of its Discord messages (`MessageRefs`); a
`LoadedMatch` also has the position. A `Draft` is a move that a seat has not confirmed yet, and a
`Panel` is what the user sees while they choose it.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct, field
from msgspec.structs import force_setattr

from app.model.ai_request import REPLACEMENT_AI_STRENGTH
from app.model.seat_news import SeatNotice
from app.model.votes import Vote
from games.core.engine import migrations
from games.core.engine.game import find
from games.core.engine.history import HistoryRow
from games.core.guides.tutorials import Guide
from games.core.prompts.prompt import DisabledOption, MoveReady, Option, PromptResult, SelectPrompt
from games.core.state.position import Position
from games.core.text.languages import Lang
from games.core.text.messages import Key, Msg, Path, Seat, msg, names_seat, restore_messages
from games.core.views.closeups import Closeup
from games.core.views.scene import RecentMoves

Status = Literal["lobby", "running", "ended", "closed", "halted"]


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

    - kind `none`: no deadlines
    - kind `decision`: the player has `seconds` for each decision
    - kind `bank`: the player starts with `bank` seconds, which run down while they must act;
      each decision adds `seconds`, but never to more than `bank`

    `weekends` is False if Saturday and Sunday (UTC) do not count. `absent` says what happens
    after a missed deadline: an AI player plays until the player's next click (`caretaker`), or
    every prompt of the turn gets its default answer (`default`). After `max_missed` missed turns
    in a row, the seat is offered to others.
    """

    kind: Literal["none", "decision", "bank"] = "none"
    seconds: float = 0.0
    bank: float = 0.0
    weekends: bool = True
    absent: Literal["caretaker", "default"] = "caretaker"
    max_missed: int = field(default=2, name="patience")  # stored as `patience`


class SeatRow(Struct):
    """Taken seat of a match: who plays it, and what the match waits for there.

    `decision` is the number of the seat's current decision: a button that carries a lower number is
    stale. `awaited` and `waiting_since` say whether the seat must act, and since when. These facts
    follow from the position; they are stored here so that inboxes, pings and AI players need not
    load it.

    `newest_ping` counts the decisions for which the seat had to be pinged. A ping is due while
    `newest_ping_known` is lower (`app/match/turn_pings.py`).

    While its player is absent, a seat may have a caretaker: an AI player that answers for the
    player.
    """

    seat: int
    user: int | None  # None: an AI player
    name: str
    computer: str | None = None  # a strength of `ai.think`
    lang: Lang = "es"
    decision: int = 0  # number of the current decision
    prompt_digest: str = ""  # digest of the seat's root prompt, "" if there is none
    # private message with the seat's screen; `dm_channel` is below 0 while that message still
    # belongs to the seat's former player
    dm_channel: int | None = None
    dm_message: int | None = None
    seen: int = 0  # newest row that the player has seen
    resigned: bool = False  # the player has left for good; an AI player answers
    awaited: bool = False  # the seat must act
    waiting_since: float = 0.0  # when the wait began (Unix seconds)
    last_own_row: int = 0  # the seat's newest log row that was not undone
    orders: dict[str, Any] = field(default_factory=dict)  # standing orders; private
    # after an undo: number of the decision that standing orders must not answer; -1: none
    manual_decision: int = -1
    newest_ping: int = 0  # number of the newest ping
    newest_ping_known: int = 0  # newest ping that was sent, or that a click made needless
    last_click_at: float = 0.0  # last click of the player in this match (Unix seconds)
    # Unix seconds; 0: no clock runs (`app/model/time_control.py`)
    deadline: float = 0.0
    next_reminder_at: float = 0.0  # Unix seconds; 0: none
    # time left when the clock last started or stopped; -1: not used yet
    seconds_left: float = -1.0
    missed_deadlines: int = 0  # in a row
    away_until: float = 0.0  # end of the player's days off: no clock runs and no pings are sent
    has_caretaker: bool = False  # an AI player answers until the player's next click
    offered: bool = False  # another user may take the seat
    # while there is a caretaker: when the next missed deadline counts (Unix seconds); 0: never,
    # -1: clock stopped
    absence_deadline: float = 0.0
    # when others may take the absent player's seat (Unix seconds); 0: never, -1: clock stopped
    opens_at: float = 0.0
    # end of the quiet hours in which the player was only mentioned silently (Unix seconds): when
    # to ping them; 0: no such ping
    ping_at: float = 0.0

    @property
    def played_by_ai(self) -> bool:
        """Return whether an AI player answers for the seat, also as caretaker."""
        return self.computer is not None or self.has_caretaker

    @property
    def screen(self) -> tuple[int, int] | None:
        """Return (channel id, message id) of the private message with the seat's panel, or None."""
        channel, message = self.dm_channel or 0, self.dm_message or 0
        return (channel, message) if channel > 0 and message else None

    @property
    def knows_newest_ping(self) -> bool:
        """Return whether the player got the newest ping, or made it needless by a click."""
        return self.newest_ping_known >= self.newest_ping


class MessageRefs(Struct):
    """Ids of a match's channel and messages; 0 means none. Only the cogs and the UI use them.

    `channel` is 0 if the channel was deleted. Then the match is shown nowhere until a player moves
    it.
    """

    guild: int = 0
    channel: int = 0
    thread: int = 0
    lobby: int = 0  # lobby message, until the game begins
    board: int = 0  # board message
    ping: int = 0  # message that mentions the users who must act
    ended: int = 0  # final message
    permanent_count: int = 0  # number of permanent messages sent so far
    vote_request: int = 0  # message that asks users for their votes

    @property
    def home(self) -> int:
        """Return the id of the match's thread, or of its channel if it has no thread."""
        return self.thread or self.channel


class TableNotice(Struct, frozen=True):
    """Notice in the log that is not a move (for example a resignation), shown after row `row`."""

    row: int
    at: float
    what: Msg

    def __post_init__(self) -> None:
        """Restore nested messages, which the store returns as plain dicts."""
        force_setattr(self, "what", restore_messages(self.what))


# Why no clock runs: "" (they do run), paused by a vote until a player resumes, or paused for
# inactivity until a player moves.
PauseReason = Literal["", "consent", "asleep"]


class Match(Struct):
    """Match of a game: first a lobby, then a running game, then the record of an ended one.

    `id` is the short public code. `seats` are the taken seats in the order in which they were
    taken; `size - len(seats)` more are free.
    """

    id: str
    game: str
    name: str  # given name; "" means that texts use the organizer's name
    lang: Lang
    organizer: int
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
    paused: PauseReason = ""
    vote: Vote | None = None  # the open vote
    closing_warned: bool = False  # the organizer was told that the lobby will close
    animates: bool = False  # the board animates the last turn
    check_at: float = 0.0  # when to check the match next (`time_control.next_check_at`); 0: never
    lesson: str = ""  # lesson id (`games/core/guides/tutorials.py`) until the user plays on alone
    seat_notices: list[SeatNotice] = field(default_factory=list)
    full_at: float = 0.0  # when the lobby became full (Unix seconds); 0: it has a free seat
    full_known: bool = False  # the organizer filled the last seat themselves
    full_announced_at: float = 0.0  # when the organizer was last told that it is full

    def note(self, at: float, what: Msg) -> None:
        """Add the log notice `what`, at the time `at` (Unix seconds), after the newest row."""
        self.notices.append(TableNotice(self.rows, at, what))

    def leave(self, seat: SeatRow) -> None:
        """Replace the player of `seat`, who has left for good, with an AI player.

        The seat is offered to other users. If the player was the organizer, another player becomes
        organizer.
        """
        seat.resigned, seat.computer, seat.orders, seat.decision = (
            True,
            REPLACEMENT_AI_STRENGTH,
            {},
            seat.decision + 1,
        )
        seat.has_caretaker, seat.offered, seat.absence_deadline, seat.opens_at = (
            False,
            True,
            0.0,
            0.0,
        )
        if seat.user == self.organizer:
            others = (
                other.user for other in self.seats if other.user is not None and not other.resigned
            )
            self.organizer = next(others, self.organizer)

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
    """Stored log row.

    `interaction` is the id of the Discord interaction that made the row, if any. `undone_by` is the
    number of the later row that undid this one (an undo or a rewind), or 0.
    """

    row: HistoryRow
    at: float
    interaction: str | None = None
    undone_by: int = 0


class Draft(Struct):
    """Answers that a seat has chosen for its current decision but not confirmed.

    A draft is never part of the position, so the buttons Back and Cancel change only the draft, and
    other players learn nothing of it.

    - `path`: the answers chosen so far
    - `pending`: the answer under construction, in a form with toggles or counters
    - `shown`: digest of the complete move (`MoveReady`) that the player saw before confirming
    - `written`: how often the draft was written
    - `on_screen`: the value of `written` when the seat's private message last showed the draft
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
    """One answer of the current path in words, as shown above the prompt.

    `forced` is True if it was given without asking the user. `change_label` is the label of the
    button that opens the counters, if the answer was proposed and can be changed.
    """

    label: Msg
    forced: bool
    change_label: Msg | None = None


class FinalReason(Struct, frozen=True):
    """Reason why the seat can't undo a move: a phrase that follows "Final:"."""

    why: Msg


Promise = Literal["undoable", "final", "open"]


class Panel(Struct):
    """Content of the panel, the message with a user's choices, at this moment.

    The prompt:

    - `seat`: None for a user without a seat
    - `decision`, `path`: decision number and the answers chosen so far; a custom_id carries
      `decision` and the depth `len(path)`
    - `asked`: what the game asks after `path`: a prompt, or whether to confirm the complete move;
      None if the seat need not act
    - `root`: the first prompt; its options of tone `finish` stay available at every depth, with
      depth 0 in their custom_ids
    - `alternatives`: other answers to the previous prompt, each with a button
    - `letters`: by option key, the letter that marks the option's place (`spot`) on the board

    Whether a move can be undone:

    - `finals`: options of `asked` and `root` whose click commits a move that can't be undone
    - `final`: why the complete move in `asked` can't be undone
    - `promise`: what holds for all other moves: they can be undone (`undoable`), they can't
      (`final`), or it depends on the move (`open`), and the panel says so before the player
      confirms it

    Forms with toggles or counters:

    - `pending`: the answer under construction, which starts as the form's default
    - `immediate_move`: the move that this answer makes, if the game needs no confirmation for it
    - `immediate_final`: why that move can't be undone
    - `changing`: True if the counters were opened to change a proposed answer

    Sentences:

    - `refused`, `notice`: shown first
    - `advised`: places and pieces of the advice in `notice`, which the picture marks
    - `advised_path`: first move of the advice, or next step of the plan that the user follows; the
      button of its next answer is blue
    - `committed_move`, `consequences`: the move that was just committed, and what it caused
    - `own_results`: indexes of the consequences that are left out last if there is little room
    - `own_losses`: indexes of the consequences that took something from the player, which are never
      left out
    - `committed`: True if a move was committed
    - `undo`: the move that the Undo button would take back

    `written` is `Draft.written` if the seat's private message shows an older draft, else 0.
    """

    match: Match
    seat: int | None
    decision: int = 0
    path: Path = ()
    crumbs: tuple[Breadcrumb, ...] = ()
    asked: PromptResult | None = None
    root: SelectPrompt | None = None
    pending: Key | None = None
    alternatives: tuple[Option, ...] = ()
    letters: dict[str, str] = field(default_factory=dict)
    finals: frozenset[str] = frozenset()
    promise: Promise = "open"
    final: FinalReason | None = None
    immediate_move: MoveReady | None = None
    immediate_final: FinalReason | None = None
    changing: bool = False
    refused: Msg | None = None
    rule: str | None = None  # anchor of the rule that explains the refusal
    # options that the refused option leads to, each with the reason why it is disabled
    refused_because: tuple[DisabledOption, ...] = ()
    notice: Msg | None = None
    advised: tuple[str, ...] = ()
    advised_path: Path = ()
    committed_move: Msg | None = None
    consequences: tuple[Msg, ...] = ()
    own_results: frozenset[int] = frozenset()
    own_losses: frozenset[int] = frozenset()
    committed: bool = False
    undo: MoveReady | None = None
    waiting: tuple[Seat, ...] = ()
    view: Any = None
    trail: RecentMoves = RecentMoves()  # changes on the board since the player's last own move
    question: str = ""  # tag of the frame that asks (`walk.question`)
    guide: Guide | None = None  # tutorial text for this step
    plan: Msg | None = None  # what is left of the advice that the player follows
    written: int = 0

    @property
    def in_lesson(self) -> bool:
        """Return whether a lesson asks for the next step: it has begun and is not over."""
        return self.guide is not None and not self.guide.over


class TableView(Struct, frozen=True):
    """Match as one viewer may see it: a view for the image, and the same in words.

    While the game runs, `standing` has for each seat its points now and those projected for the end
    (`Game.standing`).
    """

    match: Match
    seat: Seat | None
    view: Any
    summary: Msg | None
    words: tuple[Msg, ...]
    waiting: tuple[Seat, ...]
    closeups: tuple[Closeup, ...] = ()
    standing: tuple[tuple[int, int], ...] = ()


class VerificationResult(Struct, frozen=True):
    """Result of replaying a whole match to prove that its log and seed fit.

    Seed and salt are None until the game has ended. `not_replayable` is the number of public rows
    of older rules, which can't be replayed. Private rows are checked but not counted, because their
    number would reveal hidden rolls.
    """

    ok: bool
    rows: int  # public rows replayed with equal results
    first_broken_row: int | None  # first row that differs
    commitment: str
    seed: str | None
    salt: str | None
    not_replayable: int = 0


class UserError(Exception):
    """Error with a message for the user: why a request is not possible, what to do instead.

    `table` is the match whose player names and game words the message needs. The constructor raises
    `ValueError` if the message names seats and there is no `table`.
    """

    def __init__(self, what: Msg, match: Match | None = None) -> None:
        if match is None and names_seat(what):
            raise ValueError(f"{what.key} names a seat of no table")
        super().__init__(what.key)
        self.what, self.table = what, match
