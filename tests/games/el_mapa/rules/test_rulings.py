"""The rulings of El Mapa (rules 15): map, castles, trade, cards, the course of the game."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.engine import walk
from games.core.prompts.prompt import DistributePrompt, IllegalPath, MoveReady, SelectPrompt
from games.core.state.options import Choice
from games.el_mapa import GAME
from games.el_mapa.model import holdings
from games.el_mapa.model.catalog import BUILDINGS, LAYOUTS, RULES, TECHS, TILES, TROOPS, level_of
from games.el_mapa.model.options import PRESETS, SETTINGS
from games.el_mapa.model.state import Castle, StandingOffer
from games.el_mapa.rules.ending.scoring import points
from games.el_mapa.rules.flow.turns import TurnActions
from games.el_mapa.rules.technology import cards
from tests.games.el_mapa.positions import Pos, castle, first_turn, give, opened, run, spend


def keys(pos: Pos, seat: int, *path: Any) -> list[str]:
    """Return the keys of the options after a path."""
    form = walk.ask(pos, seat, path)
    return [option.key for option in form.options] if isinstance(form, SelectPrompt) else []


def why(pos: Pos, seat: int, *path: Any) -> str:
    """Return the reason of a refusal."""
    answer = walk.ask(pos, seat, path)
    assert isinstance(answer, IllegalPath), answer
    return answer.why.key


def end_turn(pos: Pos, *, rounds: int = 0) -> None:
    """End the turn; `rounds` is the number of idle rounds that follow."""
    goal = pos.state.round + rounds
    while True:
        seat = walk.actors(pos)[0]
        run(pos, seat, walk.default_path(pos, seat))
        if isinstance(pos.stack[-1], TurnActions) and (not rounds or pos.state.round >= goal):
            return


def test_r1_the_table_of_troops() -> None:
    """Hit points, damage, initiative, level, movement as read from the castle's table; options read the levels otherwise."""
    found = {
        kind: (one.hp, one.damage, one.initiative, one.level, one.moves)
        for kind, one in TROOPS.items()
    }
    assert found == {
        "levy": (1, 1, 1, 1, 2),
        "soldier": (2, 2, 1, 2, 2),
        "archer": (1, 1, 1, 2, 2),
        "cavalry": (3, 2, 2, 2, 3),
    }
    assert [level_of(kind, True) for kind in TROOPS] == [1, 2, 3, 4]
    where = Castle(0)
    holdings.train(where, {**GAME.defaults(2), "training_increment": "castle"})
    assert where.reserve == {"levy": 1}


def test_r2_limits_are_of_the_own_turn_upkeep_of_the_round() -> None:
    pos = spend(first_turn(2), 0, gold=9, wood=9)
    seat = pos.state.turn.seat
    spend(pos, seat, gold=9, wood=9)
    home = pos.state.homes[seat]
    run(pos, seat, ("build", home, "statue", "1-1"))
    assert "build" not in keys(pos, seat), "one building per castle and turn"
    gold = pos.state.players[seat].goods["gold"]
    run(pos, seat, ("end",))
    assert pos.state.players[seat].goods["gold"] == gold, "no upkeep before the round is over"
    run(pos, 1 - seat, ("end",))
    assert pos.state.round == 2
    assert pos.state.players[seat].goods["gold"] == gold + 1
    assert "build" in keys(pos, seat)


def test_r3_counters_are_no_limit() -> None:
    pos = spend(opened(2), 0, gold=500, wood=300, stone=200)
    assert GAME.audit(pos) == []


def test_r4_plurals_mean_two() -> None:
    assert TILES["treasure_soldiers"].garrison == {"soldier": 2}
    assert TILES["two_treasures_cavalry"].garrison == {"cavalry": 2, "soldier": 2}
    assert TILES["stone_mine_archers"].garrison == {"levy": 1, "archer": 2}


def test_r5_lakes_can_be_crossed() -> None:
    pos = opened(4)
    s = pos.state
    lakes = [cell for cell in s.board.cells if s.kind(cell) in ("lake_a", "lake_b", "lake_c")]
    assert lakes
    assert any(
        cell in s.open_neighbors(other) for cell in lakes for other in s.board.orthogonal[cell]
    )


@pytest.mark.parametrize(
    ("n", "size", "tiles"), [(2, 8, 64), (3, 10, 100), (4, 12, 144), (5, 14, 196), (6, 16, 256)]
)
def test_r6_sizes_of_maps(n: int, size: int, tiles: int) -> None:
    pos = first_turn(n)
    assert pos.state.board.size == size
    assert len(pos.state.board.cells) == tiles
    assert len(LAYOUTS[pos.state.layout].positions) == n


