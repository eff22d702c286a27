"""Panels skip forced choices, but never open what is only allowed."""

from __future__ import annotations

import pytest

from app.play import panel_builder
from games.core.engine import walk
from games.core.prompts.prompt import MoveReady, SelectPrompt
from games.core.text.messages import Key
from games.tadmor import GAME
from games.tadmor.model.catalog import SPACES
from games.tadmor.rules.turn.buying import Buy, Grants
from games.tadmor.rules.turn.kingdom import Tax
from games.tadmor.rules.turn.placing import Placement, PlacePiece
from tests.games.tadmor.positions import (
    Pos,
    begin,
    build,
    cards,
    put,
    say,
    show,
    stage,
    stock,
    tiles,
    towers,
)

BESIDE = ("finish", "free")


def asked(pos: Pos, *path: Key, seat: int = 0) -> SelectPrompt:
    form = walk.ask(pos, seat, path)
    assert isinstance(form, SelectPrompt)
    return form


def settled_path(pos: Pos, seat: int = 0) -> tuple[str, ...]:
    """Return the path that the panel takes by itself."""
    return tuple(map(str, panel_builder.legal_path(pos, seat, ())))


def tones(pos: Pos) -> dict[str, str]:
    return {option.key: option.tone for option in asked(pos).options}


def test_after_the_last_work_the_construction_shows_its_menu() -> None:
    """Nobody is led into returning a mission, which costs points; to trade stays in sight, and so does the end."""
    pos = build(cards(tiles(stock(begin(), 0, wood=1), 0, "i2"), 0, "k7"))
    assert tones(pos) == {"trade": "plain", "return": "plain", "done": "finish"}
    assert settled_path(pos) == ()
    assert say(asked(pos).prompt, "en") == (
        "You have nothing left to build. Do you want to do anything else?"
    )


def test_with_nothing_but_a_mission_to_return_or_a_trade_left_neither_is_opened() -> None:
    for pos in (build(cards(begin(), 0, "k7")), build(tiles(stock(begin(), 0, wood=1), 0, "i2"))):
        assert len([tone for tone in tones(pos).values() if tone not in BESIDE]) == 1
        assert settled_path(pos) == ()


def test_one_work_alone_still_opens() -> None:
    pos = build(put(stock(begin(), 0, wood=2, stone=2), 0, "tower_single"))
    assert settled_path(pos) == ("tower", "tower_single")


def test_the_window_after_the_upgrades_asks_before_it_opens_the_cards() -> None:
    pos = show(cards(begin(turn=7), 0, "k15"), "i38", "i39")
    stage(pos, Grants([0]))
    assert settled_path(pos) == ()
    assert say(asked(pos).prompt, "en") == (
        "Return Royal grants (−7 PP)? Take up to 2 upgrades on display for free."
    )
    assert GAME.panel_picture(GAME.view(pos, 0), ()) == "display"
    cards(pos, 0, "k25")
    assert say(asked(pos).prompt, "en") == (
        "Return a mission for free upgrades? Royal grants and Royal archive I."
    )
    assert tones(pos)["return"] == "plain"


def test_royal_archive_asks_for_an_upgrade_that_is_not_on_display() -> None:
    pos = cards(begin(turn=4), 0, "k25")
    stage(pos, Grants([0]))
    assert say(asked(pos).prompt, "en") == (
        "Return Royal archive I (−5 PP)? Take 1 upgrade that isn't on display, for free."
    )
    view = GAME.view(pos, 0)
    assert GAME.panel_picture(view, ()) == "missions", "nothing on display is offered"
    tiles_offered = asked(pos, "return", "k25").options
    assert {option.spot for option in tiles_offered} == set(view.archive)
    assert GAME.panel_picture(view, tuple(view.archive)) == "display"


def test_who_has_placed_everything_is_asked_before_the_cards_are_opened() -> None:
    pos = cards(begin(), 1, "k5")
    put(
        pos,
        1,
        "tower_single",
        "tower_double",
        "traitor",
        "tax_collector",
        "first_player",
        "market_palmyra",
        "rare_red",
    )
    while any(pos.state.reserve(1, piece) for piece in ("camel", "boat")):
        pos.state.players[1].own["camel"] -= pos.state.reserve(1, "camel")
        pos.state.players[1].own["boat"] -= pos.state.reserve(1, "boat")
    stage(pos, PlacePiece(0), Placement(at=1), resolving=False)
    assert [option.key for option in asked(pos, seat=1).options] == ["return"]
    assert settled_path(pos, 1) == ()


