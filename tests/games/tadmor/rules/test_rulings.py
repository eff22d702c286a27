"""The rulings of the rules, by number: R1 to R29."""

from __future__ import annotations

from typing import TypeVar

import pytest

from games.core.engine import walk
from games.core.state.events import Event
from games.tadmor import GAME
from games.tadmor.model import events as ev
from games.tadmor.model.catalog import REGIONS, RULES, SPACES
from games.tadmor.model.effects import UPGRADES, GatherBonus, OnMission, Prestige, Trade
from games.tadmor.model.state import PlacedPiece
from games.tadmor.rules.turn.buying import Buy, Gathering, Grants, Resolution
from games.tadmor.rules.turn.construction import Build, Construction
from games.tadmor.rules.turn.placing import Placement
from games.tadmor.rules.turn.raid import Raid
from tests.games.asking import default, keys, legal, refused, why
from tests.games.tadmor.positions import (
    Pos,
    begin,
    build,
    cards,
    go,
    goods,
    kingdom,
    points,
    put,
    rare,
    stage,
    stock,
    temple,
    tiles,
    top,
    towers,
    who,
)

E = TypeVar("E")


def raided(pos: Pos, region: str, revealer: int = 0) -> list[Event]:
    """Let marauders come, sent by a player; return the public events."""
    who(pos, revealer).chosen = region
    return stage(pos, Raid(), resolving=False)


def effect(tile: str, kind: type[E]) -> E:
    """Return the first effect of an upgrade, which must be of this kind."""
    first = UPGRADES[tile].effects[0]
    assert isinstance(first, kind)
    return first


def test_r01_every_upgrade_from_1_to_48_is_there_once() -> None:
    assert sorted(UPGRADES, key=lambda tile: int(tile[1:])) == [f"i{n}" for n in range(1, 49)]
    assert effect("i5", OnMission).pp == 2
    assert [effect(tile, Prestige).pp for tile in ("i16", "i17", "i35", "i36")] == [1, 1, 2, 2]


def test_r02_i8_is_partner_of_i27_i9_pays_with_points_i18_spares_wood() -> None:
    kinds = {tile: type(UPGRADES[tile].effects[0]).__name__ for tile in ("i8", "i27", "i9", "i18")}
    assert kinds == {"i8": "OnRareGood", "i27": "OnRareGood", "i9": "Credit", "i18": "Waive"}


def test_r03_wood_before_stone_marble_before_gold() -> None:
    assert [
        effect(f"i{n}", GatherBonus).resource for n in (10, 11, 12, 13, 29, 30, 31, 32)
    ] == list(RULES.resources) * 2
    assert [effect(f"i{n}", Trade).rates[0].give[0] for n in (1, 2, 3, 4, 23, 24)] == [
        "wood",
        "wood",
        "stone",
        "stone",
        "gold",
        "marble",
    ]
    assert [effect(f"i{n}", Trade).rates[0].get[0] for n in (1, 2, 3, 4)] == [
        "marble",
        "gold",
        "marble",
        "gold",
    ]


def test_r04_a_pair_costs_wood_and_marble() -> None:
    assert all(set(band.double) == {"wood", "marble"} for band in RULES.bands)
    pos = build(put(towers(stock(begin(), 0, stone=9, marble=9), 5), 0, "tower_double"))
    assert why(pos, "tower") == "tad.why.short"


def test_r05_the_seventh_region_is_the_desert() -> None:
    assert "desert" in REGIONS
    assert len(REGIONS) == 7
    assert {one for one, space in SPACES.items() if space.region == "desert"} == {
        "marauders",
        "caravan_1",
        "caravan_2",
        "desert_gold_camel",
        "desert_marble_camel",
    }


def test_r06_above_fifteen_the_last_price_without_limit() -> None:
    pos = go(
        build(put(stock(towers(begin(), 15), 0, stone=60), 0, "tower_single")),
        ("tower", "tower_single", "10"),
    )
    assert (who(pos).tower, goods(who(pos))) == (25, {})
    pos = go(
        build(put(stock(towers(begin(), 30), 0, wood=5, marble=7), 0, "tower_double")),
        ("tower", "tower_double", "1"),
    )
    assert (who(pos).tower, goods(who(pos))) == (32, {})


def test_r07_a_pair_over_two_bands_has_the_lower_price() -> None:
    pos = build(put(stock(towers(begin(), 14), 0, wood=3, marble=4), 0, "tower_double"))
    pos = go(pos, ("tower", "tower_double", "1"))
    assert (who(pos).tower, goods(who(pos))) == (16, {})


