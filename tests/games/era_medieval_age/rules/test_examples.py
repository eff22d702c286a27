"""The worked examples of the rules, by number."""

from __future__ import annotations

import pytest

from games.core.engine import walk
from games.era_medieval_age import GAME
from games.era_medieval_age.model import events as ev
from games.era_medieval_age.model.catalog import LAYOUTS, calamity, peg
from games.era_medieval_age.model.land import GRID, TURNS, land, market_cells, placed, scorch_sites
from games.era_medieval_age.rules.domain.building import Build
from games.era_medieval_age.rules.domain.scoring import majority_points, tally
from games.era_medieval_age.rules.phases.calamities import Calamities, Treason
from games.era_medieval_age.rules.phases.extortion import Extort, Yield, jaime_resources, pairs
from games.era_medieval_age.rules.phases.harvest import Collect, collect, feed
from games.era_medieval_age.rules.phases.rolling import Quill
from tests.games.asking import keys, refusal
from tests.games.era_medieval_age.positions import (
    BORDER,
    KEEP,
    RING12,
    begin,
    dice,
    go,
    lay,
    scorched_at,
    site,
    stage,
    stock,
)

CARLA = (
    "noble_swords3",
    "peasant_wood1_build1_skull",
    "peasant_wood1_build1_skull",
    "peasant_food2_or_stone1",
)


def cells(piece: str) -> set[tuple[int, int]]:
    return set(GRID.cells(placed(piece).cells))


def test_e01_collect_caps_wood_and_takes_the_choice_as_stone() -> None:
    pos = dice(stock(begin(), goods=1, wood=7, food=2), 0, *CARLA)
    town = pos.state.towns[0]
    town.chosen = ["stone1"]
    gain, lost = collect(town)
    assert town.stock == {"goods": 1, "stone": 1, "wood": 8, "food": 3}
    assert (gain, lost) == ({"wood": 2, "stone": 1, "food": 1}, {"wood": 1})


def test_e01_the_choice_is_asked_and_then_collected_and_fed() -> None:
    pos = dice(dice(stock(begin(), goods=1, wood=7, food=2), 0, *CARLA), 1, "noble_sword1")
    stage(pos, Collect())
    assert keys(pos, "collect") == ["food1", "stone1"]
    pos = go(pos, ("collect", "stone1"))
    assert pos.state.towns[0].stock == {
        "goods": 1,
        "stone": 1,
        "wood": 8,
        "food": 0,
    }  # three foods were eaten
    assert pos.state.towns[0].calamity == 1


def test_e02_feed_three_food_for_four_dice() -> None:
    pos = dice(stock(begin(), food=3), 0, *CARLA)
    assert feed(pos.state.towns[0]) == (3, 1)
    assert (pos.state.towns[0].stock["food"], pos.state.towns[0].calamity) == (0, 1)


def test_e03_two_skulls_are_disease_for_the_grouped() -> None:
    two = [KEEP, "wall_4-c6-0", "longhouse-e7-0", "longhouse-e8-0", "longhouse-a13-0"]
    three = [KEEP, "longhouse-e7-0", "longhouse-e8-0", "longhouse-e9-0"]
    for domain, points in ((two, 2), (three, 3)):
        pos = dice(lay(begin(), domain), 0, *CARLA)
        events = stage(pos, Calamities([0]))
        assert pos.state.towns[0].calamity == points
        assert events[:2] == [ev.Struck(0, "disease", 2), ev.Sick(0, points)]


@pytest.mark.parametrize(("skulls", "what"), [(4, "fire"), (1, "bandits"), (3, "treason")])
def test_e04_other_skull_totals(skulls: int, what: str) -> None:
    pos = begin(4)
    pos.state.towns[0].skulls = skulls
    events = stage(pos, Calamities([0]))
    assert events[0] == ev.Struck(0, what, skulls)
    if what == "treason":
        assert walk.actors(pos) == (1, 2, 3)
        assert pos.state.supply["scorched_earth"] == 27 - 3
    else:
        assert walk.actors(pos) == (0,)


