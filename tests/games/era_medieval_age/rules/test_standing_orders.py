"""Standing orders: pay an extortion while `keep` remains, and finish building."""

import pytest

from games.core.engine import bots, walk
from games.core.state.options import Range, applies
from games.core.state.rng import Rng
from games.era_medieval_age import GAME
from games.era_medieval_age.model.catalog import RULES
from games.era_medieval_age.rules.domain.building import Build
from games.era_medieval_age.rules.phases.extortion import JAIME, Extort, Yield
from tests.games.era_medieval_age.positions import Pos, begin, dice, go, stage, stock


def asked(wood: int = 2) -> Pos:
    """Let seat 0 demand wood of seat 1, which has this much."""
    pos = dice(
        dice(stock(stock(begin(), 0), 1, wood=wood, food=1), 0, "noble_sword1"), 1, "peasant_food3"
    )
    stage(pos, Extort([]), Build(0, 1))
    return go(pos, ("demand", "p1", "wood"))


@pytest.mark.parametrize(("keep", "path"), [(0, ("pay",)), (1, ("pay",)), (2, None), (8, None)])
def test_it_pays_while_at_least_n_are_left(keep: int, path: tuple[str, ...] | None) -> None:
    assert bots.follow_orders(asked(2), 1, {"pay_extortion": True, "keep": keep}, Rng.of(1)) == path


def test_the_last_one_is_paid_only_by_who_keeps_none() -> None:
    assert bots.follow_orders(asked(1), 1, {"pay_extortion": True}, Rng.of(1)) == ("pay",)
    assert bots.follow_orders(asked(1), 1, {"pay_extortion": True, "keep": 1}, Rng.of(1)) is None


def test_without_the_order_the_person_is_asked() -> None:
    assert bots.follow_orders(asked(), 1, {}, Rng.of(1)) is None
    assert bots.follow_orders(asked(), 1, {"pay_extortion": False, "keep": 0}, Rng.of(1)) is None


def test_it_answers_nothing_but_a_demand_on_its_own_seat() -> None:
    pos = asked()
    assert bots.follow_orders(pos, 0, {"pay_extortion": True}, Rng.of(1)) is None
    after = walk.submit(pos, 1, ("pay",)).pos
    for seat in walk.actors(after):
        assert bots.follow_orders(after, seat, {"pay_extortion": True}, Rng.of(1)) is None


def test_master_jaime_is_paid_alike() -> None:
    pos = stock(begin(1), 0, wood=3)
    stage(pos, Yield(0, JAIME, "wood"), Build(0, 1))
    assert bots.follow_orders(pos, 0, {"pay_extortion": True, "keep": 2}, Rng.of(1)) == ("pay",)
    assert bots.follow_orders(pos, 0, {"pay_extortion": True, "keep": 3}, Rng.of(1)) is None


def test_how_much_is_kept_means_something_only_with_the_order() -> None:
    pay, keep, _ = GAME.orders
    assert (pay.id, keep.id) == ("pay_extortion", "keep")
    assert [applies(keep, {"pay_extortion": on}, 2) for on in (False, True)] == [False, True]
    assert isinstance(keep, Range)
    assert keep.hi == RULES.resources["food"].most - 1 == 8


@pytest.mark.parametrize(("hammers", "on", "path"), [(0, True, ("pass",)), (0, False, None)])
def test_a_building_turn_without_hammers_ends_by_itself(
    hammers: int, on: bool, path: tuple[str, ...] | None
) -> None:
    pos = stock(begin(), 0, wood=6)
    stage(pos, Build(0, hammers))
    assert bots.follow_orders(pos, 0, {"used_up": on}, Rng.of(1)) == path


def test_a_building_turn_in_which_something_can_be_built_goes_on() -> None:
    pos = stock(begin(), 0, wood=6)
    stage(pos, Build(0, 1))
    assert bots.follow_orders(pos, 0, {"used_up": True}, Rng.of(1)) is None
