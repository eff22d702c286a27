"""Learning values for Era: a regression that recovers known weights from symmetric rows."""

from __future__ import annotations

import pytest

from games.core.state.rng import Rng
from games.era_medieval_age.ai.weights import LEARNED
from tools import learn_era


def test_a_regression_finds_what_is_there_and_is_drawn_to_nothing_by_its_pull() -> None:
    rng = Rng.of(3)
    facts = [[float(rng.below(9) - 4), float(rng.below(9) - 4), 0.0] for _ in range(300)]
    found = [(x, 2 * x[0] - 0.5 * x[1]) for x in facts]
    assert learn_era.ridge(found, 1e-6) == pytest.approx([2, -0.5, 0], abs=1e-3)
    assert 0 < learn_era.ridge(found, 300.0)[0] < 1.5


def test_a_game_teaches_both_seats_the_same_and_names_what_is_shipped(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = list(learn_era.rows(20003))
    assert len(found) >= 4
    assert len(found) % 2 == 0
    for (mine, ahead), (its, behind) in zip(found[::2], found[1::2], strict=True):
        assert mine == pytest.approx([-n for n in its])
        assert ahead == pytest.approx(-behind)
        assert len(mine) == 2 * len(LEARNED)
    assert learn_era.main(["--seeds", "20003-20003"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == list(LEARNED)
