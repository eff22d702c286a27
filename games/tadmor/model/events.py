"""Events of Tadmor.

Tiles have ids such as `i14`, missions `k7`; other ids are those of `data/`.
"""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct, field

from games.core.state.achievements import Achievement
from games.core.state.events import Event


class Began(Event, frozen=True, tag="began"):
    """Start of the match, with the first player."""

    first: int


class Chose(Event, frozen=True, tag="chose"):
    """Bonus good chosen for the seat's position in the first turn order."""

    seat: int
    what: str


class Dealt(Event, frozen=True, tag="dealt"):
    """Missions dealt into a hand; only the owner sees `cards`."""

    news: ClassVar[bool] = True

    seat: int
    n: int
    cards: list[str] = field(default_factory=list)


class TookStart(Event, frozen=True, tag="took_start"):
    """Starting tile taken."""

    seat: int
    tile: str


class Displayed(Event, frozen=True, tag="displayed"):
    """Tiles of an Era (from 1) laid open."""

    era: int
    tiles: list[str]


class TurnBegan(Event, frozen=True, tag="turn_began"):
    """Start of a turn: its number, and the seats in turn order."""

    heading: ClassVar[bool] = True

    turn: int
    order: list[int]


class PiecePlaced(Event, frozen=True, tag="placed"):
    """Piece placed on a space or a private tile.

    `card` is empty, except in matches under version 1 of the rules: there it may be the mission
    that let the piece share an occupied space.
    """

    idle: ClassVar[bool] = True  # a short recap prefers the summary (`AllPlaced`)

    seat: int
    piece: str
    at: str
    card: str = ""


class AllPlaced(Event, frozen=True, tag="all_placed"):
    """End of the placement, for one seat: its pieces and where they stand.

    `at` are the spaces and private tiles, those for gathering last. The copy that the seat itself
    sees has an empty `at`, since the seat knows where it has placed.
    """

    seat: int
    camels: int = 0
    boats: int = 0
    at: list[str] = field(default_factory=list)


class Returned(Event, frozen=True, tag="returned"):
    """Completed mission given back for its benefit."""

    seat: int
    card: str


class Revealed(Event, frozen=True, tag="revealed"):
    """Attack of the marauders on a region that `seat` chose last turn (rules 5, M1)."""

    seat: int
    region: str


class Redirected(Event, frozen=True, tag="redirected"):
    """Attack moved from the region `before` to `region` by a mission of `seat` (rules 5, M2)."""

    seat: int
    before: str
    region: str


