"""The data are consistent and equal their specification (`specification.json`)."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest

from games.eight_minute_empire import GAME
from games.eight_minute_empire.model.board import DATA, SIDES
from games.eight_minute_empire.model.catalog import (
    CARDS,
    GOODS,
    RULES,
    WILD,
    Action,
    Card,
    deck,
    tokens,
)
from games.eight_minute_empire.model.operations import Move
from games.eight_minute_empire.model.options import SETTINGS
from games.eight_minute_empire.rules.turns import total_turns
from tests.games import wording

SPEC = Path(__file__).parent / "specification.json"


@pytest.fixture(scope="module")
def spec() -> dict[str, Any]:
    data: dict[str, Any] = json.loads(SPEC.read_text("utf-8"))
    return data


def flat(action: Action) -> dict[str, Any]:
    """Return an action in the specification's terms."""
    ops = [
        {"op": op.verb, "n": op.n} | ({"sea": op.sea} if isinstance(op, Move) else {})
        for op in action.ops
    ]
    match action.join:
        case "or":
            return {"op": "or", "options": ops}
        case "and":
            return {"op": "and", "parts": ops}
    return ops[0]


def test_cards_are_those_of_the_specification(spec: dict[str, Any]) -> None:
    assert len(CARDS) == len(spec["cards"]) == 42
    for card, told in zip(CARDS.values(), spec["cards"], strict=True):
        assert card.id == f"c{told['no']:02}"
        assert (card.good, card.symbols, card.five_players_only) == (
            told["good"],
            told["good_count"],
            told["five_player_only"],
        )
        assert flat(card.action()) == told["action"]
        assert flat(card.action(english_printing=True)) == told.get(
            "english_printing_action", told["action"]
        )


def test_goods_and_tokens_are_those_of_the_specification(spec: dict[str, Any]) -> None:
    assert [*GOODS] == [good["id"] for good in spec["goods"]]
    for told in spec["goods"]:
        assert GOODS[told["id"]].steps == tuple(
            (step["need"], step["vp"]) for step in told["vp_table"]
        )
    assert tokens() == sorted(token["good"] for token in spec["goods_tokens"])


def test_numbers_are_those_of_the_specification(spec: dict[str, Any]) -> None:
    assert list(RULES.prices) == spec["row"]["costs"]
    assert RULES.bank == spec["bank"]["coins"]
    assert (RULES.neutral, RULES.games) == (
        spec["neutral_armies"]["count"],
        spec["campaign"]["games"],
    )
    pieces = spec["pieces_per_player"]
    assert (RULES.armies, RULES.cities, RULES.start_armies) == (
        pieces["armies"],
        pieces["cities"],
        pieces["armies_on_start_region"],
    )
    for n, told in spec["by_players"].items():
        ours = RULES.by_players[int(n)]
        assert (ours.coins, ours.cards, ours.uses_five_player_cards) == (
            told["starting_coins"],
            told["cards_to_end"],
            told["uses_five_player_cards"],
        )
        assert len(deck(int(n))) == told["deck_size"]


def test_maps_are_those_of_the_specification(spec: dict[str, Any]) -> None:
    def name(ident: str) -> str:
        return ident.split("_")[1]

    for told in spec["maps"]:
        side = SIDES[told["id"][-1]]
        assert side.start == name(told["start_region"])
        assert list(side.goods_spots) == [name(region) for region in told["goods_spots"]]
        assert {c: list(members) for c, members in side.continents.items()} == {
            name(one["id"]): [name(region) for region in one["regions"]]
            for one in told["continents"]
        }
        for region in told["regions"]:
            assert set(side.land[name(region["id"])]) == {name(other) for other in region["land"]}
            assert set(side.sea[name(region["id"])]) == {name(other) for other in region["sea"]}


def test_names_are_those_of_the_specification(spec: dict[str, Any]) -> None:
    for lang in ("es", "en"):
        for told in spec["maps"]:
            for kind, some in (("region", told["regions"]), ("continent", told["continents"])):
                for one in some:
                    assert (
                        wording.own(GAME, lang).words[f"eme.{kind}.{one['id'].split('_')[1]}"]
                        == one["name"][lang]
                    )


def test_options_are_those_of_the_specification(spec: dict[str, Any]) -> None:
    ours = {setting.id: setting for setting in SETTINGS if setting.id != "age_order"}
    assert [*ours] == [told["id"] for told in spec["options"]]
    for told in spec["options"]:
        setting = ours[told["id"]]
        assert setting.fallback(2) == told["default"]
        assert all(setting.fits(value) for value in told["values"])
        assert list(setting.players) == told.get("players", [])


def test_the_deck_in_numbers() -> None:
    symbols: Counter[str] = Counter()
    for card in CARDS.values():
        symbols[card.good] += card.symbols
    assert symbols == {"crystal": 5, "ore": 7, "wood": 8, "tools": 10, "food": 11, WILD: 3}
    assert sorted(card.good for card in CARDS.values() if card.five_players_only) == sorted(GOODS)


@pytest.mark.parametrize("side", [*SIDES])
def test_borders_are_mutual_and_land_stays_within_a_continent(side: str) -> None:
    board = SIDES[side]
    for region in board.regions:
        for other in board.land[region]:
            assert region in board.land[other]
            assert board.home[region] == board.home[other]
        for other in board.sea[region]:
            assert region in board.sea[other]
            assert other not in board.land[region]
        assert board.land[region], "every region has a neighbour by land"


def test_region_ids_are_unique_over_both_sides() -> None:
    assert not set(SIDES["a"].regions) & set(SIDES["b"].regions)
    assert [len(SIDES[side].regions) for side in "ab"] == [25, 23]


@pytest.mark.parametrize(("n", "turns"), [(2, 26), (3, 30), (4, 32), (5, 35)])
def test_turns_in_all(n: int, turns: int) -> None:
    assert total_turns(n) == turns


def test_unknown_keys_in_the_card_data_are_refused() -> None:
    raw = json.loads((DATA / "cards.json").read_text("utf-8"))[0]
    assert msgspec.convert(raw, Card).id == "c01"
    for change in (
        {"colour": "red"},
        {"ops": [{"op": "place", "n": 1, "by": 2}]},
        {"ops": [{"op": "fly", "n": 1}]},
    ):
        broken = raw | change
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(broken, Card)
