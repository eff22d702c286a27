"""Decisions (rules 5.8) and defaults (rules 9), line by line."""

from __future__ import annotations

import pytest

from games.core.engine import walk
from games.core.prompts.prompt import SelectPrompt, why_incomplete
from games.era_medieval_age import GAME
from games.era_medieval_age.model.catalog import LAYOUTS, SIDES
from games.era_medieval_age.rules.domain.building import Build, Builders
from games.era_medieval_age.rules.domain.layout import preset
from games.era_medieval_age.rules.phases.calamities import Attack, Bandits, Fire, Scorch, Treason
from games.era_medieval_age.rules.phases.extortion import Demand, Extort, TakeByForce, Yield
from games.era_medieval_age.rules.phases.harvest import Collect, fixed_gain
from games.era_medieval_age.rules.phases.rolling import Quill, RollPhase, SecretRoll
from tests.games.asking import ask, keys, pick, refusal
from tests.games.era_medieval_age.positions import (
    KEEP,
    RING12,
    Pos,
    begin,
    dice,
    go,
    lay,
    say,
    site,
    stage,
    stock,
)

SKULL = "peasant_wood1_build1_skull"


def thrown(*faces: str, sets: int = 0, n: int = 2) -> Pos:
    """Return a position after the first throw of seat 0 with these faces and `sets` monasteries."""
    pos = begin(n)
    pos.lanes[0] = [SecretRoll(0, sets, throws=1)]
    return dice(pos, 0, *faces)


def test_58_setup_layout_is_for_all_at_once_any_empty_cells_and_every_piece_lies() -> None:
    pos = walk.start(GAME, {}, 3, 1)
    assert walk.actors(pos) == (0, 1, 2)
    assert pos.lanes[1][0].unplaced == ["longhouse"] * 3 + ["farm"] + ["wall_4"] * 3 + [
        "scorched_earth"
    ]
    assert refusal(pos, "ready", seat=1) == "core.refused.option"
    assert refusal(pos, "place", "farm", "t0", "f6", seat=1) == "core.refused.option", (
        "the keep lies there"
    )
    assert refusal(pos, "place", "keep", seat=1) == "core.refused.option", (
        "it lies in the middle for good"
    )
    before = pos.state.supply
    pos = go(pos, ("place", "farm", "t0", "other", "r1", "a1"), seat=1)
    assert pos.state.supply == before, "the pieces were handed out before"
    assert refusal(pos, "place", "farm", seat=1) == "core.refused.option", "one farm each"


def test_58_setup_judges_scorched_earth_on_the_finished_layout() -> None:
    """A piece that lies inside while walls are being put up stops only `ready`, and may lie there before the ring is closed."""
    pos = walk.start(GAME, {}, 2, 1)
    pos = go(pos, ("place", "scorched_earth", "t0", "other", "r6", "e6"), seat=0)
    ring = [("wall_4", 0, "d5"), ("wall_4", 90, "c6"), ("wall_4", 0, "d10")]
    for kind, turn, cell in ring:
        pos = go(pos, ("place", kind, f"t{turn}", "other", f"r{cell[1:]}", cell), seat=0)
    assert pos.state.towns[0].land.area == 0


def test_58_throw_is_for_all_at_once_and_at_most_three_times() -> None:
    pos = begin(3)
    assert walk.actors(pos) == (0, 1, 2)
    assert all(die.face for town in pos.state.towns for die in town.dice)
    assert keys(pos, seat=1) == ["throw", "stop"]
    pos = thrown("peasant_food3", "peasant_food3", "peasant_food3", "noble_sword1")
    pos = go(pos, ("throw", []), seat=0)
    assert keys(pos, seat=0) == ["throw", "stop"]
    pos = go(pos, ("throw", []), seat=0)
    assert walk.actors(pos) == (1,), "the third throw was the last"


def test_58_reroll_takes_any_unlocked_dice_those_kept_before_too() -> None:
    pos = thrown("peasant_food3", SKULL, "peasant_build2", "noble_goods2_skull")
    assert keys(pos, "throw", seat=0) == ["p1", "p3"]
    for bad in (["p2"], ["n1", "p1"], ["p1", "p1"], ["p9"], "p1"):
        assert refusal(pos, "throw", bad, seat=0).startswith("core.refused"), bad
    form = pick(pos, "throw", seat=0)
    none_chosen = why_incomplete(form, [])
    assert none_chosen is not None
    assert none_chosen.why.key == "era.throw.choose", "all dice may be kept"
    pos = go(pos, ("throw", ["p1"]), seat=0)
    assert pos.state.towns[0].die("p3").face == "peasant_build2"
    pos.state.towns[0].die("p1").face = "peasant_food3"
    assert keys(pos, "throw", seat=0) == ["p1", "p3"], "p3 was kept in throw 2"


