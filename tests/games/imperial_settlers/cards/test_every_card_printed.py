"""The data of all 204 cards equal the lists of the rules.

Their vocabulary is closed and used up.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest

from games.core.cards.card_data import by_id
from games.core.cards.effects import each_op
from games.imperial_settlers.model.catalog import (
    ATTACKS,
    CARDS,
    DATA,
    FACTIONS,
    FACTS,
    RULES,
    CardFacts,
    Rules,
)
from games.imperial_settlers.rules.actions.cards import BY_CARD, AnyOp, Effects
from games.imperial_settlers.rules.effects.operations import (
    Feature,
    Filter,
    Placement,
    RazeCost,
    Storage,
    Trigger,
)
from tests.games.imperial_settlers.cards.printed import DECKS, IDS, PRINTED

RAW = json.loads((DATA / "effects.json").read_text("utf-8"))


def test_there_are_126_cards_in_204_prints() -> None:
    assert set(CARDS) == set(PRINTED)
    assert (len(PRINTED), len(IDS), len(FACTS), len(BY_CARD)) == (204, 126, 126, 126)
    assert set(FACTS) == set(BY_CARD) == IDS
    assert Counter(card.deck for card in CARDS.values()) == {"common": 84} | dict.fromkeys(
        FACTIONS, 30
    )


def test_every_print_says_what_is_printed(subtests: pytest.Subtests) -> None:
    for code in PRINTED:
        with subtests.test(code=code):
            card, printed = CARDS[code], PRINTED[code]
            assert (card.id, card.deck, card.kind, card.colors) == (
                printed.id,
                printed.deck,
                printed.kind,
                printed.colors,
            )
            assert (card.goods, card.site) == (printed.cost, printed.site)
            assert (card.raze, card.deal) == (printed.raze, printed.deal)
            assert card.points == (1 if printed.deck == "common" else 2)
            same = [
                other
                for other, one in PRINTED.items()
                if (one.id, one.cost, one.site, one.raze, one.deal)
                == (card.id, printed.cost, printed.site, printed.raze, printed.deal)
            ]
            assert list(card.like) == same


def test_every_faction_deck_keeps_the_pattern_of_copies(subtests: pytest.Subtests) -> None:
    """Three cards thrice, six twice, nine once (rules 2)."""
    for deck in [name for name in DECKS.values() if name != "common"]:
        with subtests.test(deck=deck):
            copies = Counter(
                Counter(one.id for one in PRINTED.values() if one.deck == deck).values()
            )
            assert copies == {3: 3, 2: 6, 1: 9}


def test_common_cards_have_two_goods_to_raze_but_for_the_ruins() -> None:
    for card in CARDS.values():
        if card.deck == "common":
            assert sum(card.raze.values()) == (0 if card.id == "com_ruins" else 2)
            assert not card.deal
        else:
            assert card.deal
            assert bool(card.raze) is (
                card.deck == "japanese" and card.id not in ("jap_gate", "jap_shrine")
            )


def test_attack_cards() -> None:
    """Ruling A1."""
    assert Counter(ATTACKS.values()) == {
        "wood": 3,
        "worker": 3,
        "stone": 2,
        "food": 2,
        "gold": 2,
        "vp": 2,
        "card": 2,
    }
    assert (RULES.rounds, RULES.solo.offer, RULES.solo.attacks) == (5, 4, 2)


def test_unknown_keys_are_refused_anywhere_in_a_card(subtests: pytest.Subtests) -> None:
    """A word too much in any op, mode, trigger, filter or count of any card does not load."""
    for card in RAW:
        with subtests.test(card=card):
            msgspec.convert(card, Effects)
            spoilt = 0
            for broken in _spoilt(card):
                spoilt += 1
                with pytest.raises(msgspec.ValidationError):
                    msgspec.convert(broken, Effects)
            assert spoilt > 0


def _spoilt(node: Any) -> list[Any]:
    """Yield copies of a tree with one unknown key in one object each.

    Counts of goods are left out.
    """
    found: list[Any] = []
    if isinstance(node, dict):
        found.append({**node, "surprise": 1})
        for key, value in node.items():
            if key not in ("goods", "cost", "gain"):
                found += [{**node, key: one} for one in _spoilt(value)]
    elif isinstance(node, list):
        found += [
            [*node[:at], one, *node[at + 1 :]]
            for at, value in enumerate(node)
            for one in _spoilt(value)
        ]
    return found


def test_unknown_words_are_refused(subtests: pytest.Subtests) -> None:
    for word in ["op", "type", "event", "deck", "color", "what", "place"]:
        with subtests.test(word=word):
            hits = 0
            for card in RAW:
                text = json.dumps(card)
                for value in {
                    part[word] for part in _objects(card) if isinstance(part.get(word), str)
                }:
                    hits += 1
                    with pytest.raises(msgspec.ValidationError):
                        msgspec.convert(
                            json.loads(
                                text.replace(f'"{word}": "{value}"', f'"{word}": "surprise"')
                            ),
                            Effects,
                        )
            assert hits


def _objects(node: Any) -> list[dict[str, Any]]:
    if isinstance(node, dict):
        return [node, *(one for value in node.values() for one in _objects(value))]
    return [one for value in node for one in _objects(value)] if isinstance(node, list) else []


def test_unknown_keys_are_refused_in_facts_and_rules(subtests: pytest.Subtests) -> None:
    for file, shape in [("cards.json", CardFacts), ("rules.json", Rules)]:
        with subtests.test(file=file, shape=shape):
            raw = json.loads((DATA / file).read_text("utf-8"))
            one = raw[0] if isinstance(raw, list) else raw
            msgspec.convert(one, shape, strict=False, str_keys=True)
            with pytest.raises(msgspec.ValidationError):
                msgspec.convert({**one, "surprise": 1}, shape, strict=False, str_keys=True)


def test_the_whole_vocabulary_is_used() -> None:
    """Every op, feature, event, filter, kind of count and kind of cost stands on some card."""
    ops = {type(op) for op in each_op(BY_CARD)}
    assert ops == set(AnyOp.__args__)
    features = [feature for card in BY_CARD.values() for feature in card.features]
    assert (
        {type(one) for one in features}
        == set(Feature.__args__)
        == {Trigger, Storage, RazeCost, Placement}
    )
    triggers = [one for one in features if isinstance(one, Trigger)]
    assert {one.event for one in triggers} == {
        "build",
        "raze",
        "deal",
        "gain_vp",
        "enemy_worker_exchange",
    }
    assert {
        name
        for one in triggers
        for name in Filter.__struct_fields__
        if getattr(one.filter, name) not in (None, 0)
    } == {"color", "deck", "min"}
    costs = {
        good
        for card in BY_CARD.values()
        if card.action
        for mode in card.action.modes
        for good in mode.cost
    }
    assert costs == {
        "wood",
        "stone",
        "food",
        "gold",
        "worker",
        "raze",
        "any_resource",
        "hand_card",
        "own_deal",
        "raze_for_target",
    }


def test_kind_and_effects_go_together(subtests: pytest.Subtests) -> None:
    for card in sorted(IDS):
        with subtests.test(card=card):
            facts, effects = FACTS[card], BY_CARD[card]
            assert bool(effects.production) is (facts.kind == "production")
            assert bool(effects.action) is (facts.kind == "action")
            assert not effects.features or facts.kind == "feature"
            uses = {PRINTED[one.code].uses for one in facts.prints}
            assert uses == {effects.action.uses if effects.action else 0}


def test_a_card_that_stands_twice_or_is_missing_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "effects.json"
    path.write_text(json.dumps([RAW[0], RAW[0]]), "utf-8")
    with pytest.raises(ValueError, match=RAW[0]["id"]):
        by_id(path, Effects)
