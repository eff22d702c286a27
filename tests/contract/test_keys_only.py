"""Random moves are the same whether the prompts have their words or only their keys."""

from __future__ import annotations

import pytest

from games.core.engine import walk
from games.core.prompts.prompt import MoveReady
from games.core.state.rng import Rng
from games.el_mapa.rules.flow.proposals import is_quick
from games.imperial_settlers.rules.flow.proposals import is_proposal
from tests.contract import playouts

SEEDS = 3  # random moves compared in each position
# quick moves repeat longer paths, so random moves leave them out
QUICK_MOVES = {"el_mapa": is_quick, "imperial_settlers": is_proposal}


@pytest.mark.parametrize(("game", "n", "seed"), playouts.cases(seeds=("one", "two")))
def test_a_prompt_without_words_has_the_same_keys(game: str, n: int, seed: str) -> None:
    """In `cached_prompts` the prompts are complete; elsewhere `random_move` asks for keys only."""
    for moment in playouts.played(game, n, seed).some(150):
        for number in range(SEEDS):
            bare = walk.random_move(moment.pos, moment.seat, Rng.of(number))
            assert isinstance(walk.ask(moment.pos, moment.seat, bare), MoveReady)
            if game in QUICK_MOVES:
                assert not QUICK_MOVES[game](bare)
                continue
            with walk.cached_prompts(moment.pos):
                complete = walk.random_move(moment.pos, moment.seat, Rng.of(number))
            assert bare == complete