def test_who_lacks_gold_for_the_tax_sees_that_they_could_trade() -> None:
    pos = tiles(stock(begin(turn=4), 0, wood=1), 0, "i2")
    stage(pos, Tax(0))
    assert tones(pos) == {"tax": "danger", "trade": "plain"}
    assert settled_path(pos) == ()
    assert say(asked(pos).options[0].label, "en") == "Lose 3 PP"
    assert [say(one.label, "en") for one in asked(pos).blocked] == ["Pay 1 gold"]
    pos = tiles(stock(begin(turn=4), 0, wood=1, gold=1), 0, "i2")
    stage(pos, Tax(0))
    assert settled_path(pos) == ("tax",), "with the gold in hand the question is open at once"


def test_a_mission_in_hand_pays_the_tax_and_the_reason_says_so() -> None:
    pos = cards(stock(begin(turn=4)), 0, "k7", to="hand")
    stage(pos, Tax(0))
    assert tones(pos) == {"tax": "danger", "discard": "plain"}
    why = "1 gold short, but you can discard a mission to get 1"
    assert [say(one.why, "en") for one in asked(pos).blocked] == [why]
    pos = walk.submit(pos, 0, ("discard", "k7", "gold")).pos
    assert settled_path(pos) == ("tax",)
    assert [say(one.label, "en") for one in asked(pos, "tax").options] == [
        "Pay 1 gold",
        "Lose 3 PP",
    ]


def test_goods_that_still_stand_on_the_board_are_gathered_before_one_passes() -> None:
    """Buy is blocked only because boats are not gathered: Gather has the colour, for Pass would lose the space."""
    boat = next(
        one.id
        for one in SPACES.values()
        if one.action == "gather" and one.piece == "boat" and one.resource == "wood"
    )
    pos = put(put(stock(begin(turn=4)), 0, "upgrade_1"), 0, boat)
    stage(pos, Buy(0, "upgrade_1"))
    assert asked(pos).blocked[0].key == "buy"
    assert tones(pos) == {"gather": "main", "pass": "finish"}
    assert settled_path(pos) == ()
    pos = walk.submit(pos, 0, ("gather", boat)).pos
    assert settled_path(pos) == ("buy",), "then the upgrades are open"


def test_other_ways_to_the_price_stand_beside_pass_without_the_colour() -> None:
    pos = cards(stock(begin(turn=4), 0, wood=1), 0, "k7", to="hand")
    stage(put(pos, 0, "upgrade_1"), Buy(0, "upgrade_1"))
    assert tones(pos) == {"discard": "plain", "pass": "finish"}
    pos = tiles(stock(begin(turn=4), 0, gold=1), 0, "i23")
    stage(put(pos, 0, "upgrade_1"), Buy(0, "upgrade_1"))
    assert tones(pos) == {"trade": "plain", "pass": "finish"}, "one gold makes two goods"


def test_where_the_price_is_out_of_reach_nothing_pretends_otherwise() -> None:
    pos = cards(stock(begin(turn=4)), 0, "k7", to="hand")
    stage(put(pos, 0, "upgrade_1"), Buy(0, "upgrade_1"))
    assert tones(pos) == {"discard": "free", "pass": "finish"}


def test_spaces_of_no_use_now_come_last_and_the_next_page_has_a_name() -> None:
    """Of more than 25 spaces a menu shows the first ones: what brings something is among them."""
    pos = towers(begin(4), 4, 2, 1, 0)
    stage(pos, PlacePiece(0), Placement(at=1), resolving=False)
    form = asked(pos, "place", "camel")
    keys = [option.key for option in form.options]
    assert len(keys) > 25
    assert set(keys[-4:]) == {"traitor", "tax_collector", "caravan_1", "caravan_2"}, (
        "of no use in Era I, with a tower of 4"
    )
    assert keys.index("war_supplies") < 25, "worth four points"
    assert form.more_label is not None
    assert (say(form.more_label), say(form.more_label, "en")) == ("Más espacios…", "More spaces…")


