"""State of a match of El Mapa.

Cells are names such as `c7`. `kinds` contains face-down tiles too; the garrison and treasures of
a tile are added to the state when it is turned face up.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET, Struct, UnsetType, field

from games.core.text.messages import Key, Seat
from games.el_mapa.model.catalog import KIND_OF, KINDS, level_of
from games.el_mapa.model.terrain import OPEN, RED, Board, Sides, board, reading, walled

Troops = dict[str, int]  # number by kind, no zeros
NEUTRAL = -1  # "seat" of garrisons, the neutral troops on tiles


class Castle(Struct, forbid_unknown_fields=True):
    """Castle board of a village.

    `spaces` maps spaces to buildings. By kind of troops, `reserve` is the number of trained
    troops that wait to be hired, `progress` the rounds of the current training (no zeros).
    `built` is the number of buildings built in it this turn.
    """

    owner: int
    spaces: dict[str, str] = field(default_factory=dict)
    reserve: Troops = field(default_factory=dict)
    progress: Troops = field(default_factory=dict)
    built: int = 0


class StandingOffer(Struct, forbid_unknown_fields=True):
    """Standing offer: its owner gives `give` for `get`, up to `times` times."""

    id: str
    give: dict[str, int]
    get: dict[str, int]
    times: int


class Player(Struct, forbid_unknown_fields=True):
    """Possessions and points of one player.

    - `hand`: cards, sorted; `buried`: spent cards that lie face down, sorted; `lasting`: lasting
      copies, which lie face up.
    - `stacks`: troops by cell.
    - `tiles`, `fights`: points for revealed tiles and for battles.
    - `produced`: kinds of the yield in this round's upkeep (`gold`, `wood`, `stone`, `cards1`...);
      `boosted`: whether the lasting Production was boosted this round.
    - `posts`: standing offers.
    - `out`: round of elimination, 0 while in the game.
    - `aim`: how the player divides the damage of a strike, secret until both sides have chosen.
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
    posts: list[StandingOffer] = field(default_factory=list)
    out: int = 0
    aim: Troops | None = None


class TurnState(Struct, forbid_unknown_fields=True):
    """Data of the current turn.

    - `origins`: cells from which troops have moved; `attacks`: those from which troops have moved
      into a battle.
    - `spent`: by cell, the troops that have moved.
    - `traded`: units traded; `offers`: direct offers made; `looks`: tiles revealed by watchtowers.
    - `used`: lasting copies used.
    - `entries`: by cell with a battle to come, the cells from which groups entered it.
    - `answer`: reply of `partner` to the last offer (`accepted`, `refused`), until the next action.
    - `holds`: least numbers of troops with which a side fights without being asked (see `hold`).
      The key is the cell of a battle to come, or a side of the current battle: `0` (attacker) or
      `1` (defender). An empty dict is not stored, so that stored matches from before this field
      stay the same.
    """

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
    holds: dict[str, int] | UnsetType = UNSET

    def hold(self, battle: str) -> int:
        """Return the minimum of troops for a side to fight on without being asked.

        With 0 the side is always asked. `battle` is the cell of a battle to come. For the current
        battle it is the side: `0` (attacker) or `1` (defender).
        """
        return 0 if self.holds is UNSET else self.holds.get(battle, 0)

    def set_hold(self, battle: str, n: int) -> None:
        """Store the minimum of troops for a side to fight on without being asked.

        0 removes the minimum. `battle` is as in `hold`.
        """
        holds = {} if self.holds is UNSET else self.holds
        holds = {name: at for name, at in {**holds, battle: n}.items() if at}
        self.holds = holds or UNSET


class Group(Struct, forbid_unknown_fields=True):
    """Troops on the move: cell of origin, current cell and steps left (`points`)."""

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
    """One side of a battle; seat -1 is a garrison.

    `marks` (Marksmanship) and `lusts` (Bloodlust) are the extra damage of archers and of other
    troops that is not used yet in this round. `lasting` are the lasting copies whose target is
    chosen, `cards` all cards played.
    """

    seat: int
    squads: list[Squad]
    dead: Troops = field(default_factory=dict)
    marks: int = 0
    lusts: int = 0
    lasting: list[str] = field(default_factory=list)
    cards: list[str] = field(default_factory=list)


