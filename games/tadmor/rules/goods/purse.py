"""Trades that make a price payable: the search for them and their description."""

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
AT = {what: at for at, what in enumerate(RESOURCES)}
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

    The search is greedy. It tries the rates in their order, the least flexible first.
    """
    found, lack = _search(purse, cost)
    return found if sum(lack) <= purse.wild else None


def lacking(purse: Purse, cost: Vec) -> Vec:
    """Return the goods still missing after trades, which wild goods would have to pay."""
    lack = _search(purse, cost)[1]
    return lack[0], lack[1], lack[2], lack[3]


def remainder(purse: Purse, cost: Vec) -> tuple[int, ...]:
    """Return the goods of each kind left after a cost, then the number of wild goods left."""
    found, lack = _search(purse, cost)
    left = [a + b - n for a, b, n in zip(purse.store, purse.traded, cost, strict=True)]
    for give, units in found:
        left[give] -= 1
        for what in units:
            left[what] += 1
    return (*(max(0, n) for n in left), purse.wild - sum(lack))


def _search(purse: Purse, cost: Vec) -> tuple[tuple[OneTrade, ...], list[int]]:
    """Return the trades for a cost, and the goods that are missing all the same."""
    lack = [max(0, n - a - b) for n, a, b in zip(cost, purse.store, purse.traded, strict=True)]
    if not any(lack):
        return (), lack
    # Goods of the warehouse that the cost leaves to trade; traded goods pay first.
    spare = [
        max(0, a - max(0, n - b)) for n, a, b in zip(cost, purse.store, purse.traded, strict=True)
    ]
    found: list[OneTrade] = []
    for give, get, n in purse.rates:
        while spare[give] and any(lack[what] for what in get):
            units: list[int] = []
            for _ in range(n):
                what = max(get, key=lambda one: lack[one])
                units.append(what)
                lack[what] = max(0, lack[what] - 1)
            spare[give] -= 1
            found.append((give, tuple(sorted(units))))
    return tuple(found), lack


def exchange_rates(rates: Iterable[Rate]) -> tuple[ExchangeRate, ...]:
    """Return rates in the format of `Purse.rates`, the least flexible first."""
    found = {
        (AT[give], tuple(AT[what] for what in rate.get), rate.n)
        for rate in rates
        for give in rate.give
    }
    return tuple(sorted(found, key=lambda one: (one[2], len(one[1]), one)))


def trades_in_words(player: Player, rates: Iterable[Rate], cost: Mapping[str, int]) -> list[Msg]:
    """Describe the trades that would make a price payable: `2 madera → 2 mármol`.

    Return an empty list if no trades would.
    """
    needed = needed_trades(
        Purse(vec(player.store), vec(player.traded), exchange_rates(rates)), vec(cost)
    )
    descriptions = []
    for (give, units), times in Counter(needed or ()).items():
        got = {RESOURCES[what]: times * units.count(what) for what in dict.fromkeys(units)}
        descriptions.append(
            msg(
                "tad.trade.rate",
                give=short_amounts({RESOURCES[give]: times}),
                got=short_amounts(got),
            )
        )
    return descriptions
