"""Standing orders answer only what they name (rules 13.3)."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.engine import bots, walk
from games.core.state.rng import Rng
from games.core.text.messages import Path
from games.el_mapa.rules.flow.orders import ORDERS
from games.el_mapa.rules.moving.exploring import Opening
from tests.games.el_mapa.positions import SPOT, castle, face, give, run, spend
from tests.games.el_mapa.staging import field, keys, lasting, outward, settle, top


def obeyed(pos: Any, seat: int, **orders: str) -> Path | None:
    """Return the orders' answer."""
    return bots.follow_orders(pos, seat, orders, Rng.of(5))


def attacked(mine: Any, others: Any, *cards: str, **options: Any) -> tuple[Any, int, int]:
    """Return a battle in which the defender must decide."""
    pos, attacker, defender = face(mine, others, cards=((), cards), **options)
    run(pos, attacker, ("end",))
    assert walk.actors(pos) == (defender,)
    return pos, attacker, defender


def test_the_orders_there_are() -> None:
    assert {one.id: one.values for one in ORDERS} == {
        "battle_flee": ("ask", "never", "if_doomed"),
        "battle_cards": ("ask", "none"),
        "battle_allocation": ("auto", "ask"),
        "trade_offers": ("ask", "refuse"),
        "treasure_luck": ("ask", "never"),
    }
    assert [one.id for one in ORDERS if one.fallback(2) != "ask"] == ["battle_allocation"], (
        "rules 13.3"
    )


@pytest.mark.parametrize(
    ("flee", "cards", "with_cards", "without"),
    [
        ("ask", "ask", None, None),
        ("ask", "none", None, None),
        ("never", "ask", None, ("stay",)),
        ("never", "none", ("stay",), ("stay",)),
        ("if_doomed", "ask", None, ("stay",)),
        ("if_doomed", "none", ("stay",), ("stay",)),
    ],
)
def test_flight_and_cards_together(flee: str, cards: str, with_cards: Any, without: Any) -> None:
    """Three soldiers against two levies are not doomed. Without both orders a person decides."""
    for held, wanted in (((), without), (("haggler",), with_cards)):
        pos, _, defender = attacked({"levy": 2}, {"soldier": 3}, *held)
        assert obeyed(pos, defender, battle_flee=flee, battle_cards=cards) == wanted


def test_no_cards_is_enough_where_a_flight_is_not_legal() -> None:
    pos, _, defender = attacked({"levy": 2}, {"soldier": 1}, "speed")
    assert obeyed(pos, defender, battle_cards="none") == ("stay",)
    assert obeyed(pos, defender) is None


def test_a_lasting_copy_to_be_named_is_a_choice() -> None:
    pos, attacker, defender = face({"levy": 2}, {"soldier": 3, "levy": 1})
    lasting(pos, defender, "speed")
    run(pos, attacker, ("end",))
    assert obeyed(pos, defender, battle_flee="never") is None
    assert obeyed(pos, defender, battle_flee="never", battle_cards="none") == ("stay",)


def test_the_doomed_flee_and_give_up_the_least() -> None:
    pos, _, defender = attacked({"soldier": 9}, {"soldier": 2, "levy": 1, "archer": 1})
    path = obeyed(pos, defender, battle_flee="if_doomed")
    assert path == ("flee", keys(pos, defender, "flee")[0], "levy")
    assert keys(pos, defender, "flee")[0] == pos.state.board.beside[SPOT]["n"] or pos.state.barred(
        SPOT, "n", pos.state.board.beside[SPOT]["n"]
    )


@pytest.mark.parametrize(("levels", "given"), [("table", "archer"), ("ladder", "soldier")])
def test_the_least_is_told_by_the_tables_levels_then_by_hit_points(levels: str, given: str) -> None:
    pos, _, defender = attacked({"soldier": 9}, {"soldier": 2, "archer": 2}, troop_levels=levels)
    path = obeyed(pos, defender, battle_flee="if_doomed")
    assert path is not None
    assert path[2] == given


def test_to_own_troops_then_to_an_own_mark_then_north_east_south_west() -> None:
    pos, _, defender = attacked({"soldier": 9}, {"soldier": 2, "levy": 1})
    s, found = pos.state, keys(pos, defender, "flee")
    assert len(found) >= 3, "the way back of the attacker is free too"
    s.owners[found[2]] = defender
    assert obeyed(pos, defender, battle_flee="if_doomed") == ("flee", found[2], "levy")
    s.players[defender].stacks[found[1]] = {"levy": 1}
    assert obeyed(pos, defender, battle_flee="if_doomed") == ("flee", found[1], "levy")
    s.owners[found[0]], s.players[defender].stacks[found[0]] = defender, {"levy": 1}
    assert obeyed(pos, defender, battle_flee="if_doomed") == ("flee", found[0], "levy")