@pytest.mark.parametrize(
    ("n", "near"), [(2, {6}), (3, {6, 7}), (4, {11}), (5, {7, 8}), (6, {7, 8})]
)
def test_r6_homes_lie_so_many_steps_from_their_neighbours(n: int, near: set[int]) -> None:
    board = first_turn(n).state.board
    homes = [board.home[position] for position in board.positions]
    assert {board.distance(one, homes[at - 1]) for at, one in enumerate(homes)} == near
    assert min(
        board.distance(one, other) for one in homes for other in homes if one != other
    ) == min(near)


def test_r6_six_players_with_the_box_alone() -> None:
    assert len(first_turn(6, six_player_map="6_boxed").state.board.cells) == 240


@pytest.mark.parametrize(("n", "free"), [(2, 6), (3, 6), (4, 1), (5, 6), (6, 6)])
def test_r7_the_start(n: int, free: int) -> None:
    """Goods, a levy, and homes that have looked around."""
    pos = first_turn(n)
    s = pos.state
    for seat, player in enumerate(s.players):
        assert player.tiles == free
        assert player.goods == {"gold": 2 + 1, "wood": 1, "stone": 0}, "with the first upkeep"
        assert player.stacks == {s.homes[seat]: {"levy": 1}}
    rich = first_turn(n, start_package="rich").state
    assert rich.players[0].stacks == {rich.homes[0]: {"levy": 2}}


def test_r8_actions_in_any_order() -> None:
    pos = opened(2)
    seat = pos.state.turn.seat
    spend(pos, seat, gold=9, wood=9)
    home = pos.state.homes[seat]
    pos.state.players[seat].stacks = {home: {"levy": 2}}
    near = next(cell for cell in pos.state.open_neighbors(home))
    run(pos, seat, ("move", home, {"levy": 1}, near))
    while not isinstance(pos.stack[-1], TurnActions):
        run(pos, seat, walk.default_path(pos, seat))
    run(pos, seat, ("build", home, "market", "1-1"))
    run(pos, seat, ("trade", "sell_wood", 1))
    assert {"move", "end"} <= set(keys(pos, seat))


def test_r9_rows_of_a_castle() -> None:
    assert [row[0] for row in RULES.rows] == [4, 3, 2, 1]
    assert all(
        BUILDINGS[name].level == 4
        for name in ("pyramid", "temple_of_midas", "temple_of_ares", "hanging_gardens")
    )


def test_r10_gold_alone_is_no_trade() -> None:
    pos = opened(2)
    seat = pos.state.turn.seat
    for one in (0, 1):
        castle(pos, one, "market")
        spend(pos, one, gold=9, wood=9, stone=9)
    partner = f"p{1 - seat}"
    assert "why" in why(pos, seat, "trade", "offer", partner, {"gold": 2}, {"gold": 1})
    assert isinstance(
        walk.ask(pos, seat, ("trade", "offer", partner, {"wood": 1}, {"gold": 1})), MoveReady
    )


def test_r11_both_sides_need_a_market() -> None:
    pos = opened(2)
    seat = pos.state.turn.seat
    castle(pos, seat, "market")
    for one in (0, 1):
        spend(pos, one, gold=9, wood=9, stone=9)
    assert f"offer-p{1 - seat}" not in keys(pos, seat, "trade")
    castle(pos, 1 - seat, "market")
    assert f"offer-p{1 - seat}" in keys(pos, seat, "trade")


def test_r12_an_offer_of_goods_has_goods_alone_and_each_side_gives_some() -> None:
    pos = opened(2)
    seat = pos.state.turn.seat
    for one in (0, 1):
        castle(pos, one, "market")
        spend(pos, one, gold=9, wood=9, stone=9)
    form = walk.ask(pos, seat, ("trade", "offer", f"p{1 - seat}"))
    assert isinstance(form, DistributePrompt)
    assert {slot.key for slot in form.slots} == {"gold", "wood", "stone"}
    partner = f"p{1 - seat}"
    assert "why" in why(pos, seat, "trade", "offer", partner, {"wood": 1}, {})
    assert "why" in why(pos, seat, "trade", "offer", partner, {}, {"wood": 1})


