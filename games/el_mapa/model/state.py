"""All that a game of El Mapa remembers. Per-seat things are lists by seat; cells are names such as `c7`.

Face-down tiles are kinds in `kinds` like all others: what lies on them (garrison, treasures) comes to the table with the flip.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct, field

from games.core.text.messages import Key, Seat
from games.el_mapa.model.catalog import KIND_OF, KINDS, level_of
from games.el_mapa.model.terrain import OPEN, RED, Board, Sides, board, reading, walled

Troops = dict[str, int]  # number by kind; no zeros
NEUTRAL = -1  # the seat of garrisons


class Castle(Struct, forbid_unknown_fields=True):
    """The board of a village. `spaces` tells what stands where, `reserve` and `progress` count by kind of troops (no zeros),
    `built` what was built in it this turn."""

    owner: int
    spaces: dict[str, str] = field(default_factory=dict)
    reserve: Troops = field(default_factory=dict)
    progress: Troops = field(default_factory=dict)
    built: int = 0


class Guardpost(Struct, forbid_unknown_fields=True):
    """A standing offer: its owner gives `give` for `get`, `times` over."""

    id: str
    give: dict[str, int]
    get: dict[str, int]
    times: int


class Player(Struct, forbid_unknown_fields=True):
    """What one player has. `hand` and `buried` (spent face down) are cards, sorted; `lasting` lie open. `stacks` are troops by
    cell.

    `tiles` and `fights` are points. `produced` is what this round's upkeep brought (`gold`, `wood`, `stone`, `cards1`...),
    `boosted` tells that the lasting Production was boosted in it. `out` is the round of elimination, 0 while in the game. `aim`
    is how a hidden strike is divided, until both are.
    """

    goods: dict[str, int]
    hand: list[str] = field(default_factory=list)
    lasting: list[str] = field(default_factory=list)
    buried: list[str] = field(default_factory=list)
    stacks: dict[str, Troops] = field(default_factory=dict)
    tiles: int = 0
    fights: int = 0
    produced: list[str] = field(default_factory=list)
    boosted: bool = False
    posts: list[Guardpost] = field(default_factory=list)
    out: int = 0
    aim: Troops | None = None


class TurnState(Struct, forbid_unknown_fields=True):
    """What counts during one turn. `origins` sent troops out, `attacks` are those that sent them into a fight; `spent` are
    troops by cell that have moved; `used` lasting copies; `entries` the cells from which groups came into each contested cell.
    `answer` (`accepted`, `refused`) is what `partner` said to the last offer, until something else is done."""

    seat: int = -1
    origins: list[str] = field(default_factory=list)
    attacks: list[str] = field(default_factory=list)
    spent: dict[str, Troops] = field(default_factory=dict)
    traded: int = 0
    offers: int = 0
    looks: int = 0
    used: list[str] = field(default_factory=list)
    entries: dict[str, list[str]] = field(default_factory=dict)
    partner: int = -1
    answer: str = ""


class Group(Struct, forbid_unknown_fields=True):
    """Troops on the way: from which cell, where they are, how many steps they have left."""

    troops: Troops
    origin: str
    at: str
    points: int


class Squad(Struct, forbid_unknown_fields=True):
    """Troops of one kind in a battle that share hit points and initiative."""

    id: str
    kind: str
    n: int
    hp: int
    initiative: int


class Side(Struct, forbid_unknown_fields=True):
    """One side of a battle; seat -1 is a garrison. `marks` and `lusts` are bonuses of this round still to strike, `lasting`
    copies whose target was named, `cards` all that was played."""

    seat: int
    squads: list[Squad]
    dead: Troops = field(default_factory=dict)
    marks: int = 0
    lusts: int = 0
    lasting: list[str] = field(default_factory=list)
    cards: list[str] = field(default_factory=list)


class Blow(Struct, forbid_unknown_fields=True):
    """One exchange: `step` is the initiative, 0 the pursuit of a flight. Lists are attacker, defender: damage dealt, own dead."""

    round: int
    step: int
    strikes: list[int]
    dead: list[Troops]


class Report(Struct, forbid_unknown_fields=True):
    """A battle told: who, with what, blow by blow. `end` is `` while it lasts, then `won`, `fled`, `standoff` or `both`;
    `winner` 0 is the attacker, 1 the defender, -1 nobody; `points` are the winner's."""

    cell: str
    seats: list[int]
    before: list[Troops]
    cards: list[list[str]] = field(default_factory=lambda: [[], []])
    blows: list[Blow] = field(default_factory=list)
    end: str = ""
    winner: int = -1
    points: int = 0


