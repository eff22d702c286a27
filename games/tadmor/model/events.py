"""The facts that this game tells. Tiles are ids such as `i14`, missions `k7`, spaces and regions as in the data."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct, field

from games.core.state.achievements import Achievement
from games.core.state.events import Event


class Began(Event, frozen=True, tag="began"):
    """The table is laid; who has the pawn."""

    first: int


class Chose(Event, frozen=True, tag="chose"):
    """A good that comes with a place in the first turn order."""

    seat: int
    what: str


class Dealt(Event, frozen=True, tag="dealt"):
    """Missions came into a hand; `cards` are told to their owner alone."""

    news: ClassVar[bool] = True

    seat: int
    n: int
    cards: list[str] = field(default_factory=list)


class TookStart(Event, frozen=True, tag="took_start"):
    """A starting tile."""

    seat: int
    tile: str


class Displayed(Event, frozen=True, tag="displayed"):
    """The tiles of an Era (from 1) lie open."""

    era: int
    tiles: list[str]


class TurnBegan(Event, frozen=True, tag="turn_began"):
    """A turn, and the order of the seats in it."""

    heading: ClassVar[bool] = True

    turn: int
    order: list[int]


class PiecePlaced(Event, frozen=True, tag="placed"):
    """A piece on a space or on a private tile; by rules 1 `card` let it share an occupied space."""

    seat: int
    piece: str
    at: str
    card: str = ""


class Returned(Event, frozen=True, tag="returned"):
    """A completed mission was given back for its benefit."""

    seat: int
    card: str


class Revealed(Event, frozen=True, tag="revealed"):
    """Marauders attack a region; `seat` chose it last turn (rules 5, M1)."""

    seat: int
    region: str


class Redirected(Event, frozen=True, tag="redirected"):
    """A mission of `seat` sent the marauders elsewhere: from the region `before` to `region` (rules 5, M2)."""

    seat: int
    before: str
    region: str


class Removed(Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """A piece that marauders drove away: whose, its kind, and the space."""

    seat: int
    piece: str
    at: str


class Raided(Event, frozen=True, tag="raided"):
    """What the marauders drove away. `spared` are the seats that were immune."""

    region: str
    removed: list[Removed]
    spared: list[int]


class Looted(Event, frozen=True, tag="looted"):
    """What the sender of the marauders got for it."""

    seat: int
    points: int
    gold: int


class Swapped(Event, frozen=True, tag="swapped"):
    """Two pieces of a kind changed places: that of `seat` stood on `own`, that of `other` on `at` (ruling R20)."""

    seat: int
    other: int
    piece: str
    own: str
    at: str


class Hired(Event, frozen=True, tag="hired"):
    """Marauders for the next turn; the `region` is told to the chooser alone. Without `any` nobody comes."""

    seat: int
    any: bool
    region: str = ""


class Bought(Event, frozen=True, tag="bought"):
    """An upgrade was bought, or taken for nothing when `paid` is empty."""

    seat: int
    tile: str
    paid: dict[str, int]


class LetGo(Event, frozen=True, tag="let_go"):
    """An upgrade space was not used; which one (rules 1 did not tell)."""

    minor: ClassVar[bool] = True

    seat: int
    at: str = ""


class Gathered(Event, frozen=True, tag="gathered"):
    """Goods from a space into the warehouse; a `quiet` one came by itself and is told with all others of its seat."""

    seat: int
    at: str
    what: str
    n: int
    quiet: bool = False


class Gifted(Event, frozen=True, tag="gifted"):
    """Points of peace gifts from a space; `quiet` as in `Gathered`."""

    seat: int
    at: str
    points: int
    quiet: bool = False


class Harvested(Event, frozen=True, tag="harvested"):
    """All that came to a seat by itself after the upgrades: goods and points of peace gifts."""

    seat: int
    goods: dict[str, int]
    points: int


class Traded(Event, frozen=True, tag="traded"):
    """`n` times one of `give` for the goods in `got`."""

    seat: int
    give: str
    n: int
    got: dict[str, int]


class Favoured(Event, frozen=True, tag="favoured"):
    """A good, `what`, was had for `points`, which are lost (I6; rules 4.2, F5)."""

    seat: int
    what: str
    points: int


class Discarded(Event, frozen=True, tag="discarded"):
    """A mission out of the hand for one good, `what`; all see the card (rules 4.2, F6)."""

    seat: int
    card: str
    what: str


class Gained(Event, frozen=True, tag="gained"):
    """Goods from a mission given back, into the traded area."""

    seat: int
    goods: dict[str, int]


class NewPiece(Event, frozen=True, tag="new_piece"):
    """A further camel or boat; `at` is the space it came from, empty for a mission."""

    seat: int
    piece: str
    at: str = ""


class Climbed(Event, frozen=True, tag="climbed"):
    """A tower grew from one height to another; what it cost (nothing: by a mission or for free)."""

    seat: int
    before: int
    height: int
    paid: dict[str, int]


class FreeLevel(Event, frozen=True, tag="free_level"):
    """A level that costs nothing was added, up to `height` (ruling R8)."""

    seat: int
    height: int


class Destroyed(Event, frozen=True, tag="destroyed"):
    """Levels of an opponent's tower fell, from `before` down to `height`; `seat` did it."""

    seat: int
    victim: int
    before: int
    height: int