def test_r08_free_levels_on_purchase_after_building_and_after_a_loss() -> None:
    pos = towers(begin(3), 9)
    tiles(pos, 0, "i14", "i15")
    stage(pos, Build(0))
    assert who(pos).tower == 10, "a second copy adds nothing"
    pos = go(build(cards(tiles(towers(begin(3), 2), 0, "i14"), 0, "k7")), ("return", "k7"))
    assert who(pos).tower == 5, "two levels, and the fifth"
    pos = tiles(cards(towers(begin(3), 0, 11), 0, "k20"), 1, "i15")
    step = walk.submit(build(pos), 0, ("return", "k20", "p1"))
    assert ev.Destroyed(0, 1, 11, 8) in [one.public for one in step.events]
    assert who(step.pos, 1).tower == 8
    pos = tiles(cards(towers(begin(3), 0, 12), 0, "k20"), 1, "i15")
    assert who(go(build(pos), ("return", "k20", "p1")), 1).tower == 10, "9 does not last"


@pytest.mark.parametrize(("option", "most"), [("many", 3), ("one", 1)])
def test_r09_many_pairs_or_one(option: str, most: int) -> None:
    pos = build(put(stock(begin(double_pairs=option), 0, wood=5, marble=7), 0, "tower_double"))
    assert keys(pos, "tower", "tower_double") == [str(n) for n in range(1, most + 1)]
    pos = go(pos, ("tower", "tower_double", "1"))
    assert ("tower" in keys(pos)) is (option == "many")
    assert pos.state.reserve(0, "camel") == (3 if option == "one" else 2), (
        "the one pair ends the action"
    )


def test_r10_one_whole_step_each_in_turn_order() -> None:
    pos = put(put(cards(begin(4), 3, "k21"), 2, "missions_ebla"), 0, "traitor")
    pos.state.order = [2, 3, 0, 1]
    stage(pos, Construction([2, 3, 0, 1]))
    asked = []
    while isinstance(pos.stack[-1], Build):
        asked.append(walk.actors(pos)[0])
        pos = go(pos, ("done",))
    assert asked == [2, 3, 0], "nobody is asked who has neither piece nor card"


def test_r11_free_operations_stand_beside_every_own_decision() -> None:
    pos = put(put(begin(), 0, "market_palmyra", "upgrade_1"), 0, "rare_grey", "first_player")
    pos = cards(cards(stock(tiles(pos, 0, "i6"), 0, wood=3), 0, "k15", "k16"), 0, "k7", to="hand")
    free = {"trade", "favour", "discard", "return"}
    for frame in (Buy(0, "upgrade_1"), Grants([0, 1]), Build(0)):
        stage(pos, frame)
        assert free <= set(keys(pos, seat=0)), frame
    kingdom(pos)
    assert free <= set(keys(pos, seat=0)), "before First Player"
    pos = go(pos, ("first", "wood"), seat=0)
    assert {*free, "done"} == set(keys(pos, seat=0)), "and after it"
    stage(pos, Placement(), resolving=False)
    assert not {*free} & set(keys(pos))


def test_r12_a_caravan_resolves_before_a_traitor_comes() -> None:
    pos = put(towers(begin(turn=4), 5, 3), 0, "caravan_1")
    told = stage(pos, Resolution())
    assert ev.NewPiece(0, "camel", "caravan_1") in told
    assert pos.state.board["caravan_1"] == []


def test_r12_the_caravan_comes_before_a_returned_card() -> None:
    pos = cards(put(towers(begin(3), 9), 0, "caravan_1"), 0, "k11")
    who(pos).own["camel"] = 3
    stage(pos, Resolution(), Build(0))
    assert who(pos).own["camel"] == 4
    pos = go(pos, ("return", "k11"))
    assert who(pos).own["camel"] == 5
    assert legal(pos, "return", "k11") is False


def test_r12_a_shipyard_waits_for_the_third_colour() -> None:
    pos = put(
        stock(rare(top(begin(), "oil"), 0, "incense", "jade"), 0, wood=5),
        0,
        "rare_red",
        "shipyard_1",
    )
    pos = go(build(pos), ("rare", "rare_red", "red", "pay"))
    assert who(pos).own["boat"] == 3
    assert pos.state.board["shipyard_1"] == []


def test_r13_gathering_and_gifts_resolve_after_the_window() -> None:
    pos = cards(
        put(put(begin(), 0, "north_wood_boat_1", "peace_gifts_camel"), 1, "ebla_wood_camel"),
        0,
        "k15",
    )
    stage(pos, Grants([0, 1]), Gathering(), Build(1))
    assert goods(who(pos)) == {}
    pos = go(pos, ("pass",))
    assert (goods(who(pos)), who(pos).points) == ({"wood": 3}, 1)
    assert goods(who(pos, 1)) == {"wood": 2}


