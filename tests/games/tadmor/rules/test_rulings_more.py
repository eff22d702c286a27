"""The rulings of the rules, by number: R30 to R51."""

from __future__ import annotations

from collections import Counter

import pytest

from games.core.engine import walk
from games.tadmor import GAME
from games.tadmor.model import events as ev
from games.tadmor.model.catalog import RULES, SPACES, spaces
from games.tadmor.model.effects import UPGRADES
from games.tadmor.model.state import PlacedPiece
from games.tadmor.rules.flow.scoring import final_bonuses, mission_points
from games.tadmor.rules.missions.missions import MISSIONS
from games.tadmor.rules.turn.buying import Buy, Gathering, Grants, Resolution
from games.tadmor.rules.turn.construction import Build, Construction
from games.tadmor.rules.turn.kingdom import Storage
from games.tadmor.rules.turn.placing import Placement, PlacePiece
from tests.games.asking import keys, legal, refused, why
from tests.games.tadmor.positions import (
    Pos,
    begin,
    build,
    cards,
    go,
    goods,
    kingdom,
    put,
    rare,
    show,
    stage,
    stock,
    temple,
    tiles,
    towers,
    who,
)


def placing(pos: Pos, seat: int = 0) -> Pos:
    """Return a placement turn."""
    stage(pos, PlacePiece(seat), Placement(at=seat + 1), resolving=False)
    return pos


def test_r30_the_private_court_may_not_repeat_a_space_one_stands_on() -> None:
    pos = stock(tiles(begin(3, turn=4), 0, "i48"), 0, gold=1)
    kingdom(put(pos, 0, "i48", "tax_collector", "first_player"))
    assert keys(pos, "court", seat=0) == ["war_supplies"]
    pos = tiles(begin(3), 0, "i48")
    kingdom(put(pos, 0, "i48", "tax_collector", "first_player", "war_supplies"))
    assert not any(one for one in keys(pos, seat=0) if one == "court"), "nothing is left: not asked"


@pytest.mark.parametrize("bought", [True, False])
def test_r31_a_camel_moves_onto_a_private_tile_that_is_bought_not_onto_one_granted(
    bought: bool,
) -> None:
    pos = show(stock(begin(3, turn=4), 0, wood=4), "i21", "i33")
    if bought:
        stage(put(pos, 0, "upgrade_2"), Buy(0, "upgrade_2"))
        pos = go(pos, ("buy", "i21", {"wood": 2}))
        assert who(pos).placed == {"i21": "camel"}
        assert pos.state.board["upgrade_2"] == []
        stage(pos, Build(0))
        assert "wood-gold_x1" in keys(pos, "trade"), "it is a market in the same turn"
    else:
        stage(cards(pos, 0, "k15"), Grants([0]))
        pos = go(pos, ("return", "k15", ["i21", "i33"]))
        assert (who(pos).placed, who(pos).tiles) == ({}, ["i21", "i33"])
        stage(pos, Build(0))
        assert "trade" not in keys(pos)


def test_r32_charter_and_private_markets_are_palmyras() -> None:
    for name in ("k13", "i21", "i22"):
        pos = stock(begin(3), 0, gold=1)
        pos = (
            go(build(cards(pos, 0, name)), ("return", name))
            if name == "k13"
            else build(put(tiles(pos, 0, name), 0, name))
        )
        assert "gold-wood-stone_x1" in keys(pos, "trade")
    pos = build(put(cards(begin(3), 0, "k13"), 0, "market_palmyra"))
    assert "return" not in keys(pos), "it would open nothing"
    pos = build(put(cards(begin(3), 0, "k13"), 0, "market_ebla"))
    assert legal(pos, "return", "k13")


def test_r32_a_charter_lasts_until_the_end_of_resolution() -> None:
    pos = cards(stock(begin(3), 0, gold=2), 0, "k13")
    stage(put(pos, 0, "upgrade_1"), Buy(0, "upgrade_1"), Construction([0]))
    pos = go(pos, ("return", "k13"), ("pass",))
    kingdom(pos)
    assert "trade" in keys(pos, seat=0)
    pos = go(pos, ("done",), seat=0)
    assert not who(pos).charter


