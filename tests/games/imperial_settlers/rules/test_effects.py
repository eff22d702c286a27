"""Nested effects, costs, jokers, reshuffles: ops, features and costs (rules 0.2 to 0.5, 7, 9)."""

from __future__ import annotations

import pytest

from games.core.engine import walk
from games.core.prompts.prompt import IllegalPath
from games.core.text.messages import Path, msg
from games.imperial_settlers import GAME
from games.imperial_settlers.model import events as ev
from games.imperial_settlers.model.catalog import CARDS
from games.imperial_settlers.model.names import amounts
from games.imperial_settlers.views.view import view
from tests.games.asking import ask, events_of_move, keys, legal, version, why
from tests.games.imperial_settlers.positions import (
    begin,
    deals,
    discarded,
    empire,
    foundation,
    go,
    goods,
    hand,
    hand_view,
    harvest,
    kind,
    leave,
    names,
    passing,
    place,
    route,
    samurai,
    supply,
    turn,
    used,
    who,
)


def test_settlers_build_ninjas_and_ninjas_deploy() -> None:
    pos = hand(empire(begin("jr"), 0, "com040", "jap001", "jap013"), 0, "jap026", "jap014")
    pos = go(supply(pos, wood=1, stone=1), ("activate", "com040", {"wood": 1}))
    assert keys(pos, "build_now") == ["jap026"]
    pos = go(pos, ("build_now", "jap026", {"stone": 1}))
    assert keys(pos, "deploy") == ["jap001", "jap013", "jap026"]
    pos = go(pos, ("deploy", ["jap001", "jap026"]))
    assert (goods(pos), names(pos)) == ({}, ["com040", "jap001", "jap013", "jap026"])


def test_the_troupe_repeats_settlers_who_build_ninjas() -> None:
    pos = used(
        hand(empire(begin("jr"), 0, "com041", "com040", "jap001", "jap013"), 0, "jap026"),
        "com040",
        0,
    )
    pos = go(supply(pos, worker=1, stone=1), ("activate", "com041"), ("repeat_action", "com040"))
    pos = go(pos, ("build_now", "jap026", {"stone": 1}), ("deploy", ["jap001", "jap013"]))
    assert [one.card for one in who(pos).locations if one.samurai] == ["jap001", "jap013"]
    assert (place(pos, "com040").used, place(pos, "com041").used) == (1, 1)


def test_settlers_and_triggers_that_ask() -> None:
    pos = hand(empire(begin("rb"), 0, "com040", "rom012", "rom013"), 0, "rom029")
    pos = go(
        supply(pos, wood=1, stone=1),
        ("activate", "com040", {"wood": 1}),
        ("build_now", "rom029", {"stone": 1}),
    )
    assert (goods(pos), kind(pos)) == ({"gold": 1}, "either"), "production first"
    pos = go(pos, ("choose", "0"), ("choose", "1"))
    assert goods(pos) == {"gold": 2, "vp": 1}


def test_a_payment_that_leaves_nothing_to_build_with_is_refused() -> None:
    pos = supply(hand(empire(begin("rb"), 0, "com040"), 0, "rom029"), wood=1, gold=1)
    assert isinstance(ask(pos, "activate", "com040", {"gold": 1}), IllegalPath)
    assert legal(pos, "activate", "com040", {"wood": 1})
    assert why(supply(pos, gold=1), "activate") == "imp.why.no_activate"
    pos = go(
        supply(pos, gold=2),
        ("activate", "com040", {"gold": 1}),
        ("build_now", "rom029", {"gold": 1}),
    )
    assert goods(pos) == {"gold": 1}


def test_farmers_copy_a_buddhist_temple() -> None:
    pos = supply(hand(empire(begin("jr"), 0, "jap011"), 0, "com016"), wood=3)
    pos = go(pos, ("build", "com016", {"wood": 3}))
    assert (kind(pos), {CARDS[card].deck for card in who(pos).looking}) == ("select", {"japanese"})
    pos = go(pos, ("keep", who(pos).looking[1]))
    assert keys(pos) == ["draw"], "then the bonus"
    assert len(who(go(pos, ("draw", "common"))).hand) == 2