def test_58_a_skull_of_a_later_throw_locks_too() -> None:
    pos = thrown("peasant_food3", "peasant_food3", "peasant_build2", "noble_sword1")
    for word in range(400):
        pos.rng[0] = word
        after = go(pos, ("throw", ["p1"]), seat=0)
        if after.state.towns[0].die("p1").face == SKULL:
            assert keys(after, "throw", seat=0) == ["p2", "p3", "n1"]
            return
    raise AssertionError("never a skull")


def test_58_set_die_any_own_face_skulls_to_and_fro_and_never_after_throw_2() -> None:
    pos = thrown("peasant_food3", SKULL, "peasant_build2", "noble_sword1", sets=1)
    assert keys(pos, "set", seat=0) == ["p1", "p2", "p3", "n1"]
    assert keys(pos, "set", "n1", seat=0) == list(SIDES["n"])
    assert refusal(pos, "set", "n1", "peasant_food3", seat=0) == "core.refused.option"
    put = go(pos, ("set", "p1", SKULL), seat=0)
    assert keys(put, "throw", seat=0) == ["p3", "n1"]
    late = go(pos, ("throw", []), seat=0)
    assert refusal(late, "set", seat=0) == "core.refused.option"
    first = begin()
    first.lanes[0] = [SecretRoll(0, 1)]
    assert refusal(first, "set", seat=0) == "core.refused.option", "not before the first throw"


def test_58_set_die_when_every_die_is_locked_still_opens_the_window() -> None:
    pos = thrown(SKULL, SKULL, SKULL, "noble_goods2_skull", sets=1)
    assert keys(pos, seat=0) == ["set", "stop"]
    pos = go(pos, ("set", "p1", "peasant_build2"), seat=0)
    assert keys(pos, "throw", seat=0) == []  # not in throw 2
    pos = go(pos, ("throw", []), seat=0)
    assert keys(pos, "throw", seat=0) == ["p1"]  # in throw 3


def test_58_stop_after_throw_1_and_the_dice_stand() -> None:
    pos = go(thrown("peasant_food3", SKULL, "peasant_build2", "noble_sword1"), ("stop",), seat=0)
    assert [die.face for die in pos.state.towns[0].dice] == [
        "peasant_food3",
        SKULL,
        "peasant_build2",
        "noble_sword1",
    ]
    older = begin()
    older.lanes[0] = [SecretRoll(0)]
    assert keys(older, seat=0) == ["throw"], "by rules 3 the first throw was a move"
    assert refusal(older, "stop", seat=0) == "core.refused.option", "not before throw 1"


def test_58_stopping_says_how_many_dice_hunger_that_no_die_shows_a_hammer_and_what_skulls_bring() -> (
    None
):
    poor = thrown(SKULL, SKULL, SKULL, "noble_sword1")
    poor.state.towns[0].stock["food"] = 0
    income = fixed_gain(poor.state.towns[0])["food"]
    assert 0 < income < 4
    hungry, calamity = ask(poor, "stop", seat=0).effects
    assert (hungry.key, hungry.args) == ("era.text.hungry", {"n": 4 - income})
    assert (say(calamity), say(calamity, "en")) == (
        "Calamidad: Traición (3 calaveras).",
        "Calamity: Treason (3 skulls).",
    )
    poor.lanes[0][0].throws = 2
    assert ask(poor, "throw", [], seat=0).effects == ask(poor, "stop", seat=0).effects, (
        "to throw none of the last is to stop"
    )
    poor.lanes[0][0].throws = 1
    assert not ask(poor, "throw", [], seat=0).effects
    sick = lay(
        thrown(SKULL, SKULL, "peasant_food3", "noble_sword1"),
        [KEEP, "longhouse-a1-0", "longhouse-a2-0"],
    )
    assert (
        say(ask(sick, "stop", seat=0).effects[-1])
        == "Calamidad: Enfermedad, y 2 edificios tocan a otros."
    )
    fed = thrown("peasant_food3", "peasant_food3", "peasant_food3", "noble_sword1")
    assert [one.key for one in ask(fed, "stop", seat=0).effects] == ["era.effect.no_hammer"]
    assert fed.state.towns[0].calamity == poor.state.towns[0].calamity == 0, "only looked ahead"