class Removed(Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """Piece driven away by marauders: its owner, its kind, and the space that it left."""

    seat: int
    piece: str
    at: str


class Raided(Event, frozen=True, tag="raided"):
    """Pieces driven away by marauders. `spared` are the immune seats."""

    region: str
    removed: list[Removed]
    spared: list[int]

    @property
    def urgent(self) -> bool:
        """Return True: every recap tells what an attack did, even if no piece was driven away."""
        return True


class Looted(Event, frozen=True, tag="looted"):
    """Reward for the seat that sent the marauders."""

    seat: int
    points: int
    gold: int


class Swapped(Event, frozen=True, tag="swapped"):
    """Exchange of two pieces of a kind (ruling R20).

    The piece of `seat` was on `own`, that of `other` on `at`.
    """

    seat: int
    other: int
    piece: str
    own: str
    at: str


class Hired(Event, frozen=True, tag="hired"):
    """Marauders sent for the next turn: `any` tells whether a card was chosen.

    Only the seat that chose sees `region`.
    """

    seat: int
    any: bool
    region: str = ""


class Bought(Event, frozen=True, tag="bought"):
    """Upgrade bought, or taken for free if `paid` is empty."""

    seat: int
    tile: str
    paid: dict[str, int]


class PassedUpgrade(Event, frozen=True, tag="let_go"):
    """Pass on an upgrade space; `at` is empty under version 1 of the rules."""

    minor: ClassVar[bool] = True

    seat: int
    at: str = ""


class Gathered(Event, frozen=True, tag="gathered"):
    """Goods gathered from a space.

    `quiet`: the rules gathered them automatically, and `Harvested` narrates them.
    """

    minor: ClassVar[bool] = True

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
    """Total that a seat gathered automatically: goods and points of peace gifts."""

    seat: int
    goods: dict[str, int]
    points: int


class Traded(Event, frozen=True, tag="traded"):
    """Exchange: `n` times one of `give` for the goods in `got`."""

    seat: int
    give: str
    n: int
    got: dict[str, int]


class Favoured(Event, frozen=True, tag="favoured"):
    """Good `what` bought for `points` (I6; rules 4.2, F5)."""

    seat: int
    what: str
    points: int


class Discarded(Event, frozen=True, tag="discarded"):
    """Hand mission discarded in public for one good, `what` (rules 4.2, F6)."""

    seat: int
    card: str
    what: str


class Gained(Event, frozen=True, tag="gained"):
    """Goods gained for a mission given back, added to the traded area."""

    seat: int
    goods: dict[str, int]


class NewPiece(Event, frozen=True, tag="new_piece"):
    """Additional camel or boat; `at` is the space it came from, empty for a mission."""

    seat: int
    piece: str
    at: str = ""


class Climbed(Event, frozen=True, tag="climbed"):
    """Tower raised to a height; `paid` is the price, empty if the levels were free."""

    seat: int
    before: int
    height: int
    paid: dict[str, int]


class FreeLevel(Event, frozen=True, tag="free_level"):
    """Free level added, up to `height` (ruling R8)."""

    seat: int
    height: int


class Destroyed(Event, frozen=True, tag="destroyed"):
    """Tower of `victim` lowered by `seat`, from `before` to `height`."""

    seat: int
    victim: int
    before: int
    height: int


class BuiltTemple(Event, frozen=True, tag="built_temple"):
    """Temple part built; `points` are the bonus of the private tile I37.

    `first` is 1 or 2 for the first two players that complete a temple, else 0.
    """

    seat: int
    part: str
    paid: dict[str, int]
    points: int = 0
    first: int = 0


class TookRare(Event, frozen=True, tag="took_rare"):
    """Rare good taken.

    `paid` is the price in goods and `favour` the price in points; both are empty if the good is
    free. `points` are gained for the good; `top` is the new top tile of the pile.
    """

    seat: int
    good: str
    paid: dict[str, int]
    favour: int
    points: int
    top: str


class Completed(Event, frozen=True, tag="completed"):
    """Mission completed; `points` come from upgrades (I5, I19), not from the card."""

    seat: int
    card: str
    paid: dict[str, int]
    points: int


class StepDone(Event, frozen=True, tag="step_done"):
    """End of a construction step."""

    seat: int


class Prestige(Event, frozen=True, tag="prestige"):
    """Points for the strictly highest tower."""

    seat: int
    points: int


class Courted(Event, frozen=True, tag="courted"):
    """Action of the private court; empty if unused."""

    seat: int
    action: str


class Taxed(Event, frozen=True, tag="taxed"):
    """Tax: gold paid, or points lost; the other is 0 (ruling R15)."""

    seat: int
    gold: int
    points: int


class Supplied(Event, frozen=True, tag="supplied"):
    """War supplies: points for the levels above the lowest tower."""

    seat: int
    points: int


class Claimed(Event, frozen=True, tag="claimed"):
    """First Player action used; `what` is the basic good gained."""

    seat: int
    what: str


class Ready(Event, frozen=True, tag="ready"):
    """End of a seat's Kingdom phase."""

    seat: int


class Pawn(Event, frozen=True, tag="pawn"):
    """First-player pawn passed: `seat` is first player from the next turn on."""

    seat: int


class GoodsStored(Event, frozen=True, tag="stored"):
    """Goods over the warehouse's limit given up."""

    seat: int
    goods: dict[str, int]


class EraBegan(Event, frozen=True, tag="era_began"):
    """Start of an Era (from 1), with the points for tower levels, one number per seat.

    The event is no heading, because recaps leave headings out. `TurnBegan` follows as the heading.
    """

    era: int
    points: list[int]

    @property
    def urgent(self) -> bool:
        """Return True: every recap tells the points that the towers brought."""
        return True


class Ended(Event, frozen=True, tag="ended"):
    """End of the match: final scores and the place of each seat.

    `sources` are the points of each seat by row of the scoreboard; old logs have none.
    """

    totals: list[int]
    places: list[int]
    sources: list[list[int]] = field(default_factory=list)


TadmorEvent = (
    Began
    | Chose
    | Dealt
    | TookStart
    | Displayed
    | TurnBegan
    | PiecePlaced
    | AllPlaced
    | Returned
    | Revealed
    | Redirected
    | Raided
    | Looted
    | Swapped
    | Hired
    | Bought
    | PassedUpgrade
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

# achievements for the first time that a player does something
ACHIEVEMENTS = (
    Achievement("tower", Climbed),
    Achievement("mission", Completed),
    Achievement("rare", TookRare),
    Achievement("temple", BuiltTemple, required_field="first"),
    Achievement("marauders", Hired, required_field="any"),
)


def spots(event: Event) -> tuple[str, ...]:
    """Return the marked places that an event changed, on the board and the mats.

    A place is the id of a space, tile, region or mission, or `tower<seat>`, `temple<seat>`,
    `rare<seat>`.
    """
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
