"""The rulings of the rules, by number: R31 to R45."""

from __future__ import annotations

import pytest

from games.core.engine import walk
from games.imperial_settlers.model.catalog import CARDS
from games.imperial_settlers.rules.flow.exploring import Explore
from games.imperial_settlers.rules.flow.rounds import Cleanup
from games.imperial_settlers.rules.flow.turn import RoundActions
from tests.games.asking import keys, legal, why
from tests.games.imperial_settlers.positions import (
    begin,
    capture,
    deals,
    discarded,
    empire,
    foundation,
    go,
    goods,
    hand,
    kind,
    leave,
    passed,
    place,
    route,
    stage,
    supply,
    total,
    turn,
    used,
    who,
)


def test_r31_robbers_take_any_trade_route() -> None:
    pos = route(empire(empire(begin("bjr"), 0, "bar030"), 2, "rom029"), 1, "rom029", "jap001")
    pos = go(leave(supply(pos, worker=2), 0), ("activate", "bar030"))
    assert (goods(pos), len(who(pos).hand)) == ({"vp": 1}, 1)
    assert (who(pos, 1).deals, who(pos, 1).discard) == ([], ["jap001"])


def test_r32_fortification_is_for_enemies_only() -> None:
    pos = empire(hand(begin("rb"), 0, "com001"), 0, "rom022")
    assert goods(go(supply(pos, raze=1), ("raze", "hand", "com001"))) == {"stone": 1, "vp": 1}
    pos = capture(
        empire(empire(empire(begin("ebr"), 0, "com001"), 1, "bar018"), 2, "rom022"),
        0,
        "bar018",
        "rom022",
    )
    assert goods(go(supply(pos, worker=2), ("activate", "bar018"))) == {
        "stone": 1,
        "vp": 1,
        "wood": 1,
    }


def test_r33_too_few_common_cards() -> None:
    pos = leave(begin("rbe"), "common", "com001", "com002")
    stage(pos, Explore(), RoundActions(0), Cleanup())
    assert pos.state.offer == ["com001", "com002"]
    pos = go(pos, ("take", "com002"))
    assert [player.hand[1:] for player in pos.state.players] == [["com002"], ["com001"], []]
    assert kind(pos) == "turn"


def test_r33_too_few_cards_for_the_hidden_draft() -> None:
    pos = leave(
        begin("rb", exploration="alternative"), "common", "com001", "com002", "com003", "com004"
    )
    stage(pos, Explore(), RoundActions(0), Cleanup())
    assert sorted(len(player.looking) + len(player.kept) for player in pos.state.players) == [1, 3]
    while kind(pos) == "draft":
        pos = go(pos, walk.default_path(pos, walk.actors(pos)[0]))
    assert sorted(
        sum(CARDS[card].common for card in player.hand) for player in pos.state.players
    ) == [1, 2]


@pytest.mark.parametrize(("cards", "own", "others"), [(1, 1, 0), (2, 1, 1), (3, 2, 1), (4, 2, 2)])
def test_r33_the_solo_row_goes_in_turn_while_cards_last(cards: int, own: int, others: int) -> None:
    pos = leave(begin("r", at=5), "common", *(f"com00{n + 1}" for n in range(cards)))
    pos.state.collection = []
    stage(pos, Explore(), RoundActions(0), Cleanup())
    while kind(pos) == "solo_row":
        pos = walk.submit(pos, 0, walk.default_path(pos, 0)).pos
    assert (len(who(pos).hand) - 1, len(pos.state.virtual)) == (own, others)


def test_r34_sanctuary_builds_nothing() -> None:
    pos = supply(hand(empire(begin("er"), 0, "egi014", "egi006"), 0, "egi028"), worker=1, gold=1)
    pos = go(pos, ("activate", "egi014"))
    assert kind(pos) == "turn", "the Slaver does not ask"
    assert goods(pos) == {"stone": 1, "gold": 1, "vp": 1}
    assert [(one.card, one.known) for one in who(pos).foundations] == [("egi028", False)]


