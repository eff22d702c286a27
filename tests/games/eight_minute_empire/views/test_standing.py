"""Standings in the middle of a match equal the engine's score and tell nothing hidden."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.engine import walk
from games.core.state.rng import Rng
from games.eight_minute_empire import GAME
from games.eight_minute_empire.rules.scoring import score
from games.eight_minute_empire.views.standing import leaders, standing


def positions(n: int, **options: Any) -> list[Any]:
    """Return positions of a game of random moves, the last one at its end."""
    rng, pos = Rng.of(4), walk.start(GAME, options, n, "standing")
    found = [pos]
    while waiting := walk.actors(pos):
        pos = walk.submit(pos, waiting[0], walk.random_move(pos, waiting[0], rng)).pos
        found.append(pos)
    return found


@pytest.mark.parametrize("n", [2, 5])
@pytest.mark.parametrize("mode", ["single", "campaign"])
def test_standings_are_what_the_engine_would_score_now(n: int, mode: str) -> None:
    seen = positions(n, mode=mode, goods_tokens=True)
    later = 0
    for pos in seen[::9]:
        view = GAME.view(pos, None)
        found = standing(view)
        assert [now for _, now in found] == list(score(pos).total)
        earlier = [row.values for row in score(pos).rows if row.id.startswith("game")]
        if pos.outcome is None:
            assert [before for before, _ in found] == [
                sum(values[seat] for values in earlier) for seat in range(n)
            ]
            later += any(before for before, _ in found)
    assert later > 0 if mode == "campaign" else later == 0
    end = GAME.view(seen[-1], None)
    assert end.scoreboard is not None
    assert standing(end) == [(points, points) for points in end.scoreboard.total]


def test_every_viewer_sees_the_same_standings_and_a_sealed_bid_changes_none() -> None:
    start = walk.start(GAME, {}, 3, 6)
    bids = [walk.submit(start, 1, ("bid", n)).pos for n in (0, 7)]
    assert len({tuple(standing(GAME.view(pos, None))) for pos in (start, *bids)}) == 1
    for pos in (*bids, *positions(3)[::20]):
        assert len({tuple(standing(GAME.view(pos, seat))) for seat in (None, 0, 1, 2)}) == 1


def test_leaders_have_most_points_now_and_nobody_leads_at_the_start() -> None:
    seen = positions(3)
    assert leaders(GAME.view(seen[0], None)) == []
    for pos in seen[::9]:
        view = GAME.view(pos, None)
        now = [points for _, points in standing(view)]
        best = [seat for seat in range(3) if now[seat] == max(now)]
        assert leaders(view) == ([] if len(best) == 3 else best)
