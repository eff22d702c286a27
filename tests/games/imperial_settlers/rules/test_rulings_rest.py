"""The rulings of the rules, by number: R46 to R61."""

from __future__ import annotations

from games.core.engine import walk
from games.core.prompts.prompt import DistributePrompt
from games.imperial_settlers import GAME
from games.imperial_settlers.model import events as ev
from games.imperial_settlers.model.catalog import CARDS
from games.imperial_settlers.rules.effects.steps import price
from games.imperial_settlers.rules.flow.exploring import Draft
from games.imperial_settlers.rules.flow.rounds import Cleanup
from games.imperial_settlers.rules.flow.turn import RoundActions
from games.imperial_settlers.views.view import view
from tests.games.asking import ask, events_of_move, keys, legal, public_events, version, why
from tests.games.imperial_settlers.positions import (
    attack,
    begin,
    capture,
    deals,
    empire,
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
    samurai,
    stage,
    supply,
    targets,
    total,
    turn,
    used,
    virtual,
    who,
)


def test_r46_gate_and_shrine_are_not_attacked() -> None:
    pos = attack(queue(empire(begin("j"), 0, "jap013", "jap015"), "vp", "vp"))
    assert (pos.state.collection, targets(pos)) == ([], ["vp", "vp"])
    pos = attack(queue(empire(begin("j"), 0, "jap013", "jap001"), "vp", "vp"))
    assert pos.state.collection == ["jap001"]


def test_r47_no_peaceful_variant_in_solo() -> None:
    pos = walk.start(GAME, {"peaceful": True, "exploration": "advanced"}, 1, "solo")
    assert (pos.options["peaceful"], pos.options["exploration"]) == (False, "standard"), (
        "both are for more players"
    )
    pos = supply(virtual(begin("b", peaceful=True), "com018"), raze=2)
    assert goods(go(pos, ("raze", "rival", "virtual", "com018"))) == {"stone": 1, "vp": 1}


def test_r48_a_foreign_deal_card_stays_a_card_of_its_deck() -> None:
    pos = capture(deals(empire(begin("ejr"), 1, "jap019"), 0, "rom029"), 0, "jap019")
    pos = go(
        supply(pos, worker=1, stone=1),
        ("activate", "jap019"),
        ("build_now", "rom029", {"stone": 1}),
    )
    assert (goods(pos), names(pos), total(pos)) == ({"gold": 1}, ["rom029"], 2)
    pos = supply(turn(pos, 1), 1, raze=9)
    assert keys(pos, "raze", "rival", "p0") == ["jap019"], "the captured Negotiator, not the Bank"
    pos = go(
        supply(empire(turn(pos, 2), 0, "jap001"), 2, raze=2), ("raze", "rival", "p0", "jap001")
    )
    assert (goods(pos, 2), who(pos, 1).discard, goods(pos, 0)) == (
        {"vp": 1},
        ["jap001"],
        {"gold": 1},
    )


def test_r49_a_captured_location_is_a_target_while_the_egyptian_plays() -> None:
    pos = supply(capture(empire(begin("ber"), 2, "com018"), 1, "com018"), raze=2)
    assert legal(passed(pos, 2), "raze", "rival", "p1", "com018")
    assert not legal(pos, "raze", "rival", "p2", "com018")
    who(pos, 2).passed = False
    assert why(passed(pos, 1), "raze") == "imp.why.no_raze_only"


def test_r50_gained_cards_one_by_one_and_sets_at_once() -> None:
    pos = go(supply(hand(begin("br"), 0, "com046"), raze=1), ("raze", "hand", "com046"))
    assert kind(pos) == "draw"
    pos = go(pos, ("draw", "faction"))
    assert (kind(pos), [CARDS[card].deck for card in who(pos).hand]) == ("draw", ["barbarians"])
    pos = go(pos, ("draw", "common"))
    assert (kind(pos), len(who(pos).hand)) == ("turn", 2)
    pos = go(supply(empire(begin("br"), 0, "bar028"), worker=1), ("activate", "bar028"))
    assert isinstance(ask(pos, "look"), DistributePrompt)
    pos = go(pos, ("look", {"common": 1, "faction": 1}))
    assert (kind(pos), sorted(CARDS[card].deck for card in who(pos).looking)) == (
        "select",
        ["barbarians", "common"],
    )


