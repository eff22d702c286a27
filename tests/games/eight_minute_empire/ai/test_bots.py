"""The bot: legal, better than random moves, thrifty, without hidden information."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from games.core.engine import bots, walk
from games.core.state.rng import Rng
from games.eight_minute_empire import GAME
from tests.games.eight_minute_empire.positions import (
    Pos,
    begin,
    board,
    go,
    hands,
    last_turns,
    pick_cards,
    row,
)
from tools import weights


def play(n: int, options: dict[str, Any], seed: int, kinds: Sequence[bots.Kind]) -> Pos:
    pos, rng = walk.start(GAME, options, n, seed), Rng.of(seed)
    while pos.outcome is None:
        seat = walk.actors(pos)[0]
        pos = walk.submit(pos, seat, bots.decide(pos, seat, kinds[seat], rng)).pos
    return pos


def test_it_beats_luck_for_two() -> None:
    won = 0
    for seed in range(12):
        me = seed % 2
        kinds: tuple[bots.Kind, ...] = ("game", "random") if me == 0 else ("random", "game")
        pos = play(2, {"map_side": ("side_a", "side_b")[seed // 2 % 2]}, seed, kinds)
        won += pos.outcome is not None and pos.outcome.winners == [me]
    assert won >= 11


@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_it_plays_every_option(n: int) -> None:
    options = {
        "map_side": "random",
        "goods_tokens": True,
        "neutral_armies": True,
        "bid_winner": "chooses",
        "wild_assignment": "manual",
        "ore_card": "english_printing",
        "one_city_per_player_per_region": True,
        "destroyed_armies": "out_of_game",
    }
    pos = play(n, options, n, ["game"] * n)
    assert pos.outcome is not None
    assert min(GAME.score(pos).total) > 3


def test_its_bid_is_small_and_it_likes_to_move_last() -> None:
    for seed in range(10):
        assert bots.decide(walk.start(GAME, {}, 2, seed), 0, "game", Rng.of(seed)) == ("bid", 0)
        path = bots.decide(
            walk.start(GAME, {"bid_winner": "chooses"}, 2, seed), 0, "game", Rng.of(seed)
        )
        assert path in {("bid", 1), ("bid", 2)}
    pos = walk.start(GAME, {"bid_winner": "chooses"}, 3, 1)
    for seat in range(3):
        pos = go(pos, ("bid", seat), seat=seat)
    assert bots.decide(pos, 2, "game", Rng.of(1)) == ("first", "p0")


def test_it_takes_the_crystal_that_completes_a_set() -> None:
    """Without a piece in the game, only the goods count."""
    pos = begin(destroyed_armies="out_of_game")
    pos.state.lost[0] = 14
    hand = ["c01", "c02", "c03", "c16", *pick_cards(tools=8)]
    pos = last_turns(board(pos, {"c4": {1: 3}}), [hand, ["c40", "c41", "c42"]], left=2)
    pos = row(pos, "c12", "c18", "c04")
    assert bots.decide(pos, 0, "game", Rng.of(1)) == ("take", "card3")


def test_its_weights_are_read_each_time() -> None:
    pos = row(begin(), "c18", "c35", "c06", "c01")
    before = bots.decide(pos, 0, "game", Rng.of(1))
    with weights.override(GAME, {"coin": 50.0}):
        assert bots.decide(pos, 0, "game", Rng.of(1)) == ("take", "card1")
    with weights.override(
        GAME, {"coin": 0.001, "coins_per_turn": 0.001, "symbol_probability": 3.0}
    ):
        assert bots.decide(pos, 0, "game", Rng.of(1)) != ("take", "card1")
    assert bots.decide(pos, 0, "game", Rng.of(1)) == before


def test_it_moves_to_empty_land_rather_than_staying() -> None:
    pos = go(row(begin(), "c35"), ("take", "card1"))
    for _ in range(3):
        pos = go(pos, bots.decide(pos, 0, "game", Rng.of(1)))
    assert len(GAME.view(pos, 0).control) >= 2


def test_it_breaks_a_rival_s_hold() -> None:
    pos = board(row(begin(), "c15"), {"c4": {0: 3, 1: 3}, "w1": {1: 1}})
    pos = go(pos, ("take", "card1"))
    path = bots.decide(pos, 0, "game", Rng.of(1))
    assert path in {("destroy", "w1", "p1"), ("destroy", "c4", "p1"), ("place", "c4")}
    assert path != ("destroy", "c4", "p0")


def test_it_ends_when_nothing_helps() -> None:
    pos = go(
        last_turns(board(begin(), {"c4": {0: 3}, "w1": {1: 3}}), [["c06"], []], left=1),
        ("take", "card1"),
    )
    while True:
        path = bots.decide(pos, walk.actors(pos)[0], "game", Rng.of(1))
        pos = go(pos, path)
        if path == ("end",):
            break
    assert pos.outcome is not None


def test_worth_prefers_land_and_sets() -> None:
    assert GAME.estimate is not None
    poor = board(begin(), {"c4": {0: 3, 1: 3}})
    rich = board(begin(), {"c4": {0: 1, 1: 3}, "w1": {0: 1}, "i1": {0: 1}})
    assert GAME.estimate(rich, 0) > GAME.estimate(poor, 0)
    assert GAME.estimate(hands(poor, pick_cards(crystal=4), []), 0) > GAME.estimate(
        board(begin(), {"c4": {0: 3, 1: 3}}), 0
    )


def test_the_greedy_player_can_play_it() -> None:
    pos = play(2, {}, 3, ("greedy", "random"))
    assert GAME.score(pos).total[0] > 5


def test_it_founds_no_second_city_where_only_one_is_allowed() -> None:
    pos = begin(one_city_per_player_per_region=True)
    pos = board(row(pos, "c06"), {"c4": {1: 3}, "w1": {0: 1, 1: 2}}, {"w1": {0: 1}})
    pos = go(pos, ("take", "card1"))
    assert bots.decide(pos, 0, "game", Rng.of(1)) == ("end",)
