"""Places for several pieces, chosen in advance with one answer."""

from __future__ import annotations

import pytest

from games.core.engine import bots, walk
from games.core.prompts.prompt import IllegalPath, MoveReady, SelectPrompt
from games.core.state.rng import Rng
from games.core.text.messages import Path
from games.tadmor import GAME
from games.tadmor.rules.turn.placing import SEVERAL, Placement, piece_and_place
from tests.games.tadmor.positions import (
    Pos,
    begin,
    cards,
    go,
    put,
    say,
    stage,
    stock,
    tiles,
    towers,
)

THREE = ["tower_single", "south_stone_boat_1", "upgrade_1"]


def placing(pos: Pos) -> Pos:
    stage(pos, Placement(), resolving=False)
    return pos


def rich(n: int = 2, turn: int = 2) -> Pos:
    return placing(stock(begin(n, turn), 0, wood=2, stone=2, marble=1))


def asked(pos: Pos, *path: str, seat: int = 0) -> SelectPrompt:
    prompt = walk.ask(pos, seat, path)
    assert isinstance(prompt, SelectPrompt)
    return prompt


def form(pos: Pos) -> SelectPrompt:
    return asked(pos, "place", SEVERAL)


def answered(pos: Pos, seat: int = 0) -> Path | None:
    """Return what a seat without standing orders answers by itself."""
    return bots.follow_orders(pos, seat, {}, Rng.of(1))


def test_the_first_button_suggests_places_for_several_pieces() -> None:
    pos = rich()
    spaces = asked(pos, "place")
    assert spaces.proposed[0] == SEVERAL
    proposed = form(pos)
    keys = [option.key for option in proposed.options]
    assert proposed.only_answer() == keys, "not asked, but shown before it is done"
    kinds = [piece_and_place(("place", key))[0] for key in keys]
    own = pos.state.players[0].own
    assert kinds.count("camel") <= own["camel"]
    assert kinds.count("boat") <= own["boat"]
    assert len(kinds) >= 4
    button = next(option for option in spaces.options if option.key == SEVERAL)
    assert say(button.label, "en") == f"Place {len(kinds)} for me"


def test_of_towers_only_one_is_proposed_and_all_prices_can_be_paid_together() -> None:
    keys = {option.key for option in form(rich()).options}
    assert len(keys & {"tower_single", "tower_double"}) == 1
    poor = {option.key for option in form(placing(begin(2, 2))).options}
    assert "rare_grey" not in poor, "2 wood are not there"


def test_the_plan_keeps_gold_for_the_tax() -> None:
    pos = placing(stock(begin(2, 7), 0, gold=4))
    pos.state.tops["grey"] = "incense"
    assert not {"rare_grey"} & {option.key for option in form(pos).options}
    stock(pos, 0, gold=5)
    assert {"rare_grey"} & {option.key for option in form(pos).options}


def test_a_mission_space_is_planned_for_a_draw_if_the_goods_are_needed_elsewhere() -> None:
    pos = cards(placing(stock(begin(2, 4), 0, wood=1, stone=2, marble=2)), 0, "k8", to="hand")
    keys = {option.key for option in form(pos).options}
    assert any(key.startswith("missions_") for key in keys)
    assert keys & {"tower_single", "tower_double", "temple_palmyra"}


def test_no_place_is_proposed_where_the_own_marauders_will_be() -> None:
    pos = rich()
    before = {option.key for option in form(pos).options}
    pos.state.players[0].chosen = "south_sea"
    after = {option.key for option in form(pos).options}
    assert any(key.startswith("south_") for key in before)
    assert not any(key.startswith("south_") or key == "rare_grey" for key in after)


def test_the_answer_says_which_pieces_go_where() -> None:
    done = walk.ask(rich(), 0, ("place", SEVERAL, THREE))
    assert isinstance(done, MoveReady)
    assert not done.instant
    assert done.takeback
    assert say(done.summary, "en") == ("You place a camel on Tower and queue 2 more pieces.")
    assert [say(line, "en") for line in done.effects] == [
        "They gather 3 stone, not counting trades or missions.",
        "Once others move, you can't change the plan. If a space is taken, I'll ask you at the end.",
    ]
    assert done.ghost == ("tower_single=camel", "south_stone_boat_1=boat", "upgrade_1=camel")


def test_the_first_piece_is_placed_and_the_others_when_it_is_the_seats_turn() -> None:
    pos = walk.submit(rich(), 0, ("place", SEVERAL, THREE)).pos
    assert pos.state.board["tower_single"]
    assert not pos.state.board["upgrade_1"]
    assert walk.actors(pos) == (1,)
    assert answered(pos, 1) is None
    for key in THREE[1:]:
        pos = go(pos, ("place", "market_palmyra" if key == THREE[1] else "temple_palmyra"), seat=1)
        assert answered(pos) == ("place", key)
        pos = go(pos, ("place", key), seat=0)
    pos = go(pos, ("place", "ebla_wood_camel"), seat=1)
    assert answered(pos) is None
    (placement,) = (frame for frame in pos.stack if isinstance(frame, Placement))
    assert placement == Placement(at=placement.at), "as in positions without it"


