"""The audit finds nothing, score rows sum to the total, the ranking says who won and why."""

from __future__ import annotations

import pytest

from games.core.state.score import places
from tests.contract import playouts


@pytest.mark.parametrize(("game", "n", "seed"), playouts.cases(seeds=("one", "two", "three")))
def test_the_audit_finds_nothing_after_any_step(game: str, n: int, seed: str) -> None:
    match = playouts.played(game, n, seed)
    assert match.game.audit(match.start) == []
    for moment in match.moments:
        assert match.game.audit(moment.step.pos) == [], moment.path


@pytest.mark.parametrize(("game", "n", "seed"), playouts.cases(seeds=("one", "two", "three")))
def test_score_rows_sum_and_the_ranking_is_the_outcome(game: str, n: int, seed: str) -> None:
    match = playouts.played(game, n, seed)
    for moment in match.some(20):
        board = match.game.score(moment.step.pos)
        assert len(board.total) == n
        assert all(
            len(row.values) == n and len(row.detail) in (0, n)
            for row in (*board.rows, *board.apart)
        )
        assert board.total == tuple(
            sum(row.values[seat] for row in board.rows) for seat in range(n)
        )
        assert len({row.id for row in (*board.rows, *board.apart)}) == len(board.rows) + len(
            board.apart
        )
        if board.ranking:
            assert sorted(rank.seat for rank in board.ranking) == list(range(n))
            assert [rank.place for rank in board.ranking] == sorted(
                rank.place for rank in board.ranking
            )
    end = match.game.score(match.end)
    assert match.end.outcome is not None
    assert places(end.ranking) == match.end.outcome.places
