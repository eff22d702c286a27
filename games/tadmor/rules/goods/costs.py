"""Costs and payment: tower prices, reductions, traded goods (rules 6, 6.2)."""

from __future__ import annotations

from collections.abc import Container, Mapping
from functools import lru_cache

from games.core.prompts.payment import discount_prompt, reduced_cost
from games.core.prompts.prompt import DistributePrompt, IllegalPath, Prompt, Slot
from games.core.text.messages import Msg, Path, msg
from games.tadmor.model.catalog import RESOURCES, RULES
from games.tadmor.model.effects import Powers
from games.tadmor.model.names import GOODS, amounts
from games.tadmor.model.state import Player

_MAX_TOWER_ACTIONS = 60  # more levels or pairs than any seat can pay


def pay(player: Player, cost: Mapping[str, int]) -> None:
    """Remove goods from a player: from the area for traded goods, then from the warehouse.

    Ruling R23. The player must have the goods.
    """
    for what, n in cost.items():
        first = min(n, player.traded[what])
        player.traded[what] -= first
        player.store[what] -= n - first


def left_after(player: Player, cost: Mapping[str, int]) -> str:
    """Return the goods that a player keeps after `cost`, as text for previews in images.

    The text has eight numbers joined by hyphens: the warehouse first, then the traded goods, each
    in the order of the resources.
    """
    first = {what: min(cost.get(what, 0), player.traded[what]) for what in RESOURCES}
    store = [player.store[what] - cost.get(what, 0) + first[what] for what in RESOURCES]
    return "-".join(map(str, (*store, *(player.traded[what] - first[what] for what in RESOURCES))))


def missing_goods(player: Player, cost: Mapping[str, int]) -> dict[str, int]:
    """Return the missing goods by kind; empty if warehouse and traded goods cover the cost."""
    goods = player.goods
    return {what: n - goods[what] for what, n in cost.items() if n > goods[what]}


def why_not_payable(player: Player, cost: Mapping[str, int], reduction: int = 0) -> Msg | None:
    """Return why a cost reduced by `reduction` goods can't be paid; None if it can."""
    lack = missing_goods(player, cost)
    if sum(lack.values()) <= reduction:
        return None
    return describe_missing(without_reduction(lack, reduction))


def without_reduction(lack: Mapping[str, int], reduction: int) -> dict[str, int]:
    """Return the missing goods `lack` after a reduction saves up to `reduction` of them.

    The reduction saves one good at a time, each time of the kind with the most goods missing.
    """
    left = dict(lack)
    for _ in range(min(reduction, sum(left.values()))):
        left[max(left, key=left.__getitem__)] -= 1
    return {what: n for what, n in left.items() if n}


def describe_missing(lack: Mapping[str, int]) -> Msg:
    """Describe missing goods as returned by `missing_goods`: `faltan 3 de piedra`."""
    return msg("tad.why.short", n=sum(lack.values()), what=amounts(lack))


def ask_reduction(
    player: Player, cost: Mapping[str, int], reduction: int
) -> DistributePrompt | None:
    """Ask which goods of a cost the reduction saves (ruling R24).

    Return None if even the reduced cost can't be paid.
    """
    n = min(reduction, sum(cost.values()))
    return discount_prompt(
        cost, n, player.goods, GOODS.__getitem__, prompt=msg("tad.ask.leave_out", n=n)
    )


def ask_goods_left_out(
    player: Player, cost: dict[str, int], action: str, where: Path
) -> Prompt | IllegalPath | None:
    """Ask which goods of `cost` a reduction for `action` leaves out, if there is one.

    `where` are the answers given so far. Return None if nothing is left to ask, or `IllegalPath` if
    the player's goods do not suffice.
    """
    reduction = player.powers.reduction.get(action, 0)
    if not where:
        return (
            ask_reduction(player, cost, reduction) or _illegal_if_short(player, cost)
            if reduction
            else _illegal_if_short(player, cost)
        )
    return _illegal_if_short(player, cost_after_reduction(cost, where))


