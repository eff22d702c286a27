"""The worked examples of the rules by number; test_table has the tabulated ones, too."""

from __future__ import annotations

import pytest

from games.core.engine import walk
from games.core.state.score import places
from games.core.text.messages import Path, Seat
from games.tadmor import GAME
from games.tadmor.model import events as ev
from games.tadmor.rules.flow.scoring import final_bonuses, rare_points, score, temple_points
from games.tadmor.rules.turn.buying import Buy, Gathering, Grants, Resolution
from games.tadmor.rules.turn.construction import Build, Construction
from games.tadmor.rules.turn.kingdom import Kingdom, Storage
from games.tadmor.rules.turn.placing import Placement
from games.tadmor.rules.turn.raid import Hire, Raid
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
    show,
    stage,
    stock,
    temple,
    tiles,
    top,
    towers,
    who,
)


def climbed(
    height: int, action: str, n: int, have: dict[str, int], *owned: str
) -> tuple[int, dict[str, int]]:
    """Return the height after `n` levels or pairs paid with 20 of these goods, and the cost."""
    pos = build(
        put(
            stock(tiles(towers(begin(3), height), 0, *owned), 0, **dict.fromkeys(have, 20)),
            0,
            action,
        )
    )
    pos = go(pos, ("tower", action, str(n)))
    return who(pos).tower, {what: 20 - n for what, n in goods(who(pos)).items() if n < 20}


def test_e01_three_single_levels_over_two_bands() -> None:
    assert climbed(8, "tower_single", 3, {"stone": 20}) == (11, {"stone": 7})


def test_e02_a_pair_is_paid_at_the_lower_band() -> None:
    assert climbed(4, "tower_double", 1, {"wood": 20, "marble": 20}) == (
        6,
        {"wood": 1, "marble": 2},
    )
    assert climbed(9, "tower_double", 2, {"wood": 20, "marble": 20}) == (
        13,
        {"wood": 5, "marble": 6},
    )


def test_e03_without_wood_and_beyond_fifteen() -> None:
    assert climbed(6, "tower_double", 1, {"marble": 20}, "i18") == (8, {"marble": 2})
    assert climbed(15, "tower_single", 2, {"stone": 20}) == (17, {"stone": 12})


def test_e04_free_fives_while_building() -> None:
    assert climbed(3, "tower_single", 2, {"wood": 20, "stone": 20}, "i14") == (
        6,
        {"wood": 1, "stone": 3},
    )
    assert climbed(3, "tower_double", 1, {"wood": 20, "marble": 20}, "i14") == (
        6,
        {"wood": 1, "marble": 2},
    )


def test_e05_a_free_ten_inside_a_pair_and_a_free_five_on_buying() -> None:
    assert climbed(8, "tower_double", 1, {"wood": 20, "marble": 20}, "i14") == (
        11,
        {"wood": 2, "marble": 2},
    )
    pos = show(put(stock(towers(begin(), 4), 0, wood=1), 0, "upgrade_1"), "i14")
    stage(pos, Buy(0, "upgrade_1"))
    pos = go(pos, ("buy", "i14", {"wood": 1}))
    assert who(pos).tower == 5


def test_e06_levels_are_lost_first_then_the_free_one_comes() -> None:
    pos = tiles(tiles(towers(begin(3, turn=7), 0, 16), 1, "i14"), 0, "i47")
    pos = go(build(put(pos, 0, "traitor", "i47")), ("traitor", "traitor", "p1"))
    assert who(pos, 1).tower == 15
    assert who(go(pos, ("traitor", "i47", "p1")), 1).tower == 13


def test_e07_two_traitors_in_era_three_and_who_may_be_hit() -> None:
    pos = tiles(towers(begin(4, turn=7), 8, 8, 7, 12), 0, "i47")
    pos = build(put(pos, 0, "traitor", "i47"))
    assert keys(pos, "traitor", "traitor") == keys(pos, "traitor", "i47") == ["p1", "p3"]
    both = go(pos, ("traitor", "traitor", "p3"), ("traitor", "i47", "p3"))
    assert [player.tower for player in both.state.players] == [8, 8, 7, 8]
    split = go(pos, ("traitor", "i47", "p1"), ("traitor", "traitor", "p3"))
    assert [player.tower for player in split.state.players] == [8, 6, 7, 10]


