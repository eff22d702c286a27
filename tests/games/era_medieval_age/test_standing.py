"""Points during a game: the score if the game ended now, without secrets."""

from __future__ import annotations

import pytest

from games.core.engine import walk
from games.core.state.rng import Rng
from games.era_medieval_age import GAME
from games.era_medieval_age.rules.domain.scoring import score
from games.era_medieval_age.views.standing import standing
from tests.contract.playouts import played


@pytest.mark.parametrize("n", [1, 2, 4])
def test_the_standing_is_the_score_at_every_moment(n: int) -> None:
    match = played("era_medieval_age", n)
    for moment in match.some(8):
        for viewer in (None, 0, n - 1):
            assert [now for _, now in standing(GAME.view(moment.pos, viewer))] == list(
                score(moment.pos).total
            )
    assert standing(GAME.view(match.end, None)) == [(sum_, sum_) for sum_ in score(match.end).total]


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_hidden_information_changes_no_standing(viewer: int | None) -> None:
    match = played("era_medieval_age", 3)
    for moment in match.some(8):
        for k in range(3):
            guess = GAME.codec.clone(moment.pos)
            GAME.determinize(guess, viewer, Rng([k], 0))
            assert standing(GAME.view(guess, viewer)) == standing(GAME.view(moment.pos, viewer))


def test_a_secret_layout_counts_its_keep_alone() -> None:
    pos = walk.start(GAME, {}, 2, "standing")
    before = standing(GAME.view(pos, 1))
    pos.state.towns[0].pieces.append("cathedral-a1-0")
    assert standing(GAME.view(pos, 1)) == standing(GAME.view(pos, 0)) == before
