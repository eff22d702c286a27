"""Turns, bids and endings without rulings: prompts, disabled options, undo."""

from __future__ import annotations

import pytest

from games.core.engine import history, walk
from games.core.prompts.prompt import (
    AmountPrompt,
    DistributePrompt,
    IllegalPath,
    MoveReady,
    SelectPrompt,
)
from games.eight_minute_empire import GAME
from tests.games.asking import keys, why
from tests.games.eight_minute_empire.positions import (
    begin,
    bids,
    board,
    go,
    last_turns,
    pick_cards,
    row,
    say,
)


def test_manual_wilds_are_asked_in_lanes_with_the_best_as_default() -> None:
    pos = last_turns(
        begin(wild_assignment="manual"), [["c41", *pick_cards(wood=3)], ["c42", "c06"]]
    )
    pos = go(pos, ("take", "card1"), ("end",))
    assert walk.actors(pos) == (0, 1)
    assert GAME.view(pos, None).phase == "wilds"
    form = walk.ask(pos, 0, ("wilds",))
    assert isinstance(form, DistributePrompt)
    best = GAME.score(pos).total
    poor = go(pos, ("wilds", {}), seat=0)
    assert poor.state.wilds[0] == {}
    assert GAME.score(poor).total[0] <= best[0]
    done = go(pos, walk.default_path(pos, 0), seat=0)
    done = go(done, walk.default_path(done, 1), seat=1)
    assert done.outcome is not None
    assert GAME.score(done).total == best


def test_neutral_armies_are_placed_by_turns_the_youngest_first() -> None:
    pos = walk.start(GAME, {"neutral_armies": True, "age_order": [1, 0]}, 2, 3)
    seats = []
    while GAME.view(pos, None).phase == "neutral":
        seats.append(walk.actors(pos)[0])
        assert isinstance(walk.ask(pos, seats[-1], ("neutral", "w3")), MoveReady)
        pos = go(pos, ("neutral", "w3"))
    assert seats == [1, 0] * 5
    assert pos.state.armies["w3"] == [0, 0, 10]
    assert isinstance(walk.ask(pos, 0, ("bid",)), AmountPrompt)
    assert walk.start(GAME, {"neutral_armies": True}, 3, 3).options["neutral_armies"] is False


def test_the_winner_of_the_bid_may_name_who_begins() -> None:
    pos = bids(3, [1, 5, 2], bid_winner="chooses").pos
    assert walk.actors(pos) == (1,)
    assert keys(pos, "first") == ["p0", "p1", "p2"]
    pos = go(pos, ("first", "p2"))
    assert pos.state.order == [2, 0, 1]
    assert pos.state.coins == [11, 6, 11]


def test_the_other_side_closes_with_the_first_use() -> None:
    pos = go(row(begin(), "c37"), ("take", "card1"), ("move", "c4", "c2"))
    assert keys(pos) == ["move", "end"]
    assert why(pos, "place") == "eme.why.other_side"


def test_the_row_is_not_refilled_after_the_last_turn() -> None:
    pos = go(last_turns(begin(), [[], []]), ("take", "card1"), ("end",))
    assert pos.outcome is not None
    assert len(pos.state.row) == 5
    assert pos.stack == []
    assert GAME.view(pos, None).phase == "end"


@pytest.mark.parametrize(("n", "deck"), [(2, 6), (3, 2), (4, 0), (5, 2)])
def test_cards_left_at_the_end(n: int, deck: int) -> None:
    pos = begin(n)
    while pos.outcome is None:
        walk.apply(pos, walk.actors(pos)[0], walk.default_path(pos, walk.actors(pos)[0]))
    assert (len(pos.state.row), len(pos.state.deck)) == (5, deck)


