"""Numbers, factions and cards (without effects) of the box, read once from `data/`."""

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
SUPPLY = (*RESOURCES, "worker", "raze", "defense", "gold")  # goods in front of a player
CARD_GOODS = ("card", "common_card", "faction_card")
GOODS = (*SUPPLY, *CARD_GOODS, "vp")
KINDS: tuple[Kind, ...] = ("production", "feature", "action")  # the rows of an Empire
COLORS: tuple[Color, ...] = ("black", "purple", "blue", "brown", "gold", "red", "pink", "grey")
COMMON = "common"
DECKS = ("common", "faction")  # the two decks to draw from


class Faction(Struct, frozen=True, forbid_unknown_fields=True):
    """Faction board: its production per round and the goods it keeps at cleanup.

    `prov` names the source of these facts.
    """

    id: str
    production: dict[str, int]
    storage: tuple[str, ...]
    prov: Prov


class SetupNumbers(Struct, frozen=True, forbid_unknown_fields=True):
    """Numbers of the setup: cards dealt from each deck, and open Attack cards."""

    common: int
    faction: int
    attacks: int


class Exploration(Struct, frozen=True, forbid_unknown_fields=True):
    """Numbers of cards drawn in an exploration.

    - `faction`: faction cards in every exploration; `peaceful`: Common cards added in the peaceful
      variant.
    - `draft`: cards in the hidden draft.
    - `advanced`: size of the row before each pick, by number of players.
    """

    faction: int
    peaceful: int
    draft: int
    advanced: dict[int, tuple[int, ...]]


class Solo(Struct, frozen=True, forbid_unknown_fields=True):
    """Numbers of the solo game.

    `offer`: cards offered. `attacks`: attacks per round. `prestige`: least points for each level of
    prestige, the lowest first. `kinds` and `deals` give the order in which attacks choose a
    Location. `prov` names the source of the prestige table and of the targets on the Attack cards.
    """

    offer: int
    attacks: int
    prestige: tuple[int, ...]
    kinds: tuple[Kind, ...]
    deals: tuple[str, ...]
    prov: Prov


class Attack(Struct, frozen=True, forbid_unknown_fields=True):
    """Attack card of the solo game; `target` is a good, `card` or `vp` (rules 11).

    The targets of two Attack cards together decide which Location of the player they take
    (`flow.solo`).
    """

    id: str
    target: str


class Rules(Struct, frozen=True, forbid_unknown_fields=True):
    """Numbers of the box.

    `raze_...` are raze tokens: for a hand card, for a Location, and added for each protection.
    `razed`: goods for the owner of a razed Location. `exchange`: workers for one good.
    `points`: points of a Location, by deck.
    """

    rounds: int
    setup: SetupNumbers
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
    """Physical card. Copies of a card may differ in cost, raze value and Deal (empty: none)."""

    code: str
    cost: dict[str, int]
    raze: dict[str, int]
    deal: str


class CardFacts(Struct, frozen=True, forbid_unknown_fields=True):
    """Facts that all copies of a card share; effects are kept apart.

    `points` count at the end of the game. `prov` names the source of identity, cost, raze
    value, Deal and effect.
    """

    id: str
    deck: Deck
    kind: Kind
    colors: tuple[Color, ...]
    points: int
    prov: Prov
    prints: tuple[Print, ...]


class Card(Struct, frozen=True):
    """Physical card with all its facts except the effects.

    `goods` is its cost without the site; `site`: the cost includes giving up a Location or
    Foundation. `raze` counts the goods of its raze value. `like` are the codes of identical
    copies, its own included.
    """

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
        """Return whether the card belongs to the Common deck."""
        return self.deck == COMMON


RULES = load(DATA / "rules.json", Rules)
FACTIONS: dict[str, Faction] = {faction.id: faction for faction in RULES.factions}
ATTACKS: dict[str, str] = {attack.id: attack.target for attack in RULES.attacks}
FACTS: dict[str, CardFacts] = by_id(DATA / "cards.json", CardFacts)


def _card(facts: CardFacts, print_: Print) -> Card:
    like = tuple(
        other.code
        for other in facts.prints
        if (other.cost, other.raze, other.deal) == (print_.cost, print_.raze, print_.deal)
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
    print_.code: _card(facts, print_) for facts in FACTS.values() for print_ in facts.prints
}


def deck_of(deck: str) -> list[str]:
    """Return the codes of all cards of a deck (`common` or a faction's id), sorted."""
    return sorted(code for code, card in CARDS.items() if card.deck == deck)
