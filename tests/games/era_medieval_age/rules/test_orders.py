"""Secret answers commute: any order of moves and undos gives the same bytes.

So do timeouts of absent players.
"""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.engine import walk
from games.era_medieval_age import GAME
from games.era_medieval_age.rules.domain.building import Build
from games.era_medieval_age.rules.phases.calamities import Attack, Treason
from games.era_medieval_age.rules.phases.harvest import Collect
from games.era_medieval_age.rules.phases.rolling import RollPhase
from tests.games.era_medieval_age.positions import KEEP, Pos, begin, dice, lay, stage
from tests.games.parallel_answers import check_defaults_of, encoded_after

SEED = "orders"
HOUSES = ["longhouse-a1-0", "longhouse-d1-0", "longhouse-g1-0", "farm-j1-0", "church-a4-0"]


def setup() -> Pos:
    return walk.start(GAME, {}, 3, SEED)


def rolling() -> Pos:
    pos = lay(begin(3, seed=SEED), *([KEEP, *HOUSES, "monastery-a12-0"] for _ in range(3)))
    pos.state.ended = ["monastery"]
    for seat in range(3):
        dice(
            pos,
            seat,
            "peasant_food3",
            "peasant_food3",
            "peasant_food3",
            "noble_sword1",
            "clergy_quill",
        )
    stage(pos, RollPhase(), Build(0, 1))
    return pos


def collecting() -> Pos:
    pos = begin(3, seed=SEED)
    for seat in range(3):
        dice(pos, seat, "peasant_food2_or_stone1", "clergy_stone1_or_wood2")
    stage(pos, Collect(), Build(0, 1))
    return pos


def scorched() -> Pos:
    pos = lay(begin(4, seed=SEED), *([KEEP, *HOUSES] for _ in range(4)))
    for seat in range(4):
        dice(pos, seat, "peasant_food3", "noble_sword1")
    stage(pos, Treason(3, [0, 1, 2]), Build(3, 1))
    return pos


def attacked() -> Pos:
    pos = lay(
        begin(4, seed=SEED, lost_die_result_stays_this_round=False),
        *([KEEP, *HOUSES] for _ in range(4)),
    )
    for seat in range(4):
        dice(pos, seat, "peasant_build2", "peasant_food3", "clergy_quill", "noble_sword1")
    stage(pos, Attack([0, 1, 2]), Build(3, 1))
    return pos


STARTS = {one.__name__: one for one in (setup, rolling, collecting, scorched, attacked)}


@pytest.mark.parametrize("where", STARTS)
@settings(max_examples=8, deadline=None, derandomize=True)
@given(order=st.lists(st.integers(0, 2), min_size=1, max_size=40), salt=st.integers(0, 9))
def test_any_order_of_taps_and_undos_gives_the_same_bytes(
    where: str, order: list[int], salt: int
) -> None:
    start = STARTS[where]()
    by_turns = encoded_after(GAME, start, SEED, [0, 1, 2], salt)
    assert encoded_after(GAME, start, SEED, [*order, 0, 1, 2], salt) == by_turns
    assert encoded_after(GAME, start, SEED, [2] * 60 + [1] * 60 + [0], salt) == by_turns


@pytest.mark.parametrize("where", STARTS)
def test_who_is_timed_out_or_gone_leaves_the_others_as_they_were(where: str) -> None:
    check_defaults_of(GAME, STARTS[where](), 1, ((0, 1, 2), (2, 1, 0), (1, 2, 0)))
