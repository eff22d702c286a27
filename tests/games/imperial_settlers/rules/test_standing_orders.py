"""Standing orders answer only what they name."""

from __future__ import annotations

from games.core.engine import bots, walk
from games.core.state.rng import Rng
from games.core.text.messages import Path
from games.imperial_settlers.rules.effects.choices import Discard
from games.imperial_settlers.rules.effects.resolve import Draw
from tests.games.imperial_settlers.positions import (
    Pos,
    begin,
    empire,
    go,
    hand,
    kind,
    leave,
    stage,
    supply,
)


def obeyed(pos: Pos, seat: int = 0, **orders: object) -> Path | None:
    """Return the orders' answer."""
    return bots.follow_orders(pos, seat, orders, Rng.of(5))


def test_the_turn_ends_with_its_action() -> None:
    pos = supply(empire(begin("rb"), 0, "com007", "com034"), 0, worker=2, defense=1)
    assert obeyed(pos, end_turn=True) is None, "the turn itself is played"
    pos = go(supply(pos, 1, raze=2), ("workers", "wood"))
    assert walk.actors(pos) == (0,), "the token could still be placed"
    assert obeyed(pos) is None
    assert obeyed(pos, end_turn=True) == ("end",)
    assert obeyed(pos, 1, end_turn=True) is None


def test_who_can_only_pass_passes() -> None:
    pos = supply(begin("rb"), 0)
    assert obeyed(pos) is None
    assert obeyed(pos, pass_idle=True) == ("pass",)
    assert obeyed(supply(pos, 0, worker=2), pass_idle=True) is None
    assert obeyed(supply(empire(pos, 0, "com007"), 0, defense=1), pass_idle=True) is None, (
        "a free operation is left"
    )


def test_the_desert_takes_what_promises_least() -> None:
    pos = hand(begin("re"), 0, "com065", "com069")
    stage(pos, Discard(0, 1))
    assert kind(pos) == "discard"
    assert obeyed(pos) is None
    assert obeyed(pos, desert=True) == ("discard", "com069")


def test_cards_come_from_the_deck_once_named() -> None:
    pos = begin("rb")
    stage(pos, Draw(0, 2))
    assert obeyed(pos) is None
    assert obeyed(pos, deck="ask") is None
    assert obeyed(pos, deck="common") == ("draw", "common")
    assert obeyed(pos, deck="faction") == ("draw", "faction")
    assert obeyed(pos, 1, deck="faction") is None
    empty = leave(begin("rb"), 0)
    stage(empty, Draw(0, 1))
    assert kind(empty) != "draw", "one deck has nothing left: nothing is asked"