def test_the_whole_turn_can_be_undone_until_its_end() -> None:
    base = row(begin(), "c35")
    pos = base
    rows: list[history.HistoryRow] = []
    for path in (("take", "card1"), ("move", "c4", "c2"), ("move", "c2", "c1")):
        answer = walk.ask(pos, 0, path)
        assert isinstance(answer, MoveReady)
        assert answer.instant
        step = walk.submit(pos, 0, path)
        assert step.barrier == []
        rows.append(history.move_row(len(rows) + 1, 0, "player", path, step))
        pos = step.pos
    for _ in range(3):
        undone = history.undo(base, rows, 0, "x")
        assert isinstance(undone, history.UndoResult)
        before, rows = undone.pos, [one for one in rows if one.n != undone.row.n]
    assert GAME.codec.encode(before) == GAME.codec.encode(base)
    assert walk.submit(pos, 0, ("end",)).barrier == [0, 1]


def test_the_start_stays_chosen_while_it_has_armies() -> None:
    pos = go(row(begin(), "c35"), ("take", "card1"))
    first = walk.ask(pos, 0, ("move", "c4", "c2"))
    assert isinstance(first, MoveReady)
    assert first.then == ("move", "c4")
    pos = go(pos, *([("move", "c4", "c2")] * 2))
    third = walk.ask(pos, 0, ("move", "c4", "c2"))
    assert isinstance(third, MoveReady)
    assert third.then == ("move", "c2"), "nobody is left"
    pos = go(pos, ("move", "c4", "c2"))
    last = walk.ask(pos, 0, ("move", "c2", "c1"))
    assert isinstance(last, MoveReady)
    assert last.then == ()
    assert isinstance(walk.ask(pos, 0, ()), SelectPrompt)


def test_several_armies_take_one_step_at_once() -> None:
    pos = go(row(begin(), "c35"), ("take", "card1"))  # 4 steps
    assert "c2_x3" not in keys(pos, "move", "c4"), "C4 has too many targets to list it"
    at_once = go(pos, ("move", "c4", "c2_x3"))
    one_by_one = go(pos, *([("move", "c4", "c2")] * 3))
    assert GAME.codec.encode(at_once) == GAME.codec.encode(one_by_one)
    assert [key for key in keys(at_once, "move", "c2") if "_x" in key] == [], "1 step is left"
    done = walk.ask(pos, 0, ("move", "c4", "c2_x3"))
    assert isinstance(done, MoveReady)
    assert (say(done.label), done.then) == ("C4→C2 ×3", ("move", "c2"))
    assert say(done.summary).startswith("Mueves 3 ejércitos de C4")
    assert not isinstance(walk.ask(pos, 0, ("move", "c4", "c2_x2")), MoveReady), "not offered"


def test_an_army_moves_on_while_its_start_stays_chosen() -> None:
    pos = go(row(begin(), "c35"), ("take", "card1"), ("move", "c4", "c2"))
    assert isinstance(walk.ask(pos, 0, ("move", "c4", "c2-c1")), MoveReady)
    back = walk.ask(pos, 0, ("move", "c4", "c2-c4"))
    assert isinstance(back, IllegalPath), "back is a move of its own"
    gone_on = go(pos, ("move", "c4", "c2-c1"))
    assert GAME.codec.encode(gone_on) == GAME.codec.encode(go(pos, ("move", "c2", "c1")))
    on = walk.ask(gone_on, 0, ("move", "c4", "c1-c2"))
    assert isinstance(on, MoveReady), "it may go on from where it is now"
    done = walk.ask(pos, 0, ("move", "c4", "c2-c1"))
    assert isinstance(done, MoveReady)
    assert (say(done.label), done.then) == ("C2→C1", ("move", "c4"))
    fresh = go(row(begin(), "c35"), ("take", "card1"))
    assert isinstance(walk.ask(fresh, 0, ("move", "c4", "c2-c1")), IllegalPath)


