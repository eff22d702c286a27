"""The worked examples of the rules, by number."""

from __future__ import annotations

import pytest

from games.core.engine import walk
from games.eight_minute_empire import GAME
from games.eight_minute_empire.model.board import holder, holders, rulers
from games.eight_minute_empire.model.catalog import GOODS
from games.eight_minute_empire.rules.scoring import best_wilds, tally
from tests.games.asking import keys, refusal, why
from tests.games.eight_minute_empire.positions import (
    armies,
    begin,
    board,
    go,
    hands,
    pick_cards,
    row,
)


def goods_points(wilds: int = 0, **symbols: int) -> int:
    """Return the points of these symbols with wild cards at their best."""
    counts = dict.fromkeys(GOODS, 0) | symbols
    given = best_wilds(counts, wilds)
    return sum(GOODS[good].points(n + given.get(good, 0)) for good, n in counts.items())


def test_example_01_row_closes_up_after_the_third_card_is_taken_for_one_coin() -> None:
    pos = begin(3)
    a, b, c, d, e, f = pos.state.row
    pos = go(pos, ("take", "card3"), ("end",))
    assert pos.state.coins == [10, 11, 11]
    assert pos.state.row[:5] == [a, b, d, e, f]
    assert len(pos.state.row) == 6
    assert pos.state.cards[0] == [c]


def test_example_02_tied_bids_go_to_the_younger_who_pays() -> None:
    pos = walk.start(GAME, {"age_order": [3, 2, 0, 1]}, 4, 1)
    for seat, bid in enumerate((3, 5, 5, 0)):
        pos = go(pos, ("bid", bid), seat=seat)
    assert pos.state.coins == [9, 9, 4, 9]
    assert pos.state.order == [2, 3, 0, 1]


def test_example_03_all_zero_is_won_by_the_youngest_for_nothing() -> None:
    pos = walk.start(GAME, {"age_order": [3, 2, 0, 1]}, 4, 1)
    for seat in range(4):
        pos = go(pos, ("bid", 0), seat=seat)
    assert pos.state.coins == [9] * 4
    assert pos.state.order == [3, 0, 1, 2]


def test_example_04_land_moves_on_side_a() -> None:
    pos = go(row(begin(), "c35"), ("take", "card1"))
    pos = go(pos, ("move", "c4", "c10"), ("move", "c10", "c11"))
    assert refusal(pos, "move", "c11", "s3") == "eme.why.no_sea"
    pos = go(pos, ("move", "c4", "c2"), ("move", "c4", "c2"))
    assert armies(pos, 0) == {"c2": 2, "c11": 1}
    assert keys(pos) == ["end"]


def test_example_05_sea_and_land_mixed_on_side_a() -> None:
    pos = board(row(begin(), "c13"), {"c8": {0: 1}, "c4": {1: 3}})
    pos = go(
        pos, ("take", "card1"), ("move", "c8", "s1"), ("move", "s1", "s2"), ("move", "s2", "s3")
    )
    assert armies(pos, 0) == {"s3": 1}


def test_example_06_a_reserve_of_one_places_one() -> None:
    pos = board(row(begin(), "c32"), {"c4": {0: 13, 1: 3}})
    pos = go(pos, ("take", "card1"))
    assert keys(pos, "place") == ["c4"]
    pos = go(pos, ("place", "c4"))
    assert pos.state.reserve[0] == 0
    assert keys(pos) == ["end"]


def test_example_07_both_parts_in_free_order() -> None:
    pos = board(row(begin(), "c15"), {"w7": {0: 1}, "c4": {0: 13, 1: 3}})
    pos = go(pos, ("take", "card1"))
    assert keys(pos) == ["destroy", "end"]
    assert why(pos, "place") == "eme.why.reserve"
    pos = go(pos, ("destroy", "w7", "p0"))
    assert pos.state.reserve[0] == 1
    pos = go(pos, ("place", "c4"))
    assert armies(pos, 0) == {"c4": 14}
    assert pos.state.reserve[0] == 0


def test_example_08_a_city_needs_an_army_and_opens_its_region() -> None:
    pos = board(row(begin(), "c31", "c32"), {"s1": {0: 1}, "c4": {0: 2, 1: 3}})
    pos = go(pos, ("take", "card1"), ("city", "s1"))
    assert pos.state.city_reserve[0] == 2
    assert pos.state.armies["s1"][0] + pos.state.cities["s1"][0] == 2
    pos = go(pos, ("end",), ("take", "card1"), ("end",))
    pos = go(row(pos, "c33"), ("take", "card1"))
    assert keys(pos, "place") == ["c4", "s1", "c4_x3", "s1_x3"]
    bare = board(row(begin(), "c31"), {"c4": {0: 3, 1: 3}}, {"s1": {0: 1}})
    bare = go(bare, ("take", "card1"))
    assert keys(bare, "city") == ["c4"]
    assert why(bare, "s1", "city") == "eme.why.army_there"


@pytest.mark.parametrize(
    ("there", "towns", "who"),
    [
        ([2, 3, 0], [1, 0], None),
        ([2, 2, 0], [1, 0], 0),
        ([0, 0, 0], [1, 0], 0),
        ([0, 0, 0], [0, 0], None),
    ],
)
def test_example_09_region_control(there: list[int], towns: list[int], who: int | None) -> None:
    assert holder(there, towns) == who


def test_example_09_the_third_does_not_inherit() -> None:
    assert holder([3, 3, 2, 0], [0, 0, 0]) is None


