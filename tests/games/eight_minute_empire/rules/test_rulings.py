"""The rulings by number (explained in games/eight_minute_empire/README.md)."""

from __future__ import annotations

import pytest

from games.core.engine import history, walk
from games.core.prompts.prompt import SelectPrompt
from games.core.state.score import places
from games.core.text.messages import msg
from games.eight_minute_empire import GAME
from games.eight_minute_empire.model.board import SIDES, holder, rulers
from games.eight_minute_empire.model.catalog import CARDS, GOODS
from games.eight_minute_empire.model.events import BidsOpened
from games.eight_minute_empire.model.state import Played
from games.eight_minute_empire.rules.scoring import best_wilds, single_criteria, tally
from tests.games.asking import keys, refusal, why
from tests.games.eight_minute_empire.positions import (
    armies,
    begin,
    bids,
    board,
    go,
    hands,
    pick_cards,
    row,
)


def test_r01_age_order_is_stored_and_by_default_the_last_to_join_is_the_youngest() -> None:
    assert walk.start(GAME, {}, 4, 1).options["age_order"] == [3, 2, 1, 0]
    assert bids(3, [2, 2, 2], age_order=[1, 0, 2]).pos.state.order == [1, 2, 0]


def test_r02_a_tie_goes_to_the_youngest_of_the_tied() -> None:
    assert bids(3, [4, 4, 1], age_order=[2, 1, 0]).pos.state.order[0] == 1


def test_r02_a_tie_may_go_by_lot() -> None:
    winners = set()
    for seed in range(20):
        pos = walk.start(GAME, {"bid_tie": "random"}, 3, seed)
        for seat in range(3):
            step = walk.submit(pos, seat, ("bid", 0))
            pos = step.pos
        opened = step.events[1].public
        assert isinstance(opened, BidsOpened)
        assert opened.tie == "lot"
        winners.add(opened.winner)
        assert pos.state.coins == [11, 11, 11]
    assert winners == {0, 1, 2}


def test_r03_an_action_may_be_done_in_part_or_not_at_all() -> None:
    pos = go(row(begin(), "c35"), ("take", "card1"))
    assert go(pos, ("end",)).state.turn == 1
    assert go(pos, ("move", "c4", "c2"), ("end",)).state.turn == 1


def test_r04_with_fewer_in_reserve_only_those_are_placed() -> None:
    pos = go(board(row(begin(), "c32"), {"c4": {0: 12, 1: 3}}), ("take", "card1"))
    assert keys(pos, "place") == ["c4", "c4_x2"]
    prompt = walk.ask(pos, 0, ("place",))
    assert isinstance(prompt, SelectPrompt)
    assert prompt.lines == (msg("eme.place.all_left", n=2),), "the card would place 3"
    pos = go(pos, ("place", "c4_x2"))
    assert pos.state.reserve[0] == 0
    assert keys(pos) == ["end"]


@pytest.mark.parametrize(
    ("option", "reserve", "lost"), [("to_reserve", 12, 0), ("out_of_game", 11, 1)]
)
def test_r05_destroyed_armies_go_where_the_option_says(
    option: str, reserve: int, lost: int
) -> None:
    pos = go(row(begin(destroyed_armies=option), "c15"), ("take", "card1"), ("destroy", "c4", "p1"))
    assert (pos.state.reserve[1], pos.state.lost[1]) == (reserve, lost)
    assert armies(pos, 1) == {"c4": 2}


def test_r06_own_armies_may_be_destroyed_but_are_not_the_default() -> None:
    pos = go(row(begin(), "c15"), ("take", "card1"))
    assert keys(pos, "destroy", "c4") == ["p1", "p0"]
    assert go(pos, ("destroy", "c4", "p0")).state.reserve == [12, 11]