def test_farmers_copy_what_asks_and_not_the_bonus() -> None:
    pos = harvest(empire(begin("er"), 0, "com016", "egi004"))
    pos = go(pos, ("choose", "1"), ("choose", "0"))
    assert goods(pos) == {"worker": 3, "gold": 1, "raze": 2, "defense": 1, "vp": 2}
    pos = supply(hand(empire(begin("rb"), 0, "com062"), 0, "com016"), wood=3)
    pos = go(leave(leave(pos, 0), "common"), ("build", "com016", {"wood": 3}))
    assert goods(pos) == {"wood": 1}


def test_porters_on_farmers_on_another() -> None:
    pos = go(
        supply(empire(begin("rb"), 0, "com084", "com016", "com007"), food=1),
        ("activate", "com084", {"food": 1}),
    )
    assert keys(pos, "produce_location") == ["com016", "com007"]
    assert goods(go(pos, ("produce_location", "com016"))) == {"wood": 2}


def test_a_trigger_counts_its_own_card() -> None:
    pos = go(supply(hand(begin("rb"), 0, "com006"), wood=3), ("build", "com006", {"wood": 3}))
    assert goods(pos) == {"gold": 1, "vp": 1}
    pos = supply(hand(empire(begin("er"), 0, "com069"), 0, "egi006"), stone=1, worker=1)
    pos = go(pos, ("build", "egi006", "com069", {"stone": 1}))
    assert keys(pos, "exchange") == ["1", "decline"]


def test_a_trigger_waits_for_its_colour_or_deck() -> None:
    pos = supply(
        hand(empire(begin("rb"), 0, "com004", "com006", "com078", "com080", "rom012"), 0, "com083"),
        stone=1,
    )
    assert goods(go(pos, ("build", "com083", {"stone": 1}))) == {}, "grey, and no Roman card"
    pos = supply(hand(empire(begin("rb"), 0, "com002", "rom009", "com069"), 0, "rom029"), stone=1)
    assert goods(go(pos, ("build", "rom029", "com069", {"stone": 1}))) == {"gold": 1}, (
        "its production alone"
    )


def test_several_copies_all_fire() -> None:
    pos = supply(hand(empire(begin("br"), 0, "bar007", "com005", "bar008"), 0, "com007"), raze=1)
    assert goods(go(pos, ("raze", "hand", "com007"))) == {"wood": 2, "food": 2, "vp": 1}


def test_an_exchange_of_two_points_wakes_the_sphinx() -> None:
    pos = supply(hand(empire(begin("er"), 0, "egi006", "egi019"), 0, "egi011"), food=1, gold=1)
    pos = go(pos, ("build", "egi011", {"food": 1}))
    assert goods(go(pos, ("exchange", "0"))) == {"food": 1, "worker": 1, "vp": 3}
    assert goods(go(pos, ("exchange", "1"))) == {"food": 1, "gold": 1, "vp": 1}


def test_hanseatic_league_twice_with_two_deals() -> None:
    pos = route(
        deals(empire(empire(begin("jr"), 0, "com061"), 1, "rom029"), 0, "jap001"),
        0,
        "rom029",
        "jap002",
    )
    pos = go(supply(pos, worker=2), ("activate", "com061", "twice", ["d0", "d1"]))
    assert (goods(pos), who(pos).deals, sorted(who(pos).discard)) == (
        {"vp": 4},
        [],
        ["jap001", "jap002"],
    )
    pos = deals(supply(empire(begin("rb"), 0, "com061"), worker=2), 0, "rom001")
    assert keys(pos, "activate", "com061") == ["once"]


def test_a_stolen_deal_goes_back_to_the_pile_of_its_deck() -> None:
    pos = deals(empire(begin("rb"), 0, "com061"), 0, "bar001")
    pos = go(supply(pos, worker=1), ("activate", "com061", "once", "d0"))
    assert (who(pos).discard, who(pos, 1).discard) == ([], ["bar001"])


def test_imperial_messenger_uses_deals_and_trade_routes() -> None:
    pos = route(
        deals(empire(empire(begin("jr"), 0, "com057"), 1, "rom029"), 0, "jap001", "jap011"),
        0,
        "rom029",
        "jap002",
    )
    pos = go(supply(pos, worker=1), ("activate", "com057"))
    assert keys(pos, "gain_deal_good") == ["d0", "d1", "d2"]
    assert goods(go(pos, ("gain_deal_good", "d2"))) == {"gold": 1}
    assert kind(go(pos, ("gain_deal_good", "d1"))) == "draw", "a card"
    assert goods(go(pos, ("gain_deal_good", "d0"))) == {"worker": 1}


