"""The rulings of the rules, by number: R1 to R30."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.engine import walk
from games.core.guides.rulebook import passage
from games.imperial_settlers import GAME
from games.imperial_settlers.model import events as ev
from games.imperial_settlers.model.catalog import CARDS
from games.imperial_settlers.rules.effects.steps import price
from games.imperial_settlers.rules.flow.scoring import score
from tests.games.asking import default, events_of_move, keys, legal, refusal, why
from tests.games.imperial_settlers.positions import (
    attack,
    begin,
    buried,
    capture,
    deals,
    discarded,
    empire,
    foundation,
    go,
    goods,
    hand,
    harvest,
    kind,
    leave,
    names,
    passed,
    passing,
    place,
    queue,
    route,
    samurai,
    supply,
    targets,
    total,
    turn,
    used,
    who,
)
from tests.games.wording import speaker

say = speaker(GAME)


@pytest.mark.parametrize(
    ("letters", "kept"), [("br", "worker"), ("jr", "food"), ("rb", "raze"), ("er", "gold")]
)
def test_r01_all_that_can_be_stored_is_kept(letters: str, kept: str) -> None:
    pos = supply(begin(letters), 0, wood=3, stone=3, food=3, worker=3, raze=3, defense=1, gold=3)
    assert goods(passing(pos)) == {kept: 3}


def test_r02_gold_raze_and_defense_do_not_break_a_tie() -> None:
    pos = supply(supply(begin("rb"), gold=9, raze=9, defense=9), 1, food=1)
    assert [(rank.place, rank.seat) for rank in score(pos).ranking] == [(1, 1), (2, 0)]


def test_r03_gold_on_the_shrine_counts_as_one_good_each() -> None:
    pos = supply(empire(begin("jr"), 0, "jap015"), gold=2, wood=1, worker=3)
    pos = go(pos, ("shrine", "jap015", {"gold": 2, "wood": 1}))
    assert (place(pos, "jap015").put, goods(pos)) == (3, {"worker": 3})
    assert total(pos) == 2 + 2
    assert not legal(supply(pos, worker=3, raze=1), "shrine", "jap015", {"worker": 1})


def test_r04_all_pairs_are_declared_together() -> None:
    pos = supply(begin("br"), worker=7)
    pos = go(pos, ("workers", "several", {"common": 1, "faction": 1, "stone": 1}))
    assert goods(pos) == {"worker": 1, "stone": 1}
    assert [CARDS[card].deck for card in who(pos).hand] == ["common", "barbarians"]
    assert kind(pos) == "turn", "no deck is asked later"
    assert pos.stack[-1].seat == 1


@pytest.mark.parametrize(
    ("letters", "action", "path"),
    [
        ("jr", "jap008", {"raze": 2}),
        ("rj", "rom008", {"worker": 2}),
    ],
)
def test_r05_what_is_removed_goes_to_the_discard_pile(
    letters: str, action: str, path: dict[str, int]
) -> None:
    pos = supply(empire(empire(begin(letters), 0, action), 1, "com001"), **path)
    pos = go(pos, ("activate", action))
    assert (pos.state.discard, names(pos, 1), who(pos, 1).foundations) == (["com001"], [], [])


@pytest.mark.parametrize(("lang", "pile"), [("es", "descarte"), ("en", "discard pile")])
@pytest.mark.parametrize("card", ["jap_garrison", "rom_engineers"])
def test_r05_card_ruling_help_and_log_say_where_what_is_removed_goes(
    card: str, lang: str, pile: str
) -> None:
    assert any(pile in say(line, lang) for line in GAME.cards[card].text)
    assert pile in passage(GAME.id, lang, f"card-{card}")
    assert pile in say(GAME.narrate(ev.Removed(0, 1, "com001")), lang)
    assert pile in passage(GAME.id, lang, "ours")


def test_r06_removal_may_hit_any_location_whatever_protects_it() -> None:
    pos = empire(
        empire(begin("rj"), 0, "rom008"), 1, "com001", "com069", "jap001", "jap013", "jap015"
    )
    place(samurai(pos, "jap001"), "com001").defense = 1
    supply(pos, worker=2)
    pos = go(pos, ("activate", "rom008"))
    assert keys(pos, "remove_enemy_location", "p1") == [
        "com001",
        "com069",
        "jap001",
        "jap013",
        "jap015",
    ]
    pos = go(pos, ("remove_enemy_location", "p1", "jap001"))
    assert (goods(pos), goods(pos, 1), who(pos, 1).discard) == ({"vp": 1}, {}, ["jap001"])


def test_r07_spies_bring_no_good_at_once() -> None:
    pos = supply(deals(empire(begin("rb"), 0, "rom010"), 1, "bar010"), worker=1)
    pos = go(pos, ("activate", "rom010"))
    assert goods(pos) == {"vp": 1}
    assert [(deal.card, deal.good) for deal in who(pos).deals] == [("bar010", "gold")]
    assert who(pos, 1).deals == []
    assert goods(harvest(pos))["gold"] == 1


@pytest.mark.parametrize("marker", ["", "jap001"])
def test_r08_a_trade_route_ends_with_its_location(marker: str) -> None:
    pos = route(empire(begin("rj"), 0, "rom009"), 1, "rom009", marker)
    supply(hand(pos, 0, "rom029"), stone=1)
    pos = go(pos, ("build", "rom029", "rom009", {"stone": 1}))
    assert who(pos, 1).deals == []
    assert who(pos, 1).discard == ([marker] if marker else [])


def test_r09_a_trade_route_with_an_empty_deck_has_a_virtual_marker() -> None:
    pos = leave(empire(empire(begin("jr"), 0, "jap021"), 1, "rom029"), 0)
    pos = go(supply(pos, food=1), ("activate", "jap021", {"food": 1}))
    assert [(deal.card, deal.target, deal.good) for deal in who(pos).deals] == [
        ("", "rom029", "gold")
    ]
    assert goods(pos) == {"gold": 1}


def test_r10_two_trade_routes_on_one_location() -> None:
    pos = supply(empire(empire(begin("jr"), 0, "jap021", "jap022"), 1, "rom029"), food=2)
    pos = go(pos, ("activate", "jap021", {"food": 1}))
    pos = go(turn(pos), ("activate", "jap022", {"food": 1}))
    assert [deal.target for deal in who(pos).deals] == ["rom029", "rom029"]
    assert goods(pos) == {"gold": 2}
    markers = [deal.card for deal in who(pos).deals]
    pos = go(
        supply(hand(turn(pos, 1), 1, "rom030"), 1, stone=2),
        ("build", "rom030", "rom029", {"stone": 2}),
    )
    assert who(pos).deals == []
    assert sorted(who(pos).discard) == sorted(markers)


def test_r11_oasis_works_for_one_who_has_passed() -> None:
    pos = passed(supply(empire(begin("be"), 1, "egi005"), worker=4), 1)
    assert goods(go(pos, ("workers", "several", {"wood": 2})), 1) == {"worker": 2}


def test_r12_oasis_in_solo_is_only_its_bonus() -> None:
    pos = supply(hand(foundation(begin("e"), 0, "com069"), 0, "egi005"), food=1)
    pos = go(pos, ("build", "egi005", "com069", {"food": 1}))
    assert goods(pos) == {"worker": 2}
    assert goods(go(turn(pos), ("workers", "wood"))) == {"wood": 1}


def test_r13_the_owner_can_not_use_what_is_captured() -> None:
    pos = hand(
        empire(begin("je"), 0, "com046", "jap013", "jap030", "com069"),
        0,
        "com001",
        "jap001",
        "jap006",
    )
    supply(pos, worker=9, defense=1, wood=1, food=1)
    capture(pos, 1, "com046", "jap013", "jap030")
    assert "gate" not in keys(pos)
    assert why(pos, "activate") == "imp.why.no_action_only"
    assert keys(pos, "defend") == ["com069"]
    assert keys(pos, "build", "jap006") == ["com069"]
    assert "samurai" not in keys(pos)
    assert goods(go(pos, ("deal", "jap001", {"food": 1}))) == {
        "worker": 10,
        "defense": 1,
        "wood": 1,
    }, "no point by the school"


def test_r14_the_owner_scores_what_is_captured_in_the_last_round() -> None:
    pos = capture(empire(begin("er", at=5), 1, "rom029", "com001"), 0, "rom029", "com001")
    assert (total(pos, 0), total(pos, 1)) == (0, 3)
    pos = passing(pos)
    assert pos.outcome is not None
    assert (total(pos, 0), total(pos, 1)) == (0, 3)
    assert all(one.captor is None for one in who(pos, 1).locations)


def test_r15_a_used_location_may_be_captured_but_not_blocked() -> None:
    pos = supply(
        empire(empire(begin("er"), 0, "egi010", "egi013"), 1, "com046", "com042"), worker=1
    )
    used(used(pos, "com042", 1), "com046", 1)
    after = go(pos, ("activate", "egi010"))
    assert place(after, "com046").blocked, "one activation was left"
    used(pos, "com046", 1, 1)
    assert why(pos, "egi010", "activate") == "imp.why.no_block_enemy_action"
    assert keys(go(pos, ("activate", "egi013")), "capture_location", "p1") == ["com046", "com042"]


def test_r16_the_sphinx_looks_at_each_effect_by_itself() -> None:
    pos = supply(
        hand(empire(begin("er"), 0, "com002", "com008", "egi019"), 0, "com001"), wood=1, stone=2
    )
    pos = go(pos, ("build", "com001", {"stone": 2, "wood": 1}))
    assert goods(pos)["vp"] == 3 + 1, "three grey Locations at once, one more"
    pos = go(pos, ("draw", "common"))
    assert goods(pos)["vp"] == 3 + 1 + 1, "the Supplier's single point brings nothing"


@pytest.mark.parametrize(
    ("given", "points", "cards"), [({}, 0, 2), ({"card": 1}, 2, 1), ({"card": 2}, 4, 0)]
)
def test_r17_cards_may_be_given_up_before_they_are_drawn(
    given: dict[str, int], points: int, cards: int
) -> None:
    pos = supply(hand(empire(begin("br"), 0, "bar014"), 0, "com046"), raze=1)
    pos = go(leave(pos, 0), ("activate", "bar014", "0"), ("raze_hand_card", "com046", given))
    assert (who(pos).points, len(who(pos).hand)) == (points, cards)


def test_r17_points_may_be_given_up_too() -> None:
    pos = supply(hand(empire(begin("br"), 0, "bar014"), 0, "com018"), raze=1)
    pos = go(pos, ("activate", "bar014", "0"))
    assert goods(go(pos, ("raze_hand_card", "com018", {"vp": 1}))) == {"stone": 1, "vp": 2}
    assert goods(go(pos, ("raze_hand_card", "com018", {"stone": 1}))) == {"vp": 3}
    assert goods(go(pos, ("raze_hand_card", "com018", {"stone": 1, "vp": 1}))) == {"vp": 4}


def test_r17_what_is_given_up_is_one_gain_with_the_rest() -> None:
    pos = capture(
        hand(empire(empire(begin("eb"), 0, "egi019"), 1, "bar014"), 0, "com018"), 0, "bar014"
    )
    pos = go(supply(pos, raze=1), ("activate", "bar014", "0"))
    assert goods(go(pos, ("raze_hand_card", "com018", {"stone": 1}))) == {"vp": 2 + 1 + 1}
    assert goods(go(pos, ("raze_hand_card", "com018", {"stone": 1, "vp": 1}))) == {"vp": 4 + 1}


@pytest.mark.parametrize(
    ("letters", "action", "paths", "cost"),
    [
        ("er", "egi003", [("activate", "egi003")], {"raze": 1}),
        ("br", "bar014", [("activate", "bar014", "1", "p1", "com046", {})], {"raze": 2}),
        ("br", "bar018", [("activate", "bar018"), ("raze_own_location", "com012")], {"worker": 2}),
    ],
)
def test_r18_all_kinds_of_razing_trigger(
    letters: str, action: str, paths: list[Any], cost: dict[str, int]
) -> None:
    pos = empire(empire(begin(letters), 0, action, "com005", "com012"), 1, "com046")
    supply(leave(leave(pos, 0), "common"), **cost)
    assert goods(go(pos, *paths))["vp"] == 1


def test_r18_gallows_razed_by_the_rabble_see_it_no_more() -> None:
    pos = supply(empire(begin("br"), 0, "bar018", "com005"), worker=2)
    assert goods(go(pos, ("activate", "bar018"))) == {"vp": 1, "wood": 1 + 1}, (
        "V and W of the Gallows, 1 W for the Foundation"
    )


@pytest.mark.parametrize(
    ("letters", "action", "more", "cost"),
    [
        ("br", "bar016", ("once",), {"worker": 1}),
        ("eb", "egi014", (), {"worker": 1}),
        ("rb", "rom008", (), {"worker": 2}),
        ("jr", "jap008", (), {"raze": 2}),
    ],
)
def test_r19_what_only_looks_like_razing_triggers_nothing(
    letters: str, action: str, more: tuple[str, ...], cost: dict[str, int]
) -> None:
    pos = supply(empire(empire(begin(letters), 0, action, "com005"), 1, "com007"), **cost)
    steps = walk.submit(hand(pos, 0, "com001"), 0, ("activate", action, *more))
    points = {"egi014": 1, "rom008": 1}.get(action, 0)
    assert who(steps.pos).points == points
    assert not any(isinstance(one.public, ev.Razed) for one in steps.events)


def test_r20_farmers_copy_another_production_but_no_farmers() -> None:
    pos = supply(hand(empire(begin("rb"), 0, "com007"), 0, "com016"), wood=3)
    pos = go(leave(leave(pos, 0), "common"), ("build", "com016", {"wood": 3}))
    assert goods(pos) == {"wood": 2}
    pos = supply(hand(begin("rb"), 0, "com016"), wood=3)
    pos = go(leave(leave(pos, 0), "common"), ("build", "com016", {"wood": 3}))
    assert goods(pos) == {}, "nothing to copy"
    pos = harvest(empire(begin("rb"), 0, "com016", "com007", "com026"))
    assert keys(pos, "copy_production") == ["com007", "com026"]
    assert default(pos) == ("copy_production", "com007")
    assert goods(go(pos, ("copy_production", "com026")))["vp"] == 2


def test_r21_acting_troupe_repeats_what_was_used_this_round_without_its_cost() -> None:
    pos = supply(empire(begin("br"), 0, "com041", "com037", "com043"), worker=2, stone=2)
    assert "com041" not in keys(pos, "activate"), "nothing was used yet"
    pos = turn(go(pos, ("activate", "com037", {"stone": 2})))
    pos = go(pos, ("activate", "com041"))
    assert keys(pos, "repeat_action") == ["com037"]
    pos = go(pos, ("repeat_action", "com037"))
    assert goods(pos) == {"vp": 6}
    assert place(pos, "com037").used == 1, "that was no activation"


def test_r21_not_a_blocked_location_and_no_acting_troupe() -> None:
    pos = used(used(empire(begin("er"), 0, "com041", "com037", "egi007"), "com037", 0), "egi007", 0)
    place(supply(pos, worker=1), "com037").blocked = True
    assert keys(go(pos, ("activate", "com041")), "repeat_action") == ["egi007"]
    place(pos, "egi007").blocked = True
    assert why(pos, "activate") == "imp.why.no_activate"


@pytest.mark.parametrize(("stone", "can"), [(1, False), (2, True)])
def test_r21_with_the_option_the_cost_is_paid_in_full(stone: int, can: bool) -> None:
    pos = used(empire(begin("br", acting_troupe_pays=True), 0, "com041", "com037"), "com037", 0)
    supply(pos, worker=2, stone=stone)
    assert ("activate" in keys(pos)) is can
    if can:
        pos = go(pos, ("activate", "com041"), ("repeat_action", "com037", {"stone": 2}))
        assert goods(pos) == {"vp": 3}
        assert goods(supply(pos)) == {"vp": 3}


def test_r21_the_troupes_own_worker_can_not_pay_the_repeated_action() -> None:
    pos = used(empire(begin("br", acting_troupe_pays=True), 0, "com041", "com046"), "com046", 0)
    assert "activate" not in keys(used(supply(pos, worker=1), "com046", 0, 0))
    assert "activate" in keys(supply(pos, worker=2))


def test_r22_production_then_bonus_then_triggers() -> None:
    pos = supply(hand(empire(begin("rb"), 0, "com002"), 0, "com008"), wood=1, stone=1)
    told = events_of_move(pos, ("build", "com008", {"stone": 1, "wood": 1}))
    assert [one.goods for one in told if isinstance(one, ev.Gained)] == [
        {"stone": 1},
        {"stone": 1},
        {"gold": 1, "vp": 1},
    ]


def test_r22_triggers_in_the_order_in_which_they_were_built() -> None:
    pos = supply(hand(empire(begin("rb"), 0, "com002", "rom009", "rom015"), 0, "com083"), stone=1)
    told = events_of_move(pos, ("build", "com083", {"stone": 1}))
    assert [one.card for one in told if isinstance(one, ev.Gained)] == [
        "com002",
        "rom009",
        "rom015",
    ]
    pos = supply(hand(empire(begin("rb"), 0, "rom015", "com002", "rom009"), 0, "com083"), stone=1)
    told = events_of_move(pos, ("build", "com083", {"stone": 1}))
    assert [one.card for one in told if isinstance(one, ev.Gained)] == [
        "rom015",
        "com002",
        "rom009",
    ]


def test_r23_free_operations_before_passing_not_after() -> None:
    pos = supply(empire(begin("rb"), 0, "com001"), defense=1)
    assert {"defend", "pass"} <= set(keys(pos))
    assert pos.stack[-1].seat == 0
    assert place(go(pos, ("defend", "com001"), ("pass",)), "com001").defense == 1
    pos = go(pos, ("pass",))
    assert walk.actors(pos) == (1,)
    assert refusal(pos, seat=0) == "core.refused.not_now"


def test_r24_a_failed_attack_leaves_the_queue() -> None:
    pos = attack(queue(empire(begin("r"), 0, "com046"), "food", "gold", "vp"))
    assert (targets(pos), pos.state.collection) == (["food", "gold", "vp"], [])


def test_r25_the_japanese_attack_comes_before_the_common_one() -> None:
    pos = attack(queue(empire(begin("j"), 0, "com018", "jap001"), "vp", "stone", "vp"))
    assert (pos.state.collection, targets(pos)) == (["jap001"], ["stone", "vp", "vp"])
    pos = attack(queue(empire(begin("j"), 0, "com018"), "vp", "stone", "vp"))
    assert pos.state.collection == ["com018"], "without such a Location as always"
    pos = attack(queue(empire(begin("r"), 0, "com018", "rom029"), "vp", "vp", "stone"))
    assert (pos.state.collection, targets(pos)) == (["com018"], ["vp", "vp", "stone"]), (
        "only the Japanese"
    )


@pytest.mark.parametrize("again", [False, True])
def test_r26_faction_discards_come_back_only_by_the_option(again: bool) -> None:
    pos = leave(begin("br", faction_reshuffle=again), 0)
    discarded(pos, "bar001", "bar002")
    supply(pos, worker=6)
    assert ("faction" in keys(pos, "workers")) is again
    if again:
        pos = go(pos, ("workers", "several", {"faction": 2}))
        assert (sorted(who(pos).hand), who(pos).discard) == (["bar001", "bar002"], [])


def test_r27_only_faction_locations_count_against_the_collection() -> None:
    pos = empire(begin("r", at=5), 0, "com001", "com002", "com003", "rom001", "rom002")
    pos.state.collection = ["com010", "com011"]
    assert score(pos).ranking[0].place == 2, "two against two"
    pos.state.collection = ["com010"]
    assert score(pos).ranking[0].place == 1


@pytest.mark.parametrize(("letters", "card"), [("jr", "jap011"), ("rj", "rom011")])
def test_r28_the_only_card_left_is_kept(letters: str, card: str) -> None:
    own = {"j": "jap001", "r": "rom001"}[letters[0]]
    pos = harvest(leave(empire(begin(letters), 0, card), 0, own))
    assert (who(pos).hand, kind(pos)) == ([own], "turn")


def test_r28_the_mission_too() -> None:
    pos = leave(leave(empire(begin("br"), 0, "bar028"), 0, "bar001"), "common")
    pos = go(supply(pos, worker=1), ("activate", "bar028"))
    assert (who(pos).hand, kind(pos)) == (["bar001"], "turn")


def test_r29_what_settlers_and_negotiator_build_is_built() -> None:
    pos = hand(empire(begin("br"), 0, "com040", "bar029"), 0, "bar012")
    pos = go(
        supply(pos, wood=3),
        ("activate", "com040", {"wood": 1}),
        ("build_now", "bar012", {"wood": 2}),
    )
    assert goods(pos) == {"raze": 1, "worker": 1 + 1}, "production, and the Borderlands"
    assert names(pos) == ["com040", "bar029", "bar012"], "no Location is given up"
    pos = deals(empire(begin("jr"), 0, "jap019", "com006"), 0, "jap001")
    pos = go(
        supply(pos, worker=1, wood=1), ("activate", "jap019"), ("build_now", "jap001", {"wood": 1})
    )
    assert goods(pos) == {"worker": 1, "food": 1, "gold": 1, "vp": 1}
    assert who(pos).deals == []


def test_r30_settlers_may_build_a_card_without_a_location_in_its_cost() -> None:
    pos = hand(empire(begin("br"), 0, "com040"), 0, "bar001", "com007")
    pos = go(supply(pos, wood=2), ("activate", "com040", {"wood": 1}))
    assert keys(pos, "build_now") == ["bar001"], "no Common card"
    assert goods(go(pos, ("build_now", "bar001", {"wood": 1}))) == {"wood": 2}


def test_the_price_of_razing_counts_all_protections() -> None:
    pos = samurai(empire(begin("bj"), 1, "jap016"), "jap016")
    assert price(pos.state, place(pos, "jap016"), 1) == 3
    assert GAME.audit(buried(empire(pos, 1, "jap013"), "jap013", 1, "com001")) == []
