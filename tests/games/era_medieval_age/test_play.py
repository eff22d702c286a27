"""Whole games by lot and by the computer player, the audit looking on."""

from __future__ import annotations

import pytest

from games.core import walk
from games.core.bots import decide
from games.core.rng import Rng
from games.era_medieval_age import GAME
from games.era_medieval_age.catalog import rank_of
from tests.contract.kit import mixed


@pytest.mark.parametrize("n", [1, 2, 3, 4])
@pytest.mark.parametrize("seed", range(6))
def test_random_games_of_mixed_options_keep_every_invariant(n, seed):
    rng = Rng.of(seed * 10 + n)
    pos = walk.start(GAME, mixed(GAME, n, rng), n, seed)
    while pos.outcome is None:
        seat = rng.pick(walk.actors(pos))
        walk.apply(pos, seat, walk.sample(pos, seat, rng))
        assert GAME.audit(pos) == []
    assert len(GAME.codec.encode(pos)) < 12_000


def play(n, seed, kinds):
    pos, rng = walk.start(GAME, {}, n, seed), Rng.of(seed)
    while pos.outcome is None:
        seat = walk.actors(pos)[0]
        walk.apply(pos, seat, decide(pos, seat, kinds[seat], rng))
        assert GAME.audit(pos) == []
    return pos


def test_the_computer_player_beats_luck_from_both_seats():
    for seed in range(3):
        mine = seed % 2
        pos = play(2, seed, ["game" if seat == mine else "random" for seat in range(2)])
        assert pos.outcome.winners == [mine]


def test_the_computer_player_walls_its_town_and_is_no_serf_alone():
    ends = [play(1, seed, ["game"]) for seed in range(5)]
    assert sum(pos.state.towns[0].land.area > 20 for pos in ends) >= 4
    assert sorted(GAME.score(pos).total[0] for pos in ends)[2] >= 45
    assert rank_of(45) == "commoner"


def test_four_computer_players_finish_together():
    pos = play(4, 11, ["game"] * 4)
    assert pos.state.round < 30
    assert len(pos.state.ended) >= 5