def test_negotiator_spies_and_ninjas_leave_trade_routes_alone() -> None:
    pos = route(
        empire(empire(begin("jr"), 0, "jap019"), 1, "rom029", "rom010"), 0, "rom029", "jap002"
    )
    assert why(supply(pos, worker=1, wood=9, stone=9, food=9), "activate") == "imp.why.no_activate"
    assert why(supply(turn(pos, 1), 1, worker=1), "activate") == "imp.why.no_activate"
    pos = route(
        empire(empire(empire(begin("jer"), 0, "jap026"), 2, "rom029"), 1, "com001"), 1, "rom029"
    )
    assert why(supply(pos, worker=1), "activate") == "imp.why.no_activate"


def test_a_trade_route_is_a_deal_with_its_triggers_and_outlives_the_card() -> None:
    pos = empire(empire(begin("jr"), 0, "jap021", "jap030", "jap020"), 1, "rom029")
    pos = go(supply(pos, food=1), ("activate", "jap021", {"food": 1}))
    assert goods(pos) == {"gold": 2, "vp": 3}
    deal = who(pos).deals[0]
    assert CARDS[deal.card].deck == "japanese"
    assert deal.card not in who(pos).hand
    assert [view(pos, seat).empires[0].deals[0].card for seat in (0, 1, None)] == ["", "", ""], (
        "drawn unseen"
    )
    pos = go(
        supply(hand(turn(pos), 0, "jap006"), wood=1), ("build", "jap006", "jap021", {"wood": 1})
    )
    assert who(pos).deals == [deal]


def test_the_troupe_repeats_the_desert_without_a_card() -> None:
    pos = used(
        hand(hand(empire(begin("erb"), 0, "com041", "egi001"), 1, "com003", "com004"), 2, "com005"),
        "egi001",
        0,
    )
    pos = go(supply(pos, worker=1), ("activate", "com041"), ("repeat_action", "egi001"))
    assert keys(pos, "enemy_discards_card") == ["p1", "p2"]
    pos = go(pos, ("enemy_discards_card", "p1"))
    assert walk.actors(pos) == (1,)
    pos = go(pos, ("discard", "com004"))
    assert (goods(pos), who(pos, 1).hand, pos.state.discard) == ({"vp": 1}, ["com003"], ["com004"])


def test_the_desert_needs_an_enemy_with_a_hand() -> None:
    pos = hand(empire(begin("er"), 0, "egi001"), 0, "com001")
    assert why(pos, "activate") == "imp.why.no_activate"
    assert (
        why(hand(empire(begin("er"), 0, "egi001"), 1, "com001"), "activate")
        == "imp.why.no_activate"
    ), "nor a cost"


def test_a_blocked_action_is_neither_activated_nor_repeated_this_round() -> None:
    pos = used(empire(empire(begin("er"), 0, "egi010"), 1, "com046", "com041"), "com046", 1)
    pos = go(
        supply(supply(pos, worker=1), 1, worker=2),
        ("activate", "egi010"),
        ("block_enemy_action", "p1", "com046"),
    )
    assert why(pos, "activate") == "imp.why.no_activate"
    pos = passing(pos)
    assert place(pos, "com046").blocked is False


def test_gold_stands_for_any_mix() -> None:
    pos = supply(empire(begin("rb"), 0, "com032"), wood=1, gold=2, stone=0)
    assert goods(go(pos, ("activate", "com032", {"gold": 2, "wood": 1}))) == {"vp": 3}
    assert why(supply(pos, wood=3, gold=1), "activate") == "imp.why.no_activate"
    pos = supply(empire(begin("br"), 0, "bar025"), food=1, gold=1)
    assert goods(go(pos, ("activate", "bar025", {"food": 1}))) == {"gold": 2, "vp": 1}


