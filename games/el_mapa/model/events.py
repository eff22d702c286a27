"""The facts that this game tells. Cells are names such as `c7`, spaces `2-3`, troops and goods count by kind."""

from __future__ import annotations

from typing import ClassVar

from msgspec import field

from games.core.state.achievements import Achievement
from games.core.state.events import Event
from games.el_mapa.model.catalog import WONDERS

Counts = dict[str, int]


class Began(Event, frozen=True, tag="began"):
    """The map is laid; who begins, and the homes by seat."""

    first: int
    homes: list[str]


class RoundBegan(Event, frozen=True, tag="round_began"):
    """A round, and the order of the seats in it."""

    heading: ClassVar[bool] = True

    round: int
    order: list[int]


class Upkeep(Event, frozen=True, tag="upkeep"):
    """What a round begins with: goods and cards (`cards1`...) by seat, of some seats at a time."""

    round: int
    gains: list[Counts]


class Produced(Event, frozen=True, tag="produced"):
    """Production brought more: goods and cards (`cards1`...)."""

    seat: int
    gains: Counts


class Drew(Event, frozen=True, tag="drew"):
    """Technologies came into a hand: how many by level; `cards` are told to their owner alone."""

    seat: int
    levels: Counts
    cards: list[str] = field(default_factory=list)


class TurnBegan(Event, frozen=True, tag="turn_began"):
    """A player's turn."""

    seat: int


class Flipped(Event, frozen=True, tag="flipped"):
    """Tiles were turned up, a point each. `how`: `sight`, `tower`, `vision`."""

    news: ClassVar[bool] = True

    seat: int
    cells: list[str]
    kinds: list[str]
    how: str


class Rotated(Event, frozen=True, tag="rotated"):
    """A watchtower turned a tile (the other effect of the option)."""

    seat: int
    cell: str
    turned: int


class Claimed(Event, frozen=True, tag="claimed"):
    """A marker: `what` is `village`, `wood`, `stone`, `gold`, `tower`; `before` who had it (-1: nobody)."""

    seat: int
    cell: str
    what: str
    before: int


class Chest(Event, frozen=True, tag="chest"):
    """The first die of a treasure tells its kind (`what`: `gold`, `wood`, `stone`); `Treasure` tells how much (rules 7.3)."""

    seat: int
    cell: str
    what: str


class Treasure(Event, frozen=True, tag="treasure"):
    """What a treasure brought; `luck` is the part that Luck added."""

    news: ClassVar[bool] = True

    seat: int
    cell: str
    what: str
    n: int
    luck: int = 0


class Built(Event, frozen=True, tag="built"):
    """A building or wonder in a castle, and what was paid."""

    seat: int
    cell: str
    space: str
    building: str
    paid: Counts

    @property
    def urgent(self) -> bool:
        """True for a wonder: so many of them bring the end (rules 10.1)."""
        return self.building in WONDERS


class Played(Event, frozen=True, tag="played"):
    """A technology was played: from the hand, or a lasting copy. Cards spent on it: levels for all, kinds for the owner."""

    seat: int
    card: str
    lasting: bool
    levels: Counts
    spent: Counts = field(default_factory=dict)


class Lasting(Event, frozen=True, tag="lasting"):
    """A technology lies open for good. Cards paid for it: levels for all, kinds for the owner."""

    seat: int
    card: str
    levels: Counts
    spent: Counts = field(default_factory=dict)


class Banked(Event, frozen=True, tag="banked"):
    """An exchange with the bank, the whole amounts: what the player gave and got."""

    seat: int
    give: Counts
    get: Counts


class Offered(Event, frozen=True, tag="offered"):
    """A direct offer, or the answer with another one."""

    seat: int
    to: int
    give: Counts
    get: Counts
    counter: bool


class Dealt(Event, frozen=True, tag="dealt"):
    """Two players traded: `seat` gave and got."""

    seat: int
    other: int
    give: Counts
    get: Counts


class Declined(Event, frozen=True, tag="declined"):
    """An offer came to nothing: refused by `seat`, or `withdrawn` by the one who made it."""

    seat: int
    other: int
    withdrawn: bool


class Posted(Event, frozen=True, tag="posted"):
    """A standing offer lies open: its owner gives `give` for `get`, at most `times` over."""

    seat: int
    give: Counts
    get: Counts
    times: int


class Unposted(Event, frozen=True, tag="unposted"):
    """A standing offer was taken back."""

    seat: int
    give: Counts
    get: Counts


class Hired(Event, frozen=True, tag="hired"):
    """Troops left the reserve of the castle at `cell` and stand in its village."""

    seat: int
    cell: str
    troops: Counts


class Moved(Event, frozen=True, tag="moved"):
    """A group went step by step over the cells of `way`; `jump`: by teleport."""

    seat: int
    origin: str
    way: list[str]
    troops: Counts
    jump: bool = False


class Stopped(Event, frozen=True, tag="stopped"):
    """A group stands; `fight`: there will be a battle."""

    minor: ClassVar[bool] = True

    seat: int
    cell: str
    fight: bool