def test_r07_two_own_cities_in_a_region_unless_the_option_forbids() -> None:
    cards = board(row(begin(), "c31"), {"c4": {0: 3, 1: 3}}, {"c4": {0: 1}})
    pos = go(cards, ("take", "card1"), ("city", "c4"))
    assert pos.state.cities["c4"][0] == 2
    assert holder(pos.state.armies["c4"], pos.state.cities["c4"]) == 0
    once = board(
        row(begin(one_city_per_player_per_region=True), "c31"),
        {"c4": {0: 2, 1: 3}, "c2": {0: 1}},
        {"c4": {0: 1}},
    )
    once = go(once, ("take", "card1"))
    assert keys(once, "city") == ["c2"]
    assert why(once, "c4", "city") == "eme.why.city_once"


def test_r08_a_city_may_stand_in_the_start_region() -> None:
    pos = go(row(begin(), "c31"), ("take", "card1"), ("city", "c4"))
    assert pos.state.cities["c4"] == [1, 0]


def test_r09_only_own_armies_move_and_are_placed() -> None:
    pos = board(row(begin(), "c35", "c32"), {"c4": {0: 3}, "w1": {1: 3}}, {"w2": {1: 1}})
    assert keys(go(pos, ("take", "card1")), "move") == ["c4"]
    assert keys(go(pos, ("take", "card2")), "place") == ["c4", "c4_x3"]


def test_r10_parts_of_and_in_either_order() -> None:
    pos = go(row(begin(), "c15"), ("take", "card1"))
    one = go(pos, ("destroy", "c4", "p1"), ("place", "c4"))
    other = go(pos, ("place", "c4"), ("destroy", "c4", "p1"))
    assert one.state.armies == other.state.armies
    assert one.state.reserve == other.state.reserve == [10, 12]


def test_r11_coins_are_public() -> None:
    assert [seat.coins for seat in GAME.view(begin(3), None).seats] == [11, 11, 11]


@pytest.mark.parametrize("good", [*GOODS])
def test_r12_no_second_set_of_a_good(good: str) -> None:
    top = GOODS[good].steps[-1][0]
    assert GOODS[good].points(top) == GOODS[good].points(2 * top) == 5


def test_r13_a_wild_may_join_a_good_that_is_owned_by_a_token_alone() -> None:
    pos = begin(goods_tokens=True)
    pos.state.tokens = {"i1": "crystal"}
    pos = hands(board(pos, {"i1": {0: 1}, "c4": {1: 3}}), pick_cards(wild=3), [])
    assert tally(pos.state)[0].points["crystal"] == 5


def test_r14_cities_are_no_armies_on_the_board() -> None:
    pos = board(begin(), {"c4": {0: 2, 1: 3}}, {"c1": {0: 3}})
    assert [one.armies for one in tally(pos.state)] == [2, 3]


def test_r15_equal_in_all_shares_the_victory() -> None:
    pos = board(begin(), {"c4": {0: 3, 1: 3}})
    assert places(GAME.score(pos).ranking) == [1, 1]


def test_r16_nobody_there_nobody_controls() -> None:
    assert holder([0, 0, 0], [0, 0]) is None
    assert rulers(SIDES["a"], {}) == {}


def test_r17_five_of_ten_tokens_lie_on_the_spots() -> None:
    seen = set()
    for seed in range(12):
        s = walk.start(GAME, {"goods_tokens": True}, 2, seed).state
        assert set(s.tokens) == set(SIDES["a"].goods_spots)
        assert max([*s.tokens.values()].count(good) for good in GOODS) <= 2
        seen.add(tuple(s.tokens.values()))
    assert len(seen) > 1


def test_r18_card_24_by_printing() -> None:
    assert keys(go(row(begin(), "c24"), ("take", "card1"))) == ["place", "end"]
    pos = go(row(begin(ore_card="english_printing"), "c24"), ("take", "card1"))
    assert keys(pos) == ["place", "city", "end"]
    assert GAME.view(pos, 0).english
    assert [card.id for card in CARDS.values() if card.english] == ["c24"]


