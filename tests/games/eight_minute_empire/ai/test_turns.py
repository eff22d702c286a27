"""Plans of whole turns: legal to the last move, the likeliest first; expected values."""

from __future__ import annotations

import pytest

from games.core.engine import walk
from games.core.engine.game import Plan
from games.core.prompts.prompt import MoveReady
from games.core.state.rng import Rng
from games.eight_minute_empire import GAME
from games.eight_minute_empire.ai.decide import choose
from games.eight_minute_empire.ai.evaluate import shortest_ways, without_detours
from games.eight_minute_empire.ai.sketch import side_indexes
from games.eight_minute_empire.ai.turns import candidates, expected_points, rollout_plan
from games.eight_minute_empire.model.events import TurnEnded
from tests.games.eight_minute_empire.positions import (
    begin,
    board,
    go,
    hands,
    last_turns,
    pick_cards,
    row,
)

ALL_OPTIONS = {
    "map_side": "side_b",
    "goods_tokens": True,
    "bid_winner": "chooses",
    "wild_assignment": "manual",
    "ore_card": "english_printing",
    "one_city_per_player_per_region": True,
    "destroyed_armies": "out_of_game",
}


@pytest.mark.parametrize(
    ("n", "options"),
    [(2, {}), (2, ALL_OPTIONS | {"neutral_armies": True}), (4, ALL_OPTIONS), (5, {})],
)
def test_every_plan_is_legal_step_by_step_to_the_end_of_the_game(
    n: int, options: dict[str, bool | str]
) -> None:
    pos, rng = walk.start(GAME, options, n, 3), Rng.of(1)
    while pos.outcome is None:
        seat = walk.actors(pos)[0]
        plans = [plan for _, plan in candidates(pos, seat, 12)]
        assert 1 <= len(plans) <= 12
        assert len(set(map(repr, plans))) == len(plans)
        for plan in (*plans, rollout_plan(pos, seat, rng)):
            world = GAME.codec.clone(pos)
            for path in plan:
                assert isinstance(walk.ask(world, seat, path), MoveReady), (plan, path)
                walk.apply(world, seat, path)
        walk.apply(pos, seat, rng.pick(plans)[0])  # plans for what is left of a turn, too
    assert len(expected_points(pos)) == n


def test_candidates_come_best_first_and_tell_uses_of_one_card_apart() -> None:
    pos = board(row(begin(), "c10", "c25"), {"c4": {0: 4, 1: 3}, "c3": {0: 2}})
    found = candidates(pos, 0, 16)
    assert [worth for worth, _ in found] == sorted((worth for worth, _ in found), reverse=True)
    assert len({plan for _, plan in found if plan[0] == ("take", "card1")}) > 2


def test_bids_are_thought_of_dear_ones_last() -> None:
    pos = walk.start(GAME, {}, 2, 1)
    assert [plan for _, plan in candidates(pos, 0, 16)] == [(("bid", n),) for n in range(4)]


def test_a_quick_player_beats_luck() -> None:
    won = 0
    for seed in range(8):
        pos, rng, me = walk.start(GAME, {}, 2, seed), Rng.of(seed), seed % 2
        while pos.outcome is None:
            seat = walk.actors(pos)[0]
            for path in (
                rollout_plan(pos, seat, rng) if seat == me else (walk.random_move(pos, seat, rng),)
            ):
                walk.apply(pos, seat, path)
        won += pos.outcome.winners == [me]
    assert won == 8


def test_chances_count_land_goods_and_coins() -> None:
    poor = board(begin(), {"c4": {0: 3, 1: 3}})
    assert expected_points(poor)[0] == pytest.approx(expected_points(poor)[1])
    rich = board(begin(), {"c4": {0: 1, 1: 3}, "w1": {0: 1}, "i1": {0: 1}})
    assert expected_points(rich)[0] > expected_points(rich)[1]
    before = expected_points(poor)[0]
    assert expected_points(hands(poor, pick_cards(crystal=4), []))[0] > before
    assert expected_points(walk.start(GAME, {}, 3, 1)) == [0.0, 0.0, 0.0]


def test_at_the_last_turn_chances_are_the_points() -> None:
    pos = last_turns(board(begin(), {"c4": {0: 3}, "w1": {1: 3}}), [["c06"], []], left=1)
    for path in (("take", "card1"), ("end",)):
        before = expected_points(pos)
        pos = go(pos, path)
    assert pos.outcome is not None
    assert before == pytest.approx(list(GAME.score(pos).total), abs=0.8)


def test_journeys_that_lead_an_army_on_or_back_become_one_or_none() -> None:
    regions = side_indexes("a").regions
    _, _, distance = shortest_ways("a", False)

    def shortened(*journeys: tuple[str, str]) -> list[tuple[str, str]]:
        found = without_detours(
            [(regions.index(frm), regions.index(to)) for frm, to in journeys], distance
        )
        return [(regions[frm], regions[to]) for frm, to in found]

    assert shortened(("c4", "c10"), ("c10", "c6")) == [("c4", "c6")]
    assert shortened(("i2", "i1"), ("c4", "c6"), ("i1", "i2")) == [("c4", "c6")]
    assert shortened(("c4", "c5"), ("c5", "c6"), ("c6", "c4")) == []
    onward = [("c4", "c10"), ("c10", "c11")]
    assert shortened(*onward) == onward


@pytest.mark.parametrize("player", ["standard", "quick", "candidates"])
def test_no_army_walks_in_a_circle(player: str) -> None:
    turns_with_moves = 0
    for seed in range(6):
        rng = Rng.of(seed)
        pos = walk.start(GAME, {"map_side": f"side_{'ab'[seed % 2]}"}, 2 + seed % 4, seed)
        while pos.outcome is None:
            seat = walk.actors(pos)[0]
            if player == "standard":
                paths: Plan = (choose(GAME.view(pos, seat), pos, seat),)
            elif player == "quick":
                paths = rollout_plan(pos, seat, rng)
            else:
                plans = candidates(pos, seat, 20)
                paths = plans[rng.below(len(plans))][1]
            for path in paths:
                for event in (one.public for one in walk.apply(pos, seat, path)):
                    if not isinstance(event, TurnEnded):
                        continue
                    journeys: list[list[str]] = []
                    for _, frm, to in (step for step in event.steps if step[0] == "move"):
                        begun = next((one for one in reversed(journeys) if one[-1] == frm), None)
                        if begun is None:
                            journeys.append(begun := [frm])
                        begun.append(to)
                    assert all(len(set(one)) == len(one) for one in journeys), event.steps
                    turns_with_moves += bool(journeys)
    assert turns_with_moves > 40