def test_e08_war_supplies_count_from_the_lowest_tower() -> None:
    pos = put(towers(begin(3), 15, 11, 7), 1, "war_supplies")
    assert ev.Supplied(1, 4) in kingdom(pos)
    assert who(pos, 1).points == 4
    low = put(towers(begin(3), 15, 11, 7), 2, "war_supplies")
    assert ev.Supplied(2, 0) in kingdom(low)
    assert who(low, 2).earned == {}


def test_e09_five_different_rare_goods_and_one_more() -> None:
    assert (
        rare_points(who(rare(begin(4), 0, "jade", "ivory", "porcelain", "silk", "oil", "oil")))
        == 40
    )


def test_e10_peace_gifts_twice_over() -> None:
    pos = put(tiles(begin(turn=8), 0, "i44"), 0, "peace_gifts_camel", "peace_gifts_boat")
    stage(pos, Gathering())
    assert who(pos).points == 14


def test_e11_a_roof_and_what_the_guild_leaves_out() -> None:
    pos = temple(tiles(stock(begin(), 0, stone=1, marble=2, gold=1), 0, "i34"), 0, "colonnade")
    pos = build(put(pos, 0, "temple_palmyra"))
    assert default(pos, "temple", "temple_palmyra", "t0") == (
        "temple",
        "temple_palmyra",
        "t0",
        {"wood": 3},
    )
    assert not legal(pos, "temple", "temple_palmyra", "t0", {"wood": 2, "stone": 1}), (
        "one wood could not be paid"
    )
    assert temple_points(who(pos)) == 13
    pos = go(pos, ("temple", "temple_palmyra", "t0", {"wood": 3}))
    assert (temple_points(who(pos)), goods(who(pos))) == (25, {})


def test_e12_what_a_market_does_and_does_not() -> None:
    pos = build(put(stock(begin(3), 0, marble=1, gold=1), 0, "market_palmyra"))
    assert keys(pos, "trade") == [
        "marble-wood-wood_x1",
        "marble-wood-stone_x1",
        "marble-stone-stone_x1",
        "gold-wood-wood_x1",
        "gold-wood-stone_x1",
        "gold-stone-stone_x1",
    ]
    pos = go(pos, ("trade", "marble-wood-wood", 1))
    assert not any(key.startswith("wood") for key in keys(pos, "trade")), (
        "traded wood is not traded again"
    )
    assert goods(who(go(pos, ("trade", "gold-wood-stone", 1)))) == {"wood": 3, "stone": 1}
    ebla = build(put(stock(begin(3), 0, wood=1, gold=1), 0, "market_ebla"))
    assert keys(ebla, "trade") == ["wood-marble_x1", "wood-gold_x1"]
    hand = build(put(cards(begin(3), 0, "k7", to="hand"), 0, "market_palmyra"))
    hand = go(hand, ("discard", "k7", "gold"))
    assert goods(who(hand)) == {"gold": 1}
    assert refused(hand, "trade")


def test_e13_goods_traded_in_one_turn_are_traded_on_in_the_next() -> None:
    pos = put(tiles(begin(), 0, "i4", "i23"), 0, "south_stone_boat_1")
    stage(pos, Buy(0, "upgrade_1"), Storage())
    pos = go(pos, ("gather", "south_stone_boat_1"), ("trade", "stone-gold", 3))
    assert refused(pos, "trade")
    pos = go(pos, ("pass",))
    assert (who(pos).store["gold"], pos.state.turn) == (3, 2)
    stage(pos, Build(0))
    pos = go(pos, ("trade", "gold-stone-stone", 3))
    assert goods(who(pos)) == {"stone": 6}


@pytest.mark.parametrize(
    ("camels", "tower", "missions", "grows"),
    [
        (3, 5, 0, True),
        (3, 4, 1, False),
        (3, 0, 2, True),
        (4, 9, 3, True),
        (4, 9, 1, False),
        (4, 0, 4, True),
        (4, 10, 0, True),
    ],
)
def test_e14_caravans(camels: int, tower: int, missions: int, grows: bool) -> None:
    pos = cards(towers(begin(3), tower), 0, *["k1", "k2", "k3", "k4"][:missions])
    who(pos).own["camel"] = camels
    told = stage(put(pos, 0, "caravan_1"), Resolution())
    assert (ev.NewPiece(0, "camel", "caravan_1") in told) is grows
    assert who(pos).own["camel"] == camels + grows


