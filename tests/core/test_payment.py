"""Payments: jokers, the cheapest payment, what is missing, reductions placed by the payer."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.prompts import payment
from games.core.prompts.prompt import DistributePrompt, why_illegal
from games.core.text.messages import literal, msg

GOODS = ("wood", "stone", "food", "gold")
ACCEPTS = {
    "wood": ("wood", "gold"),
    "stone": ("stone", "gold"),
    "food": ("food", "gold"),
    "any": GOODS,
}
COSTS = st.dictionaries(st.sampled_from([*ACCEPTS, "raze"]), st.integers(0, 3), max_size=4)
PURSES = st.dictionaries(st.sampled_from([*GOODS, "raze"]), st.integers(0, 3))


def by_hand(cost: dict[str, int], paid: dict[str, int]) -> bool:
    """Return whether the payment covers the cost, by trying all assignments."""
    part = next((part for part, n in cost.items() if n), None)
    if part is None:
        return not any(paid.values())
    return any(
        by_hand({**cost, part: cost[part] - 1}, {**paid, good: paid[good] - 1})
        for good in ACCEPTS.get(part, (part,))
        if paid.get(good, 0)
    )


def payments(cost: dict[str, int], purse: dict[str, int]) -> Iterator[dict[str, int]]:
    total = sum(cost.values())
    for counts in product(*(range(n + 1) for n in purse.values())):
        if sum(counts) == total:
            yield {good: n for good, n in zip(purse, counts, strict=True) if n}


@given(COSTS, PURSES)
def test_covers_agrees_with_trying_all_ways(cost: dict[str, int], purse: dict[str, int]) -> None:
    for paid in payments(cost, purse):
        assert payment.can_pay(cost, paid, ACCEPTS) is by_hand(cost, paid)


@given(COSTS, PURSES)
def test_the_cheapest_payment_spends_the_least_gold(
    cost: dict[str, int], purse: dict[str, int]
) -> None:
    ways = [paid for paid in payments(cost, purse) if by_hand(cost, paid)]
    best = payment.cheapest(cost, purse, ACCEPTS, spend_last=("gold",))
    assert (best in ways) if ways else best is None
    if best is not None:
        assert best.get("gold", 0) == min(paid.get("gold", 0) for paid in ways)


@given(COSTS, PURSES)
def test_with_what_is_lacking_the_rest_can_be_paid(
    cost: dict[str, int], purse: dict[str, int]
) -> None:
    short = payment.missing(cost, purse, ACCEPTS)
    assert (short == {}) is (payment.cheapest(cost, purse, ACCEPTS) is not None)
    assert payment.cheapest(payment.reduced_cost(cost, short), purse, ACCEPTS) is not None


def test_the_question_has_the_cheapest_payment_filled_in_and_takes_any_other() -> None:
    form = payment.payment_prompt(
        {"wood": 2, "any": 1},
        {"wood": 1, "stone": 3, "gold": 2},
        ACCEPTS,
        literal,
        spend_last=["gold"],
    )
    assert isinstance(form, DistributePrompt)
    assert form.default_answer() == {"wood": 1, "stone": 1, "gold": 1}
    assert form.prompt == msg("core.prompt.pay")
    assert {slot.key: slot.most for slot in form.slots} == {"wood": 1, "gold": 2, "stone": 1}
    assert why_illegal(form, {"wood": 1, "gold": 2}) is None
    assert payment.payment_prompt({"wood": 2}, {"wood": 1, "stone": 5}, ACCEPTS, literal) is None
    assert payment.missing({"wood": 2}, {"wood": 1, "stone": 5}, ACCEPTS) == {"wood": 1}


def test_nothing_is_asked_where_there_is_one_way_to_pay() -> None:
    form = payment.payment_prompt({"wood": 2}, {"wood": 5}, ACCEPTS, literal)
    assert form is not None
    assert form.only_answer() == {"wood": 2}


@pytest.mark.parametrize(
    ("cost", "n", "purse", "out"),
    [
        (
            {"stone": 2, "marble": 1},
            1,
            {"stone": 5, "marble": 1},
            {"marble": 1},
        ),  # the scarcest is spared
        (
            {"stone": 2, "marble": 1},
            1,
            {"stone": 1, "marble": 9},
            {"stone": 1},
        ),  # what is lacking has to be
        ({"stone": 1}, 4, {}, {"stone": 1}),  # more than the cost: all of it
        ({"stone": 3, "gold": 1}, 2, {"stone": 1}, None),  # even so it can't be paid
    ],
)
def test_a_reduction_leaves_out_the_scarcest(
    cost: dict[str, int], n: int, purse: dict[str, int], out: dict[str, int] | None
) -> None:
    form = payment.discount_prompt(cost, n, purse, literal)
    assert (form.default_answer() if form else None) == out
    if form is not None and out is not None:
        assert why_illegal(form, out) is None
        assert all(
            purse.get(good, 0) >= left for good, left in payment.reduced_cost(cost, out).items()
        )
