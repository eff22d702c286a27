"""The cards that the rules clarify (9.1-9.5), one test for each sentence."""

from __future__ import annotations

import pytest

from games.core.engine import walk
from games.core.engine.context import StepContext
from games.core.text.messages import Path
from games.imperial_settlers import GAME
from games.imperial_settlers.model.state import Foundation, MadeDeal
from games.imperial_settlers.rules.effects.steps import price
from games.imperial_settlers.rules.flow.scoring import score
from tests.games.asking import keys, legal, refused, why
from tests.games.imperial_settlers.cards.table import (
    built,
    go,
    hand,
    harvest,
    have,
    place,
    places_of,
    rest,
    signed,
    supply,
    table,
    who,
)
from tests.games.imperial_settlers.positions import Pos

# --- 9.1 Samurai --------------------------------------------------------------------------------------------------


def test_samurai_stand_on_own_japanese_locations_one_each_gate_and_shrine_too() -> None:
    pos = have(
        built(table("japanese", "romans"), 0, "jap001", "jap013", "jap015", "com018"), 0, "5K"
    )
    assert keys(pos, "samurai") == ["jap001", "jap013", "jap015"]
    pos = go(pos, ("samurai", ["jap013", "jap015"]))
    assert keys(pos, "samurai") == ["jap001"]
    pos = go(pos, ("samurai", "jap001"))
    assert ("samurai" in keys(pos), supply(pos)) == (False, {"worker": 2})
    assert not refused(have(built(table("japanese", "romans"), 0, "jap001"), 0, "1K"), "samurai")
    assert refused(have(built(table("romans", "japanese"), 0, "com018"), 0, "5K"), "samurai"), (
        "only the Japanese"
    )


def test_samurai_never_stand_on_foreign_or_captured_locations() -> None:
    pos = have(built(table("japanese", "egyptians"), 0, "jap001", "jap002"), 0, "5K")
    place(pos, "jap001").captor = 1
    assert keys(pos, "samurai") == ["jap002"]


def test_a_samurai_protects_survives_cleanup_and_goes_with_its_location() -> None:
    pos = have(have(built(table("japanese", "romans"), 0, "jap016"), 0, "1K"), 1, "3R")
    pos = go(pos, ("samurai", "jap016"))
    assert price(pos.state, place(pos, "jap016"), 0) == 3
    later = go(pos, ("pass",), ("pass",))
    assert (place(later, "jap016").samurai, supply(later)) == (True, {})
    pos = go(pos, ("pass",))
    assert refused(pos, "raze"), "who has passed is no target"
    pos = have(have(built(table("romans", "japanese"), 1, "jap016", "jap001"), 0, "3R"), 1, "1K")
    place(pos, "jap016").samurai = True
    pos = go(pos, ("raze", "rival", "p1", "jap016"))
    assert (supply(pos), supply(pos, 1)) == ({"vp": 1}, {"worker": 1})
    assert (who(pos, 1).discard, who(pos, 1).foundations) == (["jap016"], [])


def test_a_samurai_can_not_be_put_on_a_new_daimyos_castle_before_its_first_production() -> None:
    """Ruling R40: no free operation in the middle of an action."""
    pos = have(hand(built(table("japanese", "romans"), 0, "com069"), 0, "jap009"), 0, "2S 1K")
    pos = go(pos, ("build", "jap009", "com069", {"stone": 2}))
    assert supply(pos) == {"worker": 1}
    pos = go(pos, ("pass",), ("samurai", "jap009"))
    assert supply(harvest(pos))["vp"] == 1


# --- 9.2 Trade Route ----------------------------------------------------------------------------------------------


def route(pos: Pos, target: str) -> Pos:
    """Add a Trade Route Deal of seat 0 with a Location, marked by the first card of its deck."""
    who(pos).deals.append(MadeDeal("gold", who(pos).deck.pop(0), target))
    return pos


def test_a_trade_route_deal_survives_the_loss_of_the_trade_route() -> None:
    pos = route(
        built(built(table("japanese", "romans"), 0, "jap021", "com069"), 1, "rom003"), "rom003"
    )
    pos = go(have(hand(pos, 0, "jap016"), 0, "1W"), ("build", "jap016", "jap021", {"wood": 1}))
    assert [deal.target for deal in who(pos).deals] == ["rom003"]
    assert supply(harvest(pos))["gold"] == 1


