"""Simulated games go like real ones and end with the same points."""

from __future__ import annotations

import pytest

from games.core.engine import walk
from games.core.state.rng import Rng
from games.eight_minute_empire import GAME
from games.eight_minute_empire.ai.ground import turns
from games.eight_minute_empire.ai.sketch import (
    CITY,
    DESTROY,
    MOVE,
    PLACE,
    Sketch,
    points_of_goods,
    results,
    symbols,
    unit_action_paths,
)
from games.eight_minute_empire.ai.turns import turn_paths
from games.eight_minute_empire.rules.turns import TakeCard
from tests.games.eight_minute_empire.positions import begin, board, hands, pick_cards

ALL_OPTIONS = {
    "map_side": "side_b",
    "goods_tokens": True,
    "bid_winner": "chooses",
    "ore_card": "english_printing",
    "one_city_per_player_per_region": True,
    "destroyed_armies": "out_of_game",
}


@pytest.mark.parametrize(
    ("n", "options"),
    [(2, {}), (2, ALL_OPTIONS | {"neutral_armies": True}), (3, ALL_OPTIONS), (5, {})],
)
def test_a_turn_in_thought_does_what_its_paths_do(n: int, options: dict[str, bool | str]) -> None:
    pos, rng = walk.start(GAME, options, n, 4), Rng.of(2)
    while pos.outcome is None:
        seat = walk.actors(pos)[0]
        if not isinstance(pos.stack[-1], TakeCard) or any(pos.lanes):
            walk.apply(pos, seat, walk.default_path(pos, seat))
            continue
        sketch = Sketch(pos)
        turn = rng.pick(turns(sketch, seat, 6))
        for path in turn_paths(sketch, turn):
            walk.apply(pos, seat, path)
        sketch.take(seat, turn)
        real = Sketch(pos)
        for same in (
            "armies",
            "strengths",
            "counts",
            "coins",
            "reserve",
            "city_reserve",
            "turn",
            "order",
            "tokens",
        ):
            assert getattr(sketch, same) == getattr(real, same), (turn, same)
        assert sketch.row == real.row[:5]
    came = results(sketch)
    assert tuple(points for points, *_ in came) == GAME.score(pos).total
    assert [seat for seat in range(n) if came[seat] == max(came)] == pos.outcome.winners


def test_a_sketch_is_copied_frozen_and_thawed_whole() -> None:
    sketch = Sketch(
        board(begin(3, goods_tokens=True), {"c4": {0: 3, 1: 2}, "w1": {2: 1}}, {"w1": {0: 1}})
    )
    frozen = sketch.frozen()
    for other in (sketch.copy(), Sketch.thawed(frozen)):
        assert other.frozen() == frozen
        other.take(0, turns(other, 0, 1)[0])
        other.refill(Rng.of(1))
        assert other.frozen() != frozen
    assert sketch.frozen() == frozen


def test_deeds_are_undone() -> None:
    sketch = Sketch(board(begin(), {"c4": {0: 3, 1: 2}, "w1": {1: 1}}))
    before = sketch.frozen()
    unit_actions = [(PLACE, 10, 0), (MOVE, 10, 8), (CITY, 8, 0), (DESTROY, 0, 1)]
    for unit_action in unit_actions:
        sketch.apply_action(0, unit_action)
    assert sketch.strengths[0][8] == 2
    assert sketch.reserve[1] == 12
    for unit_action in reversed(unit_actions):
        sketch.undo_action(0, unit_action)
    assert sketch.frozen() == before


def test_journeys_are_told_step_by_step_and_all_armies_at_one_place_at_once() -> None:
    sketch = Sketch(begin())
    at = {
        region: n
        for n, region in enumerate(
            ("w1", "w2", "w3", "w4", "w5", "w6", "w7", "c1", "c2", "c3", "c4", "c5")
        )
    }
    assert unit_action_paths(sketch, [(MOVE, at["c4"], at["c1"])], sea=False) == [
        ("move", "c4", "c2"),
        ("move", "c2", "c1"),
    ]
    assert unit_action_paths(sketch, [(MOVE, at["c5"], at["w5"])], sea=True) == [
        ("move", "c5", "w5")
    ]
    assert unit_action_paths(sketch, [(PLACE, at["c4"], 0)] * 3, sea=False) == [("place", "c4_x3")]
    assert unit_action_paths(sketch, [(DESTROY, at["c4"], 1)], sea=False) == [
        ("destroy", "c4", "p1")
    ]


def test_goods_count_with_wilds_at_their_best() -> None:
    pos = hands(begin(), pick_cards(crystal=3, wild=1), [])
    assert points_of_goods(symbols(tuple(pos.state.cards[0]))) == 5
    assert points_of_goods((0, 0, 0, 0, 0, 2)) == 0
