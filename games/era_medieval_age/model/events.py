"""Events of Era: Medieval Age. Pieces have ids such as `church-g7-90`."""

from __future__ import annotations

from typing import ClassVar

from msgspec import field

from games.core.state.achievements import Achievement
from games.core.state.events import Event, Stat


class Arranged(Event, frozen=True, tag="arranged"):
    """Starting piece or preset layout placed; only the seat sees it.

    The event has a `piece` or a `preset`.
    """

    minor: ClassVar[bool] = True

    seat: int
    piece: str = ""
    preset: str = ""


class Ready(Event, frozen=True, tag="ready"):
    """Layout of a seat finished behind its screen; the layout itself stays hidden."""

    minor: ClassVar[bool] = True

    seat: int


class Opened(Event, frozen=True, tag="opened"):
    """Screens removed: all layouts by seat, and the start player."""

    domains: list[list[str]]
    first: int


class RoundBegan(Event, frozen=True, tag="round_began"):
    """Round begun with its start player."""

    heading: ClassVar[bool] = True

    round: int
    first: int


class Threw(Event, frozen=True, tag="threw"):
    """Secret roll: the dice rolled, and the faces of all dice of the seat.

    Only the seat sees it.
    """

    news: ClassVar[bool] = True

    seat: int
    throw: int
    thrown: list[str]
    faces: dict[str, str]

    @property
    def minor(self) -> bool:  # type: ignore[override]  # a constant of every other event
        """Return whether the event is shown only in the log.

        This holds for the first roll, since the next question names all dice anyway.
        """
        return self.throw == 1


class SetDie(Event, frozen=True, tag="set_die"):
    """Die set by a monastery; only the seat sees it."""

    seat: int
    die: str
    face: str


class PhaseDone(Event, frozen=True, tag="done"):  # stored name
    """Seat finished with rolling or choosing behind its screen."""

    minor: ClassVar[bool] = True

    seat: int


class Shown(Event, frozen=True, tag="shown"):
    """All dice revealed: by seat, the face id of each die."""

    faces: list[dict[str, str]]


class Quilled(Event, frozen=True, tag="quilled"):
    """Quill used: `die` and perhaps another die were rolled again.

    `die` is the one that showed the quill, `companion` the other one (empty: none). `faces` are the
    new faces of the rolled dice.
    """

    news: ClassVar[bool] = True

    seat: int
    die: str
    companion: str
    faces: dict[str, str]


class JaimeThrew(Event, frozen=True, tag="jaime_threw"):
    """Master Jaime's dice in a solo game: their face ids (rules 8)."""

    faces: list[str]


class Collected(Event, frozen=True, tag="collected"):
    """Income and feeding of a seat.

    `gain` is the income in resources and culture; `lost` is the part that did not fit on the
    tracks. `fed` and `hungry` count dice.
    """

    seat: int
    gain: dict[str, int]
    lost: dict[str, int]
    fed: int
    hungry: int


class Struck(Event, frozen=True, tag="struck"):
    """Calamity of a seat's skulls.

    Depending on the calamity, it hits the seat or its rivals. `alone`: a solo game, in which it
    always hits the seat.
    """

    seat: int
    calamity: str
    skulls: int
    alone: bool = False


class Robbed(Event, frozen=True, tag="robbed"):
    """One unit of a resource lost to Bandits.

    An empty `what` means that the seat took a calamity point instead.
    """

    seat: int
    what: str


class Sick(Event, frozen=True, tag="sick"):
    """Disease: one calamity point for each of `n` grouped buildings."""

    seat: int
    n: int


class NoPieces(Event, frozen=True, tag="no_pieces"):
    """Treason without effect, since too few scorched pieces are left."""

    seat: int


class Scorched(Event, frozen=True, tag="scorched"):
    """Scorched earth placed; the `removed` buildings leave the game."""

    seat: int
    piece: str
    removed: list[str] = field(default_factory=list)


class NoRoom(Event, frozen=True, tag="no_room"):
    """No place for scorched earth in the domain of a seat that Treason hits.

    The piece stays in the supply (rules 5.4).
    """

    seat: int


class Lost(Event, frozen=True, tag="lost"):
    """Building removed from the game by `fire` or `attack`."""

    seat: int
    piece: str
    cause: str


class Spared(Event, frozen=True, tag="spared"):
    """Seat without a building that Fire or Attack could remove."""

    seat: int
    cause: str


class Revolted(Event, frozen=True, tag="revolted"):
    """Loss of all `goods` of a seat; the other resources stay (rules 5.4)."""

    seat: int
    goods: int


class DieLeft(Event, frozen=True, tag="die_left"):
    """Die lost with the building that granted it, in the middle of a round (ruling R5)."""

    seat: int
    die: str


class Built(Event, frozen=True, tag="built"):
    """Piece built; `enclosed` is the growth of the walled area.

    `last`: it is the last building of its kind in the supply.
    """

    seat: int
    piece: str
    enclosed: int
    last: bool = False


class BuildEnded(Event, frozen=True, tag="build_ended"):
    """Building turn finished.

    `ended` are the kinds that ran out, `markers_flipped` is the number of end markers flipped for
    these kinds. `enclosed` is the growth of the walled area.
    """

    seat: int
    pieces: list[str] = field(default_factory=list)
    ended: list[str] = field(default_factory=list)
    markers_flipped: int = field(default=0, name="flipped")
    enclosed: int = 0

    @property
    def urgent(self) -> bool:
        """Return whether the turn flipped an end marker: a recap then has the event."""
        return self.markers_flipped > 0