def test_example_10_a_tied_continent_belongs_to_nobody() -> None:
    pos = board(begin(), {"s1": {0: 1}, "s2": {0: 1, 1: 1}, "s3": {1: 1}})
    s = pos.state
    assert "s" not in rulers(s.map, holders(s.armies, s.cities))
    pos = board(pos, {"s1": {0: 1}, "s2": {0: 2, 1: 1}, "s3": {1: 1}})
    assert rulers(s.map, holders(s.armies, s.cities)) == {"s": 0}
    assert [one.continents for one in tally(s)] == [1, 0]


def test_example_11_crystals() -> None:
    assert [GOODS["crystal"].points(n) for n in range(6)] == [0, 1, 2, 3, 5, 5]


def test_example_12_goods_with_wilds() -> None:
    held = {"food": 4, "wood": 3, "ore": 1, "crystal": 3}
    assert goods_points(**held) == 5
    assert goods_points(2, **held) == 8


def test_example_13_wilds() -> None:
    assert [goods_points(wilds, tools=5, ore=2) for wilds in range(3)] == [3, 4, 6]
    assert goods_points(1, food=6) == 3


def test_example_14_a_token_opens_a_good() -> None:
    pos = begin(goods_tokens=True)
    pos.state.tokens = {"w1": "ore"}
    pos = hands(board(pos, {"w1": {0: 1}, "c4": {0: 2, 1: 3}}), pick_cards(wood=1), [])
    assert tally(pos.state)[0].points["ore"] == 0
    pos = hands(pos, pick_cards(wild=1), [])
    assert tally(pos.state)[0].points["ore"] == 1


def test_example_15_tie_is_broken_by_cubes_not_by_cities() -> None:
    pos = board(begin(), {"c4": {0: 11}, "w1": {1: 12}}, {"c4": {0: 3}})
    pos = hands(pos, pick_cards(crystal=1), pick_cards(ore=2))
    pos.state.coins = [2, 2]
    scores = GAME.score(pos)
    assert scores.total == (3, 3)
    assert [(one.seat, one.place) for one in scores.ranking] == [(1, 1), (0, 2)]
    assert [(step.args["what"].key, step.args["n"]) for step in scores.ranking[0].trail][-1] == (
        "eme.score.armies",
        12,
    )


def test_coins_break_a_tie_before_armies_do() -> None:
    """Rules 12: the order of the tie-breaks, where coins and armies would decide differently."""
    pos = board(begin(), {"c4": {0: 11}, "w1": {1: 12}}, {"c4": {0: 3}})
    pos = hands(pos, pick_cards(crystal=1), pick_cards(ore=2))
    pos.state.coins = [3, 2]
    scores = GAME.score(pos)
    assert scores.total == (3, 3)
    assert [(one.seat, one.place) for one in scores.ranking] == [(0, 1), (1, 2)], (
        "more coins win, not more armies"
    )


def test_example_16_neutral_armies_tie_a_region() -> None:
    assert holder([2, 0, 2], [0, 0]) is None
    assert holder([2, 0, 1], [0, 0]) == 0


def test_example_17_three_steps_over_two_armies() -> None:
    pos = go(
        row(begin(), "c18"),
        ("take", "card1"),
        ("move", "c4", "c2"),
        ("move", "c2", "c1"),
        ("move", "c4", "c10"),
    )
    assert armies(pos, 0) == {"c1": 1, "c4": 1, "c10": 1}


def test_example_18_purse() -> None:
    pos = begin()
    pos.state.coins = [2, 14]
    assert keys(pos, "take") == ["card1", "card2", "card3", "card4", "card5"]
    assert why(pos, "card6", "take") == "eme.why.coins"
    pos = go(pos, ("take", "card5"), ("end",), ("take", "card1"), ("end",))
    assert pos.state.coins[0] == 0
    assert keys(pos, "take") == ["card1"]


def test_example_19_blocked_side() -> None:
    pos = board(row(begin(), "c23", "c31"), {"c4": {0: 3, 1: 3}}, {"c4": {0: 2}, "c1": {0: 1}})
    either = go(pos, ("take", "card1"))
    assert keys(either) == ["destroy", "end"]
    assert why(either, "city") == "eme.why.towns"
    city = go(pos, ("take", "card2"))
    assert keys(city) == ["end"]
    assert why(city, "city") == "eme.why.towns"
    assert city.state.cards[0] == ["c31"]


def test_example_20_whole_scoring_on_side_b() -> None:
    red, blue, green = 0, 1, 2
    pos = begin(3, "b", goods_tokens=True)
    pos = board(
        pos,
        {
            "e1": {red: 3, blue: 3, green: 1},
            "e2": {red: 1, blue: 1},
            "e4": {green: 2},
            "e5": {blue: 2},
            "e6": {red: 1},
            "e8": {blue: 1},
            "e9": {red: 1, green: 1},
            "p2": {blue: 1},
            "q1": {red: 1},
            "q2": {green: 1},
            "v1": {green: 2, red: 1},
            "v2": {green: 1},
            "v5": {red: 1},
        },
        {"e2": {red: 1}, "p1": {blue: 1}},
    )
    pos.state.tokens = {"p1": "food", "q1": "ore", "r2": "wood", "v5": "crystal", "e9": "tools"}
    pos = hands(
        pos,
        pick_cards(crystal=2, ore=1, wood=3, tools=3, wild=1),
        pick_cards(food=5, ore=3, wood=2, wild=1),
        pick_cards(tools=4, food=3, crystal=2, ore=1),
    )
    scores = GAME.score(pos)
    rows = {one.id: one.values for one in scores.rows}
    assert rows["regions"] == (4, 4, 4)
    assert rows["continents"] == (0, 1, 1)
    assert [sum(rows[good][seat] for good in GOODS) for seat in range(3)] == [8, 6, 5]
    assert scores.total == (12, 11, 10)