@pytest.mark.parametrize(("side", "start"), [("a", "c4"), ("b", "e1")])
def test_r19_the_start_region_is_an_ordinary_region(side: str, start: str) -> None:
    pos = begin(2, side)
    assert SIDES[side].start == start
    assert armies(pos, 0) == {start: 3}
    assert start in SIDES[side].home
    assert holder([1, 0, 0], [0, 0]) == 0


@pytest.mark.parametrize(
    ("options", "sides"),
    [
        ({}, "aba"),
        ({"map_side": "side_b"}, "bab"),
        ({"campaign_sides": "fixed"}, "aaa"),
        ({"map_side": "side_b", "campaign_sides": "fixed"}, "bbb"),
    ],
)
def test_r20_campaign_sides(options: dict[str, str], sides: str) -> None:
    pos, seen = walk.start(GAME, {"mode": "campaign"} | options, 3, 4), {}
    while pos.outcome is None:
        seen[pos.state.game] = pos.state.side
        for seat in walk.actors(pos):
            walk.apply(pos, seat, walk.default_path(pos, seat))
    assert "".join(seen[game] for game in (1, 2, 3)) == sides
    assert len(pos.state.past) == 3
    scores = GAME.score(pos)
    assert scores.total == tuple(
        sum(played.totals[seat] for played in pos.state.past) for seat in range(3)
    )


def test_r20_a_random_side_is_drawn_once() -> None:
    sides = {
        walk.start(GAME, {"map_side": "random"}, 2, seed).options["map_side"] for seed in range(12)
    }
    assert sides == {"side_a", "side_b"}


@pytest.mark.parametrize(
    ("first", "second", "winner"),
    [
        (([5, 4], [0, 0], [1, 2]), ([4, 5], [0, 3], [2, 1]), 1),  # a win each: more coins in all
        (([6, 3], [0, 9], [1, 2]), ([3, 6], [0, 0], [1, 1]), 0),  # a shared win counts for each
        (
            ([5, 5], [1, 0], [1, 2]),
            ([5, 5], [0, 1], [2, 1]),
            None,
        ),  # all equal but the third game: here a shared one
    ],
)
def test_r20_campaign_ties(
    first: tuple[list[int], list[int], list[int]],
    second: tuple[list[int], list[int], list[int]],
    winner: int | None,
) -> None:
    pos = board(begin(mode="campaign"), {"c4": {0: 3, 1: 3}})
    pos.state.game = 3
    pos.state.past = [Played(*first), Played(*second)]
    ranking = GAME.score(pos).ranking
    assert [one.seat for one in ranking if one.place == 1] == (
        [0, 1] if winner is None else [winner]
    )


def test_r20_the_third_game_breaks_the_last_tie() -> None:
    pos = board(begin(3, mode="campaign"), {"c4": {0: 4}, "w1": {1: 3}})
    pos.state.game = 3
    pos.state.past = [
        Played([5, 6, 0], [1, 1, 0], [2, 1, 3]),
        Played([5, 4, 9], [1, 1, 0], [2, 3, 1]),
    ]
    scores = GAME.score(pos)
    assert scores.total == (12, 12, 9)
    assert {one.id: one.values for one in scores.apart} == {
        "wins": (1, 1, 1),
        "coins": (13, 13, 11),
    }
    assert [(one.seat, one.place) for one in scores.ranking] == [(0, 1), (1, 2), (2, 3)]


def test_r21_time_outs_bid_nothing_take_the_free_card_and_skip() -> None:
    pos = walk.start(GAME, {}, 2, 8)
    assert walk.default_path(pos, 0) == ("bid", 0)
    pos = begin()
    assert walk.default_path(pos, 0) == ("take", "card1")
    assert walk.default_path(go(pos, ("take", "card1")), 0) == ("end",)
    neutral = walk.start(GAME, {"neutral_armies": True}, 2, 8)
    assert walk.default_path(neutral, walk.actors(neutral)[0]) == ("neutral", "c4")
    first = bids(2, [3, 1], bid_winner="chooses").pos
    assert walk.default_path(first, 0) == ("first", "p0")


