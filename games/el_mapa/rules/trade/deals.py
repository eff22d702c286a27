"""What deals between players have in common: what counts, what may be given and wanted."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from msgspec import structs

from games.core.forms import Allot, Reject, Slot
from games.core.messages import Msg, Seat, msg, seat_name
from games.core.table import Table
from games.el_mapa.model.catalog import RESOURCES
from games.el_mapa.model.events import Dealt
from games.el_mapa.model.holdings import earn, pay, trade_limit
from games.el_mapa.model.names import GOODS, amounts
from games.el_mapa.model.state import MapState

T = Table[MapState]
Goods = Mapping[str, int]
WEIGHT = {"gold": 0, "wood": 1, "stone": 1}
EMPTY = msg("map.why.nothing_given")
NOBODY = -1                 # no purse is asked about: the offer is for whoever takes it


def units(give: Goods, get: Goods) -> int:
    """What a deal counts against the limit: the larger of the wood and stone on either side."""
    return max(sum(WEIGHT[what] * n for what, n in side.items()) for side in (give, get))


def room(s: MapState, seat: Seat) -> int:
    """Units that the active player may still trade in this turn."""
    return trade_limit(s, seat) - s.turn.traded


def tradable(s: MapState, one: Seat, other: Seat) -> bool:
    """True when the two have wood or stone between them: without there is no trade."""
    return any(s.players[seat].goods[what] for seat in (one, other) for what in RESOURCES if WEIGHT[what])


def after(goods: Goods, give: Goods, get: Goods) -> Msg:
    """What one would have when a deal is done, in a sentence."""
    left = {what: goods[what] - give.get(what, 0) + get.get(what, 0) for what in RESOURCES}
    return msg("map.effect.purse", goods=amounts(left))


def give_form(goods: Goods, most: int, purse: Goods | None = None) -> Allot:
    """Some of these goods: at most so much wood and stone together, gold beside. What one has is told: the same, or what is in
    the `purse` where more may be promised than that."""
    form = _goods_form(tuple(goods[what] for what in RESOURCES), most, "map.ask.give", NOBODY, plain=False)
    return form if purse is None else structs.replace(form, prompt=msg("map.ask.post_give", goods=amounts(purse)))


def get_form(goods: Goods, most: int, give: Goods, other: Seat = NOBODY) -> Allot | Reject:
    """What is wanted for `give`, of what `other` has: wood or stone must be on one side."""
    plain = not any(give.get(what) for what in RESOURCES if WEIGHT[what])
    if plain and not any(goods[what] for what in RESOURCES if WEIGHT[what]):
        return Reject(msg("map.why.no_trade"), "trade")
    have = tuple(goods[what] for what in RESOURCES)
    given = tuple(what for what in RESOURCES if give.get(what))
    return _goods_form(have, most, "map.ask.get" if other == NOBODY else "map.ask.get_of", other, plain, given)


@lru_cache(8192)
def _goods_form(have: tuple[int, ...], most: int, key: str, other: Seat, plain: bool, given: tuple[str, ...] = ()) -> Allot:
    """`plain` where only wood or stone will do as the proposal; what is `given` is proposed last: nobody wants it back."""
    prompt = msg(key, seat=seat_name(other), goods=amounts(dict(zip(RESOURCES, have, strict=True))))
    slots = tuple(Slot(what, GOODS[what], n, WEIGHT[what], what) for what, n in zip(RESOURCES, have, strict=True) if n)
    liked = sorted((slot.key for slot in slots if slot.weight or not plain), key=lambda what: what in given)
    hi = min(most, sum(slot.most * slot.weight for slot in slots))
    likely = next((what for what in liked if WEIGHT[what] and what not in given), liked[0]) if liked else ""
    return Allot(slots, 0, hi, prompt, default={likely: 1} if likely else {})


def wrong(give: Goods, get: Goods) -> Reject | None:
    """Why this is no trade: each side gives something, and wood or stone is in it (rulings R10, R12)."""
    if not get:
        return Reject(EMPTY, "trade")
    return None if units(give, get) else Reject(msg("map.why.no_trade"), "trade")


def swap(t: T, seat: Seat, other: Seat, give: Goods, get: Goods) -> None:
    """Goods change hands between two players; final for both."""
    s = t.state
    for who, out, into in ((seat, give, get), (other, get, give)):
        pay(s.players[who].goods, out)
        earn(s.players[who].goods, into)
    t.reveal(seat, other)
    t.emit(Dealt(seat, other, dict(give), dict(get)))