class Battle(Struct, forbid_unknown_fields=True):
    """The battle that is fought now: attacker, defender. `step` is the initiative that strikes next (0: the round is over),
    `fallen` tells whether somebody died in this round."""

    cell: str
    sides: list[Side]
    round: int = 0
    step: int = 0
    fallen: bool = False


class MapState(Struct, forbid_unknown_fields=True):
    """The position on the table.

    `layout` names the map; `kinds` (codes), `turned` (quarter turns) and `up` (1: face up) are its tiles, a letter for each of
    the board's cells in order, `breaches` cells without red sides. `garrisons`, `chests` (treasures left) and `owners` (markers)
    are by cell. `decks` and `discards` (face up) are bags by level, `supply` wonders left by kind, `raised` wonders ever built.
    `ending` says why this round is the last, `idle` for how many rounds nobody has done anything, `fallen` who was eliminated,
    in that order, those of one moment together.
    """

    players: list[Player]
    layout: str = ""
    homes: list[str] = field(default_factory=list)
    round: int = 0
    first: int = 0
    kinds: str = ""
    turned: str = ""
    up: str = ""
    breaches: list[str] = field(default_factory=list)
    garrisons: dict[str, Troops] = field(default_factory=dict)
    chests: dict[str, int] = field(default_factory=dict)
    owners: dict[str, int] = field(default_factory=dict)
    castles: dict[str, Castle] = field(default_factory=dict)
    decks: dict[str, list[str]] = field(default_factory=dict)
    discards: dict[str, list[str]] = field(default_factory=dict)
    supply: dict[str, int] = field(default_factory=dict)
    raised: int = 0
    turn: TurnState = field(default_factory=TurnState)
    moving: Group | None = None
    battle: Battle | None = None
    reports: list[Report] = field(default_factory=list)
    ending: str = ""
    idle: int = 0
    fallen: list[list[int]] = field(default_factory=list)

    @property
    def board(self) -> Board:
        """The map's geometry: that of its layout, worked out once for all tables."""
        return board(self.layout)

    def kind(self, cell: str) -> str:
        """The id of the tile on a cell, face up or not (who asks for a face-down one must not tell); KeyError for a void cell."""
        return KIND_OF[self.kinds[self.board.at[cell]]]

    def open(self, cell: str) -> bool:
        """True when the tile lies face up."""
        return self.up[self.board.at[cell]] == "1"

    def turns(self, cell: str) -> int:
        """How many quarter turns clockwise a tile lies turned, 0 to 3; of face-down ones too."""
        return int(self.turned[self.board.at[cell]])

    @property
    def explored(self) -> bool:
        """True when no tile lies face down."""
        return "0" not in self.up

    def hidden(self) -> list[str]:
        """The face-down cells in reading order."""
        return [cell for cell, up in zip(self.board.cells, self.up, strict=True) if up == "0"]

    def shown(self) -> list[str]:
        """The face-up cells in reading order."""
        return [cell for cell, up in zip(self.board.cells, self.up, strict=True) if up == "1"]

    def red(self, cell: str) -> Sides:
        """The closed sides of a cell as its tile lies (rules 3.2), as bits n e s w; none in a breach."""
        at = self.board.at[cell]
        return 0 if cell in self.breaches else RED[self.kinds[at]][int(self.turned[at])]

    def barred(self, cell: str, side: str, other: str) -> bool:
        """True when a red line lies between two neighbours."""
        return walled(self.red(cell), side, self.red(other))

    def onward(self, cell: str) -> list[str]:
        """The face-up neighbours across open borders, in the order n e s w."""
        kinds, turned, up, breaches = self.kinds, self.turned, self.up, self.breaches
        board = self.board
        at = board.at[cell]
        mine = 0 if cell in breaches else RED[kinds[at]][int(turned[at])]
        found = []
        for other, there, ours, theirs in board.doors[cell]:
            if up[there] == "1" and not mine & ours:
                tile = RED[kinds[there]]
                if tile is OPEN or not tile[int(turned[there])] & theirs or other in breaches:
                    found.append(other)
        return found

    def villages(self, seat: Seat) -> list[str]:
        """The cells of a player's castles, in reading order."""
        return reading(
            self.board, (cell for cell, castle in self.castles.items() if castle.owner == seat)
        )

    def count(self, seat: Seat, building: str) -> int:
        """How many of a building the player has in all castles."""
        return sum(
            building in castle.spaces.values()
            for castle in self.castles.values()
            if castle.owner == seat
        )

    def buildings(self, seat: Seat) -> Iterator[str]:
        """The ids of all buildings and wonders of a player; those that stand in several castles come several times."""
        for castle in self.castles.values():
            if castle.owner == seat:
                yield from castle.spaces.values()

    def owned(self, seat: Seat) -> list[str]:
        """The cells that bear a player's marker, in no order that counts."""
        return [cell for cell, owner in self.owners.items() if owner == seat]

    def foe(self, cell: str, seat: Seat) -> Seat | None:
        """Who else has troops there: another player, -1 for a garrison, None for nobody."""
        if cell in self.garrisons:
            return NEUTRAL
        for other, player in enumerate(self.players):
            if other != seat and cell in player.stacks:
                return other
        return None

    def alive(self) -> list[Seat]:
        """The seats that are not eliminated (rules 9), lowest first."""
        return [seat for seat, player in enumerate(self.players) if not player.out]