def test_r35_spies_and_negotiator_make_no_deal() -> None:
    pos = deals(empire(empire(begin("ejr"), 1, "jap030"), 2, "rom010"), 2, "rom001")
    pos = go(supply(capture(pos, 0, "jap030", "rom010"), worker=1), ("activate", "rom010"))
    assert goods(pos) == {"vp": 1}
    pos = deals(empire(begin("jr"), 0, "jap019", "jap020", "jap030"), 0, "jap004")
    pos = go(
        supply(pos, worker=1, food=1), ("activate", "jap019"), ("build_now", "jap004", {"food": 1})
    )
    assert goods(pos) == {"food": 2}


def test_r36_robbers_need_a_japanese_player_who_has_not_passed() -> None:
    pos = supply(
        route(empire(empire(begin("bjr"), 0, "bar030"), 2, "rom029"), 1, "rom029"), worker=2
    )
    assert legal(pos, "activate", "bar030")
    assert legal(passed(pos, 2), "activate", "bar030"), "the owner of the Location does not matter"
    assert why(passed(pos, 1), "activate") == "imp.why.no_activate"


def test_r37_a_trade_route_to_a_captured_location() -> None:
    pos = empire(
        empire(empire(begin("jer"), 0, "jap021", "jap001"), 1, "egi028"), 2, "rom029", "com001"
    )
    pos = supply(capture(pos, 1, "rom029", "com001", "jap001"), food=1)
    pos = go(passed(pos, 2), ("activate", "jap021", {"food": 1}))
    assert keys(pos, "trade_route_deal", "p1") == ["egi028", "rom029"], (
        "no Common one, none of the own deck"
    )
    pos = go(pos, ("trade_route_deal", "p1", "rom029"))
    assert goods(pos) == {"gold": 1}


def test_r38_a_location_with_a_marker_may_be_given_up() -> None:
    pos = route(empire(begin("rj"), 0, "rom009", "com069"), 1, "rom009", "jap001")
    supply(hand(pos, 0, "rom029"), stone=1)
    assert set(keys(pos, "build", "rom029")) == {"rom009", "com069"}


def test_r39_a_foundation_is_no_target() -> None:
    pos = foundation(empire(begin("jr"), 0, "jap008"), 1, "com001", "com002")
    assert why(supply(pos, raze=9), "activate") == "imp.why.no_activate"
    assert why(pos, "raze") == "imp.why.no_raze_only"


def test_r40_no_free_operation_within_an_action() -> None:
    pos = supply(
        hand(empire(begin("jr"), 0, "com069", "jap013"), 0, "jap009", "com046"),
        stone=2,
        worker=4,
        defense=1,
        raze=1,
    )
    supply(pos, 1, raze=2)
    assert {"gate", "samurai", "defend"} <= set(keys(pos))
    asked = go(pos, ("raze", "hand", "com046"))
    assert keys(asked) == ["draw"]
    pos = go(pos, ("build", "jap009", "com069", {"stone": 2}))
    assert goods(pos).get("vp", 0) == 0, (
        "nobody can stand on the new castle before its first production"
    )
    assert {"samurai", "end"} <= set(keys(pos))


def test_r41_the_captor_places_on_gate_and_shrine() -> None:
    pos = capture(empire(begin("ej"), 1, "jap013", "jap015"), 0, "jap013", "jap015")
    supply(hand(pos, 0, "com001", "com002", "egi001"), wood=2, gold=1)
    pos = go(
        pos,
        ("gate", "jap013", ["com001", "com002", "egi001"]),
        ("shrine", "jap015", {"gold": 1, "wood": 2}),
    )
    assert goods(pos) == {"vp": 3}
    assert (total(pos, 0), total(pos, 1)) == (3, 2 + 2 + 2 + 2)
    assert [one.seat for one in place(pos, "jap013").under] == [0, 0, 0]


def test_r42_the_troupe_saves_hand_cards_deals_and_tokens() -> None:
    pos = used(
        used(
            used(empire(begin("br"), 0, "com041", "com049", "com061", "bar023"), "com049", 0),
            "com061",
            0,
        ),
        "bar023",
        0,
    )
    pos = go(leave(leave(supply(pos, worker=1), 0), "common"), ("activate", "com041"))
    assert keys(pos, "repeat_action") == ["com049", "com061", "bar023"]
    for card in keys(pos, "repeat_action"):
        assert goods(go(pos, ("repeat_action", card))) == {"vp": 2}


