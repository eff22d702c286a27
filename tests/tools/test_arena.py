"""The arena rotates seats, separates seeds, resumes stored results and rates players."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.fishers import GAME
from tools import arena, plot, ratings


def command(out: Path, *more: str) -> list[str]:
    return [
        "--game",
        GAME.id,
        "--players",
        "greedy,random",
        "--jobs",
        "1",
        "--out",
        str(out),
        *more,
    ]


def test_a_round_robin_goes_on_where_it_stopped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "deep" / "games.jsonl"
    assert arena.main(command(out, "--games", "4", "--json")) == 0
    first = json.loads(capsys.readouterr().out)
    assert [(m["one"], m["rest"], m["games"]) for m in first["meetings"]] == [
        ("greedy", "random", 4)
    ]
    lines = out.read_text().splitlines()
    assert [json.loads(line)["bout"]["seat"] for line in lines] == [0, 1, 0, 1]
    out.write_text("\n".join([*lines[:3], lines[3][:40]]))  # killed in the middle of a line
    played: list[int] = []
    real = arena.play

    def play(bout: arena.Bout) -> arena.Result:
        played.append(bout.seed)
        return real(bout)

    monkeypatch.setattr(arena, "play", play)
    assert arena.main(command(out, "--games", "4", "--json")) == 0
    assert played == [3]
    again = json.loads(capsys.readouterr().out)
    assert (again["meetings"], again["elo"]) == (first["meetings"], first["elo"])


def test_at_larger_tables_each_sits_alone_among_the_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    svg = tmp_path / "elo.svg"
    assert (
        arena.main(command(tmp_path / "g", "--seats", "3", "--seeds", "7-9", "--plot", str(svg)))
        == 0
    )
    said = capsys.readouterr().out
    assert "| greedy | random | 3 |" in said
    assert "| random | greedy | 3 |" in said
    assert "33.3%" in said
    assert "<circle" in svg.read_text()


def test_the_first_alone_may_be_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert (
        arena.main(command(tmp_path / "g", "--seats", "3", "--games", "1", "--first", "--json"))
        == 0
    )
    assert [m["one"] for m in json.loads(capsys.readouterr().out)["meetings"]] == ["greedy"]


def test_strengths_think_as_long_as_they_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "g"
    args = [
        "--game",
        GAME.id,
        "--players",
        "fierce,easy",
        "--jobs",
        "1",
        "--out",
        str(out),
        "--games",
        "2",
        "--rollouts",
        "2",
    ]
    assert arena.main([*args, "--seconds", "5"]) == 0
    assert "| fierce | easy | 2 |" in capsys.readouterr().out


def test_a_tables_clock_is_anew_after_each_move_of_the_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    args = [
        "--game",
        GAME.id,
        "--players",
        "fierce,easy",
        "--jobs",
        "1",
        "--out",
        str(tmp_path / "g"),
        "--games",
        "1",
    ]
    assert arena.main([*args, "--rollouts", "2", "--table", "3"]) == 0
    assert "| fierce | easy | 1 |" in capsys.readouterr().out
    times = arena.TimeLimits(arena.Bout(GAME.id, "", 2, "fierce", "easy", 1, 0, table=3))
    times.record_time(0, 100.0)
    assert not times.limit_of(0)()
    times.record_time(1, 0.0)
    assert times.limit_of(0)()


def test_seeds_for_choosing_and_for_judging_are_apart() -> None:
    assert not set(arena.seeds_of("tuning", 5000)) & set(arena.seeds_of("fresh", 5000))
    assert arena.seeds_of("500-502", 9) == [500, 501, 502]


@pytest.mark.parametrize(
    "wrong", [["--players", "wizard,game"], ["--players", "game"], ["--seats", "1"]]
)
def test_what_cannot_meet_is_refused(wrong: list[str]) -> None:
    with pytest.raises(SystemExit):
        arena.parse(wrong)


def test_who_wins_more_is_rated_higher() -> None:
    games = [[("a", "b", 1.0)]] * 9 + [[("a", "b", 0.0)]] * 3 + [[("b", "c", 0.5)]] * 12
    found = ratings.elo(games)
    assert found["a"][1] > found["b"][1]
    assert found["b"][1] == pytest.approx(found["c"][1], abs=1)
    assert all(low <= middle <= high for low, middle, high in found.values())
    assert sum(middle for _, middle, _ in found.values()) == pytest.approx(0, abs=0.5)


def test_a_player_that_never_lost_is_rated_with_a_number() -> None:
    assert 0 < ratings.fit([("a", "b", 1.0)] * 5)["a"] < 1000


def test_spans_of_nothing_are_an_empty_picture() -> None:
    assert plot.spans({}, "none").startswith("<svg")
