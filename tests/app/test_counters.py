"""An answer that is spread over slots: what a press on a counter changes."""

from __future__ import annotations

import pytest

from app.play.draft_session import update_pending
from games.core.prompts.prompt import DistributePrompt, Slot
from games.core.text.messages import literal

ALL = 10_000  # what the middle of a counter asks for
SLOTS = tuple(
    Slot(key, literal(key), most) for key, most in (("wood", 2), ("stone", 3), ("gold", 1))
)


@pytest.mark.parametrize(
    ("have", "change", "then"),
    [
        ({"wood": 1}, ("gold", ALL), {"gold": 1}),
        ({"wood": 1}, ("stone", 1), {"stone": 1}),
        ({"wood": 1}, ("wood", 1), {"wood": 1}),
        ({"wood": 1}, ("wood", -1), {}),
        ({}, ("stone", ALL), {"stone": 1}),
    ],
)
def test_one_of_several_is_changed_for_another_by_one_tap(
    have: dict[str, int], change: tuple[str, int], then: dict[str, int]
):
    assert update_pending(DistributePrompt(SLOTS, 1, 1), have, change) == then


def test_of_an_exact_sum_the_fullest_gives_way():
    three = DistributePrompt(SLOTS, 3, 3)
    assert update_pending(three, {"wood": 2, "gold": 1}, ("stone", 1)) == {
        "wood": 1,
        "stone": 1,
        "gold": 1,
    }
    assert update_pending(three, {"wood": 2, "gold": 1}, ("stone", ALL)) == {"stone": 3}
    assert update_pending(three, {"wood": 2}, ("stone", ALL)) == {"wood": 2, "stone": 1}, (
        "there is room: nothing is taken away"
    )


def test_where_less_will_do_nothing_is_taken_from_the_others():
    assert update_pending(DistributePrompt(SLOTS, 1, 3), {"wood": 2, "gold": 1}, ("stone", 1)) == {
        "wood": 2,
        "gold": 1,
    }
    heavy = (*SLOTS[:2], Slot("gold", literal("gold"), 1, 2))
    assert update_pending(DistributePrompt(heavy, 2, 2), {"wood": 2}, ("gold", 1)) == {"wood": 2}, (
        "units of different weight don't change places"
    )
