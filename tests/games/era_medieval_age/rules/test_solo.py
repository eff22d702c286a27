"""The solo game against Master Jaime (rules 8), sentence by sentence."""

from __future__ import annotations

import pytest

from games.core.engine import walk
from games.core.state.events import Event
from games.era_medieval_age import GAME
from games.era_medieval_age.model.catalog import BUILDINGS, rank_of
from games.era_medieval_age.model.events import NoExtortion
from games.era_medieval_age.model.land import place_order
from games.era_medieval_age.rules.domain.building import Build
from games.era_medieval_age.rules.flow.setup import end_reason
from games.era_medieval_age.rules.phases.calamities import Calamities
from games.era_medieval_age.rules.phases.extortion import Extort
from games.era_medieval_age.rules.phases.rolling import CountSkulls
from tests.games.asking import keys
from tests.games.era_medieval_age.positions import Pos, begin, dice, go, lay, site, stage, stock

SKULL = "peasant_wood1_build1_skull"
RING = ("keep-i9-0", "wall_3-f6-0", "wall_3-i6-90", "wall_4-e10-0", "wall_4-e6-90")


def row(pos: Pos, which: str) -> list[int]:
    return list(next(one.values for one in GAME.score(pos).rows if one.id == which))


def solo(mine: tuple[str, ...], jaime: tuple[str, ...], **have: int) -> tuple[Pos, list[Event]]:
    pos = dice(stock(begin(1), **have), 0, *mine)
    pos.state.jaime = list(jaime)
    return pos, stage(pos, Extort([]), Build(0, 1))


@pytest.mark.parametrize(
    ("mine", "jaime"),
    [
        (("noble_swords2",), ("noble_swords2",)),
        (("noble_swords3",), ("noble_shields4", "noble_sword1")),
        (("noble_shields4",), ("noble_swords3", "noble_sword1")),
        (("peasant_food3",), (SKULL, "noble_goods1")),
    ],
)
def test_8_equal_swords_or_enough_shields_and_nothing_happens(
    mine: tuple[str, ...], jaime: tuple[str, ...]
) -> None:
    pos, told = solo(mine, jaime, goods=2)
    assert told == [NoExtortion(alone=True)]
    assert pos.state.towns[0].stock["goods"] == 2


def test_8_jaime_demands_goods_then_stone_wood_food_and_the_unit_goes_to_the_bank() -> None:
    for have, what in (
        ({"goods": 1, "food": 9}, "goods"),
        ({"stone": 1, "wood": 8}, "stone"),
        ({"wood": 1, "food": 9}, "wood"),
        ({"food": 1}, "food"),
    ):
        pos, _ = solo(("noble_sword1",), ("noble_swords2",), **have)
        assert (pos.stack[-1].what, keys(pos)) == (what, ["pay", "refuse"])
        assert go(pos, ("pay",)).state.towns[0].stock[what] == have[what] - 1
        assert go(pos, ("refuse",)).state.towns[0].calamity == 2
    pos, _ = solo(("noble_sword1",), ("noble_swords2",))
    assert pos.state.towns[0].calamity == 2, "nothing to give: by itself"


def test_8_who_wins_against_bare_dice_gets_nothing() -> None:
    pos, _ = solo(("noble_swords3",), ("noble_sword1", "noble_shields4")[:1])
    assert not any(pos.state.towns[0].stock.values())


def test_8_the_supply_may_run_out_and_the_game_lasts_eight_rounds() -> None:
    pos = stock(begin(1), goods=6, stone=7, wood=8)
    pos.state.ended = list(BUILDINGS)[3:]
    assert [end_reason(pos.state, 1, 40)] == [""]
    pos.state.round = 8
    assert end_reason(pos.state, 1, 0) == "solo"
    pos.state.ended = []
    pos.state.box["market"] += pos.state.supply["market"] - 1
    pos.state.supply["market"] = 1
    stage(pos, Build(0, 1))
    pos = go(pos, site(pos, "market-k5-0"))
    assert pos.stack[-1].markers_flipped == 0


def test_8_attack_and_treason_fall_on_oneself_and_jaimes_skulls_do_not_count() -> None:
    pos = dice(begin(1), 0, SKULL, "noble_sword1")
    stage(pos, CountSkulls(), Build(0, 1))
    assert pos.state.towns[0].skulls == 1
    pos.state.towns[0].skulls = 5
    stage(pos, Calamities([0]), Build(0, 1))
    unwalled = [one.id for one in pos.state.towns[0].land.unwalled]
    assert keys(pos, "remove") == sorted(unwalled, key=place_order), "row by row, as in the picture"


def test_8_alone_one_culture_is_the_most_and_any_area_the_largest() -> None:
    pos = stock(lay(begin(1), [*RING]), culture=1)
    assert (row(pos, "most_culture"), row(pos, "largest_area")) == ([5], [10])
    assert (row(begin(1), "most_culture"), row(begin(1), "largest_area")) == ([0], [0])


@pytest.mark.parametrize(
    ("points", "rank"),
    [
        (-9, "serf"),
        (44, "serf"),
        (45, "commoner"),
        (64, "commoner"),
        (65, "merchant"),
        (79, "merchant"),
        (80, "knight"),
        (89, "knight"),
        (90, "noble"),
        (94, "noble"),
        (95, "monarch"),
        (99, "monarch"),
        (100, "pope"),
        (250, "pope"),
    ],
)
def test_8_ranks_at_their_edges(points: int, rank: str) -> None:
    """Two points for the keep, five for most culture, the others are culture."""
    assert rank_of(points) == rank
    pos = stock(
        lay(begin(1), ["keep-g7-0"]), culture=max(0, points - 7), calamity=max(0, 7 - points)
    )
    if points > 7:
        assert GAME.score(pos).total == (points,)
        assert GAME.view(pos, None).rank == rank


def test_8_each_round_has_all_six_steps_and_jaime_throws_anew_each_time() -> None:
    pos, thrown = walk.start(GAME, {}, 1, 12), []
    while pos.outcome is None:
        path = walk.default_path(pos, 0)
        thrown += [
            one.public
            for one in walk.apply(pos, 0, path)
            if type(one.public).__name__ == "JaimeThrew"
        ]
    assert len(thrown) == 8
    assert pos.state.round == 8