def test_e04_the_whole_step_one_after_the_other() -> None:
    """Carla 2 skulls, Rocío 4, Tomás 1, Pedro 3: Disease, a building, a resource, scorched earth for the three others."""
    pos = lay(stock(begin(4), 2, wood=1), *[list(LAYOUTS["closed"].pieces)] * 4)
    for seat, skulls in enumerate((2, 4, 1, 3)):
        pos.state.towns[seat].skulls = skulls
        dice(pos, seat, "noble_sword1", *["peasant_food3"] * 3)
        pos.state.towns[seat].skulls = skulls
    stage(pos, Calamities([0, 1, 2, 3]), Build(3, 0))
    assert (walk.actors(pos), pos.state.towns[0].calamity) == ((1,), 3)
    pos = go(pos, ("remove", "longhouse-d7-90"))  # walled: Fire does not care
    assert (walk.actors(pos), pos.state.box["longhouse"]) == ((2,), 1)
    pos = go(pos, ("bandits", "wood"))
    assert (walk.actors(pos), pos.state.towns[2].stock["wood"]) == ((0, 1, 2), 0)
    assert refusal(pos, "scorch", "other", "r7", "d7", seat=1) == "core.refused.option", (
        "never inside walls"
    )
    for seat in (2, 0, 1):
        pos = go(pos, ("scorch", "other", "r1", "g1"), seat=seat)
    assert [town.land.counts["scorched_earth"] for town in pos.state.towns] == [1, 1, 1, 0]
    assert pos.state.supply["scorched_earth"] == 27 - 3


def test_e05_build_a_church_then_the_last_lumber_mill() -> None:
    pos = dice(stock(begin(), goods=1, stone=1, wood=8), 0, *CARLA)
    pos.state.supply["lumber_mill"] -= 1
    pos.state.box["lumber_mill"] += 1
    stage(pos, Build(0, 2))
    pos = go(pos, site(pos, "church-k1-0"))
    assert pos.state.towns[0].stock == {"goods": 0, "stone": 0, "wood": 7, "food": 0}
    pos = go(pos, site(pos, "lumber_mill-k7-0"))
    assert pos.state.towns[0].stock["wood"] == 4
    assert (pos.state.ended, pos.stack[-1].markers_flipped) == (["lumber_mill"], 1)
    assert GAME.view(pos, None).ended == ("lumber_mill",)


def test_e06_who_extorts_whom() -> None:
    pos = begin(4)
    swords = {0: "noble_swords3", 1: "noble_swords2", 2: "noble_swords2"}
    for seat, face in swords.items():
        dice(pos, seat, *([face, "noble_shields4"] if seat == 2 else [face]))
    dice(pos, 3, "noble_swords3", "noble_swords2")
    assert pairs(pos.state) == [[0, 1], [3, 0], [3, 1], [3, 2]]
    for seat in range(4):
        stock(pos, seat, goods=2)  # one kind: the demand makes itself
    stage(pos, Extort([]), Build(0, 0))
    asked = []
    while isinstance(pos.stack[-1], Yield):
        asked.append((pos.stack[-1].by, pos.stack[-1].seat))
        pos = go(pos, ("pay",))
    assert asked == [(0, 1), (3, 0), (3, 1), (3, 2)]
    assert [town.stock["goods"] for town in pos.state.towns] == [2, 0, 1, 5]


SCORED = [
    KEEP,
    "keep-e2-0",
    "keep-l2-0",
    "wall_5-g2-0",
    "wall_4-e4-90",
    "wall_2-f7-90",
    "wall_4-i7-0",
    "wall_4-m4-90",
    "cathedral-f3-0",
    "lumber_mill-i3-0",
    "church-h5-0",
    "townhouse-k4-90",
    "longhouse-h3-0",
    "longhouse-j6-0",
    "longhouse-f5-90",
    "longhouse-l5-90",
    "townhouse-e13-0",
    "farm-a13-0",
    "farm-a10-0",
    "monastery-e10-0",
    "market-k11-0",
]


