"""Cards, goods and numbers of the rules, read once from `data/`."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, field

from games.core.cards.card_data import by_id, load
from games.eight_minute_empire.model.board import DATA
from games.eight_minute_empire.model.operations import Op

WILD = "wild"
Join = Literal["", "or", "and"]


class Action(Struct, frozen=True, forbid_unknown_fields=True):
    """Action of a card: one or two ops, joined by `or` (one of them) or `and` (both)."""

    ops: tuple[Op, ...]
    join: Join = ""


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    """Card: the number of `symbols` of its `good`, and its action (`ops`, `join`).

    One printing of the cards has symbols, another has English words. `english` is the action in the
    English printing, if that differs (ruling R18).
    """

    id: str
    good: str
    symbols: int
    five_players_only: bool = field(name="five")
    ops: tuple[Op, ...]
    join: Join = ""
    english: Action | None = None

    def action(self, english_printing: bool = False) -> Action:
        """Return the card's action; with `english_printing`, the action of the English printing."""
        if english_printing and self.english:
            return self.english
        return Action(self.ops, self.join)


class Good(Struct, frozen=True, forbid_unknown_fields=True):
    """Good with its scores: `steps` are (symbols needed, points), ascending.

    `tokens` is the number of goods tokens that show the good.
    """

    id: str
    steps: tuple[tuple[int, int], ...]
    tokens: int

    def points(self, symbols: int) -> int:
        """Return the points of the highest step reached (ruling R12)."""
        return max((points for need, points in self.steps if symbols >= need), default=0)


class PlayerCountNumbers(Struct, frozen=True, forbid_unknown_fields=True):
    """Numbers for one player count: `coins` at the start, `cards` per player at the end."""

    coins: int
    cards: int
    uses_five_player_cards: bool = field(name="five")


class Rules(Struct, frozen=True, forbid_unknown_fields=True):
    """Numbers of the rules.

    `armies`, `cities` and `start_armies` are per player, `neutral` are the neutral armies.
    `bank` is the number of all coins, `prices` are by place in the row, `games` is the number of
    games in a campaign.
    """

    armies: int
    cities: int
    start_armies: int
    bank: int
    prices: tuple[int, ...]
    neutral: int
    games: int
    by_players: dict[int, PlayerCountNumbers] = field(default_factory=dict)


RULES = load(DATA / "rules.json", Rules)
CARDS = by_id(DATA / "cards.json", Card)
GOODS = by_id(DATA / "goods.json", Good)


def deck(n: int) -> list[str]:
    """Return the ids of the cards used with `n` players, sorted."""
    all_cards = RULES.by_players[n].uses_five_player_cards
    return sorted(card.id for card in CARDS.values() if all_cards or not card.five_players_only)


def tokens() -> list[str]:
    """Return the goods of all goods tokens, sorted."""
    return sorted(good.id for good in GOODS.values() for _ in range(good.tokens))
