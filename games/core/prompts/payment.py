"""Payments: whether goods cover a cost, and which goods to give if several would do.

A *cost* counts what is required (`{"wood": 2, "any_resource": 1}`), a *purse* what the payer
has. `accepts` names the goods that pay for a part of the cost (`{"wood": ("wood", "gold"),
"any_resource": ("wood", "stone", "food", "gold")}`); a part that is not in it takes only the
good of its own name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from games.core.prompts.prompt import DistributePrompt, Slot
from games.core.text.messages import Msg, msg

Goods = Mapping[str, int]
Accepts = Mapping[str, tuple[str, ...]]


def can_pay(cost: Goods, paid: Goods, accepts: Accepts) -> bool:
    """Return whether `paid` covers the cost exactly."""
    return sum(paid.values()) == sum(cost.values()) and _placed(cost, paid, accepts)


def cheapest(
    cost: Goods, purse: Goods, accepts: Accepts, dear: Iterable[str] = ()
) -> dict[str, int] | None:
    """Return the payment that spares `dear` goods (the last most), then scarce ones.

    None if the cost cannot be paid.
    """
    paid = _most(cost, purse, accepts, tuple(dear))
    return paid if sum(paid.values()) == sum(cost.values()) else None


def missing(cost: Goods, purse: Goods, accepts: Accepts) -> dict[str, int]:
    """Return what is missing, by part of the cost; empty if the cost can be paid."""
    left = dict(cost)
    short: dict[str, int] = {}
    missing = sum(cost.values()) - sum(_most(cost, purse, accepts, ()).values())
    for part in cost:
        while left[part] and missing:
            left[part] -= 1
            now = sum(left.values()) - sum(_most(left, purse, accepts, ()).values())
            if now == missing:
                left[part] += 1
                break
            missing, short[part] = now, short.get(part, 0) + 1
    return short


def ask(
    cost: Goods,
    purse: Goods,
    accepts: Accepts,
    label: Callable[[str], Msg],
    *,
    dear: Iterable[str] = (),
    prompt: Msg | None = None,
) -> DistributePrompt | None:
    """Return the prompt how to pay, with the cheapest payment as default.

    None if the cost cannot be paid. The prompt checks only the sum: the frame must still test
    an answer with `can_pay` (it may pay wood with stone). `DistributePrompt.only` has the
    answer if the goods are just enough.
    """
    auto = cheapest(cost, purse, accepts, dear)
    if auto is None:
        return None
    slots = []
    for good in _goods(cost, accepts):
        useful = sum(n for part, n in cost.items() if good in _by(part, accepts))
        if most := min(purse.get(good, 0), useful):
            slots.append(Slot(good, label(good), most, art=good))
    n = sum(cost.values())
    return DistributePrompt(
        tuple(slots),
        n,
        n,
        prompt or msg("core.prompt.pay"),
        default=auto,
        change=msg("core.change.pay"),
    )


def discount(
    cost: Goods, n: int, purse: Goods, label: Callable[[str], Msg], *, prompt: Msg | None = None
) -> DistributePrompt | None:
    """Return the prompt which `n` goods of a cost to leave out (a discount).

    The default leaves out the scarcest goods. None if the rest cannot be paid even so. A
    discount larger than the cost leaves out all of it. The frame must still refuse an answer
    whose `change` the purse does not cover.
    """
    n = min(n, sum(cost.values()))
    out = {good: max(0, need - purse.get(good, 0)) for good, need in cost.items()}
    if sum(out.values()) > n:
        return None
    while sum(out.values()) < n:
        scarce = min(
            (good for good in cost if out[good] < cost[good]),
            key=lambda good: purse[good] - cost[good] + out[good],
        )
        out[scarce] += 1
    slots = tuple(Slot(good, label(good), need, art=good) for good, need in cost.items() if need)
    return DistributePrompt(
        slots,
        n,
        n,
        prompt or msg("core.prompt.waive"),
        default={good: k for good, k in out.items() if k},
    )


def change(cost: Goods, out: Goods) -> dict[str, int]:
    """Return a cost without the goods left out; parts that are zero are dropped."""
    return {good: n - out.get(good, 0) for good, n in cost.items() if n > out.get(good, 0)}


def _by(part: str, accepts: Accepts) -> tuple[str, ...]:
    return accepts.get(part, (part,))


def _goods(cost: Goods, accepts: Accepts) -> list[str]:
    """Return the goods that may pay, each once, in the order of the cost."""
    return list(dict.fromkeys(good for part, n in cost.items() if n for good in _by(part, accepts)))


def _room(goods: list[str], cost: Goods, accepts: Accepts) -> list[int]:
    """Return how many units of the cost each set of goods can pay (bit i is good i).

    A unit counts if it takes at least one good of the set. Hall's condition: all units find a
    place if no set of goods pays more units than that.
    """
    bit = {good: 1 << at for at, good in enumerate(goods)}
    parts = [
        (sum(bit.get(good, 0) for good in set(_by(part, accepts))), n)
        for part, n in cost.items()
        if n
    ]
    return [sum(n for takes, n in parts if takes & some) for some in range(1 << len(goods))]


def _placed(cost: Goods, paid: Goods, accepts: Accepts) -> bool:
    """Return whether every unit paid finds a place in the cost."""
    goods = [good for good, n in paid.items() if n]
    room = _room(goods, cost, accepts)
    return all(
        sum(paid[good] for at, good in enumerate(goods) if some >> at & 1) <= room[some]
        for some in range(len(room))
    )


def _most(cost: Goods, purse: Goods, accepts: Accepts, dear: tuple[str, ...]) -> dict[str, int]:
    """Return as much of the cost as the purse covers, unit by unit.

    Each step takes the least dear good that still finds a place, of those the most plentiful.
    Sets of units that find a place form a matroid, so greedy choice is optimal.
    """
    goods = [good for good in _goods(cost, accepts) if purse.get(good, 0)]
    room = _room(goods, cost, accepts)  # by sets of goods, reduced with each unit paid
    sets = {
        good: [some for some in range(len(room)) if some >> at & 1] for at, good in enumerate(goods)
    }
    price = {good: dear.index(good) + 1 if good in dear else 0 for good in goods}
    paid: dict[str, int] = {}
    while True:
        goods = [
            good
            for good in goods
            if paid.get(good, 0) < purse[good] and all(room[some] for some in sets[good])
        ]
        if not goods:
            return paid
        best = min(goods, key=lambda good: (price[good], paid.get(good, 0) - purse[good]))
        paid[best] = paid.get(best, 0) + 1
        for some in sets[best]:
            room[some] -= 1
