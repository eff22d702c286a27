"""Trade of the AI player: with the bank to pay buildings, with other players to gain."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import permutations, product
from typing import Any

from games.core.engine import walk
from games.core.prompts.prompt import DistributePrompt, SelectPrompt
from games.core.state.position import Position
from games.core.text.messages import Path, Seat
from games.el_mapa.ai.evaluate import GOODS, Valuation
from games.el_mapa.ai.weights import WEIGHTS, Weights
from games.el_mapa.model.catalog import BUILDINGS, RATES, TECHS, Rate
from games.el_mapa.model.holdings import can_pay, markets
from games.el_mapa.model.state import MapState, Player
from games.el_mapa.rules.ending.scoring import score
from games.el_mapa.rules.trade import deals
from games.el_mapa.rules.trade.offers import Offer

Pos = Position[MapState, Any]
Goods = Mapping[str, int]
# As many units as a wonder costs have their full value; further ones have half of it.
FULL_VALUE_UNITS = {"gold": 10, "wood": 4, "stone": 4}
BUILDINGS_AHEAD = 2  # buildings whose costs are planned ahead
MIN_DEAL_GAIN = 0.15  # points that a deal must bring
MAX_OF_GOOD = 4  # units of one good in an offer


# --- the bank ---------------------------------------------------------------------------------


def cover(v: Valuation, cost: Goods) -> Path | None:
    """Return the first of the exchanges with the bank that make `cost` payable.

    Return None if the goods already suffice, or if the exchanges that the trade limit allows are
    not enough.
    """
    s = v.s
    goods, room = dict(s.players[v.seat].goods), deals.room(s, v.seat) if markets(s, v.seat) else 0
    first: Path | None = None
    while room > 0 and not can_pay(goods, cost):
        rate = _best_rate(v, goods, cost)
        if rate is None:
            return None
        n = min(room, _useful_times(goods, cost, rate))
        for good, each in rate.give.items():
            goods[good] -= n * each
        for good, each in rate.get.items():
            goods[good] += n * each
        first, room = first or ("trade", rate.id, n), room - n
    return first if can_pay(goods, cost) else None


def _best_rate(v: Valuation, goods: Goods, cost: Goods) -> Rate | None:
    """Return the rate that yields most of a missing good for the least valuable goods.

    `goods` are the seat's goods. Return None if no rate yields a missing good for goods that are
    not needed for `cost`.
    """
    found = [
        rate
        for rate in RATES.values()
        if any(cost.get(good, 0) > goods[good] for good in rate.get)
        and all(goods[good] - n >= cost.get(good, 0) for good, n in rate.give.items())
    ]
    return max(
        found, key=lambda rate: (sum(rate.get.values()), -v.expense(rate.give)), default=None
    )


def _useful_times(goods: Goods, cost: Goods, rate: Rate) -> int:
    """Return how often a rate is useful: until no good is missing or none can be spared."""
    ((given, give_each),) = rate.give.items()
    ((got, get_each),) = rate.get.items()
    times_needed = -(-(cost[got] - goods[got]) // get_each)  # rounded up
    times_possible = (goods[given] - cost.get(given, 0)) // give_each
    return min(times_needed, times_possible)


def sell(v: Valuation) -> Path | None:
    """Return the path that sells stone or wood that no building needs, or None.

    It sells as many units as the trade limit allows.
    """
    room = deals.room(v.s, v.seat)
    if room < 1 or v.rounds_left < 2 or not markets(v.s, v.seat):
        return None
    goods = v.s.players[v.seat].goods
    for good in ("stone", "wood"):
        n = min(room, goods[good] - FULL_VALUE_UNITS[good])
        if n > 0:
            return ("trade", f"sell_{good}", n)
    return None


# --- other players ----------------------------------------------------------------------------


def answer(pos: Pos, seat: Seat, offer: Offer) -> Path:
    """Return the answer to a direct offer: accept if it gains `MIN_DEAL_GAIN` points or more."""
    return (
        _accept_path(pos, seat)
        if gain(pos, seat, offer.by, offer.get, offer.give) >= MIN_DEAL_GAIN
        else ("refuse",)
    )


def _accept_path(pos: Pos, seat: Seat) -> Path:
    """Return the path that accepts an offer; requested cards are the least valuable ones."""
    path: Path = ("accept",)
    while isinstance(form := walk.ask(pos, seat, path), DistributePrompt):
        left, chosen = form.lo, dict[str, int]()
        for slot in sorted(form.slots, key=lambda slot: card_worth(slot.key)):
            if n := min(left, slot.most):
                chosen[slot.key] = n
                left -= n
        path = (*path, {slot.key: chosen[slot.key] for slot in form.slots if slot.key in chosen})
    return path


def card_worth(card: str, weights: Weights = WEIGHTS) -> float:
    """Return the value of a card of the hand in points: by its effect, else by its level."""
    facts = TECHS[card]
    if facts.saves:
        return weights.needed[GOODS.index(facts.saves)]
    if card == "vision":
        return weights.flip
    return sum(weights.needed) / 2 if card == "production" else weights.card * facts.level


def take(v: Valuation) -> Path | None:
    """Return the path that takes the best standing offer, or None.

    Its gain must be more than `MIN_DEAL_GAIN` points.
    """
    pos, seat = v.pos, v.seat
    kinds = walk.ask(pos, seat, ("trade",))
    if not isinstance(kinds, SelectPrompt) or all(option.key != "take" for option in kinds.options):
        return None
    form = walk.ask(pos, seat, ("trade", "take"))
    best, top = None, MIN_DEAL_GAIN
    for option in form.options if isinstance(form, SelectPrompt) else ():
        # key: a letter and the seat, then "-" and the id of the offer
        who, _, offer_id = option.key.partition("-")
        other = int(who[1:])
        post = next(one for one in pos.state.players[other].posts if one.id == offer_id)
        worth = gain(pos, seat, other, post.get, post.give)
        if worth > top:
            best, top = ("trade", "take", option.key), worth
    return best


def offer(v: Valuation) -> Path | None:
    """Return the path of the best direct offer from which the partner gains too.

    Return None without such an offer. With two players left there is none, because the gain of one
    is the loss of the other.
    """
    pos, seat = v.pos, v.seat
    if len(v.s.alive()) == 2:
        return None
    form = walk.ask(pos, seat, ("trade", "offer"))
    best, top = None, v.weights.min_offer_gain
    for option in form.options if isinstance(form, SelectPrompt) else ():
        other = int(option.key[1:])
        pair = Pair(v, other)
        for give, get in _proposals(pos, seat, other):
            worth = pair.gain(seat, give, get)
            if worth > top and pair.gain(other, get, give) >= v.weights.min_partner_gain:
                best, top = ("trade", "offer", option.key, give, get), worth
    return best


def _proposals(
    pos: Pos, seat: Seat, other: Seat
) -> Iterator[tuple[dict[str, int], dict[str, int]]]:
    """Yield deals (given, wanted) of one good each that both seats can pay.

    They stay within the trade limit.
    """
    s = pos.state
    mine, theirs, room = s.players[seat].goods, s.players[other].goods, deals.room(s, seat)
    for give, get in permutations(GOODS, 2):
        for n, m in product(
            range(1, min(MAX_OF_GOOD, mine[give]) + 1), range(1, min(MAX_OF_GOOD, theirs[get]) + 1)
        ):
            if deals.units({give: n}, {get: m}) <= room:
                yield {give: n}, {get: m}


def gain(pos: Pos, seat: Seat, other: Seat, give: Goods, get: Goods) -> float:
    """Return the value of a deal for a seat (see `Pair.gain`).

    The seat gives `give` to `other` and gets `get`.
    """
    return Pair(Valuation(pos, seat), other).gain(seat, give, get)


class Pair:
    """Two seats that might trade: their goods, possible buildings and scores.

    The attributes are dicts by seat. `possible_buildings` are those of the seat, best first;
    `needs` is the total cost of the first `BUILDINGS_AHEAD` of them; `is_done` tells whether the
    seat has had its last turn; `share` is the part of the other seat's gain that the seat counts as
    a loss.
    """

    def __init__(self, v: Valuation, other: Seat) -> None:
        pos, one, self.weights = v.pos, v.seat, v.weights
        totals = score(pos).total
        self.players = {who: pos.state.players[who] for who in (one, other)}
        self.goods = {who: player.goods for who, player in self.players.items()}
        self.other = {one: other, other: one}
        self.possible_buildings = {
            one: v.possible_buildings,
            other: Valuation(pos, other, v.weights).possible_buildings,
        }
        self.needs = {who: _needs(found) for who, found in self.possible_buildings.items()}
        self.is_done = {who: _is_done(pos, who) for who in (one, other)}
        # `swing - 1` is larger with fewer players. The other's gain counts more if the other leads.
        self.share = {
            who: (v.swing - 1)
            * (v.weights.leader_factor if totals[rival] == max(totals) > totals[who] else 1.0)
            for who, rival in self.other.items()
        }

    def gain(self, seat: Seat, give: Goods, get: Goods) -> float:
        """Return the value of a deal for one of the two seats, minus a share of the other's gain.

        The share is larger with fewer players, and if the other seat leads. The value is 0 if one
        of them cannot pay, if the gain is less than `MIN_DEAL_GAIN`, or if the deal allows the other to
        pay a wonder.
        """
        other = self.other[seat]
        if deals.missing_goods(self.players[seat], give) or deals.missing_goods(
            self.players[other], get
        ):
            return 0.0
        mine = (
            self._change(seat, give, get)
            - max(0.0, self._change(other, get, give)) * self.share[seat]
        )
        return 0.0 if mine < MIN_DEAL_GAIN or self._pays_a_wonder(other, get, give) else mine

    def _pays_a_wonder(self, other: Seat, give: Goods, get: Goods) -> bool:
        """Return whether `other` can pay a wonder after a deal, but not before.

        `other` gives `give` and gets `get`.
        """
        goods = self.goods[other]
        after = swapped(goods, give, get)
        costs = (
            BUILDINGS[name].cost
            for _, _, name in self.possible_buildings[other]
            if BUILDINGS[name].wonder
        )
        return any(can_pay(after, cost) and not can_pay(goods, cost) for cost in costs)

    def _change(self, seat: Seat, give: Goods, get: Goods) -> float:
        """Return how much more a seat's goods and cards are worth after a deal.

        The result is 0 if the seat has no turn left.
        """
        if self.is_done[seat]:
            return 0.0
        goods, buildings, needs = self.goods[seat], self.possible_buildings[seat], self.needs[seat]
        change = self._goods_worth(swapped(goods, give, get), buildings, needs) - self._goods_worth(
            goods, buildings, needs
        )
        if not deals.has_cards({**give, **get}):
            return change
        return change + self._cards(get, None) - self._cards(give, self.players[seat])

    def _cards(self, some: Goods, owner: Player | None) -> float:
        """Return the value of the cards in `some`, one side of a deal.

        Cards requested by level are the least valuable ones in the hand of their `owner`, who
        chooses them. For an unknown hand (None) they are the least valuable ones of the level.
        """
        worth = 0.0
        for what, n in some.items():
            if what in TECHS:
                worth += n * card_worth(what, self.weights)
            elif what in deals.LEVEL:
                kinds = [card for card, one in TECHS.items() if str(one.level) == deals.LEVEL[what]]
                possible = [card for card in owner.hand if card in kinds] if owner else kinds * n
                worth += sum(sorted(card_worth(card, self.weights) for card in possible)[:n])
        return worth

    def _goods_worth(
        self, goods: Goods, buildings: list[tuple[float, str, str]], needs: Goods
    ) -> float:
        """Return the value of goods, plus a share of the value of a building that they can pay.

        The building is the best payable one in `buildings`. Goods in `needs`, the cost of the next
        buildings, are worth more than others.
        """
        worth, weights = 0.0, self.weights
        for good, needed, spare in zip(GOODS, weights.needed, weights.spare, strict=True):
            n = goods[good]
            used = min(n, needs[good])
            worth += needed * used + spare * max(0, min(n, FULL_VALUE_UNITS[good]) - used)
            worth += 0.5 * spare * max(0, n - max(FULL_VALUE_UNITS[good], used))
        building = next(
            (value for value, _, name in buildings if can_pay(goods, BUILDINGS[name].cost)), 0.0
        )
        return worth + weights.at_hand * max(0.0, building)


def _is_done(pos: Pos, seat: Seat) -> bool:
    """Return whether a seat has had its last turn."""
    s = pos.state
    return bool(s.ending) and (seat - s.first) % pos.n < (s.turn.seat - s.first) % pos.n


def swapped(goods: Goods, give: Goods, get: Goods) -> dict[str, int]:
    """Return `goods` without `give` and with `get`, as a new dict.

    A number is negative if `goods` has too little to give.
    """
    return {good: n - give.get(good, 0) + get.get(good, 0) for good, n in goods.items()}


def _needs(found: list[tuple[float, str, str]]) -> dict[str, int]:
    """Return the total cost of the first `BUILDINGS_AHEAD` buildings of `found`, best first."""
    return {
        good: sum(BUILDINGS[name].cost.get(good, 0) for _, _, name in found[:BUILDINGS_AHEAD])
        for good in GOODS
    }
