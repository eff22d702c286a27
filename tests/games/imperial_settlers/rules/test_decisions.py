"""Who decides what and when, and the default: D1 to D19."""

from __future__ import annotations

import pytest

from games.core.engine import walk
from games.core.prompts.prompt import DistributePrompt
from games.imperial_settlers.model import events as ev
from games.imperial_settlers.model.catalog import CARDS
from games.imperial_settlers.rules.flow.rounds import Cleanup, Harvest
from games.imperial_settlers.rules.flow.turn import RoundActions
from tests.games.asking import ask, default, events_of_move, keys, legal, why
from tests.games.imperial_settlers.positions import (
    attack,
    begin,
    capture,
    deals,
    empire,
    explore,
    foundation,
    go,
    goods,
    hand,
    harvest,
    kind,
    leave,
    names,
    place,
    queue,
    samurai,
    stage,
    supply,
    turn,
    used,
    who,
)


@pytest.mark.parametrize("kind_of", ["standard", "advanced"])
def test_d01_one_card_of_the_open_row_by_default_the_first(kind_of: str) -> None:
    pos = explore(begin("rbe", exploration=kind_of))
    assert walk.actors(pos) == (0,)
    assert keys(pos, "take") == pos.state.offer
    assert default(pos) == ("take", pos.state.offer[0])
    first = pos.state.offer[0]
    pos = go(pos, default(pos))
    assert who(pos).hand[-1] == first
    assert walk.actors(pos) == (1,)


def test_d02_the_draft_asks_everybody_at_once_and_hides_the_choice() -> None:
    pos = explore(begin("rbej", exploration="alternative"))
    assert walk.actors(pos) == (0, 1, 2, 3)
    assert all(keys(pos, "take", seat=seat) == who(pos, seat).looking for seat in range(4))
    assert default(pos, seat=2) == ("take", who(pos, 2).looking[0])
    step = walk.submit(pos, 2, default(pos, seat=2))
    assert [one.public for one in step.events] == [ev.Kept(2)]
    assert step.events[0].by_seat == {2: ev.Kept(2, who(pos, 2).looking[0])}
    assert walk.actors(step.pos) == (0, 1, 3)
    passed_on = [player.looking[1:] for player in pos.state.players]
    for seat in range(4):
        pos = go(pos, default(pos, seat=seat), seat=seat)
    assert [player.looking for player in pos.state.players] == [
        passed_on[seat - 1] for seat in range(4)
    ], "to the left"
    assert walk.actors(pos) == (0, 1, 2, 3)
    for seat in (3, 1, 0, 2):
        pos = go(pos, default(pos, seat=seat), seat=seat)
    assert [len(player.hand) for player in pos.state.players] == [3] * 4
    assert sorted(pos.state.discard) == sorted(pile[1] for pile in passed_on)


def test_d03_solo_one_of_four_then_one_of_two() -> None:
    pos = explore(begin("r"))
    assert len(keys(pos, "take")) == 4
    pos = go(pos, default(pos))
    assert len(keys(pos, "take")) == 2
    pos = go(pos, default(pos))
    assert kind(pos) == "turn"


def test_d04_the_deck_of_every_card_gained_by_default_the_common_one() -> None:
    pos = supply(empire(begin("br"), 0, "com046"), worker=2)
    pos = go(pos, ("activate", "com046", "twice"))
    assert keys(pos, "draw") == ["common", "faction"]
    assert default(pos) == ("draw", "common")
    pos = go(pos, ("draw", "faction"), ("draw", "common"))
    assert [CARDS[card].deck for card in who(pos).hand] == ["barbarians", "common"]


@pytest.mark.parametrize(("empty", "deck"), [(0, "common"), ("common", "barbarians")])
def test_d04_nobody_is_asked_when_one_deck_has_nothing(empty: int | str, deck: str) -> None:
    pos = leave(supply(empire(begin("br"), 0, "com046"), worker=1), empty)
    pos = go(pos, ("activate", "com046", "once"))
    assert [CARDS[card].deck for card in who(pos).hand] == [deck]