@pytest.mark.parametrize(
    ("boats", "have", "grows"),
    [(2, (3, 2, 0), False), (2, (1, 1, 1), True), (3, (2, 2, 1), False), (3, (2, 2, 2), True)],
)
def test_e14_shipyards(boats: int, have: tuple[int, ...], grows: bool) -> None:
    kinds = zip(("incense", "jade", "oil"), have, strict=True)
    pos = rare(begin(4), 0, *(good for good, n in kinds for _ in range(n)))
    who(pos).own["boat"] = boats
    stage(put(pos, 0, "shipyard_2"), Resolution())
    assert who(pos).own["boat"] == boats + grows


def test_e15_a_tax_that_is_not_paid_and_debts_by_favours() -> None:
    pos = points(stock(begin(turn=7), 0, gold=1), 0, 4)
    assert ev.Taxed(0, 0, 6) in kingdom(pos)
    assert (who(pos).points, goods(who(pos))) == (-2, {"gold": 1})
    pos = build(tiles(points(begin(), 0, 1), 0, "i6"))
    assert who(go(pos, ("favour", "marble"), ("favour", "wood"))).points == -2


def test_e16_levels_at_the_end_of_an_era_and_prestige() -> None:
    pos = towers(begin(turn=3), 8)
    told = stage(pos, Storage(), resolving=False)
    assert ev.EraBegan(2, [16, 0]) in told
    assert who(pos).earned == {"tower_eras": 16}
    pos = tiles(tiles(towers(begin(3), 9, 8), 0, "i16", "i35"), 1, "i17")
    assert ev.Prestige(0, 3) in kingdom(pos)
    assert [player.points for player in pos.state.players] == [3, 0, 0]
    assert not [
        one
        for one in kingdom(tiles(towers(begin(3), 9, 9), 0, "i16"))
        if isinstance(one, ev.Prestige)
    ]


def test_e17_points_for_rare_goods_and_a_cheap_grey_one() -> None:
    pos = put(stock(tiles(begin(), 0, "i8", "i27", "i28"), 0, gold=1), 0, "rare_grey")
    pos = go(build(pos), ("rare", "rare_grey", "grey", "pay"))
    assert (who(pos).points, goods(who(pos))) == (5, {})
    pos = put(
        stock(temple(tiles(begin(), 0, "i8", "i27"), 0, "roof"), 0, marble=4, gold=3),
        0,
        "temple_palmyra",
    )
    pos = go(build(pos), ("temple", "temple_palmyra", "t0"), ("take", "grey"), ("take", "yellow"))
    assert who(pos).points == 4


def test_e18_what_the_warehouse_holds() -> None:
    pos = stock(begin(3), 0, wood=5, stone=4, gold=2)
    stage(pos, Storage(), resolving=False)
    assert default(pos, seat=0) == ("discard", {"wood": 2, "stone": 1})
    assert not legal(pos, "discard", {"wood": 2}, seat=0)
    pos = go(pos, ("discard", {"gold": 2, "stone": 1}), seat=0)
    assert goods(who(pos)) == {"wood": 5, "stone": 3}
    pos = stock(tiles(begin(3), 0, "i33"), 0, wood=5, stone=4, gold=2)
    stage(pos, Storage(), resolving=False)
    assert pos.state.turn == 2, "nobody is asked"


def test_e19_who_has_more_pieces_places_last() -> None:
    pos = begin(3)
    for seat, n in enumerate((5, 7, 5)):
        who(pos, seat).own = {"camel": n - 2, "boat": 2}
    stage(pos, Placement(), resolving=False)
    turns = []
    for _ in range(17):
        turns.append("ABC"[walk.actors(pos)[0]])
        pos = walk.submit(pos, walk.actors(pos)[0], default(pos)).pos
    assert "".join(turns[-5:]) == "ABCBB"


def test_e20_two_first_players_and_a_private_court() -> None:
    pos = put(put(tiles(begin(3), 2, "i48"), 0, "first_player"), 2, "i48", "war_supplies")
    kingdom(pos)
    assert keys(pos, "court", seat=2) == ["tax_collector", "first_player"]
    assert why(pos, "war_supplies", "court", seat=2) == "tad.why.on_board"
    pos = go(pos, ("court", "first_player"), ("first", "wood"), seat=2)
    pos = go(pos, ("first", "wood"), seat=0)
    assert pos.state.first == 2
    assert [player.store["wood"] for player in pos.state.players] == [1, 0, 1]


