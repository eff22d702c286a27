"""Payments: whether goods cover a cost, and which goods to give if there is a choice.

A *cost* counts what is required (`{"wood": 2, "any_resource": 1}`), a *purse* what the payer
has. `accepts` names the goods that can pay a part of the cost (`{"wood": ("wood", "gold"),
"any_resource": ("wood", "stone", "food", "gold")}`); a part that is not in `accepts` is paid
only with the good of the same name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from games.core.prompts.prompt import DistributePrompt, Slot
from games.core.text.messages import Msg, msg

Goods = Mapping[str, int]
Accepts = Mapping[str, tuple[str, ...]]


def can_pay(cost: Goods, paid: Goods, accepts: Accepts) -> bool:
    """Return whether `paid` covers the cost exactly."""
    return sum(paid.values()) == sum(cost.values()) and _all_used(cost, paid, accepts)


def cheapest(
    cost: Goods, purse: Goods, accepts: Accepts, spend_last: Iterable[str] = ()
) -> dict[str, int] | None:
    """Return the payment that gives up the least valuable goods; None if none is possible.

    Goods in `spend_last` are paid only if no others suffice, those at its end last. Among equals, the
    good of which most would remain is paid first.
    """
    paid = _largest_payment(cost, purse, accepts, tuple(spend_last))
    return paid if sum(paid.values()) == sum(cost.values()) else None


def missing(cost: Goods, purse: Goods, accepts: Accepts) -> dict[str, int]:
    """Return how many units are missing, by part of the cost; empty if it can be paid."""
    left = dict(cost)
    short: dict[str, int] = {}
    unpaid = _unpaid_units(cost, purse, accepts)
    for part in cost:
        while left[part] and unpaid:
            left[part] -= 1
            now = _unpaid_units(left, purse, accepts)
            if now == unpaid:
                left[part] += 1
                break
            unpaid, short[part] = now, short.get(part, 0) + 1
    return short


def _unpaid_units(cost: Goods, purse: Goods, accepts: Accepts) -> int:
    return sum(cost.values()) - sum(_largest_payment(cost, purse, accepts, ()).values())


def payment_prompt(
    cost: Goods,
    purse: Goods,
    accepts: Accepts,
    label: Callable[[str], Msg],
    *,
    spend_last: Iterable[str] = (),
    prompt: Msg | None = None,
) -> DistributePrompt | None:
    """Return the prompt for a payment, with the cheapest one as default.

    `spend_last` are the goods that the default keeps if it can (see `cheapest`). None if the cost
    cannot be paid. The prompt checks only the number of goods, so an answer may pay wood with
    stone even if `accepts` forbids that: the frame must check the answer with `can_pay`.
    """
    auto = cheapest(cost, purse, accepts, spend_last)
    if auto is None:
        return None
    slots = []
    for good in _goods(cost, accepts):
        useful = sum(n for part, n in cost.items() if good in _accepted(part, accepts))
        if most := min(purse.get(good, 0), useful):
            slots.append(Slot(good, label(good), most, art=good))
    n = sum(cost.values())
    return DistributePrompt(
        tuple(slots),
        n,
        n,
        prompt or msg("core.prompt.pay"),
        default=auto,
        change_label=msg("core.change.pay"),
    )


def discount_prompt(
    cost: Goods, n: int, purse: Goods, label: Callable[[str], Msg], *, prompt: Msg | None = None
) -> DistributePrompt | None:
    """Return the prompt for a discount: which `n` goods of a cost to leave out.

    The default leaves out the scarcest goods. None if the purse cannot pay the rest, whichever
    goods are left out. A discount larger than the cost leaves out all of it. The frame must
    refuse an answer after which the purse does not cover the rest of the cost (`reduced_cost`).
    """
    n = min(n, sum(cost.values()))
    # Goods that the purse lacks must be left out; then the good of which least would remain.
    out = {good: max(0, need - purse.get(good, 0)) for good, need in cost.items()}
    if sum(out.values()) > n:
        return None
    while sum(out.values()) < n:
        scarcest = min(
            (good for good in cost if out[good] < cost[good]),
            key=lambda good: purse.get(good, 0) - cost[good] + out[good],
        )
        out[scarcest] += 1
    slots = tuple(Slot(good, label(good), need, art=good) for good, need in cost.items() if need)
    return DistributePrompt(
        slots,
        n,
        n,
        prompt or msg("core.prompt.waive"),
        default={good: k for good, k in out.items() if k},
    )


def reduced_cost(cost: Goods, out: Goods) -> dict[str, int]:
    """Return the cost without the goods `out` of a discount; zeros are left out."""
    return {good: n - out.get(good, 0) for good, n in cost.items() if n > out.get(good, 0)}


def _accepted(part: str, accepts: Accepts) -> tuple[str, ...]:
    return accepts.get(part, (part,))


def _goods(cost: Goods, accepts: Accepts) -> list[str]:
    """Return the goods that can pay a part of the cost, each once, in the order of the cost."""
    return list(
        dict.fromkeys(good for part, n in cost.items() if n for good in _accepted(part, accepts))
    )


def _payable_units(goods: list[str], cost: Goods, accepts: Accepts) -> list[int]:
    """Return for each set of goods how many units of the cost accept a good of the set.

    The index is the set of goods: bit i stands for `goods[i]`. By Hall's theorem a payment is
    possible if, for each set, it has at most this many units of the goods in the set.
    """
    bit = {good: 1 << at for at, good in enumerate(goods)}
    parts = [
        (sum(bit.get(good, 0) for good in set(_accepted(part, accepts))), n)
        for part, n in cost.items()
        if n
    ]
    return [sum(n for takes, n in parts if takes & some) for some in range(1 << len(goods))]


def _all_used(cost: Goods, paid: Goods, accepts: Accepts) -> bool:
    """Return whether each paid unit can pay another unit of the cost."""
    goods = [good for good, n in paid.items() if n]
    payable = _payable_units(goods, cost, accepts)
    return all(
        sum(paid[good] for at, good in enumerate(goods) if some >> at & 1) <= payable[some]
        for some in range(len(payable))
    )


def _largest_payment(
    cost: Goods, purse: Goods, accepts: Accepts, spend_last: tuple[str, ...]
) -> dict[str, int]:
    """Return the goods that pay as much of the cost as the purse covers.

    Each step pays one unit: of the good that comes first in the order of `cheapest` among those
    that can still pay something. The sets of units that can be paid together form a matroid, so
    this greedy choice is optimal.
    """
    goods = [good for good in _goods(cost, accepts) if purse.get(good, 0)]
    payable = _payable_units(goods, cost, accepts)  # reduced with each unit paid
    sets = {
        good: [some for some in range(len(payable)) if some >> at & 1]
        for at, good in enumerate(goods)
    }
    price = {good: spend_last.index(good) + 1 if good in spend_last else 0 for good in goods}
    paid: dict[str, int] = {}
    while True:
        goods = [
            good
            for good in goods
            if paid.get(good, 0) < purse[good] and all(payable[some] for some in sets[good])
        ]
        if not goods:
            return paid
        best = min(goods, key=lambda good: (price[good], paid.get(good, 0) - purse[good]))
        paid[best] = paid.get(best, 0) + 1
        for some in sets[best]:
            payable[some] -= 1