def test_d04_in_production_in_turn_order() -> None:
    pos = empire(empire(begin("rb"), 0, "com065"), 1, "com066")
    stage(pos, Harvest(0, before=[]), Harvest(1, before=[]), RoundActions(0), Cleanup())
    assert (walk.actors(pos), goods(pos, 1)) == ((0,), {}), (
        "the second player has produced nothing yet"
    )
    pos = go(pos, ("draw", "common"))
    assert walk.actors(pos) == (1,)


def test_d05_choose_by_default_the_first_option() -> None:
    pos = harvest(empire(begin("er"), 0, "egi004"))
    assert (keys(pos, "choose"), default(pos)) == (["0", "1"], ("choose", "0"))
    assert goods(go(pos, ("choose", "0")))["raze"] == 2
    assert goods(go(pos, ("choose", "1")))["vp"] == 2


def test_d05_an_exchange_may_be_declined() -> None:
    pos = supply(hand(empire(begin("er"), 0, "egi006"), 0, "egi028"), stone=2, worker=1)
    asked = go(pos, ("build", "egi028", {"stone": 2}))
    assert keys(asked, "exchange") == ["0", "1", "decline"], "the pyramid has brought gold"
    assert default(asked) == ("exchange", "decline")
    assert goods(go(asked, ("exchange", "0"))) == {"stone": 1, "worker": 1, "vp": 2}
    assert goods(go(asked, ("exchange", "1"))) == {"stone": 1, "gold": 1, "vp": 1}
    assert goods(go(asked, ("exchange", "decline"))) == {"stone": 1, "worker": 1, "gold": 1}


def test_d05_an_exchange_that_nobody_can_pay_is_not_asked() -> None:
    pos = supply(hand(empire(begin("er"), 0, "egi006", "com069"), 0, "egi026"), stone=1)
    pos = go(pos, ("build", "egi026", "com069", {"stone": 1}))
    assert kind(pos) == "turn"
    assert goods(pos) == {"stone": 2}


def test_d05_of_the_cards_looked_at_by_default_the_first() -> None:
    pos = harvest(empire(begin("jr"), 0, "jap011"))
    looking = list(who(pos).looking)
    assert (keys(pos, "keep"), default(pos)) == (looking, ("keep", looking[0]))
    pos = go(pos, ("keep", looking[1]))
    assert (who(pos).hand, who(pos).discard) == ([looking[1]], [looking[0]])


def test_d05_the_mission_looks_by_default_at_common_cards_as_far_as_there_are_any() -> None:
    pos = go(supply(empire(begin("br"), 0, "bar028"), worker=1), ("activate", "bar028"))
    assert default(pos) == ("look", {"common": 2})
    pos = go(
        supply(leave(empire(begin("br"), 0, "bar028"), "common", "com001"), worker=1),
        ("activate", "bar028"),
    )
    assert default(pos) == ("look", {"common": 1, "faction": 1})


def test_d05_what_farmers_copy_by_default_the_first() -> None:
    pos = harvest(empire(begin("rb"), 0, "com016", "com007", "com015"))
    assert default(pos) == ("copy_production", "com007")
    pos = harvest(empire(begin("rb"), 0, "com016", "com007"))
    assert (kind(pos), goods(pos)["wood"]) == ("turn", 1 + 2 + 2), (
        "with one there is nothing to ask"
    )


def test_d06_a_turn_by_default_is_a_pass() -> None:
    pos = supply(
        hand(empire(begin("rb"), 0, "com046"), 0, "com001"),
        worker=5,
        wood=5,
        stone=5,
        raze=3,
        defense=1,
    )
    assert {"build", "raze", "activate", "workers", "defend", "pass"} <= set(keys(pos))
    assert default(pos) == ("pass",)


def test_d07_the_default_payment_spends_no_gold_unless_needed() -> None:
    pos = supply(hand(begin("rb"), 0, "com001"), wood=1, stone=1, gold=5)
    assert default(pos, "build", "com001") == (
        "build",
        "com001",
        {"stone": 1, "wood": 1, "gold": 1},
    )
    supply(pos, wood=1, stone=2, gold=5)
    assert default(pos, "build", "com001") == ("build", "com001", {"stone": 2, "wood": 1})
    assert legal(pos, "build", "com001", {"gold": 3})
    assert not legal(pos, "build", "com001", {"wood": 1, "stone": 1})
    assert not legal(supply(pos, wood=9, stone=2), "build", "com001", {"wood": 3}), (
        "wood is no stone"
    )