def test_58_quills_come_in_turn_order_and_only_the_own_dice() -> None:
    pos = begin(3)
    pos.state.first = 2
    for seat in range(3):
        dice(pos, seat, "noble_goods1" if seat == 1 else "clergy_quill", "noble_sword1")
    roll = RollPhase(forked=True)
    stage(pos, roll, Build(1, 1))
    assert walk.actors(pos) == (2,)
    assert keys(pos, "quill", "c1") == ["alone", "n1"]
    pos = go(pos, ("pass",))
    assert walk.actors(pos) == (0,)
    assert refusal(pos, "quill", seat=2) != "", "no coming back"


def test_58_a_quill_that_comes_up_again_may_be_used_again_and_skulls_count() -> None:
    pos = dice(begin(), 0, "clergy_quill", "peasant_food3")
    stage(pos, Quill(0), Build(0, 1))
    again = skulls = False
    for word in range(300):
        pos.rng[-1] = word
        after = go(pos, ("quill", "c1", "p1"))
        town = after.state.towns[0]
        if town.die("c1").face == "clergy_quill":
            again = keys(after) == ["quill", "pass"] and keys(after, "quill", "c1") == [
                "alone",
                "p1",
            ]
        skulls |= town.die("p1").face == SKULL and town.total("skulls") > 0
    assert again
    assert skulls


def test_58_collect_one_way_for_each_choice_die() -> None:
    pos = dice(
        begin(), 0, "peasant_food2_or_stone1", "peasant_food2_or_stone1", "clergy_stone1_or_wood2"
    )
    dice(pos, 1, "noble_sword1")
    stage(pos, Collect(), Build(0, 1))
    assert walk.actors(pos) == (0,), "who has no choice is not asked"
    answers = {
        (a, b) for a in keys(pos, "collect", seat=0) for b in keys(pos, "collect", a, seat=0)
    }
    assert answers == {
        (a, b) for a in ("food2", "food1_stone1", "stone2") for b in ("stone1", "wood1")
    }
    pos = go(pos, ("collect", "food1_stone1", "wood1"), seat=0)
    assert pos.state.towns[0].stock == {"goods": 0, "stone": 2, "wood": 4, "food": 3 + 2 + 1 - 3}


def test_58_bandits_take_a_kind_that_is_owned() -> None:
    pos = stock(begin(), stone=1)
    stage(pos, Bandits(0), Build(1, 1))
    assert keys(pos, "bandits") == ["calamity", "stone"]
    assert refusal(pos, "bandits", "wood") == "core.refused.option"


def test_58_place_scorched_is_for_all_victims_at_once_outside_walls_on_empty_cells() -> None:
    pos = lay(begin(3), [KEEP], list(LAYOUTS["closed"].pieces), [KEEP])
    stage(pos, Treason(0, [1, 2]), Build(0, 1))
    assert walk.actors(pos) == (1, 2)
    for cell in ("d7", "e8", "g7", "c6", "j1"):
        row = f"r{cell[1:]}"
        assert refusal(pos, "scorch", "other", row, cell, seat=1) == "core.refused.option", cell
    assert refusal(pos, "scorch", "other", "r14", "a14", seat=1) == "core.refused.option", (
        "it would stick out"
    )
    pos = go(pos, ("scorch", "other", "r10", "g10"), seat=1)
    assert "scorched_earth-g10-0" in pos.state.towns[1].pieces


def test_58_remove_building_fire_any_attack_only_unwalled() -> None:
    pieces = [*LAYOUTS["closed"].pieces, "market-a13-0"]
    pos = lay(begin(), pieces, pieces)
    stage(pos, Fire(0), Build(0, 1))
    assert set(keys(pos, "remove")) == {piece for piece in pieces if not piece.startswith("wall")}
    pos = lay(begin(3), pieces, pieces, pieces)
    stage(pos, Attack([1, 2]), Build(0, 1))
    assert walk.actors(pos) == (1, 2)
    assert set(keys(pos, "remove", seat=1)) == {"farm-j1-0", "market-a13-0"}
    pos = go(pos, ("remove", "market-a13-0"), seat=2)
    assert pos.state.supply["market"] == begin(3).state.supply["market"] - 3, (
        "to the box, not to the supply"
    )
    assert pos.state.box["market"] == 1