def test_r14_first_players_good_cannot_pay_the_tax() -> None:
    pos = put(stock(tiles(begin(turn=4), 0, "i2"), 0, gold=1), 0, "first_player")
    kingdom(pos)
    assert not legal(pos, "first", "wood", seat=0), "the tax comes first"
    pos = go(pos, ("tax", "pay"), seat=0)
    assert legal(pos, "first", "wood", seat=0)


def test_r15_all_or_nothing_and_by_choice() -> None:
    pos = stock(points(begin(turn=7), 0, 20), 0, gold=5)
    kingdom(pos)
    assert keys(pos, "tax", seat=0) == ["pay", "lose"]
    assert who(go(pos, ("tax", "lose"), seat=0)).points == 14
    pos = go(pos, ("tax", "pay"), seat=0)
    assert (who(pos).points, goods(who(pos))) == (20, {"gold": 3})


def test_r16_placing_is_a_must_and_using_is_not() -> None:
    pos = begin(turn=1)
    stage(pos, Placement(), resolving=False)
    assert keys(pos) == ["place"]
    assert "traitor" in keys(pos, "place", "camel"), (
        "it may be blocked though it does nothing in Era I"
    )
    pos = build(put(stock(begin(), 0, gold=3), 0, "rare_grey"))
    assert "done" in keys(pos)


@pytest.mark.parametrize("stays", [True, False])
def test_r17_the_attacked_card_stays_or_not(stays: bool) -> None:
    pos = begin(attacked_card_stays=stays)
    pos.state.attacked = "ebla"
    stage(pos, Raid(), resolving=False)
    assert pos.state.attacked == ("ebla" if stays else "")
    assert raided(pos, "desert")
    assert pos.state.attacked == "desert"


def test_r18_scouts_choose_from_the_deck_and_the_card_goes_back_after() -> None:
    pos = cards(cards(begin(), 0, "k9"), 1, "k10")
    raided(pos, "palmyra")
    assert "palmyra" not in keys(pos, "return", "k9")
    assert len(keys(pos, "return", "k9")) == 6, "the space is empty"
    pos = go(pos, ("return", "k9", "ebla"))
    assert walk.actors(pos) == (1,)
    assert "palmyra" in keys(pos, "return", "k10"), "the replaced card is in the deck"
    assert "ebla" not in keys(pos, "return", "k10")
    pos = go(pos, ("return", "k10", "palmyra"))
    assert pos.state.attacked == "palmyra"


def test_r18_the_window_starts_again_after_a_use() -> None:
    pos = cards(cards(begin(), 0, "k9"), 1, "k10")
    raided(pos, "palmyra")
    pos = go(pos, ("pass",))
    pos = go(pos, ("return", "k10", "ebla"))
    assert walk.actors(pos) == (0,), "seat 0 may answer though it had passed"
    assert default(pos) == ("pass",)
    assert go(pos, ("pass",)).state.attacked == "ebla"


def test_r19_marauders_in_the_desert_take_the_camel_of_marauders_too() -> None:
    pos = put(begin(), 1, "marauders")
    raided(pos, "desert")
    assert pos.state.board["marauders"] == []
    assert "marauders" not in keys(pos), "no card is chosen"
    assert who(pos, 1).chosen == ""


def test_r20_what_k14_may_swap() -> None:
    pos = cards(tiles(begin(3), 1, "i47"), 0, "k14")
    put(put(pos, 0, "upgrade_1", "north_wood_boat_1"), 1, "marauders", "i47", "rare_red")
    raided(pos, "damascus")
    assert set(keys(pos, "return", "k14")) == {"upgrade_1", "north_wood_boat_1"}
    assert keys(pos, "return", "k14", "upgrade_1", "camel") == ["marauders"], (
        "the only camel of another"
    )
    assert keys(pos, "return", "k14", "north_wood_boat_1", "boat") == ["rare_red"], (
        "only a piece of the same type"
    )
    pos = go(pos, ("return", "k14", "upgrade_1", "camel", "marauders", "p1"))
    assert pos.state.board["upgrade_1"] == [PlacedPiece(1, "camel")], (
        "it stands where the other stood"
    )
    assert walk.actors(pos) == (0,), "whose camel is on Marauders now chooses"
    assert "ebla" in keys(pos, "marauders")


def test_r20_no_swap_without_a_reveal() -> None:
    pos = put(put(cards(begin(), 0, "k14"), 0, "upgrade_1"), 1, "tax_collector")
    stage(pos, Raid(), resolving=False)
    assert "return" not in keys(pos)


def test_r21_the_revealer_stays_it_after_k9() -> None:
    pos = tiles(cards(begin(3), 1, "k9"), 0, "i7", "i25", "i26")
    put(put(pos, 0, "tower_single"), 2, "market_ebla")
    raided(pos, "palmyra")
    told = walk.submit(pos, 1, ("return", "k9", "ebla"))
    assert ev.Looted(0, 4, 1) in [one.public for one in told.events]
    assert [one.seat for one in told.pos.state.board["tower_single"]] == [0], "the revealer's I7"
    assert told.pos.state.board["market_ebla"] == []
    calm = tiles(begin(3), 0, "i25", "i26")
    assert ev.Looted(0, 1, 1) in raided(put(calm, 0, "tower_single"), "ebla"), (
        "no opponent's piece was removed"
    )


