"""Deals between players: units, forms and exchange.

The two sides of a deal count goods and, if the match trades cards (ruling R12), technologies.
The giver names the card (`vision`), the asker names a level (`cards2`).
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
WEIGHT = {"gold": 0, "wood": 1, "stone": 1}
LEVEL = {f"cards{level}": level for level in LEVELS}  # any card of that level
EMPTY = msg("map.why.nothing_given")
NOBODY = -1  # the offer is open to all players


def weight(what: str) -> int:
    """Return the weight of one unit in the limit: gold 0, all else 1 (ruling R10).

    Gold is the price.
    """
    return WEIGHT.get(what, 1)


def units(give: Goods, get: Goods) -> int:
    """Return the units of a deal: the larger total of wood, stone and cards of the two sides."""
    return max(sum(weight(what) * n for what, n in side.items()) for side in (give, get))


def room(s: MapState, seat: Seat) -> int:
    """Return how many units the active player may still trade in this turn."""
    return trade_limit(s, seat) - s.turn.traded


def tradable(s: MapState, one: Seat, other: Seat) -> bool:
    """Return whether the two seats have any wood or stone: trade needs some."""
    return any(
        s.players[seat].goods[what] for seat in (one, other) for what in RESOURCES if WEIGHT[what]
    )


def has_cards(some: Goods) -> bool:
    """Return whether a side of a deal, or a whole deal, contains technologies."""
    return any(what not in WEIGHT for what in some)


def trades_cards(options: Mapping[str, Any]) -> bool:
    """Return whether players of the match may trade technologies."""
    return bool(options["trade_cards"] == "on")


def levels(player: Player) -> dict[str, int]:
    """Return the cards in a player's hand by level (`cards1`), which is public."""
    return {f"cards{level}": n for level, n in hand_levels(player.hand).items() if n}


def by_level(some: Goods) -> dict[str, int]:
    """Return a side of a deal as others see it: cards by level."""
    found: Counter[str] = Counter()
    for what, n in some.items():
        found[f"cards{TECHS[what].level}" if what in TECHS else what] += n
    return dict(found)


def named(player: Player, some: Goods) -> dict[str, int]:
    """Return a request as its receiver could meet it.

    Cards asked for by level become the first cards of that level in hand; goods stay as they
    are.
    """
    found: dict[str, int] = {}
    for what, n in some.items():
        if what in LEVEL:
            found |= Counter(
                [card for card in player.hand if str(TECHS[card].level) == LEVEL[what]][:n]
            )
        else:
            found[what] = n
    return found


def missing_goods(player: Player, some: Goods) -> dict[str, int]:
    """Return what a player lacks of a side of a deal, by kind; empty if nothing."""
    held = Counter(player.hand) + Counter(levels(player)) + Counter(player.goods)
    return {what: n - held[what] for what, n in some.items() if held[what] < n}


def after(goods: Goods, give: Goods, get: Goods) -> Msg:
    """Return a sentence on the goods that a player would have after a deal."""
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
    """Ask what is given: at most `most` units of `goods` and of the cards in `hand`.

    Gold is not limited. The prompt names the goods of the player: `goods`, or `purse` if the
    player may promise more than that. `like` is the proposal.
    """
    form = _things_form(
        _pairs(goods, hand), most, "map.ask.give", NOBODY, plain=False, like=_pairs(like or {})
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
    """Ask what is wanted for `give`, of the goods of `other` and of `cards` by level.

    Wood, stone or a card must be on one side.
    """
    have = _pairs(goods, cards)
    plain = not any(weight(what) for what in give)
    if plain and not any(weight(what) for what, _ in have):
        return IllegalPath(msg("map.why.no_trade"), "trade")
    key = "map.ask.get" if other == NOBODY else "map.ask.get_of"
    return _things_form(
        have, most, key, other, plain=plain, given=tuple(by_level(give)), like=_pairs(like or {})
    )


Pairs = tuple[tuple[str, int], ...]


def _pairs(*some: Goods | None) -> Pairs:
    """Return cards first in their order, then goods in the order of the box.

    Cards come first because a deal in cards is about them.
    """
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
    plain: bool,
    given: tuple[str, ...] = (),
    like: Pairs = (),
) -> DistributePrompt:
    """Ask for goods and cards; propose `like`, else one unit.

    With `plain` the proposal must contain something that counts as a unit. Goods in `given` are
    proposed last, because a player rarely wants them back.
    """
    goods = {what: n for what, n in have if what in WEIGHT}
    prompt = msg(key, seat=seat_name(other), goods=amounts(goods))
    slots = tuple(
        Slot(what, _named(what), n, weight(what), None if what in LEVEL else what)
        for what, n in have
    )
    hi = min(most, sum(slot.most * slot.weight for slot in slots))
    proposed = _fitted(dict(like), slots, hi)
    if not proposed or (plain and not any(map(weight, proposed))):
        proposed = _likely(slots, plain, given)
    return DistributePrompt(slots, 0, hi, prompt, default=proposed)


