"""Positions that try to break the rules, by section.

Whole domains against a naive computation.
"""

from __future__ import annotations

from itertools import product

import pytest

from games.core.engine import walk
from games.core.state.rng import Rng
from games.era_medieval_age import GAME
from games.era_medieval_age.model import events as ev
from games.era_medieval_age.model.catalog import BUILDINGS, LAYOUTS, PIECES, WALLS
from games.era_medieval_age.model.land import GRID, TURNS, land, piece_id
from games.era_medieval_age.rules.domain.building import Build, Builders
from games.era_medieval_age.rules.domain.placement import sites
from games.era_medieval_age.rules.flow.setup import end_reason
from games.era_medieval_age.rules.phases.calamities import Attack, Calamities, Fire, Treason
from games.era_medieval_age.rules.phases.extortion import Extort, pairs
from games.era_medieval_age.rules.phases.harvest import Collect, feed
from games.era_medieval_age.rules.phases.rolling import CountSkulls
from tests.games.asking import keys
from tests.games.era_medieval_age.positions import (
    BORDER,
    KEEP,
    RING12,
    Pos,
    begin,
    dice,
    go,
    lay,
    site,
    stage,
    stock,
)

SKULL = "peasant_wood1_build1_skull"
RING = (
    "keep-i9-0",
    "wall_3-f6-0",
    "wall_3-i6-90",
    "wall_4-e10-0",
    "wall_4-e6-90",
)  # around f7..h9, the keep as its corner


def row(pos: Pos, which: str) -> list[int]:
    return list(next(one.values for one in GAME.score(pos).rows if one.id == which))


# --- geometry (4) -------------------------------------------------------------------------------------------------