def _illegal_if_short(player: Player, cost: dict[str, int]) -> IllegalPath | None:
    why = why_not_payable(player, cost)
    return IllegalPath(why) if why else None


def cost_after_reduction(cost: dict[str, int], where: Path) -> dict[str, int]:
    """Return `cost` without the goods that a reduction leaves out, as chosen.

    The choice is the first answer in `where` if that is a dict of goods. Otherwise the whole cost
    is returned.
    """
    out = where[0] if where else None
    return reduced_cost(cost, out) if isinstance(out, dict) else dict(cost)


def ask_any_goods(
    goods: Mapping[str, int], n: int, prompt: Msg, tradable: Container[str] = ()
) -> DistributePrompt:
    """Ask which `n` goods to take from `goods`, whatever their kinds.

    The default takes the most numerous kinds; among equals, those that are not `tradable` come
    first, then basic goods.
    """
    slots = tuple(
        Slot(what, GOODS[what], goods[what], art=what) for what in RESOURCES if goods[what]
    )
    return DistributePrompt(
        slots, n, n, prompt, default=most_numerous(goods, n, tradable), unit=msg("tad.unit.goods")
    )


def most_numerous(
    goods: Mapping[str, int], n: int, tradable: Container[str] = ()
) -> dict[str, int]:
    """Return `n` of `goods`, by kind, taken from the kinds with the most goods.

    The goods are taken one at a time, each of the kind with most left; among equals, the first in
    the order of resources, but `tradable` ones last.
    """
    left = dict(goods)
    for _ in range(n):
        kind = max(
            RESOURCES, key=lambda one: (left[one], one not in tradable, -RESOURCES.index(one))
        )
        left[kind] -= 1
    return {what: goods[what] - left[what] for what in RESOURCES if goods[what] > left[what]}


def band(level: int) -> int:
    """Return the index of a level's price band; levels count from 1.

    The last band is open-ended (ruling R6).
    """
    return min((level - 1) // RULES.band_size, len(RULES.bands) - 1)


def including_free_level(height: int, powers: Powers) -> int:
    """Return the tower height, plus 1 if the next level is free (ruling R8)."""
    return (
        height + 1
        if powers.free_level_multiple and (height + 1) % powers.free_level_multiple == 0
        else height
    )


@lru_cache(4096)
def _tower_step(
    height: int, double: bool, multiple: int, waived: frozenset[str]
) -> tuple[int, tuple[tuple[str, int], ...]]:
    """Return the height after one more level (or pair, if `double`), and its cost (R6, R7).

    Levels that are a multiple of `multiple` are free (0: none). The resources in `waived` drop out
    of the cost.
    """

    def with_free_level(at: int) -> int:
        return at + 1 if multiple and (at + 1) % multiple == 0 else at

    level = with_free_level(height)
    facts = RULES.bands[band(level + 1)]
    cost = tuple(
        (what, n)
        for what, n in (facts.double if double else facts.single).items()
        if what not in waived
    )
    level = with_free_level(level + 1)
    return with_free_level(level + 1) if double else level, cost


def tower_prices(
    player: Player, double: bool, most: int = _MAX_TOWER_ACTIONS
) -> list[tuple[int, dict[str, int]]]:
    """Return pairs (height, total cost) for 1, 2, 3... levels (or pairs, if `double`).

    The list ends with the first cost that the player can't pay, or after `most` entries.
    """
    powers, goods = player.powers, player.goods
    found: list[tuple[int, dict[str, int]]] = []
    height, total = player.tower, dict[str, int]()
    for _ in range(most):
        height, cost = _tower_step(
            height, double, powers.free_level_multiple, frozenset(powers.waived_resources)
        )
        for what, n in cost:
            total[what] = total.get(what, 0) + n
        found.append((height, dict(total)))
        if any(n > goods[what] for what, n in total.items()):
            break
    return found
