"""The rulings of El Mapa on battles (rules 15)."""

from __future__ import annotations

import pytest

from games.core.engine import walk
from games.core.prompts.prompt import DistributePrompt
from games.el_mapa.model.catalog import TROOPS
from games.el_mapa.rules.battle.decisions import refuges
from games.el_mapa.rules.flow.turns import TurnActions
from games.el_mapa.rules.strength import strength
from tests.games.el_mapa.positions import SPOT, face, fight, give, opened, run, standing
from tests.games.el_mapa.rules.test_rulings import keys


def test_r15_battle_cards_and_production_on_others_turns() -> None:
    pos, attacker, defender = face(
        {"levy": 3}, {"levy": 3}, cards=((), ("speed", "haggler", "production"))
    )
    pos.state.players[defender].produced = ["gold"]
    run(pos, attacker, ("end",))
    assert walk.actors(pos) == (defender,)
    assert {"stay", "card", "produce"} <= set(keys(pos, defender))
    assert keys(pos, defender, "card") == ["speed"], "no discount in a battle"
    run(pos, defender, ("produce", "card", {}))
    assert pos.state.players[defender].goods["gold"] >= 1


@pytest.mark.parametrize(
    ("option", "cell", "helps"),
    [
        ("around", "c3", 2),
        ("orthogonal", "c3", 0),
        ("around", "d3", 2),
        ("orthogonal", "d3", 2),
    ],
)
def test_r19_archers_around(option: str, cell: str, helps: int) -> None:
    pos, attacker, _ = face({"levy": 1}, {"levy": 1}, archer_support=option)
    s = pos.state
    s.players[attacker].stacks[cell] = {"archer": 2}
    assert strength.support(s, attacker, SPOT, pos.options) == helps
    assert strength.support(s, -1, SPOT, pos.options) == 0, "neutral archers guard their own tile"


def test_r20_no_damage_is_wasted_on_purpose() -> None:
    ranks = tuple(
        (kind, kind, n, TROOPS[kind].hp, TROOPS[kind].initiative)
        for kind, n in {"soldier": 2, "levy": 2}.items()
    )
    found = list(strength.maximal_divisions(4, ranks))
    assert {"soldier": 1, "levy": 2} in found
    assert {"soldier": 2} in found
    assert {"levy": 2} not in found, "two points are left, and a soldier falls by two"
    assert {"levy": 2} in strength.maximal_divisions(3, ranks), (
        "one point is left, which kills nobody"
    )


def test_r23_who_divides_the_damage_of_neutrals() -> None:
    pos, attacker, defender = face(
        {"soldier": 2, "levy": 2}, {"soldier": 2}, neutral=True, neutral_assignment="next_player"
    )
    run(pos, attacker, ("end",))
    while walk.actors(pos) == (attacker,) and not pos.lanes[defender]:
        run(pos, attacker, walk.default_path(pos, attacker))
    assert defender in walk.actors(pos), "the next player answers for the garrison"
    assert isinstance(walk.ask(pos, defender, ("kill",)), DistributePrompt)


@pytest.mark.parametrize(("option", "quick"), [("troop", 1), ("squad", 3)])
def test_r26_speed_helps_one_troop_or_the_squad(option: str, quick: int) -> None:
    pos, attacker, _ = face(
        {"soldier": 3}, {"soldier": 3}, neutral=True, cards=(("speed",), ()), speed_scope=option
    )
    run(pos, attacker, ("end",), ("card", "speed", "soldier", {}))
    battle = pos.state.battle
    assert battle is not None
    assert sum(squad.n for squad in battle.sides[0].squads if squad.initiative == 2) == quick


@pytest.mark.parametrize(("option", "left"), [("army", {"levy": 2}), ("squad", {"levy": 1})])
def test_r26_shield_protects_the_whole_army_or_a_squad(option: str, left: dict[str, int]) -> None:
    """Two soldiers strike for 4: 3 fell the soldier, and the 1 that is left fells a levy of 1 hit point, not one of 2."""
    pos, attacker, _ = face(
        {"levy": 2, "soldier": 1},
        {"soldier": 2},
        neutral=True,
        cards=(("shield",), ()),
        shield_scope=option,
    )
    fight(pos, {attacker: [("card", "shield", *([] if option == "army" else ["soldier"]), {})]})
    assert standing(pos, attacker) == left


