"""Standing orders answer only what they name."""

from __future__ import annotations

from typing import Any

import pytest

from app.match import standing_orders
from app.model.match import Match, MessageRefs, SeatRow
from games.core.engine import bots, walk
from games.core.prompts.prompt import MoveReady, SelectPrompt
from games.core.state.rng import Rng
from games.core.text.messages import Key, Path
from games.tadmor.rules.turn.buying import Grants
from games.tadmor.rules.turn.kingdom import Storage
from games.tadmor.rules.turn.raid import Reaction, WindowName
from tests.games.tadmor.positions import (
    Pos,
    begin,
    cards,
    go,
    kingdom,
    put,
    show,
    stage,
    stock,
    tiles,
)

BOTH = {"kingdom": True, "pass_windows": True}


def obeyed(pos: Pos, seat: int = 0, **orders: bool) -> Path | None:
    """Return the orders' answer."""
    return bots.follow_orders(pos, seat, orders or BOTH, Rng.of(5))


def answered(pos: Pos, orders: dict[str, bool]) -> tuple[str, list[Any]] | None:
    """Return by whom a match answers for seat 0 that has these orders, and the path."""
    seats = [SeatRow(0, 1, "Ana", orders=orders)]
    refs = MessageRefs(1, 2)
    match = Match("TEST", "tadmor", "", "en", 1, pos.options, pos.n, "running", seats, refs, 0, 0)
    step = standing_orders.next_automatic_answer(match, pos)
    return (step[0].by, list(step[0].path)) if step else None


def asked(pos: Pos, *path: Key) -> SelectPrompt:
    """Return what seat 0 is asked after `path`."""
    prompt = walk.ask(pos, 0, path)
    assert isinstance(prompt, SelectPrompt)
    return prompt


def taxed(**goods: int) -> Pos:
    """Return a seat in Era II that could trade."""
    pos = stock(tiles(begin(2, turn=5), 0, "i3"), 0, **goods)
    kingdom(pos)
    return pos


def test_the_tax_is_paid_and_then_the_kingdom_is_done() -> None:
    pos = taxed(stone=2, gold=1)
    assert obeyed(pos, pass_windows=True) is None
    assert obeyed(pos) == ("tax", "pay")
    pos = go(pos, ("tax", "pay"), seat=0)
    assert obeyed(pos) == ("done",)
    assert obeyed(pos, pass_windows=True) == ("done",), "also without the order"


def test_only_who_has_a_market_open_is_asked_at_the_end_of_the_kingdom() -> None:
    """What may be done there may be done next turn as well, but for the trades of a market."""
    pos = put(stock(begin(2), 0, wood=2), 0, "market_palmyra")
    kingdom(pos)
    assert walk.actors(pos) == (0,)
    assert obeyed(pos, pass_windows=True) is None
    assert obeyed(pos, kingdom=True) == ("done",)
    pos = put(stock(begin(2, 9), 0, wood=2), 0, "market_palmyra", "tax_collector")
    kingdom(pos)
    assert obeyed(pos, pass_windows=True) == ("done",), "goods are worth nothing after it"


def test_whoever_could_trade_beside_the_tax_is_not_asked_again() -> None:
    pos = put(stock(begin(2, 5), 0, wood=2, gold=1), 0, "market_palmyra")
    kingdom(pos)
    prompt = walk.ask(pos, 0, ("tax",))
    assert isinstance(prompt, SelectPrompt)
    assert [line.key for line in prompt.lines] == ["tad.tax.market_closes"]
    pos = go(pos, ("tax", "pay"), seat=0)
    assert obeyed(pos, pass_windows=True) == ("done",)
    pos = put(stock(begin(2, 5), 0, wood=2, gold=1), 0, "market_palmyra", "first_player")
    kingdom(pos)
    pos = go(go(pos, ("tax", "pay"), seat=0), ("first", "wood"), seat=0)
    assert obeyed(pos, pass_windows=True) is None, "the wood came after the tax"


@pytest.mark.parametrize("turn", [5, 8])
def test_who_was_told_beside_the_tax_is_not_asked_again_even_if_the_gold_is_gone(turn: int) -> None:
    pos = put(stock(begin(2, turn), 0, wood=1, gold=2 if turn == 8 else 1), 0, "market_palmyra")
    kingdom(pos)
    pos = go(pos, ("tax", "pay"), seat=0)
    assert walk.actors(pos) == (0,)
    assert obeyed(pos, pass_windows=True) == ("done",)


