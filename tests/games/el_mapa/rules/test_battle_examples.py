"""The worked examples of battles (rules 14: E7 to E12)."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.engine import walk
from games.el_mapa.model.catalog import TROOPS
from games.el_mapa.rules.strength import strength
from tests.games.el_mapa.positions import SPOT, face, fight, run, standing

Troops = dict[str, int]


def report(pos: Any) -> Any:
    return pos.state.reports[-1]


@pytest.mark.parametrize(
    ("mine", "others", "left", "rest", "points"),
    [
        ({"levy": 5}, {"soldier": 2}, {"levy": 1}, {}, 4),
        ({"levy": 5}, {"archer": 5}, {}, {}, 0),
        ({"levy": 5}, {"levy": 5}, {}, {}, 0),
        ({"levy": 5}, {"cavalry": 1}, {"levy": 3}, {}, 2),
    ],
)
def test_e7_five_levies(
    mine: Troops, others: Troops, left: Troops, rest: Troops, points: int
) -> None:
    pos, attacker, defender = face(mine, others)
    before = pos.state.players[attacker].fights
    fight(pos)
    assert standing(pos, attacker) == left
    assert standing(pos, defender) == rest
    assert pos.state.players[attacker].fights - before == points


def test_e8_the_lair() -> None:
    """The garrison strikes the strongest first, a person by default for most levels."""
    pos, attacker, _ = face(
        {"cavalry": 3, "soldier": 3}, {"cavalry": 2, "soldier": 2}, neutral=True
    )
    fight(pos)
    assert standing(pos, attacker) == {"cavalry": 1, "soldier": 3}
    assert pos.state.players[attacker].fights == 8
    ranks = tuple(
        (kind, kind, 3, TROOPS[kind].hp, TROOPS[kind].initiative) for kind in ("soldier", "cavalry")
    )
    assert strength.neutral_kills(4, ranks) == {"cavalry": 1}
    assert dict(strength.best_kills(4, ranks, False)) == {"soldier": 2}


def test_e9_levy_against_levy_and_speed() -> None:
    pos, attacker, _ = face({"levy": 1}, {"levy": 1}, neutral=True)
    fight(pos)
    assert standing(pos, attacker) == {}
    assert pos.state.players[attacker].fights == 0
    pos, attacker, _ = face({"levy": 1}, {"levy": 1}, neutral=True, cards=(("speed",), ()))
    fight(pos, {attacker: [("card", "speed", "levy", {})]})
    assert standing(pos, attacker) == {"levy": 1}
    assert pos.state.players[attacker].fights == 1


def test_e9_shield() -> None:
    pos, attacker, defender = face({"levy": 2}, {"soldier": 1}, cards=(("shield",), ()))
    fight(pos, {attacker: [("card", "shield", {})]})
    assert standing(pos, attacker) == {"levy": 1}
    assert pos.state.players[attacker].fights == 2
    pos, attacker, defender = face({"levy": 2}, {"soldier": 1})
    fight(pos)
    assert standing(pos, attacker) == standing(pos, defender) == {}


def test_e10_support_that_comes_too_late() -> None:
    pos, attacker, defender = face(
        {"levy": 1}, {"cavalry": 1}, helpers=(2, 0), cards=(("marksmanship",), ())
    )
    fight(pos, {attacker: [("card", "marksmanship")]})
    assert standing(pos, attacker) == {}
    assert standing(pos, defender) == {"cavalry": 1}
    assert pos.state.players[defender].fights == 1


@pytest.mark.parametrize(
    ("helpers", "cards"), [((0, 0), ((), ())), ((0, 1), ((), ("marksmanship",)))]
)
def test_e11_a_standoff(
    helpers: tuple[int, int], cards: tuple[tuple[str, ...], tuple[str, ...]]
) -> None:
    """Two damage never kill a rider, and strikes of two initiatives are not added."""
    pos, attacker, defender = face({"cavalry": 1}, {"cavalry": 1}, helpers=helpers, cards=cards)
    fight(pos, {defender: [("card", "marksmanship")]} if cards[1] else {})
    assert report(pos).end == "standoff"
    assert standing(pos, attacker, "d3") == {"cavalry": 1}
    assert standing(pos, defender) == {"cavalry": 1}


def test_e11_bloodlust_ends_it() -> None:
    pos, attacker, defender = face({"cavalry": 1}, {"cavalry": 1}, cards=(("bloodlust",), ()))
    fight(pos, {attacker: [("card", "bloodlust")]})
    assert standing(pos, attacker) == {"cavalry": 1}
    assert standing(pos, defender) == {}
    assert pos.state.players[attacker].fights == 2


@pytest.mark.parametrize(
    ("mine", "others", "toll", "arrive", "points"),
    [
        ({"cavalry": 2, "levy": 2}, {"soldier": 3, "levy": 1}, "levy", {"soldier": 1}, 5),
        ({"levy": 6}, {"soldier": 2}, "soldier", {"soldier": 1}, 2),
        ({"cavalry": 1}, {"levy": 3}, "levy", {}, 3),
    ],
)
def test_e12_flight(mine: Troops, others: Troops, toll: str, arrive: Troops, points: int) -> None:
    pos, attacker, defender = face(mine, others)
    run(pos, attacker, ("end",))
    refuge = "d5"
    assert walk.actors(pos) == (defender,)
    run(pos, defender, ("flee", refuge, toll))
    while walk.actors(pos) == (attacker,) and type(pos.stack[-1]).__name__ == "Flight":
        run(pos, attacker, walk.default_path(pos, attacker))
    assert standing(pos, defender, refuge) == arrive
    assert pos.state.players[attacker].fights == points
    assert report(pos).end == "fled"
    assert report(pos).cell == SPOT


@pytest.mark.parametrize(
    ("damage", "army", "neutral", "person"),
    [
        (4, {"cavalry": 3, "soldier": 3}, {"cavalry": 1}, {"soldier": 2}),
        (
            5,
            {"cavalry": 1, "soldier": 1, "levy": 3},
            {"cavalry": 1, "soldier": 1},
            {"soldier": 1, "levy": 3},
        ),
        (3, {"cavalry": 1, "archer": 2, "levy": 1}, {"cavalry": 1}, {"archer": 2, "levy": 1}),
    ],
)
def test_13_4_and_8_7_usual_divisions(
    damage: int, army: Troops, neutral: Troops, person: Troops
) -> None:
    ranks = tuple(
        (kind, kind, army[kind], TROOPS[kind].hp, TROOPS[kind].initiative)
        for kind in TROOPS
        if kind in army
    )
    assert strength.neutral_kills(damage, ranks) == neutral
    assert dict(strength.best_kills(damage, ranks, False)) == person
