"""Saved games of Era, one file for each version of the rules and kind of match.

Old positions.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from games.core.engine import walk
from games.core.engine.bots import decide
from games.core.engine.migrations import read
from games.core.state.rng import Rng
from games.era_medieval_age import GAME
from games.era_medieval_age.model.events import DieLeft, JaimeThrew, Lost
from tests.games import saved
from tests.games.era_medieval_age.positions import Pos, say

SAVED = Path(__file__).parent / "saved"
OLD: dict[str, Any] = json.loads((SAVED / "v1_positions.json").read_text("utf-8"))
RULES_1 = {
    "lost_die_result_stays_this_round": True,
    "solo_jaime_dice": "3_noble_1_peasant",
}  # its defaults that changed
TABLES: dict[str, tuple[int, dict[str, Any], str]] = {  # seeds with losses, which are rare
    "v6_solo": (1, {}, "solo4"),
    "v6_three": (3, {}, "three1"),
}
RULES_2 = ("v2_solo", "v2_three", "v2_four")  # saved before places were offered with rotations
RULES_3 = ("v3_solo", "v3_three")  # saved when the first roll of a round was a move
RULES_4 = ("v4_solo", "v4_three")  # saved when steps without events were not told
RULES_5 = ("v5_solo", "v5_three")  # saved when the largest area changed hands without an event


def record(name: str) -> dict[str, Any]:
    """Return a game of a bot on seat 1 and random others, as the saved games were made."""
    n, options, seed = TABLES[name]
    rng = Rng.of(2019)
    return saved.record(
        GAME,
        say,
        n,
        options,
        seed,
        lambda pos, seat: decide(pos, seat, "game" if seat == 1 else "random", rng),
    )


def renew() -> None:
    """Write the saved games of these rules again, after looking at the differences."""
    for name in TABLES:
        (SAVED / f"{name}.json").write_text(
            json.dumps(record(name), ensure_ascii=False, separators=(",", ":")) + "\n", "utf-8"
        )


@pytest.mark.parametrize("name", TABLES)
def test_saved_games_play_as_they_did(name: str) -> None:
    saved.check(GAME, say, SAVED, name)


@pytest.mark.parametrize("name", [*RULES_4, *RULES_5])
def test_saved_games_of_rules_4_and_5_play_as_they_did(name: str) -> None:
    saved.check(GAME, say, SAVED, name, rules=int(name[1]))


def without_first_rolls(name: str) -> dict[str, Any]:
    """Return a saved game of rules 3 or older without the moves that rules 4 makes by itself."""
    told = saved.load(SAVED, name)
    moves = [move for move in told["moves"] if move[1:] != ["throw"]]
    assert len(moves) < len(told["moves"])
    return told | {"moves": moves}


@pytest.mark.parametrize("name", [*RULES_2, *RULES_3])
def test_saved_games_of_older_rules_play_as_they_did(name: str) -> None:
    """The first rolls bring the same faces, and the log has the same lines."""
    told = without_first_rolls(name)
    assert saved.retell(GAME, say, told, rules=int(name[1])) == told
    assert told["log"]


def test_saved_games_have_the_paths_of_rules_3() -> None:
    paths = [move[1:] for name in RULES_3 for move in saved.load(SAVED, name)["moves"]]
    assert any(path[0] == "build" and len(path) == 3 for path in paths), "place and rotation"
    assert any(path[0] == "throw" and isinstance(path[-1], str) for path in paths[1:])


def test_a_saved_game_tells_of_dice_that_leave_with_their_buildings() -> None:
    lost = {
        name: sum("devuelve el dado" in line for line in saved.load(SAVED, name)["log"])
        for name in (*TABLES, *RULES_2, *RULES_3, *RULES_4, *RULES_5)
    }
    assert all(lost.values()), lost


@pytest.mark.parametrize("name", ["v1_solo", "v1_three"])
def test_a_saved_game_of_rules_1_plays_as_it_did_by_the_options_it_was_started_with(
    name: str,
) -> None:
    """Rules 2 changed two defaults and nothing else: all but words and the version in the last digest are as they were."""
    told = without_first_rolls(name)
    again = saved.retell(GAME, say, told | {"options": RULES_1 | told["options"]})
    assert len(again["log"]) == len(told["log"])
    assert again["end"] == told["end"]


@pytest.mark.parametrize("name", OLD)
def test_a_table_of_rules_1_goes_on_as_it_was_started(name: str) -> None:
    """A default that changed does not change a game in its midst."""
    raw = OLD[name]
    pos: Pos = read(GAME, json.dumps(raw).encode())
    assert (raw["rules"], pos.rules) == (1, GAME.rules)
    assert pos.options == raw["options"] == GAME.defaults(pos.n) | RULES_1
    assert (
        GAME.codec.encode(pos).replace(b'"rules":6', b'"rules":1')
        == json.dumps(raw, separators=(",", ":")).encode()
    )
    told, rng = list[Any](), Rng.of(7)
    while pos.outcome is None:
        assert GAME.audit(pos) == []
        seat = walk.actors(pos)[0]
        step = walk.submit(pos, seat, decide(pos, seat, "game" if rng.below(2) else "random", rng))
        told += [one.public for one in step.events if one.public]
        pos = step.pos
    assert not any(isinstance(one, DieLeft) for one in told)
    assert all(len(one.faces) == 4 for one in told if isinstance(one, JaimeThrew))
    if "solo" in name:
        assert any(isinstance(one, JaimeThrew) for one in told)
    if name == "fire_three":
        assert any(isinstance(one, Lost) for one in told)