def test_who_uses_the_private_court_as_tax_collector_is_asked_about_the_market() -> None:
    pos = put(tiles(stock(begin(3, 8), 0, wood=3), 0, "i48"), 0, "market_palmyra", "i48")
    kingdom(pos)
    pos = go(pos, ("court", "tax_collector"), seat=0)
    assert obeyed(pos, pass_windows=True) is None


def test_the_tax_does_not_tell_of_the_market_in_the_last_turn_or_beside_a_trade() -> None:
    for turn, n_gold in ((9, 3), (5, 0)):
        pos = put(stock(begin(2, turn), 0, wood=2, gold=n_gold), 0, "market_palmyra")
        kingdom(pos)
        assert asked(pos, "tax").lines == ()
        tones = {one.key: one.tone for one in asked(pos).options}
        assert tones["trade"] == ("plain" if turn == 5 else "free")
        pos = go(pos, ("tax", "lose"), seat=0)
        assert obeyed(pos, pass_windows=True) == (("done",) if turn == 9 else None)


def test_goods_over_the_limit_are_discarded_with_one_press() -> None:
    pos = stock(begin(2, 5), 0, wood=9)
    stage(pos, Storage(), resolving=False)
    done = walk.ask(pos, 0, ("discard", {"wood": 1}))
    assert isinstance(done, MoveReady)
    assert done.unconfirmed
    assert done.label is not None


def test_without_the_gold_the_person_is_asked_and_then_done() -> None:
    pos = cards(taxed(stone=2), 0, "k1", to="hand")
    assert 0 in walk.actors(pos)
    assert obeyed(pos) is None
    assert obeyed(go(pos, ("tax", "lose"), seat=0)) == ("done",)


def test_the_private_court_and_the_good_of_first_player_stay_choices() -> None:
    pos = stock(put(tiles(begin(2, turn=2), 0, "i48", "i3"), 0, "i48", "first_player"), 0, stone=2)
    kingdom(pos)
    assert obeyed(pos) is None
    pos = go(pos, ("pass",), seat=0)
    assert walk.ask(pos, 0, ("first",)) is not None
    assert obeyed(pos) is None
    assert obeyed(go(pos, ("first", "wood"), seat=0)) == ("done",)


@pytest.mark.parametrize(
    ("window", "card"), [("marauders_after_reveal", "k9"), ("marauders_after_removal", "k14")]
)
def test_the_windows_of_the_marauders_pass(window: WindowName, card: str) -> None:
    pos = cards(put(put(begin(2), 0, "market_palmyra"), 1, "tax_collector"), 0, card)
    pos.state.raid, pos.state.revealer = "ebla", 1
    stage(pos, Reaction([0, 1], window=window), resolving=False)
    assert walk.actors(pos) == (0,)
    assert obeyed(pos) == ("pass",)
    assert obeyed(pos, kingdom=True) is None
    assert obeyed(pos, 1) is None


def test_the_window_after_the_upgrades_passes() -> None:
    pos = cards(show(begin(2), "i1", "i2"), 0, "k15")
    stage(pos, Grants([0, 1]))
    assert walk.actors(pos) == (0,)
    assert obeyed(pos) == ("pass",)
    assert obeyed(pos, kingdom=True) is None


def test_a_tax_that_nothing_can_pay_is_not_asked_and_not_said_to_be_an_order() -> None:
    pos = taxed(stone=2)
    assert 0 in walk.actors(pos)
    assert bots.follow_orders(pos, 0, {}, Rng.of(5)) == ("tax", "lose")
    assert answered(pos, {}) == ("default", ["tax", "lose"])
    assert answered(pos, BOTH) == ("default", ["tax", "lose"]), "usual, also with the order"
    paid = go(taxed(stone=2, gold=1), ("tax", "pay"), seat=0)
    assert answered(paid, {}) == ("default", ["done"])
    assert answered(taxed(gold=1), {}) is None
    assert answered(taxed(gold=1), BOTH) == ("order", ["tax", "pay"])


@pytest.mark.parametrize("way", ["hand", "mission", "trade"])
def test_whoever_could_still_get_the_gold_is_asked_about_the_tax(way: str) -> None:
    pos = begin(2, turn=5)
    match way:
        case "hand":
            pos = cards(stock(pos, 0, stone=2), 0, "k1", to="hand")
        case "mission":
            pos = cards(stock(pos, 0, stone=2), 0, "k13")
        case _:
            pos = put(stock(pos, 0, stone=2), 0, "market_palmyra")
    kingdom(pos)
    assert 0 in walk.actors(pos)
    assert bots.follow_orders(pos, 0, {}, Rng.of(5)) is None