def test_a_place_that_is_taken_is_skipped_and_asked_about_at_the_end() -> None:
    pos = walk.submit(rich(), 0, ("place", SEVERAL, THREE)).pos
    pos = go(pos, ("place", "south_stone_boat_1"), seat=1)
    assert answered(pos) == ("place", "upgrade_1")
    pos = go(pos, ("place", "upgrade_1"), seat=0)
    pos = go(pos, ("place", "market_palmyra"), seat=1)
    assert answered(pos) is None
    assert say(asked(pos, "place").lines[0], "en") == "■ Bruno beat you to Stone (South)."
    pos = go(pos, ("place", "north_wood_boat_1"), seat=0)
    pos = go(pos, ("place", "temple_palmyra"), seat=1)
    assert asked(pos, "place").lines == ()


def test_every_place_that_a_rival_has_taken_is_named() -> None:
    pos = walk.submit(rich(), 0, ("place", SEVERAL, [*THREE, "north_wood_boat_1"])).pos
    pos = put(pos, 1, "south_stone_boat_1", "upgrade_1")
    pos = go(pos, ("place", "market_palmyra"), seat=1)
    pos = go(pos, ("place", "north_wood_boat_1"), seat=0)
    pos = go(pos, ("place", "temple_palmyra"), seat=1)
    assert [say(line, "en") for line in asked(pos, "place").lines] == [
        "■ Bruno beat you to Stone (South) and Upgrade 1."
    ]


def test_a_piece_placed_otherwise_changes_nothing_about_the_others() -> None:
    pos = walk.submit(rich(), 0, ("place", SEVERAL, THREE)).pos
    pos = go(pos, ("place", "market_palmyra"), seat=1)
    pos = go(pos, ("place", "north_wood_boat_1"), seat=0)
    pos = go(pos, ("place", "temple_palmyra"), seat=1)
    assert answered(pos) == ("place", "south_stone_boat_1")


@pytest.mark.parametrize(
    "keys",
    [
        [],
        ["tower_single", "tower_single"],
        ["war_supplies-camel", "war_supplies-boat"],
        ["war_supplies"],
        ["north_wood_boat_1", "north_wood_boat_2", "south_stone_boat_1"],
        ["upgrade_2"],
        ["nowhere"],
        ["camel"],
    ],
)
def test_places_that_cannot_be_taken_together_are_refused(keys: list[str]) -> None:
    pos = put(rich(), 1, "upgrade_2")
    assert isinstance(walk.ask(pos, 0, ("place", SEVERAL, keys)), IllegalPath)


def test_other_places_than_the_proposed_ones_stay_legal_for_stored_games() -> None:
    keys = ["first_player", "war_supplies-boat", "temple_palmyra"]
    assert isinstance(walk.ask(rich(), 0, ("place", SEVERAL, keys)), MoveReady)
    one = put(placing(begin(2, 2)), 0, "market_palmyra", "temple_palmyra", "upgrade_1")
    one = put(one, 0, "north_wood_boat_1")
    assert SEVERAL not in asked(one, "place").proposed
    assert isinstance(walk.ask(one, 0, ("place", SEVERAL)), IllegalPath)


def test_the_others_do_not_know_what_is_chosen_in_advance() -> None:
    chosen = walk.submit(rich(), 0, ("place", SEVERAL, THREE)).pos
    single = walk.submit(rich(), 0, ("place", THREE[0])).pos
    assert GAME.view(chosen, 1) == GAME.view(single, 1)
    for seat, same in ((1, True), (None, True), (0, False)):
        guesses = [GAME.codec.clone(pos) for pos in (chosen, single)]
        for guess in guesses:
            bots.determinize(guess, seat, Rng.of(3))
        assert (guesses[0] == guesses[1]) is same


def test_private_tiles_are_proposed_once() -> None:
    pos = tiles(rich(), 0, "i21")
    keys = [option.key for option in form(pos).options]
    assert sum(key.startswith("i21-") for key in keys) == 1


def test_a_late_game_proposes_what_can_be_paid() -> None:
    pos = towers(stock(begin(3, 7), 0, wood=3, stone=3, marble=2, gold=2), 6, 4, 2)
    pos = placing(cards(pos, 0, "k7", to="hand"))
    done = walk.ask(pos, 0, ("place", SEVERAL, [o.key for o in form(pos).options]))
    assert isinstance(done, MoveReady)
