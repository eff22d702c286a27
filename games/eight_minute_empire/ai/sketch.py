"""Compact game state for search: flat lists, fast to copy and to change.

Nothing is checked: callers try only legal moves. Regions and seats are indexes; the neutral
color is the index after the last seat. A simulated turn is a whole one: a card, the use of its
action, the refill.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from games.core.state.position import Position
from games.core.state.rng import Rng
from games.core.text.messages import Path, Seat
from games.eight_minute_empire.ai.evaluate import shortest_ways
from games.eight_minute_empire.model.board import SIDES
from games.eight_minute_empire.model.catalog import CARDS, GOODS, RULES, WILD, Action
from games.eight_minute_empire.model.operations import NEUTRAL
from games.eight_minute_empire.model.state import Empire
from games.eight_minute_empire.rules.scoring import KINDS, best_wilds
from games.eight_minute_empire.rules.turns import total_turns

PLACE, MOVE, CITY, DESTROY = range(4)
GOOD_AT = {good: at for at, good in enumerate((*KINDS, WILD))}
SYMBOLS = {card.id: (GOOD_AT[card.good], card.symbols) for card in CARDS.values()}
# One action with one army or city: (PLACE, MOVE, CITY or DESTROY; region; target). The target of
# a move is the last region of the whole journey, that of a destruction the owner of the army.
UnitAction = tuple[int, int, int]
Counts = tuple[int, ...]  # symbols by good, wilds last


class TurnSketch(NamedTuple):
    """Whole turn, or only the use of an action.

    `worth` is its estimated value. `card` is the index of the card in the row (0 to 5); it means
    nothing for the use of an action.
    """

    worth: float
    card: int
    unit_actions: tuple[UnitAction, ...]


class SideIndexes(NamedTuple):
    """Indexes of a board side: the region ids in order, the start region, the continents.

    `continent` is the continent of each region, `n_continents` the number of continents.
    """

    regions: tuple[str, ...]
    start: int
    continent: tuple[int, ...]
    n_continents: int


@lru_cache(2)
def side_indexes(side: str) -> SideIndexes:
    """Return the indexes of a side of the board (`a` or `b`)."""
    board = SIDES[side]
    names = list(board.continents)
    continent = tuple(names.index(board.home[region]) for region in board.regions)
    return SideIndexes(board.regions, board.regions.index(board.start), continent, len(names))


@lru_cache(128)
def _action(card: str, english: bool) -> Action:
    return CARDS[card].action(english)


def _frozen(value: Any) -> Any:
    return tuple(_frozen(one) for one in value) if isinstance(value, list) else value


class Sketch:
    """Compact game state.

    - By seat and region: `armies`, and `strengths`, armies and cities together.
    - By seat: `counts` (symbols of its cards), `coins`, and pieces that are not
      on the board (`reserve` armies, `city_reserve`).
    - `lost`: destroyed armies leave the game; `once`: a player may found only one city per region;
      `english`: printing of the cards; `neutral`: there are neutral armies.
    """

    # `frozen` lists the fields in this order, and the search derives its random seed from that list.
    __slots__ = (  # noqa: RUF023 - another order would change the seeds
        "armies",
        "coins",
        "counts",
        "deck",
        "english",
        "lost",
        "n",
        "neutral",
        "once",
        "order",
        "reserve",
        "row",
        "side",
        "strengths",
        "tokens",
        "city_reserve",
        "turn",
    )

    def __init__(self, pos: Position[Empire, Any]) -> None:
        s, regions = pos.state, pos.state.map.regions
        self.n, self.side, self.turn, self.order = pos.n, s.side, s.turn, list(s.order)
        self.armies = [[s.armies[region][who] for region in regions] for who in range(pos.n + 1)]
        self.strengths = [
            [s.armies[region][who] + s.cities[region][who] for region in regions]
            for who in range(pos.n)
        ]
        self.strengths.append(list(self.armies[-1]))
        self.neutral = any(self.armies[-1])
        self.counts = [symbols(tuple(cards)) for cards in s.cards]
        self.coins, self.reserve, self.city_reserve = (
            list(s.coins),
            list(s.reserve),
            list(s.city_reserve),
        )
        self.row, self.deck = list(s.row), list(s.deck)
        self.tokens = tuple(
            (regions.index(region), GOOD_AT[good]) for region, good in s.tokens.items()
        )
        self.english = pos.options["ore_card"] == "english_printing"
        self.lost = pos.options["destroyed_armies"] == "out_of_game"
        self.once = bool(pos.options["one_city_per_player_per_region"])

    def copy(self) -> Sketch:
        """Return a copy; only the turn order and the tokens, which no turn changes, are shared."""
        other = Sketch.__new__(Sketch)
        other.n, other.side, other.turn = self.n, self.side, self.turn
        other.order, other.neutral, other.tokens = self.order, self.neutral, self.tokens
        other.english, other.lost, other.once = self.english, self.lost, self.once
        other.armies = [by_region[:] for by_region in self.armies]
        other.strengths = [by_region[:] for by_region in self.strengths]
        other.counts, other.coins = self.counts[:], self.coins[:]
        other.reserve, other.city_reserve = self.reserve[:], self.city_reserve[:]
        other.row, other.deck = self.row[:], self.deck[:]
        return other

    def frozen(self) -> tuple[Any, ...]:
        """Return the sketch as a hashable value."""
        return tuple(_frozen(getattr(self, name)) for name in self.__slots__)

    @classmethod
    def thawed(cls, frozen: tuple[Any, ...]) -> Sketch:
        """Return the sketch from a value of `frozen`."""
        other = Sketch.__new__(Sketch)
        for name, value in zip(cls.__slots__, frozen, strict=True):
            setattr(
                other,
                name,
                [list(one) for one in value] if name in ("armies", "strengths") else value,
            )
        for name in ("coins", "counts", "deck", "order", "reserve", "row", "city_reserve"):
            setattr(other, name, list(getattr(other, name)))
        return other

    def action_of(self, card: str) -> Action:
        """Return a card's action in the printing that the match uses."""
        return _action(card, self.english)

    @property
    def to_come(self) -> int:
        """Return how many turns of all seats are left, including the current one."""
        return total_turns(self.n) - self.turn

    @property
    def next(self) -> Seat:
        """Return the seat to move."""
        return self.order[self.turn % self.n]

    def apply_action(self, seat: Seat, unit_action: UnitAction) -> None:
        """Apply a unit action of `seat` to armies, cities and reserves."""
        self._change_pieces(seat, unit_action, 1)

    def undo_action(self, seat: Seat, unit_action: UnitAction) -> None:
        """Undo a unit action of `seat`, the opposite of `apply_action`."""
        self._change_pieces(seat, unit_action, -1)

    def _change_pieces(self, seat: Seat, unit_action: UnitAction, by: int) -> None:
        """Apply a unit action of `seat` if `by` is 1, or undo it if `by` is -1."""
        what, at, to = unit_action
        if what == MOVE:
            for by_region in (self.armies[seat], self.strengths[seat]):
                by_region[at] -= by
                by_region[to] += by
        elif what == PLACE:
            self.armies[seat][at] += by
            self.strengths[seat][at] += by
            self.reserve[seat] -= by
        elif what == CITY:
            self.strengths[seat][at] += by
            self.city_reserve[seat] -= by
        else:
            self.armies[to][at] -= by
            self.strengths[to][at] -= by
            if to < self.n and not self.lost:
                self.reserve[to] += by

    def take(self, seat: Seat, turn: TurnSketch) -> None:
        """Apply a whole turn of `seat` except the refill: price, symbols, unit actions."""
        self.coins[seat] -= RULES.prices[turn.card]
        self.counts[seat] = with_card(self.counts[seat], self.row.pop(turn.card))
        for unit_action in turn.unit_actions:
            self.apply_action(seat, unit_action)
        self.turn += 1

    def refill(self, rng: Rng) -> None:
        """Draw a random card for the row, while there are turns to come."""
        if self.turn < total_turns(self.n):
            self.row.append(rng.draw(self.deck))

    def symbols(self) -> list[Counts]:
        """Return each seat's symbols, with the tokens of the regions that it holds."""
        if not self.tokens:
            return self.counts
        found = [list(counts) for counts in self.counts]
        for at, good in self.tokens:
            strengths = [by_region[at] for by_region in self.strengths]
            top = max(strengths)
            who = strengths.index(top)
            if top and who < self.n and strengths.count(top) == 1:
                found[who][good] += 1
        return [tuple(counts) for counts in found]


