"""A game never gets stuck: defaults alone end it, and any seat may be timed out or gone in any state."""

from __future__ import annotations

import pytest

from games.core import history, walk
from games.core.messages import Seat
from games.core.rng import Rng
from games.core.rules import find
from tests.contract import kit


def time_out(pos: kit.Pos, seat: Seat) -> kit.Pos:
    """What the host does: the default until the seat is no longer awaited."""
    for _ in range(500):
        if seat not in walk.actors(pos):
            return pos
        pos = walk.submit(pos, seat, walk.default_path(pos, seat)).pos
        assert find(pos.game).audit(pos) == []
    raise AssertionError("defaults do not get the seat out of the way")


def to_the_end(pos: kit.Pos, absent: set[Seat], rng: Rng) -> kit.Pos:
    """The others play by lot, the absent by their defaults."""
    for _ in range(kit.MOST_STEPS):
        if pos.outcome is not None:
            return pos
        seat = rng.pick(walk.actors(pos))
        path = walk.default_path(pos, seat) if seat in absent else walk.sample(pos, seat, rng)
        pos = walk.submit(pos, seat, path).pos
    raise AssertionError("the game does not end")


@pytest.mark.parametrize(("game", "n", "seed"), kit.cases(seeds=("one", "two", "three")))
def test_defaults_alone_end_the_game(game: str, n: int, seed: str) -> None:
    end = to_the_end(kit.start(kit.ALL[game], n, seed), set(range(n)), Rng.of(1))
    assert kit.ALL[game].audit(end) == []


@pytest.mark.parametrize(("game", "n", "seed"), kit.cases())
def test_any_seat_may_be_timed_out_in_any_state(game: str, n: int, seed: str) -> None:
    for at, moment in enumerate(kit.played(game, n, seed).some(15)):
        for seat in walk.actors(moment.pos):
            pos = time_out(moment.pos, seat)
            if at % 3 == 0:
                assert kit.ALL[game].audit(to_the_end(pos, {seat}, Rng.of(at))) == []


@pytest.mark.parametrize(("game", "n", "seed"), kit.cases())
def test_any_seat_may_be_gone_in_any_state(game: str, n: int, seed: str) -> None:
    match = kit.played(game, n, seed)
    for at, moment in enumerate(match.some(9)):
        seat = at % n
        row = history.system(1, seat, "admin", ["@gone", seat], moment.pos)
        pos = history.replay(moment.pos, row, seed)
        assert [pos.gone[seat], moment.pos.gone[seat]] == [True, False]
        assert match.game.audit(pos) == []
        assert walk.actors(pos) == walk.actors(moment.pos), "leaving changes who answers, not who is asked"
        assert match.game.audit(to_the_end(pos, {seat}, Rng.of(at))) == []


@pytest.mark.parametrize(("game", "n", "seed"), kit.cases())
def test_everybody_gone_ends_by_defaults(game: str, n: int, seed: str) -> None:
    moment = kit.played(game, n, seed).some(3)[1]
    pos = kit.ALL[game].codec.clone(moment.pos)
    pos.gone = [True] * n
    assert find(game).audit(to_the_end(pos, set(range(n)), Rng.of(1))) == []
