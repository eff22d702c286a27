"""Points if the game ended now: the engine's own, and the same for every viewer."""

from __future__ import annotations

import pytest

from games.core.state.rng import Rng
from games.tadmor import GAME
from games.tadmor.rules.flow.scoring import score
from games.tadmor.views.standing import leaders, standing
from tests.render.tadmor.staged import STAGES, played


@pytest.mark.parametrize("n", [2, 4])
@pytest.mark.parametrize("stage", STAGES)
def test_the_points_are_those_of_the_final_score_for_every_viewer(n: int, stage: str) -> None:
    pos = played(n, stage)
    expected = [
        (player.points, total)
        for player, total in zip(pos.state.players, score(pos).total, strict=True)
    ]
    assert all(standing(GAME.view(pos, viewer)) == expected for viewer in (None, *range(n)))


@pytest.mark.parametrize("seed", range(3))
def test_what_is_hidden_from_a_viewer_does_not_change_them(seed: int) -> None:
    pos = played(4, "late")
    for viewer in range(4):
        other = GAME.codec.clone(pos)
        GAME.determinize(other, viewer, Rng.of(seed))
        hands = [player.hand for player in other.state.players]
        assert hands != [player.hand for player in pos.state.players] or not any(
            hand for seat, hand in enumerate(hands) if seat != viewer
        )
        assert standing(GAME.view(other, viewer)) == standing(GAME.view(pos, viewer))


def test_the_leader_has_most_if_the_game_ended_now_and_nobody_leads_among_equals() -> None:
    view = GAME.view(played(4, "late"), None)
    ends = [end for _, end in standing(view)]
    assert [ends[seat] for seat in leaders(view)] == [max(ends)] * len(leaders(view))
    assert leaders(GAME.view(played(2, "setup"), None)) == []
