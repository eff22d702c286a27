"""The facts that this game tells. Pieces are ids such as `church-g7-90`."""

from __future__ import annotations

from typing import ClassVar

from msgspec import field

from games.core.state.achievements import Achievement
from games.core.state.events import Event, Stat


class Arranged(Event, frozen=True, tag="arranged"):
    """A seat put down a piece of its start (`piece`), or a ready-made layout (`preset`): told to that seat alone."""

    minor: ClassVar[bool] = True

    seat: int
    piece: str = ""
    preset: str = ""


class Ready(Event, frozen=True, tag="ready"):
    """A seat's layout lies ready behind its screen: told to all without the layout."""

    minor: ClassVar[bool] = True

    seat: int


class Opened(Event, frozen=True, tag="opened"):
    """The screens went up: all layouts by seat, and who starts."""

    domains: list[list[str]]
    first: int


class RoundBegan(Event, frozen=True, tag="round_began"):
    """A round begins with this start player."""

    heading: ClassVar[bool] = True

    round: int
    first: int


class Threw(Event, frozen=True, tag="threw"):
    """A secret throw, told to its seat alone: what all its dice show now, and which of them were thrown."""

    minor: ClassVar[bool] = True

    seat: int
    throw: int
    thrown: list[str]
    faces: dict[str, str]


class SetDie(Event, frozen=True, tag="set_die"):
    """A monastery set a die, told to its seat alone."""

    seat: int
    die: str
    face: str


class PhaseDone(Event, frozen=True, tag="done"):
    """A seat has finished rolling, or answering, behind its screen."""

    minor: ClassVar[bool] = True

    seat: int


class Shown(Event, frozen=True, tag="shown"):
    """All dice are laid open: by seat, the id of the face that each die shows."""

    faces: list[dict[str, str]]


class Quilled(Event, frozen=True, tag="quilled"):
    """A quill was used: what the dice thrown show now."""

    seat: int
    die: str
    companion: str
    faces: dict[str, str]


class JaimeThrew(Event, frozen=True, tag="jaime_threw"):
    """Master Jaime's dice in a solo game: the ids of the faces that they show (rules 8)."""

    faces: list[str]


class Collected(Event, frozen=True, tag="collected"):
    """A seat took its resources and culture (`gain`, of which `lost` did not fit), then fed `fed` dice; `hungry` went unfed."""

    seat: int
    gain: dict[str, int]
    lost: dict[str, int]
    fed: int
    hungry: int


class Struck(Event, frozen=True, tag="struck"):
    """A calamity comes over a seat (or, by it, over the others; in a solo game nothing does: `alone`)."""

    seat: int
    calamity: str
    skulls: int
    alone: bool = False


class Robbed(Event, frozen=True, tag="robbed"):
    """Bandits took a resource; empty: a calamity point was taken instead."""

    seat: int
    what: str


class Sick(Event, frozen=True, tag="sick"):
    """Disease: so many grouped buildings, a calamity point for each."""

    seat: int
    n: int


class NoPieces(Event, frozen=True, tag="no_pieces"):
    """Treason found too few scorched pieces: nothing happens."""

    seat: int


class Scorched(Event, frozen=True, tag="scorched"):
    """A seat laid scorched earth; the buildings that made room left the game."""

    seat: int
    piece: str
    removed: list[str] = field(default_factory=list)


class NoRoom(Event, frozen=True, tag="no_room"):
    """A scorched piece found no place in a seat's domain and stays in the supply (rules 5.4)."""

    seat: int


class Lost(Event, frozen=True, tag="lost"):
    """A building left the game, by `fire` or `attack`."""

    seat: int
    piece: str
    cause: str


class Spared(Event, frozen=True, tag="spared"):
    """Fire or Attack found nothing to take from a seat."""

    seat: int
    cause: str


class Revolted(Event, frozen=True, tag="revolted"):
    """All `goods` of a seat were lost, the other resources not (rules 5.4)."""

    seat: int
    goods: int


class DieLeft(Event, frozen=True, tag="die_left"):
    """A die left with its building, in the midst of the round (ruling R5)."""

    seat: int
    die: str


class Built(Event, frozen=True, tag="built"):
    """A piece was built. `enclosed` tells how many cells the walled areas grew."""

    seat: int
    piece: str
    enclosed: int
    last: bool = False


class BuildEnded(Event, frozen=True, tag="build_ended"):
    """A seat's whole building turn as it was in the end; `ended` are kinds that ran out, `enclosed` the growth of its area."""

    seat: int
    pieces: list[str] = field(default_factory=list)
    ended: list[str] = field(default_factory=list)
    flipped: int = 0
    enclosed: int = 0


class Demanded(Event, frozen=True, tag="demanded"):
    """A seat demands a resource of another; `by` is -1 for Master Jaime."""

    by: int
    victim: int
    what: str


class Paid(Event, frozen=True, tag="paid"):
    """The victim paid; `wasted` when the other's track was full."""

    by: int
    victim: int
    what: str
    wasted: bool = False


class ExtortionRefused(Event, frozen=True, tag="refused"):
    """The victim refused, or had nothing (`poor`): calamity instead."""

    by: int
    victim: int
    n: int
    poor: bool = False


class Plundered(Event, frozen=True, tag="plundered"):
    """Master Jaime was extorted: what was taken (empty: his dice show nothing)."""

    seat: int
    what: str
    wasted: bool = False


class RoundEnded(Event, frozen=True, tag="round_ended"):
    """A round is over; `dice` are the changes of each seat's dice."""

    round: int
    dice: list[int]


class Scored(Event, frozen=True, tag="scored"):
    """The game is over: points and places by seat; `reason` is `markers`, `limit` or `solo`."""

    totals: list[int]
    places: list[int]
    reason: str
    rank: str = ""


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
    | Demanded
    | Paid
    | ExtortionRefused
    | Plundered
    | RoundEnded
    | Scored
)

# what is worth remembering when somebody does it for the first time
DEEDS = (
    Achievement("wall", Built, told="enclosed"),
    Achievement("cathedral", row="cathedral"),
    Achievement("extorted", Paid, seat="by"),
)


def spots(event: Event) -> tuple[str, ...]:
    """The pieces and dice that an event put somewhere: `2/church-g7-90` is a piece of seat 2, `2/c1` a die."""
    match event:
        case Built() | Scorched():
            return (f"{event.seat}/{event.piece}",)
        case Quilled():
            return tuple(f"{event.seat}/{die}" for die in event.faces)
    return ()


def figures(event: Event) -> list[Stat]:
    """What statistics count: rounds, who started, the last faces of all dice, calamities, buildings and walls, why it ended."""
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