class Hurried(Event, frozen=True, tag="hurried"):
    """Light feet: the group in `cell` got `n` more steps."""

    minor: ClassVar[bool] = True

    seat: int
    cell: str
    n: int


class TurnEnded(Event, frozen=True, tag="turn_ended"):
    """The actions of a turn are over; `battles` follow."""

    minor: ClassVar[bool] = True

    seat: int
    battles: list[str]


class BattleBegan(Event, frozen=True, tag="battle_began"):
    """A battle: attacker, defender (-1: neutral troops), with what."""

    minor: ClassVar[bool] = True

    cell: str
    seats: list[int]
    troops: list[Counts]


class Enhanced(Event, frozen=True, tag="enhanced"):
    """A technology in battle works on a squad of that kind, or on `one` troop of it. Without a kind Shield works on the whole
    army, other cards on a strike of the round."""

    seat: int
    card: str
    troop: str
    n: int
    one: bool = False


class Struck(Event, frozen=True, tag="struck"):
    """An exchange: `step` is the initiative; damage and own dead of attacker and defender."""

    cell: str
    round: int
    step: int
    strikes: list[int]
    dead: list[Counts]


class Fled(Event, frozen=True, tag="fled"):
    """A side fled: the troop given up, those caught, those that arrived."""

    news: ClassVar[bool] = True

    seat: int
    cell: str
    to: str
    given: str
    caught: Counts
    left: Counts


class Retreated(Event, frozen=True, tag="retreated"):
    """After a standoff the attackers went back; `to` is empty where they were disbanded."""

    seat: int
    cell: str
    to: str
    troops: Counts


class BattleEnded(Event, frozen=True, tag="battle_ended"):
    """How a battle ended (`won`, `fled`, `standoff`, `both`); `winner` is a seat, -1 neutral troops, -2 nobody."""

    cell: str
    end: str
    winner: int
    points: int
    seats: list[int] = field(default_factory=list)


class Razed(Event, frozen=True, tag="razed"):
    """The buildings of a castle left the game."""

    cell: str
    buildings: list[str]


class Eliminated(Event, frozen=True, tag="eliminated"):
    """A player has neither village nor troop left, or `resigned`."""

    seat: int
    resigned: bool = False


class LastRound(Event, frozen=True, tag="last_round"):
    """This round is the last: `wonders`, `map` or `rounds`; with `at_once` it ends with the turn in course."""

    why: str
    at_once: bool = False

    @property
    def urgent(self) -> bool:
        """Always true: the end is near for everybody."""
        return True


class Ended(Event, frozen=True, tag="ended"):
    """The final scores, and the place of each seat; `tie` is what decided for the first among equal points (`wonders`...)."""

    why: str
    totals: list[int]
    places: list[int]
    tie: str = ""


MapEvent = (
    Began
    | RoundBegan
    | Upkeep
    | Produced
    | Drew
    | TurnBegan
    | Flipped
    | Rotated
    | Claimed
    | Chest
    | Treasure
    | Built
    | Played
    | Lasting
    | Banked
    | Offered
    | Dealt
    | Declined
    | Posted
    | Unposted
    | Hired
    | Moved
    | Stopped
    | Hurried
    | TurnEnded
    | BattleBegan
    | Enhanced
    | Struck
    | Fled
    | Retreated
    | BattleEnded
    | Razed
    | Eliminated
    | LastRound
    | Ended
)

# what is worth remembering when somebody does it for the first time
DEEDS = (
    Achievement("village", Claimed, told="what", among=("village",)),
    Achievement("building", Built),
    Achievement("wonder", Built, told="building", among=WONDERS),
    Achievement("battle", BattleEnded, seat="winner"),
    Achievement("deal", Dealt),
    Achievement("lasting", Lasting),
)


def spots(event: Event) -> tuple[str, ...]:
    """What an event changed on the map and in the castles, as `view` spells places."""
    match event:
        case Flipped(cells=cells):
            return tuple(cells)
        case (
            Rotated(cell=cell)
            | Claimed(cell=cell)
            | Treasure(cell=cell)
            | Hired(cell=cell)
            | Stopped(cell=cell)
        ):
            return (cell,)
        case Built(cell=cell, space=space):
            return (cell, f"{cell}.{space}")
        case Moved(way=[*_, last]):
            return (last,)
        case BattleEnded(cell=cell) | BattleBegan(cell=cell) | Razed(cell=cell):
            return (cell,)
        case Fled(cell=cell, to=to, left=left):
            return (cell, to) if left else (cell,)
        case Retreated(cell=cell, to=to):
            return (cell, to) if to else (cell,)
        case Dealt(seat=seat, other=other):
            return (f"seat{seat}", f"seat{other}")
        case Posted(seat=seat) | Unposted(seat=seat) | Lasting(seat=seat) | Eliminated(seat=seat):
            return (f"seat{seat}",)
    return ()