class BuildSkipped(Event, frozen=True, tag="build_skipped"):
    """Seat without a building turn: it has no `hammers`, or nothing that it could build."""

    idle = True

    seat: int
    hammers: int


class OwnBuildSkipped(BuildSkipped, frozen=True, tag="own_build_skipped"):
    """Version of `BuildSkipped` for the skipped seat itself, if it has no hammers.

    It is no news to this seat, which learned that it has no hammers when it kept its dice.
    """

    minor = True


class NoCalamity(Event, frozen=True, tag="no_calamity"):
    """Round in which no seat has a skull."""

    idle = True


class LargestArea(Event, frozen=True, tag="largest_area"):
    """Largest walled area changed hands: `holders` share it, with `cells` cells each.

    Each holder has `points` for the area as long as nobody encloses more. Each of the `losers` had
    these points before. If `holders` is empty, nobody encloses anything any more.
    """

    holders: list[int]
    losers: list[int]
    cells: int
    points: int

    @property
    def urgent(self) -> bool:
        """Return True: a change of so many points concerns all players."""
        return True


class NoExtortion(Event, frozen=True, tag="no_extortion"):
    """Round in which nobody can extort anybody; `alone`: a solo game."""

    idle = True

    alone: bool = False


class Demanded(Event, frozen=True, tag="demanded"):
    """Resource demanded of a victim; `by` is -1 for Master Jaime."""

    by: int
    victim: int
    what: str

    @property
    def seat(self) -> int:
        """Return the extorter, who acts: its own panel need not repeat the event."""
        return self.by


class Paid(Event, frozen=True, tag="paid"):
    """Demand paid by the victim; `by` is the extorter (-1: Master Jaime).

    `wasted`: the extorter's track was full, so that the unit is lost.
    """

    by: int
    victim: int
    what: str
    wasted: bool = False

    @property
    def seat(self) -> int:
        """Return the victim, who acts: its own panel need not repeat the event."""
        return self.victim


class ExtortionRefused(Event, frozen=True, tag="refused"):  # stored name
    """Demand refused, or not payable (`poor`): the victim takes `n` calamity points instead."""

    by: int
    victim: int
    n: int
    poor: bool = False

    @property
    def seat(self) -> int:
        """Return the victim, who acts: its own panel need not repeat the event."""
        return self.victim


class Plundered(Event, frozen=True, tag="plundered"):
    """Resource taken from Master Jaime; an empty `what` means that his dice show none.

    `wasted`: the seat's track was full, so that the unit is lost.
    """

    seat: int
    what: str
    wasted: bool = False


class RoundEnded(Event, frozen=True, tag="round_ended"):
    """Round ended; `dice` is the change in each seat's number of dice."""

    round: int
    dice: list[int]


class Scored(Event, frozen=True, tag="scored"):
    """Game ended: points and places by seat; `reason` is `markers`, `limit` or `solo`."""

    totals: list[int]
    places: list[int]
    reason: str
    rank: str = ""

    @property
    def urgent(self) -> bool:
        """Return True: the end of the game concerns all players."""
        return True


class Decided(Event, frozen=True, tag="decided"):
    """What decided the game: why `seat`, the winner, came before the `second`.

    `lead_sources` are the sources of points in which the winner is ahead, the largest lead first.
    `points` and `second_points` are the points of the winner and of the second from these sources.
    """

    seat: int
    second: int
    lead_sources: list[str] = field(name="leads")
    points: list[int]
    second_points: list[int]

    @property
    def urgent(self) -> bool:
        """Return True: the end of the game concerns all players."""
        return True


EraEvent = (
    Arranged
    | Ready
    | Opened
    | RoundBegan
    | Threw
    | SetDie
    | PhaseDone
    | Shown
    | Quilled
    | JaimeThrew
    | Collected
    | Struck
    | Robbed
    | Sick
    | NoPieces
    | Scorched
    | NoRoom
    | Lost
    | Spared
    | Revolted
    | DieLeft
    | Built
    | BuildEnded
    | BuildSkipped
    | OwnBuildSkipped
    | LargestArea
    | NoCalamity
    | NoExtortion
    | Demanded
    | Paid
    | ExtortionRefused
    | Plundered
    | RoundEnded
    | Scored
    | Decided
)

ACHIEVEMENTS = (
    Achievement("wall", Built, required_field="enclosed"),
    Achievement("cathedral", score_row="cathedral"),
    Achievement("extorted", Paid, seat_field="by"),
)


def spots(event: Event) -> tuple[str, ...]:
    """Return the marked places of pieces and dice that an event changed.

    `2/church-g7-90` is a piece of seat 2, `2/c1` a die.
    """
    match event:
        case Built() | Scorched():
            return (f"{event.seat}/{event.piece}",)
        case BuildEnded():
            return tuple(f"{event.seat}/{piece}" for piece in event.pieces)
        case Quilled():
            return tuple(f"{event.seat}/{die}" for die in event.faces)
    return ()


def stats(event: Event) -> list[Stat]:
    """Return what statistics count in an event; [] if they count nothing."""
    match event:
        case Opened(first=first):
            return [Stat("start", "first", first)]
        case RoundBegan():
            return [Stat("rounds", "rounds")]
        case Shown(faces=faces):
            return [
                Stat(f"face {name.split('_')[0]}", name) for dice in faces for name in dice.values()
            ]
        case Struck(calamity=calamity):
            return [Stat("calamity", calamity)]
        case Built(piece=piece):
            return [Stat("built", piece.split("-")[0])]
        case Collected(hungry=hungry):
            return [Stat("hunger", "dice that starved")] * hungry
        case Scored(reason=reason, rank=rank):
            return [Stat("end", reason), *([Stat("rank", rank)] if rank else [])]
    return []
