"""A game never gets stuck: defaults end it, and any seat may time out or leave at any time."""

from __future__ import annotations

import os

import pytest

from games.core.engine import history, walk
from games.core.engine.bots import decide
from games.core.engine.game import find
from games.core.prompts.prompt import MoveReady
from games.core.state.rng import Rng
from games.core.text.messages import Seat
from tests.contract import playouts
from tools.playing import random_options, random_stream

GAMES_EACH = int(
    os.environ.get("TEST_ABSENCES", "6")
)  # random games of each title; 500 for a long look


def time_out(pos: playouts.Pos, seat: Seat) -> playouts.Pos:
    """Play default moves until the seat need not act, as the bot does on a timeout."""
    for _ in range(500):
        if seat not in walk.actors(pos):
            return pos
        pos = walk.submit(pos, seat, walk.default_path(pos, seat)).pos
        assert find(pos.game).audit(pos) == []
    raise AssertionError("defaults do not get the seat out of the way")


def to_the_end(pos: playouts.Pos, absent: set[Seat], rng: Rng) -> playouts.Pos:
    """Play to the end: random moves, and defaults for the absent seats."""
    for _ in range(playouts.MOST_STEPS):
        if pos.outcome is not None:
            return pos
        seat = rng.pick(walk.actors(pos))
        path = walk.default_path(pos, seat) if seat in absent else walk.random_move(pos, seat, rng)
        pos = walk.submit(pos, seat, path).pos
    raise AssertionError("the game does not end")


@pytest.mark.parametrize(("game", "n", "seed"), playouts.cases(seeds=("one", "two", "three")))
def test_defaults_alone_end_the_game(game: str, n: int, seed: str) -> None:
    end = to_the_end(playouts.start(playouts.ALL[game], n, seed), set(range(n)), Rng.of(1))
    assert playouts.ALL[game].audit(end) == []


@pytest.mark.parametrize(("game", "n", "seed"), playouts.cases())
def test_any_seat_may_be_timed_out_in_any_state(game: str, n: int, seed: str) -> None:
    for at, moment in enumerate(playouts.played(game, n, seed).some(15)):
        for seat in walk.actors(moment.pos):
            pos = time_out(moment.pos, seat)
            if at % 3 == 0:
                assert playouts.ALL[game].audit(to_the_end(pos, {seat}, Rng.of(at))) == []


@pytest.mark.parametrize(("game", "n", "seed"), playouts.cases())
def test_any_seat_may_be_gone_in_any_state(game: str, n: int, seed: str) -> None:
    match = playouts.played(game, n, seed)
    for at, moment in enumerate(match.some(9)):
        seat = at % n
        row = history.system_row(1, seat, "admin", ["@gone", seat], moment.pos)
        pos = history.replay(moment.pos, row, seed)
        assert [pos.gone[seat], moment.pos.gone[seat]] == [True, False]
        assert match.game.audit(pos) == []
        assert walk.actors(pos) == walk.actors(moment.pos), (
            "leaving changes who answers, not who is asked"
        )
        assert match.game.audit(to_the_end(pos, {seat}, Rng.of(at))) == []


@pytest.mark.parametrize(("game", "n", "seed"), playouts.cases())
def test_everybody_gone_ends_by_defaults(game: str, n: int, seed: str) -> None:
    moment = playouts.played(game, n, seed).some(3)[1]
    pos = playouts.ALL[game].codec.clone(moment.pos)
    pos.gone = [True] * n
    assert find(game).audit(to_the_end(pos, set(range(n)), Rng.of(1))) == []


def mind(pos: playouts.Pos, seat: Seat, most: int) -> playouts.Pos:
    """Play the caretaker's moves until the seat need not act, at most `most`."""
    for at in range(most):
        if seat not in walk.actors(pos):
            break
        path = decide(pos, seat, "game", Rng.of(at))
        assert isinstance(walk.ask(pos, seat, path), MoveReady), path
        pos = walk.submit(pos, seat, path).pos
        assert find(pos.game).audit(pos) == []
    return pos


@pytest.mark.parametrize(("game", "n", "seed"), playouts.cases())
def test_any_seat_may_be_minded_in_any_state(game: str, n: int, seed: str) -> None:
    for at, moment in enumerate(playouts.played(game, n, seed).some(6)):
        for seat in walk.actors(moment.pos)[:2]:
            pos = mind(moment.pos, seat, 12)
            if at % 3 == 0:
                assert playouts.ALL[game].audit(to_the_end(pos, {seat}, Rng.of(at))) == []


@pytest.mark.parametrize("game", [*playouts.ALL])
def test_random_games_go_on_whoever_is_absent_from_any_moment_on(game: str) -> None:
    """From a random moment on one seat plays defaults; sometimes a seat leaves for good."""
    rules = playouts.ALL[game]
    for at in range(GAMES_EACH):
        rng = random_stream("absent", game, at)
        n = rng.pick(tuple(rules.players))
        start = walk.start(rules, random_options(rules, n, rng), n, f"absent-{at}")
        pos, moments = (
            start,
            rng.below(len(playouts.played(game, playouts.counts(rules)[0]).moments)),
        )
        for _ in range(moments):
            seat = playouts.mover(pos, rng)
            before = rules.codec.encode(pos)
            walk.apply(pos, seat, walk.random_move(pos, seat, rng))
            if pos.outcome is not None:
                pos = rules.codec.decode(before)
                break
        absent = {rng.pick(walk.actors(pos))}
        pos = time_out(pos, next(iter(absent)))
        if pos.outcome is None and rng.below(2):
            gone = rng.below(n)
            row = history.system_row(1, gone, "admin", ["@gone", gone], pos)
            pos, absent = history.replay(pos, row, f"absent-{at}"), {*absent, gone}
        assert rules.audit(to_the_end(pos, absent, rng)) == [], at
