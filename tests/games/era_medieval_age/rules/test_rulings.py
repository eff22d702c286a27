"""The rulings by number (explained in games/era_medieval_age/README.md)."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.engine import walk
from games.core.text.messages import Path
from games.era_medieval_age import GAME
from games.era_medieval_age.model import events as ev
from games.era_medieval_age.model.catalog import PIECES, RULES
from games.era_medieval_age.model.land import TURNS, land, market_cells, scorch_sites
from games.era_medieval_age.rules.domain.building import Build, Builders
from games.era_medieval_age.rules.flow.setup import end_reason
from games.era_medieval_age.rules.phases.calamities import Attack, Calamities, Fire, Scorch, Treason
from games.era_medieval_age.rules.phases.extortion import Extort
from games.era_medieval_age.rules.phases.harvest import Collect
from games.era_medieval_age.rules.phases.rolling import CountSkulls, Quill, RollPhase
from tests.games.asking import keys, refusal
from tests.games.era_medieval_age.positions import (
    KEEP,
    RING12,
    Pos,
    begin,
    dice,
    go,
    lay,
    scorched_at,
    site,
    stage,
    stock,
)
from tests.games.era_medieval_age.positions import count as pieces_of

SKULL = "peasant_wood1_build1_skull"


def points(pos: Pos, row: str, seat: int = 0) -> int:
    return next(one.values[seat] for one in GAME.score(pos).rows if one.id == row)


def test_r01_the_calamity_of_eight_is_taken_from_73() -> None:
    pos = stock(begin(), calamity=8)
    without = GAME.score(stock(begin())).total[0]
    assert GAME.score(pos).total[0] == without - 8


def test_r02_costs_are_goods_stone_wood_in_printed_order() -> None:
    assert PIECES["church"].cost == {"goods": 1, "stone": 1, "wood": 1}
    assert [PIECES[kind].cost for kind in ("hospital", "market", "guildhall")] == [
        {"stone": 6, "wood": 1},
        {"goods": 1, "wood": 4},
        {"goods": 5, "stone": 2},
    ]
    assert all(
        n <= RULES.resources[what].most for one in PIECES.values() for what, n in one.cost.items()
    )


def test_r03_footprints_are_data() -> None:
    assert {
        kind: len(PIECES[kind].cells) for kind in ("keep", "university", "cathedral", "market")
    } == {"keep": 4, "university": 7, "cathedral": 6, "market": 4}


def test_r04_walls_occupy_cells() -> None:
    assert not land(["wall_2-a1-0"]).free & land(["wall_2-a1-0"]).walls
    assert land(["longhouse-a1-0", "longhouse-a3-0", "wall_2-a2-0"]).grouped == []


def burning(**options: Any) -> Pos:
    """Return a player with four skulls who is about to lose a Longhouse.

    Two dice show hammers, one food, one a noble.
    """
    pos = dice(
        stock(begin(**options), wood=4),
        0,
        "peasant_build2",
        "peasant_build2",
        "peasant_food3",
        "noble_sword1",
    )
    pos.state.towns[0].skulls = 4
    stage(pos, Calamities([0]), Builders([0]))
    return go(pos, ("remove", "longhouse-d3-0"))


def test_r05_the_die_of_a_lost_building_and_its_result_leave_at_once() -> None:
    pos = burning()
    assert keys(pos, "return") == ["p1", "p3"], "one die of each result"
    pos = go(pos, ("return", "p1"))
    assert [die.id for die in pos.state.towns[0].dice] == ["p2", "p3", "n1"]
    assert pos.stack[-1].hammers == 2, "its two hammers build nothing any more"
    assert go(pos, ("pass",)).state.box["longhouse"] == 2


def test_r05_a_noble_s_swords_leave_with_its_keep() -> None:
    pos = dice(begin(), 0, "peasant_build2", "peasant_food3", "peasant_food3", "noble_swords3")
    pos.state.towns[0].skulls = 4
    stage(pos, Calamities([0]), Extort([]))
    pos = go(pos, ("remove", KEEP))
    assert pos.state.towns[0].total("swords") == 0
    assert walk.actors(pos) != (0,), "nothing is extorted with a die that has left"


def test_r05_by_option_the_result_stays_for_the_round() -> None:
    pos = burning(lost_die_result_stays_this_round=True)
    assert len(pos.state.towns[0].dice) == 4
    assert pos.stack[-1].hammers == 4
    pos = go(pos, ("pass",))
    assert sorted(die.id for die in pos.state.towns[0].dice) == ["n1", "p1", "p2"]
    assert pos.state.box["longhouse"] == 2


@pytest.mark.parametrize(("wraps", "bonus"), [(True, 27), (False, 2)])
def test_r06_the_university_counts_wrapped_culture_or_not(wraps: bool, bonus: int) -> None:
    pos = stock(
        lay(begin(university_counts_wrapped_culture=wraps), [KEEP, "university-a1-0"]), culture=27
    )
    assert points(pos, "bonus_university") == bonus


@pytest.mark.parametrize("keeps", [True, False])
def test_r07_fire_may_take_a_keep_or_not(keeps: bool) -> None:
    pos = begin(fire_may_take_keep=keeps)
    stage(pos, Fire(0))
    assert (KEEP in keys(pos, "remove")) is keeps


def test_r07_fire_without_keeps_and_other_buildings_finds_nothing() -> None:
    pos = lay(begin(fire_may_take_keep=False), [KEEP])
    assert ev.Spared(0, "fire") in stage(pos, Fire(0))


def test_r08_the_quill_is_on_two_faces() -> None:
    from games.era_medieval_age.model.catalog import SIDES

    assert SIDES["c"].count("clergy_quill") == 2
    assert all(len(sides) == 6 for sides in SIDES.values())


def test_r09_jaime_throws_after_the_players_quills() -> None:
    pos = dice(begin(1), 0, "clergy_quill", "noble_sword1")
    stage(pos, Quill(0), CountSkulls(), Build(0, 1))
    assert pos.state.jaime == []
    pos = go(pos, ("pass",))
    assert [face.split("_")[0] for face in pos.state.jaime] == ["noble"] * 2 + ["peasant"]


def test_r10_jaimes_dice_do_not_come_from_the_supply() -> None:
    pos = begin(1)
    before = dict(pos.state.pool)
    stage(pos, CountSkulls(), Build(0, 1))
    assert pos.state.pool == before == {"peasant": 14, "burgher": 5, "noble": 5, "clergy": 5}


def rolled(*faces: str, monasteries: int = 1, seed: str = "roll") -> Pos:
    """Return a player with monasteries after the first throw, with these faces."""
    extra = [f"monastery-{'acegik'[at]}12-0" for at in range(monasteries)]
    pos = lay(
        begin(seed=seed), [KEEP, "longhouse-a1-0", "longhouse-d1-0", "longhouse-g1-0", *extra]
    )
    stage(pos, RollPhase(), Build(0, 1))
    for die, face in zip(pos.state.towns[0].dice, faces, strict=True):
        die.face = face
    return pos


def test_r11_a_set_die_rests_in_throw_2_and_rolls_in_throw_3_unless_it_shows_a_skull() -> None:
    pos = rolled("peasant_food3", SKULL, "peasant_build2", "noble_sword1")
    assert keys(pos, seat=0) == ["set", "throw", "stop"]
    pos = go(pos, ("set", "p2", "peasant_stone2"), seat=0)  # a skull taken away
    assert keys(pos, "throw", seat=0) == ["p1", "p3", "n1"]
    assert refusal(pos, "throw", ["p2"], seat=0) == "core.refused.option"
    pos = go(pos, ("throw", []), seat=0)
    assert keys(pos, "throw", seat=0) == ["p1", "p2", "p3", "n1"]
    put = rolled("peasant_food3", "peasant_food3", "peasant_build2", "noble_sword1")
    put = go(put, ("set", "p1", SKULL), ("throw", []), seat=0)
    assert keys(put, "throw", seat=0) == ["p2", "p3", "n1"]


def test_r11_the_window_closes_with_throw_2() -> None:
    pos = go(
        rolled("peasant_food3", "peasant_food3", "peasant_build2", "noble_sword1"),
        ("throw", []),
        seat=0,
    )
    assert "set" not in keys(pos, seat=0)


def test_r12_two_monasteries_set_different_dice() -> None:
    pos = rolled("peasant_food3", SKULL, "peasant_build2", "noble_sword1", monasteries=2)
    pos = go(pos, ("set", "p1", "peasant_stone2"), seat=0)
    assert keys(pos, "set", seat=0) == ["p2", "p3", "n1"]
    pos = go(pos, ("set", "p2", "peasant_stone2"), seat=0)
    assert "set" not in keys(pos, seat=0)


def test_r13_treason_with_too_few_pieces_hits_nobody() -> None:
    pos = begin(3)
    pos.state.supply["scorched_earth"] = 1
    assert ev.NoPieces(0) in stage(pos, Treason(0, [1, 2]))
    assert pos.state.supply["scorched_earth"] == 1
    assert pos.lanes == [[], [], []] or not any(
        isinstance(f, Scorch) for lane in pos.lanes for f in lane
    )


def test_r14_no_removed_building_may_be_superfluous() -> None:
    houses = [f"longhouse-m{row}-0" for row in range(1, 15) if row != 5]
    found = scorch_sites(tuple(sorted([*RING12, *houses])))
    singles = [set(gone) for gone in found.values() if len(gone) == 1]
    assert all(not any(one < set(gone) for one in singles) for gone in found.values())


def test_r15_only_owned_resources_may_be_demanded() -> None:
    pos = dice(dice(stock(begin(), 1, stone=1, food=2), 0, "noble_sword1"), 1, "peasant_food3")
    stage(pos, Extort([]))
    assert keys(pos, "demand", "p1") == ["stone", "food"]


def test_r16_extorting_is_not_optional() -> None:
    pos = dice(dice(stock(begin(), 1, stone=1, food=2), 0, "noble_sword1"), 1, "peasant_food3")
    stage(pos, Extort([]))
    assert keys(pos) == ["demand"]


def test_r17_at_a_full_track_the_victim_pays_and_it_is_lost() -> None:
    pos = dice(
        dice(stock(stock(begin(), 0, food=9), 1, food=2), 0, "noble_sword1"), 1, "peasant_food3"
    )
    stage(pos, Extort([]), Build(0, 1))
    pos = go(pos, ("pay",))
    assert (pos.state.towns[0].stock["food"], pos.state.towns[1].stock["food"]) == (9, 1)


def test_r18_a_shielded_neighbour_still_groups_others() -> None:
    here = land(["hospital-f6-0", "longhouse-i7-0", "longhouse-k7-0"])
    assert [one.id for one in here.grouped] == ["longhouse-k7-0"]


def test_r19_off_board_cells_are_no_spaces() -> None:
    here = land(["market-a1-0"])
    assert market_cells(here.pieces[0], here.free) == 4


def test_r20_no_area_no_points() -> None:
    pos = begin()
    assert [points(pos, "largest_area", seat) for seat in (0, 1)] == [0, 0]


def test_r21_r26_scorched_earth_inside_does_not_count() -> None:
    ring = ["keep-i9-0", "wall_3-f6-0", "wall_3-i6-90", "wall_4-e10-0", "wall_4-e6-90"]
    assert land(sorted([*ring, "scorched_earth-f7-0"])).area == 5
    small = ["wall_4-a1-0", "wall_4-a4-0", "wall_2-a2-90", "wall_2-d2-90"]
    pos = lay(begin(), [KEEP, *small, "scorched_earth-b2-0"])
    assert land(pos.state.towns[0].pieces).area == 0
    assert points(pos, "largest_area") == 0


def test_r22_more_kinds_than_markers_change_nothing() -> None:
    pos = stock(begin(), wood=8, stone=7, goods=6)
    pos.state.ended = ["church", "farm", "market"]
    for kind in ("church", "farm", "market"):
        pos.state.box[kind] += pos.state.supply[kind]
        pos.state.supply[kind] = 0
    pos.state.box["hospital"] += 1
    pos.state.supply["hospital"] = 1
    stage(pos, Build(0, 2))
    pos = go(pos, site(pos, "hospital-k6-0"))
    assert pos.stack[-1].markers_flipped == 0
    assert len(pos.state.ended) == 4
    assert end_reason(pos.state, 2, 40) == "markers"


def test_r23_collect_is_asked_of_all_at_once() -> None:
    pos = dice(dice(begin(), 0, "peasant_food2_or_stone1"), 1, "clergy_stone1_or_wood2")
    stage(pos, Collect(), Build(0, 1))
    assert walk.actors(pos) == (0, 1)
    pos = go(pos, ("collect", "wood1"), seat=1)
    assert pos.state.towns[1].stock["wood"] == 2  # the sums wait for all
    pos = go(pos, ("collect", "food1"), seat=0)
    assert pos.state.towns[1].stock["wood"] == 4


def test_r24_pieces_are_not_mirrored() -> None:
    assert [
        len(TURNS[kind])
        for kind in ("keep", "longhouse", "lumber_mill", "monastery", "guildhall", "hospital")
    ] == [1, 2, 2, 4, 4, 1]


def test_r25_the_start_player_is_drawn_by_lot_and_moves_on() -> None:
    firsts = {
        go(walk.start(GAME, {}, 2, seed), ("compact",), ("compact",)).state.first
        for seed in range(20)
    }
    assert firsts == {0, 1}
    pos = begin(3)
    pos.state.first = 2
    stage(pos)
    assert (pos.state.round, pos.state.first) == (2, 0)


def test_r27_the_companion_may_itself_be_a_quill() -> None:
    pos = dice(begin(), 0, "clergy_quill", "clergy_quill", "noble_sword1")
    stage(pos, Quill(0), Build(0, 1))
    assert keys(pos, "quill") == ["c1", "c2"]
    assert "c2" in keys(pos, "quill", "c1")
    left = set()
    for word in range(200):
        pos.rng[-1] = word
        after = go(pos, ("quill", "c1", "c2"))
        quills = [die.id for die in after.state.towns[0].dice if die.face == "clergy_quill"]
        assert (keys(after, "quill") if quills else []) == quills, (
            "both were spent; what they show now may be used"
        )
        left.add(len(quills))
    assert left == {0, 1, 2}


def test_r28_both_dice_set_by_two_monasteries_roll_again_in_throw_3() -> None:
    pos = rolled("peasant_food3", SKULL, "peasant_build2", "noble_sword1", monasteries=2)
    pos = go(
        pos, ("set", "p1", "peasant_stone2"), ("set", "p2", "peasant_stone2"), ("throw", []), seat=0
    )
    assert keys(pos, "throw", seat=0) == ["p1", "p2", "p3", "n1"]


@pytest.mark.parametrize(
    ("options", "nobles"),
    [
        ({}, 2),
        ({"solo_jaime_dice": "2_noble_1_peasant"}, 2),
        ({"solo_jaime_dice": "3_noble_1_peasant"}, 3),
    ],
)
def test_r29_jaime_throws_two_nobles_and_a_peasant_or_three_by_option(
    options: dict[str, str], nobles: int
) -> None:
    pos = begin(1, **options)
    stage(pos, CountSkulls(), Build(0, 1))
    assert [face.split("_")[0] for face in pos.state.jaime] == ["noble"] * nobles + ["peasant"]


def test_r30_skulls_stay_counted_when_a_die_leaves() -> None:
    pos = begin()
    dice(pos, 0, "peasant_build2", "peasant_food3", SKULL, "noble_sword1")
    pos.state.towns[0].skulls = 4
    stage(pos, Calamities([0]), Builders([0]))
    pos = go(pos, ("remove", "longhouse-d3-0"))
    assert keys(pos, "return") == ["p1", "p2", "p3"]
    pos = go(pos, ("return", "p1"))
    town = pos.state.towns[0]
    assert [die.id for die in town.dice] == ["p2", "p3", "n1"]
    assert town.skulls == 4
    assert GAME.view(pos, None).towns[0].skulls == 4, "what people see is what struck"
    assert pos.stack[-1].hammers == 1  # those of the die that left are gone


def test_r30_dice_that_show_the_same_are_no_choice() -> None:
    pos = begin()
    dice(pos, 0, "peasant_build2", "peasant_build2", "peasant_build2", "noble_sword1")
    stage(pos, Fire(0), Build(0, 1))
    pos = go(pos, ("remove", "longhouse-d3-0"))
    assert len(pos.state.towns[0].dice) == 3
    assert isinstance(pos.stack[-1], Build)


def test_r31_a_removal_of_two_stands_beside_a_removal_of_one() -> None:
    houses = [f"longhouse-m{row}-0" for row in range(1, 15) if row != 5]
    sizes = {len(gone) for gone in scorch_sites(tuple(sorted([*RING12, *houses]))).values()}
    assert sizes == {1, 2}


def test_r32_the_round_limit_ends_the_game() -> None:
    assert GAME.defaults(2)["round_limit"] == 40
    pos = begin(round_limit=1)
    events = stage(pos)
    assert pos.outcome is not None
    last = events[-1]
    assert isinstance(last, ev.Scored)
    assert last.reason == "limit"
    endless = begin(round_limit=0)
    endless.state.round = 500
    assert end_reason(endless.state, 2, 0) == ""


def test_r33_nobody_builds_while_others_are_in_calamities() -> None:
    pos = begin(3)
    for seat in range(3):
        dice(pos, seat, "peasant_build2")
    pos.state.towns[2].skulls = 1
    stage(pos, Calamities([0, 1, 2]), Builders([0, 1, 2]))
    assert walk.actors(pos) == (2,)
    assert GAME.view(pos, 0).phase == "calamities"


def test_r34_all_who_are_tied_get_most_culture_and_area() -> None:
    pos = stock(stock(begin(3), 0, culture=3), 1, culture=3)
    assert [points(pos, "most_culture", seat) for seat in range(3)] == [5, 5, 0]
    from games.era_medieval_age.model.catalog import LAYOUTS

    lay(pos, list(LAYOUTS["closed"].pieces), list(LAYOUTS["closed"].pieces))
    assert [points(pos, "largest_area", seat) for seat in range(3)] == [10, 10, 0]


def test_r35_a_seat_that_is_left_goes_on_with_time_out_moves() -> None:
    pos = begin(3)
    pos.gone[1] = True
    while pos.outcome is None:
        seat = walk.actors(pos)[0]
        walk.apply(pos, seat, walk.default_path(pos, seat))
    assert min(pos.outcome.places) == 1


def test_attack_spares_the_walled_and_asks_the_others_at_once() -> None:
    from games.era_medieval_age.model.catalog import LAYOUTS

    closed = [piece for piece in LAYOUTS["closed"].pieces if not piece.startswith("farm")]
    pos = lay(begin(3), list(LAYOUTS["compact"].pieces), closed)
    events = stage(pos, Attack([1, 2]), Build(0, 1))
    assert ev.Spared(1, "attack") in events
    assert walk.actors(pos) == (2,)
    assert KEEP not in keys(pos, "remove")


def test_treason_victims_answer_in_any_order_and_finally() -> None:
    pos = begin(3)
    stage(pos, Treason(0, [1, 2]), Build(0, 1))
    step = walk.submit(pos, 2, scorched_at_seat(pos, 2))
    assert step.barrier == [0, 1, 2]
    assert pieces_of(step.pos.state.towns[2].pieces) == 2
    assert walk.actors(step.pos) == (1,)


def scorched_at_seat(pos: Pos, seat: int) -> Path:
    return ("scorch", keys(pos, "scorch", seat=seat)[0])


def test_solo_treason_is_laid_by_oneself() -> None:
    pos = begin(1)
    pos.state.towns[0].skulls = 3
    stage(pos, Calamities([0]), Build(0, 1))
    pos = go(pos, scorched_at(pos, keys(pos, "scorch")[0]))
    assert pieces_of(pos.state.towns[0].pieces) == 4


def test_revolt_loses_all_goods() -> None:
    pos = stock(begin(), goods=5, wood=2)
    pos.state.towns[0].skulls = 9
    assert ev.Revolted(0, 5) in stage(pos, Calamities([0]), Build(0, 1))
    assert pos.state.towns[0].stock["goods"] == 0