def blank(n: int) -> MapState:
    """An empty table for `n` seats without any goods; the setup fills it."""
    return MapState([Player({"gold": 0, "wood": 0, "stone": 0}) for _ in range(n)])


def add(some: Troops, more: Troops) -> None:
    """Put `more` to `some`, in place; zeros are not written down."""
    for kind, n in more.items():
        if n:
            some[kind] = some.get(kind, 0) + n


def take(some: Troops, less: Troops) -> None:
    """Take troops away, in place; kinds that are used up do not stand there."""
    for kind, n in less.items():
        if n:
            left = some.get(kind, 0) - n
            if left:
                some[kind] = left
            else:
                del some[kind]


def ordered(some: Troops) -> Troops:
    """Troops in the order of the box, without zeros: a dict of its own."""
    if len(some) == 1:
        return {kind: n for kind, n in some.items() if n}
    return {kind: some[kind] for kind in KINDS if some.get(kind)}


def head(some: Troops) -> int:
    """How many troops there are."""
    return sum(some.values())


def levels(some: Troops, ladder: bool) -> int:
    """The points for troops that died (rules 8.8); `ladder`: by the option `troop_levels`."""
    return sum(level_of(kind, ladder) * n for kind, n in some.items())


def fought(s: MapState) -> Battle:
    """The battle that goes on; RuntimeError when there is none."""
    if s.battle is None:
        raise RuntimeError("no battle is fought")
    return s.battle


def marching(s: MapState) -> Group:
    """The group on the way; RuntimeError when there is none."""
    if s.moving is None:
        raise RuntimeError("no group is on the way")
    return s.moving


def counts(key: Key) -> dict[str, int]:
    """A key of a path that counts things, as a dict of its own."""
    return dict(key) if isinstance(key, dict) else {}