def test_e21_how_many_marauder_cards_there_are_to_choose_from() -> None:
    pos = begin()
    stage(pos, Hire(0), resolving=False)
    assert len(keys(pos, "marauders")) == 7 + 1
    pos.state.attacked = "south_sea"
    assert len(keys(pos, "marauders")) == 6 + 1
    pos = cards(begin(), 0, "k9")
    pos.state.attacked, who(pos, 1).chosen = "euphrates", "palmyra"
    stage(pos, Raid(), resolving=False)
    assert keys(pos, "return", "k9") == ["north_sea", "south_sea", "ebla", "damascus", "desert"]


def test_e22_the_earlier_player_takes_the_tile_from_under_the_later_one() -> None:
    pos = top(top(begin(), "porcelain"), "oil")
    pos = put(stock(temple(pos, 0, "roof"), 0, marble=4, gold=3), 0, "temple_palmyra")
    pos = put(stock(pos, 1, stone=5), 1, "rare_yellow")
    stage(pos, Construction([0, 1]))
    pos = go(
        pos, ("temple", "temple_palmyra", "t0"), ("take", "red"), ("take", "yellow"), ("done",)
    )
    assert who(pos).rare == ["oil", "porcelain"]
    came_up = pos.state.tops["yellow"]
    pos = go(pos, ("rare", "rare_yellow", "yellow", "pay"))
    assert who(pos, 1).rare == [came_up]


def test_e23_the_best_temples_tie() -> None:
    pos = tiles(
        temple(temple(temple(begin(3), 0, "statues", "basement"), 1, "statues"), 2, "colonnade"),
        0,
        "i41",
    )
    assert final_bonuses(pos.state, 0) == {"i41": 0}


def test_e24_a_final_score_and_two_ties() -> None:
    pos = cards(
        cards(towers(points(begin(4, turn=9), 0, 41), 12, 11), 0, "k3", "k7"),
        0,
        "k1",
        to="returned",
    )
    pos = tiles(
        rare(temple(pos, 0, "roof"), 0, "jade", "ivory", "porcelain", "silk", "oil", "oil"),
        0,
        "i38",
    )
    assert score(pos).total[0] == 41 + 24 + 26 + 7 + 25 + 40 + 12 == 175
    for more, winners in ((["jade"] * 2, [1]), ([], [0, 1])):
        pos = rare(rare(begin(4, turn=9), 0, *["oil"] * 4), 1, *["oil"] * 0, *["silk"] * 4, *more)
        for seat in (0, 1):
            points(pos, seat, 120 - rare_points(who(pos, seat)))
        board = score(pos)
        assert board.total[:2] == (120, 120)
        assert [seat for seat, place in enumerate(places(board.ranking)) if place == 1] == winners


def blue_and_red() -> Pos:
    """Example 25 before the first placement: Red is seat 0."""
    pos = begin(2, turn=1)
    pos = stock(towers(tiles(pos, 0, "i1", "i14"), 3), 0, wood=2, gold=1)
    pos = rare(cards(tiles(stock(pos, 1, wood=2, marble=1), 1, "i4"), 1, "k16"), 1, "incense")
    pos = show(pos, "i10", "i5")
    who(pos).chosen, pos.state.attacked = "south_sea", "euphrates"
    pos.state.turn = 1
    stage(pos, resolving=False)
    assert pos.state.turn == 2
    return pos