def test_an_army_takes_several_steps_at_once_over_a_shortest_way() -> None:
    pos = go(row(begin(), "c35"), ("take", "card1"))  # 4 steps by land
    assert {"c7_c8", "c2_c1"} & set(keys(pos, "move", "c4")) == {"c2_c1"}, "C8 is reached by C6"
    assert not any(key.endswith("_s1") for key in keys(pos, "move", "c4")), "only by sea"
    at_once = go(pos, ("move", "c4", "c6_c8"))
    step_by_step = go(pos, ("move", "c4", "c6"), ("move", "c6", "c8"))
    assert GAME.codec.encode(at_once) == GAME.codec.encode(step_by_step)
    one_step_left = go(at_once, ("move", "c4", "c2"))
    assert not any("_" in key for key in keys(one_step_left, "move", "c4"))
    assert isinstance(walk.ask(one_step_left, 0, ("move", "c4", "c6_c8")), IllegalPath)
    sea = go(row(begin(), "c30"), ("take", "card1"))  # 3 steps by sea
    assert isinstance(walk.ask(sea, 0, ("move", "c4", "c6_c8_s1")), MoveReady)


def test_an_army_that_gains_most_by_going_on_is_asked_about_first() -> None:
    pieces = {"c3": {0: 1}, "c5": {1: 2}, "w5": {0: 2}, "w3": {0: 1}, "w4": {0: 1}}
    city = {"c3": {0: 1}}
    pos = go(row(board(begin(), pieces, city), "c30"), ("take", "card1"))  # 3 steps by sea
    far = walk.ask(pos, 0, ("move", "c3", "c10_c11"))
    assert isinstance(far, MoveReady)
    assert far.then == ("move", "c11"), "S3 is free; around W5, all is held"
    to = walk.ask(go(pos, ("move", "c3", "c10_c11")), 0, far.then)
    assert isinstance(to, SelectPrompt)
    assert "s3" in [option.key for option in to.options]
    pieces["c3"] = {0: 3}
    pos = go(row(board(begin(), pieces, city), "c30"), ("take", "card1"))
    stays = walk.ask(pos, 0, ("move", "c3", "c10_c11"))
    assert isinstance(stays, MoveReady)
    assert stays.then == ("move", "c3"), "it has armies to spare"
    form = walk.ask(go(pos, ("move", "c3", "c10_c11")), 0, stays.then)
    assert isinstance(form, SelectPrompt)
    assert form.alternatives[0] == "c11", "the army that arrived is the first other one"


def test_far_regions_that_gain_something_have_buttons_before_others() -> None:
    pieces = {"c8": {0: 2}, "c2": {0: 1}, "w5": {0: 1}, "c4": {0: 1}, "s3": {1: 1}}
    pos = go(row(board(begin(), pieces), "c30"), ("take", "card1"))  # 3 steps by sea
    three_steps = [key.split("_")[-1] for key in keys(pos, "move", "c8") if key.count("_") == 2]
    assert three_steps == ["c3", "i1"], "the seat has C2 and W5 already"
    assert isinstance(walk.ask(pos, 0, ("move", "c8", "c6_c4_c2")), MoveReady), "still legal"


def test_the_only_way_out_of_a_dead_end_is_asked_too() -> None:
    pos = go(row(begin(), "c18"), ("take", "card1"), ("move", "c4", "c2"), ("move", "c2", "c1"))
    where = walk.ask(pos, 0, ("move", "c1"))
    assert isinstance(where, SelectPrompt)
    assert (keys(pos, "move", "c1"), where.ask_single) == (["c2"], True)


def test_the_end_of_a_turn_is_confirmed_while_the_card_allows_more() -> None:
    pos = go(row(begin(), "c35"), ("take", "card1"), ("move", "c4", "c2"))
    early = walk.ask(pos, 0, ("end",))
    assert isinstance(early, MoveReady)
    assert not early.instant
    assert [loss.key for loss in early.gives_up] == ["eme.end.left"]
    pos = go(pos, *([("move", "c4", "c2")] * 2), ("move", "c2", "c1"))
    late = walk.ask(pos, 0, ("end",))
    assert isinstance(late, MoveReady)
    assert (keys(pos), late.instant, late.effects) == (["end"], True, ())