def _named(what: str) -> Msg:
    if what in LEVEL:
        return level_cards(LEVEL[what])
    return TECH_NAMES.get(what) or GOODS[what]


def _fitted(like: dict[str, int], slots: tuple[Slot, ...], hi: int) -> dict[str, int]:
    """Return the proposal, reduced to what exists and to the limit."""
    found: dict[str, int] = {}
    for slot in slots:
        n = min(like.get(slot.key, 0), slot.most, hi // slot.weight if slot.weight else slot.most)
        if n:
            found[slot.key] = n
            hi -= n * slot.weight
    return found


def _likely(slots: tuple[Slot, ...], plain: bool, given: tuple[str, ...]) -> dict[str, int]:
    liked = sorted(
        (slot.key for slot in slots if slot.weight or not plain), key=lambda what: what in given
    )
    first = (
        next((what for what in liked if weight(what) and what not in given), liked[0])
        if liked
        else ""
    )
    return {first: 1} if first else {}


def offered(t: T, by: Seat, to: Seat, give: Goods, get: Goods, *, counter: bool) -> None:
    """Emit an offer: the two players see the cards in it, others see levels."""
    told = Offered(by, to, dict(give), dict(get), counter)
    t.emit(
        Offered(by, to, by_level(give), by_level(get), counter),
        {by: told, to: told} if has_cards(give) else None,
    )


def cards_form(player: Player, level: str, n: int) -> DistributePrompt:
    """Ask which cards of a level are given for a request by level."""
    held = Counter(card for card in player.hand if str(TECHS[card].level) == level)
    slots = tuple(Slot(card, TECH_NAMES[card], held[card], 1, card) for card in sorted(held))
    return DistributePrompt(
        slots, n, n, msg("map.ask.which_cards", n=n, level=msg(f"map.level.{level}"))
    )


def why_invalid(give: Goods, get: Goods) -> IllegalPath | None:
    """Return why a deal is invalid, or None (rulings R10, R12).

    Each side gives something, and one side contains wood, stone or a card.
    """
    if not get:
        return IllegalPath(EMPTY, "trade")
    return None if units(give, get) else IllegalPath(msg("map.why.no_trade"), "trade")


def swap(t: T, seat: Seat, other: Seat, give: Goods, get: Goods) -> None:
    """Exchange goods and named cards between two players.

    Neither player can undo it; only these two learn which cards are exchanged.
    """
    s = t.state
    for who, out, into in ((seat, give, get), (other, get, give)):
        _hand_over(s.players[who], out, -1)
        _hand_over(s.players[who], into, 1)
    t.reveal(seat, other)
    told = Dealt(seat, other, dict(give), dict(get))
    t.emit(
        Dealt(seat, other, by_level(give), by_level(get)),
        {seat: told, other: told} if has_cards({**give, **get}) else None,
    )


def _hand_over(player: Player, some: Goods, sign: int) -> None:
    for what, n in some.items():
        if what in WEIGHT:
            player.goods[what] += sign * n
        elif sign > 0:
            sort_in(player.hand, *[what] * n)
        else:
            for _ in range(n):
                player.hand.remove(what)
