"""What the next Production phase brings, beside the cards to choose from."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.engine import walk
from games.core.engine.context import StepContext
from games.imperial_settlers import GAME
from games.imperial_settlers.model.events import Produced
from games.imperial_settlers.rules.flow.rounds import Harvest
from games.imperial_settlers.views.income import next_production
from tests.games.asking import public_events
from tests.games.imperial_settlers.positions import begin, deals, empire

ROMANS = {"worker": 2, "wood": 1, "stone": 1, "raze": 1, "defense": 1}
EGYPTIANS = {"worker": 3, "gold": 1, "raze": 1, "defense": 1}
BUILDER, TRADE_COLONY, BARRACKS = "rom020", "rom023", "rom026"  # wood+stone; worker+gold; 2 workers
STONEMASONS_DEAL, LEGIONS_DEAL = "rom027", "rom017"  # stone; raze
ALTAR, GUARD = "egi002", "egi004"  # a stone per gray Location, up to 3; raze or 2 points
GRAY = ("egi011", "egi012", "egi026", "egi027")


def income(pos: Any) -> dict[str, int]:
    """Return what seat 0 expects of its next Production phase."""
    return next_production(GAME.view(pos, 0).empires[0])


def test_the_board_alone() -> None:
    assert income(begin("rb")) == ROMANS
    assert income(begin("eb")) == EGYPTIANS


def test_production_locations_count() -> None:
    assert income(empire(begin("rb"), 0, BUILDER)) == ROMANS | {"wood": 2, "stone": 2}
    pos = empire(begin("rb"), 0, BUILDER, TRADE_COLONY, BARRACKS)
    assert income(pos) == ROMANS | {"wood": 2, "stone": 2, "worker": 5, "gold": 1}


def test_each_deal_brings_its_good() -> None:
    pos = deals(begin("rb"), 0, STONEMASONS_DEAL, LEGIONS_DEAL)
    assert income(pos) == ROMANS | {"stone": 2, "raze": 2}


def test_what_needs_a_choice_is_left_out() -> None:
    assert income(empire(begin("eb"), 0, GUARD)) == EGYPTIANS


@pytest.mark.parametrize(("others", "stones"), [(0, 1), (1, 2), (2, 3), (4, 3 + 4)])
def test_a_gain_for_each_thing_counts_no_more_than_its_maximum(others: int, stones: int) -> None:
    # the altar is gray itself; the third and fourth of the others produce two stones each
    pos = empire(begin("eb"), 0, ALTAR, *GRAY[:others])
    assert income(pos)["stone"] == stones


def test_it_is_what_the_phase_brings() -> None:
    pos = deals(empire(begin("rb"), 0, BUILDER, TRADE_COLONY), 0, STONEMASONS_DEAL)
    expected = ROMANS | {"worker": 3, "wood": 2, "stone": 3, "gold": 1}
    assert income(pos) == expected
    pos.stack.append(Harvest(0, before=[]))
    step = StepContext(GAME, pos)
    walk.run_automatic(GAME, pos, step)
    produced = [one for one in public_events(step.events) if isinstance(one, Produced)]
    assert produced == [Produced(0, expected)]
