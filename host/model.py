"""What the host keeps and hands out: matches, seats, drafts, people, and the panels that edges show."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct, field

from games.core.forms import Answer, Done, Pick
from games.core.history import Row
from games.core.messages import Key, Msg, Path
from games.core.position import Position

Status = Literal["lobby", "running", "ended", "closed", "halted"]
Lang = Literal["es", "en"]


class Person(Struct):
    """A user of the edge (a Discord account). `prefs` are the settings of `/me`; `dm_closed` is what the last try showed."""

    id: int
    name: str
    lang: Lang = "es"
    prefs: dict[str, Any] = field(default_factory=dict)
    dm_closed: bool = False


class SeatRow(Struct):
    """One seat of a match. `asked` is its decision counter: a button of an older decision is stale (DESIGN 4)."""

    seat: int
    user: int | None                 # None: free (in the lobby) or a computer player
    name: str
    computer: str | None = None      # a kind of games.core.bots
    lang: Lang = "es"
    asked: int = 0
    asked_digest: str = ""           # of the seat's root form, "" when it is not asked
    dm_channel: int | None = None
    dm_message: int | None = None
    seen: int = 0                    # newest row the person has seen (S6)
    resigned: bool = False


class Places(Struct):
    """Where the edge keeps a match's messages; 0 means none. Only edges read their meaning."""

    guild: int = 0
    channel: int = 0
    thread: int = 0
    board: int = 0                   # S1, later S2
    summons: int = 0                 # S3
    ended: int = 0                   # S8

    @property
    def home(self) -> int:
        """The channel or thread in which the table lives."""
        return self.thread or self.channel


class Match(Struct):
    """A table: first a lobby, then a game, then its record. `id` is the short code that people see."""

    id: str
    game: str
    name: str
    lang: Lang
    host: int
    options: dict[str, Any]
    size: int                        # seats wanted
    status: Status
    seats: list[SeatRow]
    places: Places
    created_at: float                # unix seconds
    changed_at: float
    seed: str = ""
    salt: str = ""
    commitment: str = ""
    rules: int = 0
    version: int = 0                 # +1 at each change that people may see
    published: int = 0               # the version that the edge has shown
    rows: int = 0                    # number of the newest row of the log
    halted: str = ""                 # why an auditor stopped it (for the admin)

    def seat_of(self, user: int) -> SeatRow | None:
        """The seat of this person, if they have one."""
        return next((seat for seat in self.seats if seat.user == user), None)

    @property
    def names(self) -> tuple[str, ...]:
        """Names by seat."""
        return tuple(seat.name for seat in self.seats)


class Stored(Struct):
    """A running match with its position."""

    match: Match
    pos: Position[Any, Any]


class Entry(Struct, frozen=True):
    """A row of the log as stored: with its time, the click that caused it, and the undo or rewind that struck it (0: none)."""

    row: Row
    at: float
    interaction: str | None = None
    struck_by: int = 0


class Draft(Struct):
    """A half-made choice of one seat: never in the position, so Back and Cancel are free and nothing leaks.

    `pending` is an answer being put together (toggles, counters); `shown` the digest of the `Done` that the person saw.
    """

    match: str
    seat: int
    decision: int
    path: list[Key] = field(default_factory=list)
    pending: Key | None = None
    shown: str = ""


class Crumb(Struct, frozen=True):
    """One step of the path so far, in words; `forced` when nobody had to answer it."""

    label: Msg
    forced: bool


class Final(Struct, frozen=True):
    """Why a step can't be undone by its seat."""

    why: Msg


class Panel(Struct):
    """Everything that the choosing panel (S5, S4) shows one person at this moment.

    `answer` is None when the seat is not asked. `root` is the question's first form: its options of tone `finish` stay at hand at
    every depth. `finals` says which options of `answer` would be final at the tap; `final` the same for a `Done`. `refused` and
    `notice` are sentences to show first; `saved` is what has just been committed; `undo` what Undo would take back.
    """

    match: Match
    seat: int | None
    decision: int = 0
    path: Path = ()
    crumbs: tuple[Crumb, ...] = ()
    answer: Answer | None = None
    root: Pick | None = None
    pending: Key | None = None
    finals: frozenset[str] = frozenset()
    final: Final | None = None
    refused: Msg | None = None
    notice: Msg | None = None
    saved: Msg | None = None
    undo: Done | None = None
    waiting: tuple[int, ...] = ()
    view: Any = None
    changed: tuple[str, ...] = ()    # board places changed since this person's last look


class Trouble(Exception):  # noqa: N818 - people get it as a sentence, not as a crash
    """Something a person asked for can't be done: `what` says why and what to do now, in the catalogue's words."""

    def __init__(self, what: Msg) -> None:
        super().__init__(what.key)
        self.what = what
