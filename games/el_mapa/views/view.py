"""What one viewer may know of a position: the structs. `viewing.view` builds them up by whitelist; pictures, words and computer
players start from here.

How places are spelled in spots (options' `spot`, what events changed, ghosts of a decision):

* `c7`: a cell of the map: its tile, the army on it, its village.
* `c7.2-3`: a space of the castle at c7 (row 2, third from the left); `c7.reserve`: its reserve and training.
* `c7.shop.market`: a building or wonder in the choice of what to build there; `bank.buy_wood`: a line of the bank.
* `card.haggler`: cards of a kind in hand; `lasting.haggler`: the viewer's lasting copy.
* `att.soldier`, `def.levy-1`: a squad of the attacker or the defender in the battle now fought.
* `seat2`: another player as such (whom to make an offer); `seat2.o1`: a standing offer of theirs.

Ghosts (what a finished path would do) are the same places, and beside them `b1>c1` for every step of a way in order (the last
arrow ends where the group would stand), and `c7.2-3=market` for a building that would stand in a space. An option with `mark`
says what the picture writes at its spot instead of a letter: the steps that a cell costs when troops move.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from games.core.state.score import Scoreboard
from games.core.views.view_helpers import QuestionView

Phase = Literal["actions", "battles", "end"]


class TileView(Struct, frozen=True):
    """A tile. Of one that lies face down only cell and level are known. `closed` are its own red sides as they lie (n e s w),
    `turned` its quarter turns clockwise; `owner` the seat of the marker; `treasures` are those left, `garrison` neutral
    troops."""

    cell: str
    level: int
    up: bool = False
    kind: str = ""
    land: tuple[str, ...] = ()
    turned: int = 0
    closed: tuple[str, ...] = ()
    mine: str = ""
    tower: int = 0
    village: bool = False
    home: bool = False
    owner: int | None = None
    treasures: int = 0
    garrison: tuple[tuple[str, int], ...] = ()


class ArmyView(Struct, frozen=True):
    """The troops of a player in a cell; `fresh` are those that may still leave in this turn (the active player's only).
    `contested`: others stand there too, and a battle will follow."""

    cell: str
    seat: int
    troops: dict[str, int]
    fresh: dict[str, int]
    contested: bool = False


class TrainingView(Struct, frozen=True):
    """A clock of a castle: `progress` of `time` rounds, then `adds` troops come to the reserve."""

    kind: str
    progress: int
    time: int
    adds: int


class CastleView(Struct, frozen=True):
    """A village's castle. `spaces` are all ten in order with what stands there (empty: nothing), `free` those that could be
    built on now by the rows below. `income` is what it brings each round: gold (the village's own too), cards1, cards2,
    cards3."""

    cell: str
    owner: int
    spaces: dict[str, str]
    free: tuple[str, ...]
    reserve: dict[str, int]
    training: tuple[TrainingView, ...]
    income: dict[str, int]
    built: int


class PostView(Struct, frozen=True):
    """A standing offer: gives `give` for `get`, `times` over; `covered`: its owner could pay it now."""

    id: str
    give: dict[str, int]
    get: dict[str, int]
    times: int
    covered: bool


class SeatView(Struct, frozen=True):
    """One player's things. `hand` counts cards by level, `lasting` are kinds. `income` is one upkeep now: gold, wood, stone,
    cards1..3. `tiles`, `fights` and `total` are points: `total` as if the game ended now. `troops` are all on the map, `reserve`
    all in reserves. `origins` and `fighting` are how many cells may send troops out in a turn, and into a fight. `trade` is the
    limit of units. `out` is the round of elimination (0: in the game)."""

    goods: dict[str, int]
    hand: dict[str, int]
    lasting: tuple[str, ...]
    income: dict[str, int]
    villages: int
    mines: dict[str, int]
    towers: tuple[int, ...]
    wonders: tuple[str, ...]
    troops: dict[str, int]
    reserve: dict[str, int]
    tiles: int
    fights: int
    total: int
    origins: int
    fighting: int
    trade: int
    posts: tuple[PostView, ...]
    out: int
    gone: bool


class HandView(Struct, frozen=True):
    """What only the viewer knows: the cards in hand, sorted, and how they divided the hidden strike (None: not yet)."""

    cards: tuple[str, ...] = ()
    aim: dict[str, int] | None = None


class TurnView(Struct, frozen=True):
    """What the active player has used of this turn."""

    seat: int
    origins: tuple[str, ...]
    attacks: tuple[str, ...]
    traded: int
    offers: int
    looks: int
    used: tuple[str, ...]


class GroupView(Struct, frozen=True):
    """Troops on the way: where they came from, where they are, steps left."""

    seat: int
    troops: dict[str, int]
    origin: str
    at: str
    points: int


class SquadView(Struct, frozen=True):
    """A squad in the battle: `damage` is what one of them deals."""

    id: str
    kind: str
    n: int
    hp: int
    initiative: int
    damage: int


class SideView(Struct, frozen=True):
    """A side of the battle (seat -1: neutral troops). `support` are own archers around; `waiting`: still has to divide its
    strike."""

    seat: int
    squads: tuple[SquadView, ...]
    dead: dict[str, int]
    cards: tuple[str, ...]
    support: int
    waiting: bool = False


class BattleView(Struct, frozen=True):
    """The battle that is fought now: attacker, then defender. `step` is the initiative that strikes (0: decisions are made),
    `strikes` the damage that both deal in it."""

    cell: str
    round: int
    step: int
    sides: tuple[SideView, SideView]
    strikes: tuple[int, int]


class BlowView(Struct, frozen=True):
    """One exchange of a battle: `step` is the initiative (0: pursuit of a flight); damage and own dead of attacker and
    defender."""

    round: int
    step: int
    strikes: tuple[int, int]
    dead: tuple[dict[str, int], dict[str, int]]


class ReportView(Struct, frozen=True):
    """A battle of the last turn that had any. `before` and `cards` by side; `end` is `` while it lasts, `won`, `fled`, `standoff`
    or `both`; `winner` 0 attacker, 1 defender, -1 nobody; `points` the winner's."""

    cell: str
    seats: tuple[int, int]
    before: tuple[dict[str, int], dict[str, int]]
    cards: tuple[tuple[str, ...], tuple[str, ...]]
    blows: tuple[BlowView, ...]
    end: str
    winner: int
    points: int


class OfferView(Struct, frozen=True):
    """A direct offer that lies open: `by` gives `give` to `to` for `get`; `counter`: it answers an offer. Cards are named for the
    two, for others counted by level (`cards2`), as all that are asked for."""

    by: int
    to: int
    give: dict[str, int]
    get: dict[str, int]
    counter: bool


class GameView(Struct, frozen=True):
    """A position as `viewer` (None: anybody) knows it.

    `size` is the number of rows and columns, `tiles` all cells in reading order (void ones are missing). `walls` are known red
    lines as a cell and its side (`c7e`, `c7s`; sides n and w stand with the neighbour unless that is void), each border once.
    `hidden` is the number of face-down tiles. `raised` wonders of `needed` are built; `supply` are wonders left by kind. `decks`
    and `discards` count cards by level (face-down ones too). `limit` is the last round, 0 when there is none; `ending` says why
    this one is the last (`wonders`, `map`, `rounds`). `order` are the seats as they play in this round. The kinds of `question`:
    turn, move, luck, offer, order, defend, attack, strike, pursue, back. `options` are those of the table.
    """

    game: str
    viewer: int | None
    n: int
    round: int
    limit: int
    ending: str
    phase: Phase
    actors: tuple[int, ...]
    first: int
    order: tuple[int, ...]
    active: int
    layout: str
    size: int
    homes: tuple[str, ...]
    tiles: tuple[TileView, ...]
    walls: tuple[str, ...]
    armies: tuple[ArmyView, ...]
    castles: tuple[CastleView, ...]
    seats: tuple[SeatView, ...]
    hand: HandView | None
    hidden: int
    raised: int
    needed: int
    supply: dict[str, int]
    decks: dict[str, int]
    discards: dict[str, int]
    turn: TurnView
    moving: GroupView | None
    battle: BattleView | None
    reports: tuple[ReportView, ...]
    offer: OfferView | None
    question: QuestionView
    options: dict[str, str]
    scoreboard: Scoreboard | None = None
