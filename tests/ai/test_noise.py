"""Weaker players: misjudged weights, and moves that stay legal and sensible all the same."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from ai import noise, think
from games.core.engine import bots, walk
from games.core.prompts.prompt import MoveReady
from games.core.state.rng import Rng
from games.hosted import GAMES
from tools.playing import MAX_STEPS

WEAKER: tuple[think.Strength, ...] = think.STRENGTHS[:3]
IDS = [game.id for game in GAMES]


def game_of(game: Any, kind: think.PlayerKind, seed: int) -> Iterator[tuple[Any, int, Any]]:
    """Yield each position, seat and move of a game of two such players."""
    n = max(2, game.players.start)
    pos = walk.start(game, {}, n, f"noise-{seed}")
    rngs = [Rng.of(seed + seat) for seat in range(n)]
    for _ in range(MAX_STEPS):
        if pos.outcome is not None:
            return
        seat = walk.actors(pos)[0]
        path = think.decide(pos, seat, kind, rngs[seat], mood=seed)
        yield pos, seat, path
        pos = walk.submit(pos, seat, path).pos
    raise AssertionError(f"{game.id} does not end")


def test_the_strengths_are_five_weakest_first_and_old_ids_are_among_them() -> None:
    assert think.STRENGTHS == ("beginner", "easy", "medium", "firm", "fierce")


@pytest.mark.parametrize("game", GAMES, ids=IDS)
def test_misjudged_weights_keep_their_signs_their_zeros_and_shares(game: Any) -> None:
    steady = think.ai_config(game.id).steady
    kept, moved = set[str](), set[str]()
    for luck in range(30):
        weights = noise.misjudged(game.weights, 2.0, Rng.of(luck), steady)
        assert type(weights) is type(game.weights)
        for name, value in msgspec.structs.asdict(game.weights).items():
            now = getattr(weights, name)
            if name == noise.BLUR:
                assert (value, now) == (0.0, 2.0)
                continue
            (kept if now == value else moved).add(name)
            both = zip(value, now, strict=True) if isinstance(value, tuple) else [(value, now)]
            for before, after in both:
                assert (before > 0) == (after > 0)
                assert (before < 0) == (after < 0)
                assert before > 1 or after <= 1
    assert steady <= kept - moved
    assert len(moved) > len(game.weights.__struct_fields__) / 2
    assert noise.misjudged(game.weights, 0.0, Rng.of(1)) == game.weights


def test_misjudged_weights_leave_the_games_own_alone() -> None:
    for game in GAMES:
        before = msgspec.structs.asdict(game.weights)
        noise.misjudged(game.weights, 2.0, Rng.of(1))
        assert msgspec.structs.asdict(game.weights) == before


@pytest.mark.parametrize("game", GAMES, ids=IDS)
def test_without_noise_the_games_own_player_moves(game: Any) -> None:
    for number, (pos, seat, _) in enumerate(game_of(game, "firm", 3)):
        if number % 9 == 0:
            expected = bots.decide(pos, seat, "game", Rng.of(5))
            assert think.decide_with_noise(pos, seat, 0.0, Rng.of(5)) == expected
        if number > 90:
            return


@pytest.mark.parametrize("kind", WEAKER)
@pytest.mark.parametrize("game", GAMES, ids=IDS)
def test_weaker_players_make_only_legal_moves_and_repeat_them(
    game: Any, kind: think.Strength
) -> None:
    """Their games end, too; none falls back to the default move for want of a legal one."""
    differs = 0
    for number, (pos, seat, path) in enumerate(game_of(game, kind, 11)):
        assert isinstance(walk.ask(pos, seat, path), MoveReady)
        if number % 7 == 0:
            again = [think.decide(pos, seat, kind, Rng.of(2), mood=9) for _ in range(2)]
            assert again[0] == again[1]
            if again[0] in think.PASSES:
                firm = think.decide(pos, seat, "firm", Rng.of(2))
                assert again[0] == firm, "who has something to do passes nothing up"
        differs += path != think.decide(pos, seat, "firm", Rng.of(2))
        if number > 120 and game.id in ("el_mapa", "imperial_settlers"):
            break
    assert differs, "they play like firm ones"


def test_a_player_misjudges_the_same_during_a_turn_and_otherwise_in_another() -> None:
    game = GAMES[0]
    first, again = (
        noise.misjudged(game.weights, 1.0, noise.noise_stream(5, 0, 3)) for _ in range(2)
    )
    assert first == again
    for other in ((6, 0, 3), (5, 1, 3), (5, 0, 4)):
        assert noise.misjudged(game.weights, 1.0, noise.noise_stream(*other)) != first


@pytest.mark.parametrize("game", GAMES, ids=IDS)
def test_every_game_numbers_its_turns(game: Any) -> None:
    numbers = {game.stage(pos.state) for pos, _, _ in game_of(game, "medium", 4)}
    assert len(numbers) > 3
