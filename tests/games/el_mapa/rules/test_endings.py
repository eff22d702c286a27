"""Losing villages, elimination, resignation, the last survivor, the final ranking (rules 9, 10)."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.engine import history, walk
from games.el_mapa import GAME
from games.el_mapa.model.events import Claimed, Ended
from games.el_mapa.model.state import Castle, StandingOffer
from games.el_mapa.rules.ending.scoring import score
from tests.games.el_mapa.positions import SPOT, castle, fight, give, run, spend
from tests.games.el_mapa.staging import (
    cells_of,
    default,
    done,
    door,
    face_down,
    field,
    idle,
    keys,
    lasting,
    mines,
    settled,
    top,
)


def stripped(pos: Any, *seats: int) -> None:
    """Take all villages and troops from these seats."""
    s = pos.state
    for seat in seats:
        for cell in s.villages(seat):
            del s.castles[cell], s.owners[cell]
        s.players[seat].stacks = {}


def test_who_has_neither_village_nor_troop_at_the_end_of_a_turn_is_out_with_everything() -> None:
    pos, seat = field(3)
    s, other = pos.state, (seat + 1) % 3
    stripped(pos, other)
    mine = mines(pos, "wood")[0]
    s.owners[mine] = other
    give(lasting(pos, other, "speed"), other, "luck", "haggler")
    spend(pos, other, gold=7)
    s.players[other].posts = [StandingOffer("o1", {"wood": 1}, {"gold": 1}, 1)]
    s.players[other].tiles += 5
    s.players[0].tiles -= 5
    before = GAME.view(pos, None).seats[other].tiles
    run(pos, seat, ("end",))
    gone = s.players[other]
    assert gone.out == s.round
    assert (gone.goods, gone.hand, gone.lasting, gone.posts) == (
        {"gold": 0, "wood": 0, "stone": 0},
        [],
        [],
        [],
    )
    assert mine not in s.owners
    assert s.discards["1"] == ["speed"], "what lay open is seen in the discards"
    assert gone.buried == ["haggler", "luck"], "a hand is not shown"
    assert gone.tiles == before, "points stand"
    assert walk.actors(pos) == ((other + 1) % 3,), "no more turns"
    assert GAME.audit(pos) == []


@pytest.mark.parametrize("left", ["village", "troop"])
def test_who_has_a_village_or_a_troop_goes_on(left: str) -> None:
    pos, seat = field(3)
    other = (seat + 1) % 3
    stripped(pos, other)
    if left == "village":
        settled(pos, other)
    else:
        pos.state.players[other].stacks = {SPOT: {"levy": 1}}
    run(pos, seat, ("end",))
    assert pos.state.players[other].out == 0
    assert walk.actors(pos) == (other,)


def test_a_reserve_alone_is_no_troop_and_mines_no_village() -> None:
    pos, seat = field(3)
    other = (seat + 1) % 3
    stripped(pos, other)
    pos.state.owners |= dict.fromkeys(mines(pos, "gold"), other)
    run(pos, seat, ("end",))
    assert pos.state.players[other].out == pos.state.round


def test_the_last_one_left_wins_at_once_with_however_few_points() -> None:
    pos, seat = field(3)
    others = [(seat + 1) % 3, (seat + 2) % 3]
    stripped(pos, *others)
    for other in others:
        pos.state.players[other].fights = 99
    told = run(pos, seat, ("end",))
    assert pos.outcome is not None
    assert pos.outcome.places[seat] == 1
    assert [one.why for one in told if isinstance(one, Ended)] == ["survivor"]


def test_the_later_is_above_the_earlier_and_those_of_one_moment_rank_by_points() -> None:
    pos, seat = field(5)
    face_down(pos, SPOT)
    a, b, c, d = ((seat + at) % 5 for at in (1, 2, 3, 4))
    stripped(pos, a)
    run(pos, seat, ("end",))
    stripped(pos, c, d)
    pos.state.players[a].fights, pos.state.players[c].fights, pos.state.players[d].fights = 90, 1, 9
    run(pos, b, ("end",))
    assert pos.state.fallen == [[a], sorted([c, d])]
    places = {rank.seat: rank.place for rank in score(pos).ranking}
    assert (places[d], places[c], places[a]) == (3, 4, 5)
    assert {places[seat], places[b]} == {1, 2}


def test_two_that_fall_at_the_same_moment_leave_the_victory_to_the_points() -> None:
    for winner in (0, 1):
        pos, seat = field()
        stripped(pos, 0, 1)
        for one in (0, 1):
            pos.state.players[one].stacks = {}
            pos.state.players[one].fights = 200 if one == winner else 0
        run(pos, seat, ("end",))
        assert pos.outcome is not None
        assert pos.outcome.places[winner] == 1


def test_the_last_troops_fall_in_battle_and_their_owner_is_out_after_it() -> None:
    pos, seat = field(3)
    s, other = pos.state, (seat + 1) % 3
    stripped(pos, other)
    s.players[other].stacks = {SPOT: {"levy": 1}}
    s.players[seat].stacks[SPOT], s.turn.entries = {"soldier": 3}, {SPOT: ["d3"]}
    run(pos, seat, ("end",))
    while s.turn.seat == seat and pos.outcome is None:
        one = walk.actors(pos)[0]
        run(pos, one, default(pos, one))
    assert s.players[other].out == 1
    assert s.players[seat].fights == 1


def test_who_has_left_for_good_is_out_at_his_next_turn() -> None:
    """Troops leave the map, villages are neutral and empty; a new owner begins with an empty castle (9)."""
    pos, seat = field(3)
    face_down(pos, SPOT)
    s, other = pos.state, (seat + 1) % 3
    home = s.homes[other]
    castle(pos, other, "statue", "market")
    give(pos, other, "luck")
    pos = history.replay(pos, history.system_row(1, other, "table", ["@gone", other], pos), "s")
    assert pos.state.players[other].out == 0, "until then nothing changes"
    run(pos, seat, ("end",))
    s = pos.state
    assert s.players[other].out == 1
    assert (home in s.castles, home in s.owners, s.players[other].stacks) == (False, False, {})
    assert walk.actors(pos) == ((other + 1) % 3,)
    third = (other + 1) % 3
    near = door(pos, home)
    s.players[third].stacks = {near: {"levy": 1}}
    run(pos, third, ("move", near, {"levy": 1}, home))
    assert s.castles[home] == Castle(third)


def test_a_seat_that_has_left_is_still_asked_in_battles_until_then() -> None:
    pos, seat = field(3)
    other = (seat + 1) % 3
    pos.state.players[other].stacks[SPOT] = {"levy": 3}
    pos.state.players[seat].stacks[SPOT], pos.state.turn.entries = {"soldier": 3}, {SPOT: ["d3"]}
    pos.gone[other] = True
    run(pos, seat, ("end",))
    assert walk.actors(pos) == (other,)
    assert default(pos, other) == ("stay",)


def test_whoever_is_left_by_all_others_wins() -> None:
    pos, seat = field(4)
    face_down(pos, SPOT)
    pos.gone = [one != seat for one in range(4)]
    run(pos, seat, ("end",))
    assert pos.outcome is not None
    assert pos.outcome.places[seat] == 1


@pytest.mark.parametrize("n", [2, 3, 4, 5, 6])
def test_everybody_may_have_left(n: int) -> None:
    pos, seat = field(n)
    pos.gone = [True] * n
    run(pos, seat, ("end",))
    idle(pos)
    assert pos.outcome is not None


def test_wonders_count_by_the_number_of_players_at_the_start() -> None:
    """Also after an elimination (E17)."""
    pos, seat = field(4)
    face_down(pos, SPOT)
    stripped(pos, (seat + 1) % 4)
    run(pos, seat, ("end",))
    pos.state.raised = 3
    one = walk.actors(pos)[0]
    run(pos, one, ("end",))
    assert pos.state.ending == ""
    pos.state.raised = 4
    one = walk.actors(pos)[0]
    run(pos, one, ("end",))
    assert pos.state.ending == "wonders"
    assert pos.outcome is not None, "it was the last turn of the round"


def test_a_wonder_ends_the_game_with_the_round_also_when_it_is_razed() -> None:
    pos, seat = field(2)
    face_down(pos, "a8")
    pos.state.raised, pos.state.supply["pyramid"] = 2, 2
    assert GAME.audit(pos) == []
    run(pos, seat, ("end",))
    assert (pos.state.ending, pos.outcome) == ("wonders", None)
    run(pos, 1 - seat, ("end",))
    assert pos.outcome is not None


def test_the_sweep_claims_what_a_flight_or_a_defence_left_unclaimed() -> None:
    """At the beginning of a turn, before anything else; treasures are opened (7.4)."""
    pos, seat = field()
    face_down(pos, SPOT)
    s = pos.state
    cell = mines(pos, "gold")[0]
    chest = next(
        one for one in cells_of(pos, "lake_a") if one != SPOT and SPOT not in s.board.around[one]
    )
    s.players[1 - seat].stacks = {cell: {"levy": 1}, chest: {"levy": 1}}
    s.chests[chest] = 1
    told = run(pos, seat, ("end",))
    assert s.owners[cell] == 1 - seat
    assert chest not in s.chests
    assert [
        type(one).__name__
        for one in told
        if type(one).__name__ in ("TurnBegan", "Claimed", "Treasure")
    ] == ["TurnBegan", "Claimed", "Treasure"]
    assert top(pos) == "turn"


def test_points_for_battles_are_the_levels_of_the_other_sides_dead() -> None:
    for mine, others, points in (
        ({"soldier": 9}, {"levy": 2, "soldier": 1}, 4),
        ({"levy": 9}, {"soldier": 2}, 4),
    ):
        pos, seat = field()
        pos.state.players[seat].stacks[SPOT] = dict(mine)
        pos.state.players[1 - seat].stacks[SPOT] = dict(others)
        pos.state.turn.entries = {SPOT: ["d3"]}
        fight(pos)
        assert pos.state.players[seat].fights == points
        assert pos.state.players[1 - seat].fights == 0, "the loser's kills give nothing"


def test_a_claim_takes_an_enemys_mine_and_village_without_a_battle_where_nobody_stands() -> None:
    pos, seat = field()
    s = pos.state
    mine = next(cell for cell in mines(pos, "wood") if cell not in s.garrisons)
    s.owners[mine] = 1 - seat
    near = door(pos, mine)
    s.players[seat].stacks = {near: {"levy": 1}}
    told = run(pos, seat, ("move", near, {"levy": 1}, mine))
    assert s.owners[mine] == seat
    assert [(one.what, one.before) for one in told if isinstance(one, Claimed)] == [
        ("wood", 1 - seat)
    ]
    assert s.turn.entries == {}
    assert "end" in keys(pos, seat)


def test_revealing_the_last_tile_says_that_it_starts_the_last_round_and_asks() -> None:
    pos, seat = field()
    castle(pos, seat, "watchtower")
    one, other = [cell for cell in pos.state.board.cells if pos.state.board.level[cell] == 3][:2]
    face_down(pos, one, other)
    assert done(pos, seat, "look", one).instant
    run(pos, seat, ("look", one))
    castle(pos, seat, "watchtower")
    pos.state.turn.looks = 0
    ready = done(pos, seat, "look", other)
    assert not ready.instant
    assert [effect.key for effect in ready.effects] == ["map.effect.last_tiles"]
    assert not done(pos, seat, f"see-{other}").instant


def test_the_turn_that_ends_the_game_is_ended_after_a_question() -> None:
    pos, seat = field(round_limit="8")
    pos.state.round = 8
    ready = done(pos, seat, "end")
    assert "map.effect.game_ends" not in [effect.key for effect in ready.effects]
    idle(pos)
    ready = done(pos, 1 - seat, "end")
    assert not ready.instant
    assert "map.effect.game_ends" in [effect.key for effect in ready.effects]
