"""Options as data; scores, shared places and tie-breaks."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.state.options import Choice, Order, Range, Setting, Toggle, applies, check, complete
from games.core.state.score import Criterion, places, rank
from games.core.text.messages import literal, msg
from tests.core.second_game import FERRY

SETTINGS: tuple[Setting, ...] = (
    Choice("map", ("a", "b"), "a"),
    Toggle("campaign"),
    Range("games", 2, 5, 3, when={"campaign": True}),
    Toggle("neutral", players=(2,)),
    Choice("side", ("left", "right"), "left", when={"neutral": True}),
    Order("age"),
    Choice("faction", ("red", "blue"), "red", per_seat=True),
)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"map": "b"},
        {"campaign": True, "games": 5},
        {"age": [2, 0, 1]},
        {"faction": ["red", "blue", "blue"]},
        {"games": 4},
    ],
)
def test_fitting_options_pass(options: dict[str, Any]) -> None:
    assert check(SETTINGS, options, 3) is None
    full = complete(SETTINGS, options, 3)
    assert set(full) == {setting.id for setting in SETTINGS}
    assert check(SETTINGS, full, 3) is None, "what is complete can be checked again"
    assert complete(SETTINGS, full, 3) == full


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"mpa": "a"}, "core.options.unknown"),
        ({"map": "c"}, "core.options.value"),
        ({"map": ["a"]}, "core.options.value"),
        ({"campaign": 1}, "core.options.value"),
        ({"games": True}, "core.options.value"),
        ({"games": 6}, "core.options.value"),
        ({"age": [0, 1]}, "core.options.value"),
        ({"age": [0, 1, "2"]}, "core.options.value"),
        ({"age": [0, 0, 1]}, "core.options.value"),
        ({"age": [False, True, 2]}, "core.options.value"),
        ({"age": None}, "core.options.value"),
        ({"map": None}, "core.options.value"),
        ({"faction": "red"}, "core.options.value"),
        ({"faction": ["red", "blue"]}, "core.options.value"),
        ({"faction": ["red", "blue", "green"]}, "core.options.value"),
    ],
)
def test_wrong_options_are_refused_with_their_name(options: dict[str, Any], why: str) -> None:
    wrong = check(SETTINGS, options, 3)
    assert wrong is not None
    assert wrong.key == why
    assert wrong.args["option"] == next(iter(options))


def test_options_that_do_not_apply_fall_back() -> None:
    assert complete(SETTINGS, {"games": 5}, 3)["games"] == 3
    assert complete(SETTINGS, {"games": 5, "campaign": True}, 3)["games"] == 5
    assert complete(SETTINGS, {"neutral": True}, 3)["neutral"] is False
    assert complete(SETTINGS, {"neutral": True}, 2)["neutral"] is True


def test_conditions_look_at_what_really_applies() -> None:
    """`side` needs `neutral`, which needs two players: with three it does not apply although it is set."""
    assert complete(SETTINGS, {"neutral": True, "side": "right"}, 3)["side"] == "left"
    assert complete(SETTINGS, {"neutral": True, "side": "right"}, 2)["side"] == "right"
    assert not applies(SETTINGS[4], complete(SETTINGS, {"neutral": True}, 3), 3)


def test_defaults_by_seat() -> None:
    full = complete(SETTINGS, {}, 3)
    assert full["age"] == [2, 1, 0]
    assert full["faction"] == ["red", "red", "red"]
    full["faction"].append("blue")
    assert complete(SETTINGS, {}, 3)["faction"] == ["red", "red", "red"]
    assert FERRY.defaults(2) == {
        "cards": 4,
        "lazy": False,
        "order": [1, 0],
        "colour": ["red", "red"],
        "tide": "low",
    }


def ranked(*values: tuple[int, ...]) -> tuple[list[int], list[list[str]]]:
    """Return places and trails by seat, as category and value."""
    ranking = rank([Criterion(f"c{i}", literal(f"c{i}"), value) for i, value in enumerate(values)])
    trails = {
        r.seat: [f"{m.args['what'].args['text']} {m.args['n']}" for m in r.trail] for r in ranking
    }
    return places(ranking), [trails[seat] for seat in range(len(values[0]))]


def test_points_alone_decide() -> None:
    assert ranked((5, 9, 7), (1, 1, 1)) == ([3, 1, 2], [[], [], []])


def test_equal_seats_share_a_place_and_the_next_is_skipped() -> None:
    got, _ = ranked((9, 7, 7, 5), (0, 2, 2, 0))
    assert got == [1, 2, 2, 4]
    assert ranked((3, 3, 3))[0] == [1, 1, 1]


def test_the_trail_tells_what_decided_and_only_where_it_did() -> None:
    got, trails = ranked((120, 120, 80), (6, 4, 9), (1, 2, 3))
    assert got == [1, 2, 3]
    assert trails == [["c1 6"], ["c1 4"], []]
    _, trails = ranked((5, 5), (3, 3), (0, 1))
    assert trails == [["c1 3", "c2 0"], ["c1 3", "c2 1"]]


def test_the_ranking_lists_the_best_first_and_ties_by_seat() -> None:
    ranking = rank([Criterion("points", msg("x"), (4, 8, 8, 2))])
    assert [(r.place, r.seat) for r in ranking] == [(1, 1), (1, 2), (3, 0), (4, 3)]
