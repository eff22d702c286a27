"""Payment of costs: checks, prompts, sums.

Gold may stand in for wood, stone and food (rules 7). Workers, raze tokens and gold itself have no
substitute. The part of a cost that gold may replace is called soft, the rest hard.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from games.core.prompts import payment
from games.core.prompts.prompt import DistributePrompt
from games.core.text.messages import Msg, Seat, msg
from games.imperial_settlers.model.catalog import RESOURCES, RULES
from games.imperial_settlers.model.names import GOOD_NAMES, amounts, reason

ANY = "any_resource"
SOFT = (*RESOURCES, ANY)  # goods that gold may replace
ACCEPTS = {**{good: (good, "gold") for good in RESOURCES}, ANY: (*RESOURCES, "gold")}
Goods = Mapping[str, int]


def covers(supply: Goods, cost: Goods) -> bool:
    """Return whether a supply can pay the goods of a cost, with gold if needed (rules 7).

    Hand cards, Deals and other parts of a cost are ignored.
    """
    missing = left_over = 0
    for good in RESOURCES:
        left = supply[good] - cost.get(good, 0)
        if left < 0:
            missing -= left
        else:
            left_over += left
    missing += max(0, cost.get(ANY, 0) - left_over)
    if missing + cost.get("gold", 0) > supply["gold"]:
        return False
    return supply["worker"] >= cost.get("worker", 0) and supply["raze"] >= cost.get("raze", 0)


def lacks(supply: Goods, cost: Goods, *, may_exchange: bool = True) -> Msg | None:
    """Describe the goods that `supply` lacks for `cost`; None if it lacks none.

    Example: `falta 1 de comida`. The message advises to exchange workers if that would bring all
    missing goods. `may_exchange` is False for an effect, during which workers can't be exchanged.
    """
    if covers(supply, cost):
        return None
    kinds = {*RESOURCES, "gold", *cost} - {ANY}
    exchanges = (supply["worker"] - cost.get("worker", 0)) // RULES.exchange if may_exchange else 0
    purse = tuple(sorted((good, supply[good]) for good in kinds))
    return _lacks(purse, tuple(cost.items()), exchanges)


@lru_cache(4096)
def _lacks(
    purse: tuple[tuple[str, int], ...], cost: tuple[tuple[str, int], ...], exchanges: int
) -> Msg:
    missing = payment.missing(dict(cost), dict(purse), ACCEPTS)
    n = sum(missing.values())
    return reason(
        "short", helped=n <= exchanges and set(missing) <= set(SOFT), n=n, what=amounts(missing)
    )


def plus(*costs: Goods) -> dict[str, int]:
    """Return the sum of costs."""
    total: dict[str, int] = {}
    for cost in costs:
        for good, n in cost.items():
            total[good] = total.get(good, 0) + n
    return total


def times(cost: Goods, n: int) -> dict[str, int]:
    """Return a cost multiplied by `n`."""
    return {good: n * k for good, k in cost.items()}


def soft(cost: Goods) -> dict[str, int]:
    """Return the part of a cost that gold may replace."""
    return {good: cost[good] for good in SOFT if cost.get(good)}


def hard(cost: Goods) -> dict[str, int]:
    """Return the part of a cost that gold can't replace: workers, raze tokens, gold."""
    return {good: n for good, n in cost.items() if good not in SOFT and n}


def ask(supply: Goods, cost: Goods) -> DistributePrompt | None:
    """Ask for the payment of the soft part; the default spends as little gold as possible.

    Return None if there is no soft part, or if the supply can't pay it.
    """
    return _ask(
        tuple(
            (good, supply[good] - (cost.get("gold", 0) if good == "gold" else 0))
            for good in (*RESOURCES, "gold")
        ),
        tuple(soft(cost).items()),
    )


@lru_cache(8192)
def _ask(
    purse: tuple[tuple[str, int], ...], cost: tuple[tuple[str, int], ...]
) -> DistributePrompt | None:
    if not cost:
        return None
    return payment.payment_prompt(
        dict(cost),
        dict(purse),
        ACCEPTS,
        GOOD_NAMES.__getitem__,
        spend_last=("gold",),
        prompt=msg("imp.ask.pay", what=amounts(dict(cost))),
    )


def supply_preview(
    seat: Seat, supply: Goods, paid: Goods, gained: Goods = MappingProxyType({})
) -> tuple[str, ...]:
    """Return the preview of a supply after paying `paid` and gaining `gained`.

    The tuple contains one text such as `supply0=wood.1-gold.0`, with the goods that change. The
    tuple is empty if none changes.
    """
    changes = {good: gained.get(good, 0) - paid.get(good, 0) for good in supply}
    text = "-".join(f"{good}.{supply[good] + n}" for good, n in changes.items() if n)
    return (f"supply{seat}={text}",) if text else ()


def pays(cost: Goods, paid: Goods) -> bool:
    """Return whether `paid` pays the soft part of a cost exactly."""
    return payment.can_pay(soft(cost), paid, ACCEPTS)
