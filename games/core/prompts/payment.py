"""Paying: what covers a cost when some goods may stand for others, and the payment that spares what is dear.

A *cost* counts what is asked for (`{"wood": 2, "any_resource": 1}`), a *purse* what there is. `accepts` names the goods that
pay for a part of the cost (`{"wood": ("wood", "gold"), "any_resource": ("wood", "stone", "food", "gold")}`); a part that it
lacks takes only the good of its own name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from games.core.prompts.prompt import DistributePrompt, Slot
from games.core.text.messages import Msg, msg

Goods = Mapping[str, int]
Accepts = Mapping[str, tuple[str, ...]]


def can_pay(cost: Goods, paid: Goods, accepts: Accepts) -> bool:
    """True when `paid` covers the cost exactly."""
    return sum(paid.values()) == sum(cost.values()) and _placed(cost, paid, accepts)


def cheapest(
    cost: Goods, purse: Goods, accepts: Accepts, dear: Iterable[str] = ()
) -> dict[str, int] | None:
    """The payment that spares the `dear` goods (the last most), then those of which there are few; None when there is none."""
    paid = _most(cost, purse, accepts, tuple(dear))
    return paid if sum(paid.values()) == sum(cost.values()) else None


def missing(cost: Goods, purse: Goods, accepts: Accepts) -> dict[str, int]:
    """What is missing, by part of the cost ("needs 1 wood more"); empty when the cost can be paid."""
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
    """The question how to pay, the cheapest payment proposed; None when the cost can't be paid.

    A frame still refuses, with `can_pay`, what adds up but pays wood with stone. Nothing is asked
    (`DistributePrompt.only`) when the goods at
    hand are just enough.
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
    """The question which `n` goods of a cost are left out (a reduction that the payer places), the scarcest filled in; None when
    even so the rest can't be paid. A reduction larger than the cost leaves all of it out.

    A frame still refuses what leaves a `change` that the purse lacks.
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
    """A cost without what was left out; parts of which nothing is left do not stand in it."""
    return {good: n - out.get(good, 0) for good, n in cost.items() if n > out.get(good, 0)}


def _by(part: str, accepts: Accepts) -> tuple[str, ...]:
    return accepts.get(part, (part,))


def _goods(cost: Goods, accepts: Accepts) -> list[str]:
    """The goods that can be of use, each once: as the parts of the cost name them."""
    return list(dict.fromkeys(good for part, n in cost.items() if n for good in _by(part, accepts)))


def _room(goods: list[str], cost: Goods, accepts: Accepts) -> list[int]:
    """For every set of goods (bit i is good i), how many units of the cost take one of them.

    Hall's condition: units find a place when no set of goods is paid more often than that.
    """
    bit = {good: 1 << at for at, good in enumerate(goods)}
    parts = [
        (sum(bit.get(good, 0) for good in set(_by(part, accepts))), n)
        for part, n in cost.items()
        if n
    ]
    return [sum(n for takes, n in parts if takes & some) for some in range(1 << len(goods))]


def _placed(cost: Goods, paid: Goods, accepts: Accepts) -> bool:
    """True when every unit paid finds a place in the cost."""
    goods = [good for good, n in paid.items() if n]
    room = _room(goods, cost, accepts)
    return all(
        sum(paid[good] for at, good in enumerate(goods) if some >> at & 1) <= room[some]
        for some in range(len(room))
    )


def _most(cost: Goods, purse: Goods, accepts: Accepts, dear: tuple[str, ...]) -> dict[str, int]:
    """As much of the cost as the purse covers, unit by unit: always the least dear good, of which most is left, that still finds
    a place. Units that find a place are a matroid, so that taking the best first is best in sum."""
    goods = [good for good in _goods(cost, accepts) if purse.get(good, 0)]
    room = _room(goods, cost, accepts)  # by sets of goods, less with each unit paid
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
