"""Simultaneous answers commute: any order of moves and undos gives the same bytes.

So do timeouts of absent players.
"""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.engine import history, walk
from games.tadmor import GAME
from games.tadmor.rules.turn.construction import Build
from games.tadmor.rules.turn.kingdom import Kingdom, Storage
from tests.games.asking import keys
from tests.games.parallel_answers import check_defaults_of, encoded_after
from tests.games.tadmor.positions import (
    Pos,
    begin,
    cards,
    go,
    put,
    stage,
    stock,
    tiles,
    towers,
    who,
)

SEED = "orders"


def bonuses() -> Pos:
    return walk.start(GAME, {}, 4, SEED)


def court() -> Pos:
    """Give everybody all that a kingdom can use."""
    pos = towers(tiles(begin(4, turn=5), 0, "i48", "i6"), 4, 9, 2, 6)
    put(
        put(put(pos, 0, "i48", "market_palmyra"), 1, "first_player", "market_ebla"),
        2,
        "war_supplies",
        "tax_collector",
    )
    cards(put(tiles(pos, 3, "i1", "i21"), 3, "i21", "caravan_1"), 3, "k11")
    for seat in range(4):
        stock(pos, seat, wood=2, stone=3, marble=1, gold=seat % 2 + 1)
        cards(
            cards(pos, seat, f"k{seat + 1}", f"k{seat + 20}", to="hand"),
            seat,
            ("k16", "k17", "k18", "k5")[seat],
        )
    stage(pos, Kingdom(), Storage(), Build(0))
    return pos


def warehouse() -> Pos:
    pos = begin(4, turn=5)
    for seat in range(4):
        stock(pos, seat, wood=3 + seat, stone=4, marble=2, gold=seat)
    stage(pos, Storage(), Build(0), resolving=False)
    return pos


STARTS = {one.__name__: one for one in (bonuses, court, warehouse)}


@pytest.mark.parametrize("where", STARTS)
@settings(max_examples=8, deadline=None, derandomize=True)
@given(order=st.lists(st.integers(0, 3), min_size=1, max_size=40), salt=st.integers(0, 19))
def test_any_order_of_taps_and_undos_gives_the_same_bytes(
    where: str, order: list[int], salt: int
) -> None:
    start = STARTS[where]()
    by_turns = encoded_after(GAME, start, SEED, [0, 1, 2, 3], salt)
    assert encoded_after(GAME, start, SEED, [*order, 0, 1, 2, 3], salt) == by_turns
    assert encoded_after(GAME, start, SEED, [3] * 60 + [2] * 60 + [1] * 60 + [0], salt) == by_turns


@pytest.mark.parametrize("where", STARTS)
def test_who_is_timed_out_or_gone_leaves_the_others_as_they_were(where: str) -> None:
    check_defaults_of(GAME, STARTS[where](), 1, ((0, 1, 2, 3), (3, 2, 1, 0), (1, 3, 0, 2)))


def test_a_discard_in_the_kingdom_is_final_for_its_seat_alone() -> None:
    """The card is seen by all and stays away; what others answered before may still be taken back by them."""
    start = court()
    pos = start
    rows: list[history.HistoryRow] = []
    for seat, path in ((3, ("trade", "stone-gold", 1)), (0, ("discard", "k1", "gold"))):
        step = walk.submit(pos, seat, path)
        rows.append(history.move_row(len(rows) + 1, seat, "player", path, step))
        pos = step.pos
    assert rows[-1].barrier == [0]
    assert not isinstance(history.undo(start, rows, 0, SEED), history.UndoResult)
    back = history.undo(start, rows, 3, SEED)
    assert isinstance(back, history.UndoResult)
    assert "k1" in back.pos.state.discard


def test_what_may_be_taken_back_in_resolution() -> None:
    """Trades and levels can be undone; drawing or revealing a card or tile cannot."""
    start = stock(begin(), 0, wood=9, stone=9, marble=9, gold=9)
    put(start, 0, "tower_single", "rare_grey", "missions_ebla", "market_palmyra")
    cards(start, 0, "k7", to="hand")
    stage(start, Build(0))
    for path, free in (
        (("tower", "tower_single", "1"), True),
        (("trade", "wood-gold", 1), True),
        (("rare", "rare_grey", "grey", "pay"), False),
        (("mission", "missions_ebla", "draw"), False),
        (("mission", "missions_ebla", "complete", "k7"), False),
        (("discard", "k7", "wood"), False),
    ):
        step = walk.submit(start, 0, path)
        assert (step.barrier == []) is free, path
        back = history.undo(start, [history.move_row(1, 0, "player", path, step)], 0, SEED)
        assert isinstance(back, history.UndoResult) is free


def test_the_pawn_goes_to_the_last_in_turn_order_whoever_answers_first() -> None:
    for answers in ((0, 2), (2, 0)):
        pos = put(put(tiles(begin(3), 2, "i48"), 0, "first_player"), 2, "i48")
        pos.state.order = [1, 2, 0]
        stage(pos, Kingdom())
        for seat in answers:
            if seat == 2:
                pos = go(pos, ("court", "first_player"), seat=2)
            pos = go(pos, ("first", "wood"), seat=seat)
        assert pos.state.first == 0


def test_who_has_nothing_to_decide_is_not_asked() -> None:
    pos = begin(3)
    stage(pos, Kingdom(), Build(0))
    assert not any(pos.lanes), "nothing at all"
    pos = stock(begin(3, turn=4), 0, wood=3)
    put(pos, 1, "market_palmyra")
    stage(pos, Kingdom(), Build(0))
    assert not any(pos.lanes), "no gold, no free operation: the points are lost"
    assert who(pos).points == -3
    pos = put(begin(3), 0, "market_palmyra")
    who(pos).traded["wood"] = 2
    stage(pos, Kingdom(), Build(0))
    assert not any(pos.lanes), "traded goods are only shown as not tradable"
    pos = stock(put(begin(3), 0, "market_palmyra"), 0, wood=1)
    stage(pos, Kingdom(), Build(0))
    assert keys(pos, seat=0) == ["done", "trade"]