def test_r51_an_effect_may_yield_nothing() -> None:
    pos = leave(
        leave(supply(empire(begin("br"), 0, "com046", "com016", "com084"), worker=1, food=1), 0),
        "common",
    )
    assert goods(go(pos, ("activate", "com046", "once"))) == {"food": 1}
    assert goods(go(pos, ("activate", "com084", {"food": 1}))) == {"worker": 1}, (
        "Farmers alone copy nothing"
    )
    assert (
        why(empire(supply(begin("br"), food=1), 0, "com084"), "activate") == "imp.why.no_activate"
    ), "a target is missing"


def test_r52_a_captured_warehouses_stores_for_the_captor() -> None:
    pos = capture(empire(begin("er"), 1, "rom019"), 0, "rom019")
    supply(supply(pos, wood=1, stone=1, food=1, worker=1), 1, wood=1)
    pos = passing(pos)
    assert (goods(pos), goods(pos, 1)) == ({"wood": 1, "stone": 1, "food": 1}, {})
    pos = supply(supply(empire(begin("er"), 1, "rom019"), wood=1), 1, wood=1)
    pos = passing(pos)
    assert (goods(pos), goods(pos, 1)) == ({}, {"wood": 1})


def test_r53_two_defense_tokens_on_a_captured_location() -> None:
    pos = supply(empire(empire(begin("re"), 0, "com018"), 1, "egi013"), worker=2, defense=1, raze=2)
    pos = go(
        supply(pos, 1, defense=1),
        ("defend", "com018"),
        ("workers", "wood"),
        ("activate", "egi013"),
        ("defend", "com018"),
    )
    assert (place(pos, "com018").captor, place(pos, "com018").defense) == (1, 2)
    assert price(pos.state, place(pos, "com018"), 1) == 4
    supply(pos, raze=4)
    assert legal(pos, "raze", "rival", "p1", "com018"), "its owner may raze it too"


def test_r54_a_second_capture_by_the_acting_troupe() -> None:
    pos = used(
        empire(empire(begin("er"), 0, "com041", "egi013"), 1, "com001", "com002", "com003"),
        "egi013",
        0,
    )
    pos = go(
        supply(capture(pos, 0, "com001"), worker=1),
        ("activate", "com041"),
        ("repeat_action", "egi013"),
    )
    assert keys(pos, "capture_location", "p1") == ["com002", "com003"]
    pos = go(pos, ("capture_location", "p1", "com003"))
    assert [one.captor for one in who(pos, 1).locations] == [0, None, 0]


def test_r55_what_is_given_up_triggers_nothing_for_the_new_one() -> None:
    pos = supply(hand(empire(begin("rb"), 0, "com002", "rom015"), 0, "rom027"), wood=1, stone=1)
    pos = go(pos, ("build", "rom027", "com002", {"stone": 1, "wood": 1}))
    assert goods(pos) == {"stone": 2, "gold": 1, "vp": 1}, "the Headquarters alone"


def test_r56_a_card_is_a_deal_or_a_location() -> None:
    pos = supply(hand(empire(begin("rb"), 0, "rom015"), 0, "rom027"), food=1)
    pos = go(pos, ("deal", "rom027", {"food": 1}))
    assert goods(pos) == {"stone": 1}, "nothing was built"
    assert goods(harvest(empire(begin("rb"), 0, "rom029"))) == {
        "wood": 1,
        "stone": 1,
        "worker": 2,
        "raze": 1,
        "defense": 1,
        "gold": 1,
    }, "production, no good of a Deal"


def test_r57_used_attack_cards_go_to_the_end_first_target_first() -> None:
    pos = queue(empire(begin("j"), 0, "jap001"), "vp", "wood", "vp", "stone")
    first, wood, second, stone = pos.state.queue
    assert attack(pos).state.queue == [wood, stone, first, second]
    pos = queue(empire(begin("r"), 0, "com018"), "stone", "wood", "vp", "vp", "gold")
    first, wood, near, far, gold = pos.state.queue
    assert attack(pos).state.queue == [wood, far, gold, first, near], "the one nearest to the top"


