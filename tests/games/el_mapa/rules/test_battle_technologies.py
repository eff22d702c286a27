"""Technologies in battle: Speed, Shield, Marksmanship, BloodLust (rules 6.6, 8.4)."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.engine import walk
from games.core.engine.context import StepContext
from games.core.prompts.prompt import DistributePrompt, IllegalPath, MoveReady
from games.el_mapa import GAME
from games.el_mapa.model.events import Enhanced, Played
from games.el_mapa.rules.strength import strength
from games.el_mapa.rules.technology import cards
from tests.games.asking import version
from tests.games.el_mapa.positions import face, give, run
from tests.games.el_mapa.staging import field, hand, keys, lasting, legal, refused
from tests.games.wording import speaker

say = speaker(GAME)


def squads(pos: Any, side: int = 0) -> dict[str, tuple[int, int, int]]:
    battle = pos.state.battle
    assert battle is not None
    return {one.id: (one.n, one.hp, one.initiative) for one in battle.sides[side].squads}


@pytest.mark.parametrize(
    ("boost", "quick"),
    [({}, 2), ({"luck": 1}, 3), ({"haggler": 1, "marksmanship": 1}, 3), ({"luck": 2}, 4)],
)
def test_speed_splits_one_troop_off_for_the_battle(boost: dict[str, int], quick: int) -> None:
    held = ("speed", "speed", "luck", "luck", "marksmanship", "haggler")
    pos, attacker, _ = face({"soldier": 3}, {"soldier": 3}, neutral=True, cards=(held, ()))
    run(pos, attacker, ("end",), ("card", "speed", "soldier", boost))
    assert squads(pos) == {"soldier": (2, 2, 1), "soldier-1": (1, 2, quick)}
    run(pos, attacker, ("card", "speed", "soldier-1", {}))
    assert squads(pos) == {"soldier": (2, 2, 1), "soldier-1": (1, 2, quick + 1)}


def test_a_troop_split_off_keeps_what_its_squad_had() -> None:
    held = ("speed", "speed", "shield", "shield")
    pos, attacker, _ = face(
        {"soldier": 3}, {"soldier": 9}, neutral=True, cards=(held, ()), shield_scope="squad"
    )
    run(
        pos, attacker, ("end",), ("card", "shield", "soldier", {}), ("card", "speed", "soldier", {})
    )
    assert squads(pos) == {"soldier": (2, 3, 1), "soldier-1": (1, 3, 2)}
    run(pos, attacker, ("card", "shield", "soldier-1", {}), ("card", "speed", "soldier", {}))
    assert squads(pos) == {"soldier": (1, 3, 1), "soldier-1": (1, 4, 2), "soldier-2": (1, 3, 2)}


@pytest.mark.parametrize(("boost", "more"), [({}, 1), ({"teleport": 2}, 2), ({"teleport": 4}, 3)])
@pytest.mark.parametrize("scope", ["army", "squad"])
def test_shield_strengthens_an_army_or_a_squad_by_one_for_every_six_points(
    scope: str, boost: dict[str, int], more: int
) -> None:
    held = ("shield", *["teleport"] * 4)
    pos, attacker, _ = face(
        {"levy": 3, "soldier": 1}, {"levy": 3}, neutral=True, cards=(held, ()), shield_scope=scope
    )
    run(pos, attacker, ("end",), ("card", "shield", *([] if scope == "army" else ["levy"]), boost))
    assert squads(pos) == {
        "levy": (3, 1 + more, 1),
        "soldier": (1, 2 + more * (scope == "army"), 1),
    }


def test_shield_for_the_army_reaches_the_troop_that_speed_split_off() -> None:
    held = ("speed", "shield", "shield")
    pos, attacker, _ = face(
        {"soldier": 3, "levy": 1}, {"soldier": 9}, neutral=True, cards=(held, ())
    )
    run(
        pos,
        attacker,
        ("end",),
        ("card", "shield", {}),
        ("card", "speed", "soldier", {}),
        ("card", "shield", {}),
    )
    assert squads(pos) == {"soldier": (2, 4, 1), "soldier-1": (1, 4, 2), "levy": (1, 3, 1)}


@pytest.mark.parametrize(
    ("card", "boost", "why"),
    [
        ("speed", {"marksmanship": 1}, "boost_nothing"),
        ("speed", {"luck": 1, "marksmanship": 1}, "spare_card"),
        ("shield", {"luck": 1, "teleport": 1}, "boost_nothing"),
        ("shield", {"luck": 1, "teleport": 2}, "spare_card"),
    ],
)
def test_no_card_is_spent_that_adds_nothing(card: str, boost: dict[str, int], why: str) -> None:
    held = (card, "luck", "marksmanship", "teleport", "teleport")
    pos, attacker, _ = face({"soldier": 3}, {"soldier": 3}, neutral=True, cards=(held, ()))
    run(pos, attacker, ("end",))
    answer = walk.ask(
        pos,
        attacker,
        ("card", card, *(["soldier"] if card == "speed" else []), dict(sorted(boost.items()))),
    )
    assert isinstance(answer, IllegalPath)
    assert answer.why.key == f"map.why.{why}"


def test_a_boost_says_what_it_spends_and_what_that_adds() -> None:
    pos, attacker, _ = face(
        {"soldier": 3}, {"soldier": 3}, neutral=True, cards=(("speed", "luck", "marksmanship"), ())
    )
    run(pos, attacker, ("end",))
    form = walk.ask(pos, attacker, ("card", "speed", "soldier"))
    assert isinstance(form, DistributePrompt)
    assert [say(slot.label) for slot in form.slots] == ["Suerte (2 puntos)", "Puntería (1 punto)"]
    answer = walk.ask(pos, attacker, ("card", "speed", "soldier", {"luck": 1}))
    assert isinstance(answer, MoveReady)
    assert [say(one) for one in answer.effects] == ["Gastas Suerte y consigues 1 más."]


def test_with_too_few_points_for_a_step_no_boost_is_asked_for() -> None:
    """One point for Speed, whose steps are two: the question would have one answer."""
    pos, attacker, _ = face(
        {"soldier": 3}, {"soldier": 3}, neutral=True, cards=(("speed", "marksmanship"), ())
    )
    run(pos, attacker, ("end",))
    form = walk.ask(pos, attacker, ("card", "speed", "soldier"))
    assert isinstance(form, DistributePrompt)
    assert form.only_answer() == {}, "a panel skips it"


def test_marksmanship_and_bloodlust_take_no_boost_and_one_striker_each() -> None:
    """Three of a kind on two strikers: one is lost (8.4)."""
    held = ["marksmanship"] * 3 + ["bloodlust"] * 3
    pos, attacker, _ = face(
        {"levy": 2, "archer": 2}, {"cavalry": 9}, neutral=True, cards=((*held, "speed"), ())
    )
    run(pos, attacker, ("end",))
    for card in held:
        assert legal(pos, attacker, "card", card)
        assert refused(pos, attacker, "card", card, {"speed": 1})
        run(pos, attacker, ("card", card))
    battle = pos.state.battle
    assert battle is not None
    assert (battle.sides[0].marks, battle.sides[0].lusts) == (3, 3)
    assert strength.strike(battle.sides[0], 1, 0) == (4 + 2 + 2, 2, 2)
    assert strength.strike(battle.sides[0], 1, 1) == (5 + 3 + 2, 3, 2), (
        "an archer in support is another striker"
    )
    assert strength.strike(battle.sides[0], 2, 1) == (0, 0, 0)


def test_bonuses_of_a_round_end_with_it_and_lasting_ones_come_again() -> None:
    pos, attacker, defender = face(
        {"levy": 9}, {"cavalry": 1, "soldier": 4}, cards=(("marksmanship",), ()), helpers=(1, 0)
    )
    lasting(pos, attacker, "bloodlust", "marksmanship")
    run(pos, attacker, ("end",))
    run(pos, defender, ("stay",))
    battle = pos.state.battle
    assert battle is not None
    assert (battle.sides[0].marks, battle.sides[0].lusts) == (1, 1)
    run(pos, attacker, ("card", "marksmanship"))
    assert battle.sides[0].marks == 2
    run(pos, attacker, ("stay",))
    while pos.state.battle is not None and pos.state.battle.round == 1:
        one = walk.actors(pos)[0]
        run(pos, one, walk.default_path(pos, one))
    if pos.state.battle is not None:
        assert (pos.state.battle.sides[0].marks, pos.state.battle.sides[0].lusts) == (1, 1)
    blows = pos.state.reports[-1].blows
    assert blows[0].step == 2
    assert sum(blow.strikes[0] for blow in blows if blow.round == 1 and blow.step == 1) >= 1


@pytest.mark.parametrize("card", ["speed", "shield"])
def test_lasting_speed_and_shield_are_named_once_in_a_battle_or_take_the_usual(card: str) -> None:
    """Speed the kind with most damage, then most hit points; Shield for a squad the one with most troops."""
    army = {"levy": 3, "soldier": 2}
    pos, attacker, _ = face(army, {"soldier": 9}, neutral=True, shield_scope="squad")
    lasting(pos, attacker, card)
    give(pos, attacker, "luck", "luck", "luck")
    run(pos, attacker, ("end",))
    assert keys(pos, attacker, "lasting") == [card]
    run(pos, attacker, ("lasting", card, "levy", {"luck": 1} if card == "speed" else {"luck": 3}))
    assert "lasting" not in keys(pos, attacker)
    assert (
        squads(pos)[{"speed": "levy-1", "shield": "levy"}[card]]
        == {"speed": (1, 1, 3), "shield": (3, 3, 1)}[card]
    )
    assert hand(pos, attacker) == (["luck", "luck"] if card == "speed" else [])
    pos, attacker, defender = face(army, {"soldier": 9}, shield_scope="squad")
    lasting(pos, attacker, card)
    run(pos, attacker, ("end",))
    run(pos, defender, ("stay",))
    told = run(pos, attacker, ("stay",))
    named = [(one.card, one.troop) for one in told if isinstance(one, Enhanced)]
    assert named == [(card, {"speed": "soldier", "shield": "levy"}[card])]


def test_lasting_shield_protects_the_army_by_itself_and_is_named_to_be_boosted() -> None:
    army = {"levy": 3, "soldier": 2}
    pos, attacker, defender = face(army, {"soldier": 9})
    lasting(pos, attacker, "shield")
    run(pos, attacker, ("end",))
    run(pos, defender, ("stay",))
    assert "lasting" not in keys(pos, attacker), "nothing is left to choose"
    told = run(pos, attacker, ("stay",))
    assert [(one.card, one.troop, one.n) for one in told if isinstance(one, Enhanced)] == [
        ("shield", "", 1)
    ]
    pos, attacker, _ = face(army, {"soldier": 9}, neutral=True)
    lasting(pos, attacker, "shield")
    give(pos, attacker, "luck", "luck", "luck")
    run(pos, attacker, ("end",))
    assert keys(pos, attacker, "lasting") == ["shield"]
    run(pos, attacker, ("lasting", "shield", {"luck": 3}))
    assert squads(pos) == {"levy": (3, 3, 1), "soldier": (2, 4, 1)}


def test_a_played_card_lies_open_and_what_boosts_it_face_down() -> None:
    pos, attacker, defender = face(
        {"soldier": 2}, {"soldier": 2}, cards=(("speed", "luck", "vision"), ())
    )
    run(pos, attacker, ("end",))
    run(pos, defender, ("stay",))
    path = ("card", "speed", "soldier", {"luck": 1})
    events = walk.submit(pos, attacker, path).events
    played = next(one for one in events if isinstance(one.public, Played))
    public = version(played, Played)
    assert (public.levels, public.spent) == ({"2": 1}, {})
    assert version(played, Played, attacker).spent == {"luck": 1}
    assert version(played, Played, defender).spent == {}
    run(pos, attacker, path)
    assert pos.state.discards["1"] == ["speed"]
    assert pos.state.players[attacker].buried == ["luck"]
    assert GAME.view(pos, defender).discards == {"1": 1, "2": 1, "3": 0}
    assert GAME.view(pos, defender).seats[attacker].hand == {"1": 0, "2": 1, "3": 0}


def test_an_empty_deck_is_filled_from_discards_and_buried_cards() -> None:
    pos, seat = field()
    s = pos.state
    s.players[1 - seat].lasting = s.decks["1"][:1]
    s.players[1 - seat].buried = sorted(s.decks["1"][1:3])
    s.discards["1"] = sorted(s.decks["1"][3:5])
    s.players[seat].hand, s.decks["1"] = sorted(s.decks["1"][5:]), []
    assert GAME.audit(pos) == []
    assert cards.draw(StepContext(GAME, pos), seat, {"1": 9}) == {"1": 4}, (
        "when all are gone no card comes"
    )
    assert GAME.audit(pos) == []
    assert cards.draw(StepContext(GAME, pos), seat, {"1": 1}) == {}


def test_a_boost_takes_no_more_points_than_are_of_use() -> None:
    cards_in_hand = ("speed", "marksmanship", "haggler", "light_feet")
    pos, attacker, _ = face({"soldier": 2}, {"levy": 2}, neutral=True, cards=(cards_in_hand, ()))
    run(pos, attacker, ("end",))
    form = walk.ask(pos, attacker, ("card", "speed", "soldier"))
    assert isinstance(form, DistributePrompt)
    assert (form.lo, form.hi) == (0, 2)  # a third card would add nothing