def cells(piece: str) -> set[tuple[int, int]]:
    """Return the cells of a piece, turned step by step as section 0 says."""
    kind, cell, degrees = piece.split("-")
    some = set(PIECES[kind].cells)
    for _ in range(int(degrees) // 90):
        height = 1 + max(r for r, _ in some)
        some = {(c, height - 1 - r) for r, c in some}
    top, left = min(r for r, _ in some), min(c for _, c in some)
    return {(r - top + int(cell[1:]) - 1, c - left + ord(cell[0]) - ord("a")) for r, c in some}


def neighbors(some: set[tuple[int, int]]) -> set[tuple[int, int]]:
    return {(r + a, c + b) for r, c in some for a, b in ((0, 1), (1, 0), (0, -1), (-1, 0))} - some


def test_4_random_domains_are_what_a_plain_reading_makes_of_them() -> None:
    """Enclosure by a queue in 8 directions, neighbours by edges, groups, areas, markets: 120 domains, bits against sets."""
    rng, closed = Rng.of(44), 0
    for at in range(120):
        pieces = [*(BORDER, RING12, ())[at % 3]]
        pieces = [piece for piece in pieces if rng.below(20)] if at % 2 else pieces
        for kind in [
            "wall_6",
            "wall_5",
            "longhouse",
            "hospital",
            "farm",
            "market",
            "scorched_earth",
            "university",
            *WALLS,
        ] * 3:
            turn = rng.pick(list(TURNS[kind]))
            where = list(GRID.cells(sites(tuple(sorted(pieces)), kind, turn)))
            if where and rng.below(3):
                pieces.append(piece_id(kind, *rng.pick(where), turn))
        here, own = land(sorted(pieces)), {piece: cells(piece) for piece in pieces}
        assert {one.id: set(GRID.cells(one.cells)) for one in here.pieces} == own
        walls = {
            cell
            for piece, some in own.items()
            if PIECES[piece.split("-")[0]].barrier
            for cell in some
        }
        reached, todo = {(-1, -1)}, [(-1, -1)]
        while todo:
            r, c = todo.pop()
            for step in product((r - 1, r, r + 1), (c - 1, c, c + 1)):
                if -1 <= step[0] <= 14 and -1 <= step[1] <= 14 and step not in reached | walls:
                    reached.add(step)
                    todo.append(step)
        inside = set(product(range(14), range(14))) - reached - walls
        closed += bool(inside)
        assert set(GRID.cells(here.inside)) == inside
        burnt = {
            cell for piece, some in own.items() if piece.startswith("scorched") for cell in some
        }
        assert here.area == len(inside - burnt)
        houses = {
            piece: some
            for piece, some in own.items()
            if piece.split("-")[0] in BUILDINGS and not piece.startswith("keep")
        }
        assert {one.id for one in here.unwalled} == {
            piece for piece, some in houses.items() if not some <= inside
        }
        near = {
            piece: {o for o, cs in houses.items() if o != piece and neighbors(some) & cs}
            for piece, some in houses.items()
        }
        sick = {
            piece
            for piece, others in near.items()
            if others and not any(one.startswith("hospital") for one in (piece, *others))
        }
        assert {one.id for one in here.grouped} == sick
    assert closed > 40


def test_4_walls_that_touch_at_a_corner_leak_wherever_the_corner_is() -> None:
    """Every ring of barrier cells around a rectangle holds; without any one of its cells it leaks, a corner's cell too."""
    for height, width in ((1, 1), (1, 3), (2, 2), (3, 4)):
        ring = [
            cell
            for cell in product(range(3, 5 + height), range(3, 5 + width))
            if cell[0] in (3, 4 + height) or cell[1] in (3, 4 + width)
        ]
        whole = GRID.from_cells(ring)
        assert GRID.enclosed(whole).bit_count() == height * width
        for gap in ring:
            assert GRID.enclosed(whole & ~GRID.cell_mask(*gap)) == 0, gap


def test_4_the_rim_of_the_board_is_no_wall() -> None:
    assert land(["wall_2-a3-0", "wall_3-c1-90"]).area == 0
    assert land(["wall_4-a1-0", "wall_3-a2-90", "wall_3-b4-0", "wall_2-d2-90"]).area == 4, (
        "walls on the rim are walls"
    )


def test_4_nested_areas_and_areas_that_share_a_wall_are_one_sum() -> None:
    outer = [*BORDER, "wall_6-e5-0", "wall_6-e10-0", "wall_4-e6-90", "wall_4-j6-90"]
    assert land(sorted(outer)).area == 144 - 20
    shared = ["wall_5-a1-0", "wall_5-a3-0", "wall_5-a5-0", "wall_3-a6-90"]
    posts = [GRID.from_cells([(1, 0), (1, 2), (1, 4), (3, 0), (3, 4)])]
    assert GRID.enclosed(land(shared).walls | posts[0]).bit_count() == 2 + 3


def test_4_buildings_and_scorched_earth_do_not_stop_the_outside() -> None:
    gap = [piece for piece in RING if not piece.startswith("wall_3-f6")]
    assert land(sorted(RING)).area == 9
    assert land(sorted([*gap, "farm-f5-0"])).area == 0
    assert land(sorted([*gap, "scorched_earth-f5-0", "scorched_earth-h5-0"])).area == 0


def test_4_scorched_earth_that_is_walled_in_later_stays_where_it_is() -> None:
    pos = stock(
        lay(
            begin(), [piece for piece in RING if piece != "wall_3-i6-90"] + ["scorched_earth-f7-0"]
        ),
        stone=1,
    )
    stage(pos, Build(0, 1))
    pos = go(pos, site(pos, "wall_3-i6-90"))
    assert "scorched_earth-f7-0" in pos.state.towns[0].pieces
    assert pos.state.towns[0].land.area == 5


# --- collect and feed (5.2, 5.3) ----------------------------------------------------------------------------------


def test_52_everything_is_added_in_one_sum_and_then_capped() -> None:
    """The mill's wood and the die's come together: 7 + 3 + 2 is 8 once, whatever came first; culture has no cap."""
    pos = dice(
        stock(
            lay(begin(), [KEEP, "lumber_mill-a1-0", "farm-a4-0", "farm-a7-0"]),
            wood=7,
            food=9,
            culture=25,
        ),
        0,
        "peasant_wood3",
        "clergy_culture2_skull",
    )
    dice(pos, 1, "noble_sword1")
    events = stage(pos, Collect(), Build(0, 1))
    town = pos.state.towns[0]
    assert events[0] == ev.Collected(
        0, {"wood": 5, "culture": 2, "food": 2}, {"wood": 4, "food": 2}, 2, 0
    )
    assert (town.stock["wood"], town.stock["food"], town.culture, town.calamity) == (
        8,
        9 - 2,
        27,
        0,
    )


def test_53_hunger_costs_a_point_for_each_die_and_no_die() -> None:
    pos = dice(stock(begin(), food=1), 0, "noble_sword1", "noble_sword1", "peasant_food3")
    assert feed(pos.state.towns[0]) == (1, 2)
    assert (
        pos.state.towns[0].stock["food"],
        pos.state.towns[0].calamity,
        len(pos.state.towns[0].dice),
    ) == (0, 2, 3)


# --- calamities (5.4) ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("faces", "what"),
    [((), ""), ((SKULL,), "bandits"), ((SKULL,) * 6, "revolt"), ((SKULL,) * 7, "revolt")],
)
def test_54_exactly_one_calamity_by_the_skulls_of_the_final_roll(
    faces: tuple[str, ...], what: str
) -> None:
    pos = dice(stock(begin(), goods=3), 0, *faces, "noble_sword1")
    dice(pos, 1, "noble_sword1")
    pos.state.towns[0].skulls = 0
    told = stage(pos, CountSkulls(), Calamities([0]), Build(0, 1))
    assert [one.calamity for one in told if isinstance(one, ev.Struck)] == ([what] if what else [])