@pytest.mark.parametrize(
    ("mine", "purse", "path"),
    [
        ("com057", "1K", ("activate", "com057")),
        ("com061", "1K", ("activate", "com061", "once", "d0")),
    ],
    ids=["messenger", "hanseatic-league"],
)
def test_a_trade_route_deal_serves_imperial_messenger_and_hanseatic_league(
    mine: str, purse: str, path: Path
) -> None:
    pos = have(
        route(built(built(table("japanese", "romans"), 0, mine), 1, "rom003"), "rom003"), 0, purse
    )
    marker = who(pos).deals[0].card
    step = walk.submit(pos, 0, path)
    if mine == "com057":
        assert (supply(step.pos), len(who(step.pos).deals)) == ({"gold": 1}, 1)
    else:
        assert (supply(step.pos), who(step.pos).deals, places_of(step.pos, marker)) == (
            {"vp": 2},
            [],
            ["discard0"],
        )
        assert step.barrier == [0, 1], "the marker is seen"


def test_a_trade_route_deal_does_not_serve_the_negotiator() -> None:
    pos = route(built(built(table("japanese", "romans"), 0, "jap019"), 1, "rom003"), "rom003")
    assert refused(have(pos, 0, "1K9W9S"), "activate", "jap019")


@pytest.mark.parametrize(
    ("faction", "mine"), [("romans", "rom010"), ("japanese", "jap026")], ids=["spies", "ninjas"]
)
def test_a_trade_route_deal_is_safe_from_spies_and_ninjas(faction: str, mine: str) -> None:
    rival = "japanese" if faction == "romans" else "romans"
    pos = have(built(table(faction, rival), 0, mine, "com018"), 0, "1K")
    who(pos, 1).deals.append(MadeDeal("gold", "", mine))
    assert refused(pos, "activate", mine)
    signed(pos, 1, "rom001" if rival == "romans" else "jap001")
    assert legal(pos, "activate", mine)


def test_a_trade_route_aims_at_factions_of_others_who_have_not_passed() -> None:
    pos = have(
        built(built(table("japanese", "romans", "barbarians"), 0, "jap021"), 1, "rom003", "com018"),
        0,
        "1F",
    )
    built(pos, 2, "bar001")
    who(pos, 2).passed = True
    pos = go(pos, ("activate", "jap021", {"food": 1}))
    assert [deal.target for deal in who(pos).deals] == ["rom003"], "the only target is not asked"


# --- 9.3 Gate and Shrine ------------------------------------------------------------------------------------------


def test_gate_and_shrine_can_not_be_razed_and_leave_with_all_that_lies_there() -> None:
    pos = have(
        hand(
            built(table("japanese", "romans"), 0, "jap013", "jap015"),
            0,
            "com001",
            "com002",
            "com003",
        ),
        0,
        "7W",
    )
    pos = go(
        pos, ("gate", "jap013", ["com001", "com002", "com003"]), ("shrine", "jap015", {"wood": 7})
    )
    assert score(pos).total[0] == 3 + 2 + 5 + 2 * 2
    have(pos, 1, "9R")
    pos = go(hand(pos, 0, "jap016"), ("pass",))
    assert refused(pos, "raze")
    pos = have(
        hand(built(table("japanese", "romans"), 0, "jap013", "jap015"), 0, "com001", "jap016"),
        0,
        "7W",
    )
    pos = go(pos, ("gate", "jap013", ["com001"]), ("shrine", "jap015", {"wood": 6}))
    pos = go(pos, ("build", "jap016", "jap013", {"wood": 1}))
    assert (places_of(pos, "com001"), places_of(pos, "jap013"), supply(pos)) == (
        ["discard"],
        ["discard0"],
        {"vp": 1},
    )


def test_each_gate_counts_for_itself() -> None:
    pos = hand(
        built(table("japanese", "romans"), 0, "jap013", "jap014"),
        0,
        "com001",
        "com002",
        "com003",
        "com004",
    )
    pos = go(
        pos, ("gate", "jap013", ["com001", "com002"]), ("gate", "jap014", ["com003", "com004"])
    )
    assert score(pos).total[0] == 4 + 2 * 2, "two and two are not three"


def test_free_operations_stand_before_and_after_the_action_but_not_after_the_pass() -> None:
    """Rules 4.3; ruling R23."""
    pos = have(
        hand(built(table("japanese", "romans"), 0, "jap013", "jap015", "com021"), 0, "com001"),
        0,
        "3K 1W",
    )
    have(built(pos, 0, "jap016"), 1, "2R")
    assert {"gate", "shrine", "samurai"} <= set(keys(pos))
    pos = go(pos, ("samurai", ["jap015"]), ("activate", "com021", "once"))
    assert keys(pos) == ["end", "samurai", "shrine", "gate"]
    pos = go(pos, ("gate", "jap013", "com001"), ("end",))
    assert walk.actors(pos) == (1,)
    pos = go(have(built(table("japanese", "romans"), 0, "jap015"), 0, "1W"), ("pass",))
    assert walk.actors(pos) == (1,)