def test_e25_a_complete_turn() -> None:
    pos = blue_and_red()
    for seat, piece, at in (
        (0, "camel", "tower_double"),
        (1, "boat", "south_stone_boat_1"),
        (0, "camel", "upgrade_1"),
        (1, "boat", "rare_yellow"),
        (0, "boat", "north_wood_boat_1"),
        (1, "camel", "market_palmyra"),
        (0, "camel", "caravan_1"),
        (1, "camel", "marauders"),
        (0, "boat", "euphrates_gold_boat"),
    ):
        pos = go(pos, ("place", piece, at), seat=seat)
    step = walk.submit(pos, 1, ("place", "camel", "upgrade_2"))
    pos = step.pos
    (raided,) = (one.public for one in step.events if isinstance(one.public, ev.Raided))
    assert (raided.region, len(raided.removed)) == ("south_sea", 1)
    assert pos.state.attacked == "south_sea"
    assert pos.state.reserve(1, "boat") == 1
    assert keys(pos, "marauders", seat=1) == [
        "north_sea",
        "ebla",
        "palmyra",
        "damascus",
        "desert",
        "euphrates",
        "none",
    ]
    pos = go(pos, ("marauders", "euphrates"), seat=1)
    assert pos.state.board["marauders"] == []
    # UPGRADES
    pos = go(pos, ("gather", "euphrates_gold_boat"), seat=0)
    assert goods(who(pos)) == {"wood": 2, "gold": 3}
    pos = go(pos, ("buy", "i10", {"wood": 1}), seat=0)
    assert goods(who(pos)) == {"wood": 1, "gold": 3}
    step = walk.submit(pos, 1, ("buy", "i5", {"wood": 1}))
    pos = step.pos
    assert goods(who(pos, 1)) == {"wood": 1, "marble": 1}
    assert goods(who(pos)) == {"wood": 5, "gold": 3}, "the wood boat resolves by itself"
    # CONSTRUCTION
    pos = go(pos, ("trade", "wood-marble", 2), seat=0)
    assert goods(who(pos)) == {"wood": 3, "marble": 2, "gold": 3}
    step = walk.submit(pos, 0, ("tower", "tower_double", "1"))
    pos = step.pos
    assert (who(pos).tower, goods(who(pos))) == (6, {"wood": 2, "gold": 3})
    assert ev.NewPiece(0, "camel", "caravan_1") in [one.public for one in step.events]
    pos = go(pos, ("done",), seat=0)
    pos = go(pos, ("trade", "wood-marble", 1), ("trade", "marble-stone-stone", 1), seat=1)
    assert (
        who(pos, 1).traded["stone"],
        who(pos, 1).traded["marble"],
        sum(who(pos, 1).store.values()),
    ) == (2, 1, 0)
    pos = go(pos, ("return", "k16", {"stone": 3, "marble": 2}), seat=1)
    assert goods(who(pos, 1)) == {"stone": 5, "marble": 3}
    pos = go(pos, ("rare", "rare_yellow", "yellow", "pay"), seat=1)
    assert goods(who(pos, 1)) == {"marble": 3}
    assert len(who(pos, 1).rare) == 2
    pos = go(pos, ("done",), seat=1)
    # KINGDOM: Red may still trade wood by I1, Blue has a market and no goods for it
    assert walk.actors(pos) == (0,)
    assert keys(pos, seat=0) == ["done", "trade"]
    pos = go(pos, ("done",), seat=0)
    assert (pos.state.turn, pos.state.first) == (3, 0)
    assert who(pos, 1).store["marble"] == 3
    assert sum(who(pos, 1).traded.values()) == 0
    assert walk.actors(pos) == (0,)
    assert (pos.state.reserve(0, "camel"), pos.state.reserve(1, "boat")) == (4, 2)
    assert GAME.audit(pos) == []


def test_e25_nothing_depends_on_whose_part_comes_first() -> None:
    """The rulebook tells Blue's construction before Red's."""
    ends = []
    for order in ([0, 1], [1, 0]):
        pos = blue_and_red()
        put(put(pos, 0, "tower_double", "caravan_1"), 1, "rare_yellow", "market_palmyra")
        stock(stock(pos, 0, wood=5, gold=3), 1, wood=1, marble=1)
        stage(pos, Grants([0, 1]), Construction(list(order)), Kingdom(), Storage())
        paths: dict[Seat, list[Path]] = {
            0: [("trade", "wood-marble", 2), ("tower", "tower_double", "1"), ("done",)],
            1: [
                ("trade", "wood-marble", 1),
                ("trade", "marble-stone-stone", 1),
                ("return", "k16", {"stone": 3, "marble": 2}),
                ("rare", "rare_yellow", "yellow", "pay"),
                ("done",),
            ],
        }
        for seat in order:
            pos = go(pos, *paths[seat], seat=seat)
        ends.append(
            [
                (player.tower, goods(player), len(player.rare), player.own)
                for player in pos.state.players
            ]
        )
    assert ends[0] == ends[1]
    assert ends[0][0][0] == 6
