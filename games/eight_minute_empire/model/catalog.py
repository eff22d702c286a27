"""The facts of the cards, the goods and the table for each number of players, read once from `data/`."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, field

from games.core.cards.card_data import by_id, load
from games.eight_minute_empire.model.board import DATA
from games.eight_minute_empire.model.operations import Op

WILD = "wild"
Join = Literal["", "or", "and"]


class Action(Struct, frozen=True, forbid_unknown_fields=True):
    """What a card lets its taker do: its ops, joined by `or` (one of them) or `and` (both) where there are two."""

    ops: tuple[Op, ...]
    join: Join = ""


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    """A card: `good` with so many `symbols` above, the action below. `five` marks the cards of five-player games.

    `english` is the action of the printing with English words, where that differs (ruling R18).
    """

    id: str
    good: str
    symbols: int
    five: bool
    ops: tuple[Op, ...]
    join: Join = ""
    english: Action | None = None

    def action(self, english: bool = False) -> Action:
        """Its action in the printing that is played."""
        return self.english if english and self.english else Action(self.ops, self.join)


class Good(Struct, frozen=True, forbid_unknown_fields=True):
    """A good: `steps` are (symbols needed, points), ascending; so many `tokens` show it."""

    id: str
    steps: tuple[tuple[int, int], ...]
    tokens: int

    def points(self, symbols: int) -> int:
        """The points of the highest step reached; nothing lies between or beyond the steps (ruling R12)."""
        return max((points for need, points in self.steps if symbols >= need), default=0)


class Seats(Struct, frozen=True, forbid_unknown_fields=True):
    """What the number of players fixes: coins at the start, cards each at the end, whether the `five` cards play."""

    coins: int
    cards: int
    five: bool


class Rules(Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers of the box: pieces of each colour, coins in all (`bank`), `prices` by place in the row, games of a campaign."""

    armies: int
    cities: int
    start_armies: int
    bank: int
    prices: tuple[int, ...]
    neutral: int
    games: int
    by_players: dict[int, Seats] = field(default_factory=dict)


RULES = load(DATA / "rules.json", Rules)
CARDS = by_id(DATA / "cards.json", Card)
GOODS = by_id(DATA / "goods.json", Good)


def deck(n: int) -> list[str]:
    """The cards that `n` players use, sorted (a bag)."""
    five = RULES.by_players[n].five
    return sorted(card.id for card in CARDS.values() if five or not card.five)


def tokens() -> list[str]:
    """The goods of all tokens, sorted (a bag)."""
    return sorted(good.id for good in GOODS.values() for _ in range(good.tokens))
