"""State of an Eight-Minute Empire match; data per seat are in lists indexed by seat."""

from __future__ import annotations

from msgspec import Struct, field

from games.eight_minute_empire.model.board import SIDES, Side


class FinalBoard(Struct, forbid_unknown_fields=True):
    """Final board of a game, stored for its score; empty regions are left out."""

    side: str
    armies: dict[str, list[int]]
    cities: dict[str, list[int]]
    tokens: dict[str, str]
    cards: list[list[str]]
    wilds: list[dict[str, int] | None]

    @property
    def map(self) -> Side:
        """Return the side of the board that was played."""
        return SIDES[self.side]


class Played(Struct, forbid_unknown_fields=True):
    """Finished game of a campaign: points, coins left and place of each seat (ruling R20).

    `board` is stored when the next game is laid out; games that ended under rules versions 1
    and 2 have none.
    """

    totals: list[int]
    coins: list[int]
    places: list[int]
    board: FinalBoard | None = None


class Empire(Struct, forbid_unknown_fields=True):
    """State of a match.

    The card taken this turn is added to its owner's cards at once; its id stays in `row` at
    place `taken` (1 to 6) until the refill, so that the whole turn can be undone. The lists in
    `armies` have one more entry than there are seats: the last one is the neutral color. `deck`
    is sorted; its order means nothing.
    """

    side: str
    game: int  # number of the game, up to 3 in a campaign; 0 before the first setup
    turn: int  # turns finished in this game
    order: list[int]  # turn order; empty before the bid
    row: list[str]
    taken: int | None
    deck: list[str]
    coins: list[int]
    reserve: list[int]  # armies in the reserve
    lost: list[int]  # armies out of the game (option destroyed_armies)
    city_reserve: list[int] = field(name="towns")  # cities that are not on the board
    cards: list[list[str]]
    armies: dict[str, list[int]]
    cities: dict[str, list[int]]
    tokens: dict[str, str]  # region: good
    bids: list[int | None]  # during the bid; empty afterwards
    wilds: list[dict[str, int] | None]  # how each seat assigned its wilds (option wild_assignment)
    past: list[Played] = field(default_factory=list)

    @property
    def map(self) -> Side:
        """Return the side of the board that is played."""
        return SIDES[self.side]

    def final_board(self) -> FinalBoard:
        """Return the current board for storage; it shares its lists with this state."""
        occupied = [
            region for region in self.armies if any(self.armies[region]) or any(self.cities[region])
        ]
        return FinalBoard(
            self.side,
            {region: self.armies[region] for region in occupied},
            {region: self.cities[region] for region in occupied},
            self.tokens,
            self.cards,
            self.wilds,
        )


def blank(n: int) -> Empire:
    """Return an empty state for `n` seats; the first setup fills it."""
    return Empire(
        side="a",
        game=0,
        turn=0,
        order=[],
        row=[],
        taken=None,
        deck=[],
        coins=[0] * n,
        reserve=[0] * n,
        lost=[0] * n,
        city_reserve=[0] * n,
        cards=[[] for _ in range(n)],
        armies={},
        cities={},
        tokens={},
        bids=[],
        wilds=[None] * n,
    )