@pytest.mark.parametrize("again", [False, True])
def test_a_faction_deck_that_runs_out_while_looking(again: bool) -> None:
    pos = discarded(
        leave(empire(begin("jr", faction_reshuffle=again), 0, "jap011"), 0, "jap001"),
        "jap002",
        "jap003",
    )
    pos = harvest(pos)
    if again:
        assert "jap001" in who(pos).looking
        assert len(who(pos).looking) == 2
        assert (len(who(pos).deck), who(pos).discard) == (1, [])
    else:
        assert (who(pos).hand, who(pos).looking, who(pos).discard) == (
            ["jap001"],
            [],
            ["jap002", "jap003"],
        )


def test_a_forced_draw_from_an_empty_faction_deck_gives_nothing() -> None:
    pos = supply(hand(foundation(leave(begin("jr"), 0), 0, "com001"), 0, "jap024"), wood=1)
    pos = go(pos, ("build", "jap024", "com001", {"wood": 1}))
    assert (goods(pos), who(pos).hand) == ({"vp": 2}, []), "its own trigger all the same"


def test_nothing_at_all_to_draw() -> None:
    pos = go(
        supply(leave(leave(hand(begin("br"), 0, "com065"), 0), "common"), raze=1),
        ("raze", "hand", "com065"),
    )
    assert (who(pos).hand, pos.state.discard) == (["com065"], []), (
        "only the razed card itself comes back"
    )


def test_a_removed_gate_scatters_its_cards() -> None:
    pos = empire(empire(begin("rj"), 0, "rom008"), 1, "jap013")
    pos = go(hand(turn(pos, 1), 1, "com001", "jap002"), ("gate", "jap013", ["com001", "jap002"]))
    pos = go(supply(turn(pos), worker=2), ("activate", "rom008"))
    assert (pos.state.discard, sorted(who(pos, 1).discard), who(pos, 1).points) == (
        ["com001"],
        ["jap002", "jap013"],
        2,
    )


def test_saboteurs_take_what_lies_in_a_supply_only() -> None:
    pos = samurai(empire(empire(begin("bj"), 0, "bar010"), 1, "jap015", "jap001"), "jap001")
    place(pos, "jap015").put = 5
    supply(supply(pos, worker=1), 1, gold=3, worker=3, raze=2)
    assert why(pos, "activate") == "imp.why.no_activate"
    pos = go(supply(pos, 1, food=1, stone=2), ("activate", "bar010"))
    assert keys(pos, "steal_resource", "p1") == ["stone", "food"]
    pos = go(pos, ("steal_resource", "p1", "food"))
    assert (goods(pos), goods(pos, 1)) == ({"food": 1}, {"stone": 2})


def test_robbers_end_a_deal_and_ninjas_gain_its_good() -> None:
    pos = deals(empire(begin("br"), 0, "bar030"), 1, "rom029", "rom001")
    pos = go(
        supply(leave(pos, 0), worker=2), ("activate", "bar030"), ("discard_enemy_deal", "p1", "d1")
    )
    assert (goods(pos), len(who(pos).hand), who(pos, 1).discard) == ({"vp": 1}, 1, ["rom001"])
    pos = deals(empire(begin("jr"), 0, "jap026"), 1, "rom029")
    pos = go(supply(pos, worker=1), ("activate", "jap026"))
    assert (goods(pos), who(pos, 1).deals, who(pos, 1).discard) == ({"gold": 1}, [], ["rom029"])


def test_dark_chapel_needs_the_tokens_of_its_target() -> None:
    pos = hand(empire(empire(begin("br"), 0, "bar014"), 1, "com018", "com019"), 0, "com001")
    place(pos, "com018").defense = 1
    assert keys(supply(pos, raze=1), "activate", "bar014") == ["0"]
    assert keys(supply(pos, raze=2), "activate", "bar014", "1", "p1") == ["com019"]
    assert set(keys(supply(pos, raze=3), "activate", "bar014", "1", "p1")) == {"com018", "com019"}
    assert goods(go(pos, ("activate", "bar014", "1", "p1", "com018", {"vp": 1}))) == {
        "stone": 1,
        "vp": 2,
    }


@pytest.mark.parametrize(("option", "repeated"), [(False, 1), (True, 3)])
def test_the_price_is_told_before_it_is_paid(option: bool, repeated: int) -> None:
    pos = empire(empire(begin("br", acting_troupe_pays=option), 0, "bar014", "com041"), 1, "com018")
    place(pos, "com018").defense = 1
    supply(pos, raze=9, worker=1)
    path: Path = ("bar014", "1", "p1", "com018", {})
    assert msg("imp.sure.paid", what=amounts({"raze": 3})) in ask(pos, "activate", *path).effects
    pos = go(used(pos, "bar014", 0), ("activate", "com041"))
    assert (
        msg("imp.sure.paid", what=amounts({"raze": repeated}))
        in ask(pos, "repeat_action", *path).effects
    )


