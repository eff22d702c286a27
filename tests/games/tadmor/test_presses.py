"""Budget of presses for each action of Tadmor, on a whole game."""

from __future__ import annotations

import pytest

from games.tadmor import GAME
from tests.games.budgets import over_budget


@pytest.mark.parametrize(("n", "seed"), [(2, "pair"), (3, "three")])
def test_no_action_takes_more_than_five_presses(n: int, seed: str) -> None:
    """Several ticked things or counted units take one press each."""
    verbs, over = over_budget(GAME, n, seed, most=5, several=4)
    assert over == []
    assert len(verbs) > 8