class BuiltTemple(Event, frozen=True, tag="built_temple"):
    """A part of a temple; `points` for doing it in private. `first` is 1 or 2 for the first two players that complete one."""

    seat: int
    part: str
    paid: dict[str, int]
    points: int = 0
    first: int = 0


class TookRare(Event, frozen=True, tag="took_rare"):
    """A rare good; `paid` in goods, `favour` in points, neither when it was free. `points` for having it; `top` comes up."""

    seat: int
    good: str
    paid: dict[str, int]
    favour: int
    points: int
    top: str


class Completed(Event, frozen=True, tag="completed"):
    """A mission was completed; `points` are those of upgrades (I5, I19), not the card's."""

    seat: int
    card: str
    paid: dict[str, int]
    points: int


class StepDone(Event, frozen=True, tag="step_done"):
    """A construction step ended."""

    seat: int


class Prestige(Event, frozen=True, tag="prestige"):
    """The strictly highest tower earned its owner points."""

    seat: int
    points: int


class Courted(Event, frozen=True, tag="courted"):
    """The private court was used for an action; empty: left alone."""

    seat: int
    action: str


class Taxed(Event, frozen=True, tag="taxed"):
    """The tax: gold paid, or points lost; the other is 0 (ruling R15)."""

    seat: int
    gold: int
    points: int


class Supplied(Event, frozen=True, tag="supplied"):
    """War supplies: points for the levels above the lowest tower."""

    seat: int
    points: int


class Claimed(Event, frozen=True, tag="claimed"):
    """First Player was used: `what` is the basic good that it brought."""

    seat: int
    what: str


class Ready(Event, frozen=True, tag="ready"):
    """A seat is done with its part of the kingdom."""

    seat: int


class Pawn(Event, frozen=True, tag="pawn"):
    """Who plays first from the next turn on."""

    seat: int


class GoodsStored(Event, frozen=True, tag="stored"):
    """Goods beyond the warehouse's limit were given up."""

    seat: int
    goods: dict[str, int]


class EraBegan(Event, frozen=True, tag="era_began"):
    """A new Era (from 1), and the points for tower levels by seat."""

    heading: ClassVar[bool] = True

    era: int
    points: list[int]


class Ended(Event, frozen=True, tag="ended"):
    """The final scores, and the place of each seat."""

    totals: list[int]
    places: list[int]


TadmorEvent = (
    Began
    | Chose
    | Dealt
    | TookStart
    | Displayed
    | TurnBegan
    | PiecePlaced
    | Returned
    | Revealed
    | Redirected
    | Raided
    | Looted
    | Swapped
    | Hired
    | Bought
    | LetGo
    | Gathered
    | Gifted
    | Harvested
    | Traded
    | Favoured
    | Discarded
    | Gained
    | NewPiece
    | Climbed
    | FreeLevel
    | Destroyed
    | BuiltTemple
    | TookRare
    | Completed
    | StepDone
    | Prestige
    | Courted
    | Taxed
    | Supplied
    | Claimed
    | Ready
    | Pawn
    | GoodsStored
    | EraBegan
    | Ended
)

# what is worth remembering when somebody does it for the first time
DEEDS = (
    Achievement("tower", Climbed),
    Achievement("mission", Completed),
    Achievement("rare", TookRare),
    Achievement("temple", BuiltTemple, told="first"),
    Achievement("marauders", Hired, told="any"),
)


def spots(event: Event) -> tuple[str, ...]:
    """What an event changed on the board and the mats: ids of spaces, tiles and regions, `tower0`, `temple0`, `rare0` by seat."""
    match event:
        case PiecePlaced(at=at) | Gathered(at=at) | Gifted(at=at):
            return (at,)
        case Revealed(region=region) | Redirected(region=region) | Raided(region=region):
            return (region,)
        case Swapped(own=own, at=at):
            return (own, at)
        case Bought(tile=tile) | TookStart(tile=tile):
            return (tile,)
        case Climbed(seat=seat) | FreeLevel(seat=seat) | Destroyed(victim=seat):
            return (f"tower{seat}",)
        case BuiltTemple(seat=seat):
            return (f"temple{seat}",)
        case TookRare(seat=seat):
            return (f"rare{seat}",)
        case Completed(card=card) | Returned(card=card):
            return (card,)
        case NewPiece(at=at) if at:
            return (at,)
    return ()