def test_54_disease_counts_each_building_once_walled_or_not_and_never_keeps() -> None:
    closed = list(LAYOUTS["closed"].pieces)
    assert len(land(sorted(closed)).grouped) == 3, "walls do not protect"
    assert [one.id for one in land(sorted([KEEP, "longhouse-g9-0", "keep-i9-0"])).grouped] == [], (
        "keeps group nobody"
    )
    assert land(["farm-a1-0", "longhouse-d3-0"]).grouped == [], "corners do not touch"
    assert len(land(["hospital-b2-0", "farm-e2-0", "longhouse-h2-0"]).grouped) == 1, (
        "the house beside the shielded farm counts"
    )
    assert land(["hospital-b2-0", "hospital-e2-0"]).grouped == []


def test_54_fire_may_open_an_area_before_the_next_calamity_of_the_step() -> None:
    pos = lay(begin(), [*RING, "market-f7-0"], [*RING, "market-f7-0"])
    pos.state.towns[0].skulls, pos.state.towns[1].skulls = 4, 5
    stage(pos, Calamities([0, 1]), Builders([]))
    assert walk.actors(pos) == (0,)
    pos = go(pos, ("remove", "keep-i9-0"))
    assert "market-f7-0" not in pos.state.towns[0].pieces, (
        "open by now, and the only one: it went by itself"
    )
    spared = lay(begin(), [*RING, "market-f7-0"], [*RING, "market-f7-0"])
    assert ev.Spared(0, "attack") in stage(spared, Attack([0]), Build(0, 1))


def test_54_an_earlier_treason_may_empty_the_supply_for_a_later_one() -> None:
    pos = begin(3)
    pos.state.supply["scorched_earth"] = 3
    pos.state.box["scorched_earth"] = 24 - 3
    for seat in (0, 1):
        pos.state.towns[seat].skulls = 3
    stage(pos, Calamities([0, 1, 2]), Builders([]))
    assert walk.actors(pos) == (1, 2)
    for seat in (2, 1):
        pos = go(pos, walk.default_path(pos, seat), seat=seat)
    assert pos.state.supply["scorched_earth"] == 1
    assert pos.state.towns[0].pieces == begin(3).state.towns[0].pieces, (
        "one piece for two: nothing happens at all"
    )


def test_54_a_victim_without_room_does_not_spare_the_others() -> None:
    pos = lay(begin(3), [KEEP], [KEEP, *BORDER], [KEEP])
    before = pos.state.supply["scorched_earth"]
    told = stage(pos, Treason(0, [1, 2]), Build(0, 1))
    assert ev.NoRoom(1) in told
    assert (walk.actors(pos), pos.state.supply["scorched_earth"]) == ((2,), before - 1)


def test_54_removed_cells_that_the_piece_does_not_cover_are_empty_afterwards() -> None:
    strip = [piece_id("farm", row, 12, 90) for row in (0, 3, 6, 9)] + ["market-m13-0"]
    pos = lay(begin(), [KEEP], [KEEP, *RING12, *strip])
    stage(pos, Treason(0, [1]), Build(0, 1))
    pos = go(pos, walk.default_path(pos, 1))
    here = pos.state.towns[1].land
    assert here.free & GRID.cell_mask(2, 12)
    assert not here.free & GRID.cell_mask(0, 12)
    assert pos.state.box["farm"] == 1 + 1