# --- 9.4 Temple of Ra ---------------------------------------------------------------------------------------------


def captured(*cards: str, mine: tuple[str, ...] = ("egi013",)) -> Pos:
    """Return a game of Egyptians who have captured the first of these Roman Locations."""
    pos = built(built(table("egyptians", "romans", "barbarians"), 1, *cards), 0, *mine)
    place(pos, cards[0]).captor = 0
    return pos


def test_the_captors_colours_count_and_the_owners_do_not() -> None:
    pos = have(hand(captured("com033", "com034"), 0, "com001"), 0, "1W2S")
    assert supply(rest(pos, ("build", "com001", {"wood": 1, "stone": 2}))) == {"vp": 2}
    pos = have(hand(captured("com033", "com034"), 1, "com001"), 1, "1W2S")
    pos = go(pos, ("pass",))
    assert supply(rest(pos, ("build", "com001", {"wood": 1, "stone": 2}), seat=1), 1) == {"vp": 2}


def test_nobody_gives_a_captured_location_up() -> None:
    pos = have(hand(hand(captured("com018"), 0, "egi007"), 1, "rom006"), 0, "1S")
    assert keys(pos, "build", "egi007") == ["egi013"]
    pos = go(have(pos, 1, "1S"), ("pass",))
    assert why(hand(pos, 1, "com069"), "rom006", "build") == "imp.why.no_site"


def test_porters_and_acting_troupe_use_what_is_captured() -> None:
    pos = captured("com007", mine=("egi013", "com084"))
    assert supply(go(have(pos, 0, "1F"), ("activate", "com084", {"food": 1}))) == {"wood": 2}
    pos = captured("com032", mine=("egi013", "com041"))
    who(pos, 1).passed = who(pos, 2).passed = True
    pos = go(
        have(pos, 0, "1W1S1F1K"),
        ("activate", "com032", {"wood": 1, "stone": 1, "food": 1}),
        ("activate", "com041"),
    )
    assert supply(go(pos, ("repeat_action", "com032"))) == {"vp": 6}


def test_farmers_at_work_copy_what_is_captured() -> None:
    pos = have(hand(captured("com007"), 0, "com016"), 0, "3W")
    assert supply(rest(pos, ("build", "com016", {"wood": 3}))) == {"wood": 2}


def test_a_third_player_razes_it_as_the_egyptians() -> None:
    """X19: he pays and takes the goods, the Egyptian gets the wood, the Foundation is its owner's."""
    pos = captured("com018", "com069")
    pos.stack[-1].seat = 2
    pos.stack[-2].next = 0
    have(pos, 2, "2R")
    assert keys(pos, "raze", "rival") == ["p0"]
    pos = go(pos, ("raze", "rival", "p0", "com018"))
    assert (supply(pos), supply(pos, 1), supply(pos, 2)) == ({"wood": 1}, {}, {"stone": 1, "vp": 1})
    assert who(pos, 1).foundations == [Foundation("com018", known=True)]


def test_the_captor_may_put_a_token_on_it_and_the_owner_may_not() -> None:
    pos = have(have(captured("com018"), 0, "1D"), 1, "1D")
    pos = go(pos, ("defend", "com018"))
    assert place(pos, "com018").defense == 1
    pos = go(pos, ("pass",))
    assert "defend" not in keys(pos)


def test_the_capture_ends_with_the_round_and_its_owner_scores_it() -> None:
    pos = captured("com018")
    assert score(pos).total == (2, 1, 0)
    pos = go(pos, ("pass",), ("pass",), ("pass",))
    assert (pos.state.round, place(pos, "com018").captor) == (3, None)


# --- 9.5 ----------------------------------------------------------------------------------------------------------


def test_when_warehouses_are_lost_the_goods_stay_until_cleanup() -> None:
    pos = have(hand(built(table("romans", "barbarians"), 0, "rom019"), 0, "rom006"), 0, "2W 1S 3F")
    pos = go(pos, ("build", "rom006", "rom019", {"stone": 1}))
    assert supply(pos) == {"wood": 2, "food": 3}
    pos = go(pos, ("pass",), ("pass",))
    assert supply(pos) == {}


@pytest.mark.parametrize("card", ["com049", "egi001"], ids=["tavern", "desert"])
def test_the_card_discarded_at_tavern_and_desert_is_the_cost(card: str) -> None:
    """It is gone before the effect, and without a card there is no activation."""
    pos = hand(built(table("egyptians", "romans"), 0, card), 1, "com002")
    assert refused(pos, "activate", card)
    pos = hand(pos, 0, "com001")
    assert keys(pos, "activate", card) == ["com001"]
    pos = go(pos, ("activate", card, "com001"))
    assert (who(pos).hand, "com001" in pos.state.discard) == ([], True)


