"""The programs in tools/ run, print their findings, and fail where they should."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from PIL import Image

from app.log import game_record as records
from app.model.match import LogEntry, encode_position
from games.core.engine import walk
from games.core.state.rng import commitment
from games.hosted import GAMES
from tests.contract import playouts
from tools import bench, gallery, months, mutants, replay, simulate, stories
from tools.benchmarks import engine
from tools.stats import percentile, summary, wilson

GAME = GAMES[0]


def test_simulate_reports_every_number_of_players(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        simulate.main(["--games", "3", "--options", "random", "--bots", "greedy,random", "--json"])
        == 0
    )
    report = json.loads(capsys.readouterr().out)
    assert [run["players"] for run in report["runs"]] == list(GAME.players)
    for run in report["runs"]:
        assert run["games"] == 3
        assert run["steps"] > 30
        assert sum(seat["wins"] for seat in run["seats"]) == pytest.approx(3)
        assert run["steps_per_second"] > 0
        assert run["findings"] == []


def test_simulate_gives_the_same_for_the_same_seed_in_place_and_by_submit(
    capsys: pytest.CaptureFixture[str],
) -> None:
    told = []
    for by in ("apply", "submit"):
        simulate.main(["--games", "2", "--players", "2", "--seed", "x", "--by", by, "--json"])
        run = json.loads(capsys.readouterr().out)["runs"][0]
        told.append({name: value for name, value in run.items() if name != "steps_per_second"})
    assert told[0] == told[1]


def test_simulate_tells_rows_figures_and_turn_order(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        simulate.main(
            ["--game", "era_medieval_age", "--games", "2", "--players", "2", "--audit", "--json"]
        )
        == 0
    )
    run = json.loads(capsys.readouterr().out)["runs"][0]
    assert sum(run["rows"].values()) == pytest.approx(run["score"]["mean"], abs=0.1)
    assert run["figures"]["start"]["a_game"] == {
        "min": 1,
        "p10": 1,
        "mean": 1.0,
        "p90": 1,
        "max": 1,
    }
    assert sum(
        run["figures"]["end"]["names"][name]["share"] for name in run["figures"]["end"]["names"]
    ) == pytest.approx(1)
    assert sum(run["order"]) == pytest.approx(1, abs=1e-3)
    assert run["figures"]["rounds"]["a_game"]["mean"] * 2 == run["events"]["round_began"]
    simulate.main(["--game", "era_medieval_age", "--games", "1", "--players", "2"])
    said = capsys.readouterr().out
    assert all(words in said for words in ("wins by turn order", "points of a seat", "built:"))


def test_simulate_counts_what_setting_up_tells(capsys: pytest.CaptureFixture[str]) -> None:
    args = [
        "--game",
        "imperial_settlers",
        "--games",
        "2",
        "--players",
        "2",
        "--options",
        "factions=random",
    ]
    assert simulate.main([*args, "--json"]) == 0
    run = json.loads(capsys.readouterr().out)["runs"][0]
    assert run["figures"]["faction"]["a_game"]["mean"] == 2
    assert run["figures"]["start"]["a_game"]["mean"] == 1
    assert sum(run["order"]) == pytest.approx(1, abs=1e-3)
    assert "began" in run["events"]


def test_the_first_picture_that_is_measured_imports_nothing() -> None:
    code = (
        "import sys; from tools.benchmarks import pictures; from games.hosted import GAMES;"
        " scene = next(pictures.scenes(GAMES[0], 1, False)); pictures.imported(GAMES[0].id);"
        " before = set(sys.modules); pictures.timed(scene); print(*sorted(set(sys.modules) - before))"
    )
    said = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout
    assert said.split() == []


def test_simulate_speaks_to_people_and_refuses_unknown_players(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert simulate.main(["--games", "2", "--players", "3"]) == 0
    assert "3 players: 2 games" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        simulate.main(["--bots", "wizard"])


def export(game: str, path: Path) -> Path:
    """Return a recorded game as an export file."""
    rules, match = playouts.ALL[game], playouts.played(game, 2)
    start = walk.start(rules, match.start.options, 2, match.seed)
    assert rules.codec.encode(start) == rules.codec.encode(match.start)
    entries = [LogEntry(row, 1_000_000.0 + row.n) for row in match.rows]
    record = records.Record(
        "ABC",
        game,
        rules.rules,
        match.start.options,
        ["Ana", "Bruno"],
        match.seed,
        "salt",
        commitment(match.seed, "salt"),
        msgspec.Raw(encode_position(start)),
        entries,
        ended=True,
    )
    path.write_bytes(records.to_json(record))
    return path


@pytest.fixture
def exported(tmp_path: Path) -> Path:
    """Return an export of Eight-Minute Empire."""
    return export(GAME.id, tmp_path / "match.json")


@pytest.mark.parametrize("game", [one.id for one in GAMES if one.id != GAME.id])
def test_replay_verifies_a_match_of_every_game(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert replay.main([str(export(game, tmp_path / "match.json"))]) == 0
    assert f"ABC, {game}: " in capsys.readouterr().out


def test_replay_verifies_and_prints_in_a_language(
    exported: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert replay.main([str(exported), "--lang", "en", "--struck"]) == 0
    english = capsys.readouterr().out
    assert replay.main([str(exported), "--lang", "es"]) == 0
    spanish = capsys.readouterr().out
    assert "holds" in english
    assert "Bruno" in english
    assert "toma" in spanish


@pytest.mark.parametrize("change", ["path", "hash", "seed"])
def test_replay_finds_what_was_tampered_with(
    change: str, exported: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    raw = json.loads(exported.read_bytes())
    if change == "seed":
        raw["seed"] = "another"
    else:
        raw["entries"][4]["row"][change] = ["end"] if change == "path" else "0" * 16
    exported.write_text(json.dumps(raw), "utf-8")
    assert replay.main([str(exported), "--quiet"]) == 1
    assert "DOES NOT HOLD" in capsys.readouterr().out


def test_replay_says_what_it_cannot_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text("{}", "utf-8")
    assert replay.main([str(bad)]) == 2
    assert replay.main(["NOPE", "--data", str(tmp_path)]) == 2
    said = capsys.readouterr().err
    assert "no exported match" in said
    assert "NOPE" in said


def test_gallery_writes_a_page_with_every_picture(tmp_path: Path) -> None:
    assert gallery.main(["--out", str(tmp_path), "--players", "2", "--most", "3"]) == 0
    page = (tmp_path / "index.html").read_text("utf-8")
    files = [
        path.relative_to(tmp_path).as_posix()
        for path in tmp_path.rglob("*.*")
        if path.name != "index.html"
    ]
    assert files
    assert all(f"src='{name}'" in page or f"href='{name}'" in page for name in files)
    assert {"style.webp", "tadmor-2-eyes.webp"} <= set(files)


def test_stories_writes_a_turn_in_motion(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "turn.gif"
    assert stories.main(["--out", str(out), "--game", GAME.id, "--players", "2"]) == 0
    assert out.read_bytes().startswith(b"GIF89a")
    assert "KiB" in capsys.readouterr().out


def test_stories_writes_the_stills_of_the_readmes(tmp_path: Path) -> None:
    told = {path.stem for path in stories.PICTURES.glob("*.webp")}
    pages = "".join(
        Path(page).read_text(encoding="utf-8") for page in ("README.md", "README.es.md")
    )
    assert set(stories.STILLS["still"]) <= told
    assert all(pages.count(f"pictures/{name}.webp") == 2 for name in stories.STILLS["still"])
    assert {one["game"] for one in stories.STILLS["still"].values()} == {game.id for game in GAMES}
    assert stories.main(["--stills", "board", "--out", str(tmp_path)]) == 0
    with (
        Image.open(tmp_path / "board.webp") as drawn,
        Image.open(stories.PICTURES / "board.webp") as kept,
    ):
        assert drawn.size == kept.size


def test_every_stage_of_the_gallery_is_met_once() -> None:
    found = [stage.title for stage in gallery.stages(GAME, 3)]
    assert len([title for title in found if title.startswith("the end")]) == gallery.GAMES_EACH
    assert len(found) > 10


def test_bench_measures_the_engine_and_knows_what_was_missed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    part = engine.measure(GAME, 0.05)
    assert part["apply"]["steps"] > 0 < part["submit"]["steps"]
    for which in ("ask", "trees"):
        assert 0 < part[which]["ms"]["p50"] <= part[which]["ms"]["p99"]
    assert part["apply"]["games_per_second"] > 0
    slow = {**part, "apply": {**part["apply"], "steps_per_second": 1}}
    missed = [
        what
        for what, measured, _, promised, _ in bench.checks({"engine": slow})
        if measured == 1 < promised
    ]
    assert missed == ["engine, apply (aim 25,000)"]
    bench.print_report({"machine": "m", "load_average": 0, "engine": slow})
    assert "MISS engine, apply" in capsys.readouterr().out


def test_figures_over_samples() -> None:
    assert [percentile([3, 1, 2], share) for share in (0.0, 0.5, 1.0)] == [1, 2, 3]
    assert percentile([], 0.5) == 0
    assert summary(list(range(1, 101)))["p95"] == 95
    low, high = wilson(50, 100)
    assert (round(low, 3), round(high, 3)) == (0.404, 0.596)


def test_every_mutant_still_fits_the_code() -> None:
    stale = [one.name for one in mutants.load() if not mutants.fits(one)]
    assert not stale, f"mend these in tests/mutants.toml: {stale}"
    missing = [
        test for one in mutants.load() for test in one.tests if not (mutants.ROOT / test).exists()
    ]
    assert not missing


@pytest.mark.slow
def test_a_simulated_month_is_told_and_drawn(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    plot = tmp_path / "month.svg"
    assert (
        months.main(
            [
                "--tables",
                "2",
                "--days",
                "1",
                "--people",
                "7",
                "--thinker",
                "quick",
                "--svg",
                str(plot),
            ]
        )
        == 0
    )
    said = capsys.readouterr().out
    assert "**0 stuck**" in said
    assert "| weekends only | 1 |" in said
    assert plot.read_text("utf-8").count("<polyline") == 2
