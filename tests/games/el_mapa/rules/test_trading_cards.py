"""Technologies in deals (rules 6.2, ruling R12).

The giver names the card, the asker a level; others see levels.
"""

from __future__ import annotations

from typing import Any

import pytest

from games.core.engine import walk
from games.core.engine.bots import determinize
from games.core.prompts.prompt import DistributePrompt, IllegalPath
from games.core.state.rng import Rng
from games.el_mapa import GAME
from games.el_mapa.ai import trade
from games.el_mapa.model.events import Dealt, Offered
from games.el_mapa.rules.trade.offers import Offer
from tests.games.asking import version
from tests.games.el_mapa.positions import Pos, castle, give, run, spend
from tests.games.el_mapa.staging import done, field, hand, keys, names, refused, shut
from tests.games.wording import speaker

say = speaker(GAME, ("● Ana", "■ Bruno", "▲ Carla"))


def trading(**options: Any) -> tuple[Pos, int, int, int]:
    """Return three players with a market and cards each, and their seats from the active one on."""
    pos, seat = field(3, **options)
    one, other, third = (seat + at for at in range(3))
    one, other, third = one % 3, other % 3, third % 3
    for who, cards in (
        (one, ("vision", "haggler")),
        (other, ("luck", "bloodlust", "speed")),
        (third, ("teleport",)),
    ):
        castle(pos, who, "market")
        spend(pos, who, gold=4, wood=2)
        give(pos, who, *cards)
    return pos, one, other, third


def test_r12_technology_cards_are_traded_for_goods_and_for_cards_by_default() -> None:
    pos, one, other, _ = trading()
    assert GAME.defaults(3)["trade_cards"] == "on"
    named = keys(pos, one, "trade", "cards", f"p{other}")
    assert named == ["haggler", "vision", "gold", "wood"], "cards by name, from the own hand"
    wanted = keys(pos, one, "trade", "cards", f"p{other}", {"vision": 1})
    assert wanted == ["cards1", "cards2", "gold", "wood"], "asked for by level"
    run(pos, one, ("trade", "cards", f"p{other}", {"vision": 1}, {"cards2": 1, "gold": 1}))
    assert keys(pos, other, "accept") == ["bloodlust", "luck"], "who hands one over says which"
    run(pos, other, ("accept", {"bloodlust": 1}))
    assert (hand(pos, one), hand(pos, other)) == (
        ["bloodlust", "haggler"],
        ["luck", "speed", "vision"],
    )
    assert [pos.state.players[who].goods["gold"] for who in (one, other)] == [5, 3]


def test_r12_a_card_counts_as_one_unit_of_the_limit_and_makes_a_trade() -> None:
    pos, one, other, _ = trading()
    run(pos, one, ("trade", "cards", f"p{other}", {"vision": 1}, {"gold": 3}))
    run(pos, other, ("accept",))
    assert pos.state.turn.traded == 1
    assert refused(pos, one, "trade", "cards", f"p{other}", {"gold": 1}, {"gold": 1}), (
        "gold for gold is none"
    )
    assert refused(pos, one, "trade", "cards", f"p{other}", {"haggler": 1, "wood": 1}), (
        "one unit is left"
    )


def test_r12_not_where_the_table_says_so_nor_troops_nor_promises() -> None:
    pos, one, other, _ = trading(trade_cards="off")
    assert "cards" not in names(pos, one, "trade")
    assert "cards" not in shut(pos, one, "trade")
    assert refused(pos, one, "trade", "offer", f"p{other}", {"vision": 1})
    pos, one, other, _ = trading()
    assert keys(pos, one, "trade", "offer", f"p{other}") == ["gold", "wood"], (
        "an offer of goods is asked for without cards"
    )
    assert keys(pos, one, "trade", "post") == ["gold", "wood", "stone"], (
        "standing offers have no cards: nobody names them"
    )


def test_only_the_two_are_told_which_card_it_is() -> None:
    pos, one, other, third = trading()
    step = walk.submit(pos, one, ("trade", "cards", f"p{other}", {"vision": 1}, {"cards1": 1}))
    pos = step.pos
    offered = next(event for event in step.events if isinstance(event.public, Offered))
    assert [version(offered, Offered, who).give for who in (None, third, one, other)] == [
        {"cards2": 1},
        {"cards2": 1},
        {"vision": 1},
        {"vision": 1},
    ]
    offers = [GAME.view(pos, who).offer for who in (one, other, third, None)]
    assert [offer.give for offer in offers if offer] == [
        {"vision": 1},
        {"vision": 1},
        {"cards2": 1},
        {"cards2": 1},
    ]
    step = walk.submit(pos, other, ("accept", {"speed": 1}))
    dealt = next(event for event in step.events if isinstance(event.public, Dealt))
    all_see, one_sees = version(dealt, Dealt), version(dealt, Dealt, one)
    assert (all_see.give, all_see.get) == ({"cards2": 1}, {"cards1": 1})
    assert (one_sees.give, one_sees.get) == ({"vision": 1}, {"speed": 1})
    names = ("● Ana", "■ Bruno", "▲ Carla")
    public = GAME.narrate(all_see)
    assert public is not None
    assert (
        say(public, "en")
        == f"{names[one]} gives {names[other]} 1 level II card for 1 level I card."
    )


