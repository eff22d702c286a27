"""Texts about trade: own goods, open offers and their answers."""

from __future__ import annotations

from typing import Any

import pytest

from app.play import panel_builder
from games.core.engine import walk
from games.core.prompts.prompt import DistributePrompt
from games.el_mapa import GAME
from tests.games.el_mapa.positions import castle, run, spend
from tests.games.el_mapa.staging import done, field, keys, pick
from tests.games.wording import speaker

say = speaker(GAME, ("● Ana", "■ Bruno", "▲ Carla", "◆ Diego", "★ Eva", "⬟ Fátima"))


def trading() -> tuple[Any, int]:
    pos, seat = field()
    for one in (0, 1):
        castle(pos, one, "market")
        spend(pos, one, gold=5, wood=5)
    return pos, seat


def test_an_offer_waits_and_is_never_withdrawn_by_itself() -> None:
    pos, seat = trading()
    run(pos, seat, ("trade", "offer", f"p{1 - seat}", {"wood": 1}, {"gold": 2}))
    form = pick(pos, seat)
    assert [option.key for option in form.options] == ["withdraw"]
    assert panel_builder.legal_path(pos, seat, ()) == (), (
        "the only thing to do is not done without being asked for"
    )
    assert say(form.prompt, "en").endswith("has your offer of 1 wood for 2 gold.")


def test_what_one_gives_is_not_what_one_asks_for() -> None:
    """The proposals of an offer are no deal of wood for wood."""
    pos, seat = trading()
    for path in (("trade", "offer", f"p{1 - seat}", {"wood": 1}), ("trade", "post", {"wood": 1})):
        form = walk.ask(pos, seat, path)
        assert isinstance(form, DistributePrompt)
        assert form.default
        assert "wood" not in form.default


def test_a_sole_choice_of_weight_is_shown() -> None:
    """One building, one offer of one's own: the list with its price opens, and the way back leads to the verbs."""
    pos, seat = trading()
    home = pos.state.homes[seat]
    spend(pos, seat, gold=1)
    pos.state.castles[home].spaces = {"1-1": "market", "1-2": "statue"}
    assert keys(pos, seat, "build", home) == []  # a warehouse takes wood
    spend(pos, seat, gold=1, wood=1)
    assert keys(pos, seat, "build", home) == ["warehouse-1-3", "warehouse-2-1"]
    assert panel_builder.legal_path(pos, seat, ("build",)) == ("build", home)
    run(pos, seat, ("trade", "post", {"wood": 1}, {"gold": 1}, 1))
    assert panel_builder.legal_path(pos, seat, ("trade", "unpost")) == ("trade", "unpost")


@pytest.mark.parametrize(("answer", "told"), [("refuse", "rejected"), ("accept", "accepted")])
def test_the_answer_to_an_offer_stands_in_the_next_question(answer: str, told: str) -> None:
    pos, seat = trading()
    run(pos, seat, ("trade", "offer", f"p{1 - seat}", {"wood": 1}, {"gold": 2}))
    run(pos, 1 - seat, (answer,))
    assert f"{told} your offer. You have" in say(pick(pos, seat).prompt, "en")
    run(pos, seat, ("trade", "sell_wood", 1))
    assert say(pick(pos, seat).prompt, "en").startswith("It's your last turn."), (
        "until something else is done"
    )


def test_a_deal_shows_both_purses_and_what_is_left() -> None:
    pos, seat = trading()
    spend(pos, 1 - seat, stone=2)
    offer = ("trade", "offer", f"p{1 - seat}")
    give_form, get_form = walk.ask(pos, seat, offer), walk.ask(pos, seat, (*offer, {"wood": 1}))
    assert isinstance(give_form, DistributePrompt)
    assert isinstance(get_form, DistributePrompt)
    assert say(give_form.prompt, "en") == "What will you give? You have 5 gold and 5 wood."
    assert say(get_form.prompt, "en").endswith("has 2 stone.")
    run(pos, seat, (*offer, {"wood": 1}, {"stone": 1}))
    assert [say(one, "en") for one in done(pos, 1 - seat, "accept").effects] == [
        "You'll have 1 wood and 1 stone after that."
    ]


def test_who_leaves_an_offer_reads_what_they_have_and_what_they_lack_for_it() -> None:
    pos, seat = trading()
    form = walk.ask(pos, seat, ("trade", "post"))
    assert isinstance(form, DistributePrompt)
    assert say(form.prompt, "en") == "What will you offer? You have 5 gold and 5 wood."
    beyond = done(pos, seat, "trade", "post", {"stone": 2}, {"gold": 1}, 1)
    assert [say(one, "en") for one in beyond.effects] == [
        "You're 2 stone short, so nobody can take the offer until you have enough."
    ]
    within = done(pos, seat, "trade", "post", {"wood": 1}, {"gold": 1}, 1)
    assert within.effects == ()
    assert within.label is not None
    assert say(within.label, "en") == "Post an offer"


def test_at_the_limit_of_a_turn_the_bank_says_so_in_words() -> None:
    pos, seat = trading()
    run(pos, seat, ("trade", "sell_wood", 2))
    prompt = say(pick(pos, seat, "trade").prompt, "es")
    assert (
        prompt
        == "¿Cómo comercias? Has llegado al límite de este turno, así que no puedes usar la banca."
    )
