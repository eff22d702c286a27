"""Answers to prompts: valid keys pass, others are refused with a reason, nothing raises."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.engine.walk import _keys, _random_answer
from games.core.prompts.prompt import (
    AmountPrompt,
    DisabledOption,
    DistributePrompt,
    Option,
    Prompt,
    SelectPrompt,
    Slot,
    has_answer_form,
    why_illegal,
)
from games.core.state.rng import Rng
from games.core.text.i18n import MessageCatalogue, core_folder
from games.core.text.messages import literal

W = literal
ABC = tuple(Option(key, W(key)) for key in "abc")
ONE = SelectPrompt(ABC, blocked=(DisabledOption("d", W("d"), W("too dear"), "r7"),))
SOME = SelectPrompt(ABC, min=1, max=2)
NUMBER = AmountPrompt(2, 5)
SPLIT = DistributePrompt((Slot("x", W("x"), 2, 2), Slot("y", W("y"), 3)), 1, 4)
FULL = DistributePrompt((Slot("x", W("x"), 2, 2), Slot("y", W("y"), 1)), 0, 4, full=True)

GOOD: list[tuple[Prompt, Any]] = [
    (ONE, "a"),
    (ONE, "c"),
    (SOME, ["a"]),
    (SOME, ["a", "c"]),
    (NUMBER, 2),
    (NUMBER, 5),
    (SPLIT, {"x": 2}),
    (SPLIT, {"y": 3}),
    (SPLIT, {"x": 1, "y": 2}),
    (SPLIT, {"y": 2, "x": 1}),
    (FULL, {"x": 2}),
    (FULL, {"x": 1, "y": 1}),
]
BAD: list[tuple[Prompt, Any, str]] = [
    (ONE, "d", "@text"),
    (ONE, "e", "core.refused.option"),
    (ONE, ["a"], "core.refused.option"),
    (ONE, 1, "core.refused.option"),
    (SOME, [], "core.refused.count"),
    (SOME, ["a", "b", "c"], "core.refused.count"),
    (SOME, "a", "core.refused.count"),
    (SOME, ["b", "a"], "core.refused.option"),
    (SOME, ["a", "a"], "core.refused.option"),
    (SOME, ["z"], "core.refused.option"),
    (SOME, [1], "core.refused.option"),
    (SOME, [["a"]], "core.refused.option"),
    (NUMBER, 1, "core.refused.range"),
    (NUMBER, 6, "core.refused.range"),
    (NUMBER, "3", "core.refused.number"),
    (NUMBER, True, "core.refused.number"),
    (NUMBER, 3.0, "core.refused.number"),
    (SPLIT, {}, "core.refused.sum"),
    (SPLIT, {"x": 2, "y": 1}, "core.refused.sum"),
    (SPLIT, {"x": 3}, "core.refused.allot"),
    (SPLIT, {"x": 0, "y": 1}, "core.refused.allot"),
    (SPLIT, {"x": True}, "core.refused.allot"),
    (SPLIT, {"z": 1}, "core.refused.allot"),
    (SPLIT, {"y": -1}, "core.refused.allot"),
    (SPLIT, ["x"], "core.refused.allot"),
    (FULL, {"x": 1}, "core.refused.full"),
    (FULL, {"y": 1}, "core.refused.full"),
    (FULL, {}, "core.refused.full"),
]


@pytest.mark.parametrize(("form", "key"), GOOD)
def test_good_keys_pass(form: Prompt, key: Any) -> None:
    assert has_answer_form(key)
    assert why_illegal(form, key) is None


@pytest.mark.parametrize(("form", "key", "why"), BAD)
def test_bad_keys_are_refused_with_the_reason(form: Prompt, key: Any, why: str) -> None:
    reject = why_illegal(form, key)
    assert reject is not None
    assert reject.why.key == why


def test_a_blocked_option_says_why_and_where_the_rule_stands() -> None:
    reject = why_illegal(ONE, "d")
    assert reject is not None
    assert (reject.why, reject.rule) == (W("too dear"), "r7")


JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.binary(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(max_size=3) | st.integers(), inner, max_size=3)
    ),
    max_leaves=6,
)


@given(JUNK)
def test_refuse_and_good_key_never_raise(key: Any) -> None:
    has_answer_form(key)
    for form in (ONE, SOME, NUMBER, SPLIT, FULL):
        if why_illegal(form, key) is None:
            assert has_answer_form(key)


NO_KEYS = [
    "",
    "x" * 41,
    "Ñ",
    "a b",
    "@undo",
    "A",
    True,
    None,
    1.0,
    ["a", 1],
    {"a": 0},
    {"a": True},
    {1: 1},
    ("a",),
]


@pytest.mark.parametrize("key", NO_KEYS)
def test_only_the_four_shapes_of_keys_are_good(key: Any) -> None:
    assert not has_answer_form(key)


@st.composite
def forms(draw: st.DrawFn) -> Prompt:
    kind = draw(st.integers(0, 2))
    if kind == 0:
        options = tuple(Option(f"o{i}", W(i)) for i in range(draw(st.integers(1, 5))))
        low = draw(st.integers(0, len(options)))
        return SelectPrompt(
            options, min=low, max=draw(st.integers(max(1, low), max(1, len(options))))
        )
    if kind == 1:
        low = draw(st.integers(0, 5))
        return AmountPrompt(low, low + draw(st.integers(0, 5)))
    slots = tuple(
        Slot(f"s{i}", W(i), draw(st.integers(0, 3)), draw(st.integers(1, 4)))
        for i in range(draw(st.integers(1, 3)))
    )
    reach = sum(slot.most * slot.weight for slot in slots)
    units = [draw(st.integers(0, slot.most)) for slot in slots]
    total = sum(n * slot.weight for n, slot in zip(units, slots, strict=True))
    return DistributePrompt(
        slots,
        draw(st.integers(0, total)),
        draw(st.integers(total, reach + 2)),
        full=draw(st.booleans()),
    )


@given(forms(), st.integers(0, 1000))
def test_every_key_offered_is_valid_and_spelled_once(form: Prompt, seed: int) -> None:
    """Defaults, random answers and the list of all answers pass `why_illegal`.

    No answer occurs twice.
    """
    keys = list(_keys(form))
    if not keys:  # a `full` split whose sum can't reach `lo`: no frame may ask that
        assert isinstance(form, DistributePrompt)
        assert form.full
        return
    assert all(has_answer_form(key) and why_illegal(form, key) is None for key in keys)
    assert len({repr(key) for key in keys}) == len(keys)
    assert form.default_answer() in keys
    assert _random_answer(form, Rng.of(seed)) in keys
    if form.only_answer() is not None:
        assert keys == [form.only_answer()]
    if len(keys) == 1 and not isinstance(form, DistributePrompt):
        assert form.only_answer() == keys[0]


@given(forms())
def test_the_own_default_comes_first(form: Prompt) -> None:
    match form:
        case SelectPrompt(min=1, max=1):
            last = form.options[-1].key
            assert SelectPrompt(form.options, default=last).default_answer() == last
        case AmountPrompt():
            assert AmountPrompt(form.lo, form.hi, default=form.hi).default_answer() == form.hi
        case DistributePrompt():
            default = {"s0": 1}
            made = DistributePrompt(form.slots, form.lo, form.hi, default=default).default_answer()
            assert made == default
            assert made is not default
        case SelectPrompt():
            assert SelectPrompt(
                form.options, min=form.min, max=form.max, default=("o0",)
            ).default_answer() == ["o0"]


def test_a_split_is_found_where_greed_fails() -> None:
    """3 + 3 makes 6, but a greedy choice takes 4 first."""
    form = DistributePrompt((Slot("four", W("4"), 1, 4), Slot("three", W("3"), 2, 3)), 6, 6)
    assert form.default_answer() == {"three": 2}
    assert DistributePrompt(
        (Slot("free", W("0"), 2, 0), Slot("two", W("2"), 1, 2)), 0, 3, full=True
    ).default_answer() == {"free": 2, "two": 1}


def test_a_refusal_says_what_was_chosen_and_no_bound_beyond_what_can_be() -> None:
    words = MessageCatalogue.load("en", [core_folder()])

    def why(form: Prompt, key: Any) -> str:
        no = why_illegal(form, key)
        return words.say(no.why) if no else ""

    few = DistributePrompt((Slot("x", W("x"), 2),), 2, 9)
    assert why(few, {"x": 1}) == "1 of 2 selected."
    assert (
        why(DistributePrompt((Slot("x", W("x"), 3),), 2, 9), {"x": 1})
        == "You've selected 1. You need 2 to 3."
    )
    assert (
        why(DistributePrompt((Slot("x", W("x"), 9),), 0, 4), {"x": 5})
        == "You've selected 5. Choose up to 4."
    )
    assert why(SelectPrompt(ABC, min=2, max=9), ["a"]) == "Choose 2 to 3."
    assert why(SelectPrompt(ABC, min=3, max=9), ["a"]) == "Choose 3."
    assert why(SelectPrompt(ABC, min=0, max=2), ["a", "b", "c"]) == "Choose up to 2."
    assert why(AmountPrompt(4, 4), 5) == "5 doesn't work. Choose 4."
