"""Standing order that ends the turn once the card is used up."""

from __future__ import annotations

from statistics import median

from games.core.engine import walk
from games.core.engine.bots import follow_orders
from games.core.state.rng import Rng
from games.core.text.messages import Path
from tests.games.eight_minute_empire.positions import Pos, begin, go, row
from tests.games.eight_minute_empire.test_presses import turns, whole

ON = {"used_up": True}


def answered(pos: Pos, orders: dict[str, bool]) -> Path | None:
    return follow_orders(pos, 0, orders, Rng.of(1))


def test_a_turn_ends_by_itself_only_when_the_card_is_used_up() -> None:
    pos = go(row(begin(), "c04"), ("take", "card1"))  # move 2
    assert answered(pos, ON) is None
    pos = go(pos, ("move", "c4", "c6"))
    assert answered(pos, ON) is None, "a step is left"
    pos = go(pos, ("move", "c4", "c7"))
    assert answered(pos, ON) == ("end",)
    assert answered(pos, {}) is None, "off unless the player sets it"


def test_a_card_that_cannot_be_used_does_not_end_the_turn() -> None:
    pos = row(begin(), "c01")  # place 1
    pos.state.armies["c4"][0] += pos.state.reserve[0]
    pos.state.reserve[0] = 0
    assert answered(go(pos, ("take", "card1")), ON) is None, "taking it may still be undone"


def test_with_the_order_half_of_all_turns_take_three_presses() -> None:
    taken = []
    for n, seed in ((2, "pair"), (3, "three"), (4, "four"), (5, "five")):
        for pos, seat, paths in turns(n, seed):
            before_end = pos
            for path in paths[:-1]:
                before_end = walk.submit(before_end, seat, path).pos
            ends = follow_orders(before_end, seat, ON, Rng.of(1)) is not None
            taken.append(whole(pos, seat, paths) - ends)
    assert median(taken) <= 3
