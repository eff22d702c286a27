"""Buttons and questions say what an action brings, what it costs and which card asks."""

from __future__ import annotations

from games.core.engine import walk
from games.core.prompts.prompt import DistributePrompt
from games.core.text.messages import Key
from games.imperial_settlers import GAME
from games.imperial_settlers.model import events as ev
from games.imperial_settlers.model.catalog import CARDS
from games.imperial_settlers.rules.actions.cards import card_text
from games.imperial_settlers.rules.effects.choices import LookAtCards, Select
from games.imperial_settlers.rules.flow.proposals import is_proposal
from tests.games.asking import done, pick
from tests.games.imperial_settlers.positions import (
    Pos,
    begin,
    deals,
    empire,
    fetch,
    hand,
    place,
    supply,
    turn,
)
from tests.games.wording import speaker

say = speaker(GAME)
CODE = {facts.id: code for code, facts in reversed(list(CARDS.items()))}

FEW = {"Grain Field": "com023", "Tavern": "com049"}


def labels(pos: Pos, *path: Key) -> list[str]:
    return [say(one.label, "en") for one in pick(pos, *path).options]


def test_a_card_to_raze_from_the_hand_says_what_it_brings() -> None:
    pos = supply(hand(begin("rb"), 0, "com005", "com065"), raze=1)
    assert labels(pos, "raze", "hand") == ["Gallows → 1 wood + 1 VP", "Watchtower → 2 cards"]


def test_many_cards_to_raze_are_in_a_menu() -> None:
    """Below three buttons, a phone has room for the cards that can't be razed."""
    cards = ("com005", "com065", "com008", "com002", "com046", "com011")
    for n, layout, tone in ((3, "cards", "plain"), (5, "cards", "free"), (6, "menu", "free")):
        form = pick(supply(hand(begin("rb"), 0, *cards[:n], "rom001"), raze=1), "raze", "hand")
        assert (form.layout, form.blocked[0].tone) == (layout, tone)


def test_a_rivals_location_to_raze_says_price_and_gain() -> None:
    pos = supply(empire(begin("rb"), 1, "com008", "com046"), raze=3)
    place(pos, "com008").defense = 1
    gain = say(pick(pos, "raze_rival", "p1").options[1].label, "en")
    assert labels(pos, "raze_rival", "p1")[0] == "Quarry: 3 tokens → 2 stone"
    assert gain.startswith("Castle: 2 tokens → ")


def test_which_location_is_given_up_is_asked_below_what_the_card_does() -> None:
    pos = supply(hand(empire(begin("rb"), 0, "com023"), 0, "rom001"), stone=1)
    for path in (("build", "rom001"), ("now-build-rom001",)):
        told = [say(line, "en") for line in pick(pos, *path).lines]
        assert told == [f"Sculptor's Workshop: {say(card_text('rom001'), 'en')}"]
    many = empire(pos, 0, "com046", "com001", "com008", "com034", "com002")
    assert pick(many, "build", "rom001").lines == (), "a phone has no room"


def test_few_cards_to_build_are_explained_before_the_choice() -> None:
    pos = supply(hand(empire(begin("rb"), 0, "com046"), 0, *FEW.values()), wood=4, stone=4, food=4)
    told = [say(line, "en") for line in pick(pos, "build").lines]
    assert told == [f"{name}: {say(card_text(code), 'en')}" for name, code in FEW.items()]
    assert pick(hand(pos, 0, "com008"), "build").lines == (), "three"


def test_a_deal_says_what_is_paid() -> None:
    """Also that gold replaces the food."""
    pos = supply(deals(hand(begin("rb"), 0, "rom001", "rom005"), 0, "rom004"), food=1, gold=1)
    assert say(pick(pos, "deal").prompt, "en").endswith(" A Deal costs 1 food.")
    in_food = say(done(pos, "deal", "rom001", {"food": 1}).summary, "en")
    assert "Deal with Sculptor's Workshop for 1 food and get" in in_food
    supply(pos, food=0, gold=1)
    asked = say(pick(pos, "deal").prompt, "en")
    assert asked.endswith(" You have no food, so it costs 1 gold.")
    in_gold = say(done(pos, "deal", "rom001", {"gold": 1}).summary, "en")
    assert "for 1 gold and get" in in_gold


def test_only_several_pairs_of_workers_are_confirmed_before_a_bot_answers() -> None:
    pos = supply(begin("rb"), worker=4)
    assert not done(pos, "workers", "wood").asks_if_final
    assert done(pos, "workers", "several", {"wood": 2}).asks_if_final


def test_an_activation_with_a_good_yield_is_proposed_beside_better_actions() -> None:
    """Its use of this round is lost otherwise, while a building can wait."""
    farmer = CODE["com_pig_farmer"]
    pos = supply(
        hand(empire(begin("rb"), 0, farmer, "com008"), 0, "rom017", "rom009", "rom001"),
        worker=5,
        wood=3,
        stone=3,
        food=3,
        gold=3,
    )
    keys = [str(one.key) for one in pick(pos).options if is_proposal((one.key,))]
    assert any(key.startswith("now-activate") for key in keys), keys
    assert not keys[0].startswith("now-activate")


def test_the_card_that_lets_a_seat_look_at_cards_is_named() -> None:
    pos = turn(empire(begin("rb"), 0, CODE["rom_architect"]))
    pos.state.players[0].looking = [fetch(pos, card) for card in ("rom001", "rom005")]
    pos.stack.append(Select(0, 1))
    assert say(pick(pos, "keep").prompt, "en") == "Architect: choose a card to keep."
    two_causes = turn(empire(begin("br"), 0, CODE["bar_mission"], CODE["rom_architect"]))
    two_causes.stack.append(LookAtCards(0, "any", 2, 1))
    form = walk.ask(two_causes, 0, ("look",))
    assert isinstance(form, DistributePrompt)
    assert say(form.prompt, "en") == "Which decks do you want to draw from?"


def test_a_recap_tells_what_was_built_rather_than_what_was_razed_from_a_hand() -> None:
    ranks = [
        GAME.recap.rank(event)
        for event in (
            ev.Razed(1, "com046", 0, 2, {}),
            ev.Built(1, "com046", {}),
            ev.Razed(1, "com046", None, 0, {}),
        )
    ]
    assert ranks == sorted(ranks, reverse=True)
    assert len(set(ranks)) == len(ranks)
