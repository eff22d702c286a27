"""Who decides what and when, and the default: every line of the table (rules 13.2, 13.4)."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.engine import walk
from games.core.prompts.prompt import DistributePrompt, SelectPrompt
from games.el_mapa.model.state import StandingOffer
from games.el_mapa.rules.battle.outcomes import Return
from games.el_mapa.rules.moving.exploring import Opening
from tests.games.el_mapa.positions import SPOT, castle, face, fight, give, run, spend, standing
from tests.games.el_mapa.staging import (
    default,
    done,
    door,
    face_down,
    field,
    keys,
    lasting,
    legal,
    pick,
    refused,
    settle,
    settled,
    shut,
    top,
)


def test_a_turn_ends_by_default_and_names_all_its_verbs() -> None:
    pos, seat = field()
    s = pos.state
    home = s.homes[seat]
    assert walk.actors(pos) == (seat,)
    assert default(pos, seat) == ("end",)
    assert set(keys(pos, seat)) == {"move", "end"}
    assert shut(pos, seat) == {
        "build": "map.why.nothing_payable",
        "hire": "map.why.empty_reserve",
        "trade": "map.why.no_market",
        "tech": "map.why.no_cards",
        "look": "map.why.no_watchtower",
    }
    face_down(pos, SPOT)
    castle(pos, seat, "market", "watchtower")
    give(pos, seat, "vision", "production")
    spend(pos, seat, gold=3, wood=1)
    s.castles[home].reserve = {"levy": 1}
    assert set(keys(pos, seat)) == {
        "move",
        "build",
        "hire",
        "trade",
        "tech",
        "look",
        "produce",
        "end",
    }
    s.players[seat].stacks = {}
    assert shut(pos, seat)["move"] == "map.why.no_troops"
    s.castles[home].built = 1
    assert shut(pos, seat)["build"] == "map.why.one_a_turn"


def test_a_seat_without_villages_has_one_origin_and_no_castle() -> None:
    pos, seat = field()
    s = pos.state
    del s.castles[s.homes[seat]], s.owners[s.homes[seat]]
    spend(pos, seat, gold=9, wood=9, stone=9)
    assert (set(keys(pos, seat)), shut(pos, seat)["build"], shut(pos, seat)["trade"]) == (
        {"move", "end"},
        "map.why.no_village",
        "map.why.no_market",
    )
    assert shut(pos, seat)["hire"] == "map.why.empty_reserve"


def test_a_group_is_asked_while_it_can_go_on_and_stops_by_default() -> None:
    pos, seat = field()
    start = door(pos, SPOT)
    pos.state.players[seat].stacks = {start: {"levy": 1}}
    run(pos, seat, ("move", start, {"levy": 1}, "step", pos.state.board.side(start, SPOT)))
    assert (top(pos), walk.actors(pos), default(pos, seat)) == ("move", (seat,), ("stop",))
    assert set(keys(pos, seat)) == {"step", "stop"}
    on = keys(pos, seat, "step")[0]
    run(pos, seat, ("step", on))
    assert top(pos) == "turn", "no point left, no card of the level of Light feet: nobody asks"


@pytest.mark.parametrize(
    ("cards", "for_good", "asked"),
    [
        (("haggler",), "", True),
        (("luck", "shield"), "", False),
        ((), "light_feet", True),
        ((), "speed", False),
    ],
)
def test_a_group_without_points_is_asked_by_what_everybody_knows(
    cards: tuple[str, ...], for_good: str, asked: bool
) -> None:
    """Any card of level I might be Light Feet, so its holder is asked."""
    pos, seat = field()
    start = door(pos, SPOT)
    pos.state.players[seat].stacks = {start: {"levy": 1}}
    give(pos, seat, *cards)
    if for_good:
        lasting(pos, seat, for_good)
    run(pos, seat, ("move", start, {"levy": 1}, "step", pos.state.board.side(start, SPOT)))
    run(pos, seat, ("step", keys(pos, seat, "step")[0]))
    assert (top(pos) == "move") is asked
    if asked:
        assert "step" not in keys(pos, seat)
        assert default(pos, seat) == ("stop",)


def test_a_group_on_the_way_stops_before_anything_else_but_production() -> None:
    pos, seat = field()
    start = door(pos, SPOT)
    pos.state.players[seat].stacks = {start: {"levy": 1}}
    give(pos, seat, "production")
    pos.state.players[seat].produced = ["gold"]
    spend(pos, seat, gold=9, wood=9)
    run(pos, seat, ("move", start, {"levy": 1}, "step", pos.state.board.side(start, SPOT)))
    assert not {"build", "hire", "trade", "end"} & set(keys(pos, seat))
    assert "produce" in keys(pos, seat)


@pytest.mark.parametrize(
    ("cards", "for_good", "asked"),
    [
        ((), "", False),
        (("haggler", "shield"), "", False),
        (("vision",), "", True),
        ((), "luck", False),
        (("haggler",), "luck", True),
    ],
)
def test_luck_is_asked_for_by_the_backs_of_cards_and_declined_by_default(
    cards: Any, for_good: str, asked: bool
) -> None:
    pos, seat = field()
    pos.state.chests[SPOT] = 1
    give(pos, seat, *cards)
    if for_good:
        lasting(pos, seat, for_good)
    pos.stack.append(Opening(seat, SPOT))
    settle(pos)
    assert (top(pos) == "luck") is asked
    if asked:
        assert default(pos, seat) == ("open",)
        run(pos, seat, ("open",))
    assert SPOT not in pos.state.chests
    assert top(pos) == "turn"


def market_day(n: int = 3) -> tuple[Any, int, int]:
    """Give everybody a market and goods."""
    pos, seat = field(n)
    for one in range(n):
        castle(pos, one, "market")
        spend(pos, one, gold=5, wood=5, stone=5)
    return pos, seat, (seat + 1) % n


def test_an_offer_waits_for_its_partner_who_refuses_by_default() -> None:
    pos, seat, other = market_day()
    run(pos, seat, ("trade", "offer", f"p{other}", {"wood": 2}, {"gold": 3}))
    assert (top(pos), walk.actors(pos), walk.optional_actors(pos)) == ("offer", (other,), (seat,))
    assert default(pos, other) == ("refuse",)
    assert set(keys(pos, other)) == {"accept", "refuse", "counter"}
    assert keys(pos, seat) == ["withdraw"]
    run(pos, other, ("refuse",))
    assert (top(pos), walk.actors(pos)) == ("turn", (seat,))
    assert (
        pos.state.players[seat].goods
        == pos.state.players[other].goods
        == {"gold": 5, "wood": 5, "stone": 5}
    )
    assert (pos.state.turn.traded, pos.state.turn.offers) == (0, 1)


def test_an_accepted_offer_changes_hands_and_uses_the_active_players_limit() -> None:
    pos, seat, other = market_day()
    run(pos, seat, ("trade", "offer", f"p{other}", {"gold": 2, "wood": 1}, {"stone": 2}))
    run(pos, other, ("accept",))
    assert pos.state.players[seat].goods == {"gold": 3, "wood": 4, "stone": 7}
    assert pos.state.players[other].goods == {"gold": 7, "wood": 6, "stone": 3}
    assert pos.state.turn.traded == 2
    assert shut(pos, seat, "trade")["offer"] == "map.why.trade_limit"


def test_an_offer_can_be_withdrawn_and_answered_with_another() -> None:
    pos, seat, other = market_day()
    offer = ("trade", "offer", f"p{other}", {"wood": 1}, {"gold": 1})
    run(pos, seat, offer, ("withdraw",))
    assert walk.actors(pos) == (seat,)
    run(pos, seat, offer)
    run(pos, other, ("counter", {"gold": 2}, {"wood": 1}))
    assert (walk.actors(pos), walk.optional_actors(pos)) == ((seat,), (other,))
    assert set(keys(pos, seat)) == {"accept", "refuse"}, "nobody counters any more"
    run(pos, seat, ("accept",))
    assert pos.state.players[seat].goods == {"gold": 7, "wood": 4, "stone": 5}
    assert pos.state.turn.traded == 1
    run(pos, seat, offer)
    run(pos, other, ("refuse",))
    assert shut(pos, seat, "trade")["offer"] == "map.why.offers_spent", (
        "three in a turn, the answered one too"
    )


def test_what_the_partner_can_not_pay_is_not_accepted() -> None:
    pos, seat, other = market_day()
    form = walk.ask(pos, seat, ("trade", "offer", f"p{other}", {"wood": 1}))
    assert isinstance(form, DistributePrompt)
    assert {slot.key: slot.most for slot in form.slots}["gold"] == 5
    assert refused(pos, seat, "trade", "offer", f"p{other}", {"wood": 1}, {"gold": 6})
    assert refused(pos, seat, "trade", "offer", f"p{other}", {"wood": 3}, {"gold": 1}), (
        "two units are the limit"
    )


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ("market", "map.why.no_market_there"),
        ("goods", "map.why.not_covered"),
        ("mine", "map.why.short"),
        ("limit", "map.why.trade_limit"),
    ],
)
def test_a_standing_offer_is_blocked_where_it_can_not_be_met(change: str, why: str) -> None:
    pos, seat, other = market_day()
    pos.state.players[other].posts = [
        StandingOffer("o1", {"wood": 2}, {"gold": 1}, 2),
        StandingOffer("o2", {"stone": 1}, {"gold": 1}, 1),
    ]
    assert keys(pos, seat, "trade", "take") == [f"p{other}-o1", f"p{other}-o2"]
    match change:
        case "market":
            pos.state.castles[pos.state.homes[other]].spaces = {}
        case "goods":
            spend(pos, other, wood=1)
        case "mine":
            spend(pos, seat, wood=9)
        case "limit":
            run(pos, seat, ("trade", "sell_wood", 1))
    if keys(pos, seat, "trade", "take"):
        assert shut(pos, seat, "trade", "take")[f"p{other}-o1"] == why
    else:
        assert shut(pos, seat, "trade")["take"] == "map.why.no_posts"


def test_standing_offers_are_put_up_taken_over_and_over_and_taken_back() -> None:
    pos, seat, other = market_day(2)
    for at in range(5):
        run(pos, seat, ("trade", "post", {"wood": 1}, {"gold": at + 1}, 2))
    assert shut(pos, seat, "trade")["post"] == "map.why.posts_full"
    run(pos, seat, ("trade", "unpost", "o2"), ("trade", "post", {"gold": 4}, {"stone": 1}, 1))
    assert [(post.id, post.give) for post in pos.state.players[seat].posts] == [
        ("o1", {"wood": 1}),
        ("o3", {"wood": 1}),
        ("o4", {"wood": 1}),
        ("o5", {"wood": 1}),
        ("o2", {"gold": 4}),
    ]
    run(pos, seat, ("end",))
    run(pos, other, ("trade", "take", f"p{seat}-o1"), ("trade", "take", f"p{seat}-o1"))
    assert pos.state.players[other].goods["wood"] == 7
    assert "o1" not in [post.id for post in pos.state.players[seat].posts]
    assert pos.state.turn.traded == 2


@pytest.mark.parametrize(
    ("rate", "give", "get"),
    [
        ("sell_wood", {"wood": 2}, {"gold": 2}),
        ("sell_stone", {"stone": 2}, {"gold": 4}),
        ("buy_wood", {"gold": 4}, {"wood": 2}),
        ("buy_stone", {"gold": 6}, {"stone": 2}),
    ],
)
def test_the_bank(rate: str, give: dict[str, int], get: dict[str, int]) -> None:
    pos, seat = field()
    castle(pos, seat, "market")
    spend(pos, seat, **give)
    assert refused(pos, seat, "trade", rate, 3)
    run(pos, seat, ("trade", rate, 2))
    assert {what: n for what, n in pos.state.players[seat].goods.items() if n} == get
    assert pos.state.turn.traded == 2
    assert "trade" in shut(pos, seat) or shut(pos, seat, "trade")["offer"] == "map.why.trade_limit"


def test_the_order_of_battles_is_asked_only_where_there_is_one_in_reading_order_by_default() -> (
    None
):
    pos, seat = field()
    s = pos.state
    settled(pos, seat)
    for cell, beside in (("e5", "e4"), ("c3", "c4")):
        s.garrisons[cell] = {"levy": 1}
        s.players[seat].stacks[cell] = {"soldier": 2}
        s.turn.entries[cell] = [beside]
    run(pos, seat, ("end",))
    assert (top(pos), keys(pos, seat, "battle"), default(pos, seat)) == (
        "order",
        ["c3", "e5"],
        ("battle", "c3"),
    )
    run(pos, seat, ("battle", "e5"))
    assert s.battle is not None
    assert s.battle.cell == "e5"
    while s.turn.seat == seat and top(pos) != "order" and pos.outcome is None:
        run(pos, seat, default(pos, seat))
    assert [one.cell for one in s.reports] == ["e5", "c3"], "the last one is not asked about"


@pytest.mark.parametrize(
    ("others", "cards", "for_good", "asked"),
    [
        ({"levy": 2}, (), "", True),
        ({"levy": 1}, (), "", False),
        ({"levy": 1}, ("haggler",), "", True),
        ({"levy": 1}, (), "speed", False),
        ({"levy": 1}, (), "haggler", False),
    ],
)
def test_a_defender_is_asked_by_what_everybody_knows(
    others: Any, cards: Any, for_good: str, asked: bool
) -> None:
    """A flight that is legal, any card in hand, a lasting copy with a choice."""
    pos, attacker, defender = face({"soldier": 3}, others, cards=((), cards))
    if for_good:
        lasting(pos, defender, for_good)
    run(pos, attacker, ("end",))
    assert (walk.actors(pos) == (defender,)) is asked
    if asked:
        assert default(pos, defender) == ("stay",)
        run(pos, defender, ("stay",))
    assert walk.actors(pos) == (attacker,), "three soldiers may flee"


def test_a_lasting_copy_with_a_choice_is_asked_about_even_where_nobody_can_flee() -> None:
    for army, asked in (({"levy": 2, "soldier": 1}, True), ({"levy": 3}, False)):
        pos, attacker, defender = face({"soldier": 3}, army)
        lasting(pos, defender, "speed")
        for other in pos.state.board.orthogonal[SPOT]:
            pos.state.players[attacker].stacks[other] = {"levy": 1}
        run(pos, attacker, ("end",))
        assert (walk.actors(pos) == (defender,)) is asked
        if asked:
            assert "flee" not in keys(pos, defender)
            assert shut(pos, defender)["flee"] == "map.why.no_refuge"


def test_when_the_defender_flees_the_attacker_is_not_asked() -> None:
    pos, attacker, defender = face({"soldier": 3}, {"levy": 3}, cards=(("speed",), ()))
    run(pos, attacker, ("end",))
    to = keys(pos, defender, "flee")[0]
    run(pos, defender, ("flee", to, "levy"))
    assert standing(pos, defender, to) == {"levy": 2}
    assert standing(pos, attacker) == {"soldier": 3}
    assert pos.state.reports[-1].end == "fled"


def test_both_divide_at_once_unseen_with_the_usual_as_default() -> None:
    pos, attacker, defender = face({"cavalry": 2, "soldier": 3}, {"cavalry": 2, "soldier": 3})
    run(pos, attacker, ("end",))
    run(pos, defender, ("stay",))
    run(pos, attacker, ("stay",))
    assert walk.actors(pos) == (0, 1)
    for seat in (0, 1):
        assert default(pos, seat) == ("kill", {"soldier": 2}), (
            "four levels rather than a rider's two"
        )
        assert keys(pos, seat) == ["kill"], "no Production here: both answers are hidden"
    pos, attacker, defender = face({"soldier": 1, "levy": 2}, {"soldier": 2, "levy": 2})
    run(pos, attacker, ("end",))
    run(pos, defender, ("stay",))
    run(pos, attacker, ("stay",))
    assert default(pos, attacker) == ("kill", {"soldier": 2}), (
        "four levels either way: then most soldiers"
    )
    assert legal(pos, attacker, "kill", {"soldier": 1, "levy": 2})
    assert refused(pos, attacker, "kill", {"levy": 2}), "two points would be wasted"


def test_nobody_divides_what_can_fall_in_one_way_only() -> None:
    pos, attacker, defender = face({"soldier": 3}, {"soldier": 2, "levy": 1})
    run(pos, attacker, ("end",))
    run(pos, defender, ("stay",))
    run(pos, attacker, ("stay",))
    assert walk.actors(pos) != (0, 1)
    assert pos.state.reports[-1].blows[0].dead[1] == {"levy": 1, "soldier": 2}


def test_pursuit_is_divided_by_who_stays() -> None:
    pos, attacker, defender = face({"soldier": 3, "levy": 3}, {"cavalry": 2, "levy": 1})
    run(pos, attacker, ("end",))
    run(pos, defender, ("stay",))
    to = keys(pos, attacker, "flee")[0]
    assert default(pos, attacker, "flee") == ("flee", to, "levy")
    run(pos, attacker, ("flee", to, "levy"))
    assert (top(pos), walk.actors(pos)) == ("pursue", (defender,))
    assert default(pos, defender) == ("kill", {"soldier": 2}), (
        "as many levels and hit points as with two levies in it"
    )
    run(pos, defender, ("kill", {"levy": 2, "soldier": 1}))
    assert standing(pos, attacker, to) == {"soldier": 2}
    assert pos.state.players[defender].fights == 1 + 2 + 2


def test_the_way_back_is_asked_where_there_are_two_the_first_entry_by_default() -> None:
    pos, attacker, _ = face({"cavalry": 1}, {"cavalry": 1}, neutral=True)
    pos.state.turn.entries[SPOT] = ["e4", "d3"]
    run(pos, attacker, ("end",))
    while top(pos) != "back":
        run(pos, attacker, default(pos, attacker))
    assert isinstance(pos.stack[-1], Return)
    assert (keys(pos, attacker, "back"), default(pos, attacker)) == (["e4", "d3"], ("back", "e4"))
    run(pos, attacker, ("back", "d3"))
    assert standing(pos, attacker, "d3") == {"cavalry": 1}
    pos, attacker, _ = face({"cavalry": 1}, {"cavalry": 1}, neutral=True)
    pos.state.turn.entries[SPOT], pos.state.garrisons["e4"] = ["e4", "d3"], {"levy": 1}
    fight(pos)
    assert standing(pos, attacker, "d3") == {"cavalry": 1}, (
        "the only entry without others is not asked about"
    )


def test_who_cannot_go_back_the_way_goes_anywhere_else_or_is_disbanded() -> None:
    pos, attacker, _ = face({"cavalry": 1}, {"cavalry": 1}, neutral=True)
    s = pos.state
    s.garrisons["d3"] = {"levy": 1}
    free = [other for other in s.open_neighbors(SPOT) if other != "d3"]
    run(pos, attacker, ("end",))
    while top(pos) != "back":
        run(pos, attacker, default(pos, attacker))
    assert keys(pos, attacker, "back") == free
    pos, attacker, _ = face({"cavalry": 1}, {"cavalry": 1}, neutral=True)
    for other in pos.state.board.orthogonal[SPOT]:
        pos.state.garrisons[other] = {"levy": 1}
    fight(pos)
    assert sum(SPOT in one.stacks for one in pos.state.players) == 0
    assert pos.state.players[attacker].stacks == {}
    assert [one.fights for one in pos.state.players] == [0, 0]


def test_a_single_troop_to_hire_is_named_with_its_price_for_one_tap_hires_it() -> None:
    pos, seat = field()
    home = pos.state.homes[seat]
    spend(pos, seat, gold=5)
    for reserve, told in (({"levy": 1}, True), ({"levy": 2}, False)):
        pos.state.castles[home].reserve = reserve
        form = walk.ask(pos, seat, ())
        assert isinstance(form, SelectPrompt)
        (label,) = (option.label for option in form.options if option.key == "hire")
        assert (label.key == "map.label.hire") is told


def test_nobody_is_hired_into_a_village_where_others_stand() -> None:
    """A flight or a way back may end in an enemy's empty village: he fights for it with troops from elsewhere."""
    pos, seat = field()
    s = pos.state
    home = s.homes[seat]
    s.players[seat].stacks = {SPOT: {"levy": 1}}
    s.players[1 - seat].stacks[home] = {"soldier": 1}
    s.castles[home].reserve = {"levy": 3}
    spend(pos, seat, gold=3)
    assert "hire" not in keys(pos, seat)
    assert shut(pos, seat)["hire"] == "map.why.occupied"
    other = settled(pos, seat)
    s.castles[other].reserve = {"levy": 1}
    assert keys(pos, seat, "hire") == [f"{other}-all"]
    assert shut(pos, seat, "hire") == {home: "map.why.occupied"}


def test_fighting_on_is_one_press_below_the_forecast() -> None:
    pos, attacker, defender = face({"levy": 3}, {"levy": 2})
    run(pos, attacker, ("end",))
    asked = pick(pos, defender)
    assert [line.key for line in asked.lines] == ["map.forecast.lost"]
    ready = done(pos, defender, "stay")
    assert ready.instant
    assert ready.effects == asked.lines