@pytest.mark.parametrize("reader", [0, 1, 2])
def test_a_guess_knows_an_offered_card_where_it_was_named_alone(reader: int) -> None:
    """The partner knows that it is in the other's hand; a third player guesses any card of its level, and one that is there."""
    pos, one, other, third = trading()
    run(pos, one, ("trade", "cards", f"p{other}", {"vision": 1}, {"gold": 1}))
    seen = set()
    for luck in range(40):
        guess = GAME.codec.clone(pos)
        determinize(guess, (one, other, third)[reader], Rng.of(luck))
        offer = guess.stack[-1]
        assert isinstance(offer, Offer)
        (card,) = offer.give
        assert card in guess.state.players[one].hand
        assert GAME.audit(guess) == []
        seen.add(card)
    assert (seen == {"vision"}) is (reader < 2)
    assert seen <= {"vision", "luck", "lumberer", "bloodlust"}


def test_what_is_no_longer_there_can_not_be_accepted() -> None:
    pos, one, other, _ = trading()
    run(pos, one, ("trade", "cards", f"p{other}", {"vision": 1}, {"cards1": 1}))
    pos.state.players[one].hand.remove("vision")
    assert shut(pos, other)["accept"] == "map.why.not_covered"
    pos, one, other, _ = trading()
    run(pos, one, ("trade", "cards", f"p{other}", {"vision": 1}, {"cards1": 1}))
    pos.state.players[other].hand.remove("speed")
    assert shut(pos, other)["accept"] == "map.why.short"


def test_a_counter_offer_begins_with_the_offer_turned_round() -> None:
    """What they give is what one would get, what they want is what one would give."""
    pos, one, other, _ = trading()
    run(pos, one, ("trade", "offer", f"p{other}", {"wood": 2}, {"gold": 3}))
    form = walk.ask(pos, other, ("counter",))
    assert isinstance(form, DistributePrompt)
    assert form.default == {"gold": 3}
    form = walk.ask(pos, other, ("counter", {"gold": 2}))
    assert isinstance(form, DistributePrompt)
    assert form.default == {"wood": 2}
    assert say(done(pos, other, "counter", {"gold": 2}, {"wood": 2}).summary, "en").endswith(
        "2 gold for 2 wood."
    )


def test_a_counter_offer_proposes_no_more_than_there_is() -> None:
    pos, one, other, _ = trading()
    run(pos, one, ("trade", "offer", f"p{other}", {"gold": 1}, {"wood": 2}))
    spend(pos, other, gold=4, wood=1)
    form = walk.ask(pos, other, ("counter",))
    assert isinstance(form, DistributePrompt)
    assert form.default == {"wood": 1}


def test_a_counter_offer_of_cards_begins_with_a_card_of_the_level_asked_for() -> None:
    pos, one, other, _ = trading()
    run(pos, one, ("trade", "cards", f"p{other}", {"vision": 1}, {"cards2": 1}))
    form = walk.ask(pos, other, ("counter",))
    assert isinstance(form, DistributePrompt)
    assert form.default == {"bloodlust": 1}
    run(pos, other, ("counter", {"speed": 1}, {"cards2": 1}))
    assert keys(pos, one, "accept") == ["vision"]
    run(pos, one, ("accept", {"vision": 1}))
    assert (hand(pos, one), hand(pos, other)) == (
        ["haggler", "speed"],
        ["bloodlust", "luck", "vision"],
    )


def test_computer_players_weigh_cards_and_hand_over_the_one_of_least_use() -> None:
    """Vision turns up a tile for a point; a coin for it is a gift, four are a deal."""
    for gold, accepts in ((1, False), (4, True)):
        pos, one, other, _ = trading()
        spend(pos, one, gold=4)
        pos.state.players[other].hand = []
        give(pos, other, "vision", "bloodlust")
        run(pos, one, ("trade", "cards", f"p{other}", {"gold": gold}, {"cards2": 1}))
        offer = pos.stack[-1]
        assert isinstance(offer, Offer)
        path = trade.answer(pos, other, offer)
        assert path == (("accept", {"bloodlust": 1}) if accepts else ("refuse",))
        assert not isinstance(walk.ask(pos, other, path), IllegalPath)