def test_d07_location_or_foundation_for_l() -> None:
    pos = supply(
        hand(foundation(empire(begin("br"), 0, "com069", "bar001"), 0, "com001"), 0, "bar007"),
        wood=1,
    )
    assert set(keys(pos, "build", "bar007")) == {"com001", "com069", "bar001"}
    for site in ("com001", "com069"):
        after = go(pos, ("build", "bar007", site, {"wood": 1}))
        assert after.state.discard == [site]
    after = go(pos, ("build", "bar007", "bar001", {"wood": 1}))
    assert (who(after).discard, names(after), goods(after)) == (
        ["bar001"],
        ["com069", "bar007"],
        {},
    ), "no wood is gained"
    assert not legal(pos, "build", "bar007", {"wood": 1}), "L can not be left out"
    assert not legal(
        supply(hand(pos, 0, "com007"), wood=9), "build", "com007", "com069", {"wood": 2}
    ), "nor paid unasked"


def test_d07_without_anything_to_give_up() -> None:
    pos = supply(hand(begin("br"), 0, "bar007", "bar001"), wood=1)
    assert keys(pos, "build") == ["bar001"]
    assert why(pos, "bar007", "build") == "imp.why.no_site"


def test_d08_a_deal_by_default_for_food() -> None:
    pos = supply(hand(begin("br"), 0, "bar012", "com001"), food=1, gold=1)
    assert default(pos, "deal", "bar012") == ("deal", "bar012", {"food": 1})
    assert goods(go(pos, ("deal", "bar012", {"gold": 1}))) == {"food": 1, "worker": 1}
    assert keys(pos, "deal") == ["bar012"], "Common cards can not become Deals"
    assert why(supply(pos, wood=5), "deal") == "imp.why.short_only"


def test_d09_hand_card_or_enemy_and_location() -> None:
    pos = hand(
        empire(empire(begin("rbj"), 1, "com018", "bar001"), 2, "jap001", "jap013"),
        0,
        "com001",
        "com069",
        "rom001",
    )
    supply(pos, raze=2)
    assert {"raze", "raze_rival"} <= set(keys(pos))
    assert keys(pos, "raze") == ["hand"]
    assert keys(pos, "raze_rival") == ["p1", "p2"]
    assert keys(pos, "raze_rival", "p1") == ["com018"]
    assert legal(pos, "raze", "rival", "p1", "com018"), "as by rules 1 and 2"
    assert goods(go(pos, ("raze_rival", "p1", "com018"))) == goods(
        go(pos, ("raze", "rival", "p1", "com018"))
    )
    assert keys(pos, "raze", "hand") == ["com001"]
    assert keys(pos, "raze", "rival") == ["p1", "p2"]
    assert keys(pos, "raze", "rival", "p1") == ["com018"]
    assert keys(pos, "raze", "rival", "p2") == ["jap001"]
    assert "raze_rival" not in keys(supply(pos, raze=1))
    assert keys(pos, "raze") == ["hand"]
    who(pos).hand = ["rom001"]
    assert keys(supply(pos, raze=2)) == ["raze_rival", "pass"]
    assert legal(pos, "raze", "rival", "p1", "com018")


def test_d09_japanese_hand_cards_can_be_razed() -> None:
    pos = supply(hand(begin("jr"), 0, "jap001", "jap013"), raze=1)
    assert keys(pos, "raze", "hand") == ["jap001"]
    pos = go(pos, ("raze", "hand", "jap001"))
    assert (goods(pos), who(pos).discard) == ({"vp": 1}, ["jap001"])