def test_levels_and_what_is_left_are_named_by_their_space() -> None:
    pos = build(put(stock(begin(), 0, wood=2, marble=4), 0, "tower_double", "missions_ebla"))
    assert (
        say(asked(pos, "tower", "tower_double").prompt, "en")
        == "How many levels do you want to build on Double tower?"
    )
    assert (
        say(asked(pos, "tower", "tower_double").prompt)
        == "¿Cuántos niveles construyes en Torre doble?"
    )
    left = asked(pos).options[-1].detail
    assert left is not None
    assert say(left, "en") == "Double tower and Mission (Ebla)."


def placing(pos: Pos, seat: int = 0) -> SelectPrompt:
    stage(pos, PlacePiece(seat), Placement(at=1), resolving=False)
    return asked(pos, "place", seat=seat)


def test_the_first_placement_leaves_room_for_the_news_of_the_setup() -> None:
    pos = begin()
    assert len(placing(pos).proposed) == 2
    assert len(placing(put(pos, 0, "upgrade_1")).proposed) == 6
    assert len(placing(begin(turn=2)).proposed) == 6


def test_a_proposal_names_the_thing_before_its_mark_and_says_what_it_brings() -> None:
    prompt = placing(stock(begin()))
    mission = next(one for one in prompt.options if one.key == "missions_palmyra_1")
    assert mission.short is not None
    assert mission.detail is not None
    assert (say(mission.label, "en"), say(mission.short, "en")) == (
        "🐪 Missions (Palmyra) · P7",
        "🐪 Mission P7",
    )
    assert say(mission.detail, "en") == "Palmyra · draw a mission; you can't complete any yet"
    temple_space = next(one for one in prompt.options if one.key == "temple_palmyra")
    assert say(temple_space.short, "en") == "🐪 Temple +5 PP P6"
    tower = next(one for one in prompt.options if one.key == "tower_double")
    assert say(tower.detail, "en").endswith("2 PP each at the end of every Era")


def missions_detail(pos: Pos) -> str:
    option = next(one for one in placing(pos).options if one.key == "missions_palmyra_1")
    return say(option.detail, "en")


def test_a_missions_space_promises_points_only_for_a_mission_that_can_be_completed() -> None:
    none_yet = "Palmyra · draw a mission; you can't complete any yet"
    pos = cards(stock(begin(), 0, stone=2), 0, "k7", "k1", to="hand")
    assert missions_detail(pos) == none_yet, "2 marble are missing"
    payable = "Palmyra · draw a mission, or complete Royal masons I (10 PP)"
    assert missions_detail(stock(pos, 0, stone=2, marble=2)) == payable
    assert missions_detail(tiles(stock(pos, 0, wood=2, stone=2), 0, "i1")) == payable, "by trades"
    pos = cards(stock(begin(), 0, stone=2), 0, "k7", to="hand")
    assert missions_detail(put(pos, 0, "north_marble_boat")) == payable, "with what a boat gathers"


def test_the_space_for_both_kinds_of_piece_says_so_in_both_menus() -> None:
    details = {one.key: say(one.detail, "en") for one in placing(begin()).options}
    for key in ("war_supplies-camel", "war_supplies-boat"):
        assert details[key].startswith("Euphrates, camel or boat · no points yet")
    assert sum("camel or boat" in detail for detail in details.values()) == 2


def test_the_construction_says_what_the_next_level_and_each_work_bring() -> None:
    pos = put(stock(begin(turn=4), 0, wood=2, stone=2, marble=2), 0, "tower_single")
    cards(put(pos, 0, "missions_ebla"), 0, "k7", "k1", to="hand")
    details = {option.key: option.detail for option in asked(build(towers(pos, 4))).options}
    assert say(details["tower"], "en") == (
        "level 5 for 1 wood and 1 stone: +2 PP at the end of each Era (2 to come)"
    )
    assert say(details["mission"], "en") == "you can complete Royal masons I (+10 PP at the end)"
    assert say(details["done"], "en") == "Tower and Mission (Ebla)."