def test_r58_attack_cards_as_deals() -> None:
    pos = queue(empire(begin("b"), 0, "bar030", "com061"), "worker", "gold")
    worker, gold = pos.state.queue
    pos = go(
        supply(pos, worker=2),
        ("activate", "bar030"),
        ("discard_enemy_deal", "virtual", "d1"),
        ("draw", "common"),
    )
    assert (pos.state.queue, pos.state.spent) == ([worker], [gold])
    pos = queue(empire(begin("r"), 0, "rom010", "com061"), "worker", "gold")
    worker, gold = pos.state.queue
    pos = go(supply(pos, worker=1), ("activate", "rom010"), ("take_enemy_deal", "virtual", "d1"))
    assert goods(pos) == {"vp": 1}
    assert [(deal.card, deal.good) for deal in who(pos).deals] == [(gold, "gold")]
    assert goods(harvest(pos))["gold"] == 1
    pos = go(supply(turn(pos), worker=1), ("activate", "com061", "once", "d0"))
    assert (who(pos).deals, pos.state.spent) == ([], [gold])


def test_r58_ninjas_gain_the_target_of_an_attack_card() -> None:
    pos = queue(empire(begin("j"), 0, "jap026"), "gold", "worker")
    gold, worker = pos.state.queue
    pos = go(supply(pos, worker=1), ("activate", "jap026"), ("discard_enemy_deal", "virtual", "d0"))
    assert (goods(pos), pos.state.queue, pos.state.spent) == ({"gold": 1}, [worker], [gold])


def test_r59_the_double_cost_is_paid_first() -> None:
    pos = supply(empire(begin("rb"), 0, "com056"), food=1)
    assert keys(pos, "activate", "com056") == ["once"]
    pos = go(supply(pos, food=1, gold=1), ("activate", "com056", "twice", {"food": 1, "gold": 1}))
    assert goods(pos) == {"vp": 2}
    assert place(pos, "com056").used == 2


def test_r60_only_its_owner_knows_a_foundation_of_the_sanctuary() -> None:
    pos = supply(hand(empire(begin("er"), 0, "egi014"), 0, "com001"), worker=1)
    told_ = walk.submit(pos, 0, ("activate", "egi014")).events
    founded = next(one for one in told_ if isinstance(one.public, ev.Founded))
    assert version(founded, ev.Founded).card == ""
    assert version(founded, ev.Founded, 0).card == "com001"
    assert 1 not in founded.by_seat
    pos = go(pos, ("activate", "egi014"))
    assert [view(pos, seat).empires[0].foundations for seat in (0, 1, None)] == [
        ("com001",),
        ("",),
        ("",),
    ]
    pos = go(supply(hand(turn(pos), 0, "egi009")), ("build", "egi009", "com001"))
    assert view(pos, 1).discard == ("com001",), "until it is discarded"


def test_r60_the_foundation_of_a_razed_location_is_known_to_all() -> None:
    pos = go(supply(empire(begin("br"), 1, "com018"), raze=2), ("raze", "rival", "p1", "com018"))
    assert [view(pos, seat).empires[1].foundations for seat in (0, 1, None)] == [("com018",)] * 3


def test_r61_discards_of_mission_and_draft_are_seen_by_all() -> None:
    pos = leave(leave(empire(begin("br"), 0, "bar028"), 0, "bar001"), "common", "com001")
    pos = go(supply(pos, worker=1), ("activate", "bar028"))
    pos = go(pos, ("look", {"common": 1, "faction": 1}))
    assert ev.Selected(0, 1, ["com001"]) in events_of_move(pos, ("keep", "bar001"))
    assert view(go(pos, ("keep", "bar001")), 1).discard == ("com001",)
    pos = harvest(empire(begin("jr"), 0, "jap011"))
    kept, gone = who(pos).looking
    assert view(go(pos, ("keep", kept)), 1).empires[0].discard == (gone,)
    pos = begin("rb", exploration="alternative")
    stage(pos, Draft(), RoundActions(0), Cleanup())
    events = []
    while kind(pos) == "draft":
        step = walk.submit(pos, walk.actors(pos)[0], walk.default_path(pos, walk.actors(pos)[0]))
        pos, events = step.pos, public_events(step.events)
    assert ev.Left(sorted(pos.state.discard)) in events
    assert len(pos.state.discard) == 2


def test_samurai_of_a_captured_location_count_for_the_captor() -> None:
    pos = samurai(empire(begin("ej"), 1, "jap001", "jap009"), "jap001")
    assert price(capture(pos, 0, "jap001").state, place(pos, "jap001"), 0) == 3
    assert goods(harvest(pos, 1)).get("vp", 0) == 0
