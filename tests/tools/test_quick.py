"""`make quick` finds tests for every folder."""

from __future__ import annotations

import subprocess

import pytest

from games.hosted import GAMES
from tools import quick

ROOMS = [
    "games/core",
    "render",
    "app",
    "db",
    "cogs",
    "ui",
    "gateway",
    "ops",
    "ai",
    "sandbox",
    "tools",
    *(f"{room}/{game.id}" for room in ("games", "render") for game in GAMES),
]


@pytest.mark.parametrize("room", ["", *ROOMS])
def test_a_room_has_tests_that_are_there(room: str) -> None:
    paths = [one for one in quick.chosen(room) if one.startswith("tests/")]
    assert paths
    assert [path for path in paths if not (quick.ROOT / path).exists()] == []
    if room.count("/") and room != "games/core":
        assert any(room.split("/")[1] in path for path in paths)


@pytest.mark.parametrize("room", ["nowhere", "games", "docs"])
def test_a_room_that_there_is_not_is_told(room: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert quick.main([room]) == 2
    assert room in capsys.readouterr().err


@pytest.mark.parametrize(
    ("args", "expected"), [([], ["ruff", "mypy", "pytest"]), (["--tests"], ["pytest"])]
)
def test_the_checks_run_in_order(
    args: list[str], expected: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[str] = []

    def run(command: list[str], **_: object) -> subprocess.CompletedProcess[bytes]:
        started.append(command[2])
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(subprocess, "run", run)
    assert quick.main(args) == 0
    assert started == expected
