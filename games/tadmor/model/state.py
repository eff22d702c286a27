"""State of Tadmor.

Values per seat are lists indexed by seat. A marauder card is named by its region.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct, field

from games.core.text.messages import Seat
from games.tadmor.model.catalog import (
    CHARTER,
    COLORS,
    PARTS,
    PIECES,
    RARE,
    REGIONS,
    RESOURCES,
    RULES,
    Space,
    era_of,
    spaces,
    spaces_for,
)
from games.tadmor.model.effects import Powers, powers


def no_goods() -> dict[str, int]:
    """Return a count of 0 for each resource."""
    return dict.fromkeys(RESOURCES, 0)


class PlacedPiece(Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """Piece on a space of the board."""

    seat: int
    piece: str


class Player(Struct, forbid_unknown_fields=True):
    """State of one player.

    - `store` is the warehouse, `traded` the area for traded goods, which pay first (ruling R23).
    - `earned` are prestige points by source; the score is their sum.
    - `own` counts the pieces owned, by kind. `tower` is the height of the tower.
    - `tiles` are the upgrades in the order taken; `placed` are the pieces on private tiles.
    - `hand` are secret missions, `face_up` completed missions on the table, `returned` missions given back.
    - `rare` are rare goods, sorted. `temples` counts the parts of each temple.
    - `chosen` is the secret marauder card.
    - `favours` and `credit` are the uses of I6 and I9 this turn. `charter`: K13 opened the market.
    """

    store: dict[str, int]
    traded: dict[str, int]
    earned: dict[str, int]
    own: dict[str, int]
    tower: int = 0
    tiles: list[str] = field(default_factory=list)
    placed: dict[str, str] = field(default_factory=dict)
    hand: list[str] = field(default_factory=list)
    face_up: list[str] = field(default_factory=list, name="done")
    returned: list[str] = field(default_factory=list)
    rare: list[str] = field(default_factory=list)
    temples: list[int] = field(default_factory=list)
    chosen: str = ""
    favours: list[int] = field(default_factory=list)
    credit: bool = False
    charter: bool = False

    @property
    def points(self) -> int:
        """Return the score so far; it may be below zero (ruling R25)."""
        return sum(self.earned.values())

    @property
    def powers(self) -> Powers:
        """Return the sum of the tiles' effects. The result is cached: do not change it."""
        return powers(self.tiles)

    @property
    def missions(self) -> int:
        """Return the number of completed missions, returned ones included."""
        return len(self.face_up) + len(self.returned)

    @property
    def goods(self) -> dict[str, int]:
        """Return the goods that can pay: traded area and warehouse together."""
        return {what: n + self.traded[what] for what, n in self.store.items()}

    @property
    def unfinished(self) -> list[int]:
        """Return the indices of the player's temples that are not complete."""
        return [at for at, parts in enumerate(self.temples) if parts < len(PARTS)]

    def add_points(self, source: str, n: int) -> None:
        """Add `n` points under the key `source`; 0 points add no entry.

        `n` may be negative.
        """
        if n:
            self.earned[source] = self.earned.get(source, 0) + n