def test_58_build_needs_a_hammer_the_supply_the_cost_and_room() -> None:
    pos = stock(begin(), wood=3)
    stage(pos, Build(0, 2))
    assert keys(pos, "build") == ["longhouse", "farm", "lumber_mill"]
    assert refusal(pos, "build", "farm", "t0", "g7") == "core.refused.option"
    assert refusal(pos, "build", "farm", "t180", "a12") == "core.refused.option", (
        "the same cells are the same place: one turn"
    )
    pos = go(pos, site(pos, "longhouse-a12-0"))
    assert keys(pos, "build") == ["farm"], "what is spent is gone before the next"
    pos = go(pos, site(pos, "farm-m1-90"))
    assert keys(pos) == ["pass"]
    assert begin().state.supply["farm"] - pos.state.supply["farm"] == 1


def test_58_build_is_in_turn_order_and_one_action_for_each_hammer() -> None:
    pos = begin(3)
    pos.state.first = 1
    faces = {0: ("peasant_build2",), 1: ("peasant_build2", SKULL), 2: ("noble_sword1",)}
    for seat, some in faces.items():
        dice(stock(pos, seat, wood=8, stone=7, goods=6), seat, *some)
    stage(pos, Builders(pos.state.order()), Extort([]))
    assert (walk.actors(pos), pos.stack[-1].hammers) == ((1,), 3)
    pos = go(pos, ("pass",))
    assert (walk.actors(pos), pos.stack[-1].hammers) == ((0,), 2), (
        "seat 2 has no hammer and is not asked"
    )


def test_58_demand_goes_round_from_the_left_and_each_is_finished_first() -> None:
    pos = begin(4)
    for seat, swords in enumerate(
        ("noble_sword1", "noble_swords3", "noble_sword1", "noble_goods1")
    ):
        dice(stock(pos, seat, wood=2, food=2), seat, swords)
    pos.state.first = 1
    stage(pos, Extort([]))
    for victim in (2, 3, 0):
        assert walk.actors(pos) == (1,)
        assert keys(pos, "demand") == [f"p{victim + 1}"] or keys(pos, "demand") == [f"p{victim}"]
        pos = go(pos, ("demand", keys(pos, "demand")[0], "wood"))
        assert walk.actors(pos) == (victim,)
        pos = go(pos, ("pay",))
    assert pos.state.towns[1].stock["wood"] == 5


def test_58_pay_moves_one_unit_and_refuse_costs_two() -> None:
    pos = dice(
        dice(stock(stock(begin(), 0), 1, wood=2, food=1), 0, "noble_sword1"), 1, "peasant_food3"
    )
    stage(pos, Extort([]), Build(0, 1))
    pos = go(pos, ("demand", keys(pos, "demand")[0], "wood"))
    paid, refused = go(pos, ("pay",)), go(pos, ("refuse",))
    assert [town.stock["wood"] for town in paid.state.towns] == [1, 1]
    assert [town.stock["wood"] for town in refused.state.towns] == [0, 2]
    assert [town.calamity for town in refused.state.towns] == [0, 2]


def test_58_take_offers_the_kinds_on_jaimes_dice() -> None:
    pos = dice(begin(1), 0, "noble_swords3", "noble_swords3")
    pos.state.jaime = ["noble_sword1", "noble_goods2_skull", "noble_shields4", SKULL]
    stage(pos, Extort([]), Build(0, 1))
    assert keys(pos, "take") == ["goods", "wood"]
    pos = go(stock(pos, goods=6), ("take", "goods"))
    assert pos.state.towns[0].stock["goods"] == 6, "a full track loses it"


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_9_default_setup_is_the_ready_made_layout(n: int) -> None:
    pos = walk.start(GAME, {}, n, 3)
    for seat in range(n):
        pos = walk.submit(pos, seat, walk.default_path(pos, seat)).pos
    assert all(town.pieces == preset("compact", n) for town in pos.state.towns)


def test_9_default_setup_of_a_finished_layout_by_hand_is_that_layout() -> None:
    pos = walk.start(GAME, {}, 2, 3)
    pos.state.towns[0].pieces = preset("closed", 2)
    pos.lanes[0][0].unplaced = []
    assert walk.default_path(pos, 0) == ("ready",)