def test_dark_chapel_pays_the_extra_tokens_for_what_is_protected() -> None:
    pos = have(
        built(built(table("barbarians", "romans"), 0, "bar014"), 1, "com018", "com019", "rom022"),
        0,
        "4R",
    )
    place(pos, "com018").defense = 1
    assert keys(pos, "activate", "bar014", "1", "p1") == ["com018", "com019"]
    assert supply(go(pos, ("activate", "bar014", "1", "p1", "com018", {}))) == {"stone": 1, "vp": 1}
    pos = have(pos, 0, "3R")
    assert keys(pos, "activate", "bar014", "1", "p1") == ["com019"]


def test_robbers_cost_the_same_whoever_is_the_target() -> None:
    for victim in (1, 2):
        pos = have(built(table("barbarians", "romans", "japanese"), 0, "bar030"), 0, "3K")
        signed(signed(pos, 1, "rom001"), 2, "jap001")
        pos = rest(pos, ("activate", "bar030"), ("discard_enemy_deal", f"p{victim}", "d0"))
        assert supply(pos) == {"worker": 1, "vp": 1}


def test_porters_may_use_a_faction_location_and_legion_draws_common_cards() -> None:
    pos = have(built(table("romans", "barbarians"), 0, "com084", "rom017"), 0, "1F")
    pos = go(pos, ("activate", "com084", {"food": 1}))
    assert [places_of(pos, card) for card in who(pos).hand] == [["hand0"]]
    assert who(pos).hand[0].startswith("com")


def test_each_card_of_a_mission_may_come_from_either_deck_but_all_is_said_first() -> None:
    """Ruling R50; with one card left it is kept (R28)."""
    pos = go(
        have(built(table("barbarians", "romans"), 0, "bar028"), 0, "2K"), ("activate", "bar028")
    )
    assert legal(pos, "look", {"common": 1, "faction": 1})
    assert not legal(pos, "look", {"common": 1})
    pos.state.discard, pos.state.deck = [], []
    who(pos).discard, who(pos).deck = [*who(pos).deck[1:], *who(pos).discard], who(pos).deck[:1]
    walk.run_automatic(GAME, pos, StepContext(GAME, pos))
    assert (who(pos).hand, who(pos).deck, who(pos).looking) == (["bar001"], [], [])


def test_any_count_by_colour_includes_the_card_itself() -> None:
    """X13; the production of Rubble, the bonus of the Statue and of the Stronghold."""
    pos = have(hand(table("romans", "barbarians"), 0, "com011"), 0, "2W1S")
    assert supply(go(pos, ("build", "com011", {"wood": 2, "stone": 1}))) == {"stone": 1}
    pos = have(hand(built(table("barbarians", "romans"), 0, "com018"), 0, "bar022"), 0, "2W")
    assert supply(go(pos, ("build", "bar022", "com018", {"wood": 2}))) == {"vp": 1}


def test_an_action_repeated_by_the_troupe_is_no_activation_of_its_location() -> None:
    """Ruling R21: a Gold Mine used once and repeated has one activation left."""
    pos = have(built(table("romans", "barbarians"), 0, "com041", "com021"), 0, "3K")
    who(pos, 1).passed = True
    pos = go(
        pos, ("activate", "com021", "once"), ("activate", "com041"), ("repeat_action", "com021")
    )
    assert (place(pos, "com021").used, place(pos, "com021").by, supply(pos)) == (
        1,
        [0],
        {"worker": 1, "gold": 2},
    )
    assert supply(go(pos, ("activate", "com021", "once"))) == {"gold": 3}


@pytest.mark.parametrize("again", [False, True])
def test_an_empty_faction_deck_gives_nothing_unless_the_option_shuffles_its_discards(
    again: bool,
) -> None:
    """Rules 7; ruling R26: in exploration, for workers, and for an effect that draws of the own faction."""
    pos = have(
        hand(built(table("japanese", "romans", faction_reshuffle=again), 0, "com069"), 0, "jap024"),
        0,
        "1W 2K",
    )
    player = who(pos)
    player.discard, player.deck = [*player.deck], []
    pos = go(pos, ("build", "jap024", "com069", {"wood": 1}))
    assert (len(who(pos).hand), len(who(pos).deck)) == ((1, 28) if again else (0, 0))
    pos = go(pos, ("pass",))
    assert ("faction" in keys(pos, "workers")) is again
    pos = go(pos, ("pass",))
    assert pos.state.round == 3
    assert len(who(pos).deck) == (27 if again else 0)
