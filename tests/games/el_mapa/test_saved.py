"""Saved games of El Mapa, one file for each version of the rules and kind of table: what was played, told and reached."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from games.core import walk
from games.core.bots import decide
from games.core.events import to_row
from games.core.rng import Rng
from games.core.upgrade import read
from games.el_mapa import GAME
from games.el_mapa.model.catalog import RULES
from games.el_mapa.rules.course import setup
from tests.games import saved
from tests.games.el_mapa.busy import eager

SAVED = Path(__file__).parent / "saved"
OLD: dict[str, Any] = json.loads((SAVED / "v2_positions.json").read_text("utf-8"))


def record(n: int, options: dict[str, Any], seed: str) -> dict[str, Any]:
    """A game by computer players and one by lot: how the saved ones were made."""
    pos, rng, moves = walk.start(GAME, options, n, seed), Rng.of(2019), []
    while pos.outcome is None:
        seat = walk.actors(pos)[0]
        path = eager(pos, seat, rng) if seat == 0 else decide(pos, seat, "game", rng)
        moves.append([seat, *path])
        walk.apply(pos, seat, path)
    return retell({"n": n, "options": options, "seed": seed, "moves": moves})


def retell(told: dict[str, Any]) -> dict[str, Any]:
    """A saved game as it comes out now: what every move told as a digest, the final points, the digest of the end. Words may
    change; they are no part of it."""
    pos, facts = walk.start(GAME, told["options"], told["n"], told["seed"]), []
    for seat, *path in told["moves"]:
        step = walk.submit(pos, seat, tuple(path))
        pos = step.pos
        facts.append(hashlib.sha256(msgspec.json.encode(to_row(step.events), order="sorted")).hexdigest()[:8])
    return told | {"facts": facts, "points": list(GAME.score(pos).total), "hash": GAME.codec.digest(pos)}


@pytest.mark.parametrize("name", ["v3_two", "v3_three", "v3_four"])
def test_saved_games_play_as_they_did(name: str) -> None:
    """Behaviour changed? Raise the rules' version, keep the old file for its own version and record a new one."""
    game = saved.load(SAVED, name)
    assert retell(game) == game
    assert game["facts"]


@pytest.mark.parametrize("name", ["v2_two", "v2_four"])
def test_a_saved_game_of_rules_2_plays_as_it_did_on_its_map(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules 3 changed the maps and nothing else: all but the version in the last digest is as it was."""
    monkeypatch.setattr(setup, "layout_key", lambda n, _: str(n))
    game = saved.load(SAVED, name)
    assert retell(game) | {"hash": ""} == game | {"hash": ""}


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
        decide(pos, seat, "game", rng)       # it sees and thinks, whatever it plays
        walk.apply(pos, seat, walk.default_path(pos, seat))