def with_card(counts: Counts, card: str) -> Counts:
    """Return the symbols `counts` plus those of one more card."""
    good, n = SYMBOLS[card]
    return (*counts[:good], counts[good] + n, *counts[good + 1 :])


def symbols(cards: Sequence[str]) -> Counts:
    """Return the number of symbols on cards, by good, in the order of `GOOD_AT`."""
    counts = (0,) * len(GOOD_AT)
    for card in cards:
        counts = with_card(counts, card)
    return counts


@lru_cache(20_000)
def points_of_goods(counts: Counts) -> int:
    """Return the points of the symbols `counts`; wilds count where they score most."""
    have = dict(zip(KINDS, counts, strict=False))
    given = best_wilds(have, counts[-1])
    return sum(GOODS[good].points(n + given.get(good, 0)) for good, n in have.items())


def results(s: Sketch) -> list[tuple[int, ...]]:
    """Return one tuple per seat: points, coins, armies on the board, regions.

    These are the ranking criteria in their order (rules 11 and 12).
    """
    side = side_indexes(s.side)
    regions = [0] * (s.n + 1)
    held = [[0] * (s.n + 1) for _ in range(side.n_continents)]
    for continent, strengths in zip(side.continent, zip(*s.strengths, strict=True), strict=True):
        top = max(strengths)
        if top and strengths.count(top) == 1:
            who = strengths.index(top)
            regions[who] += 1
            held[continent][who] += 1
    points = list(regions)
    for counts in held:
        top = max(counts)
        if top and counts.count(top) == 1:
            points[counts.index(top)] += 1
    have = s.symbols()
    return [
        (
            points[seat] + points_of_goods(have[seat]),
            s.coins[seat],
            sum(s.armies[seat]),
            regions[seat],
        )
        for seat in range(s.n)
    ]


def unit_action_paths(s: Sketch, unit_actions: Sequence[UnitAction], *, sea: bool) -> list[Path]:
    """Return the paths of the unit actions of one card; with `sea`, moves may go by sea."""
    regions = side_indexes(s.side).regions
    first_step = shortest_ways(s.side, sea).first_step
    if len(unit_actions) > 1 and len(set(unit_actions)) == 1 and unit_actions[0][0] == PLACE:
        # All armies are placed in one region: this is one step.
        return [("place", f"{regions[unit_actions[0][1]]}_x{len(unit_actions)}")]
    found: list[Path] = []
    for what, at, to in unit_actions:
        if what == PLACE:
            found.append(("place", regions[at]))
        elif what == MOVE:
            while at != to:
                found.append(("move", regions[at], regions[first_step[at][to]]))
                at = first_step[at][to]  # noqa: PLW2901 - a journey continues from the last step
        elif what == CITY:
            found.append(("city", regions[at]))
        else:
            found.append(("destroy", regions[at], NEUTRAL if to == s.n else f"p{to}"))
    return found
