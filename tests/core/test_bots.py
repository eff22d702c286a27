"""Bots: legal, repeatable, without hidden information, better than random."""

from __future__ import annotations

from typing import Any

from games.core.engine import bots, walk
from games.core.engine.game import Game
from games.core.state.position import Position
from games.core.state.rng import Rng
from tests.core.second_game import FERRY
from tests.core.small_game import CELLAR
from tests.core.toy import Say, toy


def duel(game: Game[Any, Any], kinds: tuple[bots.Kind, ...], seed: int) -> list[int]:
    pos, rng = walk.start(game, {}, len(kinds), seed), Rng.of(seed)
    while pos.outcome is None:
        seat = walk.actors(pos)[0]
        walk.apply(pos, seat, bots.decide(pos, seat, kinds[seat], rng))
    return pos.outcome.places


def test_greedy_beats_random() -> None:
    wins = 0
    for seed in range(20):
        kinds: tuple[bots.Kind, ...] = ("greedy", "random") if seed % 2 else ("random", "greedy")
        wins += duel(CELLAR, kinds, seed)[kinds.index("greedy")] == 1
    assert wins >= 14


def test_a_player_decides_the_same_in_every_world_it_cannot_tell_apart() -> None:
    pos = walk.start(FERRY, {}, 3, 8)
    rng = Rng.of(2)
    while pos.outcome is None:
        seat = walk.actors(pos)[0]
        world = FERRY.codec.clone(pos)
        bots.determinize(world, seat, Rng.of(77))
        for kind in ("random", "game"):
            assert bots.decide(pos, seat, kind, Rng.of(3)) == bots.decide(
                world, seat, kind, Rng.of(3)
            )
        walk.apply(pos, seat, walk.random_move(pos, seat, rng))


def test_determinize_deals_the_streams_anew() -> None:
    pos = walk.start(CELLAR, {}, 3, 1)
    before = list(pos.rng)
    bots.determinize(pos, 0, Rng.of(1))
    assert not set(before) & set(pos.rng)


def test_greedy_without_a_worth_plays_by_lot_and_looks_at_so_many_leaves_only() -> None:
    pos = walk.start(toy(Say, lambda t: [Say(0)]), {}, 1, 1)
    assert {bots.greedy(pos, 0, Rng.of(seed)) for seed in range(12)} == {("hello",), ("bye",)}
    tried: list[int] = []

    def worth(_pos: Position[Any, Any], _seat: int) -> float:
        tried.append(1)
        return float(len(tried))

    game = toy(Say, lambda t: [Say(0)], estimate=worth)
    assert bots.greedy(walk.start(game, {}, 1, 1), 0, Rng.of(1), max_moves=1) == ("hello",)
    assert len(tried) == 1
