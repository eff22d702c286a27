"""Learned values: weights for every number of seats, sums of features, exact changes."""

from __future__ import annotations

import pytest

from games.core.state.rng import Rng
from games.eight_minute_empire.ai.ground import BoardGains, sample_turn, turns
from games.eight_minute_empire.ai.learned import (
    GROUPS,
    SIZE,
    board_view,
    knot_position,
    learned,
    strongest_rival,
    values,
    weights_list,
)
from games.eight_minute_empire.ai.sketch import DESTROY, Sketch, TurnSketch
from games.eight_minute_empire.ai.trial import log_odds
from games.eight_minute_empire.model.catalog import RULES
from games.eight_minute_empire.model.operations import Destroy, PlaceArmies
from games.eight_minute_empire.rules.turns import total_turns
from tests.games.eight_minute_empire.positions import begin, board


def test_there_are_weights_for_every_number_of_seats() -> None:
    assert set(learned()) == set(RULES.by_players)
    for n, known in learned().items():
        assert list(known.knots) == sorted(known.knots)
        assert known.knots[0] == 0
        assert known.knots[-1] == total_turns(n) - 1
        for weights in known.weights:
            assert {group: len(of) for group, of in weights.items()} == GROUPS
        assert len(weights_list(known.weights[0])) == SIZE


def test_weights_change_evenly_between_knots() -> None:
    assert knot_position((0, 1, 4), 0) == (0, 0.0)
    assert knot_position((0, 1, 4), 1) == (1, 0.0)
    assert knot_position((0, 1, 4), 2) == (1, pytest.approx(1 / 3))
    assert knot_position((0, 1, 4), 4) == (1, 1.0)
    n = 2
    low, high = learned()[n].knots[-2:]
    middle = values(n, "a", (low + high) // 2).weights
    for fact, one in enumerate(middle):
        ends = sorted((values(n, "a", low).weights[fact], values(n, "a", high).weights[fact]))
        assert ends[0] - 1e-9 <= one <= ends[1] + 1e-9


@pytest.mark.parametrize("side", ["a", "b"])
def test_for_two_what_a_turn_changes_is_what_the_facts_add_up_to(side: str) -> None:
    """But for cards with two actions together, thought of part by part. Among more, another may lead a continent then."""
    sketch, rng = Sketch(begin(2, side)), Rng.of(1)
    while sketch.to_come > 1:
        seat = sketch.next
        came = []
        for turn in turns(sketch, seat, 5):
            if sketch.action_of(sketch.row[turn.card]).join != "and":
                after = sketch.copy()
                after.take(seat, turn)
                came.append(log_odds(after, seat) - turn.worth)
        assert max(came) == pytest.approx(min(came))
        sketch.take(seat, sample_turn(turns(sketch, seat, 2), 1.0, rng))
        sketch.refill(rng)


def test_a_region_that_nobody_can_hold_is_told_apart() -> None:
    sketch = Sketch(board(begin(3), {"c4": {0: 1, 1: 3, 2: 3}, "w1": {1: 2, 2: 1}, "w2": {0: 1}}))
    at = {"c4": 10, "w1": 0, "w2": 1}
    assert strongest_rival(sketch, 0, at["c4"]) == (3, -4, None)
    assert strongest_rival(sketch, 0, at["w1"]) == (2, 2, 1)
    assert strongest_rival(sketch, 0, at["w2"]) == (0, 0, None)
    assert board_view(sketch, 0).lead[0] == 0  # one region each in the west
    neutral = Sketch(board(begin(2, neutral_armies=True), {"c4": {0: 1, 2: 3}, "w1": {1: 2}}))
    assert strongest_rival(neutral, 0, at["c4"]) == (3, -1, 2)
    assert board_view(neutral, 0).rival_armies[at["w1"]] == 2


def test_the_board_is_the_same_in_both_ways_of_seeing_it() -> None:
    """For two players the features of the board are computed faster."""
    sketch = Sketch(
        board(begin(), {"c4": {0: 3, 1: 2}, "w1": {1: 2}, "i1": {0: 1}}, {"i1": {1: 1}})
    )
    fast = board_view(sketch, 0)
    sketch.neutral = True
    slow = board_view(sketch, 0)
    assert list(fast.rival_strength) == list(slow.rival_strength)
    assert fast.lead == slow.lead
    assert list(fast.rival_armies) == list(slow.rival_armies)


def test_an_army_from_the_reserve_of_none_is_no_use() -> None:
    sketch = Sketch(begin())
    sketch.reserve[0] = 0
    assert BoardGains(sketch, 0).uses(PlaceArmies(2), 2, 3) == []


def test_only_who_is_strongest_is_worth_destroying() -> None:
    sketch = Sketch(board(begin(3), {"c4": {0: 2, 1: 3, 2: 1}}))
    found = BoardGains(sketch, 0).uses(Destroy(1), 1, 9)
    assert [use.unit_actions for use in found] == [((DESTROY, 10, 1),)]
    assert strongest_rival(sketch, 0, 10)[0] == 3  # nothing has happened


def test_lots_prefer_what_is_better() -> None:
    rng, some = Rng.of(1), [TurnSketch(0.0, 0, ()), TurnSketch(1.0, 1, ()), TurnSketch(-9.0, 2, ())]
    drawn = [sample_turn(some, 0.5, rng).card for _ in range(200)]
    assert drawn.count(1) > drawn.count(0) > 0 == drawn.count(2)


def test_a_token_is_worth_something_to_who_holds_its_region() -> None:
    pos = board(begin(goods_tokens=True), {"c4": {0: 3, 1: 3}, "i1": {1: 1}})
    ground, plain = (
        BoardGains(Sketch(pos), 0),
        BoardGains(Sketch(board(begin(), {"c4": {0: 3, 1: 3}, "i1": {1: 1}})), 0),
    )
    at = ground.facts.regions.index("i1")
    assert set(ground.tokens) == {ground.facts.regions.index(region) for region in pos.state.tokens}
    assert ground.army_gains()[0][at] != pytest.approx(plain.army_gains()[0][at])
