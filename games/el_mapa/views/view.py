"""Structs of the view of a position, which `build_view.view` fills.

Pictures and descriptions use them. Spots (of options, of changes by events, of the `ghost` of a
finished move) are written as:

* `c7`: a cell of the map.
* `c7.2-3`: a space of the castle at c7 (row 2, third from the left); `c7.reserve`: its reserve and training.
* `c7.shop.market`: a building in the choice of what to build there.
* `card.haggler`: cards of a kind in hand; `lasting.haggler`: the viewer's lasting copy.
* `att.soldier`, `def.levy-1`: a squad of the attacker or the defender in the current battle.
* `seat2`: a player (for example the receiver of an offer); `seat2.o1`: a standing offer of this player.

Ghosts also use `b1>c1` for each step of a way, in order, and `c7.2-3=market` for a building that
the move would build in a space. When troops move, the `mark` of an option is the number of steps
to its cell.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from games.core.state.score import Scoreboard
from games.core.views.view_helpers import QuestionView

Phase = Literal["actions", "battles", "end"]


class TileView(Struct, frozen=True):
    """Tile of the map; only `cell` and `level` are set while it is face down.

    `turned` are its quarter turns clockwise, `closed` its red sides (n e s w) after turning.
    `owner` is the seat whose marker it has, `treasures` the number left, `garrison` the neutral
    troops.
    """

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
    """Troops of a player in a cell.

    `fresh` are those that have not moved in this turn (only of the active player). `contested`:
    a battle will follow in the cell.
    """

    cell: str
    seat: int
    troops: dict[str, int]
    fresh: dict[str, int]
    contested: bool = False


class TrainingView(Struct, frozen=True):
    """Training of a kind of troops in a castle.

    After `time` rounds, of which `progress` have passed, `adds` troops join the reserve.
    """

    kind: str
    progress: int
    time: int
    adds: int


class CastleView(Struct, frozen=True):
    """Castle of a village.

    `spaces` has all ten spaces in order with their buildings ("" if empty). `free` are those in
    which something can be built now. `income` is the yield per round of the castle and its
    village: gold, cards1, cards2, cards3. `built` counts the buildings built this turn.
    """

    cell: str
    owner: int
    spaces: dict[str, str]
    free: tuple[str, ...]
    reserve: dict[str, int]
    training: tuple[TrainingView, ...]
    income: dict[str, int]
    built: int


class PostView(Struct, frozen=True):
    """Standing offer: its owner gives `give` for `get`, at most `times` times.

    `covered`: the owner has the goods to give now.
    """

    id: str
    give: dict[str, int]
    get: dict[str, int]
    times: int
    covered: bool


class SeatView(Struct, frozen=True):
    """Public information about one player.

    - `hand`: number of cards by level; `lasting`: lasting copies.
    - `income`: yield of an upkeep now: gold, wood, stone, cards1 to cards3.
    - `troops`: all troops on the map and in a battle; `reserve`: all troops in reserves.
    - `tiles`, `fights`: points for revealed tiles and battles; `total`: score if the game ended now.
    - `origins`, `fighting`: from how many cells troops may move in a turn, and into battles.
    - `trade`: trade limit per turn; `posts`: standing offers.
    - `out`: round of elimination, 0 while in the game; `gone`: the player has left for good.
    """

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
    """Private information of the viewer.

    `cards` is the hand, sorted. `aim` is how the viewer divides the damage of the current strike,
    None if the viewer has not chosen.
    """

    cards: tuple[str, ...] = ()
    aim: dict[str, int] | None = None


class TurnView(Struct, frozen=True):
    """Actions of the active player in this turn; fields as in `TurnState`."""

    seat: int
    origins: tuple[str, ...]
    attacks: tuple[str, ...]
    traded: int
    offers: int
    looks: int
    used: tuple[str, ...]


class GroupView(Struct, frozen=True):
    """Troops on the move: origin, current cell, steps left (`points`)."""

    seat: int
    troops: dict[str, int]
    origin: str
    at: str
    points: int


class SquadView(Struct, frozen=True):
    """Squad in the battle; `damage` is that of one troop."""

    id: str
    kind: str
    n: int
    hp: int
    initiative: int
    damage: int


class SideView(Struct, frozen=True):
    """Side of the battle (seat -1: neutral troops).

    `support` is the number of supporting archers. `waiting`: the side still has to divide its
    damage.
    """

    seat: int
    squads: tuple[SquadView, ...]
    dead: dict[str, int]
    cards: tuple[str, ...]
    support: int
    waiting: bool = False


class BattleView(Struct, frozen=True):
    """Current battle: attacker, then defender.

    `step` is the initiative at which troops strike (0: the sides decide), `strikes` the damage
    that both sides deal. While the sides decide, `left` is the number of troops that each side
    will have at the end if nobody plays cards or flees; else None.
    """

    cell: str
    round: int
    step: int
    sides: tuple[SideView, SideView]
    strikes: tuple[int, int]
    left: tuple[int, int] | None = None


class BlowView(Struct, frozen=True):
    """Exchange of strikes: damage dealt by attacker and defender, and their own dead.

    `step` is the initiative (0: pursuit of a flight).
    """

    round: int
    step: int
    strikes: tuple[int, int]
    dead: tuple[dict[str, int], dict[str, int]]


class ReportView(Struct, frozen=True):
    """Record of a battle of the most recent turn with battles.

    Its fields are those of `Report`.
    """

    cell: str
    seats: tuple[int, int]
    before: tuple[dict[str, int], dict[str, int]]
    cards: tuple[tuple[str, ...], tuple[str, ...]]
    blows: tuple[BlowView, ...]
    end: str
    winner: int
    points: int


class OfferView(Struct, frozen=True):
    """Open direct offer: `by` gives `give` to `to` for `get`.

    `counter`: it is a counteroffer. Cards in `give` are by kind for the two players and by level
    (`cards2`) for others. Cards in `get` are always by level.
    """

    by: int
    to: int
    give: dict[str, int]
    get: dict[str, int]
    counter: bool


class GameView(Struct, frozen=True):
    """Position as `viewer` knows it (None: any spectator).

    - `limit`: last round, 0 if there is none; `ending`: why this round is the last (`wonders`, `map`,
      `rounds`).
    - `first`: starting seat; `order`: turn order; `active`: seat whose turn it is.
    - `size`: number of rows and columns; `tiles`: all cells in reading order.
    - `walls`: known red lines as a cell and its side, each border once (`c7e`, `c7s`); sides n and w
      are used only if there is no cell beyond.
    - `hidden`: number of face-down tiles; `raised`: wonders built, of `needed` to end the game;
      `supply`: wonders left by kind.
    - `decks`, `discards`: number of cards by level; discards with cards spent face down.
    - `question`: its kind is turn, move, luck, offer, order, defend, attack, strike, pursue or back.
    - `options`: those of the match; `scoreboard`: set when the game is over.
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