def test_r13_any_cell_may_be_an_origin_and_one_is_always_allowed() -> None:
    pos = opened(2)
    s = pos.state
    seat = s.turn.seat
    s.castles = {cell: one for cell, one in s.castles.items() if one.owner != seat}
    del s.owners[s.homes[seat]]
    s.players[seat].stacks = {"d4": {"levy": 1}, "e5": {"levy": 1}}
    near = s.open_neighbors("d4")[0]
    run(pos, seat, ("move", "d4", {"levy": 1}, near))
    while not isinstance(pos.stack[-1], TurnActions):
        run(pos, seat, walk.default_path(pos, seat))
    assert "move" not in keys(pos, seat)


@pytest.mark.parametrize(("option", "worth"), [("level", [1, 2, 3]), ("one", [1, 1, 1])])
def test_r14_points_of_cards(option: str, worth: list[int]) -> None:
    options = {**GAME.defaults(2), "card_points": option}
    assert [cards.points(card, options) for card in ("speed", "luck", "shield")] == worth


def test_r16_the_watchtower_turns_a_tile_up() -> None:
    pos = first_turn(2)
    s = pos.state
    seat = s.turn.seat
    castle(pos, seat, "x1", "x2", "x3", "watchtower")
    s.castles[s.homes[seat]].spaces = {"1-1": "statue", "1-2": "market", "2-1": "watchtower"}
    before = s.players[seat].tiles
    cell = keys(pos, seat, "look")[0]
    path = walk.default_path(pos, seat, ("look", cell))
    run(pos, seat, path)
    assert s.players[seat].tiles == before + 1
    assert "look" not in keys(pos, seat), "once a turn for each"


def test_r17_passing_takes_nothing() -> None:
    pos = opened(2)
    s = pos.state
    seat = s.turn.seat
    s.chests = {"d4": 1}
    start = next(cell for cell in s.board.orthogonal["d4"] if "d4" in s.open_neighbors(cell))
    beyond = next(cell for cell in s.open_neighbors("d4") if cell != start)
    s.players[seat].stacks = {start: {"levy": 1}}
    run(pos, seat, ("move", start, {"levy": 1}, "step", s.board.side(start, "d4")))
    run(pos, seat, ("step", s.board.side("d4", beyond)))
    assert s.chests == {"d4": 1}


@pytest.mark.parametrize(("option", "kept"), [("keep", {"1-1": "statue"}), ("raze", {})])
def test_r18_a_captured_castle(option: str, kept: dict[str, str]) -> None:
    """It passes with its buildings, without reserve and progress; or, by option, empty."""
    pos = opened(3, captured_castle=option)
    s = pos.state
    seat = s.turn.seat
    other = (seat + 1) % 3
    home = s.homes[other]
    s.castles[home].spaces, s.castles[home].reserve = {"1-1": "statue"}, {"levy": 3}
    near = next(cell for cell in s.board.orthogonal[home] if home in s.open_neighbors(cell))
    s.players[seat].stacks, s.players[other].stacks = {near: {"levy": 1}}, {"e5": {"levy": 1}}
    run(pos, seat, ("move", near, {"levy": 1}, home))
    assert s.owners[home] == seat
    assert s.castles[home].owner == seat
    assert s.castles[home].spaces == kept
    assert s.castles[home].reserve == {}


@pytest.mark.parametrize(("finish", "over"), [("round", False), ("immediate", True)])
def test_r21_the_round_is_finished_or_not(finish: str, over: bool) -> None:
    pos = first_turn(2, finish=finish)
    pos.state.raised = 2
    seat = pos.state.turn.seat
    run(pos, seat, ("end",))
    assert (pos.outcome is not None) is over
    if not over:
        run(pos, 1 - seat, ("end",))
        assert pos.outcome is not None


@pytest.mark.parametrize(
    ("bonus", "worth"), [("sources", 10 + 2 * 2), ("production", 10 + 2 * 2), ("stock", 10 + 2 * 7)]
)
def test_r22_what_wonders_count(bonus: str, worth: int) -> None:
    pos = opened(2, wonder_bonus=bonus)
    s = pos.state
    castle(pos, 0, "pyramid")
    mines = [cell for cell in s.board.cells if TILES[s.kind(cell)].mine == "stone"][:2]
    s.owners = {s.homes[0]: 0, **dict.fromkeys(mines, 0)}
    spend(pos, 0, stone=7)
    assert points(pos, 0)["wonders"] == worth


