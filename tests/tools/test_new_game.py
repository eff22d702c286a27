"""`make new-game` makes a complete game, tried in a copy of the project."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tools import new_game

ROOT = Path(__file__).parents[2]
WRITTEN = {".py", ".toml", ".md", ".json", ".txt"}


def copied(source: str, target: str) -> None:
    """Link pictures and fonts, which nobody writes to."""
    if Path(source).suffix in WRITTEN:
        shutil.copyfile(source, target)
    else:
        Path(target).hardlink_to(source)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Return a copy of the folders that a game needs; linked if the file system allows it."""
    for part in (
        "games",
        "ai",
        "app",
        "db",
        "render",
        "cogs",
        "ui",
        "gateway",
        "sandbox",
        "ops",
        "tools",
        "tests",
        "docs",
    ):
        skip = shutil.ignore_patterns("__pycache__", "golden", "*.sqlite3")
        try:
            shutil.copytree(ROOT / part, tmp_path / part, ignore=skip, copy_function=copied)
        except shutil.Error:
            shutil.copytree(ROOT / part, tmp_path / part, ignore=skip, dirs_exist_ok=True)
    for file in ("bot.py", "pyproject.toml", "requirements.txt", "README.md", "README.es.md"):
        shutil.copyfile(ROOT / file, tmp_path / file)
    return tmp_path


def run(project: Path, *args: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", *args], cwd=project, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]


@pytest.mark.slow
def test_a_new_game_is_hosted_drawn_and_green_at_once(project: Path) -> None:
    run(project, "tools.new_game", "pebbles", "Pebbles & Sons")
    run(
        project,
        "ruff",
        "check",
        "games",
        "render/pebbles",
        "tests/games/pebbles",
        "tests/render/pebbles",
    )
    run(
        project,
        "mypy",
        "--cache-dir",
        str(project / "types"),
        "--follow-imports",
        "silent",
        "games/pebbles",
        "render/pebbles",
        "tests/games/pebbles",
        "tests/render/pebbles",
    )
    rooms = (
        "games/pebbles",
        "render/pebbles",
        "games/test_words.py",
        "contract",
        "e2e/test_ends.py",
        "render/test_eyes.py",
        "app/test_chronicle.py",
        "tools/test_quick.py",
    )
    run(
        project,
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        *(f"tests/{room}" for room in rooms),
        "-k",
        "pebbles",
    )


@pytest.mark.parametrize("game", ["Liars", "liars-dice", "2dice", "", "_x", "core", "tadmor"])
def test_what_is_no_new_id_is_refused_and_nothing_is_made(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = sorted(path for path in (ROOT / "games").iterdir())
    assert new_game.main([game, "Liars"]) == 2
    assert capsys.readouterr().err
    assert sorted(path for path in (ROOT / "games").iterdir()) == before


@pytest.mark.parametrize("name", ["", " ", 'The "Best"', "a\\b", "two\nlines"])
def test_a_name_that_cannot_stand_in_a_catalogue_is_refused_and_nothing_is_made(name: str) -> None:
    assert new_game.main(["pebbles", name]) == 2
    assert not (ROOT / "games" / "pebbles").exists()


def test_no_two_games_begin_their_words_alike() -> None:
    assert new_game.prefix_of(ROOT, "tadpoles") == "tadp", "Tadmor's begin with tad"
    assert new_game.prefix_of(ROOT, "go") == "go_"
