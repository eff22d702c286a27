"""Structs of the visible state of a position.

`build_view.view` fills them by allowlist; pictures, descriptions and AI players start from
here.

Places in spots (options' `spot`, what events changed, ghosts of a decision) are written as:

* `c7`: a cell of the map: its tile, the army on it, its village.
* `c7.2-3`: a space of the castle at c7 (row 2, third from the left); `c7.reserve`: its reserve and training.
* `c7.shop.market`: a building or wonder in the choice of what to build there; `bank.buy_wood`: a line of the bank.
* `card.haggler`: cards of a kind in hand; `lasting.haggler`: the viewer's lasting copy.
* `att.soldier`, `def.levy-1`: a squad of the attacker or the defender in the current battle.
* `seat2`: another player (for example the receiver of an offer); `seat2.o1`: a standing offer of theirs.

Ghosts (the effects of a finished path) use the same places. They also use `b1>c1` for every
step of a way in order (the last arrow ends where the group would stand), and `c7.2-3=market`
for a building that would stand in a space. The `mark` of an option replaces the letter that the
picture writes at its spot: the steps that a cell costs when troops move.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from games.core.state.score import Scoreboard
from games.core.views.view_helpers import QuestionView

Phase = Literal["actions", "battles", "end"]


class TileView(Struct, frozen=True):
    """Tile of the map; only cell and level are known while it lies face down.

    `closed` are its own red sides in its orientation (n e s w), `turned` its quarter turns
    clockwise, `owner` the seat of the marker. `treasures` counts those left, `garrison` the
    neutral troops.
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

    `fresh` are those that may still leave in this turn (only for the active player).
    `contested`: others stand there too, and a battle will follow.
    """

    cell: str
    seat: int
    troops: dict[str, int]
    fresh: dict[str, int]
    contested: bool = False


class TrainingView(Struct, frozen=True):
    """Training track of a castle.

    After `progress` of `time` rounds, `adds` troops join the reserve.
    """

    kind: str
    progress: int
    time: int
    adds: int


class CastleView(Struct, frozen=True):
    """Castle of a village.

    `spaces` are all ten in order with the building on each ("" if empty). `free` are those that
    the rows below allow to build on now. `income` is the castle's yield each round: gold (with
    that of the village), cards1, cards2, cards3.
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

    `covered`: the owner could pay it now.
    """

    id: str
    give: dict[str, int]
    get: dict[str, int]
    times: int
    covered: bool


class SeatView(Struct, frozen=True):
    """Public information on one player.

    `hand` counts cards by level, `lasting` are kinds. `income` is one upkeep now: gold, wood,
    stone, cards1..3. `tiles`, `fights` and `total` are points, `total` as if the game ended
    now. `troops` are all on the map, `reserve` all in reserves. `origins` and `fighting` limit
    the cells that may send troops out in a turn, and into a fight. `trade` is the limit of
    units. `out` is the round of elimination (0: in the game).
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

    `cards` is the sorted hand, `aim` the viewer's division of the hidden strike (None: not yet
    done).
    """

    cards: tuple[str, ...] = ()
    aim: dict[str, int] | None = None


class TurnView(Struct, frozen=True):
    """Use of the active player's limits in this turn."""

    seat: int
    origins: tuple[str, ...]
    attacks: tuple[str, ...]
    traded: int
    offers: int
    looks: int
    used: tuple[str, ...]


class GroupView(Struct, frozen=True):
    """Troops on the way: origin, present cell, steps left."""

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

    `support` counts own archers around the cell. `waiting`: the side still has to divide its
    strike.
    """

    seat: int
    squads: tuple[SquadView, ...]
    dead: dict[str, int]
    cards: tuple[str, ...]
    support: int
    waiting: bool = False


class BattleView(Struct, frozen=True):
    """Current battle: attacker, then defender.

    `step` is the initiative that strikes (0: decisions are made), `strikes` the damage of both
    sides in it.
    """

    cell: str
    round: int
    step: int
    sides: tuple[SideView, SideView]
    strikes: tuple[int, int]


class BlowView(Struct, frozen=True):
    """Exchange in a battle: damage and own dead of attacker and defender.

    `step` is the initiative (0: pursuit of a flight).
    """

    round: int
    step: int
    strikes: tuple[int, int]
    dead: tuple[dict[str, int], dict[str, int]]


class ReportView(Struct, frozen=True):
    """Battle of the last turn that had any.

    `before` and `cards` are by side. `end` is "" while the battle lasts, then `won`, `fled`,
    `standoff` or `both`. `winner` is 0 for the attacker, 1 for the defender, -1 for none;
    `points` are the winner's.
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

    `counter`: it answers an offer. Given cards are named for the two players and counted by
    level (`cards2`) for others. Cards in `get` are always counted by level.
    """

    by: int
    to: int
    give: dict[str, int]
    get: dict[str, int]
    counter: bool


class GameView(Struct, frozen=True):
    """Position as `viewer` knows it (None: any spectator).

    `size` is the number of rows and columns, `tiles` are all cells in reading order (void ones
    are missing). `walls` are known red lines as a cell and its side, each border once (`c7e`,
    `c7s`; sides n and w belong to the neighbor unless that is void). `hidden` is the number of
    face-down tiles. `raised` wonders of `needed` are built; `supply` are wonders left by kind.
    `decks` and `discards` count cards by level (including face-down ones). `limit` is the last
    round, 0 if there is none; `ending` says why this round is the last (`wonders`, `map`,
    `rounds`). `order` are the seats as they play in this round. The kinds of `question` are:
    turn, move, luck, offer, order, defend, attack, strike, pursue, back. `options` are those of
    the match.
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
