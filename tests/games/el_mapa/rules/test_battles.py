"""Battles: order of strikes, support, flights into the unknown, several in a turn (rules 8)."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.engine import bots, walk
from games.core.state.rng import Rng
from games.core.text.messages import Path
from games.el_mapa import GAME
from games.el_mapa.model.events import Fled
from games.el_mapa.rules.strength import strength
from tests.games.el_mapa.positions import SPOT, face, fight, give, run, standing
from tests.games.el_mapa.staging import (
    default,
    door,
    face_down,
    field,
    keys,
    lasting,
    outward,
    refused,
    settled,
    shut,
    top,
)


def test_an_archer_in_a_fight_of_its_own_supports_only_after_it() -> None:
    pos, seat = field()
    s = pos.state
    settled(pos, seat)
    s.players[seat].stacks |= {"d4": {"levy": 1}, "d5": {"archer": 3}}
    s.garrisons |= {"d4": {"levy": 1}, "d5": {"levy": 1}}
    s.turn.entries = {"d4": ["c4"], "d5": ["c5"]}
    assert strength.support(s, seat, "d4", pos.options) == 0
    run(pos, seat, ("end",), ("battle", "d5"))
    while top(pos) in ("decide", "strike"):
        run(pos, seat, default(pos, seat))
    blows = {one.cell: one.blows[0].strikes[0] for one in s.reports}
    assert blows == {"d5": 3, "d4": 1 + 2}, "after its own battle the two that are left shoot"


@pytest.mark.parametrize(("cell", "helps"), [("c3", 1), ("d3", 1), ("e5", 1), ("f4", 0), ("d6", 0)])
def test_support_comes_from_the_eight_cells_around_over_red_lines(cell: str, helps: int) -> None:
    pos, seat = field()
    pos.state.players[seat].stacks[cell] = {"archer": 1, "levy": 5}
    assert strength.support(pos.state, seat, SPOT, pos.options) == helps
    assert strength.support(pos.state, 1 - seat, SPOT, pos.options) == 0


def test_supporters_strike_at_one_even_beside_troops_of_higher_initiative() -> None:
    """A rider at two, the archers at one: two strikes, and nothing carries over."""
    pos, attacker, defender = face({"cavalry": 1}, {"soldier": 2}, helpers=(2, 0))
    fight(pos)
    blows = [(blow.step, blow.strikes, blow.dead) for blow in pos.state.reports[-1].blows]
    assert blows == [(2, [2, 0], [{}, {"soldier": 1}]), (1, [2, 2], [{}, {"soldier": 1}])]
    assert standing(pos, attacker) == {"cavalry": 1}
    assert pos.state.players[attacker].fights == 4
    assert pos.state.players[defender].stacks.get(SPOT) is None


def test_wounds_heal_at_once() -> None:
    """Two levies never kill a rider in a round each: standoff, not attrition."""
    pos, attacker, _ = face({"levy": 2}, {"cavalry": 1})
    fight(pos)
    assert [blow.strikes for blow in pos.state.reports[-1].blows] == [[0, 2]], (
        "they fall before they strike"
    )
    pos, attacker, defender = face({"cavalry": 1}, {"cavalry": 1}, helpers=(2, 0))
    fight(pos)
    assert [blow.strikes for blow in pos.state.reports[-1].blows] == [[2, 2], [2, 0]], (
        "two and two are not four"
    )
    assert (standing(pos, attacker, "d3"), standing(pos, defender)) == (
        {"cavalry": 1},
        {"cavalry": 1},
    )


def test_a_battle_goes_on_round_by_round_with_a_decision_in_each() -> None:
    """Strikes of both sides count the living at the start of the step."""
    pos, attacker, defender = face({"levy": 2, "cavalry": 1}, {"cavalry": 2})
    run(pos, attacker, ("end",))
    rounds = []
    while pos.state.battle is not None:
        one = walk.actors(pos)[0]
        if top(pos) == "decide":
            rounds.append((pos.state.battle.round, one == defender))
        run(pos, one, default(pos, one))
    assert rounds[:2] == [(1, True), (1, False)]
    assert {n for n, _ in rounds} >= {1}
    assert pos.state.reports[-1].end in ("won", "standoff", "both")


def test_a_flight_and_a_way_back_turn_tiles_up_and_claim_nothing() -> None:
    pos, attacker, defender = face({"levy": 5}, {"levy": 3})
    s = pos.state
    run(pos, attacker, ("end",))
    to = keys(pos, defender, "flee")[-1]
    unknown = next(
        cell for cell in s.board.around[to] if cell not in s.board.around[SPOT] and cell != SPOT
    )
    face_down(pos, unknown)
    s.chests = {to: 1}
    before = s.players[defender].tiles
    told = [type(one).__name__ for one in run(pos, defender, ("flee", to, "levy"))]
    assert s.open(unknown)
    assert s.players[defender].tiles == before + 1
    assert (
        told.index("Fled")
        < told.index("Flipped")
        < told.index("TurnBegan")
        < told.index("Treasure")
    ), "the sweep claims"
    pos, attacker, _ = face({"cavalry": 1}, {"cavalry": 1}, neutral=True)
    s = pos.state
    unknown = next(
        cell for cell in s.board.around["d3"] if cell not in s.board.around[SPOT] and cell != SPOT
    )
    face_down(pos, unknown)
    before = s.players[attacker].tiles
    fight(pos)
    assert (s.open(unknown), s.players[attacker].tiles) == (True, before + 1)


def test_refuges_are_beside_open_known_and_free() -> None:
    pos, attacker, defender = face({"levy": 5}, {"levy": 3})
    s = pos.state
    run(pos, attacker, ("end",))
    free = keys(pos, defender, "flee")
    assert free == s.open_neighbors(SPOT)
    s.garrisons[free[0]] = {"levy": 1}
    s.players[attacker].stacks[free[1]] = {"levy": 1}
    assert keys(pos, defender, "flee") == free[2:]
    s.players[defender].stacks[free[2]] = {"soldier": 1}
    assert keys(pos, defender, "flee") == free[2:], "own troops may be joined"
    run(pos, defender, ("flee", free[2], "levy"))
    assert standing(pos, defender, free[2]) == {"levy": 2, "soldier": 1}


def test_8_2_who_played_a_card_in_a_decision_stays_in_it() -> None:
    """`flee | stay(cards)`: the next round asks again."""
    pos, attacker, defender = face(
        {"cavalry": 2}, {"levy": 7}, cards=((), ("speed",)), shield_scope="squad"
    )
    lasting(pos, defender, "shield")
    run(pos, attacker, ("end",))
    assert "flee" in keys(pos, defender)
    before = GAME.codec.clone(pos)
    plays: tuple[Path, ...] = (("card", "speed", "levy", {}), ("lasting", "shield", "levy", {}))
    for played in plays:
        pos = GAME.codec.clone(before)
        run(pos, defender, played)
        assert shut(pos, defender)["flee"] == "map.why.card_played"
        assert refused(pos, defender, "flee", "d3", "levy")
        assert bots.follow_orders(pos, defender, {"battle_flee": "if_doomed"}, Rng.of(5)) is None, (
            "no order flees either"
        )
        run(pos, defender, ("stay",))
        run(pos, attacker, ("stay",))
        while top(pos, defender) == "strike" or top(pos, attacker) == "strike":
            run(pos, walk.actors(pos)[0], default(pos, walk.actors(pos)[0]))
        assert "flee" in keys(pos, defender), "the next round"


def test_all_caught_in_a_flight_is_a_flight_all_the_same() -> None:
    pos, attacker, defender = face({"cavalry": 2}, {"levy": 3})
    run(pos, attacker, ("end",))
    to = keys(pos, defender, "flee")[0]
    told = run(pos, defender, ("flee", to, "levy"))
    assert standing(pos, defender, to) == {}
    assert pos.state.players[attacker].fights == 3
    fled = next(one for one in told if isinstance(one, Fled))
    assert (fled.caught, fled.arrived) == ({"levy": 2}, {})


def test_shields_count_in_the_pursuit() -> None:
    """Played in one round, they count when the next is fled from (rules 8.2: not in the same decision)."""
    pos, attacker, defender = face({"cavalry": 2}, {"levy": 7}, cards=((), ("shield",)))
    run(pos, attacker, ("end",))
    run(pos, defender, ("card", "shield", {}), ("stay",))
    run(pos, attacker, ("stay",))
    assert pos.state.battle is not None
    to = keys(pos, defender, "flee")[0]
    run(pos, defender, ("flee", to, "levy"))
    assert standing(pos, defender, to) == {"levy": 3}, (
        "a blow and the pursuit of two points each catch one of two hit points"
    )


def test_an_attacker_who_flees_from_a_garrison_leaves_it_as_it_is() -> None:
    pos, attacker, _ = face({"soldier": 3}, {"soldier": 2, "cavalry": 2}, neutral=True)
    run(pos, attacker, ("end",))
    to = keys(pos, attacker, "flee")[0]
    walk.apply(pos, attacker, ("flee", to, "soldier"))
    assert pos.state.garrisons[SPOT] == {"soldier": 2, "cavalry": 2}
    assert standing(pos, attacker, to) == {}, "four points of two riders catch both"
    assert [one.fights for one in pos.state.players] == [0, 0]


def test_a_winning_defender_stays_and_claims_nothing() -> None:
    pos, attacker, defender = face({"levy": 1}, {"soldier": 2})
    pos.state.chests = {SPOT: 1}
    run(pos, attacker, ("end",))
    told = [type(one).__name__ for one in run(pos, defender, ("stay",))]
    assert standing(pos, defender) == {"soldier": 2}
    assert told.index("BattleEnded") < told.index("TurnBegan") < told.index("Treasure"), (
        "the sweep of his own turn comes later"
    )
    assert pos.state.players[defender].fights == 1


def test_groups_from_two_origins_join_a_fight_and_both_origins_count() -> None:
    pos, seat = field()
    s = pos.state
    ways = [cell for cell in s.board.orthogonal[SPOT] if SPOT in s.open_neighbors(cell)][:2]
    s.garrisons[SPOT] = {"levy": 1}
    s.players[seat].stacks = {cell: {"levy": 2} for cell in ways}
    run(pos, seat, ("move", ways[0], {"levy": 1}, SPOT))
    assert "move" in keys(pos, seat), "the same origin may send more"
    assert keys(pos, seat, "move") == [f"{ways[0]}-go"], "a second origin is beyond one village"
    run(pos, seat, ("move", ways[0], {"levy": 1}, SPOT))
    assert (s.turn.attacks, standing(pos, seat)) == ([ways[0]], {"levy": 2})
    assert f"{SPOT}-go" not in keys(pos, seat, "move"), "nobody leaves a contested cell"


def test_troops_move_once_in_a_turn_and_hired_ones_among_them() -> None:
    pos, seat = field()
    s = pos.state
    s.players[seat].stacks = {SPOT: {"levy": 3}}
    to = s.open_neighbors(SPOT)[0]
    run(pos, seat, ("move", SPOT, {"levy": 1}, "step", outward(pos, SPOT)), ("stop",))
    settled(pos, seat)
    assert f"{to}-go" not in keys(pos, seat, "move")
    assert keys(pos, seat, "move") == [f"{SPOT}-go"]
    back = door(pos, to)
    assert back
    s.players[seat].stacks[to]["soldier"] = 1
    assert keys(pos, seat, "move", to) == ["soldier"], "who has not moved may go on from there"


def test_production_can_be_played_in_a_battle_and_before_the_next() -> None:
    pos, attacker, defender = face(
        {"soldier": 2}, {"soldier": 2}, cards=(("production",), ("production",))
    )
    for one in (attacker, defender):
        pos.state.players[one].produced = ["gold"]
    gold = [player.goods["gold"] for player in pos.state.players]
    run(pos, attacker, ("end",))
    run(pos, defender, ("produce", "card", {}), ("stay",))
    run(pos, attacker, ("produce", "card", {}))
    assert [player.goods["gold"] for player in pos.state.players] == [n + 1 for n in gold]


def test_the_view_of_a_battle_tells_its_strikes() -> None:
    pos, attacker, defender = face(
        {"cavalry": 2, "soldier": 3}, {"cavalry": 2, "soldier": 3}, helpers=(1, 0)
    )
    run(pos, attacker, ("end",))
    run(pos, defender, ("stay",))
    run(pos, attacker, ("stay",))
    seen: Any = GAME.view(pos, None).battle
    assert (seen.step, seen.strikes, seen.sides[0].support) == (2, (4, 4), 1)
    assert [side.waiting for side in seen.sides] == [True, True]


def raid(mine: dict[str, int], guards: dict[str, int]) -> tuple[Any, int, tuple[Any, ...]]:
    """Return a garrison, a seat with these troops beside it, and the head of its moves."""
    pos, seat = field()
    start = door(pos, SPOT)
    pos.state.players[seat].stacks = {start: dict(mine)}
    pos.state.garrisons[SPOT] = dict(guards)
    return pos, seat, ("move", f"{start}-go")


def test_a_sure_battle_against_neutrals_asks_nothing_but_in_a_stored_path_it_does() -> None:
    """Two riders against six levies take two rounds, in each of which they could flee."""
    pos, seat, move = raid({"cavalry": 2}, {"levy": 6})
    run(pos, seat, (*move, f"{SPOT}-war"), ("end",))
    assert pos.state.battle is None
    assert standing(pos, seat) == {"cavalry": 2}
    pos, seat, (_, origin) = raid({"cavalry": 2}, {"levy": 6})
    stored = ("move", origin.removesuffix("-go"), {"cavalry": 2}, SPOT)
    run(pos, seat, stored, ("end",))
    assert walk.actors(pos) == (seat,)
    assert {"stay", "out", "flee"} <= set(keys(pos, seat))


def test_a_battle_that_may_be_lost_has_no_answer_in_advance() -> None:
    pos, seat, move = raid({"levy": 2}, {"soldier": 2})
    assert f"{SPOT}-war" not in keys(pos, seat, *move)
    assert SPOT in keys(pos, seat, *move)
    assert refused(pos, seat, *move, f"{SPOT}-war")


def test_whoever_has_combat_cards_chooses_to_be_asked_in_the_battle() -> None:
    for answer, asked in (("ask", True), ("out", False)):
        pos, seat, move = raid({"cavalry": 2}, {"levy": 6})
        give(pos, seat, "speed")
        assert keys(pos, seat, *move, f"{SPOT}-war") == ["out", "ask"]
        run(pos, seat, (*move, f"{SPOT}-war", answer), ("end",))
        assert (top(pos) == "decide") is asked


def test_who_fights_to_the_end_is_asked_again_after_more_losses_than_forecast() -> None:
    pos, seat, (_, origin) = raid({"cavalry": 2}, {"levy": 6})
    run(pos, seat, ("move", origin.removesuffix("-go"), {"cavalry": 2}, SPOT), ("end",))
    again = walk.submit(pos, seat, ("out",)).pos
    assert again.state.battle is None, "as forecast"
    pos.state.turn.set_hold("0", 3)
    run(pos, seat, ("stay",))
    assert top(pos) == "decide"
