"""Captured Locations (9.4) are only the captor's for the rest of the round."""

from __future__ import annotations

import pytest

from games.imperial_settlers import GAME
from games.imperial_settlers.rules.effects.steps import price
from games.imperial_settlers.views.view import view
from tests.games.asking import keys, legal, refused, why
from tests.games.imperial_settlers.positions import (
    begin,
    buried,
    capture,
    empire,
    go,
    goods,
    hand,
    kind,
    leave,
    names,
    passed,
    passing,
    place,
    route,
    samurai,
    supply,
    total,
    turn,
    used,
    virtual,
    who,
)


def test_the_temple_takes_any_location_of_an_enemy_for_nothing() -> None:
    pos = empire(empire(begin("er"), 0, "egi013"), 1, "com001", "com069", "rom029", "rom022")
    pos = go(pos, ("activate", "egi013"))
    assert keys(pos, "capture_location", "p1") == ["com001", "com069", "rom029", "rom022"]
    pos = go(pos, ("capture_location", "p1", "rom029"))
    assert (place(pos, "rom029").captor, pos.state.controller_of("rom029")) == (0, 0)
    assert goods(pos) == {}, "it does not produce when captured"
    assert names(pos, 1) == ["com001", "com069", "rom029", "rom022"], "its owner keeps ownership"
    assert (view(pos, 1).empires[0].captured, view(pos, 1).empires[1].locations[2].controller) == (
        ("rom029",),
        0,
    )


def test_gate_and_shrine_can_be_captured() -> None:
    pos = go(
        empire(empire(begin("ej"), 0, "egi013"), 1, "jap013", "jap015"), ("activate", "egi013")
    )
    assert keys(pos, "capture_location", "p1") == ["jap013", "jap015"]


def test_a_captured_trigger_works_for_the_captor_alone() -> None:
    pos = capture(empire(begin("eb"), 1, "com005", "com002"), 0, "com005", "com002")
    hand(hand(pos, 0, "com003", "egi028"), 1, "com004")
    assert goods(go(supply(pos, raze=1), ("raze", "hand", "com003"))) == {"wood": 2, "vp": 1}
    assert goods(go(supply(pos, stone=2), ("build", "egi028", {"stone": 2}))) == {
        "gold": 2,
        "stone": 1,
        "vp": 1,
    }
    assert goods(go(supply(turn(pos, 1), 1, raze=1), ("raze", "hand", "com004")), 1) == {
        "gold": 1,
        "wood": 1,
    }


def test_colours_count_for_the_captor_alone() -> None:
    pos = hand(capture(empire(begin("er"), 1, "com008", "com009"), 0, "com008"), 0, "com001")
    assert (
        goods(go(supply(pos, wood=1, stone=2), ("build", "com001", {"stone": 2, "wood": 1})))["vp"]
        == 2
    )
    pos = hand(capture(empire(begin("er"), 1, "com008", "com009"), 0, "com008"), 1, "com001")
    assert (
        goods(
            go(
                supply(turn(pos, 1), 1, wood=1, stone=2),
                ("build", "com001", {"stone": 2, "wood": 1}),
            ),
            1,
        )["vp"]
        == 2
    )


@pytest.mark.parametrize(("before", "offered"), [(0, ["once", "twice"]), (1, ["once"]), (2, [])])
def test_activations_of_the_owner_count_against_the_same_limit(
    before: int, offered: list[str]
) -> None:
    pos = capture(used(empire(begin("er"), 1, "com050"), "com050", *[1] * before), 0, "com050")
    supply(supply(pos, worker=2), 1, worker=2)
    if offered:
        assert keys(pos, "activate", "com050") == offered
        pos = go(pos, ("activate", "com050", "once"))
        assert (goods(pos), place(pos, "com050").used) == ({"worker": 1, "raze": 1}, before + 1), (
            "at the captor's cost"
        )
        assert goods(pos, 1) == {"worker": 2}
    else:
        assert refused(pos, "activate", "com050")


def test_the_owner_does_not_activate_it() -> None:
    pos = turn(capture(empire(begin("er"), 1, "com050"), 0, "com050"), 1)
    assert why(supply(pos, 1, worker=2), "activate") == "imp.why.no_action_only"


