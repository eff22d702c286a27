"""Weaker players make sensible raids."""

from __future__ import annotations

import pytest

from ai import think
from games.core.engine import walk
from games.core.state.rng import Rng
from games.tadmor import GAME
from tools.playing import MAX_STEPS


@pytest.mark.parametrize("seed", range(4))
def test_beginners_send_no_marauders_where_only_their_own_pieces_stand(seed: int) -> None:
    pos, rngs, sent = walk.start(GAME, {}, 2, f"weaker-{seed}"), [Rng.of(seed), Rng.of(9)], 0
    for _ in range(MAX_STEPS):
        if pos.outcome is not None:
            break
        seat = walk.actors(pos)[0]
        path = think.decide(pos, seat, "beginner", rngs[seat], mood=seed)
        if path[0] == "marauders":
            owners = {
                piece.seat
                for space, pieces in pos.state.spaces_with_pieces()
                if space.region == path[1]
                for piece in pieces
            }
            assert owners != {seat}
            sent += 1
        pos = walk.submit(pos, seat, path).pos
    assert pos.outcome is not None
    assert sent, "there were marauders to send"
