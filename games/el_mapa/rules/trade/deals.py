"""What deals between players have in common: what counts, what may be given and wanted.

The two sides of a deal count goods and, where the table trades cards (ruling R12), technologies: who gives names the card
(`vision`), who asks names a level (`cards2`).
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
LEVEL = {f"cards{level}": level for level in LEVELS}  # a card of that level, whichever
EMPTY = msg("map.why.nothing_given")
NOBODY = -1  # no purse is asked about: the offer is for whoever takes it


def weight(what: str) -> int:
    """Return what one unit counts against the limit: gold is the price, all else counts 1 (ruling R10)."""
    return WEIGHT.get(what, 1)


def units(give: Goods, get: Goods) -> int:
    """What a deal counts against the limit: the larger of the wood, stone and cards on either side."""
    return max(sum(weight(what) * n for what, n in side.items()) for side in (give, get))


def room(s: MapState, seat: Seat) -> int:
    """Units that the active player may still trade in this turn."""
    return trade_limit(s, seat) - s.turn.traded


def tradable(s: MapState, one: Seat, other: Seat) -> bool:
    """True when the two have wood or stone between them: without there is no trade."""
    return any(
        s.players[seat].goods[what] for seat in (one, other) for what in RESOURCES if WEIGHT[what]
    )


def has_cards(some: Goods) -> bool:
    """True for a side of a deal, or a whole one, with technologies in it."""
    return any(what not in WEIGHT for what in some)


def trades_cards(options: Mapping[str, Any]) -> bool:
    """True at a table whose players may deal in technologies."""
    return bool(options["trade_cards"] == "on")


def levels(player: Player) -> dict[str, int]:
    """What may be asked of a player's hand: cards by level (`cards1`), as everybody may see them."""
    return {f"cards{level}": n for level, n in hand_levels(player.hand).items() if n}


def by_level(some: Goods) -> dict[str, int]:
    """A side of a deal as the rest of the table sees it: cards by their level."""
    found: Counter[str] = Counter()
    for what, n in some.items():
        found[f"cards{TECHS[what].level}" if what in TECHS else what] += n
    return dict(found)


def named(player: Player, some: Goods) -> dict[str, int]:
    """A request as its receiver could meet it: the first cards in hand of each level that it names, goods as they are."""
    found: dict[str, int] = {}
    for what, n in some.items():
        if what in LEVEL:
            found |= Counter(
                [card for card in player.hand if str(TECHS[card].level) == LEVEL[what]][:n]
            )
        else:
            found[what] = n
    return found


def short(player: Player, some: Goods) -> dict[str, int]:
    """What a player lacks of a side of a deal, by kind; empty where they have it all."""
    held = Counter(player.hand) + Counter(levels(player)) + Counter(player.goods)
    return {what: n - held[what] for what, n in some.items() if held[what] < n}


def after(goods: Goods, give: Goods, get: Goods) -> Msg:
    """What one would have when a deal is done, in a sentence."""
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
    """Ask what is given: at most `most` units of these goods, and of the cards in `hand` where cards are dealt in; gold beside.

    What one has is told: the same, or what is in the `purse` where more may be promised than that. `like` is what is proposed.
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
    """Ask what is wanted for `give`, of what `other` has, `cards` by level among it. Wood, stone
    or a card must be on one side."""
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
    """Cards first, in their order, for a deal in cards is about them; then goods in that of the box."""
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
    """Propose `like`, else one unit: with `plain` of what counts as one. What is `given` comes last: nobody wants it back."""
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
    """What is proposed, as far as it is there and within the limit."""
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
    """Tell of an offer: the two know which cards are in it, the rest of the table their levels."""
    told = Offered(by, to, dict(give), dict(get), counter)
    t.emit(
        Offered(by, to, by_level(give), by_level(get), counter),
        {by: told, to: told} if has_cards(give) else None,
    )


def cards_form(player: Player, level: str, n: int) -> DistributePrompt:
    """Ask which cards of a level are handed over for a request that names the level alone."""
    held = Counter(card for card in player.hand if str(TECHS[card].level) == level)
    slots = tuple(Slot(card, TECH_NAMES[card], held[card], 1, card) for card in sorted(held))
    return DistributePrompt(
        slots, n, n, msg("map.ask.which_cards", n=n, level=msg(f"map.level.{level}"))
    )


def wrong(give: Goods, get: Goods) -> IllegalPath | None:
    """Why this is no trade: each side gives something, and wood, stone or a card is in it (rulings R10, R12)."""
    if not get:
        return IllegalPath(EMPTY, "trade")
    return None if units(give, get) else IllegalPath(msg("map.why.no_trade"), "trade")


def swap(t: T, seat: Seat, other: Seat, give: Goods, get: Goods) -> None:
    """Goods and named cards change hands between two players; final for both, who alone are told which cards."""
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