def test_r33_two_different_players_get_the_bonus() -> None:
    def complete(pos: Pos, seat: int) -> Pos:
        put(
            stock(
                temple(pos, seat, *["statues"] * who(pos, seat).temples.count(4), "roof"),
                seat,
                marble=4,
                gold=3,
            ),
            seat,
            "temple_palmyra",
        )
        at = f"t{len(who(pos, seat).temples) - 1}"
        return go(build(pos, seat), ("temple", "temple_palmyra", at), seat=seat)

    pos = complete(begin(3), 0)
    assert pos.stack[-1].left == 2
    pos = complete(go(pos, ("take", "red"), ("take", "red")), 0)
    assert pos.state.completed == [0]
    assert isinstance(pos.stack[-1], Build), "a second temple of the first player brings nothing"
    pos = complete(pos, 1)
    assert pos.stack[-1].left == 1
    pos = complete(go(pos, ("take", "grey")), 2)
    assert pos.state.completed == [0, 1]
    assert isinstance(pos.stack[-1], Build), "and the third player gets none"


def test_r33_empty_piles_give_nothing() -> None:
    pos = rare(
        put(stock(temple(begin(), 0, "roof"), 0, marble=4, gold=3), 0, "temple_palmyra"),
        1,
        *["oil", "silk"] * 2,
    )
    pos = rare(
        pos,
        1,
        *["perfume"] * 1,
        *["jade", "ivory", "porcelain", "incense", "myrrh", "glass_bottles"] * 2,
    )
    pos = go(build(pos), ("temple", "temple_palmyra", "t0"))
    assert keys(pos, "take") == ["red"]
    pos = go(pos, ("take", "red"))
    assert isinstance(pos.stack[-1], Build), "one tile was left of two"


def test_r34_a_part_whose_stack_is_empty_can_be_neither_built_nor_gained() -> None:
    pos = temple(begin(4), 0, "colonnade")
    for seat in (1, 2, 3):
        temple(pos, seat, "roof")
    temple(pos, 1, "roof", "roof")
    pos = build(
        put(cards(stock(pos, 0, wood=9, stone=9, marble=9, gold=9), 0, "k3"), 0, "temple_palmyra")
    )
    assert why(pos, "temple") == "tad.why.no_part"
    assert "return" not in keys(pos)


def test_r35_the_best_single_temple_counts() -> None:
    pos = tiles(temple(temple(begin(), 0, "colonnade", "statues"), 1, "roof"), 0, "i41")
    assert final_bonuses(pos.state, 0) == {"i41": 12}


def test_r36_what_k25_and_k26_may_fetch() -> None:
    pos = cards(begin(3), 0, "k25")
    stage(pos, Grants([0]))
    fetched = set(keys(pos, "return", "k25"))
    eras = {tile: one.era for tile, one in UPGRADES.items()}
    assert {eras[tile] for tile in fetched} == {1}, "in Era I tiles of Era I"
    assert not fetched & {"i1", "i2", "i3", "i4"}, (
        "starting tiles that nobody took are out of the game"
    )
    assert not fetched & set(pos.state.display)
    pos = cards(tiles(begin(3, turn=8), 1, "i20"), 0, "k26")
    stage(pos, Grants([0]))
    later = set(keys(pos, "return", "k26"))
    assert {eras[tile] for tile in later} == {1, 2}, "then of Era I or II"
    assert "i20" not in later, "it is somebody's"
    assert fetched < later, "what was shown in an earlier Era and nobody took, too"
    assert len(later) > len(fetched) + RULES.display[3], "all of Era I and II but one"


def test_r36_in_eras_ii_and_iii_untaken_starting_tiles_too() -> None:
    """Only Era I excludes the starting tiles: I1 to I4 can be fetched later if nobody took them."""
    for turn, reach in ((2, set()), (4, {"i2", "i4"}), (8, {"i2", "i4"})):
        pos = cards(tiles(tiles(begin(2, turn=turn), 0, "i1"), 1, "i3"), 0, "k25")
        stage(pos, Grants([0]))
        assert {"i1", "i2", "i3", "i4"} & set(keys(pos, "return", "k25")) == reach
    pos = go(pos, ("return", "k25", "i4"))
    assert "i4" in who(pos).tiles
    assert "i4" not in pos.state.box


def test_r36_not_what_two_players_leave_out_and_with_the_expert_start_i1_to_i4() -> None:
    pos = cards(begin(2, turn=8), 0, "k25")
    stage(pos, Grants([0]))
    fetched = keys(pos, "return", "k25")
    assert fetched
    assert all(UPGRADES[tile].for_two for tile in fetched)
    pos = cards(begin(2, turn=8, expert_start=True), 0, "k25")
    stage(pos, Grants([0]))
    assert {"i1", "i2", "i3", "i4"} <= set(keys(pos, "return", "k25"))