def test_54_losing_a_building_never_flips_a_marker_and_its_die_leaves_for_the_box() -> None:
    pos = lay(begin(), [KEEP, "university-a1-0", "church-e1-0"], [KEEP])
    dice(dice(pos, 1, "noble_sword1"), 0, "clergy_food2", "noble_sword1")
    pos.state.box["church"] += pos.state.supply["church"]
    pos.state.supply["church"] = 0
    pos.state.ended = ["university"]
    stage(pos, Fire(0))
    pos = go(pos, ("remove", "church-e1-0"))
    assert pos.state.ended == ["university"]
    assert [die.id for die in pos.state.towns[0].dice] == ["n1"]
    assert pos.state.pool["clergy"] == 0, "the die is out of the game with its church"


def test_54_attack_and_treason_never_take_keeps_walls_or_walled_buildings() -> None:
    pos = lay(begin(), [KEEP], [*RING, "market-f7-0", "keep-a1-0"])
    assert ev.Spared(1, "attack") in stage(pos, Attack([1]), Build(0, 1))


# --- build (5.5) --------------------------------------------------------------------------------------------------


def test_55_the_last_wall_flips_nothing_and_the_last_building_flips_one() -> None:
    pos = stock(begin(), wood=8, stone=7, goods=6)
    for kind in ("wall_2", "market"):
        pos.state.box[kind] += pos.state.supply[kind] - 1
        pos.state.supply[kind] = 1
    stage(pos, Build(0, 3))
    pos = go(pos, site(pos, "wall_2-a14-0"))
    assert (pos.state.ended, pos.stack[-1].markers_flipped) == ([], 0)
    pos = go(pos, site(pos, "market-k5-0"))
    assert (pos.state.ended, pos.stack[-1].markers_flipped) == (["market"], 1)
    assert "market" not in keys(pos, "build")


def test_55_with_two_players_the_first_university_flips_a_marker() -> None:
    pos = stock(begin(2), wood=8, stone=7, goods=6)
    stage(pos, Build(0, 1))
    pos = go(pos, site(pos, "university-k5-0"))
    assert pos.state.ended == ["university"]


def test_55_dice_of_new_buildings_join_and_income_starts_in_the_next_round() -> None:
    pos = dice(dice(stock(begin(), wood=3), 1, "noble_goods1"), 0, "peasant_build2")
    stage(pos, Build(0, 1), Extort([]))
    pos = go(pos, site(pos, "longhouse-a14-0"), ("pass",))
    assert [die.id[0] for die in pos.state.towns[0].dice] == ["p", "p", "p", "p", "n"]
    assert pos.state.round == 2
    assert all(die.face for die in pos.state.towns[0].dice), "the next round rolls them at once"


# --- extort (5.6) -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("swords", "other", "shields", "may"),
    [
        (("noble_sword1",), (), 0, True),
        (("noble_swords2",), ("noble_swords2",), 0, False),
        (("noble_swords3", "noble_sword1"), (), 1, False),
        (("noble_swords3", "noble_swords2"), (), 1, True),
        ((), (), 0, False),
        (("noble_swords3",), ("noble_swords2",), 0, True),
    ],
)
def test_56_more_swords_than_the_other_has_swords_and_shields(
    swords: tuple[str, ...], other: tuple[str, ...], shields: int, may: bool
) -> None:
    pos = dice(begin(), 0, *swords, "noble_goods1")
    dice(pos, 1, *other, *["noble_shields4"] * shields, "noble_goods1")
    assert ([0, 1] in pairs(pos.state)) is may


def test_56_what_was_just_gained_can_be_extorted_by_a_later_player() -> None:
    pos = begin(3)
    for seat, face in enumerate(("noble_sword1", "noble_goods1", "noble_swords3")):
        dice(stock(pos, seat), seat, face)
    stock(pos, 1, wood=1)
    stage(pos, Extort([]))
    pos = go(pos, ("pay",))  # seat 1 to seat 0
    assert (walk.actors(pos), pos.stack[-1].what) == ((0,), "wood")
    pos = go(pos, ("pay",))  # seat 0 to seat 2
    assert pos.state.towns[2].stock["wood"] == 1
    assert pos.state.towns[1].calamity == 2, "by now it has nothing for seat 2"