class Blow(Struct, forbid_unknown_fields=True):
    """One exchange of strikes at the initiative `step`; 0 is the pursuit of a flight.

    `strikes` is the damage dealt by attacker and defender, `dead` are their own dead.
    """

    round: int
    step: int
    strikes: list[int]
    dead: list[Troops]


class Report(Struct, forbid_unknown_fields=True):
    """Record of a battle; lists are attacker, defender.

    `before` are the troops at the beginning, `cards` the cards played. `end` is "" while the battle
    lasts, then `won`, `fled`, `standoff`, or `both` if both sides are dead. `winner` is 0 for the
    attacker, 1 for the defender, -1 for none; `points` are those that the winner got.
    """

    cell: str
    seats: list[int]
    before: list[Troops]
    cards: list[list[str]] = field(default_factory=lambda: [[], []])
    blows: list[Blow] = field(default_factory=list)
    end: str = ""
    winner: int = -1
    points: int = 0


class Battle(Struct, forbid_unknown_fields=True):
    """Current battle; `sides` are attacker and defender.

    `step` is the initiative at which troops strike next (0: the round is over). `fallen` says
    whether a troop has died in this round.
    """

    cell: str
    sides: list[Side]
    round: int = 0
    step: int = 0
    fallen: bool = False


class MapState(Struct, forbid_unknown_fields=True):
    """State of a match.

    - `layout`: key of the map. The strings `kinds` (codes of tiles), `turned` (quarter turns) and
      `up` (1: face up) have one character for each cell of the board. `breaches`: cells whose red
      sides do not count.
    - By cell: `garrisons`, `chests` (treasures left), `owners` (seat with a marker), `castles`.
    - By level: `decks` and `discards` (face up), both sorted.
    - `first`: starting seat; `supply`: wonders left by kind; `raised`: number of wonders built.
    - `moving`: the group on the move; `reports`: records of the battles of the most recent turn
      that had battles.
    - `ending`: why this round is the last; `idle`: rounds without any action of a player.
    - `fallen`: eliminated seats in order; seats eliminated at the same time are one group.
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
        """Return the geometry of the layout, shared by all matches."""
        return board(self.layout)

    def kind(self, cell: str) -> str:
        """Return the id of the tile on a cell; raise KeyError if the map has no such cell.

        It works for face-down tiles too: callers must not reveal them.
        """
        return KIND_OF[self.kinds[self.board.at[cell]]]

    def open(self, cell: str) -> bool:
        """Return whether the tile in a cell lies face up."""
        return self.up[self.board.at[cell]] == "1"

    def turns(self, cell: str) -> int:
        """Return the quarter turns (clockwise, 0 to 3) of a tile, also if it is face down."""
        return int(self.turned[self.board.at[cell]])

    @property
    def explored(self) -> bool:
        """Return whether no tile lies face down."""
        return "0" not in self.up

    def hidden(self) -> list[str]:
        """Return the face-down cells in reading order."""
        return [cell for cell, up in zip(self.board.cells, self.up, strict=True) if up == "0"]

    def shown(self) -> list[str]:
        """Return the face-up cells in reading order."""
        return [cell for cell, up in zip(self.board.cells, self.up, strict=True) if up == "1"]

    def red(self, cell: str) -> Sides:
        """Return which sides of a cell have a red line (rules 3.2)."""
        at = self.board.at[cell]
        return 0 if cell in self.breaches else RED[self.kinds[at]][int(self.turned[at])]

    def barred(self, cell: str, edge: str, neighbor: str) -> bool:
        """Return whether a red line separates `cell` from `neighbor`, which lies at its `edge`."""
        return walled(self.red(cell), edge, self.red(neighbor))

    def open_neighbors(self, cell: str) -> list[str]:
        """Return a cell's face-up neighbors without a red line between, in the order n e s w."""
        kinds, turned, up, breaches = self.kinds, self.turned, self.up, self.breaches
        board = self.board
        at = board.at[cell]
        red = 0 if cell in breaches else RED[kinds[at]][int(turned[at])]
        found = []
        for other, other_at, side, other_side in board.doors[cell]:
            if up[other_at] == "1" and not red & side:
                other_red = RED[kinds[other_at]]
                if (
                    other_red is OPEN
                    or not other_red[int(turned[other_at])] & other_side
                    or other in breaches
                ):
                    found.append(other)
        return found

    def villages(self, seat: Seat) -> list[str]:
        """Return the cells of a player's castles, in reading order."""
        return reading(
            self.board, (cell for cell, castle in self.castles.items() if castle.owner == seat)
        )

    def castles_with(self, seat: Seat, building: str) -> int:
        """Return how many castles of a player have this building."""
        return sum(
            building in castle.spaces.values()
            for castle in self.castles.values()
            if castle.owner == seat
        )

    def buildings(self, seat: Seat) -> Iterator[str]:
        """Yield the ids of all buildings and wonders of a player, with repetitions."""
        for castle in self.castles.values():
            if castle.owner == seat:
                yield from castle.spaces.values()

    def owned(self, seat: Seat) -> list[str]:
        """Return the cells with a player's marker, in any order."""
        return [cell for cell, owner in self.owners.items() if owner == seat]

    def foe(self, cell: str, seat: Seat) -> Seat | None:
        """Return the seat other than `seat` that has troops in a cell.

        It is `NEUTRAL` (-1) for a garrison, None if there are no troops of others.
        """
        if cell in self.garrisons:
            return NEUTRAL
        for other, player in enumerate(self.players):
            if other != seat and cell in player.stacks:
                return other
        return None

    def alive(self) -> list[Seat]:
        """Return the seats that are not eliminated (rules 9), lowest first."""
        return [seat for seat, player in enumerate(self.players) if not player.out]


