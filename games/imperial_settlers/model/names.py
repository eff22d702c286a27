"""Names of things as messages, built once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from games.core.text.messages import Msg, listed, msg, seat_name
from games.imperial_settlers.model.catalog import (
    CARD_GOODS,
    CARDS,
    COLORS,
    DECKS,
    FACTIONS,
    GOODS,
    KINDS,
)
from games.imperial_settlers.model.state import VIRTUAL, Location

GOOD_NAMES: dict[str, Msg] = {good: msg(f"imp.good.{good}") for good in (*GOODS, "any_resource")}
FACTION_NAMES: dict[str, Msg] = {faction: msg(f"imp.faction.{faction}") for faction in FACTIONS}
COLOR_NAMES: dict[str, Msg] = {color: msg(f"imp.color.{color}") for color in COLORS}
KIND_NAMES: dict[str, Msg] = {kind: msg(f"imp.kind.{kind}") for kind in KINDS}
DECK_NAMES: dict[str, Msg] = {deck: msg(f"imp.deck.{deck}") for deck in DECKS}
_NAMES: dict[str, Msg] = {code: msg(f"imp.card.{card.id}") for code, card in CARDS.items()}
_IN_SENTENCES: dict[str, Msg] = {code: msg(f"imp.the.{card.id}") for code, card in CARDS.items()}


def card_name(code: str) -> Msg:
    """Return a card's name as a label."""
    return _NAMES[code]


def the_card(code: str) -> Msg:
    """Return a card's name within a sentence, with an article in languages that need one."""
    return _IN_SENTENCES[code]


@lru_cache(4096)
def amount(good: str, n: int) -> Msg:
    """Return an amount in words: `2 de madera`, `1 trabajador`."""
    return msg(f"imp.amount.{good}", n=n)


def amounts(goods: Mapping[str, int]) -> Msg:
    """Return several amounts in words: `1 obrero, 2 de madera y 1 de oro`; `nada` if none."""
    parts = [amount(good, n) for good, n in in_order(goods).items()]
    return listed(parts) if parts else msg("imp.nothing")


def in_order(goods: Mapping[str, int]) -> dict[str, int]:
    """Return the goods whose number is not 0, in the order of a sentence."""
    return {good: goods[good] for good in _SENTENCE_ORDER if goods.get(good)}


def short_amount(good: str, n: int) -> Msg:
    """Return an amount in few letters, for a button: `2 madera`."""
    return msg(f"imp.propose.good.{good}", n=n)


def short_gains(goods: Mapping[str, int]) -> Msg:
    """Return gained goods in few letters; tokens have their full name, unlike those paid."""
    return summed(
        [
            amount(good, n) if good == "raze" else short_amount(good, n)
            for good, n in in_order(goods).items()
        ]
    )


def summed(parts: Sequence[Msg]) -> Msg:
    """Return the parts, at least one, joined by plus signs."""
    whole, *others = parts
    for part in others:
        whole = msg("imp.propose.plus", a=whole, b=part)
    return whole


def cards(codes: Iterable[str]) -> Msg:
    """Return the names of cards as a list of labels: `Castillo y Molino`."""
    return listed([card_name(code) for code in codes])


def the_cards(codes: Iterable[str]) -> Msg:
    """Return the names of cards as a list within a sentence: `el Castillo y el Molino`."""
    return listed([the_card(code) for code in codes])


@lru_cache(1024)
def cost_of(code: str, gold: int = 0) -> Msg:
    """Return a building cost in words, with the part paid in gold.

    Example: `1 de madera y 1 de piedra (1 con oro), y una Localización`.
    """
    facts = CARDS[code]
    if not facts.goods:
        return msg("imp.cost.only_site" if facts.site else "imp.cost.free")
    goods = amounts(facts.goods)
    goods = msg("imp.cost.gold", what=goods, n=gold) if gold else goods
    return msg("imp.cost.site", what=goods) if facts.site else goods


def reason(name: str, *, helped: bool, **args: Any) -> Msg:
    """Return the reason `name` why something is impossible, with `args`.

    `helped`: the player could follow the advice `imp.fix.<name>` now, so the message includes it.
    """
    return msg(f"imp.why.{name}" if helped else f"imp.why.{name}_only", **args)


def rival_key(seat: int) -> str:
    """Return the key of an enemy in a path: `p2` for seat 2, `virtual` for the virtual player."""
    return "virtual" if seat == VIRTUAL else f"p{seat}"


def rival_of(key: str) -> int:
    """Return the seat of a `rival_key`; -1 for the virtual player."""
    return VIRTUAL if key == "virtual" else int(key[1:])


def rival_name(seat: int) -> Msg:
    """Return an enemy's name."""
    return msg("imp.virtual") if seat == VIRTUAL else seat_name(seat)


def place_names(locations: Iterable[Location]) -> dict[str, Msg]:
    """Return the names of Locations by card; equal names get numbers from the second on."""
    return numbered_names(one.card for one in locations)


def the_places(locations: Iterable[Location]) -> dict[str, Msg]:
    """Return the names of Locations by card, in the form used within a sentence.

    Equal names get numbers from the second on.
    """
    return numbered_names((one.card for one in locations), the_card)


def numbered_names(
    codes: Iterable[str], name_of: Callable[[str], Msg] = card_name
) -> dict[str, Msg]:
    """Return the names of cards by code; equal names get numbers from the second on.

    `name_of` returns the name of one card.
    """
    seen: dict[str, int] = {}
    found: dict[str, Msg] = {}
    for code in codes:
        name = CARDS[code].id
        seen[name] = seen.get(name, 0) + 1
        found[code] = name_of(code) if seen[name] == 1 else _numbered(name_of(code), seen[name])
    return found


def _numbered(name: Msg, n: int) -> Msg:
    return msg("imp.numbered", card=name, n=n)


# order in sentences
_SENTENCE_ORDER = (
    "worker",
    "wood",
    "stone",
    "food",
    "any_resource",
    "raze",
    "defense",
    "gold",
    "vp",
    *CARD_GOODS,
)