# --- the end (5.7, 6) ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("n", "markers"), [(2, 3), (3, 3), (4, 5)])
def test_57_the_round_in_which_the_last_marker_flips_is_the_last(n: int, markers: int) -> None:
    pos = begin(n)
    kinds = list(BUILDINGS)[3 : 3 + markers]
    pos.state.ended = kinds[:-1]
    assert end_reason(pos.state, n, 40) == ""
    pos.state.ended = kinds
    assert end_reason(pos.state, n, 40) == "markers"
    for kind in kinds:
        pos.state.box[kind] += pos.state.supply[kind]
        pos.state.supply[kind] = 0
    for seat in range(n):
        dice(stock(pos, seat, wood=1), seat, "noble_swords3" if seat == 0 else "noble_sword1")
    stage(pos, Extort([]))
    assert pos.outcome is None, "the step goes on to its end"
    while pos.outcome is None:
        pos = go(pos, walk.default_path(pos, walk.actors(pos)[0]))
    assert pos.state.towns[0].stock["wood"] == n


@pytest.mark.parametrize(
    ("mine", "others", "places"),
    [
        ({"goods": 1}, {"stone": 7, "wood": 8, "food": 9}, [1, 2]),
        ({"stone": 1}, {"wood": 8, "food": 9}, [1, 2]),
        ({"wood": 1}, {"food": 9}, [1, 2]),
        ({"food": 2}, {"food": 1}, [1, 2]),
        ({"food": 1}, {"food": 1}, [1, 1]),
        ({"goods": 1, "stone": 2}, {"goods": 1, "stone": 3}, [2, 1]),
    ],
)
def test_6_ties_are_broken_by_goods_stone_wood_food_and_then_shared(
    mine: dict[str, int], others: dict[str, int], places: list[int]
) -> None:
    pos = stock(stock(lay(begin(), [KEEP], [KEEP]), 0, **mine), 1, **others)
    pos.state.round = 40
    stage(pos)
    assert GAME.score(pos).total == (2, 2)
    assert pos.outcome is not None
    assert pos.outcome.places == places


def test_6_more_points_win_over_more_goods() -> None:
    pos = stock(stock(lay(begin(round_limit=1), [KEEP], [KEEP]), 0, culture=1), 1, goods=6)
    stage(pos)
    assert pos.outcome is not None
    assert pos.outcome.winners == [0]


def test_6_every_category_by_itself() -> None:
    """Buildings walled double; bonuses of each copy, never doubled; a cell counts for two markets; totals may be negative."""
    inside = [*RING, "market-f7-0"]
    assert row(lay(begin(), inside), "market")[0] == 4
    assert row(lay(begin(), inside), "bonus_market")[0] == 3 * 3 - 4 - 1, (
        "free neighbours inside, once"
    )
    pair = lay(begin(), [KEEP, "market-a1-0", "market-d1-0"])
    assert row(pair, "bonus_market")[0] == 4 + 6, "the cells between count for both"
    hall = stock(
        lay(begin(), [KEEP, "guildhall-a1-0", "guildhall-c1-0"]), goods=1, stone=2, wood=3, food=4
    )
    assert row(hall, "bonus_guildhall")[0] == 20
    colleges = stock(lay(begin(), [KEEP, "university-a1-0", "university-d1-0"]), culture=30)
    assert row(colleges, "bonus_university")[0] == 60
    towers = lay(begin(), [KEEP, "cathedral-a1-0", "cathedral-d1-0", "longhouse-a9-0"])
    assert row(towers, "bonus_cathedral")[0] == 4
    ruin = stock(lay(begin(), [KEEP]), calamity=30)
    assert (row(ruin, "calamity")[0], GAME.score(ruin).total[0]) == (-30, -28)


@pytest.mark.parametrize(
    ("culture", "bonus"), [([0, 0], [0, 0]), ([1, 0], [5, 0]), ([2, 2], [5, 5]), ([26, 25], [5, 0])]
)
def test_6_most_culture_at_least_one_and_the_wraps_count(
    culture: list[int], bonus: list[int]
) -> None:
    pos = begin()
    for seat, n in enumerate(culture):
        stock(pos, seat, culture=n)
    assert row(pos, "most_culture") == bonus
    assert row(pos, "culture") == culture
