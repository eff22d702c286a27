"""The facts of the box, read once from `data/`: numbers, factions, what stands on the cards beside their effects."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from msgspec import Struct

from games.core.cards.card_data import Prov, by_id, load

DATA = Path(__file__).parents[1] / "data"
Deck = Literal["common", "barbarians", "japanese", "romans", "egyptians"]
Kind = Literal["production", "feature", "action"]
Color = Literal["black", "purple", "blue", "brown", "gold", "red", "pink", "grey"]

RESOURCES = ("wood", "stone", "food")
SUPPLY = (*RESOURCES, "worker", "raze", "defense", "gold")  # what lies in front of a player
CARD_GOODS = ("card", "common_card", "faction_card")
GOODS = (*SUPPLY, *CARD_GOODS, "vp")
KINDS: tuple[Kind, ...] = ("production", "feature", "action")  # the rows of an Empire
COLORS: tuple[Color, ...] = ("black", "purple", "blue", "brown", "gold", "red", "pink", "grey")
COMMON = "common"
DECKS = ("common", "faction")  # the two a card may be drawn from


class Faction(Struct, frozen=True, forbid_unknown_fields=True):
    """A faction board: what it produces each round, and what it keeps at cleanup; `prov` says who tells it."""

    id: str
    production: dict[str, int]
    storage: tuple[str, ...]
    prov: Prov


class Deal(Struct, frozen=True, forbid_unknown_fields=True):
    """How many cards the set-up deals of each deck, and how many Attack cards lie open."""

    common: int
    faction: int
    attacks: int


class Exploration(Struct, frozen=True, forbid_unknown_fields=True):
    """Cards drawn in every exploration, in the peaceful variant, in the hidden draft; the row of the advanced one, pick by
    pick."""

    faction: int
    peaceful: int
    draft: int
    advanced: dict[int, tuple[int, ...]]


class Solo(Struct, frozen=True, forbid_unknown_fields=True):
    """The virtual player: cards offered, attacks a round, points of each prestige, what is attacked first; `prov` says who tells
    the prestige and what the Attack cards point at."""

    offer: int
    attacks: int
    prestige: tuple[int, ...]
    kinds: tuple[Kind, ...]
    deals: tuple[str, ...]
    prov: Prov


class Attack(Struct, frozen=True, forbid_unknown_fields=True):
    """An Attack card of the solo game; `target` is one of the goods of a raze value (rules 11)."""

    id: str
    target: str


class Rules(Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers of the box. `raze_...`: tokens for a hand card, for a Location, more for what protects it; `razed`: what its
    owner gets; `exchange`: workers for one good; `points`: a Location's by deck."""

    rounds: int
    setup: Deal
    exploration: Exploration
    deal: dict[str, int]
    raze_hand: int
    raze_location: int
    raze_defense: int
    raze_samurai: int
    razed: dict[str, int]
    exchange: int
    points: dict[str, int]
    solo: Solo
    factions: tuple[Faction, ...]
    attacks: tuple[Attack, ...]


class Print(Struct, frozen=True, forbid_unknown_fields=True):
    """A physical card: copies of one card may differ in cost, raze value and Deal (empty: none)."""

    code: str
    cost: dict[str, int]
    raze: dict[str, int]
    deal: str


class CardFacts(Struct, frozen=True, forbid_unknown_fields=True):
    """What all copies of a card share, but for the effects. `points` count at the end of the game; `prov` says who tells its
    identity, cost, raze value, Deal and effect."""

    id: str
    deck: Deck
    kind: Kind
    colors: tuple[Color, ...]
    points: int
    prov: Prov
    prints: tuple[Print, ...]


class Card(Struct, frozen=True):
    """A physical card with everything that stands on it but its effects. `goods` is its cost without `site`: True when one
    Location or Foundation has to be given up. `raze` are the single goods of its raze value. `like` are its twins, itself
    included: copies that differ in nothing."""

    code: str
    id: str
    deck: Deck
    kind: Kind
    colors: tuple[Color, ...]
    points: int
    goods: dict[str, int]
    site: bool
    raze: dict[str, int]
    deal: str
    like: tuple[str, ...]

    @property
    def common(self) -> bool:
        """True for a card of the Common deck."""
        return self.deck == COMMON


RULES = load(DATA / "rules.json", Rules)
FACTIONS: dict[str, Faction] = {faction.id: faction for faction in RULES.factions}
ATTACKS: dict[str, str] = {attack.id: attack.target for attack in RULES.attacks}
FACTS: dict[str, CardFacts] = by_id(DATA / "cards.json", CardFacts)


def _card(facts: CardFacts, print_: Print) -> Card:
    like = tuple(
        p.code
        for p in facts.prints
        if (p.cost, p.raze, p.deal) == (print_.cost, print_.raze, print_.deal)
    )
    goods = {good: n for good, n in print_.cost.items() if good != "location"}
    return Card(
        print_.code,
        facts.id,
        facts.deck,
        facts.kind,
        facts.colors,
        facts.points,
        goods,
        "location" in print_.cost,
        print_.raze,
        print_.deal,
        like,
    )


CARDS: Mapping[str, Card] = {
    p.code: _card(facts, p) for facts in FACTS.values() for p in facts.prints
}


def deck_of(deck: str) -> list[str]:
    """The codes of all cards of a deck (`common`, or a faction's id), sorted: a bag."""
    return sorted(code for code, card in CARDS.items() if card.deck == deck)
