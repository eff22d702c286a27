"""Time budget of AI players until a person is asked: by seat and by decision."""

from __future__ import annotations

from itertools import pairwise

import pytest

from app.model.ai_request import MAX_CPU_S, AiRequest, AiResponse
from app.workers import ai_budget, ai_worker
from app.workers.ai_budget import AI_TURN_BUDGET_S, MAX_SHARE_PER_DECISION, AiTimeBudget
from app.workers.ai_pool import InProcessAi
from tests.app.harness import PEOPLE

ANA = PEOPLE[0]
SHARE = AI_TURN_BUDGET_S / 3


def test_each_of_three_has_a_third_and_a_decision_half_of_what_is_left_of_it() -> None:
    some = AiTimeBudget()
    assert some.remaining(1, 3) == pytest.approx(MAX_SHARE_PER_DECISION * SHARE)
    some.spend(1, 0.5)
    assert some.remaining(1, 3) == pytest.approx(MAX_SHARE_PER_DECISION * (SHARE - 0.5))
    assert some.remaining(2, 3) == pytest.approx(MAX_SHARE_PER_DECISION * SHARE)
    some.spend(1, SHARE)
    assert some.remaining(1, 3) == 0.0


def test_no_decision_takes_longer_than_the_longest() -> None:
    some = AiTimeBudget()
    assert some.remaining(0, 1) == MAX_CPU_S < AI_TURN_BUDGET_S
    some.spend(0, 10 * AI_TURN_BUDGET_S)
    assert some.remaining(0, 1) == 0.0


def test_decisions_that_all_take_what_they_may_take_no_more_than_the_wait_together() -> None:
    some, all_of_it = AiTimeBudget(), 0.0
    for seat in (1, 2, 3):
        for _ in range(20):
            took = ai_worker.WALL_FACTOR * some.remaining(seat, 3)  # on a busy machine
            some.spend(seat, took)
            all_of_it += took
    assert all_of_it <= AI_TURN_BUDGET_S


async def test_a_seats_decisions_have_less_and_less_until_a_person_has_moved(harness, monkeypatch):
    monkeypatch.setattr(ai_budget, "AI_TURN_BUDGET_S", 3.0)
    given = list[float]()

    class Told(InProcessAi):
        async def think(self, asked: AiRequest) -> AiResponse:
            given.append(asked.seconds)
            return await super().think(asked)

    harness.app.ai_moves.ai_pool = Told()
    match = await harness.table(1, 1)
    await harness.settle()
    await harness.say(match, ANA, "throw")
    await harness.say(match, ANA, "keep")
    await harness.settle()
    before = len(given)
    assert before > 1
    assert given[0] == MAX_SHARE_PER_DECISION * 3.0
    assert all(later < earlier for earlier, later in pairwise(given))
    await harness.say(match, ANA, "stop")
    await harness.settle()
    assert given[before] == MAX_SHARE_PER_DECISION * 3.0


async def test_where_computer_players_are_among_themselves_they_think_no_longer_than_for_people(
    harness,
):
    given = list[float]()

    class Told(InProcessAi):
        async def think(self, asked: AiRequest) -> AiResponse:
            given.append(asked.seconds)
            return await super().think(asked)

    match = await harness.table(1, 2)
    await harness.settle()
    harness.app.ai_moves.ai_pool = Told()
    assert (await harness.finish(match)).status == "ended"
    assert max(given) <= MAX_SHARE_PER_DECISION * SHARE
    assert given[-1] < given[0]
