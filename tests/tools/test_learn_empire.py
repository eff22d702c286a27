"""Learning by self-play is repeatable, extends the file, and beats untrained weights."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.core.state.rng import Rng
from games.eight_minute_empire.ai import learned
from games.eight_minute_empire.ai.learned import GROUPS, SIZE
from tools import learn_empire


@pytest.fixture(autouse=True)
def known() -> Iterator[None]:
    """Reset the learned weights after each test."""
    yield
    learned.learned.cache_clear()
    learned.values.cache_clear()


def test_what_is_learned_is_kept_and_the_same_for_the_same_luck(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(learn_empire, "GAMES_PER_UPDATE", 2)
    out, found = tmp_path / "learned.json", []
    out.write_text(json.dumps({"3": "of three"}), "utf-8")
    for seed in ("5", "5", "6"):
        assert (
            learn_empire.main(["--seats", "2", "--games", "10", "--seed", seed, "--out", str(out)])
            == 0
        )
        kept = json.loads(out.read_text("utf-8"))
        assert kept["3"] == "of three"
        found.append(kept["2"])
    assert found[0] == found[1] != found[2]
    assert set(found[0]["weights"][0]) == set(GROUPS)
    assert "2 seats, 10 games: mean square 0." in capsys.readouterr().out


def test_a_wrong_thought_moves_the_weights_of_its_facts_at_the_knots_around_it() -> None:
    mind = learn_empire.Learner(2, None)
    knots = mind.knots
    mind.step((knots[-1] + knots[-2]) // 2, [0, SIZE - 1], 0.5, 0.1)
    assert mind.weights[-1][0] < 0
    assert mind.weights[-2][SIZE - 1] < 0
    assert not any(map(any, mind.weights[:-2]))
    first = mind.weights[-1][0]
    mind.step(knots[-1], [0], 0.5, 0.1)
    assert (
        0 > mind.weights[-1][0] - first > first * 3
    )  # the further it has moved, the shorter its steps


def test_who_goes_on_begins_where_it_was() -> None:
    start = learned.learned()[2]
    assert learn_empire.Learner(2, start).weights[0] == pytest.approx(
        learned.weights_list(start.weights[0])
    )


def test_openings_differ() -> None:
    rng = Rng.of(1)
    some = [learn_empire.opening(2, rng) for _ in range(30)]
    assert {one.side for one in some} == {"a", "b"}
    assert {bool(one.tokens) for one in some} == {one.neutral for one in some} == {False, True}
    assert all(one.to_come == 26 for one in some)
