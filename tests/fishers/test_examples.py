"""Effects of the cards, one example per test; a rule's number is part of the test's name."""

from __future__ import annotations

from typing import Any

from games.core.engine import walk
from games.core.state.rng import Rng
from tests.fishers import GAME
from tests.games.asking import keys


def opened(hands: list[list[str]]) -> Any:
    """Return a game with one seat per hand, before the first cast."""
    pos = walk.start(GAME, {}, len(hands), "examples")
    pos.state.hands = hands
    return pos


def after_round(pos: Any, *cards: str, dice: list[list[int]]) -> Any:
    """Everybody casts once and lays a card on these dice."""
    for seat in range(pos.n):
        walk.apply(pos, seat, ("cast",))
    pos.state.dice = dice
    for seat, card in enumerate(cards):
        walk.apply(pos, seat, ("lay", card))
    return pos


def test_a_net_brings_two_for_each_die_of_four_or_more() -> None:
    pos = after_round(opened([["net"], ["net"]]), "net", "net", dice=[[4, 6], [1, 5]])
    assert pos.state.coins == [4, 2]


def test_cards_work_in_the_order_of_seats() -> None:
    pos = after_round(opened([["gull"], ["net"]]), "gull", "net", dice=[[1, 1], [4, 4]])
    assert pos.state.coins == [0, 4], "when the gull came there was nothing to take"


def test_who_lays_a_card_without_casting_is_refused() -> None:
    pos = opened([["net"], ["net"]])
    assert keys(pos, seat=0) == ["cast"]


def test_the_greedy_computer_player_is_no_worse_off_with_better_dice() -> None:
    pos = opened([["net"], ["net"]])
    poor, rich = GAME.codec.clone(pos), GAME.codec.clone(pos)
    poor.state.dice, rich.state.dice = [[1, 1], []], [[6, 6], []]
    assert GAME.estimate is not None
    assert GAME.estimate(rich, 0) > GAME.estimate(poor, 0)


def test_what_is_dealt_anew_leaves_the_own_hand_alone() -> None:
    pos = walk.start(GAME, {}, 3, "secrets")
    own = list(pos.state.hands[1])
    GAME.determinize(pos, 1, Rng.of(5))
    assert pos.state.hands[1] == own
