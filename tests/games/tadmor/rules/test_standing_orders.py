"""Standing orders answer only what they name."""

from __future__ import annotations

import pytest

from games.core.engine import bots, walk
from games.core.state.rng import Rng
from games.core.text.messages import Path
from games.tadmor.rules.turn.buying import Grants
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


def test_without_the_gold_the_person_is_asked_and_then_done() -> None:
    pos = taxed(stone=2)
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
