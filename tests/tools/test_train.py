"""Weights of bots: used temporarily, and improved by a search."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any, Never

import pytest
from msgspec import Struct, ValidationError

from games.core.engine import bots, walk
from games.core.engine.game import register
from games.core.state.position import Position
from games.core.state.rng import Rng
from games.core.text import messages
from games.core.text.messages import Seat
from tests.fishers import GAME
from tools import arena, train, weights


class Weights(Struct):
    """Weights: with `care` above 1 the bot is greedy; `tides` has no effect."""

    care: float = 0.9
    tides: tuple[float, ...] = (1.0, 0.0, 2.0)


def bot(_view: Any, guess: Position[Any, Any], seat: Seat) -> messages.Path:
    return (
        bots.greedy(guess, seat, Rng.of(0))
        if TUNED.weights.care > 1
        else walk.default_path(guess, seat)
    )


TUNED = replace(GAME, id="fishers_tuned", bot=bot, weights=Weights())


@pytest.fixture(autouse=True)
def known() -> None:
    register(TUNED)


def test_other_weights_are_used_for_a_while() -> None:
    def thinks() -> Never:
        with weights.override(TUNED, {"care": 3.0, "tides": [1, 2, 3]}):
            assert TUNED.weights == Weights(3.0, (1, 2, 3))
            raise KeyError

    with pytest.raises(KeyError):
        thinks()
    assert TUNED.weights == Weights()


@pytest.mark.parametrize(
    ("wrong", "why"), [({"caer": 1.0}, ValueError), ({"care": "much"}, ValidationError)]
)
def test_weights_that_a_game_has_not_are_refused(wrong: dict[str, Any], why: type[Any]) -> None:
    with pytest.raises(why), weights.override(TUNED, wrong):
        pass
    assert TUNED.weights == Weights()


def test_a_game_without_weights_says_so() -> None:
    with pytest.raises(ValueError, match="fishers names no weights"):
        weights.shipped(GAME)


def test_weights_are_searched_in_logarithms_and_nothing_stays_nothing() -> None:
    values = weights.shipped(TUNED)
    point = weights.flat(values)
    assert len(point) == 3
    assert weights.unflatten(values, point) == {"care": 0.9, "tides": [1.0, 0.0, 2.0]}
    assert weights.unflatten(values, [one + 1 for one in point])["tides"][1] == 0


def test_a_player_with_other_weights_meets_the_shipped_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "careful.json"
    weights.write(file, {"care": 2.0})
    args = [
        "--game",
        TUNED.id,
        "--players",
        f"firm@{file},firm",
        "--jobs",
        "1",
        "--games",
        "20",
        "--out",
        str(tmp_path / "g"),
    ]
    assert arena.main([*args, "--json"]) == 0
    with pytest.raises(SystemExit):
        arena.parse(["--players", f"wizard@{file},firm"])
    won = arena.report(arena.read_results(tmp_path / "g"), 2)["meetings"][0]
    assert (won["one"], won["games"]) == (f"firm@{file}", 20)
    assert won["ahead"] > 0


def test_a_search_finds_who_looks_ahead_and_goes_on_from_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "found.json"
    args = [
        "--game",
        TUNED.id,
        "--jobs",
        "1",
        "--generations",
        "4",
        "--candidates",
        "4",
        "--games",
        "4",
        "--out",
        str(out),
    ]
    assert train.main(args) == 0
    assert "4/4: mean" in capsys.readouterr().out
    assert [file.name for file in tmp_path.iterdir()] == ["found.json"]
    found = weights.read(out)
    assert found["care"] > 1
    assert found["tides"][1] == 0
    seeds = {
        bout.seed
        for generation in range(4)
        for row in train.bouts(train.parse(args), generation, [out])
        for bout in row
    }
    assert len(seeds) == 16
    assert not seeds & set(arena.seeds_of("fresh", 100_000))