@pytest.mark.parametrize(
    ("pays", "tokens", "can"),
    [(False, 1, False), (False, 2, True), (True, 3, False), (True, 4, True)],
)
def test_r42_protections_are_paid_and_with_the_option_the_whole_price(
    pays: bool, tokens: int, can: bool
) -> None:
    pos = used(
        empire(
            empire(begin("br", acting_troupe_pays=pays), 0, "com041", "bar014"),
            1,
            "com018",
            "rom022",
        ),
        "bar014",
        0,
    )
    place(pos, "com018").defense = 1
    supply(pos, worker=1, raze=tokens)
    assert ("activate" in keys(pos)) is can
    if can:
        pos = go(pos, ("activate", "com041"), ("repeat_action", "bar014", "1", "p1", "com018", {}))
        assert goods(pos) == {"stone": 1, "vp": 1}


def test_r42_a_target_without_protection_is_razed_for_nothing() -> None:
    pos = used(empire(empire(begin("br"), 0, "com041", "bar014"), 1, "com018"), "bar014", 0)
    pos = go(
        supply(pos, worker=1),
        ("activate", "com041"),
        ("repeat_action", "bar014", "1", "p1", "com018", {"stone": 1}),
    )
    assert goods(pos) == {"vp": 3}


def test_r42_what_settlers_build_is_paid() -> None:
    pos = used(hand(empire(begin("br"), 0, "com041", "com040"), 0, "bar001"), "com040", 0)
    assert why(supply(pos, worker=1), "activate") == "imp.why.no_activate"
    pos = go(supply(pos, worker=1, wood=1), ("activate", "com041"), ("repeat_action", "com040"))
    pos = go(pos, ("build_now", "bar001", {"wood": 1}))
    assert goods(pos) == {"wood": 2}


def test_r43_each_card_under_a_captured_gate_is_its_own_gain() -> None:
    pos = capture(empire(empire(begin("ej"), 0, "egi019"), 1, "jap013"), 0, "jap013")
    pos = go(hand(pos, 0, "com001", "com002"), ("gate", "jap013", ["com001", "com002"]))
    assert goods(pos) == {"vp": 2}


def test_r44_own_deck_means_the_resolvers() -> None:
    pos = capture(empire(empire(begin("ejr"), 0, "com084"), 1, "jap011"), 0, "jap011")
    pos = go(supply(pos, food=1), ("activate", "com084", {"food": 1}))
    assert {CARDS[card].deck for card in who(pos).looking} == {"egyptians"}
    pos = capture(
        empire(empire(empire(begin("ejr"), 0, "egi028"), 1, "jap021"), 2, "rom029"), 0, "jap021"
    )
    before = len(who(pos, 1).deck)
    pos = go(supply(pos, food=1), ("activate", "jap021", {"food": 1}))
    assert [(deal.card, deal.target) for deal in who(pos).deals] == [("", "rom029")]
    assert len(who(pos, 1).deck) == before, "a virtual marker"
    pos = capture(empire(empire(begin("eb"), 0, "egi028"), 1, "bar029"), 0, "bar029")
    pos = go(supply(hand(pos, 0, "egi029"), stone=2), ("build", "egi029", {"stone": 2}))
    assert goods(pos) == {"gold": 1, "stone": 1}, "no Barbarian Location"


def test_r45_discards_come_back_when_a_card_must_be_drawn() -> None:
    pos = discarded(leave(begin("rb"), "common", "com001"), "com002")
    pos = go(supply(pos, worker=2), ("workers", "common"))
    assert (who(pos).hand, pos.state.deck, pos.state.discard) == (["com001"], [], ["com002"])
    pos = go(supply(turn(pos), worker=2), ("workers", "common"))
    assert (who(pos).hand, pos.state.deck, pos.state.discard) == (["com001", "com002"], [], [])
    pos = discarded(leave(begin("rb"), "common", "com001"), "com002")
    pos = go(supply(pos, worker=4), ("workers", "several", {"common": 2}))
    assert sorted(who(pos).hand) == ["com001", "com002"]