def blank(n: int) -> MapState:
    """Return an empty state for `n` seats without goods; the setup fills it."""
    return MapState([Player({"gold": 0, "wood": 0, "stone": 0}) for _ in range(n)])


def add(some: Troops, more: Troops) -> None:
    """Add `more` to `some`, in place; store no zeros."""
    for kind, n in more.items():
        if n:
            some[kind] = some.get(kind, 0) + n


def take(some: Troops, less: Troops) -> None:
    """Remove `less` from `some`, in place; store no zeros."""
    for kind, n in less.items():
        if n:
            left = some.get(kind, 0) - n
            if left:
                some[kind] = left
            else:
                del some[kind]


def ordered(some: Troops) -> Troops:
    """Return a copy of the troops in the order of `KINDS`, without zeros."""
    if len(some) == 1:
        return {kind: n for kind, n in some.items() if n}
    return {kind: some[kind] for kind in KINDS if some.get(kind)}


def troop_count(some: Troops) -> int:
    """Return the number of troops."""
    return sum(some.values())


def levels(some: Troops, ladder: bool) -> int:
    """Return the points for dead troops (rules 8.8); `ladder` as in `level_of`."""
    return sum(level_of(kind, ladder) * n for kind, n in some.items())


def current_battle(s: MapState) -> Battle:
    """Return the current battle; raise RuntimeError if there is none."""
    if s.battle is None:
        raise RuntimeError("no battle is fought")
    return s.battle


def moving_group(s: MapState) -> Group:
    """Return the moving group; raise RuntimeError if there is none."""
    if s.moving is None:
        raise RuntimeError("no group is on the way")
    return s.moving


def counts(key: Key) -> dict[str, int]:
    """Return a copy of `key` if it is a dict of numbers by name, else an empty dict.

    A key is a part of a path.
    """
    return dict(key) if isinstance(key, dict) else {}
