"""Payments: whether goods cover a cost, and which goods to give if there is a choice.

A *cost* counts what is required (`{"wood": 2, "any_resource": 1}`), a *purse* what the payer has.
`accepts` names the goods that can pay a part of the cost (`{"wood": ("wood", "gold"),
"any_resource": ("wood", "stone", "food", "gold")}`). A part that is not in `accepts` is paid only
with the good of the same name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from games.core.prompts.prompt import DistributePrompt, Slot
from games.core.text.messages import Msg, msg

Goods = Mapping[str, int]
Accepts = Mapping[str, tuple[str, ...]]


def can_pay(cost: Goods, paid: Goods, accepts: Accepts) -> bool:
    """Return whether `paid` covers the cost exactly: nothing is missing and nothing is left."""
    return sum(paid.values()) == sum(cost.values()) and _all_used(cost, paid, accepts)


def cheapest(
    cost: Goods, purse: Goods, accepts: Accepts, spend_last: Iterable[str] = ()
) -> dict[str, int] | None:
    """Return the payment of `cost` with the most plentiful goods of `purse`.

    Each unit is paid with the good of which the purse has the most units left. The goods in
    `spend_last` are used only if all other goods do not suffice, in the given order. `accepts` is
    explained in the module's docstring. Returns None if no payment is possible.
    """
    paid = _largest_payment(cost, purse, accepts, tuple(spend_last))
    return paid if sum(paid.values()) == sum(cost.values()) else None


def missing(cost: Goods, purse: Goods, accepts: Accepts) -> dict[str, int]:
    """Return, by part of the cost, how many units the purse lacks; {} if it lacks none."""
    remaining = dict(cost)
    missing_units: dict[str, int] = {}
    n_unpaid = _unpaid_units(cost, purse, accepts)
    # A unit of the cost is missing if the number of unpaid units falls once it is left out.
    for part in cost:
        while remaining[part] and n_unpaid:
            remaining[part] -= 1
            n_unpaid_without = _unpaid_units(remaining, purse, accepts)
            if n_unpaid_without == n_unpaid:
                remaining[part] += 1
                break
            n_unpaid = n_unpaid_without
            missing_units[part] = missing_units.get(part, 0) + 1
    return missing_units


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
    """Return the prompt for a payment, with the cheapest payment as default.

    `label` returns the label of a good; `prompt` is the question (None: a standard one).
    `spend_last` are the goods that the default keeps if it can (see `cheapest`). Returns None if
    the cost cannot be paid. The prompt checks only how many goods are given, so it accepts stone
    for wood even if `accepts` does not: the frame must check the answer with `can_pay`.
    """
    default = cheapest(cost, purse, accepts, spend_last)
    if default is None:
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
        default=default,
        change_label=msg("core.change.pay"),
    )


def discount_prompt(
    cost: Goods, n: int, purse: Goods, label: Callable[[str], Msg], *, prompt: Msg | None = None
) -> DistributePrompt | None:
    """Return the prompt for a discount: which `n` goods of a cost need not be paid.

    `label` returns the label of a good; `prompt` is the question (None: a standard one). The
    default leaves out the goods that are scarcest in the purse. If `n` is larger than the cost, all
    of it is left out. Returns None if the purse can't pay the remaining cost, whichever goods are
    left out. The frame must refuse an answer whose remaining cost (`reduced_cost`) the purse does
    not cover.
    """
    n = min(n, sum(cost.values()))
    # First leave out what the purse lacks. Then, one by one, leave out the good of which the purse
    # would keep the fewest after paying.
    left_out = {good: max(0, need - purse.get(good, 0)) for good, need in cost.items()}
    if sum(left_out.values()) > n:
        return None
    while sum(left_out.values()) < n:
        scarcest = min(
            (good for good in cost if left_out[good] < cost[good]),
            key=lambda good: purse.get(good, 0) - cost[good] + left_out[good],
        )
        left_out[scarcest] += 1
    slots = tuple(Slot(good, label(good), need, art=good) for good, need in cost.items() if need)
    return DistributePrompt(
        slots,
        n,
        n,
        prompt or msg("core.prompt.waive"),
        default={good: k for good, k in left_out.items() if k},
    )


def reduced_cost(cost: Goods, out: Goods) -> dict[str, int]:
    """Return the cost without the goods `out` of a discount; parts that become 0 are left out."""
    return {good: n - out.get(good, 0) for good, n in cost.items() if n > out.get(good, 0)}


def _accepted(part: str, accepts: Accepts) -> tuple[str, ...]:
    return accepts.get(part, (part,))


def _goods(cost: Goods, accepts: Accepts) -> list[str]:
    """Return the goods that can pay a part of the cost, each once, in the order of the cost."""
    return list(
        dict.fromkeys(good for part, n in cost.items() if n for good in _accepted(part, accepts))
    )


def _payable_units(goods: list[str], cost: Goods, accepts: Accepts) -> list[int]:
    """Return, for each set of goods, how many units of the cost accept at least one of them.

    A good is a kind here ("wood"), and the list's index is a set of them: bit i stands for
    `goods[i]`. By Hall's theorem, each unit of a payment can pay a different unit of the cost if,
    for every set, the payment has at most this many units of the set's goods.
    """
    bit = {good: 1 << i for i, good in enumerate(goods)}
    parts = [  # for each part of the cost: the set of goods that it accepts, and its units
        (sum(bit.get(good, 0) for good in set(_accepted(part, accepts))), n)
        for part, n in cost.items()
        if n
    ]
    return [
        sum(n for accepted, n in parts if accepted & subset) for subset in range(1 << len(goods))
    ]


def _all_used(cost: Goods, paid: Goods, accepts: Accepts) -> bool:
    """Return whether each unit of the payment can pay a different unit of the cost."""
    goods = [good for good, n in paid.items() if n]
    payable = _payable_units(goods, cost, accepts)
    return all(
        sum(paid[good] for i, good in enumerate(goods) if subset >> i & 1) <= payable[subset]
        for subset in range(len(payable))
    )


def _largest_payment(
    cost: Goods, purse: Goods, accepts: Accepts, spend_last: tuple[str, ...]
) -> dict[str, int]:
    """Return the goods that pay as much of the cost as the purse covers.

    Each step pays one unit with the first good that can still pay something, in the order of
    `cheapest` (with `spend_last`). The sets of units that can be paid together form a matroid, so
    this greedy choice is optimal.
    """
    goods = [good for good in _goods(cost, accepts) if purse.get(good, 0)]
    payable = _payable_units(goods, cost, accepts)  # numbers fall with each unit paid
    subsets_with = {
        good: [subset for subset in range(len(payable)) if subset >> i & 1]
        for i, good in enumerate(goods)
    }
    rank = {good: spend_last.index(good) + 1 if good in spend_last else 0 for good in goods}
    paid: dict[str, int] = {}
    while True:
        goods = [
            good
            for good in goods
            if paid.get(good, 0) < purse[good]
            and all(payable[subset] for subset in subsets_with[good])
        ]
        if not goods:
            return paid
        best = min(goods, key=lambda good: (rank[good], paid.get(good, 0) - purse[good]))
        paid[best] = paid.get(best, 0) + 1
        for subset in subsets_with[best]:
            payable[subset] -= 1