def test_r36_with_nothing_to_fetch_the_card_is_not_offered() -> None:
    pos = put(cards(begin(3), 0, "k25"), 0, "upgrade_1")
    s = pos.state
    gone = [tile for tile in s.box if UPGRADES[tile].era == 1 and not UPGRADES[tile].starting]
    s.box = [tile for tile in s.box if tile not in gone]
    who(pos, 1).tiles += gone
    stage(pos, Buy(0, "upgrade_1"))
    assert "return" not in keys(pos)


def test_setup_deals_the_missions_after_the_starting_tiles() -> None:
    pos = walk.start(GAME, {}, 3, "order")
    while pos.state.turn == 0:
        assert not any(player.hand for player in pos.state.players), (
            "who chooses a tile knows no mission yet"
        )
        seat = walk.actors(pos)[0]
        pos = walk.submit(pos, seat, walk.default_path(pos, seat)).pos
    assert [len(player.hand) for player in pos.state.players] == [2, 2, 2]


def test_r37_pieces_from_missions_before_placing_and_in_resolution() -> None:
    pos = placing(cards(begin(), 0, "k5", "k12"))
    pos = go(pos, ("return", "k5"), ("return", "k12"))
    assert (who(pos).own["boat"], who(pos).own["camel"]) == (3, 4)
    assert walk.actors(pos) == (0,)
    assert pos.state.reserve(0, "boat") == 3, "it is placed in this phase"
    for frame in (Buy(0, "upgrade_1"), Build(0)):
        pos = put(cards(begin(), 0, "k6"), 0, "upgrade_1")
        stage(pos, frame)
        assert who(go(pos, ("return", "k6"))).own["boat"] == 3
    pos = placing(cards(begin(), 0, "k16", "k13"))
    assert keys(pos) == ["place"], "those are for Resolution"


def test_r37_with_an_empty_reserve_while_others_still_place() -> None:
    pos = cards(begin(3), 0, "k5", "k11", "k23")
    put(pos, 0, "upgrade_1", "upgrade_2", "rare_red", "rare_grey")
    pos = go(placing(pos), ("place", "camel", "traitor"))
    assert (walk.actors(pos), walk.optional_actors(pos)) == ((1,), (0,)), "nobody waits for it"
    assert keys(pos, seat=0) == ["return"]
    assert keys(pos, "return", seat=0) == ["k5", "k11"], (
        "no forced march: that is for the own placement turn"
    )
    pos = go(pos, ("return", "k11"), seat=0)
    assert (walk.actors(pos), walk.optional_actors(pos)) == ((1,), ()), (
        "with a piece again he waits for his place in the order"
    )
    pos = go(pos, ("place", "camel", "market_palmyra"), ("place", "camel", "market_ebla"))
    assert walk.actors(pos) == (0,), "back in the round"
    assert all(SPACES[key.partition("-")[0]].takes("camel") for key in keys(pos, "place"))
    pos = cards(begin(3), 0, "k5")
    assert walk.optional_actors(placing(pos, 1)) == (), (
        "who still has pieces does it before placing"
    )
    put(
        pos,
        0,
        "rare_red",
        "rare_grey",
        "rare_yellow",
        "shipyard_1",
        "traitor",
        "upgrade_1",
        "upgrade_2",
    )
    assert walk.optional_actors(placing(pos, 1)) == (), "nobody has a fifth boat"


def test_r38_hand_missions_are_discarded_in_resolution_only() -> None:
    pos = placing(cards(begin(), 0, "k7", to="hand"))
    assert "discard" not in keys(pos)
    pos = build(cards(begin(), 0, "k7", to="hand"))
    pos = go(pos, ("discard", "k7", "marble"))
    assert (who(pos).traded["marble"], pos.state.discard, who(pos).hand) == (1, ["k7"], [])


def test_r39_complete_and_return_in_one_step_and_only_with_an_effect() -> None:
    pos = cards(stock(begin(), 0, stone=2, marble=2), 0, "k7", to="hand")
    pos = go(
        build(put(pos, 0, "missions_ebla")),
        ("mission", "missions_ebla", "complete", "k7"),
        ("return", "k7"),
    )
    assert (who(pos).tower, who(pos).face_up, who(pos).returned) == (2, [], ["k7"])
    assert mission_points(who(pos)) == 5
    pos = cards(begin(), 0, "k5", "k11", "k20")
    who(pos).own = {"camel": 5, "boat": 4}
    assert "return" not in keys(build(pos)), "no piece beyond the most, no tower to destroy"
    pos = placing(cards(begin(), 0, "k23"))
    assert "return" in keys(pos)
    who(pos).own = {"camel": 1, "boat": 0}
    assert "return" not in keys(pos), "no second piece to place"