class TadmorState(Struct, forbid_unknown_fields=True):
    """State of the match.

    - `first` is the seat with the first-player pawn, `order` the turn order.
    - `display` are the upgrade slots (empty when taken), `later` the tiles of later Eras, `box` the
      tiles out of the game.
    - `deck` and `discard` are missions. `tops` are the top rare goods, `piles` those below them.
    - `later`, `box`, `deck`, `discard` and `piles` are sorted; their order has no meaning, since
      draws are random.
    - `board` lists the piece on each space, at most one.
    - `attacked` is the marauder card on the attacked-region space, `raid` the card that `revealer`
      revealed this turn.
    - `completed` are the first two players to complete a temple; `claims` are the seats that took
      First Player this turn. `resolving` is True during Resolution.
    """

    turn: int
    first: int
    order: list[int]
    players: list[Player]
    display: list[str] = field(default_factory=list)
    later: list[str] = field(default_factory=list)
    box: list[str] = field(default_factory=list)
    deck: list[str] = field(default_factory=list)
    discard: list[str] = field(default_factory=list)
    piles: dict[str, list[str]] = field(default_factory=dict)
    tops: dict[str, str] = field(default_factory=dict)
    board: dict[str, list[PlacedPiece]] = field(default_factory=dict)
    attacked: str = ""
    raid: str = ""
    revealer: int | None = None
    completed: list[int] = field(default_factory=list)
    claims: list[int] = field(default_factory=list)
    resolving: bool = False

    @property
    def era(self) -> int:
        """Return the Era, from 0."""
        return era_of(self.turn)

    def reserve(self, seat: Seat, piece: str) -> int:
        """Return how many pieces of a kind a player has off the board and off private tiles."""
        player = self.players[seat]
        on_board = sum(
            one.seat == seat and one.piece == piece
            for standing in self.board.values()
            for one in standing
        )
        return player.own[piece] - on_board - sum(one == piece for one in player.placed.values())

    def spaces_with_pieces(self) -> Iterator[tuple[Space, list[PlacedPiece]]]:
        """Yield one pair (space, pieces on it) per space of the board, in board order.

        The stored `board` is sorted by name and does not have this order.
        """
        for space in spaces(len(self.players)):
            yield space, self.board[space.id]

    def spaces_and_pieces_of(self, seat: Seat) -> Iterator[tuple[Space, str]]:
        """Yield one pair (space, kind of piece) per placed piece of a seat, in board order."""
        for space, here in self.spaces_with_pieces():
            for one in here:
                if one.seat == seat:
                    yield space, one.piece

    def spaces_of(self, seat: Seat, *actions: str) -> list[Space]:
        """Return the spaces with pieces of a seat, one per piece, in board order.

        Only spaces with one of `actions` are included.
        """
        here = spaces_for(len(self.players), actions)
        return [space for space in here for one in self.board[space.id] if one.seat == seat]

    def markets(self, seat: Seat) -> set[str]:
        """Return the markets open to a player by its pieces, private tiles and K13 (ruling R32)."""
        player = self.players[seat]
        markets = {space.market for space in self.spaces_of(seat, "market")}
        for tile in player.placed:
            markets |= {
                choice.market for choice in player.powers.private[tile].choices if choice.market
            }
        return markets | {CHARTER} if player.charter else markets

    def take_back(self, seat: Seat, space: str) -> PlacedPiece:
        """Take a seat's piece off `space`, back into its reserve; return the piece."""
        here = self.board[space]
        piece = next(piece for piece in here if piece.seat == seat)
        here.remove(piece)
        return piece

    def marauder_deck(self) -> list[str]:
        """Return the marauder cards that are neither chosen nor face up."""
        out = {self.attacked, self.raid, *(player.chosen for player in self.players)}
        return [region for region in REGIONS if region not in out]

    def parts_left(self, part: int) -> int:
        """Return how many cards of temple part number `part` (from 1) are left.

        A temple holds only the card of its highest part; the cards of lower parts are free again.
        """
        return RULES.temple[part - 1].copies - sum(
            highest_part == part for one in self.players for highest_part in one.temples
        )

    def pile_tiles(self, color: str) -> list[str]:
        """Return all tiles of a pile: the top one, then the others sorted.

        Nobody knows the order below the top (ruling R28).
        """
        return [self.tops[color], *self.piles[color]] if self.tops[color] else []


def blank(n: int) -> TadmorState:
    """Return an empty state for `n` seats; `setup` fills it."""
    players = [
        Player(
            store=dict(RULES.start.goods),
            traded=no_goods(),
            earned={"start": RULES.start.points},
            own={piece: RULES.pieces[piece].start for piece in PIECES},
        )
        for _ in range(n)
    ]
    return TadmorState(
        turn=0,
        first=0,
        order=list(range(n)),
        players=players,
        board={space.id: [] for space in spaces(n)},
        tops=dict.fromkeys(COLORS, ""),
        piles={color: [] for color in COLORS},
    )


def rare_counts(player: Player) -> Counter[str]:
    """Return a player's rare goods by kind."""
    return Counter(player.rare)


def colors_of(player: Player) -> Counter[str]:
    """Return a player's rare goods by color."""
    return Counter(RARE[good] for good in player.rare)