def test_porters_farmers_and_troupe_use_captured_locations() -> None:
    pos = capture(
        empire(empire(begin("er"), 0, "com084"), 1, "rom025", "com007"), 0, "rom025", "com007"
    )
    pos = go(supply(pos, food=1), ("activate", "com084", {"food": 1}))
    assert keys(pos, "produce_location") == ["rom025", "com007"]
    assert goods(go(pos, ("produce_location", "rom025"))) == {"worker": 1, "gold": 1}
    pos = capture(empire(hand(begin("er"), 0, "com016"), 1, "com007"), 0, "com007")
    pos = go(leave(leave(supply(pos, wood=3), 0), "common"), ("build", "com016", {"wood": 3}))
    assert goods(pos) == {"wood": 2}
    pos = capture(empire(empire(begin("er"), 0, "com041"), 1, "rom007"), 0, "rom007")
    pos = go(supply(pos, worker=2), ("activate", "rom007"))
    assert goods(go(turn(pos), ("activate", "com041"), ("repeat_action", "rom007"))) == {
        "raze": 2,
        "vp": 2,
    }


def test_captured_porters_and_farmers_look_at_the_captors_locations() -> None:
    pos = capture(empire(empire(begin("er"), 0, "egi028"), 1, "com084", "com007"), 0, "com084")
    pos = go(supply(pos, food=1), ("activate", "com084", {"food": 1}))
    assert goods(pos) == {"gold": 1, "stone": 1}, "the pyramid is the only one"
    pos = capture(
        empire(empire(begin("er"), 0, "com084", "egi028"), 1, "com016", "com007"), 0, "com016"
    )
    pos = go(
        supply(pos, food=1), ("activate", "com084", {"food": 1}), ("produce_location", "com016")
    )
    assert goods(pos) == {"gold": 1, "stone": 1}


def test_a_captured_troupe_repeats_only_what_its_captor_has_activated() -> None:
    pos = capture(
        empire(empire(begin("er"), 0, "egi007"), 1, "com041", "com046"), 0, "com041", "com046"
    )
    used(used(supply(pos, worker=1), "com046", 1), "egi007", 0)
    assert keys(go(pos, ("activate", "com041")), "repeat_action") == ["egi007"]


def test_neither_gives_it_up() -> None:
    pos = capture(empire(empire(begin("er"), 0, "com069"), 1, "com001", "com002"), 0, "com001")
    hand(hand(pos, 0, "egi009"), 1, "rom029")
    assert keys(pos, "build", "egi009") == ["com069"]
    assert keys(supply(turn(pos, 1), 1, stone=1), "build", "rom029") == ["com002"]
    pos = capture(empire(begin("er"), 1, "com001"), 0, "com001")
    assert why(hand(pos, 0, "egi009"), "build") == "imp.why.no_build"


def test_samurai_on_a_captured_location_count_for_the_captor() -> None:
    pos = samurai(empire(begin("ej"), 1, "jap001", "jap002", "jap009"), "jap001", "jap002")
    capture(empire(pos, 0, "com084"), 0, "jap001", "jap009")
    assert goods(
        go(supply(pos, food=1), ("activate", "com084", {"food": 1}), ("produce_location", "jap009"))
    ) == {"vp": 1}
    assert keys(supply(turn(pos, 1), 1, worker=1)) == ["pass"], "the owner deploys nowhere"
    assert "samurai" not in keys(supply(turn(pos), worker=1)), "nor does the captor"


def test_fortification_protects_whose_own_it_is() -> None:
    pos = capture(empire(empire(begin("bre"), 1, "rom022", "com018"), 2, "com019"), 2, "rom022")
    assert price(pos.state, place(pos, "com018"), 1) == 2
    assert price(pos.state, place(pos, "com019"), 2) == 3
    assert price(capture(pos, 2, "com018").state, place(pos, "com018"), 2) == 3


