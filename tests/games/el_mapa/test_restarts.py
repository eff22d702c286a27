"""A restart at any decision changes nothing, and undo leaves no trace (rules 13.5)."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.engine import history, walk
from games.core.prompts.prompt import IllegalPath
from games.core.state.rng import Rng
from games.el_mapa import GAME
from tests.games.el_mapa.busy_player import crowded, game
from tests.games.el_mapa.positions import SPOT, castle, face, give, run, spend
from tests.games.el_mapa.staging import default, door, face_down, field, outward


@pytest.mark.parametrize(("seed", "n"), [(700, 2), (701, 3), (702, 4), (703, 5), (704, 6)])
def test_a_restart_at_every_decision_gives_equal_digests(seed: int, n: int) -> None:
    """Two tables play the same; one is put away and read again before every move."""
    one = crowded(seed, n)
    other = GAME.codec.clone(one)
    for seat, path in game(one, Rng.of(seed), 3):
        other = GAME.codec.decode(GAME.codec.encode(other))
        assert GAME.codec.digest(other) == GAME.codec.digest(one)
        assert walk.actors(other) == walk.actors(one)
        told = [[event.public, event.by_seat] for event in walk.apply(other, seat, path)]
        assert told == [[event.public, event.by_seat] for event in walk.apply(one, seat, path)]
    assert GAME.codec.digest(other) == GAME.codec.digest(one)


@pytest.mark.parametrize(("seed", "n"), [(710, 2), (711, 3), (712, 4)])
def test_a_step_taken_back_leaves_no_trace_and_what_is_final_stays(seed: int, n: int) -> None:
    pos = crowded(seed, n, round_limit="8")
    start = GAME.codec.clone(pos)
    rows: list[history.HistoryRow] = []
    back = kept = 0
    for at, (seat, path) in enumerate(game(pos, Rng.of(seed), 3)):
        before = GAME.codec.digest(pos)
        step = walk.submit(pos, seat, path)
        rows.append(history.move_row(len(rows) + 1, seat, "player", path, step))
        if at % 3 == 0:
            undone = history.undo(start, rows, seat, "s")
            back += seat not in step.barrier
            kept += seat in step.barrier
            assert isinstance(undone, IllegalPath) is (seat in step.barrier)
            assert isinstance(undone, IllegalPath) or GAME.codec.digest(undone.pos) == before
        walk.apply(pos, seat, path)
        if len(step.barrier) == n:
            start, rows = step.pos, []
    assert back > 9
    assert kept > 9


def final(pos: Any, seat: int, *path: Any) -> bool:
    """Return whether the player cannot undo the move."""
    return seat in walk.submit(pos, seat, path).barrier


def test_building_the_bank_hiring_and_steps_that_turn_nothing_up_can_be_taken_back() -> None:
    pos, seat = field()
    home = pos.state.homes[seat]
    castle(pos, seat, "market")
    spend(pos, seat, gold=9, wood=9)
    pos.state.castles[home].reserve = {"levy": 2}
    give(pos, seat, "haggler", "marksmanship", "marksmanship", "speed", "speed")
    assert not final(pos, seat, "build", home, "statue", "1-2", "pay") or not final(
        pos, seat, "build", home, "statue", "1-2"
    )
    assert not final(pos, seat, "trade", "sell_wood", 1)
    assert not final(pos, seat, "hire", home, {"levy": 2})
    assert not final(pos, seat, "move", home, {"levy": 1}, "step", outward(pos, home))
    assert not final(pos, seat, "trade", "post", {"wood": 1}, {"gold": 1}, 1)
    assert not final(pos, seat, "tech", "lasting", "haggler", {"marksmanship": 2, "speed": 2})


def test_a_flip_a_die_a_drawn_card_and_a_question_to_another_are_final() -> None:
    pos, seat = field()
    for one in (0, 1):
        castle(pos, one, "market", "watchtower")
        spend(pos, one, gold=5, wood=5)
    face_down(pos, SPOT)
    give(pos, seat, "vision", "production")
    pos.state.players[seat].produced = ["cards1"]
    assert final(pos, seat, "look", SPOT)
    assert final(pos, seat, "tech", "vision", "card", {}, SPOT)
    assert final(pos, seat, "produce", "card", {})
    assert final(pos, seat, "trade", "offer", f"p{1 - seat}", {"wood": 1}, {"gold": 1})
    assert final(pos, seat, "end")
    near = next(cell for cell in pos.state.board.around[SPOT] if cell not in pos.state.castles)
    start = next(
        cell
        for cell in pos.state.board.orthogonal[near]
        if near in pos.state.open_neighbors(cell)
        and SPOT not in pos.state.board.around[cell]
        and cell != SPOT
    )
    pos.state.players[seat].stacks = {start: {"levy": 1}}
    assert final(
        pos, seat, "move", start, {"levy": 1}, "step", pos.state.board.side(start, near)
    ), "it turned a tile up"
    pos, seat = field()
    pos.state.chests[SPOT] = 1
    start = door(pos, SPOT)
    pos.state.players[seat].stacks = {start: {"levy": 1}}
    assert final(pos, seat, "move", start, {"levy": 1}, SPOT), "it rolled dice"


def test_decisions_in_battle_are_final() -> None:
    pos, attacker, defender = face(
        {"cavalry": 2, "soldier": 3}, {"cavalry": 2, "soldier": 3}, cards=(("speed",), ("speed",))
    )
    run(pos, attacker, ("end",))
    assert final(pos, defender, "card", "speed", "soldier", {})
    assert final(pos, defender, "stay")
    assert final(pos, defender, "flee", default(pos, defender, "flee")[1], "soldier")
    run(pos, defender, ("stay",))
    assert final(pos, attacker, "stay")
    assert final(pos, attacker, "card", "speed", "cavalry", {})


def test_an_answer_of_another_is_final_for_both() -> None:
    pos, seat = field(3)
    for one in range(3):
        castle(pos, one, "market")
        spend(pos, one, gold=5, wood=5)
    other = (seat + 1) % 3
    run(pos, seat, ("trade", "offer", f"p{other}", {"wood": 1}, {"gold": 1}))
    for path in (("accept",), ("refuse",)):
        step = walk.submit(pos, other, path)
        assert {seat, other} <= set(step.barrier)
