"""What a computer player trades: with the bank for what it wants to build, with others what is good for it, and no gift."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.core import walk
from games.core.forms import Pick
from games.core.messages import Path, Seat
from games.core.position import Position
from games.el_mapa.model.catalog import BUILDINGS, RATES, Rate
from games.el_mapa.model.holdings import can_pay, markets
from games.el_mapa.model.state import MapState
from games.el_mapa.player import evaluate
from games.el_mapa.rules.ending.scoring import score
from games.el_mapa.rules.trade import deals
from games.el_mapa.rules.trade.offers import Offer

Pos = Position[MapState, Any]
Goods = Mapping[str, int]
KEEP = {"gold": 10, "wood": 4, "stone": 4}   # what goes beyond counts half: a wonder takes so much at once
LEAST = 0.35                  # what a deal must bring: a coin
AT_HAND = 0.4                 # of what a building brings is gained by being able to pay it


# --- the bank -----------------------------------------------------------------------------------------------------------


def cover(pos: Pos, seat: Seat, cost: Goods) -> Path | None:
    """The first change at the bank on the way to a cost that can all be covered within this turn's limit."""
    s = pos.state
    goods, room = dict(s.players[seat].goods), deals.room(s, seat) if markets(s, seat) else 0
    first: Path | None = None
    while room > 0 and not can_pay(goods, cost):
        rate = _helpful(goods, cost)
        if rate is None:
            return None
        n = min(room, _times(goods, cost, rate))
        for good, each in rate.give.items():
            goods[good] -= n * each
        for good, each in rate.get.items():
            goods[good] += n * each
        first, room = first or ("trade", rate.id, n), room - n
    return first if can_pay(goods, cost) else None


def _helpful(goods: Goods, cost: Goods) -> Rate | None:
    """The rate that brings most of what lacks, for what can be spared most easily."""
    found = [
        rate for rate in RATES.values()
        if any(cost.get(good, 0) > goods[good] for good in rate.get)
        and all(goods[good] - n >= cost.get(good, 0) for good, n in rate.give.items())
    ]
    return max(found, key=lambda rate: (sum(rate.get.values()), -evaluate.expense(rate.give)), default=None)


def _times(goods: Goods, cost: Goods, rate: Rate) -> int:
    """How often a rate is of use: until nothing lacks or nothing can be spared."""
    (given, each), = rate.give.items()
    (got, more), = rate.get.items()
    return min(-(-(cost[got] - goods[got]) // more), (goods[given] - cost.get(given, 0)) // each)


def sell(pos: Pos, seat: Seat) -> Path | None:
    """Stone and wood that no building will need become gold, as far as the turn's limit goes."""
    s = pos.state
    room = deals.room(s, seat)
    if room < 1 or evaluate.rounds_left(pos) < 2 or not markets(s, seat):
        return None
    goods = s.players[seat].goods
    for good in ("stone", "wood"):
        n = min(room, goods[good] - KEEP[good])
        if n > 0:
            return ("trade", f"sell_{good}", n)
    return None


# --- others -------------------------------------------------------------------------------------------------------------


def answer(pos: Pos, seat: Seat, offer: Offer) -> Path:
    """To a direct offer."""
    return ("accept",) if gain(pos, seat, offer.by, offer.get, offer.give) >= LEAST else ("refuse",)


def take(pos: Pos, seat: Seat) -> Path | None:
    """The standing offer that brings most, if one is good."""
    ways = walk.ask(pos, seat, ("trade",))
    if not isinstance(ways, Pick) or all(option.key != "take" for option in ways.options):
        return None
    form = walk.ask(pos, seat, ("trade", "take"))
    best, top = None, LEAST
    for option in form.options if isinstance(form, Pick) else ():
        who, _, name = option.key.partition("-")
        other = int(who[1:])
        post = next(one for one in pos.state.players[other].posts if one.id == name)
        worth = gain(pos, seat, other, post.get, post.give)
        if worth > top:
            best, top = ("trade", "take", option.key), worth
    return best


def gain(pos: Pos, seat: Seat, other: Seat, give: Goods, get: Goods) -> float:
    """What a deal brings a seat, in points; nothing where the other would get as much, or leads and gets half, or a wonder."""
    s = pos.state
    if not (can_pay(s.players[seat].goods, give) and can_pay(s.players[other].goods, get)):
        return 0.0
    mine, theirs = _change(pos, seat, give, get), _change(pos, other, get, give)
    totals = score(pos).total
    leads = totals[other] == max(totals) > totals[seat]
    if theirs > mine * (0.5 if leads or len(s.alive()) == 2 else 0.9):
        return 0.0
    after = swapped(s.players[other].goods, get, give)
    wonders = [BUILDINGS[name].cost for _, _, name in evaluate.wishes(pos, other) if BUILDINGS[name].wonder]
    helped = any(can_pay(after, cost) and not can_pay(s.players[other].goods, cost) for cost in wonders)
    return 0.0 if helped else mine


def swapped(goods: Goods, give: Goods, get: Goods) -> dict[str, int]:
    """Goods after a deal."""
    return {good: n - give.get(good, 0) + get.get(good, 0) for good, n in goods.items()}


def _change(pos: Pos, seat: Seat, give: Goods, get: Goods) -> float:
    """How much better a seat's goods are after a deal; nothing when it has no turn left to use them."""
    s = pos.state
    if s.ending and (seat - s.first) % pos.n < (s.turn.seat - s.first) % pos.n:
        return 0.0
    goods = s.players[seat].goods
    found = evaluate.wishes(pos, seat)
    return _holding(swapped(goods, give, get), found) - _holding(goods, found)


def _holding(goods: Goods, found: list[tuple[float, str, str]]) -> float:
    """What goods in hand are worth: each for itself, and the best building that they pay."""
    worth = sum(evaluate.GOODS[good] * (min(n, KEEP[good]) + 0.5 * max(0, n - KEEP[good])) for good, n in goods.items())
    ready = next((worth for worth, _, name in found if can_pay(goods, BUILDINGS[name].cost)), 0.0)
    return worth + AT_HAND * max(0.0, ready)