def test_r40_no_hand_limit_and_the_discards_make_a_new_deck() -> None:
    pos = begin()
    s = pos.state
    cards(pos, 0, *list(s.deck), to="hand")
    pos = build(put(pos, 0, "missions_ebla"))
    assert len(who(pos).hand) == 26
    assert refused(pos, "mission", "missions_ebla")
    pos = go(
        pos,
        ("discard", "k3", "gold"),
        ("discard", "k9", "gold"),
        ("mission", "missions_ebla", "draw"),
    )
    assert (len(who(pos).hand), len(pos.state.deck), pos.state.discard) == (25, 1, [])


def test_r40_with_deck_and_discards_empty_nothing_is_drawn() -> None:
    pos = begin()
    cards(pos, 1, *list(pos.state.deck), to="hand")
    pos = build(put(cards(stock(pos, 0, wood=2, stone=2), 0), 0, "temple_palmyra", "missions_ebla"))
    assert why(pos, "mission") == "tad.why.no_cards"
    pos = go(pos, ("temple", "temple_palmyra", "t0"))
    assert who(pos).hand == []
    pos = cards(pos, 0, "k21", to="face_up")
    who(pos, 1).hand.remove("k21")
    assert "return" not in keys(build(pos))


def test_r41_the_spaces_of_both_sides() -> None:
    for n, (camels, boats) in ((2, (17, 10)), (3, (28, 16)), (4, (28, 16))):
        here = [space.piece for space in spaces(n)]
        assert (here.count("camel"), here.count("boat"), here.count("either")) == (camels, boats, 1)
    for n in (2, 3, 4):
        count = Counter[str](space.piece for space in spaces(n))
        assert all(count[piece] >= facts.most * n for piece, facts in RULES.pieces.items()), (
            "all pieces fit"
        )


def test_r42_traitor_and_tax_collector_do_nothing_in_the_first_era() -> None:
    pos = build(put(towers(begin(), 0, 5), 0, "traitor"))
    assert why(pos, "traitor") == "tad.why.era_one"
    pos = put(stock(begin(), 0, gold=3), 0, "tax_collector")
    assert not [one for one in kingdom(pos) if isinstance(one, ev.Taxed)]


def test_r43_nothing_to_destroy_and_saboteurs_without_condition() -> None:
    pos = build(put(cards(begin(3, turn=7), 0, "k20"), 0, "traitor"))
    assert why(pos, "traitor") == "tad.why.no_victim"
    assert "return" not in keys(pos)
    pos = build(put(cards(towers(begin(3, turn=7), 9, 2, 0), 0, "k20"), 0, "traitor"))
    assert why(pos, "traitor") == "tad.why.no_victim", "nobody is as high"
    assert keys(pos, "return", "k20") == ["p1"]
    assert who(go(pos, ("return", "k20", "p1")), 1).tower == 0, "not below the ground"


def test_r44_half_of_a_mission_is_exact() -> None:
    assert all(one.points == 2 * one.returned for one in MISSIONS.values())
    assert all(one.points == 2 * sum(one.cost.values()) + 2 for one in MISSIONS.values())


def test_r45_the_new_first_player_begins_with_the_next_turn() -> None:
    pos = put(begin(3), 2, "first_player")
    kingdom(pos)
    assert pos.state.order == [0, 1, 2]
    pos = go(pos, ("first", "wood"), seat=2)
    assert (pos.state.turn, pos.state.first, pos.state.order) == (2, 2, [2, 0, 1])
    assert walk.actors(pos) == (2,)


def test_r46_the_lowest_tower_is_of_all_players() -> None:
    pos = put(towers(begin(3), 4, 7, 9), 0, "war_supplies")
    assert ev.Supplied(0, 0) in kingdom(pos), "the own tower is the lowest"


def test_r47_no_storage_after_the_last_turn() -> None:
    pos = stock(begin(turn=9), 0, wood=30)
    stage(pos, Storage(), resolving=False)
    assert pos.outcome is not None
    assert goods(who(pos)) == {"wood": 30}


def test_r48_forced_marches() -> None:
    pos = tiles(placing(cards(begin(3), 0, "k23", "k24")), 0, "i21")
    pos = go(pos, ("return", "k23"))
    assert keys(pos) == ["place"], "only one of the two per placement turn"
    pos = go(pos, ("place", "camel", "i21"))
    assert keys(pos) == ["place", "stop"]
    pos = go(pos, ("place", "camel", "market_ebla"), ("place", "camel", "first_player"))
    assert walk.actors(pos) == (1,), "three pieces, then stop"
    assert (who(pos).face_up, who(pos).returned) == (["k24"], ["k23"])
    pos = go(
        placing(cards(begin(3), 0, "k24")),
        ("return", "k24"),
        ("place", "camel", "traitor"),
        ("stop",),
    )
    assert walk.actors(pos) == (1,), "one is enough"