def test_d10_mode_then_times_then_payment_then_target() -> None:
    pos = empire(empire(hand(begin("br"), 0, "com001"), 0, "bar014", "com076"), 1, "com018")
    supply(pos, wood=1, gold=1, raze=2)
    assert keys(pos, "activate") == ["bar014", "com076-once", "com076-twice"]
    assert keys(pos, "activate", "bar014") == ["0", "1"]
    assert keys(pos, "activate", "bar014", "1") == ["p1"]
    assert keys(pos, "activate", "bar014", "1", "p1") == ["com018"]
    assert isinstance(ask(pos, "activate", "bar014", "1", "p1", "com018"), DistributePrompt)
    assert keys(pos, "activate", "com076") == ["once", "twice"], "as by rules 1 and 2"
    for times in ("once", "twice"):
        paid = {"wood": 1} if times == "once" else {"gold": 1, "wood": 1}
        folded = go(pos, ("activate", f"com076-{times}", paid))
        assert goods(folded) == goods(go(pos, ("activate", "com076", times, paid)))
    assert isinstance(ask(pos, "activate", "com076", "once"), DistributePrompt)
    assert goods(go(pos, ("activate", "com076", "twice", {"gold": 1, "wood": 1}))) == {
        "raze": 2,
        "vp": 2,
    }
    assert goods(go(pos, ("activate", "com076", "once", {"gold": 1}))) == {
        "wood": 1,
        "raze": 2,
        "vp": 1,
    }


def test_d10_once_in_each_of_two_actions() -> None:
    pos = supply(empire(begin("br"), 0, "com021"), worker=3)
    pos = go(pos, ("activate", "com021", "once"), ("pass",), ("activate", "com021", "once"))
    assert (goods(pos), place(pos, "com021").used) == ({"worker": 1, "gold": 2}, 2)
    assert "activate" not in keys(pos)


def test_d10_the_second_time_has_targets_of_its_own() -> None:
    pos = supply(empire(empire(begin("br"), 0, "bar016"), 1, "com014", "com028"), worker=2)
    pos = go(
        pos, ("activate", "bar016", "twice"), ("gain_from_enemy_raze_value", "p1", "com014", "wood")
    )
    assert kind(pos) == "aim"
    pos = go(pos, ("gain_from_enemy_raze_value", "p1", "com028", "gold"))
    assert goods(pos) == {"wood": 1, "gold": 1}


def test_d11_pairs_and_their_split() -> None:
    pos = supply(begin("br"), worker=5)
    assert keys(pos, "workers") == ["wood", "stone", "food", "common", "faction", "several"]
    form = ask(pos, "workers", "several")
    assert isinstance(form, DistributePrompt)
    assert (form.lo, form.hi) == (2, 4), "counted in workers"
    assert goods(go(pos, ("workers", "several", {"food": 1, "stone": 1}))) == {
        "worker": 1,
        "stone": 1,
        "food": 1,
    }
    assert goods(go(pos, ("workers", "food"))) == {"worker": 3, "food": 1}
    assert why(supply(pos, worker=1), "workers") == "imp.why.workers"
    form = ask(supply(leave(leave(pos, 0, "bar001"), "common"), worker=6), "workers", "several")
    assert {slot.key: slot.most for slot in form.slots} == {
        "wood": 3,
        "stone": 3,
        "food": 3,
        "faction": 1,
    }, "what there is"
    assert why(pos, "common", "workers") == "imp.why.no_deck"


def test_d12_the_defense_token_once_on_an_own_common_location() -> None:
    pos = empire(empire(begin("er"), 0, "com001", "com069", "egi028"), 1, "com018", "rom029")
    supply(capture(pos, 0, "com018", "rom029"), defense=1)
    assert keys(pos, "defend") == ["com001", "com018"], (
        "captured ones too, no faction Location, and no Ruins, which nobody can raze"
    )
    assert legal(pos, "defend", "com069"), "a stored game may have defended Ruins"
    ruins = supply(empire(begin("er"), 0, "com069"), defense=1)
    assert keys(ruins, "defend") == ["com069"], "nothing else is left to defend"
    pos = go(pos, ("defend", "com069"))
    assert place(pos, "com069").defense == 1
    assert "defend" not in keys(pos), "one token, and it stays where it lies"


