"""Deals between players: limits, prompts and the exchange.

`trading.py` (the action `trade`) and `offers.py` (the answer to an offer) use this module. Each
side of a deal maps kinds of goods to numbers; with an option it may contain technologies too
(ruling R12). A player gives certain cards (`vision`), but asks only for cards of a level
(`cards2`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from msgspec import structs

from games.core.cards.decks import sort_in
from games.core.engine.context import StepContext
from games.core.prompts.prompt import DistributePrompt, IllegalPath, Slot
from games.core.text.messages import Msg, Seat, msg, seat_name
from games.el_mapa.model.catalog import LEVELS, RESOURCES, TECHS
from games.el_mapa.model.events import Dealt, Offered
from games.el_mapa.model.holdings import hand_levels, trade_limit
from games.el_mapa.model.names import GOODS, TECH_NAMES, amounts, level_cards
from games.el_mapa.model.state import MapState, Player

T = StepContext[MapState]
Goods = Mapping[str, int]
WEIGHT = {"gold": 0, "wood": 1, "stone": 1}  # units of the trade limit
LEVEL = {f"cards{level}": level for level in LEVELS}  # requests for any card of a level
NOTHING_GIVEN = msg("map.why.nothing_given")
NOBODY = -1  # partner of a standing offer, which is open to all players


def weight(what: str) -> int:
    """Return how much one unit of `what` counts in the trade limit: gold 0, others 1 (R10)."""
    return WEIGHT.get(what, 1)


def units(give: Goods, get: Goods) -> int:
    """Return how many units of the trade limit a deal takes: those of its larger side."""
    return max(sum(weight(what) * n for what, n in side.items()) for side in (give, get))


def room(s: MapState, seat: Seat) -> int:
    """Return how many units the active player may still trade in this turn."""
    return trade_limit(s, seat) - s.turn.traded


def can_trade_goods(s: MapState, one: Seat, other: Seat) -> bool:
    """Return whether one of two seats has wood or stone; otherwise they can't trade goods."""
    return any(
        s.players[seat].goods[what] for seat in (one, other) for what in RESOURCES if WEIGHT[what]
    )


def has_cards(some: Goods) -> bool:
    """Return whether a side of a deal contains technologies."""
    return any(what not in WEIGHT for what in some)


def trades_cards(options: Mapping[str, Any]) -> bool:
    """Return whether players of the match may trade technologies."""
    return bool(options["trade_cards"] == "on")


def levels(player: Player) -> dict[str, int]:
    """Return the cards in a player's hand by level (`cards1`), which is public."""
    return {f"cards{level}": n for level, n in hand_levels(player.hand).items() if n}


def by_level(some: Goods) -> dict[str, int]:
    """Return a side of a deal as others see it: cards by level."""
    side: Counter[str] = Counter()
    for what, n in some.items():
        side[f"cards{TECHS[what].level}" if what in TECHS else what] += n
    return dict(side)


def name_cards(player: Player, some: Goods) -> dict[str, int]:
    """Return a side of a deal with certain cards in place of cards by level.

    These are the first cards of that level in the player's hand; there are fewer if the hand has
    fewer.
    """
    side: dict[str, int] = {}
    for what, n in some.items():
        if what in LEVEL:
            of_level = [card for card in player.hand if str(TECHS[card].level) == LEVEL[what]]
            side |= Counter(of_level[:n])
        else:
            side[what] = n
    return side


def missing_goods(player: Player, some: Goods) -> dict[str, int]:
    """Return which goods and cards of `some` a player lacks, by kind."""
    available = Counter(player.hand) + Counter(levels(player)) + Counter(player.goods)
    return {what: n - available[what] for what, n in some.items() if available[what] < n}


def goods_after(goods: Goods, give: Goods, get: Goods) -> Msg:
    """Return a sentence about the goods that a player with `goods` has after a deal."""
    left = {what: goods[what] - give.get(what, 0) + get.get(what, 0) for what in RESOURCES}
    return msg("map.effect.purse", goods=amounts(left))


def give_form(
    goods: Goods,
    most: int,
    purse: Goods | None = None,
    *,
    hand: Goods | None = None,
    like: Goods | None = None,
) -> DistributePrompt:
    """Ask which goods and cards the player gives, at most `most` units.

    `goods` and `hand` (cards by kind) can be given. `purse` is set for a standing offer, which may
    promise more than the player has. Then the prompt names the goods that the player has (`purse`).
    `like` is the default.
    """
    form = _things_form(
        _pairs(goods, hand),
        most,
        "map.ask.give",
        NOBODY,
        gives_only_gold=False,
        like=_pairs(like or {}),
    )
    return (
        form
        if purse is None
        else structs.replace(form, prompt=msg("map.ask.post_give", goods=amounts(purse)))
    )


def get_form(
    goods: Goods,
    most: int,
    give: Goods,
    other: Seat = NOBODY,
    *,
    cards: Goods | None = None,
    like: Goods | None = None,
) -> DistributePrompt | IllegalPath:
    """Ask which goods and cards the player wants for `give`, at most `most` units.

    `goods` and `cards` (by level) can be asked for. `other` is the partner, or `NOBODY` for a
    standing offer. `like` is the default. If neither side could contain wood, stone or a card,
    return why the deal is illegal.
    """
    have = _pairs(goods, cards)
    # Gold has no weight in the trade limit; wood, stone and cards have.
    gives_only_gold = not any(weight(what) for what in give)
    if gives_only_gold and not any(weight(what) for what, _ in have):
        return IllegalPath(msg("map.why.no_trade"), "trade")
    key = "map.ask.get" if other == NOBODY else "map.ask.get_of"
    return _things_form(
        have,
        most,
        key,
        other,
        gives_only_gold=gives_only_gold,
        given=tuple(by_level(give)),
        like=_pairs(like or {}),
    )


