"""Saved games of El Mapa, one file for each version of the rules and kind of match."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from games.core.engine import walk
from games.core.engine.bots import decide
from games.core.engine.migrations import read
from games.core.prompts.prompt import IllegalPath, MoveReady
from games.core.state.events import to_log_events
from games.core.state.rng import Rng
from games.el_mapa import GAME
from games.el_mapa.model.catalog import RULES
from games.el_mapa.model.state import current_battle
from games.el_mapa.rules.flow import setup
from tests.games import saved
from tests.games.el_mapa.busy_player import eager
from tests.games.el_mapa.positions import run
from tests.games.el_mapa.staging import keys, names

SAVED = Path(__file__).parent / "saved"
OLD: dict[str, Any] = json.loads((SAVED / "v2_positions.json").read_text("utf-8"))
WASTED: tuple[int, list[Any]] = (
    205,
    [0, "card", "speed", "soldier", {"speed": 1}],
)  # a move of v2_four
V3: dict[str, Any] = json.loads((SAVED / "v3_positions.json").read_text("utf-8"))


def record(n: int, options: dict[str, Any], seed: str) -> dict[str, Any]:
    """Return a game of bots and one random seat, as the saved games were made."""
    pos, rng, moves = walk.start(GAME, options, n, seed), Rng.of(2019), []
    while pos.outcome is None:
        seat = walk.actors(pos)[0]
        path = eager(pos, seat, rng) if seat == 0 else decide(pos, seat, "game", rng)
        moves.append([seat, *path])
        walk.apply(pos, seat, path)
    return retell({"n": n, "options": options, "seed": seed, "moves": moves})


def retell(told: dict[str, Any], rules: int = GAME.rules) -> dict[str, Any]:
    """Return a saved game as it is today: digests of events, final points, digest of the end.

    `rules` is the version of the rules that the game was saved under. Texts may change and are not
    part of it.
    """
    pos, facts = walk.start(GAME, told["options"], told["n"], told["seed"]), []
    for seat, *path in told["moves"]:
        step = walk.submit(pos, seat, tuple(path))
        pos = step.pos
        rows = (
            to_log_events(step.events) if rules >= 5 else before_rules_5(to_log_events(step.events))
        )
        facts.append(hashlib.sha256(msgspec.json.encode(rows, order="sorted")).hexdigest()[:8])
    pos.rules = rules
    return told | {
        "facts": facts,
        "points": list(GAME.score(pos).total),
        "hash": GAME.codec.digest(pos),
    }


def before_rules_5(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the events of a step as they were before rules 5, which only tell more of battles."""
    ends = [row["all"] for row in rows if row["all"] and row["all"]["kind"] == "battle_ended"]
    for event in ends:
        event.pop("losses", None)
    return [{"all": row["all"]} if row["all"] in ends else row for row in rows]


@pytest.mark.parametrize("name", ["v5_two", "v5_three", "v5_four"])
def test_saved_games_play_as_they_did(name: str) -> None:
    """Behaviour changed? Raise the rules' version, keep the old file for its own version and record a new one."""
    game = saved.load(SAVED, name)
    assert retell(game) == game
    assert game["facts"]


@pytest.mark.parametrize("name", ["v4_two", "v4_three", "v4_four"])
def test_saved_games_of_rules_4_play_as_they_did(name: str) -> None:
    game = saved.load(SAVED, name)
    assert retell(game, rules=4) == game