def test_rabble_raze_an_own_common_location() -> None:
    pos = empire(begin("br"), 0, "bar018", "com012", "com069", "bar001")
    pos = go(supply(pos, worker=2), ("activate", "bar018"))
    assert goods(pos) == {"worker": 2, "wood": 1}
    assert ([one.card for one in who(pos).foundations], names(pos)) == (
        ["com012"],
        ["bar018", "com069", "bar001"],
    )


def test_the_mission_looks_at_any_mix() -> None:
    pos = go(
        supply(empire(begin("br"), 0, "bar028"), worker=1),
        ("activate", "bar028"),
        ("look", {"faction": 2}),
    )
    assert [CARDS[card].deck for card in who(pos).looking] == ["barbarians"] * 2
    assert view(pos, 1).empires[0].hand == 0
    assert hand_view(pos, 0).looking == tuple(who(pos).looking)
    pos = leave(supply(empire(begin("br"), 0, "bar028"), worker=1), 0)
    assert kind(go(pos, ("activate", "bar028"))) == "select", (
        "with one deck there is nothing to say"
    )


def test_oasis_of_another_pays_for_every_pair_and_not_for_ones_own() -> None:
    pos = supply(empire(begin("er"), 0, "egi005"), worker=4)
    assert goods(go(pos, ("workers", "several", {"wood": 2}))) == {"wood": 2}
    pos = supply(empire(begin("re"), 1, "egi005"), worker=4)
    assert goods(go(pos, ("workers", "several", {"wood": 1})), 1) == {"worker": 1}


def test_legion_and_dojo_draw_from_their_deck() -> None:
    pos = supply(hand(foundation(begin("rb"), 0, "com001"), 0, "rom017"), food=1)
    pos = go(pos, ("build", "rom017", "com001", {"food": 1}))
    assert [CARDS[card].deck for card in who(pos).hand] == ["common", "common"]
    pos = supply(hand(foundation(begin("jr"), 0, "com001"), 0, "jap024"), wood=1)
    pos = go(pos, ("build", "jap024", "com001", {"wood": 1}))
    assert [CARDS[card].deck for card in who(pos).hand] == ["japanese"]


def test_a_deal_of_a_card_is_drawn_at_once_and_in_production() -> None:
    pos = go(
        supply(hand(begin("jr"), 0, "jap011"), food=1),
        ("deal", "jap011", {"food": 1}),
        ("draw", "faction"),
    )
    assert len(who(pos).hand) == 1
    assert kind(harvest(pos)) == "draw"


def test_who_is_told_which_cards_were_drawn() -> None:
    pos = supply(begin("br"), worker=4)
    step = walk.submit(pos, 0, ("workers", "several", {"common": 1, "faction": 1}))
    drew = next(one for one in step.events if isinstance(one.public, ev.Drew))
    public = version(drew, ev.Drew)
    assert (public.decks, public.cards) == (["common", "faction"], [])
    assert version(drew, ev.Drew, 0).cards == who(step.pos).hand
    assert step.barrier == [0, 1]


def test_a_gone_player_is_still_a_target_and_answered_for() -> None:
    pos = hand(hand(empire(begin("er"), 0, "egi001"), 0, "com002"), 1, "com003", "com004")
    pos.gone[1] = True
    pos = go(pos, ("activate", "egi001", "com002"))
    assert (walk.actors(pos), walk.default_path(pos, 1)) == ((1,), ("discard", "com003"))
    assert GAME.audit(go(pos, ("discard", "com003"))) == []


def test_pack_tells_what_it_looted_and_leaves_the_rest() -> None:
    pos = supply(empire(empire(begin("br"), 0, "bar016"), 1, "com079"), worker=1)
    told = events_of_move(
        go(pos, ("activate", "bar016", "once")),
        ("gain_from_enemy_raze_value", "p1", "com079", "worker"),
    )
    assert told[0] == ev.Looted(0, 1, "com079", {"worker": 1})