def test_e07_final_scoring_of_a_whole_domain() -> None:
    pos = stock(lay(begin(), SCORED), culture=4, calamity=8)
    pos.state.towns[1].culture = 9
    lay(pos, SCORED, SCORED)
    board = GAME.score(pos)
    points = {row.id: row.values[0] for row in board.rows}
    assert [
        points[kind]
        for kind in (
            "keep",
            "longhouse",
            "townhouse",
            "church",
            "farm",
            "lumber_mill",
            "monastery",
            "market",
            "cathedral",
        )
    ] == [6, 8, 3, 2, 2, 4, 4, 2, 10]
    assert (
        points["bonus_market"],
        points["bonus_cathedral"],
        points["culture"],
        points["most_culture"],
    ) == (8, 10, 4, 0)
    assert (points["largest_area"], points["calamity"]) == (10, -8)
    assert board.total[0] == 65
    assert (land(sorted(SCORED)).area, sum(land(sorted(SCORED)).dice.values())) == (26, 10)


def test_e08_the_culture_peg_goes_round() -> None:
    pos = dice(stock(begin(), culture=24), 0, "clergy_culture2_skull", "burgher_culture1")
    collect(pos.state.towns[0])
    assert pos.state.towns[0].culture == 27
    assert [peg(total) for total in (0, 1, 25, 26, 27, 51)] == [
        (0, 0),
        (1, 0),
        (25, 0),
        (1, 1),
        (2, 1),
        (1, 2),
    ]


def test_e09_a_closed_start_encloses_six_cells() -> None:
    here = land(sorted(LAYOUTS["closed"].pieces))
    assert here.area == 6
    assert sum(here.walled(one) for one in here.buildings if one.kind == "longhouse") == 3
    assert len(here.grouped) == 3
    moved = [KEEP, "wall_4-d6-0", "wall_4-c6-90", "wall_4-d9-0"]
    assert land(sorted(moved)).inside == here.inside


def test_e10_corners_leak_and_keeps_close() -> None:
    leaky = land(["wall_3-f6-0", "wall_3-e7-90", "wall_3-f10-0", "wall_3-i7-90"])
    assert leaky.area == 0
    real = land(["wall_5-a1-0", "wall_5-a5-0", "wall_3-a2-90", "wall_3-e2-90"])
    assert real.area == 9
    keep = land(["keep-i9-0", "wall_3-f6-0", "wall_3-i6-90", "wall_4-e10-0", "wall_4-e6-90"])
    assert keep.area == 9
    assert (
        land(
            [
                "keep-i9-0",
                "scorched_earth-f7-0",
                "wall_3-f6-0",
                "wall_3-i6-90",
                "wall_4-e10-0",
                "wall_4-e6-90",
            ]
        ).area
        == 5
    )


def test_e11_turns_are_clockwise_and_never_mirrored() -> None:
    assert cells("guildhall-f3-90") == {(2, 5), (2, 6), (2, 7), (3, 5)}
    assert cells("monastery-a1-180") == {(0, 0), (0, 1), (1, 0), (1, 1), (2, 1)}
    assert cells("lumber_mill-e5-90") == {(4, 4), (5, 4), (5, 5), (6, 5)}
    mirrored = {(4, 5), (5, 4), (5, 5), (6, 4)}
    assert all(
        cells(f"lumber_mill-{cell}-{turn}") != mirrored
        for cell in ("d5", "e5")
        for turn in TURNS["lumber_mill"]
    )


def test_e12_treason_without_a_place() -> None:
    pos = lay(begin(), [KEEP], [KEEP, *BORDER])
    assert land(sorted([*BORDER])).area == 144
    assert scorch_sites(tuple(sorted(BORDER))) == {}
    before = pos.state.supply["scorched_earth"]
    events = stage(pos, Treason(0, [1]))
    assert ev.NoRoom(1) in events
    assert pos.state.supply["scorched_earth"] == before
    assert pos.state.towns[1].pieces == sorted([KEEP, *BORDER])


def test_e13a_one_house_goes_for_each_spot() -> None:
    houses = [f"longhouse-m{row}-0" for row in range(2, 15, 2)]
    sites = scorch_sites(tuple(sorted([*RING12, *houses])))
    assert len(sites) == 13
    assert all(len(gone) == 1 for gone in sites.values())