@pytest.mark.parametrize("name", ["v2_two", "v2_four"])
def test_a_saved_game_of_rules_2_plays_as_it_did_on_its_map(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rules 3 changed the maps, rules 4 the options and what may be spent: all else is as it was."""
    monkeypatch.setattr(setup, "layout_key", lambda n, _: str(n))
    assert played_as_before(name, until={"v2_four": WASTED[0]}.get(name))


def test_where_a_game_of_rules_2_spent_a_card_for_nothing_rules_4_refuse(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One point on Speed, whose steps are two: the lot played it, and it added nothing."""
    monkeypatch.setattr(setup, "layout_key", lambda n, _: str(n))
    game, (at, wasted) = saved.load(SAVED, "v2_four"), WASTED
    assert game["moves"][at] == wasted
    pos = walk.start(GAME, as_upgraded(game["options"]), game["n"], game["seed"])
    for seat, *path in game["moves"][:at]:
        walk.apply(pos, seat, tuple(path))
    seat, path = wasted[0], wasted[1:]
    assert isinstance(walk.ask(pos, seat, tuple(path)), IllegalPath)
    assert isinstance(walk.ask(pos, seat, (*path[:-1], {})), MoveReady)


@pytest.mark.parametrize("name", ["v3_two", "v3_three", "v3_four"])
def test_a_saved_game_of_rules_3_plays_as_it_did_with_the_options_of_its_upgrade(name: str) -> None:
    assert played_as_before(name)


def as_upgraded(options: dict[str, Any]) -> dict[str, Any]:
    """Return the options after the upgrade from rules 3."""
    upgraded: dict[str, Any] = GAME.upgrade({"rules": 3, "options": options}, 3)["options"]
    assert upgraded == options | {"shield_scope": "squad", "trade_cards": "off"}
    return upgraded


def played_as_before(name: str, until: int | None = None) -> bool:
    """Return whether a game of older rules has the same events with its upgraded options.

    Its digest is not compared, because it contains the version.
    """
    game = saved.load(SAVED, name)
    again = retell(
        game | {"options": as_upgraded(game["options"]), "moves": game["moves"][:until]}, rules=3
    )
    if until is None and again["points"] != game["points"]:
        return False
    return bool(again["facts"] == game["facts"][:until])


def test_a_battle_of_rules_3_goes_on_with_its_shield_for_a_squad() -> None:
    """Both hold Shield, one of them for good: they still name the squad that it protects."""
    pos = read(GAME, json.dumps(V3["battle"]).encode())
    assert (pos.rules, pos.options["shield_scope"], pos.options["trade_cards"]) == (
        GAME.rules,
        "squad",
        "off",
    )
    squads = [squad.id for squad in current_battle(pos.state).sides[1].squads]
    assert keys(pos, 1, "lasting", "shield") == squads == ["levy", "archer"]
    run(pos, 1, ("lasting", "shield", "levy", {}), ("stay",))
    assert keys(pos, 0, "card", "shield") == ["levy", "soldier"]
    run(pos, 0, ("card", "shield", "soldier", {}))
    assert [
        (one.id, one.hp) for side in current_battle(pos.state).sides for one in side.squads
    ] == [
        ("levy", 1),
        ("soldier", 3),
        ("levy", 2),
        ("archer", 1),
    ]


def test_an_offer_of_rules_3_is_answered_and_no_cards_are_dealt_in() -> None:
    pos = read(GAME, json.dumps(V3["offer"]).encode())
    run(pos, 0, ("accept",))
    assert [pos.state.players[seat].goods for seat in (0, 2)] == [
        {"gold": 3, "wood": 3, "stone": 0},
        {"gold": 3, "wood": 1, "stone": 2},
    ]
    assert "cards" not in names(pos, 2, "trade")


@pytest.mark.parametrize("name", OLD)
def test_a_table_of_rules_2_goes_on_upon_its_own_map(name: str) -> None:
    """Tables amid the fifth round or so: map, tiles and homes stay, and the game comes to its end."""
    raw = OLD[name]
    pos = read(GAME, json.dumps(raw).encode())
    assert (raw["rules"], pos.rules) == (2, GAME.rules)
    same = ("layout", "kinds", "homes")
    assert [getattr(pos.state, key) for key in same] == [raw["state"][key] for key in same]
    assert pos.state.layout not in RULES.maps.values()
    rng = Rng.of(pos.n)
    while pos.outcome is None:
        assert GAME.audit(pos) == []
        seat = walk.actors(pos)[0]
        decide(pos, seat, "game", rng)  # it sees and thinks, whatever it plays
        walk.apply(pos, seat, walk.default_path(pos, seat))
