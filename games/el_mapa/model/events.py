"""Events of El Mapa.

Cells are names such as `c7`, castle spaces such as `2-3`; troops and goods are counts by kind.
"""

from __future__ import annotations

from typing import ClassVar

from msgspec import field

from games.core.state.achievements import Achievement
from games.core.state.events import Event
from games.el_mapa.model.catalog import WONDERS

Counts = dict[str, int]


class Began(Event, frozen=True, tag="began"):
    """The map is set up; `first` is the starting seat, `homes` are cells by seat."""

    first: int
    homes: list[str]


class RoundBegan(Event, frozen=True, tag="round_began"):
    """A round began; `order` is its turn order."""

    heading: ClassVar[bool] = True

    round: int
    order: list[int]


class Upkeep(Event, frozen=True, tag="upkeep"):
    """Upkeep of a round: goods and cards (`cards1`...) by seat.

    With many seats a round has several of these events. Each covers some of the seats; the gains
    of all other seats are empty in it.
    """

    round: int
    gains: list[Counts]


class Produced(Event, frozen=True, tag="produced"):
    """Extra goods and cards (`cards1`...) from the technology Production."""

    seat: int
    gains: Counts


class Drew(Event, frozen=True, tag="drew"):
    """Technology cards drawn: number by level; only the owner's version has the `cards`."""

    seat: int
    levels: Counts
    cards: list[str] = field(default_factory=list)

    @property
    def urgent(self) -> bool:
        """Return whether the event names cards.

        Their owner may want to play them in this turn.
        """
        return bool(self.cards)


class TurnBegan(Event, frozen=True, tag="turn_began"):
    """A player's turn began."""

    seat: int


class Flipped(Event, frozen=True, tag="flipped"):
    """Tiles were revealed, for a point each; `how` is `sight`, `tower` or `vision`."""

    news: ClassVar[bool] = True

    seat: int
    cells: list[str]
    kinds: list[str]
    how: str


class Rotated(Event, frozen=True, tag="rotated"):
    """A watchtower rotated a tile (option `watchtower`) to `turned` quarter turns."""

    seat: int
    cell: str
    turned: int


class Claimed(Event, frozen=True, tag="claimed"):
    """A marker was placed.

    `what` is `village`, `wood`, `stone`, `gold` or `tower`; `before` is the previous owner (-1:
    none).
    """

    seat: int
    cell: str
    what: str
    before: int


class Chest(Event, frozen=True, tag="chest"):
    """First die of a treasure: its kind (`gold`, `wood`, `stone`).

    `Treasure` tells the amount (rules 7.3).
    """

    seat: int
    cell: str
    what: str


class Treasure(Event, frozen=True, tag="treasure"):
    """Yield of a treasure; `luck` is the part added by Luck."""

    news: ClassVar[bool] = True

    seat: int
    cell: str
    what: str
    n: int
    luck: int = 0


class Built(Event, frozen=True, tag="built"):
    """A building or wonder was built in a castle; `paid` is its price."""

    seat: int
    cell: str
    space: str
    building: str
    paid: Counts

    @property
    def urgent(self) -> bool:
        """Return whether it is a wonder: wonders can end the game (rules 10.1)."""
        return self.building in WONDERS


class Played(Event, frozen=True, tag="played"):
    """A technology was played, from the hand or as a lasting copy.

    Cards may be spent on it: all players see their number by level (`levels`), only the owner's
    version has their number by kind (`spent`).
    """

    seat: int
    card: str
    lasting: bool
    levels: Counts
    spent: Counts = field(default_factory=dict)


class Lasting(Event, frozen=True, tag="lasting"):
    """A technology became a lasting copy, paid for with cards.

    All players see the number of these cards by level (`levels`), only the owner's version has
    their number by kind (`spent`).
    """

    seat: int
    card: str
    levels: Counts
    spent: Counts = field(default_factory=dict)


class Banked(Event, frozen=True, tag="banked"):
    """Exchange with the bank: goods that the player gave and got."""

    seat: int
    give: Counts
    get: Counts


class Offered(Event, frozen=True, tag="offered"):
    """A direct offer of `seat` to the seat `to`, or a counteroffer."""

    seat: int
    to: int
    give: Counts
    get: Counts
    counter: bool


class Dealt(Event, frozen=True, tag="dealt"):
    """Two players traded: goods and cards that `seat` gave and got."""

    seat: int
    other: int
    give: Counts
    get: Counts


class Declined(Event, frozen=True, tag="declined"):
    """An offer was refused by `seat`, or `withdrawn` by `seat`, who had made it."""

    seat: int
    other: int
    withdrawn: bool


class Posted(Event, frozen=True, tag="posted"):
    """A standing offer was made: `seat` gives `give` for `get`, at most `times` times."""

    seat: int
    give: Counts
    get: Counts
    times: int