def test_r24_presets_bring_an_end() -> None:
    limits = next(setting for setting in SETTINGS if setting.id == "round_limit")
    assert isinstance(limits, Choice)
    assert limits.default == "none"
    assert PRESETS["online"]["round_limit"] == "20"
    assert PRESETS["quick_async"]["round_limit"] == "10"
    pos = opened(2, round_limit="8")
    pos.state.ending = ""
    for seat in (0, 1):
        pos.state.players[seat].stacks = {pos.state.homes[seat]: {"levy": 1}}
    pos.state.round = 8
    while pos.outcome is None:
        seat = walk.actors(pos)[0]
        run(pos, seat, walk.default_path(pos, seat))
    assert pos.state.round == 8


@pytest.mark.parametrize(("option", "moves"), [("fixed", False), ("rotating", True)])
def test_r25_the_start_player(option: str, moves: bool) -> None:
    pos = first_turn(3, start_player=option)
    first = pos.state.first
    end_turn(pos, rounds=1)
    assert pos.state.first == ((first + 1) % 3 if moves else first)


def test_r28_without_village_and_troops_one_is_out_and_ranks_below() -> None:
    pos = opened(3)
    s = pos.state
    seat = s.turn.seat
    other, third = (seat + 1) % 3, (seat + 2) % 3
    s.players[other].stacks = {}
    s.castles.pop(s.homes[other])
    del s.owners[s.homes[other]]
    s.players[other].tiles = 99
    run(pos, seat, ("end",))
    assert s.players[other].out == s.round
    assert walk.actors(pos) == (third,)
    ranking = GAME.score(pos).ranking
    assert ranking[-1].seat == other


def test_r31_tiles_turn_up_at_each_step() -> None:
    pos = first_turn(4)
    s = pos.state
    seat = s.turn.seat
    home = s.homes[seat]
    before = s.players[seat].tiles
    side = s.board.side(home, next(cell for cell in s.open_neighbors(home)))
    told = run(pos, seat, ("move", home, {"levy": 1}, "step", side))
    assert s.players[seat].tiles > before
    assert told


def test_r32_what_everything_yields() -> None:
    assert (RULES.village_gold, RULES.mine, RULES.tower) == (
        1,
        {"wood": 1, "stone": 1, "gold": 2},
        1,
    )


def test_r33_a_wonder_is_of_level_four_beside_its_points() -> None:
    pos = opened(2)
    castle(pos, 0, "pyramid")
    pos.state.owners = {pos.state.homes[0]: 0}
    found = points(pos, 0)
    assert (found["buildings"], found["wonders"]) == (4, 10)


def test_r35_a_deck_for_each_level() -> None:
    pos = first_turn(2)
    assert {level: len(deck) for level, deck in pos.state.decks.items()} == {
        "1": 24,
        "2": 24,
        "3": 24,
    }
    for level, deck in pos.state.decks.items():
        assert {str(TECHS[card].level) for card in deck} == {level}


def test_r36_a_lasting_effect_is_paid_with_other_cards() -> None:
    pos = opened(2)
    seat = pos.state.turn.seat
    give(pos, seat, "speed", "luck")
    assert "lasting" not in keys(pos, seat, "tech"), "two points do not pay four"
    give(pos, seat, "vision")
    assert "lasting" in keys(pos, seat, "tech")
    path = walk.default_path(pos, seat, ("tech", "lasting", "speed"))
    run(pos, seat, path)
    assert pos.state.players[seat].lasting == ["speed"]
    assert pos.state.players[seat].hand == []


def test_r37_teleport_counts_orthogonal_steps_to_open_tiles() -> None:
    pos = give(first_turn(2), 0)
    seat = pos.state.turn.seat
    give(pos, seat, "teleport")
    s = pos.state
    home = s.homes[seat]
    found = keys(pos, seat, "move", home, {"levy": 1}, "jump", "card", {})
    assert found
    assert all(s.open(cell) and 0 < s.board.distance(home, cell) <= 3 for cell in found)


def test_standing_offers_are_taken_under_the_takers_limit() -> None:
    pos = opened(2)
    s = pos.state
    seat = s.turn.seat
    for one in (0, 1):
        castle(pos, one, "market")
        spend(pos, one, gold=5, wood=5, stone=2)
    s.players[1 - seat].posts = [StandingOffer("o1", {"wood": 2}, {"gold": 3}, 2)]
    run(pos, seat, ("trade", "take", f"p{1 - seat}-o1"))
    assert s.players[seat].goods == {"gold": 2, "wood": 7, "stone": 2}
    assert s.turn.traded == 2
    assert not {"bank", "take", "offer"} & set(keys(pos, seat, "trade")), "two units are the limit"