@pytest.mark.parametrize(
    ("mine", "others", "flees"),
    [
        ({"cavalry": 3}, {"levy": 3}, False),  # two left, six damage: nobody would arrive
        ({"cavalry": 1}, {"levy": 9}, False),  # not doomed: nine levies kill it
        ({"cavalry": 2, "soldier": 5}, {"soldier": 4}, True),
        ({"cavalry": 1}, {"cavalry": 1, "levy": 1}, False),
    ],
)
def test_nobody_flees_in_vain(mine: Any, others: Any, flees: bool) -> None:
    pos, _, defender = attacked(mine, others)
    path = obeyed(pos, defender, battle_flee="if_doomed", battle_cards="none")
    assert path is not None
    assert (path[0] == "flee") is flees


def test_orders_hold_in_attack_and_before_a_garrisons_riders() -> None:
    for levies, flees in ((3, False), (4, True)):
        pos, attacker, _ = face(
            {"levy": levies, "soldier": 1}, {"cavalry": 2, "soldier": 2}, neutral=True
        )
        run(pos, attacker, ("end",))
        told = obeyed(pos, attacker, battle_flee="if_doomed")
        there = keys(pos, attacker, "flee")[0]
        assert told == (("flee", there, "levy") if flees else ("stay",)), (
            "four points catch the rest of four"
        )
        assert obeyed(pos, attacker, battle_flee="never") == ("stay",)


def test_usual_division_by_order() -> None:
    pos, attacker, defender = face({"cavalry": 2, "soldier": 3}, {"cavalry": 2, "soldier": 3})
    run(pos, attacker, ("end",))
    run(pos, defender, ("stay",))
    run(pos, attacker, ("stay",))
    for seat in (attacker, defender):
        assert obeyed(pos, seat) == ("kill", {"soldier": 2}), "by default"
        assert obeyed(pos, seat, battle_allocation="ask") is None


def test_a_garrisons_damage_is_divided_in_person_by_who_was_named_for_it() -> None:
    """With `next_player` (8.7) the order divides only own damage."""
    pos, attacker, defender = face(
        {"soldier": 3, "levy": 3},
        {"cavalry": 2, "soldier": 3},
        neutral=True,
        neutral_assignment="next_player",
    )
    run(pos, attacker, ("end",))
    run(pos, attacker, ("stay",))
    assert top(pos, defender) == "strike"
    for value in ({}, {"battle_allocation": "auto"}, {"battle_allocation": "ask"}):
        assert obeyed(pos, defender, **value) is None


def test_pursuit_by_order_for_who_stays_alone() -> None:
    pos, attacker, defender = face({"soldier": 3, "levy": 3}, {"cavalry": 2, "levy": 1})
    run(pos, attacker, ("end",))
    run(pos, defender, ("stay",))
    run(pos, attacker, ("flee", keys(pos, attacker, "flee")[0], "levy"))
    assert top(pos) == "pursue"
    assert obeyed(pos, defender) == ("kill", {"soldier": 2})
    assert obeyed(pos, defender, battle_allocation="ask") is None
    assert obeyed(pos, attacker) is None


def test_offers_are_refused_by_order_and_answers_to_own_ones_too() -> None:
    pos, seat = field()
    for one in (0, 1):
        castle(pos, one, "market")
        spend(pos, one, gold=5, wood=5)
    run(pos, seat, ("trade", "offer", f"p{1 - seat}", {"wood": 1}, {"gold": 1}))
    assert obeyed(pos, 1 - seat, trade_offers="refuse") == ("refuse",)
    assert obeyed(pos, seat, trade_offers="refuse") is None, (
        "whose offer it is decides whether it is withdrawn"
    )
    assert obeyed(pos, 1 - seat) is None
    run(pos, 1 - seat, ("counter", {"gold": 1}, {"wood": 2}))
    assert obeyed(pos, seat, trade_offers="refuse") == ("refuse",)


def test_luck_is_left_out_by_order() -> None:
    pos, seat = field()
    pos.state.chests[SPOT] = 1
    give(pos, seat, "luck")
    pos.stack.append(Opening(seat, SPOT))
    settle(pos)
    assert top(pos) == "luck"
    assert obeyed(pos, seat, treasure_luck="never") == ("open",)
    assert obeyed(pos, seat) is None


def test_no_order_acts_for_a_turn_a_march_or_an_order_of_battles() -> None:
    every = {
        "battle_flee": "if_doomed",
        "battle_cards": "none",
        "battle_allocation": "auto",
        "trade_offers": "refuse",
        "treasure_luck": "never",
    }
    pos, seat = field()
    assert obeyed(pos, seat, **every) is None
    pos.state.players[seat].stacks = {SPOT: {"levy": 1}}
    run(pos, seat, ("move", SPOT, {"levy": 1}, "step", outward(pos, SPOT)))
    assert top(pos) == "move"
    assert obeyed(pos, seat, **every) is None
