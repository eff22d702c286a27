"""All that a game of Tadmor remembers. Per-seat things are lists by seat; regions stand for their marauder cards."""

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


def nothing() -> dict[str, int]:
    """None of each resource."""
    return dict.fromkeys(RESOURCES, 0)


class MissionStanding(Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """A piece on a space of the board."""

    seat: int
    piece: str


class Player(Struct, forbid_unknown_fields=True):
    """What one player has. `store` is the warehouse, `traded` the area for traded goods (ruling R23: it pays first).

    `earned` are prestige points by their source; the score is their sum. `own` are pieces owned, `tiles` the upgrades in the
    order taken, `placed` the piece that stands on a private tile. `done` are missions face up, `returned` those given back.
    `rare` are tiles, sorted; `temples` the number of parts of each temple. `chosen` is the secret marauder card.
    `favours` and `credit` are what I6 and I9 gave this turn, `charter` that K13 opened the market.
    """

    store: dict[str, int]
    traded: dict[str, int]
    earned: dict[str, int]
    own: dict[str, int]
    tower: int = 0
    tiles: list[str] = field(default_factory=list)
    placed: dict[str, str] = field(default_factory=dict)
    hand: list[str] = field(default_factory=list)
    done: list[str] = field(default_factory=list)
    returned: list[str] = field(default_factory=list)
    rare: list[str] = field(default_factory=list)
    temples: list[int] = field(default_factory=list)
    chosen: str = ""
    favours: list[int] = field(default_factory=list)
    credit: bool = False
    charter: bool = False

    @property
    def points(self) -> int:
        """The score so far; it may be below zero (ruling R25)."""
        return sum(self.earned.values())

    @property
    def powers(self) -> Powers:
        """What the tiles do together. Shared by equal ones: to be read only."""
        return powers(self.tiles)

    @property
    def missions(self) -> int:
        """Completed missions, the returned ones too."""
        return len(self.done) + len(self.returned)

    @property
    def goods(self) -> dict[str, int]:
        """What can pay: traded goods and the warehouse together."""
        return {what: n + self.traded[what] for what, n in self.store.items()}

    @property
    def unfinished(self) -> list[int]:
        """The places of temples that lack a part."""
        return [at for at, parts in enumerate(self.temples) if parts < len(PARTS)]

    def score(self, source: str, n: int) -> None:
        """Points from a source; sources that brought nothing do not stand there."""
        if n:
            self.earned[source] = self.earned.get(source, 0) + n


class TadmorState(Struct, forbid_unknown_fields=True):
    """The position on the table.

    `first` has the pawn, `order` is the turn's order. `resolving` holds during Resolution. `display` are the upgrade slots (empty
    when taken), `later` the tiles of Eras to come, `box` those out of the game: bags. `deck` and `discard` are missions,
    `piles` the rare goods below the top ones (`tops`): bags. `board` tells who stands on a space: nobody, or one piece.
    `attacked` is the card on the attacked-region space, `raid` the one turned up this turn by `revealer`. `completed` are the
    first two players that ever completed a temple; `claims` those who took First Player this turn.
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
    board: dict[str, list[MissionStanding]] = field(default_factory=dict)
    attacked: str = ""
    raid: str = ""
    revealer: int | None = None
    completed: list[int] = field(default_factory=list)
    claims: list[int] = field(default_factory=list)
    resolving: bool = False

    @property
    def era(self) -> int:
        """The Era, from 0."""
        return era_of(self.turn)

    def reserve(self, seat: Seat, piece: str) -> int:
        """How many pieces of a kind a player has in front of them."""
        player = self.players[seat]
        out = sum(
            one.seat == seat and one.piece == piece
            for standing in self.board.values()
            for one in standing
        )
        return player.own[piece] - out - sum(one == piece for one in player.placed.values())

    def places(self) -> Iterator[tuple[Space, list[MissionStanding]]]:
        """The spaces in the order of the board (a stored dict is sorted by name), with who stands there."""
        for space in spaces(len(self.players)):
            yield space, self.board[space.id]

    def standing(self, seat: Seat) -> Iterator[tuple[Space, str]]:
        """The spaces where a player's pieces stand, in the order of the board, with the kind of piece."""
        for space, here in self.places():
            for one in here:
                if one.seat == seat:
                    yield space, one.piece

    def on(self, seat: Seat, *actions: str) -> list[Space]:
        """A player's spaces with one of these actions, in the order of the board."""
        here = spaces_for(len(self.players), actions)
        return [space for space in here for one in self.board[space.id] if one.seat == seat]

    def markets(self, seat: Seat) -> set[str]:
        """The markets open to a player: own pieces on the board and on private tiles, K13 (ruling R32)."""
        player = self.players[seat]
        found = {space.market for space in self.on(seat, "market")}
        for tile in player.placed:
            found |= {
                choice.market for choice in player.powers.private[tile].choices if choice.market
            }
        return found | {CHARTER} if player.charter else found

    def take_back(self, seat: Seat, space: str) -> MissionStanding:
        """A piece of a player leaves a space for the reserve."""
        here = self.board[space]
        one = next(one for one in here if one.seat == seat)
        here.remove(one)
        return one

    def marauder_deck(self) -> list[str]:
        """The cards that nobody has and that do not lie open."""
        out = {self.attacked, self.raid, *(player.chosen for player in self.players)}
        return [region for region in REGIONS if region not in out]

    def stack(self, parts: int) -> int:
        """How many cards of the temple part with this number (from 1) are left."""
        return RULES.temple[parts - 1].copies - sum(
            here == parts for one in self.players for here in one.temples
        )

    def pile(self, color: str) -> list[str]:
        """All tiles of a pile, the top one first, the others sorted: their order nobody knows (ruling R28)."""
        return [self.tops[color], *self.piles[color]] if self.tops[color] else []


def blank(n: int) -> TadmorState:
    """An empty table for `n` seats; the setup fills it."""
    players = [
        Player(
            store=dict(RULES.start.goods),
            traded=nothing(),
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
    """A player's rare goods by kind."""
    return Counter(player.rare)


def colors_of(player: Player) -> Counter[str]:
    """A player's rare goods by colour."""
    return Counter(RARE[good] for good in player.rare)