Pairs = tuple[tuple[str, int], ...]


def _pairs(*some: Goods | None) -> Pairs:
    """Return cards and goods as pairs (kind, number); cards come first, as they matter most."""
    both: dict[str, int] = {}
    for one in some:
        both.update(one or {})
    names = [*sorted(what for what in both if what not in WEIGHT), *RESOURCES]
    return tuple((what, both[what]) for what in names if both.get(what))


@lru_cache(8192)
def _things_form(
    have: Pairs,
    most: int,
    key: str,
    other: Seat,
    *,
    gives_only_gold: bool,
    given: tuple[str, ...] = (),
    like: Pairs = (),
) -> DistributePrompt:
    """Ask for goods and cards of `have`, at most `most` units.

    `key` is the key of the message and `other` the partner that the message names. The default is
    `like`, or a single unit. With `gives_only_gold` the other side of the deal gives only gold,
    which does not count in the trade limit; so the default contains a kind that counts. `given` are
    the kinds that the other side gives. They are the default only if there is no other kind.
    """
    goods = {what: n for what, n in have if what in WEIGHT}
    prompt = msg(key, seat=seat_name(other), goods=amounts(goods))
    slots = tuple(
        Slot(what, _thing_name(what), n, weight(what), None if what in LEVEL else what)
        for what, n in have
    )
    hi = min(most, sum(slot.most * slot.weight for slot in slots))
    default = _limited(dict(like), slots, hi)
    if not default or (gives_only_gold and not any(map(weight, default))):
        default = _single_unit(slots, gives_only_gold, given)
    return DistributePrompt(slots, 0, hi, prompt, default=default)


def _thing_name(what: str) -> Msg:
    if what in LEVEL:
        return level_cards(LEVEL[what])
    return TECH_NAMES.get(what) or GOODS[what]


def _limited(like: dict[str, int], slots: tuple[Slot, ...], hi: int) -> dict[str, int]:
    """Return the default `like`, reduced to what the slots and the limit `hi` allow."""
    limited: dict[str, int] = {}
    for slot in slots:
        n = min(like.get(slot.key, 0), slot.most, hi // slot.weight if slot.weight else slot.most)
        if n:
            limited[slot.key] = n
            hi -= n * slot.weight
    return limited


def _single_unit(
    slots: tuple[Slot, ...], gives_only_gold: bool, given: tuple[str, ...]
) -> dict[str, int]:
    """Return one unit as a default, if possible one that the trade limit counts.

    With `gives_only_gold` only such a kind is allowed, since the other side gives only gold. Kinds
    in `given` come last.
    """
    kinds = sorted(
        (slot.key for slot in slots if slot.weight or not gives_only_gold),
        key=lambda what: what in given,
    )
    if not kinds:
        return {}
    return {next((what for what in kinds if weight(what) and what not in given), kinds[0]): 1}


def offered(t: T, by: Seat, to: Seat, give: Goods, get: Goods, *, counter: bool) -> None:
    """Emit the event of an offer of `by` to `to`.

    These two players see its cards, other players only the levels of the cards.
    """
    secret = Offered(by, to, dict(give), dict(get), counter)
    t.emit(
        Offered(by, to, by_level(give), by_level(get), counter),
        {by: secret, to: secret} if has_cards(give) else None,
    )


def cards_form(player: Player, level: str, n: int) -> DistributePrompt:
    """Ask which `n` cards of a level a player gives."""
    numbers = Counter(card for card in player.hand if str(TECHS[card].level) == level)
    slots = tuple(Slot(card, TECH_NAMES[card], numbers[card], 1, card) for card in sorted(numbers))
    return DistributePrompt(
        slots, n, n, msg("map.ask.which_cards", n=n, level=msg(f"map.level.{level}"))
    )


def why_invalid(give: Goods, get: Goods) -> IllegalPath | None:
    """Return why a deal is invalid, or None (rulings R10, R12).

    Each side must give something, and one side must contain wood, stone or a card.
    """
    if not get:
        return IllegalPath(NOTHING_GIVEN, "trade")
    return None if units(give, get) else IllegalPath(msg("map.why.no_trade"), "trade")


def swap(t: T, seat: Seat, other: Seat, give: Goods, get: Goods) -> None:
    """Exchange goods and cards between two players; neither can undo it.

    Only these two see which cards are exchanged.
    """
    s = t.state
    for who, gives, gets in ((seat, give, get), (other, get, give)):
        _change(s.players[who], gives, -1)
        _change(s.players[who], gets, 1)
    t.reveal(seat, other)
    secret = Dealt(seat, other, dict(give), dict(get))
    t.emit(
        Dealt(seat, other, by_level(give), by_level(get)),
        {seat: secret, other: secret} if has_cards({**give, **get}) else None,
    )


def _change(player: Player, some: Goods, sign: int) -> None:
    """Add (`sign` 1) or remove (-1) goods and cards."""
    for what, n in some.items():
        if what in WEIGHT:
            player.goods[what] += sign * n
        elif sign > 0:
            sort_in(player.hand, *[what] * n)
        else:
            for _ in range(n):
                player.hand.remove(what)
