"""State of a game in a line: the score if the game ended now, without secrets; the step."""

from __future__ import annotations

import pytest

from games.core.engine import walk
from games.core.engine.frame import Frame
from games.core.state.rng import Rng
from games.era_medieval_age import GAME
from games.era_medieval_age.model.state import EraState
from games.era_medieval_age.rules.domain.building import Build
from games.era_medieval_age.rules.domain.scoring import score
from games.era_medieval_age.rules.phases.calamities import Bandits
from games.era_medieval_age.rules.phases.extortion import Extort
from games.era_medieval_age.views.standing import standing
from tests.contract.playouts import played
from tests.games.era_medieval_age.positions import begin, say, stage, stock


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


@pytest.mark.parametrize(
    ("frame", "told"),
    [
        (Build(0, 1), "Round 1 · step 4 of 5: building"),
        (Extort([[0, 1]], ready=True), "Round 1 · step 5 of 5: extortion"),
        (Bandits(0), "Round 1 · step 3 of 5: calamities"),
    ],
)
def test_the_status_line_counts_the_steps_of_a_round(frame: Frame[EraState], told: str) -> None:
    pos = stock(begin(2), 0, wood=2, food=1)
    assert say(GAME.summary(GAME.view(pos, None)), "en") == "Round 1 · step 1 of 5: dice"
    pos = stock(stock(pos, 0, wood=2, food=1), 1, wood=2, food=1)
    stage(pos, frame)
    assert say(GAME.summary(GAME.view(pos, None)), "en") == told
