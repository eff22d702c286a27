"""A test of many cases fails by name of those that failed, and asks what it has to ask."""

from __future__ import annotations

import inspect

import pytest

from tests.each import each


def test_every_case_is_tried_and_those_that_fail_are_told():
    tried = []

    @each("left, right", [(1, 1), (1, 2), (2, 2), (3, 2)])
    def same(left: int, right: int) -> None:
        tried.append((left, right))
        assert left == right

    with pytest.raises(ExceptionGroup, match="2 of 4 cases") as told:
        same()
    assert tried == [(1, 1), (1, 2), (2, 2), (3, 2)]
    assert [one.__notes__ for one in told.value.exceptions] == [
        ["in the case {'left': 1, 'right': 2}"],
        ["in the case {'left': 3, 'right': 2}"],
    ]


def test_what_is_left_is_given_by_the_runner_or_by_another_each():
    seen = []

    @each("one", "ab")
    @each("two", [1, 2])
    def both(one: str, two: int, tmp_path: str) -> None:
        seen.append((one, two, tmp_path))

    assert list(inspect.signature(both).parameters) == ["tmp_path"]
    both(tmp_path="here")
    assert seen == [("a", 1, "here"), ("a", 2, "here"), ("b", 1, "here"), ("b", 2, "here")]


def test_no_case_is_no_test():
    with pytest.raises(AssertionError, match="nothing would be asked"):
        each("one", [])