def test_e13b_no_superfluous_house_may_go() -> None:
    houses = [f"longhouse-m{row}-0" for row in range(1, 15) if row != 5]
    sites = scorch_sites(tuple(sorted([*RING12, *houses])))
    assert sorted(row for row, _ in sites) == [0, 1, 3, 4, 6, 7, 8, 9, 10, 11, 12]
    assert [cell[0] for cell, gone in sorted(sites.items()) if len(gone) == 1] == [3, 4]
    pos = lay(begin(), [KEEP], [KEEP, *RING12, *houses])
    stage(pos, Treason(0, [1]))
    assert refusal(pos, "scorch", "other", "r3", "m3") == "core.refused.option"
    pos = go(pos, scorched_at(pos, "m4"))
    assert "longhouse-m4-0" not in pos.state.towns[1].pieces
    assert pos.state.box["longhouse"] == 2  # one was returned in the setup of two players


def test_e14_a_market_counts_its_empty_neighbours() -> None:
    def bonus(*pieces: str) -> int:
        here = land(sorted(pieces))
        return market_cells(next(one for one in here.pieces if one.kind == "market"), here.free)

    assert bonus("market-a1-0") == 4
    assert bonus("market-a1-0", "wall_2-c1-90") == 2
    assert bonus("market-f6-0", "scorched_earth-f8-0", "keep-d5-0") == 5


def test_e15_a_quill_takes_a_skull_along() -> None:
    pos = dice(
        begin(),
        0,
        "clergy_quill",
        "peasant_wood1_build1_skull",
        "peasant_wood1_build1_skull",
        "noble_swords3",
    )
    stage(pos, Quill(0), Build(0, 1))
    assert keys(pos, "quill", "c1") == ["alone", "p1", "p2", "n1"]
    for word in range(200):
        pos.rng[-1] = word
        after = go(pos, ("quill", "c1", "p1"))
        town = after.state.towns[0]
        if (town.die("c1").face, town.die("p1").face) == ("clergy_food2", "peasant_food3"):
            break
    else:
        raise AssertionError("no such throw among 200")
    assert town.die("p2").face == "peasant_wood1_build1_skull"
    assert calamity(town.total("skulls")) == "bandits"
    assert calamity(2) == "disease"


def test_e16_refusal_forced_demand_and_nothing_to_give() -> None:
    pos = begin(3)
    for seat, faces in enumerate((["noble_swords3"], ["noble_swords2"], ["peasant_food3"])):
        dice(pos, seat, *faces)
    stock(stock(stock(pos, 0, wood=2), 1, wood=1, food=1), 2, food=1)
    stage(pos, Extort([]))
    assert keys(pos, "demand", "p1") == ["wood", "food"]
    pos = go(pos, ("demand", "p1", "wood"))
    assert walk.actors(pos) == (1,)
    pos = go(pos, ("refuse",))
    assert pos.state.towns[1].calamity == 2
    assert (walk.actors(pos), keys(pos)) == (
        (2,),
        ["pay", "refuse"],
    )  # the only kind is demanded by itself
    pos = go(pos, ("pay",))
    assert pos.state.towns[0].stock["food"] == 1
    assert pos.state.towns[2].calamity == 2  # B found nothing: by itself
    assert pos.state.round == 2


def test_e17_solo_extortion_both_ways() -> None:
    pos = begin(1)
    dice(pos, 0, "noble_swords3", "noble_sword1")
    pos.state.jaime = ["noble_swords2", "noble_sword1", "noble_goods1", "peasant_food2_or_stone1"]
    stage(pos, Extort([]))
    assert jaime_resources(pos.state.jaime) == ["goods", "stone", "food"]
    assert keys(pos, "take") == ["goods", "stone", "food"]
    assert go(pos, ("take", "goods")).state.towns[0].stock["goods"] == 1
    pos = stock(begin(1), stone=2)
    dice(pos, 0, "noble_shields4")
    pos.state.jaime = ["noble_shields4", "noble_swords3", "noble_swords3", "peasant_wood3"]
    stage(pos, Extort([]))
    assert pos.stack[-1].what == "stone"
    assert go(pos, ("pay",)).state.towns[0].stock["stone"] == 1
    assert go(pos, ("refuse",)).state.towns[0].calamity == 2


def test_scoring_helper_gives_all_who_are_tied() -> None:
    assert majority_points([0, 0], 5) == [0, 0]
    assert tally(begin().state.towns[0], land([KEEP]), wraps=True).points["keep"] == 2
