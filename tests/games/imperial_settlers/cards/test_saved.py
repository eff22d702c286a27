"""Saved games of Imperial Settlers, one file for each version of the rules and kind of table."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from games.core.engine import walk
from games.core.state.rng import Rng
from games.core.text.messages import Seat
from games.imperial_settlers import GAME
from games.imperial_settlers.model.events import SettlersEvent
from tests.games import saved
from tests.games.imperial_settlers.cards.eager import Pos, eager
from tests.games.wording import speaker

SAVED = Path(__file__).parents[1] / "saved"
say = speaker(GAME)
TABLES: dict[str, tuple[int, dict[str, Any], str]] = {
    "v2_two": (2, {}, "saved-two"),
    "v2_three": (
        3,
        {"factions": "random", "exploration": "advanced", "peaceful": True},
        "saved-three",
    ),
    "v2_four": (
        4,
        {"factions": "random", "exploration": "alternative", "faction_reshuffle": True},
        "saved-four",
    ),
    "v2_solo": (1, {"factions": "random", "acting_troupe_pays": True}, "saved-solo"),
}


def record(name: str) -> dict[str, Any]:
    """Return a random eventful game, as the saved games were made."""
    n, options, seed = TABLES[name]
    rng = Rng.of(2014)

    def play(pos: Pos, seat: Seat) -> tuple[Any, ...]:
        return eager(pos, seat, rng)

    return saved.record(GAME, say, n, options, seed, play)


def renew() -> None:
    """Write the saved games again, move by move, after looking at the differences."""
    for name in TABLES:
        game = saved.retell(GAME, say, saved.load(SAVED, name))
        (SAVED / f"{name}.json").write_text(
            json.dumps(game, ensure_ascii=False, separators=(",", ":")) + "\n", "utf-8"
        )


@pytest.mark.parametrize("name", TABLES)
def test_saved_games_play_as_they_did(name: str) -> None:
    saved.check(GAME, say, SAVED, name)


def test_the_saved_games_tell_of_most_there_is() -> None:
    kinds = set()
    for name in TABLES:
        game = saved.load(SAVED, name)
        pos = walk.start(GAME, game["options"], game["n"], game["seed"])
        for seat, *path in game["moves"]:
            kinds |= {type(one.public).__name__ for one in walk.apply(pos, seat, tuple(path))}
    assert len(kinds) >= 30
    assert kinds <= {event.__name__ for event in SettlersEvent.__args__}
