"""What the view of Era says about rounds and hammers."""

from __future__ import annotations

import pytest
from msgspec import structs

from games.era_medieval_age import GAME
from games.era_medieval_age.model.catalog import RULES
from games.era_medieval_age.rules.domain.building import Build
from games.era_medieval_age.rules.phases.extortion import Extort
from games.era_medieval_age.views.view import hammers_left
from tests.games.era_medieval_age.positions import begin, dice, stage


@pytest.mark.parametrize("n", [1, 2, 4])
def test_the_view_knows_the_last_round_as_the_rules_do(n: int) -> None:
    pos = begin(n)
    assert not GAME.view(pos, None).is_last_round
    pos.state.round = RULES.solo.rounds if n == 1 else pos.options["round_limit"]
    assert GAME.view(pos, None).is_last_round
    if n > 1:
        pos.state.round = 1
        pos.state.ended = ["market", "church", "farm", "keep", "cathedral"][: pos.state.markers]
        assert GAME.view(pos, None).is_last_round
        pos.state.ended.pop()
        assert not GAME.view(pos, None).is_last_round


def test_hammers_are_left_until_a_seat_has_built() -> None:
    pos = dice(begin(3), 0, "peasant_build2")
    pos = dice(pos, 1, "peasant_build2")
    stage(pos, Build(1, 1))
    view = structs.replace(GAME.view(pos, None), order=(0, 1, 2))
    rolled = view.towns[2].hammers
    assert [hammers_left(view, seat) for seat in range(3)] == [None, 1, rolled]
    stage(pos, Extort([]))
    assert {hammers_left(GAME.view(pos, None), seat) for seat in range(3)} == {None}
