"""Saved games of Tadmor, one file for each version of the rules and kind of table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from games.core.bots import decide
from games.core.rng import Rng
from games.tadmor import GAME
from tests.games import saved
from tests.games.tadmor.worlds import say

SAVED = Path(__file__).parent / "saved"


def record(n: int, options: dict[str, Any], seed: str) -> dict[str, Any]:
    """A game by computer players and one by lot: how the saved ones were made."""
    rng = Rng.of(2016)
    return saved.record(GAME, say, n, options, seed, lambda pos, seat: decide(pos, seat, "game" if seat else "random", rng))


@pytest.mark.parametrize("name", ["v1_two", "v1_three"])
def test_saved_games_play_as_they_did(name: str):
    saved.check(GAME, say, SAVED, name)