def test_d13_samurai_onto_any_own_japanese_locations_without_one() -> None:
    pos = samurai(
        empire(
            empire(begin("je"), 0, "jap001", "jap013", "jap015", "jap002", "com001"), 1, "egi028"
        ),
        "jap002",
    )
    supply(pos, worker=3)
    assert keys(pos, "samurai") == ["jap001", "jap013", "jap015"]
    pos = go(pos, ("samurai", ["jap001", "jap015"]))
    assert goods(pos) == {"worker": 1}
    assert [one.card for one in who(pos).locations if one.samurai] == ["jap001", "jap015", "jap002"]
    pos = go(pos, ("samurai", "jap013"))
    assert "samurai" not in keys(pos)
    assert not legal(
        supply(empire(begin("jr"), 0, "jap001", "jap002"), worker=1),
        "samurai",
        ["jap001", "jap002"],
    )


def test_d14_amounts_for_the_shrine_and_cards_for_the_gate() -> None:
    pos = supply(
        hand(empire(begin("jr"), 0, "jap013", "jap015"), 0, "com001", "jap001"),
        wood=2,
        food=1,
        gold=1,
        worker=1,
    )
    form = ask(pos, "shrine", "jap015")
    assert {slot.key: slot.most for slot in form.slots} == {"wood": 2, "food": 1, "gold": 1}
    pos = go(
        pos,
        ("shrine", "jap015", {"wood": 2}),
        ("gate", "jap013", ["com001"]),
        ("gate", "jap013", "jap001"),
    )
    assert (place(pos, "jap015").put, goods(pos)) == (
        2,
        {"food": 1, "gold": 1, "worker": 1, "vp": 2},
    )
    assert (kind(pos), pos.stack[-1].acted) == ("turn", False), "the action is still to come"


def test_d15_the_end_of_the_turn_is_asked_only_with_a_free_operation_left() -> None:
    pos = supply(empire(begin("rb"), 0, "com001"), worker=2, defense=1)
    assert walk.actors(go(pos, ("workers", "wood"))) == (1,), "no rival could raze"
    pos = go(supply(pos, 1, raze=2), ("workers", "wood"))
    assert (walk.actors(pos), set(keys(pos)), default(pos)) == ((0,), {"end", "defend"}, ("end",))
    pos = go(pos, ("defend", "com001"))
    assert walk.actors(pos) == (1,), "nothing is left to do"
    pos = go(supply(turn(pos), worker=2), ("workers", "wood"))
    assert walk.actors(pos) == (1,)


def test_d15_a_risk_that_was_accepted_is_not_asked_about_again() -> None:
    pos = supply(hand(empire(begin("rb"), 0, "com001"), 0, "com069"), worker=4, defense=1)
    pos = go(supply(pos, 1, raze=2, worker=2), ("workers", "wood"), ("end",), ("workers", "wood"))
    assert walk.actors(go(pos, ("workers", "wood"))) == (1,)
    more = go(supply(pos, 1, raze=3), ("workers", "wood"))
    assert keys(more) == ["end", "defend"], "the rival has more tokens now"
    more = go(empire(supply(pos, 1, raze=2), 0, "com018"), ("workers", "wood"))
    assert keys(more) == ["end", "defend"], "there is more to lose now"
    pos = go(pos, ("pass",), ("pass",))
    assert who(pos).accepted_risk == 0, "a new round"


def test_d15_what_only_a_rivals_card_could_take_is_asked_about() -> None:
    """Cards for the Gate while a Desert stands, goods for the Shrine while Saboteurs do."""
    for own, threat in (("jap013", "egi001"), ("jap015", "bar010")):
        pos = hand(empire(begin("je" if threat == "egi001" else "jb"), 0, own), 0, "com001")
        supply(pos, worker=2, wood=1)
        assert walk.actors(go(pos, ("workers", "wood"))) == (1,)
        asked = go(empire(pos, 1, threat), ("workers", "wood"))
        assert walk.actors(asked) == (0,)
        assert "end" in keys(asked)


