"""Trades that make a price payable: the search for them and their description.

Goods are vectors (`Vec`) here, because the AI player searches for trades very often. A `Purse` is
what a player has to pay with, trades included.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from games.core.text.messages import Msg, msg
from games.tadmor.model.catalog import RESOURCES, Rate
from games.tadmor.model.names import short_amounts
from games.tadmor.model.state import Player

Vec = tuple[int, int, int, int]  # goods by kind, in the order of `RESOURCES`
# An exchange that the player may use any number of times: index of the good given, indices of
# the kinds that may be gained, number of goods gained.
ExchangeRate = tuple[int, tuple[int, ...], int]
# An exchange carried out once: index of the good given, indices of the goods gained.
OneTrade = tuple[int, tuple[int, ...]]
AT = {what: index for index, what in enumerate(RESOURCES)}  # index in a `Vec`
ZERO: Vec = (0, 0, 0, 0)


def vec(goods: Mapping[str, int]) -> Vec:
    """Return goods as a vector, in the order of `RESOURCES`."""
    return goods.get("wood", 0), goods.get("stone", 0), goods.get("marble", 0), goods.get("gold", 0)


def plus(a: Vec, b: Vec) -> Vec:
    """Return the sum of two vectors."""
    return a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]


class Purse(NamedTuple):
    """Means of payment.

    `store` are the goods of the warehouse. `traded` are goods gained by trades, which can pay but
    can't be traded again. `wild` counts goods that may be of any kind.
    """

    store: Vec
    traded: Vec
    rates: tuple[ExchangeRate, ...] = ()
    wild: int = 0

    @property
    def total(self) -> int:
        """Return the number of all goods, wild ones included."""
        return sum(self.store) + sum(self.traded) + self.wild


@lru_cache(20_000)
def needed_trades(purse: Purse, cost: Vec) -> tuple[OneTrade, ...] | None:
    """Return the trades that make a cost payable; None if it can't be paid.

    The search is greedy: it tries the rates of the purse in their order and never takes a trade
    back.
    """
    trades, lack = _trades_and_lack(purse, cost)
    return trades if sum(lack) <= purse.wild else None


def lacking(purse: Purse, cost: Vec) -> Vec:
    """Return the goods by kind that `purse` still lacks for `cost` after trades.

    Wild goods would have to pay for them.
    """
    lack = _trades_and_lack(purse, cost)[1]
    return lack[0], lack[1], lack[2], lack[3]


def remainder(purse: Purse, cost: Vec) -> tuple[int, ...]:
    """Return the goods left after `cost`: one number per kind, then the number of wild goods."""
    trades, lack = _trades_and_lack(purse, cost)
    left = [
        stored + traded - need
        for stored, traded, need in zip(purse.store, purse.traded, cost, strict=True)
    ]
    for give, gained in trades:
        left[give] -= 1
        for kind in gained:
            left[kind] += 1
    return (*(max(0, n) for n in left), purse.wild - sum(lack))


def _trades_and_lack(purse: Purse, cost: Vec) -> tuple[tuple[OneTrade, ...], list[int]]:
    """Return the trades of `purse` for `cost`, and the goods by kind still missing.

    The goods that a trade gains are of the kinds with the most goods missing.
    """
    by_kind = list(zip(cost, purse.store, purse.traded, strict=True))
    lack = [max(0, need - stored - traded) for need, stored, traded in by_kind]
    if not any(lack):
        return (), lack
    # Goods of the warehouse that the cost leaves to trade; traded goods pay first.
    tradable = [max(0, stored - max(0, need - traded)) for need, stored, traded in by_kind]
    trades: list[OneTrade] = []
    for give, kinds, n_gained in purse.rates:
        while tradable[give] and any(lack[kind] for kind in kinds):
            gained: list[int] = []
            for _ in range(n_gained):
                most_lacking = max(kinds, key=lambda kind: lack[kind])
                gained.append(most_lacking)
                lack[most_lacking] = max(0, lack[most_lacking] - 1)
            tradable[give] -= 1
            trades.append((give, tuple(sorted(gained))))
    return tuple(trades), lack


def exchange_rates(rates: Iterable[Rate]) -> tuple[ExchangeRate, ...]:
    """Return `rates` in the format of `Purse.rates`, the least flexible first."""
    found = {
        (AT[give], tuple(AT[what] for what in rate.get), rate.n)
        for rate in rates
        for give in rate.give
    }
    return tuple(sorted(found, key=lambda one: (one[2], len(one[1]), one)))


def fewest_trades(
    player: Player, rates: Iterable[Rate], cost: Mapping[str, int], reduction: int = 0
) -> tuple[OneTrade, ...]:
    """Return trades that make a price, minus `reduction` goods, payable.

    The player chooses which goods a reduction leaves out. The tuple is empty if no trades are
    needed, or none make the price payable.
    """
    purse = Purse(vec(player.store), vec(player.traded), exchange_rates(rates), reduction)
    needed = needed_trades(purse, vec(cost)) or ()
    missing = Counter(dict(enumerate(lacking(purse._replace(rates=()), vec(cost)))))
    for n, (_, gained) in enumerate(needed, 1):
        missing -= Counter(gained)
        if missing.total() <= reduction:
            return needed[:n]
    return needed


def trades_in_words(trades: Iterable[OneTrade]) -> list[Msg]:
    """Describe trades, one message per kind of trade: `2 madera → 2 mármol`."""
    descriptions = []
    for (give, units), times in Counter(trades).items():
        got = {RESOURCES[what]: times * units.count(what) for what in dict.fromkeys(units)}
        descriptions.append(
            msg(
                "tad.trade.rate",
                give=short_amounts({RESOURCES[give]: times}),
                got=short_amounts(got),
            )
        )
    return descriptions