def test_r22_wilds_alone_are_worth_nothing_and_are_not_asked_about() -> None:
    assert best_wilds(dict.fromkeys(GOODS, 0), 3) == {}
    pos = board(begin(), {})
    pos = hands(pos, pick_cards(wild=3), [])
    assert tally(pos.state)[0].total == 0


def test_r23_an_action_without_any_legal_use_lapses() -> None:
    pos = go(board(row(begin(), "c18"), {"c4": {1: 3}}, {}), ("take", "card1"))
    assert keys(pos) == ["end"]
    assert why(pos, "move") == "eme.why.no_army"
    assert go(pos, ("end",)).state.cards[0] == ["c18"]


def test_r24_a_step_may_undo_an_earlier_one() -> None:
    pos = go(row(begin(), "c27"), ("take", "card1"), ("move", "c4", "c2"), ("move", "c2", "c4"))
    assert armies(pos, 0) == {"c4": 3}


@pytest.mark.parametrize(("option", "may"), [("to_reserve", True), ("out_of_game", False)])
def test_r25_the_cube_just_destroyed_may_be_placed(option: str, may: bool) -> None:
    pos = board(row(begin(destroyed_armies=option), "c15"), {"c4": {0: 13, 1: 3}, "w7": {0: 1}})
    pos = go(pos, ("take", "card1"), ("destroy", "w7", "p0"))
    assert ("place" in keys(pos)) == may


def test_r26_a_token_without_a_holder_counts_for_nobody() -> None:
    pos = begin(goods_tokens=True, neutral_armies=True)
    pos.state.tokens = {"i1": "crystal", "s2": "crystal", "w1": "crystal"}
    pos = board(pos, {"i1": {0: 1, 1: 1}, "s2": {2: 2, 0: 1}, "w1": {0: 1}})
    assert [one.symbols["crystal"] for one in tally(pos.state)] == [1, 0]


def test_r27_a_bid_may_be_changed_until_the_last_is_in() -> None:
    pos = walk.start(GAME, {}, 3, 5)
    rows: list[history.HistoryRow] = []
    for seat in (1, 2):
        step = walk.submit(pos, seat, ("bid", 4))
        assert step.barrier == []
        rows.append(history.move_row(len(rows) + 1, seat, "player", ("bid", 4), step))
        pos = step.pos
    undone = history.undo(walk.start(GAME, {}, 3, 5), rows, 1, "5")
    assert isinstance(undone, history.UndoResult)
    assert undone.pos.state.bids == [None, None, 4]
    again = walk.submit(undone.pos, 1, ("bid", 7)).pos
    assert walk.submit(again, 0, ("bid", 0)).barrier == [0, 1, 2]


def test_r28_equal_ranks_below_the_first_skip_the_next() -> None:
    pos = board(begin(4), {"c4": {0: 3}})
    assert [one.place for one in GAME.score(pos).ranking] == [1, 2, 2, 2]
    criteria = single_criteria([5, 4, 4, 1], [0, 2, 2, 9], tally(pos.state))
    assert criteria[0].id == "total"


def test_r29_the_price_is_paid_without_using_the_action() -> None:
    pos = go(begin(), ("take", "card6"), ("end",))
    assert pos.state.coins == [11, 14]


def test_r30_taking_a_card_is_no_option() -> None:
    assert keys(begin()) == ["take"]
    assert refusal(begin(), "end") == "core.refused.option"


def test_r31_without_pieces_one_plays_on_from_the_start_region() -> None:
    pos = go(board(row(begin(), "c32"), {"w1": {1: 3}}), ("take", "card1"))
    assert keys(pos, "place") == ["c4", "c4_x3"]


def test_r32_a_seat_that_is_left_goes_on_with_time_out_moves() -> None:
    pos = begin(3)
    pos.gone[1] = True
    while pos.outcome is None:
        seat = walk.actors(pos)[0]
        walk.apply(pos, seat, walk.default_path(pos, seat))
    assert [len(cards) for cards in pos.state.cards] == [10, 10, 10]