def test_r22_income_goes_to_the_warehouse() -> None:
    pos = tiles(begin(3), 0, "i26")
    raided(pos, "ebla")
    assert who(pos).store["gold"] == 1
    kingdom(put(pos, 0, "first_player"))
    pos = go(pos, ("first", "stone"), seat=0)
    assert who(pos).store["stone"] == 1


def test_r23_traded_goods_pay_first() -> None:
    pos = put(stock(begin(), 0, gold=2), 0, "rare_grey")
    who(pos).traded["gold"] = 2
    pos = go(build(pos), ("rare", "rare_grey", "grey", "pay"))
    assert (who(pos).traded["gold"], who(pos).store["gold"]) == (0, 1)


def test_r24_the_payer_chooses_what_is_left_out() -> None:
    pos = cards(stock(tiles(begin(), 0, "i20"), 0, wood=1, stone=2, marble=2), 0, "k8", to="hand")
    pos = build(put(pos, 0, "missions_ebla"))
    for out in ({"marble": 2}, {"wood": 1, "stone": 1}, {"stone": 2}):
        assert legal(pos, "mission", "missions_ebla", "complete", "k8", out)
    assert not legal(pos, "mission", "missions_ebla", "complete", "k8", {"gold": 2})
    assert not legal(pos, "mission", "missions_ebla", "complete", "k8", {"marble": 1})
    pos = go(pos, ("mission", "missions_ebla", "complete", "k8", {"marble": 2}))
    assert goods(who(pos)) == {"marble": 2}


def test_r25_debts_by_favours_and_taxes_but_not_by_the_bazaar() -> None:
    pos = build(put(points(tiles(begin(), 0, "i9"), 0, 3), 0, "rare_grey"))
    assert why(pos, "rare") == "tad.why.short"
    pos = go(
        build(put(points(tiles(begin(), 0, "i9"), 0, 4), 0, "rare_grey")),
        ("rare", "rare_grey", "grey", "favour"),
    )
    assert who(pos).points == 0


def test_r26_the_bazaar_pays_once_a_turn_on_private_works_too() -> None:
    pos = put(points(tiles(begin(), 0, "i9", "i47"), 0, 30), 0, "i47", "rare_red")
    pos = go(build(pos), ("rare", "i47", "yellow", "favour"))
    assert why(pos, "rare") == "tad.why.short"
    assert refused(pos, "rare", "rare_red", "red")
    kingdom(pos)
    assert not who(pos).credit, "next turn again"


def test_r27_points_for_private_works_and_for_each_free_tile() -> None:
    pos = put(stock(tiles(begin(), 0, "i8", "i27", "i47"), 0, gold=3), 0, "i47")
    assert who(go(build(pos), ("rare", "i47", "grey", "pay"))).points == 5
    pos = build(cards(tiles(begin(), 0, "i8", "i27"), 0, "k1"))
    assert who(go(pos, ("return", "k1", "red", "oil"))).points == 2


def test_r28_the_connoisseur_chooses_free_tiles_too_and_piles_are_public() -> None:
    pos = put(
        stock(temple(tiles(begin(), 0, "i43"), 0, "roof"), 0, marble=4, gold=3), 0, "temple_palmyra"
    )
    pos = go(build(pos), ("temple", "temple_palmyra", "t0"))
    assert keys(pos, "take", "red") == ["silk", "perfume", "oil"]
    pos = go(pos, ("take", "red", "perfume"))
    assert who(pos).rare == ["perfume"]
    for viewer in (None, 0, 1):
        assert GAME.view(pos, viewer).contents["red"] == {"silk": 2, "perfume": 1, "oil": 2}


def test_r29_private_works_draw_a_card_with_a_temple_and_take_any_colour() -> None:
    pos = put(stock(tiles(begin(), 0, "i47"), 0, wood=2, stone=2), 0, "i47")
    pos = go(build(pos), ("temple", "i47", "t0"))
    assert len(who(pos).hand) == 1
    pos = put(stock(tiles(begin(), 0, "i37"), 0, wood=2, stone=2), 0, "i37")
    pos = go(build(pos), ("temple", "i37", "t0"))
    assert (len(who(pos).hand), who(pos).points) == (0, 3)
    pos = build(put(stock(tiles(begin(), 0, "i47"), 0, wood=5, stone=5, gold=3), 0, "i47"))
    assert keys(pos, "rare", "i47") == ["grey", "yellow", "red"]