def test_d15_in_a_peaceful_game_tokens_alone_are_no_threat() -> None:
    for peaceful, actor in ((False, 0), (True, 1)):
        pos = supply(empire(begin("rb", peaceful=peaceful), 0, "com001"), worker=2, defense=1)
        pos = go(supply(pos, 1, raze=3), ("workers", "wood"))
        assert walk.actors(pos) == (actor,)
    pos = supply(empire(begin("rb", peaceful=True), 0, "com001"), worker=2, defense=1)
    pos = go(supply(empire(pos, 1, "bar014"), 1, raze=3), ("workers", "wood"))
    assert walk.actors(pos) == (0,), "the Dark Chapel razes in a peaceful game, too"


def test_d15_alone_the_next_turn_follows_at_once() -> None:
    pos = supply(empire(begin("rb"), 0, "com001"), worker=2, defense=1)
    who(pos, 1).passed = True
    pos = go(pos, ("workers", "wood"))
    assert {"defend", "pass"} <= set(keys(pos))
    assert (pos.stack[-1].seat, pos.stack[-1].acted) == (0, False)


def test_d16_desert_interrupts_the_actor() -> None:
    pos = hand(
        hand(empire(begin("erb"), 0, "egi001", "com001"), 0, "com002"),
        1,
        "com003",
        "rom001",
        "com004",
    )
    supply(pos, 1, raze=2)
    pos = go(supply(pos, defense=1), ("activate", "egi001", "com002"))
    assert (walk.actors(pos), kind(pos), goods(pos)) == ((1,), "discard", {"defense": 1}), (
        "the point waits"
    )
    assert keys(pos, "discard") == ["com003", "rom001", "com004"]
    assert default(pos) == ("discard", "com003"), "the oldest card"
    pos = go(pos, ("discard", "rom001"))
    assert (walk.actors(pos), goods(pos), who(pos, 1).discard) == (
        (0,),
        {"defense": 1, "vp": 1},
        ["rom001"],
    )
    assert set(keys(pos)) == {"end", "defend"}, "the turn goes on"
    assert pos.state.discard == ["com002"]


def test_d16_the_only_card_goes_by_itself() -> None:
    pos = hand(hand(empire(begin("er"), 0, "egi001"), 0, "com002"), 1, "com003")
    pos = go(pos, ("activate", "egi001", "com002"))
    assert (who(pos, 1).hand, goods(pos), walk.actors(pos)) == ([], {"vp": 1}, (1,))
    assert kind(pos) == "turn"


def test_d17_by_default_nothing_is_given_up() -> None:
    pos = supply(hand(empire(begin("br"), 0, "bar014"), 0, "com018"), raze=1)
    pos = go(pos, ("activate", "bar014", "0"))
    assert default(pos) == ("raze_hand_card", "com018", {})
    assert goods(go(pos, default(pos))) == {"stone": 1, "vp": 1}


def test_d18_the_builder_of_ninjas_chooses_among_more_than_two_places() -> None:
    pos = supply(hand(empire(begin("jr"), 0, "com069", "jap001", "jap013"), 0, "jap026"), stone=1)
    pos = go(pos, ("build", "jap026", "com069", {"stone": 1}))
    assert keys(pos, "deploy") == ["jap001", "jap013", "jap026"]
    assert default(pos) == ("deploy", ["jap001", "jap013"])
    pos = go(pos, ("deploy", ["jap013", "jap026"]))
    assert [one.card for one in who(pos).locations if one.samurai] == ["jap013", "jap026"]
    assert goods(pos) == {}, "the workers are of the box"


def test_d19_the_last_tie_of_an_attack_by_default_the_first_built() -> None:
    pos = attack(queue(empire(begin("r"), 0, "com030", "com021"), "gold", "vp"))
    assert (kind(pos), default(pos)) == ("sacrifice", ("sacrifice", "com030"))


def test_nobody_is_asked_out_of_turn_but_by_draft_and_desert() -> None:
    pos = deals(empire(begin("br"), 1, "com018", "com046"), 1, "rom001")
    used(supply(supply(pos, raze=9), 1, wood=1), "com046", 1)
    told = events_of_move(pos, ("raze", "rival", "p1", "com018"))
    assert [one.seat for one in told if isinstance(one, ev.Razed)] == [0]
    assert walk.actors(go(pos, ("raze", "rival", "p1", "com018"))) == (1,)
    assert kind(go(pos, ("raze", "rival", "p1", "com018"))) == "turn"