class Unposted(Event, frozen=True, tag="unposted"):
    """A standing offer was withdrawn."""

    seat: int
    give: Counts
    get: Counts


class Hired(Event, frozen=True, tag="hired"):
    """Troops moved from the reserve of the castle at `cell` to its village."""

    seat: int
    cell: str
    troops: Counts


class Moved(Event, frozen=True, tag="moved"):
    """A group moved from `origin` over the cells of `way`; `jump`: it was teleported."""

    seat: int
    origin: str
    way: list[str]
    troops: Counts
    jump: bool = False


class Stopped(Event, frozen=True, tag="stopped"):
    """A group stopped; `fight`: a battle follows."""

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
    """End of a turn's actions; `battles` are the cells of the battles that follow."""

    minor: ClassVar[bool] = True

    seat: int
    battles: list[str]


class BattleBegan(Event, frozen=True, tag="battle_began"):
    """A battle began: attacker, defender (-1: neutral troops) and their troops."""

    minor: ClassVar[bool] = True

    cell: str
    seats: list[int]
    troops: list[Counts]


class Enhanced(Event, frozen=True, tag="enhanced"):
    """A technology was played in battle; `n` is the amount of its effect.

    It helps the squad of the kind `troop`, or with `one` only one troop of it. With an empty `troop`
    it helps the whole side: Shield protects the army, other cards improve the strikes of this
    round.
    """

    seat: int
    card: str
    troop: str
    n: int
    one: bool = False


class Struck(Event, frozen=True, tag="struck"):
    """An exchange of strikes at the initiative `step`.

    `strikes` is the damage dealt by attacker and defender, `dead` are their own dead.
    """

    cell: str
    round: int
    step: int
    strikes: list[int]
    dead: list[Counts]


class Fled(Event, frozen=True, tag="fled"):
    """A side fled: kind of the troop given up, troops caught by cavalry, troops that arrived."""

    news: ClassVar[bool] = True

    seat: int
    cell: str
    to: str
    given: str
    caught: Counts
    arrived: Counts = field(name="left")


class Retreated(Event, frozen=True, tag="retreated"):
    """The attackers went back after a standoff; `to` is "" if they had to be disbanded."""

    seat: int
    cell: str
    to: str
    troops: Counts


class BattleEnded(Event, frozen=True, tag="battle_ended"):
    """A battle ended; `end` is `won`, `fled`, `standoff`, or `both` if both sides are dead.

    `winner` is a seat, -1 for neutral troops, -2 for none; `points` are those of the winner.
    `seats` are attacker and defender, `losses` the troops that each of them lost. Events stored by
    older versions have no `losses`. `own` is true only in the versions that the two seats see.
    """

    cell: str
    end: str
    winner: int
    points: int
    seats: list[int] = field(default_factory=list)
    losses: list[Counts] = field(default_factory=list)
    own: bool = False

    @property
    def urgent(self) -> bool:
        """Return whether the viewer was in the battle.

        No recap leaves out such a battle.
        """
        return self.own


class Razed(Event, frozen=True, tag="razed"):
    """The buildings of a castle left the game."""

    cell: str
    buildings: list[str]


class Eliminated(Event, frozen=True, tag="eliminated"):
    """A player is eliminated: without village and troops, or because the player `resigned`."""

    seat: int
    resigned: bool = False


class LastRound(Event, frozen=True, tag="last_round"):
    """This round is the last; `why` is `wonders`, `map` or `rounds`.

    With `at_once` the game ends after the current turn.
    """

    why: str
    at_once: bool = False

    @property
    def urgent(self) -> bool:
        """Return True: the end concerns all players."""
        return True


class Ended(Event, frozen=True, tag="ended"):
    """Final scores and the place of each seat.

    `tie` is the criterion that decided the first place among equal points (`wonders`...).
    """

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

ACHIEVEMENTS = (
    Achievement("village", Claimed, required_field="what", accepted_values=("village",)),
    Achievement("building", Built),
    Achievement("wonder", Built, required_field="building", accepted_values=WONDERS),
    Achievement("battle", BattleEnded, seat_field="winner"),
    Achievement("deal", Dealt),
    Achievement("lasting", Lasting),
)


def spots(event: Event) -> tuple[str, ...]:
    """Return the places that an event changed: cells (`c7`), castle spaces (`c7.2-3`), seats."""
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
        case Fled(cell=cell, to=to, arrived=arrived):
            return (cell, to) if arrived else (cell,)
        case Retreated(cell=cell, to=to):
            return (cell, to) if to else (cell,)
        case Dealt(seat=seat, other=other):
            return (f"seat{seat}", f"seat{other}")
        case Posted(seat=seat) | Unposted(seat=seat) | Lasting(seat=seat) | Eliminated(seat=seat):
            return (f"seat{seat}",)
    return ()