def test_r48_a_camel_from_a_mission_may_march_too() -> None:
    pos = go(
        placing(cards(begin(3), 0, "k11", "k23")),
        ("return", "k23"),
        ("return", "k11"),
        ("place", "camel", "traitor"),
    )
    assert "return" not in keys(pos), "at the start of the placement turn only"
    assert pos.stack[-1].pieces_left == 2


def test_r49_k15_takes_none_one_or_two() -> None:
    pos = show(cards(begin(3), 0, "k15"), "i14", "i18")
    stage(towers(pos, 4), Grants([0, 1, 2]), Gathering(), Build(0))
    assert isinstance(go(pos, ("pass",)).stack[-1], Build), "none"
    assert who(go(pos, ("return", "k15", ["i18"]))).tiles == ["i18"]
    both = go(pos, ("return", "k15", ["i14", "i18"]))
    assert (who(both).tiles, who(both).tower) == (["i14", "i18"], 5), "effects start at once"
    assert not legal(pos, "return", "k15", ["i14", "i18", pos.state.display[2]])
    assert not legal(pos, "return", "k15", [])
    pos.state.box = sorted([*pos.state.box, *filter(None, pos.state.display[1:])])
    pos.state.display[1:] = [""] * 7
    assert who(go(pos, ("return", "k15", "i14"))).tiles == ["i14"], "one is left"


def test_r49_before_an_empty_display_nobody_is_asked() -> None:
    pos = put(cards(begin(3), 0, "k15"), 1, "upgrade_1")
    pos.state.box = sorted([*pos.state.box, *pos.state.display])
    pos.state.display = [""] * 8
    stage(pos, Resolution(), Build(2))
    assert isinstance(pos.stack[-1], Build)


def test_r50_colours_are_the_lobbys_affair() -> None:
    assert max(GAME.players) == 4
    assert len({id(player) for player in begin(4).state.players}) == 4


def test_r51_levels_one_answer_after_the_other() -> None:
    pos = put(
        stock(tiles(begin(), 0, "i1"), 0, wood=4, stone=1, marble=2),
        0,
        "tower_single",
        "tower_double",
    )
    pos = go(build(pos), ("tower", "tower_single", "1"))
    assert pos.state.reserve(0, "camel") == 1, "the action goes on"
    pos = go(pos, ("trade", "wood-marble", 1))
    assert pos.state.board["tower_single"] == [PlacedPiece(0, "camel")], "a trade does not end it"
    assert keys(pos, "tower") == ["tower_double"], "no stone is left"
    who(pos).store["stone"] = 1
    assert keys(pos, "tower") == ["tower_single", "tower_double"]
    pos = go(pos, ("tower", "tower_single", "1"), ("tower", "tower_double", "1"))
    assert pos.state.board["tower_single"] == [], "another tower action ends it"
    assert who(pos).tower == 4


@pytest.mark.parametrize("ends", ["return", "mission", "free"])
def test_r51_what_ends_a_tower_action(ends: str) -> None:
    pos = cards(
        put(stock(begin(), 0, wood=4, stone=4), 0, "tower_single", "missions_ebla"), 0, "k7", "k16"
    )
    pos = go(build(pos), ("tower", "tower_single", "1"))
    path = {
        "return": ("return", "k7"),
        "mission": ("mission", "missions_ebla", "draw"),
        "free": ("return", "k16", {"gold": 5}),
    }
    pos = go(pos, path[ends])
    assert ("tower" in keys(pos)) is (ends == "free")
    assert (pos.state.board["tower_single"] == []) is (ends != "free")


def test_r51_private_works_that_build_a_tower_do_nothing_else() -> None:
    pos = build(
        put(stock(tiles(begin(), 0, "i47"), 0, wood=9, stone=9, marble=9, gold=9), 0, "i47")
    )
    assert keys(pos) == ["tower", "temple", "rare", "mission", "done"]
    pos = go(pos, ("tower", "i47", "tower_single", "2"))
    assert keys(pos) == ["tower", "done"]
    assert keys(pos, "tower", "i47") == ["tower_single"]
    assert who(go(pos, ("tower", "i47", "tower_single", "1"))).tower == 3