def test_r27_who_cannot_be_hurt_goes_back() -> None:
    pos, attacker, _ = face({"cavalry": 1}, {"cavalry": 1}, neutral=True)
    fight(pos)
    assert pos.state.reports[-1].end == "standoff"
    assert pos.state.garrisons[SPOT] == {"cavalry": 1}
    assert standing(pos, attacker, "d3") == {"cavalry": 1}


def test_r29_both_dead_give_nobody_points() -> None:
    pos, attacker, defender = face({"levy": 2}, {"levy": 2})
    fight(pos)
    assert (pos.state.players[attacker].fights, pos.state.players[defender].fights) == (0, 0)
    assert pos.state.reports[-1].end == "both"


def test_r30_a_last_troop_does_not_flee() -> None:
    pos, attacker, defender = face({"levy": 3}, {"levy": 1}, cards=((), ("speed",)))
    run(pos, attacker, ("end",))
    assert "flee" not in keys(pos, defender)
    pos, attacker, defender = face({"levy": 3}, {"levy": 2})
    run(pos, attacker, ("end",))
    s = pos.state
    assert keys(pos, defender, "flee") == refuges(s, defender, SPOT)
    for cell in keys(pos, defender, "flee"):
        assert cell in s.board.orthogonal[SPOT]
        assert s.open(cell)
        assert s.foe(cell, defender) is None


def test_r38_a_reserve_does_not_fight() -> None:
    pos = opened(3)
    s = pos.state
    seat = s.turn.seat
    other = (seat + 1) % 3
    home = s.homes[other]
    s.castles[home].reserve = {"levy": 9}
    near = next(cell for cell in s.board.orthogonal[home] if home in s.open_neighbors(cell))
    s.players[seat].stacks, s.players[other].stacks = {near: {"levy": 1}}, {"e5": {"levy": 1}}
    run(pos, seat, ("move", near, {"levy": 1}, home))
    assert s.owners[home] == seat, "nobody stood there: no battle"
    assert s.turn.entries == {}


def test_r39_groups_that_meet_fight_as_one() -> None:
    pos = opened(2)
    s = pos.state
    seat = s.turn.seat
    ways = [cell for cell in s.board.orthogonal[SPOT] if SPOT in s.open_neighbors(cell)][:2]
    s.garrisons = {SPOT: {"soldier": 2}}
    s.castles[s.homes[seat]].spaces = {}
    s.castles["e5"] = type(s.castles[s.homes[seat]])(seat)
    s.owners["e5"] = seat
    s.players[seat].stacks = {cell: {"levy": 3} for cell in ways}
    for cell in ways:
        run(pos, seat, ("move", cell, {"levy": 3}, SPOT))
        while not isinstance(pos.stack[-1], TurnActions):
            run(pos, seat, walk.default_path(pos, seat))
    assert s.turn.entries == {SPOT: ways}
    assert standing(pos, seat) == {"levy": 6}
    run(pos, seat, ("end",))
    assert s.reports[-1].before[0] == {"levy": 6}


def test_r40_a_treasure_stays_where_both_died() -> None:
    pos, attacker, _ = face({"levy": 2}, {"levy": 2}, neutral=True)
    pos.state.chests[SPOT] = 1
    fight(pos)
    assert standing(pos, attacker) == {}
    assert pos.state.chests[SPOT] == 1


def test_r41_a_guard_stops_whoever_enters() -> None:
    pos = opened(2)
    s = pos.state
    seat = s.turn.seat
    start = next(cell for cell in s.board.orthogonal[SPOT] if SPOT in s.open_neighbors(cell))
    s.garrisons = {SPOT: {"levy": 1}}
    s.players[seat].stacks = {start: {"levy": 2}}
    run(pos, seat, ("move", start, {"levy": 2}, "step", s.board.side(start, SPOT)))
    assert isinstance(pos.stack[-1], TurnActions), "no step beyond"
    assert SPOT in s.turn.entries
    assert s.owners.get(SPOT) is None
    give(pos, seat)