def test_each_mission_in_hand_says_what_it_lacks() -> None:
    pos = cards(put(stock(begin(), 0, wood=1), 0, "missions_ebla"), 0, "k7", "k23", to="hand")
    prompt = asked(build(pos), "mission", "missions_ebla")
    assert [say(line, "en") for line in prompt.lines] == [
        "Forced march I: 1 wood, 1 marble and 1 gold short.",
        "Royal masons I: 2 stone and 2 marble short.",
    ]
    assert [option.key for option in prompt.options] == ["draw"]
    assert not prompt.blocked, "a press on the first button draws"
    first = asked(pos).options[0]
    assert say(first.label, "en") == "Mission (Ebla) · draw"
    assert say(first.detail, "en") == (
        "you can only draw one for now (Forced march I: 1 wood, 1 marble and 1 gold short)"
    )
    pos = build(cards(tiles(stock(begin(), 0, wood=2, stone=2), 0, "i1"), 0, "k7", to="hand"))
    prompt = asked(put(pos, 0, "missions_ebla"), "mission", "missions_ebla")
    assert [one.key for one in prompt.blocked] == ["k7"], "trades would pay for it"
    pos = put(cards(cards(begin(), 0, "k7", to="hand"), 0, "k16"), 0, "missions_ebla")
    prompt = asked(build(pos), "mission", "missions_ebla")
    assert [one.key for one in prompt.blocked] == ["k7"], "5 resources of K16 would pay for it"


@pytest.mark.parametrize("way", ["favour", "charter", "trade and discard", "royal audience"])
def test_one_press_draws_only_if_no_free_operation_could_pay_for_a_mission(way: str) -> None:
    pos = begin(turn=5)
    match way:
        case "favour":
            pos = cards(tiles(stock(pos, 0, stone=2, marble=1), 0, "i6"), 0, "k7", to="hand")
        case "charter":
            pos = cards(cards(stock(pos, 0, stone=3, marble=1), 0, "k7", to="hand"), 0, "k13")
        case "trade and discard":
            pos = tiles(stock(pos, 0, stone=2, wood=1), 0, "i1")
            pos = cards(pos, 0, "k7", "k8", to="hand")
        case _:
            pos = cards(cards(stock(pos, 0, stone=2), 0, "k7", to="hand"), 0, "k21")
    pos = build(put(pos, 0, "missions_ebla"))
    assert say(asked(pos).options[0].label, "en") == "Mission (Ebla)"
    prompt = asked(pos, "mission", "missions_ebla")
    assert [option.key for option in prompt.options] == ["draw"]
    assert "k7" in [one.key for one in prompt.blocked]
    path = panel_builder.legal_path(pos, 0, ("mission",))
    assert path == ("mission", "missions_ebla"), "the draw is a press of its own"


def test_one_press_draws_if_all_free_operations_together_bring_too_little() -> None:
    pos = tiles(stock(begin(turn=5), 0, wood=1), 0, "i1", "i6")
    pos = build(put(cards(pos, 0, "k4", to="hand"), 0, "missions_ebla"))
    assert say(asked(pos).options[0].label, "en") == "Mission (Ebla) · draw"
    assert panel_builder.legal_path(pos, 0, ("mission",)) == ("mission", "missions_ebla", "draw")


def test_a_card_that_can_be_paid_is_completed_by_its_button() -> None:
    pos = cards(put(stock(begin(), 0, stone=2, marble=2), 0, "missions_ebla"), 0, "k7", to="hand")
    done = walk.ask(build(pos), 0, ("mission", "missions_ebla", "k7"))
    assert isinstance(done, MoveReady)
    assert done.instant
    assert done.unconfirmed
    reduced = walk.ask(tiles(pos, 0, "i20"), 0, ("mission", "missions_ebla", "k7", {"stone": 2}))
    assert isinstance(reduced, MoveReady)
    assert not reduced.unconfirmed, "the last answer says what to leave out, not what is paid"


def test_the_fourth_seat_is_told_which_of_its_two_extra_resources_it_chooses() -> None:
    pos = walk.start(GAME, {}, 4, "worlds")
    questions = {
        at: [say(asked(pos, "bonus", seat=seat).prompt, "en")]
        for at, seat in enumerate(pos.state.order)
        if at
    }
    last = pos.state.order[3]
    pos = walk.submit(pos, last, ("bonus", "stone")).pos
    questions[3].append(say(asked(pos, "bonus", seat=last).prompt, "en"))
    one = "You don't go first, so you get an extra resource. Which one?"
    two = "You don't go first, so you get 2 extra resources. Which one? ({} of 2)"
    assert questions == {1: [one], 2: [one], 3: [two.format(1), two.format(2)]}