def test_9_default_roll_stops_after_the_first_throw_and_leaves_the_monastery_unused() -> None:
    assert walk.default_path(begin(), 0) == ("stop",)
    pos = thrown("peasant_food3", SKULL, "peasant_build2", "noble_sword1", sets=1)
    assert walk.default_path(pos, 0) == ("stop",)
    assert walk.default_path(go(pos, ("throw", []), seat=0), 0) == ("stop",)


def test_9_default_of_choices_is_food_then_stone_if_it_fits() -> None:
    pos = dice(
        stock(lay(begin(), [KEEP]), food=8, stone=6),
        0,
        "peasant_food2_or_stone1",
        "clergy_stone1_or_wood2",
    )
    stage(pos, Collect(), Build(0, 1))
    assert walk.default_path(pos, 0) == ("collect", "stone1", "wood1")


def test_9_default_of_scorched_earth_is_the_first_place_with_the_fewest_points_removed() -> None:
    pos = lay(begin(), [KEEP], [KEEP, "longhouse-a1-0"])
    stage(pos, Scorch(1), Build(0, 1))
    assert walk.default_path(pos, 1)[-1] == "c1"
    strip = [
        "longhouse-m1-0",
        "market-m2-0",
        "farm-m4-90",
        "farm-m7-90",
        "market-m10-0",
        "farm-m12-90",
    ]
    pos = lay(begin(), [KEEP], [KEEP, *RING12, *strip])
    stage(pos, Scorch(1), Build(0, 1))
    path = walk.default_path(pos, 1)
    after = go(pos, path, seat=1)
    gone = set(pos.state.towns[1].pieces) - set(after.state.towns[1].pieces)
    assert (path[-1], gone) == ("m4", {"farm-m4-90"}), "one point, the first by row and column"


def test_9_default_removal_is_the_building_that_scores_least_without_a_die_first() -> None:
    pieces = [*LAYOUTS["closed"].pieces, "market-a13-0"]
    pos = lay(begin(), pieces)
    stage(pos, Fire(0), Build(0, 1))
    assert walk.default_path(pos, 0) == ("remove", "farm-j1-0")
    pos = lay(
        begin(), [*(piece for piece in pieces if not piece.startswith("farm")), "longhouse-n13-90"]
    )
    stage(pos, Fire(0), Build(0, 1))
    assert walk.default_path(pos, 0) == ("remove", "longhouse-n13-90"), "walled houses score two"


def test_9_default_demand_take_pay_build_and_quill() -> None:
    pos = dice(dice(stock(begin(), 1, wood=1, stone=2), 0, "noble_sword1"), 1, "peasant_food3")
    stage(pos, Demand(0, 1), Build(0, 1))
    assert walk.default_path(pos, 0)[-1] == "stone"
    solo = begin(1)
    solo.state.jaime = ["peasant_food2_or_stone1", "noble_shields4"]
    stage(solo, TakeByForce(0), Build(0, 1))
    assert walk.default_path(solo, 0) == ("take", "stone")
    stage(pos, Yield(1, 0, "wood"), Build(0, 1))
    assert walk.default_path(pos, 1) == ("pay",)
    stage(pos, Build(0, 1))
    assert walk.default_path(pos, 0) == ("pass",)
    stage(dice(pos, 0, "clergy_quill"), Quill(0), Build(0, 1))
    assert walk.default_path(pos, 0) == ("pass",)


def test_9_defaults_alone_end_games_of_every_size_the_round_limit_off_too() -> None:
    for n in (1, 2, 3, 4):
        pos = walk.start(GAME, {} if n == 1 else {"round_limit": 3}, n, n)
        while pos.outcome is None:
            seat = walk.actors(pos)[-1]
            walk.apply(pos, seat, walk.default_path(pos, seat))
            assert GAME.audit(pos) == []
        assert pos.state.round == (8 if n == 1 else 3)


def test_9_what_has_one_answer_is_not_asked() -> None:
    pos = dice(dice(stock(begin()), 0, "noble_sword1"), 1, "noble_sword1")
    stage(pos, Collect(), Bandits(0), Builders([0, 1]), Extort([]))
    assert pos.state.round == 2, (
        "no choice face, nothing to rob but the point, no hammers, nobody weaker"
    )
    assert isinstance(ask(pos, seat=0), SelectPrompt)
