"""Random moves are the same whether the prompts have their words or only their keys."""

from __future__ import annotations

import pytest

from games.core.engine import walk
from games.core.state.rng import Rng
from tests.contract import playouts

SEEDS = 3  # random moves compared in each position


@pytest.mark.parametrize(("game", "n", "seed"), playouts.cases(seeds=("one", "two")))
def test_a_prompt_without_words_has_the_same_keys(game: str, n: int, seed: str) -> None:
    """In `cached_prompts` the prompts are complete; elsewhere `random_move` asks for keys only."""
    for moment in playouts.played(game, n, seed).some(150):
        for number in range(SEEDS):
            bare = walk.random_move(moment.pos, moment.seat, Rng.of(number))
            with walk.cached_prompts(moment.pos):
                complete = walk.random_move(moment.pos, moment.seat, Rng.of(number))
            assert bare == complete