def test_its_owner_may_raze_it_and_the_captor_has_the_wood() -> None:
    pos = supply(capture(empire(begin("re"), 0, "com018"), 1, "com018"), raze=2)
    pos = go(pos, ("raze", "rival", "p1", "com018"))
    assert (goods(pos), goods(pos, 1)) == ({"stone": 1, "vp": 1}, {"wood": 1})
    assert [one.card for one in who(pos, 0).foundations] == ["com018"]


def test_captured_rabble_raze_a_captured_location() -> None:
    pos = capture(empire(empire(begin("ebr"), 1, "bar018"), 2, "com018"), 0, "bar018", "com018")
    pos = go(supply(pos, worker=2), ("activate", "bar018"))
    assert goods(pos) == {"stone": 1, "vp": 1, "wood": 1}
    assert ([one.card for one in who(pos, 2).foundations], goods(pos, 2)) == (["com018"], {})


def test_a_removed_location_goes_to_its_own_pile() -> None:
    pos = supply(
        capture(empire(empire(begin("rej"), 0, "rom008"), 2, "jap001"), 1, "jap001"), worker=2
    )
    pos = go(pos, ("activate", "rom008"))
    assert (who(pos, 2).discard, goods(pos)) == (["jap001"], {"vp": 1})
    assert GAME.audit(pos) == []


def test_it_is_no_target_of_its_captor() -> None:
    pos = supply(
        capture(empire(empire(begin("er"), 0, "egi003"), 1, "com018"), 0, "com018"), raze=9
    )
    assert (why(pos, "activate"), why(pos, "raze")) == (
        "imp.why.no_activate",
        "imp.why.no_raze_only",
    )


def test_a_block_hits_it_while_it_is_an_enemys() -> None:
    pos = supply(capture(empire(begin("re"), 0, "com046"), 1, "com046"), worker=2)
    place(pos, "com046").blocked = True
    assert why(supply(turn(pos, 1), 1, worker=1), "activate") == "imp.why.no_activate"


def test_what_lies_on_it_stays_and_comes_back_with_it() -> None:
    pos = buried(
        samurai(empire(begin("ej"), 1, "jap013", "com046"), "jap013"),
        "jap013",
        1,
        "com001",
        "com002",
        "com003",
    )
    place(pos, "com046").defense = 1
    pos = capture(pos, 0, "jap013", "com046")
    assert total(pos, 0) == 0
    assert total(pos, 1) == 2 + 2 + 1
    pos = passing(pos)
    one = place(pos, "jap013")
    assert (one.captor, one.samurai, len(one.under)) == (None, True, 3)


def test_a_trade_route_to_it_goes_on_for_its_owner() -> None:
    pos = route(
        capture(empire(empire(begin("ejr"), 1, "jap021"), 2, "rom029"), 0, "rom029"), 1, "rom029"
    )
    assert [deal.good for deal in who(pos, 1).deals] == ["gold"]
    assert who(pos, 0).deals == []


def test_it_ends_with_the_round_for_all_even_in_the_last() -> None:
    for at in (2, 5):
        pos = passing(
            capture(empire(begin("er", at=at), 1, "com018", "rom019"), 0, "com018", "rom019")
        )
        assert [one.captor for one in who(pos, 1).locations] == [None, None]


def test_the_captor_passes_and_its_location_can_not_be_targeted() -> None:
    pos = passed(supply(capture(empire(begin("ber"), 2, "com018"), 1, "com018"), raze=9), 1)
    assert not legal(pos, "raze", "rival", "p1", "com018")
    assert why(pos, "raze") == "imp.why.no_raze_only"


def test_in_solo_a_captured_card_goes_to_the_collection_after_all() -> None:
    pos = go(
        empire(virtual(begin("e"), "com046", "com018"), 0, "egi013", "com084"),
        ("activate", "egi013"),
    )
    pos = go(pos, ("capture_location", "virtual", "com018"))
    pos = go(supply(pos, food=1, defense=1), ("defend", "com018"))
    pos = go(pos, ("activate", "com084", {"food": 1}))
    assert goods(pos) == {"raze": 1}
    pos = go(pos, ("pass",))
    assert kind(pos) == "solo_row"
    assert {"com046", "com018"} <= set(pos.state.collection)
